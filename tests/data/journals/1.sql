PRAGMA application_id = 1111969073;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the game, from 1
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entry" VALUES(1,1,'opening 2-6');
INSERT INTO "entry" VALUES(1,2,'again');
INSERT INTO "entry" VALUES(1,3,'roll 1-2');
INSERT INTO "entry" VALUES(1,4,'B hand/23 2');
INSERT INTO "entry" VALUES(1,5,'B 23/22 1');
INSERT INTO "entry" VALUES(1,6,'undo 4');
INSERT INTO "entry" VALUES(1,7,'B 23/22 1');
INSERT INTO "entry" VALUES(1,8,'roll 1-5');
INSERT INTO "entry" VALUES(1,9,'takeback 1 W');
INSERT INTO "entry" VALUES(1,10,'opening 2-6');
INSERT INTO "entry" VALUES(1,11,'keep');
INSERT INTO "entry" VALUES(1,12,'B hand/19 6');
INSERT INTO "entry" VALUES(1,13,'takeback 1 B');
INSERT INTO "entry" VALUES(1,14,'opening 2-6');
INSERT INTO "entry" VALUES(1,15,'again');
INSERT INTO "entry" VALUES(1,16,'roll 1-2');
INSERT INTO "entry" VALUES(1,17,'draw');
INSERT INTO "entry" VALUES(2,1,'opening 6-5');
INSERT INTO "entry" VALUES(2,2,'keep');
INSERT INTO "entry" VALUES(2,3,'W hand/19 6');
INSERT INTO "entry" VALUES(2,4,'W 19/14 5');
INSERT INTO "entry" VALUES(2,5,'roll 6-4');
INSERT INTO "entry" VALUES(2,6,'takeback 2 B');
INSERT INTO "entry" VALUES(2,7,'roll 6-4');
INSERT INTO "entry" VALUES(2,8,'B hand/21 4');
INSERT INTO "entry" VALUES(2,9,'B hand/19 6');
INSERT INTO "entry" VALUES(2,10,'roll 2-6');
INSERT INTO "entry" VALUES(2,11,'W hand/19* 6');
INSERT INTO "entry" VALUES(2,12,'W 14/12 2');
INSERT INTO "entry" VALUES(2,13,'roll 3-5');
INSERT INTO "entry" VALUES(2,14,'takeback 1 B');
INSERT INTO "entry" VALUES(2,15,'opening 6-5');
INSERT INTO "entry" VALUES(2,16,'keep');
INSERT INTO "entry" VALUES(2,17,'W hand/20 5');
INSERT INTO "entry" VALUES(2,18,'undo 2');
INSERT INTO "entry" VALUES(2,19,'W hand/20 5');
INSERT INTO "entry" VALUES(2,20,'W hand/19 6');
INSERT INTO "entry" VALUES(2,21,'roll 6-4');
INSERT INTO "entry" VALUES(2,22,'B hand/21 4');
INSERT INTO "entry" VALUES(2,23,'B hand/19* 6');
INSERT INTO "entry" VALUES(2,24,'roll 2-6');
INSERT INTO "entry" VALUES(2,25,'W bar/23 2');
INSERT INTO "entry" VALUES(2,26,'takeback 3 B');
INSERT INTO "entry" VALUES(2,27,'takeback 1 B');
INSERT INTO "entry" VALUES(2,28,'opening 6-5');
INSERT INTO "entry" VALUES(2,29,'keep');
INSERT INTO "entry" VALUES(2,30,'W hand/20 5');
INSERT INTO "entry" VALUES(2,31,'W hand/19 6');
INSERT INTO "entry" VALUES(2,32,'roll 6-4');
INSERT INTO "entry" VALUES(2,33,'B hand/19* 6');
INSERT INTO "entry" VALUES(2,34,'B hand/21 4');
INSERT INTO "entry" VALUES(2,35,'undo 6');
INSERT INTO "entry" VALUES(2,36,'B hand/21 4');
INSERT INTO "entry" VALUES(2,37,'roll 2-6');
INSERT INTO "entry" VALUES(2,38,'W bar/23 2');
INSERT INTO "entry" VALUES(2,39,'W 23/17 6');
INSERT INTO "entry" VALUES(2,40,'roll 3-5');
INSERT INTO "entry" VALUES(2,41,'B 21/18 3');
INSERT INTO "entry" VALUES(2,42,'B hand/20* 5');
INSERT INTO "entry" VALUES(2,43,'roll 6-5');
INSERT INTO "entry" VALUES(2,44,'W bar/19* 6');
INSERT INTO "entry" VALUES(2,45,'W 17/12 5');
INSERT INTO "entry" VALUES(2,46,'roll 2-5');
INSERT INTO "entry" VALUES(2,47,'W resigns 3');
INSERT INTO "entry" VALUES(3,1,'opening 5-1');
INSERT INTO "entry" VALUES(3,2,'keep');
INSERT INTO "entry" VALUES(3,3,'W hand/20 5');
INSERT INTO "entry" VALUES(3,4,'W hand/24 1');
INSERT INTO "entry" VALUES(3,5,'roll 2-4');
INSERT INTO "entry" VALUES(3,6,'B hand/21 4');
INSERT INTO "entry" VALUES(3,7,'B 21/19 2');
INSERT INTO "entry" VALUES(3,8,'roll 6-1');
INSERT INTO "entry" VALUES(3,9,'takeback 2 B');
INSERT INTO "entry" VALUES(3,10,'roll 2-4');
INSERT INTO "entry" VALUES(3,11,'takeback 2 B');
INSERT INTO "entry" VALUES(3,12,'roll 2-4');
INSERT INTO "entry" VALUES(3,13,'takeback 1 W');
INSERT INTO "entry" VALUES(3,14,'opening 5-1');
INSERT INTO "entry" VALUES(3,15,'again');
INSERT INTO "entry" VALUES(3,16,'roll 2-4');
INSERT INTO "entry" VALUES(3,17,'W hand/21 4');
INSERT INTO "entry" VALUES(3,18,'W 21/19 2');
INSERT INTO "entry" VALUES(3,19,'roll 6-1');
INSERT INTO "entry" VALUES(3,20,'B hand/24 1');
INSERT INTO "entry" VALUES(3,21,'undo 6');
INSERT INTO "entry" VALUES(3,22,'B hand/24 1');
INSERT INTO "entry" VALUES(3,23,'undo 6');
INSERT INTO "entry" VALUES(3,24,'B hand/24 1');
INSERT INTO "entry" VALUES(3,25,'B hand/19* 6');
INSERT INTO "entry" VALUES(3,26,'roll 3-3');
INSERT INTO "entry" VALUES(3,27,'W bar/22 3');
INSERT INTO "entry" VALUES(3,28,'W hand/22 3');
INSERT INTO "entry" VALUES(3,29,'W 22/19* 3');
INSERT INTO "entry" VALUES(3,30,'W 19/16 3');
INSERT INTO "entry" VALUES(3,31,'takeback 3 B');
INSERT INTO "entry" VALUES(3,32,'takeback 2 W');
INSERT INTO "entry" VALUES(3,33,'roll 2-4');
INSERT INTO "entry" VALUES(3,34,'W hand/23 2');
INSERT INTO "entry" VALUES(3,35,'W 23/19 4');
INSERT INTO "entry" VALUES(3,36,'roll 6-1');
INSERT INTO "entry" VALUES(3,37,'B hand/19* 6');
INSERT INTO "entry" VALUES(3,38,'B hand/24 1');
INSERT INTO "entry" VALUES(3,39,'roll 3-3');
INSERT INTO "entry" VALUES(3,40,'W bar/22 3');
INSERT INTO "entry" VALUES(3,41,'W hand/22 3');
INSERT INTO "entry" VALUES(3,42,'W hand/22 3');
INSERT INTO "entry" VALUES(3,43,'W 22/19* 3');
INSERT INTO "entry" VALUES(3,44,'roll 3-2');
INSERT INTO "entry" VALUES(3,45,'takeback 3 B');
INSERT INTO "entry" VALUES(3,46,'roll 6-1');
INSERT INTO "entry" VALUES(3,47,'B hand/19* 6');
INSERT INTO "entry" VALUES(3,48,'B hand/24 1');
INSERT INTO "entry" VALUES(3,49,'roll 3-3');
INSERT INTO "entry" VALUES(3,50,'W bar/22 3');
INSERT INTO "entry" VALUES(3,51,'undo 9');
INSERT INTO "entry" VALUES(4,1,'opening 4-1');
INSERT INTO "entry" VALUES(4,2,'takeback 1 W');
INSERT INTO "entry" VALUES(4,3,'opening 2-6');
INSERT INTO "entry" VALUES(4,4,'takeback 1 B');
INSERT INTO "entry" VALUES(4,5,'opening 2-1');
INSERT INTO "entry" VALUES(4,6,'roll 1-1');
INSERT INTO "entry" VALUES(4,7,'W 24/23 1');
INSERT INTO "entry" VALUES(4,8,'W 24/23 1');
INSERT INTO "entry" VALUES(4,9,'W 23/22 1');
INSERT INTO "entry" VALUES(4,10,'W 24/23 1');
INSERT INTO "entry" VALUES(4,11,'roll 1-5');
INSERT INTO "entry" VALUES(4,12,'takeback 2 W');
INSERT INTO "entry" VALUES(4,13,'roll 1-1');
INSERT INTO "entry" VALUES(4,14,'takeback 1 B');
INSERT INTO "entry" VALUES(4,15,'opening 2-3');
INSERT INTO "entry" VALUES(4,16,'takeback 1 W');
INSERT INTO "entry" VALUES(4,17,'opening 1-5');
INSERT INTO "entry" VALUES(4,18,'roll 6-1');
INSERT INTO "entry" VALUES(4,19,'B 24/23 1');
INSERT INTO "entry" VALUES(4,20,'B 24/18 6');
INSERT INTO "entry" VALUES(4,21,'roll 2-5');
INSERT INTO "entry" VALUES(4,22,'W 24/22 2');
INSERT INTO "entry" VALUES(4,23,'W 22/17 5');
INSERT INTO "entry" VALUES(4,24,'undo 6');
INSERT INTO "entry" VALUES(4,25,'W 24/19 5');
INSERT INTO "entry" VALUES(4,26,'takeback 1 B');
INSERT INTO "entry" VALUES(4,27,'opening 3-4');
INSERT INTO "entry" VALUES(4,28,'roll 3-3');
INSERT INTO "entry" VALUES(4,29,'B 24/21 3');
INSERT INTO "entry" VALUES(4,30,'B 24/21 3');
INSERT INTO "entry" VALUES(4,31,'B 24/21 3');
INSERT INTO "entry" VALUES(4,32,'undo 4');
INSERT INTO "entry" VALUES(4,33,'undo 3');
INSERT INTO "entry" VALUES(4,34,'B 24/21 3');
INSERT INTO "entry" VALUES(4,35,'B 21/18 3');
INSERT INTO "entry" VALUES(4,36,'B 18/15 3');
INSERT INTO "entry" VALUES(4,37,'undo 5');
INSERT INTO "entry" VALUES(4,38,'B 21/18 3');
INSERT INTO "entry" VALUES(4,39,'roll 5-6');
INSERT INTO "entry" VALUES(4,40,'W 24/18 6');
INSERT INTO "entry" VALUES(4,41,'W 18/13 5');
INSERT INTO "entry" VALUES(4,42,'undo 8');
INSERT INTO "entry" VALUES(4,43,'W 18/13 5');
INSERT INTO "entry" VALUES(4,44,'takeback 1 B');
INSERT INTO "entry" VALUES(4,45,'opening 4-1');
INSERT INTO "entry" VALUES(4,46,'takeback 1 B');
INSERT INTO "entry" VALUES(4,47,'opening 4-2');
INSERT INTO "entry" VALUES(4,48,'roll 2-6');
INSERT INTO "entry" VALUES(4,49,'W 24/18 6');
INSERT INTO "entry" VALUES(4,50,'W 24/22 2');
INSERT INTO "entry" VALUES(4,51,'roll 4-5');
INSERT INTO "entry" VALUES(4,52,'B 24/19 5');
INSERT INTO "entry" VALUES(4,53,'B 19/15 4');
INSERT INTO "entry" VALUES(4,54,'roll 1-6');
INSERT INTO "entry" VALUES(4,55,'W 22/16 6');
INSERT INTO "entry" VALUES(4,56,'W 18/17 1');
INSERT INTO "entry" VALUES(4,57,'roll 3-1');
INSERT INTO "entry" VALUES(4,58,'B 24/21 3');
INSERT INTO "entry" VALUES(4,59,'B 24/23 1');
INSERT INTO "entry" VALUES(4,60,'roll 1-6');
INSERT INTO "entry" VALUES(4,61,'W 17/16 1');
INSERT INTO "entry" VALUES(4,62,'undo 14');
INSERT INTO "entry" VALUES(4,63,'W 16/10^ 6');
INSERT INTO "entry" VALUES(4,64,'takeback 5 B');
INSERT INTO "entry" VALUES(4,65,'roll 1-2');
INSERT INTO "entry" VALUES(4,66,'B 24/22 2');
INSERT INTO "entry" VALUES(4,67,'B 24/23 1');
INSERT INTO "entry" VALUES(4,68,'roll 4-1');
INSERT INTO "entry" VALUES(4,69,'W 16/15 1');
INSERT INTO "entry" VALUES(4,70,'W 15/11 4');
INSERT INTO "entry" VALUES(4,71,'undo 15');
INSERT INTO "entry" VALUES(4,72,'W 17/13 4');
INSERT INTO "entry" VALUES(4,73,'roll 5-6');
INSERT INTO "entry" VALUES(4,74,'B 22/16 6');
INSERT INTO "entry" VALUES(4,75,'B 24/19 5');
INSERT INTO "entry" VALUES(4,76,'takeback 5 B');
INSERT INTO "entry" VALUES(4,77,'roll 1-4');
INSERT INTO "entry" VALUES(4,78,'draw');
INSERT INTO "entry" VALUES(5,1,'opening 3-5');
INSERT INTO "entry" VALUES(5,2,'roll 6-4');
INSERT INTO "entry" VALUES(5,3,'takeback 2 B');
INSERT INTO "entry" VALUES(5,4,'roll 5-1');
INSERT INTO "entry" VALUES(5,5,'B 24/23 1');
INSERT INTO "entry" VALUES(5,6,'B 23/18 5');
INSERT INTO "entry" VALUES(5,7,'roll 3-2');
INSERT INTO "entry" VALUES(5,8,'W 24/22 2');
INSERT INTO "entry" VALUES(5,9,'W 24/21 3');
INSERT INTO "entry" VALUES(5,10,'roll 4-6');
INSERT INTO "entry" VALUES(5,11,'B 18/14 4');
INSERT INTO "entry" VALUES(5,12,'B 24/18 6');
INSERT INTO "entry" VALUES(5,13,'takeback 4 W');
INSERT INTO "entry" VALUES(5,14,'roll 4-3');
INSERT INTO "entry" VALUES(5,15,'takeback 1 B');
INSERT INTO "entry" VALUES(5,16,'opening 2-2');
INSERT INTO "entry" VALUES(5,17,'opening 4-6');
INSERT INTO "entry" VALUES(5,18,'takeback 2 W');
INSERT INTO "entry" VALUES(5,19,'opening 2-6');
INSERT INTO "entry" VALUES(5,20,'roll 5-3');
INSERT INTO "entry" VALUES(5,21,'B 24/21 3');
INSERT INTO "entry" VALUES(5,22,'B 24/19 5');
INSERT INTO "entry" VALUES(5,23,'roll 1-2');
INSERT INTO "entry" VALUES(5,24,'W 24/22 2');
INSERT INTO "entry" VALUES(5,25,'W 22/21 1');
INSERT INTO "entry" VALUES(5,26,'roll 6-5');
INSERT INTO "entry" VALUES(5,27,'B 19/14 5');
INSERT INTO "entry" VALUES(5,28,'B 14/8 6');
INSERT INTO "entry" VALUES(5,29,'roll 2-1');
INSERT INTO "entry" VALUES(5,30,'W 24/22 2');
INSERT INTO "entry" VALUES(5,31,'W 24/23 1');
INSERT INTO "entry" VALUES(5,32,'roll 4-4');
INSERT INTO "entry" VALUES(5,33,'takeback 4 B');
INSERT INTO "entry" VALUES(5,34,'roll 4-4');
INSERT INTO "entry" VALUES(5,35,'takeback 1 B');
INSERT INTO "entry" VALUES(5,36,'opening 6-6');
INSERT INTO "entry" VALUES(5,37,'opening 1-2');
INSERT INTO "entry" VALUES(5,38,'roll 4-6');
INSERT INTO "entry" VALUES(5,39,'B 24/20 4');
INSERT INTO "entry" VALUES(5,40,'B 24/18 6');
INSERT INTO "entry" VALUES(5,41,'roll 2-3');
INSERT INTO "entry" VALUES(5,42,'W 24/21 3');
INSERT INTO "entry" VALUES(5,43,'W 21/19 2');
INSERT INTO "entry" VALUES(5,44,'roll 6-5');
INSERT INTO "entry" VALUES(5,45,'B 24/18 6');
INSERT INTO "entry" VALUES(5,46,'B 18/13 5');
INSERT INTO "entry" VALUES(5,47,'roll 3-5');
INSERT INTO "entry" VALUES(5,48,'W 19/16 3');
INSERT INTO "entry" VALUES(5,49,'W 24/19 5');
INSERT INTO "entry" VALUES(5,50,'roll 5-1');
INSERT INTO "entry" VALUES(5,51,'B 18/17 1');
INSERT INTO "entry" VALUES(5,52,'undo 15');
INSERT INTO "entry" VALUES(5,53,'B 24/19 5');
INSERT INTO "entry" VALUES(5,54,'B 24/23 1');
INSERT INTO "entry" VALUES(5,55,'roll 6-6');
INSERT INTO "entry" VALUES(5,56,'takeback 8 B');
INSERT INTO "entry" VALUES(5,57,'roll 4-3');
INSERT INTO "entry" VALUES(5,58,'W 24/21 3');
INSERT INTO "entry" VALUES(5,59,'W 24/20 4');
INSERT INTO "entry" VALUES(5,60,'roll 1-2');
INSERT INTO "entry" VALUES(5,61,'B 23/22 1');
INSERT INTO "entry" VALUES(5,62,'B 19/17 2');
INSERT INTO "entry" VALUES(5,63,'roll 4-6');
INSERT INTO "entry" VALUES(5,64,'W 20/14 6');
INSERT INTO "entry" VALUES(5,65,'W 19/15 4');
INSERT INTO "entry" VALUES(5,66,'roll 5-5');
INSERT INTO "entry" VALUES(5,67,'B 13/8 5');
INSERT INTO "entry" VALUES(5,68,'B 18/13 5');
INSERT INTO "entry" VALUES(5,69,'B 13/8 5');
INSERT INTO "entry" VALUES(5,70,'B 22/17 5');
INSERT INTO "entry" VALUES(5,71,'roll 1-5');
INSERT INTO "entry" VALUES(5,72,'W 16/11 5');
INSERT INTO "entry" VALUES(5,73,'W 24/23 1');
INSERT INTO "entry" VALUES(5,74,'roll 6-3');
INSERT INTO "entry" VALUES(5,75,'B 17/14* 3');
INSERT INTO "entry" VALUES(5,76,'B 17/11^ 6');
INSERT INTO "entry" VALUES(5,77,'draw');
INSERT INTO "entry" VALUES(5,78,'takeback 12 B');
INSERT INTO "entry" VALUES(5,79,'roll 6-1');
INSERT INTO "entry" VALUES(5,80,'W 21/15 6');
INSERT INTO "entry" VALUES(5,81,'W 15/14 1');
INSERT INTO "entry" VALUES(5,82,'roll 1-6');
INSERT INTO "entry" VALUES(5,83,'B 20/19 1');
INSERT INTO "entry" VALUES(5,84,'B 19/13 6');
INSERT INTO "entry" VALUES(5,85,'undo 36');
INSERT INTO "entry" VALUES(5,86,'B 19/13 6');
INSERT INTO "entry" VALUES(5,87,'roll 1-1');
INSERT INTO "entry" VALUES(5,88,'W 15/14 1');
INSERT INTO "entry" VALUES(5,89,'takeback 11 W');
INSERT INTO "entry" VALUES(5,90,'roll 4-5');
INSERT INTO "entry" VALUES(5,91,'B 22/18 4');
INSERT INTO "entry" VALUES(5,92,'B 20/15 5');
INSERT INTO "entry" VALUES(5,93,'takeback 10 W');
INSERT INTO "entry" VALUES(5,94,'roll 1-6');
INSERT INTO "entry" VALUES(5,95,'W 20/14 6');
INSERT INTO "entry" VALUES(5,96,'W 16/15 1');
INSERT INTO "entry" VALUES(5,97,'roll 4-1');
INSERT INTO "entry" VALUES(5,98,'B 13/12 1');
INSERT INTO "entry" VALUES(5,99,'B 18/14 4');
INSERT INTO "entry" VALUES(5,100,'roll 4-1');
INSERT INTO "entry" VALUES(5,101,'W 14/13^ 1');
INSERT INTO "entry" VALUES(5,102,'undo 30');
INSERT INTO "entry" VALUES(5,103,'W 24/20 4');
INSERT INTO "entry" VALUES(5,104,'W 15/14 1');
INSERT INTO "entry" VALUES(5,105,'roll 6-2');
INSERT INTO "entry" VALUES(5,106,'B 22/16 6');
INSERT INTO "entry" VALUES(5,107,'B 24/22 2');
INSERT INTO "entry" VALUES(5,108,'roll 2-2');
INSERT INTO "entry" VALUES(5,109,'W 21/19 2');
INSERT INTO "entry" VALUES(5,110,'W 14/12 2');
INSERT INTO "entry" VALUES(5,111,'W 19/17 2');
INSERT INTO "entry" VALUES(5,112,'undo 38');
INSERT INTO "entry" VALUES(5,113,'W 24/22 2');
INSERT INTO "entry" VALUES(5,114,'W 14/12 2');
INSERT INTO "entry" VALUES(5,115,'draw');
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    dice TEXT NOT NULL CHECK (dice IN ('fair', 'typed')),
    commitment TEXT NOT NULL CHECK (length(commitment) = 64 * (dice = 'fair')),
    first TEXT CHECK (first IN ('W', 'B')),-- who rolls first without an opening
    starting_position TEXT,                        -- where the game began, if not at the start
    ending TEXT,                           -- from here on once the result is accepted
    winner TEXT CHECK (winner IN ('W', 'B')),
    points INTEGER CHECK (points >= 0),
    starter TEXT CHECK (starter IN ('W', 'B')), -- whose turn was the first
    finished TEXT,                         -- when, UTC
    white_figures TEXT,                    -- computed from the game, for statistics
    black_figures TEXT,
    UNIQUE (match, number),
    CHECK (ending IS NULL OR (points + finished + white_figures + black_figures) IS NOT NULL)
) STRICT;
INSERT INTO "game" VALUES(1,1,1,'fair','15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65',NULL,NULL,'agreed draw',NULL,0,'B','2026-03-01T12:00:00+00:00','{"turns": 0, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 0, "longest_turn": 0, "best_swing": 0, "best_turn": 0, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 1, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 0, "best_swing": 0, "best_turn": 0, "rolls": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(2,1,2,'fair','17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9',NULL,NULL,'resigned','B',3,'W','2026-03-01T12:00:00+00:00','{"turns": 3, "hits": 1, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 17, "best_turn": 5, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]}','{"turns": 3, "hits": 2, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 16, "best_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]}');
INSERT INTO "game" VALUES(3,1,3,'fair','c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(4,2,1,'typed','',NULL,NULL,'agreed draw',NULL,0,'W','2026-03-01T12:00:00+00:00','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 8, "best_turn": 1, "rolls": [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 9, "best_turn": 2, "rolls": [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(5,2,2,'typed','',NULL,NULL,'agreed draw',NULL,0,'B','2026-03-01T12:00:00+00:00','{"turns": 6, "hits": 0, "traps": 0, "doubles": 1, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "best_swing": 8, "best_turn": 4, "rolls": [0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 6, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 11, "best_turn": 3, "rolls": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0]}');
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: backups have it, too
    ruleset TEXT NOT NULL,
    changes TEXT NOT NULL,                 -- changed table rules, NAME=VALUE line by line
    white INTEGER NOT NULL REFERENCES player,
    black INTEGER NOT NULL REFERENCES player CHECK (black <> white),
    date TEXT NOT NULL CHECK (date IS date(date)), -- the day on which it began
    length INTEGER CHECK (length > 0),     -- the points that win it; none without a limit
    state TEXT NOT NULL CHECK (state IN ('playing', 'between', 'won', 'abandoned')),
    awaited TEXT NOT NULL,                 -- what the present game waits for, for lists
    touched TEXT NOT NULL,                 -- when something was last done, UTC
    played INTEGER NOT NULL                -- higher where something was done later
) STRICT;
INSERT INTO "match" VALUES(1,'russian','free_entry=on
hints=B',1,2,'2026-03-01',5,'playing','{white} to play four 3s','2026-03-01T12:00:00+00:00',1);
INSERT INTO "match" VALUES(2,'never-finishing','',3,1,'2026-03-01',NULL,'between','next game','2026-03-01T12:00:00+00:00',2);
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE            -- the name without regard to case
) STRICT;
INSERT INTO "player" VALUES(1,'Anna','anna');
INSERT INTO "player" VALUES(2,'Boris','boris');
INSERT INTO "player" VALUES(3,'Cleo','cleo');
CREATE TABLE progress (
    player TEXT NOT NULL,                  -- the name of who learns, without regard to case
    item TEXT NOT NULL,                    -- what is learnt, such as lesson/russian/1
    data TEXT NOT NULL,                    -- how far it has come
    PRIMARY KEY (player, item)
) STRICT, WITHOUT ROWID;
INSERT INTO "progress" VALUES('anna','lesson/russian/1','2026-03-05');
INSERT INTO "progress" VALUES('anna','name','Anna');
CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    net TEXT NOT NULL,                     -- a SHA-256 of all that the judgement depends on
    actions INTEGER NOT NULL,              -- the sum of the actions that were looked at
    findings TEXT NOT NULL                 -- JSON
) STRICT;
CREATE TABLE seed (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,                    -- secret until the game is accepted
    PRIMARY KEY (game, commitment)
) STRICT, WITHOUT ROWID;
INSERT INTO "seed" VALUES(1,'15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65','000000000000000000000000000000000000000000000000000000000021febf');
INSERT INTO "seed" VALUES(2,'17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9','4675804a973757783bbe5e67f753e0e6f970812551c1d01cf21e8360483272d2');
INSERT INTO "seed" VALUES(3,'c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d','d8f13e6e07cff6b9d0e3b5f94f554d4535169b013c04407678f8940f8007fa73');
CREATE INDEX match_open ON match (played) WHERE state = 'playing';
CREATE INDEX match_played ON match (played);
CREATE INDEX match_white ON match (white, played);
CREATE INDEX match_black ON match (black, played);
CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
    BEGIN SELECT raise(ABORT, 'entries are only added'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',2);
COMMIT;
