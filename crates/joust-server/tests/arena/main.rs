//! The arena as its visitors meet it: a real server, real sockets.

mod client;
mod clocks;
mod crowd;
mod games;
mod hostile;
mod pages;
