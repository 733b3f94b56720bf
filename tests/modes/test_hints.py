from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Roll
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import ChangeOptions, Open, Work
from backgammon_tui.modes.inputs import Key, Paste
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.choosing import Heading
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import ListOfPlays
from backgammon_tui.modes.play.prompts import advise, ask_draw, judge
from backgammon_tui.modes.play.state import Advice, Hint, PlayState
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.modes.text import LETTERS, Glyphs, Span, TextLine, chance_bar, with_chance
from backgammon_tui.settings import Help, Settings
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import (
    POOR,
    START,
    after,
    brief_of,
    chosen,
    done,
    message_of,
    new_table,
    panel_of,
    played,
    requests,
    seated,
    table_from,
    tutored_at_3_1,
)

# ---- hints


def helped(table: Table, options: Settings | None = None) -> PlayMode:
    """Return a match with hints."""
    return PlayMode(
        PlayState.open(
            replace(table, record=replace(table.record, help=Help.ON)), options or Settings()
        )
    )


def at_3_1() -> PlayMode:
    return after(helped(table_from("backgammon", START, W)), "3", "1", Key.ENTER)


def test_footer_names_the_next_hint_action() -> None:
    asked = at_3_1()
    for word, mode in (
        ("hint", asked),
        ("reasons", after(asked, "t")),
        ("best play", after(asked, "t", "t", Key.DOWN)),
    ):
        assert f"t {word} " in "".join(span.text for span in mode.footer(80).spans)


def test_hints_are_above_the_board_without_a_panel() -> None:
    asked = after(at_3_1(), "t")
    text, _ = brief_of(asked.state, LETTERS)
    assert text.startswith(" Computer's choice: 8/5 6/5 0.00, ")
    text, _ = brief_of(after(asked, "t").state, LETTERS)
    assert "no shot instead of" in text


def test_help_options_are_shown_only_if_help_is_agreed() -> None:
    def hidden(help: Help) -> frozenset[str]:
        table = table_from("backgammon", START, W)
        table = replace(table, record=replace(table.record, help=help))
        _, (opened,) = PlayMode(PlayState.open(table, Settings())).open_options()
        assert isinstance(opened, Open)
        assert isinstance(opened.window, ChangeOptions)
        return opened.window.hidden

    assert hidden(Help.ON) == {"chances", "tutor"}
    assert hidden(Help.TUTOR) == {"chances"}


def test_quick_estimate_is_marked_until_refined() -> None:
    """The search may change values and order, but not the players' selection."""
    mode = at_3_1()
    looked, second = with_quick_hint(mode)
    assert looked.state.lines[0] == Heading("at first sight")
    assert marks_beside_plays(looked.state) == ["", "", ""], "a cost of another depth is not shown"
    explained = after(looked, "t", Key.DOWN)
    settled, effects = second.then(explained, second.run())
    assert not requests(effects)
    assert settled.state.lines[0] == Heading("the computer's best")
    assert not any("~" in text for text in marks_beside_plays(settled.state))
    assert settled.state.choosing.row == explained.state.choosing.row
    assert settled.state.advice.is_explained


def test_closed_estimate_does_not_return() -> None:
    looked, second = with_quick_hint(at_3_1())
    closed = after(looked, Key.ESCAPE)
    assert second.then(closed, second.run()) == (closed, ())


def test_estimate_is_refined_after_a_rejected_proposal() -> None:
    players = "Ada", "computer:easy"
    mode = after(helped(table_from("backgammon", START, W, players=players)), "3", "1", Key.ENTER)
    looked, _ = with_quick_hint(mode)
    asked, effects = looked.at(ask_draw(looked.state))[0].handle("y")
    (answer,) = requests(effects)
    assert isinstance(answer, Work)
    refused, effects = answer.then(asked, False)
    (second,) = requests(effects)
    assert isinstance(second, Work)
    settled, _ = second.then(refused, second.run())
    assert settled.state.advice.is_settled
    assert message_of(settled.state) == "Computer does not agree. The game goes on."


def with_quick_hint(mode: PlayMode) -> tuple[PlayMode, Work[Any, Any]]:
    """Request a hint; return the mode with the quick estimate, and the work that refines it."""
    asked, (first,) = mode.handle("t")
    assert isinstance(first, Work)
    looked, effects = first.then(asked, first.run())
    (second,) = requests(effects)
    assert isinstance(second, Work)
    return looked, second


def marks_beside_plays(state: PlayState) -> list[str]:
    """Return the marks of the first plays."""
    assert state.advice
    return [state.advice.cost(hint.row) for hint in state.advice.hints]


def test_cost_within_its_error_is_not_shown() -> None:
    advice = Advice("", (Hint(0, 0.0, "", False), Hint(1, 0.02, "", False), Hint(2, 0.2, "")))
    assert [advice.cost(row) for row in range(4)] == ["0.00", "equal", "0.20", ""]
    assert advice._replace(is_settled=False).cost(2) == ""
    assert Advice("", (Hint(0, 0.2, "", is_searched=False),)).cost(0) == ""


@pytest.mark.parametrize(
    ("width", "notes"),
    [
        (34, ["↻ all 0.00", "↻ all equal", "↻ all 0.20"]),
        (20, ["↻", "equal", "0.20"]),  # Each play is as long as the first.
    ],
)
def test_hinted_plays_keep_their_marks_if_there_is_room(width: int, notes: list[str]) -> None:
    line = "W 24:4 14:6 9:5 / B 21:2 11:3 6:2 3:8"
    state = seated("russian", line, W, "44", "enter")
    texts = ("14/10 9/5 9/5/1", "14/10(2) 9/5/1", "14/10(2) 9/5(2)")
    rows = [[row.text for row in state.choosing.rows].index(text) for text in texts]
    hints = (Hint(rows[0], 0.0, ""), Hint(rows[1], 0.0, "", False), Hint(rows[2], 0.2, ""))
    listing = ListOfPlays(replace(state, advice=Advice("", hints)), width, Glyphs())
    shown = [line.text for line in listing.visible(0, 5)[0][1:4]]
    assert shown == [
        f"{text}{note:>{len(shown[0]) - len(text)}}"
        for text, note in zip(texts, notes, strict=True)
    ]


def test_twelve_plays_are_explained() -> None:
    state = seated("backgammon", START, W, "41", "enter")
    advice = advise(state.game, state.choosing.plays.rows)
    assert (len(advice.hints), len(advice.explained)) == (3, 9)
    assert all(hint.reason != "." for hint in (*advice.hints, *advice.explained))
    assert not advise(state.game, state.choosing.plays.rows, at_once=True).explained


def test_hint_and_tutor_state_the_same_cost() -> None:
    line = "W 9:1 4:1 off:13 / B 24:8 23:1 20:1 17:2 bar:1 off:2"
    state = seated("backgammon", line, B, "51", "enter")
    rows = state.choosing.plays.rows
    advice = advise(state.game, rows)
    numbered = [hint for hint in (*advice.hints, *advice.explained) if hint.is_searched]
    assert len(numbered) >= 3
    for hint in numbered:
        if hint.cost >= 0.03 and hint.is_significant:
            warning = judge(state.game, rows[hint.row].moves, 0.0)
            assert warning
            assert f"about {hint.cost:.2f} points" in warning.text


# ---- tutor warnings


TUTORED = Help.TUTOR


def test_computer_waits_for_the_tutor() -> None:
    mode = tutored_at_3_1(TUTORED, computer=True)
    for key in [Key.SPACE if character == " " else character for character in POOR]:
        mode = after(mode, key)
    mode, effects = mode.handle(Key.ENTER)
    assert mode.state.is_tutored
    fair = replace(mode.state.table, dice=FairDice(bytes(32)))
    assert not replace(mode.state, table=fair, options=Settings(rolls=True)).continues_automatically
    assert mode.handle(Key.SPACE)[0].state == mode.state
    assert not mode.state.can_skip
    assert mode.handle("s")[0].state.table == mode.state.table
    assert "skip" not in TextLine(mode.footer(120).spans).text
    panel = "".join(line.text for line in panel_of(mode.state, 80, 24).lines)
    assert "Press u to take your move back." in panel
    assert "Any key skips" not in panel
    assert "enter" not in TextLine(mode.footer(120).spans).text
    assert message_of(after(mode, "t").state).startswith("Wait for your turn")
    assert not chosen(mode.state, "D").is_tutored, "a question comes first"
    mode = done((mode, effects))
    assert message_of(after(mode, "t").state).startswith("Answer the question first.")
    mode = after(mode, "n")
    assert not mode.state.is_tutored
    assert mode.state.game.actor is B


@pytest.mark.parametrize("key", [Key.SPACE, Key.ENTER])
def test_reflex_takes_a_poor_play_back(key: Key) -> None:
    mode = done(tutored_at_3_1(TUTORED).handle(Key.SPACE))
    for press in [*POOR]:
        mode = after(mode, Key.SPACE if press == " " else press)
    mode = done(mode.handle(Key.ENTER))
    assert mode.state.highlighted
    assert mode.state.highlighted.text == "take it back"
    back = after(mode, key)
    assert back.state.table.game == tutored_at_3_1(TUTORED).state.table.game
    # A press of another key lights it again.
    assert after(mode, Key.DOWN, "x", key).state.table == back.state.table


# ---- winning chances


FRAME = Frame(120, (30, 24), Glyphs())
ON = Settings(chances=True)
AHEAD = "W 1:2 off:13 / B 23:15"


def judged(help: Help, players: tuple[str, str] = ("Anna", "Boris")) -> bool:
    table = table_from("backgammon", AHEAD, W, players=players)
    table = replace(table, record=replace(table.record, help=help))
    return PlayMode(PlayState.open(table, Settings())).view(FRAME).judged is not None


def test_win_chance_in_a_game_needs_consent() -> None:
    assert judged(Help.ON)
    assert not judged(Help.OFF)
    assert not judged(Help.OFF, players=("Anna", "computer:easy"))
    assert judged(Help.OFF, players=("computer:strong", "computer:easy"))


def test_sandbox_win_chance_respects_a_waiting_game() -> None:
    table = table_from("backgammon", AHEAD, W).apply(Roll(3, 1))
    assert SandboxMode.beside(table.record, table.game, ON).view(FRAME).judged is None
    agreed = replace(table, record=replace(table.record, help=Help.ON))
    assert SandboxMode.beside(agreed.record, agreed.game, ON).view(FRAME).judged
    alone = SandboxMode.begin(rules_named("backgammon"), ON)
    alone, _ = alone.handle(Paste("W 3:2 off:13 / B 23:15; W to move"))
    assert alone.view(FRAME).judged
    for key in ("3", "1", Key.ENTER):
        alone, _ = alone.handle(key)
    assert alone.view(FRAME).judged


def test_win_chance_needs_a_wide_header_gap() -> None:
    header = TextLine((Span("Anna 0"), Span(" " * 18), Span("open")))
    text = "".join(span.text for span in with_chance(header, 0.618, Glyphs()).spans)
    assert text == "Anna 0    ● wins 62 %   open"
    assert with_chance(header, None, Glyphs()) == header
    full = TextLine((Span("Anna 0"), Span(" "), Span("open")))
    assert with_chance(full, 0.618, Glyphs()) == full


def test_whites_part_of_the_bar_is_at_the_bottom() -> None:
    bar = ["".join(span.text for span in line.spans) for line in chance_bar(0.75, 6, Glyphs())]
    assert bar == ["○", "░", "█", "█", "█", "●"]


def test_repeated_hint_on_a_question_highlights_its_answer_again() -> None:
    asked = after(helped(new_table(rules_named("russian"), 1)), Key.SPACE)
    assert asked.state.question
    hinted = after(asked, "t")
    moved = after(hinted, Key.DOWN)
    assert moved.state.highlighted_answer != hinted.state.highlighted_answer
    assert after(moved, "t").state.highlighted_answer == hinted.state.highlighted_answer


def test_trying_first_withholds_the_better_play() -> None:
    warned = played(tutored_at_3_1(Help.TRY), "6/3 6/5")
    question = warned.state.open_question
    assert question
    assert question.text.startswith("6/3 6/5 is costly")
    assert not any(word in question.text for word in ("8/5", "points", "choice"))
    kept = after(warned, "n")
    assert kept.state.notice
    assert "costs about" in kept.state.notice.text
    assert "The computer's choice: 8/5 6/5" in kept.state.notice.text
    again = after(warned, "y")
    assert again.table.game == tutored_at_3_1(Help.TRY).table.game
    assert played(again, "8/5 6/5").state.open_question is None


def test_trying_first_gives_no_hint_before_the_play() -> None:
    mode = tutored_at_3_1(Help.TRY)
    assert "Try a play first" in mode.state.why_no_hint
