//! Why rules, a board, a position or a file were refused. The kinds are those of the games' own errors, so
//! that a page in another language can say them in its own words.

use std::fmt;

/// One reason why rules, a board, a position or a file were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Not a ruleset of MAD.
    #[error(transparent)]
    MadRules(#[from] joust_mad::BadRules),
    /// Not a board of MAD.
    #[error("there is no MAD board `{name}`: the boards are {known}")]
    MadBoard {
        /// The name that was asked for.
        name: String,
        /// The names of the boards.
        known: String,
    },
    /// Not a position of MAD.
    #[error(transparent)]
    MadPosition(#[from] joust_mad::PositionFault),
    /// Not a ruleset of the War Game.
    #[error(transparent)]
    WarRules(#[from] joust_wargame::BadRules),
    /// Not a board of the War Game.
    #[error(
        "there is no board `{name}` and no such file: the boards are {known}, \
         corners of them such as Smolensk:5x4, and random:6x6:SEED [WAR-6.3]"
    )]
    WarBoard {
        /// The name that was asked for.
        name: String,
        /// The names of the boards.
        known: String,
    },
    /// Not a position of the War Game.
    #[error(transparent)]
    WarPosition(#[from] joust_wargame::PositionFault),
    /// A fault of a file: a record, a board, or a position of the app.
    #[error("{0}")]
    File(String),
}

/// All reasons why something was refused: at least one.
///
/// ```
/// use joust_games::{Ask, Reason, Refused, duel};
/// let ask = Ask { position: Some("b111,r333/"), ..Ask::default() };
/// let refused = duel("mad").unwrap().position(&ask).err().unwrap();
/// assert!(refused.0.len() > 1);
/// assert!(refused.0.iter().all(|reason| matches!(reason, Reason::MadPosition(_))));
/// assert_eq!(refused.texts().join("\n"), refused.to_string());
/// assert_eq!(Refused::file("no such ruleset").texts(), ["no such ruleset"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub Vec<Reason>);

impl Refused {
    /// A refusal for one reason.
    pub(crate) fn one(reason: impl Into<Reason>) -> Refused {
        Refused(vec![reason.into()])
    }

    /// A refusal for several reasons.
    pub(crate) fn all(reasons: impl IntoIterator<Item = impl Into<Reason>>) -> Refused {
        Refused(reasons.into_iter().map(Into::into).collect())
    }

    /// The reasons, a sentence each.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    /// A refusal of a file, or of anything in a game that has no reasons of its own here.
    pub fn file(why: impl fmt::Display) -> Refused {
        Refused(vec![Reason::File(why.to_string())])
    }
}

/// The reasons, a line each.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join("\n"))
    }
}

impl std::error::Error for Refused {}
