"""Findings of reviews and rollouts in words; every figure is the computer's own estimate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from backgammon_tui.analysis.nets import NetChoice
from backgammon_tui.analysis.review import Choice, Finding, Luck, Mark, Total, total
from backgammon_tui.analysis.rollout import PlayRollout, behind_error, is_clear
from backgammon_tui.engine.actions import Action, ChooseDoubles, KeepOpening, RerollOpening
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.words.naming import plural, signed, write_dice

_MARKS: Final = {Mark.DOUBTFUL: "doubtful", Mark.ERROR: "error", Mark.BLUNDER: "blunder"}


def describe_estimate(net_choice: NetChoice, rules: Rules) -> str:
    line = f"The computer's own estimate, learnt from {net_choice.games:,} games against itself."
    return line + describe_unmet(net_choice, rules)


def describe_unmet(net_choice: NetChoice, rules: Rules) -> str:
    """Name the house rules that a network was not trained for, in a sentence to follow others."""
    if net_choice.has_met(rules):
        return ""
    return " It was trained without some of the house rules played here."


def describe_choice(choice: Choice, name: str) -> str:
    """Describe a choice that cost something, in one line."""
    made, best = write_actions(choice.made), write_actions(choice.best)
    return (
        f"{name}: {made} costs {choice.cost:.2f} points ({_MARKS[choice.mark]});"
        f" the computer's choice is {best}"
    )


def describe_finding(finding: Finding, reason: str = "") -> str:
    """Describe a finding of a turn in a sentence; empty for one too small to mention.

    Args:
        reason: The counted drawbacks of a choice, if there are any.
    """
    if isinstance(finding, Luck):
        if abs(finding.points) < MIN_POINTS:
            return ""
        word = "lucky" if finding.points > 0 else "unlucky"
        return f"{write_dice(finding.dice)} was {word}: {signed(finding.points)} points."
    if finding.reported_cost < MIN_POINTS:
        return ""
    made, best = (write_actions(actions) for actions in (finding.made, finding.best))
    marked = "" if finding.mark is Mark.FINE else f"{SIGNS[finding.mark]} {_MARKS[finding.mark]}: "
    why = f": it {reason}" if reason else ""
    return f"{marked}{made} costs {finding.cost:.2f} points{why}. Better: {best}."


def describe_marks(tie: str) -> str:
    return ", ".join(f"{SIGNS[mark]}{tie}{word}" for mark, word in _MARKS.items())


SIGNS: Final = {Mark.FINE: "", Mark.DOUBTFUL: "?!", Mark.ERROR: "?", Mark.BLUNDER: "??"}
"""The usual signs of annotated games."""


def write_actions(actions: tuple[Action, ...]) -> str:
    """Write the actions of one choice in the shortest form."""
    moves = tuple(action for action in actions if isinstance(action, Move))
    if moves:
        return write_moves(moves)
    return " ".join(_write_answer(action) for action in actions) or "no move"


def _write_answer(action: Action) -> str:
    match action:
        case KeepOpening():
            return "keeping the numbers"
        case RerollOpening():
            return "rerolling"
        case ChooseDoubles():
            return f"four {action.number}s"
        case _:
            return "nothing"


def describe_total(sums: Total, name: str) -> str:
    """Sum up a side's choices and rolls in one line."""
    verb, luck = "cost" if sums.choices != 1 else "costs", round(sums.luck, 2)
    than = f"rolls {abs(luck):.2f} points {'better' if luck > 0 else 'worse'} than average"
    return (
        f"{name}: {plural(sums.choices, 'choice')} {verb} {sums.cost:.2f} points in all"
        f" ({sums.doubtful} doubtful, {plural(sums.errors, 'error')},"
        f" {plural(sums.blunders, 'blunder')});"
        f" {than if luck else 'average rolls'}."
    )


SUMS: Final = (
    "Costs add up over the game, so they can come to more than it is worth.",
    "Each roll is compared with the average roll there: both sides can be unlucky.",
)
"""The meaning of the totals, to stand below them."""


_CHART: Final = (72, 6)
"""Maximum number of columns and the rows of a chart."""


def describe_review(
    findings: Sequence[Finding], turns: Sequence[int], names: Mapping[Side, str], bars: str
) -> Iterator[str]:
    """Write a whole review: mistakes, both sides' totals, a chart of the chances to win.

    Args:
        turns: The number of the turn to which each action of the game belongs.
    """
    for finding in findings:
        if isinstance(finding, Choice) and finding.mark is not Mark.FINE:
            choice = describe_choice(finding, names[finding.side])
            yield f"  turn {turns[finding.at]:>3}  {choice}"
    for side in Side:
        yield describe_total(total(findings, side), names[side])
    yield from SUMS
    chances = [finding.win for finding in findings if isinstance(finding, Luck)]
    if chances:
        yield f"How likely {names[Side.WHITE]} was to win, roll by roll:"
        for row in win_chart(chances, min(len(chances), _CHART[0]), _CHART[1], bars):
            yield f"  |{row}|"


def describe_play_rollout(rollouts: PlayRollout, best: PlayRollout) -> str:
    """Describe a play that was rolled out in one line."""
    play = write_moves(rollouts.play.moves) or "(nothing can be played)"
    behind = ""
    if rollouts is not best:
        behind = f"{rollouts.mean - best.mean:+.3f} ± {behind_error(best, rollouts):.3f}  "
    out = "clearly worse, " if rollouts.out else ""
    games = plural(len(rollouts.points), "game")
    return f"{rollouts.mean:+.3f} ± {rollouts.error:.3f}  {behind}{play}  ({out}{games})"


def describe_rollout(rollouts: Sequence[PlayRollout], games: int) -> str:
    """Say whether a rollout of so many games at most has found the best play."""
    best, *others = rollouts
    figures = "Each ± is one standard error."
    if not others:
        return f"{figures} There is only one play."
    played = len(best.points)
    if all(is_clear(best, play) for play in others):
        early = f" after {played} of {games} games" if played < games else ""
        return f"{figures} The first play is clearly the best{early}."
    near = [play for play in others if not is_clear(best, play)]
    which = "the second" if len(near) == 1 else f"the next {len(near)}"
    return f"{figures} The first play is not clearly better than {which}: more games may tell."


# ---- the chart of win chances

BARS: Final = " ▁▂▃▄▅▆▇█"
"""The characters of a cell, from empty to full."""

ASCII_BARS: Final = " .:#"


def win_chart(chances: Sequence[float], width: int, height: int, bars: str) -> list[str]:
    """Draw a chart, row by row, whose columns rise with White's chance to win, from 0 to 1."""
    parts = len(bars) - 1
    columns = [chances[x * len(chances) // width] for x in range(width)]
    filled = [round(chance * height * parts) for chance in columns]
    return [
        "".join(bars[min(max(part - row * parts, 0), parts)] for part in filled)
        for row in reversed(range(height))
    ]


def column_of(at: int, count: int, width: int) -> int:
    return min(max(at * width // max(count, 1), 0), width - 1)
