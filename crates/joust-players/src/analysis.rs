//! What the engine thinks of a position of a duel, in words.

use crate::endings::Endings;
use crate::home::{HOMES, Home, Mind};
use joust_core::{Duel, Fault};
use joust_games::AnyDuel;
use joust_search::engine::{Engine, Found, PrincipalVariation, SearchLimits};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// What is asked for.
pub struct Question {
    /// How long it may take.
    pub limits: SearchLimits,
    /// How many lines with different first moves.
    pub lines: usize,
    /// Threads that think.
    pub threads: usize,
    /// Bytes for the table.
    pub table: usize,
    /// The endings of MAD that it may use.
    pub tables: Endings,
    /// Counts the positions while the search goes on, for a viewer.
    pub visited: Arc<AtomicU64>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The lines, the best first.
    pub lines: Vec<Thought>,
    /// Moves looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time that it took.
    pub time: Duration,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// Its moves.
    pub moves: Vec<String>,
    /// For the side to move: from −1 to 1 in MAD, the final difference in the War Game.
    pub value: f64,
    /// Moves until the game is won or lost, where nobody can do better: for the best line with
    /// whatever move, for another one after its first move.
    pub ends_in: Option<u32>,
    /// The most moves until the game is won or lost, where only a bound is proven.
    pub at_most: Option<u32>,
    /// Whether the value is proven.
    pub exact: bool,
}

/// Thinks about a position; `told` hears of every depth.
pub fn analyze(
    position: &dyn AnyDuel,
    question: &Question,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, Fault> {
    Analyst::new(question).analyze(position, stop, told)
}

/// An engine that is asked one question about many positions. It allocates its table once, and forgets
/// after each position all that it has learned: an answer does not depend on the positions before.
pub struct Analyst<'a> {
    question: &'a Question,
    memory: Memory,
}

/// The [`Known`] of the last position, whatever its game.
pub(crate) type Memory = Option<Box<dyn Any>>;

/// What is known of a game, and an engine for it.
struct Known<G: Home> {
    mind: G::Mind,
    engine: Engine<G::Position, <G::Mind as Mind<G::Position>>::Knowledge>,
}

impl Analyst<'_> {
    /// Nothing is allocated before the first position.
    pub fn new(question: &Question) -> Analyst<'_> {
        Analyst { question, memory: None }
    }

    /// Thinks about a position; `told` hears of every depth.
    pub fn analyze(
        &mut self,
        position: &dyn AnyDuel,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let Analyst { question, memory } = self;
        let found = HOMES.iter().find_map(|home| (home.analyze)(memory, position, question, stop, told));
        found.unwrap_or_else(|| Err(Fault::not_here("the engine does not know this game")))
    }

    /// Thinks about a position of a game whose type is known; the game need not be in the register.
    pub fn analyze_as<G: Home>(
        &mut self,
        position: &G::Position,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        analyze_as::<G>(&mut self.memory, position, self.question, stop, told)
    }
}

impl<G: Home> Known<G> {
    /// What is kept in memory, if it is of use for this position; else made anew.
    fn recall(memory: &mut Memory, position: &G::Position, question: &Question) -> Result<Box<Self>, Fault> {
        let kept = memory.take().and_then(|kept| kept.downcast::<Known<G>>().ok());
        // Tables that have failed are opened again.
        if let Some(mut kept) = kept.filter(|kept| kept.mind.knows(position) && kept.mind.in_order().is_ok())
        {
            kept.engine.forget();
            return Ok(kept);
        }
        let (mind, knowledge) = G::Mind::of(position, &question.tables, None)?;
        let engine = Engine::new(knowledge, question.table)
            .with_threads(question.threads)
            .with_lines(question.lines)
            .with_counter(Arc::clone(&question.visited));
        Ok(Box::new(Known { mind, engine }))
    }
}

/// Thinks about a position of a game whose type is known.
pub(crate) fn analyze_as<G: Home>(
    memory: &mut Memory,
    position: &G::Position,
    question: &Question,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, Fault> {
    let mut known = Known::<G>::recall(memory, position, question)?;
    let Known { mind, engine } = &mut *known;
    let line = |line: &PrincipalVariation<<G::Position as Duel>::Move>| {
        let mut end = *position;
        line.moves.iter().for_each(|mv| end.make(*mv));
        // The search stops where the tables know; they also know how to go on.
        let moves = position.write_line(&[&line.moves[..], &mind.rest(&end)].concat());
        let (value, at_most) = (G::Mind::worth(line.value, line.exact), line.ends_in());
        Thought { moves, value, ends_in: None, at_most, exact: line.exact }
    };
    let words = |found: &Found<<G::Position as Duel>::Move>| Analysis {
        lines: found.lines.iter().map(line).collect(),
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
    };
    let found = engine.search(position, &question.limits, stop, &mut |found| told(&words(found)));
    let mut found = found.as_ref().map(words);
    if let Some(found) = &mut found {
        let is_timed = question.limits.time.is_some() || question.limits.budget.is_some();
        mind.measure(found, position, is_timed);
    }
    // What follows from what the tables have not said may be wrong: the length of a victory.
    mind.in_order()?;
    *memory = Some(known);
    found.ok_or_else(|| Fault::not_here("the game is over"))
}

impl Thought {
    /// What it is worth, for people.
    pub fn worth(&self) -> String {
        let word = if self.value > 0.0 { "wins" } else { "loses" };
        match (self.ends_in, self.at_most) {
            (Some(plies), _) => format!("{word} in {plies}"),
            (None, Some(plies)) => format!("{word} within {plies}"),
            _ if self.value.fract() == 0.0 && self.value.abs() >= 1.0 => format!("{:+}", self.value),
            _ => format!("{:+.2}", self.value),
        }
    }

    /// Whether this line is proven, and shown, to end after this number of moves.
    pub(crate) fn is_of(&self, plies: u32) -> bool {
        self.at_most == Some(plies) && self.moves.len() as u32 == plies
    }

    /// This line with its true length, which is that of these moves.
    pub(crate) fn measured(&self, moves: Vec<String>) -> Thought {
        let ends_in = Some(moves.len() as u32);
        Thought { moves, ends_in, at_most: None, ..*self }
    }

    /// Better comes first: the quick victory, then what is not decided, then the late defeat.
    pub(crate) fn rank(&self) -> (u8, i64) {
        match self.ends_in.or(self.at_most).map(i64::from) {
            Some(plies) if self.value > 0.0 => (WON, plies),
            None => (OPEN, 0),
            Some(plies) => (LOST, -plies),
        }
    }
}

/// Which lines come first.
const WON: u8 = 0;
const OPEN: u8 = 1;
pub(crate) const LOST: u8 = 2;

impl Analysis {
    /// The best line.
    pub fn best(&self) -> Option<&Thought> {
        self.lines.first()
    }
}
