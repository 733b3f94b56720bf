"""Saving a match that is played in lines, and what to do where it cannot be saved."""

from __future__ import annotations

from typing import Final

from backgammon_tui.plain.talk import Quit, Talk
from backgammon_tui.session import Remedy, SaveError, Session, remedies
from backgammon_tui.storage import journal as journals
from backgammon_tui.storage.table import Table

_REMEDIES: Final = {
    Remedy.RESCUE: "save what can be saved of the records",
    Remedy.REWRITE: "write the whole match into the records again",
    Remedy.RETRY: "try once more",
    Remedy.PLAY_UNSAVED: "play on without saving the match",
}
"""The effect of each remedy; a player types the remedy's value."""


def save(session: Session, table: Table, talk: Talk) -> bool:
    """Save a changed table; return False if it cannot be saved, and so is not done."""
    while True:
        try:
            session.update(table)
        except SaveError as error:
            if not _is_remedied(session, error, talk):
                return False
        else:
            return True


def _is_remedied(session: Session, error: SaveError, talk: Talk) -> bool:
    """Ask for a remedy; return True if saving can be tried again."""
    offered = {remedy.value: remedy for remedy in remedies(error.problem)}
    ways = ", ".join(f"{word} to {_REMEDIES[remedy]}" for word, remedy in offered.items())
    talk.say(f"This cannot be saved, so it is not done. {error.problem}")
    talk.say(f"Type {ways}, or quit to leave. With anything else the game stays as it was.")
    typed = talk.ask("> ").lower()
    if typed == "quit":
        raise Quit
    remedy = offered.get(typed.removeprefix("try "))
    if remedy is None:
        return False
    session.apply_remedy(remedy)
    if remedy is Remedy.RESCUE:
        try:
            talk.say(str(session.storage.recover()))
        except journals.problems.JournalProblem as problem:
            talk.say(str(problem))
    elif remedy is Remedy.PLAY_UNSAVED:
        talk.say("From here on nothing is saved. save FILE writes a transcript.")
    return True
