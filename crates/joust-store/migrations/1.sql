-- Words of SQL that SQLite and PostgreSQL both know. Times are milliseconds since 1970.

-- What the server must remember of itself.
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Whoever has told a name.
CREATE TABLE visitor (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    at BIGINT NOT NULL
);

-- A game is its terms and its log. Whether it is over follows from the log; it is kept here too,
-- so that a server that starts need not read all games.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    terms TEXT NOT NULL,
    at BIGINT NOT NULL,
    is_over BIGINT NOT NULL
);
CREATE INDEX game_by_end ON game (is_over, id);

CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- Who sits where follows from the log as well; this is the way from a visitor to their games.
CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game (id),
    seat BIGINT NOT NULL,
    visitor TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seat_by_visitor ON seat (visitor, at);
