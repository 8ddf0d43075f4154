//! Fingerprints of a sequence of tokens: winnowing, as Schleimer, Wilkerson and Aiken describe it (SIGMOD 2003).

/// The tokens of a gram: no shorter run is ever a match of its own.
pub(crate) const GRAM: usize = 15;
/// The grams of a window: every window keeps its least. A common run of `GRAM + WINDOW - 1` tokens has a common
/// fingerprint for sure.
pub(crate) const WINDOW: usize = 6;

/// The hash of a gram and the token that it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Print {
    pub(crate) hash: u64,
    pub(crate) at: u32,
}

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// All grams without a token that is hidden.
pub(crate) fn grams<'a>(
    words: &'a [u32],
    is_hidden: impl Fn(usize) -> bool + 'a,
) -> impl Iterator<Item = Print> + 'a {
    let last = const {
        let (mut power, mut n) = (1_u64, 1);
        while n < GRAM {
            power = power.wrapping_mul(BASE);
            n += 1;
        }
        power
    };
    let (mut rolling, mut length) = (0_u64, 0);
    words.iter().enumerate().filter_map(move |(at, &word)| {
        if is_hidden(at) {
            (rolling, length) = (0, 0);
            return None;
        }
        if length == GRAM {
            rolling = rolling.wrapping_sub(u64::from(words[at - GRAM]).wrapping_mul(last));
        } else {
            length += 1;
        }
        rolling = rolling.wrapping_mul(BASE).wrapping_add(u64::from(word));
        (length == GRAM).then(|| Print { hash: mixed(rolling), at: (at + 1 - GRAM) as u32 })
    })
}

/// The least hash of a window must not be that of the least token.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// The fingerprints among grams: of every window of neighbours the least, and of equal ones the last.
pub(crate) fn winnow(grams: impl Iterator<Item = Print>) -> Vec<Print> {
    let mut prints: Vec<Print> = Vec::new();
    let mut window: Vec<Print> = Vec::with_capacity(WINDOW);
    for print in grams {
        // Behind a hidden token a new window begins.
        if window.last().is_some_and(|before| before.at + 1 != print.at) {
            keep_short(&window, &mut prints);
            window.clear();
        }
        if window.len() == WINDOW {
            window.remove(0);
        }
        window.push(print);
        if window.len() == WINDOW {
            keep(least(&window), &mut prints);
        }
    }
    keep_short(&window, &mut prints);
    prints
}

/// A run that is shorter than a window has a fingerprint, too.
fn keep_short(window: &[Print], prints: &mut Vec<Print>) {
    if !window.is_empty() && window.len() < WINDOW {
        keep(least(window), prints);
    }
}

fn least(window: &[Print]) -> Print {
    let mut least = window[0];
    for print in &window[1..] {
        if print.hash <= least.hash {
            least = *print;
        }
    }
    least
}

fn keep(print: Print, prints: &mut Vec<Print>) {
    if prints.last() != Some(&print) {
        prints.push(print);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(seed: u32, count: usize) -> Vec<u32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 24
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn the_rolling_hash_of_a_gram_depends_on_its_tokens_only() {
        let run = words(1, 40);
        let shifted: Vec<u32> = words(2, 7).into_iter().chain(run.iter().copied()).collect();
        let one: Vec<u64> = grams(&run, |_| false).map(|print| print.hash).collect();
        let other: Vec<u64> = grams(&shifted, |_| false).map(|print| print.hash).collect();
        assert_eq!(one.len(), 40 - GRAM + 1);
        assert_eq!(one, other[7..]);
    }

    /// The guarantee of winnowing: a common run of this length has a common fingerprint.
    #[test]
    fn a_long_common_run_has_a_common_fingerprint() {
        let common = words(3, GRAM + WINDOW - 1);
        for seed in 4..200 {
            let with = |seed: u32, before: usize| -> Vec<u64> {
                let text = [words(seed, before), common.clone(), words(seed + 1, 30)].concat();
                winnow(grams(&text, |_| false)).iter().map(|print| print.hash).collect()
            };
            let (one, other) = (with(seed, 5 + seed as usize % 40), with(seed + 1000, 33));
            assert!(one.iter().any(|hash| other.contains(hash)), "{seed}");
        }
    }

    #[test]
    fn hidden_tokens_are_in_no_gram() {
        let text = words(5, 3 * GRAM);
        let all: Vec<_> = grams(&text, |at| at == GRAM + 2).collect();
        assert!(all.iter().all(|print| !(3..=GRAM as u32 + 2).contains(&print.at)), "{all:?}");
        assert_eq!(all.len(), 3 + (3 * GRAM - (GRAM + 3)) - GRAM + 1);
        assert_eq!(winnow(grams(&text[..GRAM - 1], |_| false)), []);
        assert_eq!(winnow(grams(&text[..GRAM], |_| false)).len(), 1);
    }
}
