//! Runs other people's programs: one way to start, limit, hear and end a program, and a codec for each
//! protocol on top of it.
//!
//! A [`Kit`] is the `Game` program that a student's `make` built: it holds compiled players. Each
//! [`KitPlayer`] is one of them in a confined process of its own. Each round it gets the state in a
//! compact form and answers with its orders; when it crashes, exits or exceeds a limit, it is dead, and
//! the [`Fault`](joust_core::Fault) says why. A program that seats players of a kit runs itself once more
//! to start each of them, so its `main` must call [`launched`] first.
//!
//! A [`LinePlayer`] is a command of the user's shell that plays a duel: it reads a position a line and
//! answers a move a line. It is trusted, and nothing confines it.
//!
//! ```
//! use joust_core::{Asked, Player, Seat};
//! use joust_mad::Battle;
//! use joust_sandbox::{LinePlayer, LineProgram};
//! use std::{sync::atomic::AtomicBool, time::Duration};
//!
//! let command = "while read position; do echo pass; done".to_owned();
//! let program = LineProgram { command, timeout: Duration::from_secs(60), move_time: None };
//! let (game, stop) = (Battle::default(), AtomicBool::new(false));
//! let asked = Asked { game: &game, seat: Seat::FIRST, budget: None, stop: &stop };
//! let answer = LinePlayer::new(program).act(&asked).unwrap();
//! assert_eq!(answer.action.to_string(), "pass");
//! ```

#[cfg(not(target_os = "linux"))]
compile_error!("joust runs players of the C++ kit, and these are for Linux on x86-64 or 64-bit ARM");

mod ask;
mod builder;
mod calls;
mod channel;
mod confine;
mod death;
mod kit;
mod kit_files;
mod launch;
mod line;
mod notes;
mod place;
mod process;
mod program;
mod running;
mod seat;
mod tail;
pub mod wire;

pub use builder::{BadBuild, Build, Module};
pub use kit::{BadKit, Confinement, Kit, Quota};
pub use kit_files::{KitFile, kit_files};
pub use launch::launched;
pub use line::{LinePlayer, LineProgram};
pub use notes::Notes;
pub use running::end_all;
pub use seat::{Audience, KitPlayer, Note};
