//! Blocks for formats whose line-ups depend on results: numbers, maps and seats follow from what was played.

use super::seating::SeatCounts;
use super::{Fixture, Place, Seating, Setting};
use crate::Finish;
use crate::finish::{Points, real};

/// What was played so far.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    setting: Setting,
    games: usize,
    blocks: usize,
    /// The number of blocks of each participant on each map.
    maps: Vec<usize>,
    /// The number of games of each participant in each seat, where blocks have one game.
    seats: SeatCounts,
    openings: Openings,
}

/// Which openings the blocks of a round have.
#[derive(Clone, Debug, Default)]
struct Openings {
    round: usize,
    /// The first opening of the round.
    first: usize,
    /// The participants that have each opening of the round.
    taken: Vec<Vec<usize>>,
}

impl Openings {
    /// The first opening of the round that nobody of the line-up has had.
    fn next(&mut self, line_up: &[usize], round: usize) -> usize {
        if self.round != round {
            self.first += self.taken.len();
            self.taken.clear();
            self.round = round;
        }
        let is_new = |had: &Vec<usize>| line_up.iter().all(|who| !had.contains(who));
        let place = self.taken.iter().position(is_new).unwrap_or(self.taken.len());
        if place == self.taken.len() {
            self.taken.push(Vec::new());
        }
        self.taken[place].extend_from_slice(line_up);
        self.first + place
    }
}

impl Ledger {
    pub(super) fn new(setting: Setting) -> Ledger {
        let Setting { participants, seats, maps, .. } = setting;
        Ledger {
            setting,
            games: 0,
            blocks: 0,
            maps: vec![0; participants * maps],
            seats: SeatCounts::new(participants, seats),
            openings: Openings::default(),
        }
    }

    /// The games of a line-up, on the map and in the seats that its participants have had least.
    pub(super) fn block(&mut self, line_up: &[usize], round: usize) -> Vec<Fixture> {
        let maps = self.setting.maps;
        let load = |map: &usize| {
            line_up.iter().map(|who| excess(&self.maps[who * maps..][..maps], *map)).sum::<usize>()
        };
        let map = (0..maps).min_by_key(load).unwrap_or(0);
        self.block_on(map, line_up, round)
    }

    /// The games of a line-up on a map.
    pub(super) fn block_on(&mut self, map: usize, line_up: &[usize], round: usize) -> Vec<Fixture> {
        let Setting { maps, seating, .. } = self.setting;
        for who in line_up {
            self.maps[who * maps + map] += 1;
        }
        let seated;
        let line_up = if seating == Seating::Once {
            seated = self.seats.seat(line_up);
            &seated
        } else {
            line_up
        };
        let opening = self.openings.next(line_up, round);
        let place = Place { game: self.games, round, block: self.blocks, map, opening, turn: 0 };
        let block: Vec<Fixture> = self.setting.block(line_up, place).collect();
        self.games += block.len();
        self.blocks += 1;
        block
    }
}

/// How much more often something was used than what was used least. The cube makes one large excess worse than
/// several small ones.
fn excess(counts: &[usize], used: usize) -> usize {
    (counts[used] - counts.iter().min().copied().unwrap_or(0)).pow(3)
}

/// What a participant has reached in a round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    sum: f64,
    games: usize,
    points: Points,
}

impl Score {
    /// Adds the game of a seat.
    pub(super) fn add(&mut self, game: &Finish, seat: usize) {
        self.sum += game.scores[seat];
        self.games += 1;
        self.points.add(game, seat);
    }

    /// The mean score of a game; 0 without one.
    pub(super) fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum / real(self.games) }
    }

    /// The mean of the points by the rules of the game; 0 without any.
    pub(super) fn points(&self) -> f64 {
        self.points.mean().unwrap_or(0.0)
    }
}
