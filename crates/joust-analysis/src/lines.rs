//! The best lines of a position, searched deeper and deeper in parts.

use crate::verdict::{Judged, Verdict};
use crate::{engine_says, query};
use joust_core::{Course, Record};
use joust_players::analysis::Study;
use joust_search::engine::SearchLimits;
use joust_view::{Faults, Value, played};

/// The most lines that can be asked for.
pub const MOST_LINES: usize = 16;

/// An analysis of one position after the other, with one memory for all of them.
///
/// ```
/// use joust_analysis::Lines;
/// use joust_mad::Battle;
///
/// let record = "[Game \"mad\"]\n[Position \"b111,,,/,,,/,,,/r111,,,/,,,/,,, r\"]\n\n*".parse().unwrap();
/// let mut lines = Lines::<Battle>::new(&record, 2).unwrap();
/// let mut found = lines.think(1000).unwrap();
/// while !lines.is_done() {
///     found = lines.think(1000).unwrap();
/// }
/// let best = &found.field("lines").unwrap().to_string();
/// assert!(best.contains(r#""kind":"win""#) && best.contains(r#""turns":9"#), "{best}");
/// ```
pub struct Lines<G: Judged> {
    study: Study<G>,
    position: G::Position,
    is_over: bool,
}

impl<G: Judged> Lines<G> {
    /// The analysis of the position after the actions of a record, in this many lines.
    pub fn new(record: &Record, lines: usize) -> Result<Lines<G>, Faults> {
        let position = position::<G>(record)?;
        let study = Study::new(&position, &query(lines)).map_err(engine_says)?;
        let mut analysis = Lines { study, position, is_over: false };
        analysis.is_over = !analysis.study.begin(&position);
        Ok(analysis)
    }

    /// Turns to the position after the actions of another record, and remembers what was found before. Gives
    /// false if this takes an analysis of its own: on another board.
    pub fn turn_to(&mut self, record: &Record, lines: usize) -> Result<bool, Faults> {
        let position = position::<G>(record)?;
        if !self.study.fits(&position) {
            return Ok(false);
        }
        self.study.show(lines.clamp(1, MOST_LINES));
        self.position = position;
        self.is_over = !self.study.begin(&position);
        Ok(true)
    }

    /// Whether thinking on would change nothing.
    pub fn is_done(&self) -> bool {
        self.is_over || self.study.is_done()
    }

    /// Thinks on for about this many nodes, and gives what is known then: `depth`, `nodes`, `lines`, each of a
    /// `value` and its `moves`, and `done`. A finished game has no lines,
    /// nor has a position before its first depth is finished.
    pub fn think(&mut self, nodes: u64) -> Result<Value, Faults> {
        if self.is_over {
            return Ok(told(0, 0, Vec::new(), true));
        }
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let found = self.study.go_on(&limits, &false.into()).map_err(engine_says)?;
        let line = |line: &_| {
            let (value, moves) = (Verdict::of::<G>(&self.position, line).value(), line_moves(line));
            Value::object(vec![("value", value), ("moves", moves)])
        };
        // Before the first depth is finished, values mean nothing.
        let lines = found.lines.iter().filter(|_| found.depth > 0).map(line).collect();
        Ok(told(found.depth, found.nodes, lines, self.is_done()))
    }
}

fn line_moves(line: &joust_players::analysis::Thought) -> Value {
    line.moves.iter().map(String::as_str).collect()
}

fn told(depth: u32, nodes: u64, lines: Vec<Value>, done: bool) -> Value {
    Value::object(vec![
        ("depth", (depth as usize).into()),
        ("nodes", (nodes as i64).into()),
        ("lines", Value::List(lines)),
        ("done", done.into()),
    ])
}

fn position<G: Judged>(record: &Record) -> Result<G::Position, Faults> {
    let course: Course<G> = played(record)?;
    Ok(*course.position())
}
