//! The ladder: the next games are those of the participants about which least is known.

use super::ledger::Ledger;
use super::{BadSchedule, Fixture, Setting, Stages};
use crate::finish::real;
use crate::rating::{Method, Online};
use crate::{Finish, Scoreboard, Standings, TieBreak};

/// A ladder: blocks for the participants with the least certain ratings, against others of about their
/// strength.
///
/// Every stage has a number of tables. The participant whose provisional rating ([`Method::WengLin`]) is least
/// certain comes first; its opponents are those with the nearest ratings, where every earlier meeting counts
/// as a distance of [`Ladder::VARIETY`] Elo. The rest of the tables follows in the same way; nobody plays at two
/// tables of a stage. Seats and maps are those that the participants have had least.
///
/// ```
/// use joust_league::schedule::{Ladder, Progress, Setting};
/// let mut ladder = Progress::new(Ladder::new(Setting::new(5, 2), 1, 20)?);
/// while !ladder.is_over() {
///     let fixture = ladder.open().remove(0);
///     ladder.add(fixture.finish_duel(0.5)).unwrap();
/// }
/// // Everybody has played, and about equally often.
/// assert!(ladder.standings().rows.iter().all(|row| (14..=18).contains(&row.games)));
/// # Ok::<(), joust_league::schedule::BadSchedule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ladder {
    setting: Setting,
    tables: usize,
    blocks: usize,
    played: usize,
    stage: usize,
    board: Scoreboard,
    ledger: Ledger,
    ratings: Online,
}

impl Ladder {
    /// What an earlier meeting counts as, in Elo.
    pub const VARIETY: f64 = 50.0;

    /// A ladder with this many tables at a time and this many blocks in all.
    pub fn new(setting: Setting, tables: usize, blocks: usize) -> Result<Ladder, BadSchedule> {
        setting.check(setting.seats)?;
        if tables == 0 || blocks == 0 {
            return Err(BadSchedule::Nothing("the number of tables or blocks"));
        }
        Ok(Ladder {
            setting,
            tables,
            blocks,
            played: 0,
            stage: 0,
            board: Scoreboard::new(setting.participants),
            ledger: Ledger::new(setting),
            ratings: Online::new(setting.participants, Method::WengLin),
        })
    }

    /// The ratings that decide about the next games.
    pub fn ratings(&self) -> &Online {
        &self.ratings
    }

    /// The line-ups of the next stage.
    fn line_ups(&self) -> Vec<Vec<usize>> {
        let Setting { participants, seats, .. } = self.setting;
        let mut free: Vec<usize> = (0..participants).collect();
        let doubt = |who: usize| self.ratings.rating(who).deviation;
        free.sort_by(|one, other| doubt(*other).total_cmp(&doubt(*one)).then(one.cmp(other)));
        let most = self.tables.min(self.blocks - self.played).min(participants / seats);
        let line_up = |_| {
            let first = free.remove(0);
            let strength = self.ratings.rating(first).rating;
            let distance = |who: usize| {
                let meetings = self.board.met(first, who) / real(self.setting.games_in_block());
                (self.ratings.rating(who).rating - strength).abs() + meetings * Ladder::VARIETY
            };
            let mut near: Vec<(f64, usize)> = free.iter().map(|who| (distance(*who), *who)).collect();
            near.sort_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b)));
            let others: Vec<usize> = near[..seats - 1].iter().map(|(_, who)| *who).collect();
            free.retain(|who| !others.contains(who));
            [vec![first], others].concat()
        };
        (0..most).map(line_up).collect()
    }
}

impl Stages for Ladder {
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture> {
        for game in finished {
            self.board.add(game);
            self.ratings.add(game);
        }
        let line_ups = self.line_ups();
        self.played += line_ups.len();
        let stage = self.stage;
        self.stage += 1;
        line_ups.iter().flat_map(|line_up| self.ledger.block(line_up, stage)).collect()
    }

    fn standings(&self) -> Standings {
        self.board.standings(&TieBreak::DIFFERENT_OPPONENTS)
    }

    fn most_games(&self) -> usize {
        self.blocks * self.setting.games_in_block()
    }
}
