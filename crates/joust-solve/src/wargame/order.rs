//! Move ordering: by the gain of a move minus the gain of the best reply; squares in the middle and
//! away from own squares come first.

use super::node::{City, Node};
use arrayvec::ArrayVec;

/// A move with its immediate effect and its score for move ordering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: u32,
    pub(super) gain: i32,
    pub(super) score: i32,
    pub(super) conquered: u64,
    /// The key of the node after the move, once it was computed.
    pub(super) key: u64,
}

/// One move for each square: where a blitz is optional, leaving it out is never better. [WAR-5.2]
pub(super) type Candidates = ArrayVec<Candidate, 64>;

/// All moves, with the gain as their score.
#[inline]
pub(super) fn list(city: &City, node: &Node, moves: &mut Candidates) {
    let mut rest = node.vacant;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let conquered = city.conquests(node.own, node.other, square);
        let gain = city.value(square) + city.spoils(square, conquered);
        moves.push(Candidate { square, gain, score: gain, conquered, key: 0 });
    }
}

/// Subtracts the best reply of the other side from every score. Scores are then in eighths of a point.
///
/// To prefer the middle, and squares away from own ones, was found by counting nodes: with a steady
/// order of squares the search meets fewer different positions. To look further ahead than one reply
/// finds better moves, but visits more nodes.
///
/// The gain of most replies does not depend on the move, so it is computed once; only squares beside
/// the new square and the conquered ones are computed again.
pub(super) fn subtract_replies(city: &City, node: &Node, moves: &mut Candidates) {
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
            mv.score -= best;
        }
        mv.score =
            8 * mv.score + city.middle(mv.square) - city.spoils(mv.square, city.near(mv.square) & node.own);
    }
}

/// Brings the move with the highest score, of those from `from` on, to the place `from`.
#[inline]
pub(super) fn pick(moves: &mut [Candidate], from: usize) -> Candidate {
    let mut best = from;
    for i in from + 1..moves.len() {
        if moves[i].score > moves[best].score {
            best = i;
        }
    }
    moves.swap(from, best);
    moves[from]
}
