"""Examples: what they tell, and that the engine has the last word."""

from __future__ import annotations

from typing import Any

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.rulebook.pages import Block, Listing, Picture, describe_example
from tests.engine.examples import B, rules_named
from tests.teach.lessons.example_claims import claims_checked


def example(
    name: str, starting_position: str, *steps: str, **table_rules: Any
) -> tuple[Block, ...]:
    """The blocks of an example, by default with White to move."""
    if ";" not in starting_position:
        starting_position += "; W to move"
    text = "\n".join(f"> {step}" for step in steps)
    with claims_checked():
        return describe_example(rules_named(name, **table_rules), starting_position, text)


def told(name: str, starting_position: str, *steps: str, **table_rules: Any) -> tuple[str, ...]:
    """What the steps of an example are in words."""
    listing = example(name, starting_position, *steps, **table_rules)[-1]
    assert isinstance(listing, Listing)
    return listing.items


# ---- what is told

BLOT = "W 24:1 hand:14 / B hand:15; B to move"


def test_rolls_plays_and_refusals_are_told_in_words() -> None:
    steps = ("B rolls 4-1", "B cannot hand/24*/20: hand first", "B plays hand/24* hand/21")
    assert told("russian", BLOT, *steps) == (
        "Black rolls 4-1.",
        "hand/24*/20 is not allowed."
        " Black must enter from the hand before any other checker moves.",
        "Black plays hand/21 hand/24*.",
    )


def test_the_picture_comes_first() -> None:
    picture, _ = example("russian", BLOT, "B rolls 4-1")
    assert isinstance(picture, Picture)
    assert (str(picture.position), picture.side) == ("W 24:1 hand:14 / B hand:15", B)


@pytest.mark.parametrize("name", RULESETS)
def test_the_start_needs_no_picture(name: str) -> None:
    assert len(example(name, "start; B to move; first double W", "B rolls 2-1")) == 1


def test_show_is_a_picture_of_how_things_stand() -> None:
    steps = ("B rolls 4-1", "B plays hand/21 hand/24*", "show", "W rolls 2-1")
    *_, before, picture, after = example("russian", BLOT, *steps)
    assert isinstance(picture, Picture)
    assert str(picture.position) == "W hand:14 bar:1 / B 24:1 21:1 hand:13"
    assert isinstance(before, Listing)
    assert isinstance(after, Listing)
    # Black's blot on point 24 is hit by the checker from the bar, or the 2 enters it.
    assert after.items == ("White rolls 2-1.",)


def test_what_follows_from_a_play_is_told_by_itself() -> None:
    assert told("russian", "start", "W rolls 3-3", "W plays hand/22(4)")[1] == (
        "White plays hand/22(4). No complement and no extra roll: not all checkers have entered."
    )
    assert told("backgammon", "W bar:1 6:14 / B 6:2 5:2 1:11", "W rolls 6-5") == (
        "White rolls 6-5. White cannot play the 6 (Black holds 19) or the 5 (Black holds 20).",
    )


def test_or_goes_back_to_the_roll() -> None:
    items = told("backgammon", "start", "W rolls 3-1", "W plays 8/5 6/5", "or W plays 24/21/20")
    assert items[2] == "White could also play 24/21/20."


def test_a_chosen_double_and_another_roll() -> None:
    steps = ("W rolls 1-2", "W plays hand/24 hand/23", "W chooses 5", "W plays hand/20(4)")
    assert told("falood", "start", *steps, "W rolls again 6-4")[2:] == (
        "White chooses four 5s.",
        "White plays hand/20(4). White has earned an extra roll: all the numbers have been played.",
        "An extra roll: White rolls 6-4.",
    )


def test_the_opponent_may_have_to_complete_a_stage() -> None:
    starting_position = "W 20:6 16:4 12:4 bar:1 / B 21:2 19:2 14:5 10:3 7:3"
    steps = ("W rolls 6-4", "then B to play 6 4", "B plays 19/15", "W plays bar/19*")
    items = told("russian", starting_position, *steps, opponent_completes=True)
    assert items[1] == "Black plays 19/15. White can go on with the 6 (to 19)."


# ---- what is claimed

LAST = "W 1:1 off:14 / B 20:1 6:14"
CLOSED = "W bar:1 6:14 / B 6:2 5:2 1:11"


@pytest.mark.parametrize(
    ("name", "starting_position", "steps"),
    [
        ("russian", "start", ["W rolls 5-3", "then W to play 5 3"]),
        ("russian", "start", ["W rolls 5-3", "then W hand:15 / B hand:15"]),
        ("backgammon", CLOSED, ["W rolls 6-5", "then lost 6 5", "then B rolls"]),
        ("backgammon", LAST, ["W rolls 6-5", "W plays 1/off", "then W wins 3"]),
        (
            "russian",
            "start",
            ["W rolls 3-3", "W plays hand/22(4)", "then not granted: still entering"],
        ),
        (
            "falood",
            "start",
            ["W rolls 1-2", "W plays hand/24 hand/23", "then W to choose"],
        ),
        ("never-finishing", "W 24:1! 1:14 / B 24:1! 1:14", ["then drawn"]),
    ],
)
def test_claims_that_are_true(name: str, starting_position: str, steps: list[str]) -> None:
    example(name, starting_position, *steps)


@pytest.mark.parametrize(
    ("name", "starting_position", "steps", "said"),
    [
        ("russian", "start", ["W dances"], "W dances: this is no step of an example"),
        ("russian", "start", ["W rolls 7-1"], "this is no step"),
        ("russian", "start", ["B rolls 5-3"], "it is not Black who acts now"),
        ("russian", "start", ["W rolls 5-3", "W rolls 5-3"], "cannot be done now"),
        ("russian", BLOT, ["B rolls 4-1", "B plays hand/22"], "No number left enters"),
        ("russian", BLOT, ["B rolls 4-1", "B plays sideways"], "not a move"),
        ("russian", BLOT, ["B rolls 4-1", "B cannot hand/21: blocked"], "hand/21 is allowed"),
        ("russian", BLOT, ["B rolls 4-1", "B cannot hand/22: blocked"], "'number not there'"),
        ("russian", BLOT, ["B rolls 4-1", "B cannot hand/22: bad luck"], "'number not there'"),
        ("russian", "start", ["W rolls 5-3", "then W wins 1"], "but .*; W to play 5 3"),
        ("falood", "start", ["W rolls 5-3", "W chooses 5"], "cannot be done now"),
        # Where one checker goes home and another is hit or trapped, it must be said which.
        (
            "never-finishing",
            "W 13:14 9:1 / B 18:1 24:14",
            ["W rolls 2-1", "W plays 9/7"],
            "may mean 2 different plays",
        ),
    ],
)
def test_what_the_engine_denies_is_refused(
    name: str, starting_position: str, steps: list[str], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as refusal:
        example(name, starting_position, *steps)
    assert str(refusal.value).startswith(f"{steps[-1]}: ")


def test_a_claim_has_no_text_of_its_own() -> None:
    with pytest.raises(ValueError, match="text belongs to a step that is shown"):
        example("russian", "start", "W rolls 5-3", "then W to play 5 3\nNow it goes on.")
