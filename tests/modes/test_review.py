"""A game under review: mistakes, the chart, what is kept, and playing on against the computer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.analysis.review import Choice, Luck, Mark
from backgammon_tui.analysis.value import evaluator_digest
from backgammon_tui.engine import RULESETS, AgreeDraw, Move, Phase, Roll
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.game_review import KeptGame
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import ChooseLevel, KeepProgress, Leave, Open, RunReview, Work
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.replay import ReplayMode, read_replay
from backgammon_tui.modes.text import ASCII, Glyphs
from backgammon_tui.players import Level, choose
from backgammon_tui.settings import Help, Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.storage.journal.reviews import read_review, write_review
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.words.naming import STANDARD
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import new_table, table_from
from tests.modes.working import done, worked
from tests.tui.screen import leave

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def after(table: Table, *plays: str) -> Table:
    """The table after rolls with their plays, as `31 8/5 6/5`."""
    for text in plays:
        dice, _, notation = text.partition(" ")
        table = table.apply(Roll(int(dice[0]), int(dice[1])))
        (play,) = (item for item in table.game.legal_plays() if write_moves(item.moves) == notation)
        for move in play.moves:
            table = table.apply(move)
    return table


def bad_game() -> Table:
    """White plays a 3-1 as nobody should, Black plays the same roll well, and they draw."""
    table = after(table_from("backgammon", START, W), "31 6/3 6/5").apply(Roll(3, 1))
    for action in choose(table.game, Level.STRONG):
        table = table.apply(action)
    return table.apply(AgreeDraw())


def reviewed(table: Table, kept: KeptGame | None = None) -> ReplayMode:
    """A replay whose review has been carried out, without a screen."""
    return done(ReplayMode.begin(table, Settings(), kept=kept).begin_review())


def panel(mode: ReplayMode, glyphs: Glyphs = ASCII, room: tuple[int, int] = (40, 40)) -> str:
    """The panel as text."""
    lines = mode.view(Frame(120, room, glyphs)).panel.lines
    return "\n".join("".join(span.text for span in line.spans) for line in lines)


@pytest.fixture(scope="module")
def mode() -> ReplayMode:
    return reviewed(bad_game())


def test_learners_mistakes_become_quiz_tasks() -> None:
    for learner, count in (("White", 1), ("Black", 0), ("", 0)):
        begun = ReplayMode.begin(bad_game(), Settings(learner=learner))
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


def test_keys_navigate_mistakes_with_costs(mode: ReplayMode) -> None:
    at_it, _ = mode.handle("x")
    assert at_it.at == 1
    text = panel(at_it).replace("\n", " ")
    blunder = "?? blunder: 6/3 6/5 costs 0.33 points: it leaves 23 shots instead of none"
    assert blunder in text
    assert "Better: 8/5 6/5." in text
    assert "1??" in text
    none, _ = at_it.handle("x")
    assert "No more mistakes." in panel(none)
    assert (none.at, none.message) == (1, "No more mistakes.")
    back, _ = at_it.handle(Key.RIGHT)[0].handle("X")
    assert back.at == 1


@pytest.mark.parametrize(
    ("cost", "error", "output"),
    [
        (0.0299, 0.0, "As good as the computer's play."),
        (0.0301, 0.0, "6/3 6/5 costs 0.03 points: it leaves 23 shots instead of none. Better: "),
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


def test_start_summarises_both_sides(mode: ReplayMode) -> None:
    text = panel(mode).replace("\n", " ")
    assert "White: 1 choice costs" in text
    assert "(0 doubtful, 0 errors, 1 blunder); rolls" in text
    assert "Black: 1 choice costs 0.00 points in all (0 doubtful, 0 errors, 0 blunders);" in text
    assert "The computer's own estimate" in text
    assert "best" not in text


def test_chart_shows_whites_win_chance(mode: ReplayMode) -> None:
    title, *rows, here = panel(mode).splitlines()[1:6]
    assert title == "White's win chance, turn by turn"
    assert [row[:6] for row in rows] == ["100 % ", "      ", "  0 % "]
    assert rows[-1][6:] == "#" * 34
    assert "about 5" in here
    assert "█" in panel(mode, Glyphs())
    # Where there is little room the list is more useful.
    assert "#" not in panel(mode, room=(22, 17))


def test_board_shows_the_computers_choice(
    mode: ReplayMode,
) -> None:
    frame = Frame(120, (40, 40), ASCII)
    played, _ = mode.handle("x")
    chosen, _ = played.handle("T")
    boards = [view.board for item in (played, chosen) if (view := item.view(frame)).board]
    points = [board.points[4].count for board in boards]
    assert points == [1, 2]
    text = panel(chosen).replace("\n", " ")
    assert "On the board: the computer's choice" in text
    assert chosen.handle("T")[0] == played
    assert chosen.handle(Key.LEFT)[0] == played.at_turn(0)


def test_unfinished_game_review_needs_consent() -> None:
    def ask(table: Table) -> object:
        return ReplayMode.begin(table, Settings()).begin_review()[1][0]

    playing = after(table_from("backgammon", START, W), "31 6/3 6/5")
    asked = ask(playing)
    assert isinstance(asked, Open)
    assert asked.then
    begun = ReplayMode.begin(playing, Settings())
    assert asked.then(begun, False) == (begun, ())  # What the dialog gives back.
    assert isinstance(asked.then(begun, True)[1][0], RunReview)
    # Whoever settled before the match that both may ask the computer has agreed.
    hinted = replace(playing, record=replace(playing.record, help=Help.ON))
    assert isinstance(ask(hinted), RunReview)


def test_turn_comments_leave_room_for_the_list(mode: ReplayMode) -> None:
    text = panel(mode.handle("x")[0], room=(24, 20)).splitlines()
    listed = [" the start", " 1?? O 3-1 6/3 6/5", " 2   X 3-1 24/21/20*", " the end"]
    assert text[-4:] == listed


def test_review_replaces_the_board_without_a_panel(
    mode: ReplayMode,
) -> None:
    assert mode.has_text
    assert not replace(mode, review=None).has_text


def test_long_play_wraps(mode: ReplayMode) -> None:
    text = panel(mode.handle("x")[0], room=(17, 40)).splitlines()
    at = text.index(" 1?? O 3-1 6/3")
    assert text[at + 1 : at + 4] == ["         6/5", " 2   X 3-1", "        24/21/20*"]


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
    # Where the computer has erred, whoever played it takes its side.
    record = replace(bad_game().record, white="computer:easy", black="Boris")
    other = reviewed(replace(bad_game(), record=record)).handle("x")[0]
    _, (leave_with,) = other._play_against("computer:strong")
    assert isinstance(leave_with, Leave)
    assert leave_with.table
    assert leave_with.table.record.white == "Boris"


def test_opponents_completion_is_not_rated() -> None:
    table = new_table(rules_named("russian", opponent_completes=True)).apply(AgreeDraw())
    mode, effects = ReplayMode.begin(table, Settings()).begin_review()
    assert effects == ()
    assert "gives no estimates" in mode.message


def test_sample_game_has_notes_but_no_review() -> None:
    from backgammon_tui.modes.replay import sample_replay

    mode = sample_replay(Settings())
    assert mode.handle("x") == (mode, ())


# ---- what is kept


def test_review_is_saved_with_its_net() -> None:
    table = bad_game()
    match = leave(table.accept())
    with Journal(journal_file()) as journal:
        (game,) = all_games(journal, match)
        assert read_review(journal, game, "net", table.actions) is None
    findings = reviewed(table, KeptGame(journal_file(), game)).review
    assert findings
    with Journal(journal_file()) as journal:
        net = evaluator_digest(RULESETS["backgammon"])
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
        net = evaluator_digest(RULESETS["backgammon"])
        assert not read_replay(journal, 1)[1]
        write_review(journal, 1, net, table.actions, [luck, choice])
        assert read_replay(journal, 1)[1], "it is opened with its review"
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
        judge = evaluator_digest(RULESETS["backgammon"])
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
