//! Texel tuning: weights for the engine of MAD from self-play.
//!
//! The first round is played with weights that only count ships, each later round with the weights fitted
//! to all rounds before, so that the result depends only on the numbers given.

use crate::{BadJob, Broken, Job, Played, PlayerText, Schedule};
use joust_core::{Answer, Asked, Duel, DuelGame as _, Fault, Game as _, MoveList, Player, Seed, below, mix};
use joust_games::Registered as _;
use joust_mad::{Action, Battle, Board, Position, Rules};
use joust_search::engine::{Engine, SearchLimits};
use joust_search::mad::{MadKnowledge, Sample, Samples, Weights};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The options of tuning.
///
/// ```
/// use joust_core::Seed;
/// use joust_mad::Board;
/// use joust_match::Tuning;
/// let tuning = Tuning { games: 2, nodes: 20, rounds: 1, seed: Seed(1), threads: 1 };
/// let weights = tuning.run(Board::named("6x4").unwrap(), &false.into(), &mut |_| {}).unwrap();
/// assert!(weights.is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Games in a round.
    pub games: usize,
    /// The node limit of the engine for a move.
    pub nodes: u64,
    /// The number of rounds: each plays games and fits the weights.
    pub rounds: usize,
    /// The seed of all random choices.
    pub seed: Seed,
    /// The number of threads, which does not change the result.
    pub threads: usize,
}

/// The progress of tuning.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// This many games of a round are over.
    Played {
        /// The round, from 1.
        round: usize,
        /// The number of games.
        games: usize,
    },
    /// The weights are fitted to this many positions; the mean squared error before and after.
    Fitted {
        /// The round, from 1.
        round: usize,
        /// The number of positions.
        positions: usize,
        /// The error of the weights that played.
        before: f64,
        /// The error of the new weights.
        after: f64,
    },
}

/// The number of random moves at the beginning of a game, so that games differ.
const RANDOM_MOVES: std::ops::Range<usize> = 3..11;

impl Tuning {
    /// Makes the weights for a board. `None` if `stop` was set before they were done. See [`Tuning`] for an
    /// example.
    pub fn run(
        &self,
        board: &'static Board,
        stop: &AtomicBool,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Option<Weights>, Broken<BadJob>> {
        let (mut weights, mut samples) = (Weights::PLAIN, Samples::default());
        for round in 1..=self.rounds {
            let knowledge = MadKnowledge::with_weights(board, &weights);
            let mut games = 0;
            let schedule = Schedule { games: self.games, threads: self.threads, stop };
            let outcome = schedule.run(
                None,
                &|number| {
                    let job = self.job(board, round, number);
                    job.play(&mut self.players(&knowledge), &|_| None, stop)
                },
                &mut |_| {
                    games += 1;
                    told(Progress::Played { round, games });
                    ControlFlow::Continue(())
                },
            )?;
            if outcome.stopped {
                return Ok(None);
            }
            let mut learned = Vec::new();
            for played in &outcome.games {
                let job = self.job(board, round, played.game);
                learned.extend(samples_of(&job, played, &knowledge).map_err(Broken::Game)?);
            }
            samples.add_round(learned);
            let fitted = samples.fit(&weights, stop);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let (positions, before, after) = (fitted.positions, fitted.before, fitted.after);
            told(Progress::Fitted { round, positions, before, after });
            weights = fitted.weights;
        }
        Ok(Some(weights))
    }

    /// A game of a round. The presets of the rules take turns.
    fn job(&self, board: &'static Board, round: usize, number: usize) -> Job {
        let seed = mix(self.seed.0 ^ mix((round * self.games + number) as u64));
        let mut rng = Seed(seed).rng();
        let (_, rules) = Rules::PRESETS[number % Rules::PRESETS.len()];
        let start = Battle::at(Position::start(board, rules));
        let (mut position, mut opening) = (*start.position(), Vec::new());
        for _ in 0..RANDOM_MOVES.start + below(&mut rng, RANDOM_MOVES.len()) {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[below(&mut rng, moves.len())];
            opening.push(Battle::at(position).action(mv).to_string());
            position.make(mv);
        }
        let player = |player| PlayerText { player, name: format!("engine,nodes={}", self.nodes), seed };
        Job { opening, ..Job::new(number, start.setup(), vec![player(0), player(1)]) }
    }

    /// Both seats share an engine, which serves this game only.
    fn players(&self, knowledge: &MadKnowledge) -> [Box<dyn Player<Battle>>; 2] {
        let engine = Arc::new(Mutex::new(Engine::new(knowledge.clone(), 1 << 18)));
        let limits = SearchLimits { nodes: Some(self.nodes), ..SearchLimits::default() };
        [0, 1]
            .map(|_| -> Box<dyn Player<Battle>> { Box::new(Learner { engine: Arc::clone(&engine), limits }) })
    }
}

/// The engine with the weights of a round.
struct Learner {
    engine: Arc<Mutex<Engine<Position, MadKnowledge>>>,
    limits: SearchLimits,
}

impl Player<Battle> for Learner {
    fn act(&mut self, asked: &Asked<'_, Battle>) -> Result<Answer<Action>, Fault> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let found = engine.search(asked.game.position(), &self.limits, asked.stop, &mut |_| {});
        let found = found.ok_or_else(|| Fault::not_here("the game is over"))?;
        let value = Some(f64::from(found.best().value));
        Ok(Answer { nodes: Some(found.nodes), value, ..Answer::new(asked.game.action(found.mv())) })
    }
}

/// The samples of a game.
fn samples_of(job: &Job, played: &Played, knowledge: &MadKnowledge) -> Result<Vec<Sample>, BadJob> {
    let course = job.course::<Battle>(&played.actions)?;
    let Some(outcome) = course.outcome() else { return Ok(Vec::new()) };
    let moves = played.actions.iter().enumerate().skip(job.opening.len()).zip(&played.figures);
    let sample = |((at, action), figures): ((usize, &String), &crate::Figures)| {
        let (game, value) = (course.after(at), figures.value? as i32);
        let mv = game.position().read_move(action).ok()?;
        Sample::new(knowledge, game.position(), mv, value, outcome)
    };
    Ok(moves.filter_map(sample).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: Tuning = Tuning { games: 6, nodes: 200, rounds: 2, seed: Seed(1), threads: 1 };

    fn board() -> &'static Board {
        Board::named("6x4").unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
        let tune =
            |tuning: Tuning| tuning.run(board(), &AtomicBool::new(false), &mut |_| {}).unwrap().unwrap();
        let one = tune(TINY);
        assert_eq!(one, tune(Tuning { threads: 3, ..TINY }));
        assert_ne!(one, tune(Tuning { seed: Seed(2), ..TINY }));
        assert_ne!(one, Weights::PLAIN);
    }

    #[test]
    fn a_stopped_tuner_has_no_weights() {
        for begun in [Some(1), Some(TINY.games), None] {
            let stop = AtomicBool::new(begun.is_none());
            let weights = TINY.run(board(), &stop, &mut |progress| {
                let over = matches!(progress, Progress::Played { round: 2, games } if Some(games) == begun);
                stop.fetch_or(over, Ordering::Relaxed);
                assert!(!matches!(progress, Progress::Fitted { round: 2, .. }));
            });
            assert!(weights.unwrap().is_none(), "{begun:?}");
        }
    }
}
