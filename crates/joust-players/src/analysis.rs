//! What the engine thinks of a position of either duel, in words.

use crate::Fault;
use crate::endings::{Endings, in_order, oracle};
use joust_core::Duel;
use joust_games::AnyDuel;
use joust_search::engine::{Engine, Found, Knowledge, Limits, Line, ends_in};
use joust_search::informed::Informed;
use joust_search::mad::{MadKnowledge, expectation};
use joust_search::wargame::WarKnowledge;
use joust_solve::mad::Tables;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is asked for.
pub struct Question {
    /// How long it may take.
    pub limits: Limits,
    /// How many lines with different first moves.
    pub lines: usize,
    /// Threads that think.
    pub threads: usize,
    /// Bytes for the table.
    pub table: usize,
    /// The endings of MAD that it may use.
    pub tables: Endings,
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
    /// Moves until the game is won or lost, if that is proven.
    pub ends_in: Option<u32>,
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
    let here = position.as_any();
    let found = if let Some(mad) = here.downcast_ref::<joust_mad::Position>() {
        let tables = question.tables.tables(mad.board())?;
        let knowledge = Informed::new(MadKnowledge::new(mad.board()), tables.clone().map(oracle));
        // The search stops where the tables know; they also know how to go on.
        let rest = |end: &joust_mad::Position| tables.as_ref().map_or_else(Vec::new, |known| known.line(end));
        let mut found = think(mad, knowledge, (mad_value, &rest), question, stop, told);
        if let Some((found, tables)) = found.as_mut().zip(tables.as_ref()) {
            take_the_shortest(found, mad, tables);
        }
        // What follows from what the tables have not said may be wrong: the length of a victory.
        in_order(tables.as_deref())?;
        found
    } else if let Some(war) = here.downcast_ref::<joust_wargame::Position>() {
        think(war, WarKnowledge, (f64::from, &|_| Vec::new()), question, stop, told)
    } else {
        return Err(Fault::NotHere("the engine does not know this game"));
    };
    found.ok_or(Fault::NotHere("the game is over"))
}

/// So many positions may be looked at to find the shortest way to a victory.
const LOOKED_AT: u64 = 200_000;

/// Where the tables know of a victory, the best line is the shortest one, if it can be found. The
/// search may have ended before it knew of any.
fn take_the_shortest(found: &mut Analysis, position: &joust_mad::Position, tables: &Tables) {
    let shortest = tables.shortest(position, LOOKED_AT).zip(tables.value(position));
    let Some((line, worth)) = shortest else { return };
    let best = Thought {
        ends_in: Some(line.len() as u32),
        moves: in_words(position, &line),
        value: if worth.is_good() { 1.0 } else { -1.0 },
        exact: true,
    };
    put_first(&mut found.lines, best);
}

/// A line comes before all others, of which none begins with its move; they are as many as before.
fn put_first(lines: &mut Vec<Thought>, best: Thought) {
    let wanted = lines.len();
    lines.retain(|line| line.moves.first() != best.moves.first());
    lines.insert(0, best);
    lines.truncate(wanted);
}

/// The text of moves that follow each other.
fn in_words<D: Duel>(position: &D, line: &[D::Move]) -> Vec<String> {
    let mut here = *position;
    let mut words = Vec::new();
    for mv in line {
        words.push(here.write_move(*mv));
        here.make(*mv);
    }
    words
}

/// A proven victory is worth everything, whenever it comes.
fn mad_value(value: i32) -> f64 {
    match ends_in(value) {
        Some(_) => f64::from(value.signum()),
        None => expectation(f64::from(value)),
    }
}

/// What a value is worth, and how the game goes on after a line.
type Words<'a, D> = (fn(i32) -> f64, &'a dyn Fn(&D) -> Vec<<D as Duel>::Move>);

fn think<D: Duel, K: Knowledge<D>>(
    position: &D,
    knowledge: K,
    (worth, rest): Words<'_, D>,
    question: &Question,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Analysis),
) -> Option<Analysis> {
    let mut engine =
        Engine::new(knowledge, question.table).with_threads(question.threads).with_lines(question.lines);
    let line = |line: &Line<D::Move>| {
        let mut here = *position;
        let mut moves = Vec::new();
        let mut go_on = |line: &[D::Move]| {
            for mv in line {
                moves.push(here.write_move(*mv));
                here.make(*mv);
            }
            here
        };
        let end = go_on(&line.moves);
        go_on(&rest(&end));
        Thought { moves, value: worth(line.value), ends_in: line.ends_in(), exact: line.exact }
    };
    let words = |found: &Found<D::Move>| Analysis {
        lines: found.lines.iter().map(line).collect(),
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
    };
    let found = engine.search(position, &question.limits, stop, &mut |found| told(&words(found)))?;
    Some(words(&found))
}

impl Thought {
    /// What it is worth, for people.
    pub fn worth(&self) -> String {
        match self.ends_in {
            Some(plies) => format!("{} in {plies}", if self.value > 0.0 { "wins" } else { "loses" }),
            None if self.value.fract() == 0.0 && self.value.abs() >= 1.0 => format!("{:+}", self.value),
            None => format!("{:+.2}", self.value),
        }
    }
}

impl Analysis {
    /// The best line.
    pub fn best(&self) -> Option<&Thought> {
        self.lines.first()
    }
}
