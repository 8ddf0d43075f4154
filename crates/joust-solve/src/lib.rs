//! Exact solvers.

pub mod wargame;
