"""Somebody who learns at a real terminal, and a mirror of what the screen should say.

What is pressed and clicked there is done to a state beside it, and after each given the
header and the panel must say what follows from that state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backgammon_tui.engine import Cause, Place
from backgammon_tui.engine.notation import Unreadable, read_routes
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import PointAt
from backgammon_tui.modes.lesson.panel import Where, lesson_header, lesson_panel
from backgammon_tui.modes.lesson.state import LessonState
from backgammon_tui.modes.mode import PANEL_MARGIN, Frame
from backgammon_tui.modes.text import TextLine
from backgammon_tui.teach.lessons.answer import Awaited, Verdict
from backgammon_tui.teach.lessons.catalogue import CourseLesson, course
from backgammon_tui.teach.lessons.judging import can_look_back, look_back
from backgammon_tui.teach.lessons.parts import Exercise, Try
from backgammon_tui.tui.board.geometry import lay_out
from tests.modes.examples import PLAIN
from tests.modes.solving import answer_keys, ask, done_on_board, spot_of
from tests.teach.lessons import solution_of
from tests.tui.terminal import Terminal

PUT_BACK = "p"
WIDTH, HEIGHT = 80, 24
PANEL = 23
ROOM = (PANEL - 2 * PANEL_MARGIN, HEIGHT - 2)


class Learner:
    """Somebody in the lessons of a course, from one of them on."""

    def __init__(self, terminal: Terminal, entries: Sequence[CourseLesson]) -> None:
        """Sit down where the program has just begun the first of some lessons."""
        self.terminal = terminal
        self._entries = list(entries)
        self.state = LessonState.begin(self._entries[0].read(), PLAIN)
        self.agree()

    @property
    def awaited(self) -> Awaited:
        return self.state.run.awaited

    @property
    def where(self) -> Where:
        entry, *following = self._entries
        of = len(course(entry.ruleset))
        title = following[0].title if following else ""
        return Where(entry.number, of, title)

    # ---- inputs

    def go_on(self) -> None:
        """Press Enter where there is nothing more to be done."""
        self.terminal.press("enter")
        if self.awaited is Awaited.NOTHING:
            self._entries.pop(0)
            self.state = LessonState.begin(self._entries[0].read(), PLAIN)
        else:
            self.state = self.state.go_on()
        self.agree()

    def answer(self, text: str) -> None:
        """Answer as it is written in a lesson file: a choice, a decision or moves."""
        for key in answer_keys(self.state, text):
            self.terminal.press(key)
            self.state = ask(self.state, key)
            self.agree()

    def click(self, text: str) -> None:
        """Make a single move by clicking where it starts and where it ends."""
        (route,) = read_routes(text)
        if route.origin == Place.HAND and not self.state.run.game.rules.starts_in_hand:
            self.answer(text)  # There is no tray to be clicked.
            return
        before = self.state.run
        for place in (route.origin, route.stops[-1].place):
            x, y = self._cell(place)
            self.terminal.click(x, y)
            self.state = self.state.handle(PointAt(spot_of(self.state.run.game, place)))
            self.agree()
            if self.state.run is not before:
                return  # Where it starts is wrong already.

    def put_back(self) -> None:
        """Have everything as it was when the step asked."""
        self.terminal.press(PUT_BACK)
        self.state = self.state.put_back()
        self.agree()

    def _cell(self, place: int) -> tuple[int, int]:
        """The middle of a place of the side to play."""
        game = self.state.run.game
        layout = lay_out(WIDTH - PANEL, HEIGHT - 2, runs_against=game.rules.direction.runs_against)
        assert layout
        rect = layout.rect(spot_of(game, place))
        return rect.x + rect.width // 2, rect.y + rect.height // 2 + 1

    # ---- what is seen

    def agree(self) -> None:
        """Wait until the screen shows the header and the panel."""
        glyphs = Glyphs()
        head = _text(lesson_header(self.state.run, self.where, WIDTH, glyphs))
        composed = lesson_panel(self.state, self.where, Frame(WIDTH, ROOM, glyphs))
        words = [_text(line) for line in composed.lines]
        words += [""] * (ROOM[1] - len(words))

        def seen() -> bool:
            lines = self.terminal.lines
            beside = [line[WIDTH - PANEL + 1 :].rstrip() for line in lines[1 : HEIGHT - 1]]
            return lines[0].rstrip() == head and beside == words

        self.terminal.wait_for(seen, "\n".join([head, *words]))

    @property
    def said(self) -> str:
        """The words of the panel."""
        lines = self.terminal.lines[1 : HEIGHT - 1]
        return " ".join(" ".join(line[WIDTH - PANEL + 1 :] for line in lines).split())

    # ---- whole lessons

    def walk(self, *, clumsily: bool, lessons: int) -> None:
        """Go through the next lessons, as many as there are.

        Args:
            clumsily: Whether every foreseen mistake is made before the solution.
            lessons: How many at most.
        """
        for left in reversed(range(min(lessons, len(self._entries)))):
            while self.awaited is not Awaited.NOTHING:
                if self.awaited is Awaited.GO_ON:
                    self.go_on()
                else:
                    self._solve(clumsily=clumsily)
            if left:
                self.go_on()

    def _solve(self, *, clumsily: bool) -> None:
        asked = self.state.run.asked
        assert asked
        for number, attempt in enumerate(asked.tries if clumsily else ()):
            wrong = self.state.run.wrong
            self._err(attempt, by_mouse=number % 3 == 2)
            assert self.state.run.awaited is not Awaited.GO_ON, attempt
            assert self.state.run.wrong > wrong or self.state.run.made, attempt
            given = self.state.run.answer
            if attempt.reason is not Cause.NOT_NOW:
                assert given
                assert given.foreseen is attempt
                assert attempt.answer in self.said
            if self.state.run.made or self.state.input.question:
                self._calm_down()
        if isinstance(asked, Exercise):
            self._play_out()
        else:
            self.answer(solution_of(asked))
        assert self.state.run.answer
        assert self.state.run.answer.verdict is Verdict.RIGHT

    def _play_out(self) -> None:
        """Let the program play each turn of an exercise."""
        while self.awaited is Awaited.ACTION:
            self.terminal.press("s")
            state = self.state.show_solution()
            run = look_back(state.run) if can_look_back(state.run) else state.run
            self.state = replace(state, run=run)
            self.agree()

    def _err(self, attempt: Try, *, by_mouse: bool) -> None:
        """Make a foreseen mistake, by clicks now and then."""
        is_question = self.state.input.question or self.awaited is Awaited.CHOICE
        if is_question and _is_move(attempt.text) and self.awaited is Awaited.ACTION:
            # While the rules ask, no move can be typed, and the learner is told so.
            self.answer(attempt.text[0])
            assert self.state.input.notice
            self.terminal.press("4")
            self.state = done_on_board(self.state, "4")
            self.agree()
        elif by_mouse and not is_question and _is_single(attempt.text):
            before = self.state.run
            self.click(attempt.text)
            if self.state.run is before:
                # Another checker of the same side stands there and is picked instead.
                self._calm_down()
                self.answer(attempt.text)
        else:
            self.answer(attempt.text)

    def _calm_down(self) -> None:
        """Close a question about a blot with what was typed, and take back what was made."""
        while self.state.input.closing:
            self.terminal.press("escape")
            self.state = done_on_board(self.state, "escape")
            self.agree()
        if self.state.run.made:
            self.put_back()


def _is_move(text: str) -> bool:
    try:
        return bool(read_routes(text))
    except Unreadable:
        return False


def _is_single(text: str) -> bool:
    """Whether two clicks make this move and no other."""
    if not _is_move(text) or text[-1] in "*^":
        return False
    routes = read_routes(text)
    return len(routes) == 1 and len(routes[0].stops) == 1


def _text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans).rstrip()
