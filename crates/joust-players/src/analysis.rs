//! Analysis of a position of a duel by the engine: lines of play with their values.

use crate::endgame::EndgameSource;
use crate::engine::Eval;
use crate::playable::{ExactKnowledge, PLAYERS, PlayableDuel};
use joust_core::{Duel, Fault};
use joust_games::AnyDuel;
use joust_search::engine::{Begun, Engine, Found, PrincipalVariation, SearchLimits, WallClock};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// The limits and options of an analysis.
///
/// ```
/// use joust_games::{Ask, duel};
/// use joust_players::analysis::{Analyst, Query};
/// use joust_players::endgame::EndgameSource;
/// use joust_search::engine::SearchLimits;
///
/// let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
/// let (tables, visited) = (EndgameSource::Off, std::sync::Arc::default());
/// let query = Query { limits, lines: 3, threads: 1, table: 1 << 20, tables, visited };
/// let start = duel("mad").unwrap().position(&Ask::default()).unwrap();
/// let found = Analyst::new(&query).analyze(start.as_ref(), &false.into(), &mut |_| {}).unwrap();
/// assert_eq!((found.depth, found.lines.len()), (2, 3));
/// ```
pub struct Query {
    /// How long the search may take.
    pub limits: SearchLimits,
    /// The number of lines to find, each with another first move.
    pub lines: usize,
    /// Threads of the search.
    pub threads: usize,
    /// Bytes of the transposition table.
    pub table: usize,
    /// The endgame tables of MAD that the search may use.
    pub tables: EndgameSource,
    /// Counts visited positions during the search, for a progress display.
    pub visited: Arc<AtomicU64>,
}

/// The result of an analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The lines, the best first.
    pub lines: Vec<Thought>,
    /// The depth of the search, in moves.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time that the search took.
    pub time: Duration,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The moves of the line.
    pub moves: Vec<String>,
    /// The value for the side to move: from −1 to 1 in MAD, the final difference in the War Game.
    pub value: f64,
    /// Moves until the game is won or lost with best play of both sides, where that is known: of the best
    /// line from the position itself, of any other line from the position after its first move.
    pub ends_in: Option<u32>,
    /// The most moves until the game is won or lost, where only this bound is proven.
    pub at_most: Option<u32>,
    /// Whether the value is proven.
    pub exact: bool,
}

/// Analyzes a position; `told` is called after every depth.
pub fn analyze(
    position: &dyn AnyDuel,
    query: &Query,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, Fault> {
    Analyst::new(query).analyze(position, stop, told)
}

/// An engine that analyzes many positions with one query. It allocates its table once and clears it for
/// each position, so a result does not depend on the positions before.
pub struct Analyst<'a> {
    query: &'a Query,
    memory: Memory,
}

/// The [`Study`] of the last position, whatever its game.
pub(crate) type Memory = Option<Box<dyn Any>>;

impl Analyst<'_> {
    /// An analyst for this query. Nothing is allocated before the first position.
    pub fn new(query: &Query) -> Analyst<'_> {
        Analyst { query, memory: None }
    }

    /// Analyzes a position; `told` is called after every depth.
    pub fn analyze(
        &mut self,
        position: &dyn AnyDuel,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let Analyst { query, memory } = self;
        let found = PLAYERS.iter().find_map(|game| (game.analyze)(memory, position, query, stop, told));
        found.unwrap_or_else(|| Err(Fault::not_here("the engine does not know this game")))
    }

    /// Analyzes a position of a game whose type is known; the game need not be in the register.
    pub fn analyze_as<G: PlayableDuel>(
        &mut self,
        position: &G::Position,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        analyze_as::<G>(&mut self.memory, position, self.query, stop, told)
    }
}

/// What is known of a game, and an engine for it.
///
/// ```
/// use joust_mad::{Battle, Board, Position, Rules};
/// use joust_players::analysis::{Query, Study};
/// use joust_players::endgame::EndgameSource;
/// use joust_search::engine::SearchLimits;
///
/// let limits = SearchLimits { nodes: Some(300), ..SearchLimits::default() };
/// let (tables, visited) = (EndgameSource::Off, std::sync::Arc::default());
/// let query = Query { limits, lines: 2, threads: 1, table: 1 << 20, tables, visited };
/// let text = "b111,,,/,,,/,,,/r111,,,/,,,/,,, r";
/// let position = Position::read(text, Rules::CURRENT, Board::named("6x4")).unwrap();
/// let mut study = Study::<Battle>::new(&position, &query).unwrap();
/// study.begin(&position);
/// // In parts of 300 nodes, until the victory is proven.
/// while !study.is_done() {
///     study.go_on(&limits, &false.into()).unwrap();
/// }
/// assert_eq!(study.go_on(&limits, &false.into()).unwrap().lines[0].worth(), "wins in 9");
/// ```
pub struct Study<G: PlayableDuel> {
    exact: G::Exact,
    engine: Engine<G::Position, <G::Exact as ExactKnowledge<G::Position>>::Knowledge>,
    begun: Option<Begun<G::Position>>,
    /// The nodes of the parts so far, and their time.
    before: (u64, Duration),
}

impl<G: PlayableDuel> Study<G> {
    /// A study of positions like this one: those of a game. The limits of the query do not matter here.
    pub fn new(position: &G::Position, query: &Query) -> Result<Study<G>, Fault> {
        let (exact, knowledge) = G::Exact::of(position, &query.tables, &Eval::default())?;
        let engine = Engine::new(knowledge, query.table)
            .with_threads(query.threads)
            .with_lines(query.lines)
            .with_counter(Arc::clone(&query.visited));
        Ok(Study { exact, engine, begun: None, before: (0, Duration::ZERO) })
    }

    /// Whether it can be used for a position. Tables that have failed must be opened again.
    pub fn fits(&self, position: &G::Position) -> bool {
        self.exact.knows(position) && self.exact.in_order().is_ok()
    }

    /// Forgets all positions, so that what it finds does not depend on them.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// Searches for this many lines from now on.
    pub fn show(&mut self, lines: usize) {
        self.engine.show(lines);
    }

    /// Analyzes a position; `told` is called after every depth. What it finds also depends on the positions
    /// before, unless it has forgotten them.
    pub fn analyze(
        &mut self,
        position: &G::Position,
        limits: &SearchLimits,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let Study { exact, engine, .. } = self;
        let mut tell = |found: &Found<_>| told(&in_words::<G>(exact, position, found));
        let found = engine.search(position, limits, stop, &mut tell);
        let mut found = found.map(|found| in_words::<G>(exact, position, &found)).ok_or_else(over)?;
        exact.measure(&mut found, position, limits.time.is_some() || limits.budget.is_some());
        // Where a table could not be read, the length of a victory may be wrong.
        exact.in_order()?;
        Ok(found)
    }

    /// Begins an analysis in parts; false when the game is over.
    pub fn begin(&mut self, position: &G::Position) -> bool {
        self.before = (0, Duration::ZERO);
        self.begun = self.engine.begin(position);
        self.begun.is_some()
    }

    /// Whether the analysis in parts is complete.
    pub fn is_done(&self) -> bool {
        self.begun.as_ref().is_none_or(Begun::is_done)
    }

    /// Does the next part of the analysis within these limits, and gives all that is found.
    pub fn go_on(&mut self, limits: &SearchLimits, stop: &AtomicBool) -> Result<Analysis, Fault> {
        let Study { exact, engine, begun, before } = self;
        let begun = begun.as_mut().ok_or_else(over)?;
        let found = engine.go_on(begun, &WallClock::default(), limits, stop, &mut |_| {}).ok_or_else(over)?;
        let mut found = in_words::<G>(exact, begun.position(), &found);
        *before = (before.0 + found.nodes, before.1 + found.time);
        (found.nodes, found.time) = *before;
        // The length of a victory is looked for after every part, so a long look must wait for the last.
        exact.measure(&mut found, begun.position(), !begun.is_done());
        exact.in_order()?;
        Ok(found)
    }
}

fn over() -> Fault {
    Fault::not_here("the game is over")
}

/// What a search has found, in words.
fn in_words<G: PlayableDuel>(
    exact: &G::Exact,
    position: &G::Position,
    found: &Found<<G::Position as Duel>::Move>,
) -> Analysis {
    let line = |line: &PrincipalVariation<<G::Position as Duel>::Move>| {
        let mut end = *position;
        line.moves.iter().for_each(|mv| end.make(*mv));
        // The search stops where the tables have a value; the tables give the rest of the line.
        let moves = position.write_line(&[&line.moves[..], &exact.rest(&end)].concat());
        let (value, at_most) = (G::Exact::worth(line.value, line.exact), line.ends_in());
        Thought { moves, value, ends_in: None, at_most, exact: line.exact }
    };
    Analysis {
        lines: found.lines.iter().map(line).collect(),
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
    }
}

/// Thinks about a position of a game whose type is known.
pub(crate) fn analyze_as<G: PlayableDuel>(
    memory: &mut Memory,
    position: &G::Position,
    query: &Query,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, Fault> {
    let kept = memory.take().and_then(|kept| kept.downcast::<Study<G>>().ok());
    let mut study = match kept.filter(|kept| kept.fits(position)) {
        Some(mut kept) => {
            kept.forget();
            kept
        }
        None => Box::new(Study::new(position, query)?),
    };
    let found = study.analyze(position, &query.limits, stop, told)?;
    *memory = Some(study);
    Ok(found)
}

impl Thought {
    /// The value as text for people, such as `wins in 5` or `+0.25`.
    pub fn worth(&self) -> String {
        let word = if self.value > 0.0 { "wins" } else { "loses" };
        match (self.ends_in, self.at_most) {
            (Some(plies), _) => format!("{word} in {plies}"),
            (None, Some(plies)) => format!("{word} within {plies}"),
            _ if self.value.fract() == 0.0 && self.value.abs() >= 1.0 => format!("{:+}", self.value),
            _ => format!("{:+.2}", self.value),
        }
    }

    /// Whether the line is proven to end within this number of moves, and has all of them.
    pub(crate) fn is_of(&self, plies: u32) -> bool {
        self.at_most == Some(plies) && self.moves.len() as u32 == plies
    }

    /// This line with these moves, whose number is its exact length.
    pub(crate) fn measured(&self, moves: Vec<String>) -> Thought {
        let ends_in = Some(moves.len() as u32);
        Thought { moves, ends_in, at_most: None, ..*self }
    }

    /// A sort key, the best line first: quick victories, then undecided lines, then late defeats.
    pub(crate) fn rank(&self) -> (u8, i64) {
        match self.ends_in.or(self.at_most).map(i64::from) {
            Some(plies) if self.value > 0.0 => (WON, plies),
            None => (OPEN, 0),
            Some(plies) => (LOST, -plies),
        }
    }
}

/// The first part of a rank: the smallest comes first.
const WON: u8 = 0;
const OPEN: u8 = 1;
pub(crate) const LOST: u8 = 2;

/// The form of a line in the JSON of an analysis, which `docs/results.md` describes.
impl Serialize for Thought {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("Thought", 6)?;
        fields.serialize_field("move", &self.moves.first())?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("exact", &self.exact)?;
        fields.serialize_field("pv", &self.moves)?;
        fields.serialize_field("mate_in", &self.ends_in)?;
        fields.serialize_field("at_most", &self.at_most)?;
        fields.end()
    }
}

/// The form of an analysis in JSON, which `docs/results.md` describes.
impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let best = self.best();
        let mut fields = out.serialize_struct("Analysis", 6)?;
        fields.serialize_field("best", &best.and_then(|line| line.moves.first()))?;
        fields.serialize_field("lines", &self.lines)?;
        fields.serialize_field("depth", &self.depth)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("time_ms", &(self.time.as_millis() as u64))?;
        fields.serialize_field("exact", &best.is_some_and(|line| line.exact))?;
        fields.end()
    }
}

impl Analysis {
    /// The best line.
    pub fn best(&self) -> Option<&Thought> {
        self.lines.first()
    }
}
