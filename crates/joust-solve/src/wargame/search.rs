//! The search itself.

use super::node::{City, Node};
use super::order::{self, Candidate};
use super::table::{Bounds, NO_SQUARE, Table};
use joust_core::mix;

/// With so few vacant squares a table costs more than it saves.
const TABLE_FROM: u32 = 5;
/// From here on replies are foreseen for the order of moves.
const FORESEE_FROM: u32 = 5;
/// From here on the table is asked about all moves before any is searched.
const PROBE_FROM: u32 = 8;

/// Solves positions of one city.
pub struct Solver {
    city: City,
    table: Table,
    /// Nodes visited so far.
    pub nodes: u64,
    greedy_from: u32,
    greedy_plies: u32,
}

fn key_of(city: &City, node: &Node) -> u64 {
    let (vacant, own) = node.essence(city);
    mix(vacant.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ own.rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93))
}

impl Solver {
    /// A solver with a table of about this many bytes.
    pub fn new(city: City, bytes: usize) -> Solver {
        Solver {
            city,
            table: Table::new(bytes),
            nodes: 0,
            greedy_from: std::env::var("GF").map_or(99, |g| g.parse().unwrap()),
            greedy_plies: std::env::var("GP").map_or(3, |g| g.parse().unwrap()),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// The value of a node within a window: exact inside, a bound outside.
    pub fn value(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        self.search(node, alpha, beta)
    }

    fn search(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        match node.left() {
            0 => 0,
            1 => {
                let square = node.vacant.trailing_zeros();
                self.city.gain(node.own, node.other, square)
            }
            2 => self.last_two(node),
            left if left < TABLE_FROM => self.finish(node, left, alpha, beta),
            left => self.search_with_table(node, left, alpha, beta),
        }
    }

    /// The last two squares: each side takes one.
    fn last_two(&mut self, node: &Node) -> i32 {
        let one = node.vacant.trailing_zeros();
        let other = 63 - node.vacant.leading_zeros();
        self.last_two_from(node, one, other).max(self.last_two_from(node, other, one))
    }

    fn last_two_from(&self, node: &Node, first: u32, second: u32) -> i32 {
        let conquered = self.city.conquests(node.own, node.other, first);
        let next = node.after(first, conquered);
        self.city.value(first) + 2 * self.city.sum(conquered) - self.city.gain(next.own, next.other, second)
    }

    /// The last few squares: no table, and the order of moves by gain alone at the very end.
    fn finish(&mut self, node: &Node, left: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut moves = order::list(&self.city, node);
        if left >= FORESEE_FROM {
            order::foresee(&self.city, node, &mut moves);
        }
        let mut best = i32::MIN;
        for i in 0..moves.len() {
            let Candidate { square, gain, conquered, .. } = order::pick(&mut moves, i);
            let next = node.after(square, conquered);
            let value = gain - self.search(&next, gain - beta, gain - alpha);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    fn search_with_table(&mut self, node: &Node, left: u32, mut alpha: i32, mut beta: i32) -> i32 {
        // Nobody can win more than everything that is still open.
        let beside = self.city.beside(node.vacant);
        let open = self.city.sum(node.vacant);
        let most = open + 2 * self.city.sum(node.other & beside);
        if most <= alpha {
            return most;
        }
        let least = -(open + 2 * self.city.sum(node.own & beside));
        if least >= beta {
            return least;
        }
        let key = key_of(&self.city, node);
        let known = self.table.get(key).unwrap_or(Bounds::UNKNOWN);
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);
        let first_alpha = alpha;
        let begin = self.nodes;

        let mut moves = order::list(&self.city, node);
        if left >= self.greedy_from {
            order::rehearse(&self.city, node, &mut moves, self.greedy_plies);
        } else {
            order::foresee(&self.city, node, &mut moves);
        }
        if left >= PROBE_FROM {
            for mv in &mut moves {
                let child = node.after(mv.square, mv.conquered);
                if let Some(bounds) = self.table.get(key_of(&self.city, &child)) {
                    let at_least = mv.gain - i32::from(bounds.upper);
                    if at_least >= beta {
                        return at_least;
                    }
                }
            }
        }
        if known.best != NO_SQUARE {
            if let Some(mv) = moves.iter_mut().find(|mv| mv.square == u32::from(known.best)) {
                mv.guess = i32::MAX;
            }
        }
        let mut best = i32::MIN;
        let mut best_square = NO_SQUARE;
        for i in 0..moves.len() {
            let Candidate { square, gain, conquered, .. } = order::pick(&mut moves, i);
            let next = node.after(square, conquered);
            let value = if i == 0 || beta - alpha == 1 {
                gain - self.search(&next, gain - beta, gain - alpha)
            } else {
                let scout = gain - self.search(&next, gain - alpha - 1, gain - alpha);
                if scout > alpha && scout < beta {
                    gain - self.search(&next, gain - beta, gain - scout)
                } else {
                    scout
                }
            };
            if value > best {
                best = value;
                best_square = square as u8;
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        let work = (self.nodes - begin).max(1).ilog2() as u8;
        let mut bounds = Bounds { best: best_square, ..known };
        if best < beta {
            bounds.upper = best as i16;
        }
        if best > first_alpha {
            bounds.lower = best as i16;
        }
        self.table.put(key, bounds, work);
        best
    }
}
