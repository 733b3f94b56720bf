"""Items found in games: positions of real play with a throw that is worth asking about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from random import Random
from types import MappingProxyType
from typing import Final

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Effect, Game, Play, Rules, Side, Situation, Throw
from backgammon_tui.engine.events import StageBegun
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.steps import single_moves
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.pool import ask
from backgammon_tui.teach.quiz.question import QuizQuestion
from tests.teach.quiz.sensible import sensible_game
from tests.teach.quiz.tempting import tempting_plays


def kinds_for(rules: Rules) -> tuple[Kind, ...]:
    """The kinds of questions that make sense under some rules."""
    senseless = set()
    if not rules.landing.may_trap:
        senseless.add(Kind.TRAP)
    if not rules.doublets.have_complement:
        senseless |= {Kind.PIPS, Kind.FOLLOWS}
    if rules.scale.most == 1:
        senseless.add(Kind.POINTS)
    return tuple(kind for kind in _LOOKING if kind not in senseless)


def make_question(rules: Rules, chance: Random, kind: Kind | None = None) -> QuizQuestion:
    """A question from a new game, the same one whenever chance is the same.

    Args:
        chance: Where the game and the choice in it come from.
        kind: What to ask, one of `kinds_for`; None for any of them.
    """
    kind = kind or chance.choice(kinds_for(rules))
    while True:
        for question in questions_in_game(rules, chance, kind):
            return question


_MOMENTS: Final = 30
"""In how many moments of a game a question is looked for."""


def questions_in_game(rules: Rules, chance: Random, kind: Kind) -> Iterator[QuizQuestion]:
    """The questions of one kind that a new game gives, no two from one moment."""
    games = list(sensible_game(rules, chance))
    if kind is Kind.POINTS:
        moments = [game for game in games if game.is_over]
    else:
        moments = [game for game in games if not game.is_over]
        moments = chance.sample(moments, min(_MOMENTS, len(moments)))
    for game in moments:
        for item in _LOOKING[kind](game, chance):
            try:
                yield ask(item, rules)
            except FaultyItem:
                continue
            break


_THROWS: Final = tuple(combinations_with_replacement(range(1, 7), 2))
_DOUBLETS: Final = tuple((number, number) for number in range(1, 7))

_Items = Iterator[Item]


_ABOUT_WHOLE_THROWS: Final = (Kind.PIPS, Kind.FOLLOWS, Kind.WHY)
"""Only for these it matters whose first doublet has been thrown."""


def _item(kind: Kind, game: Game, dice: Dice | None = None, *plays: str) -> Item:
    # After the end it is the loser who would throw next.
    side = game.side or (game.result and game.result.winner and game.result.winner.other)
    matters = game.rules.first_doublet_face_only and kind in _ABOUT_WHOLE_THROWS
    had_doublet = game.had_doublet if matters else frozenset()
    situation = Situation(game.position, side or Side.WHITE, had_doublet)
    return Item(kind, game.rules.name, situation, dice, plays)


def _thrown(game: Game, chance: Random, throws: Sequence[Dice]) -> Iterator[tuple[Dice, Game]]:
    """Some throws in a moment of a game, in an order that chance decides."""
    assert game.side
    # As it would be at the beginning of a turn: an item does not know of an earlier throw.
    beginning = Situation(game.position, game.side, game.had_doublet).game(game.rules)
    for dice in chance.sample(throws, len(throws)):
        yield dice, beginning.apply(Throw(*dice))


def _look_for_legal(game: Game, chance: Random) -> _Items:
    for dice, thrown in _thrown(game, chance, _THROWS):
        plays = tempting_plays(thrown, chance)
        if plays:
            yield _item(Kind.LEGAL, game, dice, *plays)


def _look_for_playable(game: Game, chance: Random) -> _Items:
    """Throws of which fewer can be played than it seems at first, or more."""
    for dice, thrown in _thrown(game, chance, _THROWS):
        begun = next(event for event in thrown.events if isinstance(event, StageBegun))
        at_once = {
            move.number
            for move in single_moves(game.rules, game.position, begun.side, begun.numbers)
        }
        seems = sum(number in at_once for number in begun.numbers)
        if begun.playable != seems or (not seems and chance.random() < 0.05):
            yield _item(Kind.PLAYABLE, game, dice)


def _look_for_pips(game: Game, chance: Random) -> _Items:
    for dice, thrown in _thrown(game, chance, _DOUBLETS):
        outlooks = [thrown.outlook(play.position) for play in thrown.legal_plays()]
        later = {outlook.playable for outlook in outlooks if outlook}
        # Where every play leads to the same there is little to see.
        if len(later) > 1 or chance.random() < 0.2:
            yield _item(Kind.PIPS, game, dice)


def _look_for_follows(game: Game, chance: Random) -> _Items:
    throws = (*_DOUBLETS, (1, 2)) if game.rules.one_two else _DOUBLETS
    for dice, thrown in _thrown(game, chance, throws):
        for play in _some(thrown, chance):
            outlook = thrown.outlook(play.position)
            if not outlook or outlook.playable < 4 or chance.random() < 0.3:
                yield _item(Kind.FOLLOWS, game, dice, write_moves(play.moves))


def _look_for_why(game: Game, chance: Random) -> _Items:
    for dice, thrown in _thrown(game, chance, _THROWS):
        if thrown.stage is None:
            yield _item(Kind.WHY, game, dice)
        for play in _some(thrown, chance):
            yield _item(Kind.WHY, game, dice, write_moves(play.moves))


def _look_for_traps(game: Game, chance: Random) -> _Items:
    for dice, thrown in _thrown(game, chance, _THROWS):
        for play in _some(thrown, chance):
            frees = thrown.position.trapped(play.side.other) != play.position.trapped(
                play.side.other
            )
            if frees or any(move.effect is not Effect.NOTHING for move in play.moves):
                yield _item(Kind.TRAP, game, dice, write_moves(play.moves))


def _look_for_points(game: Game, chance: Random) -> _Items:
    yield _item(Kind.POINTS, game)


_LOOKING: Final[Mapping[Kind, Callable[[Game, Random], _Items]]] = MappingProxyType(
    {
        Kind.LEGAL: _look_for_legal,
        Kind.PLAYABLE: _look_for_playable,
        Kind.PIPS: _look_for_pips,
        Kind.FOLLOWS: _look_for_follows,
        Kind.WHY: _look_for_why,
        Kind.TRAP: _look_for_traps,
        Kind.POINTS: _look_for_points,
    }
)

_SOME: Final = 4


def _some(game: Game, chance: Random) -> Sequence[Play]:
    """Some of the legal plays, if there are any."""
    plays = game.legal_plays()
    return chance.sample(plays, min(_SOME, len(plays)))
