//! Monte-Carlo tree search (UCT), which needs no evaluation.
//!
//! The tree grows where results are good or uncertain, and every new leaf is valued by a playout: a
//! game to its end, with moves chosen by a [`Policy`].
//!
//! ```
//! use joust_core::Seed;
//! use joust_mad::{Board, Position, Rules};
//! use joust_search::mcts::{Mcts, Uniform};
//! let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
//! let choice = Mcts::new(Uniform, 200).choose(&start, &mut Seed(1).rng()).unwrap();
//! assert_eq!(choice.playouts, 200);
//! assert!((0.0..=1.0).contains(&choice.value));
//! ```

mod policy;

pub use policy::{Greedy, Policy, Uniform};

use joust_core::{Duel, MoveList, Outcome, Rng, Seat};
use std::sync::atomic::{AtomicBool, Ordering};

/// A search with a fixed number of playouts for each move.
#[derive(Clone, Copy, Debug)]
pub struct Mcts<P> {
    policy: P,
    playouts: u32,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move with the most visits.
    pub mv: M,
    /// Its mean result: 1 for a victory, ¾ for a semi-victory, ¼ for a semi-defeat, 0 for a defeat.
    pub value: f64,
    /// The number of playouts.
    pub playouts: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// The exploration constant of UCT. The textbook has √2 for results from 0 to 1; less plays better
/// here.
const EXPLORATION: f64 = 0.7;

/// A position of the tree.
struct Node<M> {
    /// The move that leads here.
    mv: Option<M>,
    visits: u32,
    /// The sum of the results for the side that made the move.
    sum: f64,
    /// The children are the nodes `first .. first + count`; a leaf has none.
    first: u32,
    count: u32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        Node { mv, visits: 0, sum: 0.0, first: 0, count: 0 }
    }
}

/// The result of an outcome for a seat, from 0 to 1.
fn worth(outcome: Outcome, seat: Seat) -> f64 {
    let won = if outcome.is_full() { 1.0 } else { 0.75 };
    match outcome.winner() {
        None => 0.5,
        Some(winner) if winner == seat => won,
        Some(_) => 1.0 - won,
    }
}

impl<P> Mcts<P> {
    /// A search with this policy and number of playouts; at least one.
    pub fn new(policy: P, playouts: u32) -> Mcts<P> {
        Mcts { policy, playouts: playouts.max(1) }
    }

    /// Searches a position; `None` when the game is over.
    pub fn choose<D: Duel>(&self, root: &D, rng: &mut Rng) -> Option<Choice<D::Move>>
    where
        P: Policy<D>,
    {
        self.choose_unless(root, rng, &AtomicBool::new(false))
    }

    /// [`Mcts::choose`] that gives up soon after `stop` is set, and then answers `None`.
    pub fn choose_unless<D: Duel>(
        &self,
        root: &D,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Choice<D::Move>>
    where
        P: Policy<D>,
    {
        let mut tree: Vec<Node<D::Move>> = vec![Node::new(None)];
        let mut nodes = 0;
        let mut path = Vec::new();
        for _ in 0..self.playouts {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut position = *root;
            let mut at = 0;
            path.clear();
            path.push(0);
            // Selection: down to a leaf, which is expanded at its second visit.
            loop {
                if tree[at].count == 0 && (tree[at].visits > 0 || at == 0) {
                    expand(&mut tree, at, &position);
                }
                if tree[at].count == 0 {
                    break;
                }
                at = select(&tree, at);
                if let Some(mv) = tree[at].mv {
                    position.make(mv);
                }
                path.push(at);
                if tree[at].visits == 0 {
                    break;
                }
            }
            nodes += path.len() as u64;
            let outcome = playout(&self.policy, position, rng, &mut nodes)?;
            let mut seat = root.to_move().opponent();
            for at in &path {
                tree[*at].visits += 1;
                tree[*at].sum += worth(outcome, seat);
                seat = seat.opponent();
            }
        }
        let children = tree[0].first as usize..(tree[0].first + tree[0].count) as usize;
        // Of moves with equal visits, the first.
        let best = tree[children].iter().rev().max_by_key(|node| node.visits)?;
        let value = best.sum / f64::from(best.visits.max(1));
        Some(Choice { mv: best.mv?, value, playouts: self.playouts, nodes })
    }
}

/// Expands a leaf: gives it its children.
fn expand<D: Duel>(tree: &mut Vec<Node<D::Move>>, at: usize, position: &D) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    (tree[at].first, tree[at].count) = (tree.len() as u32, moves.len() as u32);
    tree.extend(moves.into_iter().map(|mv| Node::new(Some(mv))));
}

/// The child with the highest upper confidence bound; one without visits comes first.
fn select<M>(tree: &[Node<M>], at: usize) -> usize {
    let parent = &tree[at];
    let log = f64::from(parent.visits.max(1)).ln();
    let mut best = (parent.first as usize, f64::NEG_INFINITY);
    for (child, node) in tree.iter().enumerate().skip(parent.first as usize).take(parent.count as usize) {
        if node.visits == 0 {
            return child;
        }
        let visits = f64::from(node.visits);
        let rank = node.sum / visits + EXPLORATION * (log / visits).sqrt();
        if rank > best.1 {
            best = (child, rank);
        }
    }
    best.0
}

/// A playout: plays a game to its end. Every duel ends.
fn playout<D: Duel, P: Policy<D>>(
    policy: &P,
    mut position: D,
    rng: &mut Rng,
    nodes: &mut u64,
) -> Option<Outcome> {
    let mut moves = MoveList::new();
    loop {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        moves.clear();
        position.moves(&mut moves);
        let mv = policy.pick(&position, &moves, rng)?;
        position.make(mv);
        *nodes += 1;
    }
}
