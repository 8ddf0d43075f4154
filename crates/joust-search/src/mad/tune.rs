//! Texel tuning: weights are fitted so that the value of a quiet position predicts the result of its
//! game.

use super::evaluation::{ALL_SHIPS, SCALE, SEMI_WIN, ships_left, tie_break_weight};
use super::terms::{TERMS, Tally, count, terms_of_ship};
use super::{MadKnowledge, View, Weights};
use crate::engine::{Knowledge, ends_in};
use joust_core::Outcome;
use joust_mad::{Board, Move, Position, Ship, Side, Square};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

/// A quiet position of a game, as its terms and the result of the game.
pub struct Sample {
    /// Terms with their counts, split between the early and the late weight.
    terms: Vec<(u16, [f32; 2])>,
    /// The weight of the tie-break, and its value for the side to move.
    tie_break: (f32, f32),
    /// The score of the side to move, from 0 to 1.
    score: f32,
}

/// Weights are fitted to the games of the last rounds, this many. One round alone is noisy, and the
/// first rounds were played with poor weights.
const ROUNDS_KEPT: usize = 3;

/// The samples of the last rounds of games.
#[derive(Default)]
pub struct Samples {
    samples: Vec<Sample>,
    /// The number of samples of each round.
    rounds: VecDeque<usize>,
}

/// Weights that were fitted to samples.
pub struct Fitted {
    /// The new weights.
    pub weights: Weights,
    /// The number of positions that they are fitted to.
    pub positions: usize,
    /// The mean squared error of the old weights.
    pub before: f64,
    /// The mean squared error of the new weights.
    pub after: f64,
}

impl Samples {
    /// Adds the samples of a round, and drops those of the oldest.
    pub fn add_round(&mut self, round: Vec<Sample>) {
        if self.rounds.len() == ROUNDS_KEPT {
            self.samples.drain(..self.rounds.pop_front().unwrap_or(0));
        }
        self.rounds.push_back(round.len());
        self.samples.extend(round);
    }

    /// Fits weights to the samples, beginning with `weights`. After `stop` is set the result means
    /// nothing.
    pub fn fit(&self, weights: &Weights, stop: &AtomicBool) -> Fitted {
        let start: Vec<f64> = weights.0.iter().flatten().map(|weight| f64::from(*weight)).collect();
        let fitted = fit(&self.samples, start.clone(), stop);
        let (before, after) = (error(&self.samples, &start), error(&self.samples, &fitted));
        let mut weights = weights.clone();
        for (weight, fitted) in weights.0.iter_mut().flatten().zip(&fitted) {
            *weight = fitted.round().clamp(-2000.0, 2000.0) as i16;
        }
        Fitted { weights, positions: self.samples.len(), before, after }
    }
}

/// Counts each term by itself.
struct Counts<'a> {
    board: &'a Board,
    counts: [i32; TERMS],
}

impl Tally for Counts<'_> {
    fn add(&mut self, term: usize, count: i32) {
        self.counts[term] += count;
    }

    fn ship(&mut self, side: Side, ship: Ship, square: Square, sign: i32) {
        for term in terms_of_ship(self.board, side, ship, square) {
            self.counts[term] += sign;
        }
    }
}

impl Sample {
    /// The sample of a position in which the engine chose `mv` with `value`, and whose game ended with
    /// `outcome`. `None` where the position is not quiet.
    pub fn new(
        knowledge: &MadKnowledge,
        position: &Position,
        mv: Move,
        value: i32,
        outcome: Outcome,
    ) -> Option<Sample> {
        let view = View::of(position);
        let is_quiet = knowledge.is_quiet(position, mv)
            && !knowledge.is_urgent(position, &view)
            && !position.is_positioning_turn()
            && ends_in(value).is_none();
        let won = if outcome.is_full() { 1.0 } else { 0.75 };
        let score = if outcome.winner() == Some(view.side.seat()) { won } else { 1.0 - won };
        is_quiet.then(|| Sample { score, ..Sample::of(position, &view) })
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn of(position: &Position, view: &View) -> Sample {
        let mut counts = Counts { board: position.board(), counts: [0; TERMS] };
        count(position, view, &mut counts);
        let early = ships_left(position) as f32 / ALL_SHIPS as f32;
        let counted = counts.counts.iter().enumerate().filter(|(_, count)| **count != 0);
        let terms = counted
            .map(|(term, count)| (term as u16, [*count as f32 * early, *count as f32 * (1.0 - early)]));
        let holds = position.tie_break_winner() == view.side;
        let end = SEMI_WIN as f32 * if holds { 1.0 } else { -1.0 };
        let tie_break = (tie_break_weight(position) as f32 / 256.0, end);
        Sample { terms: terms.collect(), tie_break, score: 0.5 }
    }

    /// The score that these weights predict.
    fn expected(&self, weights: &[f64]) -> f64 {
        let sum = |(term, counts): &(u16, [f32; 2])| {
            let at = 2 * usize::from(*term);
            f64::from(counts[0]) * weights[at] + f64::from(counts[1]) * weights[at + 1]
        };
        let value: f64 = self.terms.iter().map(sum).sum();
        let (weight, end) = (f64::from(self.tie_break.0), f64::from(self.tie_break.1));
        1.0 / (1.0 + (-(value * (1.0 - weight) + end * weight) / SCALE).exp())
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn error(samples: &[Sample], weights: &[f64]) -> f64 {
    let square = |sample: &Sample| (sample.expected(weights) - f64::from(sample.score)).powi(2);
    samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
}

/// Steps of the descent.
const STEPS: u32 = 600;
/// The learning rate of the first step; it falls linearly to zero.
const LEARNING_RATE: f64 = 2.0;
/// L2 regularization: weights of rare terms stay small.
const REGULARIZATION: f64 = 2e-9;

/// Gradient descent with Adam, over all samples at once.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn fit(samples: &[Sample], mut weights: Vec<f64>, stop: &AtomicBool) -> Vec<f64> {
    let (mut mean, mut variance) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for step in 1..=STEPS {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut gradient: Vec<f64> = weights.iter().map(|weight| 2.0 * REGULARIZATION * weight).collect();
        for sample in samples {
            let expected = sample.expected(&weights);
            let off = 2.0 * (expected - f64::from(sample.score)) * expected * (1.0 - expected) / SCALE;
            let off = off * (1.0 - f64::from(sample.tie_break.0)) / samples.len() as f64;
            for (term, counts) in &sample.terms {
                let at = 2 * usize::from(*term);
                gradient[at] += off * f64::from(counts[0]);
                gradient[at + 1] += off * f64::from(counts[1]);
            }
        }
        let rate = LEARNING_RATE * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        // Adam's bias corrections: both averages begin at zero.
        let (mean_bias, variance_bias) = (1.0 - 0.9_f64.powi(step as i32), 1.0 - 0.999_f64.powi(step as i32));
        for (i, slope) in gradient.into_iter().enumerate() {
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            variance[i] = 0.999 * variance[i] + 0.001 * slope * slope;
            weights[i] -= rate * (mean[i] / mean_bias) / ((variance[i] / variance_bias).sqrt() + 1e-12);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::{Duel, MoveList, Seed, below};
    use joust_mad::Rules;

    #[test]
    fn the_tuner_counts_what_the_engine_adds_up() {
        let board = Board::named("5x5").unwrap();
        let mut rng = Seed(3).rng();
        let mut weights = Weights::PLAIN;
        for (i, pair) in weights.0.iter_mut().enumerate() {
            *pair = [(i * 7 % 40) as i16 - 20, (i * 11 % 60) as i16 - 30];
        }
        let flat: Vec<f64> = weights.0.iter().flatten().map(|weight| f64::from(*weight)).collect();
        let knowledge = MadKnowledge::with_weights(board, &weights);
        for _ in 0..50 {
            let mut position = Position::start(board, Rules::APP);
            for _ in 0..below(&mut rng, 60) {
                let mut moves = MoveList::new();
                position.moves(&mut moves);
                if !moves.is_empty() {
                    position.make(moves[below(&mut rng, moves.len())]);
                }
            }
            if position.outcome().is_none() {
                let view = View::of(&position);
                let value = f64::from(knowledge.evaluate(&position, &view));
                let expected = Sample::of(&position, &view).expected(&flat);
                let told = 1.0 / (1.0 + (-value / SCALE).exp());
                // The engine rounds twice.
                assert!((expected - told).abs() < 0.006, "{position:?}: {expected} {told}");
            }
        }
    }

    /// The tuner learns a rule from results that follow it.
    #[test]
    fn what_decides_games_gets_its_weight() {
        let sample =
            |count: f32, score| Sample { terms: vec![(0, [count, 0.0])], tie_break: (0.0, 0.0), score };
        let samples = [sample(1.0, 0.731), sample(-1.0, 0.269), sample(2.0, 0.881)];
        let fitted = fit(&samples, vec![0.0; 2 * TERMS], &AtomicBool::new(false));
        // Odds of e to 1 are a value of the scale.
        assert!((fitted[0] - SCALE).abs() < 10.0, "{}", fitted[0]);
        assert!(error(&samples, &fitted) < 1e-4 && fitted[2].abs() < 1e-9);
    }
}
