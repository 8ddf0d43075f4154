//! Chance, all of it from a seed.

use rand_core::Rng as _;
use std::{fmt, num::ParseIntError, str::FromStr};

/// The generator that every seeded choice in Joust draws from. Its stream is equal on all machines.
pub type Rng = rand_pcg::Pcg64Mcg;

/// Where all chance of a game comes from: equal seeds and equal actions give equal games.
///
/// ```
/// use joust_core::{Seed, below};
/// let mut rng = Seed(30).rng();
/// assert_eq!([0; 4].map(|_| below(&mut rng, 100)), [62, 40, 31, 70]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// A fresh generator for this seed.
    pub fn rng(self) -> Rng {
        use rand_core::SeedableRng;
        Rng::seed_from_u64(self.0)
    }
}

impl FromStr for Seed {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number below `bound`. All are equally likely, but for a bias below `bound` / 2⁶⁴.
///
/// # Panics
/// When `bound` is 0.
pub fn below(rng: &mut Rng, bound: usize) -> usize {
    assert!(bound > 0, "there is no number below 0");
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

/// The next number of `SplitMix64`: for tables of keys that are known when the program is compiled.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// Spreads every bit of a number over all bits.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seeds are promises: a record made today must replay in ten years.
    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Seed(30).rng();
        let draws: Vec<_> = (0..8).map(|_| below(&mut rng, 100)).collect();
        assert_eq!(draws, [62, 40, 31, 70, 43, 11, 76, 48]);
    }
}
