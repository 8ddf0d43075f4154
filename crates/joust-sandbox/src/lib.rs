//! Runs the programs of others, so that none of them can hurt more than its own game.
//!
//! A [`Kit`] is the `Game` program that a student's `make` built: it holds compiled players. Each
//! [`KitPlayer`] is one of them in a process of its own. It gets the state in a compact form each
//! round and answers with its orders; when it crashes, exits or exceeds a limit, it is dead, and
//! the [`Death`](joust_madmax::player::Death) says why.
#![cfg(unix)]

mod death;
mod kit;
mod place;
mod process;
mod running;
mod seat;
pub mod wire;

pub use kit::{BadKit, Kit, Limits};
pub use running::end_all;
pub use seat::{Audience, KitPlayer, Listener, Note, Seating};
