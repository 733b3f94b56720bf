from __future__ import annotations

import dataclasses
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Cause, Place, Reason, Rules
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.columns import TIED, wrap
from backgammon_tui.words.naming import (
    Naming,
    describe_when,
    join,
    name_places,
    numbers,
    playable_part,
    plural,
)
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    change_rule,
    changed_rules,
    describe_changes,
    describe_effect,
    describe_rules,
    read_value,
    write_value,
)
from backgammon_tui.words.terse import describe_due
from backgammon_tui.words.turns import (
    describe_awaited,
    describe_event,
    describe_rolls,
    describe_stages,
    describe_turn,
    describe_worth,
)
from tests.engine.examples import B, W, game_at, played, roll
from tests.engine.strategies import few, game_rules, game_seeds, house_rules, walk

ANNA = Naming("Anna", "Boris")


@pytest.mark.parametrize("cause", Cause)
def test_every_reason_is_a_sentence(cause: Cause) -> None:
    for points, given_numbers in (((24, 20), (4,)), ((Place.HAND, 6), (1, 1)), ((8, 7), (6, 5))):
        text = describe_reason(Reason(cause, W, points, given_numbers), ANNA)
        expect_sentence(text)


def expect_sentence(sentence: str) -> None:
    """Assert that a text is one or more sentences without gaps, double spaces or Python."""
    assert re.fullmatch(r"[A-Z\[0-9].*\.", sentence), sentence
    assert "  " not in sentence
    assert " ." not in sentence
    assert " ," not in sentence
    assert not re.search(r"[<>{}_]|None|Place|Side|'s the|there to there", sentence), sentence


def test_reasons_name_players_points_and_numbers() -> None:
    for reason, sentence in {
        Reason(Cause.NO_CHECKER, W, (13,)): "Anna has no checker on point 13.",
        Reason(Cause.NO_CHECKER, W, (13,), (2,)): "Anna has only 2 checkers on point 13.",
        Reason(Cause.NO_CHECKER, W, (Place.HAND,)): "Anna has no checker in hand.",
        Reason(Cause.BLOCKED, W, (13,), (4,)): "Boris holds point 13.",
        Reason(Cause.NUMBER_NOT_THERE, W, (Place.HAND, 20), (5,)): (
            "No number left enters on point 20; a 5 would."
        ),
        Reason(Cause.NUMBER_NOT_THERE, W, (Place.BAR, Place.OFF)): (
            "A checker must enter before it can bear off."
        ),
        Reason(Cause.NOT_ALL_HOME, B, (24, 13, 8), (5,)): (
            "Boris cannot bear off while checkers are still on points 24, 13 and 8."
        ),
        Reason(Cause.WASTES_NUMBER, B, (8, 5), (3, 3, 3)): (
            "After that, Boris could not play three 3s, which must be played."
        ),
    }.items():
        assert describe_reason(reason, ANNA) == sentence


def test_lists_and_counts_are_joined() -> None:
    for text, expected in (
        (name_places([24, 1]), "points 24 and 1"),
        (name_places([Place.BAR, 6]), "the bar and point 6"),
        (join([]), ""),
        (join(["a"]), "a"),
        (join(["a", "b"]), "a and b"),
        (join(["a", "b", "c"], "or"), "a, b or c"),
        (numbers([5]), "the 5"),
        (numbers([6, 1]), "the 6 and the 1"),
        (numbers([4] * 4), "four 4s"),
        (plural(1, "pip"), "1 pip"),
        (plural(2, "pip"), "2 pips"),
        (playable_part((4,) * 4, 4), "four 4s"),
        (playable_part((4,) * 4, 3), "only three of the four 4s"),
        (playable_part((4,) * 4, 0), "none of the four 4s"),
        (playable_part((4, 4), 1), "only one of the two 4s"),
        (playable_part((6, 5), 2), "the 6 and the 5"),
        (playable_part((6, 5), 1, (5,)), "only the 5"),
        (playable_part((6, 5), 1, (6, 5)), "the 6 or the 5, but not both"),
        (playable_part((6, 5), 1), "only one of the two numbers"),
        (playable_part((6, 5), 0), "neither the 6 nor the 5"),
    ):
        assert text == expected


@few
@given(game_rules, game_seeds)
def test_every_event_has_a_sentence(rules: Rules, seed: int) -> None:
    for _, _, game in walk(rules, seed, 150):
        for event in game.events:
            if text := describe_event(event, ANNA):
                expect_sentence(text)
        expect_sentence(describe_awaited(game, ANNA))
        assert describe_stages(game).isascii()
        if game.last_turn:
            assert describe_turn(game.last_turn, ANNA).startswith(("Anna ", "Boris "))
        worth = describe_worth(game, ANNA)
        assert not worth or worth.endswith(".")


def test_clauses_keep_player_names() -> None:
    line = "W 20:14 bar:1 / B 24:2 22:2 13:11"
    game = game_at("falood", line, W, {W, B}, opponent_completes=True)
    turn = played(roll(game, 3, 1), "13/10 13/12").last_turn
    lost = roll(game_at("french", "W hand:15 / B 4:2 5:2 6:11", W), 4, 4).last_turn
    assert turn
    assert lost
    turn = turn._replace(rolls=turn.rolls + lost.rolls)
    text = describe_rolls(turn, Naming("Anna", "Try again Sam"))
    lost_numbers = "4-4 lost_four_4s, complement_lost".replace("_", TIED)
    assert text == ["3-1 Try again Sam 13/10 13/12", lost_numbers]


def test_no_stage_follows_the_end_of_the_game() -> None:
    game = roll(game_at("russian", "W 4:4 3:4 off:7 / B 24:15", W, [W, B]), 4, 4)
    assert describe_due(game, ANNA) == "four 4s, then four 3s"


# ---- the board


@pytest.mark.parametrize("name", RULESETS)
def test_board_is_narrow_ascii_text(name: str) -> None:
    naming = Naming("A" * 40, "B" * 40)
    results = {game.position: game for _, _, game in walk(RULESETS[name], 17, 200)}
    for game in [*results.values()][::9]:
        board = draw_board(game, naming)
        assert board.isascii()
        assert max(map(len, board.split("\n"))) <= 60


def test_board_shows_stacks_counts_and_trapped_checkers() -> None:
    line = "W 24:14 5:1 / B 24:14 20:1!"
    game = game_at("never-finishing", line, W)
    board = draw_board(game, ANNA)
    assert board.count("  14") >= 2
    assert "x" in board
    assert describe_position(game.position, B, ANNA) == (
        "Boris: 14 on point 24 and 1 trapped on point 20; 356 pips to go."
    )
    assert describe_point(game.rules, game.position, W, 5, ANNA) == (
        "Point 5: Anna 1 and Boris 1 trapped."
    )


def test_board_has_the_movers_numbers_and_letter() -> None:
    for side, letter, first in ((W, "O", "13"), (B, "X", "12")):
        game = game_at("never-finishing", "W 24:15 / B 24:15", side)
        numbers_above = draw_board(game, ANNA).split("\n")[2].split()
        assert (numbers_above[0], numbers_above[6]) == (first, letter)
    shared = game_at("russian", "W 24:15 / B hand:15", B)
    assert draw_board(shared, ANNA).split("\n")[2].split() == [str(n) for n in range(13, 25)]


def test_checkers_off_the_board_are_listed() -> None:
    game = game_at("russian", "W 20:1 hand:12 bar:2 / B off:14 3:1", W)
    assert describe_position(game.position, W, ANNA) == (
        "Anna: 1 on point 20, 12 in hand and 2 on the bar; 370 pips to go."
    )
    message = "Boris: 1 on point 3 and 14 off; 3 pips to go."
    assert describe_position(game.position, B, ANNA) == message


# ---- times

NOW = datetime(2026, 3, 5, 14, 30, tzinfo=UTC)
"""A Thursday."""


def test_times_are_written_briefly() -> None:
    new_year = datetime(2026, 1, 1, 0, 10, tzinfo=UTC)
    kathmandu = NOW.astimezone(timezone(timedelta(hours=5, minutes=45)))
    for moment, now, output in (
        ("2026-03-05T14:05:00+00:00", NOW, "today 14:05"),
        ("2026-03-05T00:00:00+00:00", NOW, "today 00:00"),
        ("2026-03-04T23:59:59+00:00", NOW, "Wed 23:59"),
        # After a week, the weekday alone would be ambiguous.
        ("2026-02-27T09:07:00+00:00", NOW, "Fri 09:07"),
        ("2026-02-26T09:07:00+00:00", NOW, "26 Feb 09:07"),
        ("2026-01-01T00:00:00+00:00", NOW, "1 Jan 00:00"),
        ("2025-12-31T23:59:00+00:00", NOW, "31 Dec 2025"),
        # If the clock was set back, future days are not shown as weekdays.
        ("2026-03-06T08:00:00+00:00", NOW, "6 Mar 08:00"),
        ("2027-03-05T08:00:00+00:00", NOW, "5 Mar 2027"),
        ("2025-12-31T23:50:00+00:00", new_year, "Wed 23:50"),
        # The same moment is on Friday there.
        ("2026-03-05T14:05:00+00:00", kathmandu, "today 19:50"),
        ("2026-03-05T18:05:00+00:00", NOW, "today 18:05"),
        ("2026-03-05T18:25:00+00:00", kathmandu, "6 Mar 00:10"),
    ):
        assert describe_when(moment, now) == output
    with pytest.raises(ValueError, match="'soon'"):
        describe_when("soon", NOW)


@pytest.mark.parametrize("hours", [-12, 0, 14])
def test_times_of_impossible_years_are_written(hours: int) -> None:
    now = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=hours)))
    assert describe_when("0001-01-01T00:00:00+00:00", now).endswith("Jan 1")
    assert describe_when("9999-12-31T23:59:59+00:00", now).endswith(":59")


# ---- house rules


def test_every_house_rule_is_a_field_of_the_rules() -> None:
    kinds = ("bool", "Opening", "Scale")
    fields = {field.name for field in dataclasses.fields(Rules) if field.type in kinds}
    assert {rule.field for rule in HOUSE_RULES} == fields


@pytest.mark.parametrize("name", RULESETS)
def test_sensible_changes_round_trip(name: str) -> None:
    for rule in HOUSE_RULES:
        if rule.makes_sense(RULESETS[name]):
            for value in rule.values:
                changed = change_rule(RULESETS[name], f"{rule.field}={write_value(value)}")
                assert rule.value(changed) == value
                assert read_value(rule, write_value(value)) == value


@given(house_rules())
def test_described_changes_recreate_the_rules(rules: Rules) -> None:
    again = RULESETS[rules.name]
    for rule in changed_rules(rules):
        again = change_rule(again, f"{rule.field} = {write_value(rule.value(rules))}")
    assert again == rules
    assert bool(describe_changes(rules)) == (rules != RULESETS[rules.name])
    assert describe_rules(rules).isascii()


def test_rules_in_brief_have_every_house_rule_that_is_on() -> None:
    for rule in HOUSE_RULES:
        for rules in RULESETS.values():
            if rule.makes_sense(rules) and True in rule.values:
                effect = rule.effect(rules)
                assert effect in describe_rules(rule.change(rules, True))
                assert effect not in describe_rules(rule.change(rules, False))


def test_rules_in_brief_begin_with_moving_and_end_with_scoring() -> None:
    lines = describe_rules(RULESETS["falood"]).splitlines()
    begins = ["Both sides", "All checkers", "Two checkers", "A checker alone", "Doubles", "Each"]
    begins += ["A 2-1", "You must", "You must", "Once all", "One die", "A win"]
    assert all(map(str.startswith, lines, begins))
    assert len(lines) == len(begins)


@pytest.mark.parametrize("setting", ["Free-Entry=ON", " free_entry = on ", "free_entry=on"])
def test_case_spaces_and_hyphens_do_not_matter(setting: str) -> None:
    assert change_rule(RULESETS["russian"], setting).free_entry


@given(st.text(max_size=40))
def test_invalid_setting_is_rejected_in_one_line(setting: str) -> None:
    try:
        change_rule(RULESETS["russian"], setting)
    except ValueError as error:
        message = str(error)
    else:
        return
    assert message.isprintable()


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_effects_of_house_rules_fit_below_their_list(rules: Rules) -> None:
    for rule in HOUSE_RULES:
        if rule.makes_sense(rules):
            for value in rule.values:
                assert len(wrap(describe_effect(rule.change(rules, value), rule), 44)) <= 3
