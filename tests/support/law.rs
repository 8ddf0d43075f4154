//! Compares a law with its code and its tests: every clause is named by the code that enforces it and by a
//! test that proves it, and only clauses that exist are named. Every game's crate includes this file and
//! passes its law.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes the tests of a law.
macro_rules! tests_of_law {
    ($law:expr) => {
        #[test]
        fn the_clauses_of_the_law_are_numbered_without_a_gap() {
            $law.is_numbered_without_a_gap();
        }

        #[test]
        fn every_clause_is_marked_where_the_code_enforces_it() {
            $law.is_marked_where_the_code_enforces_it();
        }

        #[test]
        fn every_clause_is_proved_by_a_test_of_its_name() {
            $law.is_proved_by_tests_of_its_name();
        }

        #[test]
        fn every_clause_that_is_named_exists() {
            $law.is_all_that_anybody_names();
        }
    };
}

/// The law of the game whose crate is tested.
pub(crate) struct Law {
    /// The prefix of its clauses: `MAD` for MAD-3.2 and tests named `mad_3_2_…`.
    pub(crate) mark: &'static str,
    /// The whole text.
    pub(crate) text: &'static str,
    /// The number of chapters: without it, an empty law would pass.
    pub(crate) chapters: usize,
}

/// Chapter and number, so that 10.1 sorts after 9.8.
type Clause = (u32, u32);

/// The number at the start of a text, and the rest of the text.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A clause at the start of a text, its two numbers separated by `between`, and the rest of the text.
fn clause<'a>(text: &'a str, between: &str) -> Option<(Clause, &'a str)> {
    let (chapter, rest) = number(text)?;
    let (index, rest) = number(rest.strip_prefix(between)?)?;
    Some(((chapter, index), rest))
}

/// All clauses in a text after a mark such as `MAD-` and before `end`.
fn cited(text: &str, mark: &str, between: &str, end: &str) -> BTreeSet<Clause> {
    let parts = text.split(mark).skip(1);
    parts
        .filter_map(|part| clause(part, between).filter(|(_, rest)| rest.starts_with(end)))
        .map(|(id, _)| id)
        .collect()
}

/// The texts of all Rust files below a folder of the crate.
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

impl Law {
    /// `MAD-`
    fn id(&self) -> String {
        format!("{}-", self.mark)
    }

    /// `mad_`
    fn test(&self) -> String {
        format!("{}_", self.mark.to_lowercase())
    }

    /// The clauses in the order in which the law has them: each opens a paragraph in bold.
    fn clauses(&self) -> Vec<Clause> {
        let opening = format!("**{}", self.id());
        let bold = |line: &str| clause(line.strip_prefix(&opening)?, ".").map(|(id, _)| id);
        self.text.lines().filter_map(bold).collect()
    }

    /// The clauses of the law that are missing in a set, by their names.
    fn missing_in(&self, found: &BTreeSet<Clause>) -> Vec<String> {
        let missing = self.clauses().into_iter().filter(|id| !found.contains(id));
        missing.map(|(chapter, index)| format!("{}{chapter}.{index}", self.id())).collect()
    }

    /// Fails if a number is missing or is used twice.
    pub(crate) fn is_numbered_without_a_gap(&self) {
        let mut expected = (1, 1);
        let clauses = self.clauses();
        for found in &clauses {
            if *found != expected {
                // Only the first clause of the next chapter may follow.
                expected = (expected.0 + 1, 1);
            }
            assert_eq!(*found, expected, "the clauses of the law are out of order");
            expected = (found.0, found.1 + 1);
        }
        let chapters: BTreeSet<_> = clauses.iter().map(|(chapter, _)| chapter).collect();
        assert_eq!(chapters.len(), self.chapters);
        let bold = self.text.matches(&format!("**{}", self.id())).count();
        assert_eq!(clauses.len(), bold, "a clause does not open its line");
    }

    /// Fails when the code never names a clause.
    pub(crate) fn is_marked_where_the_code_enforces_it(&self) {
        let mark = format!("[{}", self.id());
        let marked = texts("src").iter().flat_map(|(_, text)| cited(text, &mark, ".", "]")).collect();
        let missing = self.missing_in(&marked);
        assert_eq!(missing, [""; 0], "no file of src/ carries the id of these clauses in brackets");
    }

    /// Fails when a clause has no test.
    pub(crate) fn is_proved_by_tests_of_its_name(&self) {
        let prefix = self.test();
        let mut proved = BTreeSet::new();
        for (_, text) in texts("tests") {
            // Only a function with `#[test]` is a test.
            for test in text.split("#[test]").skip(1) {
                let name = test.split_once("fn ").map_or("", |(_, behind)| behind);
                proved.extend(name.strip_prefix(&prefix).and_then(|id| clause(id, "_")).map(|(id, _)| id));
            }
        }
        assert_eq!(self.missing_in(&proved), [""; 0], "no test is named for these clauses");
    }

    /// Fails if code, tests or the law itself name a clause that does not exist.
    pub(crate) fn is_all_that_anybody_names(&self) {
        let law: BTreeSet<Clause> = self.clauses().into_iter().collect();
        let function = format!("fn {}", self.test());
        for (path, text) in texts("src").into_iter().chain(texts("tests")) {
            let mut named = cited(&text, &self.id(), ".", "");
            named.extend(cited(&text, &function, "_", ""));
            let unknown: Vec<_> = named.difference(&law).collect();
            assert!(
                unknown.is_empty(),
                "{} names clauses that are not in the law: {unknown:?}",
                path.display()
            );
        }
        let own = cited(self.text, &self.id(), ".", "");
        let unknown: Vec<_> = own.difference(&law).collect();
        assert!(unknown.is_empty(), "the law refers to clauses that it does not have: {unknown:?}");
    }
}
