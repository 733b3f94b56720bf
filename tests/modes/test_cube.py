"""The doubling cube in a match between people, and against the computer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import RULESETS, Cube, Double, Pass, Phase, Resign, Side, Take
from backgammon_tui.match.record import TakeBack
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import dice_view
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import play_panel
from backgammon_tui.modes.play.state import ComputerPlan, Pace, PlayState, Waits
from backgammon_tui.modes.text import Glyphs, match_header
from backgammon_tui.settings import Settings
from backgammon_tui.words.columns import TIED
from backgammon_tui.words.records import describe_score_sheet
from tests.engine.examples import rules_named
from tests.plain.talk import say_at
from tests.storage.matches import SEED, crawford, new_match

RULES = rules_named("backgammon", cube=True)


def mode_at(*keys: str | Key, table: Table | None = None) -> PlayMode:
    """Return the mode after some keys, with Black to roll first."""
    return pressed(PlayMode(PlayState.open(table or before_roll(), Settings())), *keys)


def pressed(mode: PlayMode, *keys: str | Key) -> PlayMode:
    for key in keys:
        mode, _ = mode.handle(key)
    return mode


def before_roll(length: int | None = 5, black: str = "Boris") -> Table:
    record = replace(new_match(RULES, length), white="Anna", black=black)
    table = Table.new_match(record, None).roll((6, 1))
    return table.apply(*table.game.legal_plays()[0].moves)


def text_of(mode: PlayMode) -> str:
    notice = mode.state.notice
    return notice.text if notice else ""


def test_double_is_asked_about_without_a_highlighted_answer() -> None:
    mode = mode_at("d")
    question = mode.state.question
    assert question
    assert question.text == "Boris doubles to 2. Anna: take?"
    assert [answer.key for answer in question.answers] == ["y", "n"]
    assert mode.state.highlighted is None
    held = pressed(mode, Key.SPACE, Key.SPACE, Key.ENTER, "x", Key.SPACE)
    assert held.state.game.phase is Phase.DOUBLED
    assert pressed(mode, Key.DOWN, Key.SPACE).state.game.cube == Cube(2, Side.WHITE)


def test_cube_changes_hands() -> None:
    taken = mode_at("d", "y")
    assert taken.state.game.cube == Cube(2, Side.WHITE)
    assert taken.state.waits_for is Waits.ROLL
    passed = mode_at("d", "n")
    assert passed.state.game.result
    assert passed.state.waits_for is Waits.RESULT


def test_double_and_answer_are_undone() -> None:
    mode = mode_at("d", "u")
    assert mode.state.game.phase is Phase.ROLL
    assert text_of(mode) == "The double is undone."
    back = mode_at("d", "y", "u")
    assert back.state.game.phase is Phase.DOUBLED
    assert back.state.highlighted is None
    assert pressed(back, "U").state.game.cube == Cube(2, Side.WHITE)


def refused_doubles() -> Iterator[tuple[str, Table]]:
    """Yield the reason why nobody can double at a table."""
    rolled = before_roll().roll((3, 1))
    begun = before_roll(3).record
    near = replace(begun, begun_at=begun.begun_at._replace(black=2, after_crawford=True), games=())
    dead = Table.new_match(near, None).roll((6, 1))
    yield "Double at the start of your turn, before you roll.", rolled
    yield "Nobody can double in the Crawford game.", crawford()
    yield "A match to 1 point is played without the cube.", before_roll(1)
    known = rolled.apply(TakeBack(2, Side.WHITE))
    yield "Nobody can double while the next roll is known.", known
    dead = dead.apply(*dead.game.legal_plays()[0].moves)
    yield "You win the match with this game anyway.", dead
    taken = before_roll().apply(Double(), Take())
    yield "Anna owns the cube.", taken
    # At a time when nobody doubles: before the first roll, and after the game.
    early = Table.new_match(begun, None)
    yield "Double at the start of your turn, before you roll.", early
    yield "Double at the start of your turn, before you roll.", rolled.apply(Resign(Side.BLACK, 1))
    # The other side has doubled and not been answered.
    yield "Answer the question first.", before_roll().apply(Double())


@pytest.mark.parametrize(("reason", "table"), [*refused_doubles()])
def test_impossible_double_is_refused_with_its_reason(reason: str, table: Table) -> None:
    mode = mode_at("d", table=table)
    assert text_of(mode) == reason
    assert mode.table is table
    # The same in plain text.
    talk = say_at(table, "double")
    assert talk.answers[1][0] == reason
    assert talk.record == table.record


@pytest.mark.parametrize("width", [80, 100])
def test_header_shows_the_cube_with_the_length(width: int) -> None:
    turned = match_header(mode_at("d", "y").table, width, Glyphs(), None).text
    assert "cube 2 ●" in turned
    assert "to 5" in turned
    without = match_header(crawford(), width, Glyphs(), None).text
    assert "Crawford: no cube" in without
    assert "to 3" in without


def test_crawford_game_is_marked_in_the_score_sheet() -> None:
    table = crawford()
    (sheet,) = (line for line in sheet_of(table) if line.startswith("Game 1"))
    assert sheet == "Game 1, the Crawford game: being played"
    over = table.apply(Resign(Side.BLACK, 1))
    assert "  The Crawford game: nobody may double. Boris" in sheet_of(over)


def sheet_of(table: Table) -> list[str]:
    awaited = "" if table.game.is_over else "being played"
    return describe_score_sheet(table.record, table.match_with_result, awaited)


def test_capital_letter_does_not_double() -> None:
    mode = mode_at("D")
    assert mode.state.game.phase is Phase.ROLL
    assert text_of(mode) == "D works only in the menu: press Esc first."


def test_automatic_game_waits_for_a_possible_double() -> None:
    cubeless = replace(before_roll().record, rules=RULESETS["french"], games=())
    for table, waits in ((before_roll(), True), (Table.new_match(cubeless, None), False)):
        fair = replace(table, dice=FairDice(SEED))
        state = PlayState.open(fair, Settings(rolls=True)).at_pace(Pace.USUAL)
        assert state.waits_for is Waits.ROLL
        assert state.can_skip is state.continues_automatically is not waits


@pytest.mark.parametrize("points", ["1", "2", "3"])
def test_resignation_costs_a_multiple_of_the_cube(points: str) -> None:
    mode = mode_at("d", "y")
    asked = pressed(mode, Key.ESCAPE)
    state = mode.resign()[0].state
    assert state.question
    assert [answer.text for answer in state.question.answers][:2] == [
        "single game: 2 points",
        "gammon: 4 points",
    ]
    resigned = pressed(replace(mode, state=state), points, *["y"] * (points != "3"))
    assert resigned.state.game.result
    assert resigned.state.game.result.points == 2 * int(points)
    assert asked.table is mode.table


def test_cube_is_shown_with_its_owner_or_offer() -> None:
    views = {
        (): (1, None, False),
        ("d",): (2, Side.WHITE, True),
        ("d", "y"): (2, Side.WHITE, False),
    }
    for keys, view in views.items():
        assert dice_view(mode_at(*keys).state.game).cube == view


def doubled_tables() -> Iterator[tuple[str, Table]]:
    """Yield tables at each moment of a double with its line in logs."""
    doubled = before_roll().apply(Double())
    taken = doubled.apply(Take())
    yield "doubles to 2", doubled
    yield "doubles to 2", doubled.apply(Resign(Side.WHITE, 1))
    yield "doubles to 2, Anna takes", taken
    yield "doubles to 2, Anna passes", doubled.apply(Pass())
    rolled = taken.roll((3, 1))
    yield "doubles to 2, Anna takes", rolled
    played = rolled.apply(*rolled.game.legal_plays()[0].moves)
    yield "doubles to 2, Anna takes; 3-1", played
    redoubled = played.apply(Double(), Take())
    yield "doubles to 4, Boris takes", redoubled
    rolled = redoubled.roll((6, 5))
    ended = rolled.apply(*rolled.game.legal_plays()[0].moves)
    yield "doubles to 4, Boris takes; 6-5", ended
    yield "doubles to 4, Boris takes; 6-5", ended.apply(Resign(Side.BLACK, 4))


@pytest.mark.parametrize(("written", "table"), [*doubled_tables()])
@pytest.mark.parametrize("room", [(28, 20), (45, 28)])
def test_every_log_shows_doubles(written: str, table: Table, room: tuple[int, int]) -> None:
    state = PlayState.open(table, Settings())
    lines = [
        line.text.replace(TIED, " ") for line in play_panel(state, Frame(80, room, Glyphs())).lines
    ]
    begun = [at for at, line in enumerate(lines) if line[1:].startswith(" doubles to")]
    assert written in " ".join(" ".join(lines[begun[-1] :]).split())
    for command in ("last", "log"):
        answer = " ".join(say_at(table, command).answers[1])
        assert f"{written.partition(';')[0]} " in f"{' '.join(answer.split())} "


# ---- against the computer


def test_person_cannot_double_for_the_computer() -> None:
    thinks = mode_at(table=before_roll(black="computer:strong"))
    rolls, _ = thinks.accept_plan(ComputerPlan(()))
    assert (thinks.state.waits_for, rolls.state.waits_for) == (Waits.COMPUTER, Waits.ROLL)
    for mode in (thinks, rolls):
        refused = pressed(mode, "d")
        assert text_of(refused) == "Double at the start of your turn, before you roll."
        assert refused.table is mode.table
        assert "double to" not in mode.footer(80).text


def test_people_type_real_dice_once_the_computer_does_not_double() -> None:
    mode = mode_at(table=before_roll(black="computer:strong"))
    assert mode.state.waits_for is Waits.COMPUTER
    assert mode.state.awaits_choice
    decided, _ = mode.accept_plan(ComputerPlan(()))
    assert decided.state.waits_for is Waits.ROLL
    assert pressed(decided, "3", "1", Key.ENTER).state.game.rolled
    assert mode_at(table=mode.table).state.waits_for is Waits.COMPUTER


def test_computer_answers_a_double_of_a_person() -> None:
    table = before_roll(black="Boris")
    record = replace(table.record, white="computer:strong")
    mode = mode_at("d", table=replace(table, record=record))
    assert mode.state.waits_for is Waits.COMPUTER
    plan = mode.think().run()
    due = replace(mode, state=replace(mode.state, is_due=True))
    answered, _ = due.accept_plan(plan)
    assert answered.state.game.phase is not Phase.DOUBLED
