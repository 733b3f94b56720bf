"""The end of a game in words: result, score, statistics and decisive turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from backgammon_tui.analysis.review import Choice, Finding, Luck, Mark, total
from backgammon_tui.engine import Ending, Side, Status
from backgammon_tui.engine.events import Result
from backgammon_tui.game_review import Review
from backgammon_tui.match.record import DiceKind, check_rolls
from backgammon_tui.match.table import Table
from backgammon_tui.modes.text import (
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    hanging,
    line,
    turn_lines,
    wrap,
)
from backgammon_tui.stats import deciding_turns, summarize, swing
from backgammon_tui.words import columns
from backgammon_tui.words.columns import TIED, cells, cut
from backgammon_tui.words.naming import Naming, plural
from backgammon_tui.words.records import UNPLAYED, statistics_of
from backgammon_tui.words.turns import describe_end, describe_rolls

_NAME, _NUMBER = 20, 6  # Maximum widths of a statistic's name and of each side's number.

_MAX_TURNS: Final = 3
_REASONED: Final = 60  # Minimum width for the drawback of a play.

_ESTIMATED: Final = (
    "The last two are estimates in points of the score. Summed over all turns, they may exceed it."
)

_SEED_LATER: Final = "Fair dice. Their seed is shown once the result is accepted."
_UNCHECKED: Final = "Fair dice. The result was not accepted yet, so their seed was not shown."
"""A line of a score card for a result not yet accepted, because the card is read later."""


@dataclass(frozen=True)
class GameReport:
    """A finished game as its players read about it."""

    table: Table
    naming: Naming
    review: Review | None = None
    """The computer's review so far; None if it does not evaluate the game."""

    @property
    def result(self) -> Result:
        assert self.table.game.result
        return self.table.game.result

    @property
    def title(self) -> str:
        if winner := self.table.match_with_result.winner:
            return f"{self.naming.name(winner)} wins the match"
        winner = self.result.winner
        return f"{self.naming.name(winner)} wins" if winner else "A draw"

    @property
    def reason(self) -> str:
        return describe_end(self.result, self.table.game.rules, self.naming)

    def score(self, glyphs: Glyphs | None = None, width: int = 80) -> list[str]:
        """Return the score of the match in as few lines as possible."""
        match = self.table.match_with_result
        signs = {side: f"{glyphs.disc(side)} " if glyphs else "" for side in Side}
        score = [f"{signs[side]}{self.naming.name(side)} {match.score(side)}" for side in Side]
        parts = (*score, *([f"match to {match.length}"] if match.length else []))
        return columns.wrap("  ".join(part.replace(" ", TIED) for part in parts), width)

    def figures(self, width: int, glyphs: Glyphs) -> list[str]:
        sides = summarize(self.table.history).values()
        rows = [
            (statistic.brief, [str(count) for count in counts])
            for statistic, counts in statistics_of(sides)
            if statistic.brief
        ]
        if self.review and self.review.is_done:
            sums = [total(self.review.findings, side) for side in Side]
            rows.append(("lost by mistakes", [f"{total.cost:.2f}" for total in sums]))
            luck = round(sums[0].luck - sums[1].luck, 2)
            luckier = [f"{abs(luck):.2f}" if by >= 0 else "" for by in (luck, -luck)]
            rows.append(("luckier rolls by", luckier))
        heads = [("", [glyphs.disc(side) for side in Side])]
        return [text for row in (*heads, *rows) for text in _figure(*row, width)]

    @property
    def notes(self) -> list[str]:
        """Explanations of numbers that may be surprising."""
        rolls = (rolled for turn in self.table.turns for rolled in turn.rolls)
        stages = (stage for rolled in rolls for stage in rolled.stages)
        is_complement_lost = any(s.status is Status.LOST and not s.before for s in stages)
        is_reviewed = self.review is not None and self.review.is_done
        return [_ESTIMATED] * is_reviewed + [UNPLAYED] * is_complement_lost

    def last_turn(self, width: int) -> list[TextLine]:
        """Return the last turn of a game won by bearing off, which may have passed too quickly."""
        turn = self.table.game.latest_turn
        if turn is None or self.result.ending is not Ending.BORNE_OFF:
            return []
        return turn_lines(Span("Last turn: "), describe_rolls(turn, self.naming), width)

    def deciding(self, width: int, glyphs: Glyphs) -> list[TextLine]:
        """Return the decisive turns: by their cost if known, otherwise by the race."""
        review = self.review
        if review is None:
            return self._swings(width)
        if not review.is_done:
            return [line(f"The turns that mattered most … {review.per_cent} %", TextStyle.BRIGHT)]
        if not (decisive := _decisive(review.findings)):
            return wrap("No single play or roll made much difference.", width, TextStyle.BRIGHT)
        single, several = "The turn that mattered most", "Turns that mattered most"
        lines = [line(single if len(decisive) == 1 else several, TextStyle.BRIGHT)]
        for finding in decisive:
            head = f"{review.turn_of(finding):>3} {glyphs.disc(finding.side)} "
            text = review.describe(finding, reasoned=width >= _REASONED)
            lines += hanging(Span(head, TextStyle.ACCENT), text, width)
        return lines

    def _swings(self, width: int) -> list[TextLine]:
        turns = deciding_turns(self.table.history)
        if not turns or self.result.ending is Ending.RESIGNED:
            return []
        which = "The" if len(turns) == 1 else "Each side's"
        lines = [line(f"{which} turn that changed the race most", TextStyle.BRIGHT)]
        for turn in turns:
            gain = plural(swing(turn, self.table.game.rules), "pip")
            head = f"{cut(self.naming.name(turn.side), 14)}, {gain}: "
            rolls = describe_rolls(turn, self.naming)
            lines += turn_lines(Span(head, TextStyle.ACCENT), rolls, width)
        return lines

    @property
    def dice(self) -> list[str]:
        """Proof that nobody chose the rolls."""
        table = self.table
        rolls = list(check_rolls(table.record.games[-1]))
        checks = [check for check in rolls if check.kind is not DiceKind.TYPED]
        if not checks and table.dice_kind is DiceKind.TYPED:
            return ["The dice were rolled by hand."]
        typed = len(rolls) - len(checks)
        by_hand = [f"{plural(typed, 'roll')} of {len(rolls)} by hand."] if typed else []
        if table.dice is None or not table.accepted:
            return [*by_hand, _SEED_LATER]
        agree = sum(check.agrees for check in checks)
        all_rolls = plural(len(checks), "other roll" if typed else "roll")
        if agree == len(checks):
            text = f"Fair dice: the seed of this game gives exactly its {all_rolls}."
            return [*by_hand, text, table.dice.seed.hex()]
        return [*by_hand, f"The seed of this game gives only {agree} of its {all_rolls}."]

    def card(self, width: int) -> list[str]:
        plain = replace(self, review=self.review if self.review and self.review.is_done else None)
        parts = (
            [self.title, self.reason, *self.score()],
            [row.text for row in plain.last_turn(width)],
            [row.text for row in plain.deciding(width, Glyphs())],
            [_UNCHECKED if text == _SEED_LATER else text for text in self.dice],
        )
        return [text for part in parts if part for text in ("", *part)][1:]


def _figure(name: str, numbers: Sequence[str], width: int) -> list[str]:
    """Return a statistic's name with both numbers beside it, or below it on a narrow page."""
    room = min(max(width - 2 * _NUMBER, 0), _NAME)
    beside = "".join(f"{number:>{_NUMBER}}" for number in numbers)
    *above, last = [name] if cells(name) <= room else [name, ""]
    return [*above, f"{last:<{room}}{beside}"]


def _decisive(findings: Sequence[Finding]) -> list[Finding]:
    """Return the costliest mistakes, then the luckiest rolls, in order."""
    mistakes = [f for f in findings if isinstance(f, Choice) and f.mark is not Mark.FINE]
    rolls = [f for f in findings if isinstance(f, Luck) and abs(f.points) >= Mark.ERROR.value]
    mistakes.sort(key=lambda choice: -choice.cost)
    rolls.sort(key=lambda luck: -abs(luck.points))
    decisive: list[Finding] = [*mistakes, *rolls]
    return sorted(decisive[:_MAX_TURNS], key=lambda finding: finding.at)
