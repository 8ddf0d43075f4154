//! Players of any kind: found by name, seated in a game.

use crate::GameLimits;
use crate::run::playable;
use joust_core::{Game as _, Player, Seed};
use joust_madmax::Skirmish;
use joust_madmax::player::{BUILT_IN, Seated};
use joust_players::{AnyPlayer, Kind, PlayableDuel, Spec};
use joust_sandbox::{Audience, BadKit, Confinement, Kit, LinePlayer, LineProgram};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A player that can be seated in any number of games.
///
/// ```
/// use joust_core::Seed;
/// use joust_match::{Contestant, GameLimits, Kits};
/// use joust_players::Spec;
///
/// let engine = Kits::default().find(Spec::read("engine:3", "mad").unwrap()).unwrap();
/// assert_eq!(engine.name(), "engine:3");
/// assert!(engine.seat(&GameLimits::default(), Seed(1)).is_some());
/// assert!(Contestant::built_in("Demo").is_some());
/// ```
#[derive(Clone, Debug)]
pub enum Contestant {
    /// A built-in player, or a program behind `line:`.
    Named(Spec),
    /// The player of this name in a kit.
    Kit(Arc<Kit>, String),
}

impl Contestant {
    /// The built-in player of Mad Max with this name.
    ///
    /// See [`Contestant`] for an example.
    pub fn built_in(name: &str) -> Option<Contestant> {
        let spec = Spec::read(name, Skirmish::NAME).ok()?;
        // Names of other kinds of players may have spaces around them.
        matches!(spec.kind, Kind::BuiltIn(known) if known == name).then_some(Contestant::Named(spec))
    }

    /// The player of this name in an open kit. [`Kits::find`] opens the kit that a name mentions.
    pub fn of_kit(kit: &Arc<Kit>, name: &str) -> Option<Contestant> {
        kit.names().contains(name).then(|| Contestant::Kit(Arc::clone(kit), name.to_owned()))
    }

    /// Its name, without the path of its kit.
    pub fn name(&self) -> String {
        match self {
            Contestant::Named(spec) => spec.to_string(),
            Contestant::Kit(_, name) => name.clone(),
        }
    }

    /// Seats the player for one game; `None` for a person.
    pub fn seat(&self, limits: &GameLimits, seed: Seed) -> Option<Box<dyn AnyPlayer>> {
        let game = match self {
            Contestant::Named(spec) => spec.game(),
            Contestant::Kit(..) => Skirmish::NAME,
        };
        (playable(game)?.seat)(self, limits, seed)
    }

    /// Seats the player for one game of a duel whose type is known; `None` for a person and for a player of
    /// Mad Max.
    ///
    /// ```
    /// use joust_core::Seed;
    /// use joust_mad::Battle;
    /// use joust_match::{Contestant, GameLimits};
    /// use joust_players::Spec;
    /// let seat = |name| Contestant::Named(Spec::read(name, "mad").unwrap()).seat_as::<Battle>(&GameLimits::default(), Seed(1));
    /// assert!(seat("engine:3").is_some() && seat("human").is_none());
    /// ```
    pub fn seat_as<G: PlayableDuel>(&self, limits: &GameLimits, seed: Seed) -> Option<Box<dyn Player<G>>> {
        let Contestant::Named(spec) = self else { return None };
        let Kind::Line(line) = &spec.kind else { return spec.seat_as(seed) };
        let line = line.clone().or_within(limits.move_ms.map(Duration::from_millis));
        let (command, timeout, move_time) = (line.command().to_owned(), line.timeout(), line.move_time());
        Some(Box::new(LinePlayer::new(LineProgram { command, timeout, move_time })))
    }

    /// Seats the player for one game of Mad Max; `audience` receives its output besides orders. `None` for
    /// a player of a duel. Its random numbers come from the seed of the game.
    ///
    /// ```
    /// use joust_match::{Contestant, GameLimits};
    /// use joust_sandbox::Audience;
    /// let demo = Contestant::built_in("Demo").unwrap();
    /// assert!(demo.seat_army(&GameLimits::default(), Audience::absent()).is_some());
    /// ```
    pub fn seat_army(&self, limits: &GameLimits, audience: Audience) -> Option<Seated> {
        match self {
            Contestant::Kit(kit, name) => Some(Box::new(kit.seat(name, limits.quota(), audience))),
            Contestant::Named(spec) => {
                let Kind::BuiltIn(name) = spec.kind else { return None };
                let (_, make) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
                Some(make(Some(audience.cerr)))
            }
        }
    }
}

/// The kits whose players take part, each opened once. Games that run at once may share them.
///
/// Kits by default and of [`Kits::confined`] refuse a kit whose players this machine cannot confine; those
/// of [`Kits::new`] open it, and the caller reads [`Kits::warnings`].
///
/// ```
/// use joust_match::{BadContestant, Kits};
/// use joust_players::Spec;
/// use joust_sandbox::Confinement;
/// for kits in [Kits::new(Confinement::default()), Kits::confined(Confinement::default())] {
///     let missing = kits.find(Spec::read("no/such/folder:Foo", "madmax").unwrap());
///     assert!(matches!(missing, Err(BadContestant::Kit(_))));
///     assert!(kits.find(Spec::read("Dummy", "madmax").unwrap()).is_ok(), "built-in players need no kit");
///     assert!(kits.warnings().is_empty(), "no kit is open");
/// }
/// ```
#[derive(Default)]
pub struct Kits {
    confinement: Confinement,
    /// Whether the caller reads the warnings, and decides by them.
    warns: bool,
    opened: Mutex<Opened>,
}

#[derive(Default)]
struct Opened {
    kits: Vec<(PathBuf, Arc<Kit>)>,
    warnings: Vec<&'static str>,
}

/// Why a name does not lead to a player of a kit.
#[derive(Debug, thiserror::Error)]
pub enum BadContestant {
    /// The kit cannot be opened.
    #[error(transparent)]
    Kit(#[from] BadKit),
    /// This machine cannot confine the players of the kit, and the caller has not accepted that.
    #[error("{} is not opened: {}", .path.display(), .warnings.join("; "))]
    Unconfined {
        /// The kit.
        path: PathBuf,
        /// What is missing.
        warnings: Vec<&'static str>,
    },
    /// The kit has no such player.
    #[error("{} has no player `{name}`: its players are {known}", .path.display())]
    Unknown {
        /// The kit.
        path: PathBuf,
        /// The name.
        name: String,
        /// The names of the kit's players.
        known: String,
    },
}

impl Kits {
    /// Kits whose programs are confined like this, as far as the machine can. See [`Kits`] for an example.
    pub fn new(confinement: Confinement) -> Kits {
        Kits { warns: true, ..Kits::confined(confinement) }
    }

    /// Kits whose programs are confined like this; on a machine that cannot do it, they are not opened.
    /// `Kits::default()` is this with the usual confinement.
    pub fn confined(confinement: Confinement) -> Kits {
        Kits { confinement, ..Kits::default() }
    }

    /// The player of that name. If it is in a kit, the kit is opened: a `Game`, or a folder with one. See
    /// [`Kits`] for an example.
    pub fn find(&self, spec: Spec) -> Result<Contestant, BadContestant> {
        let Kind::Kit { path, name } = &spec.kind else { return Ok(Contestant::Named(spec)) };
        let kit = self.open(path)?;
        Contestant::of_kit(&kit, name).ok_or_else(|| {
            let known: Vec<&str> = kit.names().iter().map(String::as_str).collect();
            BadContestant::Unknown { path: path.clone(), name: name.clone(), known: known.join(", ") }
        })
    }

    fn open(&self, path: &Path) -> Result<Arc<Kit>, BadContestant> {
        let program = if path.is_dir() { path.join("Game") } else { path.to_owned() };
        // Under the lock, so that games which begin together open a kit once.
        let mut opened = self.opened();
        if let Some((_, kit)) = opened.kits.iter().find(|(known, _)| *known == program) {
            return Ok(Arc::clone(kit));
        }
        let kit = Arc::new(Kit::open(&program, self.confinement)?);
        let warnings = kit.warnings();
        if !self.warns && !warnings.is_empty() {
            return Err(BadContestant::Unconfined { path: program, warnings });
        }
        opened.warnings.extend(warnings);
        opened.kits.push((program, Arc::clone(&kit)));
        Ok(kit)
    }

    /// Warnings about the kits that were opened since this was last called.
    pub fn warnings(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.opened().warnings)
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
