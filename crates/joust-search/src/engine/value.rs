//! What values mean.

/// A full victory. One that is so many moves away is worth so much less, so that the shortest way
/// is taken; no evaluation comes near it.
pub const WIN: i32 = 1 << 28;

/// Every value at least this far from zero is a proven victory or defeat.
pub(super) const PROVEN: i32 = WIN - (1 << 16);

/// No value is as large as this.
pub(super) const INFINITY: i32 = WIN + 1;

/// Moves until the end, if the value says that the game is decided.
pub fn ends_in(value: i32) -> Option<u32> {
    (value.abs() >= PROVEN).then(|| (WIN - value.abs()) as u32)
}

/// A value that a position has by itself, seen from the root `ply` moves earlier.
pub(super) fn from_here(value: i32, ply: u32) -> i32 {
    if value.abs() < PROVEN { value } else { value - value.signum() * ply as i32 }
}

/// The opposite: a value seen from the root, as the position has it by itself.
pub(super) fn to_here(value: i32, ply: u32) -> i32 {
    if value.abs() < PROVEN { value } else { value + value.signum() * ply as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn victories_are_counted_from_where_one_stands() {
        assert_eq!(ends_in(WIN - 3), Some(3));
        assert_eq!(ends_in(-WIN), Some(0));
        assert_eq!(ends_in(400), None);
        assert_eq!(from_here(WIN - 3, 4), WIN - 7);
        assert_eq!(from_here(-WIN, 4), 4 - WIN);
        for value in [0, 400, -400, WIN - 9, 9 - WIN] {
            assert_eq!(to_here(from_here(value, 12), 12), value);
        }
    }
}
