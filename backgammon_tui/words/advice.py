"""Hints, reviews and comparisons of plays in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.analysis.cube_rating import CubeRating, cube_error
from backgammon_tui.analysis.difference import (
    MIN_WEIGHT,
    Aspect,
    Counts,
    Difference,
    Facts,
    compare,
    count_play,
    differences,
    explains,
)
from backgammon_tui.analysis.nets import NetChoice
from backgammon_tui.analysis.review import Choice, Finding, Luck, Mark, Total
from backgammon_tui.analysis.rollout import PlayRollout, behind_error, is_clear
from backgammon_tui.analysis.value import Estimate
from backgammon_tui.engine import Action, Effect, Game, Phase, Play, Side
from backgammon_tui.engine.moves import (
    ChooseDoubles,
    Double,
    KeepOpening,
    Move,
    Pass,
    RerollOpening,
    Take,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.rules import Rules
from backgammon_tui.explain.facts import MIN_POINTS, play_made
from backgammon_tui.words.naming import (
    STANDARD,
    WINS,
    capitalized,
    count,
    join,
    name_places,
    playable_part,
    plural,
    signed,
    write_dice,
)


def describe_hints(game: Game, ranked: Sequence[Estimate]) -> tuple[str, ...]:
    """Describe the merits of each of several plays, best first, or its drawbacks."""
    counts = [count_play(game, estimate.play) for estimate in ranked]
    reasons = [_describe_place(ranked, counts, index) for index in range(len(ranked))]
    return tuple(
        reason + _describe_beside_twin(ranked, counts, reasons, index)
        for index, reason in enumerate(reasons)
    )


def _describe_place(ranked: Sequence[Estimate], counts: Sequence[Counts], index: int) -> str:
    """Describe the merits of the best play, or the drawbacks of another; both if it is as good."""
    if ranked[index].wins:
        return "wins at once"
    differs = compare(counts[index], counts[0 if index else 1])
    heaviest = describe_heaviest(differs, maximum=1)
    though, which = f", though it {heaviest}" if heaviest else "", "best" if index else "next"
    if not ranked[index or 1].is_significant:
        return f"the computer rates it as good as the {which} play{though}"
    merits = (describe_losses if index else describe_gains)(differs)
    rated = _LOWER if index else "the computer rates it higher"
    return merits or f"{rated}{though or ', but no count shows why'}"


_LOWER: Final = "the computer rates it lower"


def _describe_beside_twin(
    ranked: Sequence[Estimate], counts: Sequence[Counts], reasons: Sequence[str], index: int
) -> str:
    """Describe the difference from a better-ranked play with the same reason."""
    if reasons[index].startswith(_LOWER):
        return ""
    for at in reversed(range(1, index)):
        costs = ranked[index].cost - ranked[at].cost
        if reasons[at] == reasons[index] and costs >= MIN_POINTS:
            losses = describe_losses(compare(counts[index], counts[at]), maximum=1)
            why = f"it {losses}" if losses else "no count is worse"
            return f"; compared with {write_moves(ranked[at].play.moves)}, {why}"
    return ""


def describe_worse(game: Game, made: Sequence[Action], best: Sequence[Action]) -> str:
    ours, theirs = play_made(game, made), play_made(game, best)
    if not ours or not theirs:
        return ""
    return describe_losses(differences(game, ours, theirs), maximum=1)


def write_cost(points: float, stake: int) -> str:
    """Write a cost or a gain at the value of a cube: `0.20 points of the score times the cube`."""
    return f"{points:.2f} points of the score{' times the cube' * (stake > 1)}"


def describe_answers(answers: Sequence[Choice]) -> str:
    other = max(answers, key=lambda choice: choice.cost)
    best, made = write_actions(other.best), write_actions(other.made)
    if not other.reported_cost:
        return f"The computer's choice: {best}. It rates {made} as good."
    cost = write_cost(other.cost, 1)  # The dice have not been rolled, or the rules have no cube.
    return f"The computer's choice: {best}. {capitalized(made)} would cost {cost}."


def describe_cube_hint(game: Game, rating: CubeRating) -> str:
    """Describe the computer's opinion about a double to the side that must act."""
    error, gammon_error = (
        max(round(100 * error), 1) for error in (rating.win_error, rating.gammon_error)
    )
    if game.phase is Phase.DOUBLED:
        verb = "Take" if rating.advice.should_take else "Pass"
        own, needed = round(100 * (1 - rating.win)), round(100 * rating.take_point)
        return f"{verb}: you win about {own} ± {error} %. Here you should take from {needed} % on."
    chances = f"you win about {round(100 * rating.win)} ± {error} %"
    chances += f", {round(100 * rating.gammons)} ± {gammon_error} % with a gammon"
    answer = f"your opponent should {'take' if rating.advice.should_take else 'pass'}"
    if rating.advice.should_double:
        rolling = _describe_other(game, "Rolling", rating.cost(None))
        return f"Double: {chances}; {answer}. {rolling}."
    if rating.advice.is_too_good:
        return f"Roll: {chances}. You are too good to double: {answer}."
    other = _describe_other(game, "A double", rating.cost(Double()))
    return f"Roll: {chances}. {other}; {answer}."


def _describe_other(game: Game, choice: str, cost: float) -> str:
    """Describe the other choice about the cube; a cost within its error is not stated."""
    if cost <= cube_error(game.rules, cost):
        return f"{choice} would be about as good"
    return f"{choice} would cost about {write_cost(cost, game.stake)}"


def describe_facts(facts: Facts, mover: Side) -> str:
    """Summarize the next rolls: `15 of the opponent's 36 rolls hit, 4 rolls cannot be played`."""
    outlook = facts.outlook
    if outlook and outlook.withheld:
        return "no complement"
    if outlook:
        return f"{playable_part(outlook.numbers, outlook.playable)} can be played next"
    if facts.roller is None:
        return ""
    is_own = facts.roller is mover
    rolls = "the 36 rolls" if is_own else "the opponent's 36 rolls"
    # A roll that earns an extra roll may hit with that one.
    verb = "hit immediately" if not facts.hits else "hits" if facts.hits == 1 else "hit"
    text = f"{facts.hits or 'none'} of {rolls} {verb}"
    if facts.shut_out:
        text += f", {plural(facts.shut_out, 'roll')} cannot be played"
    return f"an extra roll follows: {text}" if is_own else text


# ---- differences between two plays

_MAX_NAMED: Final = 2
"""Maximum number of differences that a sentence names."""


def describe_gains(compared: Sequence[Difference], maximum: int = _MAX_NAMED) -> str:
    """Describe a play's main advantages: `leaves 11 shots instead of 15`; empty if it has none."""
    return describe_heaviest(_one_way(compared, 1), maximum)


def describe_losses(compared: Sequence[Difference], maximum: int = _MAX_NAMED) -> str:
    return describe_heaviest(_one_way(compared, -1), maximum)


def explain_losses(game: Game, play: Play, best: Play, cost: float = 0.0) -> str:
    """Describe a play's drawbacks compared with the best play, and the cost of a missed hit.

    Return nothing if they are too small to be the reason for the play's cost in points.
    """
    compared, side = differences(game, play, best), game.actor
    losses = describe_losses(compared)
    if not explains(_one_way(compared, -1)[:_MAX_NAMED], cost):
        return ""
    hits = [move.target for move in best.moves if move.effect is Effect.HIT]
    if not hits or not side or not losses.startswith(_NO_HIT):
        return losses
    lost = plural(sum(_PIPS_OF_BAR - game.rules.across(point) for point in hits), "pip")
    entries = "a number" if len(hits) == 1 else f"{count(len(hits))} numbers"
    hit = "a hit costs" if len(hits) == 1 else "hits cost"
    costs = f" ({hit} {STANDARD.name(side.other)} {lost} and {entries} to enter)"
    return _NO_HIT + costs + losses.removeprefix(_NO_HIT)


def describe_punishing(gains: Sequence[tuple[float, tuple[int, int]]], name: str) -> str:
    """Name the rolls that gain most from a play: `Black gains most with 6-6, 5-5 or 4-4`.

    Args:
        gains: The points that each roll gains, the largest first.
        name: The name of the side that rolls.
    """
    rolls = [write_dice(dice) for gain, dice in gains[:_PUNISHING] if gain >= MIN_POINTS]
    return f"{name} gains most with {join(rolls, 'or')}" if rolls else ""


_PUNISHING: Final = 3

_NO_HIT: Final = "does not hit"
_PIPS_OF_BAR: Final = 25


def _one_way(compared: Sequence[Difference], sign: int) -> list[Difference]:
    outweighed = any(difference.weight * -sign >= _LARGE_WEIGHT for difference in compared)
    minimum = MIN_WEIGHT if outweighed else 0
    return [
        difference
        for difference in compared
        if difference.weight * sign > minimum
        or (difference.aspect is Aspect.POINTS and difference.weight == 0)
    ]


_LARGE_WEIGHT: Final = 1.0
"""Weight of a difference that makes small opposite differences irrelevant."""


def describe_heaviest(compared: Sequence[Difference], maximum: int = _MAX_NAMED) -> str:
    """Describe the largest differences; small ones only if there is no other."""
    heavy = [difference for difference in compared if abs(difference.weight) >= MIN_WEIGHT] or [
        *compared[:1]
    ]
    text = "; ".join(describe_difference(difference) for difference in heavy[:maximum])
    is_later = any(difference.is_later for difference in heavy[:maximum])
    return f"{text}, once the complement is played" if is_later else text


_INSTEAD: Final = {
    Aspect.TRAPPED: ("leaves", "opposing checker", "trapped"),
    Aspect.OWN_TRAPPED: ("leaves", "own checker", "trapped"),
    Aspect.OFF: ("has", "checker", "off"),
    Aspect.TO_ENTER: ("leaves", "checker", "to enter"),
    Aspect.COMPLEMENT: ("leaves", "number", "of the complement playable"),
    Aspect.SHOTS: ("leaves", "shot", ""),
    Aspect.SHUT_OUT: ("leaves the opponent", "unplayable roll", ""),
    Aspect.BLOTS: ("leaves", "blot", ""),
    Aspect.HOME: ("has", "checker", "home"),
    Aspect.THEIR_PIPS: ("leaves the opponent", "pip", ""),
    Aspect.PIPS: ("leaves", "pip", "to go"),
    Aspect.STACK: ("has", "checker", "on its tallest stack"),
}
"""The words around `11 shots instead of 15`: before, the noun, and after the noun."""


def describe_difference(difference: Difference) -> str:
    """Describe a difference between two plays: `leaves 11 shots instead of 15`."""
    mine, other = difference.mine, difference.other
    match difference.aspect:
        case Aspect.HIT if not mine:
            return _NO_HIT
        case Aspect.HIT:
            return f"hits {count(mine)}" + (f" instead of {count(other)}" if other else "")
        case Aspect.STAKE:
            saves = "saves" if mine < other else "does not yet save"
            return f"{saves} the {WINS[max(mine, other)]} ({max(mine, other)} points)"
        case Aspect.THEIR_ROLLS:
            return f"gives the opponent an extra roll with {_of_36(mine, other)}"
        case Aspect.OWN_SHOTS:
            return f"threatens to hit with {_of_36(mine, other)}"
        case Aspect.OWN_ROLLS:
            return f"would earn an extra roll next with {_of_36(mine, other)}"
        case Aspect.POINTS:
            return _describe_points(difference)
        case Aspect.PRIME if mine < 2:  # A single point is not a row.
            return f"holds no two points in a row{f' instead of {other}' if other > 1 else ''}"
        case Aspect.PRIME:
            return f"holds {_instead(mine, other if other > 1 else 0, 'point', 'in a row')}"
        case Aspect.LAST:
            last, instead = (str(point) for point in (mine, other))
            return f"leaves its rearmost checker on {last} instead of {instead}"
        case _:
            before, noun, after = _INSTEAD[difference.aspect]
            return f"{before} {_instead(mine, other, noun, after)}"


def _instead(mine: int, other: int, noun: str, suffix: str = "") -> str:
    text = plural(mine, noun) if mine else f"no {noun}"
    return " ".join(filter(None, (text, suffix, f"instead of {other or 'none'}")))


def _of_36(mine: int, other: int) -> str:
    return f"{mine or 'none'} of 36 rolls instead of {other or 'none'}"


def _describe_points(difference: Difference) -> str:
    gains, losses = (
        " and ".join(f"{verb} {name_places(points)}" for verb, points in some if points)
        for some in (
            (("makes", difference.made), ("keeps", difference.kept)),
            (("gives up", difference.given_up), ("does not make", difference.not_made)),
        )
    )
    return ", but ".join(filter(None, (gains, losses)))


_MARKS: Final = {Mark.DOUBTFUL: "doubtful", Mark.ERROR: "error", Mark.BLUNDER: "blunder"}


def describe_estimate(net_choice: NetChoice, rules: Rules) -> str:
    line = f"The computer's own estimate, learnt from {net_choice.games:,} games against itself."
    return line + describe_unmet(net_choice, rules)


def describe_unmet(net_choice: NetChoice, rules: Rules) -> str:
    """Name the house rules that a network was not trained for, as an additional sentence."""
    if net_choice.is_trained_for(rules):
        return ""
    return " It was trained without some of the house rules played here."


def describe_finding(finding: Finding, stake: int, reason: str = "") -> str:
    """Describe a finding in a game with a cube at `stake`; empty if it is too small."""
    if isinstance(finding, Luck):
        if abs(finding.points) < MIN_POINTS:
            return ""
        word = "lucky" if finding.points > 0 else "unlucky"
        times = " times the cube" * (stake > 1)
        return f"{write_dice(finding.dice)} was {word}: {signed(finding.points)} points{times}."
    if finding.reported_cost < MIN_POINTS:
        return ""
    made, best = (write_actions(actions) for actions in (finding.made, finding.best))
    marked = "" if finding.mark is Mark.FINE else f"{SIGNS[finding.mark]} {_MARKS[finding.mark]}: "
    why = f": it {reason}" if reason else ""
    chance = ""
    if finding.kind is None and finding.best[:1] in ((Double(),), (Take(),), (Pass(),), ()):
        chance = f" ({round(100 * finding.win)} % to win)"
    cost = write_cost(finding.cost, stake)
    return f"{marked}{made} costs {cost}{why}. Better: {best}{chance}."


def describe_marks(tie: str) -> str:
    return ", ".join(f"{SIGNS[mark]}{tie}{word}" for mark, word in _MARKS.items())


SIGNS: Final = {Mark.FINE: "", Mark.DOUBTFUL: "?!", Mark.ERROR: "?", Mark.BLUNDER: "??"}


def write_actions(actions: tuple[Action, ...]) -> str:
    match actions:
        case (KeepOpening(),):
            return "keeping the numbers"
        case (RerollOpening(),):
            return "rerolling"
        case (ChooseDoubles(number),):
            return f"four {number}s"
        case (Double(),):
            return "doubling"
        case (Take(),):
            return "taking"
        case (Pass(),):
            return "passing"
        case ():
            return "rolling"
        case _:
            moves = [action for action in actions if isinstance(action, Move)]
            return write_moves(moves) or "no move"


def describe_total(sums: Total, name: str) -> str:
    verb, luck = "cost" if sums.choices != 1 else "costs", round(sums.luck, 2)
    than = f"rolls {abs(luck):.2f} points {'better' if luck > 0 else 'worse'} than average"
    return (
        f"{name}: {plural(sums.choices, 'choice')} {verb} {sums.cost:.2f} points of the score"
        f" ({sums.doubtful} doubtful, {plural(sums.errors, 'error')},"
        f" {plural(sums.blunders, 'blunder')});"
        f" {than if luck else 'average rolls'}."
    )


SUMS: Final = (
    "Costs add up over a game, so their sum can exceed the value of the game.",
    "Each roll is compared with the average for its position, so both sides can be unlucky.",
)


SUMS_WITH_CUBE: Final = "The sums count the cube as 1, so games with any cube can be compared."


def describe_play_rollout(rollouts: PlayRollout, best: PlayRollout) -> str:
    play = write_moves(rollouts.play.moves) or "(nothing can be played)"
    behind = ""
    if rollouts is not best:
        error = _write_error(behind_error(best, rollouts), len(rollouts.points))
        behind = f"{rollouts.mean - best.mean:+.3f}{error}  "
    out = "clearly worse, " if rollouts.is_out else ""
    games = plural(len(rollouts.points), "game")
    error = _write_error(rollouts.error, len(rollouts.points))
    return f"{rollouts.mean:+.3f}{error}  {behind}{play}  ({out}{games})"


ROLLOUT_UNIT: Final = "Values are points of the score. Each ± is one standard error."


def _write_error(error: float, games: int) -> str:
    """Return an error as text; a single game has none."""
    return f" ± {error:.3f}" if games > 1 else ""


def describe_rollout(rollouts: Sequence[PlayRollout], games: int, left_out: int) -> str:
    """Describe the result; `left_out` counts the legal plays that were not rolled out."""
    parts = [ROLLOUT_UNIT] if len(rollouts[0].points) > 1 else []
    parts.append(_describe_lead(rollouts, games))
    if left_out:
        which = "1 play was" if left_out == 1 else f"{left_out} plays were"
        parts.append(f"{which} left out, because the network rates the others higher.")
    return " ".join(parts)


def _describe_lead(rollouts: Sequence[PlayRollout], games: int) -> str:
    best, *others = rollouts
    if not others:
        return "There is only one play."
    near = [play for play in others if not is_clear(best, play)]
    if near:
        which = "the second" if len(near) == 1 else f"the next {len(near)}"
        return f"The first play is not clearly better than {which}: more games may decide."
    played = len(best.points)
    if played == games:
        return "The first play is clearly the best."
    return (
        f"The rollout stopped after {played} of {games} games: the first play is clearly the best."
    )


# ---- chart of winning chances

BARS: Final = " ▁▂▃▄▅▆▇█"
"""The characters of a cell, from empty to full."""

ASCII_BARS: Final = " .:#"


def win_chart(chances: Sequence[float], width: int, height: int, bars: str) -> list[str]:
    """Draw a chart, row by row, whose columns show White's winning chances, from 0 to 1."""
    parts = len(bars) - 1
    columns = [chances[x * len(chances) // width] for x in range(width)]
    filled = [round(chance * height * parts) for chance in columns]
    return [
        "".join(bars[min(max(part - row * parts, 0), parts)] for part in filled)
        for row in reversed(range(height))
    ]
