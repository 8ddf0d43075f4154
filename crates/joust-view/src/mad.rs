//! The state of a game of MAD, and the actions allowed in it.

use crate::value::{Fields, Value};
use crate::view::DuelView;
use joust_core::DuelGame;
use joust_mad::{Battle, Move, Position, Shift, Ship, Side, Square};

fn name(position: &Position, square: Square) -> String {
    position.board().coord(square).to_string()
}

impl DuelView for Battle {
    const BOARD_HEADER: &'static str = "Picture";

    fn tell_own(&self) -> Fields {
        let position = self.position();
        let (board, rules) = (position.board(), position.rules());
        let names = |squares: &mut dyn Iterator<Item = Square>| -> Value {
            squares.map(|square| name(position, square)).collect()
        };
        let last_row = |side| names(&mut Square::all_in(board.last_row(side)));
        vec![
            ("rules", rules.to_string().into()),
            ("board", board.name().into()),
            ("columns", board.columns().into()),
            ("rows", board.rows().into()),
            ("squares", names(&mut board.squares())),
            ("lastRows", Side::BOTH.into_iter().map(last_row).collect()),
            ("ships", all_ships().map(|ship| place(position, ship)).collect()),
            ("shifts", Shift::ALL.iter().map(Shift::to_string).collect()),
            ("turn", (position.turn_number() as usize).into()),
            ("counter", (position.counter() as usize).into()),
            ("limit", (rules.limit as usize).into()),
            ("tiebreak", position.tie_break_winner().seat().into()),
            ("expeller", position.expeller().map(Side::seat).into()),
            ("positioning", position.is_positioning_turn().into()),
        ]
    }

    fn tell_move(before: &Position, mv: Move, after: &Position) -> Fields {
        let mover = before.side();
        let kind = match (mv.squares(), mv.shift()) {
            (Some(_), _) => "move",
            (None, Some(shift)) if shift.is_rotation() => "rotate",
            (None, Some(_)) => "permute",
            (None, None) => "pass",
        };
        let (from, to) = mv.squares().unzip();
        let ships = mv.shift().map_or(&[][..], |shift| shift.ships());
        vec![
            ("text", before.notation(mv).to_string().into()),
            ("kind", kind.into()),
            ("seat", mover.seat().into()),
            ("ship", from.map(|from| before.fleet(mover).ship_at(from).to_string()).into()),
            ("from", from.map(|from| name(before, from)).into()),
            ("to", to.map(|to| name(before, to)).into()),
            ("expels", to.and_then(|to| before.at(to)).map(|(_, ship)| ship.to_string()).into()),
            ("ships", ships.iter().map(Ship::to_string).collect()),
            ("bonus", from.and(mv.shift()).map(|shift| shift.to_string()).into()),
            ("fatal", Battle::is_fatal(before, mv).into()),
            ("then", all_ships().filter_map(|ship| change(before, after, ship)).collect()),
        ]
    }
}

fn all_ships() -> impl Iterator<Item = (Side, Ship)> {
    Side::BOTH.into_iter().flat_map(|side| Ship::all().map(move |ship| (side, ship)))
}

/// The square of a ship, or exile.
fn place(position: &Position, (side, ship): (Side, Ship)) -> Value {
    let at = position.find(side, ship).map(|square| name(position, square));
    Value::object(vec![("side", side.seat().into()), ("ship", ship.to_string().into()), ("at", at.into())])
}

/// The change of a ship's place, including into exile and out of it.
fn change(before: &Position, after: &Position, (side, ship): (Side, Ship)) -> Option<Value> {
    let [from, to] = [before, after].map(|position| position.find(side, ship));
    let name = |square| name(before, square);
    (from != to).then(|| {
        Value::object(vec![
            ("side", side.seat().into()),
            ("ship", ship.to_string().into()),
            ("from", from.map(name).into()),
            ("to", to.map(name).into()),
        ])
    })
}
