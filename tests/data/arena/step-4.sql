-- Rows of build cb4a10e, whose tables had taken step 4, the last one before contests. They are for the tables of
-- migrations/1.sql to 4.sql, in words of SQL that SQLite and PostgreSQL both know. Made through its server: a game
-- of a guest that kept a name and became an operator, a token, and a second account.
-- The cookies and tokens behind these secrets and hashes are valid nowhere.
INSERT INTO setting (name, value) VALUES ('secret', '63ea2d5d86d08e8be138bb32823ad34c621e0240572ef44022741430abbef9e4');
INSERT INTO setting (name, value) VALUES ('beat', '1795004387334');
INSERT INTO setting (name, value) VALUES ('outages', '');
INSERT INTO visitor (id, name, at) VALUES ('2rdg07bjne8bghb07prtc49c22', 'Ada', 1795004387266);
INSERT INTO visitor (id, name, at) VALUES ('tzgbp1w13cd9bm4n6w6je49rnc', 'O''Brien', 1795004387328);
INSERT INTO game (id, terms, at, is_over, to_act, moves, ending, winner, wakes) VALUES ('ectp558sat37y', '{"v":1,"game":"mad","rules":"limit=40,positioning=on,agreed=on","board":{"name":"6x4","text":"b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212"},"position":"b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 r 1 0 -","opponent":"screen"}', 1795004387134, 0, 0, 0, NULL, NULL, 0);
INSERT INTO entry (game, seq, at, body) VALUES ('ectp558sat37y', 0, 1795004387134, '{"e":"sat","seat":0,"visitor":"2rdg07bjne8bghb07prtc49c22","name":"Guest"}');
INSERT INTO entry (game, seq, at, body) VALUES ('ectp558sat37y', 1, 1795004387134, '{"e":"sat","seat":1,"visitor":"2rdg07bjne8bghb07prtc49c22","name":"Guest"}');
INSERT INTO seat (game, seat, visitor, at, name) VALUES ('ectp558sat37y', 0, '2rdg07bjne8bghb07prtc49c22', 1795004387134, 'Guest');
INSERT INTO seat (game, seat, visitor, at, name) VALUES ('ectp558sat37y', 1, '2rdg07bjne8bghb07prtc49c22', 1795004387134, 'Guest');
INSERT INTO account (visitor, name, caseless, look, password, role, at) VALUES ('2rdg07bjne8bghb07prtc49c22', 'Ada', 'ada', 'ada', '$argon2id$v=19$m=19456,t=2,p=1$44ZArzx6CqIu4dcATFx90A$CrUS+DIQhmJjTPyFpXHl0+jiLi4Krl40FYyh4hZu/8E', 'operator', 1795004387266);
INSERT INTO account (visitor, name, caseless, look, password, role, at) VALUES ('tzgbp1w13cd9bm4n6w6je49rnc', 'O''Brien', 'o''brien', 'o''brien', '$argon2id$v=19$m=19456,t=2,p=1$DQ9l2u5HEO4uuOPp0RBJzA$YLi5OJh5aWvtnQg4J7QVNIX3JRwZAy/X5qErb7M8WpM', 'student', 1795004387328);
INSERT INTO session (hash, visitor, at, seen, label) VALUES ('b6eb04dfe9e637861f7a60d0d0063e6762e8c7263d4c21eb7779cdee4efabb88', '2rdg07bjne8bghb07prtc49c22', 1795004387266, 1795004387266, '?');
INSERT INTO session (hash, visitor, at, seen, label) VALUES ('e460a5f74061748d6f9d0983235ce1cfabfc7149cc6faf03b893b3e1e7db338d', 'tzgbp1w13cd9bm4n6w6je49rnc', 1795004387328, 1795004387328, '?');
INSERT INTO token (hash, visitor, at, seen, label) VALUES ('501f42d0a63a2b2bdb06cb8cac20ef7a526e1188a077ca1b9b836f1a4f535d69', '2rdg07bjne8bghb07prtc49c22', 1795004387278, NULL, 'joust submit');
INSERT INTO recovery (hash, visitor) VALUES ('95daf25627f4f12b3caea768a0fcaf2d9ec61ab6be0e297583be329fa7d60c89', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('e3e65ff28367cf958d111dea46b84ad9b3920022b24dfd4a926dd3158e778a52', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('4f813bc11c8992ab2498fd28eacd3ca507f4f45d9ce33e6d8b49cf48cfe56b88', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('8026e8e2ac71ac6715c1a5309f210c2f58c958faf996491c1ae3baab65ab57fc', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('bca0d80a10871c7c5bc53d5b3af848288e0551998b820ab8670badc426e84b01', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('fb655608d55a68cc1a90ad643362a73e72a1715e4a65ed7d61c5334bc65f25ca', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('a4b7e2e1a4ef5cff35ec7b742f5f3f03c88d351c59de2ff01a3c2bae6133886a', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('a2b34cc7a322d994db3a3d208b933bc7deacf25e9a47ffd1a6df605c48e5f3f9', '2rdg07bjne8bghb07prtc49c22');
INSERT INTO recovery (hash, visitor) VALUES ('229ffb5f3a8597be08abc44d03ba5928d7af22990a7dc971064b599da3b6014e', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('09405531e5f1a77cd5f8984418615c94ae533e2f0a93d17ac1b71fdf5cd285ee', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('b1336f27dee7fa04be95d5d0695d8cda206760e88454c253731de38c9cf6a5ab', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('5bcacfde958634a2fb1da8c7e7f442a48a22a2dd37defc4e84412bc7863fc091', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('a55a4e91f0210fc39b6bde0ab43b4fd361944a52dda0aec25378a71903b276c6', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('4d4d7b3f75de1522d124aa9d1dc30a1606c25f1bf7acf2c15cd3cc7cd3ab2423', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('a27ed855e9ebae2daa40a6e9050ca94f888b748093acdebf32404854a12bba00', 'tzgbp1w13cd9bm4n6w6je49rnc');
INSERT INTO recovery (hash, visitor) VALUES ('247d442303da99fb6aca9e3cf8fbc3999a4de672dc1728804c5695e873835b8a', 'tzgbp1w13cd9bm4n6w6je49rnc');
