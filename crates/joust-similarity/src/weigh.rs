//! What a token weighs: nothing in what the kit gave, little in what everybody writes, and one hundred else.

use crate::prints::{GRAM, Print, grams, winnow};
use crate::tokens::Tokens;
use std::collections::{HashMap, HashSet};

/// The weight of a token that nearly nobody else has.
pub(crate) const FULL: u8 = 100;
/// The least weight of a token that is not hidden: if everybody has copied one program, its parts are common and
/// must be seen all the same.
const LEAST: f64 = 10.0;
/// In a smaller class nothing is called common.
const SMALL: usize = 10;

/// The grams of kits and templates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given(HashSet<u64>);

impl Given {
    pub(crate) fn add(&mut self, tokens: &Tokens) {
        self.0.extend(own_grams(tokens, &[]).map(|print| print.hash));
    }

    /// The weights of a submission before it is known what is common: 0 for what was given.
    pub(crate) fn weights(&self, tokens: &Tokens) -> Vec<u8> {
        let weight = |word: &u32| if *word == Tokens::BARRIER { 0 } else { FULL };
        let mut weights: Vec<u8> = tokens.words.iter().map(weight).collect();
        for print in own_grams(tokens, &[]).filter(|print| self.0.contains(&print.hash)) {
            weights[print.at as usize..print.at as usize + GRAM].fill(0);
        }
        weights
    }
}

/// The grams that are not hidden. Without weights, nothing is hidden.
pub(crate) fn own_grams<'a>(tokens: &'a Tokens, weights: &'a [u8]) -> impl Iterator<Item = Print> + 'a {
    grams(&tokens.words, |at| weights.get(at) == Some(&0))
}

/// The fingerprints of a submission.
pub(crate) fn prints(tokens: &Tokens, weights: &[u8]) -> Vec<Print> {
    winnow(own_grams(tokens, weights))
}

/// How many submissions have each fingerprint.
#[derive(Debug, Default)]
pub(crate) struct Common {
    counts: HashMap<u64, u32>,
    programs: usize,
}

impl Common {
    pub(crate) fn new<'a>(programs: impl Iterator<Item = &'a [Print]>) -> Common {
        let mut common = Common::default();
        let mut hashes: Vec<u64> = Vec::new();
        for prints in programs {
            common.programs += 1;
            hashes.clear();
            hashes.extend(prints.iter().map(|print| print.hash));
            hashes.sort_unstable();
            hashes.dedup();
            for hash in &hashes {
                *common.counts.entry(*hash).or_default() += 1;
            }
        }
        common
    }

    /// The weight of a fingerprint: it falls with the logarithm of the share of programs that have it.
    pub(crate) fn weight(&self, hash: u64) -> u8 {
        let count = self.counts.get(&hash).map_or(1, |count| *count as usize);
        let rare = (self.programs / 50).max(3);
        if self.programs < SMALL || count <= rare {
            return FULL;
        }
        let share = (self.programs as f64 / count as f64).ln() / (self.programs as f64 / rare as f64).ln();
        (f64::from(FULL) * share).max(LEAST) as u8
    }

    /// The weight of a fingerprint as a part of one.
    pub(crate) fn share(&self, hash: u64) -> f64 {
        f64::from(self.weight(hash)) / f64::from(FULL)
    }

    /// Weighs down the tokens under common fingerprints. A token under two has the lesser weight.
    pub(crate) fn weigh(&self, prints: &[Print], weights: &mut [u8]) {
        for print in prints {
            let weight = self.weight(print.hash);
            for token in &mut weights[print.at as usize..print.at as usize + GRAM] {
                *token = weight.min(*token);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(copies: usize, programs: usize) -> u8 {
        let print = [Print { hash: 1, at: 0 }];
        let with = std::iter::repeat_n(&print[..], copies);
        Common::new(with.chain(std::iter::repeat_n(&[][..], programs - copies))).weight(1)
    }

    #[test]
    fn what_many_have_weighs_little_and_never_nothing() {
        assert_eq!(common(2, 30), 100);
        assert_eq!(common(3, 30), 100);
        assert!(common(10, 30) < 50, "{}", common(10, 30));
        assert_eq!(common(30, 30), 10);
        assert_eq!(common(9, 9), 100);
        assert_eq!(common(50, 2500), 100);
    }
}
