//! Positions of the duels with their types known: a call from Python dispatches once, and then runs typed code.

use joust_batch::{Encoding, MadEncoding, WarGameEncoding};
use joust_core::{Duel, DuelGame as _, Forfeit, Game as _, Illegal, Setup};
use joust_games::Registered as _;
use joust_mad::Battle;
use joust_players::PlayableDuel;
use joust_view::DuelView;
use joust_wargame::Campaign;
use std::hash::{Hash, Hasher};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// A position of one of the duels, with the encoding of its board and rules.
#[derive(Clone)]
pub(crate) enum AnyPosition {
    Mad(Coded<joust_mad::Position>),
    War(Coded<joust_wargame::Position>),
}

/// Evaluates an expression with the position of either game.
macro_rules! on {
    ($position:expr, $typed:ident => $answer:expr) => {
        match $position {
            $crate::duel::AnyPosition::Mad($typed) => $answer,
            $crate::duel::AnyPosition::War($typed) => $answer,
        }
    };
}
pub(crate) use on;

/// A position with the encoding of its board and rules.
#[derive(Clone)]
pub(crate) struct Coded<P: TypedDuel> {
    pub(crate) at: P,
    pub(crate) code: Arc<P::Code>,
}

/// What this crate asks of a duel beyond its rules.
pub(crate) trait TypedDuel: Duel {
    /// The game around the positions.
    type Game: PlayableDuel<Position = Self> + DuelView;
    /// The encoding of observations and actions.
    type Code: Encoding<Position = Self>;

    /// The position without its type.
    fn erased(coded: Coded<Self>) -> AnyPosition;

    /// The encodings that were made so far.
    fn codes() -> &'static Codes<Self>;

    /// Whether both positions have one board and one ruleset, and so one encoding.
    fn is_coded_like(&self, other: &Self) -> bool;

    /// The legal move that a text means, or the clause that forbids it.
    fn understood(&self, text: &str) -> Result<Self::Move, Illegal>;

    /// A key that tells positions of a board apart, also by what counts only towards the end.
    fn whole_key(&self) -> u64;

    /// The scores of the sides, in games that have some.
    fn scores(&self) -> Option<[i32; 2]>;
}

/// Encodings, each with a position of its board and rules. Boards are kept for good, and so are these.
pub(crate) type Codes<P> = Mutex<Vec<(P, Arc<<P as TypedDuel>::Code>)>>;

/// How a move is given: by its text, or by its number in the encoding.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    Text(&'a str),
    Index(i32),
}

impl<P: TypedDuel> Coded<P> {
    /// The position with its encoding, which is made once for each board and ruleset.
    pub(crate) fn new(at: P) -> Coded<P> {
        let mut codes = P::codes().lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, code)) = codes.iter().find(|(other, _)| at.is_coded_like(other)) {
            return Coded { at, code: Arc::clone(code) };
        }
        let code = Arc::new(P::Code::of(&at));
        codes.push((at, Arc::clone(&code)));
        Coded { at, code }
    }

    /// The game that begins here.
    pub(crate) fn game(&self) -> P::Game {
        P::Game::at(self.at)
    }

    /// How a game from here starts, spelled out.
    pub(crate) fn setup(&self) -> Setup {
        self.game().setup()
    }

    /// The legal moves in the form of the encoding.
    pub(crate) fn choices(&self) -> <P::Code as Encoding>::Choices {
        let mut choices = Default::default();
        self.code.choose_from(&self.at, &mut choices);
        choices
    }

    /// The legal move that is given, or why it is not allowed.
    pub(crate) fn legal(&self, given: Given<'_>) -> Result<P::Move, Illegal> {
        match given {
            Given::Text(text) => self.at.understood(text),
            Given::Index(index) => match self.code.pick(&self.at, &self.choices(), index) {
                Some(mv) => Ok(mv),
                // The rules say why.
                None => self.code.move_of(&self.at, index),
            },
        }
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, mv: P::Move) -> Coded<P> {
        Coded { at: self.at.after(mv), code: Arc::clone(&self.code) }
    }

    /// Why nothing can be played any more; `None` while the game goes on.
    pub(crate) fn over(&self) -> Option<Illegal> {
        self.at.outcome()?;
        self.game().forfeit(self.at.to_move(), Forfeit::Resigned).err()
    }

    /// The name of the ruleset, or all options where they are those of no ruleset.
    pub(crate) fn ruleset(&self) -> String {
        let spelled_out = self.setup().rules;
        P::Game::rules_name(&spelled_out).unwrap_or(spelled_out)
    }

    /// The name of the side to move.
    pub(crate) fn side(&self) -> &'static str {
        P::SIDES[self.at.to_move().index() & 1]
    }

    /// The names of both sides.
    pub(crate) fn sides(&self) -> [&'static str; 2] {
        P::SIDES
    }

    /// The name of the game.
    pub(crate) fn name(&self) -> &'static str {
        P::Game::NAME
    }

    /// The number of the turn, from 1.
    pub(crate) fn turn(&self) -> u32 {
        self.game().turn_number()
    }

    /// The version of the encoding.
    pub(crate) fn version(&self) -> u32 {
        P::Code::VERSION
    }
}

impl AnyPosition {
    /// A position of the game of this type.
    pub(crate) fn of<P: TypedDuel>(at: P) -> AnyPosition {
        P::erased(Coded::new(at))
    }
}

impl TypedDuel for joust_mad::Position {
    type Game = Battle;
    type Code = MadEncoding;

    fn erased(coded: Coded<Self>) -> AnyPosition {
        AnyPosition::Mad(coded)
    }

    fn codes() -> &'static Codes<Self> {
        static CODES: Codes<joust_mad::Position> = Mutex::new(Vec::new());
        &CODES
    }

    fn is_coded_like(&self, other: &Self) -> bool {
        ptr::eq(self.board(), other.board())
    }

    fn understood(&self, text: &str) -> Result<Self::Move, Illegal> {
        self.understand(text).map_err(Illegal::from)
    }

    fn whole_key(&self) -> u64 {
        self.full_key() ^ u64::from(self.turn_number()).rotate_left(32)
    }

    fn scores(&self) -> Option<[i32; 2]> {
        None
    }
}

impl TypedDuel for joust_wargame::Position {
    type Game = Campaign;
    type Code = WarGameEncoding;

    fn erased(coded: Coded<Self>) -> AnyPosition {
        AnyPosition::War(coded)
    }

    fn codes() -> &'static Codes<Self> {
        static CODES: Codes<joust_wargame::Position> = Mutex::new(Vec::new());
        &CODES
    }

    fn is_coded_like(&self, other: &Self) -> bool {
        ptr::eq(self.board(), other.board()) && self.rules() == other.rules()
    }

    fn understood(&self, text: &str) -> Result<Self::Move, Illegal> {
        self.understand(text)
    }

    fn whole_key(&self) -> u64 {
        self.key()
    }

    fn scores(&self) -> Option<[i32; 2]> {
        Some(joust_wargame::Side::BOTH.map(|side| self.score(side)))
    }
}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(on!(self, coded => coded.at.whole_key()));
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        match (self, other) {
            (AnyPosition::Mad(one), AnyPosition::Mad(other)) => one.at == other.at,
            (AnyPosition::War(one), AnyPosition::War(other)) => one.at == other.at,
            _ => false,
        }
    }
}

impl Eq for AnyPosition {}
