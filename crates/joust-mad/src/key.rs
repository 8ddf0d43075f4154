//! Random numbers from which the keys of positions are made. [MAD-10.3]

use crate::{Ship, Side, Square};

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
            draw(&mut state);
        i += 1;
    }
    Keys { ships, blue_to_move: draw(&mut state), positioning: draw(&mut state) }
};

/// `SplitMix64`, because the numbers must be known when the program is compiled.
const fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// Spreads every bit of a number over all bits.
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
