-- What a list of games shows follows from the log as well. It stands here so that nothing is replayed
-- for a list. `moves` is NULL in a game of step 1 until its server has read the log once.
ALTER TABLE game ADD COLUMN to_act BIGINT;
ALTER TABLE game ADD COLUMN moves BIGINT;
ALTER TABLE game ADD COLUMN ending TEXT;
ALTER TABLE game ADD COLUMN winner BIGINT;

-- 1 where something can happen while nobody does anything: a clock runs, or the computer is to move.
-- A game of step 1 that is not over may be such a game.
ALTER TABLE game ADD COLUMN wakes BIGINT NOT NULL DEFAULT 1;
UPDATE game SET wakes = 0 WHERE is_over = 1;
CREATE INDEX game_by_wakes ON game (wakes, id);

-- The name with which a player sat down. Step 1 had it in the log only: an old game shows the name that
-- the player has told last.
ALTER TABLE seat ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE seat SET name = COALESCE((SELECT visitor.name FROM visitor WHERE visitor.id = seat.visitor), '');
