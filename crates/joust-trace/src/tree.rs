//! The tree of a search, written down by an observer.

use crate::steps::{Search, Step, bound};
use joust_core::Duel;
use joust_search::textbook::{Choice, Observer};
use joust_wargame::{Move, Position};
use serde::Serialize;

/// A node of the tree.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// The node above, by its place in the tree; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads here; empty for the root.
    #[serde(rename = "move")]
    pub mv: String,
    /// The text of the position.
    pub position: String,
    /// The seat to move.
    pub seat: usize,
    /// The nodes below, in the order of the search.
    pub children: Vec<usize>,
}

/// An observer that writes down all steps. The first search, which must visit every node, makes the nodes of
/// the tree; the next one walks over the same nodes, because it lists moves in the same order.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    steps: Vec<Step>,
    /// The nodes from the root to the current one, each with the number of nodes entered below it.
    path: Vec<(usize, usize)>,
    /// The moves of the current node and of those above it.
    moves: Vec<Vec<String>>,
}

impl Tree {
    /// How many nodes minimax visits from a position on, with the root.
    pub fn size(position: &Position, depth: u32) -> u64 {
        // Every move takes one vacant square, whatever it conquers.
        let vacant = position.vacant().count_ones();
        let (mut row, mut all) = (1_u64, 1_u64);
        for taken in 0..depth.max(1).min(vacant) {
            row = row.saturating_mul(u64::from(vacant - taken));
            all = all.saturating_add(row);
        }
        all
    }

    /// The steps since the last search, with the decision of the agent and its text.
    pub(crate) fn search(&mut self, choice: &Choice<Move>, mv: String) -> Search {
        Search { steps: std::mem::take(&mut self.steps), nodes: choice.nodes, mv, value: choice.value }
    }

    pub(crate) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    fn add(&mut self, parent: Option<usize>, mv: String, position: &Position) -> usize {
        let node = self.nodes.len();
        if let Some(parent) = parent {
            self.nodes[parent].children.push(node);
        }
        let (seat, children) = (position.to_move().index(), Vec::new());
        self.nodes.push(Node { parent, mv, position: position.to_string(), seat, children });
        node
    }
}

impl Observer<Position> for Tree {
    fn enter(&mut self, position: &Position, alpha: f64, beta: f64) {
        let node = match self.path.last_mut() {
            None if self.nodes.is_empty() => self.add(None, String::new(), position),
            None => 0,
            Some((parent, entered)) => {
                let (parent, place) = (*parent, *entered);
                *entered += 1;
                if let Some(known) = self.nodes[parent].children.get(place) {
                    *known
                } else {
                    let mv = self.moves.last().map(|moves| moves[place].clone()).unwrap_or_default();
                    self.add(Some(parent), mv, position)
                }
            }
        };
        self.path.push((node, 0));
        self.moves.push(Vec::new());
        self.steps.push(Step::Enter { node, alpha: bound(alpha), beta: bound(beta) });
    }

    fn list(&mut self, position: &Position, moves: &[Move]) {
        if let Some(last) = self.moves.last_mut() {
            *last = moves.iter().map(|mv| position.write_move(*mv)).collect();
        }
    }

    fn leave(&mut self, _: &Position, value: f64) {
        let (Some((node, entered)), Some(moves)) = (self.path.pop(), self.moves.pop()) else { return };
        self.steps.push(Step::Leave { node, value, cut: moves.len() - entered });
    }
}
