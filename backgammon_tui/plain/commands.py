"""The commands that players type beside dice and moves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from backgammon_tui import plain, session
from backgammon_tui.dice import read_dice
from backgammon_tui.engine import KeepOpening, Opening, Phase, Side, ThrowOpeningAgain
from backgammon_tui.levels import LEVELS, is_program
from backgammon_tui.opponent import agrees
from backgammon_tui.plain.playing import Playing
from backgammon_tui.plain.talk import Quit
from backgammon_tui.plain.telling import (
    list_plays,
    tell_board,
    tell_dice,
    tell_id,
    tell_last,
    tell_line,
    tell_point,
    tell_score,
    tell_stage,
    tell_where,
)
from backgammon_tui.plain.typed_command import TypedCommand, write_help
from backgammon_tui.storage.formats.position_id import has_position_id
from backgammon_tui.storage.practice import makes_practice
from backgammon_tui.storage.record import TakeBack
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.visible import is_visible
from backgammon_tui.words.event_sentences import describe_undo
from backgammon_tui.words.naming import join, plural
from backgammon_tui.words.rules_in_brief import describe_rules


def _throw(playing: Playing, text: str) -> None:
    if playing.table.dice:
        playing.change(playing.table.throw())
    elif text:
        playing.change(playing.table.throw(read_dice(text)))
    else:
        playing.talk.say("Throw your dice and type the numbers, such as 5 3.")


def _play(playing: Playing, number: str) -> None:
    plays = playing.plays
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


def _keep(playing: Playing, _: str) -> None:
    playing.apply(KeepOpening())


def _reroll(playing: Playing, _: str) -> None:
    playing.apply(ThrowOpeningAgain())


def go_on(playing: Playing) -> None:
    """Carry out an empty line: throw, keep the numbers, make the only play, or take the result."""
    match session.waits_for(playing.table, plays=len(playing.plays)):
        case session.Wait.THROW if playing.table.dice:
            _throw(playing, "")
        case session.Wait.FORCED_PLAY:
            _play(playing, "1")
        case session.Wait.RESULT:
            _accept(playing, "")
        case session.Wait.NEXT_GAME:
            _next(playing, "")
        case session.Wait.DECISION if playing.game.phase is Phase.KEEP_OR_AGAIN:
            _keep(playing, "")
        case _:
            pass  # The conversation tells again which input it awaits.


def _read_count(text: str, most: int) -> int | None:
    """Return a number from 1 to `most`, or None if the text is no such number."""
    number = int(text) if re.fullmatch("[1-9][0-9]{0,8}", text) else 0
    return number if 1 <= number <= most else None


def _undo(playing: Playing, _: str) -> None:
    playing.go_on(playing.table.undo())
    playing.talk.say(describe_undo(playing.table.undone[-1], playing.naming))


def _take_back(playing: Playing, text: str) -> None:
    named = (_read_count(text, len(playing.table.throws)) or 0) if text else None
    proposal = session.propose_take_back(playing.table, named)
    assert isinstance(proposal.action, TakeBack)
    number, is_fair = proposal.action.throw, playing.table.dice is not None
    asked = f"take back throw {number} and everything after it?"
    if makes_practice(playing.table, number):
        asked = f"{asked} Dice after it were seen: the game will be marked as practice."
        agreed = playing.talk.consents(proposal.asked_by, asked)
    else:
        agreed = not is_fair or _consents(playing, proposal, asked)
    if not agreed:
        playing.talk.say("Nothing is taken back.")
        return
    playing.go_on(proposal.agreed(playing.table))
    same = "; the dice will show the same numbers" if is_fair else ""
    playing.talk.say(f"Back to before throw {number}{same}.")


def _resign(playing: Playing, text: str) -> None:
    if text not in ("", "1", "2", "3"):
        scale = [str(points) for points in playing.table.game.rules.scale.points]
        playing.talk.say(f"Say for how many points: resign {join(scale, 'or')}.")
        return
    points = int(text or "1")
    proposal = session.propose_resignation(playing.table, points)
    _propose(playing, proposal, f"do you accept {plural(points, 'point')}?")


def _draw(playing: Playing, _: str) -> None:
    _propose(playing, session.propose_draw(playing.table), "do you agree to a draw?")


def _propose(playing: Playing, proposal: session.Proposal, question: str) -> None:
    if _consents(playing, proposal, question):
        playing.change(proposal.agreed(playing.table))
    else:
        playing.talk.say("The game goes on.")


def _consents(playing: Playing, proposal: session.Proposal, question: str) -> bool:
    """Return True if the other player, who may be the program, agrees."""
    agreed = agrees(playing.table, proposal)
    if agreed is None:
        return playing.talk.consents(proposal.asked_by.other, question)
    said = "agrees" if agreed else "does not agree"
    playing.talk.say(f"{playing.naming.name(proposal.asked_by.other)} {said}.")
    return agreed


def _accept(playing: Playing, _: str) -> None:
    playing.go_on(playing.table.accept())
    if playing.table.dice:
        playing.talk.say("The seed of the dice was")
        playing.talk.show_digits(playing.table.dice.seed.hex())
    tell_score(playing, "")
    winner = playing.table.match.winner
    if winner:
        playing.talk.say(f"{playing.naming.name(winner)} wins the match.")


def _next(playing: Playing, _: str) -> None:
    if not playing.table.accepted:
        playing.talk.say("The game is not over, or its result is not accepted.")
        return
    playing.begin_next_game()


def _words(playing: Playing, _: str) -> None:
    if playing.table.takes_words:
        playing.ask_words()
    else:
        playing.talk.say("Words are added to fair dice before their first throw.")


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


def _help(playing: Playing, _: str) -> None:
    playing.talk.show(write_help(COMMANDS, playing))


def _quit(playing: Playing, _: str) -> None:
    raise Quit


COMMANDS: Final[tuple[TypedCommand[Playing], ...]] = (
    TypedCommand(
        "throw",
        "throw the dice (t, or an empty line); real dice are typed: 5 3",
        {"throw": _throw, "t": _throw},
    ),
    TypedCommand(
        "keep, reroll",
        "whoever starts keeps the numbers (k, or an empty line) or rerolls (r)",
        {"keep": _keep, "k": _keep, "reroll": _reroll, "r": _reroll},
        lambda playing: playing.game.rules.opening is Opening.CHOOSE,
    ),
    TypedCommand(
        "5, 6",
        "choose the doublet after a 2-1",
        exists=lambda playing: playing.game.rules.one_two,
    ),
    TypedCommand("24/20 13/9", "play these moves, blanks between them; also 24/22(2), 13/7/4"),
    TypedCommand("bar/20* 6/off", "enter with a 5 and hit (* may be left out); bear off"),
    TypedCommand(
        "hand/22",
        "enter with a 3",
        exists=lambda playing: playing.game.rules.starts_in_hand,
    ),
    TypedCommand(
        "9/7^", "trap; 9/7* hits", exists=lambda playing: playing.game.rules.landing.may_trap
    ),
    TypedCommand("3", "play number 3 of the list of plays", {"play": _play}),
    TypedCommand("plays", "list the legal plays; plays 24/ lists those", {"plays": list_plays}),
    TypedCommand("board", "draw the board", {"board": tell_board}),
    TypedCommand("where", "say where all checkers are", {"where": tell_where}),
    TypedCommand("point 14", "say who is there", {"point": tell_point}),
    TypedCommand("line", "the position in one line", {"line": tell_line}),
    TypedCommand(
        "id",
        "the position as a gnubg ID",
        {"id": tell_id},
        lambda playing: has_position_id(playing.game.rules),
    ),
    TypedCommand("stage", "the numbers of this turn, done and to come", {"stage": tell_stage}),
    TypedCommand("last", "the last turn, and what is done of this one", {"last": tell_last}),
    TypedCommand(
        "why, why 13/7",
        "why this must be played; why a move is not legal",
        {"why": lambda playing, text: plain.estimates.tell_why(playing, text)},
    ),
    TypedCommand(
        "hint, facts",
        "the program's choice; which throws hit after each play",
        {
            "hint": lambda playing, text: plain.estimates.tell_hint(playing, text),
            "facts": lambda playing, text: plain.estimates.tell_facts(playing, text),
        },
    ),
    TypedCommand(
        "undo, redo",
        "undo a move; bring it back, until the next throw",
        {"undo": _undo, "redo": lambda playing, _: playing.change(playing.table.redo())},
    ),
    TypedCommand(
        "takeback",
        "take back the last throw, if your opponent agrees; takeback 12: all from throw 12",
        {"takeback": _take_back},
    ),
    TypedCommand("resign 1", "resign for 1 point, if your opponent accepts", {"resign": _resign}),
    TypedCommand("draw", "a draw, if your opponent agrees", {"draw": _draw}),
    TypedCommand(
        "accept, next",
        "accept the result of a game; start the next",
        {"accept": _accept, "next": _next},
    ),
    TypedCommand(
        "review",
        "what each choice cost, once the game is over",
        {"review": lambda playing, text: plain.estimates.tell_review(playing, text)},
    ),
    TypedCommand(
        "score, dice",
        "the match so far; what makes the dice fair",
        {"score": tell_score, "dice": tell_dice},
    ),
    TypedCommand(
        "words", "each adds a word to the dice, before the first throw", {"words": _words}
    ),
    TypedCommand("save FILE", "write a transcript", {"save": _save}),
    TypedCommand(
        "rules, help",
        "the rules of this game; this list",
        {
            "rules": lambda playing, _: playing.talk.say(describe_rules(playing.game.rules)),
            "help": _help,
            "?": _help,
        },
    ),
    TypedCommand("quit", "leave; resume brings you back", {"quit": _quit}),
    TypedCommand(
        "program:easy",
        f"a player's name that is the program: --black program:easy; levels: {LEVELS}",
        exists=lambda playing: not any(map(is_program, map(playing.table.record.name, Side))),
    ),
)
