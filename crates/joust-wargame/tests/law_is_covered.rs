//! The law, the code and the tests know each other: every clause of `rules/wargame.md` is named by the
//! code that enforces it and by a test that proves it, and every clause that is named exists.

#[macro_use]
#[path = "../../../tests/support/law.rs"]
mod law;

const LAW: law::Law = law::Law { mark: "WAR", text: include_str!("../../../rules/wargame.md"), chapters: 7 };

tests_of_law!(LAW);
