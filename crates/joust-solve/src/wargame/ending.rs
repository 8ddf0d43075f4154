//! The last squares, in closed form.

use super::node::{City, Node};

/// The last square: its gain.
#[inline]
pub(super) fn last(city: &City, node: &Node) -> i32 {
    city.gain(node.own, node.other, node.vacant.trailing_zeros())
}

/// The last two squares: each side takes one.
#[inline]
pub(super) fn last_two(city: &City, node: &Node) -> i32 {
    let one = node.vacant.trailing_zeros();
    let other = node.vacant.ilog2();
    in_order(city, node, one, other).max(in_order(city, node, other, one))
}

/// The value of taking the first of two squares and leaving the second to the opponent.
#[inline]
fn in_order(city: &City, node: &Node, first: u32, second: u32) -> i32 {
    let conquered = city.conquests(node.own, node.other, first);
    let next = node.after(first, conquered);
    city.value(first) + city.spoils(first, conquered) - city.gain(next.own, next.other, second)
}

/// The last three squares: moves by gain, until one reaches `beta`.
#[inline]
pub(super) fn last_three(city: &City, node: &Node, beta: i32) -> i32 {
    let a = node.vacant.trailing_zeros();
    let b = (node.vacant & (node.vacant - 1)).trailing_zeros();
    let c = node.vacant.ilog2();
    let taking = |square| {
        let conquered = city.conquests(node.own, node.other, square);
        (city.value(square) + city.spoils(square, conquered), conquered)
    };
    let mut moves = [(taking(a), a, b, c), (taking(b), b, a, c), (taking(c), c, a, b)];
    if moves[1].0.0 > moves[0].0.0 {
        moves.swap(0, 1);
    }
    if moves[2].0.0 > moves[0].0.0 {
        moves.swap(0, 2);
    }
    let mut best = i32::MIN;
    for ((gain, conquered), first, one, other) in moves {
        let next = node.after(first, conquered);
        let reply = in_order(city, &next, one, other);
        if gain - reply <= best {
            continue;
        }
        best = best.max(gain - reply.max(in_order(city, &next, other, one)));
        if best >= beta {
            break;
        }
    }
    best
}
