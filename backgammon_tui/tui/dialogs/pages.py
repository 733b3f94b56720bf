"""Windows about a game: keys and rules, log, score sheet, roll chart, texts to export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import ClassVar, Final, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from backgammon_tui.dice import Dice, FairDice
from backgammon_tui.engine import Game, Phase, RerollOpening, Rules, Side
from backgammon_tui.engine.events import StageLost
from backgammon_tui.explain.roll_chart import ChartCell, RollChart, roll_chart
from backgammon_tui.keys import name_of_key
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import position_before_roll
from backgammon_tui.modes.effects import Rulebook
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.text import (
    BLANK,
    KeyWord,
    Span,
    TextLine,
    TextStyle,
    foot_line,
    line,
    turn_lines,
    wrap,
)
from backgammon_tui.storage.codes import DecodedPosition, gnubg_id, has_position_id, xgid
from backgammon_tui.storage.mat import NoPlaceInFormat, write_mat
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui.app import bind
from backgammon_tui.tui.dialogs.dialog import (
    CLOSES,
    DIALOG_STYLES,
    SMALL,
    Dialog,
    ListDialog,
    MessageBox,
    Offer,
    TextPage,
)
from backgammon_tui.tui.lines import Lines
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import Naming, sentence, write_dice
from backgammon_tui.words.plays import describe_cell, describe_chances, describe_legend, write_cell
from backgammon_tui.words.reason_sentences import describe_lost
from backgammon_tui.words.records import describe_score_sheet
from backgammon_tui.words.rule_settings import describe_rules
from backgammon_tui.words.turns import CRAWFORD, after_double, describe_rolls, describe_totals

_CHANGE_KEYS: Final = (
    "Write lines such as undo = z below a line [keys] of the preferences. These keys can be"
    " changed: {}."
)


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
        own = self.app.own_keys
        for key, text in self._keys:
            grid.add_row(Text(own.in_entry(key)), Text(text))
        parts: list[RenderableType] = [grid]
        if self._rules:
            head = "\nThe rules in brief\n\n", f"bold {accent}"
            parts.append(Text.assemble(head, describe_rules(self._rules)))
        pressed = [key.rpartition(" ")[2] for key, _ in self._keys]
        if named := [
            f"{name_of_key(key)} = {own.shown(key)}" for key in pressed if name_of_key(key)
        ]:
            head = "\nChange a key\n\n", f"bold {accent}"
            parts.append(Text.assemble(head, _CHANGE_KEYS.format(", ".join(named))))
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
        hint = "arrows: scroll  Space: page  Home: first  End: last  Esc: close"
        super().__init__(title, hint=hint)
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
    opening = table.game.opening
    present = table.game.turn if not table.game.is_over else None
    lost = {
        id(game.latest_turn): f"; cannot play {describe_lost(event.numbers, naming)}"
        for game in table.history
        for event in game.events
        if isinstance(event, StageLost)
    }
    rows: list[tuple[str, list[str]]] = []
    doubles = dict(table.doubles)
    for number, turn in enumerate(table.turns, 1):
        rolls = describe_rolls(turn, naming)
        if turn is not present:
            rolls[-1] += describe_totals(turn) + lost.get(id(turn), "")
        elif any(stage.moves for stage in turn.rolled.stages):
            rolls[-1] += ", being played"
        else:
            rolls[-1] = f"{write_dice(turn.rolled.dice)} to play"
        rolls = after_double(doubles.pop(number, None), rolls, naming)
        rows.append((f"{number:>3}  {naming.name(turn.side)} ", rolls))
    for number, double in doubles.items():  # Doubles that no roll has followed.
        head = f"{number:>3}  {naming.name(double.side)} "
        rows.append((head, after_double(double, (), naming)))
    if rows and opening:
        both = ", ".join(
            f"{naming.name(side)} {rolled}"
            for side, rolled in zip(Side, (opening.white, opening.black), strict=True)
        )
        again = any(isinstance(action, RerollOpening) for action in table.actions)
        rows.insert(0, (_NO_NUMBER, [f"Opening roll: {both}{', rerolled' if again else ''}"]))
    if table.record.is_crawford(table.record.games[-1]):
        rows.insert(0, (_NO_NUMBER, [CRAWFORD]))
    title = "Log"
    if table.record.rules.direction.numbers_differ:
        title += f" (each player's own numbers: {naming.white}'s 24 is {naming.black}'s 1)"
    return GameLog(title, rows or [(_NO_NUMBER, ["Nothing has been played yet."])])


_NO_NUMBER: Final = " " * 5


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


_WIDTH = 68
_FRAME = 6
"""Cells of the box around its text; the box takes at most 96 % of the screen."""

_CELL, _NARROW = 9, 8
_MIN_HEIGHT_SPACED, _MIN_HEIGHT_FRAMED = 34, 20
"""Minimum screen height for empty rows in the chart, and around it."""

_EFFECT_ROWS = 2
"""Lines reserved for the effects of the highlighted roll."""

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class RollChartScreen(Dialog[Dice]):
    """The roll chart with the highlighted roll in words; the result is a chosen roll."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [DIALOG_STYLES, "grid.tcss"]

    def __init__(
        self, grid: RollChart, naming: Naming, highlighted: Dice, *, takes: bool, has_rolled: bool
    ) -> None:
        """Show a chart; `takes` allows choosing a roll, `has_rolled` is True after the roll."""
        super().__init__()
        self._grid = grid
        self._speaker = naming
        self._takes = takes
        self._is_rolled = has_rolled
        self._row, self._column = highlighted[0] - 1, highlighted[1] - 1
        self._typed = ""

    def compose(self) -> ComposeResult:
        self._lines = Lines()
        with Vertical(classes="dialog", id="grid-box"):
            yield self._lines

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        self._lines.fill(self._all_lines())

    def _all_lines(self) -> Iterator[TextLine]:
        name, screen = self._speaker.name(self._grid.side), self.app.size
        width = min(_WIDTH, screen.width * (100 if screen.width < SMALL else 96) // 100 - _FRAME)
        room = _CELL if width == _WIDTH else _NARROW
        when = f"What {name} could have rolled" if self._is_rolled else f"{name}'s next roll"
        yield line(fit(f"{when}: the 36 rolls", width), TextStyle.BRIGHT)
        around = [BLANK] * (screen.height >= _MIN_HEIGHT_FRAMED)
        yield from around
        yield line("   " + "".join(f" {die:<{room - 1}}" for die in range(1, 7)), TextStyle.DIM)
        for number, row in enumerate(self._grid.rows):
            if number and screen.height >= _MIN_HEIGHT_SPACED:
                yield BLANK
            spans = [self._span(cell, number, column, room) for column, cell in enumerate(row)]
            yield TextLine((Span(f" {number + 1} ", TextStyle.DIM), *spans))
        yield from around
        wording = wrap(describe_cell(self._highlighted), width)[:_EFFECT_ROWS]
        yield from (*wording, *[BLANK] * (_EFFECT_ROWS - len(wording)))
        for text in describe_legend(self._grid):
            yield line(text, TextStyle.DIM)
        yield from wrap(describe_chances(self._grid), width, TextStyle.DIM)
        enter = KeyWord("Enter:", "roll it", Key.ENTER)
        arrows, esc = KeyWord("Arrows:", "pick a roll", None), KeyWord("Esc:", "close", Key.ESCAPE)
        yield foot_line([arrows, *[enter] * self._takes, esc], width)

    @property
    def _highlighted(self) -> ChartCell:
        return self._grid.rows[self._row][self._column]

    def _span(self, cell: ChartCell, row: int, column: int, room: int) -> Span:
        is_highlighted = (row, column) == (self._row, self._column)
        text = f"[{write_cell(cell)}]" if is_highlighted else f" {write_cell(cell)}"
        is_good = cell.can_hit or cell.wins or cell.can_trap
        style = TextStyle.ACCENT if is_good else TextStyle.PLAIN
        if is_highlighted:
            style = TextStyle.CHOSEN
        elif cell.is_shut_out:
            style = TextStyle.ALERT
        return Span(f"{text:<{room}}", style, ChooseRow(row * 6 + column))

    def on_key(self, event: events.Key) -> None:
        """Go through the rolls by arrows or by typing two numbers; Enter chooses one."""
        if event.key in _STEPS:
            down, across = _STEPS[event.key]
            self._highlight((self._row + down) % 6, (self._column + across) % 6)
        elif event.character and event.character in "123456":
            self._type(int(event.character))
        elif event.key == "enter":
            self._take()
        else:
            return
        event.stop()

    def _type(self, number: int) -> None:
        if self._typed:
            self._highlight(int(self._typed) - 1, number - 1)
        else:
            self._highlight(number - 1, self._column)
            self._typed = str(number)

    def _highlight(self, row: int, column: int) -> None:
        self._row, self._column, self._typed = row, column, ""
        self._show()

    def _take(self) -> None:
        self.dismiss(self._highlighted.dice if self._takes else None)

    def on_lines_link_clicked(self, event: Lines.LinkClicked) -> None:
        """Highlight the clicked roll; choose it if it was highlighted."""
        match event.click:
            case ChooseRow(index):
                row, column = divmod(index, 6)
                if (row, column) == (self._row, self._column):
                    self._take()
                else:
                    self._highlight(row, column)
            case Key.ENTER:
                self._take()
            case Key.ESCAPE:
                self.action_close()


def show_roll_chart(
    game: Game, naming: Naming, highlighted: Dice | None, takes: bool
) -> Dialog[Dice]:
    """Make the roll chart for the side that rolls next or has just rolled.

    The roll being played is highlighted by default.
    """
    starting_position = position_before_roll(game)
    if starting_position is None:
        return MessageBox[Dice]("The opening roll has not yet decided who starts.")
    played = game.turn and game.phase is not Phase.ROLL_AGAIN
    shown = highlighted or (game.turn.rolled.dice if game.turn and played else (1, 1))
    grid = roll_chart(game.rules, starting_position)
    return RollChartScreen(grid, naming, shown, takes=takes, has_rolled=bool(played))


_PICTURE: Final = "The board as a picture"


class _Text(NamedTuple):
    title: str
    name: str
    """The name of its file, without the ending."""
    write: Callable[[], str]
    ending: str = ".txt"


def shared_texts(table: Table) -> Iterator[_Text]:
    """Yield the texts that a table has."""
    record, game, side = table.record, table.game, table.game.side
    match, of_game = f"{record.date}-match", table.game_file
    position, has_id = f"{of_game}-position", has_position_id(game.rules)
    yield _Text("The match as a transcript", match, lambda: write_transcript(record))
    this_game = record.only_game(len(record.games))
    yield _Text("This game as a transcript", of_game, lambda: write_transcript(this_game))
    if side is not None:
        coded = DecodedPosition.from_table(table, side)
        start = coded.starting_position
        yield _Text("The position as a line", position, lambda: f"{start}\n")
    if side is not None and has_id:
        ids, code = gnubg_id(coded), xgid(coded)
        yield _Text("The position as a GNU Backgammon ID", position, lambda: f"{ids}\n")
        yield _Text("The position as an XGID", position, lambda: f"{code}\n")
    if has_id:
        title = "The match as a .mat file, for other programs"
        yield _Text(title, match, lambda: write_mat(record), ".mat")
    naming = Naming.from_names(record.white, record.black)
    yield _Text("The board as text", f"{of_game}-board", lambda: f"{draw_board(game, naming)}\n")


class Share(ListDialog[_Text | str, bool]):
    """A list of texts to copy and save; the result is True if a picture is wanted.

    There is no result if nothing was exported.
    """

    def __init__(self, table: Table, message: str = "") -> None:
        self._is_done = bool(message)
        super().__init__(
            "Export: to the clipboard and to a file",
            [*(Offer(text, text.title) for text in shared_texts(table)), Offer(_PICTURE, _PICTURE)],
            highlighted=_PICTURE if message else None,
            message=message or "Transcripts number rolls; the log and the review number turns.",
        )

    def choose(self, index: int) -> None:
        text = self.offers[index].value
        if not isinstance(text, _Text):
            self.dismiss(True)
            return
        try:
            content = text.write()
        except NoPlaceInFormat as problem:
            self.say(sentence(problem))
            return
        message = self.app.copy_and_export(text.name, content, text.ending)
        if text.name.endswith("-position"):
            message = f"{content.strip()}\n{message}"
        self._is_done = True
        self.say(message)

    def action_close(self) -> None:
        self.dismiss(False if self._is_done else None)
