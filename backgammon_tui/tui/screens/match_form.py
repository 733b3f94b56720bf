"""The form of a new match: players, length, dice, house rules and help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import pairwise
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.strip import Strip
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine import RULESETS, Rules, Side
from backgammon_tui.engine.game import read_length
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.names import (
    MAX_NAME,
    check_names,
    display_name,
    distinct_names,
    is_computer,
    level_of,
    parse_display_name,
    swap_names,
)
from backgammon_tui.settings import Help
from backgammon_tui.stats import is_somebody
from backgammon_tui.storage.codes import DecodedPosition
from backgammon_tui.tui.app import BackgammonApp, bind
from backgammon_tui.tui.dialogs.dialog import (
    TableRules,
    choose_player,
)
from backgammon_tui.tui.page_parts import TextField
from backgammon_tui.words.columns import cells
from backgammon_tui.words.naming import STANDARD, write_dice
from backgammon_tui.words.rule_settings import describe_changes

ABOUT_ENTER: Final = (
    "Choose the highlighted line or button (also Space). In a field, Enter goes to the next field"
    " or, after the length, to Play"
)
"""The effect of Enter and Space on the first screen."""


class FormField(TextField):
    BINDINGS: ClassVar[list[BindingType]] = [bind("enter", "submit", "go to Play")]

    def __init__(self, name: str, value: str, hint: str = "", longest: int = MAX_NAME) -> None:
        super().__init__(value, placeholder=hint, max_length=longest, id=name, compact=True)

    _is_entered = False
    """True until the text changes after the field was entered."""

    def on_focus(self) -> None:
        self._is_entered = True

    def on_input_changed(self) -> None:
        self._is_entered = False

    def on_click(self) -> None:
        """Select the text of a field that the click enters, so typing replaces it."""
        if self._is_entered:
            self.select_all()
        self._is_entered = False

    def on_blur(self) -> None:
        self.cursor_position = 0

    def render_line(self, y: int) -> Strip:
        """Draw the field; a long text ends with an ellipsis unless it is being edited."""
        strip, width = super().render_line(y), self.size.width
        if self.has_focus or cells(self.value) <= width:
            return strip
        return Strip.join([strip.crop(0, width - 1), Strip([Segment("…")], 1)])


class NameField(FormField):
    """A field with a button beside it, reached with the right arrow at the end of the name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "play", "play"),
        bind("enter", "submit", "next field"),
        bind("right", "cursor_right", "choose player", "After a name: choose person or computer"),
    ]

    def __init__(self, name: str, value: str, is_last: Callable[[], bool]) -> None:
        super().__init__(name, value)
        self.is_last = is_last
        """Returns True if no other name is needed, because the computer is the other player."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_last() if action == "play" else super().check_action(action, parameters)

    def action_play(self) -> None:
        self.screen.query_one("#play", Button).press()

    def action_cursor_right(self, select: bool = False) -> None:
        is_behind, before = self.cursor_at_end, self.value
        super().action_cursor_right(select)
        if is_behind and self.value == before and not select:  # The key may complete the name.
            self.screen.focus_next()


class FormButton(Button):
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space", "press", "press", ABOUT_ENTER, display="enter"),
        bind("left", "app.focus_previous"),
        bind("right", "app.focus_next"),
    ]

    def on_mount(self) -> None:
        self.active_effect_duration = 0


def form_button(text: str, name: str, classes: str | None = None) -> Button:
    """Return a button that is recognisable without colours."""
    button = FormButton(Content(f"[{text}]"), id=name, classes=classes, compact=True)
    button.styles.line_pad, button.styles.width = 0, len(text) + 2
    return button


def form_row(label: str, *widgets: Widget, name: str | None = None) -> Horizontal:
    return Horizontal(Static(label, classes="label", id=name), *widgets, classes="field")


def form_value(name: str | None = None) -> Static:
    return Static("", id=name, classes="value")


_ID: Final = {Side.WHITE: "white", Side.BLACK: "black"}
"""The field ids of the players' names."""

_ABOUT: Final = {
    "help": "Help for both: hints (t) and winning chances; try first and tutor warn of bad plays.",
    "rules": "House rules that players may change, each with an explanation.",
    "dice-kind": "Fair dice, or you roll your own and type the numbers.",
}
"""The descriptions of the buttons by id."""

_OWN_NAME: Final = (
    "What is your name? Your games, lessons and puzzles are kept under it. Enter starts the game."
)


class MatchForm(VerticalScroll):
    app = getters.app(BackgammonApp)
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "screen.leave", "return to the list", "Return to the list")
    ]

    def __init__(self, match: MatchRecord, dice: DiceKind) -> None:
        super().__init__(id="match", can_focus=False)
        self._match = match
        self.rules = {**RULESETS, match.rules.name: match.rules}
        """The house rules chosen for each ruleset, for when it is highlighted again."""
        self._kind = dice
        self.dice = FairDice(new_seed())
        self._start: DecodedPosition | None = None
        self._names = {
            side: NameField(name, display_name(getattr(match, name)), partial(self._is_alone, side))
            for side, name in _ID.items()
        }
        self._length = FormField("length", str(match.length or ""), "no limit", 3)
        self._people: dict[Side, str] = {}
        """The people whom the computer replaced."""

    def compose(self) -> ComposeResult:
        for side, field in self._names.items():
            button = form_button("or computer", f"{_ID[side]}-plays", "beside")
            yield form_row(STANDARD.name(side), field, button, name=f"{_ID[side]}-label")
        yield form_row("", form_value(), form_button("swap colours", "swap"))
        longer = form_button("next", "longer", "beside")
        yield form_row("Match to", self._length, Static("", id="unit"), longer)
        details = form_button("details", "dice-details")
        yield form_row("Dice", form_value("dice"), details, form_button("next", "dice-kind"))
        yield form_row("House rules", form_value("changes"), form_button("choose", "rules"))
        yield form_row("Computer help", form_value("helped"), form_button("next", "help"))
        yield FormButton("Play", id="play", variant="primary", compact=True)
        yield Static("", id="problem")

    def on_mount(self) -> None:
        self.offer_names()
        self._show()

    def offer(self, rules: Rules, start: DecodedPosition | None = None) -> None:
        """Offer another game, from its start or from a position."""
        self._match = replace(self._match, rules=rules)
        self._start = start
        if start and start.length:
            self._length.value = str(start.length)
        self._show()

    def offer_names(self) -> None:
        """Offer the names of earlier players, and the learner as White if nobody has a name."""
        white, black = self._names.values()
        names, learner = self.app.storage.read_player_names(), self.app.storage.settings.learner
        offers = [display_name(name) for name in (*names, learner) if name]
        white.suggester = black.suggester = SuggestFromList(offers, case_sensitive=False)
        is_free = black.value == STANDARD.black or is_computer(self._player(Side.BLACK))
        if learner and white.value == STANDARD.white and is_free:
            white.value = learner

    def _show(self) -> None:
        message = describe_changes(self._match.rules) or "as usual"
        self.query_one("#changes", Static).update(Content(message))
        self.query_one("#dice", Static).update(
            "Fair dice" if self.has_fair_dice else "Real dice, typed in"
        )
        self.query_one("#helped", Static).update(Content(self._match.help.label))
        self.set_class(not self.has_fair_dice, "-typed-dice")
        self.show_play(is_highlighted=self.screen.focused is self.query_one("#play"))

    def show_play(self, *, is_highlighted: bool) -> None:
        """Label the button that starts the match; brackets show its focus without colours."""
        label = f"Play {self._match.rules.short_title}"
        if self._start:
            label += " from this position"
            label += f", {write_dice(self._start.dice)} rolled" if self._start.dice else ""
        self.query_one("#play", Button).label = Content(f"[ {label} ]" if is_highlighted else label)

    def offer_last(self, played: MatchRecord) -> None:
        """Offer players, length, hints and house rules of the last match."""
        self.rules[played.rules.name] = played.rules
        self._match = replace(self._match, help=played.help)
        last = (display_name(played.white), display_name(played.black), str(played.length or ""))
        for field, value in zip((*self._names.values(), self._length), last, strict=True):
            field.value = value
        self._show()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        white, black = self._names.values()
        after: dict[Input, Widget] = {white: black, black: self._length}
        after.get(event.input, self.query_one("#play")).focus()

    def go(self, by: int) -> None:
        """Go to the next or previous row, skipping the button beside a field."""
        go = self.screen.focus_next if by > 0 else self.screen.focus_previous
        focused = go()
        if focused and focused.has_class("beside"):
            go()

    def on_key(self, event: events.Key) -> None:
        """Move between rows by arrow keys; a digit typed on a button sets the match length."""
        if event.key in ("down", "up"):
            event.stop()
            self.go(1 if event.key == "down" else -1)
        elif event.character and event.character.isdecimal():
            event.stop()
            length = self._length
            # Fast typing continues before the focus moves; fields do not pass digits on.
            if self.screen.focused is not length:
                self.screen.set_focus(
                    length, from_app_focus=True
                )  # Any other focus selects the text.
                length.value = ""
            length.insert_text_at_cursor(event.character)

    @on(Button.Pressed, "#dice-kind")
    def _change_dice(self) -> None:
        self._kind = DiceKind.TYPED if self.has_fair_dice else DiceKind.FAIR
        self._show()
        self.screen.refresh_bindings()

    @property
    def has_fair_dice(self) -> bool:
        return self._kind is DiceKind.FAIR

    @on(Button.Pressed, "#dice-details")
    def show_dice(self) -> None:
        from backgammon_tui.tui.dialogs.pages import about_dice

        if self.has_fair_dice:
            self.app.push_screen(about_dice(self.dice))

    @on(Button.Pressed, "#swap")
    def _swap_sides(self) -> None:
        white, black = self._names.values()
        if (white.value, black.value) == ("White", "Black"):
            self.show_error("Type the names first, then swap them.")
            return
        white.value, black.value = swap_names(white.value, black.value)
        self._people = {side.other: name for side, name in self._people.items()}

    @on(Button.Pressed, "#longer")
    def _change_length(self) -> None:
        usual = ("", "1", "3", "5", "7", "11")  # Empty for no limit.
        self._length.value = dict(pairwise(usual)).get(self._length.value.strip(), "")

    @on(Button.Pressed, "#help")
    def _change_help(self) -> None:
        all_help = list(Help)
        after = all_help[(all_help.index(self._match.help) + 1) % len(all_help)]
        self._match = replace(self._match, help=after)
        self._show()

    @on(Button.Pressed, "#white-plays, #black-plays")
    def _choose_side(self, event: Button.Pressed) -> None:
        is_white = event.button.id == f"{_ID[Side.WHITE]}-plays"
        self._choose_player(Side.WHITE if is_white else Side.BLACK)

    def choose_opponent(self) -> None:
        """Ask for the level of the computer, which plays Black unless it plays White already."""
        is_white = is_computer(self._player(Side.WHITE))
        self._choose_player(Side.WHITE if is_white else Side.BLACK)

    @work
    async def _choose_player(self, side: Side) -> None:
        field, player = self._names[side], self._player(side)
        name = await self.app.push_screen_wait(choose_player(side, player.strip()))
        if name is None:
            return
        if not is_computer(player) and is_somebody(player):
            self._people[side] = player
        field.value = display_name(name or self._people.get(side, STANDARD.name(side)))
        own = self._names[side.other]
        after = (own if self._asks_name(side.other) else self.query_one("#play")) if name else field
        after.focus()

    def _is_alone(self, side: Side) -> bool:
        """Return True if a side is the only person's."""
        return is_computer(self._player(side.other)) and not is_computer(self._player(side))

    def _asks_name(self, side: Side) -> bool:
        """Return True if a player against the computer has yet to be asked for a name."""
        storage, player = self.app.storage, self._player(side)
        is_asked = storage.settings.name_asked or not storage.path
        return not (is_asked or is_computer(player) or is_somebody(player))

    def about(self, entered: Widget) -> str:
        """Describe the field that has the focus; empty if its label is enough.

        The label of the only person's name asks for it.
        """
        own = next((f for f in self._names.values() if f is entered and f.is_last()), None)
        for side, field in self._names.items():
            label = "Your name" if field is own else STANDARD.name(side)
            self.query_one(f"#{field.id}-label", Static).update(label)
        return _OWN_NAME if own else _ABOUT.get(entered.id or "", "")

    @on(Input.Changed)
    def _update_labels(self) -> None:
        """Update the labels that depend on typed text: buttons, names and match length."""
        for side in Side:
            other = "person" if is_computer(self._player(side)) else "computer"
            button = self.query_one(f"#{_ID[side]}-plays", Button)
            button.label = Content(f"[or {other}]")
            button.styles.width = len(other) + 5  # The name needs the rest at 80 columns.
        length = self._length.value.strip()
        unit = "" if not length else "point" if length == "1" else "points"
        self.query_one("#unit", Static).update(unit)

    @on(Button.Pressed, "#rules")
    @work
    async def _change_rules(self) -> None:
        rules = await self.app.push_screen_wait(TableRules(self._match.rules))
        if rules:
            self.rules[rules.name] = rules
            self.offer(rules, self._start)

    def show_error(self, text: str) -> None:
        problem = self.query_one("#problem", Static)
        problem.update(Content(text))
        problem.scroll_visible()

    def table(self) -> Table:
        """Return the table that the fields describe; an invalid field raises `ValueError`."""
        white, black = check_names(*distinct_names(*(self._player(side) for side in Side)))
        for name in (white, black):
            level_of(name)  # Rejects an unknown level.
        length = self._length.value.strip()
        match = replace(
            self._match,
            white=white,
            black=black,
            length=read_length(length) if length else None,
            date=date.today().isoformat(),
        )
        dice = self.dice if self.has_fair_dice else None
        self.dice = FairDice(new_seed())  # The next match has other dice.
        if self._start:
            return self._start.begin(match, dice)
        return Table.new_match(match, dice)

    def _player(self, side: Side) -> str:
        return parse_display_name(self._names[side].value)
