"""The lines of play tried in sandboxes, kept in a file for the next start of the program."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Action, Game, NotAllowed, Rules, StartingPosition
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.storage.paths import make_folder, replace_file
from backgammon_tui.text_file import is_visible, read_text
from backgammon_tui.words.naming import write_dice
from backgammon_tui.words.rule_settings import change_rule, changed_rules, write_value

_FILE: Final = "sandbox.json"
_MAX_SIZE: Final = 2_000_000
_MAX_SANDBOXES: Final = 30
"""Maximum number of sandboxes whose lines are kept; the oldest go first."""


class SandboxLine(NamedTuple):
    actions: tuple[Action, ...]
    """The actions from the starting position, with a roll that was set up as the first."""

    comment: str = ""


class SandboxLines(NamedTuple):
    """The lines tried from one position."""

    rules: Rules
    start: StartingPosition
    dice: Dice | None
    lines: tuple[SandboxLine, ...]
    at: int = 0
    """The index of the line on the board."""


def read_lines(folder: Path, sandbox: str) -> SandboxLines | None:
    """Return the saved lines of a sandbox; None if there are none, or they cannot be read."""
    with suppress(KeyError, TypeError, ValueError, NotAllowed):
        return _parse(_read_all(folder)[sandbox])
    return None


def keep_lines(folder: Path, sandbox: str, kept: SandboxLines | None) -> None:
    """Write the lines of a sandbox, or remove them; ignore errors of the disk."""
    known = _read_all(folder)
    before = known.pop(sandbox, None)
    if kept is None and before is None:
        return
    if kept:
        known[sandbox] = _write(kept)
    newest = dict([*known.items()][-_MAX_SANDBOXES:])
    with suppress(OSError):
        make_folder(folder)
        replace_file(folder / _FILE, json.dumps(newest, indent=1) + "\n", is_synced=False)


def _read_all(folder: Path) -> dict[str, object]:
    with suppress(OSError, ValueError):
        known = json.loads(read_text(folder / _FILE, _MAX_SIZE))
        return known if isinstance(known, dict) else {}
    return {}


def _write(kept: SandboxLines) -> dict[str, object]:
    rules = kept.rules
    return {
        "ruleset": rules.name,
        "changes": [f"{r.field}={write_value(r.value(rules))}" for r in changed_rules(rules)],
        "start": str(kept.start),
        "roll": write_dice(kept.dice) if kept.dice else "",
        "lines": [[line.comment, *map(write_action, line.actions)] for line in kept.lines],
        "at": kept.at,
    }


def _parse(text: Any) -> SandboxLines:  # Whatever the file contains.
    rules = RULESETS[text["ruleset"]]
    for change in text["changes"]:
        rules = change_rule(rules, change)
    start = StartingPosition.parse(text["start"])
    game = start.game(rules)
    lines = tuple(_parse_line(game, line) for line in text["lines"])
    at = int(text["at"])
    if at not in range(len(lines)):
        raise ValueError("there is no such line")
    dice = read_dice(text["roll"]) if text["roll"] else None
    return SandboxLines(rules, start, dice, lines, at)


def _parse_line(game: Game, line: list[str]) -> SandboxLine:
    """Parse a line and play it, so that only legal lines are opened."""
    comment, *written = line
    actions = tuple(map(read_action, written))
    known = tuple(action for action in actions if action is not None)
    if len(known) < len(actions) or not is_visible(comment):
        raise ValueError("a line cannot be read")
    for action in known:
        game = game.apply(action)
    return SandboxLine(known, comment)
