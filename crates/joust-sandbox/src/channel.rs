//! A running program as a codec sees it: messages in both directions, and its other output.
//!
//! A [`Channel`] moves messages and does not know their meaning; a codec on top of it
//! ([`KitPlayer`](crate::KitPlayer), [`LinePlayer`](crate::LinePlayer)) reads and writes them, and
//! decides what a silence costs. A [`Process`](crate::process::Process) is a channel, and so is a module.

use joust_core::{Fault, FuelUsed};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often a waiting codec checks the clocks and the flag that stops the game.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// The most bytes that a player of a kit may write to its outputs in a game. A player that prints the
/// whole board in every round needs 2 MB.
pub(crate) const MOST_OUTPUT: usize = 64 << 20;

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
    /// The program wrote more than it may besides its messages.
    TooMuch,
    /// A message is longer than it may be.
    TooLong,
    /// The program has handled all messages, and has said nothing.
    Silence,
    /// The program has failed, and the channel knows how.
    Failed(Fault),
}

/// The fuel of a program that runs on fuel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FuelGauge {
    /// Fuel that every message brings; what is left of it is lost.
    pub(crate) turn: u64,
    /// Fuel that is left in the bank.
    pub(crate) bank: u64,
    /// Fuel in the bank at the start of the game.
    pub(crate) full: u64,
    /// Fuel that the last message took.
    pub(crate) last: u64,
    /// Fuel that the first message took, that all took, and that the dearest one took.
    pub(crate) first: Option<u64>,
    pub(crate) total: u64,
    pub(crate) dearest: u64,
}

impl FuelGauge {
    /// A full bank.
    pub(crate) fn new(turn: u64, bank: u64) -> FuelGauge {
        FuelGauge { turn, bank, full: bank, ..FuelGauge::default() }
    }

    /// Counts the fuel of a message.
    pub(crate) fn count(&mut self, used: u64) {
        self.last = used;
        self.first.get_or_insert(used);
        self.total = self.total.saturating_add(used);
        self.dearest = self.dearest.max(used);
        self.bank -= used.saturating_sub(self.turn).min(self.bank);
    }

    /// The used share of the bank.
    #[expect(clippy::cast_precision_loss, reason = "a share for people and results")]
    pub(crate) fn share(self) -> f64 {
        let used = self.full.saturating_sub(self.bank);
        if self.full == 0 { 0.0 } else { used as f64 / self.full as f64 }
    }

    /// What was used in the game.
    pub(crate) fn used(self) -> FuelUsed {
        FuelUsed {
            turn: self.turn,
            bank: self.full,
            total: self.total,
            start: self.first.unwrap_or(0),
            drawn: self.full - self.bank,
            dearest: self.dearest,
        }
    }
}

/// The time that fuel stands for.
pub(crate) fn time_of(fuel: u64) -> Duration {
    let nanos = u128::from(fuel) * 1_000_000_000 / u128::from(crate::FUEL_PER_SECOND);
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
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

    /// Waits for the next message, of at most `longest` bytes, and passes other output to `ears` meanwhile. A
    /// program that runs only while it is heard ends when the flag is set; the caller looks at the flag for all
    /// others.
    fn hear(&mut self, longest: usize, limit: Duration, stop: &AtomicBool, ears: &mut dyn Ears) -> Heard;

    /// Counts `bytes` as output of the program: bytes that it made the game store.
    fn charge(&mut self, bytes: usize);

    /// The processor time that the program has used.
    fn cpu(&self) -> Option<Duration>;

    /// The fuel of the program, if it runs on fuel.
    fn fuel(&self) -> Option<FuelGauge> {
        None
    }

    /// The most bytes of memory that the program had at once, if that is known.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// The bytes that the program wrote besides its messages, if they are counted.
    fn output(&self) -> Option<u64> {
        None
    }

    /// Asks the program to say where it is and to end, if it can be asked while it computes.
    fn interrupt(&mut self) {}

    /// Lets the program end by itself for a while, passes on its last words, and ends it.
    fn end(&mut self, grace: Duration, ears: &mut dyn Ears) -> Ended;

    /// Kills the program at once.
    fn kill(&mut self);

    /// The last lines of output besides messages.
    fn last_lines(&self) -> Vec<String>;
}
