"""Spaced repetition of questions in Leitner's boxes.

A question that has been asked has a card in one of six boxes. A right answer moves the card up a
box, where it rests longer; a wrong one returns it to the first box, which is asked again on the
same day. `REST` lists the days of rest. Days are integers, such as `datetime.date.toordinal`
returns; the caller supplies the current day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

REST: Final = (0, 1, 3, 7, 16, 35)


@dataclass(frozen=True)
class Card:
    item: str
    box: int
    """0 to 5; higher means better known."""

    due: int

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
    """Return the items that may be asked today, in order.

    First come due items, least known first and in random order within a box; then, in random order,
    new ones; then resting ones, those due soonest first. A round takes any number from the front;
    wrong answers are due again in the next. Cards of questions outside the pool are ignored.
    """
    items = list(dict.fromkeys(pool))
    chance.shuffle(items)
    known = {card.item: card for card in cards}
    due = [item for item in items if item in known and known[item].due <= today]
    due.sort(key=lambda item: known[item].box)
    new = [item for item in items if item not in known]
    resting = (item for item in items if item in known and known[item].due > today)
    return (*due, *new, *sorted(resting, key=lambda item: known[item].due))
