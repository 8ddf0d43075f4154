//! The state of a War Game, and the actions allowed in it.

use crate::value::Fields;
use crate::view::DuelView;
use joust_core::{Duel, DuelGame};
use joust_wargame::{Campaign, Move, Position, Side, Square};

impl DuelView for Campaign {
    fn tell_own(&self) -> Fields {
        let position = self.position();
        let board = position.board();
        let owner = |at| position.owner(at).map(Side::seat);
        vec![
            ("rules", position.rules().to_string().into()),
            ("board", board.name().into()),
            ("columns", board.columns().into()),
            ("rows", board.rows().into()),
            ("squares", board.squares().map(|at| board.square_name(at)).collect()),
            ("values", board.squares().map(|at| board.value(at) as usize).collect()),
            ("owners", board.squares().map(owner).collect()),
            ("scores", self.scores().into_iter().collect()),
            ("total", (board.total() as usize).into()),
        ]
    }

    fn tell_move(before: &Position, mv: Move, after: &Position) -> Fields {
        let mover = before.side();
        let board = before.board();
        let text = before.write_move(mv);
        let conquered = Square::all_in(before.owned(mover.other()) & after.owned(mover));
        let kind = if text.starts_with("blitz") { "blitz" } else { "drop" };
        vec![
            ("text", text.into()),
            ("kind", kind.into()),
            ("seat", mover.seat().into()),
            ("square", board.square_name(mv.square()).into()),
            ("conquers", conquered.map(|square| board.square_name(square)).collect()),
            ("gain", (after.score(mover) - before.score(mover)).into()),
            ("loot", (before.score(mover.other()) - after.score(mover.other())).into()),
        ]
    }
}
