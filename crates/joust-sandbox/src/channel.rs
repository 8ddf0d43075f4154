//! A running program as a codec sees it: messages in both directions, and its other output.
//!
//! A [`Channel`] moves messages and does not know their meaning; a codec on top of it
//! ([`KitPlayer`](crate::KitPlayer), [`LinePlayer`](crate::LinePlayer)) reads and writes them, and
//! decides what a silence costs. [`Process`](crate::process::Process) is a channel.

use std::time::{Duration, Instant};

/// How often a waiting codec checks the clocks and the flag that stops the game.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// Receives the output of a program besides its messages.
pub(crate) trait Ears {
    /// Receives bytes of standard output.
    fn cout(&mut self, bytes: &[u8]);
    /// Receives bytes of standard error.
    fn cerr(&mut self, bytes: &[u8]);
}

/// Drops the output; the channel still keeps its last lines.
pub(crate) struct Deaf;

impl Ears for Deaf {
    fn cout(&mut self, _: &[u8]) {}

    fn cerr(&mut self, _: &[u8]) {}
}

/// The result of waiting for a message.
pub(crate) enum Heard {
    /// A whole message.
    Message {
        /// Its content.
        bytes: Vec<u8>,
        /// When its last byte was read.
        at: Instant,
    },
    /// The program can send no more messages.
    Closed,
    /// No message within the limit.
    Nothing,
    /// The program wrote more than it may, or announces a message that is too long.
    TooMuch,
}

/// What a channel saw when it sent a message.
pub(crate) struct Sent {
    /// The moment just before: what had arrived by then is older.
    pub(crate) at: Instant,
    /// The first byte of a message that had arrived by then.
    pub(crate) waiting: Option<u8>,
    /// Whether the program had not read all of the message before this one.
    pub(crate) unread: bool,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself, with this exit status.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It went on running, and had to be ended.
    Killed,
}

/// A running program that takes and sends messages.
pub(crate) trait Channel: Send {
    /// Sends a message. It never waits for a program that does not read.
    fn send(&mut self, message: &[u8]) -> Sent;

    /// Waits for the next message, of at most `longest` bytes, and passes other output to `ears` meanwhile.
    fn hear(&mut self, longest: usize, limit: Duration, ears: &mut dyn Ears) -> Heard;

    /// Counts `bytes` as output of the program: bytes that it made the game store.
    fn charge(&mut self, bytes: usize);

    /// The processor time that the program has used.
    fn cpu(&self) -> Option<Duration>;

    /// Lets the program end by itself for a while, passes on its last words, and ends it.
    fn end(&mut self, grace: Duration, ears: &mut dyn Ears) -> Ended;

    /// Kills the program at once.
    fn kill(&mut self);

    /// The last lines of output besides messages.
    fn last_lines(&self) -> Vec<String>;
}
