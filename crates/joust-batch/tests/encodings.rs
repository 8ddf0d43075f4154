//! Every legal move has one number, every other number is refused with its clause, and an observation tells
//! the position.

#[path = "../../joust-mad/tests/common/walk.rs"]
mod walk;
mod wars;

use joust_batch::{Encoding, MadEncoding, WarGameEncoding};
use joust_core::{Duel, Illegal, Seed};
use joust_mad::{Coord, Position, Rules, Ship, Side};

/// Compares numbers and mask with the list of legal moves.
fn check_actions<E: Encoding>(encoding: &E, position: &E::Position) {
    let (moves, mask) = (position.all_moves(), encoding.mask(position));
    let mut choices = E::Choices::default();
    assert_eq!(encoding.choose_from(position, &mut choices), !moves.is_empty());
    let legal: usize = mask.iter().map(|legal| usize::from(*legal)).sum();
    assert_eq!(legal, moves.len(), "two moves share a number");
    for mv in &moves {
        let index = encoding.index(position, *mv);
        assert_eq!((mask[index], encoding.move_of(position, index as i32)), (1, Ok(*mv)), "{position}");
    }
    for (index, legal) in (-2..encoding.actions() as i32 + 2).zip([0, 0].iter().chain(&mask).chain(&[0, 0])) {
        let found: Result<_, Illegal> = encoding.move_of(position, index);
        assert_eq!(found.is_ok(), *legal == 1, "{position}, action {index}: {found:?}");
        assert_eq!(encoding.pick(position, &choices, index), found.ok(), "{position}, action {index}");
    }
}

/// The ships of a side as the planes from `first` on show them: which ship stands where.
fn ships(encoding: &MadEncoding, position: &Position, first: usize) -> Vec<(Ship, Coord)> {
    let [_, rows, columns] = encoding.observation_shape();
    let (seen, mut ships) = (encoding.observation(position), Vec::new());
    let is_turned = position.side() == Side::Blue && position.board().turned().is_some();
    for (code, ship) in Ship::all().enumerate() {
        for row in 0..rows {
            for column in 0..columns {
                if seen[((first + code) * rows + row) * columns + column] == 1 {
                    let row = if is_turned { rows - 1 - row } else { row };
                    ships.push((ship, Coord { column: column as u8, row: row as u8 }));
                }
            }
        }
    }
    ships
}

/// The number of a plane that is the same everywhere.
fn plane(encoding: &MadEncoding, position: &Position, which: usize) -> u8 {
    let [_, rows, columns] = encoding.observation_shape();
    let seen = encoding.observation(position);
    let plane = &seen[which * rows * columns..(which + 1) * rows * columns];
    assert!(plane.iter().all(|value| *value == plane[0]));
    plane[0]
}

fn check_mad_observation(encoding: &MadEncoding, position: &Position) {
    for (first, side) in [(0, position.side()), (8, position.side().other())] {
        let place = |ship| position.find(side, ship).map(|square| (ship, position.board().coord(square)));
        let expected: Vec<_> = Ship::all().filter_map(place).collect();
        assert_eq!(ships(encoding, position, first), expected, "{position}");
    }
    let (seen, cells) = (encoding.observation(position), encoding.observation_size() / 21);
    let shape = seen[16 * cells..17 * cells].iter().map(|cell| usize::from(*cell));
    assert_eq!(shape.sum::<usize>(), position.board().squares().count());
    assert_eq!(u16::from(plane(encoding, position, 17)), position.turns_left().min(255));
    assert_eq!(plane(encoding, position, 18) == 1, position.tie_break_winner() == position.side());
    assert_eq!(plane(encoding, position, 19) > 0, position.is_positioning_turn());
    let is_untold = position.side() == Side::Blue && position.board().turned().is_none();
    assert_eq!(plane(encoding, position, 20), u8::from(is_untold));
}

#[test]
fn mad_every_legal_move_has_one_number_on_every_board() {
    let mut rng = Seed(1).rng();
    for board in walk::boards() {
        for rules in [Rules::CURRENT, Rules { limit: 300, ..Rules::APP }] {
            let encoding = MadEncoding::of(&Position::start(board, rules));
            for position in walk::random_game(board, rules, &mut rng).iter().step_by(3) {
                check_actions(&encoding, position);
                check_mad_observation(&encoding, position);
            }
        }
    }
}

#[test]
fn wargame_every_legal_move_has_one_number_on_every_board() {
    let mut rng = Seed(2).rng();
    for start in wars::starts() {
        let encoding = WarGameEncoding::of(&start);
        let cells = start.board().squares().count();
        let mut position = start;
        loop {
            check_actions(&encoding, &position);
            let seen = encoding.observation(&position);
            for square in position.board().squares() {
                let owner = position.owner(square).map(|owner| owner == position.side());
                let at = |plane: usize| seen[plane * cells + square.index()];
                let expected = match owner {
                    Some(true) => [1, 0, 0],
                    Some(false) => [0, 1, 0],
                    None => [0, 0, 1],
                };
                assert_eq!([at(0), at(1), at(2)], expected, "{position}");
                assert_eq!(at(3), position.board().value(square));
            }
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.make(mv);
        }
    }
}

#[test]
fn refusals_have_the_clauses_of_the_rules() {
    let start = Position::start(walk::boards()[0], Rules::APP);
    let encoding = MadEncoding::of(&start);
    let why = |position: &Position, index| encoding.move_of(position, index).unwrap_err();
    assert_eq!(why(&start, 0).to_string(), "passing is allowed in a positioning turn only [MAD-2.3]");
    assert_eq!(why(&start, -1).clause, "MAD-9.1");
    assert_eq!(
        why(&start, 231).to_string(),
        "231 is not an action: on the board 6x4 they have the numbers 0 to 230 [MAD-9.1]"
    );
    let clauses: std::collections::BTreeSet<&str> =
        (0..231).filter_map(|index| encoding.move_of(&start, index).err()).map(|why| why.clause).collect();
    assert_eq!(
        clauses.into_iter().collect::<Vec<_>>(),
        ["MAD-2.2", "MAD-2.3", "MAD-3.1", "MAD-3.2", "MAD-3.3"]
    );
    // A corvette that reaches the last row has the permutation as its bonus, and no rotation.
    let position = Position::read("b111,,,/,,r111,/,,,/,,,/,,,/,,,r222 r", Rules::APP, None).unwrap();
    let refused: Vec<_> = (201..231)
        .filter_map(|index| encoding.move_of(&position, index).err())
        .map(|why| why.clause)
        .collect();
    assert_eq!(refused.iter().filter(|clause| **clause == "MAD-6.4").count(), 2, "{refused:?}");
    let over = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,,r222 r", Rules::APP, None).unwrap();
    assert!((0..231).all(|index| why(&over, index).clause == "MAD-7.1"));
}
