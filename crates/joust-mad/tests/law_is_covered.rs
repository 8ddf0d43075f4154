//! The law, the code and the tests know each other: every clause of `rules/mad.md` is named by the
//! code that enforces it and by a test that proves it, and every clause that is named exists.

#[macro_use]
#[path = "../../../tests/support/law.rs"]
mod law;

const LAW: law::Law = law::Law { mark: "MAD", text: include_str!("../../../rules/mad.md"), chapters: 10 };

tests_of_law!(LAW);
