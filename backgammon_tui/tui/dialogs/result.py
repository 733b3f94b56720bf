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
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.position import Side
from backgammon_tui.stats.summary import summarize
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
from backgammon_tui.tui.terminal_look import LookingApp, glyphs_for
from backgammon_tui.words.card import write_card
from backgammon_tui.words.event_sentences import describe_result, describe_worth
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.turn_lines import describe_turn

_BOARD_FROM = 80
"""From so many columns on the final board stands beside what is told."""

_TO_BE_READ = 3
"""The moments for which the result must have been there before Space or Enter accepts it."""

_NAME, _NUMBER = 15, 5
"""The cells of a count's name and of each side's number."""


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
        self._table = table
        super().__init__()
        self._speaker = naming
        self._summary = summarize(table.history)
        self._said = said
        self._lit = 0
        """Which of the keys Space and Enter stand for."""

    def on_screen_resume(self) -> None:
        """Let the result be read: the key that skips the last moves does not accept it, too."""
        super().on_screen_resume()
        if not self._table.accepted:
            self.held_keys.see_new_state(_TO_BE_READ)

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="dialog page result"):
            yield Static("", id="result-banner")
            with VerticalScroll():
                with Horizontal(id="result-page"):
                    yield Static("", id="result-body")
                    if self.app.size.width >= _BOARD_FROM:
                        view = board_view(self._table.game, naming=self._speaker)
                        yield StillBoard(view, self._app.look, id="result-board")
                yield Static("", id="result-more")
            yield Static("", id="result-said")
            yield Static("", id="result-keys")

    @property
    def _app(self) -> LookingApp:
        return cast("LookingApp", self.app)

    def on_mount(self) -> None:
        """Fill the page."""
        self._show()

    def _show(self) -> None:
        banner = seven_bit(self._banner()) if self.app.has_class("-ascii") else self._banner()
        self.query_one("#result-banner", Static).update(Content(banner))
        body = [*self._body(), "", *self._counts()]
        self.query_one("#result-body", Static).update(Content("\n".join(body)))
        more = [*self._deciding(), *self._dice()]
        self.query_one("#result-more", Static).update(Content("\n".join(more)))
        said = self.query_one("#result-said", Static)
        said.update(Content(self._said))
        said.display = bool(self._said)
        parts: list[tuple[str, str] | str] = []
        for index, (key, text) in enumerate(self._keys()):
            is_lit = index == self._lit
            ground = " on $board-row" if is_lit else ""
            parts += [(key, f"bold $accent{ground}"), (f" {text}", f"$foreground{ground}"), "   "]
        self.query_one("#result-keys", Static).update(Content.assemble(*parts))

    @property
    def _match(self) -> Match:
        """The match with this game in it, accepted or not."""
        table = self._table
        assert table.game.result
        return table.match if table.accepted else table.match.add(table.game.result)

    def _banner(self) -> str:
        result = self._table.game.result
        assert result
        winner = self._match.winner
        if winner:
            return f"★  {self._speaker.name(winner)} wins the match  ★"
        if result.winner is None:
            return "A draw"
        return f"★  {self._speaker.name(result.winner)} wins  ★"

    def _body(self) -> list[str]:
        """What the win is worth and why, and the score."""
        game, name = self._table.game, self._speaker.name
        assert game.result
        said = describe_worth(game, self._speaker) if game.rules.scale.most > 1 else ""
        match = self._match
        score = "   ".join(f"{name(side)} {match.score(side)}" for side in Side)
        length = f"   (to {match.length})" if match.length else ""
        return [said or describe_result(game.result, self._speaker), "", f"{score}{length}"]

    def _counts(self) -> list[str]:
        """What each side did in the game, side by side."""
        glyphs = glyphs_for(self._app.look, is_dark=self.app.current_theme.dark)
        white, black = self._summary.white, self._summary.black
        rows = [("turns", white.turns, black.turns), ("hits", white.hits, black.hits)]
        if white.traps or black.traps:
            rows.append(("traps", white.traps, black.traps))
        rows += [
            ("doublets", white.doublets, black.doublets),
            ("pips unplayable", white.forfeited, black.forfeited),
        ]
        if max(white.longest_chain, black.longest_chain) > 1:
            rows.append(("throws in a row", white.longest_chain, black.longest_chain))
        head = _row("", *(glyphs.of(side) for side in Side))
        return [head, *(_row(name, str(one), str(other)) for name, one, other in rows)]

    def _deciding(self) -> list[str]:
        assert self._table.game.result
        turns = self._summary.deciding
        if not turns or self._table.game.result.ending is Ending.RESIGNED:
            return []
        told = [describe_turn(turn, self._speaker) for turn in turns]
        return ["The turns that decided it:", *told, ""]

    def _dice(self) -> list[str]:
        table = self._table
        if table.dice_kind is DiceKind.TYPED:
            return ["The dice were thrown by hand."]
        if table.dice is None or not table.accepted:
            return ["Fair dice: their seed is shown once the result is accepted."]
        checks = list(check_throws(table.record.games[-1]))
        agree = sum(check.agrees for check in checks)
        if agree == len(checks):
            return [f"Fair dice: all throws match the seed ({agree} of {len(checks)})."]
        return [f"Only {agree} of {len(checks)} throws match the seed of the dice."]

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
        lines = [self._banner().strip("★ "), *self._body(), "", *self._deciding(), *self._dice()]
        if self._table.accepted and self._table.dice:
            lines.append(f"Seed of the dice: {self._table.dice.seed.hex()}")
        return lines


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


def _row(name: str, white: str, black: str) -> str:
    return f"{name:{_NAME}}{white:>{_NUMBER}}{black:>{_NUMBER}}"
