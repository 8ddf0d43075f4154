//! The rules of the two duels for a page: one question in JSON, one answer in JSON.
//!
//! The page writes a question into [`input`], calls [`ask`], and reads the answer where [`output`]
//! points. [`answer`] is the same without a page. Nothing is remembered between two questions but
//! boards. `web/src/rules/view.ts` says what answers look like.
//!
//! ```
//! let answer = joust_board::answer(r#"{"game":"mad","course":["pass"]}"#);
//! assert!(answer.contains(r#""side":1,"sides":["red","blue"],"awaits":1"#));
//! ```

mod course;
mod json;
mod mad;
mod notation;
mod question;
mod value;
mod war;

use json::{Json, Tell};
use question::Question;
use std::cell::RefCell;

/// All reasons why a question has no answer: at least one.
type Faults = Vec<String>;

/// What is wrong with a question.
struct Refused(Faults);

impl Tell for Refused {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| json.field("error", &self.0));
    }
}

/// Answers a question; what is wrong with it stands under `error`.
pub fn answer(question: &str) -> String {
    let answered: Result<Box<dyn Tell>, Faults> = match question::read(question) {
        Ok(Question::View(table, at)) if table.game == "mad" => course::view::<joust_mad::Battle>(&table, at),
        Ok(Question::View(table, at)) => course::view::<joust_wargame::Campaign>(&table, at),
        Ok(Question::Read(text, hint)) => notation::read(&text, &hint),
        Ok(Question::Write(table, headers)) => notation::write(&table, &headers),
        Err(faults) => Err(faults),
    };
    Json::of(&*answered.unwrap_or_else(|faults| Box::new(Refused(faults))))
}

#[derive(Default)]
struct Desk {
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a question and says where to write it.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.input = vec![0; bytes];
        desk.input.as_mut_ptr()
    })
}

/// Answers the question in the input, and gives the number of bytes of the answer.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    DESK.with_borrow_mut(|desk| {
        let question = std::mem::take(&mut desk.input);
        desk.output = answer(&String::from_utf8_lossy(&question));
        desk.output.len()
    })
}

/// Where the answer begins.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    DESK.with_borrow(|desk| desk.output.as_ptr())
}
