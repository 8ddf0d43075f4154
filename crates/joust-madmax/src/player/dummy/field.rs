//! How far it is from everywhere to something.

use crate::{Dir, Map, TEAMS, Terrain};

/// A distance for every cell.
#[derive(Clone, Debug)]
pub(super) struct Field(Vec<i32>);

/// No way leads there.
const FAR: i32 = 1 << 24;

impl Field {
    #[inline]
    pub(super) fn at(&self, cell: usize) -> i32 {
        self.0[cell]
    }
}

/// From each cell, the cells around it that are open.
#[derive(Clone, Debug)]
pub(super) struct Ways(Vec<([u32; 8], u8)>);

impl Ways {
    pub(super) fn new(map: &Map, is_open: impl Fn(Terrain) -> bool) -> Ways {
        let cells = map.settings().rows as usize * map.settings().cols as usize;
        let from = |cell| {
            let mut ways = ([0; 8], 0);
            for dir in Dir::EIGHT {
                let to = map.pos(cell).step(dir);
                if is_open(map.terrain(cell)) && map.terrain_at(to).is_some_and(&is_open) {
                    ways.0[usize::from(ways.1)] = map.index(to) as u32;
                    ways.1 += 1;
                }
            }
            ways
        };
        Ways((0..cells).map(from).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn from(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (ways, count) = self.0[cell];
        ways.into_iter().take(count.into()).map(|cell| cell as usize)
    }

    /// Turns of a warrior to the nearest goal.
    pub(super) fn turns(&self, goals: impl Iterator<Item = usize>) -> Field {
        self.spread(goals.map(|goal| (goal, 0)).collect(), |_| 1)
    }

    /// Turns of a warrior to a goal of the first field and from there to one of the second.
    pub(super) fn turns_via(&self, first: &Field, then: &Field) -> Field {
        let goals = (0..self.len()).filter(|cell| first.at(*cell) == 0);
        self.spread(goals.map(|goal| (goal, then.at(goal))).collect(), |_| 1)
    }

    /// Rounds of a car to the nearest goal: it leaves a road at once and other cells in its turn.
    pub(super) fn rounds(&self, map: &Map, goals: impl Iterator<Item = usize>) -> Field {
        self.spread(goals.map(|goal| (goal, 0)).collect(), |cell| {
            if map.terrain(cell) == Terrain::Road { 1 } else { TEAMS as i32 }
        })
    }

    /// Spreads from the goals, each with a distance of its own; leaving a cell costs 1 to 4. There
    /// is one bucket for each distance that can be open at the same time.
    fn spread(&self, mut goals: Vec<(usize, i32)>, leave: impl Fn(usize) -> i32) -> Field {
        let mut field = vec![FAR; self.len()];
        let mut buckets: [Vec<usize>; TEAMS + 1] = Default::default();
        goals.retain(|(_, distance)| *distance < FAR);
        goals.sort_unstable_by_key(|(_, distance)| -distance);
        let mut distance = 0;
        while !goals.is_empty() || buckets.iter().any(|bucket| !bucket.is_empty()) {
            while let Some((goal, _)) = goals.pop_if(|(_, from)| *from <= distance) {
                if distance < field[goal] {
                    field[goal] = distance;
                    buckets[distance as usize % (TEAMS + 1)].push(goal);
                }
            }
            for cell in std::mem::take(&mut buckets[distance as usize % (TEAMS + 1)]) {
                if field[cell] != distance {
                    continue;
                }
                for from in self.from(cell) {
                    let through = distance + leave(from);
                    if through < field[from] {
                        field[from] = through;
                        buckets[through as usize % (TEAMS + 1)].push(from);
                    }
                }
            }
            distance += 1;
        }
        Field(field)
    }
}
