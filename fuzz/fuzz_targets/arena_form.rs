//! Any text as the form of a new game: terms that are accepted can be played, stored and read back,
//! and mistakes have messages in both languages.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| joust_server::fuzzing::form(text));
