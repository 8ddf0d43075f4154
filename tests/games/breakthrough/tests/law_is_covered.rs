//! Every clause of `LAW.md` is named by the code that enforces it and by a test that proves it.

#[macro_use]
#[path = "../../../support/law.rs"]
mod law;

const LAW: law::Law = law::Law { mark: "BRK", text: include_str!("../LAW.md"), chapters: 5 };

tests_of_law!(LAW);
