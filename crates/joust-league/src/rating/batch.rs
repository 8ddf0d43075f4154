//! The rating of all games at once, with intervals.

use super::fit::Fit;
use super::games::{Block, Games};
use super::matrix::Matrix;
use super::online::UNIT;
use super::reach::Reach;
use super::spread::spread;
use super::sweep::Sweep;
use crate::finish::real;
use crate::student;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A participant whose rating is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Anchor {
    /// The number of the participant.
    pub participant: usize,
    /// Its rating.
    pub elo: f64,
}

/// The rating of a participant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The number of the participant.
    pub participant: usize,
    /// The rating on the scale of Elo.
    pub elo: f64,
    /// The lower end of the 95 % confidence interval of the distance from the anchor; `None` if there is none.
    pub low: Option<f64>,
    /// The upper end; `None` if there is none.
    pub high: Option<f64>,
    /// The number of games.
    pub games: u32,
    /// The number of blocks.
    pub blocks: u32,
    /// The group: participants of different groups cannot be compared.
    pub group: usize,
}

/// The difference of strength of two participants.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// How much stronger the first is, in Elo.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval; `None` if the games do not connect the two.
    pub margin: Option<f64>,
    /// The probability that the first is stronger, as far as the games say.
    pub superiority: f64,
}

/// The ratings for which all games together are most likely, on the scale of Elo.
///
/// **Model.** With two seats that of Bradley and Terry, where a score s counts as s victories and 1 − s defeats:
/// ¾ for a semi-victory, ½ for a tie. With more seats that of Plackett and Luce; a tie counts as all orders
/// that it leaves open, in equal parts. **Prior.** Everybody has also won and lost a quarter of a game against
/// an opponent of mean strength, which keeps all ratings finite. The order of the games does not matter.
///
/// **Intervals.** Games of a block share a map and a seed, so blocks are counted, not games. The variance comes
/// from the blocks themselves (a sandwich estimator, each block divided by one minus its leverage), and from
/// one more block for each line-up, which has the dispersion of the whole tournament: few blocks of a line-up
/// say little about their own variance. The quantile is that of Student's t with one degree of freedom less
/// than the participant or the anchor has blocks. A participant that has won all its games has no upper end;
/// its lower end is the strength at which that happens once in twenty tournaments, and lower by what is not
/// known about its opponents. The interval is of the distance from the
/// anchor, or where there is none from the mean of all.
///
/// ```
/// use joust_league::Finish;
/// use joust_league::rating::{Anchor, Games};
/// let mut games = Games::new(3);
/// // 0 scores three quarters against 1, and 1 against 2: 191 Elo each.
/// for block in 0..40 {
///     let score = if block % 4 == 0 { 0.0 } else { 1.0 };
///     games.add(&Finish::duel(2 * block, 2 * block, [0, 1], score));
///     games.add(&Finish::duel(2 * block + 1, 2 * block + 1, [1, 2], score));
/// }
/// let ratings = games.rate(Some(Anchor { participant: 2, elo: 1000.0 }));
/// let elo: Vec<f64> = ratings.rows().iter().map(|row| row.elo.round()).collect();
/// assert_eq!(elo, [1376.0, 1188.0, 1000.0]);
/// assert!(ratings.difference(0, 1).superiority > 0.99);
/// ```
#[derive(Clone, Debug)]
pub struct Ratings {
    anchor: Option<Anchor>,
    rows: Vec<Rated>,
    groups: Vec<Vec<usize>>,
    strengths: Vec<f64>,
    covariance: Matrix,
}

/// The anchor, the groups, and the rows, the strongest first.
impl Serialize for Ratings {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut rows: Vec<&Rated> = self.rows.iter().collect();
        rows.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        let mut fields = out.serialize_struct("Ratings", 3)?;
        fields.serialize_field("anchor", &self.anchor)?;
        fields.serialize_field("groups", &self.groups)?;
        fields.serialize_field("ratings", &rows)?;
        fields.end()
    }
}

impl Games {
    /// The ratings of all games.
    pub fn rate(&self, anchor: Option<Anchor>) -> Ratings {
        let fitted = Fit::new(self).run();
        let model = fitted.information.cholesky().inverse();
        let covariance = spread(self, &fitted.strengths, &model).between(&model);
        let reach = Reach::new(self);
        let mut ratings = Ratings {
            anchor: anchor.filter(|anchor| anchor.participant < self.participants()),
            rows: Vec::new(),
            groups: reach.groups(),
            strengths: fitted.strengths,
            covariance,
        };
        ratings.rows = ratings.rated(self, &reach, &self.by_participant());
        ratings
    }
}

impl Ratings {
    /// The participants in the order of their numbers.
    pub fn rows(&self) -> &[Rated] {
        &self.rows
    }

    /// The participant whose rating is fixed.
    pub fn anchor(&self) -> Option<Anchor> {
        self.anchor
    }

    /// The groups of participants that games connect. Where there are several, ratings of different groups
    /// cannot be compared; a participant without a game is a group of its own.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The difference of strength of two participants.
    pub fn difference(&self, one: usize, other: usize) -> Difference {
        let elo = (self.strengths[one] - self.strengths[other]) * UNIT;
        if self.rows[one].group != self.rows[other].group {
            return Difference { elo, margin: None, superiority: 0.5 };
        }
        let (error, freedom) = (self.error(one, other) * UNIT, self.freedom(one, other));
        let superiority = if error > 0.0 { student::below(elo / error, freedom) } else { 0.5 };
        Difference { elo, margin: Some(error * student::quantile_95(freedom)), superiority }
    }

    /// The standard error of a weighted sum of strengths.
    fn error_of(&self, weights: &[f64]) -> f64 {
        let used: Vec<usize> = (0..weights.len()).filter(|who| weights[*who] != 0.0).collect();
        let row = |row: usize| {
            used.iter().map(|column| weights[*column] * self.covariance.at(row, *column)).sum::<f64>()
        };
        used.iter().map(|who| weights[*who] * row(*who)).sum::<f64>().max(0.0).sqrt()
    }

    /// The standard error of the difference of two strengths.
    fn error(&self, one: usize, other: usize) -> f64 {
        let at = |row, column| self.covariance.at(row, column);
        (at(one, one) + at(other, other) - 2.0 * at(one, other)).max(0.0).sqrt()
    }

    fn freedom(&self, one: usize, other: usize) -> f64 {
        f64::from(self.rows[one].blocks.min(self.rows[other].blocks).max(2) - 1)
    }

    /// The rows of the table. `blocks` are those of each participant.
    fn rated(&self, games: &Games, reach: &Reach, blocks: &[Vec<&Block>]) -> Vec<Rated> {
        let many = self.strengths.len();
        let anchor = self.anchor.map(|anchor| anchor.participant);
        let reference = anchor.map_or_else(|| reach.core(), |anchor| vec![anchor]);
        let (below, above) = (reach.bounded_below(&reference), reach.bounded_above(&reference));
        // What the ratings are measured from: the anchor, or the mean of all.
        let from: Vec<f64> = match anchor {
            Some(anchor) => (0..many).map(|who| f64::from(u8::from(who == anchor))).collect(),
            None => vec![1.0 / real(many.max(1)); many],
        };
        let origin: f64 = from.iter().zip(&self.strengths).map(|(weight, strength)| weight * strength).sum();
        let shift = self.anchor.map_or(0.0, |anchor| anchor.elo);
        let mut group = vec![0; many];
        for (number, members) in self.groups.iter().enumerate() {
            for who in members {
                group[*who] = number;
            }
        }
        let of = |who: usize| {
            let elo_of = |strength: f64| (strength - origin) * UNIT + shift;
            let fewest =
                anchor.map_or(blocks[who].len(), |anchor| blocks[anchor].len().min(blocks[who].len()));
            let quantile = student::quantile_95(real(fewest.max(2) - 1));
            let distance = |weights: Vec<f64>| {
                let weights: Vec<f64> =
                    weights.iter().zip(&from).map(|(weight, from)| weight - from).collect();
                self.error_of(&weights) * quantile * UNIT
            };
            let is_known =
                reference.first().is_some_and(|one| group[*one] == group[who]) && games.games(who) > 0;
            let elo = elo_of(self.strengths[who]);
            let [low, high] = if anchor == Some(who) {
                [Some(elo), Some(elo)]
            } else if let Some(sweep) = Sweep::of(&blocks[who], who, &self.strengths) {
                // What is not known about the opponents is not known about the participant either.
                let margin = (elo - elo_of(sweep.bound)).hypot(distance(sweep.opponents));
                if sweep.won { [Some(elo - margin), None] } else { [None, Some(elo + margin)] }
            } else {
                let margin = distance((0..many).map(|other| f64::from(u8::from(other == who))).collect());
                [Some(elo - margin).filter(|_| below[who]), Some(elo + margin).filter(|_| above[who])]
            };
            Rated {
                participant: who,
                elo,
                low: low.filter(|_| is_known),
                high: high.filter(|_| is_known),
                games: games.games(who),
                blocks: blocks[who].len() as u32,
                group: group[who],
            }
        };
        (0..many).map(of).collect()
    }
}
