//! A match as data.

use serde::Serialize;

/// A match as data, for programs: `docs/results.md` describes its JSON.
///
/// ```
/// use joust_match::{DuelLine, DuelMatch, MatchReport};
/// let (about, games) = (DuelMatch { game: "mad".to_owned(), ..DuelMatch::default() }, Vec::<DuelLine>::new());
/// let standings = joust_league::DuelStandings::new(&["random".to_owned(), "engine:1".to_owned()], None);
/// let report =
///     MatchReport { game: &about.game, about: &about, stopped: false, standings: &standings, results: &games };
/// let json = serde_json::to_value(&report)?;
/// assert_eq!((&json["game"], &json["standings"][1]["name"]), (&"mad".into(), &"engine:1".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MatchReport<'a, A, S, L> {
    /// The game by name.
    pub game: &'a str,
    /// The first line of the journal.
    pub about: &'a A,
    /// Whether the match was stopped before its last game.
    pub stopped: bool,
    /// What the games add up to.
    #[serde(flatten)]
    pub standings: &'a S,
    /// The lines of the games.
    pub results: &'a [L],
}
