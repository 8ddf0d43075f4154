//! Random walks over positions, on the boards that Joust knows and on two of our own.

use joust_core::{Duel, MoveList, Rng, below};
use joust_mad::{Board, Move, Position, Rules};
use std::sync::LazyLock;

/// 32 squares around a hole, as many as a board can have: no square has two ways around a corner.
pub(crate) const RING: &str = "b221,b121,b122,b111,,b222,b211,b212,b112\n\
                               ,#,#,#,#,#,#,#,\n\
                               ,#,#,#,#,#,#,#,\n\
                               ,#,#,#,#,#,#,#,\n\
                               ,#,#,#,#,#,#,#,\n\
                               ,#,#,#,#,#,#,#,\n\
                               ,#,#,#,#,#,#,#,\n\
                               ,#,#,#,#,#,#,#,\n\
                               r221,r121,r122,r111,,r222,r211,r212,r112";

/// Two rows of three squares, all taken: the fleets touch, and every square is on a last row.
pub(crate) const TINY: &str = "b111,b222,b112/r111,r222,r112";

static OWN: LazyLock<[Board; 2]> = LazyLock::new(|| {
    [("ring", RING), ("tiny", TINY)].map(|(name, it)| Board::from_picture(name, it).unwrap())
});

/// The four boards of the law and two of our own, which are nothing but pictures.
pub(crate) fn boards() -> Vec<&'static Board> {
    Board::all().iter().chain(OWN.iter()).collect()
}

/// All legal moves.
pub(crate) fn moves(position: &Position) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

/// The position after a move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.make(mv);
    next
}

/// The positions of a random game, from the start to the end.
pub(crate) fn random_game(board: &'static Board, rules: Rules, rng: &mut Rng) -> Vec<Position> {
    let mut position = Position::start(board, rules);
    let mut game = vec![position];
    while position.outcome().is_none() {
        let list = moves(&position);
        position = after(&position, list[below(rng, list.len())]);
        game.push(position);
    }
    game
}
