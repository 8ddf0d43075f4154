//! The games of a tournament, a row each.

use super::grid::Grid;
use crate::ledger::Counted;
use crate::line::Failed;
use crate::terms::Terms;
use serde::Serialize;

/// A game of a tournament as people read it. As JSON it is an entry of `joust tournament games --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRow {
    /// The number of the game, from 0.
    pub game: usize,
    /// The round, from 1.
    pub round: usize,
    /// The block, from 0: its games have one line-up, one board and one seed.
    pub block: usize,
    /// The board or map.
    pub board: String,
    /// The seed of the block.
    pub seed: u64,
    /// The names of the participants in the order of the seats.
    pub seats: Vec<String>,
    /// What the game counts for each seat, from 0 to 1.
    pub scores: Vec<f64>,
    /// The scores of the game, in games that have some.
    pub points: Vec<i32>,
    /// The faults of players.
    pub faults: Vec<Failed>,
    /// Millions of units of fuel of each seat.
    pub fuel: Vec<u64>,
    /// Why the game could not be finished.
    pub broken: Option<String>,
}

impl GameRow {
    /// A game that counts.
    pub fn new(terms: &Terms, counted: &Counted<'_>) -> GameRow {
        let Counted { line, fixture, finish } = counted;
        GameRow {
            game: line.game,
            round: fixture.round + 1,
            block: fixture.block,
            board: terms.boards[fixture.map].board.name.clone(),
            seed: fixture.seed,
            seats: line.seats.iter().map(|who| terms.participants[*who].name.clone()).collect(),
            scores: finish.scores.clone(),
            points: line.scores.clone(),
            faults: line.faults.clone(),
            fuel: line.fuel.clone(),
            broken: line.broken.clone(),
        }
    }

    /// The scores as people write them: `1 : 0`, or the scores of the game.
    pub fn result(&self) -> String {
        if self.broken.is_some() {
            return "broken off".to_owned();
        }
        let score = |score: &f64| match (score * 4.0).round() as i32 {
            4 => "1",
            3 => "¾",
            2 => "½",
            1 => "¼",
            _ => "0",
        };
        match self.seats.len() {
            2 => self.scores.iter().map(score).collect::<Vec<_>>().join(" : "),
            _ => self.points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : "),
        }
    }

    /// The faults in words.
    pub fn fault_words(&self) -> String {
        let name = |seat: usize| self.seats.get(seat).map_or("a player", String::as_str);
        let words = self.faults.iter().map(|failed| {
            let when =
                failed.turn.map_or_else(|| " before the game".to_owned(), |turn| format!(" in turn {turn}"));
            format!("{} {}{when}", name(failed.seat), failed.words())
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// Games as text, a line each.
    pub fn text(rows: &[GameRow]) -> String {
        let mut grid = Grid::new(vec!["game", "round", "<board", "<seats", "<result", "<faults"]);
        for row in rows {
            let why =
                row.broken.as_ref().map_or_else(|| row.fault_words(), |why| format!("broken off: {why}"));
            grid.add(vec![
                row.game.to_string(),
                row.round.to_string(),
                row.board.clone(),
                row.seats.join(" – "),
                row.result(),
                why,
            ]);
        }
        grid.text()
    }
}
