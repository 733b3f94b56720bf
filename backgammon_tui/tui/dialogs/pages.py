"""Pages to read: the keys, the rules in brief, the game log, the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import RerollOpening, Rules, Side
from backgammon_tui.engine.events import StageLost
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Rulebook
from backgammon_tui.modes.text import Span, turn_lines
from backgammon_tui.stats import turns_of
from backgammon_tui.tui.app import bind
from backgammon_tui.tui.dialogs.dialog import CLOSES, TextPage
from backgammon_tui.words.naming import Naming, write_dice
from backgammon_tui.words.reason_sentences import describe_lost
from backgammon_tui.words.records import describe_score_sheet
from backgammon_tui.words.rule_settings import describe_rules
from backgammon_tui.words.turns import describe_rolls, describe_totals


class KeysAndRules(TextPage[None]):
    """Keys with their effects, and below them the rules in brief, if there is a game."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("v", "open_rulebook", about="Open the rulebook")]

    def __init__(
        self, title: str, keys: Sequence[tuple[str, str]], rules: Rules | None = None
    ) -> None:
        super().__init__(title, hint="v: the whole rulebook   Esc: close" if rules else CLOSES)
        self._keys, self._rules = keys, rules
        self.box = "page" if rules else "page short"

    def on_mount(self) -> None:
        accent, grid = self.app.theme_variables["accent"], Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True, style=accent)
        for row in self._keys:
            grid.add_row(*(Text(text) for text in row))
        parts: list[RenderableType] = [grid]
        if self._rules:
            head = "\nThe rules in brief\n\n", f"bold {accent}"
            parts.append(Text.assemble(head, describe_rules(self._rules)))
        self.show(Group(*parts))

    def on_resize(self) -> None:
        if self._rules is None:
            around = 10 if self.has_class("-tall") else 8
            self.query_one(VerticalScroll).styles.max_height = self.size.height - around

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "open_rulebook" or self._rules is not None

    def action_open_rulebook(self) -> None:
        assert self._rules
        self.app.open_window(Rulebook(self._rules))


class GameLog(TextPage[None]):
    """Turns listed one below the other, wrapped beside their numbers."""

    def __init__(self, title: str, turns: Sequence[tuple[str, Sequence[str]]]) -> None:
        super().__init__(title, hint=_KEYS)
        self._turns = turns
        """The heading and the rolls of each turn."""

    def on_resize(self) -> None:
        self.once_laid_out(self._break_lines)

    def _break_lines(self) -> None:
        room = self.query_one("#text").size.width
        lines = [
            line.text for head, rolls in self._turns for line in turn_lines(Span(head), rolls, room)
        ]
        self.show(Content("\n".join(lines)))
        self.once_laid_out(lambda: self.query_one(VerticalScroll).scroll_end(animate=False))


def game_log(table: Table, naming: Naming) -> GameLog:
    """Return the log of the game, first turn on top, open at its end."""
    played, opening = turns_of(table.history), table.game.opening
    present = table.game.turn if not table.game.is_over else None
    lost = {
        id(game.latest_turn): f"; cannot play {describe_lost(event.numbers, naming)}"
        for game in table.history
        for event in game.events
        if isinstance(event, StageLost)
    }
    rows: list[tuple[str, list[str]]] = []
    for number, turn in enumerate(played, 1):
        rolls = describe_rolls(turn, naming)
        if turn is not present:
            rolls[-1] += describe_totals(turn) + lost.get(id(turn), "")
        elif any(stage.moves for stage in turn.rolled.stages):
            rolls[-1] += ", being played"
        else:
            rolls[-1] = f"{write_dice(turn.rolled.dice)} to play"
        rows.append((f"{number:>3}  {naming.name(turn.side)} ", rolls))
    if rows and opening:
        both = ", ".join(
            f"{naming.name(side)} {rolled}"
            for side, rolled in zip(Side, (opening.white, opening.black), strict=True)
        )
        again = any(isinstance(action, RerollOpening) for action in table.actions)
        rows.insert(0, (_NO_NUMBER, [f"Opening roll: {both}{', rerolled' if again else ''}"]))
    title = "Log"
    if table.record.rules.direction.numbers_differ:
        title += f" (each player's own numbers: {naming.white}'s 24 is {naming.black}'s 1)"
    return GameLog(title, rows or [(_NO_NUMBER, ["Nothing has been played yet."])])


_NO_NUMBER: Final = " " * 5
_KEYS: Final = "arrows: scroll  Space: page  Home: first  End: last  Esc: close"


def score_sheet(table: Table) -> TextPage[None]:
    awaited = "" if table.game.is_over else "being played"
    sheet = describe_score_sheet(table.record, table.match_with_result, awaited)
    return TextPage("Score sheet", "\n".join(sheet), "arrows: scroll   Esc: close")


def about_dice(dice: FairDice | None) -> TextPage[None]:
    text = _FAIR_DICE
    if dice:
        digits = dice.commitment
        text += f"\n\nSHA-256 of the seed\n{digits[:32]}\n{digits[32:]}"
    return TextPage("Fair dice", text)


_FAIR_DICE: Final = (
    "A secret seed fixes every roll before the game begins, so nobody can change the dice."
    " The seed is shown with the result, and backgammon-tui replay checks each roll."
)
