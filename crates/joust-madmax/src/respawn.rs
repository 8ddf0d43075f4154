//! Where captured units come back. [MAX-4.13]

use crate::round::Killed;
use crate::state::NOBODY;
use crate::{Event, Generator, Kind, Pos, State, Terrain, Witness};

/// No cell of the map is left for a unit: the game cannot go on. The original stops with a failed
/// assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("round {round}: no vacant {terrain} is left on the map for unit {id} to come back")]
pub struct NoPlace {
    /// The round.
    pub round: i32,
    /// The unit.
    pub id: u16,
    /// What it needs.
    pub terrain: &'static str,
}

/// Border cells closer than this to a unit are not even considered.
const NEAR: i32 = 4;
/// Nobody comes back so close to another unit, if it can be avoided.
const CLOSE: i32 = 4;

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
        let mut placed: Vec<bool> = (0..self.units.len()).map(|id| !killed.has(id)).collect();
        self.bring_back(&cars, Terrain::Road, &mut placed, random, witness)?;
        self.bring_back(&warriors, Terrain::Desert, &mut placed, random, witness)
    }

    fn bring_back(
        &mut self,
        dead: &[usize],
        terrain: Terrain,
        placed: &mut [bool],
        random: &mut Generator,
        witness: &mut impl Witness,
    ) -> Result<(), NoPlace> {
        if dead.is_empty() {
            return Ok(());
        }
        let mut candidates = self.border_candidates(terrain, placed);
        let order = random.permutation(dead.len() as i32);
        for which in order {
            let id = dead[which];
            let mut place = None;
            while place.is_none() && !candidates.is_empty() {
                let candidate = candidates.swap_remove(random.index(candidates.len()));
                place = self.is_lonely(candidate, placed).then_some(candidate);
            }
            let place = place
                .or_else(|| {
                    self.ring_scan(1, |state, at| state.suits(at, terrain) && state.is_lonely(at, placed))
                })
                .or_else(|| {
                    self.ring_scan(0, |state, at| {
                        state.suits(at, terrain) && state.occupant[state.map.index(at)] == NOBODY
                    })
                })
                .or_else(|| self.anywhere(terrain));
            let Some(at) = place else {
                let terrain = if terrain == Terrain::Road { "road" } else { "desert" };
                return Err(NoPlace { round: self.round, id: id as u16, terrain });
            };
            self.units[id].pos = at;
            self.occupant[self.map.index(at)] = id as u16;
            placed[id] = true;
            witness.saw(Event::Respawned { id: id as u16, at });
        }
        Ok(())
    }

    fn suits(&self, at: Pos, terrain: Terrain) -> bool {
        self.map.terrain_at(at) == Some(terrain)
    }

    /// Whether no unit stands close to a place.
    fn is_lonely(&self, at: Pos, placed: &[bool]) -> bool {
        let mut units = self.units.iter().zip(placed);
        !units.any(|(unit, placed)| *placed && unit.pos.distance(at) <= CLOSE)
    }

    /// Cells of the border far enough from everybody, in the order of the original. Cars may come
    /// back in the last corners, where a cell stands in the list twice; warriors may not.
    fn border_candidates(&self, terrain: Terrain, placed: &[bool]) -> Vec<Pos> {
        let (rows, cols) = (self.map.settings().rows, self.map.settings().cols);
        let corner = i32::from(terrain == Terrain::Road);
        let sides = (1..rows - 1 + corner).flat_map(|row| [Pos::new(row, 0), Pos::new(row, cols - 1)]);
        let ends = (1..cols - 1 + corner).flat_map(|col| [Pos::new(0, col), Pos::new(rows - 1, col)]);
        // Only units near the border matter.
        let near_border = |at: Pos| {
            let near = |x: i16, size: i32| i32::from(x) < NEAR || i32::from(x) >= size - NEAR;
            near(at.row, rows) || near(at.col, cols)
        };
        let units = self.units.iter().zip(placed);
        let close: Vec<Pos> = units
            .filter(|(unit, placed)| **placed && near_border(unit.pos))
            .map(|(unit, _)| unit.pos)
            .collect();
        let free = |at: &Pos| self.suits(*at, terrain) && close.iter().all(|unit| unit.distance(*at) >= NEAR);
        sides.chain(ends).filter(free).collect()
    }

    /// Scans the map in square rings from the border inwards for the first cell that will do. As
    /// in the original, on a map larger than 60×60 only the top left 60×60 cells are looked at.
    fn ring_scan(&self, from: i32, will_do: impl Fn(&State, Pos) -> bool) -> Option<Pos> {
        const RING: i32 = 60;
        let (high, wide) = (self.map.settings().rows.min(RING), self.map.settings().cols.min(RING));
        (from..(high.min(wide) + 1) / 2).find_map(|m| {
            let (bottom, right) = (high - 1 - m, wide - 1 - m);
            let sides =
                [m, right].into_iter().flat_map(|col| (m..=bottom).map(move |row| Pos::new(row, col)));
            let ends = [m, bottom].into_iter().flat_map(|row| (m..=right).map(move |col| Pos::new(row, col)));
            sides.chain(ends).find(|at| will_do(self, *at))
        })
    }

    /// The first vacant cell of the whole map: where the original gives up.
    fn anywhere(&self, terrain: Terrain) -> Option<Pos> {
        let vacant = |index: &usize| self.map.terrain(*index) == terrain && self.occupant[*index] == NOBODY;
        (0..self.occupant.len()).find(vacant).map(|index| self.map.pos(index))
    }
}
