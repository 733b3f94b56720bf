"""What the players can ask about: the board, the rules, the dice, and what to play.

What not everybody needs is imported where it is: the first frame does not wait for it.
"""

from __future__ import annotations

from typing import Final

from backgammon_tui import session
from backgammon_tui.engine import Phase, Side
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.plain.playing import Playing
from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.storage.position_id import has_position_id, position_id
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.rules_in_brief import describe_rules
from backgammon_tui.words.turn_lines import describe_stages, describe_turn

_LONGEST_LIST: Final = 40


def list_plays(playing: Playing, start: str) -> None:
    """List the legal plays that begin with a text."""
    plays = playing.plays
    start = start.lower()
    shown = [(i, text) for i, (text, _) in enumerate(plays, 1) if text.startswith(start)]
    if not shown:
        playing.talk.say("There is no such play." if plays else "There is nothing to play now.")
    for index, text in shown[:_LONGEST_LIST]:
        playing.talk.show(f"{index:>4}  {text}")
    if shown[_LONGEST_LIST:]:
        more = len(shown) - _LONGEST_LIST
        playing.talk.say(f"and {more} more; name a first move, such as plays {shown[0][1][:3]}")


def tell_board(playing: Playing, _: str) -> None:
    """Draw the board."""
    game = playing.game
    playing.talk.show(draw_board(game.rules, game.position, playing.naming))


def tell_where(playing: Playing, _: str) -> None:
    """Say where all checkers are."""
    for side in Side:
        playing.talk.say(describe_position(playing.game.position, side, playing.naming))


def tell_point(playing: Playing, text: str) -> None:
    """Say who is on a point."""
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
    """Say what was done last."""
    turn = playing.game.latest_turn
    said = describe_turn(turn, playing.naming) if turn else "Nothing has been played yet."
    playing.talk.say(said)


def tell_why(playing: Playing, text: str) -> None:
    """Say why this must be played, or why a move is not legal."""
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


def tell_hint(playing: Playing, _: str) -> None:
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


def tell_facts(playing: Playing, _: str) -> None:
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


def tell_review(playing: Playing, _: str) -> None:
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


def tell_score(playing: Playing, _: str) -> None:
    """Say the match so far."""
    match = playing.table.match
    scores = (f"{playing.naming.name(side)} {match.score(side)}" for side in Side)
    length = f" in a match to {match.length}" if match.length else ""
    unsaved = " The match is not being kept." if playing.session.is_unsaved else ""
    playing.talk.say(f"{', '.join(scores)}{length}.{unsaved}")


def tell_dice(playing: Playing, _: str) -> None:
    """Say what makes the dice fair."""
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


def tell_rules(playing: Playing, _: str) -> None:
    """Say the rules of this game."""
    playing.talk.say(describe_rules(playing.game.rules))
