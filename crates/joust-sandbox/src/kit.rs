//! A kit: the `Game` program that holds compiled players.

use crate::ask::{Output, ask};
use crate::confine::Missing;
use crate::death::plain;
use crate::launch::{Launch, Target, words};
use crate::process::{MOST_OUTPUT, Process};
use crate::program::{self, SealedProgram};
pub(crate) use crate::quota::GRACE;
pub use crate::quota::{BadKit, Confinement, Quota};
use crate::seat::{Audience, KitPlayer};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long the program of a kit may take to answer a question.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest list of names, in bytes.
const NAMES: usize = 1 << 16;

/// For programs built with `AddressSanitizer`: its search for leaks would start a process, which is
/// forbidden.
const NO_LEAKS: &str = "ASAN_OPTIONS=detect_leaks=0";

/// The program of a kit and the names of its players.
#[derive(Clone, Debug)]
pub struct Kit {
    path: PathBuf,
    folder: PathBuf,
    confinement: Confinement,
    names: BTreeSet<String>,
    missing: Missing,
    game: Arc<SealedProgram>,
    /// The programs of the players seated so far.
    players: Arc<Mutex<BTreeMap<String, Arc<SealedProgram>>>>,
}

impl Kit {
    /// Asks a program which players it has.
    pub fn open(path: &Path, confinement: Confinement) -> Result<Kit, BadKit> {
        let start = |why| BadKit::Start { path: path.to_owned(), why };
        // A name without a folder would be searched for on the PATH.
        let path = path.canonicalize().map_err(start)?;
        let file = File::open(&path).map_err(start)?;
        let about = file.metadata().map_err(start)?;
        if !about.is_file() || about.mode() & 0o111 == 0 {
            return Err(start(io::ErrorKind::PermissionDenied.into()));
        }
        // Untrusted programs run from now on and must not read the memory of this process.
        set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|why| start(why.into()))?;
        let game = SealedProgram::copy(file).map_err(start)?;
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        let launch = question(&game, &folder, confinement, "JOUST_LIST=1".to_owned());
        let answer = ask(&launch, PATIENCE, NAMES).map_err(start)?;
        let Some(Output { text, missing }) = answer else { return Err(BadKit::NoKit(path)) };
        let text = String::from_utf8_lossy(&text);
        let names: BTreeSet<String> = text.lines().map(str::to_owned).collect();
        if names.is_empty() || names.iter().any(|name| *name != plain(name)) {
            return Err(BadKit::NoKit(path));
        }
        Ok(Kit { path, folder, confinement, names, missing, game: Arc::new(game), players: Arc::default() })
    }

    /// How its programs are confined.
    pub(crate) fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// The names of the players, in byte order.
    pub fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    /// The path of the program.
    pub fn program(&self) -> &Path {
        &self.path
    }

    /// Warnings about missing protections, a line each; usually none.
    pub fn warnings(&self) -> Vec<&'static str> {
        if self.confinement.wrapped {
            return vec![
                "JOUST_WRAP is set: players run under that program, and nothing protects you from them",
            ];
        }
        self.missing.lines()
    }

    /// The player of a name. Its process begins when it gets ready for a game, and the thread in which
    /// it does so must live as long as the player: the kernel ends the process with that thread.
    pub fn seat(&self, name: &str, quota: Quota, audience: Audience) -> KitPlayer {
        KitPlayer::new(self, name, quota, audience)
    }

    /// Starts the process of a player.
    pub(crate) fn start(&self, name: &str, quota: Quota) -> io::Result<Process> {
        let mut environment =
            vec![format!("JOUST_SEAT={name}"), format!("JOUST_PARENT={}", std::process::id())];
        if self.confinement.wrapped {
            let launch = Launch { target: Target::Free(&self.path), words: words(["Game"]), environment };
            return Process::launch(&launch, MOST_OUTPUT);
        }
        environment.push(NO_LEAKS.to_owned());
        let program = self.player(name)?;
        let target = Target::Confined {
            program: &program,
            input: None,
            folder: &self.folder,
            memory: quota.memory,
            landlock: self.confinement.landlock,
        };
        Process::launch(&Launch { target, words: words([name]), environment }, MOST_OUTPUT)
    }

    /// The program of one player.
    pub(crate) fn player(&self, name: &str) -> io::Result<Arc<SealedProgram>> {
        // Under the lock, so that games that start at once ask only once.
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = players.get(name) {
            return Ok(Arc::clone(known));
        }
        let launch = question(&self.game, &self.folder, self.confinement, format!("JOUST_EXTRACT={name}"));
        let answer = ask(&launch, PATIENCE, program::LONGEST as usize)?;
        let answer = answer.ok_or_else(|| io::Error::other("its program cannot be had from Game"))?;
        let program = Arc::new(SealedProgram::copy(&answer.text[..])?);
        players.insert(name.to_owned(), Arc::clone(&program));
        Ok(program)
    }
}

/// A question to the program of a kit, which is not trusted either.
fn question<'a>(
    game: &'a SealedProgram,
    folder: &'a Path,
    confinement: Confinement,
    variable: String,
) -> Launch<'a> {
    let landlock = confinement.landlock;
    let target = Target::Confined { program: game, input: None, folder, memory: None, landlock };
    Launch { target, words: words(["Game"]), environment: vec![variable, NO_LEAKS.to_owned()] }
}
