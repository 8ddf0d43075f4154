//! How a War Game stands, and what can be done in it.

use crate::course::Told;
use crate::json::{Json, Shown};
use joust_core::{Duel, DuelGame};
use joust_wargame::{Campaign, Move, Position, Side, Square};

impl Told for Campaign {
    fn tell(&self, json: &mut Json) {
        let position = self.position();
        let board = position.board();
        let squares: Vec<_> = board.squares().collect();
        let owner = |at: &Square| position.owner(*at).map(Side::seat);
        json.field("rules", &Shown(position.rules()));
        json.field("board", &board.name());
        json.field("columns", &board.columns());
        json.field("rows", &board.rows());
        json.field("squares", &squares.iter().map(|at| board.square_name(*at)).collect::<Vec<_>>());
        json.field("values", &squares.iter().map(|at| board.value(*at) as usize).collect::<Vec<_>>());
        json.field("owners", &squares.iter().map(owner).collect::<Vec<_>>());
        json.field("scores", &self.scores());
        json.field("total", &(board.total() as usize));
    }

    fn tell_move(before: &Position, mv: Move, json: &mut Json) {
        let mover = before.side();
        let board = before.board();
        let after = before.after(mv);
        let text = before.write_move(mv);
        let conquered = Square::all_in(before.owned(mover.other()) & after.owned(mover));
        let kind = if text.starts_with("blitz") { "blitz" } else { "drop" };
        json.field("text", &text);
        json.field("kind", &kind);
        json.field("seat", &mover.seat());
        json.field("square", &board.square_name(mv.square()));
        json.field("conquers", &conquered.map(|square| board.square_name(square)).collect::<Vec<_>>());
        json.field("gain", &(after.score(mover) - before.score(mover)));
        json.field("loot", &(before.score(mover.other()) - after.score(mover.other())));
    }

    fn turn(&self, number: usize) -> usize {
        number
    }
}
