//! The record of a live game.

use crate::{LiveGame, Opponent, Why};
use joust_core::{Record, Seat};

impl LiveGame {
    /// The record of the game so far, which `joust verify` accepts: who played, what was done, and
    /// how it ended. A loss by time is written as a resignation, which counts the same
    /// ([MAD-7.8], [WAR-4.3]), with a header that says what it was.
    pub fn record(&self) -> Record {
        let position = self.session.position();
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| capital(position.side_name(seat)));
        let players = [0, 1].map(|seat| self.player_name(seat));
        let mut headers: Vec<(&str, &str)> =
            (0..2).map(|seat| (names[seat].as_str(), players[seat].as_str())).collect();
        let clock =
            self.terms.clock.map(|clock| format!("{}+{}", seconds(clock.start), seconds(clock.increment)));
        if let Some(clock) = &clock {
            headers.push(("Clock", clock));
        }
        let mut session = self.session.boxed();
        let mut told = String::new();
        if let Some(end) = &self.end {
            let side = |seat: Seat| names[seat.index() & 1].to_lowercase();
            told = match (end.why, end.loser) {
                (Why::Time, Some(loser)) => format!("{} has no time left", side(loser)),
                (Why::Resigned, Some(loser)) => format!("{} resigns", side(loser)),
                (Why::GivenUp, _) => "given up before both sides had moved".to_owned(),
                _ => String::new(),
            };
            if end.loser.is_some() && session.to_act() == end.loser {
                // It is allowed: the game was not over on the board, and this side was asked to act.
                let _ = session.act("resign");
            }
        }
        if !told.is_empty() {
            headers.push(("Termination", &told));
        }
        session.record(&headers)
    }

    fn player_name(&self, seat: usize) -> String {
        match (&self.sitters[seat], self.terms.opponent) {
            (Some(sitter), _) => sitter.name.clone(),
            (None, Opponent::Computer { level, .. }) => format!("engine:{level}"),
            (None, _) => "?".to_owned(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `300`, or `1.5` where there are fractions.
fn seconds(millis: i64) -> String {
    let (whole, rest) = (millis / 1000, millis % 1000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}
