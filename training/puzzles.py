"""`python -m training.puzzles RULESET ...`: best-play puzzles from self-play, by rollout.

Each puzzle is a throw at which one play is better than all others by 0.08 points at least, and by
twice the error of that difference. The lines go into `teach/quiz/puzzles`. A run that is
interrupted goes on after the last game of which its file tells.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from backgammon_tui.analysis.features import OUTCOMES
from backgammon_tui.analysis.nets import Grade, taught_for
from backgammon_tui.analysis.rollout import BATCH, Rolled, Unit, behind_error
from backgammon_tui.analysis.stages import THROW, BetweenStages, to_play
from backgammon_tui.analysis.value import estimates, judge_for
from backgammon_tui.engine import (
    RULESETS,
    Action,
    Game,
    KeepOpening,
    Move,
    OpeningThrow,
    Phase,
    Place,
    Play,
    Position,
    Rules,
    Side,
    Situation,
    Throw,
    ThrowOpeningAgain,
    ruleset_name,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.levels import Level
from backgammon_tui.players import choose
from backgammon_tui.teach import quiz
from backgammon_tui.teach.quiz.item import Item, Kind
from backgammon_tui.teach.quiz.puzzle import Puzzle
from backgammon_tui.teach.theme import Theme, strikes, theme_of
from training import codes
from training.arrays import PLACES, SIDE, TRAPPED, Array
from training.export import unpacked
from training.games import Story, beginning, net_player, play_game, story
from training.guesses import GUESSES
from training.judging import Seat, seat
from training.rollouts import play_unit

FOLDER: Final = Path(quiz.__file__).parent / "puzzles"

MARGIN: Final = 0.08
"""The least number of points by which the best play is better than any other."""

SURE: Final = 2.0
"""The least number of its standard errors that the margin comes to."""

CUT: Final = 5
LEAST_GAMES, MOST_GAMES = 2 * BATCH, 9 * BATCH
NEAR: Final = 0.3
"""Plays that cost more than this a throw ahead are not rolled out."""

ROLLED: Final = 4
"""The most plays that are rolled out."""

LEAST_PLAYS, MOST_PLAYS = 4, 300
IN_GAME: Final = 2
"""The most puzzles of one game."""

GUESSED: Final = 0.3
"""The part of the puzzles of which a simple guess may be right."""


def main() -> None:
    """Look for puzzles of some rulesets until there are enough."""
    options = _parser().parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.rulesets or RULESETS:
        path = options.folder / f"{name}.txt"
        gather(RULESETS[name], options.count, options.seed, path, options.of_theme)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.puzzles",
        description="Find best-play puzzles in games of the program with itself.",
    )
    parser.add_argument("rulesets", nargs="*", type=ruleset_name, metavar="RULESET")
    parser.add_argument("--count", type=int, default=110, help="puzzles of each ruleset (110)")
    parser.add_argument("--of-theme", type=int, default=24, help="the most of one theme (24)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="for the puzzles")
    return parser


def gather(rules: Rules, wanted: int, seed: int, path: Path, of_theme: int) -> None:
    """Add puzzles to a file until it has as many as wanted; its head tells the games done."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = [Puzzle.parse(line) for line in lines if line and not line.startswith("#")]
    done = (int(line.rsplit(" ", 1)[1]) for line in lines if line.startswith("# games"))
    game = next(done, 0)
    if not found:
        found += opening_puzzles(rules, seed)
    crowd = Crowd(rules, of_theme)
    for puzzle in found:
        crowd.add(puzzle)
    while len(crowd.found) < wanted:
        chance = Random(f"puzzles {rules.name} {seed} {game}")
        in_game = 0
        for situation, dice in moments(rules, seed, game, chance):
            puzzle_found = puzzle_of(rules, situation, dice, seed, crowd)
            if puzzle_found and len(crowd.found) < wanted:
                crowd.add(puzzle_found)
                in_game += 1
                print(rules.name, game, len(crowd.found), puzzle_found, flush=True)
            if in_game == IN_GAME:
                break
        game += 1
        if in_game or game % 50 == 0:
            _write(path, rules, seed, game, crowd.found)


def _write(path: Path, rules: Rules, seed: int, games: int, found: Sequence[Puzzle]) -> None:
    """Write the file so that it is at any moment the old or the new one."""
    head = (
        f"# Puzzles of {rules.title}, made by python -m training.puzzles (seed {seed}).\n"
        "# kind | ruleset | situation | throw | best | second | margin, error | theme |"
        " levels that miss it\n"
        f"# games looked at: {games}\n"
    )
    unfinished = path.with_suffix(".part")
    unfinished.write_text(head + "".join(f"{each}\n" for each in found), encoding="utf-8")
    unfinished.replace(path)


# ---- positions


def moments(
    rules: Rules, seed: int, game: int, chance: Random
) -> Iterator[tuple[Situation, tuple[int, int]]]:
    """Give moments of a game in any order, each with a throw.

    Every other game is played by nets of a few games of training, as people play.
    """
    grade = (Grade.FULL, Grade.EARLY)[game % 2]
    who = _player(rules, grade)
    told = story()
    result = np.zeros(OUTCOMES, np.float32)
    play_game(beginning(rules), who, who, seed, game, True, told, result)
    thrown = [at for at in range(int(told.length[0])) if told.dues[at] == codes.AGAIN_DUE]
    for at in chance.sample(thrown, min(12, len(thrown))):
        yield _situation(rules, told, at), (chance.randint(1, 6), chance.randint(1, 6))


_SEATS: Final[dict[tuple[str, Grade], Seat]] = {}


def _player(rules: Rules, grade: Grade) -> Seat:
    key = rules.name, grade
    if key not in _SEATS:
        net = unpacked(taught_for(rules, grade).data)
        _SEATS[key] = seat(rules, net_player(net, faces=2))
    return _SEATS[key]


def _situation(rules: Rules, told: Story, at: int) -> Situation:
    side = tuple(Side)[int(told.sides[at])]
    had = frozenset(
        each
        for each, first in zip((side, side.other), told.doublets[at], strict=True)
        if rules.first_doublet_face_only and not first
    )
    return Situation(_position(told.boards[at], side), side, had)


def _position(board: Array, side: Side) -> Position:
    """Return the position of a board that `side` sees."""
    told = {}
    for first, player in ((0, side), (SIDE, side.other)):
        places = []
        for place in range(PLACES):
            count = int(board[first + place])
            word = Place(place).word if place in (*Place,) else str(place)
            if count:
                places.append(f"{word}:1!" if count == TRAPPED else f"{word}:{count}")
        told[player] = " ".join(places)
    return Position.parse(f"W {told[Side.WHITE]} / B {told[Side.BLACK]}")


# ---- which puzzles are taken


class Crowd:
    """The puzzles found so far: by theme, with a hit right as often as wrong, hard to guess."""

    def __init__(self, rules: Rules, of_theme: int) -> None:
        self.found: list[Puzzle] = []
        self._rules = rules
        self._of_theme = of_theme
        self._themes: dict[Theme, int] = {}
        self._guessed: dict[str, int] = {}
        self._hits: Counter[tuple[bool, bool]] = Counter()

    def wants(self, game: Game, best: Play, theme: Theme) -> bool:
        """Return True if one more puzzle of this kind does not make them easier to guess."""
        most = GUESSED * (len(self.found) + 10)
        if self._themes.get(theme, 0) >= self._of_theme:
            return False
        if any(self._guessed.get(name, 0) + 1 > most for name in guessed(game, best)):
            return False
        hits = is_hit_right(game, best)
        return hits is None or all(
            self._hits[is_only, hits] <= self._hits[is_only, not hits] + 1
            for is_only in {False, has_one_hit(game)}
        )

    def add(self, puzzle: Puzzle) -> None:
        """Count a puzzle in."""
        self.found.append(puzzle)
        self._themes[puzzle.theme] = self._themes.get(puzzle.theme, 0) + 1
        if puzzle.item.kind is not Kind.BEST:
            return
        game = puzzle.item.game(self._rules)
        best = next(p for p in game.legal_plays() if write_moves(p.moves) == puzzle.item.play)
        for name in guessed(game, best):
            self._guessed[name] = self._guessed.get(name, 0) + 1
        hits = is_hit_right(game, best)
        if hits is not None:
            self._hits.update((is_only, hits) for is_only in {False, has_one_hit(game)})


def guessed(game: Game, best: Play) -> tuple[str, ...]:
    """Return the guesses that find a play."""
    return tuple(name for name, guess in GUESSES.items() if guess(game) == best)


def has_one_hit(game: Game) -> bool:
    """Return True if just one play hits or traps."""
    return sum(bool(strikes(play)) for play in game.legal_plays()) == 1


def is_hit_right(game: Game, best: Play) -> bool | None:
    """Return True if the best play hits, False if only others do, None if none or all do."""
    striking = {bool(strikes(play)) for play in game.legal_plays()}
    return bool(strikes(best)) if len(striking) > 1 else None


# ---- puzzles


def puzzle_of(
    rules: Rules, situation: Situation, dice: tuple[int, int], seed: int, crowd: Crowd
) -> Puzzle | None:
    """Return the puzzle that a throw makes; None if it makes none, or none that is wanted."""
    game = situation.game(rules).apply(Throw(*dice))
    if game.phase is not Phase.MOVE or game.actor is not situation.side:
        return None
    if not LEAST_PLAYS <= len(game.legal_plays()) <= MOST_PLAYS:
        return None
    quick = estimates(game, at_once=True)
    if quick[0].wins or quick[1].cost < MARGIN * 0.75:
        return None
    best, second = quick[0].play, quick[1].play
    if not crowd.wants(game, best, theme_of(game, best, second)):
        return None
    looked = estimates(game)
    best, second = looked[0].play, looked[1].play
    if looked[1].cost < MARGIN or not crowd.wants(game, best, theme_of(game, best, second)):
        return None
    near = [each for each in looked if each.cost < NEAR][:ROLLED]
    if len(near) == 1:
        near = list(looked[:2])
    rolled = _rolled_out(rules, game, [each.play for each in near], seed)
    if rolled is None or rolled[0].play != best:
        return None
    margin, error = _margin(rolled)
    theme = theme_of(game, best, rolled[1].play)
    if not crowd.wants(game, best, theme):
        return None
    item = Item(Kind.BEST, rules.name, situation, dice, write_moves(best.moves))
    missed = frozenset(level for level in Level if _choice(game, level) != best.position)
    return Puzzle(item, write_moves(rolled[1].play.moves), margin, error, theme, missed)


def _choice(game: Game, level: Level) -> Position:
    for action in choose(game, level):
        assert isinstance(action, Move)
        game = game.apply(action)
    return game.position


def _rolled_out(rules: Rules, game: Game, plays: Sequence[Play], seed: int) -> list[Rolled] | None:
    """Roll out plays, the best first; None if none is better than all others by enough."""
    rolled = [Rolled(play, ()) for play in plays]
    for first in range(0, MOST_GAMES, BATCH):
        some = range(first, first + BATCH)
        rolled = [
            each
            if each.out
            else Rolled(each.play, each.points + _points(rules, game, each.play, some, seed))
            for each in rolled
        ]
        rolled.sort(key=lambda each: (each.out, -each.mean))
        best = rolled[0]
        rolled = [
            Rolled(each.play, each.points, each.out or _is_behind(best, each)) for each in rolled
        ]
        margin, error = _margin(rolled)
        if margin + SURE * error < MARGIN:
            return None
        is_clear = margin >= MARGIN and margin >= SURE * error
        if is_clear and (some.stop >= LEAST_GAMES or margin >= 4 * error):
            return sorted(rolled, key=lambda each: -each.mean)
    return None


def _is_behind(best: Rolled, one: Rolled) -> bool:
    """Return True if a play is so far behind that it cannot be the second best of a puzzle."""
    return one is not best and best.mean - one.mean > MARGIN + 4 * behind_error(best, one)


def _margin(rolled: Sequence[Rolled]) -> tuple[float, float]:
    """Return the margin of the best play with its standard error, against the nearest play."""
    best, *others = sorted(rolled, key=lambda each: -each.mean)
    second = min(others, key=lambda each: best.mean - each.mean)
    return best.mean - second.mean, behind_error(best, second)


def _points(rules: Rules, game: Game, play: Play, games: range, seed: int) -> tuple[float, ...]:
    """Return the points of some games after a play, for the side that makes it."""
    side = game.actor
    assert side
    stage = to_play(game)
    if play.position.has_borne_off_all(side):
        return (float(rules.points_for_win(play.position, side)),) * len(games)
    if judge_for(rules).is_dead(play.position):
        return (0.0,) * len(games)
    spot = stage.after(rules, play.position, len(play.moves) == len(stage.numbers))
    points = _from(rules, spot, games, seed)
    return points if spot.side is side else tuple(-each for each in points)


def _from(rules: Rules, spot: BetweenStages, games: range, seed: int) -> tuple[float, ...]:
    return play_unit(Unit(taught_for(rules).data, rules, spot, seed, games, CUT))


def opening_puzzles(rules: Rules, seed: int) -> Iterator[Puzzle]:
    """Give the opening throws of which keeping or rerolling is better by enough."""
    for high in range(2, 7):
        for low in range(1, high):
            game = Game.start(rules).apply(OpeningThrow(high, low))
            if game.phase is not Phase.KEEP_OR_AGAIN:
                return
            kept = game.apply(KeepOpening())
            plays = [each.play for each in estimates(kept)[:2]]
            games = range(MOST_GAMES)
            keep, error = max(
                (_mean(_points(rules, kept, play, games, seed)) for play in plays),
            )
            again, other = _mean(_from(rules, _start(rules), games, seed))
            margin, both = abs(keep - again), hypot(error, other)
            if margin < MARGIN or margin < SURE * both:
                continue
            best, other_one = ("keep", "reroll") if keep > again else ("reroll", "keep")
            action: type[Action] = KeepOpening if keep > again else ThrowOpeningAgain
            missed = frozenset(
                level for level in Level if not isinstance(choose(game, level)[0], action)
            )
            situation = Situation(rules.start.position, Side.WHITE)
            item = Item(Kind.OPENING, rules.name, situation, (high, low), best)
            yield Puzzle(item, other_one, margin, both, Theme.OPENING, missed)


def _start(rules: Rules) -> BetweenStages:
    return BetweenStages(rules.start.position, Side.WHITE, THROW, frozenset())


def _mean(points: Sequence[float]) -> tuple[float, float]:
    count = len(points)
    mean = sum(points) / count
    return mean, (sum((each - mean) ** 2 for each in points) / (count - 1) / count) ** 0.5


if __name__ == "__main__":
    main()
