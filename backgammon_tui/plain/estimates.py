"""Questions of players to the program: reasons, hints, and the cost of plays.

Few do, so this is imported when it is first wanted.
"""

from __future__ import annotations

from backgammon_tui.analysis import NotJudged, taught_for
from backgammon_tui.analysis.review import review
from backgammon_tui.engine import Phase, Side
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.plain.playing import Playing
from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.plain.telling import LONGEST_LIST
from backgammon_tui.teach.answers import why_now
from backgammon_tui.teach.hinting import describe_answers, hinted, judged_answers
from backgammon_tui.teach.rulebook_pages import name_of_section_about
from backgammon_tui.words.fact_sentences import describe_plays
from backgammon_tui.words.net_sentences import describe_passed_over, describe_unjudged
from backgammon_tui.words.review_lines import (
    describe_estimate,
    describe_review,
)
from backgammon_tui.words.win_chart import SEVEN_BIT_BARS


def tell_why(playing: Playing, text: str) -> None:
    """Say why this must be played, or why a move is not legal."""
    if not text:
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
    """Tell the program's favourite plays, if the players have agreed to hints."""
    game, talk = playing.game, playing.talk
    if game.actor not in playing.table.record.hints:
        talk.say("No hints: they are settled before a match, with --hints.")
        return
    if playing.game.moment.awaits_throw:
        talk.say("A hint is about what to play. First throw.")
        return
    numbering = playing.naming.numbering
    try:
        found = hinted(game, numbering)
        answers = [] if found.plays else judged_answers(game)
    except NotJudged as why:
        talk.say(describe_unjudged(why))
        return
    for index, each in enumerate(found.plays):
        one = each.estimate
        mark = f"costs {one.cost:.2f}" if one.is_told_apart else "equal"
        play = write_moves(one.play.moves, numbering)
        reason = f": {each.reason}" if each.reason else ""
        talk.say(f"{mark if index else 'best':>10}  {play}{reason}")
    if found.others >= 0.005:
        talk.say(f"All others cost {found.others:.2f} or more.")
    if answers:
        talk.say(describe_answers(answers))
    _tell_estimate(playing)


def tell_facts(playing: Playing, _: str) -> None:
    """Tell the effect of the next throws after each play, for players with hints or a coach."""
    game = playing.game
    helped = playing.session.storage.settings.coached | playing.table.record.hints
    if game.actor not in helped:
        playing.talk.say(
            "No facts: they come with hints (--hints, before a match), or with a coach, who tells"
            " what must be played (options of the game on the screen)."
        )
    elif game.phase is not Phase.MOVE:
        playing.talk.say("There is nothing to play now.")
    else:
        playing.talk.show("\n".join(describe_plays(game, playing.naming.numbering, LONGEST_LIST)))


def tell_review(playing: Playing, _: str) -> None:
    """Tell the cost of the choices of the game, once it is over."""
    table, talk = playing.table, playing.talk
    if not table.game.is_over:
        talk.say("A game is reviewed when it is over.")
        return
    talk.say("One moment.")
    names = {side: playing.naming.name(side) for side in Side}
    try:
        found = tuple(review(table.history[0], table.actions))
    except NotJudged as why:
        talk.say(describe_unjudged(why))
        return
    for line in describe_review(found, names, SEVEN_BIT_BARS, WIDTH - 4):
        talk.say(line)
    _tell_estimate(playing)


def _tell_estimate(playing: Playing) -> None:
    rules = playing.game.rules
    taught = taught_for(rules)
    playing.talk.say(describe_estimate(taught, rules) + describe_passed_over(taught))
