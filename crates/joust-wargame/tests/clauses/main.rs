//! Every clause of `rules/wargame.md`, proved by name: the name of a test starts with the id of its
//! clause. `law_is_covered.rs` sees to it that no clause is forgotten.

use joust_core::{Duel, MoveList};
use joust_wargame::{Board, Position, Rules, Side};

mod boards;
mod city;
mod ending;
mod notation;
mod positions;
mod records;
mod rulesets;
mod symmetry;
mod taking;
mod turns;

/// The example of the course's own text: Green moves, six squares are taken.
const EXAMPLE: &str = "...b../..bbb./....../..gg../....../...... g";

fn board(name: &str) -> &'static Board {
    Board::named(name).unwrap_or_else(|| panic!("no board {name}"))
}

/// A position of Smolensk.
fn read(text: &str) -> Position {
    on("Smolensk", text)
}

/// A position of a board.
fn on(name: &str, text: &str) -> Position {
    under(Rules::MANDATORY, name, text)
}

fn under(rules: Rules, name: &str, text: &str) -> Position {
    Position::read(text, board(name), rules).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// All legal moves in writing.
fn moves(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    assert_eq!(list.len(), position.count_moves(), "{position}");
    list.iter().map(|mv| position.write_move(*mv)).collect()
}

/// The position after a move that is understood and generated.
fn after(position: &Position, mv: &str) -> Position {
    let understood = position.understand(mv).unwrap_or_else(|why| panic!("{position}: {mv}: {why}"));
    assert!(moves(position).contains(&position.write_move(understood)), "{position}: {mv} is not generated");
    let mut next = *position;
    next.make(understood);
    next
}

/// The clause that forbids a move, which must not be generated either.
fn forbidden_by(position: &Position, mv: &str) -> &'static str {
    assert!(!moves(position).contains(&mv.to_owned()), "{position}: {mv} is generated");
    match position.understand(mv) {
        Ok(_) => panic!("{position}: {mv} is allowed"),
        Err(illegal) => illegal.clause,
    }
}

/// The scores of Blue and Green.
fn scores(position: &Position) -> [i32; 2] {
    Side::BOTH.map(|side| position.score(side))
}

/// The names of a set of squares.
fn names(board: &Board, set: u64) -> Vec<String> {
    joust_wargame::Square::all_in(set).map(|square| board.square_name(square)).collect()
}
