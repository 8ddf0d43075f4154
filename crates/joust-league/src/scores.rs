//! The standings of a match of games in which the highest score wins.

use crate::{BlockSample, Sample, first_shares, numbered, ranks};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// What a player has reached, in all seats or in one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// First places; a shared one counts in equal parts.
    pub firsts: f64,
    /// How many of them were shared.
    pub shared: u32,
    /// The scores of its games.
    pub score: Sample,
    /// The places in its games, 1 for the first.
    pub rank: Sample,
    /// The scores by block.
    blocks: BlockSample,
}

impl Tally {
    #[expect(clippy::cast_precision_loss, reason = "no score has more than 52 bits")]
    fn add(&mut self, block: usize, share: f64, score: i64, rank: f64) {
        self.firsts += share;
        self.shared += u32::from(share > 0.0 && share < 1.0);
        self.score.add(score as f64);
        self.blocks.add(block, score as f64);
        self.rank.add(rank);
    }

    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.score.count()
    }

    /// Half the width of the 95 % confidence interval of the mean score, from the means of the blocks; `None` where
    /// these do not show how much they vary.
    pub fn margin(&self) -> Option<f64> {
        self.blocks.blocks().margin()
    }

    /// The mean of first places in a game; `None` without a game.
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.firsts / f64::from(self.games()))
    }
}

/// The form of a tally in the JSON of a match, which `docs/results.md` describes.
impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let some = |mean: f64| (self.games() > 0).then_some(mean);
        let mut tally = out.serialize_struct("Tally", 6)?;
        tally.serialize_field("games", &self.games())?;
        tally.serialize_field("firsts", &self.firsts)?;
        tally.serialize_field("shared_firsts", &self.shared)?;
        tally.serialize_field("mean_score", &some(self.score.mean()))?;
        tally.serialize_field("margin_95", &self.margin())?;
        tally.serialize_field("mean_rank", &some(self.rank.mean()))?;
        tally.end()
    }
}

/// The games of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreRow<const N: usize> {
    /// The name, with a number where another player has it too.
    pub name: String,
    /// Its games in all seats.
    pub all: Tally,
    /// Its games in each seat.
    #[serde(serialize_with = "list")]
    pub by_seat: [Tally; N],
}

/// Writes an array of any length, which serde by itself does not.
fn list<S: Serializer>(tallies: &[Tally], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(tallies)
}

/// What the games of `N` players in `N` seats add up to.
///
/// ```
/// use joust_league::ScoreStandings;
/// let mut standings = ScoreStandings::new(&["A", "B", "C", "D"].map(str::to_owned));
/// standings.add(0, [0, 1, 2, 3], [10, 4, 10, 2]);
/// let [a, b, ..] = standings.rows();
/// assert_eq!((a.all.share(), b.all.rank.mean()), (Some(0.5), 3.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreStandings<const N: usize>([ScoreRow<N>; N]);

impl<const N: usize> ScoreStandings<N> {
    /// The standings before the first game.
    pub fn new(names: &[String; N]) -> ScoreStandings<N> {
        let mut names = numbered(names).into_iter();
        ScoreStandings(std::array::from_fn(|_| ScoreRow {
            name: names.next().unwrap_or_default(),
            all: Tally::default(),
            by_seat: [Tally::default(); N],
        }))
    }

    /// Adds a game: its block, and its players and their scores in the order of the seats. The games of a block,
    /// which share their seed, follow one another; other games are blocks of their own.
    pub fn add(&mut self, block: usize, players: [usize; N], scores: [i64; N]) {
        let (shares, ranks) = (first_shares(scores), ranks(scores));
        for seat in 0..N {
            let Some(row) = self.0.get_mut(players[seat]) else { continue };
            for tally in [&mut row.all, &mut row.by_seat[seat]] {
                tally.add(block, shares[seat], scores[seat], ranks[seat]);
            }
        }
    }

    /// The players in the order in which they were named.
    pub fn rows(&self) -> &[ScoreRow<N>; N] {
        &self.0
    }
}

/// The field `standings` in the JSON of a match, which `docs/results.md` describes.
impl<const N: usize> Serialize for ScoreStandings<N> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("ScoreStandings", 1)?;
        fields.serialize_field("standings", &self.0[..])?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_counted_in_the_seats_where_they_sat() {
        let mut standings = ScoreStandings::new(&["A", "A", "B", "C"].map(str::to_owned));
        assert_eq!(standings.rows()[0].all.share(), None);
        standings.add(0, [0, 1, 2, 3], [10, 4, 4, 2]);
        standings.add(1, [3, 0, 1, 2], [1, 6, 6, 0]);
        let rows = standings.rows();
        assert_eq!(rows.each_ref().map(|row| row.name.as_str()), ["A#1", "A#2", "B", "C"]);
        assert!(rows.iter().map(|row| row.all.firsts).eq([1.5, 0.5, 0.0, 0.0]));
        assert_eq!((rows[0].all.shared, rows[0].all.share()), (1, Some(0.75)));
        assert_eq!((rows[0].all.score.mean(), rows[3].all.rank.mean()), (8.0, 3.5));
        assert_eq!((rows[1].by_seat[2].score.mean(), rows[1].by_seat[0].games()), (6.0, 0));
        assert_eq!((rows[3].by_seat[0].score.mean(), rows[3].by_seat[1].games()), (1.0, 0));
    }

    /// Players that do the same in all games of a block: four games say no more than one.
    #[test]
    fn the_margin_is_that_of_the_blocks() {
        let of = |games_in_block: usize| {
            let mut standings = ScoreStandings::new(&["A", "B", "C", "D"].map(str::to_owned));
            for (block, score) in [10, 14, 12].into_iter().enumerate() {
                for game in 0..4 {
                    let block = (4 * block + game) / games_in_block;
                    standings.add(block, [0, 1, 2, 3], [score, 1, 1, 1]);
                }
            }
            standings.rows()[0].all
        };
        // Three blocks: 4.303 times 2 / √3.
        assert!((of(4).margin().unwrap() - 4.969).abs() < 0.001);
        assert!(of(1).margin().unwrap() < 1.2);
        let alike = ScoreStandings::new(&["A", "B", "C", "D"].map(str::to_owned));
        assert_eq!(alike.rows()[1].all.margin(), None);
    }
}
