//! Breakthrough as data.

use crate::{Breakthrough, Move, Position, Square};
use joust_core::{DuelGame, Seat};
use joust_view::{DuelView, Fields};

impl DuelView for Breakthrough {
    fn tell_own(&self) -> Fields {
        let (position, board) = (self.position(), self.position().board());
        let pawns = |seat| Square::all_in(position.of(seat)).map(|square| square.to_string());
        vec![
            ("board", board.to_string().into()),
            ("columns", usize::from(board.columns).into()),
            ("rows", usize::from(board.rows).into()),
            ("white", pawns(Seat::FIRST).collect()),
            ("black", pawns(Seat::SECOND).collect()),
        ]
    }

    fn tell_move(before: &Position, mv: Move, _: &Position) -> Fields {
        vec![
            ("text", mv.to_string().into()),
            ("kind", if mv.takes { "take" } else { "step" }.into()),
            ("seat", before.side.into()),
            ("from", mv.from.to_string().into()),
            ("to", mv.to.to_string().into()),
        ]
    }
}
