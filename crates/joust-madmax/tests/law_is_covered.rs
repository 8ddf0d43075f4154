//! The law, the code and the tests know each other: every clause of `rules/madmax.md` is named by the
//! code that enforces it and by a test that proves it, and every clause that is named exists.

#[path = "../../../tests/support/law.rs"]
mod law;

const LAW: law::Law = law::Law { mark: "MAX", text: include_str!("../../../rules/madmax.md"), chapters: 6 };

#[test]
fn the_clauses_of_the_law_are_numbered_without_a_gap() {
    LAW.is_numbered_without_a_gap();
}

#[test]
fn every_clause_is_marked_where_the_code_enforces_it() {
    LAW.is_marked_where_the_code_enforces_it();
}

#[test]
fn every_clause_is_proved_by_a_test_of_its_name() {
    LAW.is_proved_by_tests_of_its_name();
}

#[test]
fn every_clause_that_is_named_exists() {
    LAW.is_all_that_anybody_names();
}
