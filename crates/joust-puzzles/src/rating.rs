//! How hard a puzzle is.

/// The rating of a puzzle by the number of moves to find and by the nodes that the engine needs until it has
/// proven the first of them: 350 + 80 · log₂ nodes + 100 for each move after the first.
///
/// It is the scale on which a page rates the people who solve puzzles. An engine that needs twice the nodes
/// is worth about as much as 80 points of rating.
///
/// ```
/// assert_eq!(joust_puzzles::rating(1, 32), 750);
/// assert_eq!(joust_puzzles::rating(3, 1 << 14), 1670);
/// ```
#[expect(clippy::cast_precision_loss, reason = "the logarithm needs three digits")]
pub fn rating(moves: usize, nodes: u64) -> u32 {
    (350.0 + 80.0 * (nodes.max(1) as f64).log2()).round() as u32 + 100 * (moves.max(1) as u32 - 1)
}
