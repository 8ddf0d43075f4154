//! The register of running processes, of which there are none here.

pub(crate) use crate::stop::are_stopping;
pub use crate::stop::stop_all;

/// Kills all processes, and lets none be started from now on.
pub fn end_all() {}
