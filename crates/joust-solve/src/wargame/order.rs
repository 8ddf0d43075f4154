//! Which move to try first: that with the best gain less the best reply, rather in the middle, and
//! rather away from own squares.

use super::node::{City, Node};
use arrayvec::ArrayVec;

/// A move with what it does at once and a guess of its worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: u32,
    pub(super) gain: i32,
    pub(super) guess: i32,
    pub(super) conquered: u64,
    /// The key of the node after it, where it was worked out.
    pub(super) key: u64,
}

/// One move a square: where a blitz may be forgone, to forgo it is never better. [WAR-5.2]
pub(super) type Candidates = ArrayVec<Candidate, 64>;

/// All moves, with the gain as guess.
#[inline]
pub(super) fn list(city: &City, node: &Node, moves: &mut Candidates) {
    let mut rest = node.vacant;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let conquered = city.conquests(node.own, node.other, square);
        let gain = city.value(square) + city.spoils(square, conquered);
        moves.push(Candidate { square, gain, guess: gain, conquered, key: 0 });
    }
}

/// Takes the best reply of the other side off every guess, in eighths.
///
/// The middle first and away from own squares was found by counting nodes. A side that takes the
/// squares in a steady order meets fewer different positions; to look further ahead than a reply
/// finds better moves, and takes more nodes.
///
/// Most replies are the same whatever the move was, so they are worked out once; only the squares
/// beside the new square and beside what it conquered are looked at again.
pub(super) fn foresee(city: &City, node: &Node, moves: &mut Candidates) {
    let mut replies: ArrayVec<(i32, u32), 64> = ArrayVec::new();
    let mut rest = node.vacant;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        replies.push((city.gain(node.other, node.own, square), square));
    }
    replies.sort_unstable_by_key(|reply| std::cmp::Reverse(reply.0));
    for mv in moves.iter_mut() {
        let bit = 1_u64 << mv.square;
        let changed =
            (if mv.conquered == 0 { city.near(mv.square) } else { city.beside(bit | mv.conquered) })
                & node.vacant;
        let same = replies.iter().find(|(_, square)| (changed | bit) >> square & 1 == 0);
        let mut best = same.map_or(i32::MIN, |(gain, _)| *gain);
        let (own, other) = (node.own | bit | mv.conquered, node.other & !mv.conquered);
        let mut rest = changed & !bit;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            best = best.max(city.gain(other, own, square));
        }
        if best > i32::MIN {
            mv.guess -= best;
        }
        mv.guess =
            8 * mv.guess + city.middle(mv.square) - city.spoils(mv.square, city.near(mv.square) & node.own);
    }
}

/// Brings the most promising of the moves from `from` on to that place.
#[inline]
pub(super) fn pick(moves: &mut [Candidate], from: usize) -> Candidate {
    let mut best = from;
    for i in from + 1..moves.len() {
        if moves[i].guess > moves[best].guess {
            best = i;
        }
    }
    moves.swap(from, best);
    moves[from]
}
