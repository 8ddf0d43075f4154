//! The languages that are read, and their grammars.

use crate::shape::{Shape, shape};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::OnceLock;

/// A language of submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// C, which is compared with C++, too.
    C,
    /// C++.
    Cpp,
    /// JavaScript.
    JavaScript,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// A word that names no language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a language that is read: write c, cpp, javascript, python or rust")]
pub struct UnknownLanguage(pub String);

impl Language {
    /// All languages.
    pub const ALL: [Language; 5] =
        [Language::C, Language::Cpp, Language::JavaScript, Language::Python, Language::Rust];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
            Language::JavaScript => "javascript",
            Language::Python => "python",
            Language::Rust => "rust",
        }
    }

    /// The language of a file, by its ending. Headers are read as C++, which contains nearly all of C.
    ///
    /// ```
    /// use joust_similarity::Language;
    /// assert_eq!(Language::of_path("src/AIAda.cc".as_ref()), Some(Language::Cpp));
    /// assert_eq!(Language::of_path("README.md".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Language> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "c" => Some(Language::C),
            "cc" | "cpp" | "cxx" | "c++" | "h" | "hh" | "hpp" | "hxx" => Some(Language::Cpp),
            "js" | "mjs" | "cjs" => Some(Language::JavaScript),
            "py" => Some(Language::Python),
            "rs" => Some(Language::Rust),
            _ => None,
        }
    }

    /// What is mixed into every token, so that only languages of one family are alike.
    pub(crate) const fn family(self) -> u32 {
        match self {
            Language::C | Language::Cpp => 0,
            Language::JavaScript => 0x9e37_79b9,
            Language::Python => 0x3c6e_f372,
            Language::Rust => 0xdaa6_6d2b,
        }
    }

    pub(crate) fn grammar(self) -> tree_sitter::Language {
        match self {
            Language::C => tree_sitter_c::LANGUAGE,
            Language::Cpp => tree_sitter_cpp::LANGUAGE,
            Language::JavaScript => tree_sitter_javascript::LANGUAGE,
            Language::Python => tree_sitter_python::LANGUAGE,
            Language::Rust => tree_sitter_rust::LANGUAGE,
        }
        .into()
    }

    /// The shapes of all kinds of nodes, by their numbers in the grammar.
    pub(crate) fn shapes(self) -> &'static [Shape] {
        static SHAPES: [OnceLock<Vec<Shape>>; 5] = [const { OnceLock::new() }; 5];
        SHAPES[self as usize].get_or_init(|| {
            let grammar = self.grammar();
            let kinds = 0..u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
            let of = |kind| match grammar.node_kind_for_id(kind) {
                Some(name) if grammar.node_kind_is_named(kind) => shape(name),
                _ => Shape::Skip,
            };
            kinds.map(of).collect()
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(word: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL
            .into_iter()
            .find(|language| language.word() == word)
            .ok_or_else(|| UnknownLanguage(word.to_owned()))
    }
}
