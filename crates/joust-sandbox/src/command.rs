//! A bot behind `cmd:`: a program that speaks the bot protocol on its standard input and output.

use crate::bot::{BotLimits, BotPlayer, BotTerms, Starter};
use crate::bot_launch::{BotLaunch, probe};
use crate::channel::Channel;
use crate::process::{MOST_OUTPUT, Process};
use crate::reach::{NoProgram, Place};
use crate::seat::Audience;
use crate::words::{BadWords, split};
use joust_core::{Fault, FaultKind};
use joust_view::View;
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The shell of trusted commands.
const SHELL: &str = "/bin/sh";
/// Variables of the user that a confined bot keeps: where programs are, and the language. Others may be
/// secrets.
const KEPT: [&str; 9] =
    ["PATH", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "VIRTUAL_ENV", "PYENV_ROOT", "PYENV_VERSION", HASH_SEED];
/// The names of these variables begin so.
const KEPT_START: &str = "LC_";
/// Python shuffles its sets by this number. With a fixed one, a bot plays the same game again.
const HASH_SEED: &str = "PYTHONHASHSEED";

/// A command that starts a bot.
///
/// ```no_run
/// use joust_sandbox::{Audience, BotCommand, BotTerms};
///
/// let bot = BotCommand::new("python3 bot.py", false)?;
/// bot.warnings().iter().for_each(|line| eprintln!("warning: {line}"));
/// bot.hints().iter().for_each(|line| eprintln!("{line}"));
/// let player = bot.seat::<joust_mad::Battle>(BotTerms::default(), Audience::absent());
/// # Ok::<(), joust_sandbox::BadCommand>(())
/// ```
#[derive(Clone, Debug)]
pub struct BotCommand {
    command: String,
    trusted: bool,
    /// The newest version of Landlock to use, to test the behaviour of older kernels; 0 for none.
    landlock: Option<i32>,
    /// Whether it gets a control group, where it can have one.
    cgroup: bool,
    plan: Arc<Plan>,
}

/// What a command comes to.
#[derive(Debug)]
struct Plan {
    program: PathBuf,
    words: Vec<String>,
    /// What a confined bot may read and execute.
    paths: Option<Vec<PathBuf>>,
    environment: Vec<(OsString, OsString)>,
    /// What its author should know.
    hints: Vec<String>,
}

/// Why a command cannot start a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the command `{command}` cannot be run: {why}")]
pub struct BadCommand {
    command: String,
    why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Why {
    #[error(transparent)]
    Words(#[from] BadWords),
    #[error(transparent)]
    Program(#[from] NoProgram),
}

impl BotCommand {
    /// Understands a command: a program, which is looked up on the PATH, and its arguments.
    ///
    /// The words are split as a shell splits them, but no shell is run, and what only a shell can do is refused.
    /// The bot is confined: it reads the system's folders, what was installed with its interpreter, and its own
    /// folder, which is that of the first argument that is a file, that of the program if its path is given, or
    /// the current one. A `trusted` command is given to `sh` as it is, and nothing confines it.
    ///
    /// ```
    /// use joust_sandbox::BotCommand;
    ///
    /// assert!(BotCommand::new("sh -c 'exit 3'", false).is_ok());
    /// assert!(BotCommand::new("cd bots; ./bot", true).is_ok());
    /// let why = BotCommand::new("cd bots; ./bot", false).unwrap_err().to_string();
    /// assert!(why.contains("`;` is for a shell"), "{why}");
    /// ```
    pub fn new(command: &str, trusted: bool) -> Result<BotCommand, BadCommand> {
        let bad = |why: Why| BadCommand { command: command.to_owned(), why };
        let plan = if trusted {
            if command.trim().is_empty() {
                return Err(bad(BadWords::Empty.into()));
            }
            let words = ["sh", "-c", command].map(str::to_owned).to_vec();
            let seed = env::var_os(HASH_SEED).is_none().then(hash_seed);
            Plan {
                program: SHELL.into(),
                words,
                paths: None,
                environment: seed.into_iter().collect(),
                hints: Vec::new(),
            }
        } else {
            let words = split(command).map_err(|why| bad(why.into()))?;
            let place = Place::of_this_process();
            let reach = place.reach(&words).map_err(|why| bad(why.into()))?;
            Plan {
                program: reach.program,
                words,
                paths: Some(reach.paths.into_iter().collect()),
                environment: environment(&place.here),
                hints: reach.hints,
            }
        };
        Ok(BotCommand {
            command: command.to_owned(),
            trusted,
            landlock: None,
            cgroup: true,
            plan: Arc::new(plan),
        })
    }

    /// The command with no newer version of Landlock than this, to test the behaviour of older kernels; 0 for
    /// none.
    #[must_use]
    pub fn with_landlock(self, newest: Option<i32>) -> BotCommand {
        BotCommand { landlock: newest, ..self }
    }

    /// The command without a control group, to test the behaviour of systems that have none.
    #[must_use]
    pub fn without_cgroup(self) -> BotCommand {
        BotCommand { cgroup: false, ..self }
    }

    /// The command as it was given.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Whether nothing confines it.
    pub fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Warnings about protections that this machine lacks, a line each; usually none.
    pub fn warnings(&self) -> Vec<&'static str> {
        if self.trusted {
            return Vec::new();
        }
        let mut lines = match probe(self.landlock) {
            Ok(missing) => missing.lines_for_bots(),
            Err(_) => vec!["this program cannot start a copy of itself: bots cannot be confined"],
        };
        if !Path::new("/proc/thread-self/children").exists() {
            lines.push("this kernel does not list child processes: limits do not see those of bots");
        }
        lines
    }

    /// What the author of the bot should know about its place, a line each; usually nothing.
    pub fn hints(&self) -> &[String] {
        &self.plan.hints
    }

    /// The bot as a player. Its process begins when it gets ready for a game.
    pub fn seat<G: View>(&self, terms: BotTerms, audience: Audience) -> BotPlayer<G> {
        BotPlayer::new(self.starter(terms.limits), terms, audience)
    }

    /// Starts its process within limits.
    pub(crate) fn starter(&self, limits: BotLimits) -> Box<dyn Starter> {
        Box::new(CommandStarter { bot: self.clone(), limits })
    }
}

/// The environment of a confined bot.
fn environment(home: &Path) -> Vec<(OsString, OsString)> {
    let is_kept = |name: &str| KEPT.contains(&name) || name.starts_with(KEPT_START);
    let mut all: Vec<_> = env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_kept)).collect();
    if all.iter().all(|(name, _)| name != HASH_SEED) {
        all.push(hash_seed());
    }
    // There is nothing to be had in the user's own, and nothing can be written.
    all.push(("HOME".into(), home.into()));
    all.push(("PYTHONDONTWRITEBYTECODE".into(), "1".into()));
    all
}

fn hash_seed() -> (OsString, OsString) {
    (HASH_SEED.into(), "0".into())
}

/// Starts the process of a bot.
struct CommandStarter {
    bot: BotCommand,
    limits: BotLimits,
}

impl Starter for CommandStarter {
    fn start(&mut self) -> Result<Box<dyn Channel>, Fault> {
        let not_started = |why: std::io::Error| {
            let detail = format!("could not be started: `{}`: {why}", self.bot.command);
            Fault::new(FaultKind::Start, detail)
        };
        if !self.bot.trusted {
            // Untrusted programs run from now on and must not read the memory of this process.
            set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|why| not_started(why.into()))?;
        }
        let plan = &self.bot.plan;
        let launch = BotLaunch {
            program: &plan.program,
            words: &plan.words,
            paths: plan.paths.as_deref(),
            environment: &plan.environment,
            memory: self.limits.memory,
            cpu: self.limits.game,
            landlock: self.bot.landlock,
            cgroup: self.bot.cgroup,
        };
        let started = launch.start().map_err(not_started)?;
        let process = Process::bot(started, MOST_OUTPUT).map_err(not_started)?;
        Ok(Box::new(process))
    }
}
