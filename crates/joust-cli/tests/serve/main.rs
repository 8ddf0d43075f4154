//! `joust serve` as a process: its settings, its signals, and what survives when it is killed.
#![cfg(unix)]

mod arena;
mod away;
mod contest;
mod drill;
#[expect(dead_code, reason = "the tests of workers use the rest")]
#[path = "../worker/hands.rs"]
mod hands;
mod killed;
#[path = "../../../../tests/support/nats.rs"]
mod nats;
mod operator;
mod player;
#[expect(dead_code, reason = "the tests of the store use the rest")]
#[path = "../../../../tests/support/postgres.rs"]
mod postgres;
mod process;
#[expect(dead_code, reason = "the tests of the server use the rest")]
#[path = "../../../../tests/support/arena.rs"]
mod support;
