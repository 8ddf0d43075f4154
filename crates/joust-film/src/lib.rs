//! Mad Max for a page: a file becomes rounds and events, in the numbers that `web/src/film/film.ts` reads.
//!
//! A [`Reel`] gives the rounds of a game one by one. A record is replayed and gives the true events; a
//! result only has states, from which the events are inferred. An [`Encoder`] turns the rounds into numbers.
//!
//! The page puts a file into the input of `joust_desk`, calls [`open()`] once, and [`more`] until the game is
//! over; after each call it reads the output. One instance reads one game.
//!
//! ```
//! use joust_film::{Encoder, More};
//! use joust_madmax::{Config, Origin, CompactRecord, Settings, Source};
//! let settings = Settings { nb_rounds: 3, ..Settings::default() };
//! let config = Config { settings, source: Source::Generator };
//! let record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap().encode().unwrap();
//! let (mut encoder, head) = Encoder::open(&record).unwrap();
//! assert_eq!(head.field("exact").unwrap().to_string(), "true");
//! let mut numbers = Vec::new();
//! assert_eq!(encoder.more(10, &mut numbers), More::End);
//! ```

#![cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "the page finds functions by their names"))]

mod encoder;
mod reel;

pub use encoder::{Encoder, More};
pub use reel::{Reel, Round, Trouble, open_reel};

use std::cell::RefCell;

/// The game that is read, and what is wrong with the rest of it.
#[derive(Default)]
struct Reading {
    encoder: Option<Encoder<'static>>,
    trouble: Vec<u8>,
}

thread_local! {
    static READING: RefCell<Reading> = RefCell::default();
}

/// Opens the file in the input, which stays in memory as long as the instance does. Returns 0, with the head
/// of the game as output, or 2, with what is wrong; both outputs are JSON.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn open() -> u32 {
    READING.with_borrow_mut(|reading| match Encoder::open(joust_desk::take().leak()) {
        Ok((encoder, head)) => {
            reading.encoder = Some(encoder);
            joust_desk::put(head.to_string());
            0
        }
        Err(why) => {
            joust_desk::put(why.to_string());
            2
        }
    })
}

/// Reads this many states; those that could be read are the output. Returns 0 if there may be more, 1 at the
/// end of the game, and 2 if the rest cannot be read: [`trouble`] says why.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn more(states: usize) -> u32 {
    READING.with_borrow_mut(|reading| {
        joust_desk::write(|output| {
            let Some(encoder) = &mut reading.encoder else { return 1 };
            match encoder.more(states, output) {
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

/// Puts what is wrong with the file into the output, in JSON.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn trouble() {
    READING.with_borrow_mut(|reading| joust_desk::put(std::mem::take(&mut reading.trouble)));
}
