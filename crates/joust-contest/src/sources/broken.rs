//! The rules for sources that one can break: a kind for each, so that a page can tell it in any language.

use crate::Language;
use joust_sandbox::NotASource;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A rule that a source breaks. Its `Display` is English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "rule", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Broken {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file has others inside.
    #[error("this is an archive: a player is one file, so hand in the source itself")]
    Archive,
    /// No language of Joust.
    #[error("the file {why}")]
    NotASource {
        /// What it is instead.
        why: NotASource,
    },
    /// A player of Mad Max in a contest of another game.
    #[error("this is a player of Mad Max, and the game is another one; it takes {}", listed(taken))]
    OtherGame {
        /// What the contest takes.
        taken: Vec<Language>,
    },
    /// A language that the contest does not take.
    #[error("this is {}, which the contest does not take; it takes {}", found.words(), listed(taken))]
    Language {
        /// The language of the file.
        found: Language,
        /// What the contest takes.
        taken: Vec<Language>,
    },
    /// A source that is too large.
    #[error("the source has {has} KB, and at most {may} KB are allowed")]
    LargeSource {
        /// Its kilobytes.
        has: u64,
        /// The most.
        may: u64,
    },
    /// A module that is too large.
    #[error("the module has {has} KB, and at most {may} KB are allowed")]
    LargeModule {
        /// Its kilobytes.
        has: u64,
        /// The most.
        may: u64,
    },
    /// Not a text.
    #[error("this is not the text of a source: it has a zero byte")]
    ZeroByte,
    /// A player of the Mad Max kit without a name.
    #[error("the player has no name: write a line such as `#define PLAYER_NAME Rockatansky`")]
    NoDefinedName,
    /// Any other player without a name.
    #[error("the player has no name: give it one")]
    NoName,
    /// A name that is too long.
    #[error("the name `{name}` has {letters} characters, and at most {most} are allowed")]
    LongName {
        /// The name.
        name: String,
        /// Its characters.
        letters: usize,
        /// The most.
        most: usize,
    },
    /// A name with odd characters.
    #[error("`{name}` is not a name: use letters from A to Z, digits, `_` and `-`, without `-` at the front")]
    OddName {
        /// The name.
        name: String,
    },
    /// A name of a player of the Mad Max kit that no class of C++ can have.
    #[error(
        "`{name}` is not a name of a class in C++: use letters from A to Z, digits and `_`, without a digit at the front"
    )]
    OddClassName {
        /// The name.
        name: String,
    },
    /// The name of a player that comes with the game.
    #[error("`{name}` is a player that comes with the game: choose another name")]
    BuiltInName {
        /// The name.
        name: String,
    },
    /// The name of the player of another student.
    #[error("the name `{name}` is taken by another student: choose another one")]
    TakenName {
        /// The name.
        name: String,
    },
    /// JavaScript that imports another file.
    #[error(
        "`{path}` is another file: a player is one file, so put its text here instead of this line; only the library \
         ./joust/ of the kit is there"
    )]
    Import {
        /// The path of the file.
        path: String,
    },
    /// JavaScript that starts no bot.
    #[error(
        "nothing starts the bot: write `import {{ run }} from \"./joust/index.js\";` at the top, and \
         `run(() => new MyBot());` at the end, with the name of your class"
    )]
    NoRun,
    /// Rust with a module in another file.
    #[error(
        "`{name}` is a module in another file: a player is one file, so write `mod {name} {{ … }}` with its text"
    )]
    Module {
        /// The module.
        name: String,
    },
    /// `#embed`.
    #[error("#embed reads another file: a player is one file")]
    Embed,
    /// A header in quotation marks that is not one of the kit.
    #[error("\"{name}\" is not a header of the kit: a player is one file, so put its contents here")]
    OwnHeader {
        /// The header.
        name: String,
    },
    /// A header that is not on the list of the contest.
    #[error("<{name}> is not among the headers of this contest")]
    Header {
        /// The header.
        name: String,
    },
    /// Something that is not a header.
    #[error("`{text}` is not a header: write #include <vector>")]
    NotAHeader {
        /// What is included.
        text: String,
    },
    /// A variable that outlives a call and belongs to no player.
    #[error("`{name}` {place}, and this contest forbids global state: {way}")]
    Global {
        /// The variable.
        name: String,
        /// Where it is.
        place: GlobalPlace,
        /// What to do.
        way: GlobalWay,
    },
    /// Braces inside braces inside braces.
    #[error("more than {most} braces are inside each other here, which compilers refuse")]
    Deep {
        /// The most.
        most: usize,
    },
    /// A problem in English words, from the report of an earlier build.
    #[error("{what}")]
    Told {
        /// The words.
        what: String,
    },
}

/// The languages in words, with commas between.
fn listed(languages: &[Language]) -> String {
    let words: Vec<&str> = languages.iter().map(|language| language.words()).collect();
    words.join(", ")
}

/// Where a variable of global state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GlobalPlace {
    /// Outside of the class.
    Outside,
    /// A `static` attribute.
    Attribute,
    /// A `static` variable of a function.
    Function,
}

impl fmt::Display for GlobalPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GlobalPlace::Outside => "is a variable outside of your class",
            GlobalPlace::Attribute => "is an attribute that all players of your class share",
            GlobalPlace::Function => "is a variable that keeps its value between calls",
        })
    }
}

/// What to do about a variable of global state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GlobalWay {
    /// The pointer itself must be constant.
    ConstPointer,
    /// It becomes an attribute, or constant.
    Attribute,
    /// It is no longer `static`, or constant.
    NotStatic,
}

impl fmt::Display for GlobalWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GlobalWay::ConstPointer => "the pointer itself can change: write `* const`",
            GlobalWay::Attribute => "make it an attribute of your class, or `const`",
            GlobalWay::NotStatic => "leave `static` out, or make it `const`",
        })
    }
}

/// What is wrong with a source, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Document", into = "Document")]
pub struct SourceProblem {
    /// The line, counted from 1, if the problem has one.
    pub line: Option<usize>,
    /// The rule that is broken.
    pub broken: Broken,
}

impl fmt::Display for SourceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.broken.fmt(f)
    }
}

/// A problem as reports have it: its words for programs and people, and its kind. Earlier builds wrote the words
/// only.
#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broken: Option<Broken>,
}

impl From<Document> for SourceProblem {
    fn from(document: Document) -> SourceProblem {
        let Document { line, what, broken } = document;
        SourceProblem { line, broken: broken.unwrap_or(Broken::Told { what }) }
    }
}

impl From<SourceProblem> for Document {
    fn from(problem: SourceProblem) -> Document {
        let SourceProblem { line, broken } = problem;
        let (what, is_told) = (broken.to_string(), matches!(broken, Broken::Told { .. }));
        Document { line, what, broken: Some(broken).filter(|_| !is_told) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_read_as_it_was_written_and_from_earlier_builds() {
        let broken =
            Broken::Global { name: "x".into(), place: GlobalPlace::Outside, way: GlobalWay::Attribute };
        let problem = SourceProblem { line: Some(3), broken };
        let text = serde_json::to_string(&problem).unwrap();
        assert!(text.starts_with(r#"{"line":3,"what":"`x` is a variable outside"#), "{text}");
        assert_eq!(serde_json::from_str::<SourceProblem>(&text).unwrap(), problem);
        let old: SourceProblem = serde_json::from_str(r#"{"what":"the file is empty"}"#).unwrap();
        assert_eq!(old.broken, Broken::Told { what: "the file is empty".into() });
        assert_eq!(serde_json::to_string(&old).unwrap(), r#"{"what":"the file is empty"}"#);
    }
}
