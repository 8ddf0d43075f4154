//! The languages in which a player may be handed in.

use joust_sandbox::SourceLanguage;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A language of players. Every one of them ends as a WebAssembly module, which runs on fuel: a contest never runs
/// native programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// C++ with the kit of Mad Max: `AIFoo.cc`.
    MadmaxCpp,
    /// C++ with the kit `cpp`.
    Cpp,
    /// C with the kit `cpp`.
    C,
    /// Rust with the kit `rust`, in one file.
    Rust,
    /// JavaScript with the kit `javascript`; its interpreter runs on fuel, too.
    Javascript,
    /// A module that was compiled at home, from any language.
    Module,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 6] = [
        Language::MadmaxCpp,
        Language::Cpp,
        Language::C,
        Language::Rust,
        Language::Javascript,
        Language::Module,
    ];

    /// Its name in the file of a contest.
    pub fn name(self) -> &'static str {
        match self {
            Language::MadmaxCpp => "madmax-cpp",
            Language::Cpp => "cpp",
            Language::C => "c",
            Language::Rust => "rust",
            Language::Javascript => "javascript",
            Language::Module => "module",
        }
    }

    /// What it is called in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Language::MadmaxCpp => "C++ with the Mad Max kit",
            Language::Cpp => "C++",
            Language::C => "C",
            Language::Rust => "Rust",
            Language::Javascript => "JavaScript",
            Language::Module => "a WebAssembly module",
        }
    }

    /// The language of a name.
    ///
    /// ```
    /// use joust_contest::Language;
    /// assert_eq!(Language::named("madmax-cpp"), Some(Language::MadmaxCpp));
    /// assert_eq!(Language::named("python"), None);
    /// ```
    pub fn named(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name() == name)
    }

    /// The ending of a file of this language.
    pub fn ending(self) -> &'static str {
        match self {
            Language::MadmaxCpp | Language::Cpp => "cc",
            Language::C => "c",
            Language::Rust => "rs",
            Language::Javascript => "js",
            Language::Module => "wasm",
        }
    }

    /// Whether its sources are C++.
    pub fn is_cpp(self) -> bool {
        matches!(self, Language::MadmaxCpp | Language::Cpp)
    }

    /// Whether its sources have headers.
    pub fn has_headers(self) -> bool {
        self.is_cpp() || self == Language::C
    }
}

impl From<SourceLanguage> for Language {
    fn from(language: SourceLanguage) -> Language {
        match language {
            SourceLanguage::MadMax => Language::MadmaxCpp,
            SourceLanguage::Cpp => Language::Cpp,
            SourceLanguage::C => Language::C,
            SourceLanguage::Rust => Language::Rust,
            SourceLanguage::JavaScript => Language::Javascript,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
