//! Levels of strength: one engine, weakened by limits and by noise in its evaluation.
//!
//! A weak level searches few positions and judges each of them a little wrong. It always plays the
//! move that it takes for the best. Level 0 also overlooks most of its own moves: an engine that sees
//! every move never misses a victory in one, and a beginner does.
//!
//! ```
//! use joust_search::engine::SearchLimits;
//! use joust_search::level::Level;
//!
//! let beginner = Level::new(1).unwrap().within(SearchLimits::default());
//! assert_eq!(beginner.depth, Some(1));
//! let strongest = Level::new(Level::LAST).unwrap();
//! assert_eq!(strongest.within(SearchLimits::default()), SearchLimits::default());
//! assert!(Level::new(11).is_none());
//! ```

use crate::engine::{Knowledge, SearchLimits, forward_knowledge};
use joust_core::{Duel, Seed, mix};

/// One of eleven levels, from 0 to [`Level::LAST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// For each level below the last: its limits on depth and nodes, and the largest error of its
/// evaluation, in the unit of the game's values. Both games share these numbers: level 4 may search
/// deeper than level 5 for the sake of the War Game.
const LEVELS: [(u32, u64, i32); 10] = [
    (1, 35, 340),
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

/// The most moves that level 0 notices in a position; it notices as many, or fewer.
const NOTICED: u64 = 2;

impl Level {
    /// The number of the strongest level, which has no limits and no noise of its own.
    pub const LAST: u8 = 10;

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        (number <= Level::LAST).then_some(Level(number))
    }

    /// The number of the level, from 0 to [`Level::LAST`].
    pub fn number(self) -> u8 {
        self.0
    }

    fn entry(self) -> Option<(u32, u64, i32)> {
        LEVELS.get(usize::from(self.0)).copied()
    }

    /// The limits of the caller, tightened to those of the level.
    #[must_use]
    pub fn within(self, limits: SearchLimits) -> SearchLimits {
        let Some((depth, nodes, _)) = self.entry() else { return limits };
        SearchLimits {
            depth: Some(limits.depth.map_or(depth, |given| given.min(depth))),
            nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))),
            ..limits
        }
    }

    /// The largest error of the level's evaluation, in the unit of the game's values.
    pub fn blur(self) -> i32 {
        self.entry().map_or(0, |(_, _, blur)| blur)
    }

    /// The most of its own moves that the level notices in a position; `None` for all.
    pub fn notices(self) -> Option<u64> {
        (self.0 == 0).then_some(NOTICED)
    }
}

/// Knowledge with noise: every evaluation is a little too high or too low. The error of a position
/// depends on its key and the seed alone, so that the search meets equal values for equal positions.
#[derive(Clone, Debug)]
pub struct Blurred<K> {
    knowledge: K,
    blur: i32,
    notices: Option<u64>,
    seed: Seed,
}

impl<K> Blurred<K> {
    /// Adds an error of at most `blur` to every evaluation; 0 changes nothing.
    pub fn new(knowledge: K, blur: i32, seed: Seed) -> Blurred<K> {
        Blurred { knowledge, blur, notices: None, seed }
    }

    /// Notices from one to so many moves of a position, by its key and the seed; `None` notices all.
    #[must_use]
    pub fn noticing(self, notices: Option<u64>) -> Blurred<K> {
        Blurred { notices, ..self }
    }
}

impl<D: Duel, K: Knowledge<D>> Knowledge<D> for Blurred<K> {
    forward_knowledge!();
    forward_knowledge!(settled);

    fn notice(&self, position: &D, moves: &mut Vec<D::Move>) {
        if let Some(most) = self.notices {
            let mut draw = mix(position.key() ^ self.seed.0);
            let count = 1 + (draw >> 32) % most.max(1);
            while moves.len() as u64 > count {
                draw = mix(draw.wrapping_add(0x9e37_79b9_7f4a_7c15));
                moves.swap_remove((draw % moves.len() as u64) as usize);
            }
        }
    }

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
    use crate::wargame::WarKnowledge;
    use joust_core::MoveList;
    use joust_wargame::{Board, Position, Rules};

    #[test]
    fn levels_look_at_more_and_see_more_clearly_step_by_step() {
        let levels: Vec<Level> = (0..=Level::LAST).filter_map(Level::new).collect();
        assert_eq!(levels.len(), 11);
        let nodes = |level: &Level| level.within(SearchLimits::default()).nodes.unwrap_or(u64::MAX);
        let notices = |level: &Level| level.notices().unwrap_or(u64::MAX);
        assert!(
            levels.is_sorted_by(|one, other| (notices(one), nodes(one)) < (notices(other), nodes(other)))
        );
        assert!(levels.is_sorted_by(|one, other| one.blur() >= other.blur()));
        assert_eq!(levels[10].within(SearchLimits::default()), SearchLimits::default());
        assert_eq!(levels[10].blur(), 0);
        assert!(Level::new(11).is_none());
    }

    /// The search then sees these moves alone, so a victory in one move can be overlooked.
    #[test]
    fn level_0_notices_few_moves_and_always_the_same_ones() {
        let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
        let mut all = MoveList::new();
        start.moves(&mut all);
        let noticed = |seed| {
            let mut moves = all.to_vec();
            Blurred::new(WarKnowledge, 0, Seed(seed)).noticing(Some(2)).notice(&start, &mut moves);
            moves
        };
        let mut counts = [0; 3];
        let mut seen = Vec::new();
        for seed in 0..200 {
            let moves = noticed(seed);
            assert_eq!(moves, noticed(seed));
            counts[moves.len()] += 1;
            seen.extend(moves);
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1] > 50 && counts[2] > 50, "{counts:?}");
        assert!(all.iter().all(|mv| seen.contains(mv)), "every move is noticed by some seed");
    }
}
