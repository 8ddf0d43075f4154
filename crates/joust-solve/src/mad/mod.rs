//! Endgame tables of MAD, built by retrograde analysis.
//!
//! An [`EndgameTable`] has an [`EndgameEntry`] for every placement of the ships of a [`Class`] on a
//! board. [`EndgameTables`] gives exact values of positions in play, including the tie-break counter
//! and the last expeller; the module of [`EndgameEntry`] proves that two bytes are enough for that. A
//! [`Folder`] builds the tables and opens them.
//!
//! ```
//! use joust_mad::{Board, Position, Rules};
//! use joust_solve::mad::{BuildOptions, BuildProgress, Folder, Value};
//! use std::sync::atomic::AtomicBool;
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path();
//!
//! let board = Board::named("6x4").unwrap();
//! let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
//! let options = BuildOptions { ships: 2, threads: 1, ..BuildOptions::new(&stop, &progress) };
//! let tables = Folder::new(path, board).unwrap().build(&options, &mut |_| {}).unwrap().unwrap();
//!
//! // Corvette against corvette, three steps apart: the side to move wins.
//! let text = "b111,,,/,,,/,,,/r111,,,/,,,/,,, r";
//! let position = Position::read(text, Rules::CURRENT, Some(board)).unwrap();
//! assert_eq!(tables.value(&position), Some(Value::Win));
//! assert!(!tables.line(&position).len().is_multiple_of(2));
//! ```

mod answer;
mod blocks;
mod check;
mod class;
mod entry;
mod file;
mod folder;
mod index;
mod play;
mod ply;
mod puzzle;
mod shards;
mod shortest;
mod solve;
mod table;
mod work;

pub use crate::form::Answered;
pub use answer::{Answer, KeptMove, Unanswered};
pub use blocks::Cache;
pub use check::{CheckReport, check};
pub use class::{Class, Strength};
pub use entry::{Better, EndgameEntry, Value, Who};
pub use file::{BadTable, Head, Unreadable, read_head};
pub use folder::{BuildOptions, Built, Folder, TableError};
pub use index::{Geometry, Index, Lopsided};
pub use play::{Certainty, Choice};
pub use puzzle::Puzzle;
pub use shortest::Distance;
pub use solve::BuildProgress;
pub use table::{EndgameTable, EndgameTables, Half, LimitRange};
#[doc(hidden)]
pub use work::fuzz_manifest;
