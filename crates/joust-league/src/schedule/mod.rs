//! Schedules: which participants play which game, in which seats, on which map and with which seed.
//!
//! A [`Plan`] is known in full before the first game: round robin, gauntlet, and the comparison of two
//! versions by duplicate games. Its games are computed from their numbers, so a plan of a million games takes
//! no more memory than one of a thousand. Where the next round depends on results, a format implements
//! [`Stages`]: [`Swiss`], [`Knockout`], [`Elimination`] and [`Ladder`]. [`Progress`] runs them. All are
//! functions of their settings and of the results, so a tournament that is continued goes on as if it had
//! never stopped.
//!
//! Games come in blocks: a block is a line-up on one map with one seed, and all its games together give every
//! participant every seat ([`Seating`]).
//!
//! ```
//! use joust_league::schedule::{Plan, Setting};
//! let plan = Plan::round_robin(Setting::new(3, 2), 1)?;
//! let seats: Vec<_> = plan.iter().map(|fixture| fixture.seats).collect();
//! assert_eq!(seats, [[1, 2], [2, 1], [2, 0], [0, 2], [0, 1], [1, 0]]);
//! # Ok::<(), joust_league::schedule::BadSchedule>(())
//! ```

mod circle;
mod elimination;
mod groups;
mod knockout;
mod ladder;
mod ledger;
mod maps;
mod matching;
mod plan;
mod progress;
mod seating;
mod swiss;
mod tables;

pub use elimination::{Elimination, Leave};
pub use knockout::Knockout;
pub use ladder::Ladder;
pub use plan::Plan;
pub use progress::{BadFinish, Progress, Stages};
pub use seating::Seating;
pub use swiss::Swiss;

use crate::Finish;
use crate::mix::seed_at;
use serde::{Deserialize, Serialize};

/// What the schedules of a tournament have in common.
///
/// ```
/// use joust_league::schedule::{Seating, Setting};
/// let setting = Setting { maps: 3, seed: 7, ..Setting::new(30, 4) };
/// assert_eq!((setting.seating, setting.games_in_block()), (Seating::Rotated, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// How many participants there are; they are numbered from 0, and the first is the best by seed.
    pub participants: usize,
    /// The number of seats of the game, from 2 to 4.
    pub seats: usize,
    /// How many maps, boards or openings the games take turns on.
    pub maps: usize,
    /// All seeds of games follow from it.
    pub seed: u64,
    /// The games of a block.
    pub seating: Seating,
}

impl Setting {
    /// The most seats of a game.
    pub const MOST_SEATS: usize = 4;

    /// One map, seed 0, and blocks in which everybody sits in every seat.
    pub fn new(participants: usize, seats: usize) -> Setting {
        Setting { participants, seats, maps: 1, seed: 0, seating: Seating::Rotated }
    }

    /// How many games a block has.
    pub fn games_in_block(&self) -> usize {
        self.seating.games(self.seats)
    }

    /// Refuses what cannot be played.
    fn check(&self, fewest: usize) -> Result<(), BadSchedule> {
        let Setting { participants, seats, maps, .. } = *self;
        if !(2..=Setting::MOST_SEATS).contains(&seats) {
            return Err(BadSchedule::Seats(seats));
        }
        if maps == 0 {
            return Err(BadSchedule::NoMap);
        }
        if participants < fewest {
            return Err(BadSchedule::TooFew { found: participants, fewest });
        }
        if participants > BadSchedule::MOST {
            return Err(BadSchedule::TooMany(participants));
        }
        Ok(())
    }

    /// The seed of the games of a block.
    fn seed_of(&self, block: usize) -> u64 {
        seed_at(self.seed, block)
    }

    /// The games of a block from its first game on.
    fn block(&self, line_up: &[usize], place: Place) -> impl Iterator<Item = Fixture> {
        let seating = self.seating;
        let seed = self.seed_of(place.block);
        (0..self.games_in_block()).map(move |number| Fixture {
            game: place.game + number,
            round: place.round,
            block: place.block,
            map: place.map,
            opening: place.opening,
            seed,
            seats: seating.arrange(line_up, number, place.turn),
        })
    }
}

/// Where a block stands in a schedule.
#[derive(Clone, Copy, Debug)]
struct Place {
    game: usize,
    round: usize,
    block: usize,
    map: usize,
    opening: usize,
    /// Which seats a block of one game gives.
    turn: usize,
}

/// A game of a schedule. Its seed has at most 31 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub game: usize,
    /// The round. In a knockout and an elimination, a participant may be in several blocks of a round.
    pub round: usize,
    /// The block: its games have one line-up, one map and one seed.
    pub block: usize,
    /// The map, board or opening, from 0.
    pub map: usize,
    /// The opening: the games of a block have one, and a participant has the same opening in no other block. Within
    /// these bounds, the blocks of a round have the same openings.
    pub opening: usize,
    /// The seed of the game.
    pub seed: u64,
    /// The participants in the order of the seats.
    pub seats: Vec<usize>,
}

impl Fixture {
    /// The game with its result, if the most points win.
    ///
    /// ```
    /// use joust_league::schedule::{Plan, Setting};
    /// let fixture = Plan::round_robin(Setting::new(4, 4), 1)?.fixture(0).unwrap();
    /// assert_eq!(fixture.finish(&[30.0, 10.0, 20.0, 5.0]).scores, [1.0, 1.0 / 3.0, 2.0 / 3.0, 0.0]);
    /// # Ok::<(), joust_league::schedule::BadSchedule>(())
    /// ```
    pub fn finish(&self, points: &[f64]) -> Finish {
        Finish::by_points(self.game, self.block, &self.seats, points)
    }

    /// The duel with the score of its first seat: 0, ¼, ½, ¾ or 1.
    ///
    /// ```
    /// use joust_league::schedule::{Plan, Setting};
    /// let fixture = Plan::round_robin(Setting::new(2, 2), 1)?.fixture(0).unwrap();
    /// assert_eq!(fixture.finish_duel(0.75).scores, [0.75, 0.25]);
    /// # Ok::<(), joust_league::schedule::BadSchedule>(())
    /// ```
    pub fn finish_duel(&self, score: f64) -> Finish {
        Finish::duel(self.game, self.block, [self.seats[0], self.seats[1]], score)
    }
}

/// Why there is no such schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSchedule {
    /// The game has too few or too many seats.
    #[error("a game of {0} seats: schedules are for 2, 3 or 4 seats")]
    Seats(usize),
    /// There is no map to play on.
    #[error("there are no maps: name one map, board or opening at least")]
    NoMap,
    /// There are too few participants.
    #[error("{found} participants: this format needs {fewest} at least")]
    TooFew {
        /// The number of participants.
        found: usize,
        /// The smallest number that can play.
        fewest: usize,
    },
    /// There are too many participants.
    #[error("{0} participants: a tournament has {most} at most", most = BadSchedule::MOST)]
    TooMany(usize),
    /// There is nothing to play.
    #[error("{0} is 0: ask for 1 at least")]
    Nothing(&'static str),
    /// All participants would leave at once, or none.
    #[error("{0} % of the participants leave after a round: choose 1 to 99")]
    Share(usize),
    /// The number of games is too large.
    #[error("the schedule has too many games to be counted: ask for fewer cycles")]
    TooLong,
}

impl BadSchedule {
    /// The most participants: everybody meets everybody in half a million blocks.
    const MOST: usize = 1000;
}
