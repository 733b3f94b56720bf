"""What the players can type beside dice and moves.

Each command takes the match and what stands after its word; a refusal is a `ValueError` or a
`NotAllowed`, which the conversation puts into words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import AgreeDraw, KeepOpening, Resign, ThrowOpeningAgain
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.turn import Phase
from backgammon_tui.plain.help import HELP
from backgammon_tui.plain.playing import Playing
from backgammon_tui.plain.talk import Leave
from backgammon_tui.records.position_id import has_position_id, position_id
from backgammon_tui.records.transcript import write_transcript
from backgammon_tui.visible import is_visible
from backgammon_tui.words.board import draw_board, tell_point, tell_position
from backgammon_tui.words.rulebook import tell_rules
from backgammon_tui.words.speaker import plural
from backgammon_tui.words.turn import tell_stages, tell_turn

Command = Callable[[Playing, str], None]

_LONGEST_LIST: Final = 40


def _throw(playing: Playing, text: str) -> None:
    if playing.table.dice:
        playing.change(playing.table.throw())
    elif text:
        playing.change(playing.table.throw(read_dice(text)))
    else:
        playing.talk.say("The dice are yours: throw them and type the numbers, such as 5 3.")


def _keep(playing: Playing, _: str) -> None:
    playing.apply(KeepOpening())


def _again(playing: Playing, text: str) -> None:
    if playing.game.phase is Phase.THROW_AGAIN:
        _throw(playing, text)
    else:
        playing.apply(ThrowOpeningAgain())


def _play(playing: Playing, number: str) -> None:
    plays = _all_plays(playing)
    if not plays:
        playing.talk.say("There is nothing to play now.")
        return
    index = _read_count(number, len(plays))
    if index is None:
        count = len(plays)
        playing.talk.say(
            "There is one play: play 1." if count == 1 else f"Type play 1 to play {count}."
        )
        return
    playing.make(plays[index - 1][1])


def _read_count(text: str, most: int) -> int | None:
    """A number from 1 to `most`, if the text is one."""
    number = int(text) if re.fullmatch("[1-9][0-9]{0,8}", text) else 0
    return number if 1 <= number <= most else None


def _all_plays(playing: Playing) -> list[tuple[str, tuple[Move, ...]]]:
    """The legal plays, or single moves of a completing side, by their text."""
    game = playing.game
    found = [play.moves for play in game.legal_plays()]
    if game.phase is Phase.COMPLETE:
        found = [(move,) for move in game.legal_moves()]
    texts = [(write_moves(moves), moves) for moves in found if moves]
    texts.sort(key=lambda pair: [(-m.origin, -m.target) for m in _far_first(pair[1])])
    return texts


def _list_plays(playing: Playing, start: str) -> None:
    plays = _all_plays(playing)
    start = start.lower()
    shown = [(i, text) for i, (text, _) in enumerate(plays, 1) if text.startswith(start)]
    if not shown:
        playing.talk.say("There is no such play." if plays else "There is nothing to play now.")
    for index, text in shown[:_LONGEST_LIST]:
        playing.talk.show(f"{index:>4}  {text}")
    if shown[_LONGEST_LIST:]:
        more = len(shown) - _LONGEST_LIST
        playing.talk.say(f"and {more} more; name a first move, such as plays {shown[0][1][:3]}")


def _board(playing: Playing, _: str) -> None:
    game = playing.game
    playing.talk.show(draw_board(game.rules, game.position, playing.speaker))


def _where(playing: Playing, _: str) -> None:
    for side in Side:
        playing.talk.say(tell_position(playing.game.position, side, playing.speaker))


def _point(playing: Playing, text: str) -> None:
    point = playing.speaker.numbering.read(text)
    if point is None:
        playing.talk.say("Points are 1 to 24, in the numbers of the side to play.")
        return
    game = playing.game
    side = game.actor or Side.WHITE
    playing.talk.say(tell_point(game.rules, game.position, side, point, playing.speaker))


def _line(playing: Playing, _: str) -> None:
    playing.talk.show(str(playing.game.position))


def _id(playing: Playing, _: str) -> None:
    game = playing.game
    if not has_position_id(game.rules):
        playing.talk.say("Only positions of standard backgammon have such an ID.")
        return
    playing.talk.show(position_id(game.position, game.actor or Side.WHITE))


def _stage(playing: Playing, _: str) -> None:
    playing.talk.say(tell_stages(playing.game))


def _last(playing: Playing, _: str) -> None:
    game = playing.game
    turn = game.turn or game.last_turn
    playing.talk.say(tell_turn(turn, playing.speaker) if turn else "Nothing has been played yet.")


def _why(playing: Playing, text: str) -> None:
    if not text:
        # Not every game needs the rulebook.
        from backgammon_tui.teach.rulebook import name_of_section_about
        from backgammon_tui.teach.why import why_now

        game = playing.game
        plays = [play for play in game.legal_plays() if play.moves]
        answer = why_now(game, playing.speaker, plays)
        section = name_of_section_about(game.rules, answer.why)
        rule = f" Rulebook: {section[1]}." if section else ""
        playing.talk.say(f"{answer.text}{rule}")
        return
    read_moves(playing.game, text)
    playing.talk.say("It is allowed.")


def _undo(playing: Playing, _: str) -> None:
    playing.go_on(playing.table.undo())
    playing.talk.say("The last move is undone.")


def _redo(playing: Playing, _: str) -> None:
    playing.change(playing.table.redo())


def _take_back(playing: Playing, text: str) -> None:
    table = playing.table
    if table.accepted:
        playing.talk.say("The result is accepted; nothing can be taken back.")
        return
    throws = table.throws
    if not throws:
        playing.talk.say("Nothing has been thrown yet.")
        return
    number = _read_count(text, len(throws)) if text else len(throws)
    if number is None:
        playing.talk.say(f"Throws 1 to {len(throws)} can be taken back: takeback {len(throws)}")
        return
    before = table.history[throws[number - 1]]
    asking = before.side or Side.WHITE
    back = table.take_back(number, asking)
    if table.dice and not playing.talk.consents(asking.other, f"back to before throw {number}?"):
        playing.talk.say("Nothing is taken back.")
        return
    playing.go_on(back)
    same = "; the dice will show the same numbers" if table.dice else ""
    playing.talk.say(f"Back to before throw {number}{same}.")


def _resign(playing: Playing, text: str) -> None:
    side = playing.game.actor
    if side is None:
        over = playing.game.is_over
        when = "The game is over." if over else "It is not decided yet who starts."
        playing.talk.say(f"{when} Nobody can resign now.")
        return
    if text not in ("", "1", "2", "3"):
        playing.talk.say("Say for how many points: resign 1, 2 or 3.")
        return
    points = int(text or "1")
    action = Resign(side, points)
    playing.game.apply(action)
    question = f"do you accept {plural(points, 'point')}?"
    if playing.talk.consents(side.other, question):
        playing.apply(action)
    else:
        playing.talk.say("The game goes on.")


def _draw(playing: Playing, _: str) -> None:
    side = playing.game.actor or Side.WHITE
    playing.game.apply(AgreeDraw())
    if playing.talk.consents(side.other, "do you agree to a draw?"):
        playing.apply(AgreeDraw())
    else:
        playing.talk.say("The game goes on.")


def _accept(playing: Playing, _: str) -> None:
    playing.go_on(playing.table.accept())
    if playing.table.dice:
        playing.talk.say("The seed of the dice was")
        playing.talk.show_digits(playing.table.dice.seed.hex())
    _score(playing, "")
    winner = playing.table.match.winner
    if winner:
        playing.talk.say(f"{playing.speaker.name(winner)} wins the match.")


def _next(playing: Playing, _: str) -> None:
    if not playing.table.accepted:
        playing.talk.say("The game is not over, or its result is not accepted.")
        return
    playing.begin_next_game()


def _score(playing: Playing, _: str) -> None:
    match = playing.table.match
    scores = (f"{playing.speaker.name(side)} {match.score(side)}" for side in Side)
    length = f" in a match to {match.length}" if match.length else ""
    unsaved = " The match is not being kept." if playing.keeping.is_unsaved else ""
    playing.talk.say(f"{', '.join(scores)}{length}.{unsaved}")


def _dice(playing: Playing, _: str) -> None:
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


def _save(playing: Playing, name: str) -> None:
    if not name:
        playing.talk.say("Name a file: save game.txt")
        return
    if not is_visible(name):
        playing.talk.say("Not saved: a file's name is made of visible characters.")
        return
    path = Path(name)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(write_transcript(playing.table.record))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        playing.talk.say(f"Not saved: {reason}.")
    else:
        playing.talk.say(f"Saved as {path}.")


def _rules(playing: Playing, _: str) -> None:
    playing.talk.say(tell_rules(playing.game.rules))


def _help(playing: Playing, _: str) -> None:
    playing.talk.show(HELP)


def _quit(playing: Playing, _: str) -> None:
    raise Leave


def _far_first(moves: tuple[Move, ...]) -> list[Move]:
    """Moves with the far origins first."""
    return sorted(moves, key=lambda move: (-move.origin, -move.target))


COMMANDS: Final[dict[str, Command]] = {
    "throw": _throw,
    "t": _throw,
    "keep": _keep,
    "again": _again,
    "play": _play,
    "plays": _list_plays,
    "board": _board,
    "where": _where,
    "point": _point,
    "line": _line,
    "id": _id,
    "stage": _stage,
    "last": _last,
    "why": _why,
    "undo": _undo,
    "redo": _redo,
    "takeback": _take_back,
    "resign": _resign,
    "draw": _draw,
    "accept": _accept,
    "next": _next,
    "score": _score,
    "dice": _dice,
    "save": _save,
    "rules": _rules,
    "help": _help,
    "?": _help,
    "quit": _quit,
}
