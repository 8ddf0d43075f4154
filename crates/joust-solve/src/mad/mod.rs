//! The exact endings of MAD.
//!
//! A [`EndgameTable`] knows every placement of the ships of a [`Class`] on a board; [`EndgameTables`] answers for
//! positions in play, exact with the tie-break counter and the last expeller. An [`EndgameEntry`] says why
//! two numbers are enough for that.

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
