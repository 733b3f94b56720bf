"""Cards and pictures of finished games, kept to be shared."""

from __future__ import annotations

from itertools import count

from backgammon_tui.records.places import cards_folder
from backgammon_tui.records.table import Table


def keep_card(table: Table, text: str, ending: str) -> str:
    """Write a card or a picture to the folder of cards, and say where, or why not."""
    name = f"{table.record.date}-game-{len(table.record.games)}"
    folder = cards_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            path = folder / f"{name}{'' if number == 1 else f'-{number}'}{ending}"
            if not path.exists():
                break
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"It could not be written: {error.strerror}."
    return f"Written to {path}."
