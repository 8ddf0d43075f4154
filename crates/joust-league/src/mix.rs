//! Numbers that look like chance and follow from a seed: the crate has no other source of chance.

/// Spreads every bit of a number over all bits, as `SplitMix64` does.
const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A number that depends on a seed and on a place in the schedule. Seeds have 31 bits, because the generator
/// of Mad Max takes no more.
pub(crate) const fn seed_at(seed: u64, place: usize) -> u64 {
    mix(mix(seed) ^ place as u64) >> 33
}

/// A stream of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream of a seed and a purpose, so that two uses of one seed do not draw the same numbers.
    pub(crate) fn new(seed: u64, purpose: u64) -> Dice {
        Dice(mix(seed ^ mix(purpose)))
    }

    /// A number below `bound`, which is not 0; all are equally likely.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mix(self.0)) * bound as u128) >> 64) as usize
    }

    /// Puts a list in a random order; all orders are equally likely.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Schedules are promises: a tournament that is continued must have the seeds of its start. The numbers
    /// were computed by a program in another language.
    #[test]
    fn the_numbers_of_a_seed_never_change() {
        assert_eq!([0, 1, 2].map(|place| seed_at(7, place)), [1_549_427_019, 513_859_492, 592_667_762]);
        let mut dice = Dice::new(7, 1);
        assert_eq!([0; 6].map(|_| dice.below(100)), [86, 78, 81, 57, 94, 0]);
    }

    #[test]
    fn every_order_is_about_as_frequent_as_the_others() {
        let (mut dice, mut counts) = (Dice::new(1, 1), std::collections::BTreeMap::new());
        for _ in 0..6000 {
            let mut list = [0, 1, 2];
            dice.shuffle(&mut list);
            *counts.entry(list).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
