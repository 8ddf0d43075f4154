//! The common parts of two programs, exactly: greedy tiles, the longest first, and what lies close to them.
//!
//! Fingerprints find the pairs that are worth this. Every gram of one program is looked up in the other one, so
//! the tiles do not depend on which grams winnowing has kept.

use crate::prints::{GRAM, Print};
use std::collections::{BinaryHeap, HashMap};

/// A run of tokens that both programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile {
    pub(crate) length: u32,
    /// Where it begins in the left program,
    pub(crate) left: u32,
    /// and in the right one.
    pub(crate) right: u32,
}

/// A program that is compared: its tokens, and what each of them weighs; 0 is hidden.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) words: &'a [u32],
    pub(crate) weights: &'a [u8],
}

impl Side<'_> {
    fn is_hidden(&self, at: usize) -> bool {
        self.weights[at] == 0
    }
}

/// The grams of a program, by their hashes.
pub(crate) struct Grams(HashMap<u64, Vec<u32>>);

/// The most places of one gram that are tried: programs of a thousand equal lines are no more alike for more.
const MOST_PLACES: usize = 16;
/// The most runs of a pair.
const MOST_RUNS: usize = 20_000;
/// The most tokens that are looked at for a pair. Programs that repeat themselves endlessly would take for ever.
const MOST_WORK: usize = 8_000_000;
/// Near a tile, a shorter run counts, too: if it has this many tokens,
const NEAR_LENGTH: usize = 6;
/// and as few others lie between them in either program. What was put between copied lines is thus left out.
const NEAR: usize = 20;

impl Grams {
    pub(crate) fn new(grams: impl Iterator<Item = Print>) -> Grams {
        let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
        for print in grams {
            let list = places.entry(print.hash).or_default();
            if list.len() < MOST_PLACES {
                list.push(print.at);
            }
        }
        Grams(places)
    }
}

/// The tiles of two programs. No token is in two of them.
pub(crate) fn tiles(
    left: Side<'_>,
    grams: &Grams,
    right: Side<'_>,
    others: impl Iterator<Item = Print>,
) -> Vec<Tile> {
    let mut heap: BinaryHeap<Tile> = BinaryHeap::new();
    let mut work = 0;
    'all: for print in others {
        for &at in grams.0.get(&print.hash).map_or(&[][..], Vec::as_slice) {
            let (a, b) = (at as usize, print.at as usize);
            // A run is counted where it begins.
            let is_later = a > 0 && b > 0 && agree(left, right, a - 1, b - 1);
            if is_later {
                continue;
            }
            let length =
                (0..left.words.len()).take_while(|step| agree(left, right, a + step, b + step)).count();
            if length >= GRAM {
                heap.push(Tile { length: length as u32, left: at, right: print.at });
            }
            work += length;
            if heap.len() == MOST_RUNS || work > MOST_WORK {
                break 'all;
            }
        }
    }
    let mut cover = Cover {
        left,
        right,
        in_left: vec![false; left.words.len()],
        in_right: vec![false; right.words.len()],
        tiles: Vec::new(),
    };
    work = 0;
    while let Some(tile) = heap.pop().filter(|_| work <= MOST_WORK) {
        work += tile.length as usize;
        cover.place(tile, &mut heap);
    }
    cover.add_near();
    cover.tiles.sort_unstable_by_key(|tile| (tile.left, tile.right));
    cover.tiles
}

fn agree(left: Side<'_>, right: Side<'_>, a: usize, b: usize) -> bool {
    a < left.words.len()
        && b < right.words.len()
        && left.words[a] == right.words[b]
        && !left.is_hidden(a)
        && !right.is_hidden(b)
}

/// The tiles that are placed so far, and the tokens under them.
struct Cover<'a> {
    left: Side<'a>,
    right: Side<'a>,
    in_left: Vec<bool>,
    in_right: Vec<bool>,
    tiles: Vec<Tile>,
}

impl Cover<'_> {
    /// Places a tile, if all of it is free. Of what is free otherwise, the longest piece tries again.
    fn place(&mut self, tile: Tile, heap: &mut BinaryHeap<Tile>) {
        let is_free = |step: &usize| {
            !self.in_left[tile.left as usize + step] && !self.in_right[tile.right as usize + step]
        };
        let (mut best, mut from, length) = (0..0, 0, tile.length as usize);
        while from < length {
            let run = (from..length).take_while(is_free).count();
            if run > best.len() {
                best = from..from + run;
            }
            from += run + 1;
        }
        let shift = best.start as u32;
        let piece = Tile { length: best.len() as u32, left: tile.left + shift, right: tile.right + shift };
        if piece == tile {
            self.put(tile);
        } else if best.len() >= GRAM {
            heap.push(piece);
        }
    }

    fn put(&mut self, tile: Tile) {
        let (left, right, length) = (tile.left as usize, tile.right as usize, tile.length as usize);
        self.in_left[left..left + length].fill(true);
        self.in_right[right..right + length].fill(true);
        self.tiles.push(tile);
    }

    fn is_free(&self, a: usize, b: usize) -> bool {
        agree(self.left, self.right, a, b) && !self.in_left[a] && !self.in_right[b]
    }

    /// Adds shorter runs that follow a tile or precede one closely.
    fn add_near(&mut self) {
        for number in 0..self.tiles.len() {
            let tile = self.tiles[number];
            let mut end = (tile.left + tile.length, tile.right + tile.length);
            while let Some(next) = self.near_after(end.0 as usize, end.1 as usize) {
                self.put(next);
                end = (next.left + next.length, next.right + next.length);
            }
            let mut begin = (tile.left, tile.right);
            while let Some(next) = self.near_before(begin.0 as usize, begin.1 as usize) {
                self.put(next);
                begin = (next.left, next.right);
            }
        }
    }

    /// The closest run behind two places.
    fn near_after(&self, a: usize, b: usize) -> Option<Tile> {
        gaps().find_map(|(x, y)| {
            let (a, b) = (a + x, b + y);
            let length = (0..self.in_left.len()).take_while(|step| self.is_free(a + step, b + step)).count();
            (length >= NEAR_LENGTH).then_some(Tile { length: length as u32, left: a as u32, right: b as u32 })
        })
    }

    /// The closest run before two places.
    fn near_before(&self, a: usize, b: usize) -> Option<Tile> {
        gaps().find_map(|(x, y)| {
            let (a, b) = (a.checked_sub(x)?, b.checked_sub(y)?);
            let most = a.min(b);
            let length = (1..=most).take_while(|step| self.is_free(a - step, b - step)).count();
            let (left, right) = ((a - length) as u32, (b - length) as u32);
            (length >= NEAR_LENGTH).then_some(Tile { length: length as u32, left, right })
        })
    }
}

/// The gaps between a tile and what is near it, the smallest first.
fn gaps() -> impl Iterator<Item = (usize, usize)> {
    (0..=2 * NEAR)
        .flat_map(|sum| (sum.saturating_sub(NEAR)..=sum.min(NEAR)).map(move |left| (left, sum - left)))
}

/// Tiles that follow each other closely in both programs are one fragment: ranges of numbers of tiles.
pub(crate) fn fragments(tiles: &[Tile]) -> Vec<std::ops::Range<usize>> {
    let mut all = Vec::new();
    let mut begin = 0;
    for at in 1..=tiles.len() {
        let goes_on = tiles.get(at).is_some_and(|next| {
            let last = tiles[at - 1];
            let close = |from: u32, to: u32| to >= from && (to - from) as usize <= NEAR;
            close(last.left + last.length, next.left) && close(last.right + last.length, next.right)
        });
        if !goes_on {
            all.push(begin..at);
            begin = at;
        }
    }
    if tiles.is_empty() { Vec::new() } else { all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prints::grams;

    fn tiles_of(left: &[u32], right: &[u32]) -> Vec<Tile> {
        let (one, other) = (vec![1; left.len()], vec![1; right.len()]);
        let (one, other) = (Side { words: left, weights: &one }, Side { words: right, weights: &other });
        let places = Grams::new(grams(left, |_| false));
        tiles(one, &places, other, grams(right, |_| false))
    }

    fn run(from: u32, count: u32) -> Vec<u32> {
        (from..from + count).collect()
    }

    #[test]
    fn moved_parts_are_tiles_each() {
        let (first, second) = (run(100, 30), run(200, 20));
        let left = [first.clone(), second.clone()].concat();
        let right = [second, run(900, 40), first].concat();
        let found = tiles_of(&left, &right);
        assert_eq!(found, [Tile { length: 30, left: 0, right: 60 }, Tile { length: 20, left: 30, right: 0 }]);
        assert_eq!(fragments(&found).len(), 2);
    }

    #[test]
    fn what_was_put_between_copied_lines_is_left_out() {
        let left = run(100, 60);
        let right = [run(100, 20), run(900, 9), run(120, 8), run(950, 11), run(128, 32)].concat();
        let found = tiles_of(&left, &right);
        assert_eq!(found.iter().map(|tile| tile.length).sum::<u32>(), 60);
        assert_eq!(fragments(&found).len(), 1);
    }

    #[test]
    fn no_token_is_in_two_tiles() {
        let left = [run(1, 15), run(1, 15), run(1, 15)].concat();
        let right = [run(1, 15), run(50, 50), run(1, 15)].concat();
        let found = tiles_of(&left, &right);
        assert_eq!(found.iter().map(|tile| tile.length).sum::<u32>(), 30);
    }

    #[test]
    fn equal_lines_by_the_thousand_take_no_longer() {
        let line = run(1, 9);
        let program: Vec<u32> = line.iter().copied().cycle().take(60_000).collect();
        let found = tiles_of(&program, &program);
        assert_eq!(found.iter().map(|tile| tile.length).max(), Some(60_000));
    }
}
