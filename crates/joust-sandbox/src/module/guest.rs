//! What belongs to one running module besides its memory: its limits, its output and its sources of chance and
//! time.

use super::Wire;
use super::chance::Chance;
use super::pace::Pace;
use crate::channel::time_of;
use crate::process::MOST_OUTPUT;
use crate::running;
use std::fmt;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};
use wasmtime::{Caller, ResourceLimiter, Trap};

/// How many calls of a module pass before it gives way.
const CALLS: u32 = 1 << 12;

/// The state of a running module that the functions it imports use.
pub(super) struct Guest {
    pub(super) wire: Wire,
    pub(super) memory: MemoryLimit,
    pub(super) output: Output,
    pub(super) chance: Chance,
    /// The number of calls of functions of this program.
    pub(super) calls: u32,
    /// Fuel that was used before the present message.
    pub(super) used_before: u64,
    /// Fuel that the present message may use.
    pub(super) granted: u64,
    /// How long its fuel lasts.
    pub(super) pace: Pace,
}

/// Stops a module whose game is to stop, or that takes much longer than its fuel can last.
pub(super) struct Watch<'a> {
    until: Option<Instant>,
    pace: Pace,
    stop: &'a AtomicBool,
}

impl<'a> Watch<'a> {
    /// The least real time for a message, and the real time for each second of fuel. A module that chases pointers
    /// through 256 MiB takes 900 times the time that its fuel stands for, and 1,800 on a busy machine: one that could
    /// use up this time would void the games that it loses.
    const LEAST: Duration = Duration::from_mins(1);
    const FACTOR: u32 = 5000;

    /// A watch for a message that may use this much fuel, in a game that the flag stops.
    pub(super) fn new(fuel: u64, pace: &Pace, stop: &'a AtomicBool) -> Watch<'a> {
        let longest = time_of(fuel).saturating_mul(Watch::FACTOR);
        let until = Instant::now().checked_add(longest.saturating_add(Watch::LEAST));
        Watch { until, pace: pace.clone(), stop }
    }

    /// Why the module must stop, if it must.
    pub(super) fn look(&self) -> Result<(), Cut> {
        if self.stop.load(Ordering::Relaxed) || running::are_stopping() {
            return Err(Cut::Stopped);
        }
        if let Some(patience) = self.pace.is_too_slow() {
            return Err(Cut::Slow(patience));
        }
        if self.until.is_some_and(|until| Instant::now() > until) { Err(Cut::Overdue) } else { Ok(()) }
    }
}

/// Why a call did not come to its end, besides traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The module called `exit`.
    Exit(i32),
    /// It wrote more than it may.
    TooMuchOutput,
    /// The game is to stop.
    Stopped,
    /// It took much longer than its fuel can last, which is not its fault.
    Overdue,
    /// It kept the processor more than this many times as long as its fuel stands for.
    Slow(u32),
    /// The machine has no memory left for it, which is not its fault.
    NoMemory,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Cut {}

/// The limit of memory, and what became of it.
pub(super) struct MemoryLimit {
    pub(super) most: u64,
    /// The most memory that it had, in bytes.
    pub(super) peak: u64,
    /// Whether more memory was refused since the present message came.
    pub(super) refused: bool,
    /// The elements of its tables.
    elements: usize,
}

impl MemoryLimit {
    pub(super) fn new(most: u64) -> MemoryLimit {
        MemoryLimit { most, peak: 0, refused: false, elements: 0 }
    }
}

impl ResourceLimiter for MemoryLimit {
    fn memory_growing(&mut self, _: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        let desired_size = desired as u64;
        if desired_size > self.most || maximum.is_some_and(|maximum| desired > maximum) {
            self.refused = true;
            return Ok(false);
        }
        self.peak = self.peak.max(desired_size);
        Ok(true)
    }

    /// The limit allows it, and the machine does not have it.
    fn memory_grow_failed(&mut self, _: wasmtime::Error) -> wasmtime::Result<()> {
        Err(Cut::NoMemory.into())
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let elements = self.elements + desired.saturating_sub(current);
        if elements > super::MOST_ELEMENTS || maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        self.elements = elements;
        Ok(true)
    }

    fn instances(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        1
    }
}

/// What a module wrote and nobody has read yet.
#[derive(Default)]
pub(super) struct Output {
    bytes: Vec<u8>,
    /// Where parts begin in the bytes, and whether they are standard error.
    parts: Vec<(usize, bool)>,
    /// Bytes that were written in the whole game.
    pub(super) written: usize,
}

impl Output {
    pub(super) fn add(&mut self, bytes: &[u8], is_err: bool) -> Result<(), Cut> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.written = self.written.saturating_add(bytes.len());
        // What begins a part takes room, too: a module may write a byte here and a byte there.
        if self.written > MOST_OUTPUT || size_of_val(self.parts.as_slice()) > MOST_OUTPUT {
            return Err(Cut::TooMuchOutput);
        }
        if self.parts.last().is_none_or(|(_, before)| *before != is_err) {
            self.parts.push((self.bytes.len(), is_err));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Passes on the parts in the order in which they were written, each with whether it is standard error.
    pub(super) fn take(&mut self, mut hear: impl FnMut(&[u8], bool)) {
        for (number, (begin, is_err)) in self.parts.iter().enumerate() {
            let end = self.parts.get(number + 1).map_or(self.bytes.len(), |(begin, _)| *begin);
            hear(&self.bytes[*begin..end], *is_err);
        }
        self.parts.clear();
        self.bytes.clear();
    }
}

/// Lets the caller of a module look at its watch, after many calls of functions of this program. Every such call
/// sets the fuel, and with it the slice after which a module gives way by itself.
pub(super) async fn give_way(caller: &mut Caller<'_, Guest>) {
    let pace = &caller.data().pace;
    if pace.has_an_end() {
        pace.has_used(used(caller));
    }
    let guest = caller.data_mut();
    guest.calls = guest.calls.wrapping_add(1);
    let mut is_due = guest.calls.is_multiple_of(CALLS);
    poll_fn(|_| if std::mem::take(&mut is_due) { Poll::Pending } else { Poll::Ready(()) }).await;
}

/// Charges fuel for a call of a function of this program.
pub(super) fn charge(caller: &mut Caller<'_, Guest>, cost: u64) -> wasmtime::Result<()> {
    let fuel = caller.get_fuel()?;
    caller.set_fuel(fuel.saturating_sub(cost))?;
    if fuel < cost {
        return Err(Trap::OutOfFuel.into());
    }
    Ok(())
}

/// The fuel that the module has used in the game so far.
pub(super) fn used(caller: &Caller<'_, Guest>) -> u64 {
    let guest = caller.data();
    let now = guest.granted.saturating_sub(caller.get_fuel().unwrap_or(0));
    guest.used_before.saturating_add(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_that_waits_for_memory_all_the_time_is_not_overdue() {
        let stop = AtomicBool::new(false);
        let (begin, second) = (Instant::now(), crate::FUEL_PER_SECOND);
        let measured = Duration::from_mins(30);
        let pace = Pace::new(None);
        assert!(Watch::new(second, &pace, &stop).until.is_some_and(|until| until > begin + 2 * measured));
        assert!(Watch::new(u64::MAX, &pace, &stop).look().is_ok());
    }
}
