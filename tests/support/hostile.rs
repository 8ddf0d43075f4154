//! Texts that are almost right, for readers that must never panic. Every game's crate includes this
//! file and gives it the texts that it reads.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

/// A test that fails today must fail tomorrow, so random texts come from a fixed seed.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(30),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// One small change of a text: its kind, its place, and its material.
type Change = (u8, Index, Index, char);

fn changed(text: &str, (what, one, two, with): Change) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let (one, two) = (one.index(chars.len() + 1), two.index(chars.len() + 1));
    let (from, to) = (one.min(two), one.max(two));
    match what {
        0 => chars.insert(one, with),
        1 if one < chars.len() => chars[one] = with,
        2 if one < chars.len() => drop(chars.remove(one)),
        3 => chars.truncate(one),
        4 => drop(chars.drain(from..to)),
        5 => {
            let part = chars[from..to].to_vec();
            chars.splice(one..one, part);
        }
        6 if to < chars.len() => chars.swap(from, to),
        _ => {}
    }
    chars.into_iter().collect()
}

/// Characters that mean something to a reader, and any others.
pub(crate) fn characters(meaningful: &str) -> impl Strategy<Value = char> + use<> {
    let meaningful: Vec<char> = meaningful.chars().collect();
    prop_oneof![4 => proptest::sample::select(meaningful), 1 => any::<char>()]
}

/// Good texts with a few small changes.
pub(crate) fn almost(good: Vec<String>, meaningful: &str) -> impl Strategy<Value = String> + use<> {
    let change = (0_u8..7, any::<Index>(), any::<Index>(), characters(meaningful));
    let changes = proptest::collection::vec(change, 1..6);
    (proptest::sample::select(good), changes)
        .prop_map(|(text, changes)| changes.into_iter().fold(text, |text, change| changed(&text, change)))
}
