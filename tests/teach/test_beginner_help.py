"""Beginner help: exact about what is owed, short, and never short of words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given

from backgammon_tui.engine import (
    RULESETS,
    AgreeDraw,
    ChooseDoubles,
    Effect,
    Event,
    Game,
    KeepOpening,
    Opening,
    OpeningRoll,
    Phase,
    RerollOpening,
    Rules,
    Side,
    StageKind,
    Status,
    Withheld,
)
from backgammon_tui.engine.events import (
    GameEnded,
    HandedOver,
    Moved,
    OpeningTied,
    OpeningWon,
    Resumed,
    StageLost,
    StageWithheld,
)
from backgammon_tui.teach.beginner_help import MAX_LENGTH, after, before
from backgammon_tui.words.naming import STANDARD, Naming
from tests.engine.examples import B, W, game_at, played, roll, rules_named
from tests.engine.strategies import few, game_rules, game_seeds, walk

LONG_NAMES = Naming("W" * 40, "M" * 40)


def told(game: Game) -> str:
    return before(game, STANDARD)


def told_after(game: Game) -> str:
    return after(game.events, game, STANDARD)


def moving(
    name: str, line: str, first: int, second: int, had: Iterable[Side] = (W,), **table_rules: Any
) -> Game:
    """White has rolled and is about to play."""
    return roll(game_at(name, line, W, had, **table_rules), first, second)


# ---- before a roll


@pytest.mark.parametrize(
    ("opening", "text"),
    [
        (Opening.CHOOSE, "keeps both numbers or rerolls"),
        (Opening.AGAIN, "rolls both dice for the first turn"),
        (Opening.KEEP, "plays both numbers"),
    ],
)
def test_the_opening_roll(opening: Opening, text: str) -> None:
    game = Game.start(rules_named("french", opening=opening))
    assert told(game) == f"Each side rolls one die. The higher starts, and {text}."


def test_keep_or_again() -> None:
    game = Game.start(RULESETS["russian"]).apply(OpeningRoll(5, 3))
    assert told(game) == (
        "Keep 5-3 and play it, or reroll both dice."
        " A reroll can be a double; the numbers you keep are never one."
    )
    game = Game.start(rules_named("french", one_two=True)).apply(OpeningRoll(1, 2))
    assert "Keep a 2-1, and it earns four 5s or four 6s." in told(game)


@pytest.mark.parametrize(
    ("name", "line", "text"),
    [
        ("backgammon", "W 24:2 6:13 / B 6:15", ""),
        (
            "backgammon",
            "W 6:14 bar:1 / B 6:15",
            " Enter your checker on the bar first. A 1 enters on 24, a 6 on 19.",
        ),
        (
            "french",
            "W hand:13 bar:2 / B 6:15",
            " Enter your two checkers on the bar first. A 1 enters on 24, a 6 on 19.",
        ),
        (
            "french",
            "W 24:1 hand:14 / B 6:15",
            " Enter all the checkers in your hand first. A 1 enters on 24, a 6 on 19.",
        ),
        ("french", "W 6:15 / B 24:15", " All your checkers are home, so you may bear off."),
    ],
)
def test_before_a_roll_it_says_where_the_checkers_have_to_go(
    name: str, line: str, text: str
) -> None:
    assert told(game_at(name, line, W)) == f"Roll both dice.{text}"


def test_before_a_roll_with_free_entry() -> None:
    game = game_at("french", "W 24:1 hand:14 / B 6:15", W, free_entry=True)
    assert told(game) == (
        "Roll both dice. Enter checkers, or move those on the board. A 1 enters on 24, a 6 on 19."
    )


def test_free_entry_is_no_choice_while_nothing_is_on_the_board() -> None:
    game = game_at("french", "W hand:15 / B 6:15", W, free_entry=True)
    assert told(game).startswith("Roll both dice. Enter checkers from your hand.")
    moved = moving("french", "W 24:1 hand:14 / B 6:15", 2, 1, free_entry=True)
    assert told(moved) == "Play the 2 and the 1. Enter checkers, or move those on the board."


def test_before_a_roll_it_says_what_a_double_is_worth_if_that_is_less() -> None:
    line = "W 24:4 hand:11 / B 21:15"
    assert told(game_at("russian", line, W)).endswith(
        " A double now has no complement: it cannot enter all your checkers."
    )
    assert "double" not in told(game_at("russian", "W 24:11 hand:4 / B 21:15", W))
    assert told(game_at("falood", "W 24:15 / B 21:15", W, [B])).endswith(
        "Your first double has no complement."
    )
    assert "double" not in told(game_at("falood", "W 24:15 / B 21:15", W, [W]))


def test_a_double_that_cannot_enter_all_is_told_from_five_checkers_on() -> None:
    for waiting, is_told in ((4, False), (5, True)):
        game = game_at("russian", f"W 24:{15 - waiting} hand:{waiting} / B 21:15", W)
        assert ("A double now has no complement" in told(game)) is is_told


def test_bearing_off_is_told_when_the_last_checker_is_home() -> None:
    for point, is_told in ((7, False), (6, True)):
        game = game_at("french", f"W {point}:1 1:14 / B 12:15", W)
        assert ("so you may bear off" in told(game)) is is_told


def test_lost_rolls_are_told_when_three_entry_points_are_closed() -> None:
    """Two closed points lose 4 rolls of 36, three lose 9."""
    two = game_at("backgammon", "W bar:1 6:14 / B 1:8 2:7", W)
    assert "play nothing" not in told(two)
    three = game_at("backgammon", "W bar:1 6:14 / B 1:6 2:5 3:4", W)
    assert told(three).endswith("With 9 of 36 you can play nothing.")


# ---- before a move


def test_the_numbers_of_a_roll() -> None:
    game = moving("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", 3, 1)
    assert told(game) == "Play the 3 and the 1."
    assert told(played(game, "8/5")) == "Now the 1."


def test_a_double_with_all_that_follows() -> None:
    game = moving("russian", "W 24:5 23:10 / B 18:1 12:14", 4, 4)
    assert told(game) == "First four 4s. Then four 3s; play them all to earn an extra roll."
    game = played(game, "24/20")
    assert told(game) == "Now three 4s. Then four 3s; play them all to earn an extra roll."
    game = played(game, "24/20 24/20 24/20")
    assert told_after(game) == "", "it is said before the move"
    assert told(game) == "Now the complement: play four 3s. Then you have an extra roll."
    game = played(game, "23/20 23/20 23/20 23/20")
    assert told_after(game) == ""
    assert told(game) == "Roll both dice. 32 of the 36 rolls can hit."


def test_a_double_without_complement() -> None:
    assert told(moving("backgammon", "W 24:2 13:13 / B 6:15", 4, 4)) == "Play four 4s."


def test_the_first_double() -> None:
    game = moving("falood", "W 24:5 23:10 / B 18:1 12:14", 4, 4, had=[B])
    assert told(game) == "Play four 4s. There is no complement: it is your first double."
    game = played(game, "24/20 24/20 24/20 24/20")
    assert told_after(game) == ("No complement and no extra roll: it is the side's first double.")


def test_a_double_while_checkers_wait() -> None:
    line = "W 24:10 hand:5 / B 18:1 12:14"
    assert told(moving("russian", line, 4, 4)) == (
        "Play four 4s. Enter all the checkers in your hand first."
        " There is no complement until all your checkers have entered."
    )
    line = "W 24:11 hand:4 / B 18:1 12:14"
    assert told(moving("russian", line, 4, 4)) == (
        "First four 4s. Enter all the checkers in your hand first."
        " Then four 3s; play them all to earn an extra roll."
    )
    game = moving("russian", line, 4, 4, free_entry=True)
    either = "Enter checkers, or move those on the board."
    last = "If that enters your last checkers, then four 3s; play them all to earn an extra roll."
    assert told(game) == f"First four 4s. {last} {either}"
    assert told(played(game, "24/20")) == (
        f"Now three 4s. There is no complement until all your checkers have entered. {either}"
    )


def test_the_bar_comes_first() -> None:
    game = moving("backgammon", "W 8:14 bar:1 / B 6:15", 6, 4)
    assert told(game) == "Play the 6 and the 4. Enter your checker on the bar first."
    game = moving("backgammon", "W 13:13 bar:2 / B 11:15", 6, 4)
    assert told(game) == "Play the 6 and the 4. Enter your two checkers on the bar first."


HIGHER = "W 24:1 4:5 3:5 2:4 / B 13:2 11:6 9:4 7:3"


def test_only_the_higher_number() -> None:
    game = moving("russian", HIGHER, 6, 5)
    assert told(game) == (
        "You can play the 6 or the 5, but not both: it must be the 6. The other one is lost."
    )
    game = moving("russian", HIGHER, 6, 5, higher_number=False)
    assert told(game).startswith("You can play the 6 or the 5, but not both: choose one.")


def test_only_one_of_two_numbers() -> None:
    game = moving("russian", "W hand:15 / B 19:2 hand:13", 6, 4)
    assert told(game) == (
        "You can play only the 4, not the 6."
        " Enter all the checkers in your hand first. The 6 is lost."
    )


def test_both_must_be_played_where_a_move_would_spoil_one() -> None:
    game = moving("russian", "W 12:1 10:1 4:5 3:4 2:4 / B 19:3 17:3 11:5 5:2 1:2", 6, 5)
    assert told(game) == "Play the 6 and the 5. You can play both, so you must."


def test_what_is_lost_with_a_number() -> None:
    line = "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3"
    game = moving("russian", line, 5, 5)
    assert told(game).startswith("First four 5s. Then four 2s;")
    game = played(game, "20/15 20/15 20/15 20/15")
    assert told_after(game) == (
        "All four 5s are played; the complement is four 2s. White cannot play the 2"
        " (Black holds 13 and 1). The extra roll is lost too."
    )
    game = moving("russian", line.replace("20:4", "20:3 22:1").replace("18:3", "17:3"), 5, 5)
    assert told(game) == (
        "You can play only three of the four 5s."
        " The rest is lost; the complement and the extra roll are lost too."
    )


def test_trap_or_hit() -> None:
    game = moving("never-finishing", "W 13:6 9:3 8:3 6:3 / B 24:6 18:1 13:4 8:4", 2, 1)
    assert told(game) == "Play the 2 and the 1. Land on a blot, and you hit it or trap it."
    assert told_after(played(game, "9/7*")) == (
        "A hit: Black must enter that checker from the bar before anything else."
    )
    trapped = played(game, "9/7^")
    assert told_after(trapped) == (
        "A trap: that checker cannot move, and Black cannot land there, until White leaves."
    )
    assert told_after(played(trapped, "7/6")) == "Black's checker is free again, and a blot."


def test_no_trap_is_offered_where_none_can_be() -> None:
    game = moving("backgammon", "W 13:6 9:3 8:3 6:3 / B 24:6 18:1 13:4 8:4", 2, 1)
    assert "trap" not in told(game)


def test_bearing_off_and_winning() -> None:
    game = moving("backgammon", "W 6:2 5:2 off:11 / B 6:15", 6, 5)
    assert told(game) == "Play the 6 and the 5. You may bear off."
    game = moving("backgammon", "W 6:1 off:14 / B 6:14 24:1", 6, 5)
    assert told(game) == "Bear off your last checker and you win."
    game = moving("backgammon", "W 1:2 off:13 / B 6:15", 6, 5)
    assert told(game) == "Bear off your last two checkers and you win."


def test_why_a_win_is_worth_what_it_is() -> None:
    game = moving("never-finishing", "W 6:1 off:14 / B 6:15", 6, 5)
    assert told_after(played(game, "6/off")) == (
        "White has borne off everything and wins 2 points. A gammon: Black has borne nothing off."
    )


# ---- after a 2-1


def test_a_1_2_and_the_choice() -> None:
    game = moving("falood", "W hand:15 / B 19:2 hand:13", 1, 2)
    assert told(game) == (
        "Play the 2 and the 1. Enter all the checkers in your hand first."
        " Then four 5s or four 6s, as you choose; play them all to earn an extra roll."
    )
    game = played(game, "hand/24 hand/23")
    assert game.phase is Phase.CHOOSE
    assert told(game) == (
        "Choose four 5s or four 6s; play them all to earn an extra roll."
        " Right now you can play all of the 5s and none of the 6s."
    )
    game = game.apply(ChooseDoubles(5))
    assert told(game) == (
        "Play four 5s. Enter all the checkers in your hand first. Then you have an extra roll."
    )


# ---- the opponent completes

COMPLETING = "W 20:6 16:4 12:4 bar:1 / B 21:2 19:2 14:5 10:3 7:3"


def test_the_opponent_completes_and_the_side_goes_on() -> None:
    game = moving("falood", COMPLETING, 6, 4, opponent_completes=True)
    assert told_after(game) == (
        "White cannot play the 6 or the 4, so Black must, as far as possible."
    )
    assert told(game) == (
        "Play the 6 and the 4 for White with your own checkers, one move at a time."
        " After each move, White goes on if possible."
    )
    game = played(game, "19/15")
    assert told_after(game) == "Now White can go on."
    assert told(game) == "Now the 6. Enter your checker on the bar first."


def test_what_cannot_be_played_goes_to_the_opponent() -> None:
    line = "W 22:5 20:6 hand:4 / B 19:4 18:11"
    game = moving("falood", line, 6, 4, opponent_completes=True)
    assert "Black plays the numbers that you cannot." in told(game)


@pytest.mark.parametrize(
    ("line", "dice", "text"),
    [
        ("W 11:15 / B 6:2 2:2 18:11", (5, 4), "cannot play the 5"),
        ("W 11:15 / B 6:2 7:2 18:11", (5, 4), "cannot play the 5 or the 4"),
        ("W 11:15 / B 6:2 18:13", (5, 5), "can play none of the four 5s"),
        ("W 21:1 11:14 / B 6:2 18:13", (5, 5), "cannot play the last two 5s"),
        ("W 21:1 16:1 11:13 / B 6:2 18:13", (5, 5), "cannot play the last 5"),
    ],
)
def test_the_numbers_handed_over(line: str, dice: tuple[int, int], text: str) -> None:
    game = moving("russian", line, *dice, opponent_completes=True)
    while game.phase is Phase.MOVE:
        game = game.apply(game.moves[0])
    assert told_after(game).startswith(f"White {text}, so Black must")


# ---- afterwards


def test_an_answer_has_at_most_160_characters() -> None:
    won = Game.start(RULESETS["french"]).apply(OpeningRoll(5, 3))
    kept = won.apply(KeepOpening())
    rest = " keeps the two numbers."
    for length, is_told in ((160, True), (161, False)):
        name = "W" * (length - len(rest))
        assert after(kept.events, kept, Naming(name)) == (name + rest) * is_told


def test_what_was_lost_is_told_before_what_is_explained() -> None:
    """With long names there is no room for what was played."""
    game = moving("russian", "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3", 5, 5)
    game = played(game, "20/15 20/15 20/15 20/15")
    text = after(game.events, game, LONG_NAMES)
    assert "cannot play the 2" in text
    assert text.endswith("The extra roll is lost too.")


def test_the_result_is_told_before_what_it_is_worth() -> None:
    game = moving("never-finishing", "W 6:1 off:14 / B 6:15", 6, 5)
    over = played(game, "6/off")
    text = after(over.events, over, Naming("W" * 80, "M" * 80))
    assert "wins 2 points" in text
    assert "gammon" not in text


def test_the_opening_is_told() -> None:
    start = Game.start(RULESETS["french"])
    assert told_after(start.apply(OpeningRoll(4, 4))) == "Both roll a 4, so both roll again."
    won = start.apply(OpeningRoll(5, 3))
    assert told_after(won) == "White rolls 5, Black 3: White starts."
    assert told_after(won.apply(KeepOpening())) == "White keeps the two numbers."
    assert told_after(won.apply(RerollOpening())) == "White rerolls both dice."


def test_nothing_is_said_where_nothing_needs_explaining() -> None:
    game = moving("backgammon", "W 24:2 13:13 / B 6:15", 4, 1)
    assert told_after(game) == ""
    assert told_after(played(game, "24/20")) == ""


def test_why_a_number_is_lost_is_told_once_if_it_is_the_same_for_both() -> None:
    line = "W 24:1! 1:14 / B 13:14 1:1"
    game = moving("never-finishing", line, 6, 5)
    assert told_after(game) == (
        "White cannot play the 6 or the 5 (the checker on point 24 is trapped and cannot move)."
    )


def test_a_whole_play_is_told_at_once_and_each_hit_counts() -> None:
    line = "W 13:2 8:2 6:11 / B 24:1 20:1 18:1 6:12"
    for dice, plays, said in (
        ((3, 2), ("8/5*", "13/11"), "A hit: Black must enter that checker"),
        ((3, 1), ("8/5*", "8/7*"), "Two hits: Black must enter those checkers"),
    ):
        game = moving("backgammon", line, *dice)
        events: list[Event] = []
        for text in plays:
            game = played(game, text)
            events += game.events
        assert after(events, game, STANDARD) == f"{said} from the bar before anything else."


def test_before_a_roll_it_says_what_the_36_rolls_can_do() -> None:
    """Every roll with a 1, from 6, or a 2, from 7."""
    game = game_at("backgammon", "W 7:1 6:14 / B 20:1 12:14", W)
    assert told(game) == "Roll both dice. 20 of the 36 rolls can hit."


def test_an_agreed_draw() -> None:
    game = Game.start(RULESETS["french"]).apply(AgreeDraw())
    assert told_after(game) == "Both agree to a draw: no points."
    assert told(game) == ""


# ---- in every game


def owed_in(text: str) -> set[int]:
    """The numbers to be played that a text names: not points, and not what leads where."""
    text = re.sub(r"points? [\d, ]+(and \d+)?|a [1-6] leads.*?\.|, a 6 to [^.]*\.", "", text)
    counted = re.findall(r"(?:one|two|three|four|the) ([1-6])s?\b", text.lower())
    return {int(number) for number in counted}


def may_be_named(game: Game) -> set[int]:
    """The numbers left, and those of the stages to come."""
    named = set(game.left)
    for stage in game.rolled.stages if game.rolled else ():
        if stage.status is Status.DUE:
            named |= set(stage.numbers) or {5, 6}
    return named | ({5, 6} if game.phase is Phase.CHOOSE else set())


SAID: dict[type[Event], str] = {
    GameEnded: "draw|wins|drawn",
    StageLost: "cannot play|can play n",
    HandedOver: "can.* play .*, so .* must",
    Resumed: "can go on",
    StageWithheld: "No complement and no extra roll",
    OpeningTied: "Both roll",
    OpeningWon: "starts",
}


@few
@given(game_rules, game_seeds)
def test_in_every_game_it_is_exact_and_short_and_tells_what_matters(
    rules: Rules, seed: int
) -> None:
    promise = ""
    for game, _, following in walk(rules, seed, 120):
        text = told(game)
        expect_what_is_owed(game, text)
        expect_what_matters(following)
        if game.phase is Phase.MOVE and game.stage and not game.stage.moves:
            is_face = game.stage.kind is StageKind.FACE
            promise = text if is_face else text.replace("There is no complement", "")
            few = re.search(r"[Yy]ou can play only|but not both", text)
            assert bool(few) == game.has_unplayable or game.can_win
        if following.phase in (Phase.ROLL, Phase.ROLL_AGAIN, Phase.OVER):
            expect_kept(promise, following)
            promise = ""


def expect_what_is_owed(game: Game, text: str) -> None:
    assert text.endswith(".")
    named = owed_in(text)
    assert game.can_win or set(game.left) <= named
    assert named <= may_be_named(game)
    for naming in (STANDARD, LONG_NAMES):
        assert 0 < len(before(game, naming)) <= MAX_LENGTH


def expect_kept(promise: str, following: Game) -> None:
    """What follows a stage has come, if it was promised without an if."""
    is_over = following.is_over
    if ". Then you have an extra roll." in promise:
        assert following.phase is Phase.ROLL_AGAIN or is_over
    if "There is no complement" in promise and not is_over:
        assert any(isinstance(event, StageWithheld) for event in following.events)


def expect_what_matters(following: Game) -> None:
    """The latest events are told, whatever the names, and never at length."""
    assert not (following.is_over and told(following))
    text = told_after(following)
    long = after(following.events, following, LONG_NAMES)
    for each in (text, long):
        assert len(each) <= MAX_LENGTH
        assert each == "" or each.endswith(".")
    for event in following.events:
        if type(event) in SAID:
            assert re.search(SAID[type(event)], text), (event, text)
            assert isinstance(event, StageWithheld) or re.search(SAID[type(event)], long)
        if isinstance(event, Moved) and len(following.events) == 1:
            assert ("A hit:" in text) == (event.move.effect is Effect.HIT)
            assert ("A trap:" in text) == (event.move.effect is Effect.TRAP)
            assert ("is free again" in text) == event.freed_checker


def test_both_reasons_to_withhold_are_told() -> None:
    assert {Withheld.FIRST_DOUBLE, Withheld.STILL_ENTERING} == set(Withheld)
    told_of = {
        told_after(played(moving(name, line, 6, 6, had=had), "hand/19 hand/19 hand/19 hand/19"))
        for name, line, had in (
            ("falood", "W hand:15 / B hand:15", ()),
            ("russian", "W hand:15 / B hand:15", ()),
        )
    }
    assert len(told_of) == 2
