"""What the plain game answers to `help`, and which words decide."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine.turn import Phase

HELP: Final = """\
throw           throw the dice (t); real dice are typed: 5 3
keep, again     the opener keeps its numbers or throws again
5, 6            choose the doublet after a 1-2
24/20 13/9      play these moves; see the line notation
play 3          play number 3 of the list of plays
plays           list the legal plays; plays 24/ lists those
board           draw the board
where           say where all checkers are
point 14        say who stands there
line, id        the position in one line; as a gnubg ID
stage           the numbers of this turn, done and to come
last            what was done last
why, why 13/7   why this is to be played; why a move is not
                allowed
undo, redo      a move back, or made again, until new dice
takeback        before the last throw, if the other agrees;
                takeback 12 goes back to throw 12
resign 1        resign, if the other accepts the points
draw            a draw, if the other agrees
accept, next    take the result of a game; begin the next
score, dice     the match so far; what makes the dice fair
save FILE       write a transcript
rules, help     the rules of this game; this list
quit            leave; resume goes on with what is kept
notation        hand/22  bar/20*  13/7/4  24/22(2)  6/off
                * hits, ^ traps; blanks between moves"""


def tell_words(phase: Phase) -> str:
    """Which words decide, where a decision is awaited; else nothing."""
    match phase:
        case Phase.KEEP_OR_AGAIN:
            return "Type keep or again."
        case Phase.CHOOSE:
            return "Type 5 or 6."
        case _:
            return ""
