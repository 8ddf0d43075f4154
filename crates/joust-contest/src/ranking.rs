//! The ranking: what all games of the ladder say about strength, with intervals, head to head, and over time.

use crate::ladder::{Entrant, PastBout};
use joust_league::rating::{Anchor, Games};
use joust_league::{Encounter, HeadToHead};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A version in the ranking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rank {
    /// The place, from 1; `None` before its first game.
    pub place: Option<usize>,
    /// The version.
    pub version: u64,
    /// The rating in Elo; that of the reference player is 0.
    pub elo: Option<f64>,
    /// The lower end of the 95 % confidence interval; `None` if the games set no bound.
    pub low: Option<f64>,
    /// The upper end; `None` if the games set no bound.
    pub high: Option<f64>,
    /// The number of games.
    pub games: u32,
    /// The number of blocks.
    pub blocks: u32,
    /// The mean of what its games counted, from 0 to 1.
    pub score: Option<f64>,
}

/// The ranking after some games: Bradley and Terry's model for duels, Plackett and Luce's for more seats
/// ([`Ratings`](joust_league::rating::Ratings) says how). A rating belongs to a version; versions that are not
/// official any more still count as opponents.
///
/// ```
/// use joust_contest::{Entrant::{Reference, Version}, PastBout, Ranking};
/// let bout = |block, seats: [_; 2], score: f64| PastBout {
///     block, board: 0, seats: seats.to_vec(), scores: vec![score, 1.0 - score],
/// };
/// let mut past = vec![bout(0, [Version(8), Reference], 1.0), bout(1, [Reference, Version(8)], 0.5)];
/// past.extend((2..12).map(|block| bout(block, [Version(9), Version(8)], f64::from(u8::from(block % 5 > 0)))));
/// let ranking = Ranking::of(&[7, 8, 9], &past);
/// let order: Vec<_> = ranking.rows.iter().map(|row| (row.place, row.version)).collect();
/// assert_eq!(order, [(Some(1), 9), (Some(2), 8), (None, 7)]);
/// assert_eq!(ranking.encounter(9, 8).unwrap().games, 10);
/// ```
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The official versions, the best first; those without games come last.
    pub rows: Vec<Rank>,
    numbers: BTreeMap<Entrant, usize>,
    entrants: Vec<Entrant>,
    meetings: HeadToHead,
}

/// The ratings after some of the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Milestone {
    /// The number of games.
    pub games: usize,
    /// The ranking then.
    pub rows: Vec<Rank>,
}

impl Ranking {
    /// The ranking of the official versions after these games.
    pub fn of(official: &[u64], past: &[PastBout]) -> Ranking {
        let mut entrants: Vec<Entrant> = past.iter().flat_map(|bout| bout.seats.iter().copied()).collect();
        entrants.extend(official.iter().map(|version| Entrant::Version(*version)));
        entrants.sort_unstable();
        entrants.dedup();
        let numbers: BTreeMap<Entrant, usize> =
            entrants.iter().enumerate().map(|(number, entrant)| (*entrant, number)).collect();
        let mut games = Games::new(entrants.len());
        let mut meetings = HeadToHead::new(entrants.len());
        let mut scores = vec![(0.0, 0_u32); entrants.len()];
        for (number, bout) in past.iter().enumerate() {
            let finish = bout.finish(number, |entrant| numbers[&entrant]);
            games.add(&finish);
            meetings.add(&finish);
            for (entrant, score) in bout.seats.iter().zip(&bout.scores) {
                let (sum, count) = &mut scores[numbers[entrant]];
                (*sum, *count) = (*sum + score, *count + 1);
            }
        }
        let reference =
            numbers.get(&Entrant::Reference).map(|number| Anchor { participant: *number, elo: 0.0 });
        let ratings = games.rate(reference);
        let row = |version: &u64| {
            let number = numbers[&Entrant::Version(*version)];
            let (rated, (sum, count)) = (&ratings.rows()[number], scores[number]);
            Rank {
                place: None,
                version: *version,
                elo: (rated.games > 0).then_some(rated.elo),
                low: rated.low,
                high: rated.high,
                games: rated.games,
                blocks: rated.blocks,
                score: (count > 0).then(|| sum / f64::from(count)),
            }
        };
        let mut rows: Vec<Rank> = official.iter().map(row).collect();
        let strength = |row: &Rank| row.elo.unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|one, other| {
            strength(other).total_cmp(&strength(one)).then(one.version.cmp(&other.version))
        });
        for (number, row) in rows.iter_mut().enumerate() {
            row.place = row.elo.map(|_| number + 1);
        }
        Ranking { rows, numbers, entrants, meetings }
    }

    /// The games of one version against another, from the view of the first; `None` without games.
    pub fn encounter(&self, version: u64, opponent: u64) -> Option<Encounter> {
        let number = |version| self.numbers.get(&Entrant::Version(version)).copied();
        self.meetings.encounter(number(version)?, number(opponent)?)
    }

    /// The games of a version against everybody that it has met, those that beat it most surely first.
    pub fn who_beats(&self, version: u64) -> Vec<(Entrant, Encounter)> {
        let Some(number) = self.numbers.get(&Entrant::Version(version)) else { return Vec::new() };
        let named = |encounter: Encounter| (self.entrants[encounter.opponent], encounter);
        self.meetings.who_beats(*number).into_iter().map(named).collect()
    }

    /// The rankings after parts of the games, at most `most` of them, up to all games: the history of ratings.
    ///
    /// ```
    /// use joust_contest::{Entrant::Version, PastBout, Ranking};
    /// let bout = |block| PastBout { block, board: 0, seats: vec![Version(1), Version(2)], scores: vec![1.0, 0.0] };
    /// let past: Vec<_> = (0..10).map(bout).collect();
    /// let games: Vec<_> = Ranking::history(&[1, 2], &past, 3).iter().map(|one| one.games).collect();
    /// assert_eq!(games, [4, 7, 10]);
    /// ```
    pub fn history(official: &[u64], past: &[PastBout], most: usize) -> Vec<Milestone> {
        let most = most.min(past.len());
        let part = |number: usize| {
            let games = (past.len() * number).div_ceil(most);
            Milestone { games, rows: Ranking::of(official, &past[..games]).rows }
        };
        (1..=most).map(part).collect()
    }
}
