//! The steps of a search, in the form that a page plays forward and back.

use serde::Serialize;

/// A step of a search. JSON has no infinity: a bound without a limit is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Step {
    /// A node is entered.
    Enter {
        /// The node, by its place in the tree.
        node: usize,
        /// What the searching side can already force elsewhere.
        alpha: Option<f64>,
        /// What the opponent can already force elsewhere.
        beta: Option<f64>,
    },
    /// A node is left.
    Leave {
        /// The node, by its place in the tree.
        node: usize,
        /// Its value; a bound if moves were cut off.
        value: f64,
        /// How many of its moves were not searched.
        cut: usize,
    },
}

/// A search from its first step to its decision.
#[derive(Clone, Debug, Serialize)]
pub struct Search {
    /// All steps in order.
    pub steps: Vec<Step>,
    /// Nodes visited, with the root and the leaves.
    pub nodes: u64,
    /// The move that the agent chooses: the first of equally good ones.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side that searches.
    pub value: f64,
}

/// A bound, if it limits anything.
pub(crate) fn bound(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
