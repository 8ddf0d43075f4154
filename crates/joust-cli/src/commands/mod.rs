//! The commands that answer and are done.

pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod replay;
mod stream;
pub(crate) mod verify;
