//! The pace of a module: how long its fuel lasts. Fuel counts instructions, and an instruction that waits for memory
//! takes hundreds of times as long as others.

use super::instance::SLICE;
use crate::channel::time_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Processor time that every module has in a game, whatever its fuel: its memory is made, caches are cold, and other
/// programs are in the way.
const LEAST: Duration = Duration::from_secs(5);

/// The pace of a module in a game. Clones are of one pace: a module runs while it is watched.
#[derive(Clone)]
pub(super) struct Pace {
    patience: Option<u32>,
    marks: Arc<Marks>,
}

#[derive(Default)]
struct Marks {
    /// The fuel that was used in the game when the fuel was looked at last.
    fuel: AtomicU64,
    /// How often the module has given way since.
    slices: AtomicU64,
    /// Processor time of earlier messages, and of the thread when the present one came, in nanoseconds.
    spent: AtomicU64,
    begun: AtomicU64,
}

impl Pace {
    /// A module that may keep the processor this many times as long as its fuel stands for.
    pub(super) fn new(patience: Option<u32>) -> Pace {
        Pace { patience, marks: Arc::default() }
    }

    /// Whether patience with the module has an end; otherwise nothing is kept.
    pub(super) fn has_an_end(&self) -> bool {
        self.patience.is_some()
    }

    /// A message has come.
    pub(super) fn begin(&self) {
        if self.has_an_end() {
            self.marks.begun.store(processor_time().unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// The module has used this much fuel in the game so far.
    pub(super) fn has_used(&self, fuel: u64) {
        self.marks.fuel.store(fuel, Ordering::Relaxed);
        self.marks.slices.store(0, Ordering::Relaxed);
    }

    /// The message was handled, with this much fuel in the game so far.
    pub(super) fn end(&self, fuel: u64) {
        if self.has_an_end() {
            self.has_used(fuel);
            self.marks.spent.fetch_add(self.now(), Ordering::Relaxed);
        }
    }

    /// The module gives way. Its patience, if it has kept the processor longer than that.
    pub(super) fn is_too_slow(&self) -> Option<u32> {
        let patience = self.patience?;
        // It may also have given way because of a call, and then it has used less.
        let slices = self.marks.slices.fetch_add(1, Ordering::Relaxed) + 1;
        let fuel = self.marks.fuel.load(Ordering::Relaxed).saturating_add(slices.saturating_mul(SLICE));
        let spent = self.marks.spent.load(Ordering::Relaxed).saturating_add(self.now());
        let most = LEAST.saturating_add(time_of(fuel).saturating_mul(patience));
        (Duration::from_nanos(spent) > most).then_some(patience)
    }

    /// Processor time of the present message.
    fn now(&self) -> u64 {
        let now = processor_time().unwrap_or(0);
        now.saturating_sub(self.marks.begun.load(Ordering::Relaxed))
    }
}

/// The processor time of this thread in nanoseconds, where the system tells it.
fn processor_time() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use nix::time::{ClockId, clock_gettime};
        let time = Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?);
        u64::try_from(time.as_nanos()).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_has_the_time_that_its_fuel_stands_for_many_times() {
        let second = crate::FUEL_PER_SECOND;
        let pace = Pace::new(Some(30));
        let spends = |seconds: u64| pace.marks.spent.store(1_000_000_000 * seconds, Ordering::Relaxed);
        pace.begin();
        spends(4);
        assert_eq!(pace.is_too_slow(), None, "everybody has five seconds");
        spends(6);
        assert_eq!(pace.is_too_slow(), Some(30));
        pace.has_used(second);
        assert_eq!(pace.is_too_slow(), None);
        spends(34);
        assert_eq!(pace.is_too_slow(), None);
        spends(37);
        assert_eq!(pace.is_too_slow(), Some(30));
        // Each slice counts as what it stands for.
        for _ in 0..second / SLICE {
            pace.is_too_slow();
        }
        assert_eq!(pace.is_too_slow(), None);
        // The time of a message is that of this thread.
        pace.end(second);
        let spent = pace.marks.spent.load(Ordering::Relaxed);
        assert!((37_000_000_000..38_000_000_000).contains(&spent), "{spent}");
    }

    #[test]
    fn without_a_number_patience_has_no_end() {
        let pace = Pace::new(None);
        pace.begin();
        pace.marks.spent.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(pace.is_too_slow(), None);
    }
}
