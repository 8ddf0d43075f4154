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
//! let asked = Asked::new(&game, Seat::FIRST, &stop);
//! let answer = LinePlayer::new(program).act(&asked).unwrap();
//! assert_eq!(answer.action.to_string(), "pass");
//! ```

#![cfg_attr(
    not(target_os = "linux"),
    allow(
        dead_code,
        unreachable_code,
        unused_variables,
        reason = "what talks to processes has nobody to talk to here"
    )
)]

// Elsewhere than on Linux, programs of others are not run, because nothing confines them: some modules have a
// small substitute there, and some are not needed.
#[cfg(target_os = "linux")]
mod ask;
mod bot;
#[cfg(target_os = "linux")]
mod bot_calls;
#[cfg(target_os = "linux")]
mod bot_launch;
mod builder;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/calls.rs")]
mod calls;
#[cfg(target_os = "linux")]
mod cgroup;
mod channel;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/command.rs")]
mod command;
#[cfg(target_os = "linux")]
mod confine;
mod death;
mod interpreter;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/kit.rs")]
mod kit;
mod kit_files;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/launch.rs")]
mod launch;
mod line;
mod module;
mod notes;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/place.rs")]
mod place;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/process.rs")]
mod process;
#[cfg(target_os = "linux")]
mod program;
mod quota;
#[cfg(target_os = "linux")]
mod reach;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/running.rs")]
mod running;
mod seat;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/signal.rs")]
mod signal;
mod stop;
mod tail;
#[cfg(target_os = "linux")]
mod watch;
pub mod wire;
#[cfg(target_os = "linux")]
mod words;

pub use bot::{BotLimits, BotPlayer, BotTerms};
pub use builder::confined::Stopped;
pub use builder::source::{NotASource, SourceLanguage};
pub use builder::{BadBuild, Build, BuildLimits, Module};
pub use command::{BadCommand, BotCommand};

pub use kit::{BadKit, Confinement, Kit, Quota};
pub use kit_files::{KitFile, StarterKit};
pub use launch::{launch_by, launched};
pub use line::{LinePlayer, LineProgram};
pub use module::{BadModule, Fuel, MEMORY as MODULE_MEMORY, ModuleCode, ModuleHost, Wire};
pub use notes::Notes;
pub use running::{end_all, stop_all};
pub use seat::{Audience, KitPlayer, Note};

/// The fuel that stands for a second: about what a core of a present-day machine uses. `cargo run --release -p
/// joust-bench modules` measures it, as the geometric mean over what players do; one kind of work uses half as
/// much in a second, and another twice as much. The constant is above the mean of 4.4 G, in favour of players: the
/// seconds of a contest are those of native code, which does in a second what a module does in up to 1.4 seconds.
pub const FUEL_PER_SECOND: u64 = 5_000_000_000;
