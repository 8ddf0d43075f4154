//! Why something was refused, with the kinds of the games' own errors: whoever speaks another language
//! says it in its own words.

use std::fmt;

/// One reason why rules, a board, a position or a file were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// No ruleset of MAD.
    #[error(transparent)]
    MadRules(#[from] joust_mad::BadRules),
    /// No board of MAD.
    #[error("there is no MAD board `{name}`: the boards are {known}")]
    MadBoard {
        /// What was asked for.
        name: String,
        /// The names of the boards.
        known: String,
    },
    /// No position of MAD.
    #[error(transparent)]
    MadPosition(#[from] joust_mad::PositionFault),
    /// No ruleset of the War Game.
    #[error(transparent)]
    WarRules(#[from] joust_wargame::BadRules),
    /// No board of the War Game.
    #[error(
        "there is no board `{name}` and no such file: the boards are {known}, \
         corners of them such as Smolensk:5x4, and random:6x6:SEED [WAR-6.3]"
    )]
    WarBoard {
        /// What was asked for.
        name: String,
        /// The names of the boards.
        known: String,
    },
    /// No position of the War Game.
    #[error(transparent)]
    WarPosition(#[from] joust_wargame::PositionFault),
    /// Something in a file: a record, a board, a position of the app.
    #[error("{0}")]
    File(String),
}

/// All reasons why something was refused: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub Vec<Reason>);

impl Refused {
    /// A single reason.
    pub(crate) fn one(reason: impl Into<Reason>) -> Refused {
        Refused(vec![reason.into()])
    }

    /// Several reasons.
    pub(crate) fn all(reasons: impl IntoIterator<Item = impl Into<Reason>>) -> Refused {
        Refused(reasons.into_iter().map(Into::into).collect())
    }

    /// The reasons, a sentence each.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    /// What is wrong with a file.
    pub(crate) fn file(why: impl fmt::Display) -> Refused {
        Refused(vec![Reason::File(why.to_string())])
    }
}

/// A line each.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join("\n"))
    }
}

impl std::error::Error for Refused {}
