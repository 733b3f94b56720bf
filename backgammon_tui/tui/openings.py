"""The screens that modes open, each imported when it is first wanted.

The first frame does not wait for any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from backgammon_tui.dice import Dice
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.levels import Level, name_of
from backgammon_tui.settings import Settings
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.commands import Command, help_lines
from backgammon_tui.words.naming import STANDARD, Naming

if TYPE_CHECKING:
    from textual.screen import Screen

    from backgammon_tui.engine.situation import Situation
    from backgammon_tui.session import Remedy
    from backgammon_tui.storage.journal.problems import JournalProblem
    from backgammon_tui.storage.program_files import Storage
    from backgammon_tui.tui.inputs import NextStep


def menu(
    title: str, commands: Sequence[Command[Any]], with_keys: bool = False
) -> Screen[Command[Any] | None]:
    """What can be done; gives back the command that is chosen."""
    from backgammon_tui.tui.dialogs.choose import Choose, Offer

    offers = [Offer(each, each.title, each.key_name if with_keys else "") for each in commands]
    return Choose[Command[Any]](title, offers)


def options(settings: Settings) -> Screen[Settings | None]:
    """The options; gives them back as they were changed."""
    from backgammon_tui.tui.dialogs.options import Options

    return Options(settings)


def rules_and_keys(
    commands: Sequence[Command[Any]], mode: object, rules: Rules, naming: Naming
) -> Screen[None]:
    """The rules of a game in short, and the keys."""
    from backgammon_tui.tui.dialogs.help import Help
    from backgammon_tui.words.rules_in_brief import describe_rules

    keys = list(help_lines(commands, mode))
    title = f"{rules.title}: keys and rules"
    return Help(title, keys, rules, describe_rules(rules, naming))


def keys(title: str, told: Iterable[tuple[str, str]]) -> Screen[None]:
    """Keys, and what each does."""
    from backgammon_tui.tui.dialogs.help import Help

    return Help(title, list(told))


def rulebook(rules: Rules, section: str | None = None) -> Screen[None]:
    """The rulebook, at a section if one is named."""
    from backgammon_tui.tui.screens.rulebook import RulebookScreen

    return RulebookScreen(rules, section)


def throws(
    game: Game, naming: Naming, lit: Dice | None = None, takes: bool = False
) -> Screen[Dice | None]:
    """The 36 throws; gives back the one that is chosen, where one can be."""
    from backgammon_tui.tui.dialogs.grid import grid_of

    return grid_of(game, naming, lit, takes=takes)


def say(text: str) -> Screen[None]:
    """A sentence that has to be seen."""
    from backgammon_tui.tui.dialogs.dialog import Say

    return Say(text)


def share(table: Table, said: str = "") -> Screen[bool | None]:
    """What can be copied and written; gives back whether a picture is wanted."""
    from backgammon_tui.tui.dialogs.share import Share

    return Share(table, said)


def game_log(table: Table, naming: Naming) -> Screen[None]:
    """The game so far in words."""
    from backgammon_tui.tui.dialogs import log

    return log.game_log(table, naming)


def score_sheet(table: Table, naming: Naming) -> Screen[None]:
    """Who has won what."""
    from backgammon_tui.tui.dialogs import log

    return log.score_sheet(table, naming)


def result(table: Table, naming: Naming, said: str = "") -> Screen[NextStep | None]:
    """How the game ended, and what has just been done; gives back what the players want now."""
    from backgammon_tui.tui.dialogs.result import ResultScreen

    return ResultScreen(table, naming, said)


def fair_dice(table: Table) -> Screen[Table | None]:
    """How the dice are fair; gives back the table with the players' words, if they add some."""
    from backgammon_tui.tui.dialogs.forms import tell_fair_dice

    return tell_fair_dice(table)


def position(rules: Rules) -> Screen[Situation | None]:
    """A position line; gives back the situation that it tells."""
    from backgammon_tui.tui.dialogs.forms import ask_position

    return ask_position(rules)


def ruleset(rules: Rules) -> Screen[Rules | None]:
    """Which game, and which table rules; gives the rules back."""
    from backgammon_tui.tui.dialogs.rules_choice import ChooseRuleset

    return ChooseRuleset(rules)


def player(side: Side, name: str) -> Screen[str | None]:
    """Who plays a side; gives back the name of the program, or nothing for a person."""
    from backgammon_tui.tui.dialogs.choose import Choose, Offer

    offers = [Offer(name_of(level), f"The program, {level.value}") for level in Level]
    title = f"Who plays {STANDARD.name(side)}?"
    return Choose[str](title, [Offer("", "A person"), None, *offers], lit=name)


def consent(question: str) -> Screen[bool | None]:
    """A question that is answered with yes or no; gives back whether it was yes."""
    from backgammon_tui.tui.dialogs.choose import Consent

    return Consent(question)


def quiz_games(games: tuple[Rules, ...]) -> Screen[tuple[Rules, ...] | None]:
    """Which games a quiz is about; gives them back."""
    from backgammon_tui.tui.dialogs.choose import Choose, Offer

    offers = [Offer((rules,), rules.title) for rules in RULESETS.values()]
    every = tuple(RULESETS.values())
    lit = games if len(games) == 1 else every
    return Choose[tuple[Rules, ...]](
        "Questions on which game?", [*offers, Offer(every, "All games")], lit=lit
    )


def trouble(problem: JournalProblem, storage: Storage) -> Screen[Remedy | None]:
    """What can be done where the records cannot be used; gives the remedy back."""
    from backgammon_tui.tui.dialogs.trouble import TroubleScreen

    return TroubleScreen(problem, storage)


def save_lesson(table: Table) -> Screen[None]:
    """What was played, as a lesson file."""
    from backgammon_tui.tui.dialogs.save_lesson import SaveLesson

    return SaveLesson(table)
