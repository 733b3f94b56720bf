"""Answers to questions about the board, the plays, the rules and the dice."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import Side
from backgammon_tui.plain.playing import Playing
from backgammon_tui.storage.formats.position_id import has_position_id, position_id
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.turn_lines import describe_stages, describe_turn

LONGEST_LIST: Final = 40


def list_plays(playing: Playing, start: str) -> None:
    """List the legal plays whose notation begins with a text."""
    plays = playing.plays
    start = start.lower()
    shown = [(i, text) for i, (text, _) in enumerate(plays, 1) if text.startswith(start)]
    if not shown:
        playing.talk.say("There is no such play." if plays else "There is nothing to play now.")
    for index, text in shown[:LONGEST_LIST]:
        playing.talk.show(f"{index:>4}  {text}")
    if shown[LONGEST_LIST:]:
        more = len(shown) - LONGEST_LIST
        playing.talk.say(f"and {more} more; name a first move, such as plays {shown[0][1][:3]}")


def tell_board(playing: Playing, _: str) -> None:
    """Draw the board."""
    game = playing.game
    playing.talk.show(draw_board(game.rules, game.position, playing.naming))


def tell_where(playing: Playing, _: str) -> None:
    """List the places of all checkers."""
    for side in Side:
        playing.talk.say(describe_position(playing.game.position, side, playing.naming))


def tell_point(playing: Playing, text: str) -> None:
    """Name the checkers on a point."""
    point = playing.naming.numbering.read(text)
    if point is None:
        playing.talk.say("Points are 1 to 24, in the numbers of the side to play.")
        return
    game = playing.game
    side = game.actor or Side.WHITE
    playing.talk.say(describe_point(game.rules, game.position, side, point, playing.naming))


def tell_line(playing: Playing, _: str) -> None:
    """Show the position in one line."""
    playing.talk.show(str(playing.game.position))


def tell_id(playing: Playing, _: str) -> None:
    """Show the position as a gnubg ID."""
    game = playing.game
    if not has_position_id(game.rules):
        playing.talk.say("Only positions of standard backgammon have such an ID.")
        return
    playing.talk.show(position_id(game.position, game.actor or Side.WHITE))


def tell_stage(playing: Playing, _: str) -> None:
    """Say the numbers of this turn, done and to come."""
    playing.talk.say(describe_stages(playing.game))


def tell_last(playing: Playing, _: str) -> None:
    """Tell the last turn, and the finished part of the present one."""
    game = playing.game
    present = game.turn if game.turn and game.turn.moves else None
    for turn in (game.last_turn, present):
        if turn:
            playing.talk.say(describe_turn(turn, playing.naming))
    if not (game.last_turn or present):
        playing.talk.say("Nothing has been played yet.")


def tell_score(playing: Playing, _: str) -> None:
    """Say the match so far."""
    match = playing.table.match
    scores = (f"{playing.naming.name(side)} {match.score(side)}" for side in Side)
    length = f" in a match to {match.length}" if match.length else ""
    unsaved = " The match is not being kept." if playing.session.is_unsaved else ""
    playing.talk.say(f"{', '.join(scores)}{length}.{unsaved}")


def tell_dice(playing: Playing, _: str) -> None:
    """Explain why the dice are fair."""
    dice = playing.table.dice
    if dice is None:
        playing.talk.say("The players throw real dice and type the numbers.")
        return
    playing.talk.say(
        f"Throw {playing.table.throw_number} comes next. The dice were fixed before the"
        " first throw. The seed is shown when the result is accepted, and verify-dice"
        " checks a saved transcript. The SHA-256 of the seed is"
    )
    playing.talk.show_digits(dice.commitment)
