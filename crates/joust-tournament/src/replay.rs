//! A recorded game, played again for readers.

use crate::line::{GameLine, GameRecord};
use crate::terms::Terms;
use joust_core::Record;
use joust_games::{Ask, duel};
use joust_match::duel_record;
use serde::Serialize;
use serde_json::Value;

/// A duel as a page shows it: every position, without any rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Film {
    /// The position before the first move and after each move.
    positions: Vec<String>,
    /// The moves.
    moves: Vec<String>,
    /// The scores before the first move and after each move, in games that have some.
    scores: Vec<[i64; 2]>,
    /// The number of moves that are the opening.
    opening: usize,
}

impl Terms {
    /// The record of a duel as a text that `joust replay` shows; `None` if there is none.
    pub fn duel_record(&self, line: &GameLine, board: usize) -> Option<Record> {
        let kept = line.record.as_ref()?;
        let names = [0, 1].map(|seat| self.participants[line.seats[seat]].name.clone());
        let actions: Vec<String> = kept.actions.split_whitespace().map(str::to_owned).collect();
        duel_record(self.boards.get(board)?, &names, &actions, line.result.clone())
    }

    /// All positions of a duel; `None` if its record does not replay.
    pub(crate) fn film(&self, line: &GameLine, board: usize) -> Option<Film> {
        let record = self.duel_record(line, board)?;
        let start = duel(&self.game)?.duel_session(&Ask::from(self.boards.get(board)?)).ok()?;
        let view: Value = serde_json::to_value(joust_view::of_record(&record, None).ok()?).ok()?;
        let has_scores = view.get("scores").is_some();
        let (mut positions, mut moves) = (vec![start.position().text()], Vec::new());
        let mut scores = vec![[0_i64; 2]];
        for ply in view["plies"].as_array()? {
            let Some(position) = ply["position"].as_str() else { continue };
            positions.push(position.to_owned());
            moves.push(ply["text"].as_str().unwrap_or_default().to_owned());
            let (seat, number) = (usize::from(ply["seat"] == 1), |key: &str| ply[key].as_i64().unwrap_or(0));
            let mut score = scores.last().copied().unwrap_or_default();
            score[seat] += number("gain");
            score[1 - seat] -= number("loot");
            scores.push(score);
        }
        if !has_scores {
            scores.clear();
        }
        let opening = line.record.as_ref().map_or(0, |record| record.opening);
        Some(Film { positions, moves, scores, opening })
    }
}

impl GameRecord {
    /// The notes of the players in words: when, which seat, what.
    pub(crate) fn note_lines(&self) -> Vec<(u32, usize, String)> {
        self.notes.iter().map(|note| (note.turn, note.seat.index(), note.text.clone())).collect()
    }
}
