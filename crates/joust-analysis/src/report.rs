//! The report of a game: what every position was worth, which moves were mistakes, and how accurately both
//! sides played. `docs/analysis.md` explains the numbers.

use crate::verdict::{Judged, Verdict, number, rounded};
use crate::{engine_says, query};
use joust_core::{Course, Duel, Record, Seat};
use joust_players::analysis::Study;
use joust_search::engine::SearchLimits;
use joust_view::{Faults, Value, played};

/// Nodes for each position, unless another number is asked for: a few seconds for a game, in a page.
pub const NODES: u64 = 60_000;
/// How many times as many nodes a position gets where a mistake seems to have been made.
const AGAIN: u64 = 4;

/// The loss of expected result from which on a move has a grade, as lichess has it.
const INACCURACY: f64 = 0.1;
const MISTAKE: f64 = 0.2;
const BLUNDER: f64 = 0.3;

/// The most turning points of a report.
const TURNING: usize = 6;

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// The best move.
    Best,
    /// Another move that loses little or nothing.
    Good,
    /// It loses a twentieth of a game or more.
    Inaccuracy,
    /// It loses a tenth of a game or more.
    Mistake,
    /// It loses much of the game.
    Blunder,
}

impl Grade {
    fn of(lost: f64, is_best: bool) -> Grade {
        match lost {
            _ if is_best => Grade::Best,
            lost if lost >= BLUNDER => Grade::Blunder,
            lost if lost >= MISTAKE => Grade::Mistake,
            lost if lost >= INACCURACY => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }

    /// Its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// What a bad move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// `loses`, `misses-win`, `gives-up`, `spares`, `costs` or `drifts`.
    pub kind: &'static str,
    /// The ship that it gives up, or that the best move would have expelled.
    pub ship: Option<String>,
    /// The points of the final score that it costs.
    pub points: Option<i64>,
}

/// An action of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The action in the notation of records.
    pub text: String,
    /// The seat that acted.
    pub seat: Seat,
    /// The value after it.
    pub value: Verdict,
    /// The best line from the position before; empty for words such as `offer`.
    pub line: Vec<String>,
    /// The line that is expected after it.
    pub reply: Vec<String>,
    /// How much of the expected result was lost, from 0 to 2.
    pub lost: f64,
    /// How good it was; `None` for words.
    pub grade: Option<Grade>,
    /// What it did, if it was worse than good.
    pub slip: Option<Slip>,
}

impl Ply {
    /// The move that would have been better or as good; `None` if the best move was made.
    pub fn best(&self) -> Option<&str> {
        let best = self.grade.is_none_or(|grade| grade == Grade::Best);
        self.line.first().filter(|_| !best).map(String::as_str)
    }
}

/// The report of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The value before the first action.
    pub start: Verdict,
    /// All actions.
    pub plies: Vec<Ply>,
    /// The accuracy of both seats in percent.
    pub accuracy: [Option<f64>; 2],
    /// The indexes of the turning points among the plies.
    pub turning: Vec<usize>,
}

impl Report {
    /// The report as JSON, which `docs/analysis.md` describes.
    pub fn value(&self) -> Value {
        Value::object(vec![
            ("start", self.start.value()),
            ("plies", self.plies.iter().map(ply_value).collect()),
            ("accuracy", self.accuracy.iter().map(|percent| Value::from(percent.map(number))).collect()),
            ("turning", self.turning.iter().copied().collect()),
        ])
    }
}

fn ply_value(ply: &Ply) -> Value {
    let texts = |line: &[String]| line.iter().map(String::as_str).collect();
    let slip = ply.slip.as_ref().map(|slip| {
        Value::object(vec![
            ("kind", slip.kind.into()),
            ("ship", slip.ship.as_deref().into()),
            ("points", slip.points.into()),
        ])
    });
    Value::object(vec![
        ("text", ply.text.as_str().into()),
        ("seat", ply.seat.into()),
        ("value", ply.value.value()),
        ("best", ply.best().into()),
        ("line", texts(&ply.line)),
        ("reply", texts(&ply.reply)),
        ("lost", number(ply.lost)),
        ("grade", ply.grade.map(Grade::word).into()),
        ("slip", slip.into()),
    ])
}

/// What is known of a position of the game.
#[derive(Clone)]
struct Found {
    value: Verdict,
    line: Vec<String>,
}

/// Writes the report of a game, one position at a time.
///
/// It begins at the end of the game and remembers what it has found, so that every position knows what
/// became of it. Then the positions around every move that seems to be a mistake are searched longer.
///
/// ```
/// use joust_analysis::Reporter;
/// use joust_wargame::Campaign;
///
/// let record = "[Game \"wargame\"]\n[Board \"tiny\"]\n\n1. drop-A1 drop-B2 *".parse().unwrap();
/// let mut reporter = Reporter::<Campaign>::new(&record, 1000).unwrap();
/// while reporter.step().unwrap() {}
/// let report = reporter.report();
/// assert_eq!(report.plies[0].best(), Some("drop-B2"));
/// ```
pub struct Reporter<G: Judged> {
    course: Course<G>,
    study: Study<G>,
    nodes: u64,
    /// The positions between the moves; words change nothing.
    positions: Vec<G::Position>,
    /// The moves.
    moves: Vec<String>,
    found: Vec<Option<Found>>,
    done: usize,
}

impl<G: Judged> Reporter<G> {
    /// The report of a recorded game, with this many nodes for each position.
    pub fn new(record: &Record, nodes: u64) -> Result<Reporter<G>, Faults> {
        let course: Course<G> = played(record)?;
        let mut positions = vec![*course.start().position()];
        let mut moves = Vec::new();
        for (at, (_, action)) in course.actions().iter().enumerate() {
            if G::is_move(action) {
                moves.push(action.to_string());
                positions.push(*course.after(at + 1).position());
            }
        }
        let study = Study::new(&positions[0], &query(1)).map_err(engine_says)?;
        let found = vec![None; positions.len()];
        Ok(Reporter { course, study, nodes: nodes.max(1), positions, moves, found, done: 0 })
    }

    /// How many steps are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.positions.len() + self.moves.len())
    }

    /// Does the next step; false when the report is complete.
    pub fn step(&mut self) -> Result<bool, Faults> {
        let (done, of) = self.progress();
        if done == of {
            return Ok(false);
        }
        if let Some(at) = self.positions.len().checked_sub(done + 1) {
            self.judge(at, self.nodes)?;
        } else if self.lost(of - done - 1) >= INACCURACY {
            self.judge(of - done, AGAIN * self.nodes)?;
            self.judge(of - done - 1, AGAIN * self.nodes)?;
        }
        self.done += 1;
        Ok(true)
    }

    fn judge(&mut self, at: usize, nodes: u64) -> Result<(), Faults> {
        let position = &self.positions[at];
        let found = if let Some(outcome) = position.outcome() {
            Found { value: Verdict::over::<G>(&outcome), line: Vec::new() }
        } else {
            let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
            let found = self.study.analyze(position, &limits, &false.into(), &mut |_| {});
            let found = found.map_err(engine_says)?;
            let best = found.best().ok_or_else(|| vec!["the engine found no move".to_owned()])?;
            Found { value: Verdict::of::<G>(position, best), line: best.moves.clone() }
        };
        self.found[at] = Some(found);
        Ok(())
    }

    /// Whether the move with this number is the best that was found, or turned out to be better.
    fn is_best(&self, at: usize) -> bool {
        let best = self.found[at].as_ref().and_then(|found| found.line.first());
        let (chance, score) = self.gain(at);
        best.is_none_or(|best| *best == self.moves[at]) || chance > 0.0 || chance == 0.0 && score > 0.0
    }

    /// By how much the expected result and the score of the side that moves become better.
    fn gain(&self, at: usize) -> (f64, f64) {
        let seat = self.positions[at].to_move();
        let [before, after] = [at, at + 1].map(|at| {
            let value = self.found[at].as_ref().map(|found| found.value);
            value.map_or((0.0, 0.0), |value| (value.chance_of(seat), value.score_of(seat)))
        });
        (rounded(after.0 - before.0), rounded(after.1 - before.1))
    }

    /// How much of the expected result a move loses.
    fn lost(&self, at: usize) -> f64 {
        if self.is_best(at) { 0.0 } else { 0.0 - self.gain(at).0 }
    }

    /// The report of what is known so far.
    pub fn report(&self) -> Report {
        let unknown = Found { value: Verdict::unknown(), line: Vec::new() };
        let found = |at: usize| self.found[at].as_ref().unwrap_or(&unknown);
        let mut at = 0;
        let mut plies = Vec::new();
        for (seat, action) in self.course.actions() {
            let text = action.to_string();
            let ply = if G::is_move(action) {
                at += 1;
                self.ply(at - 1, *seat, found(at - 1), found(at))
            } else {
                let Found { value, line } = found(at).clone();
                Ply {
                    text,
                    seat: *seat,
                    value,
                    line: Vec::new(),
                    reply: line,
                    lost: 0.0,
                    grade: None,
                    slip: None,
                }
            };
            plies.push(ply);
        }
        let accuracy = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let own = plies.iter().filter(|ply| ply.seat == seat && ply.grade.is_some());
            accuracy(&own.map(|ply| ply.lost).collect::<Vec<_>>())
        });
        let turning = turning(&plies);
        Report { start: found(0).value, plies, accuracy, turning }
    }

    fn ply(&self, at: usize, seat: Seat, before: &Found, after: &Found) -> Ply {
        let (text, is_best, lost) = (self.moves[at].clone(), self.is_best(at), self.lost(at));
        let grade = Grade::of(lost, is_best);
        let reply = after.line.clone();
        // Where the move turned out to be better than what was found, it begins the best line.
        let line = if is_best { [std::slice::from_ref(&text), &reply].concat() } else { before.line.clone() };
        let slip = (grade >= Grade::Inaccuracy).then(|| self.slip(at, seat, before, after));
        Ply { text, seat, value: after.value, line, reply, lost, grade: Some(grade), slip }
    }

    /// What a bad move did: the first of these that is true.
    fn slip(&self, at: usize, seat: Seat, before: &Found, after: &Found) -> Slip {
        let position = &self.positions[at];
        let expelled = |position, line: &[String]| line.first().and_then(|mv| G::expelled(position, mv));
        let given_up = expelled(&self.positions[at + 1], &after.line);
        let spared = expelled(position, &before.line);
        let points = rounded(before.value.score_of(seat) - after.value.score_of(seat)).round() as i64;
        let points = (G::COUNTS_POINTS && points > 0).then_some(points);
        let (kind, ship) = if after.value.is_won_by(seat.opponent()) {
            ("loses", given_up)
        } else if before.value.is_won_by(seat) {
            ("misses-win", spared)
        } else if given_up.is_some() {
            ("gives-up", given_up)
        } else if spared.is_some() {
            ("spares", spared)
        } else if points.is_some() {
            ("costs", None)
        } else {
            ("drifts", None)
        };
        Slip { kind, ship, points }
    }
}

/// The accuracy in percent of moves that lost so much: the mean of the arithmetic and the harmonic mean of
/// the accuracies of the moves, so that a blunder counts more than many good moves.
fn accuracy(lost: &[f64]) -> Option<f64> {
    if lost.is_empty() {
        return None;
    }
    let percents: Vec<f64> = lost.iter().map(|lost| accuracy_of_move(*lost)).collect();
    let count = f64::from(u32::try_from(lost.len()).unwrap_or(u32::MAX));
    let arithmetic = percents.iter().sum::<f64>() / count;
    // A move counts at least one percent: one blunder is not the whole game.
    let harmonic = count / percents.iter().map(|percent| 1.0 / percent.max(1.0)).sum::<f64>();
    Some((f64::midpoint(arithmetic, harmonic) * 10.0).round() / 10.0)
}

/// The accuracy of a move in percent, by lichess's formula; half of the loss is the loss of winning chances.
fn accuracy_of_move(lost: f64) -> f64 {
    (103.1668 * (-0.043_54 * 50.0 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The turning points: the blunders, or the largest of them, in the order of the game.
fn turning(plies: &[Ply]) -> Vec<usize> {
    let is_turning = |at: &usize| plies[*at].grade == Some(Grade::Blunder);
    let mut turning: Vec<usize> = (0..plies.len()).filter(is_turning).collect();
    turning.sort_by(|one, other| plies[*other].lost.total_cmp(&plies[*one].lost));
    turning.truncate(TURNING);
    turning.sort_unstable();
    turning
}
