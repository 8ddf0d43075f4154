//! Plays matches: single games as values, openings, schedules, journals and their verification.
//!
//! A [`Job`] holds everything that a game depends on, and [`Played`] is its result: both are values that
//! can be stored, sent and repeated. [`play`] is the loop that asks players and drives the referee, for all
//! games, in front of a [`Watcher`]. [`Schedule`] plays several games at a time, and a [`Journal`] stores
//! them, so that an interrupted match can be continued. [`Openings`] and [`pairing`] decide where a game of
//! a match begins and which player has which seat. [`Recorded`] reads and verifies files of games and
//! matches.
//!
//! [`run`] plays a job with the players that it names, and [`run_duel`] plays a duel that is not in the
//! register; a caller that seats players itself calls [`Job::play`]. A [`Contestant`] is a player that was
//! found by its name, built in or a program, and can be seated.
//!
//! This crate knows no signals, exit codes or terminals: the caller passes a flag that stops the match, and
//! is told of every finished game.
//!
//! ```
//! use joust_core::{Answer, Asked, Duel, DuelGame, Fault, MoveList, Player};
//! use joust_games::{Ask, game};
//! use joust_mad::Battle;
//! use joust_match::{Job, PlayerText};
//! use std::sync::atomic::AtomicBool;
//!
//! /// Always makes the first move.
//! struct First;
//! impl Player<Battle> for First {
//!     fn act(&mut self, asked: &Asked<'_, Battle>) -> Result<Answer<joust_mad::Action>, Fault> {
//!         let mut moves = MoveList::new();
//!         asked.game.position().moves(&mut moves);
//!         let action = asked.game.action(moves[0]);
//!         Ok(Answer { action, nodes: None, value: None, time: None })
//!     }
//! }
//!
//! let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
//! let players = [0, 1].map(|player| PlayerText { player, name: "first".into(), seed: 0 });
//! let job = Job::new(0, setup, players.to_vec());
//! let mut players: [Box<dyn Player<Battle>>; 2] = [Box::new(First), Box::new(First)];
//! let played = job.play(&mut players, &|_| None, &AtomicBool::new(false)).unwrap().unwrap();
//! assert!(played.faults.is_empty() && played.ending.outcome.is_some());
//! ```

mod check;
mod contestant;
mod files;
mod job;
mod journal;
mod line;
mod log;
mod openings;
pub mod pairing;
mod play;
mod report;
mod run;
mod schedule;
mod scores;
mod scribe;
mod tune;
mod verified;

pub use check::{BadGame, BadMatch, LineEnd, MatchFile, check};
pub use contestant::{BadContestant, Contestant, Kits};
pub use files::{BadFile, FindBoard, Recorded, VerifiedFile, WrongGame};
pub use job::{BadJob, GameLimits, Job, Played, PlayerText};
pub use journal::{BadJournal, Journal, Opened};
pub use joust_league::Spent;
pub use line::{
    Death, DuelFault, DuelLine, DuelMatch, FirstPair, Line, ScoreLine, ScoreMatch, digests, score,
};
pub use log::ContestLog;
pub use openings::{BadOpening, Opening, Openings};
pub use play::{Account, Figures, Judge, Watcher, play};
pub use report::MatchReport;
pub use run::{rehearse, rehearse_duel, rehearse_with, run, run_duel, run_with};
pub use schedule::{Broken, Listen, MatchOutcome, Schedule};
pub use scores::BadScores;
pub use scribe::Scribe;
pub use tune::{Progress, Tuning};
