"""Reviewing a game choice by choice."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Self

from backgammon_tui.analysis.nets import net_for
from backgammon_tui.analysis.review import Choice, Finding, Luck, Mark, findings_at, total
from backgammon_tui.analysis.value import evaluator_digest, require_judged
from backgammon_tui.engine import Game, Phase, Side
from backgammon_tui.engine.events import TurnEnded
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_review, write_review
from backgammon_tui.teach.quiz import choice_item, own_mistake
from backgammon_tui.words.advice import (
    SUMS,
    SUMS_WITH_CUBE,
    describe_estimate,
    describe_finding,
    describe_total,
    describe_worse,
    win_chart,
)
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind

_SLICE: Final = 0.25
"""Interval, in seconds, at which a worker reports its progress."""

_MAX_CHART: Final = 72
"""Maximum number of columns of a chart."""


class KeptGame(NamedTuple):
    journal: Path
    game: int


def is_agreed(record: MatchRecord) -> bool:
    people = record.people
    return len(people) == 1 or (bool(people) and record.shows_estimates)


def read_game(journal: Journal, game: int) -> Table:
    match, number = journal.find_game(game)
    record, results, *_ = journal.read(match)
    try:
        return Table.resume(replace(record, games=record.games[:number]), results[:number], {})
    except ValueError as error:
        raise JournalProblem(StorageErrorKind.DAMAGED, journal.path, str(error)) from error


def turn_boundaries(table: Table) -> tuple[int, ...]:
    history = table.history
    ends = [
        index
        for index, game in enumerate(history)
        if any(isinstance(event, TurnEnded) for event in game.events)
    ]
    begin = next((i for i, game in enumerate(history) if game.phase is Phase.ROLL or game.turn), 0)
    last, stops = len(history) - 1, (begin, *ends)
    return stops if stops[-1] == last else (*stops, last)


@dataclass(frozen=True)
class Review:
    table: Table
    stops: Sequence[int]
    kept: KeptGame | None = None
    learner: str = ""
    """The player whose mistakes become quiz questions; empty for none."""

    findings: tuple[Finding, ...] = ()
    looked_at: int = 0

    @classmethod
    def begin(cls, table: Table, kept: KeptGame | None = None, learner: str = "") -> Self:
        """Return an empty review of a game; raise `NotJudged` if it cannot be reviewed."""
        require_judged(table.record.rules)
        net_for(table.record.rules)
        return cls(table, turn_boundaries(table), kept, learner)

    @property
    def is_done(self) -> bool:
        return self.looked_at == len(self.table.actions)

    @property
    def per_cent(self) -> int:
        return 100 * self.looked_at // len(self.table.actions)

    def review_step(self) -> Review:
        actions, history = self.table.actions, self.table.history
        judge = evaluator_digest(self.table.record.rules)
        if not self.looked_at and (known := self._read(judge)) is not None:
            return replace(self, findings=known, looked_at=len(actions))
        findings, at, end = list(self.findings), self.looked_at, monotonic() + _SLICE
        while at < len(actions) and monotonic() < end:
            findings += findings_at(history, actions, at, self.table.match_before)
            at += 1
        review = replace(self, findings=tuple(findings), looked_at=at)
        if review.is_done and self.kept:
            # A game can be reviewed even if nothing can be saved.
            with suppress(JournalProblem), Journal(self.kept.journal) as journal:
                write_review(journal, self.kept.game, judge, actions, review.findings)
        return review

    def merged(self, other: Review) -> Review:
        return replace(self, findings=other.findings, looked_at=other.looked_at)

    def resume(self, earlier: Sequence[Finding], looked_at: int) -> Review:
        """Return the review with an earlier one's findings, except the end, to save it again."""
        at = min(looked_at, len(self.table.actions) - 1)
        findings = tuple(finding for finding in earlier if finding.at < at)
        return replace(self, findings=findings, looked_at=at)

    def _read(self, judge: str) -> tuple[Finding, ...] | None:
        """Read the saved findings; None if there are none, or a better choice is not legal."""
        if self.kept:
            with suppress(JournalProblem, ValueError, LookupError):
                with Journal(self.kept.journal) as journal:
                    known = read_review(journal, self.kept.game, judge, self.table.actions)
                for finding in known or ():
                    best = finding.best if isinstance(finding, Choice) else ()
                    reduce(Game.apply, best, self.table.history[finding.at])
                return known
        return None

    def cards(self, today: int) -> tuple[tuple[str, str], ...]:
        record, learner = self.table.record, self.learner.casefold()
        mine = [
            choice_item(self.table.history, finding)
            for finding in self.findings
            if isinstance(finding, Choice) and record.name(finding.side).casefold() == learner
        ]
        return tuple(own_mistake(item, today) for item in mine if item)

    # ---- text

    def turn_of(self, finding: Finding) -> int:
        return max(bisect_right(self.stops, finding.at), 1)

    @cached_property
    def by_turn(self) -> Mapping[int, list[Finding]]:
        """The findings in each turn, luck last."""
        turns = defaultdict[int, list[Finding]](list)
        for finding in sorted(self.findings, key=lambda finding: isinstance(finding, Luck)):
            turns[self.turn_of(finding)].append(finding)
        return turns

    def mistakes(self, turn: int) -> list[Choice]:
        choices = (finding for finding in self.by_turn[turn] if isinstance(finding, Choice))
        return [choice for choice in choices if choice.mark is not Mark.FINE]

    def worst(self, turn: int) -> Choice | None:
        return max(self.mistakes(turn), key=lambda choice: choice.cost, default=None)

    def next_mistake(self, turn: int, by: int) -> int | None:
        """Return the nearest turn with a mistake (a person's, if any played) in a direction."""
        sides = self.table.record.people or {*Side}
        ahead = range(turn + 1, len(self.stops)) if by > 0 else range(turn - 1, 0, -1)
        return next((at for at in ahead if any(m.side in sides for m in self.mistakes(at))), None)

    @property
    def chances(self) -> list[float]:
        return [finding.win for finding in self.findings if isinstance(finding, Luck)]

    def describe(self, finding: Finding, *, reasoned: bool = True) -> str:
        reason = ""
        choice = finding if reasoned and isinstance(finding, Choice) and finding.kind else None
        if choice and choice.reported_cost >= MIN_POINTS:
            before = self.table.history[choice.at]
            reason = describe_worse(before, choice.made, choice.best)
        return describe_finding(finding, self.table.history[finding.at].stake, reason)

    def paragraphs(self, stop: int, naming: Naming) -> list[str]:
        findings = self.by_turn[stop]
        texts = [self.describe(finding) for finding in findings]
        choices = [finding for finding in findings if isinstance(finding, Choice)]
        if choices and all(choice.reported_cost < MIN_POINTS for choice in choices):
            texts.insert(0, "As good as the computer's play.")
        if stop in (0, len(self.stops) - 1) and self.is_done:
            rules = self.table.record.rules
            texts += [
                *self._totals(naming),
                " ".join(self._explained_sums),
                describe_estimate(net_for(rules), rules),
            ]
        return [text for text in texts if text]

    def lines(self, naming: Naming, bars: str) -> Iterator[str]:
        for turn in range(1, len(self.stops)):
            for choice in self.mistakes(turn):
                yield f"  turn {turn:>3}  {naming.name(choice.side)}: {self.describe(choice)}"
        yield from (*self._totals(naming), *self._explained_sums)
        if self.chances:
            yield f"How likely {naming.white} was to win, roll by roll:"
            width = min(len(self.chances), _MAX_CHART)
            yield from (f"  |{row}|" for row in win_chart(self.chances, width, 6, bars))

    @property
    def _explained_sums(self) -> Sequence[str]:
        is_turned = self.table.game.stake > 1
        return (*SUMS, SUMS_WITH_CUBE) if is_turned else SUMS

    def _totals(self, naming: Naming) -> list[str]:
        return [describe_total(total(self.findings, side), naming.name(side)) for side in Side]
