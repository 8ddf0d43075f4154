//! Knockout: the losers of a table leave.

use super::ledger::{Ledger, Score};
use super::{BadSchedule, Fixture, Setting, Stages};
use crate::finish::EQUAL;
use crate::{Finish, Scoreboard, Standings, TieBreak};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Knockout: with two seats the winner of a match advances, with four seats the best two of a table, with
/// three the best.
///
/// The participants are named in the order of their seeds. In each round the best of those that are left meet
/// the weakest: with eight of them and two seats the first meets the last, with eight and four seats one
/// table has 1, 4, 5 and 8. In the first round the best have byes, so that afterwards all tables are full.
/// Where the numbers do not fit four seats, one more or one fewer advances: the best of those that just
/// missed it, or not the weakest of those that just reached it.
///
/// A table plays a number of blocks. Its places are decided by the score in these; if that leaves open which
/// of two advances, or which is first in the final, by more blocks, up to a limit; then by points by the rules
/// of the game; then by seed. Those that leave in one round are ordered by their score in it.
///
/// With [`Seating::Once`] a block has the order of the seats that its participants have had least. That cannot balance
/// them within one: the winners of two tables may have had the same seats, and one of them has its seat again.
///
/// [`Seating::Once`]: super::Seating::Once
///
/// ```
/// use joust_league::schedule::{Knockout, Progress, Setting, Stages};
/// let mut cup = Progress::new(Knockout::new(Setting::new(6, 2), 1, 2)?);
/// // 1 and 2 have byes: 3 meets 6 and 4 meets 5, in two games each.
/// assert_eq!(cup.open().into_iter().map(|game| game.seats).collect::<Vec<_>>(), [[2, 5], [5, 2], [3, 4], [4, 3]]);
/// while !cup.is_over() {
///     for fixture in cup.open() {
///         cup.add(fixture.finish_duel(if fixture.seats[0] > fixture.seats[1] { 1.0 } else { 0.0 })).unwrap();
///     }
/// }
/// assert_eq!(cup.standings().rows[0].participant, 5, "the larger number always won");
/// # Ok::<(), joust_league::schedule::BadSchedule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knockout {
    setting: Setting,
    blocks: usize,
    extra: usize,
    board: Scoreboard,
    ledger: Ledger,
    /// Those that are still in, in the order of their seeds.
    field: Vec<usize>,
    round: usize,
    /// The tables of this round.
    tables: Vec<Vec<usize>>,
    /// Blocks that were added because of ties.
    added: usize,
    /// What each participant has reached in this round.
    scores: BTreeMap<usize, Score>,
}

impl Knockout {
    /// A tournament in which tables play this many blocks, and up to `extra` more if they are tied.
    pub fn new(setting: Setting, blocks: usize, extra: usize) -> Result<Knockout, BadSchedule> {
        setting.check(setting.seats)?;
        if blocks == 0 {
            return Err(BadSchedule::Nothing("the number of blocks at a table"));
        }
        Ok(Knockout {
            setting,
            blocks,
            extra,
            board: Scoreboard::new(setting.participants),
            ledger: Ledger::new(setting),
            field: (0..setting.participants).collect(),
            round: 0,
            tables: Vec::new(),
            added: 0,
            scores: BTreeMap::new(),
        })
    }

    /// How many advance from a table.
    fn advancing(&self) -> usize {
        self.setting.seats / 2
    }

    /// How many take part in the next round; 0 in the final.
    fn target(&self) -> usize {
        let (seats, advancing) = (self.setting.seats, self.advancing());
        let mut target = if self.field.len() > seats { seats } else { 0 };
        while target > 0 && target * seats / advancing < self.field.len() {
            target = target * seats / advancing;
        }
        target
    }

    /// The tables of a round: the participants that have no bye, dealt back and forth in the order of seeds.
    fn deal(&self) -> Vec<Vec<usize>> {
        let (seats, field) = (self.setting.seats, self.field.len());
        let leaving = (field - self.target()).max(1);
        let each = seats - self.advancing();
        let count = match self.target() {
            0 => 1,
            // Too many tables would need more participants than there are.
            _ if leaving.div_ceil(each) * seats > field => leaving / each,
            _ => leaving.div_ceil(each),
        };
        let mut tables = vec![Vec::new(); count];
        for (place, who) in self.field[field - count * seats..].iter().enumerate() {
            let (row, column) = (place / count, place % count);
            tables[if row % 2 == 0 { column } else { count - 1 - column }].push(*who);
        }
        tables
    }

    fn compare(&self, one: usize, other: usize) -> Ordering {
        let [a, b] = [one, other].map(|who| self.scores.get(&who).copied().unwrap_or_default());
        let by_score =
            if (a.mean() - b.mean()).abs() < EQUAL { Ordering::Equal } else { b.mean().total_cmp(&a.mean()) };
        by_score.then(b.points().total_cmp(&a.points())).then(one.cmp(&other))
    }

    /// Tables at which equal scores leave open which participant advances, or which is first.
    fn tied(&self) -> Vec<Vec<usize>> {
        let last = if self.target() == 0 { 1 } else { self.advancing() };
        let mean = |who: usize| self.scores.get(&who).map_or(0.0, Score::mean);
        let is_tied = |table: &&Vec<usize>| {
            let mut means: Vec<f64> = table.iter().map(|who| mean(*who)).collect();
            means.sort_by(|one, other| other.total_cmp(one));
            (means[last - 1] - means[last]).abs() < EQUAL
        };
        self.tables.iter().filter(is_tied).cloned().collect()
    }

    /// Ends a round: the losers leave.
    fn close(&mut self) {
        let target = self.target();
        let mut list = Vec::new();
        for table in &self.tables {
            let mut table = table.clone();
            table.sort_by(|one, other| self.compare(*one, *other));
            list.extend(table.into_iter().enumerate());
        }
        list.sort_by(|(place, one), (other_place, other)| {
            place.cmp(other_place).then(self.compare(*one, *other))
        });
        let byes = self.field.len() - list.len();
        for (_, who) in list.split_off(target.saturating_sub(byes)) {
            let mean = self.scores.get(&who).map_or(0.0, Score::mean);
            self.board.leave(who, self.round, mean);
            self.field.retain(|other| *other != who);
        }
        self.round += 1;
        self.tables.clear();
        self.scores.clear();
    }

    fn play(&mut self, tables: &[Vec<usize>], blocks: usize) -> Vec<Fixture> {
        let round = self.round;
        let play = |table: &Vec<usize>| {
            (0..blocks).flat_map(|_| self.ledger.block(table, round)).collect::<Vec<_>>()
        };
        tables.iter().flat_map(play).collect()
    }
}

impl Stages for Knockout {
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture> {
        for game in finished {
            self.board.add(game);
            for (seat, who) in game.seats.iter().enumerate() {
                self.scores.entry(*who).or_default().add(game, seat);
            }
        }
        if !self.tables.is_empty() {
            let tied = self.tied();
            if self.added < self.extra && !tied.is_empty() {
                self.added += 1;
                return self.play(&tied, 1);
            }
            self.close();
        }
        if self.field.is_empty() {
            return Vec::new();
        }
        self.added = 0;
        self.tables = self.deal();
        let tables = self.tables.clone();
        self.play(&tables, self.blocks)
    }

    fn standings(&self) -> Standings {
        self.board.standings(&TieBreak::WHO_LASTS)
    }

    fn most_games(&self) -> usize {
        // Every table but the last removes one participant or more.
        let tables = self.setting.participants - self.setting.seats + 1;
        tables * (self.blocks + self.extra) * self.setting.games_in_block()
    }
}
