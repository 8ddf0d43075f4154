-- Accounts. An account is a visitor who has kept a name, so everything that the visitor has done belongs
-- to it. `caseless` and `look` are the name as readers mistake it for others; both are unique. `password`
-- is a hash of argon2id, and NULL for an account that signs in elsewhere.
CREATE TABLE account (
    visitor TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    caseless TEXT NOT NULL UNIQUE,
    look TEXT NOT NULL UNIQUE,
    password TEXT,
    role TEXT NOT NULL,
    at BIGINT NOT NULL
);

-- Browsers that are signed in. `hash` is the SHA-256 of a random token that only the browser has.
CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    visitor TEXT NOT NULL REFERENCES account (visitor),
    at BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    label TEXT NOT NULL
);
CREATE INDEX session_by_visitor ON session (visitor, seen);
CREATE INDEX session_by_age ON session (seen);

-- Tokens for programs, such as `joust submit`. `seen` is NULL until one is used.
CREATE TABLE token (
    hash TEXT PRIMARY KEY,
    visitor TEXT NOT NULL REFERENCES account (visitor),
    at BIGINT NOT NULL,
    seen BIGINT,
    label TEXT NOT NULL
);
CREATE INDEX token_by_visitor ON token (visitor, at);

-- Codes for an account whose password is lost; each is removed when it is used.
CREATE TABLE recovery (
    hash TEXT PRIMARY KEY,
    visitor TEXT NOT NULL REFERENCES account (visitor)
);
CREATE INDEX recovery_by_visitor ON recovery (visitor);

-- Who an account is for an identity provider (OpenID Connect).
CREATE TABLE identity (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    visitor TEXT NOT NULL REFERENCES account (visitor),
    at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_by_visitor ON identity (visitor);
