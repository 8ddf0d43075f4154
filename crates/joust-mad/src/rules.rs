//! What can be settled before a game. [MAD-8.1] [MAD-8.2]

use crate::draft::number;
use std::fmt;
use std::str::FromStr;

/// The options of a game of MAD.
///
/// ```
/// use joust_mad::Rules;
/// let rules: Rules = "app,limit=20".parse().unwrap();
/// assert_eq!(rules, Rules { limit: 20, ..Rules::APP });
/// assert_eq!(rules.to_string(), "limit=20,positioning=off,agreed=off");
/// assert_eq!(Rules::default().to_string(), "current");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Turns without an expulsion that end the game. [MAD-7.3]
    pub limit: u16,
    /// Whether turns 1 and 2 are positioning turns. [MAD-6.1] [MAD-6.2]
    pub positioning: bool,
    /// Whether the end may be agreed. [MAD-7.7]
    pub agreed: bool,
}

impl Rules {
    /// The rules of the newest edition.
    pub const CURRENT: Rules = Rules { limit: 40, positioning: true, agreed: true };
    /// The rules of the first edition.
    pub const CLASSIC: Rules = Rules { limit: 30, positioning: true, agreed: false };
    /// The rules of the MAD app.
    pub const APP: Rules = Rules { limit: 30, positioning: false, agreed: false };

    /// Names and options of the presets, the default first.
    pub const PRESETS: [(&'static str, Rules); 3] =
        [("current", Rules::CURRENT), ("classic", Rules::CLASSIC), ("app", Rules::APP)];

    /// All options, never the name of a preset: what a stored game needs, because a name may come to mean
    /// other options.
    ///
    /// ```
    /// use joust_mad::Rules;
    /// assert_eq!(Rules::CURRENT.spelled_out(), "limit=40,positioning=on,agreed=on");
    /// ```
    pub fn spelled_out(&self) -> String {
        let word = |on| if on { "on" } else { "off" };
        format!("limit={},positioning={},agreed={}", self.limit, word(self.positioning), word(self.agreed))
    }

    /// The longest tie-break that can be asked for.
    pub const MAX_LIMIT: u16 = 10_000;
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::CURRENT
    }
}

/// The name of a preset, or all options.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Rules::PRESETS.iter().find(|(_, rules)| rules == self) {
            return f.write_str(name);
        }
        f.write_str(&self.spelled_out())
    }
}

/// What is wrong with a description of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// Neither a preset nor an option.
    #[error(
        "`{0}` is not a ruleset of MAD: take current, classic or app, or options such as limit=30,positioning=off,agreed=on [MAD-8.1]"
    )]
    Unknown(String),
    /// A limit that is not a number, or is out of range.
    #[error("limit={0}: the tie-break takes a number of turns from 1 to {max} [MAD-8.1]", max = Rules::MAX_LIMIT)]
    Limit(String),
    /// A switch that is neither on nor off.
    #[error("{0}={1}: say {0}=on or {0}=off [MAD-8.1]")]
    Switch(String, String),
}

/// Reads presets and `key=value` pairs joined by commas; later words win.
impl FromStr for Rules {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Rules, BadRules> {
        let mut rules = Rules::default();
        for word in text.split(',').map(str::trim) {
            let Some((key, value)) = word.split_once('=') else {
                let preset = Rules::PRESETS.iter().find(|(name, _)| *name == word);
                rules = preset.ok_or_else(|| BadRules::Unknown(word.to_owned()))?.1;
                continue;
            };
            let switch = || match value {
                "on" => Ok(true),
                "off" => Ok(false),
                _ => Err(BadRules::Switch(key.to_owned(), value.to_owned())),
            };
            match key {
                "limit" => {
                    let limit = number(value).and_then(|n| u16::try_from(n).ok());
                    let limit = limit.filter(|n| (1..=Rules::MAX_LIMIT).contains(n));
                    rules.limit = limit.ok_or_else(|| BadRules::Limit(value.to_owned()))?;
                }
                "positioning" => rules.positioning = switch()?,
                "agreed" => rules.agreed = switch()?,
                _ => return Err(BadRules::Unknown(word.to_owned())),
            }
        }
        Ok(rules)
    }
}
