"""The return of questions in Leitner's boxes, as plain values.

A question that has been asked has a card in one of six boxes. Right, and the card moves up
a box and rests longer; wrong, and it goes back to the first box, which is asked again the
same day. The days of rest are in `REST`. Days are whole numbers, such as
`datetime.date.toordinal` gives; nothing here asks what day it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

REST: Final = (0, 1, 3, 7, 16, 35)
"""The days of rest of a card in each box."""


@dataclass(frozen=True)
class Card:
    """A flash card: a question, its box, and the day when it is due."""

    item: str
    box: int
    """0 to 5; the higher, the better known."""

    due: int
    """The day from which it is to be asked again."""

    @property
    def entry(self) -> tuple[str, str]:
        return self.item, f"{self.box} {self.due}"


def read_pair(written: str) -> tuple[int, int] | None:
    pair = re.fullmatch(r"(\d{1,12}) (\d{1,12})", written, re.ASCII)
    return (int(pair[1]), int(pair[2])) if pair else None


def read_card(item: str, written: str) -> Card | None:
    pair = read_pair(written)
    return Card(item, *pair) if pair and pair[0] < len(REST) else None


def answered(card: Card, right: bool, today: int) -> Card:
    box = min(card.box + 1, len(REST) - 1) if right else 0
    return Card(card.item, box, today + REST[box])


def next_items(
    cards: Iterable[Card], pool: Iterable[str], today: int, chance: Random
) -> tuple[str, ...]:
    """Return the items that may be asked today, in the order in which to ask them.

    First those that are due, the least known first and within a box by chance; then, by
    chance, those never asked; then those that rest, the one that is due first in front. A round
    takes as many from the front as it likes: wrong answers in it are due again in the next.

    Args:
        cards: The cards of one player; those of questions not in the pool are left out.
    """
    items = list(dict.fromkeys(pool))
    chance.shuffle(items)
    known = {card.item: card for card in cards}
    due = [item for item in items if item in known and known[item].due <= today]
    due.sort(key=lambda item: known[item].box)
    new = [item for item in items if item not in known]
    resting = (item for item in items if item in known and known[item].due > today)
    return (*due, *new, *sorted(resting, key=lambda item: known[item].due))
