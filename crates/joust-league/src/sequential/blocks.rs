//! The sequential test of two versions in games of more than two seats.

use super::decision::{BadTest, Bounds, Decision, Observed, round};
use crate::finish::real;
use crate::{Finish, Sample, expected_score, student};
use serde::Serialize;
use std::collections::BTreeMap;

/// The differences of score of two versions, in the blocks of [`Plan::duplicate`](crate::schedule::Plan::duplicate).
///
/// In a block both versions play a game in every seat, with the same seed, map and opponents. The difference of
/// a block is the mean score of the first version minus that of the second. What seat, map, opponents and luck
/// of the seed do to both versions alike cancels out.
///
/// ```
/// use joust_league::schedule::{Plan, Setting};
/// use joust_league::sequential::Differences;
/// let plan = Plan::duplicate(Setting::new(5, 4), 1)?;
/// let mut differences = Differences::new(4);
/// for fixture in plan.iter() {
///     // Version 0 is always first, version 1 always last.
///     let points = |who: &usize| [9.0, 0.0, 3.0, 2.0, 1.0][*who];
///     differences.add(&fixture.finish(&fixture.seats.iter().map(points).collect::<Vec<_>>()));
/// }
/// assert_eq!((differences.sample().count(), differences.sample().mean()), (1, 1.0));
/// # Ok::<(), joust_league::schedule::BadSchedule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Differences {
    seats: usize,
    /// The sum of the differences and the number of games of each version, for each block.
    blocks: BTreeMap<usize, (f64, [usize; 2])>,
}

impl Differences {
    /// No games yet.
    pub fn new(seats: usize) -> Differences {
        Differences { seats, blocks: BTreeMap::new() }
    }

    /// Adds a game of one of the versions, which are the participants 0 and 1. Others are ignored.
    pub fn add(&mut self, game: &Finish) {
        for version in [0, 1] {
            if let Some(seat) = game.seats.iter().position(|who| *who == version)
                && game.is_sound(usize::MAX)
            {
                let (sum, games) = self.blocks.entry(game.block).or_default();
                *sum += if version == 0 { game.scores[seat] } else { -game.scores[seat] };
                games[version] += 1;
            }
        }
    }

    /// The differences of the blocks of which all games are finished.
    pub fn sample(&self) -> Sample {
        let whole = self.blocks.values().filter(|(_, games)| games.iter().all(|games| *games == self.seats));
        whole.map(|(sum, _)| sum / real(self.seats)).collect()
    }
}

/// The advantage of one player over another, or over several copies of it, in games of one line-up whose seats
/// rotate: blocks of as many games as there are seats, with one seed and map, in which everybody has every seat.
///
/// The difference of a block is the share of the opponents that finished behind the player, minus ½. With three
/// copies of the opponent, that is what [`Differences`] would give if the opponent played the block in the place of
/// the player, too: four equal players have ½ each, seat by seat, without a game.
///
/// ```
/// use joust_league::sequential::Rotations;
/// let mut rotations = Rotations::new(4);
/// // The player finished before all copies, then before two of three, and so on.
/// for share in [1.0, 2.0 / 3.0, 1.0, 1.0 / 3.0] {
///     rotations.add(Some(share));
/// }
/// assert_eq!((rotations.sample().count(), rotations.sample().mean()), (1, 0.25));
/// ```
#[derive(Clone, Debug)]
pub struct Rotations {
    seats: usize,
    sample: Sample,
    /// The sum of the shares in the block that is not complete; `None` once one of its games has no result.
    sum: Option<f64>,
    games: usize,
}

impl Rotations {
    /// No games yet.
    pub fn new(seats: usize) -> Rotations {
        Rotations { seats: seats.max(1), sample: Sample::default(), sum: Some(0.0), games: 0 }
    }

    /// Adds the next game: the share of the opponents that finished behind the player, or `None` for a game
    /// without a result. A block with such a game does not count.
    pub fn add(&mut self, share: Option<f64>) {
        self.sum = self.sum.zip(share).map(|(sum, share)| sum + share);
        self.games += 1;
        if self.games.is_multiple_of(self.seats) {
            if let Some(sum) = self.sum {
                self.sample.add(sum / real(self.seats) - 0.5);
            }
            self.sum = Some(0.0);
        }
    }

    /// The differences of whole blocks.
    pub fn sample(&self) -> Sample {
        self.sample
    }
}

/// A test whether the mean of differences is `d0` or `d1`, with the error probabilities `alpha` (H1 although H0 is
/// true) and `beta` (H0 although H1 is true).
///
/// **Model.** The differences of blocks are independent and about normally distributed, with a variance that is
/// not known: under each hypothesis it is the most likely one, so the log-likelihood ratio is
/// n/2 · ln((s² + (m − d0)²) / (s² + (m − d1)²)) for n blocks with mean m and variance s². (A sequential t-test in
/// the form of a generalized likelihood ratio.) A block more that differs by ¼ is added to the variance, and a
/// decision needs [`BlockTest::FEWEST`] blocks, because few blocks do not show how much they vary.
///
/// **Errors.** In 4,000 simulated tests of each kind with games of four seats (`tests/sequential.rs`), 5 % became at
/// most 5.1 %, for gains of 50 to 200 Elo, whether the versions share the luck of the seed or not.
///
/// ```
/// use joust_league::Sample;
/// use joust_league::sequential::BlockTest;
/// let test = BlockTest::by_elo(0.0, 50.0, 0.05, 0.05)?;
/// let differences: Sample = (0..80).map(|block| if block % 2 == 0 { 0.5 } else { -0.25 }).collect();
/// let decision = test.decide(&differences);
/// assert_eq!(decision.verdict, joust_league::Verdict::Gain);
/// assert!(decision.superiority > 0.99);
/// # Ok::<(), joust_league::sequential::BadTest>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BlockTest {
    d0: f64,
    d1: f64,
    /// The hypotheses in Elo, if they were asked for in Elo.
    #[serde(flatten)]
    gains: Option<Gains>,
    #[serde(flatten)]
    bounds: Bounds,
}

/// Two gains in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Gains {
    elo0: f64,
    elo1: f64,
}

/// The square of the difference of a block that is always added.
const ONE_MORE: f64 = 1.0 / 16.0;

impl BlockTest {
    /// The fewest blocks for a decision.
    pub const FEWEST: u32 = 16;

    /// A test of differences of score, each from −1 to 1.
    pub fn new(d0: f64, d1: f64, alpha: f64, beta: f64) -> Result<BlockTest, BadTest> {
        if !(d0.is_finite() && d1.is_finite() && d0 < d1) {
            return Err(BadTest::Hypotheses(d0, d1));
        }
        Ok(BlockTest { d0, d1, gains: None, bounds: Bounds::new(alpha, beta)? })
    }

    /// A test of gains in Elo. In the model of Plackett and Luce, a version that is stronger by this much than
    /// opponents of the strength of the other version finishes before each of them with the chance of
    /// [`expected_score`]; the difference is what that is above ½. Against opponents of other strengths, a gain in Elo
    /// is a smaller difference.
    pub fn by_elo(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<BlockTest, BadTest> {
        let [d0, d1] = [elo0, elo1].map(|elo| expected_score(elo) - 0.5);
        if elo0.is_nan() || elo1.is_nan() || elo0 >= elo1 {
            return Err(BadTest::Hypotheses(elo0, elo1));
        }
        Ok(BlockTest { gains: Some(Gains { elo0, elo1 }), ..BlockTest::new(d0, d1, alpha, beta)? })
    }

    /// The same test, which gives up after this many blocks.
    #[must_use]
    pub fn at_most(mut self, blocks: u32) -> BlockTest {
        self.bounds.most = Some(blocks);
        self
    }

    /// The hypotheses as differences of score.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.d0, self.d1]
    }

    /// The log-likelihood ratio of both hypotheses: positive if the differences speak for H1.
    pub fn ratio(&self, differences: &Sample) -> f64 {
        let count = f64::from(differences.count());
        if differences.count() == 0 {
            return 0.0;
        }
        let variance = (differences.squares() + ONE_MORE) / count;
        let [h0, h1] = [self.d0, self.d1].map(|mean| variance + (differences.mean() - mean).powi(2));
        count / 2.0 * (h0 / h1).ln()
    }

    /// What the test says after the blocks of which all games are finished.
    pub fn decide(&self, differences: &Sample) -> Decision {
        let count = f64::from(differences.count());
        let error = ((differences.squares() + ONE_MORE) / count / count).sqrt();
        let superiority = match differences.count() {
            0 => 0.5,
            blocks => student::below(differences.mean() / error, f64::from(blocks.max(2) - 1)),
        };
        self.bounds.decide(Observed {
            llr: self.ratio(differences),
            trials: differences.count(),
            fewest: BlockTest::FEWEST,
            superiority,
            unit: "blocks",
            hypotheses: match self.gains {
                Some(Gains { elo0, elo1 }) => [(elo0, self.d0), (elo1, self.d1)].map(|(elo, mean)| {
                    format!(
                        "a mean difference of {} in score (a gain of {} Elo, if all opponents are as strong as the \
                         second player)",
                        round(mean),
                        round(elo)
                    )
                }),
                None => [self.d0, self.d1].map(|mean| format!("a mean difference of {}", round(mean))),
            },
        })
    }
}
