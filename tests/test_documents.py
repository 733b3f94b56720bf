from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS, Phase, StartingPosition
from backgammon_tui.players import Level
from backgammon_tui.words.naming import capitalized
from backgammon_tui.words.rule_settings import HOUSE_RULES, write_value
from screenshots.scenes import FILM, FILM_TEXT, PICTURES
from tests.engine.examples import played

PROJECT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for path in PROJECT.rglob("*.md")
    if not any(part.startswith(".") for part in path.relative_to(PROJECT).parts)
)


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_every_link_has_a_target(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", document.read_text(encoding="utf-8"))
    for path, anchor in links:
        if "://" in path:
            continue
        target = (document.parent / path) if path else document
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target), anchor


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_alternative_texts_describe_their_scenes(document: Path) -> None:
    texts = {picture.name: picture.alternative_text for picture in PICTURES} | {"film": FILM_TEXT}
    images = r"!\[([^]]*)\]\([^)]*/(\w[\w-]*)\.(?:png|webp)\)"
    pictures = re.findall(images, document.read_text("utf-8"))
    for text, name in pictures:
        assert text == texts.get(name, text)


def test_film_shows_its_alternative_text() -> None:
    start = StartingPosition.parse(FILM).game(RULESETS["russian"])
    game = played(start, "5-5 bar/20 20/15* 24/19 19/14* 19/17(2) 18/16(2)")
    assert game.phase is Phase.ROLL_AGAIN
    assert "two hits with four 5s, then four 2s, then 6-6" in FILM_TEXT


PAGE = (PROJECT / "docs" / "python.md").read_text(encoding="utf-8")
EXAMPLES = [
    (f"{name} {number}", code)
    for name in ("README.md", "docs/python.md")
    for number, code in enumerate(
        re.findall(r"```python\n(.*?)```", (PROJECT / name).read_text(encoding="utf-8"), re.S), 1
    )
]


@pytest.mark.parametrize("code", [code for _, code in EXAMPLES], ids=[name for name, _ in EXAMPLES])
def test_every_example_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(code, {})
    message = capsys.readouterr().out.splitlines()
    expected = re.findall(r"^print\(.*\)  # (.*)$", code, re.M)
    assert message
    assert [line for line in message if line in expected] == expected


@pytest.mark.parametrize("ruleset", RULESETS)
def test_example_loop_finishes_every_game(ruleset: str) -> None:
    (loop,) = [code for _, code in EXAMPLES if "while " in code]
    names: dict[str, object] = {}
    exec(loop.replace('"russian"', repr(ruleset)).replace("BEGINNER", Level.EASY.name), names)
    assert names["game"].phase is Phase.OVER  # type: ignore[attr-defined]


def test_table_lists_every_phase() -> None:
    table = PAGE.partition("| phase |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| ([^|]+) \|", table, re.M)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == {phase.name for phase in Phase}


def test_public_names_match_the_modules() -> None:
    table = PAGE.partition("## Public names")[2]
    listed: dict[str, list[str]] = {}
    module = ""
    for first, names in re.findall(r"^\| (.*?)\|[^|]*\| (`.*`) \|$", table, re.M):
        module = first.strip("` ") or module  # The rows below a module continue it.
        listed.setdefault(module, []).extend(re.findall(r"`(\w+)`", names))
    assert len(listed) == 5
    for module, names in listed.items():
        assert sorted(names) == sorted(import_module(module).__all__), module


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_commands_and_options_of_documents_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    main, parsers = build_parsers()
    commands = re.findall(r"backgammon-tui ([a-z][a-z-]*)(?=[ `\n])", text)
    assert {*commands} - {"transcript", "dice"} <= {*parsers, *RULESETS}
    helps = main.format_help() + "".join(parser.format_help() for parser in parsers.values())
    options = re.findall(r"(?<=backgammon-tui)[^`\n]* (--[a-z-]+)", text)
    assert all(option in helps for option in options)


def test_house_rules_are_listed_with_their_values() -> None:
    text = (PROJECT / "docs" / "playing.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (.+?) \| `(\w+)` \| (`.*?`) \|", text.partition("## House rules")[2], re.M
    )
    listed = {(title, name): {*re.findall(r"`([^`]+)`", values)} for title, name, values in rows}
    assert listed == {
        (capitalized(rule.title), rule.field): {*map(write_value, rule.values)}
        for rule in HOUSE_RULES
    }


def test_contributing_lists_every_package_and_real_files() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| Package or module |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    package = PROJECT / "backgammon_tui"
    modules = {path.stem for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert listed == {module for module in modules if not module.startswith("__")}
    folders = [PROJECT, package, *(package / name for name in ("modes", "tui"))]
    paths = set(re.findall(r"`([\w/.]+(?:\.py|\.md|\.txt|/))`", text))
    missing = {path for path in paths if not any((folder / path).exists() for folder in folders)}
    assert missing == {"teach/pages/NAME.txt"}


@pytest.mark.parametrize(
    ("name", "maximum"), [("README.md", 1100), ("CONTRIBUTING.md", 1500), ("CHANGELOG.md", 900)]
)
def test_documents_are_short(name: str, maximum: int) -> None:
    assert len((PROJECT / name).read_text(encoding="utf-8").split()) <= maximum
