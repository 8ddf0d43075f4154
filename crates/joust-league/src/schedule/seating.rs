//! The seats of a line-up in the games of a block.

use crate::mix::Dice;
use serde::{Deserialize, Serialize};

/// How many games a block has, and which seats they give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seating {
    /// One game. Seats are balanced over several blocks.
    Once,
    /// As many games as seats: everybody sits in every seat once, and with two or four seats also directly
    /// after every other participant once (a Williams square).
    #[default]
    Rotated,
    /// A game for every order of the line-up: 2, 6 or 24.
    Permuted,
}

impl Seating {
    /// How many games a block has.
    ///
    /// ```
    /// use joust_league::schedule::Seating;
    /// assert_eq!([Seating::Once, Seating::Rotated, Seating::Permuted].map(|seating| seating.games(4)), [1, 4, 24]);
    /// ```
    pub fn games(self, seats: usize) -> usize {
        match self {
            Seating::Once => 1,
            Seating::Rotated => seats,
            Seating::Permuted => (1..=seats).product(),
        }
    }

    /// The line-up in the order of the seats, in one of the games of its block. `turn` chooses the seats of a
    /// block of one game.
    pub fn arrange(self, line_up: &[usize], game: usize, turn: usize) -> Vec<usize> {
        match self {
            Seating::Once => rotated(line_up, turn),
            Seating::Rotated => rotated(line_up, game),
            Seating::Permuted => permuted(line_up, game),
        }
    }
}

/// Line-ups in the order of the seats, such that everybody has every seat about equally often: for blocks of one game.
/// Each takes the best of all orders, first beside those before it, then again and again beside all others. Among
/// equal orders chance decides, so that the search is not stuck.
pub(super) fn balanced(line_ups: &[Vec<usize>], participants: usize) -> Vec<Vec<usize>> {
    const PASSES: usize = 200;
    let seats = line_ups.first().map_or(0, Vec::len);
    let mut counts = SeatCounts::new(participants, seats);
    let mut dice = Dice::new(participants as u64, seats as u64);
    let mut ordered: Vec<Vec<usize>> = line_ups.iter().map(|line_up| counts.seat(line_up)).collect();
    let mut best = (counts.unfairness(), ordered.clone());
    for _ in 0..PASSES {
        if best.0 == 0 {
            break;
        }
        for line_up in &mut ordered {
            counts.change(line_up, -1);
            dice.shuffle(line_up);
            *line_up = counts.seat(line_up);
        }
        let unfairness = counts.unfairness();
        if unfairness < best.0 {
            best = (unfairness, ordered.clone());
        }
    }
    best.1
}

/// How often each participant has had each seat.
#[derive(Clone, Debug)]
pub(super) struct SeatCounts {
    seats: usize,
    counts: Vec<i64>,
}

impl SeatCounts {
    pub(super) fn new(participants: usize, seats: usize) -> SeatCounts {
        SeatCounts { seats, counts: vec![0; participants * seats] }
    }

    /// The line-up in the order of the seats that its participants have had least, which is counted.
    pub(super) fn seat(&mut self, line_up: &[usize]) -> Vec<usize> {
        let orders = (0..Seating::Permuted.games(self.seats)).map(|number| permuted(line_up, number));
        let best = orders.min_by_key(|order| self.cost(order)).unwrap_or_else(|| line_up.to_vec());
        self.change(&best, 1);
        best
    }

    fn change(&mut self, order: &[usize], by: i64) {
        for (seat, who) in order.iter().enumerate() {
            self.counts[who * self.seats + seat] += by;
        }
    }

    /// How uneven an order would be. The cube makes one large excess worse than several small ones.
    fn cost(&self, order: &[usize]) -> i64 {
        let excess = |(seat, who): (usize, &usize)| {
            let counts = &self.counts[who * self.seats..][..self.seats];
            (counts[seat] - counts.iter().min().copied().unwrap_or(0)).pow(3)
        };
        order.iter().enumerate().map(excess).sum()
    }

    /// By how much the seats of everybody differ, beyond one game.
    fn unfairness(&self) -> i64 {
        let spread = |counts: &[i64]| {
            let most = counts.iter().max().copied().unwrap_or(0);
            (most - counts.iter().min().copied().unwrap_or(0) - 1).max(0)
        };
        self.counts.chunks(self.seats.max(1)).map(spread).sum()
    }
}

/// A row of a Williams square over the line-up. Its row 0 is the line-up itself.
fn rotated(line_up: &[usize], row: usize) -> Vec<usize> {
    let seats = line_up.len();
    // 0, 1, −1, 2, …: neighbours have all differences, so rows that are shifted have all neighbours.
    let zigzag = |seat: usize| if seat % 2 == 1 { seat.div_ceil(2) } else { (seats - seat / 2) % seats };
    let of = |seat| {
        let value = (zigzag(seat) + row) % seats;
        (0..seats).find(|place| zigzag(*place) == value).unwrap_or(seat)
    };
    (0..seats).map(|seat| line_up[of(seat)]).collect()
}

/// The order with this number among all orders.
fn permuted(line_up: &[usize], number: usize) -> Vec<usize> {
    let (mut rest, mut number) = (line_up.to_vec(), number % (1..=line_up.len()).product::<usize>());
    let mut order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let orders = (1..rest.len()).product::<usize>();
        order.push(rest.remove(number / orders));
        number %= orders;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_block_gives_everybody_every_seat_and_every_neighbour() {
        for seats in 2..=4 {
            let line_up: Vec<usize> = (10..10 + seats).collect();
            let rows: Vec<_> = (0..seats).map(|game| Seating::Rotated.arrange(&line_up, game, 0)).collect();
            assert_eq!(rows[0], line_up);
            for seat in 0..seats {
                assert_eq!(rows.iter().map(|row| row[seat]).collect::<BTreeSet<_>>().len(), seats);
            }
            let neighbours: BTreeSet<_> = rows.iter().flat_map(|row| row.windows(2)).collect();
            assert_eq!(neighbours.len(), if seats == 3 { 3 } else { seats * (seats - 1) });
        }
    }

    #[test]
    fn all_orders_are_different() {
        let orders: BTreeSet<_> =
            (0..24).map(|game| Seating::Permuted.arrange(&[4, 5, 6, 7], game, 0)).collect();
        assert_eq!(orders.len(), 24);
        assert_eq!(Seating::Permuted.arrange(&[4, 5, 6, 7], 0, 0), [4, 5, 6, 7]);
    }

    #[test]
    fn single_games_take_turns() {
        assert_eq!([0, 1, 2].map(|turn| Seating::Once.arrange(&[8, 9], 0, turn)), [[8, 9], [9, 8], [8, 9]]);
    }
}
