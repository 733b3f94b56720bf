"""The mode in which a game is looked at turn by turn, with its commands."""

from __future__ import annotations

from typing import ClassVar, Final

from backgammon_tui.frozen import frozen
from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.effects import Do
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import KEYS
from backgammon_tui.modes.replay.game import ReplayedGame


def _is_reviewed(mode: ReplayedGame) -> bool:
    return mode.state.review is not None


_COMMANDS: Final[tuple[Command[ReplayedGame], ...]] = (
    Command(
        shown="points",
        help="what a choice cost beside the best one, what a throw was worth beside the average"
        " one there, by the program's estimate; they add up over the game",
        exists=_is_reviewed,
    ),
    Command(shown="left right", label="turn", help="a turn back or on; so do up and down"),
    Command(
        words=("back",), run=lambda mode: mode.take(Key.LEFT), usage="back", help="a turn back"
    ),
    Command(
        "space",
        lambda mode: (mode, (Do.READ_ON,)),
        label=lambda mode: "reads on" if mode.state.notes else "",
        usage="Enter",
        help="read on, then the next turn",
    ),
    Command(
        shown="pgup pgdn",
        label="ten",
        help="ten turns back or on",
        exists=lambda mode: not (mode.state.notes or mode.state.review),
    ),
    Command(
        shown="type a number",
        usage="12",
        label="to jump",
        help="then enter: jump to that turn",
        min_width=100,
    ),
    Command(
        "v",
        lambda mode: mode.begin_review(),
        words=("review",),
        label="review",
        help="review: what each choice cost, by the program's own estimate",
        title="Review",
        exists=lambda mode: not (mode.state.notes or mode.state.review),
    ),
    Command(
        "m",
        lambda mode: mode.next_mistake(1),
        words=("mistake",),
        label="mistake",
        help="the next mistake: ?! from 0.05 points on, ? from 0.10, ?? from 0.20",
        exists=_is_reviewed,
    ),
    Command(
        "M",
        lambda mode: mode.next_mistake(-1),
        words=("previous",),
        help="the mistake before",
        exists=_is_reviewed,
    ),
    Command(
        "x",
        lambda mode: mode.show_choice(),
        words=("choice",),
        label=lambda mode: mode.state.next_choice,
        help="the program's choice in the place of each mistake; then again what was played",
        exists=_is_reviewed,
        is_enabled=lambda mode: mode.state.mistake is not None,
    ),
    Command(
        "f",
        lambda mode: mode.turn_facts(),
        words=("facts",),
        help="facts: how many of the 36 throws hit after each play of the turn",
        is_enabled=lambda mode: mode.may_count and mode.state.at > 0,
    ),
    Command(
        "b",
        lambda mode: mode.ask_play_on(),
        label="play from here",
        help="play on from here in a new match, with the same players",
    ),
    Command(
        "p",
        lambda mode: mode.challenge(),
        label=lambda mode: "against program" if mode.state.review else "",
        min_width=100,
        help="the same against the program; at a mistake, from before it",
        exists=lambda mode: not mode.state.notes,
    ),
    Command(
        "w",
        lambda mode: mode.open_rule(),
        words=("rule",),
        label=lambda mode: "rule" if mode.state.notes else "",
        help="the rulebook, at the rule of the note",
    ),
    Command("r", lambda mode: mode.open_rule(), help="the rulebook"),
    Command(
        "c",
        lambda mode: mode.share_table(mode.state.shown),
        label=lambda mode: "" if mode.state.notes or mode.state.review else "export",
        help="export what is shown: to the clipboard and to a file",
    ),
    KEYS,
    Command("escape", lambda mode: mode.leave(), label="back", help="leave the replay"),
)


@frozen
class ReplayMode(ReplayedGame):
    """A stop of a game with its commands."""

    commands: ClassVar = _COMMANDS
