"""Hints, the tutor and the review for decisions about the doubling cube."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from backgammon_tui.analysis.cube_rating import cube_error, rate_cube
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Double,
    Game,
    Match,
    Pass,
    Phase,
    Roll,
    ScoreBefore,
    StartingPosition,
    Take,
)
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Work
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import TutorWarning, advise, judge, judge_roll
from backgammon_tui.modes.play.state import PlayState, Waits
from backgammon_tui.settings import Help, Settings, Tutor
from backgammon_tui.words.advice import describe_finding
from tests.engine.examples import rules_named
from tests.storage.matches import SEED, new_match

RULES = rules_named("backgammon", cube=True)
EVEN = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"
TAKE = "W 6:3 5:3 4:3 3:3 2:3 / B 8:1 6:3 5:3 4:3 3:3 2:2; W to move"
PASS = "W 6:1 5:3 4:3 3:3 2:3 off:2 / B 6:4 5:4 4:4 3:2 off:1; W to move"
MISSED = "W 8:3 7:2 6:4 5:2 4:2 3:2 / B 9:2 8:3 7:2 6:3 5:2 4:2 3:1; W to move"
TOO_GOOD = "W 8:1 7:2 6:2 5:2 4:2 3:2 2:2 1:2 / B bar:3 6:4 5:4 4:4; W to move"


def game_of(line: str) -> Game:
    return StartingPosition.parse(line).game(RULES)


HINTS = {
    EVEN: r"Roll: you win about 5\d ± 2 %, \d+ ± 1 % with a gammon. A double would cost about"
    r" 0\.\d\d points of the score; your opponent should take\.",
    TAKE: r"Double: you win about 7\d ± 1 %, \d+ ± 1 % with a gammon; your opponent should take."
    r" Rolling would cost about 0\.\d\d points of the score\.",
    PASS: r"Double: .*; your opponent should pass\. Rolling would be about as good\.",
    TOO_GOOD: r"Roll: .* You are too good to double: your opponent should pass\.",
}


@pytest.mark.parametrize("line", HINTS)
def test_hint_before_a_roll_describes_the_double(line: str) -> None:
    assert re.fullmatch(HINTS[line], advise(game_of(line), ()).message)


def test_hint_at_a_double_highlights_its_answer() -> None:
    for line, key, verb in ((TAKE, "y", "Take"), (PASS, "n", "Pass")):
        advice = advise(game_of(line).apply(Double()), ())
        assert advice.answer == key
        pattern = rf"{verb}: you win about \d+ ± 1 %. Here you should take from 2\d % on\."
        assert re.fullmatch(pattern, advice.message)


def test_hint_depends_on_the_score() -> None:
    game = game_of(EVEN)
    match = Match(RULES, 5, (), ScoreBefore(2, 4, after_crawford=True))
    assert advise(game, (), match).message.startswith("Double: ")
    assert advise(game, ()).message.startswith("Roll: ")


def test_hint_is_offered_before_a_roll_only_with_a_live_cube() -> None:
    for cube, offered in ((True, True), (False, False)):
        record = replace(new_match(rules_named("backgammon", cube=cube)), help=Help.ON)
        table = Table.begin_at(record, StartingPosition.parse(EVEN), None)
        state = PlayState.open(table, Settings())
        assert (not state.why_no_hint) is offered


# ---- costs


def test_costs_match_the_wrong_action() -> None:
    for line, action, other in ((EVEN, None, Double()), (TAKE, Double(), None)):
        rating = rate_cube(game_of(line), Match(RULES))
        assert rating.cost(action) == 0.0
        assert rating.cost(other) > 0.0
    rating = rate_cube(game_of(PASS).apply(Double()), Match(RULES))
    assert rating.cost(Pass()) == 0.0
    assert rating.cost(Take()) > 0.2
    # The costs are in points at the value of the cube.
    owned = StartingPosition.parse(f"{PASS}; cube 4 W").game(RULES)
    cost = rate_cube(owned, Match(RULES)).cost(Take())
    assert cost == pytest.approx(rating.cost(Take()), abs=0.2)


def choices(line: str, *actions: object) -> list[Choice]:
    findings = review(game_of(line), actions)  # type: ignore[arg-type]
    return [finding for finding in findings if isinstance(finding, Choice)]


def test_review_reports_wrong_decisions() -> None:
    missed, *_ = choices(TAKE, Roll(6, 5))
    assert (missed.made, missed.best) == ((), (Double(),))
    assert not [choice for choice in choices(EVEN, Roll(6, 5)) if choice.made == ()]
    early, taken = choices(EVEN, Double(), Take())
    assert (early.made, early.best) == ((Double(),), ())
    assert early.reported_cost > 0.1
    assert (taken.made, taken.cost) == ((Take(),), 0.0)
    words = r"\?+!? \w+: doubling costs 0\.\d\d points of the score\. Better: rolling \(5\d %.*"
    assert re.fullmatch(words, describe_finding(early, 1))
    _, wrong = choices(PASS, Double(), Take())
    assert (wrong.best, wrong.side) == ((Pass(),), early.side.other)
    assert wrong.win < 0.2


@pytest.mark.parametrize("cube", ["", "; cube 2 W", "; cube 4 W"])
def test_costs_say_when_the_cube_multiplies_them(cube: str) -> None:
    """Each cost is for a cube at 1, so with a turned one it is not in points of the score."""
    game = game_of(f"{MISSED}{cube}")
    asked, finding = judge_roll(game, 0.05, Match(RULES)), next(review(game, [Roll(6, 5)]))
    wrong = judge(game_of(f"{PASS}{cube}").apply(Double()), (Take(),), 0.1)
    assert asked
    assert wrong
    texts = (
        advise(game, ()).message,
        asked.text,
        wrong.text,
        describe_finding(finding, game.stake),
    )
    for text in texts:
        assert re.search(r"0\.\d\d points of the score", text)
        assert ("points of the score times the cube" in text) is bool(cube)


@pytest.mark.parametrize("line", [EVEN, TAKE, PASS, TOO_GOOD])
def test_hint_states_no_cost_within_its_error(line: str) -> None:
    for cube in ("", "; cube 2 W"):
        game = game_of(f"{line}{cube}")
        rating = rate_cube(game, Match(RULES))
        cost = max(rating.cost(None), rating.cost(Double()))
        is_stated = "would cost" in advise(game, ()).message
        assert is_stated is (cost > cube_error(RULES, cost) and not rating.advice.is_too_good)


# ---- the tutor


def test_tutor_warns_of_a_wrong_answer_and_undoes_it() -> None:
    game = game_of(PASS).apply(Double())
    warning = judge(game, (Take(),), 0.1)
    assert warning
    assert warning.text.startswith("Taking costs about ")
    assert "The computer's choice: passing." in warning.text
    assert judge(game, (Pass(),), 0.1) is None
    record = replace(new_match(RULES), help=Help.TUTOR)
    table = Table.begin_at(record, StartingPosition.parse(PASS), None).apply(Double(), Take())
    mode = PlayMode(PlayState.open(table, Settings()))
    tutor = mode.tutor()
    assert tutor
    opinion = tutor.run()
    assert isinstance(opinion, TutorWarning)
    asked, _ = mode.show_verdict(opinion) if mode.state.is_tutored else (mode, ())
    state = opinion.apply_answer(asked.state.ask(opinion), opinion.answers[0])
    assert state.table.game.phase is game.phase


def asked_to_roll(line: str, help: Help = Help.TUTOR) -> PlayMode:
    """Return the mode after Space before a roll and, if it has begun, the tutor's opinion."""
    record = replace(new_match(RULES), help=help)
    dice = FairDice(SEED)
    table = Table.begin_at(record, StartingPosition.parse(line), dice)
    options = replace(Settings(), tutor=min(Tutor, key=lambda limit: float(limit.value)))
    mode, effects = PlayMode(PlayState.open(table, options)).handle(Key.SPACE)
    for work in effects:
        if isinstance(work, Work):
            assert mode.state.game.awaits_roll
            mode, _ = work.then(mode, work.run())
    return mode


def test_tutor_asks_before_a_roll_that_misses_a_double() -> None:
    mode = asked_to_roll(MISSED)
    question = mode.state.question
    assert question
    assert re.fullmatch(
        r"Rolling now costs about 0\.\d\d points of the score\. Double first\?", question.text
    )
    assert mode.state.highlighted is None
    assert mode.state.game.phase is Phase.ROLL
    doubled, _ = mode.handle("d")
    assert doubled.state.game.phase is Phase.DOUBLED
    rolled, _ = mode.handle("r")
    assert rolled.state.game.phase is Phase.MOVE
    waiting, _ = mode.handle(Key.ESCAPE)
    assert waiting.state.waits_for is Waits.ROLL


def test_withheld_help_asks_without_the_cost() -> None:
    question = asked_to_roll(MISSED, Help.TRY).state.question
    assert question
    assert question.text == "Rolling now may be costly. Double first?"


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (EVEN, Help.TUTOR),
        (TOO_GOOD, Help.TUTOR),
        (MISSED, Help.ON),
        (f"{MISSED}; cube 2 B", Help.TUTOR),
    ],
)
def test_roll_without_a_missed_double_is_rolled_at_once(line: str, help: Help) -> None:
    assert not asked_to_roll(line, help).state.game.awaits_roll
