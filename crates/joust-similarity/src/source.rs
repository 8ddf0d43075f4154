//! What is compared: the files of a student, as text.

use crate::Language;
use std::path::Path;

/// What a student handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name that the report uses. Names of one comparison must differ.
    pub name: String,
    /// The files.
    pub files: Vec<SourceFile>,
}

/// A file of a submission, or a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path in the submission.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its language; files without one are not read.
    pub language: Option<Language>,
}

impl SourceFile {
    /// A file whose language follows from its ending. Bytes that are not UTF-8 are replaced.
    pub fn new(path: &Path, bytes: &[u8]) -> SourceFile {
        SourceFile {
            path: path.to_string_lossy().replace(char::is_control, "?"),
            text: String::from_utf8_lossy(bytes).into_owned(),
            language: Language::of_path(path),
        }
    }
}

impl Source {
    /// A submission of one file.
    ///
    /// ```
    /// use joust_similarity::{Language, Source};
    /// let ada = Source::single("ada", "ada.py", "print(1)");
    /// assert_eq!(ada.files[0].language, Some(Language::Python));
    /// ```
    pub fn single(name: &str, path: &str, text: &str) -> Source {
        Source { name: name.to_owned(), files: vec![SourceFile::new(path.as_ref(), text.as_bytes())] }
    }
}
