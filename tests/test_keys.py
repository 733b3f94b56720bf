from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from textual.binding import Binding

import backgammon_tui
from backgammon_tui.keys import KEY_NAMES, name_of_key
from backgammon_tui.modes.mode import Command, Mode, commands_of

MEANINGS = {
    **{"a": "result|window", "c": "complement", "d": "double", "e": "export", "f": "fair"},
    **{"g": "roll", "h": "hand", "i": "import", "j": "sandbox", "k": "keep", "l": "learn"},
    **{"m": "move", "n": "no|pass", "o": "records", "p": "options", "q": "quiz", "r": "^(re)?roll"},
    **{"s": "skip", "t": "hint", "u": "undo", "v": "rulebook", "w": "rule", "x": "mistake"},
    **{
        "y": "yes|take",
        "A": "again",
        "B": "presentation",
        "C": "colours",
        "D": "draw",
        "E": "edit",
    },
    **{"F": "first doubles", "G": "game", "H": "help", "I": "image", "L": "lesson", "M": "menu"},
    **{"N": "name", "O": "own page", "P": "play", "Q": "quit", "R": "resign"},
    **{"S": "step", "T": "solution|choice", "U": "redo", "V": "list of plays", "W": "other side"},
    **{"X": "previous mistake", "Y": "against the computer", "Z": "empty", "#": "score"},
    **{"=": "compare", "+": "put", "-": "take", "/": "filter", "^": "trap", "?": "key|help"},
    **{"[": "line tried before", "]": "next line"},
}
"""A word that every text about a key contains. Digits choose by number; the other keys navigate."""

_PROGRAM = Path(backgammon_tui.__file__).parent
_SYMBOLS = {"question_mark": "?", "equals_sign": "=", "slash": "/", "number_sign": "#"}


def _all_keys() -> Iterator[tuple[str, str]]:
    """Yield every key of every screen and mode with the text about it."""
    for value in _values():
        if isinstance(value, Command):
            label = value.label if isinstance(value.label, str) else ""
            text = " ".join((value.help, value.title, label, *value.words))
            yield value.key or value.menu_key, text
        elif isinstance(value, Binding):
            for key in value.key.split(","):
                text = f"{value.tooltip} {value.description} {value.action}"
                yield _SYMBOLS.get(key, key), text
    for key, text in re.findall(r'Answer\((\w+|"."), f?"([^"]*)"', _source_of_modes()):
        yield key.strip('"').replace("NO", "n"), text


def _source_of_modes() -> str:
    return "".join(path.read_text("utf-8") for path in (_PROGRAM / "modes").rglob("*.py"))


def _values() -> Iterator[object]:
    names = [part.name for part in walk_packages([str(_PROGRAM)], "backgammon_tui.")]
    return (member for name in names if "__main__" not in name for member in _members(name))


def _members(module: str) -> Iterator[object]:
    """Yield the commands and bindings of a module's classes."""
    for value in vars(import_module(module)).values():
        if isinstance(value, type) and issubclass(value, Mode):
            yield from commands_of(value)
        elif isinstance(value, type):
            yield from vars(value).get("BINDINGS", ())


def test_one_key_has_one_meaning_on_every_screen() -> None:
    assert len({*MEANINGS.values()}) == len(MEANINGS)
    texts = defaultdict(set)
    for key, text in _all_keys():
        if len(key) == 1 and not key.isdigit():
            texts[key].add(text)
    assert set(MEANINGS) == {*texts}
    others = {
        key: [text for text in texts[key] if not re.search(meaning, text, re.IGNORECASE)]
        for key, meaning in MEANINGS.items()
    }
    assert {key: result for key, result in others.items() if result} == {}


def test_every_key_has_a_name_or_is_part_of_moves_and_answers() -> None:
    fixed = {key for key in MEANINGS if not name_of_key(key)}
    assert fixed == {*"acdfhikoryn", *"+-/^?"}
    assert {*KEY_NAMES.values()} <= {*MEANINGS}


def test_words_beside_keys_are_imperatives() -> None:
    """Verbs are not in the third person: `open` and `go on`, not `opens` and `goes on`."""
    words = {
        *re.findall(r'key_line\(Key\.\w+, "([^"]+)"', _source_of_modes()),
        *(value.description for value in _values() if isinstance(value, Binding)),
        *(str(value.label) for value in _values() if isinstance(value, Command)),
    }
    assert {"read on", "open", "undo"} <= words
    named = {"keys", "rules", "records", "previous"}
    assert {word for word in words if re.match(r"[a-z]+[^s\W]s\b", word)} <= named
