//! What a list needs to know of a game, now or after the next entry.

use crate::clocks::Clocks;
use crate::live::one_of;
use crate::{Deed, End, Entry, LiveGame, Why};
use joust_core::Seat;

/// A game in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The seat that is asked to act; `None` when the game is over.
    pub to_act: Option<Seat>,
    /// Actions that were made and still stand.
    pub moves: usize,
    /// How the game ended, if it has.
    pub end: Option<End>,
    /// Whether something can happen by itself: a clock runs, or the computer is to move.
    pub wakes: bool,
}

impl LiveGame {
    /// The game as it is.
    pub fn outlook(&self) -> Outlook {
        self.outlook_of(self.to_act(), self.course.len(), self.end, self.is_clock_running())
    }

    /// The game after an entry that can follow. Nothing is replayed, however long the game is.
    pub fn outlook_after(&self, entry: &Entry) -> Outlook {
        let over = |end| self.outlook_of(None, self.course.len(), Some(end), false);
        match &entry.deed {
            Deed::Acted { action, .. } => {
                let mut next = self.session.boxed();
                if next.act(action).is_err() {
                    return self.outlook();
                }
                let (actor, to_act) = (self.to_act(), next.to_act());
                // A clock runs from the second turn of its seat on.
                let moved = |seat: Seat| {
                    let now = actor == Some(seat) && !self.is_word(action);
                    self.moves[seat.index() & 1] > 0 || now
                };
                let runs = self.clocks.is_some() && to_act.is_some_and(moved);
                self.outlook_of(to_act, self.course.len() + 1, End::on_board(next.as_ref()), runs)
            }
            Deed::Resigned { seat } => over(End::lost(Why::Resigned, one_of(*seat))),
            Deed::Flagged { seat } => over(End::lost(Why::Time, one_of(*seat))),
            Deed::GivenUp { .. } => over(End::GIVEN_UP),
            Deed::Undone { to } => {
                // The seat that made the first action that is taken back is asked again.
                let first = self.course.get(*to as usize);
                let to_act = first.map_or_else(|| self.to_act(), |step| Some(step.seat));
                let moves = self.course.len().min(*to as usize);
                self.outlook_of(to_act, moves, self.end, self.is_clock_running())
            }
            _ => self.outlook(),
        }
    }

    fn is_clock_running(&self) -> bool {
        self.clocks.as_ref().is_some_and(Clocks::is_running)
    }

    fn outlook_of(&self, to_act: Option<Seat>, moves: usize, end: Option<End>, runs: bool) -> Outlook {
        let to_act = to_act.filter(|_| end.is_none());
        let computer = self.terms.computer().map(|(seat, _)| seat);
        let wakes = end.is_none() && (runs || to_act.is_some_and(|seat| computer == Some(seat)));
        Outlook { to_act, moves, end, wakes }
    }
}
