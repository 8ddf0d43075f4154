//! What dispatchers and workers tell their callers, for people to read.

use crate::about::About;
use std::fmt;

/// What a dispatcher tells besides results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DispatcherTalk {
    /// The queue is reached, perhaps again.
    Connected,
    /// The queue is lost; the dispatcher connects again by itself.
    Disconnected,
    /// The queue refuses something, which is tried again.
    Trouble(String),
    /// A worker was admitted.
    Joined(About),
    /// A worker was refused.
    Refused(About, String),
    /// A worker has said goodbye, or is silent.
    Left(About),
    /// A worker takes too long for one piece of work.
    Hangs(About),
    /// A worker says again and again that work fails which does not.
    Fails(About),
    /// A worker has lied, or does not do what it is asked to.
    ShutOut(About, String),
    /// Two executions on this machine differ, so nobody can be blamed.
    Unrepeatable(String),
}

impl fmt::Display for DispatcherTalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DispatcherTalk::Connected => f.write_str("the queue is reached"),
            DispatcherTalk::Disconnected => f.write_str("the queue is lost; trying to reach it again"),
            DispatcherTalk::Trouble(why) => write!(f, "the queue is in trouble: {why}; trying again"),
            DispatcherTalk::Joined(about) => {
                write!(f, "worker {} plays, {} games at a time", about.called(), about.threads)
            }
            DispatcherTalk::Refused(about, why) => write!(f, "worker {} is refused: {why}", about.called()),
            DispatcherTalk::Left(about) => write!(f, "worker {} has gone", about.called()),
            DispatcherTalk::Hangs(about) => {
                write!(f, "worker {} hangs, and gets no more work", about.called())
            }
            DispatcherTalk::Fails(about) => {
                write!(
                    f,
                    "worker {} fails in games that can be played, and gets no more work",
                    about.called()
                )
            }
            DispatcherTalk::ShutOut(about, why) => {
                write!(f, "worker {} is shut out: {why}; all its games are played again", about.called())
            }
            DispatcherTalk::Unrepeatable(work) => {
                write!(f, "work {work} came out differently twice on this machine: nobody is blamed for it")
            }
        }
    }
}

/// What a worker tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerTalk {
    /// The queue is reached, perhaps again.
    Connected,
    /// The queue is lost, or cannot be reached yet; the worker goes on trying.
    Disconnected,
    /// A dispatcher has admitted it.
    Admitted(String),
    /// A dispatcher has refused it.
    Refused(String, String),
    /// A dispatcher is silent, so its work is left alone.
    Silent(String),
    /// A piece of work is over, after this many milliseconds.
    Done {
        /// The SHA-256 of the work.
        work: String,
        /// How long it took.
        ms: u64,
    },
    /// A piece of work was given back.
    GivenBack(String),
    /// Something went wrong, and is tried again.
    Trouble(String),
}

impl fmt::Display for WorkerTalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerTalk::Connected => f.write_str("the queue is reached; waiting for work"),
            WorkerTalk::Disconnected => f.write_str("the queue cannot be reached; trying again"),
            WorkerTalk::Admitted(dispatcher) => write!(f, "admitted by dispatcher {}", short(dispatcher)),
            WorkerTalk::Refused(dispatcher, why) => {
                write!(f, "refused by dispatcher {}: {why}", short(dispatcher))
            }
            WorkerTalk::Silent(dispatcher) => {
                write!(f, "dispatcher {} has gone; waiting for another", short(dispatcher))
            }
            WorkerTalk::Done { work, ms } => write!(f, "played {} in {ms} ms", short(work)),
            WorkerTalk::GivenBack(work) => write!(f, "gave {} back", short(work)),
            WorkerTalk::Trouble(why) => f.write_str(why),
        }
    }
}

/// The beginning of a long text that is known by it.
fn short(text: &str) -> &str {
    text.get(..8).unwrap_or(text)
}
