//! Finding puzzles: in games of the engine against itself, and in endgame tables.
//!
//! A game is a function of the seed and its number, so a run with the same seed finds the same puzzles. The
//! engine, whose victories are proven, points at positions; an exact search then decides by the rules alone.

use crate::{Puzzle, Solved, likeness, mad, wargame};
use joust_core::{Duel, Rng, Seed, below, mix};
use joust_mad::Rules as MadRules;
use joust_search::engine::{Engine, Knowledge, SearchLimits};
use joust_search::level::{Blurred, Level};
use joust_search::mad::MadKnowledge;
use joust_search::wargame::WarKnowledge;
use joust_solve::mad::{EndgameTables, Puzzle as Ending};
use joust_wargame::Rules as WarRules;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to look for.
pub enum Subject<'a> {
    /// Puzzles of MAD on a board, from games and, where there are tables, from endings.
    Mad(&'static joust_mad::Board, Option<&'a EndgameTables>),
    /// Puzzles of the War Game on these boards.
    WarGame(&'a [&'static joust_wargame::Board]),
}

/// How many puzzles to find, and where.
pub struct Request<'a> {
    /// What to look for.
    pub subject: Subject<'a>,
    /// How many puzzles.
    pub count: usize,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Set by the caller to stop; puzzles that were found are not lost.
    pub stop: &'a AtomicBool,
}

/// How a search for puzzles went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MineReport {
    /// Puzzles that were found.
    pub found: usize,
    /// Games that were played for them.
    pub games: u64,
}

/// The shares of puzzles with one move to find, with two and so on, in per cent: from games of MAD, from its
/// endgame tables, from games of the War Game.
const FROM_GAMES: [usize; mad::MOST_MOVES] = [14, 26, 20, 10, 5];
const FROM_TABLES: [usize; mad::MOST_MOVES] = [0, 3, 6, 8, 8];
const OF_WAR: [usize; wargame::MOST_MOVES] = [24, 36, 28, 12];

/// Games for each puzzle that is wanted, after which the search ends with what it has.
const MOST_GAMES: u64 = 60;
/// Nodes in which the engine must prove a victory, so that its position is looked at.
const NODES_TO_NOTICE: u64 = 20_000;
/// Nodes in which the engine must prove the first move of a puzzle.
const NODES_TO_SOLVE: u64 = 2_000_000;
/// Positions that the proof of a puzzle of MAD may visit, which is enough for every puzzle that was mined.
pub const PROOF: u64 = 2_000_000;
/// Bytes of the engine's transposition table.
const TABLE: usize = 1 << 22;

/// Searches for puzzles until there are enough, and hands over each as soon as it is found.
pub fn mine(request: &Request<'_>, found: &mut dyn FnMut(&Puzzle)) -> MineReport {
    let mut pit = Pit { request, found, seen: HashSet::new(), report: MineReport::default() };
    match request.subject {
        Subject::Mad(board, tables) => pit.mad(board, tables),
        Subject::WarGame(boards) => pit.war(boards),
    }
    pit.report
}

struct Pit<'a> {
    request: &'a Request<'a>,
    found: &'a mut dyn FnMut(&Puzzle),
    seen: HashSet<String>,
    report: MineReport,
}

/// How many puzzles of each number of moves are still wanted.
fn wanted(count: usize, shares: &[usize]) -> Vec<usize> {
    shares.iter().map(|share| (count * share).div_ceil(100)).collect()
}

impl Pit<'_> {
    fn mad(&mut self, board: &'static joust_mad::Board, tables: Option<&EndgameTables>) {
        let (count, seed) = (self.request.count, self.request.seed);
        let mut engine = Engine::new(MadKnowledge::new(board), TABLE);
        let mut left = wanted(count, &FROM_TABLES);
        if let Some(tables) = tables {
            // More than needed: not every ending with a single key has a single move later.
            let most = 4 * left.iter().max().copied().unwrap_or(0);
            for ending in Ending::draw(tables, most, Ending::LONGEST, seed) {
                self.take(&mut engine, &ending.position, board.name(), &mut left, |position| {
                    mad::solve(position, Some(tables), PROOF)
                });
            }
        }
        // What the tables do not give comes from games.
        left.iter_mut().zip(wanted(count, &FROM_GAMES)).for_each(|(left, more)| *left += more);
        let start = joust_mad::Position::start(board, MadRules::CURRENT);
        self.games(left, |pit, left, number| {
            let mut rng = Seed(mix(seed.0 ^ mix(number))).rng();
            let game = play(&start, || MadKnowledge::new(board), &mut rng);
            // One puzzle of a game: the later ones would be the rest of its solution.
            for position in &game {
                let limits = SearchLimits { nodes: Some(NODES_TO_NOTICE), ..SearchLimits::default() };
                let noticed = notice(&mut engine, position, &limits, pit.request.stop);
                let in_time = |plies: u32| plies.div_ceil(2) as usize <= mad::MOST_MOVES;
                if noticed.is_some_and(in_time)
                    && pit.take(&mut engine, position, board.name(), left, |position| {
                        mad::solve(position, None, PROOF)
                    })
                {
                    break;
                }
            }
        });
    }

    fn war(&mut self, boards: &[&'static joust_wargame::Board]) {
        let seed = self.request.seed;
        let mut engine = Engine::new(WarKnowledge, TABLE);
        self.games(wanted(self.request.count, &OF_WAR), |pit, left, number| {
            let mut rng = Seed(mix(seed.0 ^ mix(number))).rng();
            let Some(board) = boards.get(number as usize % boards.len().max(1)) else { return };
            let start = joust_wargame::Position::start(board, WarRules::default());
            let game = play(&start, || WarKnowledge, &mut rng);
            let vacancies = (wargame::MOST_VACANT - wargame::FEWEST_VACANT + 1) as usize;
            // From a random number of vacant squares on, so that short puzzles are not always very short.
            let from = wargame::FEWEST_VACANT + below(&mut rng, vacancies) as u32;
            for position in game.iter().filter(|position| position.vacant().count_ones() <= from) {
                if pit.take(&mut engine, position, board.name(), left, wargame::solve) {
                    break;
                }
            }
        });
    }

    /// Plays games until nothing is wanted any more, or until there were too many.
    fn games(&mut self, mut left: Vec<usize>, mut game: impl FnMut(&mut Self, &mut [usize], u64)) {
        for number in 0..MOST_GAMES * self.request.count as u64 {
            if left.iter().sum::<usize>() == 0 || self.is_done() {
                return;
            }
            game(self, &mut left, number);
            self.report.games += 1;
        }
    }

    /// Whether the search is over: there are enough puzzles, or the caller has stopped it.
    fn is_done(&self) -> bool {
        self.report.found >= self.request.count || self.request.stop.load(Ordering::Relaxed)
    }

    /// Takes a position if it is a puzzle that is still wanted.
    fn take<D: Subjected, K: Knowledge<D>>(
        &mut self,
        engine: &mut Engine<D, K>,
        position: &D,
        board: &str,
        left: &mut [usize],
        solve: impl Fn(&D) -> Option<Solved>,
    ) -> bool {
        if self.is_done() {
            return false;
        }
        let Some(solved) = solve(position) else { return false };
        if left[solved.moves - 1] == 0 {
            return false;
        }
        // The engine is the second proof: it must win by the same move.
        engine.forget();
        let limits = SearchLimits { nodes: Some(NODES_TO_SOLVE), ..SearchLimits::default() };
        let Some(proof) = engine.search(position, &limits, self.request.stop, &mut |_| {}) else {
            return false;
        };
        let is_found = position.write_move(proof.mv()) == solved.line[0];
        if !(is_found && proof.is_exact() && proof.best().value > 0 && self.seen.insert(likeness(position))) {
            return false;
        }
        left[solved.moves - 1] -= 1;
        let rules = position.rules_text();
        let puzzle = Puzzle::of([D::GAME, board, &rules], position, solved, proof.nodes);
        (self.found)(&puzzle);
        self.report.found += 1;
        true
    }
}

/// A duel that has puzzles.
trait Subjected: Duel {
    /// The name of the game.
    const GAME: &'static str;

    /// The ruleset of a position.
    fn rules_text(&self) -> String;
}

impl Subjected for joust_mad::Position {
    const GAME: &'static str = "mad";

    fn rules_text(&self) -> String {
        self.rules().to_string()
    }
}

impl Subjected for joust_wargame::Position {
    const GAME: &'static str = "wargame";

    fn rules_text(&self) -> String {
        self.rules().to_string()
    }
}

/// The plies to a victory that the engine proves within the limits.
fn notice<D: Duel, K: Knowledge<D>>(
    engine: &mut Engine<D, K>,
    position: &D,
    limits: &SearchLimits,
    stop: &AtomicBool,
) -> Option<u32> {
    let found = engine.search(position, limits, stop, &mut |_| {})?;
    let best = found.best();
    best.ends_in().filter(|_| best.value > 0)
}

/// The levels that play: weak enough to make mistakes, strong enough to punish some.
const LEVELS: [u8; 5] = [1, 2, 3, 4, 6];
/// The most random moves at the beginning of a game, and the most moves of a game.
const MOST_RANDOM: usize = 8;
const MOST_PLIES: usize = 160;

/// The positions of a game between two levels, after a few random moves.
fn play<D: Duel, K: Knowledge<D>>(start: &D, knowledge: impl Fn() -> K, rng: &mut Rng) -> Vec<D> {
    let mut side = || {
        let level = Level::new(LEVELS[below(rng, LEVELS.len())])?;
        let noise = Seed(below(rng, usize::MAX) as u64);
        let engine = Engine::new(Blurred::new(knowledge(), level.blur(), noise), 1 << 18);
        Some((engine, level.within(SearchLimits::default())))
    };
    let (Some(one), Some(other)) = (side(), side()) else { return Vec::new() };
    let mut players = [one, other];
    let random = below(rng, MOST_RANDOM + 1);
    let (mut here, mut game) = (*start, vec![*start]);
    let never = AtomicBool::new(false);
    while here.outcome().is_none() && game.len() < MOST_PLIES {
        let mv = if game.len() <= random {
            here.random_move(rng)
        } else {
            let (engine, limits) = &mut players[game.len() % 2];
            engine.search(&here, limits, &never, &mut |_| {}).map(|found| found.mv())
        };
        let Some(mv) = mv else { break };
        here.make(mv);
        game.push(here);
    }
    game
}
