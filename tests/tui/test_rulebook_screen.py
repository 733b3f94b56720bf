from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import OptionList

from backgammon_tui.engine import RULESETS, Game, Rules
from backgammon_tui.modes.board import board_view
from backgammon_tui.modes.text import ASCII, Glyphs, TextLine, TextStyle, to_ascii
from backgammon_tui.teach.rulebook.pages import Listing, Paragraph, Picture, compare, pages
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board import Board
from backgammon_tui.tui.board.board import StillBoard, picture_size
from backgammon_tui.tui.dialogs.pages import KeysAndRules
from backgammon_tui.tui.screens.rulebook import (
    WIDEST,
    ComparisonScreen,
    RulebookScreen,
    comparison_head,
    comparison_lines,
    leaves,
    picture_in_words,
)
from backgammon_tui.words.rule_settings import change_rule
from tests.engine.examples import rules_named
from tests.engine.strategies import few, house_rules
from tests.modes.examples import W, new_table
from tests.tui.screen import app_at, click_on, lines, press, running


def text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def words(rules: Rules, width: int = WIDEST) -> list[str]:
    """Return the lines of all sections."""
    return [
        text(line)
        for section in pages(rules)
        for leaf in leaves(rules, section, width, Glyphs())
        if isinstance(leaf, tuple)
        for line in leaf
    ]


@few
@given(house_rules(), st.sampled_from([30, 53, 76]))
def test_every_line_fits_the_page(rules: Rules, width: int) -> None:
    assert max(cell_len(line) for line in words(rules, width)) <= width


@pytest.mark.parametrize("name", RULESETS)
def test_words_and_pictures_keep_their_order(name: str) -> None:
    rules = RULESETS[name]
    for section in pages(rules):
        shown = leaves(rules, section, WIDEST, Glyphs())
        pictures = [leaf for leaf in shown if isinstance(leaf, Picture)]
        assert pictures == [block for block in section.blocks if isinstance(block, Picture)]
        wording = " ".join(
            " ".join(text(line).split())
            for leaf in shown
            if isinstance(leaf, tuple)
            for line in leaf
        )
        at = 0
        for block in section.blocks:
            match block:
                case Paragraph():
                    parts: tuple[str, ...] = (block.text,)
                case Listing():
                    parts = block.items
                case Picture():
                    parts = (block.caption,)
            for part in parts:
                at = wording.index(part, at)


def test_section_shows_its_house_rules() -> None:
    rules = change_rule(RULESETS["russian"], "free_entry=on")
    (entering,) = (section for section in pages(rules) if section.id == "entering")
    first = leaves(rules, entering, WIDEST, Glyphs())[0]
    assert isinstance(first, tuple)
    wording = f"{text(first[0])} {text(first[1])}"
    assert wording.strip() == "House rule, free entry: on (usually off)"
    assert first[0].spans[0].style is TextStyle.ACCENT
    off = "House rule, free entry: off. If on, checkers on the board may move while others are"
    assert off in " ".join(words(RULESETS["russian"]))


def test_picture_has_a_caption_with_sides() -> None:
    assert "● White   ○ Black   White to move" in words(RULESETS["russian"])
    assert "● White   ○ Black   Black to move" in words(RULESETS["never-finishing"])


def test_ascii_pages_are_ascii() -> None:
    rules = RULESETS["never-finishing"]
    for section in pages(rules):
        for leaf in leaves(rules, section, WIDEST, ASCII):
            if isinstance(leaf, tuple):
                assert all(to_ascii(text(line)).isascii() for line in leaf)


def test_picture_can_be_described_in_words() -> None:
    (board,) = (section for section in pages(RULESETS["backgammon"]) if section.id == "board")
    picture = next(block for block in board.blocks if isinstance(block, Picture))
    wording = " ".join(text(line) for line in picture_in_words(picture, 40))
    assert wording.startswith("White: 2 on point 24, 5 on point 13, 3 on point 8 and 5 on point 6;")
    assert "Black: 2 on point 24" in wording


# ---- the comparison


@pytest.mark.parametrize("width", [77, 100, 140])
def test_all_games_fit_side_by_side(width: int) -> None:
    lines = (*comparison_head(compare(), width), *comparison_lines(compare(), width))
    assert max(cell_len(text(line).rstrip()) for line in lines) <= width
    head = text(lines[1]).split() + text(lines[2]).split()
    assert all(word in head for rules in RULESETS.values() for word in rules.short_title.split())


def row(label: str, rules: Rules | None = None) -> TextLine:
    return next(
        line for line in comparison_lines(compare(rules), 77) if text(line).startswith(label)
    )


def test_cells_equal_to_standard_are_dim() -> None:
    blot = row("landing on a blot")
    assert [span.text.strip() for span in blot.spans[1:]] == ["hit", "=", "=", "=", "hit or trap"]
    assert [span.style for span in blot.spans[1:]] == [
        TextStyle.PLAIN,
        TextStyle.DIM,
        TextStyle.DIM,
        TextStyle.DIM,
        TextStyle.PLAIN,
    ]


def test_changed_house_rules_are_marked() -> None:
    rules = change_rule(RULESETS["russian"], "scale=1")
    scale = row("points for a win", rules)
    texts = [span.text.strip() for span in scale.spans[1:]]
    assert texts == ["1, 2 or 3", "1 !", "=", "1", "1 or 2"]
    assert [span.style is TextStyle.ACCENT for span in scale.spans[1:]] == [
        False,
        True,
        *[False] * 3,
    ]
    legend = [text(line) for line in comparison_lines(compare(rules), 77)]
    assert legend[-1] == "! changed by your house rules"
    assert not any("!" in text(line) for line in comparison_lines(compare(), 77))


RUSSIAN = RULESETS["russian"]


async def open_at(pilot: Pilot[None], section: str | None = None) -> RulebookScreen:
    screen = RulebookScreen(RUSSIAN, section)
    pilot.app.push_screen(screen)
    await pilot.pause()
    return screen


def app() -> BackgammonApp:
    return app_at(is_bare=True)


# ---- section by section


async def test_space_reads_section_after_section() -> None:
    async with running(app()) as pilot:
        ids = [section.id for section in pages(RUSSIAN)]
        screen = await open_at(pilot, ids[4])
        seen = [screen.section.id]
        while screen.section.id != ids[8]:
            before = screen.page.scroll_offset.y
            await press(pilot, "space")
            if screen.section.id != seen[-1]:
                assert screen.page.scroll_offset.y == 0
                seen.append(screen.section.id)
            else:
                assert screen.page.scroll_offset.y > before
        assert seen == ids[4:9]


async def test_requested_section_is_shown_first() -> None:
    async with running(app()) as pilot:
        assert (await open_at(pilot, "bearing-off")).section.title == "Bearing off"
    async with running(app()) as pilot:
        assert (await open_at(pilot, "no such section")).section.id == "minute"


async def test_contents_replace_the_page_on_small_screens() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot)
        await press(pilot, "tab")
        assert screen.query_one("#contents").has_focus
        assert not screen.page.display
        await press(pilot, "down", "down", "enter")
        assert screen.section.title == "Who starts"
        assert screen.page.has_focus
        await press(pilot, "tab", "escape")
        assert screen.page.display
        assert pilot.app.screen is screen
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_contents_are_beside_the_page_on_large_screens() -> None:
    async with running(app(), (130, 40)) as pilot:
        screen = await open_at(pilot, "moving")
        contents = screen.query_one("#contents", OptionList)
        assert contents.display
        assert screen.page.display
        assert contents.highlighted == 5
        await press(pilot, "right")
        assert contents.highlighted == 6
        await click_on(pilot, "Bearing off", -1)
        assert screen.section.id == "bearing-off"
        await press(pilot, "tab", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_mouse_reaches_contents_and_comparison() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot)
        await click_on(pilot, "contents", -1)
        await click_on(pilot, "Doubles", -1)
        assert screen.section.id == "doubles"
        await click_on(pilot, "read on", -1)
        assert screen.page.scroll_offset.y > 0
        await click_on(pilot, "compare", -1)
        assert isinstance(pilot.app.screen, ComparisonScreen)
        await click_on(pilot, "back", -1)
        assert screen.is_current


# ---- the pictures


@pytest.mark.parametrize("size", [(130, 40), (62, 20)])
async def test_picture_is_as_large_as_possible(size: tuple[int, int]) -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot, "entering")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        (board,) = screen.query(StillBoard)
        assert board.size == picture_size((min(size[0], 76), size[1] - 2))
        assert any("24" in line for line in lines(pilot.app))


async def test_picture_becomes_words_if_it_does_not_fit() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot, "entering")
        await pilot.resize_terminal(50, 40)
        await pilot.pause()
        assert not screen.query(StillBoard)
        assert "White: 3 on point 24" in " ".join(" ".join(lines(pilot.app)).split())


async def test_still_board_equals_the_game_board() -> None:
    """At the same size, they differ only in the middle band."""
    table = new_table(RULESETS["backgammon"], 1)
    async with running(app_at(table), (80, 21)) as pilot:
        game = pilot.app.screen.query_one(Board)
        shown = [line[:57] for line in lines(pilot.app)[1:20]]
        rules, position = table.game.rules, table.game.position
        still = StillBoard(board_view(Game.from_position(rules, position, W)), game._look, (57, 19))
        await pilot.app.screen.mount(still)
        await pilot.pause()
        assert still.size == (57, 19)
        rows = [still.render_line(y).text for y in range(19)]
        assert (rows[:8], rows[11:]) == (shown[:8], shown[11:])


# ---- how it is reached


async def test_help_opens_the_rulebook_and_returns() -> None:
    async with running(app_at(new_table(RUSSIAN, 1))) as pilot:
        await press(pilot, "?", "v")
        assert isinstance(pilot.app.screen, RulebookScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, KeysAndRules)
        await click_on(pilot, "v: the whole rulebook", -1)
        assert isinstance(pilot.app.screen, RulebookScreen)


async def test_comparison_scrolls_and_marks_changes() -> None:
    async with running(app()) as pilot:
        rules = rules_named("russian", free_entry=True)
        pilot.app.push_screen(RulebookScreen(rules))
        await press(pilot, "=")
        assert isinstance(pilot.app.screen, ComparisonScreen)
        assert any("on !" in line for line in lines(pilot.app))
        await press(pilot, "end")
        assert any("! changed by your house rules" in line for line in lines(pilot.app))
        await press(pilot, "escape", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_theme_change_recolors_the_page() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot, "entering")
        board = screen.query_one(StillBoard)
        before = board.render_line(3)
        pilot.app.theme = "daylight"
        await pilot.pause()
        after = board.render_line(3)
        assert before.cell_length == after.cell_length
        assert [segment.style for segment in before] != [segment.style for segment in after]
