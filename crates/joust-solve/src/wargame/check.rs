//! Checking a checkpoint: its result must follow from its records, and records must hold by
//! themselves.

use super::log::{Contents, LogError, LogRecord, LoggedResult};
use super::node::{City, Node};
use super::search::{Shared, SolveProgress};
use super::transposition::{Bounds, TranspositionTable};
use joust_core::{Seed, below};
use joust_wargame::{Board, Position, Side};
use std::fs::File;
use std::path::Path;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// How to check.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions<'a> {
    /// How many records to search again.
    pub samples: usize,
    /// The seed by which the records are drawn.
    pub seed: Seed,
    /// The number of threads.
    pub threads: usize,
    /// The size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Set by the caller to stop the check.
    pub stop: Option<&'a AtomicBool>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The problem: rules, position and values.
    pub position: Position,
    /// Records in the file.
    pub records: usize,
    /// Lines that are cut off or do not match their checksum.
    pub damaged: usize,
    /// The result in the file, if the solve was finished.
    pub result: Option<LoggedResult>,
    /// Whether the result follows from the records; `None` without a result.
    pub follows: Option<bool>,
    /// The number of records that were searched again, without the help of others.
    pub sampled: usize,
    /// Those of them that do not hold, in words.
    pub wrong: Vec<String>,
    /// Nodes visited by the check.
    pub nodes: u64,
    /// Whether the check was stopped before its end.
    pub stopped: bool,
}

impl CheckReport {
    /// Whether the check was finished and found nothing wrong.
    pub fn is_good(&self) -> bool {
        self.damaged == 0 && self.wrong.is_empty() && self.follows != Some(false) && !self.stopped
    }
}

/// Reads the problem that a checkpoint names.
pub(super) fn position_of(problem: &str) -> Option<Position> {
    let mut fields = problem.split('\t');
    let (rules, position, values) = (fields.next()?, fields.next()?, fields.next()?);
    let board = Board::read("checkpoint", values).ok()?;
    Position::read(position, board, rules.parse().ok()?).ok()
}

/// Checks a checkpoint file.
pub fn check(path: &Path, options: &CheckOptions) -> Result<CheckReport, LogError> {
    let contents = Contents::read(&mut File::open(path)?)?;
    let position = position_of(&contents.problem).ok_or(LogError::NotALog)?;
    let progress = SolveProgress::default();
    let city = City::new(&position);
    let fresh = || {
        let table = TranspositionTable::new(options.table_bytes);
        let mut shared = Shared::new(city.clone(), table, &progress, options.threads.max(1));
        shared.stop = options.stop;
        shared
    };
    let mut report = CheckReport {
        position,
        records: contents.records.len(),
        damaged: contents.damaged,
        result: contents.result,
        follows: None,
        sampled: 0,
        wrong: Vec::new(),
        nodes: 0,
        stopped: false,
    };
    let root = Node::new(&position);
    let root_essence = root.essence(&city).canonical(&city).0;
    let mut rest: Vec<LogRecord> =
        contents.records.iter().copied().filter(|one| one.essence != root_essence).collect();
    if let Some(result) = contents.result {
        let mut shared = fresh();
        // The root's own record is left out: it would prove itself.
        shared.kept = RwLock::new(rest.iter().map(|one| (one.essence, one.bounds)).collect());
        let sign = if position.side() == Side::Blue { 1 } else { -1 };
        let so_far = sign * (position.score(Side::Blue) - position.score(Side::Green));
        let (one, other) = (sign * result.lower - so_far, sign * result.upper - so_far);
        report.follows = holds(&shared, &root, one.min(other), one.max(other));
        report.stopped |= report.follows.is_none();
    }
    let mut rng = options.seed.rng();
    while report.sampled < options.samples && !rest.is_empty() && !report.stopped {
        let record = rest.swap_remove(below(&mut rng, rest.len()));
        let Bounds { lower, upper, .. } = record.bounds;
        match holds(&fresh(), &record.essence.node(&city), i32::from(lower), i32::from(upper)) {
            Some(true) => {}
            Some(false) => report.wrong.push(format!("{record:?}")),
            None => {
                report.stopped = true;
                break;
            }
        }
        report.sampled += 1;
    }
    report.nodes = progress.nodes.load(Ordering::Relaxed);
    Ok(report)
}

/// Whether a node's value lies between two bounds. Bounds beyond the worth of any board need no
/// search. `None` when the search was stopped.
fn holds(shared: &Shared, node: &Node, lower: i32, upper: i32) -> Option<bool> {
    const BEYOND: i32 = 13_000;
    let low = lower < -BEYOND || shared.ask(node, lower)? >= lower;
    let high = upper > BEYOND || shared.ask(node, upper + 1)? <= upper;
    Some(low && high)
}
