from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    Game,
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
    is_roll,
)
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Help
from backgammon_tui.storage.transcripts import (
    read_transcript,
    read_transcript_file,
    write_transcript,
)
from backgammon_tui.text_file import LineError
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import any_action, few, house_rules, is_short, positions, seeds
from tests.storage.matches import (
    SEED,
    TYPED,
    new_match,
    play_on,
    random_table,
    sat_down,
    vector_games,
)


def through_text(record: MatchRecord) -> MatchRecord:
    """Write and read a record; expect the same text again."""
    text = write_transcript(record)
    reread = read_transcript(text)
    assert write_transcript(reread) == text
    return reread


def same_end(record: MatchRecord, reread: MatchRecord) -> bool:
    """Return True if the games of two records are equal."""
    games = zip(record.games, reread.games, strict=True)
    return all(first.play(record.rules) == other.play(reread.rules) for first, other in games)


def test_transcript_is_read_from_a_file(tmp_path: Path) -> None:
    record, lines = sat_down(rules_named("french")).roll().record, list[int]()
    (file := tmp_path / "match.txt").write_text(write_transcript(record), "utf-8")
    assert read_transcript_file(file, lines.append) == record
    assert len(lines) == 1


def test_games_of_another_program_round_trip() -> None:
    records = list(vector_games())
    assert len(records) == 37
    for record in records[:: 9 if is_short else 1]:
        assert read_transcript(write_transcript(record)) == record


@few
@given(house_rules(), seeds, st.integers(0, 250), st.booleans())
def test_simple_matches_round_trip(rules: Rules, seed: int, steps: int, fair: bool) -> None:
    record = random_table(rules, seed, steps, fair, back=False).record
    assert through_text(record) == record


@few
@given(house_rules(), seeds, st.integers(0, 250), st.booleans())
def test_matches_with_take_backs_round_trip(
    rules: Rules, seed: int, steps: int, fair: bool
) -> None:
    record = random_table(rules, seed, steps, fair).record
    reread = through_text(record)
    assert same_end(record, reread)
    assert [backs(game) for game in reread.games] == [backs(game) for game in record.games]


def backs(game: GameRecord) -> list[TakeBack]:
    return [entry for entry in game.entries if isinstance(entry, TakeBack)]


def test_undo_within_a_turn_leaves_no_trace() -> None:
    table = play_on(sat_down(rules_named("russian"), fair=False), random.Random(1), Phase.MOVE)
    table = table.apply(table.game.moves[0])
    changed_mind = table.undo().redo()
    assert len(changed_mind.record.games[0].entries) == len(table.record.games[0].entries) + 2
    assert write_transcript(changed_mind.record) == write_transcript(table.record)


@given(st.data(), house_rules())
def test_games_from_a_position_round_trip(data: st.DataObject, rules: Rules) -> None:
    position = data.draw(positions(rules))
    had = frozenset(data.draw(st.lists(st.sampled_from(Side))))
    side = data.draw(st.sampled_from(Side))
    start = Game.from_position(rules, position, side, had)
    actions: list[Action] = []
    game = start
    chance = random.Random(data.draw(seeds))
    while not game.is_over and len(actions) < 20:
        actions.append(any_action(game, chance))
        game = game.apply(actions[-1])
    begin = StartingPosition(position, side, had)
    record = new_match(rules).add_game(GameRecord(TYPED, tuple(actions), starting_position=begin))
    assert f"Start: {begin}\n" in write_transcript(record)
    assert through_text(record) == record


@few
@given(house_rules(), seeds, st.integers(1, 4))
def test_games_with_changed_dice_round_trip(rules: Rules, seed: int, changes: int) -> None:
    chance = random.Random(seed)
    table = random_table(rules, seed, 80, fair=False, back=False)
    *before, last = table.record.games
    rolls = [index for index, entry in enumerate(last.entries) if is_roll(entry)]
    changed = set(chance.choices(rolls, k=changes)) if rolls else set()
    entries: list[Entry] = []
    for index, entry in enumerate(last.entries):
        if index in changed:
            fair = FairDice(chance.randbytes(32))
            entries.append(NewDice(DiceOrigin(DiceKind.FAIR, fair.commitment)))
        entries.append(entry)
    games = (*before, replace(last, entries=tuple(entries)))
    record = replace(table.record, games=games)
    assert through_text(record) == record


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
    assert same_end(record, reread)
    assert reread.games[0].entries == (Roll(2, 1), last)


def test_undo_keeps_later_dice() -> None:
    table = play_on(sat_down(rules_named("french"), fair=False), random.Random(1), Phase.MOVE)
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
    assert through_text(record).games[0].seeds == game.seeds


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
    with pytest.raises(LineError, match="on or tutor"):
        read_transcript(written.replace("Help: on", "Help: both"))
    table = Table.new_match(record, None).roll((6, 2)).apply(AgreeHelp(Help.TUTOR, W))
    assert read_transcript(write_transcript(table.record)) == table.record
    table = table.apply(KeepOpening())
    unfinished = table.apply(*table.game.legal_plays()[0].moves)
    again = read_transcript(write_transcript(unfinished.record))
    assert again.help_now is Help.TUTOR
    assert again.games[-1].play(record.rules) == unfinished.game
