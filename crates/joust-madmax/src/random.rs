//! The generator of the original program, draw for draw.

/// A stream of pseudo-random numbers. The board has one, and every player has one of its own.
///
/// ```
/// use joust_madmax::Generator;
/// let mut random = Generator::new(30);
/// let mut again = Generator::new(-30);
/// assert_eq!(random.random(0, 99), again.random(0, 99), "the sign of a seed does not matter");
/// assert_eq!(random.state(), again.state());
/// let mut order = random.permutation(8);
/// order.sort_unstable();
/// assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Generator(u32);

const MULTIPLIER: u64 = 843_314_861;
const INCREMENT: u64 = 453_816_693;
const MASK: u64 = (1 << 31) - 1;
/// Ranges and permutations longer than this are refused without a draw.
const WIDEST: i64 = 1_000_000;

impl Generator {
    /// The stream of a seed; the sign of the seed does not matter.
    pub const fn new(seed: i32) -> Generator {
        Generator((seed.unsigned_abs() as u64 & MASK) as u32)
    }

    /// [MAX-5.3] The stream of a player: that of the next seeds, with the wrap-around of 32 bits.
    ///
    /// ```
    /// use joust_madmax::Generator;
    /// assert_eq!(Generator::for_player(30, 0), Generator::new(31));
    /// assert_ne!(Generator::for_player(30, 1), Generator::for_player(30, 2));
    /// ```
    pub const fn for_player(seed: i32, player: usize) -> Generator {
        Generator::new(seed.wrapping_add(player as i32 + 1))
    }

    /// The state that follows from the draws so far.
    pub const fn state(&self) -> u32 {
        self.0
    }

    #[inline]
    const fn step(&mut self) {
        self.0 = ((MULTIPLIER * self.0 as u64 + INCREMENT) & MASK) as u32;
    }

    /// [MAX-5.1] A number from `low` to `high`. An empty or too wide range gives `low` and draws nothing.
    #[inline]
    pub const fn random(&mut self, low: i32, high: i32) -> i32 {
        let width = high as i64 - low as i64 + 1;
        if low > high || width > WIDEST {
            return low;
        }
        self.step();
        self.step();
        low + ((width as u64 * self.0 as u64) >> 31) as i32
    }

    /// An index below `count`, which must not be 0.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        self.random(0, count as i32 - 1) as usize
    }

    /// [MAX-5.2] A permutation of 0…n−1, which takes n draws; an absurd n gives nothing and draws nothing.
    pub fn permutation(&mut self, n: i32) -> Vec<usize> {
        if n < 0 || i64::from(n) > WIDEST {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..n as usize).collect();
        for i in 0..n {
            let other = self.random(i, n - 1);
            order.swap(i as usize, other as usize);
        }
        order
    }

    /// Passes over draws, as a permutation of that many does.
    pub(crate) fn skip(&mut self, draws: usize) {
        for _ in 0..draws {
            self.step();
            self.step();
        }
    }

    /// A permutation of the four teams.
    pub(crate) fn teams(&mut self) -> [u8; 4] {
        let mut order = [0, 1, 2, 3];
        for i in 0..4 {
            let other = self.random(i, 3);
            order.swap(i as usize, other as usize);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_the_original() {
        let mut generator = Generator::new(30);
        let mut states = Vec::new();
        for _ in 0..4 {
            generator.step();
            states.push(generator.state());
        }
        assert_eq!(states, [2_130_942_395, 673_597_140, 1_987_462_841, 1_968_915_066]);
        let mut generator = Generator::new(30);
        let draws: Vec<_> = (0..10).map(|_| generator.random(0, 99)).collect();
        assert_eq!(draws, [31, 91, 19, 66, 98, 11, 6, 56, 26, 60]);
        let mut generator = Generator::new(30);
        assert_eq!(generator.permutation(8), [2, 7, 3, 6, 1, 5, 0, 4]);
        assert_eq!(generator.random(1, 6), 2);
        let mut generator = Generator::new(0);
        let draws: Vec<_> = (0..3).map(|_| generator.random(0, 999_999)).collect();
        assert_eq!(draws, [756_043, 330_327, 628_391]);
    }

    #[test]
    fn absurd_ranges_draw_nothing() {
        let mut generator = Generator::new(5);
        assert_eq!(generator.random(3, 2), 3);
        assert_eq!(generator.random(-4, 999_996), -4);
        assert_eq!(generator.random(i32::MIN, i32::MAX), i32::MIN);
        assert_eq!(generator.permutation(-1), [0_usize; 0]);
        assert_eq!(generator, Generator::new(5));
        assert_eq!(Generator::new(-7), Generator::new(7));
        assert_eq!(Generator::new(i32::MIN), Generator::new(0));
        let players: Vec<_> = (0..4).map(|p| Generator::for_player(i32::MAX, p).state()).collect();
        assert_eq!(players, [0, 2_147_483_647, 2_147_483_646, 2_147_483_645]);
    }
}
