//! Retrograde analysis: solves a class when all smaller ones are solved.
//!
//! At level *n* all thresholds of *n* turns are found. A threshold of *n* follows from one of *n* − 1 a
//! move later, or, for *n* = 1, from an expulsion. So a level looks only at the predecessors of the
//! placements that the level before has changed. When no placement is due at a level, the class is
//! solved.
//!
//! Threads work on the entries without locks. A level writes thresholds of *n* and uses only those
//! below *n*, so neither the order of the threads nor an interruption changes the result.

use super::class::Class;
use super::entry::{EndgameEntry, Value, Who};
use super::file::{Head, Writer};
use super::folder::TableError;
use super::index::Index;
use super::ply::{ENDLESS, derive, for_predecessors};
use super::shards::{Shard, Shards};
use super::table::{EndgameTables, LimitRange};
use super::work::{Manifest, Work};
use crate::Estimate;
use joust_mad::{Fleet, Position, Side};
use std::io::{self, Seek, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often a build looks at each placement, on average over the classes up to four ships: from
/// 3.3 times for {3,1} to 4.2 for {2,2}, on both boards.
const LOOKS: f64 = 3.8;

/// Counters of a running build, for observers.
#[derive(Debug, Default)]
pub struct BuildProgress {
    /// The number of classes done.
    pub classes: AtomicUsize,
    /// The number of classes to build.
    pub of: AtomicUsize,
    /// The current level of the current class.
    pub level: AtomicUsize,
    /// The number of placements looked at.
    pub looks: AtomicU64,
    /// The number of placements that were looked at before an interruption.
    pub looks_before: AtomicU64,
    /// The number of placements of the classes that are done.
    pub placements: AtomicU64,
    /// The number of placements of all classes.
    pub of_placements: AtomicU64,
}

impl BuildProgress {
    /// How far the build has come.
    #[expect(clippy::cast_precision_loss, reason = "three digits matter")]
    pub fn estimate(&self, elapsed: Duration) -> Estimate {
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed) as f64;
        let looks = load(&self.looks);
        // Tables that were there take no looks, and what was done before an interruption is not done again.
        let done = (LOOKS * load(&self.placements)).max(looks + load(&self.looks_before));
        Estimate::new(done, LOOKS * load(&self.of_placements), looks, elapsed)
    }
}

/// The resources of a build.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) threads: usize,
    /// The shortest time between two checkpoints.
    pub(super) checkpoint: Duration,
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a BuildProgress,
}

/// A class that is being solved.
pub(super) struct Solve<'a> {
    class: Class,
    smaller: &'a EndgameTables,
    /// The limit of the tie-break.
    limit: u16,
    /// The current level.
    level: u8,
    /// A bit for every threshold that was found.
    thresholds: u128,
    /// The number of placements of the class that were looked at.
    looks: u64,
    /// One for each order of the strengths.
    indices: Vec<Index>,
    shards: Shards,
}

/// A thread takes this many words of 64 placements at a time.
const PORTION: usize = 64;

/// At most one part in this many of the time goes into checkpoints.
const CHECKPOINTS: u32 = 20;

impl<'a> Solve<'a> {
    /// Starts to solve a class, or resumes from the checkpoint in the folder.
    ///
    /// A shard has 2^`bits` entries, and shards take at most `memory` bytes.
    pub(super) fn new(
        class: Class,
        indices: Vec<Index>,
        smaller: &'a EndgameTables,
        limit: u16,
        (bits, memory): (u32, usize),
        mut work: Work,
    ) -> Result<Solve<'a>, TableError> {
        let resumed = work.open()?;
        let bits = resumed.as_ref().map_or(bits, |manifest| manifest.bits);
        let lengths: Vec<usize> = indices.iter().map(Index::len).collect();
        let shards = Shards::new(&lengths, bits, memory, work);
        let mut solve = Solve { class, smaller, limit, level: 1, thresholds: 0, looks: 0, indices, shards };
        if let Some(manifest) = resumed {
            solve.resume(&manifest)?;
        }
        Ok(solve)
    }

    fn resume(&mut self, manifest: &Manifest) -> Result<(), TableError> {
        let expected = Head { thresholds: manifest.head.thresholds, ..self.head() };
        if expected.picture != manifest.head.picture
            || expected.class != manifest.head.class
            || expected.entries != manifest.head.entries
            || !self.shards.resume(manifest)
        {
            return Err(self.shards.work().foreign());
        }
        if expected.limits != manifest.head.limits {
            return Err(self.shards.work().other_limit(manifest.head.limits, self.limit));
        }
        self.level = manifest.level;
        self.thresholds = manifest.head.thresholds;
        self.looks = manifest.looks;
        Ok(())
    }

    /// The head of a checkpoint.
    fn head(&self) -> Head {
        self.head_with(LimitRange { from: self.limit, to: Some(self.limit) })
    }

    fn head_with(&self, limits: LimitRange) -> Head {
        let entries = self.indices.iter().map(Index::len).sum();
        Head::new(self.smaller.geometry(), self.class, limits, entries, self.thresholds)
    }

    /// Solves until the class is done, or writes a checkpoint and ends when it is stopped. True when the
    /// class is done.
    pub(super) fn run(&mut self, means: &Means) -> Result<bool, TableError> {
        means.progress.looks_before.fetch_add(self.looks, Ordering::Relaxed);
        let mut due = Instant::now() + means.checkpoint;
        while self.level <= EndgameEntry::MOST {
            means.progress.level.store(usize::from(self.level), Ordering::Relaxed);
            let mut waiting = self.shards.waiting(self.level);
            waiting.sort_by_key(|shard| self.turn(*shard));
            // A checkpoint from the end of a level is resumed at the next one.
            if waiting.is_empty() && self.shards.waiting(self.level + 1).is_empty() {
                break;
            }
            let mut done = 0;
            let portions = self.shards.words().div_ceil(PORTION);
            while done < waiting.len() * portions {
                self.shards.make_room(means.threads)?;
                let before = done / portions;
                done = self.stretch(&waiting, done, due, means)?;
                for shard in &waiting[before..done / portions] {
                    self.shards.done(self.level, *shard);
                }
                let stop = means.stop.load(Ordering::Relaxed);
                if stop || Instant::now() >= due {
                    let begin = Instant::now();
                    self.checkpoint(means)?;
                    due = Instant::now() + means.checkpoint.max(CHECKPOINTS * begin.elapsed());
                }
                if stop {
                    return Ok(false);
                }
            }
            self.level += 1;
        }
        Ok(true)
    }

    /// The sorting key of a shard within a level.
    ///
    /// A quiet move changes only the mover's ships and squares, which are the fastest digits in the
    /// number of the next placement. So shards in which the other side has the same ships lead to the
    /// same few shards, and are processed one after the other.
    fn turn(&self, shard: usize) -> (usize, usize, usize) {
        let (half, first) = self.shards.place(shard);
        (half, self.indices[half].other_crew(first), shard)
    }

    /// Writes a checkpoint.
    fn checkpoint(&mut self, means: &Means) -> Result<(), TableError> {
        let head = self.head();
        self.shards.checkpoint(&head, self.level, self.looks, means.threads)
    }

    /// Threads process portions of the waiting shards until none is left, memory is full or a checkpoint
    /// is due. Gives the number of portions done.
    fn stretch(
        &mut self,
        waiting: &[usize],
        done: usize,
        due: Instant,
        means: &Means,
    ) -> Result<usize, TableError> {
        let portions = self.shards.words().div_ceil(PORTION);
        let all = waiting.len() * portions;
        let cursor = AtomicUsize::new(done);
        let changed = AtomicBool::new(false);
        let looks = AtomicU64::new(0);
        let ends = || means.stop.load(Ordering::Relaxed) || self.shards.is_full() || Instant::now() >= due;
        let work = |is_first: bool| {
            let mut goes_on = is_first;
            while goes_on || !ends() {
                // The first portion is always processed, however little time and memory there is.
                goes_on = false;
                let portion = cursor.fetch_add(1, Ordering::Relaxed);
                if portion >= all {
                    return;
                }
                let count = self.one_portion(waiting[portion / portions], portion % portions, &changed);
                means.progress.looks.fetch_add(count, Ordering::Relaxed);
                looks.fetch_add(count, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..means.threads {
                // If the system refuses a thread, the work goes on with fewer.
                if std::thread::Builder::new().spawn_scoped(scope, || work(false)).is_err() {
                    break;
                }
            }
            work(true);
        });
        self.looks += looks.into_inner();
        if changed.into_inner() {
            self.thresholds |= 1 << self.level;
        }
        if let Some(why) = self.shards.trouble() {
            return Err(why);
        }
        match self.smaller.trouble() {
            Some(why) => Err(why.clone()),
            None => Ok(cursor.into_inner().min(all)),
        }
    }

    /// Processes the due placements of a portion of a shard, and gives their number.
    fn one_portion(&self, number: usize, portion: usize, changed: &AtomicBool) -> u64 {
        let now = self.shards.tick();
        let shard = self.shards.begin(number, now);
        let end = shard.words().min(PORTION * (portion + 1));
        (PORTION * portion..end).map(|word| self.one_word((number, shard), word, now, changed)).sum()
    }

    fn one_word(&self, (number, shard): (usize, &Shard), word: usize, now: u32, changed: &AtomicBool) -> u64 {
        let (half, first) = self.shards.place(number);
        let index = &self.indices[half];
        let mut due = shard.take_due(self.level, word);
        let looks = u64::from(due.count_ones());
        while due != 0 {
            let at = 64 * word + due.trailing_zeros() as usize;
            due &= due - 1;
            let old = shard.get(at);
            if old.better().is_some_and(|better| better.full.is_some()) {
                continue;
            }
            let fleets = index.unrank(first + at);
            let board = index.geometry().board();
            let Some(position) = Position::from_fleets(board, ENDLESS, fleets, Side::Red) else { continue };
            let new = self.derive(half, &position, now).within(self.level);
            if new != old {
                shard.put(at, new);
                changed.store(true, Ordering::Relaxed);
                self.call_predecessors(half, fleets, now);
            }
        }
        looks
    }

    /// The index of the half with the opponent to move.
    fn opposite(&self, half: usize) -> usize {
        (half + 1) % self.indices.len()
    }

    fn derive(&self, half: usize, position: &Position, now: u32) -> EndgameEntry {
        let after = self.opposite(half);
        derive(
            position,
            |next| {
                // Thresholds of the first level follow from expulsions alone.
                if self.level == 1 {
                    return EndgameEntry::HELD;
                }
                let fleets = Side::BOTH.map(|side| next.fleet(side));
                self.shards.entry(after, self.indices[after].rank(fleets, next.side()), now)
            },
            |next| after_expulsion(self.smaller, next, self.limit),
        )
    }

    fn call_predecessors(&self, half: usize, fleets: [Fleet; 2], now: u32) {
        let before = self.opposite(half);
        let index = &self.indices[before];
        for_predecessors(index.geometry().board(), fleets, |position| {
            let fleets = Side::BOTH.map(|side| position.fleet(side));
            let call = |number: usize| self.shards.call(before, number, self.level + 1, now);
            call(index.rank(fleets, Side::Blue));
            // Where both mirror images are stored, the predecessors of the twin are the mirrored ones.
            if let Some(twin) = index.twin(fleets, Side::Blue) {
                call(twin);
            }
        });
    }

    /// The limits for which the finished table is valid: those for which its expulsions have equal
    /// values. Levels go on beyond the limit of the build, so that one table serves many limits; only a
    /// threshold too large for an entry ends them.
    pub(super) fn limits(&self) -> LimitRange {
        let to = (self.level > EndgameEntry::MOST).then_some(u16::from(EndgameEntry::MOST));
        let smaller = self.class.smaller().into_iter().filter_map(|class| self.smaller.get(class));
        smaller.fold(LimitRange { from: 1, to }, |limits, table| {
            limits.and(table.limits()).and(table.like(self.limit))
        })
    }

    /// Writes the finished table. `None` when it was stopped before the end.
    pub(super) fn write<W: Write + Seek>(
        &mut self,
        to: W,
        means: &Means,
        failed: impl Fn(io::Error) -> TableError,
    ) -> Result<Option<W>, TableError> {
        let lengths: Vec<usize> = self.indices.iter().map(Index::len).collect();
        let mut writer = Writer::new(to, &self.head_with(self.limits()), &lengths).map_err(&failed)?;
        let mut at = 0;
        let mut stopped = false;
        self.shards.for_all(|half, shard| {
            stopped = means.stop.load(Ordering::Relaxed);
            if half != at {
                at = half;
                writer.end_block().map_err(&failed)?;
            }
            writer.push(shard.entries()).map_err(&failed)?;
            Ok(!stopped)
        })?;
        if stopped {
            self.checkpoint(means)?;
            return Ok(None);
        }
        writer.finish().map(Some).map_err(&failed)
    }

    /// Deletes the checkpoint.
    pub(super) fn remove(self) -> Result<(), TableError> {
        self.shards.remove()
    }
}

/// The value of a position after an expulsion for the side to move: the opponent holds the tie-break,
/// and all turns are left.
fn after_expulsion(smaller: &EndgameTables, next: &Position, limit: u16) -> Value {
    // If a table is in trouble, the build ends with its error and the result is not kept.
    smaller.entry(next).map_or(Value::SemiLoss, |(entry, _)| entry.value(Who::Other, limit))
}
