"""Questions for what follows a play: more numbers, another throw, or the opponent's turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from backgammon_tui.engine import Doublets, Game, Phase, Rules, Side, StageKind, Withheld
from backgammon_tui.engine.chain import CHOSEN, complement
from backgammon_tui.engine.events import StageBegun, StageWithheld
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.steps import max_playable
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of, mixed
from backgammon_tui.teach.quiz.turns import (
    describe_throw,
    only_play,
    played_out,
    turn_of,
    who,
    why_granted,
    why_lost_in,
)
from backgammon_tui.teach.typed_actions import done
from backgammon_tui.words.naming import count, numbers, playable_part
from backgammon_tui.words.reason_sentences import describe_withheld


def ask_follows(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the consequence of a play of a doublet's face, or of a 2-1."""
    play, side = only_play(item), item.situation.side
    after = played_out(item.game(rules), play)
    first = turn_of(after).thrown.stages[0]
    if after.is_over or len(first.moves) < len(first.numbers):
        raise FaultyItem("nothing follows the end of a game, or a number that is lost")
    if any(play.position.has_borne_off_all(side) for play in after.legal_plays()):
        raise FaultyItem("the game may end before anything follows")
    if first.kind is StageKind.FACE:
        statements = _after_face(after, side, complement(first.numbers[0]))
        why = StageKind.FACE
    elif set(first.numbers) == {1, 2}:
        statements = _after_one_two(after, side)
        why = StageKind.CHOSEN
    else:
        raise FaultyItem("this kind of question needs a doublet or a 2-1")
    text = f"{describe_throw(item)} and plays {play}. What follows?"
    return made_of(item, rules, text, mixed(item, list(statements)), why)


# ---- after a doublet


def _after_face(after: Game, side: Side, number: int) -> Iterator[Statement]:
    """Return statements on the sequel of a doublet's face, each with its explanation."""
    rules, name, other = after.rules, who(side), who(side.other)
    withheld = next((event.why for event in after.events if isinstance(event, StageWithheld)), None)
    playable = next(
        (
            event.playable
            for event in after.events
            if isinstance(event, StageBegun) and event.kind is StageKind.COMPLEMENT
        ),
        None,
    )
    so = _what_is_so(after, side, withheld, playable)
    four = numbers((number,) * 4)
    yield Statement(f"{name} plays {four} and gets another throw.", playable == 4, so)
    if rules.opponent_completes and playable in (1, 2, 3):
        raise FaultyItem("whether the opponent can play on depends on the play")
    over = f"{other} must play them" if after.phase is Phase.COMPLETE else f"it is {other}'s turn"
    partial = {2 if playable != 2 else 3}
    if playable is not None and playable < 4:
        partial.add(playable)
    for some in sorted(partial):
        part = playable_part((number,) * 4, some)
        yield Statement(f"{name} can play {part}, then {over}.", playable == some, so)
    yield from _if_withheld(after, side, withheld, so)
    yield _if_four_times(rules.doublets, other, so, withheld)
    first = "The complement comes first. " if playable else ""
    yield Statement(f"{name} gets another throw at once.", False, f"{first}{so}")


def _if_four_times(doublets: Doublets, other: str, so: str, withheld: Withheld | None) -> Statement:
    text = f"It is {other}'s turn: a doublet is played four times and no more."
    match doublets:
        case Doublets.FACE:
            return Statement(text, True, so)
        case Doublets.COMPLEMENT:
            if withheld:
                why = describe_withheld(withheld)
                told = f"In this game most doublets have a complement. This one has none: {why}."
                return Statement(text, False, told)
            return Statement(text, False, f"In this game a doublet has a complement. {so}")
        case _:
            assert_never(doublets)


def _what_is_so(after: Game, side: Side, withheld: Withheld | None, playable: int | None) -> str:
    if withheld:
        return f"No complement and no other throw: {describe_withheld(withheld)}."
    if playable is None:
        return "In this game a doublet has no complement and earns no other throw."
    moves = max((play.moves for play in after.legal_plays()), key=len, default=())
    why_no_more = why_lost_in(done(after, moves) if moves else after, side, StageKind.COMPLEMENT)
    if not moves:
        return why_no_more
    if why_no_more:
        some = f"{count(len(moves))} {moves[0].number}{'s' if len(moves) > 1 else ''}"
        return f"Only {some} can be played: {write_moves(moves)}. Then {why_no_more}"
    return f"All four {moves[0].number}s can be played, for instance {write_moves(moves)}."


def _if_withheld(
    after: Game, side: Side, withheld: Withheld | None, so: str
) -> Iterator[Statement]:
    not_so = why_granted(after, side, withheld)
    texts = {
        Withheld.FIRST_DOUBLET: "a side's first doublet has no complement",
        Withheld.STILL_ENTERING: f"not all of {who(side)}'s checkers have entered",
    }
    for why, text in texts.items():
        explanation = so if withheld is why else f"{not_so[why]} {so}"
        yield Statement(f"It is {who(side.other)}'s turn: {text}.", withheld is why, explanation)


# ---- after a 2-1


def _after_one_two(after: Game, side: Side) -> Iterator[Statement]:
    """Return statements on the sequel of a 2-1, each with its explanation."""
    rules, name, other = after.rules, who(side), who(side.other)
    chooses = after.phase is Phase.CHOOSE
    so = (
        f"Once the 1 and the 2 are played, {name} chooses four 5s or four 6s."
        if chooses
        else "In this game a 2-1 is a throw like any other."
    )
    yield Statement(
        f"{name} chooses four 5s or four 6s, and gets another throw if all four are played.",
        chooses,
        so,
    )
    yield Statement(f"It is {other}'s turn.", after.side is side.other, so)
    yield Statement(f"{name} gets another throw at once.", False, so)
    yield Statement(
        f"{name} plays four 1s or four 2s and gets another throw.",
        False,
        f"It must be 5s or 6s. {so}" if chooses else so,
    )
    yield Statement(
        f"{name} plays four 6s, the higher of the two, and gets another throw.", False, so
    )
    fives, sixes = (max_playable(rules, after.position, side, (number,) * 4) for number in CHOSEN)
    if chooses and (fives < 4) != (sixes < 4):
        full, short = (6, 5) if fives < 4 else (5, 6)
        yield Statement(
            f"{name} must play four {full}s, because four {short}s cannot be played.",
            False,
            f"You may choose a number that you cannot play four times. {so}",
        )
    if rules.first_doublet_face_only:
        yield Statement(
            f"It is {other}'s turn: a 2-1 counts as {name}'s first doublet.",
            False,
            f"A 2-1 is no doublet. {so}",
        )
