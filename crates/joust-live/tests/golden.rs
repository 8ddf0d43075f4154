//! Logs of older builds give unchanged games: `tests/data/arena` has logs of every version of the terms,
//! with the state to which they led when they were written.

use joust_core::{Allowance, Seat, Seats};
use joust_live::{Deed, Entry, LiveGame, Opponent, Proposal, Terms};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;

/// Where the logs are.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/arena")
}

/// The state to which a log leads.
fn outcome(game: &LiveGame) -> Value {
    let record = game.record();
    json!({
        "version": game.version(),
        "position": game.position().text(),
        "values": game.values(),
        "to_act": game.to_act().map(Seat::index),
        "why": game.ending().map(|ending| ending.why.to_string()),
        "loser": game.ending().and_then(|ending| ending.loser).map(Seat::index),
        "points": game.ending().and_then(|ending| ending.outcome).map(|outcome| outcome.to_string()),
        "left": game.clock(game.last_at()).map(|clock| clock.left),
        "rematch": game.rematch(),
        "actions": record.actions,
        "result": record.result,
    })
}

/// The game of a log.
fn replayed(log: &Value) -> LiveGame {
    let terms: Terms = serde_json::from_value(log["terms"].clone()).unwrap();
    let mut game = LiveGame::begin(terms).unwrap();
    for entry in log["entries"].as_array().unwrap() {
        let deed: Deed = serde_json::from_value(entry["deed"].clone()).unwrap();
        game.apply(&Entry { at: entry["at"].as_i64().unwrap(), deed }).unwrap();
    }
    game
}

#[test]
fn logs_of_every_build_lead_where_they_led() {
    let mut count = 0;
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let log: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(outcome(&replayed(&log)), log["after"], "{}", path.display());
        count += 1;
    }
    assert!(count >= 50, "{count}");
}

/// The board and the position of terms of version 0 that name a board, hashed.
fn named(game: &str, board: &str) -> [u8; 32] {
    let terms = json!({ "game": game, "board": board, "opponent": "screen" });
    let terms = serde_json::from_value::<Terms>(terms);
    let setup = terms.map(|terms| json!([terms.setup.board, terms.setup.position]).to_string());
    // A corner that is larger than its board is refused.
    Sha256::digest(setup.unwrap_or_else(|_| "none".to_owned())).into()
}

/// Boards that have a line of their own, and those that share one: corners, and random boards by size.
fn families(game: &str, boards: &[String]) -> Vec<(String, Vec<String>)> {
    // Without a name it is the usual board.
    let names = boards.iter().cloned().chain([String::new()]);
    let alone = names.map(|board| (board.clone(), vec![board]));
    if game != "wargame" {
        return alone.collect();
    }
    let sides = || (1..=16).flat_map(|columns| (1..=16).map(move |rows| (columns, rows)));
    let sizes = || sides().filter(|(columns, rows)| columns * rows <= 64);
    let corners = boards.iter().map(|board| {
        let corner = |(columns, rows)| format!("{board}:{columns}x{rows}");
        (format!("{board}:*"), sizes().map(corner).collect())
    });
    let random = sizes().map(|(columns, rows)| {
        let size = format!("random:{columns}x{rows}");
        let seeds = (0..SEEDS).map(|seed| format!("{size}:{seed}")).collect();
        (format!("{size}:*"), seeds)
    });
    alone.chain(corners).chain(random).collect()
}

/// The boards by which games of version 0 name theirs, with their hashes, a line each.
fn boards_of_version_0(names: impl Fn(&str) -> Vec<String>) -> String {
    let line = |game: &str, (family, boards): (String, Vec<String>)| {
        let hash = boards.iter().fold(Sha256::new(), |hash, board| hash.chain_update(named(game, board)));
        let hash = hash.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        format!("{game}\t{family}\t{hash}\n")
    };
    let all = ["mad", "wargame"].map(|game| {
        families(game, &names(game)).into_iter().map(|family| line(game, family)).collect::<String>()
    });
    all.concat()
}

/// The seeds of random boards that the arena has ever allowed.
const SEEDS: u32 = 200;

/// Where the boards of version 0 are.
fn boards_file() -> PathBuf {
    folder().join("v0-boards.tsv")
}

#[test]
fn boards_that_old_games_name_do_not_change() {
    let pinned = fs::read_to_string(boards_file()).unwrap();
    let names = |game: &str| {
        let lines = pinned.lines().filter_map(|line| line.strip_prefix(game)?.strip_prefix('\t'));
        let names = lines.filter_map(|line| line.split('\t').next());
        names.filter(|name| !name.is_empty() && !name.contains(':')).map(str::to_owned).collect()
    };
    let found = boards_of_version_0(names);
    assert_eq!(pinned.lines().count(), found.lines().count());
    for (pinned, found) in pinned.lines().zip(found.lines()) {
        assert_eq!(found, pinned, "old games name this board: give the new one another name");
    }
}

/// Writes the boards that games of version 0 may name. No such game is made any more.
#[test]
#[ignore = "writes a file that must not change"]
fn write_the_boards_of_version_0() {
    const ALIASES: [&str; 5] = ["ReesesPieces", "AlmondJoy", "Ayds", "Bit-O-Honey", "Mounds"];
    let names = |game: &str| {
        let boards = joust_games::game(game).unwrap().boards();
        let aliases = ALIASES.iter().filter(|_| game == "wargame").map(|&name| name.to_owned());
        boards.iter().map(|board| board.name.clone()).chain(aliases).collect()
    };
    fs::write(boards_file(), boards_of_version_0(names)).unwrap();
}

/// A game that is played to be written down.
struct Played {
    game: LiveGame,
    terms: Value,
    log: Vec<Value>,
    now: i64,
    chance: u64,
}

impl Played {
    fn new(terms: &Terms, chance: u64) -> Played {
        let both = terms.opponent == Opponent::Screen;
        let mut played = Played {
            game: LiveGame::begin(terms.clone()).unwrap(),
            terms: serde_json::to_value(terms).unwrap(),
            log: Vec::new(),
            now: 1_700_000_000_000,
            chance,
        };
        for seat in 0..2 {
            let visitor = if seat == 0 || both { "ada" } else { "bea" };
            if let Ok(entry) = played.game.sit(seat, visitor, "Ada <b>& Béa", played.now) {
                played.apply(&entry);
            }
        }
        played
    }

    fn apply(&mut self, entry: &Entry) {
        self.game.apply(entry).unwrap();
        self.log.push(json!({ "at": entry.at, "deed": entry.deed }));
    }

    fn wait(mut self, millis: i64) -> Played {
        self.now += millis;
        self
    }

    fn act(mut self, text: &str) -> Played {
        let by = Seats::only(self.game.to_act().unwrap());
        self.now += 1_500;
        let proposed = self.game.act(by, self.game.version(), text, self.now).unwrap();
        let Proposal::New(entry) = proposed else { panic!("{text}") };
        self.apply(&entry);
        self
    }

    /// Makes moves that follow from the seed, up to a number or the end of the game.
    fn moves(mut self, most: usize) -> Played {
        for _ in 0..most {
            if self.game.to_act().is_none() {
                break;
            }
            let moves = self.game.position().moves();
            self.chance =
                self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (self.chance >> 33) as usize % moves.len();
            self = self.act(&moves[at]);
        }
        self
    }

    fn with(mut self, propose: impl FnOnce(&LiveGame, i64) -> Entry) -> Played {
        self.now += 700;
        let entry = propose(&self.game, self.now);
        self.apply(&entry);
        self
    }

    fn undo(self) -> Played {
        if self.game.to_act().is_none() {
            return self;
        }
        let ada = self.game.seats_of("ada");
        let by = if ada.is_empty() { self.game.seats_of("bea") } else { ada };
        self.with(|game, now| game.undo(by, game.version(), now).unwrap())
    }

    fn write(self, name: &str) {
        let log = json!({ "terms": self.terms, "entries": self.log, "after": outcome(&self.game) });
        fs::write(folder().join(format!("{name}.json")), serde_json::to_string_pretty(&log).unwrap() + "\n")
            .unwrap();
    }
}

fn terms(game: &str, rules: &str, board: &str, position: Option<&str>, opponent: Opponent) -> Terms {
    Terms::new(game, rules, board, position.unwrap_or(""), opponent).unwrap()
}

/// Writes the logs of this build. Logs of an older version are never written again.
#[test]
#[ignore = "writes files: for a new version of the terms, with its number"]
fn write_the_logs_of_this_build() {
    const FIRST: Seats = Seats::only(Seat::FIRST);
    const SECOND: Seats = Seats::only(Seat::SECOND);
    const VERSION: &str = "v1";
    let (screen, friend) = (Opponent::Screen, Opponent::Friend);
    let computer = |seat| Opponent::Computer { level: 4, seat };
    let clock = Some(Allowance { start: 60_000, increment: 2_000 });
    let name = |name: &str| format!("{VERSION}-{name}");
    for board in joust_games::game("mad").unwrap().boards() {
        for rules in ["current", "classic", "app"] {
            let played = Played::new(&terms("mad", rules, &board.name, None, friend), 7).moves(400);
            played.write(&name(&format!("mad-{}-{rules}", board.name)));
        }
    }
    let own = terms("mad", "limit=12,positioning=off,agreed=on", "5x5", None, screen);
    Played::new(&own, 3)
        .moves(9)
        .undo()
        .act("offer")
        .act("decline")
        .moves(4)
        .act("offer")
        .act("accept")
        .write(&name("mad-options-offers"));
    let position = ",b111,,/,b212,,/,,,/,,r221,/,,,/r111,,, b";
    let own = terms("mad", "", "", Some(position), computer(0));
    let played = |chance| Played::new(&own, chance).moves(4).undo().moves(1).undo().moves(2);
    (0..100)
        .map(played)
        .find(|played| played.game.to_act().is_some())
        .unwrap()
        .with(|game, now| game.resign(game.seats_of("bea"), now).unwrap())
        .write(&name("mad-position-undo-resigned"));
    let timed = Terms { clock, ..terms("mad", "classic", "6x4", None, friend) };
    Played::new(&timed, 11)
        .moves(7)
        .wait(70_000)
        .with(|game, now| game.flag(now).unwrap())
        .with(|game, now| game.note_rematch("0123456789abc", now))
        .write(&name("mad-flag-rematch"));
    Played::new(&timed, 12).moves(5).wait(3_000).moves(1).write(&name("mad-clock-runs"));
    Played::new(&timed, 13)
        .moves(6)
        .wait(40_000)
        .with(|game, now| game.returned(now - 30_000, now).unwrap())
        .moves(5)
        .write(&name("mad-outage"));
    Played::new(&timed, 14)
        .moves(1)
        .with(|game, now| game.abort(SECOND, now).unwrap())
        .with(|game, now| match game.ask_rematch(FIRST, now) {
            Ok(joust_live::Rematch::Offer(entry)) => entry,
            other => panic!("{other:?}"),
        })
        .with(|game, now| game.decline_rematch(SECOND, now).unwrap())
        .write(&name("mad-given-up"));
    for (board, rules) in [
        ("Smolensk", ""),
        ("tiny", "optional-blitz"),
        ("Smolensk:5x4", "mandatory"),
        ("random:6x6:42", "optional-blitz"),
        ("random:4x7:3", ""),
    ] {
        let file = format!("war-{}", board.replace(':', "-"));
        Played::new(&terms("wargame", rules, board, None, computer(1)), 9).moves(100).write(&name(&file));
    }
    let position = "......\n......\n..b...\n...g..\n......\n...... g".replace('\n', "/");
    Played::new(&Terms { clock, ..terms("wargame", "", "random:6x6:42", Some(&position), friend) }, 21)
        .moves(9)
        .with(|game, now| game.resign(SECOND, now).unwrap())
        .write(&name("war-random-position-clock"));
    Played::new(&terms("wargame", "", "Keren", None, screen), 2)
        .moves(12)
        .undo()
        .undo()
        .moves(5)
        .undo()
        .write(&name("war-undo"));
}
