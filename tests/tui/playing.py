"""Whole games on the real screen: three ways to say a play, and a mirror of what should happen.

The plays come from the engine's own list. A state beside the terminal gets the same keys
and clicks, and after each of them the screen must say what that state says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from backgammon_tui.engine import Game, Move, Place, Play, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.modes.board import BoardPlace as SidePoint
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import PANEL_MARGIN
from backgammon_tui.modes.play.state import PlayState, Question, handle, pick
from backgammon_tui.modes.text import TextLine
from backgammon_tui.tui.board.geometry import Layout, lay_out
from tests.modes.examples import do, header_of, panel_of
from tests.tui.terminal import Terminal

WIDTH, HEIGHT = 80, 24
PANEL = 23
BOARD = (WIDTH - PANEL, HEIGHT - 2)


class Seats:
    """Two players at a terminal, and the state that it should show."""

    def __init__(self, terminal: Terminal, state: PlayState) -> None:
        """Sit down where the program has just begun."""
        self.terminal = terminal
        self.state = state

    @property
    def game(self) -> Game:
        """The game as it should stand."""
        return self.state.game

    def press(self, *inputs: str) -> None:
        """Press keys here and there, and see that the screen agrees."""
        self.terminal.press(*inputs)
        self.state = do(self.state, *inputs)
        self.agree()

    def click_on(self, text: str, key: Key | str) -> None:
        """Click on a text of the panel that stands for a key."""
        self.terminal.click_on(text)
        state = self.state
        self.state = handle(state, key)
        self.agree()

    def click_dice(self) -> None:
        """Click on the dice."""
        band = self._layout.band
        self.terminal.click(band.x + 3, band.y + 2)
        self.state = handle(self.state, Key.SPACE)
        self.agree()

    def click_place(self, place: int) -> None:
        """Click on a place of the side to play."""
        rect = self._layout.rect(self._spot(place))
        x, y = rect.x + rect.width // 2, rect.y + rect.height // 2
        self.terminal.click(x, y + 1)
        self.state = pick(self.state, place)
        self.agree()

    @property
    def _layout(self) -> Layout:
        layout = lay_out(*BOARD, runs_against=self.game.rules.direction.runs_against)
        assert layout
        return layout

    def _spot(self, place: int) -> SidePoint:
        side = self.game.actor
        assert side
        if 1 <= place <= 24:
            return PointPlace(place if side is Side.WHITE else self.game.rules.across(place))
        return TrayPlace(Place(place), side)

    def agree(self) -> None:
        """Wait until the screen shows the header and the first words of the panel."""
        if not self.game.is_over:
            texts = words(self.state)
            self.terminal.wait_for(lambda: self.shows(texts), "\n".join(texts))

    def shows(self, words_shown: Sequence[str]) -> bool:
        """Return whether the screen shows a header and then these lines in the panel."""
        lines = self.terminal.lines
        beside = [line[WIDTH - PANEL + 1 :].rstrip() for line in lines[1 : len(words_shown)]]
        return [lines[0].rstrip(), *beside] == words_shown


def words(state: PlayState) -> list[str]:
    """The header of a state and the first lines of its panel."""
    head = _text(header_of(state, WIDTH))
    composed = panel_of(state, PANEL - 2 * PANEL_MARGIN, HEIGHT - 2)
    # How far the list is scrolled is the screen's own affair.
    sure = 4 if state.choosing.rows and not state.question else HEIGHT - 2
    return [head, *(_text(line) for line in composed.lines[:sure])]


def _text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans).rstrip()


# ---- who decides


def runner(game: Game, chance: random.Random) -> Play:
    """A play that gets home soon and leaves the others in peace, so that games are short."""

    def haste(play: Play) -> tuple[int, int, float]:
        side, position = play.side, play.position
        behind = sum(position.count(side, point) for point in range(7, 25))
        return -position.count(side.other, Place.BAR), -behind, chance.random()

    return max(game.legal_plays(), key=haste)


# ---- the ways to say a play

Way = Callable[[Seats, Play], None]


def by_arrows(seats: Seats, play: Play) -> None:
    """Go down the list to the play, and Enter."""
    index = _row_of(seats.state, play)
    pages, steps = divmod(index, 10)
    seats.press("down", *["pagedown"] * pages, *["down"] * steps)
    assert seats.state.choosing.row == index
    seats.press("enter")


def by_typing(seats: Seats, play: Play) -> None:
    """Type the moves, and Enter; then say which play is meant, if it is asked."""
    text = " ".join(write_moves([move]) for move in play.moves)
    keys = ["space" if character == " " else character for character in text]
    seats.press(*keys, "enter")
    answer(seats, play, lambda key, _: seats.press(key))


def by_mouse(seats: Seats, play: Play) -> None:
    """Click on each checker and its target; then click on the answer, if something is asked."""
    for move in play.moves:
        before = seats.game
        seats.click_place(move.origin)
        seats.click_place(move.target)
        if seats.state.question:
            wanted = before.apply(move)
            question = seats.state.question
            for answer in question.answers:
                if answer.moves == (move,):
                    seats.click_on(answer.text, answer.key)
                    break
            assert seats.game.position == wanted.position


def answer(seats: Seats, play: Play, give: Callable[[str, str], None]) -> None:
    """Answer which of several plays was meant."""
    question: Question | None = seats.state.asked
    if question is None:
        return
    for option in question.answers:
        if _after(seats.game, option.moves).position == play.position:
            give(option.key, option.text)
            return
    raise AssertionError(f"{play} is not offered")


def _after(game: Game, moves: tuple[Move, ...]) -> Game:
    for move in moves:
        game = game.apply(move)
    return game


def _row_of(state: PlayState, play: Play) -> int:
    return next(i for i, row in enumerate(state.choosing.rows) if row.position == play.position)


# ---- a whole game


def play_on(seats: Seats, way: Way, chance: random.Random) -> int:
    """Play the game to its end; how many rolls it took."""
    mouse = way is by_mouse
    while not seats.game.is_over:
        state = seats.state
        if state.news and mouse:
            seats.click_on("goes on", Key.ENTER)
        elif state.news:
            seats.press("enter")
        elif state.question:
            first = state.question.answers[0]
            if mouse:
                seats.click_on(first.text[:12], first.key)
            else:
                seats.press(first.key)
        elif not state.awaits_roll:
            play = runner(seats.game, chance)
            way(seats, play)
        elif state.table.dice is None:
            seats.press(str(chance.randint(1, 6)), str(chance.randint(1, 6)), "enter")
        elif mouse:
            seats.click_dice()
        else:
            seats.press("space")
    return seats.state.table.roll_number - 1
