//! The law, the code and the tests know each other: every clause of `rules/mad.md` is named by the
//! code that enforces it and by a test that proves it, and nobody names a clause that is not there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const LAW: &str = include_str!("../../../rules/mad.md");

/// Chapter and number, so that 10.1 comes behind 9.8.
type Clause = (u32, u32);

/// The number at the start of a text, and what stands behind it.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A clause at the start of a text, its two numbers separated by `between`, and what follows.
fn clause<'a>(text: &'a str, between: &str) -> Option<(Clause, &'a str)> {
    let (chapter, rest) = number(text)?;
    let (index, rest) = number(rest.strip_prefix(between)?)?;
    Some(((chapter, index), rest))
}

/// All clauses behind a mark such as `MAD-`, wherever it stands, that are followed by `end`.
fn cited(text: &str, mark: &str, between: &str, end: &str) -> BTreeSet<Clause> {
    let parts = text.split(mark).skip(1);
    parts
        .filter_map(|part| clause(part, between).filter(|(_, rest)| rest.starts_with(end)))
        .map(|(id, _)| id)
        .collect()
}

/// The clauses in the order in which the law has them: each opens a paragraph in bold.
fn law() -> Vec<Clause> {
    let bold = |line: &str| clause(line.strip_prefix("**MAD-")?, ".").map(|(id, _)| id);
    LAW.lines().filter_map(bold).collect()
}

/// The texts of all Rust files below a folder of this crate.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, into: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                into.push((path, text));
            }
        }
    }
    let mut all = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    assert!(!all.is_empty(), "no Rust file in {folder}");
    all
}

/// The clauses of the law that are missing in a set, by their names.
fn missing_in(found: &BTreeSet<Clause>) -> Vec<String> {
    let missing = law().into_iter().filter(|id| !found.contains(id));
    missing.map(|(chapter, index)| format!("MAD-{chapter}.{index}")).collect()
}

/// Everything else in this file would hold of an empty law.
#[test]
fn the_clauses_of_the_law_are_numbered_without_a_gap() {
    let mut expected = (1, 1);
    let clauses = law();
    for found in &clauses {
        if *found != expected {
            // The only other clause that may follow is the first of the next chapter.
            expected = (expected.0 + 1, 1);
        }
        assert_eq!(*found, expected, "the clauses of rules/mad.md are out of order");
        expected = (found.0, found.1 + 1);
    }
    assert_eq!(clauses.iter().map(|(chapter, _)| chapter).collect::<BTreeSet<_>>().len(), 10);
    assert_eq!(clauses.len(), LAW.matches("**MAD-").count(), "a clause does not open its line");
}

#[test]
fn every_clause_is_marked_where_the_code_enforces_it() {
    let marked = texts("src").iter().flat_map(|(_, text)| cited(text, "[MAD-", ".", "]")).collect();
    assert_eq!(missing_in(&marked), [""; 0], "no file of src/ carries the id of these clauses in brackets");
}

#[test]
fn every_clause_is_proved_by_a_test_of_its_name() {
    let mut proved = BTreeSet::new();
    for (_, text) in texts("tests") {
        // Only what `#[test]` stands before is a test.
        for test in text.split("#[test]").skip(1) {
            let name = test.split_once("fn ").map_or("", |(_, behind)| behind);
            proved.extend(name.strip_prefix("mad_").and_then(|id| clause(id, "_")).map(|(id, _)| id));
        }
    }
    assert_eq!(missing_in(&proved), [""; 0], "no test is named for these clauses");
}

#[test]
fn nobody_names_a_clause_that_does_not_exist() {
    let law: BTreeSet<Clause> = law().into_iter().collect();
    for (path, text) in texts("src").into_iter().chain(texts("tests")) {
        let mut named = cited(&text, "MAD-", ".", "");
        named.extend(cited(&text, "fn mad_", "_", ""));
        let unknown: Vec<_> = named.difference(&law).collect();
        assert!(unknown.is_empty(), "{} names clauses that are not in the law: {unknown:?}", path.display());
    }
    let own: BTreeSet<_> = cited(LAW, "MAD-", ".", "").into_iter().collect();
    let unknown: Vec<_> = own.difference(&law).collect();
    assert!(unknown.is_empty(), "rules/mad.md refers to clauses that it does not have: {unknown:?}");
}
