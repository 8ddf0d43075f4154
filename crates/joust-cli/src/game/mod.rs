//! `joust game`: the command line of the original Mad Max program, option for option.
//!
//! It does not use the parser of the other commands, because scripts that call the original must work
//! with it unchanged.

mod getopt;
mod judge;
mod once;
mod seating;
mod seed;
mod voice;
mod words;

pub(crate) use words::help;

use crate::failure::{Failure, lower, trouble};
use crate::{environment, input, signals};
use getopt::{Met, Options};
use joust_core::Fault;
use joust_madmax::player;
use joust_madmax::{BadConfig, Config, Skirmish, TEAMS};
use joust_match::GameLimits;
use joust_sandbox::{Kit, Notes};
use once::{Files, Once};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use voice::{Voice, flush, tell};

/// The longest name of a player, in bytes.
const LONGEST_NAME: usize = 12;

/// How long the game waits for a player without a time limit: long enough to step through it in a
/// debugger, and short enough that an unattended game ends.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// The options and players of the command line.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
struct Asked {
    names: Vec<String>,
    seed: Option<i32>,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    record: Option<PathBuf>,
    kit: Option<Arc<Kit>>,
    limits: GameLimits,
    quiet: bool,
    /// Whether the death of a player is a failure.
    strict: bool,
    /// Whether the game has the limits of a judge.
    judge: bool,
    /// Whether a judged game is told as JSON on standard output.
    json: bool,
}

/// How a game ended that was not refused.
enum End {
    /// After its last round, with these faults of players.
    Played(Vec<Fault>),
    /// By a signal.
    Stopped,
}

/// Why a game is not played to its end.
enum Stop {
    /// A check of the original program failed: its message, and ours that says what to do.
    Check(String, String),
    /// The reader of the output has closed the pipe.
    Unread,
    /// A file cannot be written.
    Write(What, io::Error),
    /// The game does not count, by an error of ours or of the machine.
    Void(String),
}

/// A file that a game writes.
#[derive(Clone, Copy)]
enum What {
    Result,
    Record,
    Notes,
    Report,
}

impl What {
    fn noun(self) -> &'static str {
        match self {
            What::Result => "result",
            What::Record => "record",
            What::Notes => "file of notes",
            What::Report => "JSON",
        }
    }

    /// The path of the file; `None` for standard output.
    fn place(self, asked: &Asked) -> Option<PathBuf> {
        match self {
            What::Result => asked.output.clone(),
            What::Record => asked.record.clone(),
            What::Notes => asked.output.as_deref().map(Notes::beside),
            What::Report => None,
        }
    }

    fn failed(self, why: io::Error) -> Stop {
        if why.kind() == io::ErrorKind::BrokenPipe { Stop::Unread } else { Stop::Write(self, why) }
    }

    /// The message: the file cannot be written, what is there now, and what to do.
    fn told(self, asked: &Asked, why: &io::Error) -> String {
        let noun = self.noun();
        let mut text = format!("ERROR: the {noun} cannot be written: {}\n", lower(why));
        let is_plain = self.place(asked).map(|path| std::fs::metadata(path).map(|data| data.is_file()));
        let _ = match is_plain {
            Some(Ok(true)) => writeln!(text, "an older {noun} is still there"),
            Some(Err(_)) => writeln!(text, "no {noun} was written"),
            // A pipe or a device.
            Some(Ok(false)) | None => writeln!(text, "the {noun} was written only in part"),
        };
        if let Some(help) = trouble(why) {
            let _ = writeln!(text, "{help}");
        }
        text
    }
}

fn check(original: impl Into<String>, help: impl Into<String>) -> Stop {
    Stop::Check(original.into(), help.into())
}

/// Runs the command with the words after its name.
pub(crate) fn run(program: &str, words: Vec<OsString>) -> ExitCode {
    let code = read(program, words).map_or_else(|code| code, |asked| run_asked(&asked));
    flush();
    code
}

fn run_asked(asked: &Asked) -> ExitCode {
    match play(asked) {
        Ok(End::Played(faults)) if asked.strict && !faults.is_empty() => ExitCode::from(1),
        Ok(End::Played(_)) | Err(Stop::Unread) => ExitCode::SUCCESS,
        Ok(End::Stopped) => ExitCode::from(signals::exit_code()),
        Err(Stop::Check(original, help)) => {
            tell(&format!("ERROR: {original}\n{help}"));
            ExitCode::from(1)
        }
        Err(Stop::Void(why)) => {
            tell(&why);
            ExitCode::from(3)
        }
        Err(Stop::Write(what, why)) => {
            tell(&what.told(asked, &why));
            ExitCode::from(3)
        }
    }
}

/// Reads the options. Some of them, such as `--list`, print something and end the command at once.
fn read(program: &str, words: Vec<OsString>) -> Result<Asked, ExitCode> {
    let print = |text: &str| {
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        Err(written.map_or_else(|why| Failure::from(why).report(), |()| ExitCode::SUCCESS))
    };
    let refuse = |why: &dyn std::fmt::Display| {
        tell(&format!("{program}: {why}\n`{program} --help` lists the options\n"));
        Err(ExitCode::from(2))
    };
    // A kit's Game always adds `--kit=`.
    let nothing = words.iter().all(|word| word.as_encoded_bytes().starts_with(b"--kit="));
    if nothing {
        return print(&words::help(program));
    }
    let posix = std::env::var_os("POSIXLY_CORRECT").is_some();
    let mut options = Options::new(&words::OPTIONS, words::ORIGINAL, words, posix);
    let mut asked = Asked::default();
    loop {
        match options.next() {
            Ok(Met::Option("seed", text)) => {
                let text = text.to_string_lossy();
                asked.seed = seed::read(&text);
                // The original reads such a seed without a word, so only a terminal gets the warning.
                if let Some(seed) = asked.seed.filter(|seed| !seed::is_plain(&text, *seed))
                    && io::stderr().is_terminal()
                {
                    tell(&format!(
                        "{program}: warning: `{text}` is not a seed from 0 to {}; it is read as {seed}\n",
                        i32::MAX
                    ));
                }
            }
            Ok(Met::Option("input", file)) => asked.input = Some(file.into()),
            Ok(Met::Option("output", file)) => asked.output = Some(file.into()),
            Ok(Met::Option("record", file)) => asked.record = Some(file.into()),
            Ok(Met::Option("quiet", _)) => asked.quiet = true,
            Ok(Met::Option("strict", _)) => asked.strict = true,
            Ok(Met::Option("judge", _)) => asked.judge = true,
            Ok(Met::Option("json", _)) => asked.json = true,
            Ok(Met::Option("kit", file)) => match Kit::open(Path::new(&file), environment::confinement()) {
                Ok(kit) => {
                    kit.warnings().iter().for_each(|line| tell(&format!("{program}: {line}\n")));
                    asked.kit = Some(Arc::new(kit));
                }
                Err(why) => return refuse(&why),
            },
            Ok(Met::Option("time-limit", text)) => match limit(&text, 86_400.0) {
                Some(seconds) => asked.limits.time = Some(seconds),
                None => return refuse(&"--time-limit takes seconds of processor time, as 3 or 0.5"),
            },
            Ok(Met::Option("wait-limit", text)) => match limit(&text, 86_400.0) {
                Some(seconds) => asked.limits.wait = Some(seconds),
                None => return refuse(&"--wait-limit takes seconds, as 60 or 0.5"),
            },
            Ok(Met::Option("memory-limit", text)) => match limit(&text, 1e9) {
                Some(megabytes) => asked.limits.memory = Some(megabytes),
                None => return refuse(&"--memory-limit takes megabytes, as 256"),
            },
            Ok(Met::Option("list", _)) => return print(&(known_players(&asked).join("\n") + "\n")),
            Ok(Met::Option("version", _)) => {
                return print(&words::version(asked.kit.as_ref().map(|kit| kit.program())));
            }
            Ok(Met::Option("example-config", _)) => return print(words::EXAMPLE),
            Ok(Met::Option(_, _)) => return print(&words::help(program)),
            Ok(Met::Names(_)) if asked.judge && asked.limits != GameLimits::default() => {
                return refuse(
                    &"--judge has limits of its own: leave out --time-limit, --wait-limit and --memory-limit",
                );
            }
            Ok(Met::Names(names)) => {
                asked.limits = asked.limits.or_waiting(LONGEST_WAIT);
                asked.names = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
                return Ok(asked);
            }
            Err(why) => return refuse(&why),
        }
    }
}

/// Reads a limit: a positive number up to `most`.
fn limit(text: &OsString, most: f64) -> Option<f64> {
    text.to_str()?.parse().ok().filter(|number| *number > 0.0 && *number <= most)
}

/// The names of all players, in byte order.
fn known_players(asked: &Asked) -> Vec<&str> {
    match &asked.kit {
        Some(kit) => kit.names().iter().map(String::as_str).collect(),
        None => player::BUILT_IN.iter().map(|(name, _)| *name).collect(),
    }
}

/// Everything after the options, in the order of the original.
fn play(asked: &Asked) -> Result<End, Stop> {
    if asked.judge && asked.kit.is_some() {
        let help =
            "name modules instead of players of a Game: `make judge` in the folder of the kit does it\n";
        return Err(check("A judge runs modules.", help));
    }
    if asked.json && !(asked.judge && asked.output.is_some()) {
        let help = "--json tells of a game of --judge, and the result goes to a file: -o FILE\n";
        return Err(check("No room for JSON.", help));
    }
    let shown_name = |word: &String| if asked.judge { judge::shown(word) } else { word.clone() };
    let shown: Vec<String> = asked.names.iter().map(shown_name).collect();
    if let Some(name) = shown.iter().find(|name| name.len() > LONGEST_NAME) {
        let help = format!("`{name}` has {} bytes: at most {LONGEST_NAME}\n", name.len());
        return Err(check("Player name too long.", help));
    }
    let Some(seed) = asked.seed.filter(|seed| *seed >= 0) else {
        return Err(check("Missing seed?", "give one from 0 to 2147483647, as in `-s 30`\n"));
    };
    let info = |text: &str| {
        if !asked.quiet {
            tell(&format!("info: {text}\n"));
        }
    };
    let mut files = Some(Files::open(asked)?);
    // Until there is a game, a signal ends joust at once.
    let is_begun = Arc::new(AtomicBool::new(false));
    let stop = signals::stop_game(&is_begun, flush);
    let _voice = Voice::new();
    info(&format!("seed {seed}"));
    info("loading game");
    let game = load(asked.input.as_deref(), seed)?;
    info("loaded game");
    let Ok(names) = <[String; TEAMS]>::try_from(shown) else {
        let help = format!("{} given: name {TEAMS}, as in `Demo Demo Demo Demo`\n", asked.names.len());
        return Err(check("Wrong number of players.", help));
    };
    for attempt in 1.. {
        let files = files.take().map_or_else(|| Files::open(asked), Ok)?;
        let once = Once { asked, names: &names, stop: &stop, is_begun: &is_begun, info: &info };
        let fault = match once.play(game.clone(), files)? {
            Ok(end) => return Ok(end),
            Err(fault) => fault,
        };
        let what = format!("void: player {} {fault}\n", fault.seat.index());
        // What was written to a stream cannot be taken back.
        if attempt == joust_match::TRIES || asked.output.is_none() {
            let help = "this is not the player's fault: try again on a machine with less to do\n";
            return Err(Stop::Void(format!(
                "{what}the game does not count, and no result was written\n{help}"
            )));
        }
        tell(&format!("{what}the game is played again\n"));
    }
    Err(check("No game was played.", "this is a mistake of joust\n"))
}

fn unwritable(path: &Path, why: &io::Error) -> Stop {
    let help = "no game was played: choose another place\n";
    check(format!("{} cannot be written: {}", path.display(), lower(why)), help)
}

/// Reads the configuration and makes the board.
fn load(file: Option<&Path>, seed: i32) -> Result<Skirmish, Stop> {
    let name = file.map_or("standard input".to_owned(), |path| path.display().to_string());
    let unreadable = |why: io::Error| {
        check(format!("{name} cannot be read: {}", lower(&why)), format!("{}\n", words::GET_ONE))
    };
    let bytes;
    if let Some(path) = file {
        bytes = joust_files::read(path, input::LONGEST).map_err(unreadable)?;
    } else {
        if io::stdin().is_terminal() {
            tell("reading the configuration from the terminal; -i FILE reads it from a file\n");
            flush();
        }
        bytes = joust_files::read_all(io::stdin(), input::LONGEST).map_err(unreadable)?;
    }
    let bad = |why: BadConfig| faulty(&name, bytes.is_empty(), &why);
    let config = Config::read(&String::from_utf8_lossy(&bytes));
    config.and_then(|config| Skirmish::begin(config, seed)).map_err(bad)
}

/// All faults of a configuration: the message of the original for the first fault that has one, then
/// each fault with its place.
fn faulty(name: &str, is_empty: bool, BadConfig(faults): &BadConfig) -> Stop {
    let original = faults.iter().find_map(|fault| fault.original.clone());
    let original = original.unwrap_or_else(|| format!("{name} is not a configuration that can be played."));
    let mut help = String::new();
    for fault in faults {
        let _ = writeln!(help, "{name}: {fault}");
    }
    if is_empty {
        let _ = writeln!(help, "{}", words::GET_ONE);
    }
    check(original, help)
}
