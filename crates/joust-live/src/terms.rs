//! The terms of a game, fixed when it is made.

use joust_core::{Allowance, BoardText, Clock, Seat, Setup};
use joust_games::{AnyDuelGame, Ask, BoardAsk, DuelSession, Refused, duel};
use serde::{Deserialize, Serialize};

/// The terms of a game. They are stored as JSON and never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Terms {
    /// How the game starts, with all options spelled out.
    #[serde(flatten)]
    pub setup: Setup,
    /// The kind of opponent.
    pub opponent: Opponent,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Allowance>,
    /// Whether strangers may find the game in a list while it is played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
}

/// Terms in the form in which any build has stored them.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    v: u32,
    game: String,
    #[serde(default)]
    rules: String,
    board: Option<StoredBoard>,
    position: Option<String>,
    seed: Option<u64>,
    opponent: Opponent,
    clock: Option<Allowance>,
    #[serde(default)]
    listed: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StoredBoard {
    /// The form of version 0.
    Name(String),
    /// The form since version 1.
    Text(BoardText),
}

impl TryFrom<Stored> for Terms {
    type Error = BadTerms;

    fn try_from(stored: Stored) -> Result<Terms, BadTerms> {
        let Stored { v, game, rules, board, position, seed, opponent, clock, listed } = stored;
        let setup = match (v, board, position) {
            (0, None, position) => {
                spelled_out(&game, &rules_of_version_0(&game, &rules), "", position.as_deref())?
            }
            (0, Some(StoredBoard::Name(board)), position) => {
                spelled_out(&game, &rules_of_version_0(&game, &rules), &board, position.as_deref())?
            }
            (Setup::VERSION, Some(StoredBoard::Text(board)), Some(position)) => {
                Setup { v, game, rules, board, position, seed }
            }
            _ => return Err(BadTerms::Version(v)),
        };
        Ok(Terms { setup, opponent, clock, listed })
    }
}

/// The meaning of the names of rulesets in version 0. This table never changes: a game keeps the rules
/// with which it was begun, whatever `current` means today.
const RULESETS_OF_VERSION_0: [(&str, &str, &str); 5] = [
    ("mad", "current", "limit=40,positioning=on,agreed=on"),
    ("mad", "classic", "limit=30,positioning=on,agreed=off"),
    ("mad", "app", "limit=30,positioning=off,agreed=off"),
    ("wargame", "mandatory", "optional-blitz=off"),
    ("wargame", "optional-blitz", "optional-blitz=on"),
];

/// Rules of version 0 with every name replaced by its options. Missing options are those of the first
/// ruleset.
fn rules_of_version_0(game: &str, rules: &str) -> String {
    let of_game = || RULESETS_OF_VERSION_0.iter().filter(|(of, _, _)| *of == game);
    let known = |word: &str| of_game().find(|(_, name, _)| *name == word).map(|(_, _, options)| *options);
    let first = of_game().next().map(|(_, _, options)| *options);
    let words = rules.split(',').map(str::trim).filter(|word| !word.is_empty());
    let all: Vec<_> = first.into_iter().chain(words.map(|word| known(word).unwrap_or(word))).collect();
    all.join(",")
}

fn spelled_out(game: &str, rules: &str, board: &str, position: Option<&str>) -> Result<Setup, BadTerms> {
    let ask = Ask {
        rules: Some(rules).filter(|text| !text.is_empty()),
        board: Some(board).filter(|text| !text.is_empty()).map(BoardAsk::Named),
        position: position.filter(|text| !text.is_empty()),
        seed: None,
    };
    duel(game).ok_or_else(|| BadTerms::Game(game.to_owned()))?.setup(&ask).map_err(BadTerms::Start)
}

/// The kinds of opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The computer has a seat.
    Computer {
        /// Its level, from 0 to [`LAST_LEVEL`].
        level: u8,
        /// Its seat: 0 or 1.
        seat: u8,
    },
    /// One person has both seats: two people at one screen.
    Screen,
    /// Two people on two devices, one of whom sends the other a link.
    Friend,
}

/// The strongest level of the computer.
pub const LAST_LEVEL: u8 = 10;

/// Why terms cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// There is no such game.
    #[error("there is no game `{0}`")]
    Game(String),
    /// The rules, the board or the position are refused.
    #[error("{0}")]
    Start(Refused),
    /// The terms were stored by a newer build, or are damaged.
    #[error("terms of version {0} cannot be read: a newer joust has written them, or they are broken")]
    Version(u32),
    /// The game is over in the position.
    #[error("the game is over in this position: choose one in which there is a move")]
    Over,
    /// There is no such level.
    #[error("the levels go from 0 to {LAST_LEVEL}")]
    Level,
    /// The seat of the computer does not exist.
    #[error("the seats are 0 and 1")]
    Seat,
    /// The clock is out of range.
    #[error("a clock has from a second to a day, and at most an hour is added after a move")]
    Clock,
}

/// The longest clock, a day in milliseconds: longer games are played without a clock.
const LONGEST: i64 = 86_400_000;
/// The largest increment, an hour in milliseconds.
const LARGEST_INCREMENT: i64 = 3_600_000;

impl Terms {
    /// Terms without a clock: rules and a board, each by name or options, and a position. An empty text
    /// stands for the default.
    ///
    /// ```
    /// use joust_live::{BadTerms, Opponent, Terms};
    /// let terms = Terms::new("mad", "app", "5x5", "", Opponent::Computer { level: 3, seat: 1 }).unwrap();
    /// assert_eq!(terms.setup.board.name, "5x5");
    /// let chess = Terms::new("chess", "", "", "", Opponent::Screen);
    /// assert_eq!(chess, Err(BadTerms::Game("chess".to_owned())));
    /// ```
    pub fn new(
        game: &str,
        rules: &str,
        board: &str,
        position: &str,
        opponent: Opponent,
    ) -> Result<Terms, BadTerms> {
        let setup = spelled_out(game, rules, board, Some(position))?;
        let terms = Terms { setup, opponent, clock: None, listed: false };
        terms.open()?;
        Ok(terms)
    }

    /// These terms with this clock, or without one.
    pub fn with_clock(self, clock: Option<Allowance>) -> Result<Terms, BadTerms> {
        let terms = Terms { clock, ..self };
        terms.open()?;
        Ok(terms)
    }

    /// These terms for a game that strangers may find in a list, or may not.
    #[must_use]
    pub fn with_listed(self, listed: bool) -> Terms {
        Terms { listed, ..self }
    }

    /// The seat and the level of the computer, if it plays.
    pub fn computer(&self) -> Option<(Seat, u8)> {
        match self.opponent {
            Opponent::Computer { level, seat } => Some((Seat::new(seat.into())?, level)),
            Opponent::Screen | Opponent::Friend => None,
        }
    }

    /// The terms of a rematch: these terms with the seats exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Terms {
        let opponent = match self.opponent {
            Opponent::Computer { level, seat } => Opponent::Computer { level, seat: seat ^ 1 },
            other => other,
        };
        Terms { opponent, ..self.clone() }
    }

    /// The game before its first move, or the reason why it cannot be played.
    pub(crate) fn open(&self) -> Result<(&'static dyn AnyDuelGame, Box<dyn DuelSession>), BadTerms> {
        let game = duel(&self.setup.game).ok_or_else(|| BadTerms::Game(self.setup.game.clone()))?;
        let mut session = game.duel_session(&Ask::from(&self.setup)).map_err(BadTerms::Start)?;
        if session.to_act().is_none() {
            return Err(BadTerms::Over);
        }
        if let Opponent::Computer { level, seat } = self.opponent {
            if level > LAST_LEVEL {
                return Err(BadTerms::Level);
            }
            if seat > 1 {
                return Err(BadTerms::Seat);
            }
        }
        if let Some(clock) = self.clock
            && !((1000..=LONGEST).contains(&clock.start)
                && (0..=LARGEST_INCREMENT).contains(&clock.increment))
        {
            return Err(BadTerms::Clock);
        }
        session.set_clock(self.clock.map(|clock| Clock::new(clock).with_free_first_moves()));
        Ok((game, session))
    }
}
