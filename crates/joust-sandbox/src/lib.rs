//! Runs the programs of others, each in a process that has given up what it does not need.
//!
//! A [`Kit`] is the `Game` program that a student's `make` built: it holds compiled players. Each
//! [`KitPlayer`] is one of them in a process of its own. It gets the state in a compact form each
//! round and answers with its orders; when it crashes, exits or exceeds a limit, it is dead, and
//! the [`Fault`](joust_core::Fault) says why.
//!
//! A program that uses this library runs itself once more to start each of them: it must call
//! [`launched`] first of all.

#[cfg(not(target_os = "linux"))]
compile_error!("joust runs players of the C++ kit, and these are for Linux on x86-64 or 64-bit ARM");

mod ask;
mod builder;
mod calls;
mod confine;
mod death;
mod kit;
mod kit_files;
mod launch;
mod notes;
mod place;
mod process;
mod program;
mod running;
mod seat;
pub mod wire;

pub use builder::{BadBuild, Build, Module};
pub use kit::{BadKit, Kit, Limits};
pub use kit_files::{KitFile, kit_files};
pub use launch::launched;
pub use notes::Notes;
pub use running::end_all;
pub use seat::{Audience, KitPlayer, Note};
