//! How a player can fail.

use std::time::Duration;

/// What a player did instead of answering a legal move. The sentences go on after its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no such program, or it may not be run.
    #[error("could not be started: {0}")]
    Start(String),
    /// It closed its output, mostly by ending.
    #[error("answered nothing: it {how}{}", last_words(.stderr))]
    Silent {
        /// What became of it.
        how: String,
        /// The last lines that it wrote to standard error.
        stderr: Vec<String>,
    },
    /// It thought for too long.
    #[error("answered nothing within {} s: give it longer with ,timeout=SECONDS", limit.as_secs_f64())]
    Timeout {
        /// What it was given.
        limit: Duration,
    },
    /// It took longer than a move may take in the match.
    #[error("took longer than the {} ms that a move may take", limit.as_secs_f64() * 1000.0)]
    Late {
        /// What everybody has for a move.
        limit: Duration,
    },
    /// Its flag has fallen.
    #[error("has no time left on its clock")]
    Flag,
    /// It said something that is not a move.
    #[error("answered `{said}`, which is not a move: {why}")]
    Garbage {
        /// The line.
        said: String,
        /// What a move looks like.
        why: String,
    },
    /// It said a move that is not allowed.
    #[error("wanted `{said}`: {why}")]
    Illegal {
        /// The line.
        said: String,
        /// The reason with its clause.
        why: String,
    },
    /// The tables of endings that it was to use are missing or damaged.
    #[error("cannot use its tables: {0}")]
    Tables(String),
    /// It was told to stop while it thought: no fault of its own.
    #[error("was stopped")]
    Stopped,
    /// It was asked in a position that it cannot play.
    #[error("cannot play here: {0}")]
    NotHere(&'static str),
}

impl Fault {
    /// The kind of fault in one word, for tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Start(_) => "start",
            Fault::Silent { .. } => "silent",
            Fault::Timeout { .. } => "timeout",
            Fault::Late { .. } => "late",
            Fault::Flag => "flag",
            Fault::Garbage { .. } => "garbage",
            Fault::Illegal { .. } => "illegal",
            Fault::Tables(_) => "tables",
            Fault::Stopped => "stopped",
            Fault::NotHere(_) => "not-here",
        }
    }
}

fn last_words(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("; its last words: {}", lines.join(" / ")) }
}
