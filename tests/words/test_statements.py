"""Every statement in random games is true: each is parsed and compared with the engine.

The games are played under all combinations of house rules, from the start and from random late
positions, with undo, take-back and resignation.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from backgammon_tui.engine import RULESETS, Game, Phase, Resign, Rules, StartingPosition
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.match.record import TakeBack
from backgammon_tui.modes.play.state import PlayState, enter_line, handle
from backgammon_tui.settings import Settings
from backgammon_tui.words.rule_settings import HOUSE_RULES, change_rule
from tests.engine.strategies import any_action, random_rules, switches
from tests.modes.examples import new_table
from tests.words.claims import Case, Future, verify
from tests.words.statements import NAMES, recent_turns, statements

GAMES: Final = 30
LONG_STATES: Final = 100_000
MAX_STATES: Final = 40

UNCHECKED: Final = {
    "figure": "counted by the tests of statistics",
    "dice": "about the kind of dice, which a game does not know",
}
"""Voices without a check, each with the reason."""


class Wrong(NamedTuple):
    voice: str
    text: str
    where: str


class Tally:
    """The statements checked, the undecided ones and the wrong ones."""

    def __init__(self, *, changes: bool = False) -> None:
        self.states = 0
        self.checked = 0
        self.undecided = 0
        self.wrong: list[Wrong] = []
        self.used: Counter[str] = Counter()
        self.texts: set[str] = set()
        self.changes = changes
        self.accepted: Counter[bool] = Counter()
        """Count the changed statements by whether the checker lets them pass."""


def play(seed: int, tally: Tally, longest: int = MAX_STATES) -> None:
    chance = random.Random(seed)
    rules = random_rules(RULESETS[chance.choice(list(RULESETS))], chance)
    start = some_position(rules, chance) if chance.random() < 0.5 else ""
    table = new_table(rules, players=NAMES, starting_position=start)
    state = PlayState.open(table, Settings(front_first=chance.random() < 0.3))
    for _ in range(longest):
        if (following := some_state(state, chance)) is None:
            return
        check_state(state, following, seed, chance, tally)
        state = following


def check_state(
    before: PlayState, state: PlayState, seed: int, chance: random.Random, tally: Tally
) -> None:
    happened = state.table.events_since(before.table)
    plays = tuple(row.play for row in state.choosing.rows)
    cases: dict[int | None, Case] = {}
    shared: dict[str, Future] = {}
    tally.states += 1
    for statement in statements(before, state, chance):
        if statement.voice in UNCHECKED:
            continue
        if statement.row not in cases:
            cases[statement.row] = Case(
                before.game, state.game, happened, plays, statement.row, shared=shared
            )
            cases[statement.row].recent = recent_turns(state)
        case = cases[statement.row]
        case.place = int(statement.voice[4:]) if statement.voice.startswith("why ") else None
        case.typed = statement.voice[8:] if statement.voice.startswith("refusal ") else ""
        pattern, verdict = verify(case, statement.voice, statement.text)
        if tally.changes and verdict:
            for changed in changes_of(statement.text, chance):
                tally.accepted[verify(case, statement.voice, changed)[1] is not False] += 1
        tally.checked += 1
        tally.used[pattern] += 1
        tally.texts.add(statement.text)
        if verdict is None:
            tally.undecided += 1
        elif not verdict or _DISAGREES.search(statement.text):
            where = f"seed {seed}: {where_of(before.game, state.game)}"
            voice = statement.voice if pattern else f"{statement.voice} ?"
            tally.wrong.append(Wrong(voice, statement.text, where))


_DISAGREES: Final = re.compile(
    r"(?<![\d/,.-])(?:1|one) (?:legal )?(?:blots|checkers|games|numbers|pips|points|shots|turns)\b"
    r"|(?<![\d/,.-])(?:0|2|two) (?:legal )?(?:blot|checker|game|number|pip|point|shot|turn)\b"
)
"""A noun that does not agree with its count."""


_OTHER: Final = {
    "Anna": "Boris",
    "Boris": "Anna",
    "one": "two",
    "two": "three",
    "three": "two",
    "four": "three",
}


def changes_of(text: str, chance: random.Random) -> Iterator[str]:
    """Yield the text with one number or name replaced, which is false nearly always."""
    for match in re.finditer(rf"\d+|{'|'.join(_OTHER)}", text):
        word = match[0]
        other = _OTHER.get(word) or str(int(word) + (1 if int(word) < 6 else -1))
        yield text[: match.start()] + other + text[match.end() :]


def where_of(before: Game, game: Game) -> str:
    assert game.rules
    actor = game.side.value if game.side else "-"
    dice = game.latest_turn.rolled.dice if game.latest_turn else ""
    on = [name for name in switches(game.rules) if getattr(game.rules, name)]
    return (
        f"{game.rules.name} {' '.join(on)} | {game.position}; {actor} {game.phase.value}"
        f" {dice} {game.due} had {[side.value for side in game.had_double]}"
    )


def some_state(state: PlayState, chance: random.Random) -> PlayState | None:
    """Return a state after any action, undo, take-back or resignation; None after the game."""
    table, game = state.table, state.game
    if game.is_over or table.accepted:
        return None
    kind = chance.random()
    if kind < 0.03 and table.can_undo:
        return state.rewound_to(table.undo(), "")
    if kind < 0.035 and table.rolls:
        back = table.apply(TakeBack(len(table.rolls), chance.choice([*Side])))
        return state.rewound_to(back, "")
    if kind < 0.037 and game.side:
        after = table.apply(Resign(game.side, game.rules.scale.max_points * game.stake))
    elif state.choosing.is_forced and game.phase is Phase.MOVE:
        return state.make(state.choosing.rows[0].moves)
    else:
        try:
            after = table.apply(any_action(game, chance))
        except ValueError:
            return state  # Nobody doubles while the next roll is known.
    return state.settle(after, after.events_since(table))


def some_position(rules: Rules, chance: random.Random) -> str:
    """Return a random late position with the side to move."""
    while True:
        high = chance.choice([6, 6, 9, 14, 24])
        sides = {side: _checkers(rules, chance, high) for side in Side}
        line = f"W {sides[Side.WHITE]} / B {sides[Side.BLACK]}"
        had = chance.choice(["", "; first double W", "; first double B", "; first double W B"])
        text = f"{line}; {chance.choice('WB')} to move{had}"
        try:
            game = StartingPosition.parse(text).game(rules)
        except ValueError:
            continue
        if not game.is_over:
            return text


def _checkers(rules: Rules, chance: random.Random, high: int) -> str:
    off = chance.choice([0, 0, 5, 10, 13])
    places = [chance.randint(1, high) for _ in range(chance.randint(1, 5))]
    counted: Counter[int] = Counter(chance.choice(places) for _ in range(15 - off))
    if chance.random() < 0.2 and counted:
        moved = next(iter(counted))
        counted[Place.BAR] += counted.pop(moved)
    if rules.starts_in_hand and chance.random() < 0.2:
        moved = max(counted)
        counted[Place.HAND] += counted.pop(moved)
    words = {int(Place.BAR): "bar", int(Place.HAND): "hand"}
    items = [f"{words.get(place, place)}:{count}" for place, count in counted.items()]
    return " ".join([*items, *([f"off:{off}"] if off else [])])


# ---- the scenes of all sentences, under house rules that may change them


def scenes() -> Iterator[tuple[Rules, str, list[str]]]:
    """Yield each written scene under its rules and with each of its house rules changed."""
    for text in (Path(__file__).parent / "scenes.txt").read_text("utf-8").splitlines():
        if not text or text.startswith("#"):
            continue
        rules_text, line, *steps = (part.strip() for part in text.split("|"))
        name, *settings = rules_text.split()
        rules = reduce(change_rule, settings, RULESETS[name])
        start = "" if line == "start" else line
        yield rules, start, steps
        for rule in HOUSE_RULES:
            if rule.makes_sense(rules):
                others = (value for value in rule.values if value != rule.value(rules))
                yield from ((rule.change(rules, value), start, steps) for value in others)


def play_scene(
    rules: Rules, start: str, steps: list[str], chance: random.Random, tally: Tally
) -> None:
    state = PlayState.open(new_table(rules, players=NAMES, starting_position=start), Settings())
    for step in steps:
        before = state.acknowledge()
        is_choice = before.game.phase is Phase.CHOOSE
        state = handle(before, step) if is_choice else enter_line(before, step)
        if state.table is before.table:
            return  # The house rule makes this step illegal.
        check_state(before, state, 0, chance, tally)


def test_scenes_are_true_under_every_house_rule() -> None:
    tally, chance = Tally(), random.Random(0)
    for rules, start, steps in scenes():
        play_scene(rules, start, steps, chance, tally)
    assert tally.wrong == []
    assert tally.states > 900


def test_statements_of_random_games_are_true() -> None:
    tally = Tally()
    for seed in range(GAMES):
        play(seed, tally)
    assert tally.wrong == []
    assert tally.undecided < tally.checked / 100


def test_checker_rejects_statements_with_another_number_or_name() -> None:
    tally = Tally(changes=True)
    for seed in range(2000, 2000 + GAMES // 3):
        play(seed, tally)
    assert tally.wrong == []
    assert tally.accepted.total() > 10_000
    assert tally.accepted[True] < tally.accepted.total() / 50


def test_no_extra_roll_is_mentioned_if_none_can_be_earned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with a house rule without extra rolls."""
    monkeypatch.setattr(Rules, "has_extra_rolls", property(lambda rules: False))
    tally = Tally()
    for seed in range(1000, 1000 + GAMES):
        play(seed, tally)
    assert tally.wrong == []
    assert [text for text in tally.texts if re.search("extra roll|rolls again|↻", text)] == []


@pytest.mark.long
def test_statements_of_very_many_games_are_true() -> None:
    tally, seed = Tally(), random.randrange(2**32)
    while tally.states < LONG_STATES:
        play(seed, tally, 10 * MAX_STATES)
        seed += 1
    assert tally.wrong == []
