"""What is asked at a table: what the rules leave open, what players propose, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from backgammon_tui.engine.actions import (
    Action,
    ChooseDoublet,
    KeepOpening,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.moves import Move
from backgammon_tui.opponent import level_on
from backgammon_tui.session import (
    propose_draw,
    propose_resignation,
    propose_take_back,
)
from backgammon_tui.storage.record import numbers_of
from backgammon_tui.tui.modes.play import questions
from backgammon_tui.tui.modes.play.hints import Advice
from backgammon_tui.tui.modes.play.questions import Asked, Question
from backgammon_tui.tui.modes.play.table_state import TableState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.words.sentence import sentence


class AskedState(TableState):
    """A table, and what comes of questions and of their answers."""

    # ---- questions

    def _ask_which(self, choices: Sequence[tuple[Move, ...]]) -> Self:
        return self._ask(questions.which_play(choices, self.game, self.naming))

    def ask_take_back(self) -> Self:
        """Ask the other player whether the last throw and all since may be taken back."""
        try:
            proposal = propose_take_back(self.table)
        except ValueError as error:
            return self.say(sentence(error))
        at = self.table.throws[-1]
        dice, is_played = numbers_of(self.table.actions[at]), at + 1 < len(self.table.actions)
        asked = questions.take_back(proposal, dice, self.naming, is_played=is_played)
        return self._ask(asked)

    def ask_resign(self) -> Self:
        """Ask the side to play for how many points it resigns."""
        if self.game.is_over:
            return self
        if self.game.actor is None:
            return self.say("Nobody can resign before it is clear who starts.")
        points = self.game.rules.scale.points[0]
        side = propose_resignation(self.table, points).asked_by
        return self._ask(questions.resignation(side, self.game, self.naming))

    def ask_draw(self) -> Self:
        """Ask the other player whether the game is a draw."""
        if self.game.is_over:
            return self
        return self._ask(questions.draw(propose_draw(self.table), self.naming))

    def _answer(self, key: str) -> Self:
        question = self.question
        assert question
        answer = next((a for a in question.answers if a.key == key.lower()), None)
        if answer is None:
            return self
        match question.asked:
            case Asked.KEEP:
                action: Action = KeepOpening() if answer.key == "k" else ThrowOpeningAgain()
                return self._settle(self.table.apply(action))
            case Asked.DOUBLET:
                return self._settle(self.table.apply(ChooseDoublet(int(answer.key))))
            case Asked.WHICH:
                if len(answer.choices) > 1:
                    return self._ask_which(answer.choices)
                return self.make(answer.moves)
            case Asked.RESIGN if answer.key.isdigit():
                proposal = propose_resignation(self.table, int(answer.key))
                asking = questions.accept_resignation(proposal, int(answer.key), self.naming)
                return self._ask(asking)
            case Asked.FORCED:
                return self._take_offer(accepted=answer.key == "y")
            case Asked.TUTOR if answer.key == "b":
                return self._take_stage_back()
            case Asked.TUTOR:
                return replace(self, asking=None, lit_answer=0)
            case _:
                return self.consent(question, agreed=answer.key == "y")

    def _take_offer(self, *, accepted: bool) -> Self:
        options = replace(self.options, plays_forced=accepted, offered_forced=True)
        answered = replace(self, options=options, asking=None, lit_answer=0)
        declined = "You go on playing forced moves yourself; the options can change that."
        return answered if accepted else answered.say(declined)

    @property
    def put_to_program(self) -> Question | None:
        """What was proposed to the program, if anything is."""
        asking = self.asking
        if asking is None or asking.proposal is None or asking.asked is Asked.CORRECT:
            return None
        return asking if level_on(self.table, asking.proposal.asked_by.other) else None

    def consent(self, question: Question, *, agreed: bool) -> Self:
        """The state after the other player has agreed to a proposal, or has not."""
        fresh = replace(self, asking=None, lit_answer=0)
        if not agreed or question.proposal is None:
            return fresh.say("The game goes on.")
        table = question.proposal.agreed(self.table)
        if question.asked in (Asked.TAKE_BACK, Asked.CORRECT):
            again = " The same dice will come again." if table.dice else ""
            return fresh._settle_back(table, f"Back to before the throw.{again}")
        return fresh._settle(table)

    # ---- the tutor and hints

    def _take_stage_back(self) -> Self:
        """The state before the stage that the tutor spoke of."""
        _, moves = self.stage_played or (None, ())
        table = self.table
        for _ in moves:
            table = table.undo()
        return self._settle_back(table, "Play the stage again.")

    def take_verdict(self, said: str) -> Self:
        """The state after the tutor has looked at a stage; it asks if it has something to say."""
        seen = replace(self, is_tutored=False)
        side = self.table.history[-2].actor
        return seen._ask(questions.tutor(said, side)) if said and side else seen

    def take_advice(self, advice: Advice) -> Self:
        """The state with what the program says of the plays, its choice in front."""
        return replace(self, advice=advice, notice=Notice(advice.said), row=None)

    def hint_on(self, advice: Advice) -> Self:
        """The state after a hint was asked for again: the reasons, then the play."""
        if not advice.hints:
            return replace(self, notice=Notice(advice.said))
        if advice.is_explained:
            return self.make(self.rows[advice.hints[0].row].moves)
        explained = advice._replace(is_explained=True)
        fresh = self.with_text("")
        return replace(fresh, advice=explained, row=advice.hints[0].row, on_board=False)
