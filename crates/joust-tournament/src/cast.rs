//! The programs with which the games of a journal can be played again.

use crate::terms::{Participant, Terms};
use joust_match::Programs;
use joust_players::{BotProgram, Kind, Spec};
use joust_sandbox::ModuleCode;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The players of a journal that play alike twice: built-in players, and modules by their SHA-256. No other program
/// that a journal names is ever started.
pub struct Cast {
    programs: Programs,
    /// Why each participant cannot play again; `None` where it can.
    absent: Vec<Option<Absence>>,
}

/// Why a participant cannot play again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum Absence {
    /// Its actions need not be the same twice: it is a program, or an engine that plays by time.
    Unrepeatable,
    /// No file at hand has the SHA-256 of its module.
    NoModule {
        /// The SHA-256 in the journal; empty if there is none.
        sha256: String,
    },
    /// The file of its module cannot be used.
    BadModule {
        /// What is wrong with it.
        what: String,
    },
}

impl Cast {
    /// Opens the modules of a journal. `find` gives the file of a module by its SHA-256 and the name that the journal
    /// has for it.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_tournament::{Absence, Cast, Terms, TournamentFile};
    /// let file = "game = \"mad\"\nparticipants = [\"random\", \"engine:1\", \"cmd:./bot\"]\n";
    /// let file = TournamentFile::read(file).unwrap();
    /// let terms = Terms::settle(&file, "t", &Programs::default().trusting(true), None).unwrap();
    /// let cast = Cast::of(&terms, &|_, _| None);
    /// let absent: Vec<_> = cast.absent().collect();
    /// assert_eq!(absent, [(2, &Absence::Unrepeatable)]);
    /// ```
    pub fn of(terms: &Terms, find: &dyn Fn(&str, &Path) -> Option<PathBuf>) -> Cast {
        let mut modules: BTreeMap<PathBuf, Arc<ModuleCode>> = BTreeMap::new();
        let mut absence = |participant: &Participant| {
            let Ok(spec) = Spec::read(&participant.player, &terms.game) else {
                return Some(Absence::Unrepeatable);
            };
            let name = match spec.kind {
                Kind::Bot(bot) => match bot.program {
                    BotProgram::Module(name) => name,
                    BotProgram::Command(_) => return Some(Absence::Unrepeatable),
                },
                _ => return (!spec.is_repeatable()).then_some(Absence::Unrepeatable),
            };
            let sha256 = participant.sha256.clone().unwrap_or_default();
            if let Some(code) = modules.get(&name) {
                // Two modules of one name are in no journal that joust has written.
                return (code.hash() != sha256).then_some(Absence::NoModule { sha256 });
            }
            let Some(file) = find(&sha256, &name) else { return Some(Absence::NoModule { sha256 }) };
            match ModuleCode::open(&file) {
                Ok(code) if code.hash() == sha256 => drop(modules.insert(name, Arc::new(code))),
                // It was changed since it was found.
                Ok(_) => return Some(Absence::NoModule { sha256 }),
                Err(why) => return Some(Absence::BadModule { what: why.to_string() }),
            }
            None
        };
        let absent = terms.participants.iter().map(&mut absence).collect();
        Cast { programs: Programs::of_modules(modules), absent }
    }

    /// The participants that cannot play again, by number.
    pub fn absent(&self) -> impl Iterator<Item = (usize, &Absence)> {
        self.absent.iter().enumerate().filter_map(|(number, absence)| Some((number, absence.as_ref()?)))
    }

    /// Whether all of these participants can play again.
    pub(crate) fn has(&self, participants: &[usize]) -> bool {
        participants.iter().all(|one| matches!(self.absent.get(*one), Some(None)))
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.programs
    }
}
