//! Tables of participants with about equal scores that have not met.

use crate::finish::{EQUAL, real};
use crate::mix::Dice;

/// What a rematch costs, in places of the standings: more than any distance.
const REMATCH: f64 = 1e6;
/// How often all exchanges are tried.
const PASSES: usize = 50;
/// How far away in the order an exchange looks.
const REACH: usize = 64;
/// How many exchanges by chance are tried for each participant, while there are rematches.
const CHANCES: usize = 200;

/// Divides an order into tables. Exchanges between tables remove rematches, and then shorten the distances in
/// the order, as long as that helps. `met` says how often two participants have met.
pub(super) fn grouped(
    order: Vec<usize>,
    seats: usize,
    met: &dyn Fn(usize, usize) -> f64,
    dice: &mut Dice,
) -> Vec<Vec<usize>> {
    let mut places = vec![0; order.iter().max().map_or(0, |most| most + 1)];
    for (place, who) in order.iter().enumerate() {
        places[*who] = place;
    }
    let mut groups = Groups { order, seats, places, met };
    groups.shorten();
    groups.remove_rematches(dice);
    groups.shorten();
    groups.order.chunks(seats).map(<[usize]>::to_vec).collect()
}

struct Groups<'a> {
    /// The participants, table by table.
    order: Vec<usize>,
    seats: usize,
    /// The place of each participant in the order at the beginning.
    places: Vec<usize>,
    met: &'a dyn Fn(usize, usize) -> f64,
}

impl Groups<'_> {
    /// The sum of something over a participant at a table and the others there, except the one at its place.
    fn with(&self, who: usize, at: usize, cost: impl Fn(usize, usize) -> f64) -> f64 {
        let table = at / self.seats * self.seats;
        let others = (table..table + self.seats).filter(|other| *other != at);
        others.map(|other| cost(who, self.order[other])).sum()
    }

    /// What an exchange of two places at different tables changes.
    fn change(&self, one: usize, other: usize, cost: impl Fn(usize, usize) -> f64 + Copy) -> f64 {
        let (a, b) = (self.order[one], self.order[other]);
        let before = self.with(a, one, cost) + self.with(b, other, cost);
        self.with(b, one, cost) + self.with(a, other, cost) - before
    }

    /// Makes exchanges that leave fewer rematches, or as many and less distance.
    fn shorten(&mut self) {
        for _ in 0..PASSES {
            let mut changed = false;
            for one in 0..self.order.len() {
                for other in (one / self.seats + 1) * self.seats..self.order.len().min(one + REACH) {
                    let cost = |who: usize, with: usize| {
                        (self.met)(who, with) * REMATCH + real(self.places[who].abs_diff(self.places[with]))
                    };
                    if self.change(one, other, cost) < -EQUAL {
                        self.order.swap(one, other);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Makes exchanges by chance that leave no more rematches, until there are none.
    fn remove_rematches(&mut self, dice: &mut Dice) {
        let again = |who: usize, with: usize| (self.met)(who, with);
        for _ in 0..CHANCES {
            let rematches: Vec<usize> =
                (0..self.order.len()).filter(|at| self.with(self.order[*at], *at, again) > EQUAL).collect();
            for one in &rematches {
                let other = dice.below(self.order.len());
                if one / self.seats != other / self.seats && self.change(*one, other, again) < EQUAL {
                    self.order.swap(*one, other);
                }
            }
            if rematches.is_empty() {
                break;
            }
        }
    }
}
