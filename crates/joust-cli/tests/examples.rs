//! The documentation shows how the crates are used, in examples that `cargo test --doc` runs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The crates that other programs use.
const LIBRARIES: [&str; 5] = ["mad", "wargame", "madmax", "games", "match"];

/// Public functions without an example, with the reason.
const WITHOUT: [(&str, &str); 1] = [
    // It takes an open kit, which only a C++ compiler can make.
    ("match", "of_kit"),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The texts of all files of Rust in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
    texts
}

/// The lines of the examples in doc comments: between fences, of which the first names no language other than
/// Python.
fn examples(code: &str) -> impl Iterator<Item = &str> {
    let docs = code.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    let mut fence = None;
    docs.filter(move |line| {
        if let Some(language) = line.trim().strip_prefix("```") {
            fence = if fence.is_none() { Some(matches!(language, "" | "python")) } else { None };
            return false;
        }
        fence == Some(true)
    })
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The names of the public functions of a file, those of public traits included. The code is formatted, so a
/// signature begins its line, and an item ends with a brace at the beginning of a line.
fn public_functions(code: &str) -> Vec<&str> {
    let code = code.split("\n#[cfg(test)]\n").next().unwrap();
    let (mut names, mut in_trait, mut is_hidden) = (Vec::new(), false, false);
    for line in code.lines() {
        in_trait = (in_trait || line.starts_with("pub trait ")) && !line.starts_with('}');
        let text = line.trim_start();
        if text.starts_with("#[") || text.starts_with("//") {
            is_hidden |= text == "#[doc(hidden)]";
            continue;
        }
        let declared = if in_trait { Some(text) } else { text.strip_prefix("pub ") };
        let function = declared.and_then(|text| text.trim_start_matches("const ").strip_prefix("fn "));
        names.extend(function.filter(|_| !is_hidden).and_then(|text| words(text).next()));
        is_hidden = false;
    }
    names
}

/// By the name alone: a method whose name another method shares may go unnoticed.
#[test]
fn every_public_function_of_the_libraries_is_in_an_example() {
    for library in LIBRARIES {
        let files = sources(&crates().join(format!("joust-{library}/src")));
        let shown: HashSet<&str> = files.iter().flat_map(|code| examples(code)).flat_map(words).collect();
        let names: Vec<&str> = files.iter().flat_map(|code| public_functions(code)).collect();
        assert!(names.len() >= 40 && shown.len() > 100, "joust-{library}: {names:?}");
        let mut missing: Vec<_> = names.into_iter().filter(|name| !shown.contains(name)).collect();
        missing.retain(|name| !WITHOUT.contains(&(library, name)));
        assert_eq!(missing, [""; 0], "joust-{library} has public functions that no example shows");
    }
}

#[test]
fn every_library_opens_with_its_purpose_and_an_example() {
    let mut libraries = 0;
    for entry in std::fs::read_dir(crates()).unwrap() {
        let path = entry.unwrap().path().join("src/lib.rs");
        let Ok(code) = std::fs::read_to_string(&path) else { continue };
        let opening: Vec<&str> = code.lines().take_while(|line| line.starts_with("//!")).collect();
        let purpose = opening.first().unwrap_or_else(|| panic!("{} begins with code", path.display()));
        assert!(purpose.len() > "//! ".len() + 20, "{}: {purpose}", path.display());
        assert!(examples(&opening.join("\n")).count() > 1, "{} opens without an example", path.display());
        libraries += 1;
    }
    assert!(libraries > 20, "{libraries}");
}

#[test]
fn functions_and_examples_are_told_apart_from_other_text() {
    let code = "\
        //! ```text\n//! not_code()\n//! ```\n//! ```\n//! one();\n//! ```\n\
        pub trait Seen {\n    /// ```\n    /// seen::two(3);\n    /// ```\n    fn first(&self);\n}\n\
        impl Seen for u8 {\n    fn first(&self) {}\n}\n\
        pub(crate) fn inner() {}\npub const fn second<T>() {}\n#[doc(hidden)]\npub fn hidden() {}\n\
        \n#[cfg(test)]\nmod tests {\n    pub fn of_a_test() {}\n}\n";
    assert_eq!(public_functions(code), ["first", "second"]);
    let shown: Vec<&str> = examples(code).flat_map(words).collect();
    assert_eq!(shown, ["one", "seen", "two", "3"]);
}
