"""A game to look at, turn by turn: finished, under review, or still played in another window."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from itertools import chain
from threading import Event
from typing import ClassVar, Final, Self, TypeAlias

from backgammon_tui.analysis import NotJudged
from backgammon_tui.analysis.review import Choice, Luck
from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine import Game, Move, Phase, Side, StartingPosition, Turn
from backgammon_tui.engine.game import CENTRED
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.game_review import KeptGame, Review, is_agreed, turn_boundaries
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes import effects
from backgammon_tui.modes.board import (
    DiceView,
    Marks,
    board_view,
    dice_view,
    last_moves,
    strip_view,
)
from backgammon_tui.modes.effects import SimpleEffect, Step
from backgammon_tui.modes.inputs import ChooseRow, Input, Key, Scroll
from backgammon_tui.modes.mode import Command, Frame, Mode, ModeView, command_of
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Panel,
    Span,
    TextLine,
    TextStyle,
    key_line,
    line,
    match_header,
    measure,
    name_sides,
    scroll_text,
    spread,
    turn_lines,
    wrap,
)
from backgammon_tui.names import Level, is_computer
from backgammon_tui.settings import Settings, idle_except
from backgammon_tui.storage.journal.match_lock import Follower
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.shared_board import OpenWindow, SharedBoard
from backgammon_tui.teach.rulebook import pages
from backgammon_tui.teach.sample_game import Note, sample_game
from backgammon_tui.words.advice import SIGNS, describe_finding, describe_marks, win_chart
from backgammon_tui.words.columns import TIED, fit
from backgammon_tui.words.naming import STANDARD, Naming, sentence
from backgammon_tui.words.problems import JournalProblem
from backgammon_tui.words.reason_sentences import describe_unjudged
from backgammon_tui.words.turns import (
    after_double,
    describe_double,
    describe_result,
    describe_rolls,
    describe_standing,
)

_EVERYTHING: Final = 1_000_000
_TURNS: Final = {
    **{Key.RIGHT: 1, Key.DOWN: 1, Key.LEFT: -1, Key.UP: -1, Key.PAGE_DOWN: 10, Key.PAGE_UP: -10},
    **{Key.END: _EVERYTHING, Key.HOME: -_EVERYTHING},
}
_ASK_AFTER: Final = (
    "This game was played without the computer's help. Show the cost of each play now?"
)
_ASK_BOTH: Final = (
    "This game is not over. Do both players agree to see winning chances and the cost of each play?"
)


command: TypeAlias = Command["ReplayMode"]


def _is_still(mode: ReplayMode) -> bool:
    return not mode.is_watching


@dataclass(frozen=True)
class ReplayMode(Mode):
    """One stop of a game; the result is a table if the players want to continue from there."""

    keys_title: ClassVar = "Keys in a replay"
    idle_options: ClassVar = idle_except("chances", "mirrored", "pips", "board")
    is_watching: ClassVar = False
    """True if the game is still played in another window."""
    table: Table
    settings: Settings
    at: int = 0
    """Number of turns before this stop; one more at the end of an unfinished turn."""
    notes: Sequence[Note] = ()
    """The note of each stop, in the standard numbering; empty for most games."""
    review: Review | None = None
    """The computer's review so far; None if nobody has asked for it."""
    kept: KeptGame | None = None
    """The saved game that stores the review; None if the review is not saved."""
    shows_choice: int = 0
    """Number of the turn's mistake for which the board shows the computer's choice; 0 for none."""
    typed: str = ""
    message: str = ""

    @property
    def options(self) -> Settings:
        return replace(self.settings, presentation=False)

    def with_options(self, options: Settings) -> Self:
        return replace(self, settings=options)

    @property
    def naming(self) -> Naming:
        return Naming.from_names(self.table.record.white, self.table.record.black)

    @property
    def game(self) -> Game:
        return self._on_board.game

    @property
    def has_text(self) -> bool:
        return bool(self.notes or self.review)

    # ---- the stop

    @cached_property
    def stops(self) -> tuple[int, ...]:
        return turn_boundaries(self.table)

    @property
    def end(self) -> int:
        return len(self.stops) - 1

    @property
    def shown(self) -> Table:
        return self.table.before(self.stops[self.at])

    @property
    def _on_board(self) -> Table:
        choice = self.choice
        return self.table.before(choice.at).apply(*choice.best) if choice else self.shown

    @property
    def turn(self) -> Turn | None:
        turns = self.table.turns
        return turns[min(self.at, len(turns)) - 1] if self.at and turns else None

    @property
    def comment(self) -> Note:
        return self.notes[self.at] if self.notes else Note(())

    @property
    def mistakes(self) -> Sequence[Choice]:
        return self.review.mistakes(self.at) if self.review else ()

    @property
    def choice(self) -> Choice | None:
        return self.mistakes[self.shows_choice - 1] if self.shows_choice else None

    @property
    def mistake(self) -> Choice | None:
        return self.choice or (self.review.worst(self.at) if self.review else None)

    # ---- navigation

    def handle_input(self, player_input: Input) -> Step[Self]:
        match player_input:
            case Key() if player_input in _TURNS:
                return self.go_to(self.at + _TURNS[player_input])
            case Scroll(by):
                return self.go_to(self.at + (1 if by > 0 else -1))
            case ChooseRow(row):
                return self.go_to(row)
            case Key.ENTER if self.typed:
                return self.go_to(int(self.typed))
            case str() if player_input.isdecimal() and len(self.typed) < 4:
                return replace(self, typed=self.typed + player_input), ()
            case str() if player_input in self.comment.sections:
                return self.open_rulebook(player_input)
            case _:
                return self, ()

    def go_to(self, turn: int) -> Step[Self]:
        after = self.at_turn(turn)
        return after, () if after.at == self.at else (SimpleEffect.NEW_TEXT,)

    def at_turn(self, turn: int) -> Self:
        at = min(max(turn, 0), self.end)
        return replace(self, at=at, shows_choice=0, typed="", message="")

    def say(self, text: str) -> Self:
        return replace(self, message=text)

    # ---- playing on

    def play_on(self, shown: Table) -> Step[Self]:
        is_fair = bool(self.notes) or self.table.dice_kind is DiceKind.FAIR
        dice = FairDice(new_seed()) if is_fair else None
        try:
            table = branch(shown, dice)
        except ValueError as error:
            return self.say(sentence(error)), ()
        today = replace(table.record, date=date.today().isoformat())
        return self, (effects.Leave(replace(table, record=today)),)

    # ---- review

    @property
    def _is_agreed(self) -> bool:
        return self.review is not None or self.table.record.shows_estimates

    def _take_review(self, review: Review) -> Step[Self]:
        after = replace(self, review=review)
        if not review.is_done or not review.learner:
            return after, ()
        cards = partial(review.cards, date.today().toordinal())
        return after, (effects.Work(cards, ReplayMode._keep_cards),)

    def _keep_cards(self, cards: tuple[tuple[str, str], ...]) -> Step[Self]:
        return self, (effects.KeepProgress(cards, is_new=True),) if cards else ()

    def _next_mistake(self, by: int) -> Step[Self]:
        assert self.review
        turn = self.review.next_mistake(self.at, by)
        if turn is None:
            people = self.table.record.people
            whose = f" by {self.naming.name(*people)}" if len(people) == 1 else ""
            end = "." if self.review.is_done else " so far: the review is not complete."
            text = f"No more mistakes{whose}" if by > 0 else f"No earlier mistakes{whose}"
            return self.say(f"{text}{end}"), ()
        return self.go_to(turn)

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        lead, rolls = _stop_words(self, self.at, glyphs)
        stop = f" {lead.strip()} {', an extra roll '.join(rolls)}"
        return (line(fit(self._footer or stop, width), TextStyle.BRIGHT),)

    def view(self, frame: Frame) -> ModeView:
        choice, turn, table = self.choice, self.turn, self._on_board
        game, made = table.game, last_moves(self.shown.game)
        if choice:
            made = tuple(action for action in choice.best if isinstance(action, Move))
        # The points have the numbers of the side whose turn is described.
        counting = turn.side if turn else game.actor
        marks, mirrored = Marks(made=made), self.settings.mirrored
        header = match_header(
            table, frame.width, frame.glyphs, counting, has_pips=self.options.pips
        )
        board = board_view(game, marks, self.naming, counting, mirrored=mirrored)
        shown = board, strip_view(game), dice_view(game), replay_panel(self, frame)
        message = "" if self.review and not self.typed else self._footer
        judged = game if self.options.chances and self._is_agreed else None
        return ModeView(header, *shown, message, judged)

    @property
    def _footer(self) -> str:
        return f"turn {self.typed}_ enter jumps to it" if self.typed else self.message

    # ---- the commands, in the order of the footer, the help page and the menu

    @property
    def has_turns(self) -> bool:
        return True

    points_note = command(
        "points",
        "The computer's estimate of the cost of a choice, compared with the best, and of the"
        " luck of a roll, compared with the average; they add up over the game",
        exists=lambda mode: mode.review,
    )
    turn_note = command(
        "left right",
        "Go back or forward one turn (also Up and Down)",
        label="go one turn",
        exists=lambda mode: mode.has_turns,
    )

    @command(
        "space",
        "Read on, then go to the next turn",
        label="read on",
        in_footer=lambda mode: mode.notes,
        exists=_is_still,
    )
    def read_on(self) -> Step[Self]:
        return self, (SimpleEffect.READ_ON,)

    ten_note = command(
        "pgup pgdn",
        "Go back or forward ten turns",
        label="go ten turns",
        exists=lambda mode: mode.has_turns and not mode.has_text,
    )
    jump_note = command(
        "type a number",
        "Jump to a turn: type its number and press Enter",
        label="to jump",
        min_width=100,
        exists=_is_still,
    )

    @command(
        "x",
        "Review the game: list the mistakes and what each choice cost",
        label="review",
        title="Review",
        exists=lambda mode: _is_still(mode) and not mode.has_text,
    )
    def begin_review(self) -> Step[Self]:
        try:
            review = Review.begin(self.table, self.kept, self.settings.learner)
        except NotJudged as why:
            return self.say(describe_unjudged(why)), ()
        run = effects.RunReview[Self](review, type(self)._take_review)
        reviewed = replace(self, review=review), () if review.is_done else (run,)
        if self._is_agreed:
            return reviewed
        question = effects.Confirm(_ASK_AFTER if self.table.game.is_over else _ASK_BOTH)
        return self.open(question, lambda mode, yes: reviewed if yes else (mode, ()))

    @command(
        "x",
        "Go to the next mistake (?! costs 0.05 points or more, ? 0.10, ?? 0.20)",
        label="next mistake",
        exists=lambda mode: mode.review,
    )
    def go_to_next_mistake(self) -> Step[Self]:
        return self._next_mistake(1)

    @command("X", "Go to the previous mistake", exists=lambda mode: mode.review)
    def go_to_previous_mistake(self) -> Step[Self]:
        return self._next_mistake(-1)

    @property
    def choice_label(self) -> str:
        """The next thing to show: one of several mistakes, or the play as made."""
        if not self.shows_choice:
            return "computer's choice"
        at, mistakes = self.shows_choice, len(self.mistakes)
        return "as played" if at == mistakes else f"choice {at + 1} of {mistakes}"

    @command(
        "T",
        "Switch between each mistake and the computer's choice",
        label=lambda mode: mode.choice_label,
        exists=lambda mode: mode.review,
        is_enabled=lambda mode: mode.mistake,
    )
    def show_choice(self) -> Step[Self]:
        after = (self.shows_choice + 1) % (len(self.mistakes) + 1)
        return replace(self, shows_choice=after, message=""), ()

    @command(
        "P",
        "Play on from here in a new match, with the same players",
        label="play from here",
        exists=_is_still,
    )
    def ask_play_on(self) -> Step[Self]:
        refused, leaving = self.play_on(self.shown)
        if not leaving:
            return refused, ()
        names = " against ".join(self.naming.name(side) for side in Side)
        asked = effects.Confirm(f"A new match begins from here, {names}. Play it?")
        return self.open(asked, lambda mode, yes: mode.play_on(mode.shown) if yes else (mode, ()))

    @command(
        "Y",
        "Play on against the computer, from before a mistake if one is shown",
        label="against computer",
        in_footer=lambda mode: mode.review,
        min_width=100,
        exists=lambda mode: _is_still(mode) and not mode.notes,
    )
    def play_against_computer(self) -> Step[Self]:
        start = "before this mistake" if self.mistake else "from here"
        shown = self.table.before(self.mistake.at) if self.mistake else self.shown
        record, side = shown.record, shown.game.actor or Side.WHITE
        other, names = record.name(side.other), map(record.name, (side, side.other))
        person = next((name for name in names if not is_computer(name)), STANDARD.name(side))
        is_new = other != person and not is_computer(other)
        place = f"in {other}'s place" if is_new else f"as {STANDARD.name(side.other)}"
        own = "" if person == STANDARD.name(side) else f" as {STANDARD.name(side)}"
        text = f"A new match begins {start}, with {person}{own} and the computer {place}."

        def play(mode: Self, computer: str) -> Step[Self]:
            white, black = (person, computer) if side is Side.WHITE else (computer, person)
            named = replace(record, white=white, black=black)
            return mode.play_on(replace(shown, record=named))

        return self.open(effects.ChooseLevel(text, Level.STRONG), play)

    @command(
        "w",
        "Open the rulebook at the rule in the note",
        label="rule",
        in_footer=lambda mode: mode.comment.sections,
        exists=_is_still,
    )
    def open_rule(self) -> Step[Self]:
        if not self.comment.sections:
            key = self.options.keys.shown("v")
            return self.say(f"No rule is noted here. {key} opens the rulebook."), ()
        return self.open_rulebook(self.comment.sections[0])

    @command("v", "Open the rulebook")
    def open_rulebook(self, section: str | None = None) -> Step[Self]:
        return self.open(effects.Rulebook(self.table.record.rules, section))

    @command(
        "e",
        "Export this page to the clipboard and a file",
        label="export",
        in_footer=lambda mode: not mode.has_text,
        exists=_is_still,
    )
    def export(self) -> Step[Self]:
        return self.share_table(self.shown)

    @command("escape", "Leave the replay", label="back", after=Mode.open_keys)
    def leave(self) -> Step[Self]:
        return super().leave()


def branch(shown: Table, dice: FairDice | None) -> Table:
    """Return a new match from the position of a table; raise ValueError if the game is over."""
    record, game = shown.record, shown.game
    is_crawford = record.games[-1].is_crawford
    rules = replace(record.rules, cube=False) if is_crawford else record.rules
    match = MatchRecord(rules, record.white, record.black, record.date, None)
    if game.phase is Phase.OPENING:
        return Table.new_match(match, dice)
    if game.side is None or game.is_over:
        raise ValueError("the game is over here: go back a turn to play on")
    begun = max(at for at, game in enumerate(shown.history) if game.turn is None)
    if shown.history[begun].phase is not Phase.ROLL:
        begun = len(shown.actions)  # Numbers kept from the opening roll are rolled again.
    before = shown.history[begun]
    starting_position = StartingPosition(
        before.position, game.side, before.had_double, before.cube or CENTRED
    )
    if begun == len(shown.actions):
        return Table.begin_at(match, starting_position, dice)
    # During a turn, its moves so far are made again.
    table = Table.begin_at(match, starting_position, None).apply(*shown.actions[begun:])
    return table.change_dice(dice) if dice else table


# ---- the panel

_MIN_LIST: Final = 5  # Minimum number of lines for a useful list beside a note.
_MIN_LIST_ROWS: Final = 4  # Minimum lines of the list below the text of a review.
_CHART: Final = 3  # Rows of the chart of winning chances.


def replay_panel(mode: ReplayMode, frame: Frame) -> Panel:
    """Build the panel: the note, the list of turns with the current one highlighted, the chart."""
    width, height = frame.room
    turns = len(mode.table.turns)
    above = [line(fit(f"turn {min(mode.at, turns)} of {turns}", width), TextStyle.BRIGHT)]
    if mode.review and not mode.review.is_done:
        above += wrap(f"Reviewing: {mode.review.per_cent} % done.", width, TextStyle.DIM)
    below: list[TextLine] = []
    if mode.at == mode.end:
        below = [BLANK, *wrap(_describe_end(mode), width, TextStyle.ACCENT)]
    room = height - len(above) - len(below)
    note = _note_lines(mode, width)
    minimum, marks = _MIN_LIST, list[TextLine]()
    if mode.review and not mode.mistakes:
        marks = wrap(describe_marks(TIED), width, TextStyle.DIM)
    if mode.review:
        stop = _stop_lines(mode, mode.at, width, frame.glyphs)
        minimum = max(_MIN_LIST_ROWS, len(stop)) + len(marks)
    has_list = not note or len(note) + minimum < room - 1
    if not has_list or mode.notes:
        note = [*_log_lines(mode, width, frame.glyphs), *note]
        has_list = len(note) + minimum < room - 1
    chart = _chart_lines(mode, frame)
    if len(chart) + len(note) + has_list * (minimum + bool(note)) > room:
        chart = [BLANK]
    above += chart
    room -= len(chart)
    page = top = last = 0
    if len(note) > room:
        page = room - 1
        last = len(note) - page
        top = min(frame.top or 0, last)
        note = [*note[top : top + page], _read_on(mode, is_last=top == last)]
    room -= len(note) + bool(note)
    lines = [*above, *note]
    if has_list:
        turn_lines = _turn_lines(mode, room - len(marks), width, frame.glyphs)
        lines += [*[BLANK] * bool(note), *turn_lines, *marks]
    return Panel((*lines, *below), top, last, page=page)


def _describe_end(mode: ReplayMode) -> str:
    game = mode.table.game
    if game.result:
        return describe_result(game.result, mode.naming)
    return sentence(describe_standing(game, mode.naming))


def _read_on(mode: ReplayMode, *, is_last: bool) -> TextLine:
    """Return the line with the label of Space, for a note that is read page by page."""
    if is_last and mode.at == mode.end:
        return BLANK
    return key_line(Key.SPACE, "next turn" if is_last else "read on")


def _log_lines(mode: ReplayMode, width: int, glyphs: Glyphs) -> list[TextLine]:
    if not (turn := mode.turn):
        return []
    head = Span(f"{glyphs.disc(turn.side)} ", TextStyle.ACCENT)
    return [*turn_lines(head, describe_rolls(turn, mode.naming), width, TextStyle.ACCENT), BLANK]


def _note_lines(mode: ReplayMode, width: int) -> list[TextLine]:
    paragraphs, sections = mode.comment
    message = wrap(mode.message, width, TextStyle.ALERT) if mode.review else []
    lines = [*message, BLANK] if message else []
    if mode.choice:
        which = f" (mistake {mode.shows_choice} of {len(mode.mistakes)})"
        shown = f"On the board: the computer's choice{which if len(mode.mistakes) > 1 else ''}"
        lines += [*wrap(shown, width, TextStyle.BRIGHT), BLANK]
        stake = mode.table.history[mode.choice.at].stake
        paragraphs = (describe_finding(mode.choice, stake),)
    elif mode.review:
        paragraphs = (*paragraphs, *mode.review.paragraphs(mode.at, mode.naming))
    for paragraph in paragraphs:
        lines += [*wrap(paragraph, width), BLANK]
    titles = {section.id: section.title for section in pages(mode.table.record.rules)}
    for key, section in zip(("w", *" " * 9), sections, strict=False):
        title = Span(fit(titles[section], width - 2), TextStyle.DIM)
        lines.append(TextLine((Span(f"{key} ", TextStyle.KEY), title), section))
    return lines if sections else lines[:-1]


def _turn_lines(mode: ReplayMode, room: int, width: int, glyphs: Glyphs) -> list[TextLine]:
    at, end = mode.at, mode.end
    numbers = range(max(at - room, 0), min(at + room, end) + 1)
    blocks = {number: _stop_lines(mode, number, width, glyphs) for number in numbers}
    lines = [*chain.from_iterable(blocks.values())]
    before = sum(len(block) for number, block in blocks.items() if number < at)
    top = min(max(before - room // 2, before + len(blocks[at]) - room, 0), before)
    top = min(top, max(len(lines) - room, 0))
    return lines[top : top + room]


def _stop_lines(mode: ReplayMode, number: int, width: int, glyphs: Glyphs) -> list[TextLine]:
    style = TextStyle.CHOSEN if number == mode.at else TextStyle.PLAIN
    lead, rolls = _stop_words(mode, number, glyphs)
    return turn_lines(Span(lead, style), rolls, width, style, ChooseRow(number))


def _stop_words(mode: ReplayMode, number: int, glyphs: Glyphs) -> tuple[str, list[str]]:
    """Return the number and side of a stop, and its texts for the list, roll by roll."""
    if number == 0:
        return " ", ["the start"]
    double = mode.table.doubles.get(number)
    if number > len(mode.table.turns):
        end = "the end" if mode.table.game.is_over else "now"
        if double:
            end = f"{mode.naming.name(double.side)} {describe_double(double, mode.naming)}"
        return " ", [end]
    turn = mode.table.turns[number - 1]
    worst = mode.review.worst(number) if mode.review else None
    sign = f"{SIGNS[worst.mark] if worst else '':<2}" if mode.review else ""
    rolls = after_double(double, describe_rolls(turn, mode.naming), mode.naming)
    return f"{number:>2}{sign} {glyphs.disc(turn.side)} ", rolls


def _chart_lines(mode: ReplayMode, frame: Frame) -> list[TextLine]:
    """Draw White's winning chances turn by turn, with a mark at the current stop."""
    width, chances = frame.room[0], mode.review.chances if mode.review else ()
    if not mode.review or not chances:
        return [BLANK]
    title = wrap(f"{mode.naming.white}'s winning chances, turn by turn", width, TextStyle.DIM)
    scale = ("100 % ", *["      "] * (_CHART - 2), "  0 % ")
    across = width - len(scale[0])
    chart = win_chart(chances, across, _CHART, frame.glyphs.bars)
    labelled = zip(scale, chart, strict=True)
    rows = [TextLine((Span(label, TextStyle.DIM), Span(row))) for label, row in labelled]
    end = mode.stops[mode.at]
    rolled = sum(isinstance(luck, Luck) and luck.at < end for luck in mode.review.findings)
    at = min(rolled, len(chances) - 1)
    column = len(scale[0]) + at * across // len(chances)
    percent = f"about {chances[at]:.0%}".replace("%", " %")
    here = f"{frame.glyphs.here} {percent}"
    if column + len(here) > width:
        here, column = f"{percent} {frame.glyphs.here}", column - len(percent) - 1
    return [*title, *rows, line(f"{' ' * column}{here}", TextStyle.ACCENT), BLANK]


# ---- games to open


def agreed_review(table: Table, storage: Storage, match: int | None) -> Review | None:
    """Return the review of a game, to be saved with it; None if nobody has agreed to one."""
    kept = _kept_game(storage, match)
    if kept and is_agreed(table.record):
        with suppress(NotJudged):
            return Review.begin(table, kept, storage.settings.learner)
    return None


def begin_review(table: Table, storage: Storage, match: int | None) -> Step[ReplayMode]:
    """Start the review of a game; a match outside of the journal has no number."""
    kept = _kept_game(storage, match)
    return ReplayMode(table, storage.settings, kept=kept).begin_review()


def _kept_game(storage: Storage, match: int | None) -> KeptGame | None:
    if storage.journal and match is not None:
        with suppress(JournalProblem):
            return KeptGame(storage.journal.path, all_games(storage.journal, match)[-1])
    return None


def sample_replay(settings: Settings) -> ReplayMode:
    game = sample_game()
    record = MatchRecord(game.rules, STANDARD.white, STANDARD.black, "", None)
    table = Table.new_match(record, None).apply(*game.actions)
    return ReplayMode(table, settings, notes=game.notes)


_NOTHING_YET: Final = "No match has been played yet. A match appears here after its first roll."


_watching: TypeAlias = Command["WatchMode"]


@dataclass(frozen=True)
class WatchMode(ReplayMode):
    """The last stop of a game in progress; earlier turns can be viewed."""

    keys_title: ClassVar = "Keys while watching"
    idle_options: ClassVar = idle_except("chances", "mirrored", "pips", "board", "presentation")
    is_watching: ClassVar = True
    can_present: ClassVar = True
    follower: Follower | None = None
    has_match: bool = True
    """False until there is a match to watch."""
    board: SharedBoard | None = None
    """The board of a lesson, quiz or sandbox that is open in another window."""

    @classmethod
    def watch(cls, follower: Follower, match: MatchRecord, settings: Settings) -> Step[Self]:
        table = Table.new_match(match, None)
        return cls(table, settings, follower=follower, has_match=False).wait()

    def wait(self) -> Step[Self]:
        assert self.follower
        stopped = Event()
        read = partial(self.follower.wait, stopped)
        return self, (effects.Work(read, WatchMode._take, give_up=stopped.set),)

    @_watching(
        "a",
        "Choose the window to watch",
        label="another window",
        exists=lambda mode: mode.follower is not None and mode.follower.match is None,
    )
    def choose_window(self) -> Step[Self]:
        assert self.follower
        windows = self.follower.windows
        if not windows:
            return self.say("No other window is open.").step()
        lines = tuple(
            (str(at) if at < _DIGITS else "", _describe_window(window))
            for at, window in enumerate(windows, 1)
        )
        names = [window.name for window in windows]
        at = names.index(self.follower.window) if self.follower.window in names else 0
        menu = effects.Menu("Watch which window?", lines, at)
        return self.open(menu, lambda mode, at: mode._follow(windows[at]))

    def _follow(self, window: OpenWindow) -> Step[Self]:
        assert self.follower
        self.follower.follow(window)
        return self.say(f"You now watch {window.name}.").step()

    def _take(self, news: Table | SharedBoard | str | None) -> Step[WatchMode]:
        """Show the current table, unless people are viewing an earlier turn."""
        match news:
            case None:
                return self, ()
            case SharedBoard() | "":
                shown, waiting = replace(self, board=news or None).wait()
                return shown, (*waiting, SimpleEffect.NEW_TEXT)
            case str():
                return self.say(news).wait()
            case Table():
                is_viewing_earlier = self.at < self.end and _has(news, self.shown)
                after = replace(self, table=news, has_match=True, board=None)
                return after.at_turn(self.at if is_viewing_earlier else after.end).wait()

    def view(self, frame: Frame) -> ModeView:
        if self.board:
            return _view_board(self.board, self.naming, frame, has_pips=self.options.pips)
        if self.has_match:
            return super().view(frame)
        return ModeView(line(" No match yet", TextStyle.BRIGHT), None, message=self._nothing_yet)

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        if self.board:
            return (line(f" {self.board.title}", TextStyle.BRIGHT),)
        if self.has_match:
            return super().brief(width, glyphs)
        return tuple(wrap(f" {self._nothing_yet}", width, TextStyle.BRIGHT)[:2])

    @property
    def _nothing_yet(self) -> str:
        return self.message or _NOTHING_YET

    def open_rulebook(self, section: str | None = None) -> Step[Self]:
        rules = self.board.rules if self.board else self.table.record.rules
        return self.open(effects.Rulebook(rules, section))

    @property
    def options(self) -> Settings:
        return self.settings

    @property
    def has_turns(self) -> bool:
        return self.has_match and not self.board

    end_note = command(
        "end",
        "Return to the current position",
        label=lambda mode: "" if mode.at == mode.end else "latest turn",
        exists=lambda mode: mode.has_turns,
        after=ReplayMode.turn_note,
    )
    ten_note = replace(ReplayMode.ten_note, label="")
    presentation_command = replace(command_of(Mode.switch_presentation), after=ReplayMode.jump_note)
    rules_command = replace(command_of(ReplayMode.open_rulebook), label="rules")
    leave_command = replace(
        command_of(ReplayMode.leave), label="leave", help="Leave; the other window continues"
    )


_TASK: Final = 2
"""Number of paragraphs of a task; the first one is hidden if an answer needs its room."""


_DIGITS: Final = 10


def _describe_window(window: OpenWindow) -> str:
    return f"{window.name}: {window.board.title}" if window.board else window.name


def _view_board(board: SharedBoard, naming: Naming, frame: Frame, *, has_pips: bool) -> ModeView:
    (width, height), glyphs = frame.room, frame.glyphs
    for texts in (board.texts, board.texts[1:]):
        text = [row for paragraph in texts for row in (*wrap(paragraph, width), BLANK)][:-1]
        if len(text) <= height or len(board.texts) <= _TASK:
            break
    is_long = len(text) > height
    panel = scroll_text(text, (), height, frame.top or 0) if is_long else Panel(tuple(text))
    name = Span(f" {board.title} ", TextStyle.BRIGHT)
    room = frame.width - measure((name,))
    sides = name_sides(board.game, room, glyphs, has_pips=has_pips)
    title = TextLine(spread((name,), sides, frame.width))
    shown = board_view(board.game, naming=naming)
    dice = DiceView(larger_first(board.dice) if board.dice else (), board.side)
    return ModeView(title, shown, dice=dice, panel=panel)


def _has(table: Table, earlier: Table) -> bool:
    """Return True if a table continues an earlier one of the same game."""
    record, before = table.record, earlier.record
    unnamed = replace(before, games=record.games, white=record.white, black=record.black)
    is_same = record == unnamed and len(record.games) == len(before.games)
    return is_same and table.actions[: len(earlier.actions)] == earlier.actions
