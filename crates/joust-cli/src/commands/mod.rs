//! The commands that answer and are done.

pub(crate) mod analyze;
pub(crate) mod apply;
pub(crate) mod arena;
pub(crate) mod bot;
pub(crate) mod contest;
mod endings;
pub(crate) mod games;
pub(crate) mod grade;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod puzzles;
pub(crate) mod queue;
mod recheck;
mod recorded;
pub(crate) mod replay;
mod replay_madmax;
mod replay_web;
mod report;
pub(crate) mod selfplay;
pub(crate) mod solve;
pub(crate) mod spsa;
pub(crate) mod stream;
pub(crate) mod tournament;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod worker;
