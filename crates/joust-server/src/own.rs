//! The games of a visitor, as lists show them.

use crate::app::App;
use crate::failure::Failure;
use crate::id;
use crate::table;
use crate::words::Words;
use joust_live::{Opponent, Terms};
use joust_store::GameSummary;
use std::sync::Arc;

/// A game of the visitor.
pub(crate) struct OwnGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) board: String,
    /// `computer`, `screen` or `friend`.
    pub(crate) opponent: &'static str,
    pub(crate) level: Option<u8>,
    /// The seat of the visitor; `None` for a visitor with both.
    pub(crate) seat: Option<usize>,
    /// The name of the other person, if there is one.
    pub(crate) name: String,
    /// Whether the visitor is to act.
    pub(crate) your_turn: bool,
    /// How the game ended, in the word of its summary.
    pub(crate) ending: Option<String>,
    pub(crate) winner: Option<usize>,
    /// Whether a seat is still open.
    pub(crate) is_open: bool,
    /// The number of actions; `None` if the game has no summary yet.
    pub(crate) moves: Option<usize>,
}

impl OwnGame {
    /// Whether it is a running game against another person.
    pub(crate) fn is_against_a_person(&self) -> bool {
        self.opponent == "friend" && self.seat.is_some() && self.ending.is_none() && !self.is_open
    }

    /// The class of the note on its state: `yours`, `won`, `lost`, or nothing.
    pub(crate) fn mood(&self) -> &'static str {
        match (&self.ending, self.winner, self.seat) {
            (None, ..) if self.your_turn && !self.is_open => "yours",
            (Some(_), Some(winner), Some(seat)) => {
                if winner == seat {
                    "won"
                } else {
                    "lost"
                }
            }
            _ => "",
        }
    }

    /// What is to be done, or how it ended.
    pub(crate) fn state(&self, words: &Words) -> &'static str {
        match (self.ending.as_deref(), self.winner, self.seat) {
            (None, ..) if self.is_open => words.waiting,
            (None, ..) if self.your_turn => words.your_turn,
            (None, ..) => words.their_turn,
            (Some("given-up"), ..) => words.aborted,
            (Some(_), None, _) => words.drawn,
            (Some(_), Some(winner), Some(seat)) => {
                if winner == seat {
                    words.won
                } else {
                    words.lost
                }
            }
            (Some(_), Some(winner), None) => match (self.game.as_str(), winner) {
                ("mad", 0) => words.red_won,
                ("wargame", 1) => words.green_won,
                _ => words.blue_won,
            },
        }
    }
}

/// A part of the games of a visitor, from their summaries, without replay, and whether older ones follow.
/// The part has the newest games after the first `skip`; those that can go on come first in it.
pub(crate) async fn games(
    app: &Arc<App>,
    visitor: &str,
    skip: u32,
    most: u32,
) -> Result<(Vec<OwnGame>, bool), Failure> {
    let mut listed = app.store.games_of(visitor, skip, most + 1).await?;
    let more = listed.len() > most as usize;
    listed.truncate(most as usize);
    let old: Vec<_> =
        listed.iter().filter(|game| game.summary.is_none()).map(|game| game.id.clone()).collect();
    if !old.is_empty() {
        tokio::spawn(summarize(Arc::clone(app), old));
    }
    let mut own: Vec<_> = listed.iter().map(|game| own_game(game, visitor)).collect();
    own.sort_by_key(|game| (game.ending.is_some(), !game.your_turn));
    Ok((own, more))
}

/// Gives games of an older joust their summaries, for the next visit.
async fn summarize(app: Arc<App>, ids: Vec<String>) {
    for id in ids {
        // A game that cannot be replayed was logged when it was read.
        let Ok(game) = table::read(&app, &id).await else { continue };
        if let Err(why) = app.store.set_summary(&id, table::summary(&game.standing())).await {
            tracing::warn!(game = id::label(&id), %why, "a summary could not be stored");
            return;
        }
    }
}

fn own_game(game: &GameSummary, visitor: &str) -> OwnGame {
    let terms: Option<Terms> = serde_json::from_str(&game.terms).ok();
    let opponent = terms.as_ref().map(|terms| terms.opponent);
    let computer = terms.as_ref().and_then(Terms::computer);
    let mine: Vec<_> = game.seats.iter().filter(|taken| taken.visitor == visitor).collect();
    let other = game.seats.iter().find(|taken| taken.visitor != visitor);
    let summary = game.summary.as_ref();
    let to_act = summary.and_then(|summary| summary.to_act);
    OwnGame {
        id: game.id.clone(),
        game: terms.as_ref().map(|terms| terms.setup.game.clone()).unwrap_or_default(),
        board: terms.as_ref().map(|terms| terms.setup.board.name.clone()).unwrap_or_default(),
        opponent: match opponent {
            Some(Opponent::Computer { .. }) => "computer",
            Some(Opponent::Screen) => "screen",
            Some(Opponent::Friend) | None => "friend",
        },
        level: computer.map(|(_, level)| level),
        seat: mine.first().filter(|_| mine.len() == 1).map(|taken| taken.seat.into()),
        name: other.map(|taken| taken.name.clone()).unwrap_or_default(),
        your_turn: to_act.is_some_and(|seat| mine.iter().any(|taken| taken.seat == seat)),
        ending: summary.and_then(|summary| summary.ending.clone()),
        winner: summary.and_then(|summary| summary.winner).map(usize::from),
        is_open: computer.is_none() && game.seats.len() < 2,
        moves: summary.map(|summary| summary.moves as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_store::{SeatTaken, Summary};

    fn listed(ending: &str, winner: Option<u8>, seats: &[(u8, &str)]) -> OwnGame {
        let terms = Terms::new("wargame", "", "", "", Opponent::Friend).unwrap();
        let seat = |&(seat, visitor): &(u8, &str)| SeatTaken {
            seat,
            visitor: visitor.to_owned(),
            name: visitor.to_owned(),
        };
        let ending = Some(ending.to_owned()).filter(|ending| !ending.is_empty());
        let to_act = ending.is_none().then_some(0);
        let summary = Summary { to_act, moves: 3, ending, winner, wakes: false };
        let game = GameSummary {
            id: "k3".into(),
            terms: serde_json::to_string(&terms).unwrap(),
            at: 1,
            seats: seats.iter().map(seat).collect(),
            summary: Some(summary),
        };
        own_game(&game, "ada")
    }

    #[test]
    fn a_finished_game_says_who_won() {
        let two = [(0, "ada"), (1, "bob")];
        let state = |game: &OwnGame| (game.state(Words::ENGLISH), game.mood());
        assert_eq!(state(&listed("full", Some(0), &two)), ("You won", "won"));
        assert_eq!(state(&listed("resigned", Some(1), &two)), ("You lost", "lost"));
        assert_eq!(state(&listed("full", None, &two)), ("Draw", ""));
        assert_eq!(state(&listed("given-up", None, &two)), ("Aborted", ""));
        assert_eq!(state(&listed("", None, &two)), ("Your turn", "yours"));
        assert_eq!(state(&listed("", None, &[(0, "ada")])), ("Seat open", ""));
        let alone = [(0, "ada"), (1, "ada")];
        assert_eq!(state(&listed("full", Some(1), &alone)), ("Green won", ""));
    }
}
