"""Lines of play of a transcript, read one by one while a table follows them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import Final

from backgammon_tui.engine import Cause, Game, Match, NotAllowed, Phase, Side, Stage, actions
from backgammon_tui.engine.notation import Ambiguous, Route, read_action, read_routes, resolve
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
)
from backgammon_tui.match.table import Table
from backgammon_tui.text_file import LineError, NumberedLine, quote
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.turns import describe_awaited

_NO_STAGE_TO_COME: Final = 99
"""After a take-back a roll must come before the line of a stage can."""


class WrongSeed(LineError):
    """A seed that none of the game's commitments was made of."""


class _ForeignSeed(ValueError):
    """A seed of other dice than those of the game."""


class GameReader:
    """A game of a transcript while its lines are read."""

    def __init__(self, match: MatchRecord, begun: GameRecord) -> None:
        self.naming = Naming(match.white, match.black)
        record = replace(match, games=(begun,))
        self.table = Table.at_last_game(record, Match(match.rules, None))
        self.begun = begun
        self.entries: list[Entry] = []
        self.stages = 0
        """How many stages of the last roll have had their line."""
        self.commitments = {begun.dice.commitment}
        """Those of fair dice whose seeds have not been shown."""
        self.seeds: dict[str, str] = {}
        """The seeds that have been shown, by their commitments."""
        self.told_result = False
        """Whether a line has said how the game ended."""

    @property
    def game(self) -> Game:
        """The game as far as it has been read."""
        return self.table.game

    @property
    def record(self) -> GameRecord:
        """The record of the game as far as it has been read."""
        return replace(self.begun, entries=tuple(self.entries)).with_seeds(self.seeds)

    def read(self, line: NumberedLine) -> None:
        """Read one line of play."""
        try:
            self._take(line.text)
        except NotAllowed as error:
            raise LineError(line.number, self._describe(error)) from None
        except Ambiguous as error:
            raise LineError(line.number, f"a move {error}") from None
        except _ForeignSeed as error:
            raise WrongSeed(line.number, str(error)) from None
        except ValueError as error:
            raise LineError(line.number, str(error)) from None

    def _take(self, text: str) -> None:
        for pattern, take in _LINES:
            if parts := pattern.fullmatch(text):
                if take is not GameReader._take_stage:
                    self._expect_all_stages()
                take(self, parts)
                return
        raise ValueError(f"{quote(text)} makes no sense here")

    def _describe(self, error: NotAllowed) -> str:
        reason = describe_reason(error.reason, self.naming)
        if error.reason.cause is Cause.NOT_NOW:
            reason = f"{reason} {describe_awaited(self.game, self.naming)}"
        return reason

    def _follow(self, entry: Entry) -> None:
        self.table = self.table.follow(entry)
        self.entries.append(entry)

    def expect_finished(self, following: NumberedLine) -> None:
        """See that the game stands whole before the line of another."""
        if not self.game.is_over:
            raise LineError(following.number, "the game before is not finished")
        try:
            self._expect_all_stages()
        except ValueError as error:
            raise LineError(following.number, str(error)) from None

    def _expect_all_stages(self) -> None:
        missing = self._begun_stages()[self.stages :]
        if missing:
            numbers = " ".join(str(number) for number in missing[0].numbers)
            raise ValueError(f"the line of the stage {numbers} is missing before this one")

    def _take_action(self, parts: re.Match[str]) -> None:
        said = parts.groupdict()
        number, sentence = int(said.get("number", 0)), said.get("said", "")
        action = read_action(sentence or f"roll {said['dice']}")
        assert action
        # An action that cannot be done now at all is refused as such, not as out of turn.
        phases = (Phase.ROLL, Phase.ROLL_AGAIN) if number else (Phase.KEEP_OR_REROLL,)
        side = Side(said["side"]) if "side" in said else None
        if side and self.game.phase in phases and self.game.side is not side:
            raise ValueError(f"it is not the turn of {self.naming.name(side)}")
        due = self.table.roll_number
        if number and number != due:
            raise ValueError(f"this is roll {due}, not {number}")
        self._follow(action)
        if number:
            self.stages = 0

    def _take_stage(self, parts: re.Match[str]) -> None:
        numbers = sorted(int(number) for number in parts[1].split())
        if self.game.phase is Phase.CHOOSE and len(set(numbers)) == 1 and len(numbers) == 4:
            self._follow(actions.ChooseDoubles(numbers[0]))
        turn = self.game.latest_turn
        begun = self._begun_stages()
        if not turn or self.stages >= len(begun) or sorted(begun[self.stages].numbers) != numbers:
            raise ValueError(f"no stage of {parts[1]} begins here")
        self.stages += 1
        for run in parts[2].split("|") if parts[2] else ():
            self._take_run(run.strip(), turn.side)

    def _begun_stages(self) -> list[Stage]:
        turn = self.game.latest_turn
        if turn is None or not self.table.rolls:
            return []
        return [stage for stage in turn.rolled.stages if stage.before is not None]

    def _take_run(self, run: str, owner: Side) -> None:
        letter, _, rest = run.partition(" ")
        side = owner
        if letter in ("W", "B"):
            side, run = Side(letter), rest
        routes = read_routes(run)
        if not routes:
            raise ValueError("a side or a | must be followed by moves")
        for route in routes:
            origins = (route.origin, *(stop.place for stop in route.stops))
            for origin, stop in zip(origins, route.stops, strict=False):
                self._expect_move_of(side)
                for move in resolve(self.game, (Route(origin, (stop,)),)):
                    self._follow(move)

    def _expect_move_of(self, side: Side) -> None:
        if self.game.stage and self.game.actor is not side:
            raise ValueError(f"it is not for {self.naming.name(side)} to move")
        if self.game.stage and self.stages < len(self._begun_stages()):
            raise ValueError("the stage is complete: the next one needs a line of its own")

    def _take_takeback(self, parts: re.Match[str]) -> None:
        if self.seeds:
            raise ValueError("the seed has been shown, so nothing can be taken back")
        self._follow(TakeBack(int(parts[1]), Side(parts[2])))
        self.stages = _NO_STAGE_TO_COME
        self.told_result = False

    def _take_new_dice(self, parts: re.Match[str]) -> None:
        if self.game.is_over:
            raise ValueError("no dice are rolled after the game ends")
        kind = DiceKind.FAIR if parts[1] else DiceKind.TYPED
        self._follow(NewDice(DiceOrigin(kind, parts[1] or "")))
        self.commitments.add(parts[1] or "")

    def _take_result(self, parts: re.Match[str]) -> None:
        result = self.game.result
        claimed = (Side(parts[1]), int(parts[2])) if parts[1] else (None, 0)
        if result is None:
            raise ValueError("the game is not over")
        if self.told_result:
            raise ValueError("how the game ended has been said already")
        if (result.winner, result.points) != claimed:
            raise ValueError("the game did not end that way")
        self.told_result = True

    def _take_seed(self, parts: re.Match[str]) -> None:
        if not self.game.is_over:
            raise ValueError("the seed is shown only when the game is over")
        commitment = hashlib.sha256(bytes.fromhex(parts[1])).hexdigest()
        if commitment in self.seeds:
            raise ValueError("this seed has been shown already")
        if commitment not in self.commitments:
            raise _ForeignSeed("the seed does not match any commitment of this game")
        self.seeds[commitment] = parts[1]


_NUMBER: Final = "(?P<number>[1-9][0-9]{0,5})"
_SIDE: Final = "(?P<side>[WB])"
_LINES: Final = tuple(
    (re.compile(pattern, re.ASCII), take)
    for pattern, take in (
        (rf"{_NUMBER} (?P<said>opening [1-6]-[1-6])", GameReader._take_action),
        (rf"{_NUMBER} {_SIDE} (?P<dice>[1-6]-[1-6])", GameReader._take_action),
        (rf"  {_SIDE} (?P<said>keeps|rolls again)", GameReader._take_action),
        (r"(?P<said>[WB] resigns [1-3]|draw agreed)", GameReader._take_action),
        (r"  ([1-6](?: [1-6]){1,3}):(?: (.+))?", GameReader._take_stage),
        (r"takeback (0|[1-9][0-9]{0,5}) asked by ([WB])", GameReader._take_takeback),
        (r"dice (?:typed|fair ([0-9a-f]{64}))", GameReader._take_new_dice),
        (r"(?:([WB]) wins ([1-3])|drawn)", GameReader._take_result),
        (r"Seed: ([0-9a-f]{64})", GameReader._take_seed),
    )
)
