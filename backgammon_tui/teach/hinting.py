"""Hints: the computer's favourite plays, their costs, and the differences that can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from backgammon_tui.analysis.difference import Counts, compare, count, differences
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.analysis.value import Estimate, estimates
from backgammon_tui.engine import Action, ChooseDoubles, Game, KeepOpening, Phase, RerollOpening
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.typed_actions import play_made
from backgammon_tui.words.fact_sentences import describe_gains, describe_heaviest, describe_losses
from backgammon_tui.words.naming import MIN_POINTS, capitalized
from backgammon_tui.words.review_lines import write_actions

_MAX_HINTS: Final = 3
"""Maximum number of plays that hints name."""

_MAX_EXPLAINED: Final = 12
"""Maximum number of plays that are compared with the computer's choice."""


class HintedPlay(NamedTuple):
    """One of the plays that the computer likes most."""

    estimate: Estimate

    reason: str
    """The counted differences from the next best play, or from the best; empty if none."""


class Hints(NamedTuple):
    """The plays that the computer likes most, and the cost of the others."""

    plays: tuple[HintedPlay, ...]
    """The computer's choice first; none where the game waits for no play."""

    explained: tuple[HintedPlay, ...] = ()
    """The plays that come next, for players who ask about one of them."""

    others: float = 0.0
    """The cost of the best of all that are not among `plays`; 0 if there are none."""


def hinted(game: Game, *, at_once: bool = False) -> Hints:
    """Return the plays that the computer likes most, its choice first.

    Args:
        at_once: True for a first look within milliseconds; else it takes tenths of a second.

    Raises:
        NotJudged: if the computer does not judge under these rules.
    """
    found = estimates(game, at_once=at_once)
    told = _MAX_HINTS if at_once else _MAX_EXPLAINED
    counted = [count(game, one.play) for one in found[:told]] if found[1:] else []
    reasons = [_reason(found, counted, index) for index in range(len(found[:told]))]
    plays = tuple(
        HintedPlay(one, reasons[index] + _beside_twin(found, counted, reasons, index))
        for index, one in enumerate(found[:told])
    )
    return Hints(
        plays[:_MAX_HINTS],
        plays[_MAX_HINTS:],
        found[_MAX_HINTS].cost if found[_MAX_HINTS:] else 0.0,
    )


def _reason(found: Sequence[Estimate], counted: Sequence[Counts], index: int) -> str:
    """Describe the merits of the best play beside the next, or the drawbacks of another.

    Of another that is worth the same the merits count as well.
    """
    one = found[index]
    if one.wins:
        return "wins at once"
    if not counted:
        return "the only play"
    differs = compare(counted[index], counted[0 if index else 1])
    heaviest = describe_heaviest(differs, most=1)
    though, which = f", though it {heaviest}" if heaviest else "", "best" if index else "next"
    if not found[index or 1].is_significant:
        return f"as good as the {which} by its estimate{though}"
    told = (describe_losses if index else describe_gains)(differs)
    return told or f"{_ALONE}{though or f': no count tells it from the {which}'}"


_ALONE: Final = "by its estimate alone"


def _beside_twin(
    found: Sequence[Estimate],
    counted: Sequence[Counts],
    reasons: Sequence[str],
    index: int,
) -> str:
    """Tell a play from the last one before it that has the same reason, but costs less."""
    one = found[index]
    if reasons[index].startswith(_ALONE):
        return ""
    for at in reversed(range(1, index)):
        if reasons[at] == reasons[index] and one.cost - found[at].cost >= MIN_POINTS:
            told = describe_losses(compare(counted[index], counted[at]), most=1)
            why = f"it {told}" if told else "nothing that is counted speaks against it"
            return f"; beside {write_moves(found[at].play.moves)} {why}"
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


def judged_answers(game: Game) -> list[Choice]:
    """Judge each answer to the rules' question: the opening roll, or the double after a 2-1."""
    answers: tuple[Action, ...] = (ChooseDoubles(5), ChooseDoubles(6))
    if game.phase is Phase.KEEP_OR_REROLL:
        answers = (KeepOpening(), RerollOpening())
    found = (each for answer in answers for each in review(game, [answer]))
    return [each for each in found if isinstance(each, Choice)]


def describe_answers(answers: Sequence[Choice]) -> str:
    """Describe the computer's answer, and the cost of the other one."""
    other = max(answers, key=lambda each: each.cost)
    best, made = write_actions(other.best), write_actions(other.made)
    if not other.reported_cost:
        return f"The computer's choice: {best}. {capitalized(made)} is as good by its estimate."
    return f"The computer's choice: {best}. {capitalized(made)} would cost {other.cost:.2f} points."
