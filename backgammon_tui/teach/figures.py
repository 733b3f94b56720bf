"""What a play does in the matter that its task is about: how many throws hit, what can follow."""

from __future__ import annotations

from typing import assert_never

from backgammon_tui.teach.lesson_parts import Figure
from backgammon_tui.teach.running import Run
from backgammon_tui.teach.solving import is_stage_over
from backgammon_tui.teach.typed_actions import do
from backgammon_tui.words.naming import count


def describe_figure(run: Run) -> str:
    """The figure of the play that was taken back last, as the part of a sentence.

    Nothing if the task is about none, or the play was not finished.
    """
    figure, game = run.step.figure if run.step else None, run.before
    if figure is None or run.answer is None or not run.answer.taken_back:
        return ""
    after = do(game, run.answer.taken_back)[-1]
    if not is_stage_over(game, after):
        return ""
    if figure is Figure.WORTH:
        return "the program finds a better play"
    from backgammon_tui.analysis.facts import facts  # Few tasks are about them.

    play = next(play for play in game.legal_plays() if play.position == after.position)
    counted = facts(game, play)
    match figure:
        case Figure.HITS:
            traps = " or trap" if game.rules.landing.may_trap else ""
            return f"{counted.hits} of 36 hit{traps}"
        case Figure.SHUT_OUT:
            return f"only {counted.shut_out} of 36 are lost entirely"
        case Figure.COMPLEMENT:
            if counted.outlook is None:
                return "the complement cannot follow"
            playable, owed = counted.outlook.playable, counted.outlook.numbers
            few = f"only {count(playable)}" if playable else "none"
            return f"{few} of the {count(len(owed))} {owed[0]}s can follow"
        case _:
            assert_never(figure)
