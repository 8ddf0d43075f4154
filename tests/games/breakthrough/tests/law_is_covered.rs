//! Every clause of `LAW.md` is named by the code that enforces it and by a test that proves it.

#[path = "../../../support/law.rs"]
mod law;

const LAW: law::Law = law::Law { mark: "BRK", text: include_str!("../LAW.md"), chapters: 5 };

#[test]
fn law_code_and_tests_know_each_other() {
    LAW.is_numbered_without_a_gap();
    LAW.is_marked_where_the_code_enforces_it();
    LAW.is_proved_by_tests_of_its_name();
    LAW.is_all_that_anybody_names();
}
