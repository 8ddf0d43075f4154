//! The programs of players, each opened once.

use crate::Contestant;
use joust_core::Game as _;
use joust_madmax::Skirmish;
use joust_players::{BotProgram, BotSpec, Kind, Spec};
use joust_sandbox::{BadCommand, BadKit, BadModule, BotCommand, Confinement, Kit, ModuleCode, Wire};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The kits, modules and commands whose players take part, each opened once. Games that run at once may share
/// them.
///
/// Programs by default and of [`Programs::confined`] refuse a program that this machine cannot confine; those
/// of [`Programs::new`] open it, and the caller reads [`Programs::warnings`].
///
/// ```
/// use joust_match::{BadContestant, Programs};
/// use joust_players::Spec;
/// use joust_sandbox::Confinement;
/// for programs in [Programs::new(Confinement::default()), Programs::confined(Confinement::default())] {
///     let missing = programs.find(Spec::read("no/such/folder:Foo", "madmax").unwrap());
///     assert!(matches!(missing, Err(BadContestant::Kit(_))));
///     assert!(programs.find(Spec::read("Dummy", "madmax").unwrap()).is_ok(), "built-in players need no kit");
///     assert!(programs.warnings().is_empty(), "no kit is open");
/// }
/// ```
#[derive(Default)]
pub struct Programs {
    confinement: Confinement,
    /// Whether commands run without confinement.
    trusts: bool,
    /// Whether programs behind `line:` are confined, too.
    confines_lines: bool,
    /// Whether the caller reads the warnings, and decides by them.
    warns: bool,
    modules: Modules,
    opened: Mutex<Opened>,
}

/// Where modules come from.
#[derive(Default)]
enum Modules {
    /// Files; relative paths are in the working directory.
    #[default]
    Here,
    /// Files; relative paths are in this folder.
    Folder(PathBuf),
    /// Those that were given, and nothing else is opened at all.
    Given,
}

#[derive(Default)]
struct Opened {
    kits: Vec<(PathBuf, Arc<Kit>)>,
    modules: Vec<(PathBuf, Arc<ModuleCode>)>,
    warnings: Vec<&'static str>,
    /// Whether the warnings about commands have been given.
    commands: bool,
}

/// Why a name does not lead to a player.
#[derive(Debug, thiserror::Error)]
pub enum BadContestant {
    /// The kit cannot be opened.
    #[error(transparent)]
    Kit(#[from] BadKit),
    /// The command cannot be run.
    #[error(transparent)]
    Command(#[from] BadCommand),
    /// The module cannot be opened.
    #[error("{}: {why}", .path.display())]
    Module {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: BadModule,
    },
    /// A file of its program cannot be read.
    #[error("{}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// The module is a player of Mad Max, and the game is another one.
    #[error("{} is a player of Mad Max: it speaks the wire of the kit madmax-cpp", .0.display())]
    OtherGame(PathBuf),
    /// This machine cannot confine the players of the kit, and the caller has not accepted that.
    #[error("{} is not opened: {}", .path.display(), .warnings.join("; "))]
    Unconfined {
        /// The program.
        path: PathBuf,
        /// What is missing.
        warnings: Vec<&'static str>,
    },
    /// It is a program of another machine.
    #[error(
        "`{0}` is not here: only built-in players that need no files and the modules of the task play here"
    )]
    NotGiven(String),
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

impl Programs {
    /// Programs that are confined like this, as far as the machine can. See [`Programs`] for an example.
    pub fn new(confinement: Confinement) -> Programs {
        Programs { warns: true, ..Programs::confined(confinement) }
    }

    /// Programs that are confined like this; on a machine that cannot do it, they are not opened.
    /// `Programs::default()` is this with the usual confinement.
    pub fn confined(confinement: Confinement) -> Programs {
        Programs { confinement, ..Programs::default() }
    }

    /// These programs, with commands that run without confinement, as their user wants.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// let bot = Spec::read("cmd:cd bots; ./bot", "mad").unwrap();
    /// assert!(Programs::default().find(bot.clone()).is_err(), "only a shell understands it");
    /// assert!(Programs::default().trusting(true).find(bot).is_ok());
    /// ```
    #[must_use]
    pub fn trusting(self, trusts: bool) -> Programs {
        Programs { trusts, ..self }
    }

    /// These programs, with those behind `line:` confined as bots are, unless commands are trusted: they are
    /// programs of others, and not of the user.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// let program = Spec::read("line:cd agents; ./agent", "mad").unwrap();
    /// assert!(Programs::default().find(program.clone()).is_ok(), "the user's own program");
    /// assert!(Programs::default().confining_lines().find(program).is_err(), "only a shell understands it");
    /// ```
    #[must_use]
    pub fn confining_lines(self) -> Programs {
        Programs { confines_lines: true, ..self }
    }

    /// These programs, with modules of relative paths in a folder. A journal then names its modules alike
    /// wherever the folder is.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// # let folder = tempfile::tempdir().unwrap();
    /// std::fs::write(folder.path().join("ada.wasm"), "garbage").unwrap();
    /// let ada = Spec::read("ada.wasm", "mad").unwrap();
    /// let why = Programs::default().in_folder(folder.path()).find(ada).unwrap_err().to_string();
    /// assert!(why.starts_with("ada.wasm: this is not a WebAssembly module"), "{why}");
    /// ```
    #[must_use]
    pub fn in_folder(self, folder: &Path) -> Programs {
        Programs { modules: Modules::Folder(folder.to_owned()), ..self }
    }

    /// These modules, by the files in the names of their players, and nothing else: no file is opened, and no
    /// program is started. Built-in players that need no files can be found, too. It is for tasks of others.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// let programs = Programs::of_modules([]);
    /// let finds = |name| programs.find(Spec::read(name, "mad").unwrap()).is_ok();
    /// assert!(finds("minimax:2"));
    /// assert!(!finds("bot.wasm") && !finds("cmd:./bot") && !finds("line:./bot"));
    /// ```
    pub fn of_modules(modules: impl IntoIterator<Item = (PathBuf, Arc<ModuleCode>)>) -> Programs {
        let opened = Opened { modules: modules.into_iter().collect(), ..Opened::default() };
        Programs { modules: Modules::Given, opened: Mutex::new(opened), ..Programs::default() }
    }

    /// The player of that name. Its kit or module is opened first. See [`Programs`] for an example.
    pub fn find(&self, spec: Spec) -> Result<Contestant, BadContestant> {
        let game = spec.game();
        // A player that plays alike everywhere needs no files except its module.
        if matches!(self.modules, Modules::Given) && !spec.is_repeatable() {
            return Err(BadContestant::NotGiven(spec.to_string()));
        }
        match spec.kind {
            Kind::Kit { ref path, ref name } => {
                let kit = self.kit(path)?;
                Contestant::of_kit(&kit, name).ok_or_else(|| {
                    let known: Vec<&str> = kit.names().iter().map(String::as_str).collect();
                    BadContestant::Unknown { path: path.clone(), name: name.clone(), known: known.join(", ") }
                })
            }
            Kind::Bot(bot) => self.bot(bot, game),
            Kind::Line(ref line) if self.confines_lines && !self.trusts => {
                let (line, command) = (line.clone(), self.command(line.command())?);
                Ok(Contestant::ConfinedLine { spec, line, command })
            }
            _ => Ok(Contestant::Named(spec)),
        }
    }

    /// The SHA-256 of each of these players that is a module, by its name. Other players are not opened.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// let players = ["random", "cmd:./bot"].map(|name| Spec::read(name, "mad").unwrap());
    /// assert!(Programs::default().hashes(&players).unwrap().is_empty());
    /// ```
    pub fn hashes(&self, players: &[Spec]) -> Result<BTreeMap<String, String>, BadContestant> {
        let hash = |spec: &Spec| Ok((spec.to_string(), self.find(spec.clone())?.hash().unwrap_or_default()));
        players.iter().filter(|spec| is_module(spec)).map(hash).collect()
    }

    /// The names of the players of a kit, which is opened first: a `Game`, or a folder with one.
    ///
    /// ```
    /// let programs = joust_match::Programs::default();
    /// assert!(programs.names_of_kit("no/such/folder".as_ref()).is_err());
    /// ```
    pub fn names_of_kit(&self, path: &Path) -> Result<Vec<String>, BadContestant> {
        Ok(self.kit(path)?.names().iter().cloned().collect())
    }

    fn bot(&self, bot: BotSpec, game: &'static str) -> Result<Contestant, BadContestant> {
        match &bot.program {
            BotProgram::Module(path) => {
                let code = self.module(path)?;
                if code.wire() == Wire::MadMax && game != Skirmish::NAME {
                    return Err(BadContestant::OtherGame(path.clone()));
                }
                Ok(Contestant::Module { bot, game, code })
            }
            BotProgram::Command(text) => {
                let command = self.command(text)?;
                Ok(Contestant::Command { bot, game, command })
            }
        }
    }

    fn command(&self, text: &str) -> Result<BotCommand, BadContestant> {
        let command = BotCommand::new(text, self.trusts)?.with_landlock(self.confinement.landlock);
        let mut opened = self.opened();
        let warnings = command.warnings();
        if !self.warns && !warnings.is_empty() {
            return Err(BadContestant::Unconfined { path: text.into(), warnings });
        }
        if !std::mem::replace(&mut opened.commands, true) {
            opened.warnings.extend(warnings);
        }
        Ok(command)
    }

    fn module(&self, path: &Path) -> Result<Arc<ModuleCode>, BadContestant> {
        // Under the lock, so that games which begin together compile a module once.
        let mut opened = self.opened();
        if let Some((_, code)) = opened.modules.iter().find(|(known, _)| known == path) {
            return Ok(Arc::clone(code));
        }
        let Some(file) = self.module_file(path) else {
            return Err(BadContestant::NotGiven(path.display().to_string()));
        };
        let code = ModuleCode::open(&file);
        let code = Arc::new(code.map_err(|why| BadContestant::Module { path: path.to_owned(), why })?);
        opened.modules.push((path.to_owned(), Arc::clone(&code)));
        Ok(code)
    }

    /// Where the file of a module is, unless only given modules are used.
    fn module_file(&self, path: &Path) -> Option<PathBuf> {
        match &self.modules {
            Modules::Here => Some(path.to_owned()),
            Modules::Folder(folder) => Some(folder.join(path)),
            Modules::Given => None,
        }
    }

    /// The bytes of a module, which is not opened.
    pub(crate) fn module_bytes(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = self.module_file(path).ok_or(io::ErrorKind::NotFound)?;
        joust_files::read(&file, ModuleCode::LARGEST)
    }

    fn kit(&self, path: &Path) -> Result<Arc<Kit>, BadContestant> {
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

    /// Warnings about the programs that were opened since this was last called.
    pub fn warnings(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.opened().warnings)
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a player is a WebAssembly module.
pub(crate) fn is_module(spec: &Spec) -> bool {
    matches!(&spec.kind, Kind::Bot(bot) if matches!(bot.program, BotProgram::Module(_)))
}
