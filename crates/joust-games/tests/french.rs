//! The law in French says what the law in English says. A test cannot read, but it compares all that both
//! languages share: the clauses and their order, headings, tables and lists, and in every paragraph its
//! numbers, clauses, squares, moves and code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Paragraphs, headings, tables, lists and code: what blank lines separate.
fn blocks(text: &str) -> Vec<String> {
    let (mut blocks, mut block, mut is_code) = (Vec::new(), String::new(), false);
    for line in text.lines().chain([""]) {
        is_code ^= line.starts_with("```");
        if is_code || !line.is_empty() {
            block.push_str(line);
            block.push('\n');
        } else if !block.is_empty() {
            blocks.push(std::mem::take(&mut block));
        }
    }
    blocks
}

/// The parts of a block in backticks, and the words of all other parts.
fn code_and_prose(block: &str) -> (Vec<&str>, String) {
    let parts = block.split('`').enumerate();
    let (code, prose): (Vec<_>, Vec<_>) = parts.partition(|(i, _)| i % 2 == 1);
    (code.into_iter().map(|(_, part)| part).collect(), prose.into_iter().map(|(_, part)| part).collect())
}

/// Numbers without the separators of thousands: a comma in English, a narrow blank in French.
fn ungrouped(prose: &str) -> String {
    let letters: Vec<char> = prose.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
    let separates = |at: usize| {
        [',', '\u{202f}'].contains(&letters[at]) && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))
    };
    (0..letters.len()).filter(|at| !separates(*at)).map(|at| letters[at]).collect()
}

/// What a block has in common with its translation, in any order: code, and words with digits.
fn facts(block: &str) -> Vec<String> {
    let (code, prose) = code_and_prose(block);
    let prose = ungrouped(&prose);
    let words = prose.split(|c: char| !c.is_alphanumeric() && !".-−×".contains(c));
    let numbers =
        words.filter(|word| word.contains(char::is_numeric)).map(|word| word.trim_matches(['.', '-']));
    let mut facts: Vec<String> = numbers.map(str::to_owned).collect();
    facts.extend(code.iter().map(|code| format!("`{code}`")));
    facts.sort();
    facts
}

/// The marks with which the lines of a block begin. Lines of paragraphs have none: they break elsewhere in
/// the other language.
fn marks(block: &str) -> Vec<&str> {
    // A line of a paragraph may begin with a number that ends a sentence.
    let is_numbered = block.starts_with("1. ");
    let is_number = |word: &str| {
        word.strip_suffix('.').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_mark = |word: &&str| word.starts_with(['#', '|', '-']) || is_numbered && is_number(word);
    block.lines().filter_map(|line| line.split(' ').next().filter(is_mark)).collect()
}

/// `MAD-3.2`, if the block opens this clause.
fn clause(block: &str) -> Option<&str> {
    block.strip_prefix("**")?.split(' ').next().filter(|id| id.contains('-'))
}

/// What is wrong with a block in French.
fn faults(english: &str, french: &str) -> Vec<String> {
    let (_, prose) = code_and_prose(french);
    let mut faults = Vec::new();
    let mut unless = |is_right: bool, fault: String| {
        if !is_right {
            faults.push(fault);
        }
    };
    if english.starts_with("```") {
        unless(english == french, "another picture or file".into());
        return faults;
    }
    unless(
        clause(english) == clause(french),
        format!("{:?} in place of {:?}", clause(french), clause(english)),
    );
    unless(marks(english) == marks(french), "other headings, rows or items".into());
    let (told, facts) = (facts(english), facts(french));
    unless(told == facts, format!("{facts:?} in place of {told:?}"));
    unless(2 * french.chars().count() > english.chars().count(), "it is too short to say the same".into());
    let says_something = prose.contains(char::is_alphabetic);
    unless(!says_something || english != french, "it is not translated".into());
    let left = prose.split(|c: char| !c.is_alphabetic()).find(|word| ["the", "and", "is"].contains(word));
    unless(left.is_none(), format!("English is left: {left:?}"));
    // A blank before these marks, or inside quotation marks, must not break a line.
    for wrong in [" ;", " !", " ?", " :", " »", "« ", "'", "\""] {
        unless(!prose.contains(wrong), format!("`{wrong}` is no French typography"));
    }
    faults
}

/// What is wrong with a whole text.
fn all_faults(english: &str, french: &str) -> Vec<String> {
    let (english, french) = (blocks(english), blocks(french));
    let mut all = Vec::new();
    for (english, french) in english.iter().zip(&french) {
        let faults = faults(english, french);
        all.extend(faults.iter().map(|fault| format!("{fault}, here: {french}")));
    }
    if english.len() != french.len() {
        all.push(format!("{} paragraphs in place of {}", french.len(), english.len()));
    }
    all
}

/// The folder of the laws.
fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
}

/// The Markdown files of a folder below `rules/`, by name.
fn files(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(rules().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let pages = paths.filter(|path| path.extension() == Some("md".as_ref()));
    pages.map(|page| page.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn the_law_in_french_says_what_the_law_in_english_says() {
    for (folder, translated) in [("", "fr"), ("short", "fr/short")] {
        let names = files(folder);
        assert!(names.contains("mad.md"), "{names:?}");
        assert_eq!(names, files(translated), "rules/{folder} and rules/{translated} have other files");
        for name in names {
            let read = |folder: &str| fs::read_to_string(rules().join(folder).join(&name)).unwrap();
            let faults = all_faults(&read(folder), &read(translated));
            assert!(faults.is_empty(), "rules/{translated}/{name}:\n{}", faults.join("\n"));
        }
    }
}

#[test]
fn a_translation_that_says_something_else_is_found() {
    let english = "**MAD-3.1 (reach)** At most 1,000 ships, as in `c2c4` (MAD-9.1); 60×60 is ½.\n";
    let french =
        "**MAD-3.1 (portée)** 1\u{202f}000 vaisseaux au plus\u{202f}; ½ est 60×60, et `c2c4` (MAD-9.1).\n";
    assert_eq!(all_faults(english, french), [""; 0]);
    for (from, to) in [
        ("MAD-3.1", "MAD-3.2"),
        ("1\u{202f}000", "100"),
        ("½", "¼"),
        ("c2c4", "c2c3"),
        ("MAD-9.1", "MAD-9.2"),
        (" au plus\u{202f}; ½ est 60×60, et `c2c4` (MAD-9.1)", ""),
        ("portée", "the reach"),
        ("\u{202f};", " ;"),
        ("vaisseaux", "\"vaisseaux\""),
        (".\n", ".\n\nEt un paragraphe."),
        ("**MAD", "- **MAD"),
    ] {
        assert_ne!(all_faults(english, &french.replace(from, to)), [""; 0], "{from} becomes {to}");
    }
    assert_ne!(all_faults(english, english), [""; 0]);
    let picture = "```\n2  r121\n\n1  r111\n```\n";
    assert_eq!(all_faults(picture, picture), [""; 0]);
    assert_ne!(all_faults(picture, &picture.replace("r111", "b111")), [""; 0]);
}
