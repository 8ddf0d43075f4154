//! Players of any kind, seated in a game.

use crate::GameLimits;
use crate::run::playable;
use joust_core::{Fault, Game, Player, Seat, Seed};
use joust_madmax::Skirmish;
use joust_madmax::player::{BUILT_IN, Seated};
use joust_players::{AnyPlayer, BotSpec, Kind, LineSpec, PlayableDuel, Spec};
use joust_proto::Introduction;
use joust_sandbox::{
    Audience, BotCommand, BotLimits, BotPlayer, BotTerms, FUEL_PER_SECOND, Fuel, Kit, LinePlayer,
    LineProgram, MODULE_MEMORY, ModuleCode, Wire,
};
use joust_view::{DuelView, View};
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;

/// A player that can be seated in any number of games. [`Programs::find`](crate::Programs::find) finds it by
/// name.
///
/// ```
/// use joust_match::{Contestant, Place, Programs};
/// use joust_players::Spec;
///
/// let engine = Programs::default().find(Spec::read("engine:3", "mad").unwrap()).unwrap();
/// assert_eq!(engine.name(), "engine:3");
/// assert!(engine.seat(&Place::default()).is_some());
/// assert!(Contestant::built_in("Demo").is_some());
/// ```
#[derive(Clone, Debug)]
pub enum Contestant {
    /// A built-in player, or a program behind `line:`.
    Named(Spec),
    /// The player of this name in a kit.
    Kit(Arc<Kit>, String),
    /// A program behind `line:` of somebody who is not trusted.
    ConfinedLine {
        /// Its name.
        spec: Spec,
        /// How long it may think.
        line: LineSpec,
        /// The program.
        command: BotCommand,
    },
    /// A bot of this game that runs as a process.
    Command {
        /// Its name and options.
        bot: BotSpec,
        /// The game that it plays.
        game: &'static str,
        /// The program.
        command: BotCommand,
    },
    /// A bot of this game that runs as a WebAssembly module.
    Module {
        /// Its name and options.
        bot: BotSpec,
        /// The game that it plays.
        game: &'static str,
        /// The module.
        code: Arc<ModuleCode>,
    },
}

/// What a player is given besides its game.
///
/// ```
/// let place = joust_match::Place::default();
/// assert_eq!((place.seat, place.names.len()), (0, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The limits of programs.
    pub limits: GameLimits,
    /// The seed of its random choices; players of Mad Max that are not bots draw from the seed of the game.
    pub seed: Seed,
    /// Its seat, from 0.
    pub seat: usize,
    /// The names of all players, in the order of the seats.
    pub names: Vec<String>,
}

impl Place {
    /// The number that a bot is given for its random choices. From it a bot cannot find the seed of the match,
    /// nor the numbers of other bots.
    fn bot_seed(&self) -> u64 {
        let hash = Sha256::new().chain_update(b"joust bot").chain_update(self.seed.0.to_le_bytes());
        let hash: [u8; 32] = hash.chain_update([self.seat as u8]).finalize().into();
        let word = hash.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        // Numbers in JSON are exact up to 2^53.
        word >> 11
    }

    fn terms(&self, bot: &BotSpec, limits: BotLimits) -> BotTerms {
        let value = |text: &String| {
            let number = || text.parse::<f64>().ok().and_then(serde_json::Number::from_f64);
            let whole = text.parse::<i64>().ok().map(Into::into);
            whole.or_else(number).map_or_else(|| Json::String(text.clone()), Json::Number)
        };
        let parameters: Map<String, Json> =
            bot.parameters().iter().map(|(name, text)| (name.clone(), value(text))).collect();
        BotTerms { names: self.names.clone(), seed: self.bot_seed(), parameters, limits }
    }

    /// What a bot that runs as a process may use.
    fn process_limits(&self, bot: &BotSpec) -> BotLimits {
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let GameLimits { time, wait, memory, move_ms, .. } = self.limits;
        let bot = bot.clone().or_within(move_ms.map(Duration::from_millis));
        BotLimits {
            start: None,
            turn: Some(bot.timeout()),
            game: time.map(seconds),
            wait: wait.map(seconds),
            memory: memory.map(megabytes),
        }
    }

    /// The fuel of a module: what its name says, else what the game says, else the time for a move as fuel,
    /// else `usual`.
    fn fuel(&self, bot: &BotSpec, usual: Fuel) -> Fuel {
        let by_time = self.limits.move_ms.map(|ms| ms.saturating_mul(FUEL_PER_SECOND / 1000));
        let by_seconds = self
            .limits
            .time
            .map(|seconds| ((seconds * 1000.0) as u64).saturating_mul(FUEL_PER_SECOND / 1000));
        let turn = bot.fuel().or(self.limits.fuel).or(by_time);
        let bank = bot.bank().or(self.limits.bank).or(by_seconds);
        let patience = self.limits.patience;
        match (turn, bank) {
            (None, None) => Fuel { patience, ..usual },
            (turn, bank) => Fuel { turn: turn.unwrap_or(0), bank: bank.unwrap_or(0), patience },
        }
    }

    /// A program behind `line:`, with its time.
    fn line_program(&self, line: &LineSpec) -> LineProgram {
        let line = line.clone().or_within(self.limits.move_ms.map(Duration::from_millis));
        let (timeout, move_time) = (line.timeout(), line.move_time());
        LineProgram { command: line.command().to_owned(), timeout, move_time }
    }

    fn module_memory(&self) -> Option<u64> {
        self.limits.memory.map(megabytes)
    }
}

fn megabytes(megabytes: f64) -> u64 {
    (megabytes * 1_048_576.0) as u64
}

/// The fuel of a module in a duel: a second for each turn, and ten for the whole game.
const DUEL_FUEL: Fuel = Fuel { turn: FUEL_PER_SECOND, bank: 10 * FUEL_PER_SECOND, patience: None };
/// The fuel of a module in Mad Max: the three seconds of the contest, for the whole game.
pub(crate) const ARMY_FUEL: Fuel = Fuel { turn: 0, bank: 3 * FUEL_PER_SECOND, patience: None };

impl Contestant {
    /// The built-in player of Mad Max with this name.
    ///
    /// See [`Contestant`] for an example.
    pub fn built_in(name: &str) -> Option<Contestant> {
        let spec = Spec::read(name, Skirmish::NAME).ok()?;
        // Names of other kinds of players may have spaces around them.
        matches!(spec.kind, Kind::BuiltIn(known) if known == name).then_some(Contestant::Named(spec))
    }

    /// The player of this name in an open kit. [`Programs::find`](crate::Programs::find) opens the kit that a
    /// name mentions.
    pub fn of_kit(kit: &Arc<Kit>, name: &str) -> Option<Contestant> {
        kit.names().contains(name).then(|| Contestant::Kit(Arc::clone(kit), name.to_owned()))
    }

    /// Its name, without paths.
    pub fn name(&self) -> String {
        match self {
            Contestant::Named(spec) | Contestant::ConfinedLine { spec, .. } => spec.to_string(),
            Contestant::Kit(_, name) => name.clone(),
            Contestant::Command { bot, .. } | Contestant::Module { bot, .. } => bot.short_name(),
        }
    }

    /// The SHA-256 of its module, if it is one: what a game with it depends on.
    ///
    /// ```
    /// assert_eq!(joust_match::Contestant::built_in("Demo").unwrap().hash(), None);
    /// ```
    pub fn hash(&self) -> Option<String> {
        if let Contestant::Module { code, .. } = self { Some(code.hash()) } else { None }
    }

    /// The fuel of the player in a game, if it is a module.
    ///
    /// ```
    /// use joust_match::{Contestant, Place};
    /// assert_eq!(Contestant::built_in("Demo").unwrap().fuel(&Place::default()), None);
    /// ```
    pub fn fuel(&self, place: &Place) -> Option<Fuel> {
        let Contestant::Module { bot, game, .. } = self else { return None };
        let usual = if *game == Skirmish::NAME { ARMY_FUEL } else { DUEL_FUEL };
        Some(place.fuel(bot, usual))
    }

    /// The bytes of memory that the player may have, if that is limited and it is a bot.
    ///
    /// ```
    /// use joust_match::{Contestant, Place};
    /// assert_eq!(Contestant::built_in("Demo").unwrap().memory(&Place::default()), None);
    /// ```
    pub fn memory(&self, place: &Place) -> Option<u64> {
        match self {
            Contestant::Module { .. } => Some(place.module_memory().unwrap_or(MODULE_MEMORY)),
            Contestant::Command { .. } => place.limits.memory.map(megabytes),
            _ => None,
        }
    }

    /// The time that an action of the player may take, if it is a bot that runs as a process.
    ///
    /// ```
    /// use joust_match::{Contestant, Place};
    /// assert_eq!(Contestant::built_in("Demo").unwrap().turn_time(&Place::default()), None);
    /// ```
    pub fn turn_time(&self, place: &Place) -> Option<Duration> {
        let Contestant::Command { bot, .. } = self else { return None };
        place.process_limits(bot).turn
    }

    /// Seats the player for one game; `None` for a person.
    pub fn seat(&self, place: &Place) -> Option<Box<dyn AnyPlayer>> {
        let game = match self {
            Contestant::Named(spec) | Contestant::ConfinedLine { spec, .. } => spec.game(),
            Contestant::Kit(..) => Skirmish::NAME,
            Contestant::Command { game, .. } | Contestant::Module { game, .. } => game,
        };
        (playable(game)?.seat)(self, place)
    }

    /// Seats the player for one game of a duel whose type is known; `None` for a person and for a player of
    /// Mad Max.
    ///
    /// ```
    /// use joust_mad::Battle;
    /// use joust_match::{Contestant, Place};
    /// use joust_players::Spec;
    /// let seat = |name| Contestant::Named(Spec::read(name, "mad").unwrap()).seat_as::<Battle>(&Place::default());
    /// assert!(seat("engine:3").is_some() && seat("human").is_none());
    /// ```
    pub fn seat_as<G: PlayableDuel + DuelView>(&self, place: &Place) -> Option<Box<dyn Player<G>>> {
        self.seat_heard(place, Audience::absent())
    }

    /// [`Contestant::seat_as`], where `audience` receives what a bot writes besides its moves.
    ///
    /// ```
    /// use joust_mad::Battle;
    /// use joust_match::{Contestant, Place};
    /// use joust_players::Spec;
    /// use joust_sandbox::Audience;
    /// let random = Contestant::Named(Spec::read("random", "mad").unwrap());
    /// assert!(random.seat_heard::<Battle>(&Place::default(), Audience::absent()).is_some());
    /// ```
    pub fn seat_heard<G: PlayableDuel + DuelView>(
        &self,
        place: &Place,
        audience: Audience,
    ) -> Option<Box<dyn Player<G>>> {
        match self {
            Contestant::Kit(..) => None,
            Contestant::Command { .. } | Contestant::Module { .. } => {
                Some(Box::new(self.seat_bot(place, DUEL_FUEL, audience)?))
            }
            Contestant::Named(spec) => {
                let Kind::Line(line) = &spec.kind else { return spec.seat_as(place.seed) };
                Some(Box::new(LinePlayer::new(place.line_program(line))))
            }
            Contestant::ConfinedLine { line, command, .. } => {
                let memory = place.limits.memory.map(megabytes);
                Some(Box::new(LinePlayer::confined(place.line_program(line), command, memory)))
            }
        }
    }

    /// Seats a bot that speaks the protocol; `None` for any other player.
    pub(crate) fn seat_bot<G: View>(
        &self,
        place: &Place,
        usual: Fuel,
        audience: Audience,
    ) -> Option<BotPlayer<G>> {
        match self {
            Contestant::Command { bot, command, .. } => {
                let limits = place.process_limits(bot);
                Some(command.seat::<G>(place.terms(bot, limits), audience))
            }
            Contestant::Module { bot, code, .. } if code.wire() == Wire::Json => {
                let terms =
                    place.terms(bot, BotLimits { memory: place.module_memory(), ..BotLimits::default() });
                Some(code.seat::<G>(place.fuel(bot, usual), terms, audience))
            }
            _ => None,
        }
    }

    /// Seats a bot so that it says hello, and gives what it says of itself; nothing for any other player.
    pub(crate) fn introduction<G: Game + View>(&self, game: &G) -> Result<Option<Introduction>, Fault> {
        let place = Place { names: vec![self.name(); G::SIDES.len()], ..Place::default() };
        let Some(mut bot) = self.seat_bot::<G>(&place, DUEL_FUEL, Audience::absent()) else {
            return Ok(None);
        };
        let ready = bot.get_ready(game, Seat::FIRST);
        let said = bot.introduction().cloned();
        bot.end();
        ready.map(|()| said)
    }

    /// Seats the player for one game of Mad Max; `audience` receives its output besides orders. `None` for
    /// a player of a duel.
    ///
    /// ```
    /// use joust_match::{Contestant, Place};
    /// use joust_sandbox::Audience;
    /// let demo = Contestant::built_in("Demo").unwrap();
    /// assert!(demo.seat_army(&Place::default(), Audience::absent()).is_some());
    /// ```
    pub fn seat_army(&self, place: &Place, audience: Audience) -> Option<Seated> {
        match self {
            Contestant::Kit(kit, name) => Some(Box::new(kit.seat(name, place.limits.quota(), audience))),
            Contestant::Module { bot, code, .. } if code.wire() == Wire::MadMax => {
                let fuel = place.fuel(bot, ARMY_FUEL);
                Some(Box::new(code.seat_army(fuel, place.module_memory(), audience)))
            }
            Contestant::ConfinedLine { .. } => None,
            Contestant::Command { .. } | Contestant::Module { .. } => {
                Some(Box::new(self.seat_bot(place, ARMY_FUEL, audience)?))
            }
            Contestant::Named(spec) => {
                let Kind::BuiltIn(name) = spec.kind else { return None };
                let (_, make) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
                Some(make(Some(audience.cerr)))
            }
        }
    }
}
