//! How a game of MAD stands, and what can be done in it.

use crate::Faults;
use crate::course::{Over, Played, View};
use crate::json::{Json, Shown, Tell};
use crate::question::Table;
use joust_core::{Duel, Game, MoveList, Outcome, Record, Seed};
use joust_mad::{Action, Battle, Board, Ending, Move, Opening, Position, Rules, Shift, Ship, Side, Square};

const WORDS: [Action; 4] = [Action::Offer, Action::Accept, Action::Decline, Action::Resign];

impl Played for Battle {
    type Position = Position;
    type Ply = Ply;

    fn opening(table: &Table) -> Result<Position, Faults> {
        let one = |why: String| vec![why];
        let rules = table.rules::<Rules>()?;
        let board = match (table.board.as_deref(), &table.values) {
            (name, Some(picture)) => {
                let board = Board::from_picture(name.unwrap_or("own"), picture);
                Some(board.map_err(|why| one(why.to_string()))?.leak() as &Board)
            }
            (Some(name), None) => {
                Some(Board::named(name).ok_or_else(|| one(format!("there is no MAD board `{name}`")))?)
            }
            (None, None) => None,
        };
        match &table.start {
            None => Ok(Position::start(board.unwrap_or(&Board::all()[0]), rules)),
            Some(text) => Position::read(text, rules, board)
                .map_err(|refused| refused.0.iter().map(ToString::to_string).collect()),
        }
    }

    fn begin(start: Position) -> Battle {
        Battle::new(&Opening(start), Seed::default())
    }

    /// Moves may be as short as a person types them.
    fn act(&mut self, _number: usize, text: &str) -> Result<Ply, String> {
        let before = *self.position();
        let side = self.to_act();
        let action = match text.parse() {
            Ok(action) => action,
            Err(_) => Action::Move(before.notation(before.understand(text).map_err(|why| why.to_string())?)),
        };
        self.step(&[(side.seat(), action)]).map_err(|why| why.to_string())?;
        let mv = match action {
            Action::Move(notation) => before.check(&notation).ok(),
            _ => None,
        };
        Ok(Ply { before, side, action, mv })
    }

    fn replay(record: &Record) -> Result<Battle, String> {
        Battle::from_record(record).map_err(|why| why.to_string())
    }

    fn record(&self, headers: &[(&str, &str)]) -> Record {
        Battle::record(self, headers)
    }
}

/// An action of the course, with the position before it.
pub(crate) struct Ply {
    before: Position,
    side: Side,
    action: Action,
    mv: Option<Move>,
}

fn seat(side: Side) -> usize {
    side.seat().index()
}

fn name(position: &Position, square: Square) -> Shown<joust_mad::Coord> {
    Shown(position.board().coord(square))
}

impl Tell for Ply {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| {
            json.field("turn", &(self.before.turn_number() as usize));
            if let Some(mv) = self.mv {
                tell_move(json, &self.before, mv);
            } else {
                json.field("text", &Shown(self.action));
                json.field("kind", &Shown(self.action));
                json.field("seat", &seat(self.side));
            }
        });
    }
}

impl Tell for View<Battle> {
    fn tell(&self, json: &mut Json) {
        let battle = &self.game;
        let position = battle.position();
        let board = position.board();
        let acting = battle.to_act();
        let mut moves = MoveList::new();
        if battle.ending().is_none() && !battle.is_offered() {
            position.moves(&mut moves);
        }
        let moves: Vec<_> = moves.iter().map(|mv| Choice(*position, *mv)).collect();
        let allowed = WORDS.iter().filter(|word| battle.check(acting.seat(), word).is_ok());
        let squares = |bits: u32| Square::all_in(bits).map(|square| name(position, square)).collect();
        let all: Vec<_> = board.squares().map(|square| name(position, square)).collect();
        let last_rows: [Vec<_>; 2] = Side::BOTH.map(|side| squares(board.last_row(side)));
        let rules = position.rules();
        json.object(&mut |json| {
            json.field("game", &"mad");
            json.field("rules", &Shown(rules));
            json.field("board", &board.name());
            json.field("position", &Shown(position));
            json.field("at", &self.at);
            json.field("side", &seat(position.side()));
            json.field("sides", &Position::SIDES);
            json.field("awaits", &battle.ending().is_none().then(|| seat(acting)));
            json.field("words", &allowed.clone().map(Shown).collect::<Vec<_>>());
            json.field("over", &battle.ending().zip(battle.outcome()).map(over));
            json.field("columns", &board.columns());
            json.field("rows", &board.rows());
            json.field("squares", &all);
            json.field("lastRows", &last_rows);
            json.field("ships", &Ships(position));
            json.field("shifts", &Shift::ALL.map(Shown));
            json.field("turn", &(position.turn_number() as usize));
            json.field("counter", &(position.counter() as usize));
            json.field("limit", &(rules.limit as usize));
            json.field("tiebreak", &seat(position.tie_break_winner()));
            json.field("expeller", &position.expeller().map(seat));
            json.field("positioning", &position.is_positioning_turn());
            json.field("plies", &self.plies);
            json.field("moves", &moves);
        });
    }
}

struct Ships<'a>(&'a Position);

impl Tell for Ships<'_> {
    fn tell(&self, json: &mut Json) {
        json.list(&mut |json| {
            for (side, ship) in all_ships() {
                json.object(&mut |json| {
                    json.field("side", &seat(side));
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

fn over((how, points): (Ending, Outcome)) -> Over {
    let (why, loser) = match how {
        Ending::Exile(side) => ("exile", Some(side)),
        Ending::TieBreak => ("tie-break", None),
        Ending::Agreed => ("agreed", None),
        Ending::Resigned(side) => ("resigned", Some(side)),
        Ending::Time(side) => ("time", Some(side)),
    };
    Over { why, loser: loser.map(Side::seat), points }
}

/// A move that is allowed.
struct Choice(Position, Move);

impl Tell for Choice {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| tell_move(json, &self.0, self.1));
    }
}

/// A move with everything that it changes.
fn tell_move(json: &mut Json, before: &Position, mv: Move) {
    let mover = before.side();
    let mut after = *before;
    after.make(mv);
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
    json.field("seat", &seat(mover));
    json.field("ship", &from.map(|from| Shown(before.fleet(mover).ship_at(from))));
    json.field("from", &from.map(|from| name(before, from)));
    json.field("to", &to.map(|to| name(before, to)));
    json.field("expels", &to.and_then(|to| before.at(to)).map(|(_, ship)| Shown(ship)));
    json.field("ships", &ships.iter().map(Shown).collect::<Vec<_>>());
    json.field("bonus", &from.and(mv.shift()).map(Shown));
    json.field("fatal", &Battle::is_fatal(before, mv));
    json.field("then", &Then(before, &after));
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
                        json.field("side", &seat(side));
                        json.field("ship", &Shown(ship));
                        json.field("from", &was.map(|square| name(self.0, square)));
                        json.field("to", &is.map(|square| name(self.0, square)));
                    });
                }
            }
        });
    }
}
