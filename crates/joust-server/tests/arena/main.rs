//! The arena as its visitors meet it: a real server, real sockets.

mod accounts;
mod client;
mod clocks;
mod contest_jobs;
mod contest_visitors;
mod contests;
mod crowd;
mod exact;
mod games;
mod hostile;
mod pages;
mod watch;

/// The data are in the folder. `arena_postgres` has the same tests with another answer.
fn database(_: &std::path::Path) -> Option<String> {
    None
}
