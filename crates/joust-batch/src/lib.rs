//! The games as arrays of numbers, for programs that learn.
//!
//! An [`Encoding`] says how a position of a duel becomes an array of bytes and its moves become numbers;
//! [`Symmetry`] maps both for augmentation. A [`Batch`] steps thousands of games at once into slices that
//! the caller owns, a [`MadMaxBatch`] does so for Mad Max. `docs/encodings.md` describes every number.
//!
//! ```
//! use joust_batch::{Batch, Encoding, MadEncoding};
//! use joust_core::Seed;
//! use joust_mad::{Board, Position, Rules};
//! let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
//! let mut batch = Batch::<MadEncoding>::new(&start, 64, Seed(1), 1).unwrap();
//! let mut store = batch.store();
//! batch.write(store.arrays()).unwrap();
//! let mut actions = vec![0; 64];
//! for _ in 0..100 {
//!     batch.step_random(&mut actions, store.arrays()).unwrap();
//! }
//! assert!(store.masks.iter().any(|legal| *legal == 1));
//! let why = batch.step(&[0; 64], store.arrays()).unwrap_err();
//! assert!(why.to_string().starts_with("game 0, action 0: "), "{why}");
//! ```

mod arrays;
mod batch;
mod crew;
mod encoding;
mod errors;
mod mad;
mod madmax;
mod madmax_batch;
mod spread;
mod wargame;

pub use arrays::{Arrays, MadMaxArrays, MadMaxSizes, MadMaxStore, Sizes, Store};
pub use batch::{Batch, seed_of};
pub use encoding::{Encoding, Symmetry};
pub use errors::{BadBatch, MOST_BYTES, MOST_GAMES, MOST_THREADS, Refused};
pub use mad::MadEncoding;
pub use madmax::MadMaxEncoding;
pub use madmax_batch::MadMaxBatch;
pub use wargame::WarGameEncoding;
