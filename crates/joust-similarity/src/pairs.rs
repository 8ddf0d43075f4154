//! Pairs of programs that are alike: fingerprints find them, and tiles tell how much they have in common.

use crate::compare::Settings;
use crate::prints::Print;
use crate::report::{Fragment, Lines, Pair, Submission};
use crate::source::Source;
use crate::tiles::{Grams, Side, Tile, fragments, tiles};
use crate::tokens::Tokens;
use crate::weigh::{Common, FULL, own_grams};
use std::collections::HashMap;

/// The least of a pair that is in the report, in tokens of full weight.
const LEAST_MATCHED: f64 = 30.0;
/// A pair is compared exactly if its fingerprints in common are this share of those of one of the programs, by weight.
const PROMISING: f64 = 0.12;
/// The most programs that one submission is compared with exactly.
const MOST_CANDIDATES: usize = 200;

/// A submission that has been read.
pub(crate) struct Program {
    /// Its number in the class and the archive together.
    pub(crate) number: usize,
    pub(crate) tokens: Tokens,
    pub(crate) weights: Vec<u8>,
    pub(crate) prints: Vec<Print>,
    /// The sum of the weights of its tokens,
    pub(crate) weight: f64,
    /// and of its different fingerprints, as parts of one.
    pub(crate) print_weight: f64,
}

impl Program {
    fn side(&self) -> Side<'_> {
        Side { words: &self.tokens.words, weights: &self.weights }
    }

    fn grams(&self) -> impl Iterator<Item = Print> {
        own_grams(&self.tokens, &self.weights)
    }

    /// Its fingerprints, each once.
    pub(crate) fn hashes(&self) -> Vec<u64> {
        let mut hashes: Vec<u64> = self.prints.iter().map(|print| print.hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    }
}

/// A pair before it is put into words.
pub(crate) struct Found {
    pub(crate) numbers: [usize; 2],
    pub(crate) score: f64,
    shares: [f64; 2],
    matched: u32,
    longest: u32,
    fragments: Vec<FoundFragment>,
}

struct FoundFragment {
    files: [usize; 2],
    lines: [[u32; 2]; 2],
    tokens: u32,
}

impl Found {
    pub(crate) fn told(self, sources: &[&Source]) -> Pair {
        let lines = |side: usize, fragment: &FoundFragment| Lines {
            file: sources[self.numbers[side]].files[fragment.files[side]].path.clone(),
            first: fragment.lines[side][0],
            last: fragment.lines[side][1],
        };
        let fragment = |fragment: &FoundFragment| Fragment {
            left: lines(0, fragment),
            right: lines(1, fragment),
            tokens: fragment.tokens,
        };
        Pair {
            left: sources[self.numbers[0]].name.clone(),
            right: sources[self.numbers[1]].name.clone(),
            score: self.score,
            left_share: self.shares[0],
            right_share: self.shares[1],
            matched: self.matched,
            longest: self.longest,
            fragments: self.fragments.iter().map(fragment).collect(),
        }
    }
}

/// Which programs have which fingerprints.
pub(crate) struct Index<'a> {
    programs: &'a [Program],
    common: &'a Common,
    holders: HashMap<u64, Vec<u32>>,
}

impl<'a> Index<'a> {
    pub(crate) fn new(
        programs: &'a [Program],
        common: &'a Common,
        submissions: &'a [Submission],
    ) -> Index<'a> {
        let mut holders: HashMap<u64, Vec<u32>> = HashMap::new();
        for (at, program) in programs.iter().enumerate() {
            if submissions[program.number].is_small {
                continue;
            }
            for print in &program.prints {
                let list = holders.entry(print.hash).or_default();
                if list.last() != Some(&(at as u32)) {
                    list.push(at as u32);
                }
            }
        }
        // What only one program has is no link.
        holders.retain(|_, list| list.len() > 1);
        Index { programs, common, holders }
    }

    /// The pairs of a program of the class with later ones of the class, and with the archive.
    pub(crate) fn pairs_of(&self, at: usize, shared: &mut [f64], settings: &Settings) -> Vec<Found> {
        let program = &self.programs[at];
        shared.fill(0.0);
        for hash in program.hashes() {
            let Some(holders) = self.holders.get(&hash) else { continue };
            let weight = self.common.share(hash);
            for &other in holders {
                shared[other as usize] += weight;
            }
        }
        let is_partner = |other: &usize| *other > at && shared[*other] > 0.0;
        let promise = |other: usize| {
            shared[other] / program.print_weight.min(self.programs[other].print_weight).max(1.0)
        };
        let mut partners: Vec<(f64, usize)> =
            (0..self.programs.len()).filter(is_partner).map(|other| (promise(other), other)).collect();
        partners.retain(|(promise, _)| *promise >= PROMISING.min(settings.threshold / 2.0));
        partners.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        partners.truncate(MOST_CANDIDATES);
        if partners.is_empty() {
            return Vec::new();
        }
        let grams = Grams::new(program.grams());
        let pairs = partners.iter().filter_map(|(_, other)| pair(program, &grams, &self.programs[*other]));
        pairs.filter(|pair| pair.score >= settings.threshold).collect()
    }
}

/// Two programs, token by token; nothing if they have too little in common.
fn pair(left: &Program, grams: &Grams, right: &Program) -> Option<Found> {
    let tiles = tiles(left.side(), grams, right.side(), right.grams());
    let under = |program: &Program, from: u32, length: u32| {
        weigh_all(&program.weights[from as usize..(from + length) as usize])
    };
    let in_left: f64 = tiles.iter().map(|tile| under(left, tile.left, tile.length)).sum();
    let in_right: f64 = tiles.iter().map(|tile| under(right, tile.right, tile.length)).sum();
    if in_left.min(in_right) < LEAST_MATCHED {
        return None;
    }
    let shares = [in_left / left.weight.max(1.0), in_right / right.weight.max(1.0)];
    Some(Found {
        numbers: [left.number, right.number],
        score: score(shares),
        shares,
        matched: tiles.iter().map(|tile| tile.length).sum(),
        longest: tiles.iter().map(|tile| tile.length).max().unwrap_or(0),
        fragments: fragments_of(&tiles, left, right),
    })
}

/// The score of a pair: the share of the larger program counts a little, so that a whole copy comes before a part
/// of one.
fn score(shares: [f64; 2]) -> f64 {
    let (less, more) = (shares[0].min(shares[1]), shares[0].max(shares[1]));
    0.75 * more + 0.25 * less
}

pub(crate) fn weigh_all(weights: &[u8]) -> f64 {
    weights.iter().map(|weight| u32::from(*weight)).sum::<u32>() as f64 / f64::from(FULL)
}

/// The fragments of a pair, the longest first.
fn fragments_of(tiles: &[Tile], left: &Program, right: &Program) -> Vec<FoundFragment> {
    let lines = |program: &Program, parts: &[Tile], from: fn(&Tile) -> u32| {
        let lines = parts.iter().flat_map(|tile| {
            let from = from(tile) as usize;
            &program.tokens.lines[from..from + tile.length as usize]
        });
        lines.fold([u32::MAX, 0], |[first, last], line| [first.min(*line), last.max(*line)])
    };
    let mut all: Vec<FoundFragment> = fragments(tiles)
        .into_iter()
        .map(|range| {
            let parts = &tiles[range];
            let files =
                [left.tokens.file_of(parts[0].left as usize), right.tokens.file_of(parts[0].right as usize)];
            FoundFragment {
                files,
                lines: [lines(left, parts, |tile| tile.left), lines(right, parts, |tile| tile.right)],
                tokens: parts.iter().map(|tile| tile.length).sum(),
            }
        })
        .collect();
    all.sort_by(|one, other| other.tokens.cmp(&one.tokens).then(one.lines.cmp(&other.lines)));
    all
}
