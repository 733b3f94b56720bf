"""The end of a game: who won, how much and why, the turns that decided it, the dice."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.engine.events import Ending
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.position import Side
from backgammon_tui.stats.summary import summarize, swing
from backgammon_tui.storage.record import DiceKind, check_throws
from backgammon_tui.storage.sharing import game_name
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.board.board import StillBoard
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.game_view import board_view
from backgammon_tui.tui.hand_over import hand_over
from backgammon_tui.tui.inputs import NextStep
from backgammon_tui.tui.panel.key_words import Clickable, clickable
from backgammon_tui.tui.panel.text import ON_SCREEN, seven_bit
from backgammon_tui.tui.terminal_look import LookingApp, glyphs_for
from backgammon_tui.words.card import write_card
from backgammon_tui.words.event_sentences import describe_end
from backgammon_tui.words.naming import Naming, plural
from backgammon_tui.words.turn_lines import describe_throws

_BOARD_FROM = 80
"""From so many columns on the final board stands beside what is told."""

_SEED_LATER = "Fair dice: their seed is shown once the result is accepted."
_UNCHECKED = "Fair dice. The result was not accepted yet, so their seed was not shown."
"""What a card says in its place, for it is read later."""

_NAME, _NUMBER = 17, 4
"""The cells of a count's name and of each side's number."""


class _Choice(NamedTuple):
    """What can be done after a game."""

    key: str
    word: str
    help: str
    step: NextStep | None = None
    """What the dialog gives back for it; None for what is done here."""


_ACCEPT: Final = _Choice("a", "accept", "accept the result", NextStep.ACCEPT)
_TAKE_BACK: Final = _Choice(
    "t", "take back", "take back the last throw, if the other player agrees", NextStep.TAKE_BACK
)
_NEXT: Final = _Choice("n", "next game", "next game", NextStep.NEXT_GAME)
_REMATCH: Final = _Choice("r", "rematch", "rematch", NextStep.REMATCH)
_SWAPPED: Final = _Choice("s", "swap sides", "rematch with the sides swapped", NextStep.SWAPPED)
_REVIEW: Final = _Choice("v", "review", "review the game", NextStep.REVIEW)
_CARD: Final = _Choice("c", "text", "copy the result as text and write it to a file")
_PICTURE: Final = _Choice(
    "p", "picture", "write a picture of the board to a file", NextStep.PICTURE
)
_LEAVE: Final = _Choice("l", "leave", "leave the match, which is kept", NextStep.LEAVE)
_BOARD: Final = _Choice("esc", "board", "look at the board")

_ALL: Final = (
    _ACCEPT,
    _TAKE_BACK,
    _NEXT,
    _REMATCH,
    _SWAPPED,
    _REVIEW,
    _CARD,
    _PICTURE,
    _LEAVE,
    _BOARD,
)


class ResultScreen(Dialog[NextStep]):
    """What the players see when a game is over; Space and Enter do what is lit."""

    KEYS: ClassVar = (
        ("space", "or enter: take what is lit"),
        ("left right", "light another one"),
        *((choice.key, choice.help) for choice in _ALL),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "take_lit", "Go on", show=False, priority=True),
        Binding("left", "light(-1)", "The one before", show=False, priority=True),
        Binding("right", "light(1)", "The next one", show=False, priority=True),
        *(Binding(each.key, f"take('{each.key}')", show=False) for each in _ALL[:-1]),
    ]

    def __init__(self, table: Table, naming: Naming, said: str = "") -> None:
        self._table = table
        super().__init__()
        self._speaker = naming
        self._summary = summarize(table.history)
        self._said = said
        self._lit = 0
        """Which of the keys Space and Enter stand for."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="dialog page result"):
            yield Static("", id="result-banner")
            with VerticalScroll():
                with Horizontal(id="result-page"):
                    yield Static("", id="result-body")
                    if self.app.size.width >= _BOARD_FROM:
                        view = board_view(self._table.game, naming=self._speaker)
                        yield StillBoard(view, self._look, id="result-board")
                yield Static("", id="result-more")
            yield Static("", id="result-said")
            yield Clickable("", id="result-keys")

    @property
    def _look(self) -> Look:
        return cast("LookingApp", self.app).look

    def on_resize(self) -> None:
        """Take the board away where the terminal has become too narrow for it."""
        for board in self.query(StillBoard):
            board.display = self.app.size.width >= _BOARD_FROM

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
        parts: list[Content | str | tuple[str, str]] = []
        for index, choice in enumerate(self._choices):
            is_lit = index == self._lit
            ground = " on $board-row" if is_lit else ""
            mark = glyphs_for(self._look, is_dark=True).then if is_lit else " "
            parts.append((mark, "bold $accent"))
            words = (
                (choice.key, f"bold $accent{ground}"),
                (f" {choice.word}", f"$foreground{ground}"),
            )
            parts += [clickable(Content.assemble(*words), f"take('{choice.key}')"), " "]
        self.query_one("#result-keys", Static).update(Content.assemble(*parts[:-1]))

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
        said = describe_end(game.result, game.rules, self._speaker)
        match = self._match
        score = "   ".join(f"{name(side)} {match.score(side)}" for side in Side)
        length = f"   (to {match.length})" if match.length else ""
        return [said, "", f"{score}{length}"]

    def _counts(self) -> list[str]:
        """What each side did in the game, side by side."""
        glyphs = glyphs_for(self._look, is_dark=self.app.current_theme.dark)
        white, black = self._summary.white, self._summary.black
        rows = [("turns", white.turns, black.turns), ("hits", white.hits, black.hits)]
        if white.traps or black.traps:
            rows.append(("traps", white.traps, black.traps))
        rows += [
            ("doublets", white.doublets, black.doublets),
            ("unplayable pips", white.forfeited, black.forfeited),
        ]
        if max(white.longest_chain, black.longest_chain) > 1:
            rows.append(("throws in a turn", white.longest_chain, black.longest_chain))
        head = _row("", *(glyphs.of(side) for side in Side))
        return [head, *(_row(name, str(one), str(other)) for name, one, other in rows)]

    def _deciding(self) -> list[str]:
        assert self._table.game.result
        turns = self._summary.deciding
        if not turns or self._table.game.result.ending is Ending.RESIGNED:
            return []
        rules, told = self._table.game.rules, list[str]()
        for turn in turns:
            gain = plural(swing(turn, rules), "pip")
            done = describe_throws(turn, self._speaker, ON_SCREEN)
            told.append(f"by {gain}: {self._speaker.name(turn.side)} {done}")
        return ["The turns that changed the race most:", *told, ""]

    def _dice(self) -> list[str]:
        table = self._table
        if table.dice_kind is DiceKind.TYPED:
            return ["The dice were thrown by hand."]
        if table.dice is None or not table.accepted:
            return [_SEED_LATER]
        checks = list(check_throws(table.record.games[-1]))
        agree = sum(check.agrees for check in checks)
        if agree == len(checks):
            told = f"Fair dice: every throw ({agree} of {agree}) matches this seed."
            return [told, table.dice.seed.hex()]
        return [f"Only {agree} of {len(checks)} throws match the seed of the dice."]

    @property
    def _choices(self) -> tuple[_Choice, ...]:
        """What can be done now."""
        share = (_REVIEW, _CARD, _PICTURE)
        if not self._table.accepted:
            return (_ACCEPT, _TAKE_BACK, *share, _BOARD)
        again = (_REMATCH, _SWAPPED) if self._table.match.winner else (_NEXT,)
        return (*again, *share, _LEAVE, _BOARD)

    def action_light(self, by: int) -> None:
        """Light the next choice, or the one before."""
        self._lit = (self._lit + by) % len(self._choices)
        self._show()

    def action_take_lit(self) -> None:
        """Do what is lit."""
        self.action_take(self._choices[self._lit].key)

    def action_take(self, key: str) -> None:
        """Do what a key stands for, if that can be done now."""
        choice = next((each for each in self._choices if each.key == key), None)
        if choice is _CARD:
            self._share_card()
        elif choice:
            self.dismiss(choice.step)

    def _share_card(self) -> None:
        """Copy a card of the game and write it to a file."""
        card = write_card(self._table.game, self._speaker, self._card_lines())
        self.app.copy_to_clipboard(card)
        said = hand_over(self.app, f"{game_name(self._table)}-result", card, ".txt")
        self._said = f"Copied. {said}"
        self._show()

    def _card_lines(self) -> list[str]:
        lines = [self._banner().strip("★ "), *self._body(), "", *self._deciding(), *self._dice()]
        return [_UNCHECKED if line == _SEED_LATER else line for line in lines]


def _row(name: str, white: str, black: str) -> str:
    return f"{name:{_NAME}}{white:>{_NUMBER}}{black:>{_NUMBER}}"
