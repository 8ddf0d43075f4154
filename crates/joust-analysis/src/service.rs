//! The questions of a page, in JSON.

use crate::level::action;
use crate::lines::Lines;
use crate::report::{NODES, Report, Reporter};
use crate::verdict::Judged;
use joust_core::Record;
use joust_mad::Battle;
use joust_view::{Faults, Value, fields, game};
use joust_wargame::Campaign;

/// The most nodes that one question may ask for: some seconds.
const MOST_NODES: u64 = 10_000_000;

/// An analysis of a position, whatever its game.
trait AnyLines {
    fn turn_to(&mut self, record: &Record, lines: usize) -> Result<bool, Faults>;
    fn think(&mut self, nodes: u64) -> Result<Value, Faults>;
}

impl<G: Judged> AnyLines for Lines<G> {
    fn turn_to(&mut self, record: &Record, lines: usize) -> Result<bool, Faults> {
        Lines::turn_to(self, record, lines)
    }

    fn think(&mut self, nodes: u64) -> Result<Value, Faults> {
        Lines::think(self, nodes)
    }
}

/// The report of a game, whatever game it is.
trait AnyReporter {
    fn step(&mut self) -> Result<bool, Faults>;
    fn progress(&self) -> (usize, usize);
    fn report(&self) -> Report;
}

impl<G: Judged> AnyReporter for Reporter<G> {
    fn step(&mut self) -> Result<bool, Faults> {
        Reporter::step(self)
    }

    fn progress(&self) -> (usize, usize) {
        Reporter::progress(self)
    }

    fn report(&self) -> Report {
        Reporter::report(self)
    }
}

/// How far a report has come, or the report when it is complete.
fn told(reporter: &dyn AnyReporter) -> Value {
    let (done, of) = reporter.progress();
    if done < of {
        return Value::object(vec![("done", done.into()), ("of", of.into())]);
    }
    Value::object(vec![("report", reporter.report().value())])
}

/// The report of a recorded duel, with this many nodes for each position. `goes_on` is told how many steps
/// are done, and of how many. When it answers false, the work ends without a report.
///
/// ```
/// let record = "[Game \"wargame\"]\n[Board \"tiny\"]\n\n1. drop-B2 drop-A2 *".parse().unwrap();
/// let report = joust_analysis::report(&record, 1000, &mut |_, _| true).unwrap().unwrap();
/// assert_eq!(report.accuracy[0], Some(100.0));
/// ```
pub fn report(
    record: &Record,
    nodes: u64,
    goes_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Report>, Faults> {
    let mut reporter = (duel(record)?.report)(record, nodes)?;
    while reporter.step()? {
        let (done, of) = reporter.progress();
        if !goes_on(done, of) {
            return Ok(None);
        }
    }
    Ok(Some(reporter.report()))
}

type BegunLines = Result<Box<dyn AnyLines>, Faults>;
type BegunReport = Result<Box<dyn AnyReporter>, Faults>;

/// What can be asked about a duel.
struct AnyDuel {
    name: &'static str,
    lines: fn(&Record, usize) -> BegunLines,
    report: fn(&Record, u64) -> BegunReport,
    action: fn(&Record, u64, u64) -> Result<String, Faults>,
}

const fn of<G: Judged>() -> AnyDuel {
    AnyDuel {
        name: G::NAME,
        lines: |record, lines| Ok(Box::new(Lines::<G>::new(record, lines)?)),
        report: |record, nodes| Ok(Box::new(Reporter::<G>::new(record, nodes)?)),
        action: action::<G>,
    }
}

static DUELS: [AnyDuel; 2] = [of::<Battle>(), of::<Campaign>()];

fn duel(record: &Record) -> Result<&'static AnyDuel, Faults> {
    let name = record.header("Game").unwrap_or_default();
    DUELS.iter().find(|duel| duel.name == name).ok_or_else(|| vec![format!("`{name}` is not a duel")])
}

/// One analysis and one report in progress.
#[derive(Default)]
pub struct Service {
    /// The analysis, and the name of its game.
    lines: Option<(&'static str, Box<dyn AnyLines>)>,
    report: Option<Box<dyn AnyReporter>>,
}

impl Service {
    /// Answers a question; the field `error` says what is wrong with it. The field `do` says what is asked:
    ///
    /// | `do` | further fields | answer |
    /// |---|---|---|
    /// | `lines` | a game, `lines` | nothing; begins an analysis |
    /// | `think` | `nodes` | `depth`, `nodes`, `lines`, `done` |
    /// | `report` | a game, `nodes` | `done`, `of`; begins a report |
    /// | `step` | | `done`, `of`, or at the end `report` |
    /// | `forget` | | drops the report, and the memory that it holds |
    /// | `move` | a game, `level`, `seed` | `move` |
    ///
    /// A game has the fields of [`joust_view::game`].
    pub fn answer(&mut self, question: &str) -> String {
        let answered = fields(question).and_then(|fields| self.answer_to(&fields));
        let refused = |faults: Faults| Value::object(vec![("error", faults.into_iter().collect())]);
        answered.unwrap_or_else(refused).to_string()
    }

    fn answer_to(&mut self, fields: &Value) -> Result<Value, Faults> {
        let number = |name, usual| match fields.field(name) {
            None => Ok(usual),
            Some(Value::Number(number)) => Ok(number.unsigned_abs()),
            Some(_) => Err(vec![format!("the question: `{name}` must be a number")]),
        };
        let nodes = |usual| number("nodes", usual).map(|nodes| nodes.clamp(1, MOST_NODES));
        let what = fields.field("do").and_then(Value::text).unwrap_or_default();
        match what {
            "lines" => self.begin(&game(fields)?, number("lines", 1)? as usize),
            "think" => {
                let (_, lines) = self.lines.as_mut().ok_or_else(|| nothing("analysis"))?;
                lines.think(nodes(NODES)?)
            }
            "report" => {
                let record = game(fields)?;
                self.report = None;
                let begun = self.report.insert((duel(&record)?.report)(&record, nodes(NODES)?)?);
                Ok(told(begun.as_ref()))
            }
            "step" => {
                let mut begun = self.report.take().ok_or_else(|| nothing("report"))?;
                begun.step()?;
                let answer = told(begun.as_ref());
                // A complete report gives its memory back.
                self.report = answer.field("report").is_none().then_some(begun);
                Ok(answer)
            }
            "forget" => {
                self.report = None;
                Ok(Value::object(Vec::new()))
            }
            "move" => {
                let record = game(fields)?;
                let action = (duel(&record)?.action)(&record, number("level", 10)?, number("seed", 0)?)?;
                Ok(Value::object(vec![("move", action.into())]))
            }
            _ => Err(vec![format!("the question: `do` must not be `{what}`")]),
        }
    }

    fn begin(&mut self, record: &Record, lines: usize) -> Result<Value, Faults> {
        let duel = duel(record)?;
        let goes_on = match &mut self.lines {
            Some((name, kept)) if *name == duel.name => kept.turn_to(record, lines)?,
            _ => false,
        };
        if !goes_on {
            // First the old one goes, then the new one comes: both together would take twice the memory.
            self.lines = None;
            self.lines = Some((duel.name, (duel.lines)(record, lines)?));
        }
        Ok(Value::object(Vec::new()))
    }
}

fn nothing(what: &str) -> Faults {
    vec![format!("no {what} was begun")]
}
