"""The first screen: resume a game, set up a match, or open the records."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from typing import ClassVar, Final, NamedTuple

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, ContentSwitcher, OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine import RULESETS, Game, Position, Rules, Side, StartingPosition
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import BoardView, Marks, board_view, last_moves
from backgammon_tui.names import (
    display_name,
)
from backgammon_tui.stats import is_somebody
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import unfinished_matches
from backgammon_tui.tui.app import RecordsChanged, TopmostScreen, bind
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH
from backgammon_tui.tui.board.still import StillBoard
from backgammon_tui.tui.dialogs.dialog import (
    Choose,
    ChooseRuleset,
    MessageBox,
    Offer,
    Options,
    TroubleScreen,
)
from backgammon_tui.tui.page_parts import ChoiceList, KeysAtFoot, sign
from backgammon_tui.tui.screens.match_form import ABOUT_ENTER, MatchForm
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import Naming, plural, sentence
from backgammon_tui.words.problems import JournalProblem, describe_left_out
from backgammon_tui.words.records import MatchLine, describe_open


class OpenMatch(NamedTuple):
    line: MatchLine
    names: str
    """The players: `Anna – Boris`, `Eve against the computer`."""
    title: str
    """The game, the score and the pending action."""
    when: str
    """The time of its last action."""

    @property
    def entry(self) -> str:
        """The lines of a list, short enough for the narrowest box."""
        return "\n".join([self.names, *wrap(f"{self.title}; {self.when}", 46, "  ")])

    @property
    def description(self) -> str:
        line = self.line
        sides = (line.white, line.white_points), (line.black, line.black_points)
        points = "\n".join(f"{display_name(name)}  {points}" for name, points in sides)
        length = f"A match to {line.length}" if line.length else "No limit"
        return f"{RULESETS[line.ruleset].title}\n{length}, game {line.games}\n\n{points}"


RESUME: Final = "resume"
"""The id of the match left last, in the list and below its picture."""


class StartEntry(Enum):
    """A list entry besides the games: its name and description; a count replaces an empty name."""

    OTHERS = "", "The other matches that are not finished."
    POSITION = "From a position", "Start in the middle of a game: type or paste a position."
    LEARN = "Learn a game", "Lessons, the rulebook of each game, a quiz, a sandbox."
    RECORDS = "Records", "Matches, finished games to replay, players and their statistics."
    OPTIONS = "Options", "Theme, automatic moves and more."
    QUIT = "Quit", "Quit the program. Every game is saved."

    def __init__(self, title: str, description: str) -> None:
        self.title = title
        self.description = description


class StartList(ChoiceList):
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space", "select", "choose", ABOUT_ENTER, display="enter")
    ]

    def offer(self, matches: Sequence[OpenMatch]) -> None:
        options: list[Option | None] = []
        for match in matches[:1]:
            text = Content.assemble("Resume: ", (match.names, "bold"), f"\n{match.title}")
            options.append(Option(text, id=RESUME))
        if others := matches[1:]:
            count = plural(len(others), "other unfinished match")
            options.append(Option(count, id=StartEntry.OTHERS.name))
        options += [None] * bool(options)
        options += [Option(Content(rules.title), id=name) for name, rules in RULESETS.items()]
        listed = [Option(entry.title, id=entry.name) for entry in StartEntry if entry.title]
        self.set_options([*options, None, *listed])

    @property
    def highlighted_id(self) -> str:
        highlighted = self.highlighted_option
        return (highlighted and highlighted.id) or ""

    def highlight_named(self, name: str) -> None:
        self.highlighted = self.get_option_index(name)


def _first_picture(rules: Rules) -> Position:
    from backgammon_tui.teach.rulebook import first_picture  # No frame waits for the pages.

    return first_picture(rules)


_NAME = "B A C K G A M M O N"
_SIGN_WIDTH = 31


class StartScreen(TopmostScreen[None]):
    """Two Enters start a Russian game with fair dice; one resumes the last game."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "tab",
            "go_to_field(1)",
            "set up",
            "Go to the next field (Shift+Tab: the previous one)",
        ),
        bind("shift+tab", "go_to_field(-1)"),
        bind("Y", "opponent", "computer", "Play the highlighted or last game against the computer"),
        bind("f", "dice", "fair dice", "Explain the fair dice"),
        bind("l", "learn", "learn", "Learn the highlighted game, or go on with your course"),
        bind("question_mark", "app.keys", "help"),
        bind("Q", "quit", about="Quit the program; every game is saved"),
        bind(
            "escape",
            "leave",
            "quit",
            "Highlight Quit (Enter confirms), or return from the match to the list",
        ),
    ]

    def __init__(self, match: MatchRecord, dice: DiceKind) -> None:
        super().__init__()
        self._match = match
        self._kind = dice
        self._games = StartList(self._choose_entry, id="rulesets")
        self._ruleset = self._to_learn = match.rules.name
        """The game highlighted last, and the game to learn: the one last chosen or played."""
        self._open: tuple[OpenMatch, ...] = ()
        self._description = ""
        """The description of the highlighted row."""
        self._trouble: JournalProblem | None = None
        self._shown: Rules | Game | OpenMatch = match.rules

    def compose(self) -> ComposeResult:
        self._form = MatchForm(self._match, self._kind)
        # Style classes cost more, the more widgets are below.
        self._read()
        self._take_room()
        need = f"The window is too small: {MIN_WIDTH}×{MIN_HEIGHT + 2} needed."
        yield Static(f"{need} {self.app.room_advice}", id="too-small")
        with Horizontal(id="start"):
            with Vertical(id="games"):
                name = Content.styled(_NAME.center(_SIGN_WIDTH).rstrip(), "bold $accent")
                yield Static(sign(name, _SIGN_WIDTH), id="logo")
                yield self._games
                yield Static("", id="description")
            with Vertical(id="side"):
                yield Container(id="start-board")  # The fields stay in place when a board appears.
                yield Static("", id="caption")
                with ContentSwitcher(initial=RESUME if self._open else self._form.id, id="chosen"):
                    yield self._form
                    with VerticalScroll(id=RESUME, can_focus=False):
                        yield Static("", id="left-match")
        yield KeysAtFoot()

    # ---- unfinished matches

    def _read(self) -> None:
        """Read the unfinished matches, the latest first."""
        self._open, self._trouble = (), None
        storage, now = self.app.storage, datetime.now().astimezone()
        try:
            if storage.journal and storage.journal.exists:
                lines = unfinished_matches(storage.journal)
                left = [line for line in lines if line.match not in storage.deleted]
                self._open = tuple(OpenMatch(line, *describe_open(line, now)) for line in left)
        except JournalProblem as problem:
            self._trouble = problem
        self._games.offer(self._open)
        self.set_class(bool(self._open), "-resumes")

    @on(RecordsChanged)
    def refresh_open(self) -> None:
        """Read the unfinished matches again after play or a change."""
        self._read()
        self._form.offer_names()
        self._select_first()
        self._ask_about_trouble()

    @work
    async def _ask_about_trouble(self) -> None:
        if self._trouble is None:
            return
        remedy = await self.app.push_screen_wait(TroubleScreen(self._trouble))
        if remedy is not None:
            self.refresh_open()

    # ---- the list

    def on_resize(self) -> None:
        width, height = self.app.size
        fits = width >= MIN_WIDTH and height >= MIN_HEIGHT + 2  # So a game can be played.
        self._take_room()
        self.query_one("#start").display = self.query_one("#footer").display = fits
        self.query_one("#too-small").display = not fits
        self.call_after_refresh(self._show_board)

    def _take_room(self) -> None:
        width, height = self.app.size
        self.set_class(width >= 110, "-wide")
        self.set_class(width >= 80 and height >= 24, "-board")
        self.set_class(width < 72, "-narrow")  # The match replaces the list.
        self.set_class(height >= 30, "-airy")  # There is space around the sign.

    def on_mount(self) -> None:
        self._select_first()
        self._games.focus()
        self._ask_about_trouble()

    def _select_first(self) -> None:
        if self._open:
            self._to_learn = self._open[0].line.ruleset
        self._games.highlight_named(RESUME if self._open else self._ruleset)
        self._show_entry()

    @on(OptionList.OptionHighlighted, "#rulesets")
    def _show_entry(self) -> None:
        name = self._games.highlighted_id
        entry = StartEntry.__members__.get(name)
        shown: Rules | OpenMatch | None = None
        below = None if entry else self._form.id
        if entry:
            message = entry.description
            if entry is StartEntry.POSITION:
                shown = self._form.rules[self._to_learn]
        elif name == RESUME:
            shown = match = self._open[0]
            below = RESUME
            message = f"Enter: resume where you stopped, {match.when}."
        else:
            self._ruleset = name
            shown = rules = self._form.rules[name]
            self._form.offer(rules)
            is_tight = self.has_class("-narrow") and bool(self._open)
            message = rules.summary if is_tight else rules.description.replace("\n", " ")
        self.query_one(ContentSwitcher).current = below
        self.refresh_bindings()
        self._description = message
        self.query_one("#description", Static).update(Content(message))
        if shown:
            self._show(shown)

    def _show(self, shown: Rules | Game | OpenMatch) -> None:
        """Show a picture of a game, its start, or the state of an unfinished match."""
        self._shown = shown
        if not isinstance(shown, (Rules, Game)):
            self.query_one("#left-match", Static).update(Content(shown.description))
        self.call_after_refresh(self._show_board)  # The first frame does not wait for a board.

    @work(group="position", exclusive=True)
    async def _show_board(self) -> None:
        shown = self._shown
        if not self.has_class("-board"):
            return
        if isinstance(shown, Game):
            view, caption = board_view(shown), "The position from which you start"
        elif isinstance(shown, Rules):
            position = await asyncio.to_thread(_first_picture, shown)
            view = board_view(StartingPosition(position, Side.WHITE).game(shown))
            is_start = position == shown.start.position
            caption = "The start" if is_start else "An example from the middle of a game"
        else:
            try:
                game = await self.app.ask_journal(
                    lambda journal: journal.read_table(shown.line.match)[0].game
                )
            except (JournalProblem, ValueError):
                return  # Resuming the match reports the problem.
            naming = Naming.from_names(shown.line.white, shown.line.black)
            view = board_view(game, Marks(made=last_moves(game)), naming=naming)
            caption = "Where you stopped"
        self._put_on_board(view, caption)

    def _put_on_board(self, view: BoardView, caption: str) -> None:
        places, captions = self.query("#start-board"), self.query("#caption")
        if not (places and captions and places.first().is_attached):
            return  # The screen was closed while the picture was prepared.
        captions.first(Static).update(caption)
        if boards := self.query(StillBoard):
            boards.first().show(view)
        else:
            places.first().mount(StillBoard(view, self.app.look))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        # The keys after this one may already have gone to another field.
        field = self.focused or event.widget
        self._form.show_play(is_highlighted=field.id == "play")
        about = self._form.about(field) or self._description
        self.query_one("#description", Static).update(about)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow `Y` and `l` only in the list; other keys need the fields of a match."""
        # A key may arrive before there is a list.
        here = self.focused.highlighted_id if isinstance(self.focused, StartList) else None
        if action in ("learn", "opponent"):
            return here is not None
        if action == "leave":
            return here != StartEntry.QUIT.name
        if action == "dice":
            return self._has_form and self._form.has_fair_dice
        return action != "go_to_field" or self._has_form

    @property
    def _has_form(self) -> bool:
        is_hidden = self.has_class("-narrow") and not self.has_class("-form")
        return not is_hidden and self.query_one(ContentSwitcher).current == self._form.id

    def action_go_to_field(self, by: int) -> None:
        self._form.go(by)

    def _choose_entry(self, option: Option) -> None:
        name = option.id or ""
        if entry := StartEntry.__members__.get(name):
            self._open_entry(entry)
        elif name == RESUME:
            self._go_on(self._open[0])
        else:
            self._open_form(name)

    def _open_form(self, ruleset: str) -> None:
        """Go to the fields of a match of this game, at once, so that two quick Enters play it."""
        self._to_learn = ruleset
        self.add_class("-form")
        self.set_focus(self.query_one("#play"))

    def _open_entry(self, entry: StartEntry) -> None:
        from backgammon_tui.tui.screens.records import RecordsScreen

        match entry:
            case StartEntry.OTHERS:
                offers = [Offer(match, match.entry) for match in self._open[1:]]
                games = Choose[OpenMatch](
                    "Unfinished matches", offers, hint="Enter: resume   Esc: close"
                )
                self.app.push_screen(games, lambda match: self._go_on(match) if match else None)
            case StartEntry.POSITION:
                self._ask_position()
            case StartEntry.LEARN:
                self.action_learn()
            case StartEntry.RECORDS:
                self._open_page(RecordsScreen())
            case StartEntry.OPTIONS:
                options = Options(self.app.storage.settings)
                remember = self.app.remember_options
                self.app.push_screen(options, lambda liked: remember(liked) if liked else None)
            case StartEntry.QUIT:
                self.app.exit()

    def _go_on(self, match: OpenMatch) -> None:
        if not self.is_active:
            return  # The previous key or click has already started a match.
        assert self.app.storage.journal
        try:
            lock, table = MatchLock.acquire(self.app.storage.journal, match.line.match)
        except JournalProblem as problem:
            if problem.kind is None:
                self.app.push_screen(MessageBox(str(problem)), lambda _: self.refresh_open())
            else:
                self._trouble = problem
                self._ask_about_trouble()
        else:
            self._begin(table, lock)

    def _begin(self, table: Table, lock: MatchLock | None = None) -> None:
        self._ruleset = table.record.rules.name
        self._form.offer_last(table.record)
        self.app.storage.remember(
            white=table.record.white,
            black=table.record.black,
            length=str(table.record.length or ""),
            hints=table.record.help,
        )
        self._open_match(table, lock)

    def _open_match(self, table: Table, lock: MatchLock | None) -> None:
        self._to_learn = table.record.rules.name
        from backgammon_tui.tui.screens.match_screen import MatchScreen

        match = MatchScreen(self.app.start_session(table, lock), self.app.storage)
        self.app.push_screen(match, self._leave_match)

    def _leave_match(self, _: object) -> None:
        self.app.close_session()
        self._go_to_list()
        self.refresh_open()

    def play_at(self, table: Table, lock: MatchLock | None = None) -> None:
        # A match from a sandbox does not change the choices made here.
        (self._begin if lock else self._open_match)(table, lock)

    def offer_match(self, ruleset: str) -> None:
        self.refresh_open()
        self._games.highlight_named(ruleset)
        self._show_entry()
        self._open_form(ruleset)

    def _open_page(self, page: TopmostScreen[None]) -> None:
        """Open a page; then show the unfinished matches again, with the same line highlighted."""
        name = self._games.highlighted_id

        def come_back(_: object) -> None:
            self.refresh_open()
            if name in (StartEntry.RECORDS.name, StartEntry.LEARN.name):
                self._games.highlight_named(name)

        self.app.push_screen(page, come_back)

    def action_learn(self) -> None:
        from backgammon_tui.teach.lessons.courses import course_to_open
        from backgammon_tui.tui.screens.learn import LearnScreen

        course = self._games.highlighted_id
        if course in RULESETS:
            self._to_learn = course
        else:
            course = course_to_open(self.app.storage.read_progress(), self._to_learn)
        self._open_page(LearnScreen(course))

    def action_opponent(self) -> None:
        name = self._games.highlighted_id
        if name not in RULESETS:
            name = self._to_learn
            self._games.highlight_named(name)
            self._show_entry()
        self._open_form(name)
        self._form.choose_opponent()

    def action_dice(self) -> None:
        self._form.show_dice()

    @work
    async def _ask_position(self) -> None:
        from backgammon_tui.tui.dialogs.forms import ask_position

        ask = self.app.push_screen_wait
        rules = await ask(ChooseRuleset(self._form.rules[self._to_learn]))
        start = await ask(ask_position(rules)) if rules else None
        if rules is None or start is None:
            return
        self._form.offer(rules, start)
        if not start.length and (left_out := describe_left_out(start.score)):
            await ask(MessageBox(left_out))
        self._show(start.starting_position.game(rules))
        self.query_one(ContentSwitcher).current = self._form.id
        self.add_class("-form")
        self.query_one("#play").focus()

    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        if not self.is_active:
            return  # The previous Enter has already started the match.
        try:
            table = self._form.table()
        except ValueError as error:
            self._form.show_error(sentence(error))
            return
        side = table.only_person
        if side is None:
            self._begin(table)
        else:
            self._begin_alone(table, table.record.name(side))

    @work(group="name", exclusive=True)
    async def _begin_alone(self, table: Table, name: str) -> None:
        """Start a game against the computer; the first name is also the learner's."""
        from backgammon_tui.tui.screens.learn import name_learner

        storage = self.app.storage
        storage.remember(name_asked=True)
        if is_somebody(name) and not storage.settings.learner:
            await name_learner(self.app, name, self._form.show_error)
        self._begin(table)

    async def action_quit(self) -> None:
        self.app.exit()

    def action_leave(self) -> None:
        """Leave a field; in the list, highlight the row that quits, for Enter to confirm."""
        if self.focused is self._games:
            self._games.action_last()
        else:
            self._go_to_list()

    def _go_to_list(self) -> None:
        self.remove_class("-form")
        self._games.focus()
