"""Sentences about nets that are missing, damaged or of no use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # A game between two people needs no net.
    from backgammon_tui.analysis.nets import NotJudged, Taught

WITHOUT_NET: Final = "The program has no sound net for this game and plays the first legal play."


def describe_unjudged(why: NotJudged) -> str:
    """Say why the program gives no hints, win chances or reviews of a game."""
    from backgammon_tui.analysis.nets import NoNet

    if isinstance(why, NoNet):
        return "No sound net for this game has been found: no hints, win chances or reviews."
    return "Where the opponent completes, the program plays but does not judge."


def describe_passed_over(taught: Taught) -> str:
    """Say the first time, to follow other sentences, that a net of one's own cannot be used."""
    if not taught.passed_over:
        return ""
    return once(f" A net in your own folder cannot be used: {taught.passed_over}.")


def once(sentence: str) -> str:
    """Return a sentence the first time, and an empty text ever after."""
    if sentence in _SAID:
        return ""
    _SAID.add(sentence)
    return sentence


_SAID: Final[set[str]] = set()
