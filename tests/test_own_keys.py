"""The players' own keys, from the preferences to all screens."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import backgammon_tui
from backgammon_tui.keys import Keys, read_keys
from backgammon_tui.match.table import Table
from backgammon_tui.modes.play.prompts import ChooseHelp
from backgammon_tui.settings import Forced, Settings
from backgammon_tui.storage.paths import preferences_file
from backgammon_tui.storage.preferences import read_preferences, write_preferences
from tests.cli.program import run
from tests.modes.examples import W, table_from
from tests.tui.screen import app_at, running, running_at

LINE = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
OWN = Keys((("u", "%"), ("w", "t"), ("t", "w"), ("H", "&"), ("Q", "~")))
OPTIONS = Settings(forced=Forced.STEP, keys=OWN)


def rolled() -> Table:
    table = table_from("backgammon", LINE, W).roll((3, 1))
    return table.apply(table.game.moves[0])


# ---- the preferences


def kept(text: str) -> tuple[Settings, str]:
    path = preferences_file()
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return read_preferences()


def test_section_of_keys_is_read_and_kept() -> None:
    settings, problem = kept("white = Anna\n[keys]\nundo = %\nroll chart = я\n")
    assert (settings.white, problem) == ("Anna", "")
    assert dict(settings.keys.own) == {"u": "%", "g": "z"}
    write_preferences(replace(settings, white="Vera"))
    assert read_preferences() == (replace(settings, white="Vera"), "")


def test_two_keys_can_be_swapped() -> None:
    keys, wrong = read_keys({"undo": "t", "hint": "u"})
    assert (dict(keys.own), wrong) == ({"u": "t", "t": "u"}, {})


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("undo = t", "undo = 't' below [keys], but t is the key of hint"),
        ("undo = 5", "undo = '5' below [keys], but 5 is part of moves or answers, so it stays"),
        ("undo = n", "undo = 'n' below [keys], but n is part of moves or answers, so it stays"),
        ("undo = f5", "undo = 'f5' below [keys], but a key is one visible character"),
        ("undo =", "undo = '' below [keys], but a key is one visible character"),
        ("fly = %", "fly = '%' below [keys], but no key has that name"),
        ("undo = %\nhint = %", "hint = '%' below [keys], but % is the key of undo"),
    ],
)
def test_bad_line_is_named_and_its_key_stays(line: str, problem: str) -> None:
    settings, message = kept(f"white = Anna\n[keys]\n{line}\n")
    assert problem in message
    assert message.endswith("The default is used instead.")
    assert settings.white == "Anna"
    assert settings.keys.shown("t") == "t"


def test_section_of_a_later_version_is_kept() -> None:
    settings, problem = kept("[sounds]\nhit = loud\n")
    write_preferences(settings)
    assert problem == ""
    assert "\n[sounds]\nhit = loud\n" in preferences_file().read_text("utf-8")


# ---- the screens


@pytest.mark.parametrize(("own", "usual"), [("%", "u"), ("t", "w"), ("~", "Q"), ("M", "M")])
async def test_own_key_does_the_same_as_the_usual_one(own: str, usual: str) -> None:
    shown = []
    for settings, key in ((OPTIONS, own), (replace(OPTIONS, keys=Keys()), usual)):
        async with running_at(rolled(), settings=settings) as pilot:
            await pilot.after(key)
            shown.append((pilot.state.notice, type(pilot.screen)))
    assert shown[0] == shown[1]


async def test_freed_key_is_named_as_one_without_effect() -> None:
    async with running_at(rolled(), settings=OPTIONS) as pilot:
        assert "u has no effect here" in await pilot.after("u")


async def test_own_key_is_in_footer_menu_and_on_the_page_of_keys() -> None:
    async with running_at(rolled(), settings=OPTIONS) as pilot:
        pilot.expect("% undo")
        page = await pilot.after("?")
        assert "%  " in page
        await pilot.after("escape")
        assert "& Computer help" in " ".join((await pilot.after("M")).split())
        await pilot.type("&")
        assert isinstance(pilot.state.question, ChooseHelp)


async def test_own_key_is_in_sentences() -> None:
    async with running_at(rolled(), settings=OPTIONS) as pilot:
        await pilot.type("w")
        notice = pilot.state.notice
        assert notice
        assert "Press Esc, then & to ask" in notice.text


async def test_names_take_own_keys_as_letters() -> None:
    async with running(app_at(settings=OPTIONS)) as pilot:
        await pilot.type("tab", "backspace")
        assert "Wut" in await pilot.after(*"Wut")


# ---- plain text and the table


def test_plain_text_takes_own_keys() -> None:
    kept("[keys]\nwhy = %\nhint = ~\n")
    shown = run("--plain", typed="%\n?\n").out
    assert "%, why" in shown
    assert "~, hint" in shown


def test_table_lists_own_keys() -> None:
    kept("[keys]\nundo = %\nresign = &\n")
    shown = run("keys").out
    assert "\n  %           undo  " in shown
    assert "\n  esc &       resign  " in shown
    for title in ("Match", "Lesson and quiz", "Sandbox", "Replay", "First screen", "Records"):
        assert f"{title}\n\n" in shown


def test_handouts_show_own_keys() -> None:
    kept("[keys]\nwhy = %\nresign = &\n")
    handout = run("rules", "russian", "--sheet").out
    assert "- %: Explain" in handout
    assert "- w: " not in handout
    html = run("rules", "russian", "--sheet", "--html").out
    assert "<li>%: Explain" in html
    for kind in ("--sheet", "--html"):
        worksheet = run("lesson", "french/5", kind).out
        assert "with the key &" in " ".join(worksheet.replace("&amp;", "&").split()), kind


_NAMES_A_KEY = re.compile(
    r"(?:\b[Pp]ress|\bwith|\bkey|\bhint:|\bhelps:) ([a-zA-Z#=])(?=[.,;:)]|$| (?:and|or|to|for)\b)"
)


def test_no_sentence_of_the_program_names_a_usual_key() -> None:
    """Sentences name a key by `keys.shown`, so players read their own."""
    package = Path(backgammon_tui.__file__).parent
    named = [
        (path.name, part.value)
        for path in package.rglob("*.py")
        for part in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
        if _NAMES_A_KEY.search(part.value)
    ]
    assert named == []
