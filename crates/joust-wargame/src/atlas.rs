//! The boards that Joust knows by name: facts of the courses that used them.

/// A board of the atlas.
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What else it is called: the Candy Game is the same game in other clothes.
    pub alias: Option<&'static str>,
    /// Where it comes from.
    pub summary: &'static str,
    /// Its values, rows separated by `/`.
    pub(crate) values: &'static str,
}

const OFFICIAL: &str = "one of the five boards of the course, 6×6";
const FIVE: &str = "an edition of the course with 5×5 boards";
const STUDENT: &str = "made by students";

/// All of them, the default first: the board that the course's own text prints.
pub const BOARDS: [Entry; 17] = [
    Entry {
        name: "Smolensk",
        alias: Some("ReesesPieces"),
        summary: OFFICIAL,
        values: "66 76 28 66 11 9/31 39 50 8 33 14/80 76 39 59 2 48/50 73 43 3 13 3/99 45 72 87 49 4/80 63 92 28 61 53",
    },
    Entry {
        name: "Keren",
        alias: Some("AlmondJoy"),
        summary: OFFICIAL,
        values: "1 1 1 1 1 1/1 1 1 1 1 1/1 1 1 1 1 1/1 1 1 1 1 1/1 1 1 1 1 1/1 1 1 1 1 1",
    },
    Entry {
        name: "Narvik",
        alias: Some("Ayds"),
        summary: OFFICIAL,
        values: "99 1 99 1 99 1/1 99 1 99 1 99/99 1 99 1 99 1/1 99 1 99 1 99/99 1 99 1 99 1/1 99 1 99 1 99",
    },
    Entry {
        name: "Sevastopol",
        alias: Some("Bit-O-Honey"),
        summary: OFFICIAL,
        values: "1 1 1 1 1 1/2 2 2 2 2 2/4 4 4 4 4 4/8 8 8 8 8 8/16 16 16 16 16 16/32 32 32 32 32 32",
    },
    Entry {
        name: "Westerplatte",
        alias: Some("Mounds"),
        summary: OFFICIAL,
        values: "1 1 1 1 1 1/1 3 4 4 3 1/1 4 2 2 4 1/1 4 2 2 4 1/1 3 4 4 3 1/1 1 1 1 1 1",
    },
    Entry {
        name: "Kalamazoo",
        alias: None,
        summary: FIVE,
        values: "1 1 1 1 1/1 2 2 2 1/1 2 3 2 1/1 2 2 2 1/1 1 1 1 1",
    },
    Entry {
        name: "Peoria",
        alias: None,
        summary: FIVE,
        values: "99 1 99 1 99/1 99 1 99 1/99 1 99 1 99/1 99 1 99 1/99 1 99 1 99",
    },
    Entry {
        name: "Piqua",
        alias: None,
        summary: FIVE,
        values: "1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1",
    },
    Entry {
        name: "Punxsutawney",
        alias: None,
        summary: FIVE,
        values: "10 5 2 1 1/10 5 2 1 1/10 5 2 1 1/10 5 2 1 1/10 5 2 1 1",
    },
    Entry {
        name: "Wallawalla",
        alias: None,
        summary: FIVE,
        values: "1 10 1 1 2/10 1 2 5 10/5 1 1 3 7/2 1 1 1 3/1 2 2 1 2",
    },
    Entry { name: "Keren-small", alias: None, summary: STUDENT, values: "1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1" },
    Entry { name: "custom4x4", alias: None, summary: STUDENT, values: "8 8 7 9/7 4 2 3/4 1 6 7/3 7 2 6" },
    Entry {
        name: "custom8x8",
        alias: None,
        summary: STUDENT,
        values: "66 76 28 66 11 9 42 11/31 39 50 8 33 14 51 85/80 76 39 59 2 48 54 85/50 73 43 3 13 3 15 25/99 45 72 87 49 4 76 52/80 63 92 28 61 53 42 45/44 43 72 37 49 84 76 52/40 63 22 28 66 52 42 46",
    },
    Entry {
        name: "long",
        alias: None,
        summary: STUDENT,
        values: "1 1 4 1 2 4 1 4 2 2 4 1 1/1 0 3 0 1 0 3 0 1 0 3 0 1/1 1 4 1 2 4 1 4 2 2 4 1 1",
    },
    Entry {
        name: "oases",
        alias: None,
        summary: STUDENT,
        values: "4 0 0 0 0 0/0 0 0 0 10 0/0 0 6 0 0 0/0 0 0 6 0 0/0 10 0 0 0 0/0 0 0 0 0 4",
    },
    Entry { name: "small", alias: None, summary: STUDENT, values: "1 0 1/2 4 2/1 0 1" },
    Entry { name: "tiny", alias: None, summary: STUDENT, values: "1 0/2 4" },
];

/// The board with this name or alias, in any case of letters.
pub fn find(name: &str) -> Option<&'static Entry> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    BOARDS.iter().find(|entry| is(entry.name) || entry.alias.is_some_and(is))
}
