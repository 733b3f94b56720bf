"""What the throws after the plays of a turn would have done, counted in a worker."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.analysis.facts import facts
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import play_order
from backgammon_tui.engine.notation import Numbering, write_moves
from backgammon_tui.engine.turn import Phase
from backgammon_tui.words.fact_sentences import describe_facts, describe_fewer


def count_turn(history: Sequence[Game], numbering: Numbering) -> tuple[str, ...]:
    """The facts of each stage of a turn that was played to its end, as sentences.

    The history is that of the turn, from before its first action to its end. Where another play
    would have left fewer hits it is named.
    """
    told = []
    for at, before in enumerate(history):
        if before.phase is Phase.MOVE and before.stage and not before.stage.moves:
            later = (game for game in history[at + 1 :] if not (game.stage and game.stage.moves))
            after = next(later, None)
            if after:
                told.append(_count_stage(before, after, numbering))
    return tuple(filter(None, told))


def _count_stage(before: Game, after: Game, numbering: Numbering) -> str:
    side, plays = before.side, sorted(before.legal_plays(), key=lambda play: play_order(play.moves))
    made = next((play for play in plays if play.position == after.position), None)
    if side is None or made is None or not made.moves:
        return ""
    counted = fewest = facts(before, made)
    safest = made
    for play in plays if counted.hits else ():
        found = facts(before, play)
        if found.hits < fewest.hits:
            fewest, safest = found, play
    text, other = (write_moves(play.moves, numbering) for play in (made, safest))
    told = (describe_facts(counted, side), describe_fewer(counted, side, fewest, other))
    parts = [part for part in told if part]
    return f"{text}: {'; '.join(parts)}." if parts else ""
