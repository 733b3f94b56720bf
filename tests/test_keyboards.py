"""The same keys have the same meaning on all keyboards."""

from __future__ import annotations

from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.keyboards import locale_language, typed_digits, us_keys

LAYOUTS = {
    "ru": "фисвуапршолдьтщзйкыегмцчня",
    "uk": "фисвуапршолдьтщзйкіегмцчня",
    "be": "фисвуапршолдьтўзйкыегмцчня",
    "bg": "ьфъаеожгстнвпхдз,ияшкэуйщю",
    "sr": "абцдефгхијклмнопљрстувњџзѕ",
    "mk": "абцдефгхијклмнопљрстувњџѕз",
    "el": "αβψδεφγηιξκλμνοπ;ρστθωςχυζ",
    "he": "שנבגקכעיןחלךצמםפ/רדאוה'סטז",
    "ar": "شﻻؤيثبلاهتنمةىخحضقسفعرصءغئ",
    "fa": "شذزیثبلاهتنمپدخحضقسفعرصطغظ",
    "ka": "აბცდეფგჰიჯკლმნოპქრსტუვწხყზ",
    "hy": "ջզչգբեանկիտհքլըթճսվմւյփդոժ",
    "th": "ฟิแกำดเ้ร่าสทืนยๆพหะีอไปัผ",
}
"""The characters of the keys from a to z; those of ASCII keep their own meaning."""


@pytest.mark.parametrize("language", LAYOUTS)
def test_letters_of_a_layout_are_its_keys(language: str) -> None:
    for typed, key in zip(LAYOUTS[language], ascii_lowercase, strict=True):
        if not typed.isascii():
            assert us_keys(typed, language) == key, typed


@pytest.mark.parametrize("language", ["ru", "uk", "be", "bg", "sr", "mk", "el", "hy"])
def test_shift_and_caps_lock_type_capital_keys(language: str) -> None:
    for typed in LAYOUTS[language]:
        if not typed.isascii() and len(typed.upper()) == 1 and typed != "ς":
            assert us_keys(typed.upper(), language) == us_keys(typed, language).upper()


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("цепь", "wtgm"),
        ("Ц", "W"),
        ("рфтв/20", "hand/20"),
        ("іў", "so"),
        ("ћџ", "'x"),
        ("ά", "a"),
        ("٢ ۵ ๓", "2 5 3"),
        ("№", "#"),
        ("؟", "?"),
        ("24/20*", "24/20*"),
        ("漢", "漢"),
    ],
)
def test_layout_is_recognized_from_the_letter(typed: str, keys: str) -> None:
    assert us_keys(typed, "en") == keys


@pytest.mark.parametrize(("language", "key"), [("en", "e"), ("bg", "w"), ("sr", "u"), ("mk", "u")])
def test_language_decides_between_layouts_with_the_same_letter(language: str, key: str) -> None:
    assert us_keys("у", language) == key


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "bg_BG.UTF-8", "LANG": "en_GB"}, "bg"),
        ({"LC_ALL": "", "LC_CTYPE": "sr_RS@latin"}, "sr"),
        ({"LANG": "C.UTF-8"}, "c.utf-8"),
        ({}, ""),
    ],
)
def test_language_matches_the_locale(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert locale_language() == language


def test_french_digits_need_no_shift() -> None:
    assert typed_digits("&é\"'(-è_ç") == "123456789"
    assert typed_digits("5 3") == "5 3"


@given(st.text())
def test_any_text_has_keys_of_its_length(text: str) -> None:
    assert len(us_keys(text)) == len(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_is_unchanged(text: str) -> None:
    assert us_keys(text) == text
