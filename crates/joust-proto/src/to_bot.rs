//! What the referee sends.

use crate::VERSION;
use joust_core::{Budget, Ending, Fault, Game, Seat};
use joust_view::{Value, View};
use serde::Serialize;
use serde_json::{Map, Value as Json};

/// A message of the referee.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToBot {
    /// The first message: everything that the bot knows before the game.
    Hello(Box<Hello>),
    /// The bot must act.
    Turn(Turn),
    /// The game is over. The bot does not answer, and ends.
    End(End),
    /// The bot failed. It is told why, and ended.
    Error(Complaint),
}

/// What a bot knows before the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the protocol: [`VERSION`].
    pub protocol: u32,
    /// The version of Joust.
    pub joust: String,
    /// The game: `mad`, `wargame` or `madmax`.
    pub game: String,
    /// The seat of the bot, from 0.
    pub seat: usize,
    /// The names of all players, in the order of the seats.
    pub names: Vec<String>,
    /// What the bot may use.
    pub limits: Limits,
    /// A number for the bot's random choices, its own in every game and seat, below 2^53.
    pub seed: u64,
    /// The values that the user has chosen for parameters of the bot.
    pub parameters: Map<String, Json>,
    /// How the game stands, as `docs/view.md` describes it.
    #[cfg_attr(feature = "schema", schemars(with = "Map<String, Json>"))]
    pub start: Value,
}

impl Hello {
    /// The message for a seat of a game. Names, limits, seed and parameters are the caller's to fill in.
    pub fn of<G: View>(game: &G, seat: Seat) -> Hello {
        Hello {
            protocol: VERSION,
            joust: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            seat: seat.index(),
            names: Vec::new(),
            limits: Limits::default(),
            seed: 0,
            parameters: Map::new(),
            start: seen(game),
        }
    }
}

/// The whole game as a bot may see it.
fn seen<G: View>(game: &G) -> Value {
    let mut view = joust_view::now(game);
    if let Value::Object(fields) = &mut view {
        // From the seed of a game a bot could foresee the random numbers of the others.
        fields.retain(|(name, _)| name != "seed");
    }
    view
}

/// What a bot may use; `null` stands for "unlimited".
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Milliseconds for an action.
    pub turn_ms: Option<u64>,
    /// Milliseconds of processor time in the game.
    pub game_ms: Option<u64>,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Bytes that it may write in the game besides its messages.
    pub output: Option<u64>,
    /// The fuel of a module.
    pub fuel: Option<FuelLeft>,
}

/// The fuel of a module: what a turn gives, and the bank from which the turns take what they need beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FuelLeft {
    /// Fuel for this turn; what is left of it is lost.
    pub turn: u64,
    /// Fuel in the bank.
    pub bank: u64,
    /// The fuel that stands for a second on the clock of the module.
    pub per_second: u64,
}

/// The bot must act.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The number of the turn or round, as the law of the game counts.
    pub turn: u32,
    /// What the bot must know to act: what has changed, what has happened, and what it can do.
    #[cfg_attr(feature = "schema", schemars(with = "Map<String, Json>"))]
    pub state: Value,
    /// What the other seats have done since the bot's last turn, where that is no secret.
    pub last: Vec<PastAction>,
    /// The clock, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockLeft>,
    /// The fuel of a module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fuel: Option<FuelLeft>,
    /// The whole game as data, for bots that want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Map<String, Json>>"))]
    pub view: Option<Value>,
}

impl Turn {
    /// The turn of a seat. `before` is the game as the bot was told of it last; `past` has the actions so far.
    pub fn of<G: View>(game: &G, seat: Seat, before: Option<&G>, past: &[(Seat, G::Action)]) -> Turn {
        let since = past.iter().rposition(|(by, _)| *by == seat).map_or(0, |own| own + 1);
        let told = if G::ACTIONS_ARE_OPEN { &past[since..] } else { &[] };
        let told = told.iter().map(|(seat, action)| PastAction::of(game, *seat, action));
        Turn {
            turn: game.turn_number(),
            state: Value::object(game.tell_turn(seat, before)),
            last: told.collect(),
            clock: None,
            fuel: None,
            view: None,
        }
    }

    /// The turn with the whole game as data.
    #[must_use]
    pub fn with_view<G: View>(self, game: &G) -> Turn {
        Turn { view: Some(seen(game)), ..self }
    }
}

/// An action of another seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastAction {
    /// The seat that acted.
    pub seat: usize,
    /// The action in the notation of records.
    pub action: String,
}

impl PastAction {
    fn of<G: Game>(game: &G, seat: Seat, action: &G::Action) -> PastAction {
        PastAction { seat: seat.index(), action: game.written(seat, action) }
    }
}

/// What is left on the clock of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockLeft {
    /// Milliseconds for the rest of the game.
    pub left_ms: u64,
    /// Milliseconds that each action adds.
    pub increment_ms: u64,
}

impl From<Budget> for ClockLeft {
    fn from(budget: Budget) -> ClockLeft {
        let ms = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        ClockLeft { left_ms: ms(budget.left), increment_ms: ms(budget.increment) }
    }
}

/// The game is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// How it ended: `why`, `winner`, `loser`, `points`, and `scores` where there are some.
    #[cfg_attr(feature = "schema", schemars(with = "Map<String, Json>"))]
    pub result: Ending,
    /// Who failed in it.
    pub faults: Vec<FaultText>,
}

impl End {
    /// The message about an ending.
    pub fn of(result: &Ending, faults: &[Fault]) -> End {
        End { result: *result, faults: faults.iter().map(FaultText::from).collect() }
    }
}

/// A fault, without the last words of its player, which are its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultText {
    /// The seat that failed.
    pub seat: usize,
    /// The turn in which it failed; `null` before the game.
    pub turn: Option<u32>,
    /// The kind, such as `out-of-fuel`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: joust_core::FaultKind,
}

impl From<&Fault> for FaultText {
    fn from(fault: &Fault) -> FaultText {
        FaultText { seat: fault.seat.index(), turn: fault.turn, kind: fault.kind }
    }
}

/// Why a bot is ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Complaint {
    /// What the bot did.
    pub text: String,
    /// What its author can do about it.
    pub hint: String,
}

impl ToBot {
    /// The message as a line, without its end.
    pub fn line(&self) -> String {
        // All keys are texts and all values can be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}
