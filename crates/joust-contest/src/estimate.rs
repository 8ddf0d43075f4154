//! How long something will wait, from what was measured.

use crate::queue::{FairQueue, Ticket, Work};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The last durations of each kind of work, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Durations {
    recent: [VecDeque<f64>; 5],
}

/// How many durations of a kind are remembered.
const REMEMBERED: usize = 50;
/// With fewer durations than this, a range is wider.
const FEW: usize = 5;

/// When something will be done. The range is meant to hold nine times in ten, if nothing unusual happens; a deadline
/// never depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// How much comes before it.
    pub ahead: usize,
    /// Seconds from now, at the earliest.
    pub from: f64,
    /// Seconds from now, at the latest.
    pub to: f64,
}

/// Work that is being done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    /// The kind.
    pub work: Work,
    /// For how many seconds.
    pub since: f64,
}

/// The mean and the spread of some durations.
#[derive(Clone, Copy)]
struct Cost {
    mean: f64,
    variance: f64,
    count: f64,
}

impl Durations {
    /// Adds a duration in seconds.
    pub fn add(&mut self, work: Work, seconds: f64) {
        let recent = &mut self.recent[work as usize];
        if recent.len() == REMEMBERED {
            recent.pop_front();
        }
        recent.push_back(seconds.max(0.0));
    }

    /// The mean duration of a kind of work, if some was measured.
    pub fn mean(&self, work: Work) -> Option<f64> {
        self.cost(work).map(|cost| cost.mean)
    }

    #[expect(clippy::cast_precision_loss, reason = "at most fifty are counted")]
    fn cost(&self, work: Work) -> Option<Cost> {
        let recent = &self.recent[work as usize];
        let count = recent.len() as f64;
        if recent.is_empty() {
            return None;
        }
        let mean = recent.iter().sum::<f64>() / count;
        let squares: f64 = recent.iter().map(|one| (one - mean).powi(2)).sum();
        // Few durations say little about their spread: then it is taken to be as large as the mean.
        let variance = if recent.len() < FEW { mean * mean } else { squares / (count - 1.0) };
        Some(Cost { mean, variance, count })
    }
}

impl<T> FairQueue<T> {
    /// When something that waits will be done, with this many workers, of which some are busy. `None` if it is not
    /// in the queue, or if work of a kind that comes before it was never measured.
    ///
    /// What comes later can only be ahead of it where the queue says so: a first submission of another student
    /// before a second one of this student.
    ///
    /// ```
    /// use joust_contest::{Durations, FairQueue, Work};
    /// let (mut queue, mut durations) = (FairQueue::new(), Durations::default());
    /// (0..20).for_each(|number| durations.add(Work::Judge, 2.0 + f64::from(number % 3)));
    /// let tickets: Vec<_> = (0..10).map(|student| queue.push(student, Work::Judge, ())).collect();
    /// let estimate = queue.estimate(tickets[9], &durations, 2, &[]).unwrap();
    /// assert!(estimate.ahead == 9 && estimate.from > 8.0 && estimate.to < 22.0, "{estimate:?}");
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "queues are shorter than 2⁵²")]
    pub fn estimate(
        &self,
        ticket: Ticket,
        durations: &Durations,
        workers: usize,
        running: &[Running],
    ) -> Option<Estimate> {
        // When each worker is free, if everything takes its mean time.
        let workers = workers.max(1);
        let mut free = vec![0.0_f64; workers];
        let mut variance = 0.0;
        for (worker, running) in free.iter_mut().zip(running) {
            let cost = durations.cost(running.work)?;
            // What takes longer than usual will take some time more.
            *worker = (cost.mean - running.since).max(cost.variance.sqrt() / 2.0);
            variance += cost.variance;
        }
        let (mut ahead, mut doubt) = (0, 0.0_f64);
        for (next, work) in self.order() {
            let cost = durations.cost(work)?;
            let first = (0..workers).min_by(|one, other| free[*one].total_cmp(&free[*other]))?;
            free[first] += cost.mean;
            if next != ticket {
                ahead += 1;
                variance += cost.variance;
                // The mean itself is only known as well as it was measured.
                doubt += (cost.variance / cost.count).sqrt();
                continue;
            }
            let queued = variance / (workers * workers) as f64;
            let measured = (doubt / workers as f64).powi(2);
            // Somebody waits for the last of some work: workers do not end together.
            let margin = 2.0 * (queued + measured + cost.variance).sqrt() + 0.05 * free[first];
            let expected = free[first];
            return Some(Estimate { ahead, from: (expected - margin).max(0.0), to: expected + margin });
        }
        None
    }
}
