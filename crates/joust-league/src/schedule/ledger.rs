//! Blocks for formats whose line-ups depend on results: numbers, maps and seats follow from what was played.

use super::{Fixture, Place, Seating, Setting};

/// What was played so far.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    setting: Setting,
    games: usize,
    blocks: usize,
    /// The number of blocks of each participant on each map.
    maps: Vec<usize>,
    /// The number of games of each participant in each seat, where blocks have one game.
    seats: Vec<usize>,
}

impl Ledger {
    pub(super) fn new(setting: Setting) -> Ledger {
        let Setting { participants, seats, maps, .. } = setting;
        Ledger {
            setting,
            games: 0,
            blocks: 0,
            maps: vec![0; participants * maps],
            seats: vec![0; participants * seats],
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
        let Setting { seats, maps, seating, .. } = self.setting;
        for who in line_up {
            self.maps[who * maps + map] += 1;
        }
        let mut turn = 0;
        if seating == Seating::Once {
            let order = |turn: usize| seating.arrange(line_up, 0, turn).into_iter().enumerate();
            let load = |turn: &usize| {
                order(*turn)
                    .map(|(seat, who)| excess(&self.seats[who * seats..][..seats], seat))
                    .sum::<usize>()
            };
            turn = (0..seats).min_by_key(load).unwrap_or(0);
            order(turn).for_each(|(seat, who)| self.seats[who * seats + seat] += 1);
        }
        let place = Place { game: self.games, round, block: self.blocks, map, turn };
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
