"""Questions, each with one highlighted answer that Space and Enter take; its own key takes any."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.engine import Game, Move, Phase, Side
from backgammon_tui.engine.moment import Moment
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.modes.play.rows import label_of
from backgammon_tui.session import Proposal
from backgammon_tui.words.naming import Naming, write_dice


class Asked(Enum):
    """The subject of a question, as the heading in the panel."""

    KEEP = "Keep or reroll"
    DOUBLET = "After a 2-1"
    WHICH = "Which play"
    """A choice among the plays that a text or a click may mean."""
    TAKE_BACK = "Take back"
    PRACTICE = "Practice"
    """A take-back behind dice that were seen: the game is marked as practice."""
    RESIGN = "Resign"
    ACCEPT_RESIGNATION = "Resignation"
    DRAW = "Draw"
    CORRECT = "Retype the throw"
    """A typed throw that may be mistyped."""
    TUTOR = "The tutor"
    """A stage that has cost much and may be taken back."""


class Answer(NamedTuple):
    """One answer to a question and its key."""

    key: str
    text: str
    moves: tuple[Move, ...] = ()
    """The moves that the board previews for it."""
    choices: tuple[tuple[Move, ...], ...] = ()
    """The plays that remain after it, if a further question is needed."""
    points: int = 0
    """Number of points of a resignation."""


class Question(NamedTuple):
    """A question to a player."""

    asked: Asked
    text: str
    answers: tuple[Answer, ...]
    side: Side = Side.WHITE
    """The side that asked, if the other one answers."""
    proposal: Proposal | None = None
    """The proposal made if the other side agrees."""
    why: str = ""
    """The answer to `w`, where it is not the same for all such questions."""

    @property
    def is_of_rules(self) -> bool:
        """True if the rules ask it, so that it cannot be closed without an answer."""
        return self.asked in (Asked.KEEP, Asked.DOUBLET)

    @property
    def first_highlighted(self) -> int:
        """The answer highlighted at first: one without an effect, if there is any."""
        return next((i for i, answer in enumerate(self.answers) if answer.key == NO), 0)


NO: Final = "n"
YES_NO: Final = (Answer("y", "yes"), Answer(NO, "no (or Esc)"))
_REROLL: Final = Answer("r", "reroll both dice")


def of_the_rules(moment: Moment, naming: Naming) -> Question | None:
    """Return the choice that the rules leave to the side to act, if one is awaited."""
    side = moment.side
    if side and moment.opening:
        numbers = write_dice(moment.opening)
        answers = (Answer("k", f"keep: play {numbers} as the first turn"), _REROLL)
        text = f"{naming.name(side)}: keep {numbers}?"
        return Question(Asked.KEEP, text, answers, side)
    if side and moment.phase is Phase.CHOOSE:
        answers = (
            Answer("5", "four 5s, then another throw"),
            Answer("6", "four 6s, then another throw"),
        )
        return Question(Asked.DOUBLET, f"{naming.name(side)}: four 5s or four 6s?", answers, side)
    return None


def which_play(choices: Sequence[tuple[Move, ...]], game: Game, naming: Naming) -> Question:
    """Ask about the first stop in which several plays differ."""
    texts = {write_moves(moves, naming.numbering): moves for moves in choices}
    ways = {text: re.findall(_STOP, text) for text in texts}
    at = next(i for i, stops in enumerate(zip(*ways.values(), strict=False)) if len({*stops}) > 1)
    groups: dict[str, list[str]] = {}
    for text in sorted(texts, key=lambda text: ("^" in text, text)):
        groups.setdefault(ways[text][at], []).append(text)
    marks = [stop[-1] for stop in groups]
    is_mark = len({stop.rstrip("*^") for stop in groups}) == 1 and {*marks} <= {"*", "^"}
    keys = marks if is_mark else "123456789"
    answers = tuple(
        Answer(
            key,
            (_MEANS[key] if is_mark else "")
            + (label_of(members[0]) if len(members) == 1 else f"{stop} and on"),
            texts[members[0]],
            tuple(texts[member] for member in members),
        )
        for key, (stop, members) in zip(keys, groups.items(), strict=False)
    )
    return Question(Asked.WHICH, "Which play do you mean?", answers)


_MEANS: Final = {"*": "hit: ", "^": "trap: "}

_STOP: Final = r"[^ /(]+(?:\(\d\))?"
"""One place of a play in notation, with its mark and count."""
