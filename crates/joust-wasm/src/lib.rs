//! The rules of Mad Max for a page: results and compact records become rounds and events.
//!
//! The page lays a file on the desk (`joust_desk`), calls [`open`] once and [`more`] until it says
//! that the game is over; after each call the answer lies there. One instance reads one game.

pub mod film;

use film::{Film, More};
use std::cell::RefCell;

/// The game that is read, and what is wrong with the rest of it.
#[derive(Default)]
struct Reading {
    film: Option<Film>,
    trouble: Vec<u8>,
}

thread_local! {
    static READING: RefCell<Reading> = RefCell::default();
}

/// Begins with the file in the input. Gives 0 with the head of the game as output, or 2 with what
/// is wrong; both are JSON.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn open() -> u32 {
    READING.with_borrow_mut(|reading| match Film::open(joust_desk::take()) {
        Ok((film, head)) => {
            reading.film = Some(film);
            joust_desk::put(head.to_string());
            0
        }
        Err(why) => {
            joust_desk::put(why.to_string());
            2
        }
    })
}

/// Reads so many states. The output is what could be read. Gives 0 when there is more, 1 at the
/// end of the game, and 2 when the rest cannot be read: [`trouble`] says why.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn more(states: usize) -> u32 {
    READING.with_borrow_mut(|reading| {
        joust_desk::write(|output| {
            let Some(film) = &mut reading.film else { return 1 };
            match film.more(states, output) {
                More::Yes => 0,
                More::End => 1,
                More::Broken(why) => {
                    reading.trouble = why.to_string().into_bytes();
                    2
                }
            }
        })
    })
}

/// Makes what is wrong, in JSON, the output.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn trouble() {
    READING.with_borrow_mut(|reading| joust_desk::put(std::mem::take(&mut reading.trouble)));
}
