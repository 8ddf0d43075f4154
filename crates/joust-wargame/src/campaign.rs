//! A whole game: moves, resignation, and the record of it.

use crate::{BadBoard, BadRules, Board, Move, Position, Refused, Rules, Side};
use joust_core::{Duel, Forfeit, Game, Illegal, Outcome, Record, Seat, Seats, Seed, Turn};
use std::fmt;
use std::str::FromStr;

/// What a side can do in its turn. Moves are words, because what a square means depends on the
/// position. [WAR-6.1] [WAR-6.5]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes a square: `drop-C3`, `blitz-C3` or `C3`.
    Take(String),
    /// Gives the game up. [WAR-4.3]
    Resign,
    /// Has no time left. Only the clock says so. [WAR-4.3]
    Time,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Take(text) => text,
            Action::Resign => Forfeit::Resigned.word(),
            Action::Time => Forfeit::Time.word(),
        })
    }
}

impl FromStr for Action {
    type Err = std::convert::Infallible;

    /// Every word may be a square of some board; [`Game::check`] decides.
    fn from_str(text: &str) -> Result<Action, Self::Err> {
        let words: Vec<_> = text.split_whitespace().collect();
        let text = words.join("-");
        Ok(Forfeit::named(&text).map_or(Action::Take(text), Action::from))
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

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A side acted.
    Acted(Side, Action),
    /// A side conquered these squares. [WAR-3.2]
    Conquered(Side, Vec<String>),
    /// The game ended with these scores of Blue and Green.
    Ended(Ending, [i32; 2]),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Acted(side, action) => write!(f, "{side}: {action}"),
            Event::Conquered(side, squares) => write!(f, "{side} conquers {}", squares.join(", ")),
            Event::Ended(Ending::Resigned(side), _) => write!(f, "{side} resigns: {} wins", side.other()),
            Event::Ended(Ending::Time(side), _) => {
                write!(f, "{side} has no time left: {} wins", side.other())
            }
            Event::Ended(Ending::Full, [blue, green]) => {
                let verdict = match blue.cmp(green) {
                    std::cmp::Ordering::Greater => "blue wins",
                    std::cmp::Ordering::Less => "green wins",
                    std::cmp::Ordering::Equal => "a tie",
                };
                write!(f, "the city is taken: {verdict}, {blue}:{green} (blue:green)")
            }
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// No square is vacant. [WAR-4.2]
    Full,
    /// This side resigned. [WAR-4.3]
    Resigned(Side),
    /// The time of this side was up. [WAR-4.3]
    Time(Side),
}

impl Ending {
    /// This side has lost away from the board. [WAR-4.3]
    const fn forfeited(side: Side, how: Forfeit) -> Ending {
        match how {
            Forfeit::Resigned => Ending::Resigned(side),
            Forfeit::Time => Ending::Time(side),
        }
    }
}

/// The position from which a game begins; its board and rules come with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening(pub Position);

impl Default for Opening {
    fn default() -> Opening {
        let board = Board::all().next().expect("the atlas has a first board");
        Opening(Position::start(board, Rules::default()))
    }
}

/// An action that is allowed, and what it leads to. [`Campaign::carry_out`] does it without a second check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    side: Side,
    action: Action,
    next: Position,
    forfeited: Option<(Side, Forfeit)>,
}

impl Step {
    /// What is done, in its canonical form.
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// The side that is asked to act afterwards, if the game is not over.
    pub fn to_act(&self) -> Option<Side> {
        self.ending().is_none().then(|| self.next.side())
    }

    /// How the game ends by it, if it does.
    pub fn ending(&self) -> Option<Ending> {
        ending(&self.next, self.forfeited)
    }

    /// The points, if the game ends by it.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.next, self.forfeited)
    }
}

/// How a game came to its end, if it has.
fn ending(position: &Position, forfeited: Option<(Side, Forfeit)>) -> Option<Ending> {
    let forfeited = forfeited.map(|(side, how)| Ending::forfeited(side, how));
    forfeited.or_else(|| position.outcome().map(|_| Ending::Full))
}

/// The points at the end. [WAR-4.2] [WAR-4.3]
fn outcome(position: &Position, forfeited: Option<(Side, Forfeit)>) -> Option<Outcome> {
    match ending(position, forfeited)? {
        Ending::Full => position.outcome(),
        Ending::Resigned(side) | Ending::Time(side) => {
            Some(Outcome::duel_win(side.other().seat(), Outcome::FULL))
        }
    }
}

/// A game of the War Game with its whole course.
#[derive(Clone, Debug)]
pub struct Campaign {
    start: Position,
    now: Position,
    course: Vec<(Side, Action)>,
    /// The position before each action of the course: what is taken back is not played again.
    before: Vec<Position>,
    /// Who has lost away from the board, and how.
    forfeited: Option<(Side, Forfeit)>,
}

impl Game for Campaign {
    type Rules = Opening;
    type Action = Action;
    type Event = Event;

    /// The War Game has no chance, so the seed changes nothing.
    fn new(opening: &Opening, _seed: Seed) -> Campaign {
        Campaign { start: opening.0, now: opening.0, course: Vec::new(), before: Vec::new(), forfeited: None }
    }

    fn turn(&self) -> Turn {
        match self.outcome() {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Awaits(Seats::only(self.now.side().seat())),
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.propose(seat, action).map(|_| ())
    }

    fn step(&mut self, actions: &[(Seat, Action)]) -> Result<Vec<Event>, Illegal> {
        let [(seat, action)] = actions else {
            return Err(Illegal::new("WAR-2.1", "one side acts at a time"));
        };
        let step = self.propose(*seat, action)?;
        Ok(self.carry_out(step))
    }
}

impl Campaign {
    /// What an action of a seat leads to, or why it is not allowed. Nothing changes.
    pub fn propose(&self, seat: Seat, action: &Action) -> Result<Step, Illegal> {
        if let Some(ending) = self.ending() {
            let (clause, how) = match ending {
                Ending::Full => ("WAR-4.2", "no square is vacant".to_owned()),
                Ending::Resigned(side) => ("WAR-4.3", format!("{side} has resigned")),
                Ending::Time(side) => ("WAR-4.3", format!("{side} has no time left")),
            };
            return Err(Illegal::new(clause, format!("the game is over: {how}")));
        }
        let side = self.now.side();
        if side.seat() != seat {
            return Err(Illegal::new("WAR-2.1", format!("it is the turn of {side}")));
        }
        match action {
            Action::Resign => Ok(self.forfeiture(side, Forfeit::Resigned)),
            Action::Time => Err(Illegal::new("WAR-4.3", "only the clock says whose time is up")),
            Action::Take(text) => {
                let mv = self.now.understand(text)?;
                let action = Action::Take(self.now.write_move(mv));
                let mut next = self.now;
                next.make(mv);
                Ok(Step { side, action, next, forfeited: None })
            }
        }
    }

    /// The loss of a side away from the board.
    fn forfeiture(&self, side: Side, how: Forfeit) -> Step {
        Step { side, action: how.into(), next: self.now, forfeited: Some((side, how)) }
    }

    /// Carries out a step that was proposed by this game as it stands.
    pub fn carry_out(&mut self, step: Step) -> Vec<Event> {
        let (before, side) = (self.now, step.side);
        (self.now, self.forfeited) = (step.next, step.forfeited);
        let mut events = vec![Event::Acted(side, step.action.clone())];
        self.course.push((side, step.action));
        self.before.push(before);
        let conquered = before.owned(side.other()) & self.now.owned(side);
        if conquered != 0 {
            let names = crate::Square::all_in(conquered).map(|square| before.board().square_name(square));
            events.push(Event::Conquered(side, names.collect()));
        }
        if let Some(ending) = self.ending() {
            events.push(Event::Ended(ending, self.scores()));
        }
        events
    }

    /// Takes back all but the first actions of the course. What is taken back costs time, what stays does not.
    pub fn rewind(&mut self, to: usize) {
        if let Some(before) = self.before.get(to) {
            // Nothing follows the end, so it is taken back with anything else.
            (self.now, self.forfeited) = (*before, None);
            self.before.truncate(to);
            self.course.truncate(to);
        }
    }

    /// The position before the last move, if anything was done.
    pub fn before(&self) -> Option<&Position> {
        self.last_move().map(|at| &self.before[at])
    }

    /// Where in the course the last move is; the beginning, where there is none.
    fn last_move(&self) -> Option<usize> {
        let is_move = |(_, action): &(Side, Action)| matches!(action, Action::Take(_));
        (!self.course.is_empty()).then(|| self.course.iter().rposition(is_move).unwrap_or(0))
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// Everything that was done, in order.
    pub fn course(&self) -> &[(Side, Action)] {
        &self.course
    }

    /// The scores of Blue and Green.
    pub fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.now.score(side))
    }

    /// How the game came to its end, if it has.
    pub fn ending(&self) -> Option<Ending> {
        ending(&self.now, self.forfeited)
    }

    /// The points at the end. [WAR-4.2] [WAR-4.3]
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.now, self.forfeited)
    }

    /// Takes a move of the position on the board.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Event>, Illegal> {
        let action = Action::Take(self.now.write_move(mv));
        self.step(&[(self.now.side().seat(), action)])
    }

    /// Lets a side lose away from the board: by a resignation, in its turn or not, or because its
    /// time was up in its turn. [WAR-4.3]
    pub fn forfeit(&mut self, side: Side, how: Forfeit) -> Result<Vec<Event>, Illegal> {
        let asked = self.now.side();
        // Over or not, and by which clause: what an action of the side to move would hear.
        self.check(asked.seat(), &Action::Resign)?;
        how.check(side.seat(), asked.seat(), Position::SIDES, "WAR-4.3")?;
        Ok(self.carry_out(self.forfeiture(side, how)))
    }

    /// An action of the course as a record writes it: who resigns out of turn is named. [WAR-6.5]
    fn written(&self, side: Side, action: &Action) -> String {
        // A resignation comes last, so whoever was to move then is to move now.
        match action {
            Action::Resign => Forfeit::Resigned.written(side.seat(), self.now.side().seat(), Position::SIDES),
            action => action.to_string(),
        }
    }

    /// The end away from the board that a word of a record means, if it means one. [WAR-6.5]
    fn forfeit_in(&self, word: &str) -> Option<(Side, Forfeit)> {
        let (loser, how) = Forfeit::read(word, self.now.side().seat(), Position::SIDES)?;
        Some((Side::BOTH[loser.index()], how))
    }

    /// Takes the last move back, and a resignation after it; or a resignation alone, where no move
    /// was made. False when nothing was done.
    pub fn undo(&mut self) -> bool {
        let Some(to) = self.last_move() else { return false };
        self.rewind(to);
        true
    }

    /// The record of the game so far, with these headers before its own. [WAR-6.5]
    pub fn record(&self, headers: &[(&str, &str)]) -> Record {
        let mut record = Record::default();
        record.set("Game", "wargame");
        for (name, value) in headers {
            record.set(name, *value);
        }
        let board = self.start.board();
        record.set("Board", board.name());
        if Board::named(board.name()) != Some(board) {
            record.set("Values", board.text());
        }
        record.set("Rules", self.start.rules().to_string());
        if self.start != Position::start(board, self.start.rules()) {
            record.set("Position", self.start.to_string());
        }
        let [blue, green] = self.scores();
        record.set("Score", format!("{blue}:{green}"));
        record.actions = self.course.iter().map(|(side, action)| self.written(*side, action)).collect();
        record.result =
            self.outcome().map_or_else(|| Record::UNFINISHED.to_owned(), |outcome| outcome.to_string());
        record
    }

    /// Replays a record. [WAR-6.5]
    pub fn from_record(record: &Record) -> Result<Campaign, BadRecord> {
        if let Some(game) = record.header("Game").filter(|game| *game != "wargame") {
            return Err(BadRecord::OtherGame(game.to_owned()));
        }
        let rules: Rules = record.header("Rules").map_or(Ok(Rules::default()), str::parse)?;
        let name = record.header("Board").unwrap_or("Smolensk");
        let board = match record.header("Values") {
            Some(values) => Board::read(name, values)?,
            None => Board::named(name).ok_or_else(|| BadRecord::NoSuchBoard(name.to_owned()))?,
        };
        let start = match record.header("Position") {
            Some(text) => Position::read(text, board, rules)?,
            None => Position::start(board, rules),
        };
        let mut campaign = Campaign::new(&Opening(start), Seed::default());
        for (number, text) in (1..).zip(&record.actions) {
            let stepped = if let Some((side, how)) = campaign.forfeit_in(text) {
                campaign.forfeit(side, how)
            } else {
                let Ok(action) = text.parse::<Action>();
                campaign.step(&[(campaign.now.side().seat(), action)])
            };
            if let Err(why) = stepped {
                return Err(BadRecord::Action { number, action: text.clone(), why });
            }
        }
        let [blue, green] = campaign.scores();
        let replayed = format!("{blue}:{green}");
        if let Some(written) = record.header("Score").filter(|written| *written != replayed) {
            return Err(BadRecord::Result { written: written.to_owned(), replayed });
        }
        let replayed =
            campaign.outcome().map_or_else(|| Record::UNFINISHED.to_owned(), |outcome| outcome.to_string());
        if replayed != record.result {
            return Err(BadRecord::Result { written: record.result.clone(), replayed });
        }
        Ok(campaign)
    }
}

/// Why a record does not replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It is of another game.
    #[error("this is a record of the game `{0}`, not of the wargame")]
    OtherGame(String),
    /// Its rules cannot be read.
    #[error("header Rules: {0}")]
    Rules(#[from] BadRules),
    /// Its board is not known.
    #[error("header Board: there is no board `{0}`")]
    NoSuchBoard(String),
    /// Its board makes no sense.
    #[error("header Values: {0}")]
    Values(#[from] BadBoard),
    /// Its starting position is refused.
    #[error("header Position: {0}")]
    Position(#[from] Refused),
    /// One of its actions is not allowed.
    #[error("action {number}, `{action}`: {why}")]
    Action {
        /// Counted from 1.
        number: usize,
        /// What is written.
        action: String,
        /// Why it cannot be.
        why: Illegal,
    },
    /// It ends otherwise than it says.
    #[error("the record says {written}, but its moves lead to {replayed} [WAR-6.5]")]
    Result {
        /// The result or score in the record.
        written: String,
        /// That of the replay.
        replayed: String,
    },
}
