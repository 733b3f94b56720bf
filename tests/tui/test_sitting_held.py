"""Whoever holds a key down, or mashes them all, decides nothing and breaks nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    ChooseDoublet,
    KeepOpening,
    OpeningThrow,
    Resign,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.engine.plays import legal_plays
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase
from backgammon_tui.records.record import DiceKind, DiceOrigin, GameRecord, MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.tui.sitting import Key, Options, Sitting
from backgammon_tui.tui.sitting.entry import NOTATION
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import any_action
from tests.tui.examples import DATE, count_fifteen, new_table

GAMES: list[Rules] = [
    *(rules_named(name) for name in NAMES),
    rules_named("russian", opponent_completes=True),
    rules_named("french", opponent_completes=True, free_entry=True),
    rules_named("never-finishing", opponent_completes=True, higher_number=True),
    rules_named("french", one_two=True, first_doublet_face_only=True),
]


def table_after(rules: Rules, seed: int, length: int) -> Table:
    """A table with fair dice after so many actions of a random game."""
    chance = random.Random(seed)
    table = new_table(rules, seed)
    for _ in range(length):
        if table.game.is_over:
            break
        action = any_action(table.game, chance)
        throws = isinstance(action, Throw | OpeningThrow)
        table = table.throw() if throws else table.apply(action)
    return table


def sittings(rules: Rules, count: int) -> Iterator[Sitting]:
    """Sittings in many states of random games, with something chosen or typed in some."""
    for seed in range(count):
        chance = random.Random(seed)
        sitting = Sitting.open(table_after(rules, seed, chance.randint(0, 300)), Options())
        for _ in range(chance.randint(0, 3)):
            sitting = mash(sitting, chance)
        yield sitting


def decided(sitting: Sitting, before: Sitting) -> list[Action]:
    """What was done since that somebody could have done otherwise."""
    found: list[Action] = []
    games = sitting.table.history[len(before.table.history) - 1 :]
    actions = sitting.table.actions[len(before.table.actions) :]
    for game, action in zip(games, actions, strict=False):
        match action:
            case Throw() | OpeningThrow():
                pass
            case Move():
                if choices(game) > 1:
                    found.append(action)
            case _:
                found.append(action)
    return found


def choices(game: Game) -> int:
    """How many different plays, or single moves while completing, there are."""
    if game.phase is Phase.COMPLETE:
        return len(game.legal_moves())
    assert game.side
    return len(legal_plays(game.rules, game.position, game.side, game.left))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_held_space_decides_nothing(rules: Rules) -> None:
    for before in sittings(rules, 12):
        sitting = before
        for _ in range(300):
            sitting = sitting.press(Key.SPACE)
        assert decided(sitting, before) == []
        throws = sitting.table.throw_number - before.table.throw_number
        assert throws <= 1 or sitting.game.opening, "at most until something is to be played"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_held_enter_plays_only_what_is_chosen_or_forced(rules: Rules) -> None:
    for before in sittings(rules, 12):
        first = before.press(Key.ENTER)
        sitting = first
        for _ in range(300):
            sitting = sitting.press(Key.ENTER)
        assert decided(sitting, first) == []
        assert sitting.table.throw_number == before.table.throw_number


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_space_and_enter_in_turn_consent_to_nothing(rules: Rules) -> None:
    for before in sittings(rules, 8):
        sitting = first = before.press(Key.ENTER)
        for _ in range(150):
            sitting = sitting.press(Key.SPACE).press(Key.ENTER)
        consented = [
            action
            for action in decided(sitting, first)
            if isinstance(
                action, KeepOpening | ThrowOpeningAgain | ChooseDoublet | Resign | AgreeDraw | Move
            )
        ]
        assert consented == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_held_keys_answer_no_question_of_consent(rules: Rules) -> None:
    for before in sittings(rules, 8):
        for asked in (before.ask_take_back(), before.ask_resign(), before.ask_draw()):
            if asked.asking is None:
                continue
            sitting = asked
            for _ in range(300):
                sitting = sitting.press(Key.SPACE).press(Key.ENTER)
            assert sitting == asked


# ---- mashing

LETTERS = NOTATION + "krynKRYN,=xqz?!wW;%éß漢🎲"


def mash(sitting: Sitting, chance: random.Random) -> Sitting:
    """Some key or click; dice are typed more often than chance would."""
    if sitting.awaits_throw and sitting.table.dice is None and chance.random() < 0.4:
        for character in f"{chance.randint(1, 6)}{chance.randint(1, 6)}":
            sitting = sitting.type(character)
        return sitting.press(Key.ENTER)
    deed = chance.random()
    if deed < 0.35:
        return sitting.press(chance.choice(list(Key)))
    if deed < 0.65:
        return sitting.type(chance.choice(LETTERS))
    if deed < 0.8:
        return sitting.pick(chance.choice([*sorted(sitting.pickable), *range(27)]))
    if deed < 0.86:
        return sitting.choose_row(chance.randrange(len(sitting.rows) + 1))
    if deed < 0.97:
        return chance.choice([sitting.undo, sitting.redo, sitting.why])()
    if deed < 0.98:
        return chance.choice([sitting.ask_take_back, sitting.ask_draw, sitting.ask_resign])()
    return sitting.with_options(
        Options(
            chance.choice(list(Numbering)),
            plays_forced=chance.random() < 0.3,
            mirrored=chance.random() < 0.3,
            turning=chance.random() < 0.3,
            coach=frozenset(side for side in Side if chance.random() < 0.5),
        )
    )


def check(sitting: Sitting) -> None:
    """What must hold whatever was pressed."""
    rules = sitting.game.rules
    assert count_fifteen(sitting)
    rules.check(sitting.game.position)
    assert all(0 <= index < len(sitting.rows) for index in sitting.reading.shown)
    assert sitting.row is None or sitting.row in sitting.reading.shown
    game = sitting.game
    for move in sitting.preview:
        game = game.apply(move)


def mash_on(rules: Rules, seed: int, events: int, *, typed_dice: bool) -> Sitting:
    chance = random.Random(seed)
    sitting = Sitting.open(new_table(rules, None if typed_dice else seed), Options())
    for step in range(events):
        sitting = mash(sitting, chance)
        if sitting.game.is_over:
            sitting = mash_at_the_end(sitting, chance)
        check(sitting)
        if step % 100 == 0:
            assert sitting.table.record.games[-1].play(rules) == sitting.game
    assert sitting.table.record.games[-1].play(rules) == sitting.game
    return sitting


def mash_at_the_end(sitting: Sitting, chance: random.Random) -> Sitting:
    """A finished game is sometimes accepted, and the next one begun."""
    if chance.random() < 0.5 or sitting.table.accepted:
        return sitting
    dice = sitting.table.dice and FairDice(chance.randbytes(32))
    table = sitting.table.accept()
    return Sitting.open(table.next_game(dice), sitting.options)


@pytest.mark.parametrize("typed_dice", [False, True], ids=["fair", "typed"])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_mashing_keys_breaks_nothing(rules: Rules, typed_dice: bool) -> None:
    sitting = mash_on(rules, 1, 350, typed_dice=typed_dice)
    assert sitting.table.throw_number > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_mashing_keys_for_long_breaks_nothing(rules: Rules, seed: int) -> None:
    mash_on(rules, seed, 6000, typed_dice=bool(seed % 2))


def test_mashing_comes_far() -> None:
    """The keys pressed at random do play: a turn or more ends."""
    ended = [bool(mash_on(rules, 8, 300, typed_dice=False).game.last_turn) for rules in GAMES[:5]]
    assert sum(ended) > 2


def test_a_table_can_be_opened_in_every_state() -> None:
    """Going on with a saved match shows the same list as when it was left."""
    for rules in GAMES:
        for seed in range(3):
            table = table_after(rules, seed, 50 * seed)
            record = table.record.games[-1]
            origin = DiceOrigin(DiceKind.FAIR)
            again = GameRecord(origin, record.entries, record.first)
            match = MatchRecord(rules, "White", "Black", DATE, None, (again,))
            resumed = Table(match, table.match, None, (again.play(rules),))
            one, other = (Sitting.open(each, Options()) for each in (table, resumed))
            assert [row.position for row in one.rows] == [row.position for row in other.rows]
            assert one.question == other.question
