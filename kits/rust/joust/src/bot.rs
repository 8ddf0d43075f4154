//! A bot, and the messages that it gets and gives. `docs/protocol.md` has all their fields.

use crate::{Game, Json, MadMaxState, MadPosition, WarPosition};
use std::collections::BTreeMap;

/// A bot for one game. Only `act` is needed.
pub trait Bot {
    /// Your name, version and parameters.
    fn info(&self) -> Info {
        Info::new("Bot", "")
    }

    /// The game begins: prepare.
    fn start(&mut self, _hello: &Hello) {}

    /// Your turn: answer with one of `turn.moves`, or with orders such as `83b,12x`.
    fn act(&mut self, turn: &mut Turn) -> Action;

    /// The game is over.
    fn end(&mut self, _result: &Result) {}
}

/// Gets the name of a game and makes a bot for it; `None` for a game that you do not play.
pub type Make = fn(game: &str) -> Option<Box<dyn Bot>>;

/// A value that a user may set.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its default.
    pub default: Json,
    /// Its kind, default and range, as JSON.
    pub(crate) json: String,
}

impl Parameter {
    /// A whole number.
    pub fn integer(name: &str, default: i64, min: i64, max: i64) -> Parameter {
        Parameter::ranged(name, "integer", default as f64, min as f64, max as f64)
    }

    /// A number.
    pub fn real(name: &str, default: f64, min: f64, max: f64) -> Parameter {
        Parameter::ranged(name, "real", default, min, max)
    }

    /// One of some words.
    pub fn choice(name: &str, default: &str, values: &[&str]) -> Parameter {
        let list: Vec<String> = values.iter().map(|value| Json::quoted(value)).collect();
        let (word, list) = (Json::quoted(default), list.join(","));
        let json = format!(r#""kind":"choice","default":{word},"values":[{list}]"#);
        Parameter { name: name.to_owned(), default: Json::Text(default.to_owned()), json }
    }

    fn ranged(name: &str, kind: &str, default: f64, min: f64, max: f64) -> Parameter {
        let [value, min, max] = [default, min, max].map(Json::written);
        let json = format!(r#""kind":"{kind}","default":{value},"min":{min},"max":{max}"#);
        Parameter { name: name.to_owned(), default: Json::Number(default), json }
    }
}

/// What a bot says about itself.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The values that a user may set.
    pub parameters: Vec<Parameter>,
    /// `view` if every turn shall carry the whole game as data.
    pub wants: Vec<String>,
}

impl Info {
    /// A name and a version.
    pub fn new(name: &str, version: &str) -> Info {
        Info { name: name.to_owned(), version: version.to_owned(), ..Info::default() }
    }
}

/// What a bot does in its turn, with what it likes to report about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Action {
    /// The action.
    pub action: String,
    /// Positions that it looked at.
    pub nodes: Option<u64>,
    /// What it thinks the game is worth.
    pub value: Option<f64>,
}

impl Action {
    /// An action with a report.
    pub fn new(action: &str, nodes: usize, value: f64) -> Action {
        Action { action: action.to_owned(), nodes: Some(nodes as u64), value: Some(value) }
    }
}

impl From<&str> for Action {
    fn from(action: &str) -> Action {
        Action { action: action.to_owned(), ..Action::default() }
    }
}

impl From<String> for Action {
    fn from(action: String) -> Action {
        Action { action, ..Action::default() }
    }
}

/// The fuel of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// For this turn; the rest is lost.
    pub turn: i64,
    /// For the whole game.
    pub bank: i64,
    /// What stands for a second.
    pub per_second: i64,
}

impl Fuel {
    fn read(told: &Json) -> Option<Fuel> {
        let told = told.some()?;
        let [turn, bank, per_second] = ["turn", "bank", "per_second"].map(|name| told[name].integer());
        Some(Fuel { turn, bank, per_second })
    }
}

/// What the bot may use; `None` is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds for an action.
    pub turn_ms: Option<i64>,
    /// Milliseconds of processor time in the game.
    pub game_ms: Option<i64>,
    /// Bytes of memory.
    pub memory: Option<i64>,
    /// Bytes of output.
    pub output: Option<i64>,
    /// The fuel of a module.
    pub fuel: Option<Fuel>,
}

/// What is left on the clock of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds for the rest of the game.
    pub left_ms: i64,
    /// Milliseconds that each action adds.
    pub increment_ms: i64,
}

/// An action of another seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The seat.
    pub seat: usize,
    /// What it did.
    pub action: String,
}

/// A failure of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The seat.
    pub seat: usize,
    /// The turn; `None` before the game.
    pub turn: Option<usize>,
    /// The kind, such as `crashed`.
    pub kind: String,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Result {
    /// Why it is over.
    pub why: String,
    /// The seat that has won.
    pub winner: Option<usize>,
    /// The seat that has lost.
    pub loser: Option<usize>,
    /// The points.
    pub points: String,
    /// The scores, in games that have some.
    pub scores: Vec<i64>,
    /// Who failed.
    pub faults: Vec<Fault>,
}

fn seat(told: &Json) -> Option<usize> {
    told.some().map(Json::size)
}

impl Result {
    pub(crate) fn read(told: &Json) -> Result {
        let how = &told["result"];
        let fault = |told: &Json| Fault {
            seat: told["seat"].size(),
            turn: seat(&told["turn"]),
            kind: told["kind"].text().to_owned(),
        };
        Result {
            why: how["why"].text().to_owned(),
            winner: seat(&how["winner"]),
            loser: seat(&how["loser"]),
            points: how["points"].text().to_owned(),
            scores: how["scores"].integers(),
            faults: told["faults"].list().iter().map(fault).collect(),
        }
    }
}

/// Everything that a bot knows before the game.
#[derive(Clone, Debug)]
pub struct Hello<'a> {
    /// The version of the protocol.
    pub protocol: i64,
    /// The version of Joust.
    pub joust: String,
    /// The game: `mad`, `wargame` or `madmax`.
    pub game: String,
    /// Your seat, from 0.
    pub seat: usize,
    /// The names of the players.
    pub names: Vec<String>,
    /// What you may use.
    pub limits: Limits,
    /// For `Random`: your own number in every game.
    pub seed: u64,
    /// How the game stands, as JSON.
    pub start: &'a Json,
    state: &'a Game,
    parameters: BTreeMap<String, Json>,
}

impl<'a> Hello<'a> {
    pub(crate) fn read(told: &'a Json, info: &Info, state: &'a Game) -> Hello<'a> {
        let limit = |name: &str| told["limits"][name].some().map(Json::integer);
        let mut parameters: BTreeMap<String, Json> =
            info.parameters.iter().map(|known| (known.name.clone(), known.default.clone())).collect();
        parameters.extend(told["parameters"].fields().iter().cloned());
        Hello {
            protocol: told["protocol"].integer(),
            joust: told["joust"].text().to_owned(),
            game: told["game"].text().to_owned(),
            seat: told["seat"].size(),
            names: told["names"].texts(),
            limits: Limits {
                turn_ms: limit("turn_ms"),
                game_ms: limit("game_ms"),
                memory: limit("memory"),
                output: limit("output"),
                fuel: Fuel::read(&told["limits"]["fuel"]),
            },
            seed: told["seed"].number() as u64,
            start: &told["start"],
            state,
            parameters,
        }
    }

    /// The value that the user has set, or the default: `integer()`, `number()` or `text()` of it.
    pub fn parameter(&self, name: &str) -> &Json {
        self.parameters.get(name).unwrap_or_else(|| panic!("there is no parameter {name}"))
    }

    /// The position of a game of MAD.
    pub fn mad(&self) -> &'a MadPosition {
        self.state.mad()
    }

    /// The position of a War Game.
    pub fn wargame(&self) -> &'a WarPosition {
        self.state.wargame()
    }

    /// The state of a game of Mad Max.
    pub fn madmax(&self) -> &'a MadMaxState {
        self.state.madmax()
    }
}

/// The bot must act.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// The number of the turn or round.
    pub number: usize,
    /// All legal moves of a duel.
    pub moves: Vec<String>,
    /// What the other seats have done since your last turn.
    pub last: Vec<Past>,
    /// The clock, if the game has one.
    pub clock: Option<Clock>,
    /// The fuel of a module.
    pub fuel: Option<Fuel>,
    /// The state as JSON.
    pub state: &'a Json,
    /// The whole game as JSON, if you want it.
    pub view: &'a Json,
    game: &'a Game,
    pub(crate) notes: String,
}

impl<'a> Turn<'a> {
    pub(crate) fn read(told: &'a Json, game: &'a Game) -> Turn<'a> {
        let past = |told: &Json| Past { seat: told["seat"].size(), action: told["action"].text().to_owned() };
        let clock = |told: &Json| Clock {
            left_ms: told["left_ms"].integer(),
            increment_ms: told["increment_ms"].integer(),
        };
        Turn {
            number: told["turn"].size(),
            moves: told["state"]["moves"].texts(),
            last: told["last"].list().iter().map(past).collect(),
            clock: told["clock"].some().map(clock),
            fuel: Fuel::read(&told["fuel"]),
            state: &told["state"],
            view: &told["view"],
            game,
            notes: String::new(),
        }
    }

    /// The position of a game of MAD.
    pub fn mad(&self) -> &'a MadPosition {
        self.game.mad()
    }

    /// The position of a War Game.
    pub fn wargame(&self) -> &'a WarPosition {
        self.game.wargame()
    }

    /// The state of a game of Mad Max.
    pub fn madmax(&self) -> &'a MadMaxState {
        self.game.madmax()
    }

    /// A remark for those who watch.
    pub fn note(&mut self, text: &str) {
        self.notes += &format!("{{\"type\":\"note\",\"text\":{}}}\n", Json::quoted(text));
    }

    /// A remark about a cell of Mad Max; the viewer shows it there.
    pub fn mark(&mut self, row: usize, col: usize, text: &str) {
        let text = Json::quoted(text);
        self.notes += &format!("{{\"type\":\"note\",\"text\":{text},\"row\":{row},\"col\":{col}}}\n");
    }
}
