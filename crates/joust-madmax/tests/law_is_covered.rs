//! The law, the code and the tests know each other: every clause of `rules/madmax.md` is named by the
//! code that enforces it and by a test that proves it, and nobody names a clause that is not there.

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
fn nobody_names_a_clause_that_does_not_exist() {
    LAW.is_all_that_anybody_names();
}
