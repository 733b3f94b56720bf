"""The file of preferences, which people edit and which may be damaged."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.names import check_name
from backgammon_tui.settings import SETTINGS, Settings, Signal
from backgammon_tui.storage.paths import preferences_file
from backgammon_tui.storage.program_files import MAX_FILE_SIZE, read_preferences, write_preferences
from tests.cli.program import run_python

OTHERS = Settings(
    theme="harbour",
    signal=Signal.BELL,
    plays_forced=True,
    mirrored=True,
    motion=False,
    beginner_help_white=True,
    beginner_help_black=True,
    white="Anna",
    black="Żbigniew 梅",
    learner="Zoë",
)


def put(content: str | bytes) -> Path:
    """Write the file as a person might."""
    path = preferences_file()
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---- reading and writing


def test_without_a_file_everything_is_as_at_the_first_start(kept: Path) -> None:
    assert read_preferences() == (Settings(), "")
    assert not kept.exists()


def test_what_is_written_is_read_again(kept: Path) -> None:
    assert write_preferences(OTHERS) == ""
    assert read_preferences() == (OTHERS, "")
    assert write_preferences(Settings()) == ""
    assert read_preferences() == (Settings(), "")
    assert names_in(kept) == ["preferences.ini"]


def test_the_file_tells_a_person_what_may_stand_in_it() -> None:
    write_preferences(OTHERS)
    text = preferences_file().read_text(encoding="utf-8")
    head, body = text.split("[preferences]")
    assert all(line.startswith("#") for line in head.splitlines() if line)
    words = head.replace(",", " ").split()
    for setting in SETTINGS.values():
        assert (setting.name in words) is setting.is_stored
        assert (f"\n{setting.name} = " in body) is setting.is_stored
    assert {"on", "off", *(signal.value for signal in Signal)} <= set(words)


FIRST_VERSION = """\
# How the players of backgammon-tui like it. Lines may be changed, and left out for what
# is usual.
#
# beginner_help_white, beginner_help_black
#               beginner help says what is owed, for beginners: on or off

[preferences]
theme = harbour
signal = bell
plays_forced = on
mirrored = on
motion = off
beginner_help_white = on
beginner_help_black = on
white = Anna
black = Żbigniew 梅
learner = Zoë

"""


def test_a_file_of_the_first_version_is_read() -> None:
    put(FIRST_VERSION)
    assert read_preferences() == (OTHERS, "")


@pytest.mark.parametrize(
    ("line", "preferences"),
    [
        ("theme = daylight", Settings(theme="daylight")),
        ("theme = no-such-theme", Settings(theme="no-such-theme")),
        ("theme =", Settings()),
        (f"theme = {'x' * 40}", Settings(theme="x" * 40)),
        ("Signal: BELL", Settings(signal=Signal.BELL)),
        ("motion = off", Settings(motion=False)),
        ("mirrored=Yes", Settings(mirrored=True)),
        ("beginner_help_black = on", Settings(beginner_help_black=True)),
        ("white = %(black)s", Settings(white="%(black)s")),
        ("black = # ; [b]", Settings(black="# ; [b]")),
        ("white = Zoe\u0308 ", Settings(white="Zo\u00eb")),
        ("learner =  Anna ", Settings(learner="Anna")),
        ("learner =", Settings()),
        ("white = Black\nblack = White", Settings(white="Black", black="White")),
        ("", Settings()),
    ],
)
def test_lines_that_a_person_writes(line: str, preferences: Settings) -> None:
    put(f"; mine\n[preferences]\n{line}\n")
    assert read_preferences() == (preferences, "")


@pytest.mark.parametrize("content", ["", "# nothing\n", "[other]\nmotion = off\n", "[DEFAULT]\n"])
def test_a_file_that_says_nothing_of_it_changes_nothing(content: str) -> None:
    put(content)
    assert read_preferences() == (Settings(), "")


def test_a_file_of_a_windows_editor_is_read() -> None:
    put("\ufeff[preferences]\r\nmirrored = on\r\nwhite = Anna\r\n")
    assert read_preferences() == (Settings(mirrored=True, white="Anna"), "")


def test_keys_that_are_not_known_stay() -> None:
    known, rest = "mirrored = on\n", "song = 1\n\n 2\n[later]\nx = %d\n[DEFAULT]\ny=3\n"
    put(f"[preferences]\nsound = off\n{known}{rest}")
    assert write_preferences(OTHERS) == ""
    assert read_preferences() == (OTHERS, "")
    text = preferences_file().read_text(encoding="utf-8")
    for part in ("sound = off\n", "song = 1\n\t\n\t2\n", "[later]\nx = %d\n", "[DEFAULT]\ny = 3\n"):
        assert part in text


@pytest.mark.parametrize(
    "wrong",
    [
        {"theme": "two words"},
        {"theme": "x" * 41},
        {"theme": "a\u200bb"},
        {"white": "a\nblack = b"},
        {"white": " Anna"},
        {"white": ""},
        {"black": "WHITE"},
        {"learner": "Anna "},
        {"learner": "a\nb"},
    ],
)
def test_preferences_that_could_not_be_written_cannot_be(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"word|name|different"):
        replace(Settings(), **wrong)  # type: ignore[arg-type]


# ---- damage


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("theme = a\n", "line 1 stands before [preferences]"),
        ("[preferences]\nmirrored = on\nwhat\n", "line 3 is not of the form key = value"),
        ("[preferences]\nwhite = A\nWhite = B\n", "line 3 repeats"),
        ("[preferences]\n\n[preferences]\n", "line 3 repeats"),
        (b"[preferences]\nwhite = \xff\n", "line 2: this is not UTF-8 text"),
        ("[preferences]\n".encode("utf-16"), "line 1: this is not UTF-8 text"),
        ("[preferences]\n" + "#" * MAX_FILE_SIZE, "line 1: a file has at most 100,000 bytes"),
    ],
)
def test_a_damaged_file_is_set_aside(kept: Path, content: str | bytes, problem: str) -> None:
    path = put(content)
    before = path.read_bytes()
    aside = kept / "preferences.ini.damaged"
    preferences, said = read_preferences()
    assert preferences == Settings()
    assert problem in said
    assert str(aside) in said
    assert said.isprintable()
    assert names_in(kept) == [aside.name]
    assert aside.read_bytes() == before
    assert read_preferences() == (Settings(), "")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("signal = purple", "signal = 'purple', but it may be none, bell or flash"),
        (f"signal = {'x' * 41}", f"signal = '{'x' * 40}', but it may be none, bell or"),
        ("beginner_help_white = W", "beginner_help_white = 'W', but it may be on or off"),
        ("motion =", "motion = '', but it may be on or off"),
        ("theme = two words", "theme = 'two words', but it may be one"),
        ("white = ", "white = '', but a name has at least one character"),
        ("black = a\n b", "black = 'a\\nb', but a name is made of visible"),
        ("learner = \x1b[2J", "learner = '\\x1b[2J', but a name is made of"),
        ("white = A\nblack = a", "black = 'a', but the two players have"),
        ("white = black", "white = 'black', but the two players have"),
    ],
)
def test_a_value_that_cannot_be_understood_costs_no_other(
    kept: Path, line: str, problem: str
) -> None:
    path = put(f"[preferences]\nmirrored = on\n{line}\n")
    preferences, said = read_preferences()
    assert preferences == replace(Settings(mirrored=True), white=preferences.white)
    assert said.startswith(f"{path}: {problem}")
    assert said.endswith(". There the default counts.")
    assert said.isprintable()
    write_preferences(replace(preferences, rolls=True))
    assert read_preferences()[0] == replace(preferences, rolls=True)


def test_a_value_that_cannot_be_understood_stays_until_its_option_is_changed(kept: Path) -> None:
    path = put("[preferences]\nsignal = purple\nmotion = maybe\n")
    assert "signal = 'purple'" in read_preferences()[1]
    assert ": motion = 'maybe', but it may be on or off; " in read_preferences()[1]
    write_preferences(Settings(signal=Signal.BELL))
    assert "signal = bell" in path.read_text()
    assert "motion = maybe" in path.read_text()
    assert names_in(kept) == ["preferences.ini"]


def test_files_set_aside_before_are_not_overwritten(kept: Path) -> None:
    for number in range(3):
        put(f"damage {number}")
        read_preferences()
    texts = {path.name.removeprefix("preferences.ini"): path.read_text() for path in kept.iterdir()}
    assert texts == {".damaged": "damage 0", ".damaged-2": "damage 1", ".damaged-3": "damage 2"}


def test_a_file_damaged_while_the_players_sat_is_set_aside_before_writing(kept: Path) -> None:
    put("signal = purple\nsound = off\n")
    said = write_preferences(OTHERS)
    assert "line 1 stands before" in said
    assert str(kept / "preferences.ini.damaged") in said
    assert "sound = off" in (kept / "preferences.ini.damaged").read_text()
    assert read_preferences() == (OTHERS, "")


def refuse(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_damaged_file_that_cannot_be_set_aside_stays(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put("damage")
    monkeypatch.setattr(os, "replace", refuse)
    preferences, said = read_preferences()
    assert preferences == Settings()
    assert "line 1 stands before [preferences]. It stays as it is: Permission denied." in said
    assert "It stays as it is: Permission denied." in write_preferences(OTHERS)
    assert names_in(kept) == ["preferences.ini"]
    assert path.read_text() == "damage"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file(
    kept: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    write_preferences(OTHERS)
    monkeypatch.setattr(os, step, refuse)
    said = write_preferences(Settings())
    assert said == "The preferences could not be written: Permission denied."
    assert names_in(kept) == ["preferences.ini"]
    assert read_preferences() == (OTHERS, "")


def test_what_is_no_file_is_left_alone(kept: Path) -> None:
    preferences_file().mkdir(parents=True)
    preferences, said = read_preferences()
    assert preferences == Settings()
    assert said.startswith(f"{preferences_file()} cannot be read: it is not a file.")
    assert write_preferences(OTHERS) == "The preferences could not be written: it is not a file."
    assert names_in(kept) == ["preferences.ini"]


def test_a_pipe_is_not_waited_for() -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes in folders here")
    preferences_file().parent.mkdir()
    os.mkfifo(preferences_file())
    assert "it is not a file" in read_preferences()[1]


def test_a_folder_that_is_a_file_is_told(kept: Path) -> None:
    kept.write_text("")
    assert write_preferences(OTHERS).startswith("The preferences could not be written: ")
    assert read_preferences()[0] == Settings()


def test_a_file_that_is_a_link_stays_one(kept: Path) -> None:
    real = kept / "elsewhere" / "real.ini"
    real.parent.mkdir(parents=True)
    try:
        preferences_file().symlink_to(real)
    except OSError:
        pytest.skip("links cannot be made here")
    assert read_preferences() == (Settings(), "")
    write_preferences(OTHERS)
    assert preferences_file().is_symlink()
    assert names_in(real.parent) == ["real.ini"]
    assert read_preferences() == (OTHERS, "")


def test_two_programs_at_once_never_tear_the_file(kept: Path) -> None:
    both = (OTHERS, replace(OTHERS, theme="daylight", white="x" * 40, mirrored=False))
    write_preferences(OTHERS)

    def write_often(preferences: Settings) -> None:
        for _ in range(20):
            write_preferences(preferences)

    threads = [Thread(target=write_often, args=(preferences,)) for preferences in both]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        read_preferences()  # A torn file would be set aside.
    assert names_in(kept) == ["preferences.ini"]
    assert read_preferences()[0] in both


# ---- anything


def named(text: str) -> str:
    """A text as a name, if it can be one."""
    with suppress(ValueError):
        return check_name(text)
    return "Anna"


some_preferences = st.builds(
    Settings,
    theme=st.just("") | st.text("abcXYZ-_.#;=:[]%ß梅", min_size=1, max_size=40),
    signal=st.sampled_from(Signal),
    mirrored=st.booleans(),
    motion=st.booleans(),
    beginner_help_white=st.booleans(),
    white=st.text(max_size=40).map(named),
    black=st.just("Żbigniew 梅"),
    learner=st.text(max_size=40).map(named),
)


@given(some_preferences)
def test_all_preferences_are_read_as_they_were_written(preferences: Settings) -> None:
    assert write_preferences(preferences) == ""
    assert read_preferences() == (preferences, "")


ini_like = st.text(
    st.sampled_from("[]=:#;% \t\n\r\\\x0b\x0c\x1c\x85\u2028\0aÄİ") | st.characters(codec="utf-8")
)
known_lines = st.sampled_from(
    ["[preferences]", "theme = a", "signal = bell", "white = A", "black = white", "x = y"]
)
contents = st.one_of(
    st.binary(),
    ini_like.map(str.encode),
    st.lists(known_lines | ini_like).map(lambda lines: "\n".join(lines).encode()),
)


@given(contents)
def test_any_file_is_read_or_set_aside_whole_and_can_be_written_over(content: bytes) -> None:
    folder = preferences_file().parent
    rmtree(folder, ignore_errors=True)
    path = put(content)
    preferences, said = read_preferences()
    if said:
        assert preferences == Settings()
        assert said.isprintable()
        assert (folder / "preferences.ini.damaged").read_bytes() == content
    else:
        assert path.read_bytes() == content
    assert write_preferences(OTHERS) == ""
    assert read_preferences() == (OTHERS, "")


def test_who_has_no_preferences_does_not_wait_for_the_reader_of_such_files() -> None:
    done = run_python("""
import sys
from backgammon_tui.storage.program_files import read_preferences
read_preferences()
print("configparser" in sys.modules)
""")
    assert done.out.split() == ["False"]
