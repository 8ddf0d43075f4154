//! A whole game: moves, offers, resignation, and the record of it.

use crate::{Board, Move, NotAMove, Notation, Position, Rules, Shift, Ship, Side};
use joust_core::{
    BadHeader, Duel, DuelGame, Ending, Forfeit, Game, Illegal, Record, Rng, Seat, Seats, Step, Why, illegal,
};
use std::fmt;
use std::str::FromStr;

/// What a side can do when it is asked. Its text is the notation of records. [MAD-9.1] [MAD-9.2]
///
/// ```
/// use joust_mad::Action;
/// assert_eq!("offer".parse(), Ok(Action::Offer));
/// assert_eq!("112>211>121".parse::<Action>().unwrap().to_string(), "112>211>121");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Makes a move of the position.
    Move(Notation),
    /// Offers to end the game by the tie-break. [MAD-7.7]
    Offer,
    /// Accepts such an offer.
    Accept,
    /// Declines such an offer.
    Decline,
    /// Gives the game up, or has no time left; only the clock says that. [MAD-7.8]
    Lose(Forfeit),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(notation) => notation.fmt(f),
            Action::Offer => f.write_str("offer"),
            Action::Accept => f.write_str("accept"),
            Action::Decline => f.write_str("decline"),
            Action::Lose(how) => f.write_str(how.word()),
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
                Some(how) => Action::Lose(how),
                None => Action::Move(text.parse()?),
            },
        })
    }
}

/// The words for the ends that MAD has on the board; those of the table are in [`Why`].
pub mod why {
    /// A corvette is in exile. [MAD-7.1]
    pub const EXILE: &str = "exile";
    /// The counter reached the limit. [MAD-7.3]
    pub const TIE_BREAK: &str = "tie-break";
}

/// What happened beside the action itself, for logs and viewers. Its text is a sentence.
///
/// ```
/// use joust_core::{Course, DuelGame, Seat};
/// use joust_mad::{Battle, Position, Rules};
/// let position = Position::read("b111,,,/,r211,,/,,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
/// let mut course = Course::new(Battle::at(position));
/// let events = course.act(Seat::FIRST, &"211-b5xa6".parse().unwrap()).unwrap();
/// let told: Vec<_> = events.iter().map(ToString::to_string).collect();
/// assert_eq!(told, ["blue 111 is expelled", "the corvette of blue is in exile: full victory for red (1-0)"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A ship of this side was expelled. [MAD-3.4]
    Expelled(Side, Ship),
    /// A ship of this side went into exile by its own shift. [MAD-4.2] [MAD-5.2]
    Exiled(Side, Ship),
    /// A ship of this side came back. [MAD-4.2] [MAD-5.2]
    Recalled(Side, Ship),
    /// The game ended in this way.
    Ended(Ending),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Expelled(side, ship) => write!(f, "{side} {ship} is expelled"),
            Event::Exiled(side, ship) => write!(f, "{side} {ship} goes into exile"),
            Event::Recalled(side, ship) => write!(f, "{side} {ship} comes back"),
            Event::Ended(ending) => {
                let winner = if ending.winner() == Some(Side::Red.seat()) { Side::Red } else { Side::Blue };
                let full = ending.outcome.is_some_and(|outcome| outcome.is_full());
                let kind = if full { "full victory" } else { "semi-victory" };
                write!(f, "{}: {kind} for {winner} ({})", how(ending), ending.points())
            }
        }
    }
}

/// How a game ended, in words.
fn how(ending: &Ending) -> String {
    let loser = || ending.loser.map_or("nobody", |seat| Position::SIDES[seat.index() & 1]);
    match ending.why.as_str() {
        why::EXILE => format!("the corvette of {} is in exile", loser()),
        why::TIE_BREAK => "the tie-break decides".to_owned(),
        Why::AGREED => "the players agreed to end, and the tie-break decides".to_owned(),
        Why::RESIGNED => format!("{} resigns", loser()),
        _ => format!("{} has no time left", loser()),
    }
}

/// A game of MAD as it stands: a position, and an offer that may wait for its answer.
///
/// [`Game`] says what each side may do. With its past, a game is a [`Course`](joust_core::Course), which
/// takes moves back, and writes and replays records:
///
/// ```
/// use joust_core::{Course, DuelGame, Game, Record};
/// use joust_mad::{Battle, Board, Position, Rules};
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let mut course = Course::new(Battle::at(start));
/// for text in ["c2c4", "b5b4"] {
///     let action = course.read(text).unwrap();
///     course.act(course.to_act().seat(), &action).unwrap();
/// }
/// assert!(course.undo());
/// assert_eq!(course.position().turn_number(), 2);
/// let text = course.record(&[("Red", "Ada")]).to_string();
/// let record: Record = text.parse().unwrap();
/// assert_eq!(record.actions, ["211-c2-c4"]);
/// assert_eq!(Course::<Battle>::of_record(&record).unwrap().position(), course.position());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    position: Position,
    /// Whether an offer waits for its answer.
    offered: bool,
    /// Whether the side to move has already offered in this turn.
    has_offered: bool,
    ending: Option<Ending>,
}

/// A game on the default board by the default rules.
impl Default for Battle {
    fn default() -> Battle {
        Battle::at(Position::start(&Board::all()[0], Rules::default()))
    }
}

impl Battle {
    /// The side that is asked to act: the opponent of the side to move while an offer waits.
    ///
    /// ```
    /// use joust_core::{Game, Seat};
    /// use joust_mad::{Action, Battle, Side};
    /// let battle = Battle::default();
    /// let step = battle.propose(Seat::FIRST, &Action::Offer).unwrap();
    /// assert_eq!((battle.to_act(), step.next.to_act()), (Side::Red, Side::Blue));
    /// ```
    pub fn to_act(&self) -> Side {
        if self.offered { self.position.side().other() } else { self.position.side() }
    }

    /// Whether a move exiles the mover's own corvette: a program asks a person before it makes it. [MAD-4.4]
    ///
    /// ```
    /// use joust_mad::{Battle, Position, Rules};
    /// let position = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
    /// assert!(Battle::is_fatal(&position, position.understand("111<>222").unwrap()));
    /// assert!(!Battle::is_fatal(&position, position.understand("d1d2").unwrap()));
    /// ```
    pub fn is_fatal(position: &Position, mv: Move) -> bool {
        let mut next = *position;
        next.make(mv);
        mv.shift() == Some(Shift::Permute111) && next.without_corvette() == Some(position.side())
    }

    fn check_unfinished(&self) -> Result<(), Illegal> {
        let Some(ending) = &self.ending else { return Ok(()) };
        let clause = match ending.why.as_str() {
            why::EXILE => "MAD-7.1",
            why::TIE_BREAK => "MAD-7.3",
            Why::AGREED => "MAD-7.7",
            _ => "MAD-7.8",
        };
        let how = how(ending);
        Err(illegal!(clause, "the game is over: {how}", "la partie est finie"))
    }
}

impl Game for Battle {
    type Action = Action;
    type Event = Event;

    const NAME: &'static str = "mad";
    const SIDES: &'static [&'static str] = &Position::SIDES;
    const WORDS: &'static [&'static str] = &["offer", "accept", "decline", Forfeit::Resigned.word()];
    const RECORD: &'static str = "MAD-9.8";

    fn awaits(&self) -> Seats {
        if self.ending.is_some() { Seats::default() } else { Seats::only(self.to_act().seat()) }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn ending_text(&self) -> Option<String> {
        self.ending.map(|ending| Event::Ended(ending).to_string())
    }

    fn read(&self, text: &str) -> Result<Action, Illegal> {
        let parsed = text.parse();
        match parsed {
            Ok(Action::Move(_)) | Err(_) => {}
            Ok(word) => return Ok(word),
        }
        // While an offer waits, say so before the move is looked at.
        if let (true, Ok(action)) = (self.offered, parsed) {
            return Ok(action);
        }
        Ok(Action::Move(self.position.notation(self.position.understand(text)?)))
    }

    fn propose(&self, seat: Seat, action: &Action) -> Result<Step<Battle>, Illegal> {
        self.check_unfinished()?;
        let side = self.to_act();
        if side.seat() != seat {
            let camp = side.french();
            return Err(illegal!("MAD-2.1", "it is the turn of {side}", "c’est à {camp} de jouer"));
        }
        let next = match action {
            Action::Lose(Forfeit::Resigned) => return self.forfeit(seat, Forfeit::Resigned),
            Action::Lose(Forfeit::Time) => {
                return Err(illegal!(
                    "MAD-7.8",
                    "only the clock says whose time is up",
                    "seule la pendule dit qui n’a plus de temps"
                ));
            }
            Action::Accept if self.offered => {
                Battle { ending: Some(Ending::scored(Why::AGREED, self.position.tie_break())), ..*self }
            }
            Action::Decline if self.offered => Battle { offered: false, ..*self },
            Action::Accept | Action::Decline => {
                return Err(illegal!(
                    "MAD-7.7",
                    "nobody has offered to end the game",
                    "personne n’a proposé d’arrêter la partie"
                ));
            }
            _ if self.offered => {
                let camp = side.french();
                return Err(illegal!(
                    "MAD-7.7",
                    "{side} has to accept or decline the offer first",
                    "{camp} doit d’abord accepter ou refuser la proposition"
                ));
            }
            Action::Offer if !self.position.rules().agreed => {
                return Err(illegal!(
                    "MAD-7.7",
                    "this ruleset has no agreed end",
                    "ces règles ne connaissent pas l’arrêt d’un commun accord"
                ));
            }
            Action::Offer if self.has_offered => {
                let camp = side.french();
                return Err(illegal!(
                    "MAD-7.7",
                    "{side} has already offered in this turn",
                    "{camp} a déjà fait une proposition dans ce tour"
                ));
            }
            Action::Offer => Battle { offered: true, has_offered: true, ..*self },
            Action::Move(notation) => {
                let mut position = self.position;
                position.make(position.check(notation)?);
                Battle::at(position)
            }
        };
        Ok(Step { seat, action: *action, next })
    }

    /// By a resignation, in its turn or not, or because its time was up while it was asked to act.
    /// [MAD-7.8]
    fn forfeit(&self, seat: Seat, how: Forfeit) -> Result<Step<Battle>, Illegal> {
        self.check_unfinished()?;
        how.check(seat, self.to_act().seat(), &Position::SIDES, "MAD-7.8")?;
        let next = Battle { ending: Some(Ending::lost(how.why(), seat)), ..*self };
        Ok(Step { seat, action: Action::Lose(how), next })
    }

    fn events(&self, step: &Step<Battle>) -> Vec<Event> {
        let mut events = Vec::new();
        if let Action::Move(_) = step.action {
            events.extend(changes(&self.position, &step.next.position));
        }
        events.extend(step.next.ending.map(Event::Ended));
        events
    }

    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.random_reply(seat, rng)
    }

    fn is_move(action: &Action) -> bool {
        matches!(action, Action::Move(_))
    }

    fn turn_number(&self) -> u32 {
        self.position.turn_number()
    }

    fn doubt(&self, action: &Action) -> Option<String> {
        let Action::Move(notation) = action else { return None };
        let mv = self.position.check(notation).ok()?;
        Battle::is_fatal(&self.position, mv)
            .then(|| format!("{notation} exiles your own corvette and loses the game at once [MAD-4.4]"))
    }

    /// What a record says beside its actions. [MAD-9.8]
    fn headers(&self, now: &Battle) -> Vec<(&'static str, String)> {
        let (start, board) = (&self.position, self.position.board());
        let mut headers = vec![("Board", board.name().to_owned())];
        if Board::named(board.name()) != Some(board) {
            headers.push(("Picture", board.picture()));
        }
        headers.push(("Rules", start.rules().to_string()));
        if *start != Position::start(board, start.rules()) {
            headers.push(("Position", start.to_string()));
            headers.push(("Turn", start.turn_number().to_string()));
        }
        headers.extend(now.ending.map(|ending| ("Ending", how(&ending))));
        headers
    }

    fn of_record(record: &Record) -> Result<Battle, BadHeader> {
        let rules = record.header("Rules").map_or(Ok(Rules::default()), str::parse);
        let rules: Rules = rules.map_err(|why| BadHeader::one("Rules", why))?;
        let board = match (record.header("Picture"), record.header("Board")) {
            (Some(picture), name) => {
                let board = Board::from_picture(name.unwrap_or("own"), picture);
                Some(board.map_err(|why| BadHeader::one("Picture", why))?.leak() as &Board)
            }
            (None, Some(name)) => {
                let none = || BadHeader::one("Board", format_args!("there is no board `{name}`"));
                Some(Board::named(name).ok_or_else(none)?)
            }
            (None, None) => None,
        };
        match record.header("Position") {
            Some(text) => {
                Position::read(text, rules, board).map_err(|bad| BadHeader::all("Position", &bad.0))
            }
            None => Ok(Position::start(board.unwrap_or(&Board::all()[0]), rules)),
        }
        .map(Battle::at)
    }

    /// A side that resigns out of turn is named. [MAD-9.2]
    fn written(&self, seat: Seat, action: &Action) -> String {
        // A resignation comes last, so the side that was asked then is asked now.
        match action {
            Action::Lose(how) => how.written(seat, self.to_act().seat(), &Position::SIDES),
            action => action.to_string(),
        }
    }
}

impl DuelGame for Battle {
    type Position = Position;

    fn at(position: Position) -> Battle {
        let ending = match position.without_corvette() {
            Some(loser) => Some(Ending::lost(why::EXILE, loser.seat())),
            None => position.result().map(|outcome| Ending::scored(why::TIE_BREAK, outcome)),
        };
        Battle { position, offered: false, has_offered: false, ending }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn action(&self, mv: Move) -> Action {
        Action::Move(self.position.notation(mv))
    }

    fn answers(&self) -> Option<[Action; 2]> {
        self.offered.then_some([Action::Accept, Action::Decline])
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
