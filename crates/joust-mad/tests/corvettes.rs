//! The endings against a lone corvette, solved with the real rules.
//!
//! What the rule-writers claim about them is proved here on every position: the solver knows
//! nothing but [`Duel`], and the tie-break is left out.

#[path = "common/place.rs"]
mod place;

use joust_core::{Duel, MoveList, Outcome};
use joust_mad::{Board, Position, Ship, Side, Square};
use place::place;
use std::collections::HashMap;

/// The wins of one side, called the hunter here.
struct Wins {
    hunter: Side,
    /// Positions with the hunter to move that are won, by key, and in how many plies.
    plies: HashMap<u64, u32>,
}

impl Wins {
    fn of(hunter: Side) -> Wins {
        Wins { hunter, plies: HashMap::new() }
    }

    fn get(&self, position: &Position) -> Option<u32> {
        self.plies.get(&position.key()).copied()
    }

    fn won_by_hunter(&self, outcome: Outcome) -> bool {
        outcome.winner() == Some(self.hunter.seat())
    }

    /// In how many plies the prey, which is to move, loses at the latest. `None` while it may
    /// escape.
    fn loss(&self, position: &Position) -> Option<u32> {
        let mut latest = 0;
        for next in children(position) {
            let plies = match next.outcome() {
                Some(outcome) => self.won_by_hunter(outcome).then_some(0),
                None => self.get(&next),
            };
            latest = latest.max(1 + plies?);
        }
        Some(latest)
    }

    /// Whether the hunter, which is to move, can reach the end or a position that the prey has lost.
    fn can_win(&self, position: &Position) -> bool {
        children(position).any(|next| match next.outcome() {
            Some(outcome) => self.won_by_hunter(outcome),
            None => self.loss(&next).is_some(),
        })
    }

    /// Finds all wins among `positions`, which all have the hunter to move, and gives back the rest,
    /// which cannot be won. Every round finds the wins that take two plies more than those of the
    /// round before; where smaller hunts are known already, plies are counted up to these.
    fn solve(&mut self, mut positions: Vec<Position>) -> Vec<Position> {
        for round in 0.. {
            let (found, rest): (Vec<_>, Vec<_>) = positions.into_iter().partition(|p| self.can_win(p));
            if found.is_empty() {
                return rest;
            }
            self.plies.extend(found.iter().map(|position| (position.key(), 2 * round + 1)));
            positions = rest;
        }
        unreachable!("every round but the last finds a win")
    }
}

fn children(position: &Position) -> impl Iterator<Item = Position> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let position = *position;
    moves.into_iter().map(move |mv| {
        let mut next = position;
        next.make(mv);
        next
    })
}

/// All ways to extend the lists by one more item of `items` that `fits` behind what is there.
fn extended<T: Copy>(lists: &[Vec<T>], items: &[T], fits: impl Fn(&[T], T) -> bool) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    for list in lists {
        let fitting = items.iter().filter(|item| fits(list, **item));
        all.extend(fitting.map(|item| [&list[..], &[*item]].concat()));
    }
    all
}

/// All positions in which `hunter` has its corvette and `others` more ships, the other side its
/// corvette alone, and `to_move` is to move.
fn hunts(board: &'static Board, hunter: Side, others: usize, to_move: Side) -> Vec<Position> {
    // Ships are added in rising order, so that every crew comes once.
    let kinds: Vec<Ship> = Ship::all().collect();
    let mut crews = vec![vec![Ship::CORVETTE]];
    for _ in 0..others {
        crews = extended(&crews, &kinds, |crew, ship| crew.iter().all(|other| *other < ship));
    }
    // The first place is that of the prey.
    let squares: Vec<Square> = board.squares().collect();
    let mut places = vec![vec![]];
    for _ in 0..others + 2 {
        places = extended(&places, &squares, |taken, square| !taken.contains(&square));
    }
    let mut positions = Vec::new();
    for crew in &crews {
        for squares in &places {
            let mut ships = vec![(hunter.other(), Ship::CORVETTE, squares[0])];
            ships.extend(crew.iter().zip(&squares[1..]).map(|(ship, square)| (hunter, *ship, *square)));
            positions.push(place(board, &ships, to_move).without_limit());
        }
    }
    positions
}

fn distance(position: &Position) -> u32 {
    let [red, blue] = Side::BOTH.map(|side| position.find(side, Ship::CORVETTE).expect("a corvette"));
    position.board().coord(red).distance(position.board().coord(blue))
}

/// The side to move wins if and only if the distance is odd, after 13 plies at the latest, and
/// loses otherwise, after 14 plies at the latest.
fn parity_decides(name: &str, count: usize) {
    let board = Board::named(name).unwrap();
    for hunter in Side::BOTH {
        let mut wins = Wins::of(hunter);
        let positions = hunts(board, hunter, 0, hunter);
        assert_eq!(positions.len(), count);
        let rest = wins.solve(positions.clone());
        for position in &positions {
            assert_eq!(wins.get(position).is_some(), distance(position) % 2 == 1, "{position}");
        }
        assert_eq!(wins.plies.len() + rest.len(), count);
        assert_eq!(wins.plies.values().max(), Some(&13));

        let prey = hunter.other();
        let losses: Vec<_> = hunts(board, hunter, 0, prey)
            .iter()
            .filter_map(|position| {
                let loss = wins.loss(position);
                assert_eq!(loss.is_some(), distance(position).is_multiple_of(2), "{position}");
                loss
            })
            .collect();
        assert_eq!(losses.iter().max(), Some(&14));
    }
}

/// The hunter wins every position with this many more ships, if it is to move.
fn hunter_always_wins(name: &str, others: usize, count: usize) {
    let board = Board::named(name).unwrap();
    for hunter in Side::BOTH {
        let mut wins = Wins::of(hunter);
        // The prey may expel a ship, so the smaller hunts are solved first.
        for fewer in 0..others {
            wins.solve(hunts(board, hunter, fewer, hunter));
        }
        let positions = hunts(board, hunter, others, hunter);
        assert_eq!(positions.len(), count);
        assert_eq!(wins.solve(positions), [], "{hunter} cannot win these");
    }
}

#[test]
fn corvette_against_corvette_on_6x4_is_decided_by_parity() {
    parity_decides("6x4", 24 * 23);
}

#[test]
fn corvette_against_corvette_on_5x5_is_decided_by_parity() {
    parity_decides("5x5", 25 * 24);
}

#[test]
fn two_ships_on_move_beat_a_lone_corvette_on_6x4() {
    hunter_always_wins("6x4", 1, 7 * 24 * 23 * 22);
}

#[test]
fn two_ships_on_move_beat_a_lone_corvette_on_5x5() {
    hunter_always_wins("5x5", 1, 7 * 25 * 24 * 23);
}

#[test]
#[ignore = "five million positions take half a minute for each side: run it with --release -- --ignored"]
fn three_ships_on_move_beat_a_lone_corvette_on_6x4() {
    hunter_always_wins("6x4", 2, 21 * 24 * 23 * 22 * 21);
}

#[test]
#[ignore = "six million positions take half a minute for each side: run it with --release -- --ignored"]
fn three_ships_on_move_beat_a_lone_corvette_on_5x5() {
    hunter_always_wins("5x5", 2, 21 * 25 * 24 * 23 * 22);
}
