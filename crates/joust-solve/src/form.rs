//! The JSON of results, which `docs/results.md` describes.

use crate::mad::{self, Answer, Built, Class};
use crate::recheck::{BoardReport, BoardsReport, TableReport};
use crate::wargame::{CheckReport, Solution};
use joust_core::Duel;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt::Display;
use std::time::Duration;

/// A solved position of the War Game as data.
///
/// ```
/// use joust_solve::wargame::{Options, Solved, solve};
/// use joust_wargame::{Board, Position, Rules};
/// let position = Position::start(Board::named("tiny").unwrap(), Rules::default());
/// let solution = solve(&position, &Options::default())?;
/// let json = serde_json::to_value(Solved { position: &position, solution: &solution })?;
/// assert_eq!((&json["board"], &json["proven"]), (&"tiny".into(), &true.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solved<'a> {
    /// The position.
    pub position: &'a joust_wargame::Position,
    /// Its solution.
    pub solution: &'a Solution,
}

impl Serialize for Solved<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Solved { position, solution } = self;
        let best: Vec<_> = solution.best.iter().map(|mv| position.write_move(*mv)).collect();
        let mut fields = out.serialize_struct("Solved", 16)?;
        fields.serialize_field("game", "wargame")?;
        fields.serialize_field("board", position.board().name())?;
        fields.serialize_field("board_text", &position.board().text())?;
        fields.serialize_field("rules", &text(position.rules()))?;
        fields.serialize_field("position", &text(position))?;
        fields.serialize_field("side", &position.to_move())?;
        fields.serialize_field("value", &solution.value)?;
        fields.serialize_field("sign", &solution.winner())?;
        fields.serialize_field("best", &best.first())?;
        fields.serialize_field("only_best", &solution.all_best.then_some(best.len() == 1))?;
        let one = |text| MoveForm { text, value: solution.value, mate_in: None };
        fields.serialize_field("best_moves", &best.iter().map(one).collect::<Vec<_>>())?;
        fields.serialize_field("line", &position.write_line(&solution.line))?;
        fields.serialize_field("nodes", &solution.nodes)?;
        fields.serialize_field("time_ms", &millis(solution.time))?;
        fields.serialize_field("proven", &solution.proven)?;
        fields.serialize_field("resumed", &solution.resumed)?;
        fields.end()
    }
}

/// A position of MAD as data, with what the tables say about it.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// The position.
    pub position: &'a joust_mad::Position,
    /// What the tables say.
    pub answer: &'a Answer,
    /// How long they took.
    pub time: Duration,
}

impl Serialize for Answered<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Answered { position, answer: Answer { known, line, best, others, wins_in }, time } = self;
        let value = known.value.number();
        let moves = |moves: &[mad::KeptMove]| -> Vec<MoveForm<String, f64>> {
            let one = |kept: &mad::KeptMove| MoveForm {
                text: position.write_move(kept.mv),
                value,
                mate_in: kept.wins_in,
            };
            moves.iter().map(one).collect()
        };
        let line = position.write_line(line);
        let mut fields = out.serialize_struct("Answered", 18)?;
        fields.serialize_field("game", "mad")?;
        fields.serialize_field("board", position.board().name())?;
        fields.serialize_field("rules", &text(position.rules()))?;
        fields.serialize_field("position", &text(position))?;
        fields.serialize_field("side", &position.to_move())?;
        fields.serialize_field("value", &value)?;
        fields.serialize_field("sign", &text(known.winner(position)))?;
        fields.serialize_field("result", &text(known.value))?;
        fields.serialize_field("next", &known.next)?;
        fields.serialize_field("at_most", &known.at_most)?;
        fields.serialize_field("mate_in", wins_in)?;
        fields.serialize_field("best", &line.first())?;
        fields.serialize_field("only_best", &(!best.is_empty()).then_some(best.len() == 1))?;
        fields.serialize_field("best_moves", &moves(best))?;
        fields.serialize_field("other_moves", &moves(others))?;
        fields.serialize_field("line", &line)?;
        fields.serialize_field("nodes", &0)?;
        fields.serialize_field("time_ms", &millis(*time))?;
        fields.serialize_field("proven", &true)?;
        fields.end()
    }
}

/// A move with its value.
#[derive(serde::Serialize)]
struct MoveForm<T, V> {
    #[serde(rename = "move")]
    text: T,
    value: V,
    mate_in: Option<u32>,
}

impl Serialize for Built {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("Built", 6)?;
        fields.serialize_field("class", &self.class)?;
        fields.serialize_field("entries", &self.entries)?;
        fields.serialize_field("bytes", &self.bytes)?;
        fields.serialize_field("longest", &self.longest)?;
        fields.serialize_field("limits", &self.limits)?;
        fields.serialize_field("time_ms", &self.time.map(millis))?;
        fields.end()
    }
}

/// A class as its text.
impl Serialize for Class {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl Serialize for CheckReport {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let result = self.result.map(|result| (result.lower, result.upper));
        let mut fields = out.serialize_struct("CheckReport", 10)?;
        fields.serialize_field("position", &text(self.position))?;
        fields.serialize_field("board_text", &self.position.board().text())?;
        fields.serialize_field("records", &self.records)?;
        fields.serialize_field("damaged", &self.damaged)?;
        fields.serialize_field("result", &result)?;
        fields.serialize_field("follows", &self.follows)?;
        fields.serialize_field("sampled", &self.sampled)?;
        fields.serialize_field("wrong", &self.wrong)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("proven", &(self.is_good() && result.is_some()))?;
        fields.end()
    }
}

impl Serialize for TableReport {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let TableReport { head, limit, found, time } = self;
        let mut fields = out.serialize_struct("TableReport", 11)?;
        fields.serialize_field("board", &head.board)?;
        fields.serialize_field("class", &head.class)?;
        fields.serialize_field("entries", &head.entries)?;
        fields.serialize_field("limits", &head.limits)?;
        fields.serialize_field("limit", limit)?;
        fields.serialize_field("sampled", &found.samples)?;
        fields.serialize_field("positions", &found.positions)?;
        fields.serialize_field("searched", &found.searched)?;
        fields.serialize_field("wrong", &found.wrong)?;
        fields.serialize_field("time_ms", &millis(*time))?;
        fields.serialize_field("proven", &found.wrong.is_empty())?;
        fields.end()
    }
}

impl Serialize for BoardReport {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("BoardReport", 3)?;
        fields.serialize_field("board", self.board.name())?;
        fields.serialize_field("holds", &self.holds)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.end()
    }
}

impl Serialize for BoardsReport {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("BoardsReport", 4)?;
        fields.serialize_field("boards", &self.solved)?;
        fields.serialize_field("wrong", &self.wrong())?;
        fields.serialize_field("skipped", &self.skipped)?;
        fields.serialize_field("proven", &(self.wrong() == 0))?;
        fields.end()
    }
}

fn text(value: impl Display) -> String {
    value.to_string()
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}
