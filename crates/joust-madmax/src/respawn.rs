//! Where captured units come back. [MAX-4.13]

use crate::round::Killed;
use crate::state::NOBODY;
use crate::{Event, Generator, Kind, Pos, State, Terrain, Witness};

/// No cell of the map is left for a unit: the game cannot go on. The original stops with a failed
/// assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("round {round}: no vacant {terrain} is left on the map for unit {id} to come back")]
pub struct NoPlace {
    /// The round in which the game broke off.
    pub round: i32,
    /// The unit that was to come back.
    pub id: u16,
    /// The terrain that it needs.
    pub terrain: &'static str,
}

/// Border cells within this distance of a unit are not considered.
const NEAR: i32 = 3;
/// Units do not come back within this distance of another unit, if it can be avoided.
const CLOSE: i32 = 4;

/// The cells near units, worked out once for all units that come back in a round.
struct Crowd {
    marks: Vec<u8>,
    rows: i32,
    cols: i32,
}

impl Crowd {
    const IS_NEAR: u8 = 1;
    const IS_CLOSE: u8 = 2;

    fn around(state: &State, killed: &Killed) -> Crowd {
        let (rows, cols) = (state.map.settings().rows, state.map.settings().cols);
        let mut crowd = Crowd { marks: vec![0; (rows * cols) as usize], rows, cols };
        for (id, unit) in state.units.iter().enumerate() {
            if !killed.has(id) {
                crowd.add(unit.pos);
            }
        }
        crowd
    }

    fn add(&mut self, at: Pos) {
        self.mark(at, CLOSE, Crowd::IS_CLOSE);
        self.mark(at, NEAR, Crowd::IS_NEAR);
    }

    fn mark(&mut self, at: Pos, within: i32, bit: u8) {
        let (row, col) = (i32::from(at.row), i32::from(at.col));
        let (left, right) = ((col - within).max(0), (col + within).min(self.cols - 1));
        for row in (row - within).max(0)..=(row + within).min(self.rows - 1) {
            let (first, last) = ((row * self.cols + left) as usize, (row * self.cols + right) as usize);
            self.marks[first..=last].iter_mut().for_each(|mark| *mark |= bit);
        }
    }

    fn has(&self, at: Pos, bit: u8) -> bool {
        self.marks[(i32::from(at.row) * self.cols + i32::from(at.col)) as usize] & bit != 0
    }
}

impl State {
    pub(crate) fn respawn(
        &mut self,
        killed: &Killed,
        random: &mut Generator,
        witness: &mut impl Witness,
    ) -> Result<(), NoPlace> {
        let dead = |state: &State, kind| -> Vec<usize> {
            (0..state.units.len()).filter(|id| killed.has(*id) && state.units[*id].kind == kind).collect()
        };
        let (cars, warriors) = (dead(self, Kind::Car), dead(self, Kind::Warrior));
        let mut crowd = Crowd::around(self, killed);
        self.bring_back(&cars, Terrain::Road, &mut crowd, random, witness)?;
        self.bring_back(&warriors, Terrain::Desert, &mut crowd, random, witness)
    }

    fn bring_back(
        &mut self,
        dead: &[usize],
        terrain: Terrain,
        crowd: &mut Crowd,
        random: &mut Generator,
        witness: &mut impl Witness,
    ) -> Result<(), NoPlace> {
        if dead.is_empty() {
            return Ok(());
        }
        let mut candidates = self.border_candidates(terrain, crowd);
        let order = random.permutation(dead.len() as i32);
        for which in order {
            let id = dead[which];
            let lonely = |at: Pos| !crowd.has(at, Crowd::IS_CLOSE);
            let mut place = None;
            while place.is_none() && !candidates.is_empty() {
                let candidate = candidates.swap_remove(random.index(candidates.len()));
                place = lonely(candidate).then_some(candidate);
            }
            let place = place
                .or_else(|| self.ring_scan(1, |at| self.suits(at, terrain) && lonely(at)))
                .or_else(|| {
                    let vacant = |at| self.occupant[self.map.index(at)] == NOBODY;
                    self.ring_scan(0, |at| self.suits(at, terrain) && vacant(at))
                })
                .or_else(|| self.anywhere(terrain));
            let Some(at) = place else {
                let terrain = if terrain == Terrain::Road { "road" } else { "desert" };
                return Err(NoPlace { round: self.round, id: id as u16, terrain });
            };
            self.put_back(id, at);
            crowd.add(at);
            witness.saw(Event::Respawned { id: id as u16, at });
        }
        Ok(())
    }

    /// Puts a captured unit onto a cell.
    pub(crate) fn put_back(&mut self, id: usize, at: Pos) {
        self.units[id].pos = at;
        self.occupant[self.map.index(at)] = id as u16;
    }

    fn suits(&self, at: Pos, terrain: Terrain) -> bool {
        self.map.terrain_at(at) == Some(terrain)
    }

    /// Cells of the border that are far enough from all units, in the order of the original. Cars may come
    /// back in the last corners, where a cell stands in the list twice; warriors may not.
    fn border_candidates(&self, terrain: Terrain, crowd: &Crowd) -> Vec<Pos> {
        let (rows, cols) = (self.map.settings().rows, self.map.settings().cols);
        let corner = i32::from(terrain == Terrain::Road);
        let sides = (1..rows - 1 + corner).flat_map(|row| [Pos::new(row, 0), Pos::new(row, cols - 1)]);
        let ends = (1..cols - 1 + corner).flat_map(|col| [Pos::new(0, col), Pos::new(rows - 1, col)]);
        let free = |at: &Pos| self.suits(*at, terrain) && !crowd.has(*at, Crowd::IS_NEAR);
        sides.chain(ends).filter(free).collect()
    }

    /// Scans the map in square rings from the border inwards for the first cell that will do. As
    /// in the original, on a map larger than 60×60 only the top left 60×60 cells are looked at.
    fn ring_scan(&self, from: i32, will_do: impl Fn(Pos) -> bool) -> Option<Pos> {
        const RING: i32 = 60;
        let (high, wide) = (self.map.settings().rows.min(RING), self.map.settings().cols.min(RING));
        (from..(high.min(wide) + 1) / 2).find_map(|m| {
            let (bottom, right) = (high - 1 - m, wide - 1 - m);
            let sides =
                [m, right].into_iter().flat_map(|col| (m..=bottom).map(move |row| Pos::new(row, col)));
            let ends = [m, bottom].into_iter().flat_map(|row| (m..=right).map(move |col| Pos::new(row, col)));
            sides.chain(ends).find(|at| will_do(*at))
        })
    }

    /// The first vacant cell of the whole map: where the original gives up.
    fn anywhere(&self, terrain: Terrain) -> Option<Pos> {
        let vacant = |index: &usize| self.map.terrain(*index) == terrain && self.occupant[*index] == NOBODY;
        (0..self.occupant.len()).find(vacant).map(|index| self.map.pos(index))
    }
}
