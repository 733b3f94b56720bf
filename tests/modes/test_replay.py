from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from backgammon_tui.analysis.review import Choice, Luck, Mark
from backgammon_tui.analysis.value import evaluator_digest
from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    RULESETS,
    AgreeDraw,
    KeepOpening,
    Move,
    OpeningRoll,
    Phase,
    Resign,
)
from backgammon_tui.engine.game import CENTRED
from backgammon_tui.game_review import KeptGame, is_agreed
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import PointPlace
from backgammon_tui.modes.effects import (
    ChooseLevel,
    KeepProgress,
    Leave,
    Open,
    Rulebook,
    RunReview,
    Work,
)
from backgammon_tui.modes.game_over import GameReport
from backgammon_tui.modes.inputs import Key, Scroll
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.replay import ReplayMode, WatchMode, branch, sample_replay
from backgammon_tui.modes.text import ASCII, Glyphs
from backgammon_tui.players import Level
from backgammon_tui.settings import Help, Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import is_reviewed, read_review, write_review
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.shared_board import SharedBoard
from backgammon_tui.teach.sample_game import RULESET, sample_game
from backgammon_tui.words.naming import STANDARD
from tests.dialogs import check, headings, keys_in
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import any_action
from tests.modes.examples import (
    START,
    after_plays,
    bad_game,
    key_or_text,
    new_table,
    reviewed,
    table_from,
    wording,
    worked,
)
from tests.storage.matches import begun_table, crawford
from tests.tui.screen import leave

# ---- navigation


DICE = FairDice(bytes(range(32)))


def played(table: Table, *texts: str) -> Table:
    """Return the table after rolls such as `54`, with the only or the first play of each."""
    for text in texts:
        table = table.roll((int(text[0]), int(text[1])))
        while table.game.phase is Phase.MOVE:
            table = table.apply(table.game.moves[0])
    return table


def two_turns() -> Table:
    """Return a French game in which White keeps 5-3, Black answers 4-1 and White resigns."""
    table = new_table(RULESETS["french"])
    table = table.apply(OpeningRoll(3, 3)).apply(OpeningRoll(5, 3)).apply(KeepOpening())
    while table.game.phase is Phase.MOVE:
        table = table.apply(table.game.moves[0])
    return played(table, "41").apply(Resign(W, 1))


def replay_of(table: Table) -> ReplayMode:
    return ReplayMode(table, Settings())


def stops(replay: ReplayMode) -> list[Table]:
    """Return the table at each stop."""
    return [replay.at_turn(number).shown for number in range(replay.end + 1)]


# ---- stops


def test_score_is_from_before_the_game() -> None:
    assert {table.match.score(B) for table in stops(replay_of(two_turns().accept()))} == {0}


def test_replay_stops_after_each_turn() -> None:
    replay = replay_of(two_turns())
    lines = [str(table.game.position) for table in stops(replay)]
    assert lines == [
        "W hand:15 / B hand:15",
        "W 22:1 20:1 hand:13 / B hand:15",
        "W 22:1 20:1 hand:13 / B 24:1 21:1 hand:13",
        "W 22:1 20:1 hand:13 / B 24:1 21:1 hand:13",
    ]
    assert [table.game.is_over for table in stops(replay)] == [False, False, False, True]
    assert [turn.side for turn in replay.table.turns] == [W, B]


def test_wheel_turns_like_the_arrows() -> None:
    replay = replay_of(two_turns())
    for by, key in ((1, Key.DOWN), (3, Key.DOWN), (-1, Key.UP), (-3, Key.UP)):
        turned, _ = replay.handle(Scroll(by))
        assert turned.at == replay.handle(key)[0].at != replay.at
        replay = turned


def test_won_game_ends_with_its_last_turn() -> None:
    table = played(table_from("backgammon", "W 1:1 off:14 / B 20:1 off:14", B), "21", "21")
    replay = replay_of(table)
    assert table.game.is_over
    assert len(replay.table.turns) == replay.end == 2
    assert stops(replay)[-1].game == table.game


@pytest.mark.parametrize("name", list(RULESETS))
def test_every_turn_has_exactly_one_stop(name: str) -> None:
    chance = random.Random(5)
    table = new_table(rules_named(name))
    for _ in range(400):
        if not table.game.is_over:
            table = table.apply(any_action(table.game, chance))
    table = table if table.game.is_over else table.apply(AgreeDraw())
    replay = replay_of(table)
    for number, turn in enumerate(replay.table.turns[:-1], 1):
        shown = replay.at_turn(number).shown
        assert shown.game.last_turn == turn
        assert shown.game.phase is Phase.ROLL
    assert stops(replay)[-1].game == table.game
    assert replay.end - len(replay.table.turns) in (0, 1)


def test_navigation_stays_within_the_game() -> None:
    replay = replay_of(two_turns())
    assert replay.at == 0
    assert replay.at_turn(-5).at == 0
    assert replay.at_turn(99).at == replay.end == 3


def test_stop_shows_only_earlier_events() -> None:
    shown = replay_of(two_turns()).at_turn(1).shown
    assert shown.game == shown.history[-1]
    assert len(shown.actions) == len(shown.history) - 1
    assert shown.roll_number == 3  # The tied opening roll, and the kept one.
    assert not shown.accepted


@pytest.mark.parametrize("ending", [AgreeDraw(), Resign(B, 1)])
def test_game_without_turns_has_start_and_end(
    ending: AgreeDraw | Resign,
) -> None:
    table = new_table(RULESETS["russian"]).apply(OpeningRoll(1, 3)).apply(ending)
    replay = replay_of(table)
    assert (len(replay.table.turns), replay.end) == (0, 1)
    assert [table.game.is_over for table in stops(replay)] == [False, True]


# ---- playing on


def test_branch_is_a_new_match_of_the_same_players() -> None:
    replay = replay_of(two_turns()).at_turn(1)
    table = branch(replay.shown, DICE)
    assert table.record.rules == replay.table.record.rules
    assert (table.record.white, table.record.black) == ("White", "Black")
    assert table.record.length is None
    assert str(table.game.position) == "W 22:1 20:1 hand:13 / B hand:15"
    assert (table.game.side, table.game.phase) == (B, Phase.ROLL)
    assert (table.match.results, len(table.record.games), table.roll_number) == ((), 1, 1)
    assert table.dice == DICE
    # It can be saved and read again unchanged.
    assert table.record.games[0].play(table.record.rules) == table.game


def test_branch_at_start_keeps_the_opening_winner() -> None:
    table = branch(replay_of(two_turns()).shown, None)
    assert table.game.position == RULESETS["french"].start.position
    assert (table.game.side, table.game.phase) == (W, Phase.ROLL)
    assert table.dice_kind is DiceKind.TYPED


def test_branch_before_opening_has_an_opening_roll() -> None:
    drawn = new_table(RULESETS["russian"]).apply(AgreeDraw())
    assert branch(replay_of(drawn).shown, DICE).game.phase is Phase.OPENING


def test_branch_has_no_cube_in_a_crawford_game() -> None:
    table = crawford()
    other = begun_table(table.record.rules, fair=False, length=3).roll((6, 1))
    cubes = [branch(shown, None).game.cube for shown in (table, other)]
    assert cubes == [None, CENTRED]


def test_branch_needs_an_unfinished_game() -> None:
    replay = replay_of(two_turns())
    with pytest.raises(ValueError, match="go back a turn"):
        branch(replay.at_turn(3).shown, None)
    assert branch(replay.at_turn(2).shown, None).game.side is W


def test_branch_keeps_first_doubles() -> None:
    """In Falood the first doubles have no complement; Black's second ones have."""
    table = played(table_from("falood", "W hand:15 / B hand:15", B), "44", "31", "33")
    replay = replay_of(table.apply(AgreeDraw()))
    assert [branch(replay.at_turn(n).shown, None).game.had_double for n in range(3)] == [
        frozenset(),
        {B},
        {B},
    ]
    again = branch(replay.at_turn(2).shown, None).roll((3, 3))
    assert again.game.rolled
    assert [stage.numbers for stage in again.game.rolled.stages] == [(3,) * 4, (4,) * 4]


def test_branch_within_a_turn_continues_it() -> None:
    table = played(table_from("backgammon", "W 24:2 13:13 / B 24:2 13:13", W), "31")
    table = table.roll((6, 5)).apply(table.roll((6, 5)).game.moves[0])
    replay = replay_of(table)
    assert replay.end == len(replay.table.turns) == 2
    for dice in (DICE, None):
        begun = branch(replay.at_turn(2).shown, dice)
        assert begun.game.position == table.game.position
        assert (begun.game.phase, begun.game.left) == (Phase.MOVE, table.game.left)
        assert begun.dice == dice
        assert begun.record.games[0].play(begun.record.rules) == begun.game
        assert begun.can_undo


def test_points_have_the_described_sides_numbers() -> None:
    """The other side is to play after the turn, but the log uses the mover's numbers."""
    mode = ReplayMode(two_turns(), Settings())
    for at, side in ((1, W), (2, B)):
        board = mode.go_to(at)[0].view(Frame(120, (40, 40), Glyphs())).board
        assert board
        assert board.numbers.side is side


# ---- reviews


@pytest.fixture(scope="module")
def mode() -> ReplayMode:
    return reviewed(bad_game())


def test_result_compares_the_luck_of_both_sides(mode: ReplayMode) -> None:
    lucky = Luck(0, W, (6, 6), -0.12, 0.5), Luck(1, B, (2, 1), -0.30, 0.5)
    assert mode.review
    report = GameReport(mode.table, STANDARD, replace(mode.review, findings=lucky))
    assert report.figures(33, ASCII)[-1].split() == ["luckier", "rolls", "by", "0.18"]
    assert report.figures(33, ASCII)[-1].index("0.18") < 30, "White's column"
    assert "lost by mistakes" in report.figures(33, ASCII)[-2]


FILE = Path(__file__).with_name("replay.txt")
"""The panel of a reviewed game in several widths, after keys."""


@pytest.mark.parametrize("heading", headings(FILE))
def test_panel_explains_the_reviewed_turns(mode: ReplayMode, heading: str) -> None:
    columns = int(heading.split()[0])
    frame = Frame(120, (columns, 40 if columns != 24 else 20), ASCII)

    def see(_: str, keys: str) -> str:
        there = mode
        for key in keys_in(keys):
            there, _effects = there.handle(key_or_text(*key))
        return wording(there.view(frame).panel)

    check(FILE, heading, see)


def test_learners_mistakes_become_quiz_tasks() -> None:
    for learner, count in (("White", 1), ("Black", 0), ("", 0)):
        begun = ReplayMode(bad_game(), Settings(learner=learner))
        step = begun.begin_review()
        kept: list[tuple[str, str]] = []
        while step[1]:
            (effect,) = step[1]
            if isinstance(effect, KeepProgress):
                kept += effect.items
                break
            assert isinstance(effect, (Work, RunReview))
            step = worked(step[0], effect)
        assert len(kept) == count
        assert all(name.startswith("quiz/best | backgammon | ") for name, _ in kept)


def test_incomplete_review_has_no_more_mistakes_so_far() -> None:
    begun, _ = ReplayMode(bad_game(), Settings()).begin_review()
    assert begun.review
    assert not begun.review.is_done
    for key, which in (("x", "more"), ("X", "earlier")):
        after, _ = begun.handle(key)
        expected = f"No {which} mistakes so far: the review is not complete."
        assert after.message == expected


@pytest.mark.parametrize(
    ("white", "black", "at", "message"),
    [
        ("Eve", "computer:easy", 1, ""),
        ("computer:easy", "Eve", 0, "No more mistakes by Eve."),
        ("computer:easy", "computer:strong", 1, ""),
    ],
)
def test_navigation_skips_the_computers_mistakes(
    mode: ReplayMode, white: str, black: str, at: int, message: str
) -> None:
    assert mode.review
    record = replace(mode.table.record, white=white, black=black)
    table = replace(mode.table, record=record)
    mode = replace(mode, table=table, review=replace(mode.review, table=table))
    there, _ = mode.handle("x")
    assert (there.at, there.message) == (at, message)


@pytest.mark.parametrize(
    ("cost", "error", "output"),
    [
        (0.0299, 0.0, "As good as the computer's play."),
        (
            0.0301,
            0.0,
            "6/3 6/5 costs 0.03 points of the score: it leaves 23 shots instead of none. Better: ",
        ),
        (0.0301, 0.0302, "As good as the computer's play."),
    ],
)
def test_significant_costs_are_reported(
    mode: ReplayMode, cost: float, error: float, output: str
) -> None:
    assert mode.review
    at_it = (finding for finding in mode.review.findings if isinstance(finding, Choice))
    small = replace(next(at_it), cost=cost, error=error)
    review = replace(mode.review, findings=(small,))
    assert review.paragraphs(1, STANDARD)[0].startswith(output)


def test_board_shows_the_computers_choice(mode: ReplayMode) -> None:
    frame = Frame(120, (40, 40), Glyphs())
    played, _ = mode.handle("x")
    boards = [view.board for item in (played, played.handle("T")[0]) if (view := item.view(frame))]
    assert [board and board.places[PointPlace(5)].count for board in boards] == [1, 2]
    assert "█" in wording(played.view(frame).panel), "a chart of blocks"


def test_unfinished_game_review_needs_consent() -> None:
    def ask(table: Table) -> object:
        return ReplayMode(table, Settings()).begin_review()[1][0]

    playing = after_plays(table_from("backgammon", START, W), "31 6/3 6/5")
    asked = ask(playing)
    assert isinstance(asked, Open)
    assert asked.then
    begun = ReplayMode(playing, Settings())
    assert asked.then(begun, False) == (begun, ())  # The result of the dialog.
    assert isinstance(asked.then(begun, True)[1][0], RunReview)
    # Players who agreed to hints before the match have agreed to reviews.
    hinted = replace(playing, record=replace(playing.record, help=Help.ON))
    assert isinstance(ask(hinted), RunReview)


def test_review_replaces_the_board_without_a_panel(
    mode: ReplayMode,
) -> None:
    assert mode.has_text
    assert not replace(mode, review=None).has_text


def test_challenge_starts_before_the_mistake(mode: ReplayMode) -> None:
    at_it, _ = mode.handle("x")
    _, (asked,) = at_it.handle("Y")
    assert isinstance(asked, Open)
    assert asked.then
    text = "A new match begins before this mistake, with White and the computer in Black's place."
    assert asked.window == ChooseLevel(text, Level.STRONG)
    _, (leave_with,) = asked.then(at_it, "computer:strong")
    assert isinstance(leave_with, Leave)
    table = leave_with.table
    assert table
    assert (table.record.white, table.record.black) == ("White", "computer:strong")
    assert (table.game.phase, table.game.left) == (Phase.MOVE, (3, 1))
    # At a mistake of the computer, the person plays its side.
    record = replace(bad_game().record, white="computer:easy", black="Boris")
    other = reviewed(replace(bad_game(), record=record)).handle("x")[0]
    _, (asked,) = other.handle("Y")
    assert isinstance(asked, Open)
    assert asked.then
    _, (leave_with,) = asked.then(other, "computer:strong")
    assert isinstance(leave_with, Leave)
    assert leave_with.table
    assert leave_with.table.record.white == "Boris"


def test_opponents_completion_is_not_rated() -> None:
    table = new_table(rules_named("russian", opponent_completes=True)).apply(AgreeDraw())
    mode, effects = ReplayMode(table, Settings()).begin_review()
    assert effects == ()
    assert "gives no estimates" in mode.message


def test_sample_game_has_notes_but_no_review() -> None:
    mode = sample_replay(Settings())
    assert mode.handle("x") == (mode, ())


def test_rule_opens_only_for_notes_that_name_one() -> None:
    mode = sample_replay(Settings())
    for turn in range(mode.end + 1):
        there, _ = mode.go_to(turn)
        after, effects = there.handle("w")
        opened = [effect.window for effect in effects if isinstance(effect, Open)]
        rules = [window.section for window in opened if isinstance(window, Rulebook)]
        assert rules == list(there.comment.sections[:1])
        assert bool(rules) is not ("No rule is noted here." in after.message)


# ---- saved reviews


def test_review_is_saved_with_its_net() -> None:
    table = bad_game()
    match = leave(table.accept())
    with Journal(journal_file()) as journal:
        (game,) = all_games(journal, match)
        assert read_review(journal, game, "net", table.actions) is None
    findings = reviewed(table, KeptGame(journal_file(), game)).review
    assert findings
    with Journal(journal_file()) as journal:
        net = evaluator_digest(table.record.rules)
        kept = read_review(journal, game, net, table.actions)
        assert kept
        assert [(type(item), item.at, item.side) for item in kept] == [
            (type(finding), finding.at, finding.side) for finding in findings.findings
        ]
        assert read_review(journal, game, "another net", table.actions) is None
        assert read_review(journal, game, net, table.actions[:-1]) is None


def test_saved_review_is_reused() -> None:
    table = bad_game()
    kept = KeptGame(journal_file(), 1)
    leave(table.accept())
    luck = Luck(0, B, (6, 6), 9.0, 0.25)
    move = table.actions[1]
    choice = Choice(1, W, None, (move,), (move,), 0.15, 0.5)
    with Journal(journal_file()) as journal:
        net = evaluator_digest(table.record.rules)
        assert not is_reviewed(journal, 1)
        write_review(journal, 1, net, table.actions, [luck, choice])
        assert is_reviewed(journal, 1), "it is opened with its review"
    review = reviewed(table, kept).review
    assert review
    assert review.findings == (luck, choice)
    assert choice.mark is Mark.ERROR


WHOLE = '[{"at": 0, "side": "W", "win": 0.5, "dice": [6, 5], "points": 0.1}]'
FAULTY_REVIEWS = [
    "",
    "3",
    "{}",
    "[3]",
    '[{"at": 0}]',
    "[[]]",
    "[" * 100_000,
    *(
        WHOLE.replace(old, new)
        for old, new in (
            ('"at": 0', '"at": 1e400'),
            ('"at": 0', '"at": -1e400'),
            ('"at": 0', '"at": NaN'),
            ('"at": 0', '"at": -1'),
            ('"at": 0', '"at": 999'),
            ("0.5", "1e400"),
            ("0.5", "NaN"),
            ("0.5", "1.1"),
            ("0.1", "Infinity"),
            ("0.1", f"1{'0' * 400}"),
            ("[6, 5]", "[6, 1e400]"),
            ("[6, 5]", "[6, 7]"),
            ("[6, 5]", "{}"),
            ('"W"', "[]"),
        )
    ),
    '[{"at": 0, "side": "W", "win": 0.5, "kind": null, "made": ["what"], "best": [], "cost": 0,'
    ' "error": 0}]',
]


def change_review(journal: Journal, text: str) -> None:
    with journal.writing() as db:
        db.execute("UPDATE review SET findings = ?", (text,))


@pytest.mark.parametrize("text", FAULTY_REVIEWS, ids=lambda text: text[:70])
def test_unreadable_review_is_repeated(text: str) -> None:
    table = bad_game()
    leave(table.accept())
    with Journal(journal_file()) as journal:
        write_review(journal, 1, "net", table.actions, [])
        change_review(journal, WHOLE)
        assert read_review(journal, 1, "net", table.actions)
        change_review(journal, text)
        assert read_review(journal, 1, "net", table.actions) is None


def test_review_with_illegal_choice_is_repeated() -> None:
    table = bad_game()
    kept = KeptGame(journal_file(), 1)
    leave(table.accept())
    whole = reviewed(table, kept).review
    assert whole
    wrong = Choice(1, W, None, (table.actions[1],), (Move(W, 24, 1, 6),), 0.5, 0.5)
    with Journal(journal_file()) as journal:
        judge = evaluator_digest(table.record.rules)
        write_review(journal, 1, judge, table.actions, [wrong])
    again = reviewed(table, kept).review
    assert again
    assert again.findings != (wrong,)


def test_deleted_game_has_no_review() -> None:
    leave(bad_game().accept())
    with Journal(journal_file()) as journal:
        write_review(journal, 1, "net", (), [])
        write_review(journal, 99, "net", (), [])
        with journal.writing() as db:
            db.execute("DELETE FROM match")
        assert journal.select(int, "SELECT count(*) FROM review") == (0,)


def test_sample_game_has_its_ruleset() -> None:
    assert sample_game().rules.name == RULESET


def test_each_turn_of_the_sample_game_has_its_note() -> None:
    replay, game = sample_replay(Settings()), sample_game()
    assert replay.notes == game.notes
    assert len(replay.notes) == replay.end + 1 == len(replay.table.turns) + 1


def test_watched_lesson_opens_the_rules_of_its_game_and_scrolls() -> None:
    rules = RULESETS["french"]
    board = SharedBoard("A lesson", rules, rules.start.position, W, texts=tuple("abcdef"))
    mode = WatchMode(new_table(RULESETS["russian"]), Settings(), board=board)
    assert mode.handle("v")[1] == (Open(Rulebook(rules, None)),)
    panel = mode.view(Frame(120, (22, 6), ASCII, top=2)).panel
    assert [line.text for line in panel.lines[:2]] == ["c", ""]


@pytest.mark.parametrize(
    ("names", "help", "expected"),
    [
        (("Anna", "computer:easy"), Help.OFF, True),
        (("Anna", "Boris"), Help.OFF, False),
        (("Anna", "Boris"), Help.ON, True),
        (("computer:easy", "computer:strong"), Help.OFF, False),
    ],
)
def test_games_are_reviewed_automatically_if_agreed(
    names: tuple[str, str], help: Help, expected: bool
) -> None:
    record = MatchRecord(RULESETS["russian"], *names, "2026-03-01", None, help=help)
    assert is_agreed(record) is expected


def test_sample_game_begins_with_its_note() -> None:
    mode = sample_replay(Settings())
    text = wording(mode.view(Frame(100, (40, 30), ASCII)).panel)
    assert mode.turn is None
    assert mode.comment.paragraphs[0].split()[0] in text


def test_list_of_keys_explains_points_only_in_a_review(mode: ReplayMode) -> None:
    assert "points" in {key for key, _ in mode.list_keys()}
    assert "points" not in {key for key, _ in ReplayMode(mode.table, Settings()).list_keys()}
