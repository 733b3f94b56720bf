"""Where files are kept."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER_VARIABLE = "BACKGAMMON_TUI_FOLDER"
"""The environment variable that points all files at another folder."""


def data_folder() -> Path:
    """The folder for everything that is kept; it may not exist yet."""
    other = os.environ.get(FOLDER_VARIABLE)
    if other:
        return Path(other)
    import platformdirs  # Only who writes a file needs it.

    return platformdirs.user_data_path("backgammon-tui")


def cards_folder() -> Path:
    """The folder for cards of finished games."""
    return data_folder() / "cards"
