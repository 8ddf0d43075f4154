-- Games of Mad Max that a visitor has shared. `bytes` is a compact record, or a result packed by gzip;
-- `site` is a keyed hash of the visitor's address, and `size` the length of `bytes`.
CREATE TABLE film (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    visitor TEXT NOT NULL,
    site TEXT NOT NULL,
    name TEXT NOT NULL,
    size BIGINT NOT NULL,
    bytes BYTEA NOT NULL
);
CREATE INDEX film_by_age ON film (at);
CREATE INDEX film_by_visitor ON film (visitor, at);
CREATE INDEX film_by_site ON film (site);
