//! The two rulesets. [WAR-5.1] [WAR-5.2]

use std::fmt;
use std::str::FromStr;

/// The options of a War Game.
///
/// ```
/// use joust_wargame::Rules;
/// assert_eq!("optional-blitz".parse(), Ok(Rules::OPTIONAL_BLITZ));
/// assert_eq!(Rules::default().to_string(), "mandatory");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether one may drop where a blitz would conquer. [WAR-5.2]
    pub optional_blitz: bool,
}

impl Rules {
    /// The rules of the course: a blitz cannot be forgone.
    pub const MANDATORY: Rules = Rules { optional_blitz: false };
    /// The rules with a choice: where a blitz would conquer, one may drop instead.
    pub const OPTIONAL_BLITZ: Rules = Rules { optional_blitz: true };

    /// All options, never the name of a ruleset: what a stored game needs, because a name may come to mean
    /// other options.
    ///
    /// ```
    /// use joust_wargame::Rules;
    /// assert_eq!(Rules::MANDATORY.spelled_out(), "optional-blitz=off");
    /// ```
    pub fn spelled_out(&self) -> String {
        format!("optional-blitz={}", if self.optional_blitz { "on" } else { "off" })
    }

    /// Names of the rulesets, the default first.
    pub const PRESETS: [(&'static str, Rules); 2] =
        [("mandatory", Rules::MANDATORY), ("optional-blitz", Rules::OPTIONAL_BLITZ)];
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Rules::PRESETS[usize::from(self.optional_blitz)].0)
    }
}

/// A text that is not a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a ruleset of the War Game: take mandatory or optional-blitz [WAR-5.1]")]
pub struct BadRules(pub String);

impl FromStr for Rules {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Rules, BadRules> {
        let mut rules = Rules::default();
        for word in text.split(',').map(str::trim) {
            rules = match word {
                "optional-blitz=on" => Rules::OPTIONAL_BLITZ,
                "optional-blitz=off" => Rules::MANDATORY,
                _ => {
                    let preset = Rules::PRESETS.iter().find(|(name, _)| *name == word);
                    preset.ok_or_else(|| BadRules(word.to_owned()))?.1
                }
            };
        }
        Ok(rules)
    }
}
