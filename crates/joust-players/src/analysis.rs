//! What the engine thinks of a position of either duel, in words.

use crate::Fault;
use crate::endings::{Endings, in_order, oracle};
use joust_core::Duel;
use joust_games::AnyDuel;
use joust_mad::Position as Mad;
use joust_search::engine::{Engine, Found, Knowledge, Limits, Line, ends_in};
use joust_search::informed::Informed;
use joust_search::mad::{MadKnowledge, expectation};
use joust_search::wargame::WarKnowledge;
use joust_solve::mad::{Distance, Tables, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
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
    /// Where the positions are counted while the search goes on, for whoever watches.
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
    /// After so many moves the game is won or lost at the latest, where only that is proven.
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
    let here = position.as_any();
    let found = if let Some(mad) = here.downcast_ref::<Mad>() {
        let tables = question.tables.tables(mad.board())?;
        let knowledge = Informed::new(MadKnowledge::new(mad.board()), tables.clone().map(oracle));
        // The search stops where the tables know; they also know how to go on.
        let rest = |end: &Mad| tables.as_ref().map_or_else(Vec::new, |known| known.line(end));
        let mut found = think(mad, knowledge, (mad_value, &rest), question, stop, told);
        if let Some(found) = &mut found {
            let is_timed = question.limits.time.is_some() || question.limits.budget.is_some();
            let looks = if is_timed { LOOKED_AT_IN_TIME } else { LOOKED_AT };
            measure(found, mad, tables.as_deref(), looks);
        }
        // What follows from what the tables have not said may be wrong: the length of a victory.
        in_order(tables.as_deref())?;
        found
    } else if let Some(war) = here.downcast_ref::<joust_wargame::Position>() {
        think(war, WarKnowledge, (|value, _| f64::from(value), &|_| Vec::new()), question, stop, told)
    } else {
        return Err(Fault::NotHere("the engine does not know this game"));
    };
    found.ok_or(Fault::NotHere("the game is over"))
}

/// So many positions may be looked at, for all lines together, to find out how long victories take;
/// and so many, a few milliseconds, where the time is limited and the search has used it up.
const LOOKED_AT: u64 = 200_000;
const LOOKED_AT_IN_TIME: u64 = 5_000;

/// Finds out how long the victories and defeats of an analysis really take, and shows the shortest
/// way. A search proves that they take so long at the latest: it leaves out what looks bad, and
/// tables count only up to the next expulsion. What would take more than a moment stays as it is.
fn measure(found: &mut Analysis, position: &Mad, tables: Option<&Tables>, looks: u64) {
    let lines = found.lines.len().max(1) as u64;
    let meter = || Distance::new(tables, looks / lines);
    let best = found.best().and_then(|best| of_the_best(best, position, tables, meter()));
    let is_measured = best.is_some();
    if let Some(best) = best {
        put_first(&mut found.lines, best);
    }
    for line in found.lines.iter_mut().skip(1) {
        if let Some(measured) = of_another(line, position, meter()) {
            *line = measured;
        }
    }
    // Of a defeat the best line stays first: others are worse, or nobody has looked at them.
    let is_first = is_measured || found.best().is_some_and(|best| best.rank().0 == LOST);
    found.lines[usize::from(is_first)..].sort_by_key(Thought::rank);
    // Another line may turn out to be the shortest that is known; nobody knows whether it is.
    if let Some(best) = found.lines.first_mut().filter(|_| !is_measured) {
        best.at_most = best.ends_in.take().or(best.at_most);
    }
}

/// The best line of a position that is won or lost, if its length can be found.
fn of_the_best(
    best: &Thought,
    position: &Mad,
    tables: Option<&Tables>,
    mut meter: Distance<'_>,
) -> Option<Thought> {
    let searched = best.at_most.map(|most| (best.value > 0.0, most));
    // The search may have ended before it knew what the tables know.
    let known = tables.and_then(|tables| tables.certainty(position));
    let known = known.and_then(|known| Some((known.value.is_good(), known.at_most?)));
    let (wins, most) = searched.into_iter().chain(known).min_by_key(|(_, most)| *most)?;
    let plies = meter.fewest(position, wins, most)?;
    // The search has proven that its line wins within this length; of a defeat it has not proven
    // that this move is the one that holds out for so long.
    if wins && best.is_of(plies) {
        return Some(best.measured(best.moves.clone()));
    }
    let line = meter.line(position, wins, plies)?;
    let value = if wins { 1.0 } else { -1.0 };
    Some(Thought { value, exact: true, ..best.measured(in_words(position, &line)) })
}

/// A line with its length after its first move, if it is a victory or defeat and that can be found.
fn of_another(line: &Thought, position: &Mad, mut meter: Distance<'_>) -> Option<Thought> {
    let (most, wins) = (line.at_most?.checked_sub(1)?, line.value > 0.0);
    let mut next = *position;
    next.make(position.read_move(line.moves.first()?).ok()?);
    let plies = meter.fewest(&next, !wins, most)?;
    if line.is_of(plies + 1) {
        return Some(line.measured(line.moves.clone()));
    }
    let rest = meter.line(&next, !wins, plies)?;
    let mut moves = line.moves[..1].to_vec();
    moves.append(&mut in_words(&next, &rest));
    Some(line.measured(moves))
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

/// What a value is worth. A proven victory is worth everything, whenever it comes; whatever else is
/// proven is the tie-break. [MAD-7.5]
fn mad_value(value: i32, exact: bool) -> f64 {
    let sign = f64::from(value.signum());
    match ends_in(value) {
        Some(_) => sign,
        None if exact => sign * Value::SemiWin.number(),
        None => expectation(f64::from(value)),
    }
}

/// What a value is worth, and how the game goes on after a line.
type Words<'a, D> = (fn(i32, bool) -> f64, &'a dyn Fn(&D) -> Vec<<D as Duel>::Move>);

fn think<D: Duel, K: Knowledge<D>>(
    position: &D,
    knowledge: K,
    (worth, rest): Words<'_, D>,
    question: &Question,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Analysis),
) -> Option<Analysis> {
    let mut engine = Engine::new(knowledge, question.table)
        .with_threads(question.threads)
        .with_lines(question.lines)
        .with_counter(Arc::clone(&question.visited));
    let line = |line: &Line<D::Move>| {
        let mut end = *position;
        line.moves.iter().for_each(|mv| end.make(*mv));
        let moves = in_words(position, &[&line.moves[..], &rest(&end)].concat());
        let (value, at_most) = (worth(line.value, line.exact), line.ends_in());
        Thought { moves, value, ends_in: None, at_most, exact: line.exact }
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
        let word = if self.value > 0.0 { "wins" } else { "loses" };
        match (self.ends_in, self.at_most) {
            (Some(plies), _) => format!("{word} in {plies}"),
            (None, Some(plies)) => format!("{word} within {plies}"),
            _ if self.value.fract() == 0.0 && self.value.abs() >= 1.0 => format!("{:+}", self.value),
            _ => format!("{:+.2}", self.value),
        }
    }

    /// Whether it has been proven, and shown, to end within so many moves.
    fn is_of(&self, plies: u32) -> bool {
        self.at_most == Some(plies) && self.moves.len() as u32 == plies
    }

    /// The same with its true length, which is that of these moves.
    fn measured(&self, moves: Vec<String>) -> Thought {
        let ends_in = Some(moves.len() as u32);
        Thought { moves, ends_in, at_most: None, ..*self }
    }

    /// Better comes first: the quick victory, then what is not decided, then the late defeat.
    fn rank(&self) -> (u8, i64) {
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
const LOST: u8 = 2;

impl Analysis {
    /// The best line.
    pub fn best(&self) -> Option<&Thought> {
        self.lines.first()
    }
}
