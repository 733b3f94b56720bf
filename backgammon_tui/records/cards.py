"""Cards and pictures of finished games, kept to be shared."""

from __future__ import annotations

from backgammon_tui.records.places import cards_folder
from backgammon_tui.records.table import Table


def keep_card(table: Table, text: str, ending: str) -> str:
    """Write a card or a picture to the folder of cards, and say where, or why not."""
    name = f"{table.record.date}-game-{len(table.record.games)}{ending}"
    path = cards_folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"It could not be written: {error.strerror}."
    return f"Written to {path}."
