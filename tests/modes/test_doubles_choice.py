"""The choice of doubles after a 2-1."""

from __future__ import annotations

from backgammon_tui.engine import Phase
from backgammon_tui.modes.play.state import PlayState
from tests.modes.examples import W, do, message_of, panel_of, seated, why


def chooses(*inputs: str) -> PlayState:
    """Return Anna's choice after a 2-1 whose 5s cannot enter."""
    line, players = "W hand:12 24:3 / B 20:2 13:13", ("Anna", "Boris")
    return seated(
        "falood", line, W, "21", "enter", "enter", *inputs, had_double=[W], players=players
    )


def test_better_doubles_are_lit_and_marked() -> None:
    state = chooses()
    assert state.game.phase is Phase.CHOOSE
    assert state.question
    assert state.highlighted
    assert state.highlighted.key == "6"
    assert [(a.key, a.keeps and a.keeps.playable) for a in state.question.answers] == [
        ("6", 4),
        ("5", 0),
    ]
    text = "\n".join(line.text for line in panel_of(state, 30, 20).lines)
    assert "6 four 6s" in text
    assert "↻" in text


def test_why_names_playable_doubles() -> None:
    assert message_of(why(chooses())) == (
        "A 2-1 played in full earns four 5s or four 6s; the player who rolled it chooses. Now Anna"
        " can play none of the four 5s; or four 6s, then an extra roll. Anna cannot play the 5"
        " (Boris holds 20)."
    )


def test_choice_is_undone_and_redone() -> None:
    chosen = chooses("6")
    assert chosen.game.due == (6, 6, 6, 6)
    back = do(chosen, "u")
    assert back.game.phase is Phase.CHOOSE
    assert back.notice
    assert back.notice.text == "The choice of four 6s is undone."
    again = do(back, "U")
    assert again.game.due == (6, 6, 6, 6)


def test_choice_that_loses_the_turn_is_undone() -> None:
    lost = chooses("5")
    assert lost.game.side is not W
    assert do(lost, "u").game.phase is Phase.CHOOSE
