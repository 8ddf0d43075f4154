//! The language of a page, and the sentences of this crate.

use joust_french::French;
use serde::Deserialize;

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// An error of the rules.
    pub(crate) fn tells(self, why: &impl French) -> String {
        match self {
            Language::English => why.to_string(),
            Language::French => typeset(&why.french()),
        }
    }

    /// Errors of the rules, a sentence each.
    pub(crate) fn tells_all<F: French>(self, faults: &[F]) -> Vec<String> {
        faults.iter().map(|fault| self.tells(fault)).collect()
    }

    /// A sentence that has both forms here.
    pub(crate) fn of(self, english: &str, french: &str) -> String {
        match self {
            Language::English => english.to_owned(),
            Language::French => typeset(french),
        }
    }

    /// What is said of a line of a text.
    pub(crate) fn line(self, line: usize, what: &str) -> String {
        match self {
            Language::English => format!("line {line}: {what}"),
            Language::French => typeset(&format!("ligne {line} : {what}")),
        }
    }
}

/// French puts spaces that do not break before two-part signs and inside quotation marks.
fn typeset(text: &str) -> String {
    [
        (" :", "\u{a0}:"),
        (" ;", "\u{202f};"),
        (" ?", "\u{202f}?"),
        (" !", "\u{202f}!"),
        ("« ", "«\u{a0}"),
        (" »", "\u{a0}»"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (plain, fine)| text.replace(plain, fine))
}
