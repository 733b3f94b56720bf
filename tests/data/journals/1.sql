PRAGMA application_id = 1111969102;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entry (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        number INTEGER NOT NULL,           -- in the game, from 1
        text TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
INSERT INTO "entry" VALUES(1,1,'opening 3-5');
INSERT INTO "entry" VALUES(1,2,'keep');
INSERT INTO "entry" VALUES(1,3,'B hand/22 3');
INSERT INTO "entry" VALUES(1,4,'B 22/17 5');
INSERT INTO "entry" VALUES(1,5,'throw 3-4');
INSERT INTO "entry" VALUES(1,6,'W hand/21 4');
INSERT INTO "entry" VALUES(1,7,'W 21/18 3');
INSERT INTO "entry" VALUES(1,8,'throw 2-4');
INSERT INTO "entry" VALUES(1,9,'B hand/23 2');
INSERT INTO "entry" VALUES(1,10,'B 17/13 4');
INSERT INTO "entry" VALUES(1,11,'throw 4-5');
INSERT INTO "entry" VALUES(1,12,'W hand/20 5');
INSERT INTO "entry" VALUES(1,13,'W hand/21 4');
INSERT INTO "entry" VALUES(1,14,'throw 2-6');
INSERT INTO "entry" VALUES(1,15,'B hand/19 6');
INSERT INTO "entry" VALUES(1,16,'B 19/17 2');
INSERT INTO "entry" VALUES(1,17,'throw 2-3');
INSERT INTO "entry" VALUES(1,18,'W 18/16 2');
INSERT INTO "entry" VALUES(1,19,'W 21/18 3');
INSERT INTO "entry" VALUES(1,20,'throw 4-6');
INSERT INTO "entry" VALUES(1,21,'B 13/7 6');
INSERT INTO "entry" VALUES(1,22,'B hand/21 4');
INSERT INTO "entry" VALUES(1,23,'throw 1-3');
INSERT INTO "entry" VALUES(1,24,'W 20/19 1');
INSERT INTO "entry" VALUES(1,25,'W hand/22 3');
INSERT INTO "entry" VALUES(1,26,'throw 3-6');
INSERT INTO "entry" VALUES(1,27,'B 23/20 3');
INSERT INTO "entry" VALUES(1,28,'B 17/11 6');
INSERT INTO "entry" VALUES(1,29,'takeback 7 W');
INSERT INTO "entry" VALUES(1,30,'throw 4-6');
INSERT INTO "entry" VALUES(1,31,'B 17/11 6');
INSERT INTO "entry" VALUES(1,32,'B 23/19 4');
INSERT INTO "entry" VALUES(1,33,'throw 1-3');
INSERT INTO "entry" VALUES(1,34,'W 16/13* 3');
INSERT INTO "entry" VALUES(1,35,'W 20/19* 1');
INSERT INTO "entry" VALUES(1,36,'throw 3-6');
INSERT INTO "entry" VALUES(1,37,'B bar/19* 6');
INSERT INTO "entry" VALUES(1,38,'B bar/22 3');
INSERT INTO "entry" VALUES(1,39,'dice fair ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9 ["", "plum"]');
INSERT INTO "entry" VALUES(1,40,'throw 1-1');
INSERT INTO "entry" VALUES(1,41,'W bar/24 1');
INSERT INTO "entry" VALUES(1,42,'W 24/23 1');
INSERT INTO "entry" VALUES(1,43,'W 23/22* 1');
INSERT INTO "entry" VALUES(1,44,'W hand/24 1');
INSERT INTO "entry" VALUES(1,45,'throw 1-1');
INSERT INTO "entry" VALUES(1,46,'B bar/24* 1');
INSERT INTO "entry" VALUES(1,47,'B 24/23 1');
INSERT INTO "entry" VALUES(1,48,'B 23/22* 1');
INSERT INTO "entry" VALUES(1,49,'B 22/21 1');
INSERT INTO "entry" VALUES(1,50,'throw 2-5');
INSERT INTO "entry" VALUES(1,51,'W bar/20 5');
INSERT INTO "entry" VALUES(1,52,'W bar/23 2');
INSERT INTO "entry" VALUES(1,53,'throw 6-3');
INSERT INTO "entry" VALUES(1,54,'B 19/16 3');
INSERT INTO "entry" VALUES(1,55,'B 21/15 6');
INSERT INTO "entry" VALUES(1,56,'B resigns 2');
INSERT INTO "entry" VALUES(2,1,'opening 1-5');
INSERT INTO "entry" VALUES(2,2,'keep');
INSERT INTO "entry" VALUES(2,3,'B hand/20 5');
INSERT INTO "entry" VALUES(2,4,'B hand/24 1');
INSERT INTO "entry" VALUES(2,5,'throw 3-2');
INSERT INTO "entry" VALUES(2,6,'W hand/22 3');
INSERT INTO "entry" VALUES(2,7,'W 22/20* 2');
INSERT INTO "entry" VALUES(2,8,'throw 4-2');
INSERT INTO "entry" VALUES(2,9,'B bar/23 2');
INSERT INTO "entry" VALUES(2,10,'B hand/21 4');
INSERT INTO "entry" VALUES(2,11,'undo 9');
INSERT INTO "entry" VALUES(3,1,'throw 1-1');
INSERT INTO "entry" VALUES(3,2,'B 4/3 1');
INSERT INTO "entry" VALUES(3,3,'B 3/2 1');
INSERT INTO "entry" VALUES(3,4,'B 4/3 1');
INSERT INTO "entry" VALUES(3,5,'B 2/1 1');
INSERT INTO "entry" VALUES(3,6,'throw 6-3');
INSERT INTO "entry" VALUES(3,7,'W 6/3 3');
INSERT INTO "entry" VALUES(3,8,'W 6/off 6');
INSERT INTO "entry" VALUES(3,9,'throw 5-1');
INSERT INTO "entry" VALUES(3,10,'B 4/3 1');
INSERT INTO "entry" VALUES(3,11,'B 4/off 5');
INSERT INTO "entry" VALUES(3,12,'throw 6-4');
INSERT INTO "entry" VALUES(3,13,'W 5/1 4');
INSERT INTO "entry" VALUES(3,14,'W 6/off 6');
INSERT INTO "entry" VALUES(3,15,'throw 5-4');
INSERT INTO "entry" VALUES(3,16,'B 3/off 4');
INSERT INTO "entry" VALUES(3,17,'B 3/off 5');
INSERT INTO "entry" VALUES(3,18,'throw 1-3');
INSERT INTO "entry" VALUES(3,19,'W 3/2 1');
INSERT INTO "entry" VALUES(3,20,'W 5/2 3');
INSERT INTO "entry" VALUES(3,21,'throw 4-4');
INSERT INTO "entry" VALUES(3,22,'B 3/off 4');
INSERT INTO "entry" VALUES(3,23,'B 3/off 4');
INSERT INTO "entry" VALUES(3,24,'B 1/off 4');
INSERT INTO "entry" VALUES(4,1,'opening 2-1');
INSERT INTO "entry" VALUES(4,2,'W 24/23 1');
INSERT INTO "entry" VALUES(4,3,'W 13/11 2');
INSERT INTO "entry" VALUES(4,4,'throw 2-2');
INSERT INTO "entry" VALUES(4,5,'B 8/6 2');
INSERT INTO "entry" VALUES(4,6,'B 13/11 2');
INSERT INTO "entry" VALUES(4,7,'B 8/6 2');
INSERT INTO "entry" VALUES(4,8,'B 8/6 2');
INSERT INTO "entry" VALUES(4,9,'throw 6-5');
INSERT INTO "entry" VALUES(4,10,'W 11/5 6');
INSERT INTO "entry" VALUES(4,11,'W 8/3 5');
INSERT INTO "entry" VALUES(4,12,'throw 3-3');
INSERT INTO "entry" VALUES(4,13,'B 6/3 3');
INSERT INTO "entry" VALUES(4,14,'B 13/10 3');
INSERT INTO "entry" VALUES(4,15,'B 10/7 3');
INSERT INTO "entry" VALUES(4,16,'B 7/4 3');
INSERT INTO "entry" VALUES(4,17,'throw 6-5');
INSERT INTO "entry" VALUES(4,18,'W 23/17 6');
INSERT INTO "entry" VALUES(4,19,'W 8/3 5');
INSERT INTO "entry" VALUES(4,20,'throw 3-4');
INSERT INTO "entry" VALUES(4,21,'B 4/1* 3');
INSERT INTO "entry" VALUES(4,22,'B 11/7 4');
INSERT INTO "entry" VALUES(4,23,'throw 6-4');
INSERT INTO "entry" VALUES(4,24,'W bar/21 4');
INSERT INTO "entry" VALUES(4,25,'W 13/7 6');
INSERT INTO "entry" VALUES(4,26,'throw 5-6');
INSERT INTO "entry" VALUES(4,27,'B 7/2 5');
INSERT INTO "entry" VALUES(4,28,'B 13/7 6');
INSERT INTO "entry" VALUES(4,29,'throw 4-6');
INSERT INTO "entry" VALUES(4,30,'W 17/13 4');
INSERT INTO "entry" VALUES(4,31,'W 13/7 6');
INSERT INTO "entry" VALUES(4,32,'throw 6-2');
INSERT INTO "entry" VALUES(4,33,'B 6/4* 2');
INSERT INTO "entry" VALUES(4,34,'B 7/1 6');
INSERT INTO "entry" VALUES(4,35,'throw 4-3');
INSERT INTO "entry" VALUES(4,36,'W bar/22* 3');
INSERT INTO "entry" VALUES(4,37,'W 6/2 4');
INSERT INTO "entry" VALUES(4,38,'throw 5-5');
INSERT INTO "entry" VALUES(4,39,'B bar/20* 5');
INSERT INTO "entry" VALUES(4,40,'B 13/8 5');
INSERT INTO "entry" VALUES(4,41,'B 13/8 5');
INSERT INTO "entry" VALUES(4,42,'B 8/3* 5');
INSERT INTO "entry" VALUES(4,43,'draw');
CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        number INTEGER NOT NULL,           -- in the match, from 1
        dice TEXT NOT NULL,                -- fair or typed
        commitment TEXT NOT NULL,
        white_word TEXT NOT NULL,
        black_word TEXT NOT NULL,
        first TEXT,                        -- W or B where it throws first without an opening
        situation TEXT,                    -- where the game began, if not at the start
        checksum INTEGER NOT NULL,         -- of the columns above, the rules and the entries
        ending TEXT,                       -- from here on once the result is accepted
        winner TEXT,
        points INTEGER,
        starter TEXT,                      -- whose turn was the first
        finished TEXT,                     -- when, UTC
        white_figures TEXT,                -- computed from the game, for statistics
        black_figures TEXT,
        UNIQUE (match, number)
    );
INSERT INTO "game" VALUES(1,1,1,'fair','630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd','kiwi','',NULL,NULL,1731619867,'resigned','W',2,'B','2026-03-01T11:00:00+00:00','{"turns": 6, "hits": 3, "traps": 0, "doublets": 1, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "best_swing": 22, "best_turn": 8, "throws": [1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 7, "hits": 3, "traps": 0, "doublets": 1, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "best_swing": 15, "best_turn": 9, "throws": [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]}');
INSERT INTO "game" VALUES(2,1,2,'fair','6f103f3d9ba4c7e4d49642fb221098b83bcf07ac955063cb28f093eab38c5444','','',NULL,NULL,1910005126,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(3,2,1,'typed','','','',NULL,'W 6:3 5:2 off:10 / B 4:4 3:2 off:9; B to move',1440998425,'borne off','B',1,'B','2026-03-02T11:00:00+00:00','{"turns": 3, "hits": 0, "traps": 0, "doublets": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 10, "best_turn": 4, "throws": [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0]}','{"turns": 4, "hits": 0, "traps": 0, "doublets": 2, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "best_swing": 7, "best_turn": 7, "throws": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(4,2,2,'typed','','','',NULL,NULL,1637818953,'agreed draw',NULL,0,'W','2026-03-02T12:00:00+00:00','{"turns": 6, "hits": 1, "traps": 0, "doublets": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 29, "best_turn": 11, "throws": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0]}','{"turns": 6, "hits": 4, "traps": 0, "doublets": 3, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "best_swing": 43, "best_turn": 12, "throws": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0]}');
CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        ruleset TEXT NOT NULL,
        changes TEXT NOT NULL,             -- changed table rules, NAME=VALUE line by line
        white INTEGER NOT NULL REFERENCES player,
        black INTEGER NOT NULL REFERENCES player,
        date TEXT NOT NULL,                -- the day on which it began
        length INTEGER,                    -- the points that win it; none if open-ended
        state TEXT NOT NULL,               -- playing, between, won or abandoned
        awaited TEXT NOT NULL,             -- what the present game waits for, for lists
        touched TEXT NOT NULL              -- when something was last done, UTC
    );
INSERT INTO "match" VALUES(1,'russian','free_entry=on
hints=B',1,2,'2026-03-01',5,'playing','{black} to play the 4','2026-03-01T20:00:00+00:00');
INSERT INTO "match" VALUES(2,'backgammon','',3,1,'2026-03-02',NULL,'between','next game','2026-03-02T20:00:00+00:00');
CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE        -- the name without regard to case
    );
INSERT INTO "player" VALUES(1,'Anna','anna');
INSERT INTO "player" VALUES(2,'Boris','boris');
INSERT INTO "player" VALUES(3,'Cleo','cleo');
CREATE TABLE progress (
        player TEXT NOT NULL,              -- the name of who learns, without regard to case
        item TEXT NOT NULL,                -- what is learnt, such as lesson/russian/1
        data TEXT NOT NULL,                -- how far it has come
        PRIMARY KEY (player, item)
    ) WITHOUT ROWID;
INSERT INTO "progress" VALUES('anna','lesson/russian/1','2026-03-05');
CREATE TABLE seed (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        commitment TEXT NOT NULL,
        seed TEXT NOT NULL,                -- secret until the game is accepted
        PRIMARY KEY (game, commitment)
    ) WITHOUT ROWID;
INSERT INTO "seed" VALUES(1,'630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd','000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
INSERT INTO "seed" VALUES(1,'ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9','0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20');
INSERT INTO "seed" VALUES(2,'6f103f3d9ba4c7e4d49642fb221098b83bcf07ac955063cb28f093eab38c5444','02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021');
CREATE INDEX match_open ON match (touched) WHERE state = 'playing';
CREATE INDEX match_touched ON match (touched);
CREATE INDEX match_white ON match (white, touched);
CREATE INDEX match_black ON match (black, touched);
CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
COMMIT;
