//! `joust serve` as a process: its settings, its signals, and what survives when it is killed.
#![cfg(unix)]

mod arena;
mod contest;
mod drill;
mod killed;
mod operator;
mod player;
#[expect(dead_code, reason = "the tests of the store use the rest")]
#[path = "../../../../tests/support/postgres.rs"]
mod postgres;
mod process;
#[expect(dead_code, reason = "the tests of the server use the rest")]
#[path = "../../../../tests/support/arena.rs"]
mod support;
