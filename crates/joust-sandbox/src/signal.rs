//! Signals that end programs, by their names.

pub(crate) use nix::sys::signal::Signal;
