//! A game as the referee meets it.

use crate::{BadHeader, Duel, Ending, Forfeit, Outcome, Record, Rng, Seat, Seats, below};
use std::fmt::{Arguments, Debug, Display};

/// Why an action is refused: the clause of `rules/` that forbids it, and a sentence in both languages.
/// [`illegal!`](crate::illegal) makes one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} [{clause}]")]
pub struct Illegal {
    /// The clause, such as `MAD-3.2`.
    pub clause: &'static str,
    /// What was understood and why it is not allowed, in lower case.
    pub reason: String,
    /// The reason in French.
    pub french: String,
}

impl Illegal {
    /// A refusal of a game that no page plays, in English only: French readers get the same sentence.
    pub fn new(clause: &'static str, reason: impl Into<String>) -> Illegal {
        let reason = reason.into();
        Illegal { clause, french: reason.clone(), reason }
    }

    /// A refusal from its sentence in English and in French. It is a function of its own because every call
    /// would else repeat its code, which pages load.
    #[cold]
    #[inline(never)]
    pub fn told(clause: &'static str, english: Arguments<'_>, french: Arguments<'_>) -> Illegal {
        Illegal { clause, reason: english.to_string(), french: french.to_string() }
    }
}

/// An [`Illegal`] from its clause and its sentence in English and in French. Both are format strings whose
/// values are variables: a refusal without a translation does not compile.
///
/// ```
/// let (far, at) = (3, "c5");
/// let why = joust_core::illegal!("MAD-3.1", "{at} is {far} away", "{at} est à {far} cases");
/// assert_eq!(why.to_string(), "c5 is 3 away [MAD-3.1]");
/// assert_eq!(why.french, "c5 est à 3 cases");
/// ```
#[macro_export]
macro_rules! illegal {
    ($clause:expr, $english:literal, $french:literal $(,)?) => {
        $crate::Illegal::told($clause, format_args!($english), format_args!($french))
    };
}

/// An action that is allowed, and the game after it. [`Course::carry_out`](crate::Course::carry_out)
/// takes it without a second check.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    /// The seat that acts.
    pub seat: Seat,
    /// What it does, in canonical form.
    pub action: G::Action,
    /// How the game stands afterwards.
    pub next: G,
}

impl<G: Game> Step<G> {
    /// What a word of a record leads to in this game, or the clause that forbids it.
    pub fn read(game: &G, text: &str) -> Result<Step<G>, Illegal> {
        let (seat, text) = game.said(text);
        match Forfeit::read(text, seat, G::SIDES) {
            Some((loser, how)) => game.forfeit(loser, how),
            None => game.propose(seat, &game.read(text)?),
        }
    }
}

/// How a game stands, and what its rules say about it: any number of seats, at once or in turn. Chance
/// comes from the seed with which the game began. A value of this type knows how the game goes on;
/// [`Course`](crate::Course) adds the past.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// What a seat can do. Its text is the notation of records: one word.
    type Action: Clone + Eq + Debug + Display + Send + Sync + 'static;
    /// What happened, for viewers and logs.
    type Event: Clone + Debug + Display;

    /// The name of the game on the command line and in records.
    const NAME: &'static str;
    /// The names of the seats in the order of play.
    const SIDES: &'static [&'static str];
    /// The words other than moves that a seat may say, such as `resign`.
    const WORDS: &'static [&'static str];
    /// The clause that says what a record is.
    const RECORD: &'static str;
    /// [`Course`](crate::Course) keeps a copy of the game before every action whose number is a multiple of
    /// this: 1 where copies are small.
    const STRIDE: usize = 1;

    /// The seats whose actions the game awaits; none when it is over.
    fn awaits(&self) -> Seats;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The points, once the game is over.
    fn outcome(&self) -> Option<Outcome> {
        self.ending().and_then(|ending| ending.outcome)
    }

    /// How the game ended, as a sentence.
    fn ending_text(&self) -> Option<String>;

    /// The action that a text means here. Readers are generous: a text may be as short as people type it.
    fn read(&self, text: &str) -> Result<Self::Action, Illegal>;

    /// What an action of a seat leads to, or the clause that forbids it. Nothing changes.
    fn propose(&self, seat: Seat, action: &Self::Action) -> Result<Step<Self>, Illegal>;

    /// Carries out an action at once, and gives it in canonical form. A refused action changes nothing.
    /// Games whose copies are large do it in place.
    fn make(&mut self, seat: Seat, action: &Self::Action) -> Result<Self::Action, Illegal> {
        let step = self.propose(seat, action)?;
        *self = step.next;
        Ok(step.action)
    }

    /// What the loss of a seat away from the board leads to.
    fn forfeit(&self, seat: Seat, how: Forfeit) -> Result<Step<Self>, Illegal>;

    /// How the game goes on without a player that failed; `None` where the seat loses the game by it.
    fn without(&self, seat: Seat) -> Option<Step<Self>> {
        let _ = seat;
        None
    }

    /// What happened between two states of the game beside the action itself.
    fn events(&self, step: &Step<Self>) -> Vec<Self::Event>;

    /// An action that a seat may take now, drawn at random; nothing where the seat is not awaited.
    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action>;

    /// Whether an action is a move and not only a word.
    fn is_move(action: &Self::Action) -> bool;

    /// The turn or round, counted as people do.
    fn turn_number(&self) -> u32;

    /// The words other than moves that the seat to act may say now.
    fn words(&self) -> Vec<&'static str> {
        let Some(seat) = self.awaits().iter().next() else { return Vec::new() };
        let said = |word: &str| self.propose(seat, &self.read(word)?);
        let allowed = |word: &&&str| said(word).is_ok_and(|step| !Self::is_move(&step.action));
        Self::WORDS.iter().filter(allowed).copied().collect()
    }

    /// What a program asks a person before it carries out this action, if anything.
    fn doubt(&self, action: &Self::Action) -> Option<String> {
        let _ = action;
        None
    }

    /// The headers of a record of a game that began here and stands as `now` does.
    fn headers(&self, now: &Self) -> Vec<(&'static str, String)>;

    /// The game that a record describes, before its first action.
    fn of_record(record: &Record) -> Result<Self, BadHeader>;

    /// An action of the course as a record writes it.
    fn written(&self, seat: Seat, action: &Self::Action) -> String {
        let _ = seat;
        action.to_string()
    }

    /// The seat to which a word of a record belongs, and the action of the word. Where words do not name
    /// their seats, it is the seat that is asked.
    fn said<'t>(&self, word: &'t str) -> (Seat, &'t str) {
        (self.awaits().iter().next().unwrap_or(Seat::FIRST), word)
    }
}

/// A game around the positions of a duel.
pub trait DuelGame: Game {
    /// The positions of the game.
    type Position: Duel;

    /// The game that begins in a position.
    fn at(position: Self::Position) -> Self;

    /// The position on the board.
    fn position(&self) -> &Self::Position;

    /// The action that is a move of the position on the board.
    fn action(&self, mv: <Self::Position as Duel>::Move) -> Self::Action;

    /// The actions that accept and decline an offer, where one waits for its answer.
    fn answers(&self) -> Option<[Self::Action; 2]> {
        None
    }

    /// [`Game::random_action`] of a duel: every legal move is equally likely, and a coin answers an offer.
    fn random_reply(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        if !self.awaits().contains(seat) {
            return None;
        }
        match self.answers() {
            Some([accept, decline]) => Some(if below(rng, 2) == 0 { accept } else { decline }),
            None => Some(self.action(self.position().random_move(rng)?)),
        }
    }
}
