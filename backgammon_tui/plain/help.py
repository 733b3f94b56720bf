"""What the plain game answers to `help` and `rules`."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine.rules import Direction, Opening, Rules
from backgammon_tui.words.rules import DESCRIPTIONS, tell_changes

COMMANDS: Final = """\
throw           throw the dice (t); with real dice type them: 5 3
keep, again     the opener keeps its numbers or throws again
5, 6            choose the doublet after a 1-2
24/20 13/9      play these moves; more in the line 'notation'
play 3          play number 3 of the list of plays
plays           list the legal plays; plays 24/ lists those
board           draw the board
where           say where all checkers are
point 14        say who stands there
line            the position in one line
stage           the numbers of this turn, done and to come
last            what was done last
why 13/7        why a move is not allowed
undo, redo      a move back, or made again, until new dice
takeback        before the last throw, if the other agrees;
                takeback 12 goes back to throw 12
resign 1        resign, if the other accepts the points
draw            a draw, if the other agrees
score, dice     the match so far; what makes the dice fair
save FILE       write a transcript
rules, help     the rules of this game; this list
quit            leave
notation        hand/22  bar/20*  13/7/4  24/22(2)  6/off
                * hits, ^ traps; blanks between moves"""


def tell_rules(rules: Rules) -> str:
    """The rules of a game in a few sentences."""
    lines = [f"{rules.title}. {DESCRIPTIONS[rules.name]}".replace("\n", " ")]
    if rules.direction is Direction.PARALLEL:
        lines.append("Both sides go the same way, from 24 down to 1, then off.")
    else:
        lines.append("Each side goes from its 24 down to its 1, then off.")
    if rules.starts_in_hand:
        entry = "Checkers enter from the hand: a 1 on point 24, a 6 on point 19."
        if not rules.free_entry:
            entry += " All must be in before any other moves."
        lines.append(entry)
    lines.append(_DOUBLETS[rules.complement])
    if rules.trapping:
        lines.append(
            "Land on a blot and hit it with * or trap it with ^. Who traps owns the point;"
            " the trapped checker waits until the last one leaves."
        )
    else:
        lines.append("Land on a blot and it is hit; it must enter before anything else.")
    if rules.higher_number:
        lines.append("If only one of two numbers can be played, it is the higher.")
    lines.append(_OPENINGS[rules.opening])
    points = ", ".join(str(points) for points in rules.scale.points)
    lines.append(
        f"A win is worth {points} points." if rules.scale.most > 1 else "A win is 1 point."
    )
    changes = tell_changes(rules)
    if changes:
        lines.append(f"Changed at this table: {changes}.")
    return "\n".join(lines)


_DOUBLETS: Final = {
    True: (
        "A doublet is four of its number, then four of the number on the underside (7 minus"
        " it), then another throw. What cannot be played costs the rest of the turn."
    ),
    False: "A doublet is four of its number.",
}

_OPENINGS: Final = {
    Opening.CHOOSE: "Who wins the opening throw keeps the two numbers or throws both again.",
    Opening.AGAIN: "Who wins the opening throw throws both dice again.",
    Opening.KEEP: "Who wins the opening throw plays the two numbers.",
}
