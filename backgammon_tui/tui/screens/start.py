"""The first screen: resume a game, begin another, or open the records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, assert_never

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static

from backgammon_tui.engine import RULESETS, Rules, Side
from backgammon_tui.match.computer import sole_person
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.text import TextStyle
from backgammon_tui.session import Remedy
from backgammon_tui.settings import Hinted
from backgammon_tui.stats import is_somebody
from backgammon_tui.storage.journal.problems import problems_reported
from backgammon_tui.tui.app import RecordsChanged, TopmostScreen
from backgammon_tui.tui.page_parts import Keys, sign
from backgammon_tui.tui.screens.form_fields import ABOUT_ENTER
from backgammon_tui.tui.screens.match_form import ABOUT, MatchForm
from backgammon_tui.tui.screens.open_match import choose_open, read_names, read_open, resume
from backgammon_tui.tui.screens.start_parts import RESUME, StartEntry, StartList, StartSide

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.storage.journal.problems import JournalProblem
    from backgammon_tui.tui.screens.open_match import OpenMatch

MIN_WIDTH, MIN_HEIGHT = 57, 19
"""Minimum size of a screen on which a game can be played, and so begun."""

_ROOMY = 72
"""Minimum number of columns for the match beside the list; else it takes its place."""

_TOO_SMALL = f"The window is too small: {MIN_WIDTH}×{MIN_HEIGHT} needed."

_NAME = "B A C K G A M M O N"
_SIGN_WIDTH = 31

_WIDE = 110
_AIRY = 30
"""Minimum number of rows for room around the sign."""

_BOARD_WIDTH, _BOARD_HEIGHT = 80, 24
"""Minimum size of a screen with a board on it."""


class StartScreen(TopmostScreen[None]):
    """Two Enters from here start a Russian game with fair dice, one goes on with the last."""

    CSS_PATH = "start.tcss"
    COMPONENT_CLASSES: ClassVar[set[str]] = {style.component for style in TextStyle}
    BINDINGS: ClassVar[list[BindingType]] = [
        # At once, not by message, so that two quick Enters are two.
        Binding(
            "enter,space",
            "choose",
            "choose",
            key_display="enter",
            priority=True,
            tooltip=ABOUT_ENTER,
        ),
        Binding(
            "tab",
            "go_to_field(1)",
            "field",
            tooltip="the next field of the match; shift+tab the one before",
        ),
        Binding("shift+tab", "go_to_field(-1)"),
        Binding("f", "dice", "fair dice", tooltip="why the dice are fair; add words of your own"),
        Binding("l", "learn", "learn", tooltip="learn the highlighted game"),
        Binding("question_mark", "app.keys", "keys", key_display="?"),
        Binding(
            "escape",
            "leave",
            "quit",
            key_display="esc",
            tooltip="highlight Quit, for enter to confirm; in the match go back to the list",
        ),
    ]

    def __init__(self, match: MatchRecord, dice: DiceKind) -> None:
        super().__init__()
        self._match = match
        self._kind = dice
        self._ruleset = self._to_learn = match.rules.name
        """The game looked at last, and the one chosen or played last, which is to be learnt."""
        self._open: tuple[OpenMatch, ...] = ()
        self._said = ""
        """The description of the highlighted row."""
        self._trouble: JournalProblem | None = None

    def compose(self) -> ComposeResult:
        names = self._read()
        # Each costs more when there are widgets below.
        self._take_room(self.app.size)
        self.set_class(bool(self._open), "-resumes")
        yield Static(f"{_TOO_SMALL} {self.app.room_advice}", id="too-small")
        with Horizontal(id="start"):
            with Vertical(id="games"):
                name = Content.styled(_NAME.center(_SIGN_WIDTH).rstrip(), "bold $accent")
                yield Static(sign(name, _SIGN_WIDTH, self.app.look), id="logo")
                yield StartList(self._open)
                yield Static("", id="description")
            form = MatchForm(self._match, self._kind, names, self.app.storage.settings.learner)
            yield StartSide(form, self._match.rules)
        yield Keys()

    # ---- what was left

    def _read(self) -> tuple[str, ...]:
        self._open, self._trouble = (), None
        if self.app.storage.journal is None or not self.app.storage.journal.exists:
            return ()
        self._open, names, self._trouble = read_open(self.app.storage)
        return names

    @on(RecordsChanged)
    def refresh_open(self) -> None:
        """Read the unfinished matches again after play or a change."""
        names = self._read()
        self.query_one(StartList).offer(self._open)
        self.query_one(MatchForm).offer_names(names, self.app.storage.settings.learner)
        self._select_first()
        self._ask_about_trouble()

    @work
    async def _ask_about_trouble(self) -> None:
        from backgammon_tui.tui.dialogs.trouble import TroubleScreen

        if self._trouble is None:
            return
        trouble = TroubleScreen(self._trouble)
        remedy = await self.app.push_screen_wait(trouble)
        if remedy is Remedy.PLAY_UNSAVED:
            self.app.storage.journal = None
        if remedy is not None:
            self.refresh_open()

    # ---- the list

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        fits = width >= MIN_WIDTH and height >= MIN_HEIGHT
        self._take_room(event.size)
        self.query_one("#start").display = self.query_one("#footer").display = fits
        self.query_one("#too-small").display = not fits

    def _take_room(self, size: Size) -> None:
        self.set_class(size.width >= _WIDE, "-wide")
        self.set_class(size.width >= _BOARD_WIDTH and size.height >= _BOARD_HEIGHT, "-board")
        self.set_class(size.width < _ROOMY, "-narrow")
        self.set_class(size.height >= _AIRY, "-airy")

    def on_mount(self) -> None:
        self._select_first()
        self.query_one(StartList).focus()
        self._ask_about_trouble()

    def _select_first(self) -> None:
        games = self.query_one(StartList)
        self.set_class(bool(self._open), "-resumes")
        if self._open:
            self._to_learn = self._open[0].line.ruleset
        games.stand_on(RESUME if self._open else self._ruleset)
        self._show_entry(games.highlighted_id)

    @on(OptionList.OptionHighlighted, "#rulesets")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._show_entry(event.option_id or "")

    def _show_entry(self, name: str) -> None:
        entry = StartEntry.__members__.get(name)
        self.set_class(name == RESUME, "-left")
        self.set_class(entry is not None, "-other")
        self.refresh_bindings()
        shown: Rules | OpenMatch | None = None
        if entry:
            message = entry.told
        elif name == RESUME:
            shown = match = self._open[0]
            message = f"Enter goes on where you stopped, {match.when}."
        else:
            form = self.query_one(MatchForm)
            self._ruleset, rules = name, form.rules[name]
            shown = rules
            form.offer(rules)
            is_tight = self.has_class("-narrow") and bool(self._open)
            message = rules.summary if is_tight else rules.description.replace("\n", " ")
        self._said = message
        self.query_one("#description", Static).update(Content(message))
        if shown:
            self.query_one(StartSide).show(shown)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.query_one(MatchForm).show_play(is_highlighted=event.widget.id == "play")
        self.query_one("#description", Static).update(ABOUT.get(event.widget.id or "", self._said))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow Enter only in the list of games; other keys need the fields of a match."""
        # A key may come before there is a list.
        here = self.focused.highlighted_id if isinstance(self.focused, StartList) else None
        if action == "choose":
            return here is not None
        if action == "learn":
            return here in RULESETS
        if action == "leave":
            return here != StartEntry.QUIT.name
        if action == "dice":
            return self._has_form and self.query_one(MatchForm).has_fair_dice
        return action != "go_to_field" or self._has_form

    @property
    def _has_form(self) -> bool:
        is_hidden = self.has_class("-narrow") and not self.has_class("-form")
        return not (is_hidden or self.has_class("-left") or self.has_class("-other"))

    def action_go_to_field(self, by: int) -> None:
        self.query_one(MatchForm).go(by)

    def action_choose(self) -> None:
        if highlighted := self.query_one(StartList).highlighted_id:
            self._choose(highlighted)

    @on(OptionList.OptionSelected, "#rulesets")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._choose(event.option_id or "")

    def _choose(self, name: str) -> None:
        if entry := StartEntry.__members__.get(name):
            self._open_entry(entry)
        elif name == RESUME:
            self._go_on(self._open[0])
        else:
            self._to_learn = name
            # At once, as above.
            self.add_class("-form")
            self.set_focus(self.query_one("#play"))

    def _open_entry(self, entry: StartEntry) -> None:
        from backgammon_tui.tui.dialogs.options import Options
        from backgammon_tui.tui.screens.learn import fitting_course
        from backgammon_tui.tui.screens.records import RecordsScreen

        match entry:
            case StartEntry.OTHERS:
                games = choose_open(self._open[1:])
                self.app.push_screen(games, lambda match: self._go_on(match) if match else None)
            case StartEntry.POSITION:
                self._ask_position()
            case StartEntry.LEARN:
                learn = fitting_course(self.app.storage, self._to_learn)
                self.app.push_screen(learn, self._come_back)
            case StartEntry.RECORDS:
                self.app.push_screen(RecordsScreen(), self._come_back)
            case StartEntry.OPTIONS:
                options = Options(self.app.storage.settings)
                remember = self.app.storage.remember_options
                self.app.push_screen(options, lambda liked: remember(liked) if liked else None)
            case StartEntry.QUIT:
                self.app.exit()
            case _:
                assert_never(entry)

    def _go_on(self, match: OpenMatch) -> None:
        from backgammon_tui.tui.dialogs.dialog import MessageBox

        if not self.is_active:
            return  # The key or click before this one has begun a match already.
        resumed = resume(self.app.storage, match)
        if isinstance(resumed, tuple):
            self._begin(*resumed)
        elif resumed.is_about_a_match:
            self.app.push_screen(MessageBox(str(resumed)), lambda _: self.refresh_open())
        else:
            self._trouble = resumed
            self._ask_about_trouble()

    def _begin(self, table: Table, lock: MatchLock | None = None) -> None:
        self._ruleset = table.record.rules.name
        self.query_one(MatchForm).offer_last(table.record)
        self.app.storage.remember(
            white=table.record.white,
            black=table.record.black,
            length=str(table.record.length or ""),
            hints=Hinted.from_sides(table.record.hints),
        )
        self._sit_down(table, lock)

    def _sit_down(self, table: Table, lock: MatchLock | None) -> None:
        self._to_learn = table.record.rules.name
        from backgammon_tui.tui.screens.match_screen import MatchScreen

        match = MatchScreen(self.app.sit_down(table, lock), self.app.storage)
        self.app.push_screen(match, self._leave_match)

    def _leave_match(self, _: Table | None) -> None:
        self.app.close_session()
        self._go_to_list()
        self.refresh_open()

    def _come_back(self, opened: tuple[Table, MatchLock | None] | None) -> None:
        """Play at a table found on another screen, or show the unfinished matches again."""
        if opened:
            # What begins in a sandbox changes nothing of what was chosen here.
            table, lock = opened
            (self._begin if lock else self._sit_down)(table, lock)
            return
        games = self.query_one(StartList)
        highlighted = games.highlighted_id
        self.refresh_open()
        if highlighted in StartEntry.__members__ and not self._open:
            games.stand_on(highlighted)

    def action_learn(self) -> None:
        from backgammon_tui.tui.screens.learn import LearnScreen

        self._to_learn = self._ruleset
        self.app.push_screen(LearnScreen(self._ruleset), self._come_back)

    def action_dice(self) -> None:
        self.query_one(MatchForm).show_dice()

    @work
    async def _ask_position(self) -> None:
        if game := await self.query_one(MatchForm).ask_position(self._to_learn):
            self.query_one(StartSide).show(game)
            self.remove_class("-other")
            self.add_class("-form")
            self.query_one("#play").focus()

    @on(MatchForm.Submitted)
    def _play(self, event: MatchForm.Submitted) -> None:
        if not self.is_active:
            return  # The Enter before this one has begun it already.
        side, table = sole_person(event.table), event.table
        is_asked = self.app.storage.settings.name_asked or not self.app.storage.is_on
        if side is None or is_somebody(table.record.name(side)) or is_asked:
            self._begin(table)
        else:
            self._ask_own_name(table, side)

    @work(group="name", exclusive=True)
    async def _ask_own_name(self, table: Table, side: Side) -> None:
        from backgammon_tui.tui.dialogs.forms import ask_own_name

        names = read_names(self.app.storage)
        name = await self.app.push_screen_wait(ask_own_name(names))
        self.app.storage.remember(name_asked=True)
        if name:
            await self._name_learner(name)
            record = table.record
            white, black = (name if seat is side else record.name(seat) for seat in Side)
            table = replace(table, record=replace(record, white=white, black=black))
        self._begin(table)

    async def _name_learner(self, name: str) -> None:
        from backgammon_tui.tui.dialogs.choose import Consent
        from backgammon_tui.tui.screens.learn import ask_to_adopt

        storage, complain = self.app.storage, self.query_one(MatchForm).complain
        with problems_reported(complain):
            if not storage.name_learner(name):
                return
            question = Consent(ask_to_adopt(name))
            if await self.app.push_screen_wait(question):
                storage.adopt_nameless_progress()

    def action_leave(self) -> None:
        """Leave a field; in the list highlight the row that quits, for Enter to confirm."""
        games = self.query_one(StartList)
        if games.has_focus:
            games.action_last()
        else:
            self._go_to_list()

    def _go_to_list(self) -> None:
        self.remove_class("-form")
        self.query_one(StartList).focus()
