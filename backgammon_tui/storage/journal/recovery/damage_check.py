"""The check of a journal: everything in it is read and replayed."""

from __future__ import annotations

from backgammon_tui.engine import Match
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.read import DamagedRow, is_seed_of
from backgammon_tui.storage.record import Tell, check_throws


def read_everything(journal: Journal, tell: Tell) -> None:
    """Read all that a journal keeps, and replay all games.

    Raises:
        JournalProblem: DAMAGED if something cannot be read or is not what was written.
    """
    with journal.reading() as db:
        for statement, sound in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            if (found := db.execute(f"PRAGMA {statement}").fetchall()) != sound:
                raise DamagedRow(str(found[0]))
        seeds = dict(db.execute("SELECT commitment, seed FROM seed"))
        progress = db.execute("SELECT player, item, data FROM progress").fetchall()
        if not all(is_seed_of(seed, commitment) for commitment, seed in seeds.items()):
            raise DamagedRow("a seed is not that of its dice")
        if not all(isinstance(value, str) for row in progress for value in row):
            raise DamagedRow("the progress of a learner is no text")
    for read in (query.player_lines, query.player_names):
        read(journal)
    for list_games in (query.finished_games, query.played_games):
        list_games(journal, query.GameQuery())
    games = 0
    for line in query.all_matches(journal, 0, query.count_matches(journal)):
        _check_match(journal, line.match, seeds)
        games += line.games
        tell(games)


def _check_match(journal: Journal, number: int, seeds: dict[str, str]) -> None:
    """Replay the games of a match, whose results and throws must be those that are kept."""
    record, results = journal.read(number)
    with journal.reading():
        try:
            match = Match(record.rules, record.length)
            for result in results:
                match = match.add(result)
            for index, game in enumerate(record.games):
                end = game.history(record.rules)[-1]
                if index < len(results) and end.result != results[index]:
                    raise ValueError("a game did not end so")
                checks = check_throws(game.with_seeds(seeds))
                if any(check.expected and not check.agrees for check in checks):
                    raise ValueError("a throw is not that of its dice")
        except ValueError as error:
            raise DamagedRow(f"match {number} cannot be replayed: {error}") from error
