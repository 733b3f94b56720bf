"""The first screen: which game, who plays, how long, with what dice and table rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.dice import FairDice, check_word, new_seed
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.records.names import LONGEST_NAME, check_names
from backgammon_tui.records.record import DiceKind, MatchRecord, read_length
from backgammon_tui.records.table import Table
from backgammon_tui.tui.screens.table_rules import TableRules
from backgammon_tui.words.rules import DESCRIPTIONS, tell_changes

LEAST_WIDTH, LEAST_HEIGHT = 72, 21
"""The smallest screen on which a match can be set up."""


class StartScreen(Screen[None]):
    """Two Enters from here start a Russian game with fair dice."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", show=False),
        # At once, not by message, so that two quick Enters are two.
        Binding("enter", "choose", "Choose", show=False, priority=True),
    ]

    class Begin(Message):
        """The players want to play at a table."""

        def __init__(self, table: Table) -> None:
            """Say at which."""
            super().__init__()
            self.table = table

    def __init__(self, match: MatchRecord, dice: DiceKind) -> None:
        """Offer a match, to be changed.

        Args:
            match: What the arguments of the program asked for.
            dice: Where the numbers are to come from.
        """
        super().__init__()
        self._match = match
        self._rules = {**RULESETS, match.rules.name: match.rules}
        """The table rules chosen for each ruleset, for when it is looked at again."""
        self._kind = dice
        self._dice = FairDice(new_seed())

    def compose(self) -> ComposeResult:
        """Lay out the games on the left and the match on the right."""
        names = list(RULESETS)
        yield Static(f"{LEAST_WIDTH} by {LEAST_HEIGHT} cells are needed.", id="too-small")
        with Horizontal(id="start"):
            with Vertical(id="games"):
                yield Static("backgammon", id="logo")
                yield OptionList(
                    *(Option(Content(RULESETS[name].title), id=name) for name in names),
                    id="rulesets",
                )
                yield Static("", id="description")
            with VerticalScroll(id="match", can_focus=False):
                yield from self._field("White", "white", self._match.white)
                yield from self._field("Black", "black", self._match.black)
                yield Button("swap sides", id="swap", compact=True)
                length = str(self._match.length or "")
                yield from self._field("Match to", "length", length, "open-ended", 3)
                with Horizontal(classes="field"):
                    yield Static("Dice", classes="label")
                    yield Button(self._dice_label(), id="dice-kind", compact=True)
                with Vertical(classes="fair"):
                    yield Static("", id="commitment")
                    yield from self._field("White's word", "word-white", "", "if you like")
                    yield from self._field("Black's word", "word-black", "", "if you like")
                with Horizontal(classes="field"):
                    yield Static("Table rules", classes="label")
                    yield Button("change", id="rules", compact=True)
                yield Static("", id="changes")
                yield Button("Play", id="play", variant="primary", compact=True)
                yield Static("", id="problem")
        yield Static(
            " enter chooses   tab next field   esc leaves   ctrl+p themes and more", id="start-keys"
        )

    @staticmethod
    def _field(
        label: str, name: str, value: str, hint: str = "", longest: int = LONGEST_NAME
    ) -> ComposeResult:
        """A text field beside its label."""
        with Horizontal(classes="field"):
            yield Static(label, classes="label")
            yield Input(value, placeholder=hint, max_length=longest, id=name, compact=True)

    def on_resize(self, event: events.Resize) -> None:
        """Say so where there is no room."""
        fits = event.size.width >= LEAST_WIDTH and event.size.height >= LEAST_HEIGHT
        self.query_one("#start").display = self.query_one("#start-keys").display = fits
        self.query_one("#too-small").display = not fits

    def on_mount(self) -> None:
        """Stand on the game that was asked for."""
        rulesets = self.query_one("#rulesets", OptionList)
        rulesets.highlighted = list(RULESETS).index(self._match.rules.name)
        rulesets.focus()
        self._show()

    def _show(self) -> None:
        rules = self._match.rules
        self.query_one("#description", Static).update(Content(DESCRIPTIONS[rules.name]))
        changes = tell_changes(rules)
        self.query_one("#changes", Static).update(Content(changes or "as usual"))
        self.query_one("#dice-kind", Button).label = self._dice_label()
        is_fair = self._kind is DiceKind.FAIR
        self.set_class(not is_fair, "-typed-dice")
        short = self._dice.commitment
        self.query_one("#commitment", Static).update(
            Content(f"fixed already; commitment SHA-256\n{short[:32]}\n{short[32:]}")
        )

    def _dice_label(self) -> str:
        return "fair, verified" if self._kind is DiceKind.FAIR else "real, typed in"

    @on(OptionList.OptionHighlighted, "#rulesets")
    def _look_at(self, event: OptionList.OptionHighlighted) -> None:
        name = event.option_id
        if name and name != self._match.rules.name:
            self._match = replace(self._match, rules=self._rules[name])
            self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter chooses only where a game can be chosen."""
        return action != "choose" or self.focused is self.query_one("#rulesets")

    def action_choose(self) -> None:
        """Go on from the game to playing it."""
        self.set_focus(self.query_one("#play"))

    @on(OptionList.OptionSelected, "#rulesets")
    def _chosen(self) -> None:
        self.query_one("#play").focus()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.query_one("#play").focus()

    @on(Button.Pressed, "#dice-kind")
    def _change_dice(self) -> None:
        is_fair = self._kind is DiceKind.FAIR
        self._kind = DiceKind.TYPED if is_fair else DiceKind.FAIR
        self._show()

    @on(Button.Pressed, "#swap")
    def _swap_sides(self) -> None:
        white, black = self.query_one("#white", Input), self.query_one("#black", Input)
        if (white.value, black.value) == ("White", "Black"):
            self._complain("type the names first; then they can change sides")
            return
        white.value, black.value = black.value, white.value

    @on(Button.Pressed, "#rules")
    def _change_rules(self) -> None:
        self.app.push_screen(TableRules(self._match.rules), self._take_rules)

    def _take_rules(self, rules: Rules | None) -> None:
        if rules:
            self._rules[rules.name] = rules
            self._match = replace(self._match, rules=rules)
            self._show()

    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        try:
            table = self._table()
        except ValueError as error:
            self._complain(str(error))
            return
        self.post_message(self.Begin(table))

    def _complain(self, text: str) -> None:
        problem = self.query_one("#problem", Static)
        problem.update(Content(f"{text[:1].upper()}{text[1:]}."))
        problem.scroll_visible()

    def _table(self) -> Table:
        """The table that the fields describe.

        Raises:
            ValueError: if a field cannot be used.
        """
        white, black = check_names(self._value("white"), self._value("black"))
        length = self._value("length").strip()
        match = replace(
            self._match,
            white=white,
            black=black,
            length=read_length(length) if length else None,
            date=date.today().isoformat(),
        )
        if self._kind is DiceKind.TYPED:
            return Table.sit_down(match, None)
        words = [check_word(self._value(f"word-{side}").strip()) for side in ("white", "black")]
        dice = replace(self._dice, white_word=words[0], black_word=words[1])
        return Table.sit_down(match, dice)

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value

    def on_key(self, event: events.Key) -> None:
        """Arrows up and down move between the fields too."""
        if event.key in ("down", "up") and not isinstance(self.focused, OptionList):
            event.stop()
            if event.key == "down":
                self.focus_next()
            else:
                self.focus_previous()

    def action_leave(self) -> None:
        """Leave a field, or else the program; nothing has begun."""
        rulesets = self.query_one("#rulesets")
        if rulesets.has_focus:
            self.app.exit()
        else:
            rulesets.focus()
