//! Exact solvers.

pub mod mad;
pub mod wargame;
