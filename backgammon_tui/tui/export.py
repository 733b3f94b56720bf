"""Texts that players get as a file: in a folder of this computer, or from their browser."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from textual.app import App

from backgammon_tui.storage.paths import describe_written, game_name, plain_name
from backgammon_tui.storage.table import Table


def export_file(
    app: App[Any], name: str, text: str, ending: str, folder: Path | None = None
) -> str:
    """Write a text to a new file and say where it is; in a browser, have it downloaded.

    Of the name only what every system takes is kept. Where no folder is named it is the one for
    sharing.
    """
    if not app.is_web:
        return describe_written(name, text, ending, folder)
    file = f"{plain_name(name)}{ending}"
    app.deliver_binary(BytesIO(text.encode()), save_filename=file)
    return f"Your browser has saved it as {file}."


def write_picture(app: App[Any], table: Table) -> str:
    """Write the screen as a picture beside a table's match; gives a sentence on it."""
    picture = app.export_screenshot(title=table.record.rules.title)
    return export_file(app, f"{game_name(table)}-board", picture, ".svg")
