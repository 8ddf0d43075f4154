//! Work for other machines: a dispatcher hands out games, workers play them, NATS JetStream carries both.
//!
//! A [`Dispatcher`] takes tasks ([`joust_match::Task`]) and tells their results; a [`Relay`] is a dispatcher for
//! callers whose threads wait for one task each, and a [`Share`] of it is for those with many tasks. A [`Worker`] plays until it is told to stop. Between them is a
//! [`Queue`], a `nats-server` with JetStream: a stream of work that is acknowledged when its result is stored, and
//! an object store for modules and large results, both by SHA-256.
//!
//! What counts is what the caller of the dispatcher has stored. The server may lose everything, workers may be
//! killed, hang or lie: only time is lost.
//!
//! - A worker is admitted when it has the version and the build of the dispatcher, and has played a game that
//!   proves its sandbox (`probe.wat`).
//! - A share of all results is played again elsewhere and compared byte for byte. When two results
//!   differ, the dispatcher plays the game itself; a worker that lied is shut out, and the caller is told to
//!   have all of its games played again.
//!
//! This crate knows no terminals, signals or exit codes.
//!
//! ```
//! use joust_games::{Ask, game};
//! use joust_match::{Job, PlayerText, Task};
//! use joust_relay::{Answer, Hands, Player, Shelf, Work};
//!
//! let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
//! let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
//! let task = Task::new(Job::new(3, setup, vec![player(0, "random"), player(1, "minimax:1")]));
//! // What a worker does with the work of a dispatcher; two workers give the same bytes.
//! let work = Work::Game(task).pack();
//! let answer = Player.work(&work, &Shelf::default(), &false.into()).unwrap();
//! assert_eq!(answer, Player.work(&work, &Shelf::default(), &false.into()).unwrap());
//! let Answer::Played { played, .. } = Answer::read(&answer).unwrap() else { panic!() };
//! assert_eq!(played.game, 3);
//! ```

mod about;
mod answer;
mod book;
mod dispatcher;
mod door;
mod duty;
mod feed;
mod hall;
mod hands;
mod home;
mod liars;
mod messages;
mod pile;
mod probe;
mod publish;
mod queue;
mod relay;
mod results;
mod roll;
mod rounds;
mod share;
mod shelf;
mod shop;
mod store;
mod talk;
mod upkeep;
mod work;
mod worker;

pub use about::{About, build_of, sha256};
pub use answer::{Answer, BadAnswer};
pub use dispatcher::{DispatchSettings, Dispatcher, FindModule};
pub use hands::{Hands, Player};
pub use liars::Liars;
pub use queue::{BadQueue, Queue};
pub use relay::{NotRelayed, Relay, Relayed};
pub use share::Share;
pub use shelf::{BadDelivery, Shelf};
pub use talk::{DispatcherTalk, WorkerTalk};
pub use work::{Packed, Work};
pub use worker::{Worker, WorkerSettings};
