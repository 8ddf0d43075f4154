//! A whole game: moves, offers, resignation, and the record of it.

use crate::{
    BadBoard, BadRules, Board, Move, NotAMove, Notation, Position, Refused, Rules, Shift, Ship, Side,
};
use joust_core::{Duel, Forfeit, Game, Illegal, Outcome, Record, Seat, Seats, Seed, Turn};
use std::fmt;
use std::str::FromStr;

/// What a side can do when it is asked. [MAD-9.1] [MAD-9.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Makes a move.
    Move(Notation),
    /// Gives the game up. [MAD-7.8]
    Resign,
    /// Offers to end the game by the tie-break. [MAD-7.7]
    Offer,
    /// Accepts such an offer.
    Accept,
    /// Declines it.
    Decline,
    /// Has no time left. Only the clock says so. [MAD-7.8]
    Time,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(notation) => notation.fmt(f),
            Action::Resign => f.write_str(Forfeit::Resigned.word()),
            Action::Offer => f.write_str("offer"),
            Action::Accept => f.write_str("accept"),
            Action::Decline => f.write_str("decline"),
            Action::Time => f.write_str(Forfeit::Time.word()),
        }
    }
}

impl FromStr for Action {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Action, NotAMove> {
        Ok(match text {
            "offer" => Action::Offer,
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            text => match Forfeit::named(text) {
                Some(how) => how.into(),
                None => Action::Move(text.parse()?),
            },
        })
    }
}

impl From<Forfeit> for Action {
    fn from(how: Forfeit) -> Action {
        match how {
            Forfeit::Resigned => Action::Resign,
            Forfeit::Time => Action::Time,
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This side's corvette is in exile. [MAD-7.1]
    Exile(Side),
    /// The counter reached the limit. [MAD-7.3]
    TieBreak,
    /// Both sides agreed. [MAD-7.7]
    Agreed,
    /// This side resigned. [MAD-7.8]
    Resigned(Side),
    /// The time of this side was up. [MAD-7.8]
    Time(Side),
}

impl Ending {
    /// This side has lost away from the board. [MAD-7.8]
    const fn forfeited(side: Side, how: Forfeit) -> Ending {
        match how {
            Forfeit::Resigned => Ending::Resigned(side),
            Forfeit::Time => Ending::Time(side),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exile(side) => write!(f, "the corvette of {side} is in exile"),
            Ending::TieBreak => f.write_str("the tie-break decides"),
            Ending::Agreed => f.write_str("the players agreed to end, and the tie-break decides"),
            Ending::Resigned(side) => write!(f, "{side} resigns"),
            Ending::Time(side) => write!(f, "{side} has no time left"),
        }
    }
}

/// What happened in a step, for logs and viewers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A side acted.
    Acted(Side, Action),
    /// A ship of this side was expelled. [MAD-3.4]
    Expelled(Side, Ship),
    /// A ship of this side went into exile by its own shift. [MAD-4.2] [MAD-5.2]
    Exiled(Side, Ship),
    /// A ship of this side came back. [MAD-4.2] [MAD-5.2]
    Recalled(Side, Ship),
    /// The game ended.
    Ended(Ending, Outcome),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Acted(side, action) => write!(f, "{side}: {action}"),
            Event::Expelled(side, ship) => write!(f, "{side} {ship} is expelled"),
            Event::Exiled(side, ship) => write!(f, "{side} {ship} goes into exile"),
            Event::Recalled(side, ship) => write!(f, "{side} {ship} comes back"),
            Event::Ended(ending, outcome) => {
                let winner = if outcome.winner() == Some(Side::Red.seat()) { Side::Red } else { Side::Blue };
                let kind = if outcome.is_full() { "full victory" } else { "semi-victory" };
                write!(f, "{ending}: {kind} for {winner} ({outcome})")
            }
        }
    }
}

/// The position from which a game begins; its board and rules come with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening(pub Position);

impl Default for Opening {
    fn default() -> Opening {
        Opening(Position::start(&Board::all()[0], Rules::default()))
    }
}

/// How a game stands: everything but how it came to this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    position: Position,
    /// An offer waits for its answer.
    offered: bool,
    /// The side to move has already offered in this turn.
    has_offered: bool,
    ending: Option<Ending>,
}

impl Standing {
    /// The side that is asked to act: the opponent of the side to move while an offer waits.
    fn asked(&self) -> Side {
        if self.offered { self.position.side().other() } else { self.position.side() }
    }

    /// The points at the end. [MAD-7.5]
    fn outcome(&self) -> Option<Outcome> {
        Some(match self.ending? {
            Ending::Exile(loser) | Ending::Resigned(loser) | Ending::Time(loser) => {
                Outcome::duel_win(loser.other().seat(), Outcome::FULL)
            }
            Ending::TieBreak | Ending::Agreed => self.position.tie_break(),
        })
    }
}

/// An action that is allowed, and what it leads to. [`Battle::carry_out`] does it without a second check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    side: Side,
    action: Action,
    next: Standing,
}

impl Step {
    /// What is done.
    pub fn action(&self) -> Action {
        self.action
    }

    /// The side that is asked to act afterwards, if the game is not over.
    pub fn to_act(&self) -> Option<Side> {
        self.next.ending.is_none().then(|| self.next.asked())
    }

    /// How the game ends by it, if it does.
    pub fn ending(&self) -> Option<Ending> {
        self.next.ending
    }

    /// The points, if the game ends by it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.next.outcome()
    }
}

/// A game of MAD with its whole course.
#[derive(Clone, Debug)]
pub struct Battle {
    start: Position,
    now: Standing,
    course: Vec<(Side, Action)>,
    /// How the game stood before each action of the course: what is taken back is not played again.
    before: Vec<Standing>,
}

impl Game for Battle {
    type Rules = Opening;
    type Action = Action;
    type Event = Event;

    /// MAD has no chance, so the seed changes nothing.
    fn new(opening: &Opening, _seed: Seed) -> Battle {
        let ending = ending_by_position(&opening.0);
        let now = Standing { position: opening.0, offered: false, has_offered: false, ending };
        Battle { start: opening.0, now, course: Vec::new(), before: Vec::new() }
    }

    fn turn(&self) -> Turn {
        match self.outcome() {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Awaits(Seats::only(self.to_act().seat())),
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.propose(seat, *action).map(|_| ())
    }

    fn step(&mut self, actions: &[(Seat, Action)]) -> Result<Vec<Event>, Illegal> {
        let &[(seat, action)] = actions else {
            return Err(Illegal::new("MAD-2.1", "one side acts at a time"));
        };
        let step = self.propose(seat, action)?;
        Ok(self.carry_out(&step))
    }
}

/// Which ships left the board and which came back between two positions.
fn changes(before: &Position, after: &Position) -> impl Iterator<Item = Event> {
    let mover = before.side();
    let all = Side::BOTH.into_iter().flat_map(|side| Ship::all().map(move |ship| (side, ship)));
    all.filter_map(move |(side, ship)| {
        match (before.find(side, ship).is_some(), after.find(side, ship).is_some()) {
            (true, false) if side == mover => Some(Event::Exiled(side, ship)),
            (true, false) => Some(Event::Expelled(side, ship)),
            (false, true) => Some(Event::Recalled(side, ship)),
            _ => None,
        }
    })
}

fn ending_by_position(position: &Position) -> Option<Ending> {
    match position.without_corvette() {
        Some(loser) => Some(Ending::Exile(loser)),
        None => position.result().map(|_| Ending::TieBreak),
    }
}

impl Battle {
    /// What an action of a seat leads to, or why it is not allowed. Nothing changes.
    pub fn propose(&self, seat: Seat, action: Action) -> Result<Step, Illegal> {
        let now = &self.now;
        if let Some(ending) = now.ending {
            let clause = match ending {
                Ending::Exile(_) => "MAD-7.1",
                Ending::TieBreak => "MAD-7.3",
                Ending::Agreed => "MAD-7.7",
                Ending::Resigned(_) | Ending::Time(_) => "MAD-7.8",
            };
            return Err(Illegal::new(clause, format!("the game is over: {ending}")));
        }
        let side = now.asked();
        if side.seat() != seat {
            return Err(Illegal::new("MAD-2.1", format!("it is the turn of {side}")));
        }
        let next = match action {
            Action::Resign => Standing { ending: Some(Ending::Resigned(side)), ..*now },
            Action::Time => return Err(Illegal::new("MAD-7.8", "only the clock says whose time is up")),
            Action::Accept if now.offered => Standing { ending: Some(Ending::Agreed), ..*now },
            Action::Decline if now.offered => Standing { offered: false, ..*now },
            Action::Accept | Action::Decline => {
                return Err(Illegal::new("MAD-7.7", "nobody has offered to end the game"));
            }
            _ if now.offered => {
                let why = format!("{side} has to accept or decline the offer first");
                return Err(Illegal::new("MAD-7.7", why));
            }
            Action::Offer if !now.position.rules().agreed => {
                return Err(Illegal::new("MAD-7.7", "this ruleset has no agreed end"));
            }
            Action::Offer if now.has_offered => {
                return Err(Illegal::new("MAD-7.7", format!("{side} has already offered in this turn")));
            }
            Action::Offer => Standing { offered: true, has_offered: true, ..*now },
            Action::Move(notation) => {
                let mut position = now.position;
                position.make(position.check(&notation)?);
                let ending = ending_by_position(&position);
                Standing { position, has_offered: false, ending, ..*now }
            }
        };
        Ok(Step { side, action, next })
    }

    /// Carries out a step that was proposed by this game as it stands.
    pub fn carry_out(&mut self, step: &Step) -> Vec<Event> {
        let before = self.now;
        self.course.push((step.side, step.action));
        self.before.push(before);
        self.now = step.next;
        let mut events = vec![Event::Acted(step.side, step.action)];
        if let Action::Move(_) = step.action {
            events.extend(changes(&before.position, &self.now.position));
        }
        if let (Some(ending), Some(outcome)) = (self.ending(), self.outcome()) {
            events.push(Event::Ended(ending, outcome));
        }
        events
    }

    /// Takes back all but the first actions of the course. What is taken back costs time, what stays does not.
    pub fn rewind(&mut self, to: usize) {
        if let Some(before) = self.before.get(to) {
            self.now = *before;
            self.before.truncate(to);
            self.course.truncate(to);
        }
    }

    /// The position before the last action, if there was one.
    pub fn before(&self) -> Option<&Position> {
        self.last_move().map(|at| &self.before[at].position)
    }

    /// Where in the course the last move is; the beginning, where nothing but words was said.
    fn last_move(&self) -> Option<usize> {
        let is_move = |(_, action): &(Side, Action)| matches!(action, Action::Move(_));
        (!self.course.is_empty()).then(|| self.course.iter().rposition(is_move).unwrap_or(0))
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Everything that was done, in order.
    pub fn course(&self) -> &[(Side, Action)] {
        &self.course
    }

    /// Whether an offer waits for its answer. [MAD-7.7]
    pub fn is_offered(&self) -> bool {
        self.now.offered
    }

    /// The side that is asked to act: the opponent of the side to move while an offer waits.
    pub fn to_act(&self) -> Side {
        self.now.asked()
    }

    /// How the game came to its end, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.now.ending
    }

    /// The points at the end. [MAD-7.5]
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome()
    }

    /// Takes a move of the position on the board.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Event>, Illegal> {
        let action = Action::Move(self.position().notation(mv));
        self.step(&[(self.to_act().seat(), action)])
    }

    /// Lets a side lose away from the board: by a resignation, in its turn or not, or because its
    /// time was up while it was asked to act. [MAD-7.8]
    pub fn forfeit(&mut self, side: Side, how: Forfeit) -> Result<Vec<Event>, Illegal> {
        let asked = self.to_act();
        // Over or not, and by which clause: what an action of the side that is asked would hear.
        self.check(asked.seat(), &Action::Resign)?;
        how.check(side.seat(), asked.seat(), Position::SIDES, "MAD-7.8")?;
        let next = Standing { ending: Some(Ending::forfeited(side, how)), ..self.now };
        Ok(self.carry_out(&Step { side, action: how.into(), next }))
    }

    /// An action of the course as a record writes it: who resigns out of turn is named. [MAD-9.2]
    fn written(&self, side: Side, action: Action) -> String {
        // A resignation comes last, so whoever was asked then is asked now.
        match action {
            Action::Resign => Forfeit::Resigned.written(side.seat(), self.to_act().seat(), Position::SIDES),
            action => action.to_string(),
        }
    }

    /// The end away from the board that a word of a record means, if it means one. [MAD-9.2]
    fn forfeit_in(&self, word: &str) -> Option<(Side, Forfeit)> {
        let (loser, how) = Forfeit::read(word, self.to_act().seat(), Position::SIDES)?;
        Some((Side::BOTH[loser.index()], how))
    }

    /// Takes the last move back, and what was said after it; or all that was said, where no move was
    /// made. False when nothing was done.
    pub fn undo(&mut self) -> bool {
        let Some(to) = self.last_move() else { return false };
        self.rewind(to);
        true
    }

    /// Whether a move exiles the mover's own corvette: a program asks before it. [MAD-4.4]
    pub fn is_fatal(position: &Position, mv: Move) -> bool {
        let mut next = *position;
        next.make(mv);
        mv.shift() == Some(Shift::Swap111) && next.without_corvette() == Some(position.side())
    }

    /// The record of the game so far, with these headers before its own. [MAD-9.8]
    pub fn record(&self, headers: &[(&str, &str)]) -> Record {
        let mut record = Record::default();
        record.set("Game", "mad");
        for (name, value) in headers {
            record.set(name, *value);
        }
        let board = self.start.board();
        record.set("Board", board.name());
        if Board::named(board.name()) != Some(board) {
            record.set("Picture", board.picture());
        }
        record.set("Rules", self.start.rules().to_string());
        if self.start != Position::start(board, self.start.rules()) {
            record.set("Position", self.start.to_string());
            record.set("Turn", self.start.turn_number().to_string());
        }
        if let Some(ending) = self.ending() {
            record.set("Ending", ending.to_string());
        }
        record.actions = self.course.iter().map(|(side, action)| self.written(*side, *action)).collect();
        record.result =
            self.outcome().map_or_else(|| Record::UNFINISHED.to_owned(), |outcome| outcome.to_string());
        record
    }

    /// Replays a record. [MAD-9.8]
    ///
    /// ```
    /// use joust_mad::Battle;
    /// let record = "[Game \"mad\"]\n\n1. pass pass\n3. c2c4 resign\n1-0".parse().unwrap();
    /// let battle = Battle::from_record(&record).unwrap();
    /// assert_eq!(battle.course().len(), 4);
    /// ```
    pub fn from_record(record: &Record) -> Result<Battle, BadRecord> {
        if let Some(game) = record.header("Game").filter(|game| *game != "mad") {
            return Err(BadRecord::OtherGame(game.to_owned()));
        }
        let rules: Rules = record.header("Rules").map_or(Ok(Rules::default()), str::parse)?;
        let name = record.header("Board");
        let board = match (record.header("Picture"), name) {
            (Some(picture), name) => {
                Some(Board::from_picture(name.unwrap_or("own"), picture)?.leak() as &Board)
            }
            (None, Some(name)) => {
                Some(Board::named(name).ok_or_else(|| BadRecord::NoSuchBoard(name.to_owned()))?)
            }
            (None, None) => None,
        };
        let start = match record.header("Position") {
            Some(text) => Position::read(text, rules, board)?,
            None => Position::start(board.unwrap_or(&Board::all()[0]), rules),
        };
        let mut battle = Battle::new(&Opening(start), Seed::default());
        for text in &record.actions {
            let turn = battle.position().turn_number();
            let at = |why: String| BadRecord::Action { turn, action: text.clone(), why };
            if let Some((side, how)) = battle.forfeit_in(text) {
                battle.forfeit(side, how).map_err(|why| at(why.to_string()))?;
                continue;
            }
            let action = match text.parse() {
                Ok(action @ (Action::Offer | Action::Accept | Action::Decline)) => action,
                // Records written by hand may be shorter than ours.
                _ => match battle.position().understand(text) {
                    Ok(mv) => Action::Move(battle.position().notation(mv)),
                    Err(why) => return Err(at(why.to_string())),
                },
            };
            battle.step(&[(battle.to_act().seat(), action)]).map_err(|why| at(why.to_string()))?;
        }
        let replayed =
            battle.outcome().map_or_else(|| Record::UNFINISHED.to_owned(), |outcome| outcome.to_string());
        if replayed != record.result {
            return Err(BadRecord::Result { written: record.result.clone(), replayed });
        }
        Ok(battle)
    }
}

/// Why a record does not replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It is of another game.
    #[error("this is a record of the game `{0}`, not of mad")]
    OtherGame(String),
    /// Its rules cannot be read.
    #[error("header Rules: {0}")]
    Rules(#[from] BadRules),
    /// Its board is not known.
    #[error("header Board: there is no board `{0}`")]
    NoSuchBoard(String),
    /// Its board makes no sense.
    #[error("header Picture: {0}")]
    Picture(#[from] BadBoard),
    /// Its starting position is refused.
    #[error("header Position: {0}")]
    Position(#[from] Refused),
    /// One of its actions is not allowed.
    #[error("turn {turn}, `{action}`: {why}")]
    Action {
        /// The turn in which it stands.
        turn: u32,
        /// What is written.
        action: String,
        /// Why it cannot be.
        why: String,
    },
    /// It ends otherwise than it says.
    #[error("the record says {written}, but its moves lead to {replayed} [MAD-9.8]")]
    Result {
        /// The result in the record.
        written: String,
        /// The result of the replay.
        replayed: String,
    },
}
