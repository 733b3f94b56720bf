"""The reasons of hints: the differences between plays that can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.analysis.difference import Difference, compare, differences
from backgammon_tui.analysis.review import Choice
from backgammon_tui.engine import Action, Game
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.explain.hints import HintedPlay, Hints
from backgammon_tui.explain.made import play_made
from backgammon_tui.words.comparisons import describe_gains, describe_heaviest, describe_losses
from backgammon_tui.words.naming import capitalized
from backgammon_tui.words.review_lines import write_actions


def describe_hints(hints: Hints) -> tuple[str, ...]:
    """Describe each play of the hints, with the reason for its place."""
    plays = (*hints.plays, *hints.explained)
    reasons = [_describe_place(plays, index) for index in range(len(plays))]
    return tuple(
        reason + _describe_beside_twin(plays, reasons, index)
        for index, reason in enumerate(reasons)
    )


def _compare(play: HintedPlay, other: HintedPlay) -> Sequence[Difference]:
    assert play.counts
    assert other.counts
    return compare(play.counts, other.counts)


def _describe_place(plays: Sequence[HintedPlay], index: int) -> str:
    """Describe the merits of the best play beside the next, or the drawbacks of another.

    Of another that is worth the same the merits count as well.
    """
    play = plays[index]
    if play.estimate.wins:
        return "wins at once"
    if play.counts is None:
        return "the only play"
    differs = _compare(play, plays[0 if index else 1])
    heaviest = describe_heaviest(differs, most=1)
    though, which = f", though it {heaviest}" if heaviest else "", "best" if index else "next"
    if not plays[index or 1].estimate.is_significant:
        return f"as good as the {which} by its estimate{though}"
    merits = (describe_losses if index else describe_gains)(differs)
    return merits or f"{_ALONE}{though or f': no count tells it from the {which}'}"


_ALONE: Final = "by its estimate alone"


def _describe_beside_twin(plays: Sequence[HintedPlay], reasons: Sequence[str], index: int) -> str:
    """Tell a play from the last one before it that has the same reason, but costs less."""
    if reasons[index].startswith(_ALONE):
        return ""
    for at in reversed(range(1, index)):
        costs = plays[index].estimate.cost - plays[at].estimate.cost
        if reasons[at] == reasons[index] and costs >= MIN_POINTS:
            losses = describe_losses(_compare(plays[index], plays[at]), most=1)
            why = f"it {losses}" if losses else "nothing that is counted speaks against it"
            return f"; beside {write_moves(plays[at].estimate.play.moves)} {why}"
    return ""


def describe_worse(
    game: Game,
    made: Sequence[Action],
    best: Sequence[Action],
) -> str:
    """Describe the main drawback of the moves made; empty if none is counted."""
    ours, theirs = play_made(game, made), play_made(game, best)
    if not ours or not theirs:
        return ""
    return describe_losses(differences(game, ours, theirs), most=1)


def describe_answers(answers: Sequence[Choice]) -> str:
    """Describe the computer's answer, and the cost of the other one."""
    other = max(answers, key=lambda choice: choice.cost)
    best, made = write_actions(other.best), write_actions(other.made)
    if not other.reported_cost:
        return f"The computer's choice: {best}. {capitalized(made)} is as good by its estimate."
    return f"The computer's choice: {best}. {capitalized(made)} would cost {other.cost:.2f} points."
