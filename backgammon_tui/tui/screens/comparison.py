"""All games beside standard backgammon, rule by rule."""

from __future__ import annotations

from backgammon_tui.engine.rules import Rules
from backgammon_tui.teach.ruleset_table import compare
from backgammon_tui.tui.inputs import Key
from backgammon_tui.tui.panel.text import Span, TextLine, TextStyle
from backgammon_tui.tui.screens.page import PageScreen
from backgammon_tui.tui.screens.page_lines import comparison_head, comparison_lines


class ComparisonScreen(PageScreen):
    """One table that scrolls."""

    AUTO_FOCUS = "#page"

    def __init__(self, rules: Rules | None = None) -> None:
        """Compare all games, and mark the changed table rules of the present one."""
        super().__init__()
        self._comparison = compare(rules)

    async def show_page(self) -> None:
        """Show the table."""
        title = (Span(" All games compared ", TextStyle.BADGE),)
        self.header.show((TextLine(title),))
        width = self.size.width - 2
        head = self.lines(comparison_head(self._comparison, width))
        head.add_class("page-head")
        await self.turn_to(head, self.lines(comparison_lines(self._comparison, width)))
        self.show_keys(("arrows", "scroll", None), ("esc", "back", Key.ESCAPE))
