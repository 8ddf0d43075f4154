//! What a bot sends.

use crate::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A message of a bot. Unknown fields are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromBot {
    /// The answer to `hello`.
    Hello(Introduction),
    /// The answer to `turn`.
    Action(Action),
    /// A remark before an action, for those who watch.
    Note(Note),
}

/// What a bot says about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Introduction {
    /// The version of the protocol that the bot speaks.
    pub protocol: u32,
    /// The name of the bot.
    #[serde(default)]
    pub name: String,
    /// The version of the bot.
    #[serde(default)]
    pub version: String,
    /// The games that the bot plays; empty if it plays all.
    #[serde(default)]
    pub games: Vec<String>,
    /// The numbers and words that a user may set.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// What the bot wants to be told beyond the usual.
    #[serde(default)]
    pub wants: Vec<Want>,
}

/// Something that a bot can be told beyond the usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// The whole game as data in every turn.
    View,
    /// Something that this build does not know.
    #[serde(other)]
    Unknown,
}

/// A parameter of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parameter {
    /// Its name: letters, digits, `_` and `-`.
    pub name: String,
    /// Its kind and range.
    #[serde(flatten)]
    pub kind: ParameterKind,
}

impl Parameter {
    /// Whether the parameter can have this value; if not, what it takes.
    ///
    /// ```
    /// let read = |text| serde_json::from_str::<joust_proto::Parameter>(text).unwrap();
    /// let depth = read(r#"{"name":"depth","kind":"integer","default":3,"min":1,"max":9}"#);
    /// assert!(depth.check(&9.into()).is_ok());
    /// assert_eq!(depth.check(&10.into()).unwrap_err(), "a whole number from 1 to 9");
    /// ```
    pub fn check(&self, value: &Json) -> Result<(), String> {
        match &self.kind {
            ParameterKind::Integer { min, max, .. } => {
                let is_good = value.as_i64().is_some_and(|value| (min..=max).contains(&&value));
                if is_good { Ok(()) } else { Err(format!("a whole number from {min} to {max}")) }
            }
            ParameterKind::Real { min, max, .. } => {
                let is_good = value.as_f64().is_some_and(|value| (min..=max).contains(&&value));
                if is_good { Ok(()) } else { Err(format!("a number from {min} to {max}")) }
            }
            ParameterKind::Choice { values, .. } => {
                let is_good = value.as_str().is_some_and(|value| values.iter().any(|known| known == value));
                if is_good { Ok(()) } else { Err(format!("one of {}", values.join(", "))) }
            }
        }
    }
}

/// The kind of a parameter, with its range and default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ParameterKind {
    /// A whole number.
    Integer {
        /// The value where the user sets none.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A number.
    Real {
        /// The value where the user sets none.
        default: f64,
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// One of some words.
    Choice {
        /// The value where the user sets none.
        default: String,
        /// All values.
        values: Vec<String>,
    },
}

/// What a bot does in its turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Action {
    /// The action in the notation of records.
    pub action: String,
    /// Positions that the bot looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What the bot thinks the game is worth, on its own scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// A remark of a bot, in Mad Max perhaps about a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// The remark.
    pub text: String,
    /// The row of the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<i32>,
    /// The column of the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub col: Option<i32>,
}

/// Why bytes are not a message.
#[derive(Debug, thiserror::Error)]
pub enum Garbled {
    /// They are not JSON, or not of the form of a message.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// The bot speaks another version of the protocol.
    #[error("it speaks version {0} of the protocol, and this joust speaks version {VERSION}")]
    Version(u32),
}

impl FromBot {
    /// Reads a line, with or without its end.
    pub fn read(line: &[u8]) -> Result<FromBot, Garbled> {
        let said = serde_json::from_slice(line)?;
        match said {
            FromBot::Hello(Introduction { protocol, .. }) if protocol != VERSION => {
                Err(Garbled::Version(protocol))
            }
            said => Ok(said),
        }
    }

    /// The message as a line, without its end.
    pub fn line(&self) -> String {
        // All keys are texts; a number that JSON does not have is written as null.
        serde_json::to_string(self).unwrap_or_default()
    }
}
