//! How moves are chosen in a playout.

use joust_core::{Duel, Rng, below};
use joust_mad::{Move, Position, Side};

/// Chooses moves in playouts; it must be fast.
pub trait Policy<D: Duel> {
    /// One of `moves`; `None` only if there are none.
    fn pick(&self, position: &D, moves: &[D::Move], rng: &mut Rng) -> Option<D::Move>;
}

impl<D: Duel, P: Policy<D> + ?Sized> Policy<D> for &P {
    fn pick(&self, position: &D, moves: &[D::Move], rng: &mut Rng) -> Option<D::Move> {
        (**self).pick(position, moves, rng)
    }
}

/// Chooses every move with equal probability: the baseline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<D: Duel> Policy<D> for Uniform {
    fn pick(&self, _position: &D, moves: &[D::Move], rng: &mut Rng) -> Option<D::Move> {
        (!moves.is_empty()).then(|| moves[below(rng, moves.len())])
    }
}

/// A policy for MAD that looks one move ahead: it expels the opponent's corvette, brings its own out
/// of danger, expels unprotected ships, and otherwise moves at random, if possible to a safe square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// How many random moves are tried to find a safe one.
const TRIES: usize = 4;

impl Policy<Position> for Greedy {
    fn pick(&self, position: &Position, moves: &[Move], rng: &mut Rng) -> Option<Move> {
        let side = Side::of_turn(position.turn_number());
        let (own, foes) = (position.fleet(side), position.fleet(side.other()));
        if position.is_positioning_turn() || moves.is_empty() {
            return Uniform.pick(position, moves, rng);
        }
        let (sight, danger) = (position.sight(side), position.sight(side.other()));
        let targets = sight.expels(foes);
        let lands = |mv: &&Move, squares: u32| mv.squares().is_some_and(|(_, to)| squares & to.bit() != 0);
        if targets & foes.corvette() != 0 {
            return moves.iter().find(|mv| lands(mv, foes.corvette())).copied();
        }
        let is_safe = |mv: Move| {
            let mut next = *position;
            joust_core::Duel::make(&mut next, mv);
            let corvette = next.fleet(side).corvette();
            corvette != 0 && next.sight(side.other()).expels(next.fleet(side)) & corvette == 0
        };
        if danger.expels(own) & own.corvette() != 0 {
            let safe: Vec<Move> = moves.iter().copied().filter(|mv| is_safe(*mv)).collect();
            return Uniform.pick(position, if safe.is_empty() { moves } else { &safe }, rng);
        }
        let free = targets & !danger.all();
        if free != 0 {
            let takes: Vec<Move> = moves.iter().filter(|mv| lands(mv, free)).copied().collect();
            let take = takes[below(rng, takes.len())];
            if is_safe(take) {
                return Some(take);
            }
        }
        let mut mv = moves[below(rng, moves.len())];
        for _ in 1..TRIES {
            let arrives_in_danger = lands(&&mv, danger.all());
            if !arrives_in_danger && is_safe(mv) {
                break;
            }
            mv = moves[below(rng, moves.len())];
        }
        Some(mv)
    }
}
