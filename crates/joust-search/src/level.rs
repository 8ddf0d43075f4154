//! Levels of strength: the same engine, held back by honest causes.
//!
//! A weak level looks at few positions and judges them by a blurred eye. It never plays a move
//! that it does not take for the best.

use crate::engine::{Knowledge, Limits, as_the_wrapped};
use joust_core::{Duel, Seed, mix};

/// One of ten levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// For each level below the last: the moves that it looks ahead, the positions that it looks at,
/// and how far its judgement may be off, in the unit of the game's values. Both games share them:
/// level 4 may look further than level 5 for the sake of the War Game.
const LEVELS: [(u32, u64, i32); 9] = [
    (1, 35, 340),
    (2, 74, 226),
    (3, 235, 188),
    (4, 700, 160),
    (3, 1600, 64),
    (5, 3300, 51),
    (6, 18_000, 21),
    (8, 110_000, 5),
    (12, 400_000, 2),
];

impl Level {
    /// The strongest: everything, for as long as it may.
    pub const LAST: u8 = 10;

    /// The level of that number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::LAST).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    fn entry(self) -> Option<(u32, u64, i32)> {
        LEVELS.get(usize::from(self.0) - 1).copied()
    }

    /// The limits of its search within limits that are given.
    #[must_use]
    pub fn within(self, limits: Limits) -> Limits {
        let Some((depth, nodes, _)) = self.entry() else { return limits };
        Limits {
            depth: Some(limits.depth.map_or(depth, |given| given.min(depth))),
            nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))),
            ..limits
        }
    }

    /// How far its judgement may be off.
    pub fn blur(self) -> i32 {
        self.entry().map_or(0, |(_, _, blur)| blur)
    }
}

/// Knowledge with a blurred eye: every position seems a little better or worse than it is. The
/// same position always seems the same, so that the search is not confused.
#[derive(Clone, Debug)]
pub struct Blurred<K> {
    knowledge: K,
    blur: i32,
    seed: Seed,
}

impl<K> Blurred<K> {
    /// Blurs values by up to so much. With 0 nothing changes.
    pub fn new(knowledge: K, blur: i32, seed: Seed) -> Blurred<K> {
        Blurred { knowledge, blur, seed }
    }
}

impl<D: Duel, K: Knowledge<D>> Knowledge<D> for Blurred<K> {
    as_the_wrapped!();
    as_the_wrapped!(settled);

    #[inline]
    fn evaluate(&self, position: &D, view: &K::View) -> i32 {
        let value = self.knowledge.evaluate(position, view);
        if self.blur == 0 {
            return value;
        }
        // Two draws, so that small errors are more likely than large ones.
        let draw = mix(position.key() ^ self.seed.0);
        let part = |bits: u64| (bits & 0xffff) as i64 - 0x8000;
        let off = ((part(draw) + part(draw >> 16)) * i64::from(self.blur)) >> 16;
        value + off as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_look_at_more_and_see_more_clearly_step_by_step() {
        let levels: Vec<Level> = (1..=Level::LAST).filter_map(Level::new).collect();
        assert_eq!(levels.len(), 10);
        let nodes = |level: &Level| level.within(Limits::default()).nodes.unwrap_or(u64::MAX);
        assert!(levels.is_sorted_by(|one, other| nodes(one) < nodes(other)));
        assert!(levels.is_sorted_by(|one, other| one.blur() >= other.blur()));
        assert_eq!(levels[9].within(Limits::default()), Limits::default());
        assert_eq!(levels[9].blur(), 0);
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
    }
}
