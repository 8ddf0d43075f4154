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

/// A game of the War Game with its whole course.
#[derive(Clone, Debug)]
pub struct Campaign {
    start: Position,
    now: Position,
    course: Vec<(Side, Action)>,
    /// Who has lost away from the board, and how.
    forfeited: Option<(Side, Forfeit)>,
}

impl Game for Campaign {
    type Rules = Opening;
    type Action = Action;
    type Event = Event;

    /// The War Game has no chance, so the seed changes nothing.
    fn new(opening: &Opening, _seed: Seed) -> Campaign {
        Campaign { start: opening.0, now: opening.0, course: Vec::new(), forfeited: None }
    }

    fn turn(&self) -> Turn {
        match self.outcome() {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Awaits(Seats::only(self.now.side().seat())),
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
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
            Action::Resign => Ok(()),
            Action::Time => Err(Illegal::new("WAR-4.3", "only the clock says whose time is up")),
            Action::Take(text) => self.now.understand(text).map(|_| ()),
        }
    }

    fn step(&mut self, actions: &[(Seat, Action)]) -> Result<Vec<Event>, Illegal> {
        let [(seat, action)] = actions else {
            return Err(Illegal::new("WAR-2.1", "one side acts at a time"));
        };
        self.check(*seat, action)?;
        let side = self.now.side();
        let mut events = Vec::new();
        match action {
            Action::Resign => return self.forfeit(side, Forfeit::Resigned),
            // Refused above.
            Action::Time => {}
            Action::Take(text) => {
                let mv = self.now.understand(text)?;
                let before = self.now;
                let canonical = Action::Take(before.write_move(mv));
                self.now.make(mv);
                events.push(Event::Acted(side, canonical.clone()));
                self.course.push((side, canonical));
                let conquered = before.owned(side.other()) & self.now.owned(side);
                if conquered != 0 {
                    let names =
                        crate::Square::all_in(conquered).map(|square| before.board().square_name(square));
                    events.push(Event::Conquered(side, names.collect()));
                }
            }
        }
        if let Some(ending) = self.ending() {
            events.push(Event::Ended(ending, self.scores()));
        }
        Ok(events)
    }
}

impl Campaign {
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
        let forfeited = self.forfeited.map(|(side, how)| Ending::forfeited(side, how));
        forfeited.or_else(|| self.now.outcome().map(|_| Ending::Full))
    }

    /// The points at the end. [WAR-4.2] [WAR-4.3]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ending()? {
            Ending::Full => self.now.outcome(),
            Ending::Resigned(side) | Ending::Time(side) => {
                Some(Outcome::duel_win(side.other().seat(), Outcome::FULL))
            }
        }
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
        let (action, ending) = (Action::from(how), Ending::forfeited(side, how));
        self.forfeited = Some((side, how));
        self.course.push((side, action.clone()));
        Ok(vec![Event::Acted(side, action), Event::Ended(ending, self.scores())])
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
        if self.course.is_empty() {
            return false;
        }
        let is_move = |(_, action): &(Side, Action)| matches!(action, Action::Take(_));
        let last = self.course.iter().rposition(is_move).unwrap_or(0);
        let mut before = Campaign::new(&Opening(self.start), Seed::default());
        for (side, action) in &self.course[..last] {
            // What was legal then is legal again: the game is a function of its actions.
            let replayed = before.step(&[(side.seat(), action.clone())]);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
        *self = before;
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
