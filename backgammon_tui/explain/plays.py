"""Facts about plays: themes, losses in reviewed games, and hints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.analysis.bear_off import may_meet
from backgammon_tui.analysis.difference import Aspect, Counts, count, differences, is_race, outside
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.analysis.value import Estimate, estimates
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Effect,
    Game,
    KeepOpening,
    Phase,
    Place,
    Play,
    RerollOpening,
    Side,
)
from backgammon_tui.explain.facts import MIN_POINTS, play_made


class Theme(Enum):
    """A theme: the most important difference between two plays."""

    ENTERING = "entering and the complement"
    POINTS = "points and primes"
    HIT = "hit or not"
    TRAP = "trap or hit"
    SAFETY = "safety"
    BEARING_OFF = "bearing off"
    RACING = "racing"
    EXTRA_ROLL = "an extra roll"
    OPENING = "keep or reroll"


_THEMES: Final = {
    Aspect.HIT: Theme.HIT,
    Aspect.TRAPPED: Theme.TRAP,
    Aspect.OWN_TRAPPED: Theme.TRAP,
    Aspect.TO_ENTER: Theme.ENTERING,
    Aspect.COMPLEMENT: Theme.ENTERING,
    Aspect.SHOTS: Theme.SAFETY,
    Aspect.BLOTS: Theme.SAFETY,
    Aspect.THEIR_ROLLS: Theme.EXTRA_ROLL,
    Aspect.OWN_ROLLS: Theme.EXTRA_ROLL,
    Aspect.POINTS: Theme.POINTS,
    Aspect.PRIME: Theme.POINTS,
    Aspect.SHUT_OUT: Theme.POINTS,
}


def strikes(play: Play) -> int:
    return sum(move.effect is not Effect.NOTHING for move in play.moves)


def theme_of(game: Game, best: Play, second: Play) -> Theme:
    """Return the theme of two plays: the greatest advantage of the best one."""
    side = game.actor
    assert side
    position = best.position
    if any(move.effect is Effect.TRAP for play in game.legal_plays() for move in play.moves):
        if strikes(best) or strikes(second):
            return Theme.TRAP
    elif bool(strikes(best)) != bool(strikes(second)):
        return Theme.HIT
    if position.count(side, Place.OFF):
        return Theme.BEARING_OFF
    if game.position.to_enter(side):
        return Theme.ENTERING
    if game.left.count(game.left[0]) > 1 and game.rules.doubles.have_complement:
        playable = {game.outlook(play.position) for play in (best, second)}
        return Theme.EXTRA_ROLL if len(playable) == 1 else Theme.ENTERING
    if all(is_race(game, play.position) for play in (best, second)):
        return Theme.RACING
    gains = (gain.aspect for gain in differences(game, best, second) if gain.weight > 0)
    return next((_THEMES[aspect] for aspect in gains if aspect in _THEMES), Theme.POINTS)


class GamePart(Enum):
    OPENING = "keeping or rerolling"
    ENTERING = "entering"
    MIDDLE = "the middle game"
    RACE = "racing home"
    BEARING_OFF = "bearing off"


class ReviewedGame(NamedTuple):
    game: int
    """The row number of the game in the journal."""

    ruleset: str
    opponent: str
    finished: str
    """The time when it ended: UTC, in ISO form."""

    history: Sequence[Game]
    choices: tuple[Choice, ...]

    @property
    def lost(self) -> float:
        return _mean(self.choices)


class Losses(NamedTuple):
    games: tuple[ReviewedGame, ...]
    """Latest game first; games without a choice are omitted."""

    parts: tuple[tuple[GamePart, int, float], ...]
    """Number of choices and points lost in each part of a game."""

    themes: tuple[tuple[Theme, float], ...]
    """Points lost by mistakes of each theme, most costly first."""

    def mean(self, start: int, end: int) -> float:
        return _mean([choice for game in self.games[start:end] for choice in game.choices])


def _mean(choices: Sequence[Choice]) -> float:
    return sum(choice.reported_cost for choice in choices) / max(len(choices), 1)


def losses(games: Iterable[ReviewedGame]) -> Losses:
    counted = tuple(game for game in games if game.choices)
    parts: defaultdict[GamePart, list[float]] = defaultdict(list)
    themes: defaultdict[Theme, float] = defaultdict(float)
    for game in counted:
        for choice in game.choices:
            before = game.history[choice.at]
            parts[part_of(before, choice.side)].append(choice.reported_cost)
            if choice.reported_cost >= MIN_POINTS:
                themes[_theme(before, choice)] += choice.reported_cost
    return Losses(
        counted,
        tuple((part, len(parts[part]), sum(parts[part])) for part in GamePart if parts[part]),
        tuple(sorted(themes.items(), key=lambda item: -item[1])),
    )


def part_of(game: Game, side: Side) -> GamePart:
    position = game.position
    if game.phase is Phase.KEEP_OR_REROLL:
        return GamePart.OPENING
    if position.to_enter(side):
        return GamePart.ENTERING
    if not outside(position, side):
        return GamePart.BEARING_OFF
    return GamePart.MIDDLE if may_meet(game.rules, position) else GamePart.RACE


def _theme(game: Game, choice: Choice) -> Theme:
    if game.phase is Phase.CHOOSE:
        return Theme.EXTRA_ROLL
    made, best = (play_made(game, actions) for actions in (choice.made, choice.best))
    return theme_of(game, best, made) if made and best else Theme.OPENING


_MAX_HINTS: Final = 3
_MAX_EXPLAINED: Final = 12


class HintedPlay(NamedTuple):
    estimate: Estimate
    counts: Counts | None
    """Counts for comparing plays; None if there is only one play."""


class Hints(NamedTuple):
    plays: tuple[HintedPlay, ...]
    """The computer's choice first; empty if no play is awaited."""

    explained: tuple[HintedPlay, ...] = ()
    """The next best plays, in case the player asks about one of them."""

    others: float = 0.0
    """Cost of the best play outside `plays`; 0 if there is none."""


def hinted(game: Game, *, at_once: bool = False) -> Hints:
    """Return the computer's favourite plays, best first; `NotJudged` if it rates no plays here.

    `at_once` makes a quick estimate in milliseconds instead of tenths of a second.
    """
    ranked = estimates(game, at_once=at_once)
    is_choice = len(ranked) > 1
    plays = tuple(
        HintedPlay(estimate, count(game, estimate.play) if is_choice else None)
        for estimate in ranked[: _MAX_HINTS if at_once else _MAX_EXPLAINED]
    )
    others = ranked[_MAX_HINTS].cost if ranked[_MAX_HINTS:] else 0.0
    return Hints(plays[:_MAX_HINTS], plays[_MAX_HINTS:], others)


def judged_answers(game: Game) -> list[Choice]:
    """Rate each answer to the opening roll, or each double after a 2-1."""
    answers: tuple[Action, ...] = (ChooseDoubles(5), ChooseDoubles(6))
    if game.phase is Phase.KEEP_OR_REROLL:
        answers = (KeepOpening(), RerollOpening())
    findings = (finding for answer in answers for finding in review(game, [answer]))
    return [finding for finding in findings if isinstance(finding, Choice)]
