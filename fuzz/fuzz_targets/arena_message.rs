//! Any lines as messages of a browser: whatever a game proposes for one can be carried out.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| joust_server::fuzzing::messages(text));
