-- Games that other machines have played: `worker` names the machine, and is empty for the server itself. When a
-- machine is found to lie, all of its games are played again.
ALTER TABLE bout ADD COLUMN worker TEXT NOT NULL DEFAULT '';
CREATE INDEX bout_by_worker ON bout (worker) WHERE worker <> '';
