"""The end of a game: who won, how much and why, the turns that decided it, the dice."""

from __future__ import annotations

from typing import ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.engine.events import Ending
from backgammon_tui.engine.position import Side
from backgammon_tui.stats.summary import Summary, summarize
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.storage.sharing import game_name
from backgammon_tui.storage.table import Table
from backgammon_tui.storage.verification import check_throws
from backgammon_tui.tui.board.still import StillBoard
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.game_view import board_view
from backgammon_tui.tui.hand_over import hand_over
from backgammon_tui.tui.modes.play.next_step import NextStep
from backgammon_tui.tui.panel.text import seven_bit
from backgammon_tui.tui.terminal_look import LookingApp
from backgammon_tui.words.card import write_card
from backgammon_tui.words.event_sentences import describe_result, describe_worth
from backgammon_tui.words.naming import Naming, plural
from backgammon_tui.words.turn_lines import describe_turn

_BOARD_FROM = 100
"""From so many columns on the final board stands beside what is told."""


class ResultScreen(Dialog[NextStep]):
    """What the players see when a game is over; Space and Enter do what is lit."""

    KEYS: ClassVar = (
        ("space", "or enter: take what is lit"),
        ("left right", "light another one"),
        ("a", "accept the result"),
        ("t", "take back the last throw, if the other player agrees"),
        ("n", "next game"),
        ("r s", "rematch; with the sides swapped"),
        ("c", "copy a card of the game and write it to a file"),
        ("p", "write a picture of the board to a file"),
        ("esc", "look at the board"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "take_lit", "Go on", show=False, priority=True),
        Binding("left", "light(-1)", "The one before", show=False, priority=True),
        Binding("right", "light(1)", "The next one", show=False, priority=True),
        Binding("a", "accept", "Accept", show=False),
        Binding("t", "take_back", "Take back", show=False),
        Binding("n", "next_game", "Next game", show=False),
        Binding("r", "rematch", "Rematch", show=False),
        Binding("s", "swapped", "Swap sides", show=False),
        Binding("v", "review", "Review", show=False),
        Binding("p", "picture", "Picture", show=False),
        Binding("c", "card", "Card", show=False),
    ]

    def __init__(self, table: Table, naming: Naming, said: str = "") -> None:
        """Show how the present game of a table ended.

        Args:
            table: The game, with its match.
            naming: How players and points are called.
            said: What has just been done here.
        """
        super().__init__()
        self._table = table
        self._speaker = naming
        self._summary = summarize(table.history)
        self._said = said
        self._lit = 0
        """Which of the keys Space and Enter stand for."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="dialog page result"):
            yield Static("", id="result-banner")
            with Horizontal(id="result-page"):
                with VerticalScroll():
                    yield Static("", id="result-body")
                if self.app.size.width >= _BOARD_FROM:
                    view, look = board_view(self._table.game), cast("LookingApp", self.app).look
                    yield StillBoard(view, look, id="result-board")
            yield Static("", id="result-said")
            yield Static("", id="result-keys")

    def on_mount(self) -> None:
        """Fill the page."""
        self._show()

    def _show(self) -> None:
        banner = seven_bit(self._banner()) if self.app.has_class("-ascii") else self._banner()
        self.query_one("#result-banner", Static).update(Content(banner))
        self.query_one("#result-body", Static).update(Content("\n".join(self._body())))
        said = self.query_one("#result-said", Static)
        said.update(Content(self._said))
        said.display = bool(self._said)
        parts: list[tuple[str, str] | str] = []
        for index, (key, text) in enumerate(self._keys()):
            is_lit = index == self._lit
            ground = " on $board-row" if is_lit else ""
            parts += [(key, f"bold $accent{ground}"), (f" {text}", f"$foreground{ground}"), "   "]
        self.query_one("#result-keys", Static).update(Content.assemble(*parts))

    def _banner(self) -> str:
        result = self._table.game.result
        assert result
        winner = self._table.match.winner
        if winner:
            return f"★  {self._speaker.name(winner)} wins the match  ★"
        if result.winner is None:
            return "A draw"
        return f"★  {self._speaker.name(result.winner)} wins  ★"

    def _body(self) -> list[str]:
        table, game, name = self._table, self._table.game, self._speaker.name
        assert game.result
        lines = [describe_result(game.result, self._speaker)]
        worth = describe_worth(game, self._speaker)
        lines += [worth] if worth else []
        match = table.match if table.accepted else table.match.add(game.result)
        score = "   ".join(f"{name(side)} {match.score(side)}" for side in Side)
        length = f", match to {match.length}" if match.length else ""
        lines += ["", f"Score: {score}{length}", ""]
        if self._summary.deciding and game.result.ending is not Ending.RESIGNED:
            lines.append("The turns that decided it")
            lines += [f"  {describe_turn(turn, self._speaker)}" for turn in self._summary.deciding]
        lines += ["", *_tell_sides(self._summary, self._speaker), "", *self._dice()]
        return lines

    def _dice(self) -> list[str]:
        table = self._table
        if table.dice_kind is DiceKind.TYPED:
            return ["The dice were thrown by hand."]
        if table.dice is None or not table.accepted:
            origin = table.record.games[-1].origins[-1]
            return [f"Fair dice, SHA-256 of the seed: {origin.commitment}"]
        checks = list(check_throws(table.record.games[-1]))
        agree = sum(check.agrees for check in checks)
        return [
            f"Seed of the dice: {table.dice.seed.hex()}",
            f"{agree} of {len(checks)} throws match it.",
        ]

    def _keys(self) -> list[tuple[str, str]]:
        share = [("v", "review"), ("c", "card"), ("p", "picture"), ("esc", "board")]
        if not self._table.accepted:
            return [("a", "accept"), ("t", "take back"), *share]
        if self._table.match.winner:
            return [("r", "rematch"), ("s", "swapped"), *share]
        return [("n", "next game"), *share]

    def on_click(self, event: events.Click) -> None:
        """Keys can be clicked: what is written there is done."""
        if event.widget is None or event.widget.id != "result-keys":
            return
        x = event.x
        for key, text in self._keys():
            x -= len(f"{key} {text}   ")
            if x < 0:
                self.run_worker(self.run_action(_ACTIONS[key]))
                return

    async def action_take_lit(self) -> None:
        """Do what is lit."""
        key, _ = self._keys()[self._lit]
        await self.run_action(_ACTIONS[key])

    def action_light(self, by: int) -> None:
        """Light the next key, or the one before."""
        self._lit = (self._lit + by) % len(self._keys())
        self._show()

    def action_close(self) -> None:
        """Back to the board."""
        self.dismiss(None)

    def action_accept(self) -> None:
        """Accept the result: the seed is shown."""
        if not self._table.accepted:
            self.dismiss(NextStep.ACCEPT)

    def action_take_back(self) -> None:
        """Ask for a take-back instead of accepting."""
        if not self._table.accepted:
            self.dismiss(NextStep.TAKE_BACK)

    def action_next_game(self) -> None:
        """Begin the next game of the match."""
        if self._table.accepted and not self._table.match.winner:
            self.dismiss(NextStep.NEXT_GAME)

    def action_rematch(self) -> None:
        """Begin the match again."""
        if self._table.accepted and self._table.match.winner:
            self.dismiss(NextStep.REMATCH)

    def action_swapped(self) -> None:
        """Begin the match again with the sides swapped."""
        if self._table.accepted and self._table.match.winner:
            self.dismiss(NextStep.SWAPPED)

    def action_review(self) -> None:
        """Review the game."""
        self.dismiss(NextStep.REVIEW)

    def action_picture(self) -> None:
        """Write a picture of the board to a file."""
        self.dismiss(NextStep.PICTURE)

    def action_card(self) -> None:
        """Copy a card of the game and write it to a file."""
        card = write_card(self._table.game, self._speaker, self._card_lines())
        self.app.copy_to_clipboard(card)
        said = hand_over(self.app, game_name(self._table), card, ".txt")
        self._said = f"Copied. {said}"
        self._show()

    def _card_lines(self) -> list[str]:
        return [self._banner().strip("★ "), *self._body()[:4], *self._dice()]


_ACTIONS = {
    "a": "accept",
    "t": "take_back",
    "n": "next_game",
    "r": "rematch",
    "s": "swapped",
    "v": "review",
    "c": "card",
    "p": "picture",
    "esc": "close",
}


def _tell_sides(summary: Summary, naming: Naming) -> list[str]:
    lines = []
    for side in Side:
        part = summary.of(side)
        trapped = f", {plural(part.traps, 'trap')}" if part.traps else ""
        lines.append(
            f"{naming.name(side)}: {plural(part.turns, 'turn')}, {plural(part.hits, 'hit')}"
            f"{trapped}, {plural(part.doublets, 'doublet')}, at most"
            f" {plural(part.longest_chain, 'throw')} in a turn,"
            f" {plural(part.forfeited, 'pip')} unplayable"
        )
    return lines
