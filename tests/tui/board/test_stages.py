"""The stages say how each number stands, in any room."""

import pytest

from backgammon_tui.engine import Status
from backgammon_tui.modes.board import Stages, StageStep
from backgammon_tui.tui.board.band import StageLine, draw_stages, stage_lines
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.rendering import ColorRole, Palette, RenderContext, RenderOptions
from backgammon_tui.tui.themes import LAMPLIGHT

COLORLESS = RenderOptions(colorless=True)


def steps(text: str, status: Status) -> tuple[StageStep, ...]:
    return tuple(StageStep(number, status) for number in text.split())


COMPLEMENT = (
    steps("4 4 4 4", Status.DONE),
    (StageStep("3", Status.CURRENT), *steps("3 3 3", Status.DUE)),
    (StageStep("roll again", Status.DUE),),
)


def text(line: StageLine) -> str:
    return "".join(span.text for span in line)


def told(view: Stages, look: RenderOptions, width: int = 40, rows: int = 9) -> list[str]:
    return [text(line) for line in stage_lines(view, width, rows, look)]


def test_a_complement_in_play_has_a_chip_for_each_number() -> None:
    assert told(COMPLEMENT, RenderOptions()) == ["4✓ 4✓ 4✓ 4✓", " 3   3   3   3 ", "↻ roll again"]
    chips = [
        span.text for span in stage_lines(COMPLEMENT, 40, 9, RenderOptions())[1] if span.is_chip
    ]
    assert chips == [" 3 "] * 4


def test_without_colours_brackets_say_which_is_played_now() -> None:
    assert told(COMPLEMENT, COLORLESS)[1] == "‹3›  3   3   3 "


def test_ascii() -> None:
    look = RenderOptions(ascii=True)
    assert told(COMPLEMENT, look) == ["4+ 4+ 4+ 4+", "<3>  3   3   3 ", "@ roll again"]


def test_lost_withheld_and_the_opponents_numbers_are_told_by_shape_or_word() -> None:
    view = (
        (StageStep("6", Status.COMPLETED_BY_OPPONENT), StageStep("1", Status.LOST)),
        (StageStep("3", Status.NOT_GRANTED, why="1st double"),) * 2,
    )
    assert told(view, RenderOptions()) == ["6'✓ 1✗", "no 3s: 1st double"]
    assert told(view, RenderOptions(), width=12) == ["6'✓ 1✗", "no 3s"]


@pytest.mark.parametrize("width", range(22, 40))
def test_the_number_in_play_is_always_seen_from_the_room_of_the_smallest_board_on(
    width: int,
) -> None:
    shown = told(COMPLEMENT, COLORLESS, width)
    assert all(len(line) <= width for line in shown)
    assert any("‹3›" in line for line in shown)


def test_where_there_are_few_rows_the_stage_in_play_is_among_them() -> None:
    chain = (*COMPLEMENT[:1] * 4, *COMPLEMENT[1:] * 2)
    assert "‹3›" in "".join(told(chain, COLORLESS, rows=3))
    assert "‹3›" in "".join(told(chain, COLORLESS, rows=1))


def test_a_long_turn_is_told_whole_or_says_that_something_is_left_out() -> None:
    done = [steps(" ".join(n * 4), Status.DONE) for n in "3416"]
    again = (StageStep("roll again", Status.DONE),)
    turn = (*done[:2], again, *done[2:], again, steps("6 1", Status.DONE))
    assert len(told(turn, RenderOptions(), rows=7)) == 7
    short = ["3✓ 3✓ 3✓ 3✓", "4✓ 4✓ 4✓ 4✓", "↻ 1✓ 1✓ 1✓ 1✓", "6✓ 6✓ 6✓ 6✓", "↻ 6✓ 1✓"]
    assert told(turn, RenderOptions(), rows=6) == short
    assert told(turn, RenderOptions(), rows=4) == ["   ".join(short[:2]), *short[2:]]
    assert told(turn, RenderOptions(), width=20, rows=3) == [f"… {short[2]}", *short[3:]]


def test_each_of_two_numbers_says_whether_it_is_played() -> None:
    both = (steps("4 6", Status.DONE),)
    half = ((*steps("4", Status.DONE), *steps("6", Status.CURRENT)),)
    assert [*told(both, COLORLESS), *told(half, COLORLESS)] == ["4✓ 6✓", "4✓ ‹6›"]


def drawn(view: Stages, room: tuple[int, int], look: RenderOptions = RenderOptions()) -> list[str]:  # noqa: B008
    """The rows of a half of the band that are not blank."""
    layout = lay_out(*room)
    assert layout
    context = RenderContext(layout, look, Palette(LAMPLIGHT.variables))
    band = layout.band
    canvas = context.canvas(band.width, band.height, ColorRole.FELT)
    draw_stages(canvas, view, context, 0)
    rows = (
        "".join(canvas.letters.get((x, y), " ")[0] for x in range(layout.cut.half_width))
        for y in range(band.height)
    )
    return [row.strip() for row in rows if row.strip()]


def test_where_the_band_is_tall_the_numbers_in_play_are_large() -> None:
    large = ["▄▄▄▄▄▄▄   ▄▄▄▄▄▄▄", "▄█        █▀▀", "█        █▀█", "▀▀▀       ▀▀▀"]
    turn = ((StageStep("1", Status.CURRENT), StageStep("6", Status.DUE)),)
    assert drawn(turn, (164, 55)) == ["1   6"]
    assert drawn(turn, (164, 56)) == large
    assert drawn(turn, (164, 58), COLORLESS) == ["‹1›  6"]


def test_large_numbers_have_marks_and_give_way_to_long_turns() -> None:
    done = (steps("4 2", Status.DONE),)
    assert drawn(done, (164, 58)) == ["█ █    ▀▀█", "▀▀█✓   █▀▀✓", "▀    ▀▀▀"]
    first, second, third = drawn(COMPLEMENT, (164, 58))[:3]
    assert (first, {*second}) == ("4✓ 4✓ 4✓ 4✓", {"▄", " "})
    assert "▀▀█" in third
    assert drawn(COMPLEMENT[:2] * 4, (164, 58))[0] == "4✓ 4✓ 4✓ 4✓"
