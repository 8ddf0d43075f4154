//! A game as data: the one form in which pages, bots, Python and `--json` get the state of a game and the
//! actions allowed in it. `docs/view.md` lists the fields.
//!
//! [`view()`] gives a game with its past, [`now`] a game without it, [`of_record`] a game of any kind from
//! its record. The answer is a [`Value`], which is written as JSON by `Display` and by serde.
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
mod question;
mod value;
mod view;
mod war;

pub use madmax::{of_result, of_timeline};
pub use question::{fields, game};
pub use value::{Fields, Value};
pub use view::{DuelView, View, moves, now, of_position, view};

use joust_core::{BadRecord, Course, Game, Illegal, Record};
use joust_madmax::Skirmish;
use question::Question;

/// All reasons why a question has no answer: at least one.
pub type Faults = Vec<String>;

/// The state of a recorded game after its first `at` actions, or after all of them. The record needs no
/// result, and a result is ignored. The reader is the public, as of [`view()`] without a seat.
///
/// ```
/// let record = "[Game \"wargame\"]\n\n1. drop-A1 drop-B1 *".parse().unwrap();
/// let view = joust_view::of_record(&record, Some(1)).unwrap();
/// assert_eq!(view.field("at").unwrap().to_string(), "1");
/// ```
pub fn of_record(record: &Record, at: Option<usize>) -> Result<Value, Faults> {
    match record.header("Game") {
        Some(Skirmish::NAME) => Ok(view(&played::<Skirmish>(record)?, at, None)),
        _ => duel_of_record(record, at),
    }
}

/// Replays the actions of a record, whatever result it claims.
///
/// ```
/// let question = joust_view::fields(r#"{"game":"mad","course":["pass"]}"#).unwrap();
/// let game = joust_view::game(&question).unwrap();
/// assert_eq!(joust_view::played::<joust_mad::Battle>(&game).unwrap().actions().len(), 1);
/// ```
pub fn played<G: Game>(record: &Record) -> Result<Course<G>, Faults> {
    Course::<G>::played(record).map_err(told)
}

/// The errors of a record, a sentence each.
fn told(why: BadRecord) -> Faults {
    match why {
        BadRecord::Start(bad) => bad.faults,
        why => vec![why.to_string()],
    }
}

/// The part of [`of_record`] that a page has: Mad Max stays out of its WebAssembly.
fn duel_of_record(record: &Record, at: Option<usize>) -> Result<Value, Faults> {
    (duels::duel(record.header("Game").unwrap_or_default())?.view)(record, at)
}

/// Answers a question of a page; the field `error` says what is wrong with the question. Only boards are
/// remembered between questions. `web/src/rules/view.ts` has the types of questions and answers.
///
/// ```
/// let answer = joust_view::answer(r#"{"game":"mad","course":["pass"]}"#);
/// assert!(answer.starts_with(r#"{"game":"mad","at":1,"#));
/// ```
pub fn answer(question: &str) -> String {
    let answered = question::read(question).and_then(|question| match question {
        Question::View(game, at) => duel_of_record(&game, at),
        Question::Why { game, seat, text, french } => {
            let why = (duels::duel(game.header("Game").unwrap_or_default())?.why)(&game, seat, &text)?;
            Ok(Value::object(vec![("why", why.map_or(Value::Null, |why| refusal(why, french)))]))
        }
    });
    let refused = |faults: Faults| Value::object(vec![("error", faults.into_iter().collect())]);
    answered.unwrap_or_else(refused).to_string()
}

/// A refusal with its clause, in one of the languages.
fn refusal(why: Illegal, french: bool) -> Value {
    let text = if french { why.french } else { why.reason };
    Value::object(vec![("clause", why.clause.into()), ("text", text.into())])
}

/// Answers the question in the input of `joust_desk`, and returns the number of bytes of its output.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "called by its name"), unsafe(no_mangle))]
pub extern "C" fn ask() -> usize {
    joust_desk::put(answer(&String::from_utf8_lossy(&joust_desk::take())));
    joust_desk::output_bytes()
}
