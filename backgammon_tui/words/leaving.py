"""Sentences for players who leave: what is saved, and how to come back to it."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from backgammon_tui.words.naming import plural


def command(words: str, folder: str) -> str:
    """Return a command to type, such as `backgammon-tui resume`, for the same folder."""
    return " ".join(["backgammon-tui", words, *(["--folder", quote(folder)] if folder else [])])


def describe_left(
    match: int | None,
    open_matches: Sequence[int],
    folder: str = "",
    *,
    is_won: bool,
    is_unsaved: bool,
) -> str:
    """Return a sentence for somebody who leaves, and one on the other games that are open.

    Args:
        match: The number of the match in the records; None where it is not in them.
        open_matches: The numbers of the matches that can be resumed, the last one played first.
        folder: The folder that the command line named; empty if it named none.
        is_won: True if the match is won.
        is_unsaved: True if the players have chosen to play on without saving.
    """
    if is_unsaved:
        return "The end of this match is not saved, as you chose."
    if match is None:
        return "The game is not finished."
    if is_won:
        return f"Your match is saved. To see it: {command(f'score {match}', folder)}"
    # Without a number the last one is resumed.
    number = f" {match}" if open_matches[:1] != (match,) else ""
    said = f"Your game is saved. To resume it: {command(f'resume{number}', folder)}"
    others = len([each for each in open_matches if each != match])
    if others:
        said += f"\n{plural(others, 'other open game')}: {command('matches', folder)}"
    return said
