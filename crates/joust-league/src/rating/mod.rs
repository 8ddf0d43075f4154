//! Ratings: what all games together say about the strength of all participants.
//!
//! [`Games`] collects games of two to four seats, and [`Games::rate`] gives the [`Ratings`] for which all of
//! them together are most likely, with confidence intervals. [`Online`] follows game by game, with the methods
//! of Weng and Lin and of Glickman; such ratings are provisional.

mod batch;
mod fit;
mod games;
mod matrix;
mod online;
mod order;
mod reach;
mod spread;
mod sweep;

pub use batch::{Anchor, Difference, Rated, Ratings};
pub use games::Games;
pub use online::{Method, Online, Provisional};
