"""What the players can type beside dice and moves.

What not everybody needs is imported where it is: the first frame does not wait for it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from backgammon_tui import session
from backgammon_tui.dice import read_dice
from backgammon_tui.engine import KeepOpening, Move, Phase, Side, ThrowOpeningAgain
from backgammon_tui.engine.moves import play_order
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.opponent import agrees
from backgammon_tui.plain.playing import Playing
from backgammon_tui.plain.talk import WIDTH, Quit
from backgammon_tui.plain.typed_command import TypedCommand, write_help
from backgammon_tui.storage.position_id import has_position_id, position_id
from backgammon_tui.storage.record import TakeBack
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.visible import is_visible
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.naming import plural
from backgammon_tui.words.rules_in_brief import describe_rules
from backgammon_tui.words.turn_lines import describe_stages, describe_turn

_LONGEST_LIST: Final = 40


def _throw(playing: Playing, text: str) -> None:
    if playing.table.dice:
        playing.change(playing.table.throw())
    elif text:
        playing.change(playing.table.throw(read_dice(text)))
    else:
        playing.talk.say("Throw your dice and type the numbers, such as 5 3.")


def _keep(playing: Playing, _: str) -> None:
    playing.apply(KeepOpening())


def _reroll(playing: Playing, _: str) -> None:
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


def go_on(playing: Playing) -> None:
    """What an empty line does: it throws, makes the only play, or takes what is waited for."""
    match session.waits_for(playing.table, plays=len(_all_plays(playing))):
        case session.Wait.THROW if playing.table.dice:
            _throw(playing, "")
        case session.Wait.FORCED_PLAY:
            _play(playing, "1")
        case session.Wait.RESULT:
            _accept(playing, "")
        case session.Wait.NEXT_GAME:
            _next(playing, "")
        case _:
            pass  # What is waited for is told again, with what to type.


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
    return [(write_moves(moves), moves) for moves in sorted(found, key=play_order) if moves]


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
    playing.talk.show(draw_board(game.rules, game.position, playing.naming))


def _where(playing: Playing, _: str) -> None:
    for side in Side:
        playing.talk.say(describe_position(playing.game.position, side, playing.naming))


def _point(playing: Playing, text: str) -> None:
    point = playing.naming.numbering.read(text)
    if point is None:
        playing.talk.say("Points are 1 to 24, in the numbers of the side to play.")
        return
    game = playing.game
    side = game.actor or Side.WHITE
    playing.talk.say(describe_point(game.rules, game.position, side, point, playing.naming))


def _line(playing: Playing, _: str) -> None:
    playing.talk.show(str(playing.game.position))


def _id(playing: Playing, _: str) -> None:
    game = playing.game
    if not has_position_id(game.rules):
        playing.talk.say("Only positions of standard backgammon have such an ID.")
        return
    playing.talk.show(position_id(game.position, game.actor or Side.WHITE))


def _stage(playing: Playing, _: str) -> None:
    playing.talk.say(describe_stages(playing.game))


def _last(playing: Playing, _: str) -> None:
    turn = playing.game.latest_turn
    said = describe_turn(turn, playing.naming) if turn else "Nothing has been played yet."
    playing.talk.say(said)


def _why(playing: Playing, text: str) -> None:
    if not text:
        # Not every game needs the rulebook.
        from backgammon_tui.teach.answers import why_now
        from backgammon_tui.teach.rulebook_pages import name_of_section_about

        game = playing.game
        plays = [play for play in game.legal_plays() if play.moves]
        answer = why_now(game, playing.naming, plays)
        section = name_of_section_about(game.rules, answer.why)
        rule = f" Rulebook: {section[1]}." if section else ""
        playing.talk.say(f"{answer.text}{rule}")
        return
    read_moves(playing.game, text)
    playing.talk.say("That is legal.")


def _hint(playing: Playing, _: str) -> None:
    """What the program likes most, where the players have agreed to hints."""
    from backgammon_tui.analysis import NotJudged, taught_for
    from backgammon_tui.teach.hinting import describe_answers, hinted, judged_answers
    from backgammon_tui.words.review_lines import describe_estimate

    game, talk = playing.game, playing.talk
    if game.actor not in playing.table.record.hints:
        talk.say("No hints: they are settled before a match, with --hints.")
        return
    if session.waits_for(playing.table) is session.Wait.THROW:
        talk.say("A hint is about what to play. First throw.")
        return
    try:
        found = hinted(game)
    except NotJudged:
        talk.say("Where the opponent completes, the program plays but does not judge.")
        return
    for each in found:
        cost = f"costs {each.cost:.2f}" if each.cost >= 0.005 else "best"
        play = write_moves(each.play.moves, playing.naming.numbering)
        talk.say(f"{cost:>10}  {play}{f': {each.reason}' if each.reason else ''}")
    if not found:
        talk.say(describe_answers(judged_answers(game)))
    talk.say(describe_estimate(taught_for(game.rules), game.rules))


def _facts(playing: Playing, _: str) -> None:
    """What the next throws would do after each play, for who has a coach or hints."""
    from backgammon_tui.words.fact_sentences import describe_plays

    game = playing.game
    helped = playing.session.storage.settings.coached | playing.table.record.hints
    if game.actor not in helped:
        playing.talk.say("Facts are for who has a coach, or hints.")
    elif game.phase is not Phase.MOVE:
        playing.talk.say("There is nothing to play now.")
    else:
        playing.talk.show("\n".join(describe_plays(game, playing.naming.numbering, _LONGEST_LIST)))


def _review(playing: Playing, _: str) -> None:
    """What the choices of the game cost, once it is over."""
    from backgammon_tui.analysis import NotJudged, taught_for
    from backgammon_tui.analysis.review import review
    from backgammon_tui.words.review_lines import describe_estimate, describe_review
    from backgammon_tui.words.win_chart import SEVEN_BIT_BARS

    table, talk = playing.table, playing.talk
    if not table.game.is_over:
        talk.say("A game is reviewed when it is over.")
        return
    talk.say("One moment.")
    rules, names = table.record.rules, {side: playing.naming.name(side) for side in Side}
    try:
        found = tuple(review(table.history[0], table.actions))
    except NotJudged:
        talk.say("The program does not judge games in which the opponent completes.")
        return
    for line in describe_review(found, names, SEVEN_BIT_BARS, WIDTH - 4):
        talk.say(line)
    talk.say(describe_estimate(taught_for(rules), rules))


def _undo(playing: Playing, _: str) -> None:
    playing.go_on(playing.table.undo())
    playing.talk.say("The last move is undone.")


def _redo(playing: Playing, _: str) -> None:
    playing.change(playing.table.redo())


def _take_back(playing: Playing, text: str) -> None:
    named = (_read_count(text, len(playing.table.throws)) or 0) if text else None
    proposal = session.propose_take_back(playing.table, named)
    assert isinstance(proposal.action, TakeBack)
    number, is_fair = proposal.action.throw, playing.table.dice is not None
    asked = f"take back throw {number} and everything after it?"
    if is_fair and not _consents(playing, proposal, asked):
        playing.talk.say("Nothing is taken back.")
        return
    playing.go_on(proposal.agreed(playing.table))
    same = "; the dice will show the same numbers" if is_fair else ""
    playing.talk.say(f"Back to before throw {number}{same}.")


def _resign(playing: Playing, text: str) -> None:
    if text not in ("", "1", "2", "3"):
        playing.talk.say("Say for how many points: resign 1, 2 or 3.")
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
    """Whether the other player agrees, who may be the program."""
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
    _score(playing, "")
    winner = playing.table.match.winner
    if winner:
        playing.talk.say(f"{playing.naming.name(winner)} wins the match.")


def _next(playing: Playing, _: str) -> None:
    if not playing.table.accepted:
        playing.talk.say("The game is not over, or its result is not accepted.")
        return
    playing.begin_next_game()


def _score(playing: Playing, _: str) -> None:
    match = playing.table.match
    scores = (f"{playing.naming.name(side)} {match.score(side)}" for side in Side)
    length = f" in a match to {match.length}" if match.length else ""
    unsaved = " The match is not being kept." if playing.session.is_unsaved else ""
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


def _rules(playing: Playing, _: str) -> None:
    playing.talk.say(describe_rules(playing.game.rules))


def _help(playing: Playing, _: str) -> None:
    playing.talk.show(HELP)


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
        "whoever starts keeps the numbers or rerolls",
        {"keep": _keep, "reroll": _reroll},
    ),
    TypedCommand("5, 6", "choose the doublet after a 1-2"),
    TypedCommand("24/20 13/9", "play these moves; see the line notation"),
    TypedCommand("3", "play number 3 of the list of plays", {"play": _play}),
    TypedCommand("plays", "list the legal plays; plays 24/ lists those", {"plays": _list_plays}),
    TypedCommand("board", "draw the board", {"board": _board}),
    TypedCommand("where", "say where all checkers are", {"where": _where}),
    TypedCommand("point 14", "say who is there", {"point": _point}),
    TypedCommand("line, id", "the position in one line; as a gnubg ID", {"line": _line, "id": _id}),
    TypedCommand("stage", "the numbers of this turn, done and to come", {"stage": _stage}),
    TypedCommand("last", "what was done last", {"last": _last}),
    TypedCommand(
        "why, why 13/7", "why this must be played; why a move is not legal", {"why": _why}
    ),
    TypedCommand(
        "hint, facts",
        "the program's choice; which throws hit after each play",
        {"hint": _hint, "facts": _facts},
    ),
    TypedCommand(
        "undo, redo",
        "undo a move; bring it back, until the next throw",
        {"undo": _undo, "redo": _redo},
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
    TypedCommand("review", "what each choice cost, once the game is over", {"review": _review}),
    TypedCommand(
        "score, dice",
        "the match so far; what makes the dice fair",
        {"score": _score, "dice": _dice},
    ),
    TypedCommand(
        "words", "each adds a word to the dice, before the first throw", {"words": _words}
    ),
    TypedCommand("save FILE", "write a transcript", {"save": _save}),
    TypedCommand(
        "rules, help",
        "the rules of this game; this list",
        {"rules": _rules, "help": _help, "?": _help},
    ),
    TypedCommand("quit", "leave; resume brings you back", {"quit": _quit}),
)

HELP: Final = f"""\
{write_help(COMMANDS)}
notation        hand/22  bar/20*  13/7/4  24/22(2)  6/off
                * hits, ^ traps; blanks between moves"""
