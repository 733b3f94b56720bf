"""What is said when players leave: what is kept, and how they come back to it."""

from __future__ import annotations


def describe_left(match: int | None, *, is_won: bool, is_unsaved: bool) -> str:
    """One sentence for somebody who leaves.

    Args:
        match: The number of the match in the records; None where it is not in them.
        is_won: Whether the match is won.
        is_unsaved: Whether the players have chosen to play on without saving.
    """
    if is_unsaved:
        return "The end of this match is not saved, as you chose."
    if match is None:
        return "The game is not finished."
    if is_won:
        return f"Your match is saved. To see it: backgammon-tui score {match}"
    return f"Your game is saved. To resume it: backgammon-tui resume {match}"
