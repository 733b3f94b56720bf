from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    KeepOpening,
    Move,
    OpeningRoll,
    Phase,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    StartingPosition,
)
from backgammon_tui.match.record import (
    AgreeHelp,
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
    Undo,
)
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Help
from backgammon_tui.storage.transcripts import (
    read_transcript,
    read_transcript_file,
    write_transcript,
)
from backgammon_tui.text_file import LineError
from tests.dialogs import changed, check, headings
from tests.engine.examples import NAMES, B, W, rules_named
from tests.engine.strategies import few, house_rules, is_short, positions, seeds
from tests.storage.matches import (
    SEED,
    TYPED,
    begun_table,
    new_match,
    play_on,
    seeds_of,
    vector_games,
)
from tests.storage.transcripts.samples import (
    DAMAGES,
    HEAD,
    SAMPLE,
    TYPED_GAME,
    Damage,
    damaged,
    match_from,
    random_match,
    texts,
)

# ---- round trips


def through_text(record: MatchRecord) -> MatchRecord:
    """Write and read a record; expect the same games and text again."""
    text = write_transcript(record)
    reread = read_transcript(text)
    assert write_transcript(reread) == text
    for game, other in zip(record.games, reread.games, strict=True):
        assert game.play(record.rules) == other.play(reread.rules)
        assert backs(game) == backs(other)
    return reread


def backs(game: GameRecord) -> list[TakeBack]:
    """Return the take-backs as written: all of a roll, and the part that stays again."""
    return [entry._replace(kept=0) for entry in game.entries if isinstance(entry, TakeBack)]


def test_transcript_is_read_from_a_file(tmp_path: Path) -> None:
    record, lines = begun_table(rules_named("french")).roll().record, list[int]()
    (file := tmp_path / "match.txt").write_text(write_transcript(record), "utf-8")
    assert read_transcript_file(file, lines.append) == record
    assert len(lines) == 1


def test_games_of_another_program_round_trip() -> None:
    records = list(vector_games())
    assert len(records) == 37
    for record in records[:: 9 if is_short else 1]:
        assert read_transcript(write_transcript(record)) == record


@few
@given(house_rules(), seeds, st.integers(0, 250))
def test_any_match_round_trips(rules: Rules, seed: int, steps: int) -> None:
    record = random_match(rules, seed, steps)
    reread = through_text(record)
    if not any(isinstance(e, Undo | TakeBack) for game in record.games for e in game.entries):
        assert reread == record


@few
@given(st.data(), house_rules())
def test_games_from_a_position_round_trip(data: st.DataObject, rules: Rules) -> None:
    position = data.draw(positions(rules))
    had = frozenset(data.draw(st.lists(st.sampled_from(Side))))
    side = data.draw(st.sampled_from(Side))
    begin = StartingPosition(position, side, had)
    record = match_from(rules, begin, random.Random(data.draw(seeds)), 20)
    assert f"Start: {begin}\n" in write_transcript(record)
    assert through_text(record) == record


def test_undo_within_a_turn_leaves_no_trace() -> None:
    table = play_on(begun_table(rules_named("russian"), fair=False), random.Random(1), Phase.MOVE)
    table = table.apply(table.game.moves[0])
    changed_mind = table.undo().redo()
    assert len(changed_mind.record.games[0].entries) == len(table.record.games[0].entries) + 2
    assert write_transcript(changed_mind.record) == write_transcript(table.record)


def with_other_dice(*entries: Entry) -> GameRecord:
    """A finished game with dice whose seed is shown."""
    return GameRecord(TYPED, entries).with_seeds({FairDice(SEED).commitment: SEED.hex()})


OTHER = NewDice(DiceOrigin(DiceKind.FAIR, FairDice(SEED).commitment))


@pytest.mark.parametrize("ending", [Resign(B, 1), AgreeDraw()])
def test_dice_may_change_before_a_resignation(ending: Action) -> None:
    record = new_match(rules_named("russian"))
    opened: list[Entry] = [OpeningRoll(5, 2), KeepOpening()]
    for before in ([], opened, [OTHER]):
        given_up = record.add_game(with_other_dice(*before, OTHER, ending))
        assert through_text(given_up) == given_up


def test_unused_dice_leave_no_trace() -> None:
    line = "W 2:1 off:14 / B 24:15"
    start = StartingPosition(Position.parse(line), W)
    last = Move(W, 2, 0, 2)
    game = replace(with_other_dice(Roll(2, 1), OTHER, last), starting_position=start)
    record = new_match(rules_named("backgammon")).add_game(game)
    reread = through_text(record)
    assert reread.games[0].entries == (Roll(2, 1), last)


def test_undo_keeps_later_dice() -> None:
    table = play_on(begun_table(rules_named("french"), fair=False), random.Random(1), Phase.MOVE)
    entries = table.record.games[0].entries
    move = table.game.moves[0]
    record = new_match(table.record.rules).add_game(
        GameRecord(TYPED, (*entries, move, OTHER, Undo(len(table.actions))))
    )
    assert through_text(record).games[0].entries == (*entries, OTHER)


def test_repeated_dice_reveal_their_seed_once() -> None:
    game = with_other_dice(OTHER, OTHER, Resign(W, 1))
    record = new_match(rules_named("french")).add_game(game)
    assert write_transcript(record).count("Seed: ") == 1
    assert seeds_of(through_text(record).games[0]) == seeds_of(game)


@pytest.mark.parametrize("name", ["; semicolon", "a ;b", "White: x", "[red]x[/]", "x" * 40, "梅 é"])
def test_names_round_trip(name: str) -> None:
    record = replace(new_match(rules_named("french")), white=name, black=f"b{name[1:]}")
    record = record.add_game(GameRecord(TYPED))
    assert through_text(record) == record


def test_agreed_help_is_in_the_head_and_between_rolls() -> None:
    record = replace(new_match(rules_named("french")), help=Help.ON)
    written = write_transcript(record)
    assert "Help: on" in written
    assert read_transcript(written) == record
    with pytest.raises(LineError, match="on, try or tutor"):
        read_transcript(written.replace("Help: on", "Help: both"))
    begun = Table.new_match(record, None).roll((6, 2))
    for agreed in Help:
        table = begun.apply(AgreeHelp(agreed, W))
        assert read_transcript(write_transcript(table.record)) == table.record
    table = begun.apply(AgreeHelp(Help.TUTOR, W)).apply(KeepOpening())
    unfinished = table.apply(*table.game.legal_plays()[0].moves)
    again = read_transcript(write_transcript(unfinished.record))
    assert again.help_now is Help.TUTOR
    assert again.games[-1].play(record.rules) == unfinished.game


# ---- refusals


def refused(text: str) -> tuple[int, str]:
    """Return the refused line of a text and the reason."""
    with pytest.raises(LineError) as error:
        read_transcript(text)
    assert str(error.value) == f"line {error.value.line}: {error.value.problem}"
    assert error.value.problem.isprintable()
    return error.value.line, error.value.problem


REFUSALS = Path(__file__).with_name("refusals.txt")
"""Transcripts, changes `OLD => NEW` and added lines `+ NEW`, and why the result is refused."""


@pytest.mark.parametrize("heading", headings(REFUSALS))
def test_faulty_text_is_refused_with_its_line(heading: str) -> None:
    check(REFUSALS, heading, lambda text, change: answer_to(changed(f"{text}\n", change)))


def answer_to(text: str) -> str:
    try:
        read_transcript(text)
    except LineError:
        return "line {}: {}".format(*refused(text))
    return "read"


def test_match_has_a_maximum_number_of_games() -> None:
    head = HEAD.replace("Length: 5", "Length: open")
    games = "".join(f"Game {n}\nDice: typed\ndraw agreed\n" for n in range(1, 5_002))
    assert refused(head + games) == (8 + 3 * 5_000, "a match has at most 5,000 games")


def test_too_long_text_is_rejected_at_once() -> None:
    assert "at most 5,000,000 characters" in refused(HEAD + "\n" * 5_000_001)[1]
    assert refused(HEAD + ";" * 1_001) == (8, "a line has at most 1,000 characters")
    assert read_transcript(f"{HEAD}{';' * 1_000}\n")


def test_changes_by_editors_are_accepted() -> None:
    plain = read_transcript(SAMPLE)
    assert read_transcript(SAMPLE.replace("\n", "\r\n")) == plain
    assert read_transcript("\ufeff" + SAMPLE) == plain
    assert read_transcript(SAMPLE.rstrip("\n")) == plain
    assert read_transcript(SAMPLE.replace("\n", "  \n\n ; a remark\n")) == plain
    assert write_transcript(plain) == SAMPLE


# ---- any text

PLAYED: Final = re.compile(r"([0-9]+ |takeback |  [WB] |[WB] resigns|draw agreed)")
"""The start of a line that becomes an entry, except moves and dice."""

LINES = sorted({*SAMPLE.split("\n"), *TYPED_GAME.split("\n"), "drawn", "dice typed"})
bits = st.text(max_size=300) | st.lists(st.sampled_from(LINES), max_size=12).map("\n".join)
choices = st.integers(0, 10_000)
damages = st.tuples(st.sampled_from(DAMAGES), choices, choices)
any_texts = st.one_of(
    st.tuples(st.sampled_from(["", HEAD, TYPED_GAME]), bits).map("".join),
    st.integers(0, len(NAMES) + 3).map(lambda index: texts()[index]),
)


@given(any_texts, st.lists(damages, max_size=5))
def test_any_text_is_read_as_it_is_or_rejected_at_a_line(
    text: str, several: list[tuple[Damage, int, int]]
) -> None:
    for damage, a, b in several:
        text = damaged(text, damage, a, b)
    record: MatchRecord | LineError
    try:
        record = read_transcript(text)
    except LineError as error:
        record = error
    if isinstance(record, LineError):
        assert 1 <= record.line <= text.count("\n") + 1
        assert record.problem.isprintable()
        return
    through_text(record)
    lines = re.sub(r"(?m)(^|\s);.*", "", text.replace("\r\n", "\n")).split("\n")
    entries = [entry for game in record.games for entry in game.entries]
    others = sum(isinstance(entry, Move | NewDice | AgreeHelp) for entry in entries)
    doubles = sum(type(entry).__name__ == "ChooseDoubles" for entry in entries)
    assert sum(map(bool, map(PLAYED.match, lines))) == len(entries) - others - doubles
    if record.games:
        results = [result for game in record.games if (result := game.play(record.rules).result)]
        table = Table.resume(record, results, {})
        assert table.game == record.games[-1].play(record.rules), "players can continue"


def test_long_transcripts_are_read_quickly() -> None:
    head = SAMPLE[: SAMPLE.index("Game")].replace("Length: 5", "Length: open")
    rolls = "".join("1 opening 5-5\n" for _ in range(1_000))
    back = "takeback 1 roll 1000 asked by W\n1 opening 5-5\n" * 1_000
    record = read_transcript(f"{head}Game 1\nDice: typed\n{rolls}{back}")
    assert len(record.games[0].entries) == 3_000
    games = "".join(f"Game {n}\nDice: typed\nW resigns 1\n" for n in range(1, 1_001))
    assert len(read_transcript(head + games).games) == 1_000
