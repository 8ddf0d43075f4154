//! The rules of Mad Max for a page: results and compact records become rounds and events.
//!
//! The page writes a file into [`input`], calls [`open`] once and [`more`] until it says that the
//! game is over; after each call [`output`] points at the answer. One instance reads one game.

pub mod film;

use film::{Film, More};
use std::cell::RefCell;

#[derive(Default)]
struct Desk {
    input: Vec<u8>,
    film: Option<Film>,
    output: Vec<u8>,
    trouble: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a file and says where to write it.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.input = vec![0; bytes];
        desk.input.as_mut_ptr()
    })
}

/// Begins with the file in the input. Gives 0 with the head of the game as output, or 2 with what
/// is wrong; both are JSON.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn open() -> u32 {
    DESK.with_borrow_mut(|desk| match Film::open(std::mem::take(&mut desk.input)) {
        Ok((film, head)) => {
            desk.film = Some(film);
            desk.output = head.to_string().into_bytes();
            0
        }
        Err(why) => {
            desk.output = why.to_string().into_bytes();
            2
        }
    })
}

/// Reads so many states. The output is what could be read. Gives 0 when there is more, 1 at the
/// end of the game, and 2 when the rest cannot be read: [`trouble`] says why.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn more(states: usize) -> u32 {
    DESK.with_borrow_mut(|desk| {
        desk.output.clear();
        let Some(film) = &mut desk.film else { return 1 };
        match film.more(states, &mut desk.output) {
            More::Yes => 0,
            More::End => 1,
            More::Broken(why) => {
                desk.trouble = why.to_string().into_bytes();
                2
            }
        }
    })
}

/// Makes what is wrong, in JSON, the output.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn trouble() {
    DESK.with_borrow_mut(|desk| desk.output = std::mem::take(&mut desk.trouble));
}

/// Where the output begins.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    DESK.with_borrow(|desk| desk.output.as_ptr())
}

/// How many bytes the output has.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn output_bytes() -> usize {
    DESK.with_borrow(|desk| desk.output.len())
}
