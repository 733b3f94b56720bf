"""The lines of play tried in the sandbox, kept while people go back and try another.

All lines begin in one position. A line is a table at its furthest move, with a comment.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import attrgetter
from threading import Event
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from backgammon_tui.engine import Game, Move, Phase, Play, Roll
from backgammon_tui.engine.moves import Action
from backgammon_tui.engine.notation import write_action, write_moves
from backgammon_tui.explain.facts import play_made
from backgammon_tui.match.table import Table
from backgammon_tui.modes.play.state import Hint
from backgammon_tui.words.naming import STANDARD, Naming, capitalized, plural, write_dice
from backgammon_tui.words.reason_sentences import describe_unjudged

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from backgammon_tui.analysis.rollout import PlayRollout
    from backgammon_tui.analysis.value import Estimate

_NEXT: Final = ", "
"""The text between the rolls and plays of a line."""

MAX_COMMENT: Final = 60
MAX_LINES: Final = 50


class TriedLine(NamedTuple):
    table: Table
    comment: str = ""

    @property
    def is_whole(self) -> bool:
        """True if its last stage has been played to the end."""
        game = self.table.game
        return game.phase is not Phase.MOVE or not (game.stage and game.stage.moves)

    @property
    def steps(self) -> list[Table]:
        """The tables before each action of the line."""
        return [self.table.before(at) for at in range(len(self.table.actions))]


class TreeRow(NamedTuple):
    """A row of the tree of lines: plays that several lines share, or the rest of one line."""

    text: str
    depth: int
    lines: tuple[int, ...]
    """The indices of the lines that go through it; one for the end of a line."""

    @property
    def number(self) -> str:
        return "" if self.lines[1:] else str(self.lines[0] + 1)


@dataclass(frozen=True)
class Tries:
    lines: tuple[TriedLine, ...] = ()
    at: int = 0
    """The index of the line on the board."""

    @property
    def current(self) -> TriedLine | None:
        return self.lines[self.at] if self.lines else None

    def after(self, table: Table) -> Self:
        """Return the lines after moves or rolls: one grows, or another begins.

        A line that was left in the middle of a play gives way, unless it has a comment. The same
        play in another order is the same line.
        """
        return self._after(table)._merged()

    def _after(self, table: Table) -> Self:
        actions = table.actions
        for at in sorted(range(len(self.lines)), key=lambda at: at != self.at):
            known = self.lines[at].table.actions
            if known[: len(actions)] == actions:
                return replace(self, at=at)
            if actions[: len(known)] == known:
                return self._with(at, self.lines[at]._replace(table=table))
        current = self.current
        if current and not (current.is_whole or current.comment):
            return self._with(self.at, TriedLine(table))
        lines = (*self.lines, TriedLine(table))[-MAX_LINES:]
        return replace(self, lines=lines, at=len(lines) - 1)

    def _merged(self) -> Self:
        """Drop the current line if another one has come to the same state in another order."""
        current = self.current
        if current is None or current.comment or not current.is_whole:
            return self
        state, count = _state(current.table.game), len(current.table.actions)
        for at, line in enumerate(self.lines):
            history = line.table.history
            if at != self.at and len(history) > count and _state(history[count]) == state:
                lines = (*self.lines[: self.at], *self.lines[self.at + 1 :])
                return replace(self, lines=lines, at=at - (at > self.at))
        return self

    def _with(self, at: int, line: TriedLine) -> Self:
        return replace(self, lines=(*self.lines[:at], line, *self.lines[at + 1 :]), at=at)

    def turned(self, by: int) -> Self:
        order = self.order
        return replace(self, at=order[(order.index(self.at) + by) % len(order)]) if order else self

    @property
    def order(self) -> list[int]:
        """The indices of the lines as the tree shows them: those that part late are adjacent."""
        return [row.lines[0] for row in self.tree() if not row.lines[1:]]

    def commented(self, comment: str) -> Self:
        current = self.current
        return self._with(self.at, current._replace(comment=comment)) if current else self

    def plays_in(self, game: Game) -> frozenset[int]:
        """Return the packed ends of the plays of a stage that were tried."""
        ends = set()
        for line in self.lines:
            history = line.table.history
            for at, before in enumerate(history):
                if before == game and (play := _stage_play(game, line.table.actions[at:])):
                    ends.add(play.packed)
        return frozenset(ends)

    def tree(self) -> list[TreeRow]:
        """Return the lines as a tree, from the point where the first of them part."""
        return list(self._branches(range(len(self.lines)), self._written(), 0, 0))

    def _branches(
        self, lines: Sequence[int], written: Sequence[Sequence[str]], begin: int, depth: int
    ) -> Iterator[TreeRow]:
        by_word: dict[str, list[int]] = {}
        for line in lines:
            by_word.setdefault(_NEXT.join(written[line][begin : begin + 1]), []).append(line)
        for first, *others in by_word.values():
            words, branch = written[first], (first, *others)
            if not (others and words[begin:]):
                yield from self._ends(branch, _NEXT.join(words[begin:]), depth)
                continue
            end = begin + 1
            while end < len(words) and all(
                written[line][end : end + 1] == words[end : end + 1] for line in others
            ):
                end += 1
            yield TreeRow(_NEXT.join(words[begin:end]), depth, branch)
            yield from self._branches(branch, written, end, depth + 1)

    def _ends(self, lines: Sequence[int], text: str, depth: int) -> Iterator[TreeRow]:
        for line in lines:
            whole = ": ".join(filter(None, (text, self.lines[line].comment)))
            yield TreeRow(whole, depth, (line,))

    def texts(self) -> list[str]:
        """Write each line from the point where the lines part."""
        return [_NEXT.join(words) for words in self._written()]

    def _written(self) -> list[list[str]]:
        written = [list(_words(line.table)) for line in self.lines]
        shared = 0
        while written[1:] and all(
            len(words) > shared + 1 and words[shared] == written[0][shared] for words in written
        ):
            shared += 1
        if len(written) == 1 and len(written[0]) > 1:
            shared = 1  # The roll is shown above a single line.
        return [words[shared:] for words in written]

    def described(self) -> list[str]:
        """Return a text for each line, with its number and comment."""
        return [
            f"{number} {text}{f': {line.comment}' if line.comment else ''}"
            for number, (text, line) in enumerate(zip(self.texts(), self.lines, strict=True), 1)
        ]


def _words(table: Table) -> Iterator[str]:
    """Yield the rolls, and the plays of each stage."""
    moves: list[Move] = []
    for before, action in zip(table.history, table.actions, strict=False):
        if isinstance(action, Move):
            if moves and before.stage and not before.stage.moves:
                yield write_moves(moves)
                moves = []
            moves.append(action)
            continue
        if moves:
            yield write_moves(moves)
            moves = []
        if isinstance(action, Roll):
            yield write_dice((action.first, action.second))
        else:
            yield write_action(action)
    if moves:
        yield write_moves(moves)


NO_TRIES: Final = Tries()

_state: Final = attrgetter("position", "phase", "side", "left")

# ---- comparing two lines


class Duel(NamedTuple):
    """Two plays of one stage, by the numbers of their lines."""

    game: Game
    plays: tuple[Play, Play]
    numbers: tuple[int, int]


def duel(tries: Tries) -> Duel | str:
    """Return the current line's play and that of the line before or after it.

    If they cannot be compared, return the reason.
    """
    if len(tries.lines) < 2:
        return "There is only one line: undo it and try another play."
    order = tries.order
    place = order.index(tries.at)
    other = order[place - 1] if place else order[1]
    numbers = sorted((tries.at, other))
    tables = [tries.lines[at].table for at in numbers]
    parted = _parted([table.actions for table in tables])
    history = tables[0].history
    start = max(at for at in range(parted + 1) if not _is_inside_stage(history[at]))
    game = history[start]
    plays = [_stage_play(game, table.actions[start:]) for table in tables]
    if game.phase is not Phase.MOVE:
        return "These lines differ in a roll. Only two plays of one roll can be compared."
    if not (plays[0] and plays[1]):
        return "Play both lines to the end of the roll first."
    if plays[0].packed == plays[1].packed:
        return "Both lines lead to the same position."
    return Duel(game, (plays[0], plays[1]), (numbers[0] + 1, numbers[1] + 1))


def _parted(actions: Sequence[Sequence[Action]]) -> int:
    first, second = actions
    pairs = zip(first, second, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _is_inside_stage(game: Game) -> bool:
    return bool(game.phase is Phase.MOVE and game.stage and game.stage.moves)


def _stage_play(game: Game, actions: Sequence[Action]) -> Play | None:
    """Return the play of a stage with which the actions begin; None if it is unfinished."""
    for count in range(1, len(actions) + 1):
        if play := play_made(game, actions[:count]):
            return play
    return None


def describe_duel(duel: Duel, naming: Naming = STANDARD) -> str:
    """Compare two plays in words: their costs, and the counts that differ."""
    # Imported here, because the analysis is loaded only when somebody asks for it.
    from backgammon_tui.analysis.difference import differences, facts_after
    from backgammon_tui.analysis.nets import NotJudged
    from backgammon_tui.analysis.value import estimates
    from backgammon_tui.words.advice import describe_facts, describe_gains, describe_losses

    game, plays, side = duel.game, duel.plays, duel.game.actor
    assert side
    try:
        rated = {estimate.play.packed: estimate for estimate in estimates(game, also=plays)}
    except NotJudged as why:
        return describe_unjudged(why)
    costs = [_shown_cost(rated[play.packed]) for play in plays]
    lines: list[str] = []
    for number, play, cost in zip(duel.numbers, plays, costs, strict=True):
        unit = "points" if lines and costs[0] else "points of the score"
        worth = f"costs {cost:.2f} {unit}" if cost else "is as good as the best play"
        facts = describe_facts(facts_after(game, play), side)
        blots = sum(play.position.count(side, point) == 1 for point in range(1, 25))
        pips = plural(play.position.pips(side), "pip")
        counts = ", ".join(filter(None, (facts, plural(blots, "blot"), f"{pips} to go")))
        lines.append(f"{number}  {write_moves(play.moves)} {worth}. {capitalized(counts)}.")
    better = 0 if rated[plays[0].packed].cost <= rated[plays[1].packed].cost else 1
    compared = differences(game, plays[better], plays[1 - better])
    gains, losses = describe_gains(compared), describe_losses(compared)
    apart = abs(costs[0] - costs[1])
    error = max(rated[play.packed].error for play in plays)
    verdict = (
        f"Line {duel.numbers[better]} is {apart:.2f} points better, by the computer's estimate"
    )
    if apart <= error:
        verdict = "The computer rates both about the same"
    lines.append(
        f"{verdict}{f': it {gains}' if gains else ''}{f', but {losses}' if losses else ''}."
    )
    return "\n\n".join(lines)


def _shown_cost(estimate: Estimate) -> float:
    """Return the cost as hints and lists show it: 0 if it is within its error."""
    return round(estimate.cost, 2) if estimate.is_significant else 0.0


# ---- the opponent's best answer


def describe_answer(game: Game, naming: Naming = STANDARD) -> str:
    """Name the roll that helps the side to roll most, and its best play."""
    from backgammon_tui.analysis.evaluator import ROLLS, eval_state, rolled
    from backgammon_tui.analysis.lookahead import Lookahead
    from backgammon_tui.analysis.nets import NotJudged
    from backgammon_tui.analysis.value import evaluator_for

    assert game.side
    try:
        look, spot = Lookahead(evaluator_for(game.rules)), eval_state(game)
    except NotJudged as why:
        return describe_unjudged(why)
    best = {dice: look.best(rolled(game.rules, spot, dice)) for dice, _ in ROLLS}
    mean = sum(weight * best[dice][0] for dice, weight in ROLLS) / 36
    dice = max(best, key=lambda dice: best[dice][0])
    points, play, _ = best[dice]
    name, moves = naming.name(game.side), write_moves(play.moves)
    return (
        f"{name}'s best roll is {write_dice(dice)}: {moves or 'nothing can be played'}"
        f" (better than the average roll by {points - mean:.2f} points of the score)."
    )


MAX_COSTS: Final = 40


def list_costs(game: Game) -> list[tuple[str, str]]:
    """Return the best plays of a stage with their costs, best first, and a row for the others."""
    from backgammon_tui.analysis.value import estimates

    quick = estimates(game, at_once=True)
    listed = estimates(game, also=[estimate.play for estimate in quick[:MAX_COSTS]])
    ranked = [estimate for estimate in listed if estimate.is_searched]
    hints = (Hint(row, e.cost, "", e.is_significant, e.is_searched) for row, e in enumerate(ranked))
    rows = [
        (write_moves(estimate.play.moves), hint.mark(is_best=not hint.row))
        for estimate, hint in zip(ranked, hints, strict=True)
    ]
    if others := len(listed) - len(ranked):
        rows.append((f"{plural(others, 'other play')}, which a quick estimate rates lower", ""))
    return rows


# ---- rolling two plays out in the background

GAMES: Final = 360
_BAR: Final = 12


class Rollout:
    """A rollout of two plays, batch by batch, in a process of its own."""

    def __init__(self, duel: Duel, games: int = GAMES) -> None:
        self.duel = duel
        self.games = games
        self.rollouts: list[PlayRollout] = []
        self.is_done = False
        self._problem = ""
        self._stopped = Event()
        self._batches = self._roll_out()

    def next_batch(self) -> Self:
        """Roll out some more games, in a thread."""
        try:
            batch = None if self._stopped.is_set() else next(self._batches, None)
        except (LookupError, OSError, RuntimeError, ValueError) as error:
            # No process can be started, it has ended, or no cluster answers.
            batch, self._problem = None, str(error) or "a process has ended"
        self.rollouts = batch or self.rollouts
        self.is_done = batch is None or len(batch[0].points) >= self.games
        if self.is_done:
            self._batches.close()
        return self

    def stop(self) -> None:
        self._stopped.set()

    def _roll_out(self) -> Generator[list[PlayRollout]]:
        from backgammon_tui.analysis.evaluator import to_play
        from backgammon_tui.analysis.rollout import roll_out

        game, plays = self.duel.game, self.duel.plays
        with _workers() as executor:
            yield from roll_out(
                game.rules,
                to_play(game),
                self.games,
                1,
                executor,
                minimum=self.games,
                only=frozenset(play.packed for play in plays),
            )

    @property
    def text(self) -> str:
        """The progress, or the result with one standard error."""
        # Imported here because it loads the analysis.
        from backgammon_tui.words.advice import ROLLOUT_UNIT

        if self._problem:
            return f"The rollout is not possible: {self._problem}."
        done = max((len(rollout.points) for rollout in self.rollouts), default=0)
        results = "; ".join(
            f"{write_moves(rollout.play.moves)} {rollout.mean:+.3f} ± {rollout.error:.3f}"
            for rollout in self.rollouts
        )
        if self.is_done:
            return f"Rollout of {plural(done, 'game')}: {results}. {ROLLOUT_UNIT}"
        full = done * _BAR // self.games
        bar = f"[{'#' * full}{'.' * (_BAR - full)}] {done} of {self.games} games"
        return f"Rollout {bar}{f': {results}' if results else ''}"


@contextmanager
def _workers() -> Iterator[Executor]:
    """Start a process, or use the Dask cluster that the environment names."""
    from backgammon_tui.analysis.rollout import cluster, processes

    address = os.environ.get("BACKGAMMON_TUI_CLUSTER")
    with cluster(address) if address else processes(1) as executor:
        yield executor
