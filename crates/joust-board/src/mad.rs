//! How a game of MAD stands, and what can be done in it.

use crate::course::Told;
use crate::json::{Json, Shown, Tell};
use joust_core::{Duel, DuelGame};
use joust_mad::{Battle, Move, Position, Shift, Ship, Side, Square};

fn name(position: &Position, square: Square) -> Shown<joust_mad::Coord> {
    Shown(position.board().coord(square))
}

impl Told for Battle {
    fn tell(&self, json: &mut Json) {
        let position = self.position();
        let (board, rules) = (position.board(), position.rules());
        let squares = |bits: u32| Square::all_in(bits).map(|square| name(position, square)).collect();
        let all: Vec<_> = board.squares().map(|square| name(position, square)).collect();
        let last_rows: [Vec<_>; 2] = Side::BOTH.map(|side| squares(board.last_row(side)));
        json.field("rules", &Shown(rules));
        json.field("board", &board.name());
        json.field("columns", &board.columns());
        json.field("rows", &board.rows());
        json.field("squares", &all);
        json.field("lastRows", &last_rows);
        json.field("ships", &Ships(position));
        json.field("shifts", &Shift::ALL.map(Shown));
        json.field("turn", &(position.turn_number() as usize));
        json.field("counter", &(position.counter() as usize));
        json.field("limit", &(rules.limit as usize));
        json.field("tiebreak", &position.tie_break_winner().seat());
        json.field("expeller", &position.expeller().map(Side::seat));
        json.field("positioning", &position.is_positioning_turn());
    }

    fn tell_move(before: &Position, mv: Move, json: &mut Json) {
        let mover = before.side();
        let after = before.after(mv);
        let kind = match (mv.squares(), mv.shift()) {
            (Some(_), _) => "move",
            (None, Some(shift)) if shift.is_rotation() => "rotate",
            (None, Some(_)) => "swap",
            (None, None) => "pass",
        };
        let (from, to) = mv.squares().unzip();
        let ships = mv.shift().map_or(&[][..], |shift| shift.ships());
        json.field("text", &Shown(before.notation(mv)));
        json.field("kind", &kind);
        json.field("seat", &mover.seat());
        json.field("ship", &from.map(|from| Shown(before.fleet(mover).ship_at(from))));
        json.field("from", &from.map(|from| name(before, from)));
        json.field("to", &to.map(|to| name(before, to)));
        json.field("expels", &to.and_then(|to| before.at(to)).map(|(_, ship)| Shown(ship)));
        json.field("ships", &ships.iter().map(Shown).collect::<Vec<_>>());
        json.field("bonus", &from.and(mv.shift()).map(Shown));
        json.field("fatal", &Battle::is_fatal(before, mv));
        json.field("then", &Then(before, &after));
    }

    /// Turns are counted from the beginning of the game, also of one that begins later.
    fn turn(&self, _number: usize) -> usize {
        self.position().turn_number() as usize
    }
}

struct Ships<'a>(&'a Position);

impl Tell for Ships<'_> {
    fn tell(&self, json: &mut Json) {
        json.list(&mut |json| {
            for (side, ship) in all_ships() {
                json.object(&mut |json| {
                    json.field("side", &side.seat());
                    json.field("ship", &Shown(ship));
                    json.field("at", &self.0.find(side, ship).map(|square| name(self.0, square)));
                });
            }
        });
    }
}

fn all_ships() -> impl Iterator<Item = (Side, Ship)> {
    Side::BOTH.into_iter().flat_map(|side| Ship::all().map(move |ship| (side, ship)))
}

/// The ships whose places change, in exile or out of it too.
struct Then<'a>(&'a Position, &'a Position);

impl Tell for Then<'_> {
    fn tell(&self, json: &mut Json) {
        json.list(&mut |json| {
            for (side, ship) in all_ships() {
                let (was, is) = (self.0.find(side, ship), self.1.find(side, ship));
                if was != is {
                    json.object(&mut |json| {
                        json.field("side", &side.seat());
                        json.field("ship", &Shown(ship));
                        json.field("from", &was.map(|square| name(self.0, square)));
                        json.field("to", &is.map(|square| name(self.0, square)));
                    });
                }
            }
        });
    }
}
