//! A whole game: moves, resignation, time, and the record of it.

use crate::{Board, Move, Position};
use joust_core::{
    BadHeader, Duel, DuelGame, Ending, Forfeit, Game, Illegal, Record, Rng, Seat, Seats, Step, Why,
};
use std::fmt;

/// What a side can do in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves a pawn.
    Move(Move),
    /// Gives the game up, or has no time left. [BRK-3.3]
    Lose(Forfeit),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(mv) => mv.fmt(f),
            Action::Lose(how) => f.write_str(how.word()),
        }
    }
}

/// The words for the ends that the game has on the board.
pub mod why {
    /// A pawn got through. [BRK-3.1]
    pub const THROUGH: &str = "through";
    /// A side has no pawn left. [BRK-3.2]
    pub const LAST_PAWN: &str = "last-pawn";
}

/// A game as it stands: a position, unless a side has lost away from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    position: Position,
    ending: Option<Ending>,
}

impl Game for Breakthrough {
    type Action = Action;
    type Event = String;

    const NAME: &'static str = "breakthrough";
    const SIDES: &'static [&'static str] = &Position::SIDES;
    const WORDS: &'static [&'static str] = &[Forfeit::Resigned.word()];
    const RECORD: &'static str = "BRK-4.4";

    fn awaits(&self) -> Seats {
        if self.ending.is_some() { Seats::default() } else { Seats::only(self.position.side) }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn ending_text(&self) -> Option<String> {
        let ending = self.ending?;
        let [winner, loser] = [ending.winner()?, ending.loser?].map(|seat| Position::SIDES[seat.index() & 1]);
        Some(match ending.why.as_str() {
            why::THROUGH => format!("{winner} gets through and wins"),
            why::LAST_PAWN => format!("{winner} takes the last pawn and wins"),
            Why::TIME => format!("{loser} has no time left: {winner} wins"),
            _ => format!("{loser} resigns: {winner} wins"),
        })
    }

    fn read(&self, text: &str) -> Result<Action, Illegal> {
        match Forfeit::named(text.trim()) {
            Some(how) => Ok(Action::Lose(how)),
            None => self.position.understand(text).map(Action::Move),
        }
    }

    fn propose(&self, seat: Seat, action: &Action) -> Result<Step<Breakthrough>, Illegal> {
        if !self.awaits().contains(seat) {
            return Err(Illegal::new("BRK-2.1", "it is not the turn of this side"));
        }
        match action {
            Action::Lose(Forfeit::Resigned) => self.forfeit(seat, Forfeit::Resigned),
            Action::Lose(Forfeit::Time) => {
                Err(Illegal::new("BRK-3.3", "only the clock says whose time is up"))
            }
            Action::Move(mv) => {
                let mv = self.position.understand(&mv.to_string())?;
                Ok(Step { seat, action: Action::Move(mv), next: Breakthrough::at(self.position.after(mv)) })
            }
        }
    }

    /// [BRK-3.3]
    fn forfeit(&self, seat: Seat, how: Forfeit) -> Result<Step<Breakthrough>, Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::new("BRK-3.3", "the game is over"));
        }
        how.check(seat, self.position.side, Self::SIDES, "BRK-3.3")?;
        let next = Breakthrough { ending: Some(Ending::lost(how.why(), seat)), ..*self };
        Ok(Step { seat, action: Action::Lose(how), next })
    }

    fn events(&self, step: &Step<Breakthrough>) -> Vec<String> {
        let taken = match step.action {
            Action::Move(mv) if mv.takes => Some(format!("a pawn is taken on {}", mv.to)),
            _ => None,
        };
        taken.into_iter().chain(step.next.ending_text()).collect()
    }

    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.random_reply(seat, rng)
    }

    fn is_move(action: &Action) -> bool {
        matches!(action, Action::Move(_))
    }

    fn turn_number(&self) -> u32 {
        Position::start(self.position.board).longest() - self.position.longest() + 1
    }

    /// [BRK-4.4]
    fn headers(&self, _: &Breakthrough) -> Vec<(&'static str, String)> {
        let board = self.position.board;
        let mut headers = vec![("Board", board.to_string())];
        if self.position != Position::start(board) {
            headers.push(("Position", self.position.to_string()));
        }
        headers
    }

    fn of_record(record: &Record) -> Result<Breakthrough, BadHeader> {
        let name = record.header("Board").map_or_else(|| Board::ALL[0].to_string(), str::to_owned);
        let board = Board::named(&name);
        let board =
            board.ok_or_else(|| BadHeader::one("Board", format_args!("there is no board `{name}`")))?;
        let position = match record.header("Position") {
            Some(text) => Position::read(text).map_err(|bad| BadHeader::all("Position", &bad.0))?,
            None => Position::start(board),
        };
        if position.board != board {
            return Err(BadHeader::one("Position", format_args!("it is not of the board {board}")));
        }
        Ok(Breakthrough::at(position))
    }

    fn written(&self, seat: Seat, action: &Action) -> String {
        match action {
            Action::Move(mv) => mv.to_string(),
            Action::Lose(how) => how.written(seat, self.position.side, Self::SIDES),
        }
    }
}

impl DuelGame for Breakthrough {
    type Position = Position;

    fn at(position: Position) -> Breakthrough {
        let loser = position.side;
        let ending = position.won(loser.opponent()).map(|why| Ending::lost(why, loser));
        Breakthrough { position, ending }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn action(&self, mv: Move) -> Action {
        Action::Move(mv)
    }
}
