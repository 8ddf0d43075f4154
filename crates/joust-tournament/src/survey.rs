//! Everything that a journal says: its terms, sums, places and ratings.

use crate::journal::{BadStart, Reading};
use crate::ledger::{Counted, Ledger};
use crate::table::Table;
use crate::terms::Terms;
use joust_league::HeadToHead;
use joust_league::rating::{Games, Ratings};

/// What the games of a journal add up to.
pub struct Survey {
    /// The terms of the tournament.
    pub terms: Terms,
    /// The games so far.
    pub ledger: Ledger,
    /// The ratings of all games.
    pub ratings: Ratings,
    /// Who beats whom.
    pub meetings: HeadToHead,
}

impl Survey {
    /// Reads a journal to its end.
    pub fn of(reading: Reading) -> Result<Survey, BadStart> {
        Survey::heard(reading, &mut |_, _| ())
    }

    /// [`Survey::of`], where `heard` is told of every game that counts, in the order of their numbers.
    pub fn heard(reading: Reading, heard: &mut dyn FnMut(&Terms, &Counted<'_>)) -> Result<Survey, BadStart> {
        let terms = reading.terms.clone();
        let many = terms.participants.len();
        let (mut games, mut meetings) = (Games::new(many), HeadToHead::new(many));
        let (_, ledger) = reading.ledger(&mut |counted| {
            // A game that could not be finished says nothing about strength.
            if counted.line.broken.is_none() {
                games.add(counted.finish);
                meetings.add(counted.finish);
            }
            heard(&terms, counted);
        })?;
        let ratings = games.rate(terms.anchor());
        Ok(Survey { terms, ledger, ratings, meetings })
    }

    /// The standings.
    pub fn table(&self) -> Table {
        Table::new(&self.terms, &self.ledger, Some(&self.ratings))
    }
}
