//! The elimination of the Barcelona contest: everybody plays, and the weakest leave, until one table is left.

use super::ledger::{Ledger, Score};
use super::tables::{bases, lap};
use super::{BadSchedule, Fixture, Setting, Stages};
use crate::finish::EQUAL;
use crate::mix::Dice;
use crate::{Finish, Scoreboard, Standings, TieBreak};
use serde::{Deserialize, Serialize};

/// How many leave after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leave {
    /// This many.
    Number(usize),
    /// This part of those that are left, in percent, and one at least.
    Percent(usize),
}

/// Elimination as in the contest of Barcelona: in every round all that are left play at tables with others, and
/// the weakest leave, until one table is left: with four seats, four participants. These play a final.
///
/// A round has laps. In a lap everybody plays as many blocks as there are seats, with others each time, and
/// nobody has a bye. With [`Seating::Once`] these are single games, one in each seat, so that seats are
/// balanced within one game. The tables are drawn anew in every round; each is played on the map that its
/// participants have had least, which balances maps within two blocks of the fair share, because all four at a
/// table play on one map.
///
/// The score of the round decides about leaving; among equals the score of all games, then points by the
/// rules of the game, then seed.
///
/// ```
/// use joust_league::schedule::{Elimination, Leave, Progress, Seating, Setting};
/// let setting = Setting { seating: Seating::Once, ..Setting::new(30, 4) };
/// let mut contest = Progress::new(Elimination::new(setting, 1, 3, Leave::Percent(25))?);
/// // Thirty games, and everybody plays four of them, one in each seat.
/// assert_eq!(contest.open().len(), 30);
/// while !contest.is_over() {
///     for fixture in contest.open() {
///         let points: Vec<f64> = fixture.seats.iter().map(|who| 100.0 - *who as f64).collect();
///         contest.add(fixture.finish(&points)).unwrap();
///     }
/// }
/// let best: Vec<usize> = contest.standings().rows.iter().map(|row| row.participant).collect();
/// assert_eq!(best[..4], [0, 1, 2, 3]);
/// # Ok::<(), joust_league::schedule::BadSchedule>(())
/// ```
///
/// [`Seating::Once`]: super::Seating::Once
#[derive(Clone, Debug)]
pub struct Elimination {
    setting: Setting,
    laps: usize,
    final_blocks: usize,
    leave: Leave,
    board: Scoreboard,
    ledger: Ledger,
    field: Vec<usize>,
    round: usize,
    /// What each participant has reached in this round.
    scores: Vec<Score>,
}

impl Elimination {
    /// A tournament with this many laps in a round and this many blocks in the final.
    pub fn new(
        setting: Setting,
        laps: usize,
        final_blocks: usize,
        leave: Leave,
    ) -> Result<Elimination, BadSchedule> {
        setting.check(setting.seats)?;
        match leave {
            _ if laps == 0 => return Err(BadSchedule::Nothing("the number of laps in a round")),
            _ if final_blocks == 0 => return Err(BadSchedule::Nothing("the number of blocks in the final")),
            Leave::Number(0) => return Err(BadSchedule::Nothing("the number of those that leave")),
            Leave::Percent(share) if !(1..100).contains(&share) => return Err(BadSchedule::Share(share)),
            _ => {}
        }
        Ok(Elimination {
            setting,
            laps,
            final_blocks,
            leave,
            board: Scoreboard::new(setting.participants),
            ledger: Ledger::new(setting),
            field: (0..setting.participants).collect(),
            round: 0,
            scores: vec![Score::default(); setting.participants],
        })
    }

    /// How many leave when this many are left; all in the final.
    fn leaving(&self, left: usize) -> usize {
        if left == self.setting.seats {
            return left;
        }
        let number = match self.leave {
            Leave::Number(number) => number,
            Leave::Percent(share) => left * share / 100,
        };
        number.clamp(1, left - self.setting.seats)
    }

    fn mean(&self, who: usize) -> f64 {
        self.scores[who].mean()
    }

    /// Ends a round: the weakest leave.
    fn close(&mut self) {
        let mut order = self.field.clone();
        let differ = |one: f64, other: f64| if (one - other).abs() < EQUAL { 0.0 } else { one - other };
        order.sort_by(|one, other| {
            let round = differ(self.mean(*other), self.mean(*one));
            let total = differ(self.board.mean(*other), self.board.mean(*one));
            let points = self.scores[*other].points().total_cmp(&self.scores[*one].points());
            round.total_cmp(&0.0).then(total.total_cmp(&0.0)).then(points).then(one.cmp(other))
        });
        for who in order.split_off(order.len() - self.leaving(order.len())) {
            self.board.leave(who, self.round, self.mean(who));
        }
        order.sort_unstable();
        self.field = order;
        self.round += 1;
        self.scores.fill(Score::default());
    }

    /// The line-ups of a round.
    fn draw(&self) -> Vec<Vec<usize>> {
        let (left, seats) = (self.field.len(), self.setting.seats);
        let mut order = self.field.clone();
        Dice::new(self.setting.seed, self.round as u64).shuffle(&mut order);
        if left == seats {
            return vec![self.field.clone(); self.final_blocks];
        }
        let bases = bases(left, seats);
        let laps = (0..self.laps).flat_map(|number| lap(&bases[number % bases.len()], left));
        laps.map(|table| table.into_iter().map(|place| order[place]).collect()).collect()
    }
}

impl Stages for Elimination {
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture> {
        for game in finished {
            self.board.add(game);
            for (seat, who) in game.seats.iter().enumerate() {
                self.scores[*who].add(game, seat);
            }
        }
        if !finished.is_empty() {
            self.close();
        }
        if self.field.is_empty() {
            return Vec::new();
        }
        let round = self.round;
        self.draw().iter().flat_map(|line_up| self.ledger.block(line_up, round)).collect()
    }

    fn standings(&self) -> Standings {
        self.board.standings(&TieBreak::WHO_LASTS)
    }

    fn most_games(&self) -> usize {
        let (mut left, mut blocks) = (self.setting.participants, self.final_blocks);
        while left > self.setting.seats {
            blocks += self.laps * left;
            left -= self.leaving(left);
        }
        blocks * self.setting.games_in_block()
    }
}
