//! The agents of the search course: minimax and alpha-beta exactly as a textbook has them.
//!
//! There are no tables, and moves are reordered only on request: this is code to be read, and its node
//! counts are those that a student's program should show. `docs/course-agents.md` explains it with a
//! worked example. Where correct programs differ by convention, there is an option:
//!
//! | option | values | meaning |
//! |---|---|---|
//! | `eval` | `difference`, `own`, `ratio` | which scores the evaluation uses |
//! | `ties` | `first`, `last`, `random` | which of equally good moves is chosen |
//! | `order` | `row`, `gain` | in which order moves are searched |
//! | `count` | `root`, `noroot` | whether the root counts as a node |
//!
//! ```
//! use joust_core::Seed;
//! use joust_search::textbook::{Agent, Method, Options};
//! use joust_search::evaluation::Score;
//! use joust_wargame::{Board, Position, Rules};
//!
//! let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
//! let agent = |method| Agent::new(method, 3, Options::default());
//! let slow = agent(Method::Minimax).choose(&start, &Score::Difference, &mut Seed(0).rng()).unwrap();
//! let fast = agent(Method::AlphaBeta).choose(&start, &Score::Difference, &mut Seed(0).rng()).unwrap();
//! assert_eq!((slow.mv, slow.value), (fast.mv, fast.value));
//! assert_eq!(slow.nodes, 1 + 36 + 36 * 35 + 36 * 35 * 34);
//! assert!(fast.nodes < slow.nodes / 4);
//! ```

mod alphabeta;
mod minimax;
mod observer;
mod options;

pub use observer::Observer;
pub use options::{BadOption, Count, Options, Order, Ties};

use crate::evaluation::Evaluate;
use joust_core::{Duel, MoveList, Rng, Seat, below};
use std::sync::atomic::{AtomicBool, Ordering};

/// The two algorithms of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Visits every sequence of moves.
    Minimax,
    /// Minimax that leaves out moves which cannot change the result.
    AlphaBeta,
}

/// A player that looks a fixed number of moves ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    method: Method,
    depth: u32,
    options: Options,
}

/// The decision of an agent, and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player that makes it, by the agent's evaluation.
    pub value: f64,
    /// Positions visited, leaves included.
    pub nodes: u64,
}

/// The state of a search on its way through the tree.
struct Search<'a, E: ?Sized, O: ?Sized> {
    /// The maximizing player: high values are good for it.
    player: Seat,
    evaluation: &'a E,
    order: Order,
    nodes: u64,
    stop: &'a AtomicBool,
    observer: &'a mut O,
}

impl Agent {
    /// An agent that looks `depth` moves ahead; at least one.
    pub fn new(method: Method, depth: u32, options: Options) -> Agent {
        Agent { method, depth: depth.max(1), options }
    }

    /// The conventions by which the agent decides and counts.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The best move for the side to move; `None` when the game is over. Only `ties=random` draws
    /// from the generator.
    pub fn choose<D: Duel, E: Evaluate<D> + ?Sized>(
        &self,
        position: &D,
        evaluation: &E,
        rng: &mut Rng,
    ) -> Option<Choice<D::Move>> {
        self.choose_unless(position, evaluation, rng, &AtomicBool::new(false))
    }

    /// [`Agent::choose`] that gives up soon after `stop` is set; its answer then means nothing.
    pub fn choose_unless<D: Duel, E: Evaluate<D> + ?Sized>(
        &self,
        position: &D,
        evaluation: &E,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Choice<D::Move>> {
        self.choose_observed(position, evaluation, rng, stop, &mut ())
    }

    /// [`Agent::choose_unless`] that tells an observer of every node. The observer changes nothing.
    pub fn choose_observed<D: Duel, E: Evaluate<D> + ?Sized, O: Observer<D> + ?Sized>(
        &self,
        position: &D,
        evaluation: &E,
        rng: &mut Rng,
        stop: &AtomicBool,
        observer: &mut O,
    ) -> Option<Choice<D::Move>> {
        let order = self.options.order;
        let mut search = Search { player: position.to_move(), evaluation, order, nodes: 0, stop, observer };
        search.enter(position, f64::NEG_INFINITY, f64::INFINITY);
        if self.options.count == Count::NoRoot {
            search.nodes -= 1;
        }
        let mut moves = MoveList::new();
        search.list_moves(position, &mut moves);

        let mut best = f64::NEG_INFINITY;
        let mut best_moves = Vec::new();
        for mv in moves {
            let next = position.after(mv);
            let value = match self.method {
                Method::Minimax => minimax::minimax(&mut search, &next, self.depth - 1),
                // A move as good as the best must be told apart from a worse one, so alpha is the
                // next number below the best. With the best itself as alpha, a value cut off there
                // could mean either.
                Method::AlphaBeta => {
                    let (alpha, beta) = (best.next_down(), f64::INFINITY);
                    alphabeta::alphabeta(&mut search, &next, self.depth - 1, alpha, beta)
                }
            };
            if value > best {
                best = value;
                best_moves.clear();
            }
            if value >= best {
                best_moves.push(mv);
            }
        }
        search.leave(position, best);

        let mv = match self.options.ties {
            Ties::First => *best_moves.first()?,
            Ties::Last => *best_moves.last()?,
            Ties::Random if best_moves.is_empty() => return None,
            Ties::Random => best_moves[below(rng, best_moves.len())],
        };
        Some(Choice { mv, value: best, nodes: search.nodes })
    }
}

impl<E: ?Sized, O: ?Sized> Search<'_, E, O> {
    /// Counts a node.
    fn enter<D: Duel>(&mut self, position: &D, alpha: f64, beta: f64)
    where
        O: Observer<D>,
    {
        self.nodes += 1;
        self.observer.enter(position, alpha, beta);
    }

    /// Returns the value of a node.
    fn leave<D: Duel>(&mut self, position: &D, value: f64) -> f64
    where
        O: Observer<D>,
    {
        self.observer.leave(position, value);
        value
    }

    fn evaluate<D: Duel>(&self, position: &D) -> f64
    where
        E: Evaluate<D>,
    {
        self.evaluation.evaluate(position, self.player)
    }

    /// The moves of a position in the order of the search. After `stop` is set the list stays empty,
    /// so the search soon ends.
    fn list_moves<D: Duel>(&mut self, position: &D, moves: &mut MoveList<D::Move>)
    where
        E: Evaluate<D>,
        O: Observer<D>,
    {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        position.moves(moves);
        if self.order == Order::Gain {
            let mover = position.to_move();
            let gain = |mv: &D::Move| self.evaluation.evaluate(&position.after(*mv), mover);
            // A stable sort: moves with equal gain keep their order.
            moves.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
        }
        self.observer.list(position, moves);
    }
}
