//! A game by its course, whichever duel it is: the view after so many actions, and the record.

use crate::Faults;
use crate::json::{Json, Shown, Tell};
use crate::question::Table;
use joust_core::{Duel, Game, Outcome, Record, Seat};

/// A duel as a page asks for it.
pub(crate) trait Played: Game {
    /// Its positions.
    type Position: Duel;
    /// An action of the course, with what a page wants to know of it.
    type Ply: Tell + 'static;

    /// The position in which the game begins.
    fn opening(table: &Table) -> Result<Self::Position, Faults>;
    /// The game in its first position.
    fn begin(start: Self::Position) -> Self;
    /// Carries out an action, or says why not; `number` is its place in the course, from 1.
    fn act(&mut self, number: usize, text: &str) -> Result<Self::Ply, String>;
    /// The game that a record tells.
    fn replay(record: &Record) -> Result<Self, String>;
    /// The record of the game so far.
    fn record(&self, headers: &[(&str, &str)]) -> Record;
}

/// How a game stands after so many actions, with its whole course.
pub(crate) struct View<G: Played> {
    pub(crate) game: G,
    pub(crate) at: usize,
    pub(crate) plies: Vec<G::Ply>,
}

/// The view after so many actions.
pub(crate) fn view<G: Played>(table: &Table, at: Option<usize>) -> Result<Box<dyn Tell>, Faults>
where
    View<G>: Tell,
{
    let at = at.unwrap_or(table.course.len()).min(table.course.len());
    let mut then = G::begin(G::opening(table)?);
    let mut plies = Vec::with_capacity(table.course.len());
    play::<G>(table, |game, ply| {
        plies.push(ply);
        if plies.len() == at {
            then = game.clone();
        }
    })?;
    Ok(Box::new(View { game: then, at, plies }))
}

/// The record of a game.
pub(crate) fn record<G: Played>(table: &Table, headers: &[(&str, &str)]) -> Result<Record, Faults> {
    Ok(play::<G>(table, |_, _| ())?.record(headers))
}

/// A record that somebody else wrote, in our words.
pub(crate) fn replay<G: Played>(record: &Record) -> Result<Record, Faults> {
    G::replay(record).map(|game| game.record(&[])).map_err(|why| vec![why])
}

/// Plays the whole course, and shows the game after each action.
fn play<G: Played>(table: &Table, mut show: impl FnMut(&G, G::Ply)) -> Result<G, Faults> {
    let mut game = G::begin(G::opening(table)?);
    for (number, text) in (1..).zip(&table.course) {
        let ply = game.act(number, text).map_err(|why| vec![format!("action {number}, `{text}`: {why}")])?;
        show(&game, ply);
    }
    Ok(game)
}

/// How a game ended: in a word, who lost by it, and the points.
pub(crate) struct Over {
    pub(crate) why: &'static str,
    pub(crate) loser: Option<Seat>,
    pub(crate) points: Outcome,
}

impl Tell for Over {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| {
            json.field("why", &self.why);
            json.field("winner", &self.points.winner().map(Seat::index));
            json.field("loser", &self.loser.map(Seat::index));
            json.field("points", &Shown(self.points));
            json.field("full", &self.points.is_full());
        });
    }
}
