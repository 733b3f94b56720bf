"""Make best-play puzzles from self-play by rollout (`python -m training.puzzles RULESET ...`).

Each puzzle is a roll for which one play is better than all others by at least 0.08 points, and by
at least three times the error of that difference, which is at most 0.015 points. The results are
written to `teach/quiz/puzzles`. An interrupted run resumes after the last game recorded in its
file.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

import numpy as np

from backgammon_tui.analysis.bear_off import sides_have_passed
from backgammon_tui.analysis.nets import Grade
from backgammon_tui.engine import RULESETS, Game, Play, Rules, Side, StartingPosition, ruleset_name
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.facts import Theme, count_hits_and_traps
from backgammon_tui.teach import quiz
from training import codes
from training.arrays import position_of
from training.games import Story, bundled, stories
from training.judging import Seat, leads, seat
from training.puzzle_files import RolledPuzzle
from training.puzzle_rollouts import MARGIN, puzzle_of

FOLDER: Final = Path(quiz.__file__).parent / "puzzles"

MOMENTS: Final = 12
"""Maximum number of positions of a game that are examined."""

IN_GAME: Final = 2
"""Maximum number of puzzles from one game."""


def main() -> None:
    """Search for puzzles of some rulesets until there are enough."""
    options = _parser().parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.rulesets or RULESETS:
        path = options.folder / f"{name}.txt"
        book = Book.read(path, RULESETS[name], options.seed, options.of_theme)
        if options.again:
            book = book.rated_again()
        book.gather(options.count, options.games, options.theme and Theme(options.theme))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.puzzles",
        description="Find best-play puzzles in self-play games of the computer.",
    )
    parser.add_argument("rulesets", nargs="*", type=ruleset_name, metavar="RULESET")
    parser.add_argument(
        "--count", type=int, default=110, help="number of puzzles of each ruleset (default: 110)"
    )
    parser.add_argument(
        "--theme",
        choices=[theme.value for theme in Theme],
        help="search only for puzzles of this theme, until there are --count of them",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=20_000,
        help="maximum number of games to search (default: 20000)",
    )
    parser.add_argument(
        "--of-theme",
        type=int,
        default=24,
        help="maximum number of puzzles of one theme (default: 24)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--again",
        action="store_true",
        help="first rate the puzzles of the file again, which is necessary after a change of"
        " networks",
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the puzzles")
    return parser


class Book:
    """The file of a ruleset's puzzles, including the number of games searched."""

    def __init__(self, path: Path, rules: Rules, seed: int, of_theme: int) -> None:
        self.crowd = Crowd(rules, of_theme)
        self._path = path
        self._rules = rules
        self._seed = seed
        self._games: dict[str, int] = {}
        """The games searched, by the theme that was searched for."""

    @classmethod
    def read(cls, path: Path, rules: Rules, seed: int, of_theme: int) -> Book:
        """Read a file, if there is one."""
        book = cls(path, rules, seed, of_theme)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for line in lines:
            if line.startswith(_GAMES):
                theme, games = line.removeprefix(_GAMES).rsplit(": ", 1)
                book._games[theme] = int(games)
            elif line and not line.startswith("#"):
                book.crowd.add(RolledPuzzle.parse(line))
        return book

    def rated_again(self) -> Book:
        """Return the book with the puzzles that are still valid for the current networks."""
        rules, seed = self._rules, self._seed
        book = Book(self._path, rules, seed, self.crowd.of_theme)
        book._games = self._games
        for puzzle in self.crowd.puzzles:
            item = puzzle.item
            assert item.dice
            again = puzzle_of(rules, item.starting_position, item.dice, seed, lambda *_: True)
            print(rules.name, again or f"gone: {puzzle}", flush=True)
            if again:
                book.crowd.add(again)
        book._write()
        return book

    def gather(self, wanted: int, most_games: int, theme: Theme | None = None) -> None:
        """Add puzzles until there are enough, of one theme if it is given."""
        rules, seed, crowd = self._rules, self._seed, self.crowd
        looked_for = f" for {theme.value}" if theme else ""
        game = self._games.get(looked_for, 0)

        def is_wanted(at: Game, best: Play, about: Theme) -> bool:
            return theme in (None, about) and crowd.accepts(at, best, about)

        while crowd.count(theme) < wanted and game < most_games:
            chance = Random(f"puzzles {rules.name} {seed} {game}")
            in_game = 0
            for starting_position, dice in moments(rules, seed, game, chance, theme):
                puzzle = puzzle_of(rules, starting_position, dice, seed, is_wanted)
                if puzzle and crowd.count(theme) < wanted:
                    crowd.add(puzzle)
                    in_game += 1
                    print(rules.name, game, len(crowd.puzzles), puzzle, flush=True)
                if in_game == IN_GAME:
                    break
            game += 1
            self._games[looked_for] = game
            if in_game or game % 50 == 0 or game == most_games:
                self._write()

    def _write(self) -> None:
        """Write the file atomically."""
        head = (
            f"# Puzzles of {self._rules.title}, made by python -m training.puzzles"
            f" (seed {self._seed}).\n"
            "# kind | ruleset | position | roll | best | second | margin, error | theme |"
            " levels that miss it\n"
        )
        games = "".join(f"{_GAMES}{theme}: {count}\n" for theme, count in self._games.items())
        puzzles = "".join(f"{puzzle}\n" for puzzle in self.crowd.puzzles)
        unfinished = self._path.with_suffix(".part")
        unfinished.write_text(head + games + puzzles, encoding="utf-8")
        unfinished.replace(self._path)


_GAMES: Final = "# games looked at"


# ---- positions


def moments(
    rules: Rules, seed: int, game: int, chance: Random, theme: Theme | None = None
) -> Iterator[tuple[StartingPosition, tuple[int, int]]]:
    """Yield positions of a game in random order, each with a roll whose best play is clear.

    Every second game is played by barely trained networks, which play like beginners.

    Args:
        theme: The only theme to search for, or None.
    """
    grade = (Grade.FULL, Grade.EARLY)[game % 2]
    story, _ = next(stories(rules, _seat(rules, grade), seed, [game]))
    judge = _seat(rules, Grade.FULL)
    positions = []
    lead = np.zeros((7, 7), np.float32)
    for at in range(int(story.length[0])):
        starting_position = starting_position_of(rules, story, at)
        if story.dues[at] == codes.AGAIN_DUE and may_have(theme, rules, starting_position):
            leads(judge, story.boards[at], ~story.doubles[at], lead)
            clear = np.argwhere(lead >= MARGIN * 0.75).tolist()
            if clear:
                high, low = chance.choice(clear)
                positions.append((starting_position, (high, low)))
    yield from chance.sample(positions, min(MOMENTS, len(positions)))


def may_have(theme: Theme | None, rules: Rules, starting_position: StartingPosition) -> bool:
    """Return False for positions that cannot have a theme, to save evaluating them."""
    if theme is Theme.ENTERING and not rules.doubles.have_complement:
        return starting_position.position.to_enter(starting_position.side) > 0
    if theme is Theme.RACING and rules.direction.runs_against:
        return sides_have_passed(starting_position.position.packed)
    return True


@cache
def _seat(rules: Rules, grade: Grade) -> Seat:
    return seat(rules, bundled(rules, grade).player(max_doubles_searched=2))


def starting_position_of(rules: Rules, story: Story, at: int) -> StartingPosition:
    """Return a state of a story in which a roll comes next."""
    side = tuple(Side)[int(story.sides[at])]
    had = frozenset(
        player
        for player, first in zip((side, side.other), story.doubles[at], strict=True)
        if rules.first_double_face_only and not first
    )
    return StartingPosition(position_of(story.boards[at], side), side, had)


# ---- accepted puzzles

GUESSED: Final = 0.3
"""Maximum fraction of puzzles that a simple guess may solve."""


class Crowd:
    """The puzzles found so far, balanced by theme and against simple guesses."""

    def __init__(self, rules: Rules, of_theme: int) -> None:
        self.puzzles: list[RolledPuzzle] = []
        self.of_theme = of_theme
        self._rules = rules
        self._themes: Counter[Theme | None] = Counter()
        self._guessed: dict[str, int] = {}
        self._hits: Counter[tuple[bool, bool]] = Counter()

    def accepts(self, game: Game, best: Play, theme: Theme) -> bool:
        """Return True if one more puzzle of this kind does not make guessing easier."""
        maximum = GUESSED * (len(self.puzzles) + 10)
        if self._themes[theme] >= self.of_theme:
            return False
        if theme is Theme.HIT and self._rules.landing.may_trap:
            # A hit can be guessed too.
            return False
        if any(self._guessed.get(name, 0) + 1 > maximum for name in guessed(game, best)):
            return False
        hits = is_hit_right(game, best)
        return hits is None or all(
            self._hits[is_only, hits] <= self._hits[is_only, not hits] + 1
            for is_only in {False, has_one_hit(game)}
        )

    def count(self, theme: Theme | None) -> int:
        """Return the number of puzzles, of one theme if it is given."""
        return self._themes[theme]

    def add(self, puzzle: RolledPuzzle) -> None:
        self.puzzles.append(puzzle)
        self._themes.update((None, puzzle.theme))
        game = puzzle.item.game(self._rules)
        best = next(p for p in game.legal_plays() if write_moves(p.moves) == puzzle.item.play)
        for name in guessed(game, best):
            self._guessed[name] = self._guessed.get(name, 0) + 1
        hits = is_hit_right(game, best)
        if hits is not None:
            self._hits.update((is_only, hits) for is_only in {False, has_one_hit(game)})


def guessed(game: Game, best: Play) -> tuple[str, ...]:
    """Return the guesses that solve a puzzle."""
    return tuple(name for name, guess in GUESSES.items() if guess(game) == best)


def has_one_hit(game: Game) -> bool:
    """Return True if exactly one play hits or traps."""
    return sum(bool(count_hits_and_traps(play)) for play in game.legal_plays()) == 1


def is_hit_right(game: Game, best: Play) -> bool | None:
    """Return True if the best play hits, False if only others do, None if none or all do."""
    striking = {bool(count_hits_and_traps(play)) for play in game.legal_plays()}
    return bool(count_hits_and_traps(best)) if len(striking) > 1 else None


def _in_list(game: Game) -> Sequence[Play]:
    return sorted(game.legal_plays(), key=lambda play: play.order)


def _first(game: Game) -> Play:
    return _in_list(game)[0]


def _most_hits(game: Game) -> Play:
    return max(_in_list(game), key=count_hits_and_traps)


def _most_pips(game: Game) -> Play:
    side = game.actor
    assert side
    return min(_in_list(game), key=lambda play: play.position.pips(side))


GUESSES: Final = MappingProxyType[str, Callable[[Game], Play]](
    {"first in the list": _first, "most hits": _most_hits, "most pips": _most_pips}
)


if __name__ == "__main__":
    main()
