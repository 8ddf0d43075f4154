//! Weights from games: the engine plays itself, and the weights are fitted to the results.
//!
//! Texel's method: the value of a quiet position should tell what its game came to. The first round
//! is played with ships counted and nothing else, each later one with what the rounds before have
//! taught, so that the result depends on nothing but the numbers given.

use super::evaluation::{ALL_SHIPS, SCALE, SEMI_WIN, ships_left, tie_break_weight};
use super::terms::{TERMS, Tally, count, terms_of_ship};
use super::{MadKnowledge, View, Weights};
use crate::engine::{Engine, Knowledge, Limits};
use joust_core::{Duel, MoveList, Seed, below, mix};
use joust_mad::{Board, Position, Rules, Ship, Side, Square};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How weights are made.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Games in a round.
    pub games: usize,
    /// Positions that the engine looks at for a move.
    pub nodes: u64,
    /// How often games are played and weights fitted.
    pub rounds: usize,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Threads; they change nothing.
    pub threads: usize,
}

/// What is going on.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// So many games of a round are over.
    Played {
        /// The round, from 1.
        round: usize,
        /// Games.
        games: usize,
    },
    /// The weights are fitted to so many positions; the mean squared error before and after.
    Fitted {
        /// The round, from 1.
        round: usize,
        /// Positions.
        positions: usize,
        /// Of the weights that played.
        before: f64,
        /// Of the new ones.
        after: f64,
    },
}

/// Weights are fitted to the games of so many rounds, the last ones. One round alone has more chance
/// in it, and all of them have games by weights that knew little.
const REMEMBERED: usize = 3;

/// What is known of a quiet position: its terms, and what its game came to.
struct Sample {
    /// Terms with their counts, for the beginning and the end of the game already weighed.
    terms: Vec<(u16, [f32; 2])>,
    /// How much the tie-break weighs, and what it gives to the side to move.
    tie_break: (f32, f32),
    /// The score of the side to move, from 0 to 1.
    score: f32,
}

impl Tuning {
    /// Makes the weights for a board.
    pub fn run(&self, board: &'static Board, told: &(dyn Fn(Progress) + Sync)) -> Weights {
        let mut weights = Weights::PLAIN;
        let mut samples: Vec<Sample> = Vec::new();
        let mut rounds: VecDeque<usize> = VecDeque::new();
        for round in 1..=self.rounds {
            if rounds.len() == REMEMBERED {
                samples.drain(..rounds.pop_front().unwrap_or(0));
            }
            let played = self.play_round(board, &weights, round, told);
            rounds.push_back(played.len());
            samples.extend(played);
            let start: Vec<f64> = weights.0.iter().flatten().map(|weight| f64::from(*weight)).collect();
            let fitted = fit(&samples, start.clone());
            let (before, after) = (error(&samples, &start), error(&samples, &fitted));
            told(Progress::Fitted { round, positions: samples.len(), before, after });
            for (weight, fitted) in weights.0.iter_mut().flatten().zip(&fitted) {
                *weight = fitted.round().clamp(-2000.0, 2000.0) as i16;
            }
        }
        weights
    }

    fn play_round(
        &self,
        board: &'static Board,
        weights: &Weights,
        round: usize,
        told: &(dyn Fn(Progress) + Sync),
    ) -> Vec<Sample> {
        let (next, over) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let games: Mutex<Vec<Vec<Sample>>> = Mutex::new((0..self.games).map(|_| Vec::new()).collect());
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let knowledge = MadKnowledge::with_weights(board, weights);
                    let mut engine = Engine::new(knowledge, 1 << 18);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let seed = Seed(mix(self.seed.0 ^ mix((round * self.games + number) as u64)));
                        let samples = play_game(&mut engine, board, number, self.nodes, seed);
                        if let Ok(mut games) = games.lock() {
                            games[number] = samples;
                        }
                        told(Progress::Played { round, games: over.fetch_add(1, Ordering::Relaxed) + 1 });
                    }
                });
            }
        });
        games.into_inner().unwrap_or_default().into_iter().flatten().collect()
    }
}

/// Random moves at the beginning of a game, so that no two are the same.
const RANDOM_MOVES: std::ops::Range<usize> = 3..11;

/// The quiet positions of one game. All presets take turns.
fn play_game(
    engine: &mut Engine<Position, MadKnowledge>,
    board: &'static Board,
    number: usize,
    nodes: u64,
    seed: Seed,
) -> Vec<Sample> {
    let mut rng = seed.rng();
    engine.forget();
    let mut position = Position::start(board, Rules::PRESETS[number % Rules::PRESETS.len()].1);
    for _ in 0..RANDOM_MOVES.start + below(&mut rng, RANDOM_MOVES.len()) {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return Vec::new();
        }
        position.make(moves[below(&mut rng, moves.len())]);
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut samples: Vec<(Side, Sample)> = Vec::new();
    while let Some(found) = engine.search(&position, &limits, &AtomicBool::new(false), &mut |_| {}) {
        let view = View::of(&position);
        let knowledge = engine.knowledge();
        let is_quiet = knowledge.is_quiet(&position, found.mv())
            && !knowledge.is_urgent(&position, &view)
            && !position.is_positioning_turn();
        if is_quiet && found.best().ends_in().is_none() {
            samples.push((view.side, Sample::of(&position, &view)));
        }
        position.make(found.mv());
    }
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let won = if outcome.is_full() { 1.0 } else { 0.75 };
    let result = |(side, sample): (Side, Sample)| {
        let score = if outcome.winner() == Some(side.seat()) { won } else { 1.0 - won };
        Sample { score, ..sample }
    };
    samples.into_iter().map(result).collect()
}

/// Counts terms one by one.
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

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
impl Sample {
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

    /// The score that weights let expect.
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

/// Steps of the descent, and how large the first ones are.
const STEPS: u32 = 600;
const STRIDE: f64 = 2.0;
/// How strongly weights are drawn to zero, so that what seldom occurs stays small.
const PULL: f64 = 2e-9;

/// Gradient descent with momentum and a stride for every weight (Adam), over all samples at once.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn fit(samples: &[Sample], mut weights: Vec<f64>) -> Vec<f64> {
    let (mut drift, mut spread) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for step in 1..=STEPS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| 2.0 * PULL * weight).collect();
        for sample in samples {
            let expected = sample.expected(&weights);
            let off = 2.0 * (expected - f64::from(sample.score)) * expected * (1.0 - expected) / SCALE;
            let off = off * (1.0 - f64::from(sample.tie_break.0)) / samples.len() as f64;
            for (term, counts) in &sample.terms {
                let at = 2 * usize::from(*term);
                slope[at] += off * f64::from(counts[0]);
                slope[at + 1] += off * f64::from(counts[1]);
            }
        }
        let stride = STRIDE * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        let (fade, slow) = (1.0 - 0.9_f64.powi(step as i32), 1.0 - 0.999_f64.powi(step as i32));
        for (i, slope) in slope.into_iter().enumerate() {
            drift[i] = 0.9 * drift[i] + 0.1 * slope;
            spread[i] = 0.999 * spread[i] + 0.001 * slope * slope;
            weights[i] -= stride * (drift[i] / fade) / ((spread[i] / slow).sqrt() + 1e-12);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
        let board = Board::named("6x4").unwrap();
        let tune = |threads, seed| {
            let tuning = Tuning { games: 6, nodes: 200, rounds: 2, seed: Seed(seed), threads };
            tuning.run(board, &|_| {})
        };
        let one = tune(1, 1);
        assert_eq!(one, tune(3, 1));
        assert_ne!(one, tune(1, 2));
        assert_ne!(one, Weights::PLAIN);
    }

    /// Results that follow from a rule are learned.
    #[test]
    fn what_decides_games_gets_its_weight() {
        let sample =
            |count: f32, score| Sample { terms: vec![(0, [count, 0.0])], tie_break: (0.0, 0.0), score };
        let samples = [sample(1.0, 0.731), sample(-1.0, 0.269), sample(2.0, 0.881)];
        let fitted = fit(&samples, vec![0.0; 2 * TERMS]);
        // Odds of e to 1 are a value of the scale.
        assert!((fitted[0] - SCALE).abs() < 10.0, "{}", fitted[0]);
        assert!(error(&samples, &fitted) < 1e-4 && fitted[2].abs() < 1e-9);
    }
}
