//! Random numbers from which the keys of positions are made. [MAD-10.3]

use crate::{Ship, Side, Square};
use joust_core::split_mix;

pub(crate) struct Keys {
    ships: [[[u64; Square::MAX]; Ship::COUNT]; 2],
    pub(crate) blue_to_move: u64,
    pub(crate) positioning: u64,
}

impl Keys {
    pub(crate) const fn ship(&self, side: Side, ship: Ship, square: Square) -> u64 {
        self.ships[side as usize][ship.code()][square.index()]
    }
}

pub(crate) static KEYS: Keys = {
    let mut state = 0x4a6f_7573_7420_4d41;
    let mut ships = [[[0; Square::MAX]; Ship::COUNT]; 2];
    let mut i = 0;
    while i < 2 * Ship::COUNT * Square::MAX {
        ships[i / Square::MAX / Ship::COUNT][i / Square::MAX % Ship::COUNT][i % Square::MAX] =
            split_mix(&mut state);
        i += 1;
    }
    Keys { ships, blue_to_move: split_mix(&mut state), positioning: split_mix(&mut state) }
};
