//! The strengths for which the games are most likely, by Newton's method.

use super::games::Games;
use super::matrix::Matrix;
use super::order::Order;
use std::collections::BTreeMap;

/// The prior: everybody has won and lost this part of a game against an opponent of mean strength. It keeps
/// the strength of participants that have won or lost everything finite, and changes little else: half a
/// game beside those that were played.
pub(super) const PRIOR: f64 = 0.25;
/// The most steps. The method needs about ten, and some more where participants have won everything.
const MOST_STEPS: usize = 200;
/// A step that changes all strengths by less is the last: far less than a hundredth of an Elo.
const LAST_STEP: f64 = 1e-9;

/// The games, added up as far as the model allows.
pub(super) struct Fit {
    participants: usize,
    /// The games and the score of the first, of each pair.
    duels: Vec<([usize; 2], f64, f64)>,
    orders: Vec<Order>,
}

/// The most likely strengths, as natural logarithms.
pub(super) struct Fitted {
    pub(super) strengths: Vec<f64>,
    /// The information that the games and the prior have about the strengths.
    pub(super) information: Matrix,
}

impl Fit {
    pub(super) fn new(games: &Games) -> Fit {
        let mut duels: BTreeMap<[u32; 2], (f64, f64)> = BTreeMap::new();
        let mut orders = Vec::new();
        for block in games.blocks.values() {
            for (players, number, score) in &block.duels {
                let sum = duels.entry(*players).or_default();
                *sum = (sum.0 + number, sum.1 + score);
            }
            orders.extend_from_slice(&block.orders);
        }
        let duel = |(players, (number, score)): ([u32; 2], (f64, f64))| {
            (players.map(|who| who as usize), number, score)
        };
        Fit { participants: games.participants(), duels: duels.into_iter().map(duel).collect(), orders }
    }

    /// Newton's method. The likelihood is concave, so a step that does not improve it was too long.
    pub(super) fn run(&self) -> Fitted {
        let mut strengths = vec![0.0; self.participants];
        let mut best = self.log_likelihood(&strengths);
        for _ in 0..MOST_STEPS {
            let (gradient, information) = self.slope(&strengths);
            let mut step = information.cholesky().solve(&gradient);
            let (next, likelihood) = loop {
                let next: Vec<f64> =
                    strengths.iter().zip(&step).map(|(strength, step)| strength + step).collect();
                let likelihood = self.log_likelihood(&next);
                let longest = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
                if likelihood >= best || longest < LAST_STEP {
                    break (next, likelihood);
                }
                for step in &mut step {
                    *step /= 2.0;
                }
            };
            let longest = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
            (strengths, best) = (next, likelihood.max(best));
            if longest < LAST_STEP {
                break;
            }
        }
        let (_, information) = self.slope(&strengths);
        Fitted { strengths, information }
    }

    /// The logarithm of the likelihood of all games and of the prior.
    pub(super) fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let powers = powers(strengths);
        let duel = |([one, other], number, score): &([usize; 2], f64, f64)| {
            let ahead = strengths[*one] - strengths[*other];
            score * log_chance(ahead) + (number - score) * log_chance(-ahead)
        };
        let prior = |strength: &f64| PRIOR * (log_chance(*strength) + log_chance(-strength));
        let orders: f64 = self.orders.iter().map(|order| order.log_probability(strengths, &powers)).sum();
        orders + self.duels.iter().map(duel).sum::<f64>() + strengths.iter().map(prior).sum::<f64>()
    }

    /// The gradient and the information.
    fn slope(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let powers = powers(strengths);
        let (mut gradient, mut information) = (vec![0.0; self.participants], Matrix::zero(self.participants));
        for ([one, other], number, score) in &self.duels {
            let chance = chance(strengths[*one] - strengths[*other]);
            let (slope, weight) = (score - number * chance, number * chance * (1.0 - chance));
            gradient[*one] += slope;
            gradient[*other] -= slope;
            for (row, column, sign) in
                [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
            {
                information.add(*row, *column, sign * weight);
            }
        }
        for order in &self.orders {
            let slope = order.slope(&powers);
            for (row, one) in order.places().enumerate() {
                gradient[one] += slope.gradient[row];
                for (column, other) in order.places().enumerate() {
                    information.add(one, other, slope.information[row][column]);
                }
            }
        }
        for (who, strength) in strengths.iter().enumerate() {
            let chance = chance(*strength);
            gradient[who] += PRIOR * (1.0 - 2.0 * chance);
            information.add(who, who, 2.0 * PRIOR * chance * (1.0 - chance));
        }
        (gradient, information)
    }
}

/// The chance of the one that is ahead by this much.
pub(super) fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// The logarithm of [`chance`], exact also for small chances.
fn log_chance(ahead: f64) -> f64 {
    if ahead > 0.0 { -(-ahead).exp().ln_1p() } else { ahead - ahead.exp().ln_1p() }
}

/// The strengths whose logarithms are given.
pub(super) fn powers(strengths: &[f64]) -> Vec<f64> {
    strengths.iter().map(|strength| strength.exp()).collect()
}
