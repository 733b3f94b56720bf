"""The end of a game: winner, points and reason, the turns that decided it, the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.engine import Ending, Side
from backgammon_tui.modes.game_view import board_view
from backgammon_tui.modes.inputs import NextStep
from backgammon_tui.modes.text import BAR, ON_SCREEN, Span, turn_lines
from backgammon_tui.stats.summary import summarize, swing
from backgammon_tui.storage.record import DiceKind, check_throws
from backgammon_tui.storage.sharing import game_name
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.board.still_board import StillBoard
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.export import export_file
from backgammon_tui.tui.terminal_look import glyphs_of, look_of, written
from backgammon_tui.tui.widgets.key_words import Clickable, clickable
from backgammon_tui.words.board_text import write_card
from backgammon_tui.words.columns import cells
from backgammon_tui.words.event_sentences import describe_end
from backgammon_tui.words.naming import Naming, plural
from backgammon_tui.words.turn_lines import describe_throws

_WIDEST, _FRAME = 88, 6
"""The widest box, and the cells of its edge."""

_BOARD_FROM = 80
"""The least number of columns for the final board beside the text."""

_BESIDE_BOARD = 28
"""The cells beside the final board."""

_SEED_LATER = "Fair dice: their seed is shown once the result is accepted."
_UNCHECKED = "Fair dice. The result was not accepted yet, so their seed was not shown."
"""The line of a score card for a result not yet accepted; the card is read later."""

_OF_MATCH: Final = 2
"""The screens of a match that stands on no other: its own and this one."""

_NAME, _NUMBER = 18, 4
"""The cells of a count's name and of each side's number."""


_TAKE_BACK: Final = "take back the last throw, if the other player agrees"
_RECORDS: Final = "records: matches, games, players with their statistics"


def _choice(key: str, action: str, says: str, tells: str = "") -> Binding:
    """Return the binding of a next step; the page of keys may say more about it."""
    return Binding(key, action, says, tooltip=tells or says)


class ResultScreen(Dialog[NextStep]):
    """The dialog at the end of a game; Space and Enter do what is highlighted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter",
            "take_highlighted",
            key_display="space",
            priority=True,
            tooltip="or enter: take what is lit",
        ),
        Binding("left", "light(-1)", priority=True),
        Binding(
            "right",
            "light(1)",
            key_display="left right",
            priority=True,
            tooltip="light another one",
        ),
        _choice("a", "take('ACCEPT')", "accept the result"),
        _choice("t", "take('TAKE_BACK')", "take back the last throw", _TAKE_BACK),
        _choice("n", "take('NEXT_GAME')", "next game"),
        _choice("r", "take('REMATCH')", "rematch"),
        _choice("s", "take('SWAPPED')", "rematch, sides swapped"),
        _choice("v", "take('REVIEW')", "review", "review the game"),
        _choice("c", "share_card", "copy as text", "copy the result as text, write it to a file"),
        _choice("p", "take('PICTURE')", "save picture", "write a picture of the board to a file"),
        _choice("o", "take('RECORDS')", "records", _RECORDS),
        _choice("l", "take('LEAVE')", "leave", "leave the match, which is kept"),
        Binding("escape", "take('BOARD')", "board", key_display="esc", tooltip="look at the board"),
    ]

    space_turns = False

    def __init__(self, table: Table, naming: Naming, said: str = "") -> None:
        self._table = table
        super().__init__()
        self._speaker = naming
        self._summary = summarize(table.history)
        self._said = said
        self._highlighted = 0
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
                        yield StillBoard(view, look_of(self.app), id="result-board")
                yield Static("", id="result-more")
            yield Static("", id="result-said")
            yield Clickable("", id="result-keys")

    def on_resize(self) -> None:
        """Take the board away where the terminal has become too narrow for it."""
        for board in self.query(StillBoard):
            board.display = self.app.size.width >= _BOARD_FROM
        self._show()

    def on_mount(self) -> None:
        """Fill the page."""
        self._show()

    def _show(self) -> None:
        banner = Content(written(self._banner(), self.app))
        self.query_one("#result-banner", Static).update(banner)
        glyphs, bar = glyphs_of(self.app), written(BAR, self.app)
        signs = {side: f"{glyphs.of(side)} " for side in Side}
        body = [*self._body(signs), "", *self._counts(signs)]
        self.query_one("#result-body", Static).update(Content("\n".join(body)))
        # The frame of the board is space enough above what follows.
        gap = [] if any(board.display for board in self.query(StillBoard)) else [""]
        more = [*gap, *self._last_turn(), *self._deciding(), *self._dice()]
        self.query_one("#result-more", Static).update(Content("\n".join(more)))
        self.query_one("#result-said", Static).update(Content(self._said))
        parts: list[Content | str | tuple[str, str]] = []
        room = used = self._width
        for index, choice in enumerate(self._choices):
            is_highlighted = index == self._highlighted
            ground = " on $board-row" if is_highlighted else ""
            mark = bar if is_highlighted else " "
            key = choice.key_display or choice.key
            says = self._first_screen if choice.key == "l" else choice.description
            words = Content.assemble(
                (f"{key} or space" if is_highlighted else key, f"bold $accent{ground}"),
                (f" {says}", f"$foreground{ground}"),
            )
            used += words.cell_length + 2
            if used > room:  # No key stands apart from its word.
                parts, used = [*parts, "\n"], words.cell_length + 1
            parts += [" " * (used > words.cell_length + 1), (mark, "bold $accent")]
            parts.append(clickable(words, choice.action))
        self.query_one("#result-keys", Static).update(Content.assemble(*parts[1:]))

    @property
    def _width(self) -> int:
        """The width inside the box."""
        return min(self.app.size.width, _WIDEST) - _FRAME

    def _banner(self) -> str:
        result = self._table.game.result
        assert result
        winner = self._table.match_with_result.winner
        if winner:
            return f"★  {self._speaker.name(winner)} wins the match  ★"
        if result.winner is None:
            return "A draw"
        return f"★  {self._speaker.name(result.winner)} wins  ★"

    def _body(self, signs: Mapping[Side, str]) -> list[str]:
        """Return the value of the win with its reason, and the score with the sides' signs."""
        game, name = self._table.game, self._speaker.name
        assert game.result
        said = describe_end(game.result, game.rules, self._speaker)
        match = self._table.match_with_result
        score = [f"{signs.get(side, '')}{name(side)} {match.score(side)}" for side in Side]
        if sum(map(cells, score)) + 2 <= _BESIDE_BOARD:
            score = ["  ".join(score)]
        length = [f"in a match to {match.length}"] if match.length else []
        return [said, "", *score, *length]

    def _counts(self, signs: Mapping[Side, str]) -> list[str]:
        """Return the figures of both sides in the game, side by side."""
        white, black = self._summary.white, self._summary.black
        rows = [("turns", white.turns, black.turns), ("hits", white.hits, black.hits)]
        if white.traps or black.traps:
            rows.append(("traps", white.traps, black.traps))
        rows += [
            ("doublets", white.doublets, black.doublets),
            ("unplayable pips", white.forfeited, black.forfeited),
        ]
        if max(white.longest_chain, black.longest_chain) > 1:
            rows.append(("most throws a turn", white.longest_chain, black.longest_chain))
        head = _row("", *(signs[side].strip() for side in Side))
        return [head, *(_row(name, str(one), str(other)) for name, one, other in rows)]

    def _last_turn(self) -> list[str]:
        """Return the last turn of a game won by bearing off, which may have passed too quickly."""
        game = self._table.game
        if not (game.latest_turn and game.result and game.result.ending is Ending.BORNE_OFF):
            return []
        if game.latest_turn in self._summary.deciding:
            return []  # It is told there.
        throws = describe_throws(game.latest_turn, self._speaker, ON_SCREEN)
        lines = turn_lines(Span("Last turn: "), throws, self._width - 2)
        return [*(each.text for each in lines), ""]

    def _deciding(self) -> list[str]:
        assert self._table.game.result
        turns = self._summary.deciding
        if not turns or self._table.game.result.ending is Ending.RESIGNED:
            return []
        rules, told = self._table.game.rules, list[str]()
        for turn in turns:
            gain = plural(swing(turn, rules), "pip")
            last = " in the last turn" if turn == self._table.game.latest_turn else ""
            head = Span(f"by {gain}{last}: {self._speaker.name(turn.side)} ")
            throws = describe_throws(turn, self._speaker, ON_SCREEN)
            told += [each.text for each in turn_lines(head, throws, self._width - 2)]
        which = "The" if len(turns) == 1 else "Each side's"
        return [f"{which} turn that changed the race most:", *told, ""]

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to accept or take back a result; once accepted, the next game or match."""
        if action != "take":
            return True
        again = {NextStep.REMATCH, NextStep.SWAPPED}
        asked = {NextStep.ACCEPT, NextStep.TAKE_BACK}
        follows = again if self._table.match.winner else {NextStep.NEXT_GAME}
        can_do = {*follows, NextStep.RECORDS, NextStep.LEAVE} if self._table.accepted else asked
        return NextStep[str(parameters[0])] in {
            *can_do,
            NextStep.REVIEW,
            NextStep.PICTURE,
            NextStep.BOARD,
        }

    @property
    def _choices(self) -> list[Binding]:
        """The next steps, the way out last."""
        shown = [each.binding for each in self.active_bindings.values() if each.binding.show]
        return sorted(shown, key=lambda binding: binding.key == "escape")

    @property
    def _first_screen(self) -> str:
        """The label of leaving: the screen that it leads to."""
        return "first screen" if len(self.app.screen_stack) > _OF_MATCH else "leave"

    def action_light(self, by: int) -> None:
        """Light the next choice, or the one before."""
        self._highlighted = (self._highlighted + by) % len(self._choices)
        self._show()

    async def action_take_highlighted(self) -> None:
        """Carry out the highlighted step."""
        await self.run_action(self._choices[self._highlighted].action)

    def action_take(self, step: str) -> None:
        """Close with the chosen step."""
        self.dismiss(NextStep[step])

    def action_share_card(self) -> None:
        """Copy a card of the game and write it to a file."""
        card = write_card(self._table.game, self._speaker, self._card_lines())
        self.app.copy_to_clipboard(card)
        said = export_file(self.app, f"{game_name(self._table)}-result", card, ".txt")
        self._said = f"Copied. {said}"
        self._show()

    def _card_lines(self) -> list[str]:
        lines = [
            self._banner().strip("★ "),
            *self._body({}),
            "",
            *self._last_turn(),
            *self._deciding(),
            *self._dice(),
        ]
        return [_UNCHECKED if line == _SEED_LATER else line for line in lines]


def _row(name: str, white: str, black: str) -> str:
    return f"{name:{_NAME}}{white:>{_NUMBER}}{black:>{_NUMBER}}"
