//! A game as data: the one form in which a page, a bot, Python and `--json` are told how it stands and
//! what can be done in it. `docs/view.md` lists the fields.
//!
//! [`view()`] tells a game with its past, [`now`] a game alone, [`of_record`] a game of any kind by its
//! record. The answer is a [`Value`], which is written as JSON by `Display` and by serde.
//!
//! ```
//! use joust_core::Record;
//! let record: Record = "[Game \"mad\"]\n\n1. pass *".parse().unwrap();
//! let view = joust_view::of_record(&record, None).unwrap();
//! assert_eq!(view.field("at").unwrap().to_string(), "1");
//! assert!(view.to_string().contains(r#""sides":["red","blue"],"awaits":[1]"#));
//! ```
//!
//! A page has the rules of the duels in WebAssembly and asks them in JSON: [`answer`] is the whole
//! conversation, and the feature `page` gives it the name that a page calls.

mod duels;
mod mad;
mod madmax;
mod notation;
mod question;
mod value;
mod view;
mod war;

pub use madmax::of_result;
pub use value::{Fields, Value};
pub use view::{DuelView, View, moves, moves_of, now, view};

use joust_core::{Course, Game, Record};
use joust_madmax::Skirmish;
use question::Question;

/// All reasons why a question has no answer: at least one.
pub type Faults = Vec<String>;

/// How the game that a record tells stands after its first `at` actions, or after all of them. The record
/// needs no result, and what it says of one does not matter. The reader is the public, as of [`view()`]
/// without a seat.
pub fn of_record(record: &Record, at: Option<usize>) -> Result<Value, Faults> {
    match record.header("Game") {
        Some(Skirmish::NAME) => {
            Ok(view(&Course::<Skirmish>::played(record).map_err(notation::told)?, at, None))
        }
        _ => duel_of_record(record, at),
    }
}

/// The part of [`of_record`] that a page has: Mad Max stays out of its WebAssembly.
fn duel_of_record(record: &Record, at: Option<usize>) -> Result<Value, Faults> {
    (duels::duel(record.header("Game").unwrap_or_default())?.view)(record, at)
}

/// Answers a question of a page; what is wrong with it stands under `error`. Nothing is remembered between
/// two questions but boards. `web/src/rules/view.ts` has the types of questions and answers.
///
/// ```
/// let answer = joust_view::answer(r#"{"game":"mad","course":["pass"]}"#);
/// assert!(answer.starts_with(r#"{"game":"mad","at":1,"#));
/// ```
pub fn answer(question: &str) -> String {
    let answered = question::read(question).and_then(|question| match question {
        Question::View(game, at) => duel_of_record(&game, at),
        Question::Read(text, page) => notation::read(&text, page),
        Question::Write(game, headers) => notation::write(&game, &headers),
    });
    let refused = |faults: Faults| Value::object(vec![("error", faults.into_iter().collect())]);
    answered.unwrap_or_else(refused).to_string()
}

/// Answers the question that lies on the desk, and gives the number of bytes of the answer there.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "called by its name"), unsafe(no_mangle))]
pub extern "C" fn ask() -> usize {
    joust_desk::put(answer(&String::from_utf8_lossy(&joust_desk::take())));
    joust_desk::output_bytes()
}
