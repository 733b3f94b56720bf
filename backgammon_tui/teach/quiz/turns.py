"""The games behind quiz questions: plays made, numbers lost, the turn in question."""

from __future__ import annotations

from backgammon_tui.engine import Game, NotAllowed, Side, StageKind, Turn, Withheld
from backgammon_tui.engine.events import HandedOver, StageLost
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.typed_actions import done, is_stage_over
from backgammon_tui.words.naming import STANDARD, write_dice
from backgammon_tui.words.reason_sentences import describe_lost, describe_reason


def who(side: Side) -> str:
    """Return the name of a side: White or Black."""
    return STANDARD.name(side)


def describe_throw(item: Item) -> str:
    """Return the beginning of a sentence, with the side and its throw."""
    dice = item.dice
    if dice is None:
        raise FaultyItem("this kind of question needs a throw")
    return f"{who(item.situation.side)} has thrown {write_dice(dice)}"


def only_play(item: Item) -> str:
    """Return the one play that the question is about."""
    if len(item.plays) != 1:
        raise FaultyItem("this kind of question needs one play")
    return item.plays[0]


def played_out(game: Game, text: str) -> Game:
    """Return the game after a play of the whole stage, with all events on the way."""
    try:
        after = done(game, read_moves(game, text))
    except NotAllowed as error:
        raise FaultyItem(describe_reason(error.reason, STANDARD)) from None
    except (Unreadable, Ambiguous) as error:
        raise FaultyItem(str(error)) from None
    if not is_stage_over(game, after):
        raise FaultyItem(f"{text} leaves something to play")
    return after


def why_lost_in(game: Game, side: Side, kind: StageKind) -> str:
    """Explain why numbers of a stage could not be played; empty if all could."""
    lost: tuple[LostNumber, ...] = ()
    for event in game.events:
        if isinstance(event, StageLost) and event.kind is kind:
            lost = event.numbers
        if isinstance(event, HandedOver) and game.stage and game.stage.kind is kind:
            lost = event.numbers
    if not lost:
        return ""
    return f"{who(side)} cannot play {describe_lost(lost, STANDARD)}."


def turn_of(game: Game) -> Turn:
    """Return the turn being played, or the last one."""
    if game.latest_turn is None:
        raise FaultyItem("nothing has been thrown")
    return game.latest_turn


def why_granted(after: Game, side: Side, withheld: Withheld | None) -> dict[Withheld, str]:
    """Return the facts against the rules that might withhold a complement but do not."""
    rules, waiting = after.rules, after.position.to_enter(side)
    if withheld is Withheld.FIRST_DOUBLET and rules.entry_limits_complement and waiting:
        raise FaultyItem("two rules would withhold the complement")
    first = "In this game a first doublet counts like any other."
    if rules.first_doublet_face_only:
        first = f"It is not {who(side)}'s first doublet."
    entering = "Checkers in hand make no difference here."
    if rules.entry_limits_complement:
        entering = f"All of {who(side)}'s checkers have entered."
    return {Withheld.FIRST_DOUBLET: first, Withheld.STILL_ENTERING: entering}
