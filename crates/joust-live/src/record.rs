//! The record of a live game.

use crate::{LiveGame, Opponent};
use joust_core::{Allowance, Record, Seat, Why};

impl LiveGame {
    /// The record of the game so far, which `joust verify` accepts: players, actions and ending. A game
    /// that was aborted has no result.
    pub fn record(&self) -> Record {
        let position = self.session.position();
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| position.header(seat));
        let players = [0, 1].map(|seat| self.player_name(seat));
        let mut headers: Vec<(&str, &str)> =
            (0..2).map(|seat| (names[seat].as_str(), players[seat].as_str())).collect();
        let clock = self.terms.clock.map(|clock| clock.to_string());
        if let Some(clock) = &clock {
            headers.push((Allowance::HEADER, clock));
        }
        if self.ending().is_some_and(|ending| ending.why == Why::GIVEN_UP) {
            let when = if self.is_under_way() { "given up" } else { "given up before both sides had moved" };
            headers.push(("Termination", when));
        }
        self.session.record(&headers)
    }

    fn player_name(&self, seat: usize) -> String {
        match (&self.sitters[seat], self.terms.opponent) {
            (Some(sitter), _) => sitter.name.clone(),
            (None, Opponent::Computer { level, .. }) => format!("engine:{level}"),
            (None, _) => "?".to_owned(),
        }
    }
}
