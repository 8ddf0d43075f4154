//! The games of an official round, as its journal has them.

use crate::bout::{Private, Shown, ShownFault};
use joust_core::{Fault, Outcome, Seat};
use joust_tournament::{BadStart, Counted, Failed, GameLine, GameRecord, GameRow, Reading, Skipped, Terms};
use std::path::Path;

/// A game of an official round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundGame {
    /// Its number in the round, from 0.
    pub number: usize,
    /// What everybody may see.
    pub shown: Shown,
    /// Whether it was played to its end.
    pub is_whole: bool,
}

/// A game of an official round with all that is kept of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRecord {
    /// The game.
    pub game: RoundGame,
    /// The bytes of a file that `joust replay` shows; empty without a record.
    pub record: Vec<u8>,
    /// What the author of each player may see, in the order of the seats.
    pub private: Vec<Private>,
}

impl RoundGame {
    /// The games of a journal so far, in the order of their numbers.
    pub fn all(journal: &Path) -> Result<Vec<RoundGame>, BadStart> {
        let reading = Reading::open(journal)?;
        let (terms, mut games) = (reading.terms.clone(), Vec::new());
        reading.ledger(&mut |counted| games.push(RoundGame::new(&terms, counted)))?;
        Ok(games)
    }

    fn new(terms: &Terms, counted: &Counted<'_>) -> RoundGame {
        let row = GameRow::new(terms, counted);
        let winner = winner(counted.line);
        let fault = |failed: &Failed| ShownFault { seat: failed.seat, turn: failed.turn, kind: failed.kind };
        let shown = Shown {
            names: row.seats,
            board: row.board,
            seed: row.seed,
            result: counted.line.result.clone(),
            points: row.points,
            scores: row.scores,
            winner,
            why: row.broken.clone().unwrap_or_default(),
            faults: row.faults.iter().map(fault).collect(),
        };
        RoundGame { number: row.game, shown, is_whole: row.broken.is_none() }
    }
}

/// The seat that won alone.
fn winner(line: &GameLine<Skipped>) -> Option<usize> {
    if line.seats.len() == 2 {
        return line.result.as_ref()?.parse::<Outcome>().ok()?.winner().map(Seat::index);
    }
    let most = line.scores.iter().max()?;
    let mut first = (0..line.scores.len()).filter(|seat| line.scores[*seat] == *most);
    first.next().filter(|_| first.next().is_none())
}

impl RoundRecord {
    /// A game of a journal with its record; `None` if it has not been played.
    pub fn read(journal: &Path, number: usize) -> Result<Option<RoundRecord>, BadStart> {
        let (mut found, mut board) = (None, 0);
        let reading = Reading::open(journal)?;
        let terms = reading.terms.clone();
        reading.ledger(&mut |counted| {
            if counted.line.game == number {
                (found, board) = (Some(RoundGame::new(&terms, counted)), counted.fixture.map);
            }
        })?;
        let Some(game) = found else { return Ok(None) };
        let mut reading = Reading::open(journal)?;
        while let Some(line) = reading.next_game::<GameRecord>()? {
            if line.game == number {
                return Ok(Some(RoundRecord::new(&terms, game, &line, board, journal)));
            }
        }
        Ok(None)
    }

    fn new(terms: &Terms, game: RoundGame, line: &GameLine, board: usize, journal: &Path) -> RoundRecord {
        let kept = line.record.as_ref();
        let record = match line.seats.len() {
            2 => terms.duel_record(line, board).map(|record| record.to_string().into_bytes()),
            _ => kept.and_then(GameRecord::compact),
        };
        let folder = journal.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
        // Players were in the folder of the round, which is nobody's business.
        let told = |text: &str| if folder.is_empty() { text.to_owned() } else { text.replace(&folder, "") };
        let private = |seat: usize| {
            let fault = line.faults.iter().find(|failed| failed.seat == seat).and_then(|failed| {
                Some(Fault {
                    seat: Seat::new(seat)?,
                    turn: failed.turn,
                    kind: failed.kind,
                    detail: told(&failed.detail),
                    last_words: failed.last_words.iter().map(|line| told(line)).collect(),
                })
            });
            let notes = kept.map_or(&[][..], |kept| &kept.notes);
            let notes = notes.iter().filter(|note| note.seat.index() == seat).map(|note| note.text.as_str());
            Private {
                fuel: kept.and_then(|kept| kept.fuel.get(seat).cloned()).unwrap_or_default(),
                fuel_share: None,
                fault,
                output: notes.collect::<Vec<_>>().join("\n"),
            }
        };
        let private = (0..line.seats.len()).map(private).collect();
        RoundRecord { game, record: record.unwrap_or_default(), private }
    }
}
