//! The textbook's agents at the table of either duel.

use crate::{Answer, Fault, Player};
use joust_core::{Duel, Rng, Seed};
use joust_games::AnyDuel;
use joust_search::course::{Agent, Method, Options};
use joust_search::engine::Budget;
use joust_search::evaluation::{Evaluate, Material, Score};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What there is to say about a textbook agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// How it searches.
    pub method: Method,
    /// Moves that it looks ahead.
    pub depth: u32,
    /// What it looks at.
    pub eval: Eval,
    /// Its conventions.
    pub options: Options,
}

/// The evaluations by name; each belongs to one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Of the War Game.
    Score(Score),
    /// Of MAD.
    Material,
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Score(score) => score.fmt(f),
            Eval::Material => f.write_str("material"),
        }
    }
}

impl Eval {
    /// The evaluations of a game, the default first.
    pub(crate) fn of(game: &str) -> Vec<Eval> {
        match game {
            "mad" => vec![Eval::Material],
            _ => Score::NAMES.iter().map(|(_, score)| Eval::Score(*score)).collect(),
        }
    }
}

impl Course {
    /// The most moves that an agent may be asked to look ahead: no game is finished sooner by more.
    pub(crate) const DEEPEST: u32 = 64;

    /// The word for the method.
    pub fn word(&self) -> &'static str {
        match self.method {
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alphabeta",
        }
    }

    /// The agent that decides.
    pub fn agent(&self) -> Agent {
        Agent::new(self.method, self.depth, self.options)
    }

    /// All conventions, those left at their defaults too.
    pub fn conventions(&self) -> String {
        format!("eval={},{}", self.eval, self.options)
    }
}

/// Only what differs from the defaults, so that the usual names stay short.
impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.word(), self.depth)?;
        if !matches!(self.eval, Eval::Score(Score::Difference) | Eval::Material) {
            write!(f, ",eval={}", self.eval)?;
        }
        let (own, usual) = (self.options, Options::default());
        if own.ties != usual.ties {
            write!(f, ",ties={}", own.ties)?;
        }
        if own.order != usual.order {
            write!(f, ",order={}", own.order)?;
        }
        if own.count != usual.count {
            write!(f, ",count={}", own.count)?;
        }
        Ok(())
    }
}

/// A textbook agent in a game.
pub(crate) struct Seated {
    course: Course,
    name: String,
    chance: Rng,
}

impl Seated {
    pub(crate) fn new(course: Course, seed: Seed) -> Seated {
        Seated { course, name: course.to_string(), chance: seed.rng() }
    }

    fn answer<D: Duel>(
        &mut self,
        position: &D,
        eval: &dyn Evaluate<D>,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let start = Instant::now();
        let choice = self.course.agent().choose_unless(position, eval, &mut self.chance, stop);
        let choice = choice.ok_or(Fault::NotHere("the game is over"))?;
        let time = start.elapsed();
        Ok(Answer { mv: position.write_move(choice.mv), nodes: Some(choice.nodes), time })
    }
}

impl Player for Seated {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose_unless(
        &mut self,
        position: &dyn AnyDuel,
        _budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let position = position.as_any();
        match self.course.eval {
            Eval::Score(eval) => {
                if let Some(position) = position.downcast_ref::<joust_wargame::Position>() {
                    return self.answer(position, &eval, stop);
                }
            }
            Eval::Material => {
                if let Some(position) = position.downcast_ref::<joust_mad::Position>() {
                    return self.answer(position, &Material, stop);
                }
            }
        }
        Err(Fault::NotHere("its evaluation is for another game"))
    }
}
