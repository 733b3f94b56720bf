"""The keys of a US keyboard behind the characters of other keyboard layouts.

A player does not choose a layout: the typed character decides. If several layouts have the
character, that of the language decides, and otherwise the first layout of the table.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

_ROWS: Final = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./")
_LETTERS: Final = _ROWS[1:]


class _Layout(NamedTuple):
    languages: str
    """The codes of ISO 639 with which a locale names its language."""
    rows: tuple[str, ...]
    """The characters of the three rows of letters, or of all four rows, as far as they differ."""
    shifted: tuple[str, ...] = ()
    """The same with Shift, if they are not the capital letters."""

    def typed_keys(self) -> Iterator[tuple[str, str]]:
        """Yield each character with that of its key on a US keyboard."""
        for row, us in self._beside_us(self.rows):
            yield row, us
            if (capital := row.upper()).lower() == row:  # Greek has two letters with one capital.
                yield capital, us.upper()
        for row, us in self._beside_us(self.shifted):
            yield row, us.upper()

    def _beside_us(self, rows: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        us_rows = _ROWS if len(rows) == len(_ROWS) else _LETTERS
        for row, us_row in zip(rows, us_rows, strict=False):
            yield from zip(row, us_row, strict=False)


_LAYOUTS: Final = (
    # Russian ЙЦУКЕН: Windows layout 00000419.
    _Layout("ru", ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю.")),
    # Ukrainian: DSTU 8709, as in Windows layout 00020422.
    _Layout("uk", ("йцукенгшщзхї", "фівапролджє", "ячсмитьбю.")),
    # Belarusian: Windows layout 00000423.
    _Layout("be", ("йцукенгшўзх'", "фывапролджэ", "ячсмітьбю.")),
    # Bulgarian: BDS 5237.
    _Layout("bg", (",уеишщксдзц;", "ьяаожгтнвмч", "юйъэфхпрлб")),
    # Serbian Cyrillic: SRPS 1003.
    _Layout("sr", ("љњертзуиопшђ", "асдфгхјклчћ", "ѕџцвбнм,.-")),
    # Macedonian: MKS H.G1.001.
    _Layout("mk", ("љњертѕуиопшѓ", "асдфгхјклчќ", "зџцвбнм,./")),
    # Greek: ELOT 1000.
    _Layout("el", (";ςερτυθιοπ[]", "ασδφγηξκλ΄'", "ζχψωβνμ,./"), (":", "", "")),
    # Hebrew: SI-1452.
    _Layout("he iw", ("/'קראטוןםפ][", "שדגכעיחלךף,", "זסבהנמצתץ.")),
    # Arabic 101: Windows layout 00000401. Its `b` has two letters, which terminals send joined.
    _Layout("ar", ("ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرﻻىةوزظ"), ("", "", "~ْ}{ﻵآ’,.؟")),
    # Persian: ISIRI 9147.
    _Layout("fa", ("ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو./"), ("", "", "كٓژٰ\u200cٔء><؟")),
    # Georgian QWERTY: Windows layout 00010437.
    _Layout(
        "ka",
        ("ქწერტყუიოპ[]", "ასდფგჰჯკლ;'", "ზხცვბნმ,./"),
        ("QჭEღთYUIOP{}", 'AშDFGHჟKL:"', "ძXჩVBNM<>?"),
    ),
    # Armenian Eastern: Windows layout 0000042B.
    _Layout("hy", ("ֆձ֊,։՞․՛)օէղ", "ճփբսմուկըթծց", "ջվգեանիտհպր", "ժդչյզլքխշռ")),
    # Thai Kedmanee: TIS 820.
    _Layout(
        "th",
        ("ๅ/-ภถุึคตจขช", "ๆไำพะัีรนยบล", "ฟหกดเ้่าสวง", "ผปแอิืทมใฝ"),
        ("+๑๒๓๔ู฿๕๖๗๘๙", '๐"ฎฑธํ๊ณฯญฐ,', "ฤฆฏโฌ็๋ษศซ.", "()ฉฮฺ์?ฒฬฦ"),
    ),
)

_SIGNS: Final = {"№": "#", "؟": "?", "،": ",", "−": "-", "–": "-", "×": "*"}
"""Signs that have the meaning of a US sign, on whichever key they are."""


@cache
def _table(language: str) -> Mapping[str, str]:
    table: dict[str, str] = {}
    first = [layout for layout in _LAYOUTS if language in layout.languages.split()]
    for layout in (*first, *_LAYOUTS):
        for character, us in layout.typed_keys():
            if not character.isascii():
                table.setdefault(character, us)
    return table | _SIGNS


def locale_language() -> str:
    """Return the language of the user's locale, such as `ru`; empty if there is none."""
    locales = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, locales), "").partition("_")[0].lower()


def us_keys(text: str, language: str | None = None) -> str:
    """Return the text that the same keys type on a US keyboard.

    ASCII characters stay, as do characters that are in no layout. Digits of all scripts are
    those from 0 to 9; accents that are not part of a layout are dropped.

    Args:
        text: One character or many.
        language: The language that decides between layouts; that of the locale if None.
    """
    if text.isascii():
        return text
    table = _table(locale_language() if language is None else language)
    return "".join(_us_key(character, table) for character in text)


def _us_key(character: str, table: Mapping[str, str]) -> str:
    if character.isascii():
        return character
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    plain = unicodedata.normalize("NFD", character)[0]
    return table.get(character) or table.get(plain, character)


_NOTATION: Final = str.maketrans({".": "/", ":": "^"})
"""Signs of a Russian keyboard on the keys that have the signs of moves on a US keyboard."""


def in_notation(text: str) -> str:
    """Translate US keys of a text in which `.` and `:` have no meaning, as in moves."""
    return text.translate(_NOTATION)


_AZERTY: Final = dict(zip("&é\"'(-è_ç", "123456789", strict=True))
"""The unshifted row of digits: the French standard before NF Z71-300."""


def typed_digits(text: str) -> str:
    """Translate a text for a field that takes only digits, where AZERTY's digits need no Shift."""
    return "".join(_AZERTY.get(character, character) for character in us_keys(text))
