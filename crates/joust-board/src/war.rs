//! How a War Game stands, and what can be done in it.

use crate::Faults;
use crate::course::{Over, Played, View};
use crate::json::{Json, Shown, Tell};
use crate::question::Table;
use joust_core::{Duel, Game, MoveList, Outcome, Record, Seed};
use joust_wargame::{Action, Board, Campaign, Ending, Move, Opening, Position, Rules, Side, Square, atlas};

impl Played for Campaign {
    type Position = Position;
    type Ply = Ply;

    fn opening(table: &Table) -> Result<Position, Faults> {
        let one = |why: String| vec![why];
        let rules = table.rules::<Rules>()?;
        let name = table.board.as_deref().unwrap_or(atlas::BOARDS[0].name);
        let board = match &table.values {
            Some(values) => Board::read(name, values).map_err(|why| one(why.to_string()))?,
            None => Board::named(name).ok_or_else(|| one(format!("there is no board `{name}` [WAR-6.3]")))?,
        };
        match &table.start {
            None => Ok(Position::start(board, rules)),
            Some(text) => Position::read(text, board, rules)
                .map_err(|refused| refused.0.iter().map(ToString::to_string).collect()),
        }
    }

    fn begin(start: Position) -> Campaign {
        Campaign::new(&Opening(start), Seed::default())
    }

    fn act(&mut self, number: usize, text: &str) -> Result<Ply, String> {
        let before = *self.position();
        let Ok(action) = text.trim().parse::<Action>();
        let mv = match &action {
            Action::Take(text) => before.understand(text).ok(),
            Action::Resign | Action::Time => None,
        };
        self.step(&[(before.side().seat(), action)]).map_err(|why| why.to_string())?;
        Ok(Ply { before, mv, turn: number })
    }

    fn replay(record: &Record) -> Result<Campaign, String> {
        Campaign::from_record(record).map_err(|why| why.to_string())
    }

    fn record(&self, headers: &[(&str, &str)]) -> Record {
        Campaign::record(self, headers)
    }
}

/// An action of the course, with the position before it; whoever makes no move resigns.
pub(crate) struct Ply {
    before: Position,
    mv: Option<Move>,
    turn: usize,
}

fn seat(side: Side) -> usize {
    side.seat().index()
}

impl Tell for Ply {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| {
            json.field("turn", &self.turn);
            if let Some(mv) = self.mv {
                tell_move(json, &self.before, mv);
            } else {
                json.field("text", &Shown(Action::Resign));
                json.field("kind", &Shown(Action::Resign));
                json.field("seat", &seat(self.before.side()));
            }
        });
    }
}

impl Tell for View<Campaign> {
    fn tell(&self, json: &mut Json) {
        let campaign = &self.game;
        let position = campaign.position();
        let board = position.board();
        let ending = campaign.ending();
        let mut moves = MoveList::new();
        if ending.is_none() {
            position.moves(&mut moves);
        }
        let moves: Vec<_> = moves.iter().map(|mv| Choice(*position, *mv)).collect();
        let mut words = vec![Shown(Action::Resign)];
        words.retain(|word| campaign.check(position.side().seat(), &word.0).is_ok());
        let squares: Vec<_> = board.squares().collect();
        json.object(&mut |json| {
            json.field("game", &"wargame");
            json.field("rules", &Shown(position.rules()));
            json.field("board", &board.name());
            json.field("position", &Shown(position));
            json.field("at", &self.at);
            json.field("side", &seat(position.side()));
            json.field("sides", &Position::SIDES);
            json.field("awaits", &ending.is_none().then(|| seat(position.side())));
            json.field("words", &words);
            json.field("over", &ending.zip(campaign.outcome()).map(over));
            json.field("columns", &board.columns());
            json.field("rows", &board.rows());
            json.field("squares", &squares.iter().map(|at| board.square_name(*at)).collect::<Vec<_>>());
            json.field("values", &squares.iter().map(|at| board.value(*at) as usize).collect::<Vec<_>>());
            json.field("owners", &squares.iter().map(|at| position.owner(*at).map(seat)).collect::<Vec<_>>());
            json.field("scores", &campaign.scores());
            json.field("total", &(board.total() as usize));
            json.field("plies", &self.plies);
            json.field("moves", &moves);
        });
    }
}

fn over((how, points): (Ending, Outcome)) -> Over {
    let (why, loser) = match how {
        Ending::Full => ("full", None),
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
    let board = before.board();
    let mut after = *before;
    after.make(mv);
    let text = before.write_move(mv);
    let conquered = Square::all_in(before.owned(mover.other()) & after.owned(mover));
    let kind = if text.starts_with("blitz") { "blitz" } else { "drop" };
    json.field("text", &text);
    json.field("kind", &kind);
    json.field("seat", &seat(mover));
    json.field("square", &board.square_name(mv.square()));
    json.field("conquers", &conquered.map(|square| board.square_name(square)).collect::<Vec<_>>());
    json.field("gain", &(after.score(mover) - before.score(mover)));
    json.field("loot", &(before.score(mover.other()) - after.score(mover.other())));
}
