//! A game as a study: the tree of its variations with their comments. This crate reads whatever people paste
//! (a record, moves, a position, a board, a file of the MAD app), writes the tree as a record, and makes
//! positions in the editor. It answers the questions of the analysis page, in the language of the page.
//!
//! ```
//! let answer = joust_study::answer(r#"{"study":"read","text":"1. pass (1. 112<>221 {better}) pass"}"#);
//! assert!(answer.contains(r#"{"parent":0,"text":"112<>221","seat":0,"turn":1,"comment":"better"}"#));
//! ```

mod edit;
mod language;
mod read;
mod terms;
mod tree;
mod write;

use language::Language;
use serde::{Deserialize, Serialize};

/// All reasons why a question has no answer, in the language of the page: at least one.
type Faults = Vec<String>;

/// The questions that the rules alone do not answer.
#[derive(Deserialize)]
#[serde(tag = "study", rename_all = "lowercase")]
enum Question {
    /// The game in a pasted text.
    Read(read::Read),
    /// A game without moves that begins with these terms.
    Begin(terms::Terms),
    /// The record of a tree.
    Write(write::Write),
    /// The position that an editor shows.
    Edit(edit::Edit),
    /// The boards and rulesets that an editor offers.
    Boards,
}

/// Whether a question is one of [`Question`], and the language of its answer.
#[derive(Deserialize)]
struct Head {
    study: Option<String>,
    #[serde(default)]
    language: Language,
}

/// Answers a question of the page; the field `error` says everything that is wrong. A question without the
/// field `study` is one of [`joust_view::answer`]. `web/src/rules/study.ts` has the types of questions and
/// answers.
pub fn answer(question: &str) -> String {
    let head: Option<Head> = serde_json::from_str(question).ok();
    let Some(Head { study: Some(_), language }) = head else { return joust_view::answer(question) };
    let answered = match serde_json::from_str(question) {
        Ok(Question::Read(read)) => told(read.answer(language)),
        Ok(Question::Begin(terms)) => told(read::begin(&terms, language)),
        Ok(Question::Write(write)) => told(write.answer(language)),
        Ok(Question::Edit(edit)) => told(edit.answer(language)),
        Ok(Question::Boards) => told(Ok(edit::boards())),
        Err(why) => Err(vec![format!("the question: {why}")]),
    };
    answered.unwrap_or_else(|error| serde_json::json!({ "error": error }).to_string())
}

fn told<T: Serialize>(answer: Result<T, Faults>) -> Result<String, Faults> {
    answer.and_then(|answer| serde_json::to_string(&answer).map_err(|why| vec![why.to_string()]))
}

/// Answers the question in the input of `joust_desk`, and returns the number of bytes of its output.
#[cfg(feature = "page")]
#[cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "called by its name"), unsafe(no_mangle))]
pub extern "C" fn ask() -> usize {
    joust_desk::put(answer(&String::from_utf8_lossy(&joust_desk::take())));
    joust_desk::output_bytes()
}
