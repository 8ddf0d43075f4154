//! The games that are being played now and may be watched by strangers.
//!
//! Whether a game may be listed is among its terms. Whether it is live only the memory knows: both seats
//! are taken, the game is not over, and one of its players at least is connected.

use crate::app::App;
use crate::limits::{LISTED_AGE, LISTED_GAMES};
use crate::picture;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A player of a listed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedPlayer {
    /// The name of a person, which may be empty.
    pub(crate) name: String,
    /// The level of the computer.
    pub(crate) level: Option<u8>,
}

/// A game that a stranger may watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) board: String,
    pub(crate) players: [ListedPlayer; 2],
    /// The number of actions.
    pub(crate) moves: usize,
    pub(crate) watching: usize,
    /// When something last happened, in milliseconds since 1970.
    pub(crate) last_at: i64,
    /// The position as a small SVG; empty until the game is known to be on the list.
    pub(crate) thumbnail: String,
}

/// The list, as old as [`LISTED_AGE`] at most.
#[derive(Default)]
pub(crate) struct ListedGames(Mutex<Option<(Instant, Arc<[ListedGame]>)>>);

impl ListedGames {
    /// The live games, those with the most spectators first and then the latest.
    pub(crate) fn now(&self, app: &App) -> Arc<[ListedGame]> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((since, list)) = &*kept
            && since.elapsed() < LISTED_AGE
        {
            return Arc::clone(list);
        }
        let tables = app.hall.all();
        let mut list: Vec<_> = tables.iter().filter_map(|table| Some((table.listed()?, table))).collect();
        list.sort_by_key(|(game, _)| (std::cmp::Reverse((game.watching, game.last_at)), game.id.clone()));
        list.truncate(LISTED_GAMES);
        // Only what is shown is drawn.
        let drawn = list.into_iter().map(|(game, table)| {
            let view = table.question().and_then(|asked| picture::view(&asked));
            let thumbnail = view.and_then(|view| picture::thumbnail(&view)).unwrap_or_default();
            ListedGame { thumbnail, ..game }
        });
        let list: Arc<[ListedGame]> = drawn.collect();
        *kept = Some((Instant::now(), Arc::clone(&list)));
        list
    }
}
