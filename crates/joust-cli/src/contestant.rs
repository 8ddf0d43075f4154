//! Who can play Mad Max: the built-in players, and those of a kit.

use joust_core::Game as _;
use joust_madmax::Skirmish;
use joust_madmax::player::{self, Seated};
use joust_players::{Kind, Spec};
use joust_sandbox::{Audience, BadKit, Kit, Limits};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A player that can be seated in any number of games.
#[derive(Clone)]
pub(crate) enum Contestant {
    BuiltIn(&'static str, player::Factory),
    Kit(Arc<Kit>, String),
}

/// How long a game waits for a player: as long as was asked for, or ten times its processor time
/// and ten seconds, because other programs need the processor too, or else this long. It is there
/// for players that hang, and no limit for those that play: a game that is decided by it would end
/// otherwise on another machine.
pub(crate) fn wait_limit(asked: Option<f64>, time: Option<Duration>, otherwise: Duration) -> Duration {
    let asked = asked.map(Duration::from_secs_f64);
    asked.or_else(|| time.map(|time| time * 10 + Duration::from_secs(10))).unwrap_or(otherwise)
}

/// Finds players by name and opens each kit only once.
#[derive(Default)]
pub(crate) struct Register(Vec<(PathBuf, Arc<Kit>)>);

impl Register {
    /// The built-in player NAME, or KIT:NAME, where the kit is a `Game` or a folder with one.
    pub(crate) fn find(&mut self, text: &str) -> Result<Contestant, String> {
        let spec = Spec::read(text, Skirmish::NAME).map_err(|why| why.to_string())?;
        let Kind::Kit { path, name } = &spec.kind else {
            return Contestant::built_in(text).ok_or_else(|| format!("{text} does not play Mad Max"));
        };
        let kit = self.open(path).map_err(|why| why.to_string())?;
        Contestant::of_kit(&kit, name).ok_or_else(|| {
            let known: Vec<&str> = kit.names().iter().map(String::as_str).collect();
            format!("{} has no player `{name}`: its players are {}", path.display(), known.join(", "))
        })
    }

    fn open(&mut self, path: &Path) -> Result<Arc<Kit>, BadKit> {
        let program = if path.is_dir() { path.join("Game") } else { path.to_owned() };
        if let Some((_, kit)) = self.0.iter().find(|(known, _)| *known == program) {
            return Ok(Arc::clone(kit));
        }
        let kit = Arc::new(Kit::open(&program)?);
        kit.warnings().iter().for_each(|line| tell!("joust: {line}"));
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

    /// Takes part in a game.
    pub(crate) fn sit(&self, limits: Limits, audience: Audience) -> Seated {
        match self {
            Contestant::BuiltIn(_, make) => make(Some(audience.cerr)),
            Contestant::Kit(kit, name) => Box::new(kit.seat(name, limits, audience)),
        }
    }
}
