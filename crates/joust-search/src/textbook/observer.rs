//! What a search tells of its way through the tree.

use joust_core::Duel;

/// Is told of every node, in the order of the search: the node is entered, its moves are listed unless it is a
/// leaf, the nodes after some or all of these moves are entered and left in this order, and it is left.
///
/// `()` is the observer that ignores everything; a search with it costs nothing more.
pub trait Observer<D: Duel> {
    /// A node is entered, with the bounds of alpha-beta; minimax has no bounds.
    fn enter(&mut self, position: &D, alpha: f64, beta: f64) {
        let _ = (position, alpha, beta);
    }

    /// The moves of the node, in the order of the search.
    fn list(&mut self, position: &D, moves: &[D::Move]) {
        let _ = (position, moves);
    }

    /// The node is left with this value. Where moves were listed and not searched, they were cut off, and the
    /// value is a bound.
    fn leave(&mut self, position: &D, value: f64) {
        let _ = (position, value);
    }
}

impl<D: Duel> Observer<D> for () {}
