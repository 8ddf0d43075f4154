//! What is settled when a game is made.

use joust_core::Seat;
use joust_games::{AnyGame, Ask, BoardAsk, Refused, Session, game};
use serde::{Deserialize, Serialize};

/// The terms of a game. They are stored as JSON and never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game by name, such as `mad`.
    pub game: String,
    /// A ruleset by name, or options; nothing stands for the default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// A board by name; nothing stands for the default, or the board of the position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// The position in which the game begins, if it is not the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who the opponent is.
    pub opponent: Opponent,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Allowance>,
}

/// Who plays against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The computer has a seat.
    Computer {
        /// How strong it is, from 1 to [`LAST_LEVEL`].
        level: u8,
        /// Where it sits: 0 or 1.
        seat: u8,
    },
    /// One person has both seats: two people at one screen.
    Screen,
    /// Two people, each with a link.
    Friend,
}

/// The time that each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Milliseconds for all moves.
    pub start: i64,
    /// Milliseconds that are added after each move for which the clock ran.
    pub increment: i64,
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
    /// The position is the end of a game.
    #[error("the game is over in this position: choose one in which there is a move")]
    Over,
    /// There is no such level.
    #[error("the levels go from 1 to {LAST_LEVEL}")]
    Level,
    /// The computer sits nowhere.
    #[error("the seats are 0 and 1")]
    Seat,
    /// The clock makes no sense.
    #[error("a clock has from a second to a day, and at most an hour is added after a move")]
    Clock,
}

/// A day, in milliseconds: longer games are played without a clock.
const LONGEST: i64 = 86_400_000;
/// An hour, in milliseconds.
const LARGEST_INCREMENT: i64 = 3_600_000;

impl Terms {
    /// MAD from the start with the default rules and no clock.
    pub fn of(opponent: Opponent) -> Terms {
        Terms {
            game: "mad".to_owned(),
            rules: String::new(),
            board: String::new(),
            position: None,
            opponent,
            clock: None,
        }
    }

    /// The seat of the computer, if it plays.
    pub fn computer(&self) -> Option<(Seat, u8)> {
        match self.opponent {
            Opponent::Computer { level, seat } => Some((Seat::new(seat.into())?, level)),
            Opponent::Screen | Opponent::Friend => None,
        }
    }

    /// The terms of a return game: the same, with the seats exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Terms {
        let opponent = match self.opponent {
            Opponent::Computer { level, seat } => Opponent::Computer { level, seat: seat ^ 1 },
            other => other,
        };
        Terms { opponent, ..self.clone() }
    }

    /// The game and its first position, or why it cannot be played.
    pub(crate) fn open(&self) -> Result<(&'static dyn AnyGame, Box<dyn Session>), BadTerms> {
        let game = game(&self.game).ok_or_else(|| BadTerms::Game(self.game.clone()))?;
        let given = |text: &'_ str| !text.is_empty();
        let ask = Ask {
            rules: Some(self.rules.as_str()).filter(|text| given(text)),
            board: Some(self.board.as_str()).filter(|text| given(text)).map(BoardAsk::Named),
            position: self.position.as_deref(),
        };
        let session = game.session(&ask).map_err(BadTerms::Start)?;
        if session.to_act().is_none() {
            return Err(BadTerms::Over);
        }
        if let Opponent::Computer { level, seat } = self.opponent {
            if !(1..=LAST_LEVEL).contains(&level) {
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
        Ok((game, session))
    }

    /// The same terms with everything named that follows from the rest: the rules, and the board of
    /// a position that tells it.
    pub fn settled(mut self) -> Result<Terms, BadTerms> {
        let (_, session) = self.open()?;
        let record = session.record(&[]);
        let header = |name: &str| record.header(name).unwrap_or_default().to_owned();
        self.rules = header("Rules");
        self.board = header("Board");
        self.position = record.header("Position").map(str::to_owned);
        Ok(self)
    }
}
