//! The terms of the evaluation: what is counted in a position, the side to move minus the opponent.
//!
//! One function counts them, both for the engine, which adds up weights, and for the tuner, which
//! needs the counts.

use super::View;
use joust_mad::{Board, Fleet, Position, Ship, Side, Sight, Square};

/// The number of terms.
pub const TERMS: usize = Term::Tempo as usize + 1;

/// The kinds of terms, each with the number of its first term. A kind with several terms has all
/// numbers up to the next kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Term {
    /// A ship on the board: 112, 121, 122, 211, 212, 221, 222.
    Ship = 0,
    /// A ship on a row, counted from home: frigates, destroyers, cruiser, corvette, seven rows each.
    Row = 7,
    /// A ship on an inner column, by class.
    Inner = 35,
    /// A complementary pair with both ships in exile: its permutation is lost.
    DeadPair = 39,
    /// Two of three frigates, or of three destroyers, are on the board: the third can be recalled.
    Recall = 40,
    /// A square beside the own corvette that the opponent attacks.
    Besieged = 41,
    /// A square beside the own corvette that is vacant and not attacked.
    Escape = 42,
    /// The cruiser stands where the corvette would be safe after the permutation.
    Refuge = 43,
    /// A frigate, destroyer or cruiser that could be expelled and is not protected.
    Hanging = 44,
    /// A frigate, destroyer or cruiser that could be expelled and is protected.
    Challenged = 47,
    /// Vacant squares that some ship can reach with one move.
    Room = 50,
    /// Ships that can step onto the last row with their next move.
    LastRow = 51,
    /// Ships two steps from the opposing corvette; one step away they would win.
    Hunters = 52,
    /// Ships one step from the own corvette, and ships two steps from it.
    Guards = 53,
    /// Holding the tie-break: the side would win it now.
    Holder = 55,
    /// Having the move.
    Tempo = 56,
}

impl Term {
    /// All kinds in order, with their names and their numbers of terms.
    pub const KINDS: [(&'static str, Term, usize); 16] = [
        ("ship", Term::Ship, 7),
        ("row", Term::Row, 28),
        ("inner", Term::Inner, 4),
        ("dead-pair", Term::DeadPair, 1),
        ("recall", Term::Recall, 1),
        ("besieged", Term::Besieged, 1),
        ("escape", Term::Escape, 1),
        ("refuge", Term::Refuge, 1),
        ("hanging", Term::Hanging, 3),
        ("challenged", Term::Challenged, 3),
        ("room", Term::Room, 1),
        ("last-row", Term::LastRow, 1),
        ("hunters", Term::Hunters, 1),
        ("guards", Term::Guards, 2),
        ("holder", Term::Holder, 1),
        ("tempo", Term::Tempo, 1),
    ];

    const fn at(self, index: usize) -> usize {
        self as usize + index
    }
}

/// Rows with terms of their own; taller boards are scaled down to them.
const ROWS: usize = 7;

/// The class of a ship: 0 for frigates, 1 for destroyers, 2 for the cruiser, 3 for the corvette.
const fn class(ship: Ship) -> usize {
    match ship.code().count_ones() {
        0 => 3,
        ones => ones as usize - 1,
    }
}

/// The terms of a ship that depend on nothing but its square.
pub(super) fn terms_of_ship(
    board: &Board,
    side: Side,
    ship: Ship,
    square: Square,
) -> impl Iterator<Item = usize> {
    let at = board.coord(square);
    let (row, rows) = (usize::from(at.row), board.rows());
    let forward = if side == Side::Red { row } else { rows - 1 - row };
    let forward = if rows > ROWS { forward * (ROWS - 1) / (rows - 1) } else { forward };
    let column = usize::from(at.column);
    let inner = column > 0 && column + 1 < board.columns();
    let kind = ship.code().checked_sub(1).map(|index| Term::Ship.at(index));
    let place = Term::Row.at(class(ship) * ROWS + forward);
    kind.into_iter().chain([place]).chain(inner.then(|| Term::Inner.at(class(ship))))
}

/// Receives the counts of terms.
pub trait Tally {
    /// A term occurs `count` times more for the side to move than for the opponent.
    fn add(&mut self, term: usize, count: i32);

    /// A ship stands on a square; `sign` is 1 for a ship of the side to move and −1 for another.
    fn ship(&mut self, side: Side, ship: Ship, square: Square, sign: i32);
}

/// Counts all terms of a position.
#[inline]
pub(super) fn count(position: &Position, view: &View, tally: &mut impl Tally) {
    one_side(position, view.side, view.own, view.other, 1, tally);
    one_side(position, view.side.other(), view.other, view.own, -1, tally);
    let holds = position.tie_break_winner() == view.side;
    tally.add(Term::Holder.at(0), if holds { 1 } else { -1 });
    tally.add(Term::Tempo.at(0), 1);
}

#[inline]
fn one_side(position: &Position, side: Side, own: Sight, other: Sight, sign: i32, tally: &mut impl Tally) {
    let board = position.board();
    let (fleet, foes) = (position.fleet(side), position.fleet(side.other()));
    for square in Square::all_in(fleet.ships) {
        tally.ship(side, fleet.ship_at(square), square, sign);
    }
    let mut add = |term: usize, bits: u32| tally.add(term, sign * bits.count_ones() as i32);
    let vacant_for = |bits: u32| bits & !(fleet.ships | foes.ships);

    let at = |corvette: u32| Square::all_in(corvette).next();
    let (home, yard) = at(fleet.corvette()).map_or((0, 0), |at| (board.near(at), board.two_away(at)));
    add(Term::Besieged.at(0), home & other.all());
    add(Term::Escape.at(0), vacant_for(home) & !other.all());
    add(Term::Room.at(0), vacant_for(own.all()));

    let in_danger = other.expels(fleet) & !fleet.corvette();
    if in_danger != 0 {
        let protected = in_danger & own.all();
        let classes = [fleet.frigates(), fleet.destroyers(), fleet.cruiser()];
        for (i, class) in classes.into_iter().enumerate() {
            add(Term::Hanging.at(i), in_danger & !protected & class);
            add(Term::Challenged.at(i), protected & class);
        }
    }

    let last_row = vacant_for(board.last_row(side));
    let steps =
        |bits: u32, square: Square| bits | (u32::from(board.near(square) & last_row != 0) << square.index());
    add(Term::LastRow.at(0), Square::all_in(fleet.ships & board.before_last_row(side)).fold(0, steps));

    let hunt = at(foes.corvette()).map_or(0, |at| board.two_away(at));
    add(Term::Hunters.at(0), hunt & fleet.ships);
    add(Term::Guards.at(0), home & fleet.ships);
    add(Term::Guards.at(1), yard & fleet.ships);
    tally.add(Term::Refuge.at(0), sign * i32::from(fleet.cruiser() & !other.all() != 0));
    tally.add(Term::DeadPair.at(0), sign * dead_pairs(fleet));
    tally.add(Term::Recall.at(0), sign * recalls(fleet));
}

/// The number of complementary pairs with both ships in exile, without the pair of corvette and
/// cruiser.
#[inline]
fn dead_pairs(fleet: &Fleet) -> i32 {
    let (m, a, d) = (fleet.fast, fleet.armed, fleet.tough);
    // The squares of 112 and 221, of 121 and 212, of 122 and 211.
    let pairs = [
        fleet.ships & !(m ^ a) & (a ^ d),
        fleet.ships & !(m ^ d) & (a ^ d),
        fleet.ships & !(a ^ d) & (m ^ a),
    ];
    pairs.iter().map(|pair| i32::from(*pair == 0)).sum()
}

/// In how many of the two groups, frigates and destroyers, exactly one ship is in exile.
#[inline]
fn recalls(fleet: &Fleet) -> i32 {
    let two_are_there = |group: u32| {
        let second = group & group.wrapping_sub(1);
        i32::from(second.is_power_of_two())
    };
    two_are_there(fleet.frigates()) + two_are_there(fleet.destroyers())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_each_other_without_gaps() {
        let mut next = 0;
        for (name, kind, count) in Term::KINDS {
            assert_eq!(kind as usize, next, "{name}");
            next += count;
        }
        assert_eq!(next, TERMS);
    }

    #[test]
    fn pairs_and_recalls_are_those_of_the_rules() {
        let board = Board::named("6x4").unwrap();
        let mut fleet = *Position::start(board, joust_mad::Rules::APP).fleet(Side::Red);
        assert_eq!((dead_pairs(&fleet), recalls(&fleet)), (0, 0));
        for gone in ["112", "221"] {
            let bit = fleet.find(gone.parse().unwrap());
            for plane in [&mut fleet.ships, &mut fleet.fast, &mut fleet.armed, &mut fleet.tough] {
                *plane &= !bit;
            }
        }
        assert_eq!((dead_pairs(&fleet), recalls(&fleet)), (1, 2));
    }
}
