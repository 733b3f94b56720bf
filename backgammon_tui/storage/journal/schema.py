"""The tables of the journal, and the changes that upgrade the tables of earlier versions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = 0x42474D31
"""The application ID in the file: BGM1."""

TABLES: Final = """
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE            -- the name without regard to case
) STRICT;
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: backups have it, too
    ruleset TEXT NOT NULL,
    white INTEGER NOT NULL REFERENCES player,
    black INTEGER NOT NULL REFERENCES player CHECK (black <> white),
    date TEXT NOT NULL CHECK (date IS date(date)), -- the day on which it began
    length INTEGER CHECK (length > 0),     -- the points that win it; none without a limit
    state TEXT NOT NULL CHECK (state IN ('playing', 'won', 'ended')),
    awaited TEXT NOT NULL,                 -- by the present game, for lists: MOVE W W 33
    lines INTEGER NOT NULL CHECK (lines >= 0), -- how many its log has
    touched TEXT NOT NULL,                 -- when something was last done, UTC
    played INTEGER NOT NULL,               -- higher where something was done later
    white_before INTEGER NOT NULL DEFAULT 0, -- the score with which it began
    black_before INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX match_open ON match (played) WHERE state = 'playing';
CREATE INDEX match_played ON match (played);
CREATE INDEX match_white ON match (white, played);
CREATE INDEX match_black ON match (black, played);
CREATE TABLE line (                        -- the log of each match
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    text TEXT NOT NULL,
    sum INTEGER NOT NULL,                  -- CRC-32 of the number of the match and all text so far
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER line_stays BEFORE UPDATE ON line
    BEGIN SELECT raise(ABORT, 'lines are only added'); END;
CREATE TABLE seed (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,                    -- secret until the game is accepted
    PRIMARY KEY (match, commitment)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (                        -- what lists and statistics need of the log
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    dice TEXT NOT NULL CHECK (dice IN ('fair', 'typed')),
    commitment TEXT NOT NULL CHECK (length(commitment) = 64 * (dice = 'fair')),
    from_position INTEGER NOT NULL CHECK (from_position IN (0, 1)), -- began not at the start
    ending TEXT,                           -- from here on once the result is accepted
    winner TEXT CHECK (winner IN ('W', 'B')),
    points INTEGER CHECK (points >= 0),
    finished TEXT,                         -- when, UTC
    white_figures TEXT,                    -- computed from the game, for statistics
    black_figures TEXT,
    cube INTEGER NOT NULL DEFAULT 1,       -- a factor of the points
    UNIQUE (match, number),
    CHECK (ending IS NULL OR (points + finished + white_figures + black_figures) IS NOT NULL)
) STRICT;
CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
CREATE TABLE progress (
    player TEXT NOT NULL,                  -- the name of who learns, without regard to case
    item TEXT NOT NULL,                    -- what is learnt, such as lesson/russian/1
    data TEXT NOT NULL,                    -- how far it has come
    PRIMARY KEY (player, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    net TEXT NOT NULL,                     -- a SHA-256 of all that the judgement depends on
    actions INTEGER NOT NULL,              -- the sum of the actions that were looked at
    findings TEXT NOT NULL                 -- JSON
) STRICT;
CREATE VIEW match_line AS SELECT             -- a match in lists
    match.id AS match, ruleset, length, state, awaited, touched, played, date, lines,
    white AS white_id, black AS black_id,
    (SELECT name FROM player WHERE id = white) AS white,
    (SELECT name FROM player WHERE id = black) AS black,
    (SELECT count(*) FROM game WHERE game.match = match.id) AS games,
    white_before + (SELECT coalesce(sum(points), 0) FROM game
        WHERE game.match = match.id AND winner = 'W' AND ending IS NOT NULL) AS white_points,
    black_before + (SELECT coalesce(sum(points), 0) FROM game
        WHERE game.match = match.id AND winner = 'B' AND ending IS NOT NULL) AS black_points
    FROM match;
CREATE VIEW finished_game AS SELECT          -- games first: a page is found without the others
    game.id AS game, game.match, number, dice, from_position, ending, winner, points, cube,
    finished, white_figures, black_figures, ruleset, white AS white_id, black AS black_id,
    (SELECT name FROM player WHERE id = white) AS white,
    (SELECT name FROM player WHERE id = black) AS black
    FROM game CROSS JOIN match ON match.id = game.match WHERE ending IS NOT NULL;
"""

STATEMENTS: Final = tuple(re.findall(r"CREATE .*?(?=;\n(?:CREATE|\Z))", TABLES, re.DOTALL))
_VIEWS: Final = tuple(sql for sql in STATEMENTS if sql.startswith("CREATE VIEW"))

UPGRADES: Mapping[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE match ADD COLUMN white_before INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE match ADD COLUMN black_before INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN cube INTEGER NOT NULL DEFAULT 1",
        "DROP VIEW match_line",
        "DROP VIEW finished_game",
        *_VIEWS,
    ),
}
"""For each earlier version, the SQL statements that make its tables those of the next version.

After them all statistics are computed again, so new statistics alone need no statements: `()`.
"""

VERSION: Final = 1 + len(UPGRADES)
"""The version of the tables and of the statistics in them."""


def version_in_header(path: Path) -> int:
    """Return the version of a journal without a database; 0 if the file is not a journal."""
    with suppress(OSError), path.open("rb") as file:
        header = file.read(100)
        if int.from_bytes(header[68:72]) == MARK:
            return int.from_bytes(header[60:64])
    return 0


def normalized(statements: Iterable[str]) -> set[str]:
    """Return statements without comments, spaces and line breaks, to compare tables.

    `ALTER TABLE` adds a column without them.
    """
    return {re.sub(r"--[^\n]*|\s+", "", statement) for statement in statements}
