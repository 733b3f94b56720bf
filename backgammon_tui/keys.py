"""The names of the keys, and the keys that players choose in their place.

A key has the same meaning on all screens, so its name and the player's own key belong to that
meaning. Screens and modes use the usual keys: a typed character is translated first, and a key is
shown as the player's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from backgammon_tui.keyboards import us_keys
from backgammon_tui.text_file import is_visible

KEY_NAMES: Final = {
    "why": "w",
    "hint": "t",
    "solution": "T",
    "undo": "u",
    "redo": "U",
    "skip": "s",
    "steps": "S",
    "mistakes": "x",
    "previous mistake": "X",
    "roll chart": "g",
    "log": "m",
    "score": "#",
    "rulebook": "v",
    "plays": "V",
    "learn": "l",
    "lesson": "L",
    "quiz": "q",
    "sandbox": "j",
    "your page": "O",
    "compare": "=",
    "export": "e",
    "image": "I",
    "edit": "E",
    "empty": "Z",
    "turn": "W",
    "first doubles": "F",
    "name": "N",
    "previous line": "[",
    "next line": "]",
    "play on": "P",
    "computer": "Y",
    "game": "G",
    "again": "A",
    "colours": "C",
    "resign": "R",
    "draw": "D",
    "computer help": "H",
    "options": "p",
    "presentation": "B",
    "menu": "M",
    "quit": "Q",
}
"""The usual key of each name. The other keys are part of moves and answers, and always stay."""

_NAME_OF: Final = {key: name for name, key in KEY_NAMES.items()}
_FIXED: Final = "abcdfhiknory0123456789/-+*^(),. ?"
_NO_KEY: Final = "\N{REPLACEMENT CHARACTER}"
"""The result for a typed key whose usual meaning the player has given to another key."""


@dataclass(frozen=True)
class Keys:
    """The keys of a player, who may have replaced some of the usual ones."""

    own: tuple[tuple[str, str], ...] = ()
    """Each changed key with the player's own."""

    def shown(self, key: str) -> str:
        """Return the player's own key for a usual one, or the same key if there is none."""
        return dict(self.own).get(key, key)

    def in_entry(self, entry: str) -> str:
        """Return an entry of a page of keys, such as `u` or `esc R`, with the player's own key."""
        *menu, key = entry.split(" ")
        return " ".join((*menu, self.shown(key)))

    def usual(self, typed: str) -> str:
        """Return the usual key for a character that the keyboard layout has already translated."""
        if not self.own:
            return typed
        usual = {own: key for key, own in self.own}
        if typed in usual:
            return usual[typed]
        if typed in dict(self.own):
            return _NO_KEY
        # With Caps Lock, a capital letter without a meaning is the lower-case letter.
        return typed if typed in _NAME_OF else usual.get(typed.lower(), typed)

    def in_text(self, text: str) -> str:
        """Return a lesson's text with the player's own keys; it names keys as in `key R`."""
        return re.sub(r"\b(key )(\S)(?!\w)", lambda m: m[1] + self.shown(m[2]), text)


USUAL_KEYS: Final = Keys()


def name_of_key(key: str) -> str:
    """Return the name under which a key can be changed; empty for a key that stays."""
    return _NAME_OF.get(key, "")


def read_keys(lines: Mapping[str, str]) -> tuple[Keys, dict[str, str]]:
    """Return the keys that lines such as `undo = z` choose, and the problem of each bad line.

    A bad line leaves its key as usual.
    """
    own: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for name, text in lines.items():
        key = us_keys(text)
        if name not in KEY_NAMES:
            wrong[name] = "no key has that name; run backgammon-tui keys for the names"
        elif len(key) != 1 or not is_visible(key):
            wrong[name] = "a key is one visible character"
        elif key in _FIXED:
            wrong[name] = f"{key} is part of moves or answers, so it stays"
        else:
            own[name] = key
    while name := next((name for name in own if _rival(name, own)), ""):
        wrong[name] = f"{own[name]} is the key of {_rival(name, own)}"
        del own[name]
    changed = {KEY_NAMES[name]: key for name, key in own.items() if key != KEY_NAMES[name]}
    return Keys(tuple(changed.items())), wrong


def _rival(name: str, own: Mapping[str, str]) -> str:
    """Return another name with the same key; empty if there is none.

    Of two names that were given the same key, the first keeps it.
    """
    now = {**KEY_NAMES, **own}
    rivals = [other for other in now if other != name and now[other] == own[name]]
    lines = list(own)
    first = [
        other for other in rivals if other not in own or lines.index(other) < lines.index(name)
    ]
    return next(iter(first), "")
