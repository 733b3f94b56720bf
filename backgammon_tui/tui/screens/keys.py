"""The foot of screens without a board: which keys do something where the players stand."""

from __future__ import annotations

from backgammon_tui.tui.commands import KeyWord, key_line
from backgammon_tui.tui.panel.lines import Lines


class Keys(Lines):
    """The active bindings that are to be shown; a click on one presses its key."""

    def __init__(self) -> None:
        super().__init__(id="footer")

    def on_mount(self) -> None:
        """Follow the bindings, which change with the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._tell)

    def on_resize(self) -> None:
        """Show as many as there is room for now."""
        self._tell()

    def _tell(self, _: object = None) -> None:
        words: dict[str, KeyWord] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.show:
                name = binding.key_display or key
                words.setdefault(binding.action, KeyWord(name, binding.description, key))
        # The way out stands last.
        shown = sorted(words.values(), key=lambda word: word.click == "escape")
        self.show((key_line(shown, self.size.width),))

    def on_lines_link_clicked(self, event: Lines.LinkClicked) -> None:
        """Press the key."""
        event.stop()
        self.app.simulate_key(str(event.click))
