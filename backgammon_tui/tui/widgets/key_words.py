"""Words that can be clicked on screens without a board, and the keys at their foot."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

from backgammon_tui.modes.text import KeyWord, foot_line
from backgammon_tui.tui.widgets.lines import Lines


class Clickable(Static):
    """A line of words, some of which can be clicked; they look like the others."""

    auto_links = False


def clickable(words: Content, action: str) -> Content:
    """Return words that run an action of the screen on a click."""
    return words.stylize(Style.from_meta({"@click": f"screen.{action}"}))


def tabs(head: str, names: Sequence[str], highlighted: int, width: int) -> Content:
    """Return the names of some pages, after their heading if there is room for it.

    A click on one turns to it.
    """
    words = [
        clickable(
            Content.styled(f" {name} ", "bold $accent" if at == highlighted else "$board-dim"),
            f"turn_to({at})",
        )
        for at, name in enumerate(names)
    ]
    line = Content.assemble((f" {head}  ", "$board-dim"), Content("  ").join(words))
    return line if line.cell_length <= width else Content.assemble(*words)


class Keys(Lines):
    """The active bindings that are to be shown; a click on one presses its key."""

    def __init__(self) -> None:
        super().__init__(id="footer")

    def on_mount(self) -> None:
        """Follow the bindings, which change with the focus; under a dialog no key does anything."""
        self.screen.bindings_updated_signal.subscribe(self, self._tell)
        self.app.screen_change_signal.subscribe(self, self._hide_unless)

    def on_resize(self) -> None:
        self._tell()

    def _hide_unless(self, current: Screen[object]) -> None:
        self.visible = current is self.screen

    def _tell(self, _: object = None) -> None:
        words: dict[str, KeyWord] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.show:
                name = binding.key_display or key
                words.setdefault(binding.action, KeyWord(name, binding.description, key))
        # The way out stands last.
        shown = sorted(words.values(), key=lambda word: word.click == "escape")
        self.show((foot_line(shown, self.size.width),))

    def on_lines_link_clicked(self, event: Lines.LinkClicked) -> None:
        event.stop()
        if isinstance(event.click, str):
            self.app.simulate_key(event.click)
