//! What dispatchers and workers say to each other, and where.

use crate::about::About;
use serde::{Deserialize, Serialize};

/// The stream of work.
pub(crate) const STREAM: &str = "JOUST_WORK";
/// The subjects of the stream of work.
pub(crate) const ALL_WORK: &str = "joust.work.>";
/// The object store.
pub(crate) const BUCKET: &str = "joust";
/// Where dispatchers call for workers.
pub(crate) const CALL: &str = "joust.call";
/// The header of work that a certain worker must not do, because it did it before.
pub(crate) const NOT: &str = "Joust-Not";

/// The subject of a piece of work.
pub(crate) fn work_subject(dispatcher: &str, hash: &str) -> String {
    format!("joust.work.{dispatcher}.{hash}")
}

/// Where a worker asks for admission.
pub(crate) fn door(dispatcher: &str) -> String {
    format!("joust.door.{dispatcher}")
}

/// Where a worker gives its results.
pub(crate) fn done(dispatcher: &str) -> String {
    format!("joust.done.{dispatcher}")
}

/// Where a worker says that it lives.
pub(crate) fn beat(dispatcher: &str) -> String {
    format!("joust.beat.{dispatcher}")
}

/// A dispatcher calls: it is there, and has work. It does so at every pace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Call {
    pub(crate) dispatcher: String,
    /// It is raised when the name of the consumer has changed, which only admitted workers are told.
    pub(crate) generation: u64,
    /// Milliseconds between two signs of life, of the dispatcher and of workers.
    pub(crate) pace: u64,
}

/// A worker at the door.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Knock {
    /// It comes for the first time.
    Hello(About),
    /// It has played the probe.
    Proof { about: About, answer: String },
    /// It was admitted, and wants to know the name of the consumer.
    Again { worker: String, ticket: String },
}

/// The answer at the door.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Opened {
    /// First do this work.
    Probe(String),
    /// Come in.
    Welcome(Welcome),
    /// Stay out, for this reason.
    Refused(String),
}

/// What an admitted worker knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Welcome {
    /// It shows this with every result.
    pub(crate) ticket: String,
    /// The consumer of the stream.
    pub(crate) consumer: String,
    pub(crate) generation: u64,
}

/// The heading of a result; after it come a line end and the bytes of the answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) worker: String,
    pub(crate) ticket: String,
    /// The SHA-256 of the work.
    pub(crate) work: String,
    /// The SHA-256 of the answer, if it is in the object store because of its size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) object: Option<String>,
}

impl Done {
    /// The message with the bytes of the answer.
    pub(crate) fn with(&self, answer: &[u8]) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend_from_slice(answer);
        bytes
    }

    /// A message, and the bytes of its answer.
    pub(crate) fn read(bytes: &[u8]) -> Option<(Done, &[u8])> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        Some((serde_json::from_slice(&bytes[..end]).ok()?, &bytes[end + 1..]))
    }
}

/// What becomes of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Receipt {
    /// It is stored, or was before: the work can be acknowledged.
    Stored,
    /// The ticket is not one: the worker must knock again.
    Stranger,
}

/// A worker lives.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Beat {
    pub(crate) worker: String,
    pub(crate) ticket: String,
    /// What it does now.
    pub(crate) running: Vec<String>,
    /// Modules that it did not find in the object store.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) missing: Vec<String>,
    /// Whether it goes.
    #[serde(default)]
    pub(crate) leaves: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_travels_with_its_heading() {
        let done = Done { worker: "w".into(), ticket: "t".into(), work: "h".into(), object: None };
        let bytes = done.with(b"one\ntwo");
        let (read, answer) = Done::read(&bytes).unwrap();
        assert_eq!((read.work.as_str(), answer), ("h", b"one\ntwo".as_slice()));
        assert!(Done::read(b"no line end").is_none() && Done::read(b"{}\n").is_none());
    }
}
