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
    starter TEXT CHECK (starter IN ('W', 'B')), -- whose turn was the first
    finished TEXT,                         -- when, UTC
    white_figures TEXT,                    -- computed from the game, for statistics
    black_figures TEXT,
    UNIQUE (match, number),
    CHECK (ending IS NULL OR (points + finished + white_figures + black_figures) IS NOT NULL)
) STRICT;
INSERT INTO "game" VALUES(1,1,1,'fair','15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65',0,'agreed draw',NULL,0,'B','2026-03-01T12:00:00+00:00','{"turns": 0, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 0, "longest_turn": 0, "best_swing": 0, "best_turn": 0, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 1, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 0, "best_swing": 0, "best_turn": 0, "rolls": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(2,1,2,'fair','17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9',0,'resigned','B',3,'W','2026-03-01T12:00:00+00:00','{"turns": 3, "hits": 1, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 17, "best_turn": 5, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]}','{"turns": 3, "hits": 2, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 16, "best_turn": 2, "rolls": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]}');
INSERT INTO "game" VALUES(3,1,3,'fair','c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(4,2,1,'typed','',0,'agreed draw',NULL,0,'W','2026-03-01T12:00:00+00:00','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 8, "best_turn": 1, "rolls": [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 2, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 9, "best_turn": 2, "rolls": [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}');
INSERT INTO "game" VALUES(5,2,2,'typed','',0,'agreed draw',NULL,0,'B','2026-03-01T12:00:00+00:00','{"turns": 6, "hits": 0, "traps": 0, "doubles": 1, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 4, "best_swing": 8, "best_turn": 4, "rolls": [0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}','{"turns": 6, "hits": 0, "traps": 0, "doubles": 0, "forfeited": 0, "lost_numbers": 0, "chains": 0, "longest_chain": 1, "longest_turn": 2, "best_swing": 11, "best_turn": 3, "rolls": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0]}');
CREATE TABLE line (                        -- the log of each match
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    text TEXT NOT NULL,
    sum INTEGER NOT NULL,                  -- CRC-32 of the number of the match and all text so far
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "line" VALUES(1,1,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Boris", "date": "2026-03-01", "length": 5, "hints": "B", "dice": "fair", "commitment": "15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65"}',370062125);
INSERT INTO "line" VALUES(1,2,'opening 2-6',1054423559);
INSERT INTO "line" VALUES(1,3,'again',91404265);
INSERT INTO "line" VALUES(1,4,'roll 1-2',3612198137);
INSERT INTO "line" VALUES(1,5,'B hand/23 2',1002090649);
INSERT INTO "line" VALUES(1,6,'B 23/22 1',1411599005);
INSERT INTO "line" VALUES(1,7,'undo 4',2673203166);
INSERT INTO "line" VALUES(1,8,'B 23/22 1',4182997657);
INSERT INTO "line" VALUES(1,9,'roll 1-5',2190878791);
INSERT INTO "line" VALUES(1,10,'takeback 1 W',2649293354);
INSERT INTO "line" VALUES(1,11,'opening 2-6',3850041937);
INSERT INTO "line" VALUES(1,12,'keep',856282564);
INSERT INTO "line" VALUES(1,13,'B hand/19 6',1656665333);
INSERT INTO "line" VALUES(1,14,'takeback 1 B',259732787);
INSERT INTO "line" VALUES(1,15,'opening 2-6',1420247503);
INSERT INTO "line" VALUES(1,16,'again',3094045623);
INSERT INTO "line" VALUES(1,17,'roll 1-2',3147366221);
INSERT INTO "line" VALUES(1,18,'draw',676326797);
INSERT INTO "line" VALUES(1,19,'accepted ["agreed draw", null, 0, "2026-03-01T12:00:00+00:00"]',179520361);
INSERT INTO "line" VALUES(1,20,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Boris", "date": "2026-03-01", "length": 5, "hints": "B", "dice": "fair", "commitment": "17a534f89d34c14e6db93ec79615df68c7566fdff35675759687ee799c503ce9"}',1264782084);
INSERT INTO "line" VALUES(1,21,'opening 6-5',1564649949);
INSERT INTO "line" VALUES(1,22,'keep',2562963587);
INSERT INTO "line" VALUES(1,23,'W hand/19 6',550643968);
INSERT INTO "line" VALUES(1,24,'W 19/14 5',2225315048);
INSERT INTO "line" VALUES(1,25,'roll 6-4',2013265417);
INSERT INTO "line" VALUES(1,26,'takeback 2 B',2449451431);
INSERT INTO "line" VALUES(1,27,'roll 6-4',211255085);
INSERT INTO "line" VALUES(1,28,'B hand/21 4',983099556);
INSERT INTO "line" VALUES(1,29,'B hand/19 6',735611754);
INSERT INTO "line" VALUES(1,30,'roll 2-6',4065541325);
INSERT INTO "line" VALUES(1,31,'W hand/19* 6',225066634);
INSERT INTO "line" VALUES(1,32,'W 14/12 2',497096461);
INSERT INTO "line" VALUES(1,33,'roll 3-5',2319201520);
INSERT INTO "line" VALUES(1,34,'takeback 1 B',2032871451);
INSERT INTO "line" VALUES(1,35,'opening 6-5',2971311494);
INSERT INTO "line" VALUES(1,36,'keep',942533191);
INSERT INTO "line" VALUES(1,37,'W hand/20 5',2410182461);
INSERT INTO "line" VALUES(1,38,'undo 2',19073118);
INSERT INTO "line" VALUES(1,39,'W hand/20 5',4246469644);
INSERT INTO "line" VALUES(1,40,'W hand/19 6',237156522);
INSERT INTO "line" VALUES(1,41,'roll 6-4',1810722780);
INSERT INTO "line" VALUES(1,42,'B hand/21 4',2452584232);
INSERT INTO "line" VALUES(1,43,'B hand/19* 6',1943711907);
INSERT INTO "line" VALUES(1,44,'roll 2-6',1238523206);
INSERT INTO "line" VALUES(1,45,'W bar/23 2',3827641462);
INSERT INTO "line" VALUES(1,46,'takeback 3 B',3274461141);
INSERT INTO "line" VALUES(1,47,'takeback 1 B',1325079974);
INSERT INTO "line" VALUES(1,48,'opening 6-5',388432000);
INSERT INTO "line" VALUES(1,49,'keep',749292338);
INSERT INTO "line" VALUES(1,50,'W hand/20 5',493903447);
INSERT INTO "line" VALUES(1,51,'W hand/19 6',4192942925);
INSERT INTO "line" VALUES(1,52,'roll 6-4',3105681982);
INSERT INTO "line" VALUES(1,53,'B hand/19* 6',2573796462);
INSERT INTO "line" VALUES(1,54,'B hand/21 4',786555720);
INSERT INTO "line" VALUES(1,55,'undo 6',4259062491);
INSERT INTO "line" VALUES(1,56,'B hand/21 4',3319077117);
INSERT INTO "line" VALUES(1,57,'roll 2-6',2956049178);
INSERT INTO "line" VALUES(1,58,'W bar/23 2',1340255468);
INSERT INTO "line" VALUES(1,59,'W 23/17 6',1860960230);
INSERT INTO "line" VALUES(1,60,'roll 3-5',262619210);
INSERT INTO "line" VALUES(1,61,'B 21/18 3',1087762921);
INSERT INTO "line" VALUES(1,62,'B hand/20* 5',2893034522);
INSERT INTO "line" VALUES(1,63,'roll 6-5',3734521582);
INSERT INTO "line" VALUES(1,64,'W bar/19* 6',2430356171);
INSERT INTO "line" VALUES(1,65,'W 17/12 5',565816780);
INSERT INTO "line" VALUES(1,66,'roll 2-5',4253260686);
INSERT INTO "line" VALUES(1,67,'W resigns 3',315792227);
INSERT INTO "line" VALUES(1,68,'accepted ["resigned", "B", 3, "2026-03-01T12:00:00+00:00"]',3262871903);
INSERT INTO "line" VALUES(1,69,'game {"ruleset": "russian", "changes": ["free_entry=on"], "white": "Anna", "black": "Boris", "date": "2026-03-01", "length": 5, "hints": "B", "dice": "fair", "commitment": "c16cee80ba9901675eda2eb0283d09a2856b02c800093549141983ce77c37b8d"}',2661807928);
INSERT INTO "line" VALUES(1,70,'opening 5-1',2527455156);
INSERT INTO "line" VALUES(1,71,'keep',4085860881);
INSERT INTO "line" VALUES(1,72,'W hand/20 5',934413735);
INSERT INTO "line" VALUES(1,73,'W hand/24 1',2011655506);
INSERT INTO "line" VALUES(1,74,'roll 2-4',894700884);
INSERT INTO "line" VALUES(1,75,'B hand/21 4',875527128);
INSERT INTO "line" VALUES(1,76,'B 21/19 2',2733821649);
INSERT INTO "line" VALUES(1,77,'roll 6-1',3410922582);
INSERT INTO "line" VALUES(1,78,'takeback 2 B',2109447804);
INSERT INTO "line" VALUES(1,79,'roll 2-4',1265493865);
INSERT INTO "line" VALUES(1,80,'takeback 2 B',4245262007);
INSERT INTO "line" VALUES(1,81,'roll 2-4',2753429894);
INSERT INTO "line" VALUES(1,82,'takeback 1 W',1465985335);
INSERT INTO "line" VALUES(1,83,'opening 5-1',3638390925);
INSERT INTO "line" VALUES(1,84,'again',2316827642);
INSERT INTO "line" VALUES(1,85,'roll 2-4',1320526024);
INSERT INTO "line" VALUES(1,86,'W hand/21 4',1501487777);
INSERT INTO "line" VALUES(1,87,'W 21/19 2',2096234551);
INSERT INTO "line" VALUES(1,88,'roll 6-1',3313130605);
INSERT INTO "line" VALUES(1,89,'B hand/24 1',2304016679);
INSERT INTO "line" VALUES(1,90,'undo 6',3448051294);
INSERT INTO "line" VALUES(1,91,'B hand/24 1',2224771508);
INSERT INTO "line" VALUES(1,92,'undo 6',2561982727);
INSERT INTO "line" VALUES(1,93,'B hand/24 1',3168346414);
INSERT INTO "line" VALUES(1,94,'B hand/19* 6',815468254);
INSERT INTO "line" VALUES(1,95,'roll 3-3',624502910);
INSERT INTO "line" VALUES(1,96,'W bar/22 3',4167840789);
INSERT INTO "line" VALUES(1,97,'W hand/22 3',925724872);
INSERT INTO "line" VALUES(1,98,'W 22/19* 3',444298220);
INSERT INTO "line" VALUES(1,99,'W 19/16 3',188994377);
INSERT INTO "line" VALUES(1,100,'takeback 3 B',2880703533);
INSERT INTO "line" VALUES(1,101,'takeback 2 W',3447713591);
INSERT INTO "line" VALUES(1,102,'roll 2-4',1439187792);
INSERT INTO "line" VALUES(1,103,'W hand/23 2',1544253036);
INSERT INTO "line" VALUES(1,104,'W 23/19 4',111112321);
INSERT INTO "line" VALUES(1,105,'roll 6-1',311195496);
INSERT INTO "line" VALUES(1,106,'B hand/19* 6',1087239232);
INSERT INTO "line" VALUES(1,107,'B hand/24 1',77387132);
INSERT INTO "line" VALUES(1,108,'roll 3-3',3998258027);
INSERT INTO "line" VALUES(1,109,'W bar/22 3',2262253772);
INSERT INTO "line" VALUES(1,110,'W hand/22 3',4139005517);
INSERT INTO "line" VALUES(1,111,'W hand/22 3',3509776852);
INSERT INTO "line" VALUES(1,112,'W 22/19* 3',2174150297);
INSERT INTO "line" VALUES(1,113,'roll 3-2',1722148917);
INSERT INTO "line" VALUES(1,114,'takeback 3 B',98090364);
INSERT INTO "line" VALUES(1,115,'roll 6-1',2477668378);
INSERT INTO "line" VALUES(1,116,'B hand/19* 6',262488359);
INSERT INTO "line" VALUES(1,117,'B hand/24 1',3046181480);
INSERT INTO "line" VALUES(1,118,'roll 3-3',1879066038);
INSERT INTO "line" VALUES(1,119,'W bar/22 3',1481375179);
INSERT INTO "line" VALUES(1,120,'undo 9',2393232871);
INSERT INTO "line" VALUES(2,1,'game {"ruleset": "never-finishing", "white": "Cleo", "black": "Anna", "date": "2026-03-01", "dice": "typed"}',2320531461);
INSERT INTO "line" VALUES(2,2,'opening 4-1',1882879190);
INSERT INTO "line" VALUES(2,3,'takeback 1 W',2193439684);
INSERT INTO "line" VALUES(2,4,'opening 2-6',3565155500);
INSERT INTO "line" VALUES(2,5,'takeback 1 B',1388885908);
INSERT INTO "line" VALUES(2,6,'opening 2-1',3738800346);
INSERT INTO "line" VALUES(2,7,'roll 1-1',624585498);
INSERT INTO "line" VALUES(2,8,'W 24/23 1',386225781);
INSERT INTO "line" VALUES(2,9,'W 24/23 1',2340871079);
INSERT INTO "line" VALUES(2,10,'W 23/22 1',3485443153);
INSERT INTO "line" VALUES(2,11,'W 24/23 1',2854884444);
INSERT INTO "line" VALUES(2,12,'roll 1-5',1179464552);
INSERT INTO "line" VALUES(2,13,'takeback 2 W',1005763538);
INSERT INTO "line" VALUES(2,14,'roll 1-1',2983022677);
INSERT INTO "line" VALUES(2,15,'takeback 1 B',2216322046);
INSERT INTO "line" VALUES(2,16,'opening 2-3',2918550223);
INSERT INTO "line" VALUES(2,17,'takeback 1 W',2217572019);
INSERT INTO "line" VALUES(2,18,'opening 1-5',307807601);
INSERT INTO "line" VALUES(2,19,'roll 6-1',2341572025);
INSERT INTO "line" VALUES(2,20,'B 24/23 1',1030882947);
INSERT INTO "line" VALUES(2,21,'B 24/18 6',934918638);
INSERT INTO "line" VALUES(2,22,'roll 2-5',2096820220);
INSERT INTO "line" VALUES(2,23,'W 24/22 2',1228580341);
INSERT INTO "line" VALUES(2,24,'W 22/17 5',578937723);
INSERT INTO "line" VALUES(2,25,'undo 6',3081983457);
INSERT INTO "line" VALUES(2,26,'W 24/19 5',1627954191);
INSERT INTO "line" VALUES(2,27,'takeback 1 B',1838065731);
INSERT INTO "line" VALUES(2,28,'opening 3-4',1813288816);
INSERT INTO "line" VALUES(2,29,'roll 3-3',1015188557);
INSERT INTO "line" VALUES(2,30,'B 24/21 3',3161969612);
INSERT INTO "line" VALUES(2,31,'B 24/21 3',667340680);
INSERT INTO "line" VALUES(2,32,'B 24/21 3',233844168);
INSERT INTO "line" VALUES(2,33,'undo 4',2199481229);
INSERT INTO "line" VALUES(2,34,'undo 3',724052547);
INSERT INTO "line" VALUES(2,35,'B 24/21 3',2901688605);
INSERT INTO "line" VALUES(2,36,'B 21/18 3',2710324557);
INSERT INTO "line" VALUES(2,37,'B 18/15 3',2993414913);
INSERT INTO "line" VALUES(2,38,'undo 5',195213213);
INSERT INTO "line" VALUES(2,39,'B 21/18 3',3005276669);
INSERT INTO "line" VALUES(2,40,'roll 5-6',654276448);
INSERT INTO "line" VALUES(2,41,'W 24/18 6',1624558233);
INSERT INTO "line" VALUES(2,42,'W 18/13 5',56806678);
INSERT INTO "line" VALUES(2,43,'undo 8',2299348056);
INSERT INTO "line" VALUES(2,44,'W 18/13 5',3051552167);
INSERT INTO "line" VALUES(2,45,'takeback 1 B',68084155);
INSERT INTO "line" VALUES(2,46,'opening 4-1',1979046642);
INSERT INTO "line" VALUES(2,47,'takeback 1 B',2205190215);
INSERT INTO "line" VALUES(2,48,'opening 4-2',3732036276);
INSERT INTO "line" VALUES(2,49,'roll 2-6',1118164078);
INSERT INTO "line" VALUES(2,50,'W 24/18 6',405521403);
INSERT INTO "line" VALUES(2,51,'W 24/22 2',2054017359);
INSERT INTO "line" VALUES(2,52,'roll 4-5',1158325093);
INSERT INTO "line" VALUES(2,53,'B 24/19 5',2429887412);
INSERT INTO "line" VALUES(2,54,'B 19/15 4',3691013892);
INSERT INTO "line" VALUES(2,55,'roll 1-6',813931960);
INSERT INTO "line" VALUES(2,56,'W 22/16 6',4294205811);
INSERT INTO "line" VALUES(2,57,'W 18/17 1',1319860815);
INSERT INTO "line" VALUES(2,58,'roll 3-1',2075150856);
INSERT INTO "line" VALUES(2,59,'B 24/21 3',1232960029);
INSERT INTO "line" VALUES(2,60,'B 24/23 1',3769351415);
INSERT INTO "line" VALUES(2,61,'roll 1-6',4070263023);
INSERT INTO "line" VALUES(2,62,'W 17/16 1',2642862731);
INSERT INTO "line" VALUES(2,63,'undo 14',2003425875);
INSERT INTO "line" VALUES(2,64,'W 16/10^ 6',3710491842);
INSERT INTO "line" VALUES(2,65,'takeback 5 B',1811927158);
INSERT INTO "line" VALUES(2,66,'roll 1-2',3278898604);
INSERT INTO "line" VALUES(2,67,'B 24/22 2',2323104831);
INSERT INTO "line" VALUES(2,68,'B 24/23 1',1200680395);
INSERT INTO "line" VALUES(2,69,'roll 4-1',1978678906);
INSERT INTO "line" VALUES(2,70,'W 16/15 1',1297078194);
INSERT INTO "line" VALUES(2,71,'W 15/11 4',3876976870);
INSERT INTO "line" VALUES(2,72,'undo 15',3466723707);
INSERT INTO "line" VALUES(2,73,'W 17/13 4',2552233027);
INSERT INTO "line" VALUES(2,74,'roll 5-6',1923573979);
INSERT INTO "line" VALUES(2,75,'B 22/16 6',1986665093);
INSERT INTO "line" VALUES(2,76,'B 24/19 5',177227639);
INSERT INTO "line" VALUES(2,77,'takeback 5 B',1709633161);
INSERT INTO "line" VALUES(2,78,'roll 1-4',2221823811);
INSERT INTO "line" VALUES(2,79,'draw',4130817880);
INSERT INTO "line" VALUES(2,80,'accepted ["agreed draw", null, 0, "2026-03-01T12:00:00+00:00"]',2710356166);
INSERT INTO "line" VALUES(2,81,'game {"ruleset": "never-finishing", "white": "Cleo", "black": "Anna", "date": "2026-03-01", "dice": "typed"}',1348388740);
INSERT INTO "line" VALUES(2,82,'opening 3-5',309353884);
INSERT INTO "line" VALUES(2,83,'roll 6-4',1034471423);
INSERT INTO "line" VALUES(2,84,'takeback 2 B',2048490674);
INSERT INTO "line" VALUES(2,85,'roll 5-1',3607897004);
INSERT INTO "line" VALUES(2,86,'B 24/23 1',2153985970);
INSERT INTO "line" VALUES(2,87,'B 23/18 5',2533095137);
INSERT INTO "line" VALUES(2,88,'roll 3-2',2782373845);
INSERT INTO "line" VALUES(2,89,'W 24/22 2',3272613345);
INSERT INTO "line" VALUES(2,90,'W 24/21 3',3974749438);
INSERT INTO "line" VALUES(2,91,'roll 4-6',492505622);
INSERT INTO "line" VALUES(2,92,'B 18/14 4',3997497627);
INSERT INTO "line" VALUES(2,93,'B 24/18 6',1963146906);
INSERT INTO "line" VALUES(2,94,'takeback 4 W',4245553898);
INSERT INTO "line" VALUES(2,95,'roll 4-3',2350563495);
INSERT INTO "line" VALUES(2,96,'takeback 1 B',695138698);
INSERT INTO "line" VALUES(2,97,'opening 2-2',1112795276);
INSERT INTO "line" VALUES(2,98,'opening 4-6',3224033870);
INSERT INTO "line" VALUES(2,99,'takeback 2 W',1872882814);
INSERT INTO "line" VALUES(2,100,'opening 2-6',2586427339);
INSERT INTO "line" VALUES(2,101,'roll 5-3',4080323236);
INSERT INTO "line" VALUES(2,102,'B 24/21 3',4039425976);
INSERT INTO "line" VALUES(2,103,'B 24/19 5',1840227114);
INSERT INTO "line" VALUES(2,104,'roll 1-2',2152016663);
INSERT INTO "line" VALUES(2,105,'W 24/22 2',3474691473);
INSERT INTO "line" VALUES(2,106,'W 22/21 1',201448107);
INSERT INTO "line" VALUES(2,107,'roll 6-5',1155428114);
INSERT INTO "line" VALUES(2,108,'B 19/14 5',3819012261);
INSERT INTO "line" VALUES(2,109,'B 14/8 6',3580498875);
INSERT INTO "line" VALUES(2,110,'roll 2-1',3665393364);
INSERT INTO "line" VALUES(2,111,'W 24/22 2',2320070361);
INSERT INTO "line" VALUES(2,112,'W 24/23 1',1245606661);
INSERT INTO "line" VALUES(2,113,'roll 4-4',3917615051);
INSERT INTO "line" VALUES(2,114,'takeback 4 B',4241748569);
INSERT INTO "line" VALUES(2,115,'roll 4-4',1284575058);
INSERT INTO "line" VALUES(2,116,'takeback 1 B',546367505);
INSERT INTO "line" VALUES(2,117,'opening 6-6',2035191223);
INSERT INTO "line" VALUES(2,118,'opening 1-2',2845053791);
INSERT INTO "line" VALUES(2,119,'roll 4-6',2670256918);
INSERT INTO "line" VALUES(2,120,'B 24/20 4',3295290131);
INSERT INTO "line" VALUES(2,121,'B 24/18 6',1624023935);
INSERT INTO "line" VALUES(2,122,'roll 2-3',3052336167);
INSERT INTO "line" VALUES(2,123,'W 24/21 3',1787066049);
INSERT INTO "line" VALUES(2,124,'W 21/19 2',3444351032);
INSERT INTO "line" VALUES(2,125,'roll 6-5',1967015193);
INSERT INTO "line" VALUES(2,126,'B 24/18 6',268006064);
INSERT INTO "line" VALUES(2,127,'B 18/13 5',2644281006);
INSERT INTO "line" VALUES(2,128,'roll 3-5',1664872188);
INSERT INTO "line" VALUES(2,129,'W 19/16 3',1197121757);
INSERT INTO "line" VALUES(2,130,'W 24/19 5',927431935);
INSERT INTO "line" VALUES(2,131,'roll 5-1',956124324);
INSERT INTO "line" VALUES(2,132,'B 18/17 1',1470790409);
INSERT INTO "line" VALUES(2,133,'undo 15',3606540141);
INSERT INTO "line" VALUES(2,134,'B 24/19 5',1740635686);
INSERT INTO "line" VALUES(2,135,'B 24/23 1',3959461616);
INSERT INTO "line" VALUES(2,136,'roll 6-6',1375020270);
INSERT INTO "line" VALUES(2,137,'takeback 8 B',1003439692);
INSERT INTO "line" VALUES(2,138,'roll 4-3',464035392);
INSERT INTO "line" VALUES(2,139,'W 24/21 3',1754530219);
INSERT INTO "line" VALUES(2,140,'W 24/20 4',1252329444);
INSERT INTO "line" VALUES(2,141,'roll 1-2',1620996219);
INSERT INTO "line" VALUES(2,142,'B 23/22 1',2199733624);
INSERT INTO "line" VALUES(2,143,'B 19/17 2',2463941849);
INSERT INTO "line" VALUES(2,144,'roll 4-6',2682661286);
INSERT INTO "line" VALUES(2,145,'W 20/14 6',3345323331);
INSERT INTO "line" VALUES(2,146,'W 19/15 4',3840737985);
INSERT INTO "line" VALUES(2,147,'roll 5-5',1959392227);
INSERT INTO "line" VALUES(2,148,'B 13/8 5',3559897159);
INSERT INTO "line" VALUES(2,149,'B 18/13 5',726905020);
INSERT INTO "line" VALUES(2,150,'B 13/8 5',1756782782);
INSERT INTO "line" VALUES(2,151,'B 22/17 5',441626938);
INSERT INTO "line" VALUES(2,152,'roll 1-5',1322561431);
INSERT INTO "line" VALUES(2,153,'W 16/11 5',1860946009);
INSERT INTO "line" VALUES(2,154,'W 24/23 1',857342974);
INSERT INTO "line" VALUES(2,155,'roll 6-3',2749816022);
INSERT INTO "line" VALUES(2,156,'B 17/14* 3',2459684729);
INSERT INTO "line" VALUES(2,157,'B 17/11^ 6',633766019);
INSERT INTO "line" VALUES(2,158,'draw',3302404051);
INSERT INTO "line" VALUES(2,159,'takeback 12 B',1427446029);
INSERT INTO "line" VALUES(2,160,'roll 6-1',4214616134);
INSERT INTO "line" VALUES(2,161,'W 21/15 6',2709723784);
INSERT INTO "line" VALUES(2,162,'W 15/14 1',1928107108);
INSERT INTO "line" VALUES(2,163,'roll 1-6',4195529544);
INSERT INTO "line" VALUES(2,164,'B 20/19 1',1878400357);
INSERT INTO "line" VALUES(2,165,'B 19/13 6',2024966888);
INSERT INTO "line" VALUES(2,166,'undo 36',3745105009);
INSERT INTO "line" VALUES(2,167,'B 19/13 6',1839220259);
INSERT INTO "line" VALUES(2,168,'roll 1-1',984847715);
INSERT INTO "line" VALUES(2,169,'W 15/14 1',1811995847);
INSERT INTO "line" VALUES(2,170,'takeback 11 W',4027201739);
INSERT INTO "line" VALUES(2,171,'roll 4-5',320244153);
INSERT INTO "line" VALUES(2,172,'B 22/18 4',1799479225);
INSERT INTO "line" VALUES(2,173,'B 20/15 5',2525199203);
INSERT INTO "line" VALUES(2,174,'takeback 10 W',224374221);
INSERT INTO "line" VALUES(2,175,'roll 1-6',3279824256);
INSERT INTO "line" VALUES(2,176,'W 20/14 6',2063743303);
INSERT INTO "line" VALUES(2,177,'W 16/15 1',1498602393);
INSERT INTO "line" VALUES(2,178,'roll 4-1',145285177);
INSERT INTO "line" VALUES(2,179,'B 13/12 1',3776181648);
INSERT INTO "line" VALUES(2,180,'B 18/14 4',364250595);
INSERT INTO "line" VALUES(2,181,'roll 4-1',4056384847);
INSERT INTO "line" VALUES(2,182,'W 14/13^ 1',3257674050);
INSERT INTO "line" VALUES(2,183,'undo 30',3115726534);
INSERT INTO "line" VALUES(2,184,'W 24/20 4',2450213093);
INSERT INTO "line" VALUES(2,185,'W 15/14 1',319050740);
INSERT INTO "line" VALUES(2,186,'roll 6-2',1253602922);
INSERT INTO "line" VALUES(2,187,'B 22/16 6',1296804819);
INSERT INTO "line" VALUES(2,188,'B 24/22 2',2715655632);
INSERT INTO "line" VALUES(2,189,'roll 2-2',481465215);
INSERT INTO "line" VALUES(2,190,'W 21/19 2',3788005629);
INSERT INTO "line" VALUES(2,191,'W 14/12 2',2680962970);
INSERT INTO "line" VALUES(2,192,'W 19/17 2',1862834762);
INSERT INTO "line" VALUES(2,193,'undo 38',2812145217);
INSERT INTO "line" VALUES(2,194,'W 24/22 2',1453543202);
INSERT INTO "line" VALUES(2,195,'W 14/12 2',80571375);
INSERT INTO "line" VALUES(2,196,'draw',429918628);
INSERT INTO "line" VALUES(2,197,'accepted ["agreed draw", null, 0, "2026-03-01T12:00:00+00:00"]',1689318813);
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: backups have it, too
    ruleset TEXT NOT NULL,
    white INTEGER NOT NULL REFERENCES player,
    black INTEGER NOT NULL REFERENCES player CHECK (black <> white),
    date TEXT NOT NULL CHECK (date IS date(date)), -- the day on which it began
    length INTEGER CHECK (length > 0),     -- the points that win it; none without a limit
    state TEXT NOT NULL CHECK (state IN ('playing', 'between', 'won', 'abandoned')),
    awaited TEXT NOT NULL,                 -- by the present game, for lists: MOVE W W 33
    lines INTEGER NOT NULL CHECK (lines >= 0), -- how many its log has
    touched TEXT NOT NULL,                 -- when something was last done, UTC
    played INTEGER NOT NULL                -- higher where something was done later
) STRICT;
INSERT INTO "match" VALUES(1,'russian',1,2,'2026-03-01',5,'playing','MOVE W W 3333',120,'2026-03-01T12:00:00+00:00',1);
INSERT INTO "match" VALUES(2,'never-finishing',3,1,'2026-03-01',NULL,'between','',197,'2026-03-01T12:00:00+00:00',2);
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',2);
COMMIT;
