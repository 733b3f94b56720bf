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
from tests.engine.examples import NAMES, B, W, rules_named
from tests.engine.strategies import few, house_rules, is_short, positions, seeds
from tests.storage.matches import SEED, TYPED, begun_table, new_match, play_on, vector_games
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
    return [entry for entry in game.entries if isinstance(entry, TakeBack)]


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


# ---- refusals


def refused(text: str) -> tuple[int, str]:
    """Return the refused line of a text and the reason."""
    with pytest.raises(LineError) as error:
        read_transcript(text)
    assert str(error.value) == f"line {error.value.line}: {error.value.problem}"
    assert error.value.problem.isprintable()
    return error.value.line, error.value.problem


def expect_refused(text: str, line: int, problem: str) -> None:
    refused_line, sentence = refused(text)
    assert refused_line == line
    assert problem in sentence


FIVE_POINTS = "".join(f"Game {number}\nDice: typed\nW resigns 3\n" for number in (1, 2)).rstrip()
SEED_LINE = f"Seed: {'0' * 64}"
LAST = "  4 4 4 4: hand/21(4)\n"
OTHER_DICE = f"dice fair {'1' * 64}\n3 W 6-1\n  6 1: hand/19 hand/24\n"
OWN_LINE = "needs a line of its own"
TWO_STAGES = f"""\
{HEAD.replace("free_entry = on", "entry_limits_complement = off")}
Game 1
Dice: typed
1 opening 5-2
  W rolls again
1 W 4-4
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("backgammon-tui transcript 1", "backgammon-tui transcript 2", 1, "begins with"),
        ("backgammon-tui transcript 1", "", 1, "begins with"),
        ("Ruleset: russian", "Ruleset: chess", 2, "no ruleset 'chess'"),
        ("Ruleset: russian\n", "", 6, "no tag Ruleset"),
        ("Length: 5\n", "", 6, "no tag Length"),
        ("White: Anna", "White: Anna\nWhite: Anna", 5, "appears twice"),
        ("White: Anna", "Green: Anna", 4, "'Green' is not a tag here"),
        ("White: Anna", "White Anna", 4, "is not a tag"),
        ("White: Anna", f"White: {'x' * 41}", 4, "at most 40"),
        ("White: Anna", "White: \x1b[31mAnna", 4, "a tab, or another character"),
        ("White: Anna", "White: \u202eannA", 4, "a tab, or another character"),
        ("White: Anna", "White:\tAnna", 4, "a tab, or another character"),
        ("free_entry = on", "free_entry = maybe", 3, "free_entry can be off, on"),
        ("free_entry = on", "trapping = on", 3, "no house rule 'trapping"),
        ("2026-03-01", "2026-02-30", 6, "is not a date"),
        ("Black: Boris", "Black: ANNA", 5, "different names"),
        ("= on\n", "= on\nRule: free-entry = off\n", 4, "free_entry appears twice"),
        ("Length: 5", "Length: 0", 7, "1 to 999 points, or open"),
        ("Length: 5", "Length: ٥", 7, "1 to 999 points, or open"),
        ("russian", "backgammon", 3, "free_entry: makes no sense if the checkers do not start"),
        (HEAD, "", 1, "begins with"),
        (HEAD, "\x00\x01\x02", 1, "cannot be seen"),
        (HEAD, "\ud800", 1, "cannot be seen"),
    ],
)
def test_faulty_head_is_rejected(old: str, new: str, line: int, problem: str) -> None:
    assert HEAD.count(old) == 1
    expect_refused(HEAD.replace(old, new), line, problem)


@pytest.mark.parametrize(
    ("game", "line", "problem"),
    [
        ("Game 2\nDice: typed", 9, "expected 'Game 1' here"),
        ("Game 1", 9, "no tag Dice"),
        ("Game 1\nDice: loaded", 10, "fair or typed"),
        ("Game 1\nDice: fair", 10, "64 hexadecimal digits"),
        ("Game 1\nDice: fair\nCommitment: 123", 11, "64 hexadecimal digits"),
        ("Game 1\nDice: typed\nDice: typed", 11, "appears twice"),
        ("Game 1\nDice: typed\nStart: W hand:15", 11, "a position looks like"),
        ("Game 1\nDice: typed\nStart: W 1:3 / B 2:4; W to move", 11, "White has 3 checkers"),
        ("Game 1\nDice: typed\nStart: W 1:15 / B 1:15; W to move", 9, "are both on"),
        ("Game 1\nDice: typed\n1 opening 5-5\nGame 2\nDice: typed", 12, "is not finished"),
        ("Game 1\nDice: typed\nhello", 11, "'hello' makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 7-2", 11, "makes no sense here"),
        ("Game 1\nDice: typed\n2 opening 5-2", 11, "this is turn 1, not 2"),
        ("Game 1\nDice: typed\n1 W 5-2", 11, "cannot be done now. Each side rolls one die"),
        ("Game 1\nDice: typed\n1 opening 5-2\n  B keeps", 12, "not the turn of Boris"),
        ("Game 1\nDice: typed\n1 opening 5-2\n  5 2: hand/20", 12, "no stage of 5 2 begins"),
        ("Game 1\nDice: typed\n  W keeps", 11, "That cannot be done now."),
        ("Game 1\nDice: typed\ntakeback 1 asked by W", 11, "there is no turn 1 to go back to"),
        ("Game 1\nDice: typed\n1 opening 5-5\ntakeback 2 asked by W", 12, "there is no turn 2"),
        ("Game 1\nDice: typed\nW wins 1", 11, "the game is not over"),
        (f"Game 1\nDice: typed\n{SEED_LINE}", 11, "shown only when the game is over"),
        (
            f"Game 1\nDice: typed\ndraw agreed\n{SEED_LINE}",
            12,
            "not match any commitment of this game",
        ),
        ("Game 1\nDice: typed\ndraw agreed\nW wins 1", 12, "did not end that way"),
        ("Game 1\nDice: typed\ndraw agreed\ndrawn\ndrawn", 13, "is already recorded"),
        ("Game 1\nDice: typed\nW resigns 3\ndice typed", 12, "no dice are rolled after"),
        ("Game 1\nDice: typed\n01 opening 5-2", 11, "makes no sense here"),
        (f"Game 1\nDice: typed\nCommitment: {'0' * 64}", 11, "typed dice have no Commitment"),
        ("Game 1\nDice: typed\ndraw agreed\nW resigns 1", 12, "cannot be done now"),
        ("Game 1\nDice: typed\nW resigns 3\nB wins 2", 12, "did not end that way"),
        (f"{FIVE_POINTS}\nGame 3\nDice: typed", 15, "the match is won"),
    ],
)
def test_faulty_game_lines_are_rejected(game: str, line: int, problem: str) -> None:
    expect_refused(f"{HEAD}\n{game}\n", line, problem)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/22", "No number left enters"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 24/23", "no checker on point 24"),
        ("  5 2: hand/20 hand/23", "  5 3: hand/20 hand/22", "no stage of 5 3 begins here"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/23 hand/21", "cannot be done now"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand!23", "not a move: 'hand/20 hand!23'"),
        ("  5 2: hand/20 hand/23", "  5 2: B hand/20", "it is not Boris's turn to move"),
        ("  5 2: hand/20 hand/23", "  5 2: W", "must be followed by moves"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 | | hand/23", "must be followed by moves"),
        ("  5 2: hand/20 hand/23\n", "", "the line of the stage 5 2 is missing"),
        ("2 B 4-4", "2 W 4-4", "it is not the turn of Anna"),
        ("2 B 4-4", "3 B 4-4", "this is turn 2, not 3"),
        (LAST, f"{LAST}takeback 2 asked by B\n  5 2:\n", "no stage of 5 2 begins here"),
        (LAST, f"{LAST}{OTHER_DICE}takeback 2 asked by W\n", "the dice were changed after"),
        (LAST, f"{LAST}{OTHER_DICE}takeback 3 asked by W\n", ""),
        (TYPED_GAME, f"{SAMPLE}takeback 1 asked by W\n", "nothing can be taken back"),
        (TYPED_GAME, f"{SAMPLE}{SAMPLE[SAMPLE.index('Seed') :]}", "is already recorded"),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(4)\n  3 3 3 3: hand/22\n", ""),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(4) hand/22\n  3 3 3 3:\n", OWN_LINE),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(3) hand/21/18\n  3 3 3 3:\n", OWN_LINE),
    ],
)
def test_faulty_moves_are_rejected(old: str, new: str, problem: str) -> None:
    text = TYPED_GAME.replace(old, new)
    assert problem in refused(text)[1] if problem else read_transcript(text)


LOST = """\
Game 1
Dice: typed
Start: W 6:14 bar:1 / B 6:2 5:2 4:2 3:2 2:2 1:5; W to move
1 W 6-5
  6 5:
"""


@pytest.mark.parametrize(
    "following", ["2 B 4-3", "draw agreed", "W resigns 1", "takeback 1 asked by W", "dice typed"]
)
def test_unplayable_stage_needs_its_line(following: str) -> None:
    head = HEAD.replace("russian", "backgammon").replace("Rule: free_entry = on\n", "")
    assert read_transcript(f"{head}\n{LOST}{following}\n")
    without = LOST.replace("  6 5:\n", "")
    assert read_transcript(f"{head}\n{without}")
    line, problem = refused(f"{head}\n{without}{following}\n")
    assert (line, problem) == (12, "the line of the stage 6 5 is missing before this one")


@pytest.mark.parametrize("ending", ["draw agreed\ndrawn", "B resigns 3\nW wins 3"])
def test_true_result_is_accepted_for_any_ending(ending: str) -> None:
    record = read_transcript(f"{TYPED_GAME}{ending}\n")
    assert record.games[0].play(record.rules).is_over
    back = f"{TYPED_GAME}{ending}\ntakeback 1 asked by W\n{ending}\n"
    assert read_transcript(back)


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
