//! What the players must know of a duel beyond its rules, and the games whose players have names.

use crate::analysis::{Analysis, Memory, Query, analyze_as};
use crate::endgame::EndgameSource;
use crate::engine::{EngineSpec, Eval};
use crate::words::Words;
use crate::{AnyPlayer, BadPlayer, Erased, Kind};
use joust_core::{Duel, Fault, Game, Outcome, Rng, Seed};
use joust_games::{AnyDuel, RegisteredDuel};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_search::engine::{Knowledge, SearchLimits};
use joust_search::evaluation::Evaluate;
use joust_search::mcts::{Policy, Uniform};
use joust_solve::mad::{EndgameTables, TableError};
use joust_wargame::Campaign;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A duel that the players of this crate can play: what they need beyond its rules.
pub trait PlayableDuel: RegisteredDuel {
    /// What the engine knows exactly.
    type Exact: ExactKnowledge<Self::Position>;

    /// The options of the engine in this game only: their keys and their explanations.
    const ENGINE_OPTIONS: &'static [(&'static str, &'static str)] = &[];

    /// The numbers of an engine that its name can set, `set.NAME=NUMBER`, with their values for a game with
    /// this position.
    fn engine_numbers(position: &Self::Position, engine: &EngineSpec) -> Vec<(String, i16)> {
        let _ = (position, engine);
        Vec::new()
    }

    /// The boards on which the games of a match begin in turn, unless one is asked for; none where all begin
    /// on the usual board.
    const MATCH_BOARDS: &'static [&'static str] = &[];

    /// The evaluations of the textbook agents by name, the usual one first.
    fn evals() -> Vec<(&'static str, &'static dyn Evaluate<Self::Position>)>;

    /// The playout policies of `mcts` by name, the usual one first.
    fn policies() -> Vec<(&'static str, &'static dyn Policy<Self::Position>)> {
        vec![("uniform", &Uniform)]
    }

    /// The endgame tables in a folder for a game like this one; `None` for a game without endgame tables.
    fn endgame_tables(&self, folder: &Path) -> Option<Result<Arc<EndgameTables>, Arc<TableError>>> {
        let _ = folder;
        None
    }

    /// The outcome with best play of both sides, if the tables have it.
    fn judged(&self, tables: &EndgameTables) -> Option<Outcome> {
        let _ = tables;
        None
    }

    /// How many moves from a position make an opening: every way to make them is one. With 0 all openings
    /// are sampled.
    fn opening_moves(position: &Self::Position) -> u32 {
        let _ = position;
        1
    }

    /// An opening for a match that has used up all others.
    fn sampled_opening(position: &Self::Position, rng: &mut Rng) -> Vec<<Self::Position as Duel>::Move> {
        random_opening(position, 2, rng)
    }
}

/// A number of random moves, or fewer if the game would be over.
pub(crate) fn random_opening<D: Duel>(start: &D, plies: usize, rng: &mut Rng) -> Vec<D::Move> {
    let mut position = *start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(mv) = position.random_move(rng) else { break };
        let mut next = position;
        next.make(mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
        moves.push(mv);
    }
    moves
}

/// What the engine knows exactly of a game, from endgame tables or a solver, besides the evaluation of its
/// search.
pub trait ExactKnowledge<D: Duel>: Send + Sized + 'static {
    /// The evaluation of the search.
    type Knowledge: Knowledge<D> + 'static;

    /// The exact knowledge and the evaluation for a game with this position.
    fn of(position: &D, tables: &EndgameSource, eval: &Eval) -> Result<(Self, Self::Knowledge), Fault>;

    /// Whether they also hold for another position.
    fn knows(&self, position: &D) -> bool;

    /// The best move and the nodes visited to prove it, where it is known or can be proven within a part
    /// of the limits.
    fn solve(
        &self,
        position: &D,
        limits: &SearchLimits,
        threads: Option<usize>,
        stop: &AtomicBool,
    ) -> Option<(D::Move, u64)> {
        let _ = (position, limits, threads, stop);
        None
    }

    /// Whether all files could be read. If one could not, equal limits no longer give equal moves.
    fn in_order(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// A value of the search on the scale that people are shown.
    fn worth(value: i32, exact: bool) -> f64;

    /// The moves after a line of the search, as far as they are known.
    fn rest(&self, end: &D) -> Vec<D::Move> {
        let _ = end;
        Vec::new()
    }

    /// Makes an analysis more precise than a search is.
    fn measure(&self, found: &mut Analysis, position: &D, is_timed: bool) {
        let _ = (found, position, is_timed);
    }
}

/// Analyzes a position; `None` if the position is of another game.
type Analyze =
    fn(&mut Memory, &dyn AnyDuel, &Query, &AtomicBool, &mut dyn FnMut(&Analysis)) -> Option<Judged>;
type Judged = Result<Analysis, Fault>;

/// The players of a game, with the type of the game erased.
pub(crate) struct GamePlayers {
    pub(crate) name: &'static str,
    pub(crate) read: fn(&Words) -> Result<Kind, BadPlayer>,
    pub(crate) seat: fn(&Kind, Seed) -> Option<Box<dyn AnyPlayer>>,
    pub(crate) analyze: Analyze,
}

const fn of<G: PlayableDuel>() -> GamePlayers {
    GamePlayers {
        name: G::NAME,
        read: Kind::read::<G>,
        seat: |kind, seed| Some(Box::new(Erased(kind.seat_as::<G>(seed)?))),
        analyze: |memory, position, query, stop, told| {
            Some(analyze_as::<G>(memory, position.as_any().downcast_ref()?, query, stop, told))
        },
    }
}

/// Mad Max is not a duel. `joust-match` seats its players, because some of them are processes.
const MADMAX: GamePlayers = GamePlayers {
    name: Skirmish::NAME,
    read: Kind::of_madmax,
    seat: |_, _| None,
    analyze: |_, _, _, _, _| None,
};

/// The players of each game.
pub(crate) static PLAYERS: [GamePlayers; 3] = [of::<Battle>(), of::<Campaign>(), MADMAX];

/// The players of the game of that name.
pub(crate) fn players_of(game: &str) -> Option<&'static GamePlayers> {
    PLAYERS.iter().find(|players| players.name == game)
}
