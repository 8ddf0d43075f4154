//! Who can play Mad Max: the built-in players, and those of a kit.

use joust_madmax::player::{self, Death, Player};
use joust_madmax::{Generator, Log, State};
use joust_sandbox::{Audience, BadKit, Kit, Limits, Seating};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Somebody who can be seated in any number of games.
#[derive(Clone)]
pub(crate) enum Contestant {
    BuiltIn(&'static str, player::Factory),
    Kit(Arc<Kit>, String),
}

/// What the game tells somebody who sits down.
pub(crate) struct Chair<'a> {
    pub(crate) seat: usize,
    pub(crate) seed: i32,
    pub(crate) state: &'a State,
    pub(crate) limits: Limits,
    pub(crate) cerr: &'a mut Log,
    pub(crate) audience: Audience,
}

/// How long a game waits for a player: as long as was asked for, or ten times its processor time
/// and ten seconds, because other programs need the processor too, or else this long. It is there
/// for players that hang, and no limit for those that play: a game that is decided by it would end
/// otherwise on another machine.
pub(crate) fn wait_limit(asked: Option<f64>, time: Option<Duration>, otherwise: Duration) -> Duration {
    let asked = asked.map(Duration::from_secs_f64);
    asked.or_else(|| time.map(|time| time * 10 + Duration::from_secs(10))).unwrap_or(otherwise)
}

/// Reads players by name and opens each kit only once.
#[derive(Default)]
pub(crate) struct Register(Vec<(PathBuf, Arc<Kit>)>);

impl Register {
    /// The built-in player NAME, or KIT:NAME, where the kit is a `Game` or a folder with one.
    pub(crate) fn find(&mut self, text: &str) -> Result<Contestant, String> {
        if let Some(contestant) = Contestant::built_in(text) {
            return Ok(contestant);
        }
        let Some((path, name)) = text.rsplit_once(':') else {
            let known = player::BUILT_IN.map(|(name, _)| name).join(", ");
            return Err(format!(
                "there is no player `{text}`: the players are {known}, and ./Game:NAME for one of a kit"
            ));
        };
        let kit = self.open(Path::new(path)).map_err(|why| why.to_string())?;
        Contestant::of_kit(&kit, name).ok_or_else(|| {
            let known: Vec<&str> = kit.names().iter().map(String::as_str).collect();
            format!("{path} has no player `{name}`: its players are {}", known.join(", "))
        })
    }

    fn open(&mut self, path: &Path) -> Result<Arc<Kit>, BadKit> {
        let program = if path.is_dir() { path.join("Game") } else { path.to_owned() };
        if let Some((_, kit)) = self.0.iter().find(|(known, _)| *known == program) {
            return Ok(Arc::clone(kit));
        }
        let kit = Arc::new(Kit::open(&program)?);
        kit.warnings().iter().for_each(|line| eprintln!("joust: {line}"));
        self.0.push((program, Arc::clone(&kit)));
        Ok(kit)
    }
}

impl Contestant {
    /// The built-in player of a name.
    pub(crate) fn built_in(name: &str) -> Option<Contestant> {
        let mut known = player::BUILT_IN.iter();
        known.find(|(known, _)| *known == name).map(|(name, make)| Contestant::BuiltIn(name, *make))
    }

    /// The player of a name in a kit.
    pub(crate) fn of_kit(kit: &Arc<Kit>, name: &str) -> Option<Contestant> {
        kit.names().contains(name).then(|| Contestant::Kit(Arc::clone(kit), name.to_owned()))
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Contestant::BuiltIn(name, _) => name,
            Contestant::Kit(_, name) => name,
        }
    }

    /// Takes part in a game, unless it dies at once.
    pub(crate) fn sit(&self, chair: Chair<'_>) -> Result<Box<dyn Player>, Death> {
        match self {
            Contestant::BuiltIn(_, make) => Ok(make()),
            Contestant::Kit(kit, name) => {
                let Chair { seat, seed, state, limits, cerr, audience } = chair;
                let random = Generator::for_player(seed, seat).state();
                let seated = kit.seat(Seating { name, seat, random, state, limits, cerr, audience })?;
                Ok(Box::new(seated))
            }
        }
    }
}
