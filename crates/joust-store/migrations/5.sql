-- Contests of a class. `terms` is the TOML of the teacher; `state` is draft, open or closed; `code` lets
-- students join. Contests, members and versions of an account that was removed stay without their owner,
-- because the results of others depend on them.
CREATE TABLE contest (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    terms TEXT NOT NULL,
    state TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    at BIGINT NOT NULL,
    opened BIGINT,
    closed BIGINT
);
CREATE INDEX contest_by_owner ON contest (owner, at);
CREATE INDEX contest_by_state ON contest (state, at);

-- `role` is student, teacher or removed; `grade_key` is what the gradebook of the school calls a student.
CREATE TABLE member (
    contest TEXT NOT NULL REFERENCES contest (id),
    number BIGINT NOT NULL,
    visitor TEXT NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    grade_key TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (contest, number)
);
CREATE UNIQUE INDEX member_by_visitor ON member (visitor, contest);

-- Names that may join and have not yet. `caseless` is the name without differences of case.
CREATE TABLE invited (
    contest TEXT NOT NULL REFERENCES contest (id),
    caseless TEXT NOT NULL,
    name TEXT NOT NULL,
    grade_key TEXT NOT NULL,
    PRIMARY KEY (contest, caseless)
);

-- What students have handed in. `player` is the name that the student gave, `name` the one that the judge
-- found. `state` is waiting, judging, failed, qualified, trouble or gone; `tries` counts how often the judge
-- itself failed. `report` is the document of the judge without its games.
CREATE TABLE version (
    contest TEXT NOT NULL REFERENCES contest (id),
    number BIGINT NOT NULL,
    visitor TEXT NOT NULL,
    label TEXT NOT NULL,
    file TEXT NOT NULL,
    player TEXT NOT NULL,
    at BIGINT NOT NULL,
    state TEXT NOT NULL,
    tries BIGINT NOT NULL,
    language TEXT NOT NULL,
    name TEXT NOT NULL,
    failed TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size BIGINT NOT NULL,
    source BYTEA NOT NULL,
    module BYTEA NOT NULL,
    report TEXT NOT NULL,
    PRIMARY KEY (contest, number)
);
CREATE INDEX version_by_visitor ON version (visitor, contest, at);
CREATE INDEX version_by_state ON version (state, at);

-- Which version a student chose, and when: the last choice before a date counts.
CREATE TABLE choice (
    contest TEXT NOT NULL REFERENCES contest (id),
    visitor TEXT NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX choice_by_contest ON choice (contest, at);
CREATE INDEX choice_by_visitor ON choice (visitor);

-- Games. `kind` is qualification, friendly or ladder; `state` is waiting, done or trouble; `asker` has asked for
-- a friendly match. `shown` is what everybody may see; `record` is a file that `joust replay` shows.
CREATE TABLE bout (
    contest TEXT NOT NULL REFERENCES contest (id),
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    asker TEXT NOT NULL,
    at BIGINT NOT NULL,
    done BIGINT,
    block BIGINT NOT NULL,
    board BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    opening BIGINT NOT NULL,
    shown TEXT NOT NULL,
    record BYTEA NOT NULL,
    PRIMARY KEY (contest, number)
);
CREATE INDEX bout_by_state ON bout (state, at);
CREATE INDEX bout_by_kind ON bout (contest, kind, number);
CREATE INDEX bout_by_asker ON bout (asker, contest, at);

-- The seats of a game. `version` is 0 for a built-in player; `private` is what only the author may see.
CREATE TABLE bout_seat (
    contest TEXT NOT NULL,
    bout BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    version BIGINT NOT NULL,
    private TEXT NOT NULL,
    PRIMARY KEY (contest, bout, seat)
);
CREATE INDEX bout_seat_by_version ON bout_seat (contest, version, bout);

-- Official rounds whose date has come. `state` is waiting, playing, over or trouble; `players` are the frozen
-- versions in the order of their strength; `journal` is there when the round is over.
CREATE TABLE official_round (
    contest TEXT NOT NULL REFERENCES contest (id),
    number BIGINT NOT NULL,
    state TEXT NOT NULL,
    at BIGINT NOT NULL,
    players TEXT NOT NULL,
    played BIGINT NOT NULL,
    most BIGINT NOT NULL,
    trouble TEXT NOT NULL,
    journal BYTEA NOT NULL,
    PRIMARY KEY (contest, number)
);
