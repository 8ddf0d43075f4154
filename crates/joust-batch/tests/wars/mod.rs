//! Boards of the War Game of many sizes, by both rulesets.

use joust_wargame::{Board, Position, Rules};

/// Empty boards: those of the course, symmetric ones, the largest and the smallest.
pub(crate) fn starts() -> Vec<Position> {
    let names =
        ["Smolensk", "Keren", "Narvik:5x3", "random:8x8:1", "random:16x4:2", "random:1x1:3", "random:4x16:4"];
    let named = names.map(|name| Board::named(name).unwrap());
    let own = ["1 2 1/3 4 3", "1 2 1/2 3 2/1 2 1", "5 5/5 5", "1 2 2 1"];
    let own = own.map(|values| Board::read("own", values).unwrap());
    let boards = named.into_iter().chain(own);
    let rules = [Rules::MANDATORY, Rules::OPTIONAL_BLITZ];
    boards.flat_map(|board| rules.map(|rules| Position::start(board, rules))).collect()
}
