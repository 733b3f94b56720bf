PRAGMA application_id = 1111969073;
PRAGMA user_version = 2;
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
    black_figures TEXT, cube INTEGER NOT NULL DEFAULT 1,
    UNIQUE (match, number),
    CHECK (ending IS NULL OR (points + finished + white_figures + black_figures) IS NOT NULL)
) STRICT;
INSERT INTO "game" VALUES(1,1,1,'fair','15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65',0,'agreed draw',NULL,0,'2026-03-01T12:00:00+00:00','{"turns": 0, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 0, "longest_turn": 0, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 1, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 0, "rolls": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}',1);
INSERT INTO "game" VALUES(2,1,2,'fair','17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9',0,'resigned','B',3,'2026-03-01T12:00:00+00:00','{"turns": 3, "hits": 1, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0]}','{"turns": 3, "hits": 2, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0]}',1);
INSERT INTO "game" VALUES(3,1,3,'fair','c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d',0,NULL,NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "game" VALUES(4,2,1,'typed','',0,'agreed draw',NULL,0,'2026-03-01T12:00:00+00:00','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]}','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]}',1);
INSERT INTO "game" VALUES(5,2,2,'typed','',0,'agreed draw',NULL,0,'2026-03-01T12:00:00+00:00','{"turns": 6, "hits": 0, "traps": 0, "doubles": 1, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "rolls": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]}','{"turns": 6, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0]}',1);
CREATE TABLE line (                        -- the log of each match
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    text TEXT NOT NULL,
    sum INTEGER NOT NULL,                  -- CRC-32 of the number of the match and all text so far
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "line" VALUES(1,1,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Boris", "date": "2026-03-01", "length": 5, "help": "on", "dice": "fair", "commitment": "15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65"}',4043576186);
INSERT INTO "line" VALUES(1,2,'opening 2-6',3459403559);
INSERT INTO "line" VALUES(1,3,'rolls again',4008800134);
INSERT INTO "line" VALUES(1,4,'roll 2-1',2106196006);
INSERT INTO "line" VALUES(1,5,'B hand/23 2',4010498140);
INSERT INTO "line" VALUES(1,6,'B 23/22 1',244014564);
INSERT INTO "line" VALUES(1,7,'undo 4',479284116);
INSERT INTO "line" VALUES(1,8,'B 23/22 1',460907896);
INSERT INTO "line" VALUES(1,9,'roll 5-1',608411150);
INSERT INTO "line" VALUES(1,10,'takeback 1 asked by W',1626624395);
INSERT INTO "line" VALUES(1,11,'opening 2-6',1385994134);
INSERT INTO "line" VALUES(1,12,'keeps',240820433);
INSERT INTO "line" VALUES(1,13,'B hand/19 6',4096641638);
INSERT INTO "line" VALUES(1,14,'takeback 1 asked by B',4085829429);
INSERT INTO "line" VALUES(1,15,'opening 2-6',1531960531);
INSERT INTO "line" VALUES(1,16,'rolls again',1782195425);
INSERT INTO "line" VALUES(1,17,'roll 2-1',2051321679);
INSERT INTO "line" VALUES(1,18,'draw agreed',1869796331);
INSERT INTO "line" VALUES(1,19,'accepted ["agreed draw", null, 0, "2026-03-01T12:00:00+00:00"]',3668651808);
INSERT INTO "line" VALUES(1,20,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Boris", "date": "2026-03-01", "length": 5, "help": "on", "dice": "fair", "commitment": "17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9"}',1113961693);
INSERT INTO "line" VALUES(1,21,'opening 6-5',4053396217);
INSERT INTO "line" VALUES(1,22,'keeps',442116651);
INSERT INTO "line" VALUES(1,23,'W hand/19 6',2857248921);
INSERT INTO "line" VALUES(1,24,'W 19/14 5',4197400458);
INSERT INTO "line" VALUES(1,25,'roll 6-4',1597397875);
INSERT INTO "line" VALUES(1,26,'takeback 2 asked by B',2389120926);
INSERT INTO "line" VALUES(1,27,'roll 6-4',1675511076);
INSERT INTO "line" VALUES(1,28,'B hand/21 4',2357306290);
INSERT INTO "line" VALUES(1,29,'B hand/19 6',3713093352);
INSERT INTO "line" VALUES(1,30,'roll 6-2',3187497505);
INSERT INTO "line" VALUES(1,31,'W hand/19* 6',849116339);
INSERT INTO "line" VALUES(1,32,'W 14/12 2',504126728);
INSERT INTO "line" VALUES(1,33,'roll 5-3',2872022976);
INSERT INTO "line" VALUES(1,34,'takeback 1 asked by B',2261033111);
INSERT INTO "line" VALUES(1,35,'opening 6-5',2522034570);
INSERT INTO "line" VALUES(1,36,'keeps',1034012875);
INSERT INTO "line" VALUES(1,37,'W hand/20 5',2184957834);
INSERT INTO "line" VALUES(1,38,'undo 2',1990487413);
INSERT INTO "line" VALUES(1,39,'W hand/20 5',622855652);
INSERT INTO "line" VALUES(1,40,'W hand/19 6',2381909691);
INSERT INTO "line" VALUES(1,41,'roll 6-4',4046444295);
INSERT INTO "line" VALUES(1,42,'B hand/21 4',2042130224);
INSERT INTO "line" VALUES(1,43,'B hand/19* 6',2833534023);
INSERT INTO "line" VALUES(1,44,'roll 6-2',3983010836);
INSERT INTO "line" VALUES(1,45,'W bar/23 2',2302133296);
INSERT INTO "line" VALUES(1,46,'takeback 3 asked by B',2842001370);
INSERT INTO "line" VALUES(1,47,'takeback 1 asked by B',3658612595);
INSERT INTO "line" VALUES(1,48,'opening 6-5',467195536);
INSERT INTO "line" VALUES(1,49,'keeps',3601681168);
INSERT INTO "line" VALUES(1,50,'W hand/20 5',3813274190);
INSERT INTO "line" VALUES(1,51,'W hand/19 6',1508865365);
INSERT INTO "line" VALUES(1,52,'roll 6-4',2134964085);
INSERT INTO "line" VALUES(1,53,'B hand/19* 6',1552641139);
INSERT INTO "line" VALUES(1,54,'B hand/21 4',2533811052);
INSERT INTO "line" VALUES(1,55,'undo 6',1017128331);
INSERT INTO "line" VALUES(1,56,'B hand/21 4',2472289647);
INSERT INTO "line" VALUES(1,57,'roll 6-2',1724744086);
INSERT INTO "line" VALUES(1,58,'W bar/23 2',4252522064);
INSERT INTO "line" VALUES(1,59,'W 23/17 6',4031982565);
INSERT INTO "line" VALUES(1,60,'roll 5-3',4089088711);
INSERT INTO "line" VALUES(1,61,'B 21/18 3',984059609);
INSERT INTO "line" VALUES(1,62,'B hand/20* 5',3136436691);
INSERT INTO "line" VALUES(1,63,'roll 6-5',2617244785);
INSERT INTO "line" VALUES(1,64,'W bar/19* 6',2492279008);
INSERT INTO "line" VALUES(1,65,'W 17/12 5',2303863682);
INSERT INTO "line" VALUES(1,66,'roll 5-2',1492713558);
INSERT INTO "line" VALUES(1,67,'W resigns 3',4245453971);
INSERT INTO "line" VALUES(1,68,'accepted ["resigned", "B", 3, "2026-03-01T12:00:00+00:00"]',932832294);
INSERT INTO "line" VALUES(1,69,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Boris", "date": "2026-03-01", "length": 5, "help": "on", "dice": "fair", "commitment": "c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d"}',2545643180);
INSERT INTO "line" VALUES(1,70,'opening 5-1',3390522939);
INSERT INTO "line" VALUES(1,71,'keeps',3591711866);
INSERT INTO "line" VALUES(1,72,'W hand/20 5',3319938641);
INSERT INTO "line" VALUES(1,73,'W hand/24 1',3590883242);
INSERT INTO "line" VALUES(1,74,'roll 4-2',1593031056);
INSERT INTO "line" VALUES(1,75,'B hand/21 4',493722471);
INSERT INTO "line" VALUES(1,76,'B 21/19 2',3601081937);
INSERT INTO "line" VALUES(1,77,'roll 6-1',764944791);
INSERT INTO "line" VALUES(1,78,'takeback 2 asked by B',1385101852);
INSERT INTO "line" VALUES(1,79,'roll 4-2',1010765248);
INSERT INTO "line" VALUES(1,80,'takeback 2 asked by B',2697234473);
INSERT INTO "line" VALUES(1,81,'roll 4-2',248351893);
INSERT INTO "line" VALUES(1,82,'takeback 1 asked by W',2154669311);
INSERT INTO "line" VALUES(1,83,'opening 5-1',1482320517);
INSERT INTO "line" VALUES(1,84,'rolls again',4131920292);
INSERT INTO "line" VALUES(1,85,'roll 4-2',4020024462);
INSERT INTO "line" VALUES(1,86,'W hand/21 4',3633903949);
INSERT INTO "line" VALUES(1,87,'W 21/19 2',342359236);
INSERT INTO "line" VALUES(1,88,'roll 6-1',2610067099);
INSERT INTO "line" VALUES(1,89,'B hand/24 1',3631401697);
INSERT INTO "line" VALUES(1,90,'undo 6',988279843);
INSERT INTO "line" VALUES(1,91,'B hand/24 1',1721938390);
INSERT INTO "line" VALUES(1,92,'undo 6',1117705229);
INSERT INTO "line" VALUES(1,93,'B hand/24 1',1343879544);
INSERT INTO "line" VALUES(1,94,'B hand/19* 6',1328768239);
INSERT INTO "line" VALUES(1,95,'roll 3-3',3546833537);
INSERT INTO "line" VALUES(1,96,'W bar/22 3',937588782);
INSERT INTO "line" VALUES(1,97,'W hand/22 3',292986049);
INSERT INTO "line" VALUES(1,98,'W 22/19* 3',2213942508);
INSERT INTO "line" VALUES(1,99,'W 19/16 3',2167381184);
INSERT INTO "line" VALUES(1,100,'takeback 3 asked by B',3823498025);
INSERT INTO "line" VALUES(1,101,'takeback 2 asked by W',2475246973);
INSERT INTO "line" VALUES(1,102,'roll 4-2',1742909363);
INSERT INTO "line" VALUES(1,103,'W hand/23 2',379057497);
INSERT INTO "line" VALUES(1,104,'W 23/19 4',1490120343);
INSERT INTO "line" VALUES(1,105,'roll 6-1',2262239273);
INSERT INTO "line" VALUES(1,106,'B hand/19* 6',3856125976);
INSERT INTO "line" VALUES(1,107,'B hand/24 1',2517750617);
INSERT INTO "line" VALUES(1,108,'roll 3-3',1496736122);
INSERT INTO "line" VALUES(1,109,'W bar/22 3',240918771);
INSERT INTO "line" VALUES(1,110,'W hand/22 3',62216609);
INSERT INTO "line" VALUES(1,111,'W hand/22 3',1814180008);
INSERT INTO "line" VALUES(1,112,'W 22/19* 3',65061429);
INSERT INTO "line" VALUES(1,113,'roll 3-2',3318326691);
INSERT INTO "line" VALUES(1,114,'takeback 3 asked by B',2600378015);
INSERT INTO "line" VALUES(1,115,'roll 6-1',2813413553);
INSERT INTO "line" VALUES(1,116,'B hand/19* 6',2200175581);
INSERT INTO "line" VALUES(1,117,'B hand/24 1',480853335);
INSERT INTO "line" VALUES(1,118,'roll 3-3',2870983618);
INSERT INTO "line" VALUES(1,119,'W bar/22 3',809207674);
INSERT INTO "line" VALUES(1,120,'undo 9',2774433911);
INSERT INTO "line" VALUES(2,1,'game {"ruleset": "never-finishing", "white": "Cleo", "black": "Anna", "date": "2026-03-01", "dice": "typed"}',2320531461);
INSERT INTO "line" VALUES(2,2,'opening 4-1',1882879190);
INSERT INTO "line" VALUES(2,3,'takeback 1 asked by W',3843280463);
INSERT INTO "line" VALUES(2,4,'opening 2-6',2989302371);
INSERT INTO "line" VALUES(2,5,'takeback 1 asked by B',482157362);
INSERT INTO "line" VALUES(2,6,'opening 2-1',653039037);
INSERT INTO "line" VALUES(2,7,'roll 1-1',1447205010);
INSERT INTO "line" VALUES(2,8,'W 24/23 1',4019822668);
INSERT INTO "line" VALUES(2,9,'W 24/23 1',3576831301);
INSERT INTO "line" VALUES(2,10,'W 23/22 1',371411304);
INSERT INTO "line" VALUES(2,11,'W 24/23 1',3015785530);
INSERT INTO "line" VALUES(2,12,'roll 5-1',2379694408);
INSERT INTO "line" VALUES(2,13,'takeback 2 asked by W',53361243);
INSERT INTO "line" VALUES(2,14,'roll 1-1',1625329652);
INSERT INTO "line" VALUES(2,15,'takeback 1 asked by B',3395538880);
INSERT INTO "line" VALUES(2,16,'opening 2-3',3079025053);
INSERT INTO "line" VALUES(2,17,'takeback 1 asked by W',159290822);
INSERT INTO "line" VALUES(2,18,'opening 1-5',3579784288);
INSERT INTO "line" VALUES(2,19,'roll 6-1',1711273283);
INSERT INTO "line" VALUES(2,20,'B 24/23 1',3885569245);
INSERT INTO "line" VALUES(2,21,'B 24/18 6',3277521118);
INSERT INTO "line" VALUES(2,22,'roll 5-2',1406705901);
INSERT INTO "line" VALUES(2,23,'W 24/22 2',47951787);
INSERT INTO "line" VALUES(2,24,'W 22/17 5',419748706);
INSERT INTO "line" VALUES(2,25,'undo 6',4092610942);
INSERT INTO "line" VALUES(2,26,'W 24/19 5',202009194);
INSERT INTO "line" VALUES(2,27,'takeback 1 asked by B',2748796981);
INSERT INTO "line" VALUES(2,28,'opening 3-4',2707898389);
INSERT INTO "line" VALUES(2,29,'roll 3-3',1448669311);
INSERT INTO "line" VALUES(2,30,'B 24/21 3',2130561143);
INSERT INTO "line" VALUES(2,31,'B 24/21 3',3862721626);
INSERT INTO "line" VALUES(2,32,'B 24/21 3',2565124161);
INSERT INTO "line" VALUES(2,33,'undo 4',546431461);
INSERT INTO "line" VALUES(2,34,'undo 3',4061287111);
INSERT INTO "line" VALUES(2,35,'B 24/21 3',574062728);
INSERT INTO "line" VALUES(2,36,'B 21/18 3',95600784);
INSERT INTO "line" VALUES(2,37,'B 18/15 3',400889034);
INSERT INTO "line" VALUES(2,38,'undo 5',3108811401);
INSERT INTO "line" VALUES(2,39,'B 21/18 3',4131581178);
INSERT INTO "line" VALUES(2,40,'roll 6-5',2747217222);
INSERT INTO "line" VALUES(2,41,'W 24/18 6',557880631);
INSERT INTO "line" VALUES(2,42,'W 18/13 5',1353628949);
INSERT INTO "line" VALUES(2,43,'undo 8',1184560786);
INSERT INTO "line" VALUES(2,44,'W 18/13 5',2751322462);
INSERT INTO "line" VALUES(2,45,'takeback 1 asked by B',4058166990);
INSERT INTO "line" VALUES(2,46,'opening 4-1',1764134811);
INSERT INTO "line" VALUES(2,47,'takeback 1 asked by B',1346471606);
INSERT INTO "line" VALUES(2,48,'opening 4-2',4187440947);
INSERT INTO "line" VALUES(2,49,'roll 6-2',118518655);
INSERT INTO "line" VALUES(2,50,'W 24/18 6',3634840597);
INSERT INTO "line" VALUES(2,51,'W 24/22 2',2583399957);
INSERT INTO "line" VALUES(2,52,'roll 5-4',2468345321);
INSERT INTO "line" VALUES(2,53,'B 24/19 5',2448227319);
INSERT INTO "line" VALUES(2,54,'B 19/15 4',984054628);
INSERT INTO "line" VALUES(2,55,'roll 6-1',3614671737);
INSERT INTO "line" VALUES(2,56,'W 22/16 6',904335836);
INSERT INTO "line" VALUES(2,57,'W 18/17 1',2080513739);
INSERT INTO "line" VALUES(2,58,'roll 3-1',2401862929);
INSERT INTO "line" VALUES(2,59,'B 24/21 3',1430695350);
INSERT INTO "line" VALUES(2,60,'B 24/23 1',3115112624);
INSERT INTO "line" VALUES(2,61,'roll 6-1',544817583);
INSERT INTO "line" VALUES(2,62,'W 17/16 1',1379296000);
INSERT INTO "line" VALUES(2,63,'undo 14',651611878);
INSERT INTO "line" VALUES(2,64,'W 16/10^ 6',3554775941);
INSERT INTO "line" VALUES(2,65,'takeback 5 asked by B',3822914899);
INSERT INTO "line" VALUES(2,66,'roll 2-1',89645984);
INSERT INTO "line" VALUES(2,67,'B 24/22 2',2233015598);
INSERT INTO "line" VALUES(2,68,'B 24/23 1',74527263);
INSERT INTO "line" VALUES(2,69,'roll 4-1',3476922270);
INSERT INTO "line" VALUES(2,70,'W 16/15 1',3846155806);
INSERT INTO "line" VALUES(2,71,'W 15/11 4',3496307630);
INSERT INTO "line" VALUES(2,72,'undo 15',4074364373);
INSERT INTO "line" VALUES(2,73,'W 17/13 4',1128543980);
INSERT INTO "line" VALUES(2,74,'roll 6-5',3262108565);
INSERT INTO "line" VALUES(2,75,'B 22/16 6',3038666996);
INSERT INTO "line" VALUES(2,76,'B 24/19 5',2742680294);
INSERT INTO "line" VALUES(2,77,'takeback 5 asked by B',794259291);
INSERT INTO "line" VALUES(2,78,'roll 4-1',1130812113);
INSERT INTO "line" VALUES(2,79,'draw agreed',370161785);
INSERT INTO "line" VALUES(2,80,'accepted ["agreed draw", null, 0, "2026-03-01T12:00:00+00:00"]',3800399993);
INSERT INTO "line" VALUES(2,81,'game {"ruleset": "never-finishing", "white": "Cleo", "black": "Anna", "date": "2026-03-01", "dice": "typed"}',1460651279);
INSERT INTO "line" VALUES(2,82,'opening 3-5',1778298636);
INSERT INTO "line" VALUES(2,83,'roll 6-4',4089444955);
INSERT INTO "line" VALUES(2,84,'takeback 2 asked by B',1242270531);
INSERT INTO "line" VALUES(2,85,'roll 5-1',1460953964);
INSERT INTO "line" VALUES(2,86,'B 24/23 1',17234552);
INSERT INTO "line" VALUES(2,87,'B 23/18 5',109363983);
INSERT INTO "line" VALUES(2,88,'roll 3-2',2638747188);
INSERT INTO "line" VALUES(2,89,'W 24/22 2',688120344);
INSERT INTO "line" VALUES(2,90,'W 24/21 3',471578743);
INSERT INTO "line" VALUES(2,91,'roll 6-4',4248865443);
INSERT INTO "line" VALUES(2,92,'B 18/14 4',3267310147);
INSERT INTO "line" VALUES(2,93,'B 24/18 6',1330527815);
INSERT INTO "line" VALUES(2,94,'takeback 4 asked by W',3417259097);
INSERT INTO "line" VALUES(2,95,'roll 4-3',1581990362);
INSERT INTO "line" VALUES(2,96,'takeback 1 asked by B',2115448246);
INSERT INTO "line" VALUES(2,97,'opening 2-2',4036594397);
INSERT INTO "line" VALUES(2,98,'opening 4-6',1715705255);
INSERT INTO "line" VALUES(2,99,'takeback 2 asked by W',3547844037);
INSERT INTO "line" VALUES(2,100,'opening 2-6',605609649);
INSERT INTO "line" VALUES(2,101,'roll 5-3',2754412329);
INSERT INTO "line" VALUES(2,102,'B 24/21 3',3467986227);
INSERT INTO "line" VALUES(2,103,'B 24/19 5',3895744473);
INSERT INTO "line" VALUES(2,104,'roll 2-1',3459618168);
INSERT INTO "line" VALUES(2,105,'W 24/22 2',3610595031);
INSERT INTO "line" VALUES(2,106,'W 22/21 1',2973421669);
INSERT INTO "line" VALUES(2,107,'roll 6-5',2838190595);
INSERT INTO "line" VALUES(2,108,'B 19/14 5',2593600023);
INSERT INTO "line" VALUES(2,109,'B 14/8 6',3233146395);
INSERT INTO "line" VALUES(2,110,'roll 2-1',2277904018);
INSERT INTO "line" VALUES(2,111,'W 24/22 2',524430479);
INSERT INTO "line" VALUES(2,112,'W 24/23 1',4191292207);
INSERT INTO "line" VALUES(2,113,'roll 4-4',3652591723);
INSERT INTO "line" VALUES(2,114,'takeback 4 asked by B',606848573);
INSERT INTO "line" VALUES(2,115,'roll 4-4',3848628353);
INSERT INTO "line" VALUES(2,116,'takeback 1 asked by B',3058791758);
INSERT INTO "line" VALUES(2,117,'opening 6-6',198224562);
INSERT INTO "line" VALUES(2,118,'opening 1-2',2678566162);
INSERT INTO "line" VALUES(2,119,'roll 6-4',2686333605);
INSERT INTO "line" VALUES(2,120,'B 24/20 4',3210660114);
INSERT INTO "line" VALUES(2,121,'B 24/18 6',3489536610);
INSERT INTO "line" VALUES(2,122,'roll 3-2',1472847337);
INSERT INTO "line" VALUES(2,123,'W 24/21 3',1160552538);
INSERT INTO "line" VALUES(2,124,'W 21/19 2',3544669913);
INSERT INTO "line" VALUES(2,125,'roll 6-5',2303320536);
INSERT INTO "line" VALUES(2,126,'B 24/18 6',612830443);
INSERT INTO "line" VALUES(2,127,'B 18/13 5',2422803858);
INSERT INTO "line" VALUES(2,128,'roll 5-3',1552333388);
INSERT INTO "line" VALUES(2,129,'W 19/16 3',4123667795);
INSERT INTO "line" VALUES(2,130,'W 24/19 5',3237693485);
INSERT INTO "line" VALUES(2,131,'roll 5-1',3972625641);
INSERT INTO "line" VALUES(2,132,'B 18/17 1',4144819970);
INSERT INTO "line" VALUES(2,133,'undo 15',796413041);
INSERT INTO "line" VALUES(2,134,'B 24/19 5',2595015002);
INSERT INTO "line" VALUES(2,135,'B 24/23 1',3182965548);
INSERT INTO "line" VALUES(2,136,'roll 6-6',2502141374);
INSERT INTO "line" VALUES(2,137,'takeback 8 asked by B',1805680016);
INSERT INTO "line" VALUES(2,138,'roll 4-3',1078745021);
INSERT INTO "line" VALUES(2,139,'W 24/21 3',3205113159);
INSERT INTO "line" VALUES(2,140,'W 24/20 4',3959988924);
INSERT INTO "line" VALUES(2,141,'roll 2-1',2602092173);
INSERT INTO "line" VALUES(2,142,'B 23/22 1',1444733647);
INSERT INTO "line" VALUES(2,143,'B 19/17 2',1264752576);
INSERT INTO "line" VALUES(2,144,'roll 6-4',2573793978);
INSERT INTO "line" VALUES(2,145,'W 20/14 6',4061932299);
INSERT INTO "line" VALUES(2,146,'W 19/15 4',2690801364);
INSERT INTO "line" VALUES(2,147,'roll 5-5',2055258165);
INSERT INTO "line" VALUES(2,148,'B 13/8 5',1407813040);
INSERT INTO "line" VALUES(2,149,'B 18/13 5',4156922389);
INSERT INTO "line" VALUES(2,150,'B 13/8 5',2716054981);
INSERT INTO "line" VALUES(2,151,'B 22/17 5',237563097);
INSERT INTO "line" VALUES(2,152,'roll 5-1',3088935189);
INSERT INTO "line" VALUES(2,153,'W 16/11 5',629225560);
INSERT INTO "line" VALUES(2,154,'W 24/23 1',1292449450);
INSERT INTO "line" VALUES(2,155,'roll 6-3',644578135);
INSERT INTO "line" VALUES(2,156,'B 17/14* 3',3820050472);
INSERT INTO "line" VALUES(2,157,'B 17/11^ 6',3366226116);
INSERT INTO "line" VALUES(2,158,'draw agreed',2163238715);
INSERT INTO "line" VALUES(2,159,'takeback 12 asked by B',4081937091);
INSERT INTO "line" VALUES(2,160,'roll 6-1',1989209036);
INSERT INTO "line" VALUES(2,161,'W 21/15 6',1969044790);
INSERT INTO "line" VALUES(2,162,'W 15/14 1',1213760508);
INSERT INTO "line" VALUES(2,163,'roll 6-1',1584171610);
INSERT INTO "line" VALUES(2,164,'B 20/19 1',3288420070);
INSERT INTO "line" VALUES(2,165,'B 19/13 6',2388516766);
INSERT INTO "line" VALUES(2,166,'undo 36',3834484444);
INSERT INTO "line" VALUES(2,167,'B 19/13 6',2507835207);
INSERT INTO "line" VALUES(2,168,'roll 1-1',2067973405);
INSERT INTO "line" VALUES(2,169,'W 15/14 1',661602947);
INSERT INTO "line" VALUES(2,170,'takeback 11 asked by W',395692125);
INSERT INTO "line" VALUES(2,171,'roll 5-4',3868515724);
INSERT INTO "line" VALUES(2,172,'B 22/18 4',3984396646);
INSERT INTO "line" VALUES(2,173,'B 20/15 5',1899556487);
INSERT INTO "line" VALUES(2,174,'takeback 10 asked by W',1865456100);
INSERT INTO "line" VALUES(2,175,'roll 6-1',117403868);
INSERT INTO "line" VALUES(2,176,'W 20/14 6',3780865744);
INSERT INTO "line" VALUES(2,177,'W 16/15 1',1841800489);
INSERT INTO "line" VALUES(2,178,'roll 4-1',3675111206);
INSERT INTO "line" VALUES(2,179,'B 13/12 1',3806024034);
INSERT INTO "line" VALUES(2,180,'B 18/14 4',552389816);
INSERT INTO "line" VALUES(2,181,'roll 4-1',3074106911);
INSERT INTO "line" VALUES(2,182,'W 14/13^ 1',1741536848);
INSERT INTO "line" VALUES(2,183,'undo 30',3365441763);
INSERT INTO "line" VALUES(2,184,'W 24/20 4',170053868);
INSERT INTO "line" VALUES(2,185,'W 15/14 1',2755844414);
INSERT INTO "line" VALUES(2,186,'roll 6-2',2243822880);
INSERT INTO "line" VALUES(2,187,'B 22/16 6',4056360271);
INSERT INTO "line" VALUES(2,188,'B 24/22 2',933010219);
INSERT INTO "line" VALUES(2,189,'roll 2-2',3879554092);
INSERT INTO "line" VALUES(2,190,'W 21/19 2',2486643211);
INSERT INTO "line" VALUES(2,191,'W 14/12 2',1362736055);
INSERT INTO "line" VALUES(2,192,'W 19/17 2',2120425353);
INSERT INTO "line" VALUES(2,193,'undo 38',3056151147);
INSERT INTO "line" VALUES(2,194,'W 24/22 2',2028126552);
INSERT INTO "line" VALUES(2,195,'W 14/12 2',830744017);
INSERT INTO "line" VALUES(2,196,'draw agreed',1537899657);
INSERT INTO "line" VALUES(2,197,'accepted ["agreed draw", null, 0, "2026-03-01T12:00:00+00:00"]',1075650934);
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
, white_before INTEGER NOT NULL DEFAULT 0, black_before INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "match" VALUES(1,'russian',1,2,'2026-03-01',5,'playing','MOVE W W 3333',120,'2026-03-01T12:00:00+00:00',1,0,0);
INSERT INTO "match" VALUES(2,'never-finishing',3,1,'2026-03-01',NULL,'ended','',197,'2026-03-01T12:00:00+00:00',2,0,0);
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
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,                    -- secret until the game is accepted
    PRIMARY KEY (match, commitment)
) STRICT, WITHOUT ROWID;
INSERT INTO "seed" VALUES(1,'15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65','000000000000000000000000000000000000000000000000000000000021febf');
INSERT INTO "seed" VALUES(1,'17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9','4675804a973757783bbe5e67f753e0e6f970812551c1d01cf21e8360483272d2');
INSERT INTO "seed" VALUES(1,'c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d','d8f13e6e07cff6b9d0e3b5f94f554d4535169b013c04407678f8940f8007fa73');
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',2);
COMMIT;
