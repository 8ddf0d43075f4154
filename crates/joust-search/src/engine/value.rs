//! Values of positions, and what those near [`WIN`] mean.

/// The value of a full victory. A victory in *n* moves is worth `WIN` − *n*, so that the shortest is
/// preferred; no evaluation comes near it.
pub const WIN: i32 = 1 << 28;

/// Every value at least this far from zero is a proven victory or defeat.
pub(super) const PROVEN: i32 = WIN - (1 << 16);

/// Larger than any value.
pub(super) const INFINITY: i32 = WIN + 1;

/// Moves until the end of the game, if the value is a proven victory or defeat.
pub fn ends_in(value: i32) -> Option<u32> {
    (value.abs() >= PROVEN).then(|| (WIN - value.abs()) as u32)
}

/// The value of a node as seen from the root, `ply` moves earlier.
pub(super) fn from_root(value: i32, ply: u32) -> i32 {
    if value.abs() < PROVEN { value } else { value - value.signum() * ply as i32 }
}

/// The inverse of [`from_root`]: a value seen from the root, as seen from the node.
pub(super) fn from_node(value: i32, ply: u32) -> i32 {
    if value.abs() < PROVEN { value } else { value + value.signum() * ply as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn victories_are_counted_from_the_node_or_the_root() {
        assert_eq!(ends_in(WIN - 3), Some(3));
        assert_eq!(ends_in(-WIN), Some(0));
        assert_eq!(ends_in(400), None);
        assert_eq!(from_root(WIN - 3, 4), WIN - 7);
        assert_eq!(from_root(-WIN, 4), 4 - WIN);
        for value in [0, 400, -400, WIN - 9, 9 - WIN] {
            assert_eq!(from_node(from_root(value, 12), 12), value);
        }
    }
}
