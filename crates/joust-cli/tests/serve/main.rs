//! `joust serve` as a process: its settings, its signals, and what survives when it is killed.
#![cfg(unix)]

mod arena;
mod killed;
mod operator;
mod process;
#[expect(dead_code, reason = "the tests of the server use the rest")]
#[path = "../../../../tests/support/arena.rs"]
mod support;
