"""Computer evaluation of plays, run in threads.

Imported on demand, because few players ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.analysis import NotJudged, net_for
from backgammon_tui.analysis.difference import facts_after
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.engine import Action, ChooseDoubles, Game, KeepOpening, Move
from backgammon_tui.explain.plays import HintedPlay, hinted, judged_answers
from backgammon_tui.modes.play.choosing import PlayRow
from backgammon_tui.modes.play.prompts import TutorWarning
from backgammon_tui.modes.play.state import NO, Advice, Answer, Hint
from backgammon_tui.words import advice
from backgammon_tui.words.naming import capitalized
from backgammon_tui.words.reason_sentences import describe_unjudged

_FIGURES: Final = (
    "Each figure is the computer's own estimate of the points that a play loses against the best."
)


def advise(game: Game, rows: Sequence[PlayRow], *, at_once: bool = False) -> Advice:
    """Return advice for a pending choice; `at_once` for a quick estimate."""
    try:
        net_choice = net_for(game.rules)
        unmet = advice.describe_unmet(net_choice, game.rules)
        if not rows:
            answers = judged_answers(game)
            return Advice(advice.describe_answers(answers) + unmet, answer=_key(answers[0].best[0]))
        ranked = hinted(game, at_once=at_once)
    except NotJudged as why:
        return Advice(describe_unjudged(why))
    places = {row.position: index for index, row in enumerate(rows)}
    plays, reasons = (*ranked.plays, *ranked.explained), advice.describe_hints(ranked)
    hints = tuple(
        _hint(play, reason, places[play.estimate.play.position], is_choice=play is plays[0])
        for play, reason in zip(plays, reasons, strict=True)
    )
    first, explained = hints[: len(ranked.plays)], hints[len(ranked.plays) :]
    cost = f"{ranked.others:.2f}"
    others = "" if cost == "0.00" else f"others: {cost} or more"
    return Advice(f"{_FIGURES}{unmet}", first, explained, others, is_settled=not at_once)


def _hint(play: HintedPlay, reason: str, row: int, *, is_choice: bool) -> Hint:
    estimate = play.estimate
    if not is_choice and estimate.is_significant:
        reason = f"costs about {estimate.cost:.2f}: {reason}"
    return Hint(row, estimate.cost, f"{capitalized(reason)}.", estimate.is_significant)


def _key(answer: Action) -> str:
    if isinstance(answer, ChooseDoubles):
        return str(answer.number)
    return "k" if isinstance(answer, KeepOpening) else "r"


def judge(game: Game, done: Sequence[Action], minimum: float) -> TutorWarning | None:
    """Return a warning about a stage or an answer, if it cost at least so many points."""
    try:
        choices = [actions for actions in review(game, done) if isinstance(actions, Choice)]
        net_choice = net_for(game.rules)
    except NotJudged:
        return None
    if not choices or choices[0].reported_cost < minimum:
        return None
    (choice,) = choices
    made, better = (advice.write_actions(actions) for actions in (choice.made, choice.best))
    costs = "cost" if isinstance(choice.made[0], ChooseDoubles) else "costs"
    reason = advice.describe_worse(game, choice.made, choice.best)
    message = (
        f"{capitalized(made)} {costs} about {choice.cost:.2f} points"
        f"{f': it {reason}' if reason else ''}."
        f" The computer's choice: {better}."
        f"{advice.describe_unmet(net_choice, game.rules)}"
    )
    by_moves = {play.moves: play for play in game.legal_plays()}
    moves = (
        tuple(e for e in actions if isinstance(e, Move)) for actions in (choice.made, choice.best)
    )
    counts = (
        f"{text}: {advice.describe_facts(facts_after(game, actions), choice.side)}."
        for text, actions in zip((made, better), map(by_moves.get, moves), strict=True)
        if actions
    )
    back = "take it back" if isinstance(done[0], Move) else "ask to take back the roll"
    answers = (Answer("y", back), Answer(NO, "no, go on"))
    return TutorWarning(message, answers, " ".join(counts))
