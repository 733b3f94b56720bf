from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.names import check_name
from backgammon_tui.settings import SETTINGS, Forced, Settings, Signal
from backgammon_tui.storage.paths import preferences_file
from backgammon_tui.storage.preferences import MAX_FILE_SIZE, read_preferences, write_preferences

OTHERS = Settings(
    theme="harbour",
    signal=Signal.BELL,
    forced=Forced.PLAY,
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


def test_file_explains_its_values() -> None:
    write_preferences(OTHERS)
    text = preferences_file().read_text(encoding="utf-8")
    head, body = text.split("\n\n")[0], text
    assert all(line.startswith("#") for line in head.splitlines() if line)
    words = head.replace(",", " ").split()
    for setting in SETTINGS.values():
        assert (setting.name in words) is setting.is_stored
        assert (f"\n{setting.name} = " in body) is setting.is_stored
    assert {"on", "off", *(signal.value for signal in Signal)} <= set(words)


@pytest.mark.parametrize(
    ("line", "preferences"),
    [
        ("theme = daylight", Settings(theme="daylight")),
        (f"theme = {'x' * 40}", Settings(theme="x" * 40)),
        ("Signal=BELL", Settings(signal=Signal.BELL)),
        ("motion = off", Settings(motion=False)),
        ("white = %(black)s", Settings(white="%(black)s")),
        ("black = # ; [b]", Settings(black="# ; [b]")),
        ("white = Zoe\u0308 ", Settings(white="Zo\u00eb")),
        ("white = Black\nblack = White", Settings(white="Black", black="White")),
    ],
)
def test_hand_written_lines_are_read(line: str, preferences: Settings) -> None:
    for end, mark in (("\n", ""), ("\r\n", "\ufeff")):
        put(f"{mark}# mine\n{line}\n".replace("\n", end))
        assert read_preferences() == (preferences, "")


def test_unknown_keys_are_kept() -> None:
    put("sound = off\nmirrored = on\nsong = 1\n\nx=%d\n")
    write_preferences(OTHERS)
    assert read_preferences() == (OTHERS, "")
    text = preferences_file().read_text(encoding="utf-8")
    for line in ("sound = off\n", "song = 1\n", "x = %d\n"):
        assert line in text


# ---- damage


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("mirrored = on\nwhat\n", "line 2 is not of the form key = value"),
        ("black = a\n b", "line 2 is not of the form key = value"),
        ("= a\n", "line 1 is not of the form key = value"),
        ("white = A\n\nWhite = B\n", "line 3 repeats"),
        (b"black = a\nwhite = \xff\n", "line 2: this is not UTF-8 text"),
        ("white = a\n".encode("utf-16"), "line 1: this is not UTF-8 text"),
        ("#" * (MAX_FILE_SIZE + 1), "line 1: a file has at most 100,000 bytes"),
    ],
)
def test_damaged_file_is_renamed(kept: Path, content: str | bytes, problem: str) -> None:
    for name in (f"preferences.ini.damaged{number}" for number in ("", "-2", "-3")):
        before = put(content).read_bytes()
        if name.endswith("3"):
            write_preferences(OTHERS)
            assert read_preferences() == (OTHERS, "")
        else:
            message = read_preferences()[1]
            assert problem in message
            assert str(kept / name) in message
            assert message.isprintable()
            assert read_preferences() == (Settings(), "")
        assert (kept / name).read_bytes() == before


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("signal = purple", "signal = 'purple', but it may be none, bell or flash"),
        (f"signal = {'x' * 41}", f"signal = '{'x' * 40}', but it may be none, bell or"),
        ("beginner_help_white = W", "beginner_help_white = 'W', but it may be on or off"),
        ("motion =", "motion = '', but it may be on or off"),
        ("theme = two words", "theme = 'two words', but it must be one"),
        ("white = ", "white = '', but a name must have at least one character"),
        ("learner = \x1b[2J", "learner = '\\x1b[2J', but a name must consist of"),
        ("white = A\nblack = a", "black = 'a', but the two players must have"),
        ("white = black", "white = 'black', but the two players must have"),
        ("signal = x\nmotion = y", "motion = 'y', but it may be on or off; signal = 'x', but"),
    ],
)
def test_invalid_value_does_not_affect_others(kept: Path, line: str, problem: str) -> None:
    path = put(f"mirrored = on\n{line}\n")
    preferences, message = read_preferences()
    assert preferences == replace(Settings(mirrored=True), white=preferences.white)
    assert message.startswith(f"{path}: {problem}")
    assert message.endswith(". The default is used instead.")
    assert message.isprintable()
    write_preferences(replace(preferences, rolls=True))
    changed, message = read_preferences()
    assert changed == replace(preferences, rolls=True)
    assert problem in message
    write_preferences(OTHERS)
    assert read_preferences() == (OTHERS, "")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_failed_write_keeps_the_old_file(
    kept: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    write_preferences(OTHERS)
    with monkeypatch.context() as patch:
        patch.setattr(os, step, refuse)
        write_preferences(Settings())
        assert read_preferences() == (OTHERS, "")
        put("damage")
        stays = "line 1 is not of the form key = value. It stays as it is: Permission denied."
        assert stays in read_preferences()[1]
        write_preferences(OTHERS)
    assert names_in(kept) == ["preferences.ini"]
    assert preferences_file().read_text() == "damage"


@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", os.mkdir)])
def test_special_file_is_left_unchanged(kept: Path, make: Callable[[Path], None]) -> None:
    kept.mkdir()
    make(preferences_file())
    preferences, message = read_preferences()
    assert preferences == Settings()
    assert message.startswith(f"{preferences_file()} cannot be read: it is not a file.")
    write_preferences(OTHERS)
    assert names_in(kept) == ["preferences.ini"]


def test_symbolic_link_is_kept(kept: Path) -> None:
    real = kept / "elsewhere" / "real.ini"
    link = preferences_file()
    real.parent.mkdir(parents=True)
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("links cannot be made here")
    assert read_preferences() == (Settings(), "")
    write_preferences(OTHERS)
    assert link.is_symlink()
    assert names_in(real.parent) == ["real.ini"]
    assert read_preferences() == (OTHERS, "")


def test_concurrent_writes_keep_the_file_complete(kept: Path) -> None:
    both = (OTHERS, replace(OTHERS, theme="daylight", white="x" * 40, mirrored=False))
    write_preferences(OTHERS)

    def write_often(preferences: Settings) -> None:
        for _ in range(20):
            write_preferences(preferences)

    threads = [Thread(target=write_often, args=(preferences,)) for preferences in both]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        read_preferences()  # A partial file would be set aside.
    assert names_in(kept) == ["preferences.ini"]
    assert read_preferences()[0] in both


# ---- anything


def named(text: str) -> str:
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
def test_any_preferences_round_trip(preferences: Settings) -> None:
    write_preferences(preferences)
    assert read_preferences() == (preferences, "")


ini_like = st.text(
    st.sampled_from("[]=:#;% \t\n\r\\\x0b\x0c\x1c\x85\u2028\0aÄİ") | st.characters(codec="utf-8")
)
known_lines = st.sampled_from(
    ["# a", "theme = a", "signal = bell", "white = A", "black = white", "x = y"]
)
contents = st.one_of(
    st.binary(),
    ini_like.map(str.encode),
    st.lists(known_lines | ini_like).map(lambda lines: "\n".join(lines).encode()),
)


@given(contents)
def test_any_file_is_read_or_renamed(content: bytes) -> None:
    folder = preferences_file().parent
    rmtree(folder, ignore_errors=True)
    path = put(content)
    preferences, message = read_preferences()
    assert message.isprintable()
    damaged = folder / "preferences.ini.damaged"
    if damaged.exists():
        assert (preferences, damaged.read_bytes()) == (Settings(), content)
        assert message
    else:
        assert path.read_bytes() == content
    write_preferences(OTHERS)
    assert read_preferences() == (OTHERS, "")
