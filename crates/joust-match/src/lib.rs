//! Plays matches: single games as values, openings, schedules, journals and their verification.
//!
//! A [`Job`] holds everything that a game depends on, and [`Played`] is its result: both are values that
//! can be stored, sent and repeated. [`play`] is the loop that asks players and drives the referee, for all
//! games, in front of a [`Watcher`]. [`Schedule`] plays several games at a time, and a [`Journal`] stores
//! them, so that an interrupted match can be continued. [`Openings`] and [`pairing`] decide where a game of
//! a match begins and which player has which seat. [`Recorded`] reads and verifies files of games and
//! matches. A [`Past`] is a recorded game in whose turns a bot is asked, and [`changes`] says in what two
//! builds of the bot differ there.
//!
//! [`run`] plays a job with the players that it names, and [`run_duel`] plays a duel that is not in the
//! register; a caller that seats players itself calls [`Job::play`]. A [`Contestant`] is a player that was
//! found by its name, built in or a program, and can be seated. A [`Workshop`] makes a player of what somebody
//! handed in. A [`Task`] is a job with what is kept of its game; [`Perform`] is the machine that carries one
//! out, and [`Elsewhere`] stands for other machines that carry out many.
//!
//! [`SelfPlay`] writes the positions of games into a [`DataFile`]. [`SpsaRun`] tunes parameters of a player by
//! games; [`Tuning`] fits the weights of MAD.
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
//!         Ok(Answer::new(action))
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

mod changed;
mod changes;
mod check;
#[expect(clippy::cast_precision_loss, reason = "figures for people are rounded")]
mod checkup;
mod checkup_games;
mod contestant;
mod elsewhere;
mod fair;
mod files;
mod film;
mod fingerprint;
mod frames;
mod in_order;
mod job;
mod journal;
mod line;
mod log;
mod openings;
pub mod pairing;
mod past;
mod perform;
mod play;
mod programs;
mod recorded;
mod repeat;
mod report;
mod rows;
mod run;
mod schedule;
mod scores;
mod scribe;
mod selfplay;
mod shadow;
mod spsa;
mod spsa_run;
mod task;
mod tunable;
mod tune;
mod verified;
mod workshop;

pub use changed::ChangedProgram;
pub use changes::{Change, TurnChange, changes};
pub use check::{BadGame, BadMatch, LineEnd, MatchFile, ScoreFile, check};
pub use checkup::{CheckReport, Checkup, GameCheck, Spread, Stage};
pub use contestant::{Contestant, Place};
pub use elsewhere::{Elsewhere, Heard};
pub use fair::{TRIES, counts_for_nobody, fairly};
pub use files::{BadFile, FindBoard, Recorded, VerifiedFile, WrongGame};
pub use film::skirmish_record;
pub use job::{BadJob, GameLimits, Job, Played, PlayerText};
pub use journal::{BadJournal, Journal, Opened, is_damaged_end};
pub use joust_league::Spent;
pub use line::{
    Death, DuelFault, DuelLine, DuelMatch, FirstPair, Line, ScoreLine, ScoreMatch, digests, score,
};
pub use log::{ContestLog, deaths};
pub use openings::{BadOpening, Opening, Openings};
pub use past::Past;
pub use perform::{CarriedOut, Here, Perform};
pub use play::{Account, Figures, Judge, Remark, Watcher, play};
pub use programs::{BadContestant, Programs};
pub use recorded::{KeptGame, duel_record, run_recorded};
pub use repeat::Repeat;
pub use report::MatchReport;
pub use run::{
    Bring, Hear, UNHEARD, rehearse, rehearse_duel, rehearse_with, run, run_duel, run_guests, run_heard,
    run_skirmish, run_with, seat_names,
};
pub use schedule::{Broken, Listen, MatchOutcome, Schedule};
pub use scores::BadScores;
pub use scribe::{Fragment, PARTIAL, Scribe};
pub use selfplay::{BadDataSet, DataCount, DataFile, DataGoal, DataSet, SelfPlay};
pub use shadow::{Shadow, ShadowTurn, Shadowing};
pub use spsa::{Gains, Spsa, TunedParameter};
pub use spsa_run::{BadSpsa, SpsaLine, SpsaMatch, SpsaProgress, SpsaRun};
pub use task::{Performed, Recording, Task};
pub use tunable::tunable;
pub use tune::{Progress, Tuning};
pub use workshop::{BuiltModule, NotBuilt, Workshop, WorkshopTrouble};
