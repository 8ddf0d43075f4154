//! The rules of the two duels for a page: one question in JSON, one answer in JSON.
//!
//! The page lays a question on the desk (`joust_desk`), calls [`ask`], and reads the answer there.
//! [`answer`] is the same without a page. Nothing is remembered between two questions but
//! boards. `web/src/rules/view.ts` says what answers look like.
//!
//! ```
//! let answer = joust_board::answer(r#"{"game":"mad","course":["pass"]}"#);
//! assert!(answer.contains(r#""side":1,"sides":["red","blue"],"awaits":1"#));
//! ```

mod course;
mod mad;
mod notation;
mod question;
mod value;
mod war;

use joust_mad::Battle;
use joust_wargame::Campaign;
use question::Question;
use value::Value;

/// All reasons why a question has no answer: at least one.
type Faults = Vec<String>;

/// Answers a question; what is wrong with it stands under `error`.
pub fn answer(question: &str) -> String {
    let answered: Result<Value, Faults> = match question::read(question) {
        Ok(Question::View(game, at)) if game.header("Game") == Some("mad") => {
            course::view::<Battle>(&game, at)
        }
        Ok(Question::View(game, at)) => course::view::<Campaign>(&game, at),
        Ok(Question::Read(text, page)) => notation::read(&text, page),
        Ok(Question::Write(game, headers)) => notation::write(&game, &headers),
        Err(faults) => Err(faults),
    };
    let refused = |faults: Faults| Value::object(vec![("error", faults.into_iter().collect())]);
    answered.unwrap_or_else(refused).to_string()
}

/// Answers the question in the input, and gives the number of bytes of the answer.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    joust_desk::put(answer(&String::from_utf8_lossy(&joust_desk::take())));
    joust_desk::output_bytes()
}
