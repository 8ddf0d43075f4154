//! Which move to try first: that with the best gain less the best reply.

use super::node::{City, Node};
use arrayvec::ArrayVec;

/// A move with what it does at once and a guess of its worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: u32,
    pub(super) gain: i32,
    pub(super) guess: i32,
    pub(super) conquered: u64,
}

/// At most one move a square, and one more where a blitz may be forgone.
pub(super) type Candidates = ArrayVec<Candidate, 128>;

/// All moves, with the gain as guess.
#[inline]
pub(super) fn list(city: &City, node: &Node) -> Candidates {
    let mut moves = Candidates::new();
    let mut rest = node.vacant;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let value = city.value(square);
        let conquered = city.conquests(node.own, node.other, square);
        let gain = value + 2 * city.sum(conquered);
        moves.push(Candidate { square, gain, guess: gain, conquered });
        if city.optional_blitz && conquered != 0 {
            moves.push(Candidate { square, gain: value, guess: value, conquered: 0 });
        }
    }
    moves
}

/// Takes the best reply of the other side off every guess.
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
    replies.sort_unstable_by(|one, other| other.0.cmp(&one.0));
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
    }
}

/// Takes off every guess what greedy play of both sides would bring the other side.
pub(super) fn rehearse(city: &City, node: &Node, moves: &mut Candidates, plies: u32) {
    for mv in moves.iter_mut() {
        mv.guess -= greedy(city, node.after(mv.square, mv.conquered), plies);
    }
}

/// The change of the difference when both sides take the square with the best gain.
fn greedy(city: &City, mut node: Node, plies: u32) -> i32 {
    let mut value = 0;
    let mut sign = 1;
    for _ in 0..plies {
        let mut rest = node.vacant;
        if rest == 0 {
            break;
        }
        let mut best = (i32::MIN, 0);
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let gain = city.gain(node.own, node.other, square);
            if gain > best.0 {
                best = (gain, square);
            }
        }
        value += sign * best.0;
        sign = -sign;
        node = node.after(best.1, city.conquests(node.own, node.other, best.1));
    }
    value
}

/// Brings the most promising of the moves from `from` on to that place.
#[inline]
pub(super) fn pick(moves: &mut Candidates, from: usize) -> Candidate {
    let mut best = from;
    for i in from + 1..moves.len() {
        if moves[i].guess > moves[best].guess {
            best = i;
        }
    }
    moves.swap(from, best);
    moves[from]
}
