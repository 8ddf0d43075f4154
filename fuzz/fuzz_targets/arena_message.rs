//! Any lines as messages of a browser: every entry that a game proposes can be carried out.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| joust_server::fuzzing::messages(text));
