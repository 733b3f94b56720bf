PRAGMA application_id = 1111969073;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
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
    UNIQUE (match, number),
    CHECK (ending IS NULL OR (points + finished + white_figures + black_figures) IS NOT NULL)
) STRICT;
INSERT INTO "game" VALUES(1,1,1,'typed','',0,'resigned','B',2,'2026-11-28T22:33:01+00:00','{"turns": 2, "hits": 0, "traps": 0, "doubles": 1, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(2,1,2,'typed','',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(3,2,1,'fair','5b0073034a00b86222b933c29b6b009b414a6db7e3386ef6dc61e3e36d49ca54',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(4,3,1,'fair','686f9f7258e9b8fb5263afb0b511ce22c7ed046cb9792a2b39aa40821d664815',0,'resigned','B',1,'2026-11-28T22:33:11+00:00','{"turns": 0, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 0, "longest_turn": 0, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 0, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 0, "longest_turn": 0, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(5,3,2,'fair','5cd6a2463d387c9e35629f67c2abc199251e840c5347b5585960fdc2b77dff0a',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(6,4,1,'typed','',0,'resigned','B',1,'2026-11-28T22:33:17+00:00','{"turns": 1, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 1, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
CREATE TABLE line (                        -- the log of each match
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    text TEXT NOT NULL,
    sum INTEGER NOT NULL,                  -- CRC-32 of the number of the match and all text so far
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "line" VALUES(1,1,'game {"ruleset": "backgammon", "white": "Anna", "black": "Boris", "date": "2026-11-28", "length": 3, "dice": "typed"}',3346572727);
INSERT INTO "line" VALUES(1,2,'opening 6-3',4098661701);
INSERT INTO "line" VALUES(1,3,'W 24/18 6',43895376);
INSERT INTO "line" VALUES(1,4,'W 24/21 3',1609503805);
INSERT INTO "line" VALUES(1,5,'roll 5-2',369926041);
INSERT INTO "line" VALUES(1,6,'B 13/8 5',3992935045);
INSERT INTO "line" VALUES(1,7,'B 24/22 2',2169354037);
INSERT INTO "line" VALUES(1,8,'roll 4-4',2683347477);
INSERT INTO "line" VALUES(1,9,'W 18/14 4',1931880513);
INSERT INTO "line" VALUES(1,10,'W 14/10 4',2081606265);
INSERT INTO "line" VALUES(1,11,'W 13/9 4',326220921);
INSERT INTO "line" VALUES(1,12,'W 13/9 4',984797081);
INSERT INTO "line" VALUES(1,13,'roll 3-1',3763223730);
INSERT INTO "line" VALUES(1,14,'B 24/21 3',1413414668);
INSERT INTO "line" VALUES(1,15,'B 22/21 1',1825035920);
INSERT INTO "line" VALUES(1,16,'W resigns 2',3112382863);
INSERT INTO "line" VALUES(1,17,'accepted ["resigned", "B", 2, "2026-11-28T22:33:01+00:00"]',774361839);
INSERT INTO "line" VALUES(1,18,'game {"ruleset": "backgammon", "white": "Anna", "black": "Boris", "date": "2026-11-28", "length": 3, "dice": "typed"}',2313073122);
INSERT INTO "line" VALUES(1,19,'opening 2-1',1106858182);
INSERT INTO "line" VALUES(1,20,'W 24/22 2',3859643193);
INSERT INTO "line" VALUES(1,21,'W 24/23 1',1834120101);
INSERT INTO "line" VALUES(1,22,'undo 2',946320220);
INSERT INTO "line" VALUES(2,1,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Zo\u00eb", "date": "2026-11-28", "dice": "fair", "commitment": "5b0073034a00b86222b933c29b6b009b414a6db7e3386ef6dc61e3e36d49ca54"}',67085094);
INSERT INTO "line" VALUES(2,2,'opening 6-2',325773320);
INSERT INTO "line" VALUES(2,3,'keeps',2162232944);
INSERT INTO "line" VALUES(2,4,'W hand/23 2',3024014608);
INSERT INTO "line" VALUES(2,5,'W hand/19 6',898757059);
INSERT INTO "line" VALUES(2,6,'roll 3-1',2557880257);
INSERT INTO "line" VALUES(2,7,'B hand/24 1',2961894310);
INSERT INTO "line" VALUES(2,8,'B hand/22 3',1677173092);
INSERT INTO "line" VALUES(2,9,'roll 5-2',1902290184);
INSERT INTO "line" VALUES(2,10,'W hand/23 2',3365626573);
INSERT INTO "line" VALUES(2,11,'W hand/20 5',3714325634);
INSERT INTO "line" VALUES(2,12,'takeback 3 asked by W',3153370866);
INSERT INTO "line" VALUES(2,13,'roll 5-2',1535466418);
INSERT INTO "line" VALUES(2,14,'W hand/23 2',1326874903);
INSERT INTO "line" VALUES(2,15,'W hand/20 5',3304582046);
INSERT INTO "line" VALUES(3,1,'game {"ruleset": "french", "white": "Anna", "black": "computer:easy", "date": "2026-11-28", "help": "on", "dice": "fair", "commitment": "686f9f7258e9b8fb5263afb0b511ce22c7ed046cb9792a2b39aa40821d664815"}',2585068193);
INSERT INTO "line" VALUES(3,2,'opening 4-1',4027906426);
INSERT INTO "line" VALUES(3,3,'W resigns 1',3186587572);
INSERT INTO "line" VALUES(3,4,'accepted ["resigned", "B", 1, "2026-11-28T22:33:11+00:00"]',2326145135);
INSERT INTO "line" VALUES(3,5,'game {"ruleset": "french", "white": "Anna", "black": "computer:easy", "date": "2026-11-28", "help": "on", "dice": "fair", "commitment": "5cd6a2463d387c9e35629f67c2abc199251e840c5347b5585960fdc2b77dff0a"}',415096133);
INSERT INTO "line" VALUES(3,6,'opening 2-5',2483758500);
INSERT INTO "line" VALUES(3,7,'keeps',2556063468);
INSERT INTO "line" VALUES(3,8,'B hand/23 2',2022350590);
INSERT INTO "line" VALUES(3,9,'B hand/20 5',700038522);
INSERT INTO "line" VALUES(4,1,'game {"ruleset": "backgammon", "white": "Anna", "black": "Boris", "date": "2026-11-28", "length": 1, "dice": "typed"}',374135308);
INSERT INTO "line" VALUES(4,2,'opening 6-3',4270764450);
INSERT INTO "line" VALUES(4,3,'W 24/18 6',798339819);
INSERT INTO "line" VALUES(4,4,'W 24/21 3',520963799);
INSERT INTO "line" VALUES(4,5,'roll 5-2',896589061);
INSERT INTO "line" VALUES(4,6,'B 13/8 5',1500152);
INSERT INTO "line" VALUES(4,7,'B 24/22 2',2564109894);
INSERT INTO "line" VALUES(4,8,'W resigns 1',3998978724);
INSERT INTO "line" VALUES(4,9,'accepted ["resigned", "B", 1, "2026-11-28T22:33:17+00:00"]',2753031152);
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
    played INTEGER NOT NULL                -- higher where something was done later
) STRICT;
INSERT INTO "match" VALUES(1,'backgammon',1,2,'2026-11-28',3,'playing','MOVE W W 1',22,'2026-11-28T22:33:01+00:00',13);
INSERT INTO "match" VALUES(2,'russian',1,3,'2026-11-28',NULL,'playing','ROLL B B',15,'2026-11-28T22:33:06+00:00',23);
INSERT INTO "match" VALUES(3,'french',1,4,'2026-11-28',NULL,'playing','ROLL W W',9,'2026-11-28T22:33:11+00:00',30);
INSERT INTO "match" VALUES(4,'backgammon',1,2,'2026-11-28',1,'won','',9,'2026-11-28T22:33:17+00:00',35);
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE            -- the name without regard to case
) STRICT;
INSERT INTO "player" VALUES(1,'Anna','anna');
INSERT INTO "player" VALUES(2,'Boris','boris');
INSERT INTO "player" VALUES(3,'Zoë','zoë');
INSERT INTO "player" VALUES(4,'computer:easy','computer:easy');
CREATE TABLE progress (
    player TEXT NOT NULL,                  -- the name of who learns, without regard to case
    item TEXT NOT NULL,                    -- what is learnt, such as lesson/russian/1
    data TEXT NOT NULL,                    -- how far it has come
    PRIMARY KEY (player, item)
) STRICT, WITHOUT ROWID;
INSERT INTO "progress" VALUES('anna','lesson/french/5','2026-11-28T22:33:22+00:00');
INSERT INTO "progress" VALUES('anna','lesson/french/5 step','0');
INSERT INTO "progress" VALUES('anna','lesson/own/mine.txt','2026-11-28T22:33:27+00:00');
INSERT INTO "progress" VALUES('anna','lesson/own/mine.txt step','0');
INSERT INTO "progress" VALUES('anna','name','Anna');
INSERT INTO "progress" VALUES('anna','step/french/5/1','0 739948');
INSERT INTO "progress" VALUES('anna','step/own/mine.txt/1','0 739948');
CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    net TEXT NOT NULL,                     -- a SHA-256 of all that the judgement depends on
    actions INTEGER NOT NULL,              -- the sum of the actions that were looked at
    findings TEXT NOT NULL                 -- JSON
) STRICT;
INSERT INTO "review" VALUES(6,'b040f1e6640a5ac823d0c6c35e1011005c7ef6a241b2e2075cde59aeacdc1ff2',1450214661,'[{"at": 1, "side": "W", "kind": "dice", "made": ["W 24/18 6", "W 24/21 3"], "best": ["W 24/18 6", "W 18/15 3"], "cost": 0.0392, "win": 0.50808, "error": 0.03372}, {"at": 3, "side": "B", "dice": [5, 2], "points": -0.10949, "win": 0.49421}, {"at": 4, "side": "B", "kind": "dice", "made": ["B 13/8 5", "B 24/22 2"], "best": ["B 13/8 5", "B 6/4* 2"], "cost": 0.04204, "win": 0.46939, "error": 0.03472}]');
CREATE TABLE seed (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,                    -- secret until the game is accepted
    PRIMARY KEY (match, commitment)
) STRICT, WITHOUT ROWID;
INSERT INTO "seed" VALUES(2,'5b0073034a00b86222b933c29b6b009b414a6db7e3386ef6dc61e3e36d49ca54','e03a7f1bd02f98fa5639747e7fb1f5dbb1bd1aeb7bff2496a2b6cbc0921189aa');
INSERT INTO "seed" VALUES(3,'5cd6a2463d387c9e35629f67c2abc199251e840c5347b5585960fdc2b77dff0a','c0411094b99e82eb6f4e838bb7f9d04b80cab4d7dca0893118cc6a8b39086dc6');
INSERT INTO "seed" VALUES(3,'686f9f7258e9b8fb5263afb0b511ce22c7ed046cb9792a2b39aa40821d664815','09f8916af7a4856bc4f8633587dc27fd1aba9914214591a0cb491e2a05f07338');
CREATE INDEX match_open ON match (played) WHERE state = 'playing';
CREATE INDEX match_played ON match (played);
CREATE INDEX match_white ON match (white, played);
CREATE INDEX match_black ON match (black, played);
CREATE TRIGGER line_stays BEFORE UPDATE ON line
    BEGIN SELECT raise(ABORT, 'lines are only added'); END;
CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
CREATE VIEW match_line AS SELECT             -- a match in lists
    match.id AS match, ruleset, length, state, awaited, touched, played, date, lines,
    white AS white_id, black AS black_id,
    (SELECT name FROM player WHERE id = white) AS white,
    (SELECT name FROM player WHERE id = black) AS black,
    (SELECT count(*) FROM game WHERE game.match = match.id) AS games,
    (SELECT coalesce(sum(points), 0) FROM game
        WHERE game.match = match.id AND winner = 'W' AND ending IS NOT NULL) AS white_points,
    (SELECT coalesce(sum(points), 0) FROM game
        WHERE game.match = match.id AND winner = 'B' AND ending IS NOT NULL) AS black_points
    FROM match;
CREATE VIEW finished_game AS SELECT          -- games first: a page is found without the others
    game.id AS game, game.match, number, dice, from_position, ending, winner, points, finished,
    white_figures, black_figures, ruleset, white AS white_id, black AS black_id,
    (SELECT name FROM player WHERE id = white) AS white,
    (SELECT name FROM player WHERE id = black) AS black
    FROM game CROSS JOIN match ON match.id = game.match WHERE ending IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',4);
COMMIT;
