//! How many orders of a round may have come to nothing.
//!
//! The generator draws once for every selected order, also for those that did not happen; their
//! number is not in a result. But only some units can have had such an order: those beside closed
//! terrain, and those onto which another unit moved, for they may have been captured before their
//! turn. And the order in which things happened is a permutation of a list that begins with the
//! orders of player 0 and ends with those of player 3.

use crate::{Dir, Generator, Movement, State, TEAMS};

/// More ways to share out the orders than this are not tried one by one.
const MOST_SHARES: usize = 4096;

/// The numbers of orders that a round may have had.
pub(super) struct Noops {
    /// The players of the movements, in the order of the file.
    movers: Vec<u8>,
    /// Movements of each player.
    happened: [usize; TEAMS],
    /// The most orders of each player that came to nothing.
    most: [usize; TEAMS],
}

impl Noops {
    pub(super) fn new(state: &State, movements: &[Movement]) -> Noops {
        let units = state.units();
        let mut listed = vec![false; units.len()];
        let mut met = vec![false; units.len()];
        let mut happened = [0; TEAMS];
        for movement in movements {
            let id = usize::from(movement.id);
            listed[id] = true;
            happened[usize::from(units[id].player)] += 1;
            if let Some(other) = state.unit_at(units[id].pos.step(movement.dir)) {
                met[other] = true;
            }
        }
        let mut most = [0; TEAMS];
        for (id, unit) in units.iter().enumerate() {
            let player = usize::from(unit.player);
            let alive = state.status()[player] >= 0.0;
            let stuck = || Dir::EIGHT.iter().any(|dir| state.step_of(id, *dir).is_none());
            if !listed[id] && alive && state.can_move(id) && (met[id] || stuck()) {
                most[player] += 1;
            }
        }
        let movers = movements.iter().map(|movement| units[usize::from(movement.id)].player).collect();
        Noops { movers, happened, most }
    }

    /// The generators with which the movements of the round may begin, each once.
    pub(super) fn openings(&self, ways: &[Generator], limit: usize) -> Option<Vec<Generator>> {
        let mut openings = Vec::new();
        let (least, more) = (self.movers.len(), self.most.iter().sum::<usize>());
        for way in ways {
            let mut opening = *way;
            opening.skip(least);
            for extra in 0..=more {
                if self.allows(*way, extra) {
                    openings.push(opening);
                }
                opening.skip(1);
            }
            if openings.len() > 2 * limit {
                dedup(&mut openings);
                if openings.len() > limit {
                    return None;
                }
            }
        }
        dedup(&mut openings);
        (openings.len() <= limit).then_some(openings)
    }

    /// Whether the movements can have had this order when `extra` more orders were selected.
    fn allows(&self, mut way: Generator, extra: usize) -> bool {
        let shares = self.most.iter().try_fold(1_usize, |shares, most| shares.checked_mul(most + 1));
        if self.movers.is_empty() || shares.is_none_or(|shares| shares > MOST_SHARES) {
            return true;
        }
        let order = way.permutation((self.movers.len() + extra) as i32);
        self.share(&order, [0; TEAMS], 0, extra)
    }

    /// Tries all ways to share out the extra orders among the players from `player` on.
    fn share(&self, order: &[usize], extras: [usize; TEAMS], player: usize, left: usize) -> bool {
        if player == TEAMS {
            return left == 0 && self.fits(order, extras);
        }
        (0..=self.most[player].min(left)).any(|extra| {
            let mut extras = extras;
            extras[player] = extra;
            self.share(order, extras, player + 1, left - extra)
        })
    }

    /// Whether the movers can be found, in this order, among the owners of the drawn orders.
    fn fits(&self, order: &[usize], extras: [usize; TEAMS]) -> bool {
        let mut ends = [0; TEAMS];
        let mut end = 0;
        for player in 0..TEAMS {
            end += self.happened[player] + extras[player];
            ends[player] = end;
        }
        let mut drawn = order.iter().map(|which| ends.iter().filter(|end| *which >= **end).count());
        self.movers.iter().all(|mover| drawn.any(|owner| owner == usize::from(*mover)))
    }
}

fn dedup(ways: &mut Vec<Generator>) {
    ways.sort_unstable_by_key(Generator::state);
    ways.dedup();
}
