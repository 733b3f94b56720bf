"""Dialogs: boxes over the board, lists to choose from, and lists whose lines change in place."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from itertools import groupby
from math import inf
from operator import attrgetter
from pathlib import Path, PurePath
from time import monotonic
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine import RULESETS, Rules, Side
from backgammon_tui.names import STRENGTH, Level, is_computer, name_of
from backgammon_tui.session import Remedy, remedies
from backgammon_tui.settings import MENU, SETTINGS, THEMES, Setting, Settings
from backgammon_tui.tui.app import QUIT_PAGE, ReadingPause, ScreenAnswer, TopmostScreen, bind
from backgammon_tui.tui.page_parts import ChoiceList, Clickable, pressable
from backgammon_tui.words.columns import cells
from backgammon_tui.words.naming import STANDARD, Naming, capitalized, plural, sentence
from backgammon_tui.words.problems import JournalProblem
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    HouseRule,
    describe_changes,
    describe_effect,
    describe_value,
)

DIALOG_STYLES = Path(__file__).with_name("dialog.tcss")


CLOSES = "Esc: close"
_PAGES = "VerticalScroll, OptionList"
SMALL = 64
"""Width below which a box is as wide as the screen."""

MORE = "more below"
"""The hint for scrolling with the arrows."""


class Dialog(
    TopmostScreen[ScreenAnswer | None], ModalScreen[ScreenAnswer | None], Generic[ScreenAnswer]
):
    """A box over the board, with a title and a hint. Escape closes it without a result."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [DIALOG_STYLES]
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (SMALL, "-tight"), (100, "-roomy")]  # noqa: RUF012 - so in Screen
    VERTICAL_BREAKPOINTS = [(0, "-low"), (26, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "close"),
        bind("space", "read_on"),
        bind("question_mark", "app.keys"),
    ]

    box = ""
    """The style classes of the box."""

    def __init__(self, title: str = "", text: str = "", hint: str = CLOSES) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._hint = hint
        self.reading_pause = ReadingPause()
        self.reading_pause.begin()  # Keys may arrive before the dialog is shown.

    def compose(self) -> ComposeResult:
        with Vertical(classes=f"dialog {self.box}"):
            if self._title:
                yield Static(Content(self._title), classes="dialog-title")
            yield from self.compose_body()
            hint = pressable(self._hint, self.app.own_keys)
            yield Clickable(hint, id="hint", classes="dialog-hint")

    def compose_body(self) -> ComposeResult:
        yield Static(Content(self._text))

    def say(self, text: str) -> None:
        self.update("#hint", pressable(text, self.app.own_keys))

    def update(self, line: str, text: VisualType) -> None:
        """Replace a text; the answer to a query may come when the dialog is closed."""
        for shown in self.query(line).results(Static):
            shown.update(text)

    def on_mount(self) -> None:
        """Show on the frame whether there is more below."""
        for page in self.query(_PAGES):
            for moved in ("scroll_y", "virtual_size"):
                self.watch(page, moved, self._on_layout_change)

    def on_resize(self) -> None:
        self._on_layout_change()

    def _on_layout_change(self, _: object = None) -> None:
        # A page is resized only some time after its text changes.
        self.once_laid_out(self._show_more_hint)

    def once_laid_out(self, draw: Callable[[], object]) -> None:
        """Draw after the next layout, unless the page is closed by then."""
        self.call_after_refresh(lambda: self.is_open and draw())

    def _show_more_hint(self) -> None:
        below = [page for page in self.query(_PAGES) if page.scroll_offset.y < page.max_scroll_y]
        is_text = any(isinstance(page, VerticalScroll) for page in below)
        more = "space: more" if is_text else MORE
        # A dialog may be closed before its page is laid out.
        for frame in self.query(".dialog"):
            frame.border_subtitle = more if below else ""

    def on_screen_resume(self) -> None:
        self.reading_pause.begin()

    def ignores(self, key: str) -> bool:
        return not isinstance(self.focused, Input) and self.reading_pause.drops_press()

    def action_read_on(self) -> None:
        for page in self.query(VerticalScroll):
            is_at_end = page.scroll_offset.y >= page.max_scroll_y
            if is_at_end and not page.can_focus:
                page.scroll_home(animate=False)  # No other key scrolls back.
            else:
                page.scroll_page_down(animate=False)


class TextPage(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A scrolling text."""

    BINDINGS: ClassVar[list[BindingType]] = [QUIT_PAGE]

    box = "page"

    def compose_body(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Content(self._text), id="text")

    def show(self, text: VisualType) -> None:
        self.update("#text", text)


class MessageBox(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A sentence. Enter, Escape or a click closes it without a result."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("enter", "close")]

    def __init__(self, text: str, hint: str = "Enter: close") -> None:
        super().__init__(text=text, hint=hint)

    def on_click(self) -> None:
        self.dismiss(None)


class ComparisonBox(MessageBox[bool]):
    """Two lines compared, and a key that rolls both out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("equals_sign", "roll_out", about="Roll out both lines compared")
    ]

    def __init__(self, text: str) -> None:
        super().__init__(text, hint="=: roll both out   Enter: close")

    def action_roll_out(self) -> None:
        self.dismiss(True)


ValueT = TypeVar("ValueT")
ValueT_co = TypeVar("ValueT_co", covariant=True)


class Offer(NamedTuple, Generic[ValueT_co]):
    value: ValueT_co
    """The thing that this line represents."""

    text: str
    key: str = ""
    """The key for the same action, which also works in the list; empty if there is none."""


class ListDialog(Dialog[ScreenAnswer], Generic[ValueT, ScreenAnswer]):
    """A list of values: Enter, the key of a value or a click chooses it, Escape closes.

    In the list, None draws a rule between two lines and a text is a heading; `highlighted` is the
    value of the first highlighted line. A text is shown between title and list, messages below the
    list.
    """

    box = "list"
    BINDINGS: ClassVar[list[BindingType]] = [bind("space", "take_highlighted")]

    def __init__(
        self,
        title: str,
        offers: Sequence[Offer[ValueT] | str | None],
        *,
        highlighted: ValueT | None = None,
        text: str = "",
        hint: str = "Enter: choose   Esc: close",
        message: str = "",
    ) -> None:
        super().__init__(title, text, hint)
        self.offers = [offer for offer in offers if isinstance(offer, Offer)]
        self._rows = offers
        self._highlighted = highlighted
        self._message = message
        self._mistyped = -inf
        """The time of the last key that may belong to typed text, which matches no line."""
        self._key_width = max((len(offer.key) + 1 for offer in self.offers if offer.key), default=0)
        if len(self.offers) > _MIN_LONG_LIST:
            self.box += " menu"
        if any(cells(offer.text) > 44 for offer in self.offers):
            self.box += " wide" if self._key_width else " broad"

    def compose_body(self) -> ComposeResult:
        if self._text:
            with VerticalScroll(can_focus=False):
                yield Static(Content(self._text), id="message")
        yield ChoiceList(self._take_option, *map(self._option, self._rows))
        yield Static("", id="below")

    def on_resize(self) -> None:
        """Leave six rows for the title and the hint around a long list."""
        if len(self.offers) > _MIN_LONG_LIST:
            self.query_one(ChoiceList).styles.max_height = self.app.size.height - 6

    def _option(self, row: Offer[ValueT] | str | None) -> Option | None:
        if isinstance(row, Offer):
            key = self.app.own_keys.shown(row.key)
            line = Content.assemble((f"{key:<{self._key_width}}", "bold"), Content(row.text))
            return Option(line, id=str(self.offers.index(row)))
        return Option(Content.styled(row, "$accent"), disabled=True) if row else None

    def about(self, index: int) -> str:
        return ""

    def say(self, text: str) -> None:
        self.update("#below", Content(text))
        self.query("#below").set(display=bool(text))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if about := self.about(int(event.option_id or 0)):
            self.say(about)

    def on_mount(self) -> None:
        self.on_resize()  # The first frame already has all lines.
        values = [offer.value for offer in self.offers]
        at = values.index(self._highlighted) if self._highlighted in values else 0
        self.say(self._message)
        options = self.query_one(OptionList)
        options.highlighted = options.get_option_index(str(at))

    def _take_option(self, option: Option) -> None:
        self.choose(int(option.id or 0))

    def on_key(self, event: events.Key) -> None:
        """Choose the line with this key, unless the key is part of a text typed by mistake."""
        keys = [offer.key for offer in self.offers]
        if not event.is_printable or not any(keys):
            return
        typed = event.character or ""
        wanted = next((key for key in (typed, typed.lower()) if key in keys), None)
        if wanted is None and event.key in self.active_bindings:
            return
        if wanted is None or monotonic() < self._mistyped + _PAUSE:
            # The typed letters may be moves meant for the board, so they do nothing here.
            self._mistyped = monotonic()
            self.say("This key does nothing here. Esc goes back.")
            return
        event.stop()
        event.prevent_default()
        self.choose(keys.index(wanted))

    def action_take_highlighted(self) -> None:
        self.query_one(ChoiceList).action_select()

    @abstractmethod
    def choose(self, index: int) -> None: ...

    def set_line(self, index: int, text: str) -> None:
        options = self.query_one(OptionList)
        options.replace_option_prompt(str(index), Content(text))
        if options.highlighted == options.get_option_index(str(index)):
            self.say(self.about(index))


_PAUSE: Final = 1.0
"""Seconds for which keys have no effect after a key without a line."""

_MIN_LONG_LIST: Final = 8
"""Minimum length of a list that gets no margin, in lines."""


class Choose(ListDialog[ScreenAnswer, ScreenAnswer], Generic[ScreenAnswer]):
    """A list whose chosen value is the result."""

    def choose(self, index: int) -> None:
        self.dismiss(self.offers[index].value)


class Consent(Choose[bool]):
    """A question before an action that may be final."""

    def __init__(self, question: str, yes: str = "yes", no: str = "no") -> None:
        super().__init__(
            question, [Offer(True, yes, "y"), Offer(False, no, "n")], highlighted=False
        )


def menu(
    title: str, lines: Sequence[tuple[str, str]], highlighted: int, menu_only_count: int
) -> Choose[int]:
    """Make a menu of keys and actions; its result is the index of the chosen line."""
    offers: list[Offer[int] | str] = [Offer(at, text, key) for at, (key, text) in enumerate(lines)]
    if menu_only_count:
        offers.insert(len(offers) - menu_only_count, "Only from this menu")
    return Choose(title, offers, highlighted=highlighted)


def choose_player(side: Side, name: str) -> Choose[str]:
    """Ask for the player of a side; the answer is the computer's name, or empty for a person.

    If a person plays the side now, the medium computer is highlighted.
    """
    title = f"Who plays {STANDARD.name(side)}?"
    return Choose(
        title,
        [Offer("", "A person"), "The computer, at the level:", *_levels("  ")],
        highlighted=name if is_computer(name) else name_of(Level.MEDIUM),
        message=_OF_LEVELS,
    )


def choose_level(text: str, level: Level) -> Choose[str]:
    title = "Play on against the computer"
    return Choose(title, _levels(), highlighted=name_of(level), text=text, message=_OF_LEVELS)


def _levels(indent: str = "") -> list[Offer[str]]:
    return [Offer(name_of(level), f"{indent}{level.value}: {STRENGTH[level]}") for level in Level]


_OF_LEVELS: Final = (
    "Each level wins about two games in three against the level below. The strongest"
    " looks two rolls ahead; hints look one roll ahead."
)


_THEME = "theme"


class Options(ListDialog[Setting | str, Settings]):
    """Enter changes the highlighted option; Escape returns all options."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012

    def __init__(
        self,
        settings: Settings,
        naming: Naming = STANDARD,
        people: frozenset[Side] = frozenset(Side),
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        self._settings = settings
        self._naming = naming
        offered = (
            setting
            for setting in MENU
            if setting.side in (None, *people) and setting.name not in hidden
        )
        rows: list[Offer[Setting] | str] = []
        for group, settings_of in groupby(offered, attrgetter("group")):
            rows += [group, *(Offer(setting, self._describe(setting)) for setting in settings_of)]
        theme = Offer(_THEME, self._describe(_THEME))
        super().__init__("Options", [*rows, theme], hint="Enter: change   Esc: done")

    def about(self, index: int) -> str:
        setting = self.offers[index].value
        text = SETTINGS[_THEME].flag.partition(" (")[0] if setting == _THEME else setting.help
        return self._naming.of_sides(sentence(text))

    def _describe(self, setting: Setting | str) -> str:
        if isinstance(setting, str):
            return f"Theme: {self.app.theme}"
        return self._naming.of_sides(f"{setting.label}: {setting.state(self._settings)}")

    def choose(self, index: int) -> None:
        """Set the option to its next value; the theme is chosen from a list."""
        setting = self.offers[index].value
        if setting == _THEME:
            themes = Themes(self.app.theme)
            self.app.push_screen(themes, lambda _: self.set_line(index, self._describe(_THEME)))
        else:
            self._settings = setting.change(self._settings)
            self.set_line(index, self._describe(setting))

    def action_close(self) -> None:
        self.dismiss(self._settings)


class Themes(Choose[str]):
    """The themes, each previewed while highlighted; Escape restores the first."""

    def __init__(self, present: str) -> None:
        self._present = present
        offers = [Offer(name, f"{name}: {look}") for name, look in THEMES.items()]
        super().__init__("Theme", offers, highlighted=present, hint="Enter: choose   Esc: back")

    @on(OptionList.OptionHighlighted)
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        if self.is_open:
            self.app.theme = [*THEMES][event.option_index]

    def choose(self, index: int) -> None:
        self.app.theme = self.offers[index].value
        super().choose(index)

    def action_close(self) -> None:
        self.app.theme = self._present
        self.dismiss(None)


class TableRules(ListDialog[HouseRule, Rules]):
    """Enter or Space changes the highlighted rule; Escape returns the rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        offered = (rule for rule in HOUSE_RULES if rule.makes_sense(rules))
        offers = [Offer(rule, self._describe(rule)) for rule in offered]
        super().__init__("House rules", offers, hint="Enter: change   Esc: done")

    def about(self, index: int) -> str:
        return describe_effect(self._rules, self.offers[index].value)

    def _describe(self, rule: HouseRule) -> str:
        value = rule.value(self._rules)
        mark = "" if value == rule.value(RULESETS[self._rules.name]) else "  changed"
        return f"{rule.title}: {describe_value(value)}{mark}"

    def choose(self, index: int) -> None:
        rule = self.offers[index].value
        values = rule.values
        after = values[(values.index(rule.value(self._rules)) + 1) % len(values)]
        self._rules = rule.change(self._rules, after)
        self.set_line(index, self._describe(rule))

    def action_close(self) -> None:
        self.dismiss(self._rules)


class TroubleScreen(Choose[Remedy]):
    """The problem of unusable records and its remedies.

    Nothing is done until the players choose; Escape changes nothing.
    """

    def __init__(self, problem: JournalProblem) -> None:
        offers = [Offer(way, capitalized(effect)) for way, effect in remedies(problem).items()]
        super().__init__(
            "The records cannot be used",
            offers,
            text=str(problem),
            hint="Enter: choose   Esc: back",
            message="Nothing is lost, and nothing has been changed.",
        )

    def choose(self, index: int) -> None:
        storage, remedy = self.app.storage, self.offers[index].value
        assert storage.journal
        # Every remedy needs the file to be opened again.
        storage.journal.close()
        if remedy is Remedy.PLAY_UNSAVED:
            storage.journal = None
        if remedy is Remedy.RESTORE:
            self.query_one(OptionList).display = False
            self._restore()
        else:
            super().choose(index)

    def action_close(self) -> None:
        if self.query_one(OptionList).display:
            super().action_close()

    @work
    async def _restore(self) -> None:
        def report(match_count: int) -> None:
            message = f"{plural(match_count, 'match')} read from the damaged file."
            self.app.call_from_thread(self.say, message)

        try:
            message = await asyncio.to_thread(self.app.storage.restore, report)
        except JournalProblem as problem:
            self.query_one("#message", Static).update(Content(str(problem)))
            self.query_one(OptionList).display = True
            self.query_one(OptionList).focus()
        else:
            await self.app.push_screen_wait(MessageBox[None](message))
            self.dismiss(Remedy.RESTORE)


class ChooseRuleset(ListDialog[Rules | None, Rules]):
    """Enter chooses the highlighted game, or opens the house rules of the current one."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        changes = describe_changes(rules) or "as usual"
        offers = [Offer(ruleset, ruleset.title) for ruleset in RULESETS.values()]
        house_rules = Offer(None, f"House rules: {changes}")
        super().__init__(
            "Which game?", [*offers, None, house_rules], highlighted=RULESETS[rules.name]
        )

    def choose(self, index: int) -> None:
        rules = self.offers[index].value
        if isinstance(rules, Rules):
            self.dismiss(rules)
        else:
            self.app.push_screen(TableRules(self._rules), self._take)

    def _take(self, rules: Rules | None) -> None:
        self.dismiss(rules)


def choose_quiz_games(games: tuple[Rules, ...]) -> Choose[tuple[Rules, ...]]:
    all_rulesets = tuple(RULESETS.values())
    offers: list[Offer[tuple[Rules, ...]]] = [
        *(Offer((rules,), rules.title) for rules in all_rulesets),
        Offer(all_rulesets, "All games"),
    ]
    highlighted = games if len(games) == 1 else all_rulesets
    return Choose("Questions about which game?", offers, highlighted=highlighted)
