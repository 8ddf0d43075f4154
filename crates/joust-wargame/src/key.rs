//! Random numbers from which the keys of positions are made. [WAR-7.3]

use crate::{Side, Square};

pub(crate) struct Keys {
    squares: [[u64; Square::MAX]; 2],
    pub(crate) green_to_move: u64,
}

impl Keys {
    pub(crate) const fn square(&self, side: Side, square: Square) -> u64 {
        self.squares[side as usize][square.index()]
    }
}

pub(crate) static KEYS: Keys = {
    let mut state = 0x4a6f_7573_7420_5761;
    let mut squares = [[0; Square::MAX]; 2];
    let mut i = 0;
    while i < 2 * Square::MAX {
        squares[i / Square::MAX][i % Square::MAX] = joust_core::split_mix(&mut state);
        i += 1;
    }
    Keys { squares, green_to_move: joust_core::split_mix(&mut state) }
};
