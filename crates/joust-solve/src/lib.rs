//! Exact solvers.

mod memory;

pub mod mad;
pub mod wargame;

pub use memory::free_memory;
