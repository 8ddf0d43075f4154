//! Random numbers that are the same in every language of the kits.

/// A generator (sfc32). One seed gives one stream, on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    a: u32,
    b: u32,
    c: u32,
    count: u32,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random { a: seed as u32, b: (seed >> 32) as u32, c: 0, count: 1 };
        // The first numbers still look like the seed.
        for _ in 0..12 {
            random.next();
        }
        random
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        let result = self.a.wrapping_add(self.b).wrapping_add(self.count);
        self.count = self.count.wrapping_add(1);
        self.a = self.b ^ (self.b >> 9);
        self.b = self.c.wrapping_add(self.c << 3);
        self.c = self.c.rotate_left(21).wrapping_add(result);
        result
    }

    /// A number from 0 to n - 1; n is at most 2^21.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next()) * n as u64) >> 32) as usize
    }

    /// One of these items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}
