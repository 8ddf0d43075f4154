//! Solving a class when all smaller ones are known.
//!
//! Level by level: at level *n* all thresholds of *n* turns are found. A threshold of *n* follows
//! from one of *n* − 1 a move later, or, for *n* = 1, from an expulsion; so a level looks only at
//! the placements from which a move leads to one that the level before has changed. When a level
//! changes nothing, no later one does.
//!
//! Threads work on the same entries without locks. What a level writes are thresholds of *n*, and
//! what it reads counts only below *n*, so it does not matter who comes first.

use super::class::Class;
use super::entry::{Entry, Value, Who};
use super::index::Index;
use super::ply::{ENDLESS, derive, for_predecessors};
use super::table::{Limits, Tables};
use joust_mad::{Position, Side};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering};

/// What a solve tells while it runs.
#[derive(Debug, Default)]
pub struct Progress {
    /// Classes done.
    pub classes: AtomicUsize,
    /// Classes to do.
    pub of: AtomicUsize,
    /// The level that is being worked on.
    pub level: AtomicUsize,
    /// Placements looked at.
    pub looks: AtomicU64,
    /// Placements of the classes that are done, and those of the class at work.
    pub placements: AtomicU64,
    /// Placements of all classes.
    pub of_placements: AtomicU64,
}

/// A class at work.
pub(super) struct Solve<'a> {
    pub(super) class: Class,
    pub(super) smaller: &'a Tables,
    /// The limit to solve for.
    pub(super) limit: u16,
    /// The level that comes next.
    pub(super) level: u8,
    pub(super) halves: Vec<Growing>,
    /// Levels left in which everything is looked at: the first, and after an interruption two, since
    /// nothing is known of what the last levels have changed.
    thorough: u8,
}

/// The placements with one side to move.
pub(super) struct Growing {
    pub(super) index: Index,
    pub(super) entries: Vec<AtomicU16>,
    /// A bit for each placement that is due at this level, and at the next.
    due: Vec<AtomicU64>,
    due_next: Vec<AtomicU64>,
}

/// So many words of 64 placements are handed to a thread at a time.
const PORTION: usize = 64;

/// What became of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// It changed something.
    Changed,
    /// It changed nothing: all is known.
    Quiet,
    /// It was stopped.
    Stopped,
}

impl<'a> Solve<'a> {
    /// Begins. `None` when the board is too small for the class.
    pub(super) fn new(class: Class, smaller: &'a Tables, limit: u16) -> Option<Solve<'a>> {
        let halves = class
            .orders()
            .map(|(mover, other)| {
                let index = Index::new(smaller.geometry(), mover, other)?;
                let entries = std::iter::repeat_with(|| AtomicU16::new(0)).take(index.len()).collect();
                let words = index.len().div_ceil(64);
                let bits = || std::iter::repeat_with(|| AtomicU64::new(0)).take(words).collect();
                Some(Growing { due: bits(), due_next: bits(), index, entries })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Solve { class, smaller, limit, level: 1, halves, thorough: 1 })
    }

    /// Goes on with entries that were found before an interruption at a level.
    pub(super) fn resume(&mut self, level: u8, entries: Vec<Vec<u16>>) {
        self.level = level;
        self.thorough = 2;
        for (half, entries) in self.halves.iter_mut().zip(entries) {
            half.entries = entries.into_iter().map(AtomicU16::new).collect();
        }
    }

    /// Works on until all is known or `stop` is set. True when all is known.
    pub(super) fn run(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        progress: &Progress,
        after_level: &mut dyn FnMut(&Solve) -> std::io::Result<()>,
    ) -> std::io::Result<bool> {
        while self.level <= Entry::MOST {
            progress.level.store(usize::from(self.level), Ordering::Relaxed);
            match self.one_level(threads, stop, progress) {
                Level::Stopped => return Ok(false),
                Level::Quiet if self.thorough <= 1 => {
                    self.level += 1;
                    return Ok(true);
                }
                _ => {}
            }
            self.level += 1;
            self.thorough = self.thorough.saturating_sub(1);
            after_level(self)?;
        }
        Ok(true)
    }

    fn one_level(&mut self, threads: usize, stop: &AtomicBool, progress: &Progress) -> Level {
        let changed = AtomicBool::new(false);
        let thorough = self.thorough > 0;
        for half in 0..self.halves.len() {
            let words = self.halves[half].due.len();
            let cursor = AtomicUsize::new(0);
            let work = || {
                loop {
                    let begin = PORTION * cursor.fetch_add(1, Ordering::Relaxed);
                    if begin >= words || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    for word in begin..words.min(begin + PORTION) {
                        let looks = self.one_word(half, word, thorough, &changed);
                        progress.looks.fetch_add(looks, Ordering::Relaxed);
                    }
                }
            };
            std::thread::scope(|scope| {
                (1..threads).for_each(|_| {
                    scope.spawn(work);
                });
                work();
            });
        }
        if stop.load(Ordering::Relaxed) {
            return Level::Stopped;
        }
        for half in &mut self.halves {
            std::mem::swap(&mut half.due, &mut half.due_next);
            half.due_next.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
        if changed.into_inner() { Level::Changed } else { Level::Quiet }
    }

    /// Looks at 64 placements, those of them that are due, and says how many these were.
    fn one_word(&self, half: usize, word: usize, thorough: bool, changed: &AtomicBool) -> u64 {
        let here = &self.halves[half];
        let mut due = if thorough { u64::MAX } else { here.due[word].load(Ordering::Relaxed) };
        let mut looks = 0;
        while due != 0 {
            let number = 64 * word + due.trailing_zeros() as usize;
            due &= due - 1;
            if number >= here.index.len() {
                break;
            }
            looks += 1;
            let old = here.entries[number].load(Ordering::Relaxed);
            let is_final = Entry::trusted(old).better().is_some_and(|better| better.full.is_some());
            if is_final && !thorough {
                continue;
            }
            let fleets = here.index.unrank(number);
            let board = here.index.geometry().board();
            let Some(position) = Position::from_fleets(board, ENDLESS, fleets, Side::Red) else { continue };
            let new = self.derive(half, &position).within(self.level);
            if new.to_bits() != old {
                here.entries[number].store(new.to_bits(), Ordering::Relaxed);
                changed.store(true, Ordering::Relaxed);
                self.call_predecessors(half, fleets);
            }
        }
        looks
    }

    /// The half with the opponent to move.
    fn opposite(&self, half: usize) -> &Growing {
        &self.halves[(half + 1) % self.halves.len()]
    }

    fn derive(&self, half: usize, position: &Position) -> Entry {
        let after = self.opposite(half);
        derive(
            position,
            |next| {
                let fleets = Side::BOTH.map(|side| next.fleet(side));
                let number = after.index.rank(fleets, next.side());
                Entry::trusted(after.entries[number].load(Ordering::Relaxed))
            },
            |next| after_expulsion(self.smaller, next, self.limit),
        )
    }

    fn call_predecessors(&self, half: usize, fleets: [joust_mad::Fleet; 2]) {
        let before = self.opposite(half);
        for_predecessors(before.index.geometry().board(), fleets, |position| {
            let fleets = Side::BOTH.map(|side| position.fleet(side));
            let call = |number: usize| {
                before.due_next[number / 64].fetch_or(1 << (number % 64), Ordering::Relaxed);
            };
            call(before.index.rank(fleets, Side::Blue));
            // Where both images are stored, the one is reached from the image of what the other is.
            if let Some(twin) = before.index.twin(fleets, Side::Blue) {
                call(twin);
            }
        });
    }

    /// The entries of the finished table, with the limits for which it holds: those for which its
    /// expulsions are worth the same. Levels go on beyond the limit that was asked for, so that one
    /// table serves many limits; only a threshold too high for an entry cuts them off.
    pub(super) fn finish(self) -> (Limits, Vec<Vec<u16>>) {
        let to = (self.level > Entry::MOST).then_some(u16::from(Entry::MOST));
        let smaller = self.class.smaller().into_iter().filter_map(|class| self.smaller.get(class));
        let limits = smaller.fold(Limits { from: 1, to }, |limits, table| {
            limits.and(table.limits()).and(table.like(self.limit))
        });
        let halves = self.halves.into_iter();
        let entries = halves.map(|half| half.entries.into_iter().map(AtomicU16::into_inner).collect());
        (limits, entries.collect())
    }

    /// The entries as they are now.
    pub(super) fn so_far(&self) -> Vec<Vec<u16>> {
        let copy = |half: &Growing| half.entries.iter().map(|entry| entry.load(Ordering::Relaxed)).collect();
        self.halves.iter().map(copy).collect()
    }
}

/// What a position after an expulsion is worth to the side that is then to move: the opponent holds
/// the tie-break, and all turns are left.
fn after_expulsion(smaller: &Tables, next: &Position, limit: u16) -> Value {
    let known = smaller.entry(next);
    debug_assert!(known.is_some(), "smaller classes are solved first: {next}");
    known.map_or(Value::SemiLoss, |(entry, _)| entry.value(Who::Other, limit))
}
