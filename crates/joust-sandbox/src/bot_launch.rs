//! Starts bots: like every untrusted program by a launcher, which is this program once more. It moves into the
//! bot's control group, confines itself, and becomes the program of the bot.

use crate::cgroup::{self, Cgroup};
use crate::confine::{BotBounds, LANDLOCK, Missing, confine_bot};
use crate::launch::{READY, launcher, received, send_files};
use crate::running::{self, Guarded};
use crate::watch::{Caps, Watch};
use rustix::io::fcntl_dupfd_cloexec;
use rustix::process::{getpid, set_child_subreaper, set_parent_process_death_signal};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write, pipe};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The second argument of a launcher of bots.
pub(crate) const BOT: &str = "bot";
/// How long the launcher may take on a busy machine.
const START: Duration = Duration::from_secs(30);
/// The first byte of the launcher's message that the program cannot be started.
const FAILED: u8 = b'E';
const NO_LAUNCHER: &str =
    "the launcher does not work: the main function of this program must call joust_sandbox::launched first";
/// Threads and processes of a bot: enough for an interpreter on a machine with many cores, too few to disturb
/// others.
pub(crate) const MOST_TASKS: u64 = 512;

/// A bot to start.
pub(crate) struct BotLaunch<'a> {
    /// The program.
    pub(crate) program: &'a Path,
    /// Its arguments, its own name first.
    pub(crate) words: &'a [String],
    /// What it may read and execute; `None` if nothing confines it.
    pub(crate) paths: Option<&'a [PathBuf]>,
    /// Its whole environment if it is confined; otherwise additions to the user's.
    pub(crate) environment: &'a [(OsString, OsString)],
    /// Bytes of memory.
    pub(crate) memory: Option<u64>,
    /// Processor time of the whole bot.
    pub(crate) cpu: Option<Duration>,
    /// The newest Landlock version to use, if not the newest known.
    pub(crate) landlock: Option<i32>,
    /// Whether it gets a control group, where it can have one.
    pub(crate) cgroup: bool,
}

/// A bot that was started.
pub(crate) struct Started {
    pub(crate) child: Child,
    pub(crate) stdin: File,
    pub(crate) stdout: File,
    pub(crate) stderr: File,
    pub(crate) watch: Watch,
}

/// Processor time beyond the limit of a bot, after which the kernel ends it. The game looks at the limit
/// itself, and this is for a game that has been stopped.
const LATE: u64 = 5;

impl BotLaunch<'_> {
    /// Starts it, and returns when it has become its program.
    pub(crate) fn start(&self) -> io::Result<Started> {
        let tasks = self.paths.is_some().then_some(MOST_TASKS);
        let mut cgroup = if self.cgroup { Cgroup::new(self.memory, tasks) } else { None };
        let (mut line, other) = UnixStream::pair()?;
        line.set_read_timeout(Some(START))?;
        let (in_reader, in_writer) = pipe()?;
        let (out_reader, out_writer) = pipe()?;
        let (err_reader, err_writer) = pipe()?;
        send_files(&line, &[in_reader.as_fd(), out_writer.as_fd(), err_writer.as_fd()])?;
        let mut command = self.command(cgroup.as_ref());
        command.stdin(Stdio::from(OwnedFd::from(other))).stdout(Stdio::null()).stderr(Stdio::null());
        // Children of a bot do not end with it by themselves, so the kernel's way is not enough.
        let mut child = running::spawn(&mut command, Guarded::ByShell)?;
        // The other ends belong to the bot alone: it closes them by ending.
        drop((command, in_reader, out_writer, err_writer));
        let mut report = Vec::new();
        let heard = line.read_to_end(&mut report);
        let became = match (heard, &report[..]) {
            (Ok(_), [READY, _, entered]) => {
                if *entered == 0 && cgroup.take().is_some() {
                    Cgroup::are_useless();
                }
                Ok(())
            }
            (Ok(_), [READY, _, _, FAILED, why @ ..] | [FAILED, why @ ..]) => {
                Err(io::Error::other(String::from_utf8_lossy(why).into_owned()))
            }
            (Ok(_), _) => Err(io::Error::other(NO_LAUNCHER)),
            (Err(why), _) => Err(why),
        };
        became.inspect_err(|_| running::end(&mut child))?;
        let caps = Caps { memory: self.memory, tasks };
        let watch = Watch::over(child.id(), caps, cgroup);
        let [stdin, stdout, stderr] =
            [OwnedFd::from(in_writer), out_reader.into(), err_reader.into()].map(File::from);
        Ok(Started { child, stdin, stdout, stderr, watch })
    }

    /// `joust launch-program PARENT bot CGROUP LANDLOCK CPU PATH… -- PROGRAM WORD…`, without `LANDLOCK` if
    /// nothing confines the bot.
    fn command(&self, cgroup: Option<&Cgroup>) -> Command {
        let mut command = launcher();
        command.arg(BOT).arg(cgroup.map_or(OsStr::new(""), |cgroup| cgroup.folder().as_os_str()));
        match self.paths {
            Some(paths) => {
                let cpu = self.cpu.map(|cpu| cpu.as_secs().saturating_add(1 + LATE).to_string());
                command.env_clear().arg(self.landlock.unwrap_or(LANDLOCK).to_string());
                command.arg(cpu.unwrap_or_default()).args(paths);
            }
            None => {
                command.args(["", ""]);
            }
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.arg("--").arg(self.program).args(self.words);
        command
    }
}

/// The protections that this kernel lacks, as a launcher finds them that becomes no program.
pub(crate) fn probe(landlock: Option<i32>) -> io::Result<Missing> {
    static KNOWN: Mutex<BTreeMap<Option<i32>, Missing>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(missing) = known.get(&landlock) {
        return Ok(*missing);
    }
    let (mut line, other) = UnixStream::pair()?;
    line.set_read_timeout(Some(START))?;
    let nothing = File::open("/dev/null")?;
    send_files(&line, &[nothing.as_fd(); 3])?;
    let mut command = launcher();
    command.env_clear().args([BOT, "", &landlock.unwrap_or(LANDLOCK).to_string(), "", "--"]);
    command.stdin(Stdio::from(OwnedFd::from(other))).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = running::spawn(&mut command, Guarded::ByKernel)?;
    drop(command);
    let mut report = [0; 3];
    let heard = line.read_exact(&mut report);
    running::end(&mut child);
    match (heard, report) {
        (Ok(()), [READY, missing, _]) => Ok(*known.entry(landlock).or_insert(Missing::read(missing))),
        _ => Err(io::Error::other(NO_LAUNCHER)),
    }
}

/// The launcher's part, after it has made its session: becomes the bot.
pub(crate) fn launch(words: &[OsString]) -> io::Result<Infallible> {
    // Only the game hears from the launcher; the program must not know this descriptor.
    let mut line = File::from(fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?);
    let failed = become_bot(words, &mut line);
    if let Err(why) = &failed {
        let _ = line.write_all(&[&[FAILED], why.to_string().as_bytes()].concat());
    }
    failed
}

fn become_bot(words: &[OsString], line: &mut File) -> io::Result<Infallible> {
    let strange = || io::Error::other("the launcher does not understand its arguments");
    let [cgroup, landlock, cpu, rest @ ..] = words else { return Err(strange()) };
    let end = rest.iter().position(|word| word == "--").ok_or_else(strange)?;
    let paths = rest[..end].iter().map(PathBuf::from).collect();
    let Ok([stdin, stdout, stderr]) = <[OwnedFd; 3]>::try_from(received()?) else { return Err(strange()) };
    rustix::stdio::dup2_stdin(stdin)?;
    rustix::stdio::dup2_stdout(stdout)?;
    rustix::stdio::dup2_stderr(stderr)?;
    // Orphans among the bot's processes become its children, so that the watch finds them.
    let _ = set_child_subreaper(Some(getpid()));
    let entered = !cgroup.is_empty() && cgroup::enter(Path::new(cgroup)).is_ok();
    // The kernel would end the bot with the thread that started it, which may end sooner. The guard ends it
    // with the game.
    set_parent_process_death_signal(None)?;
    let number = |word: &OsString| word.to_str().and_then(|word| word.parse::<u64>().ok());
    let missing = match number(landlock) {
        Some(landlock) => {
            let bounds = BotBounds { paths, cpu: number(cpu), landlock: landlock as i32 };
            confine_bot(&bounds)?
        }
        None => Missing::default(),
    };
    line.write_all(&[READY, missing.byte(), entered.into()])?;
    let [program, name, words @ ..] = &rest[end + 1..] else { return Err(strange()) };
    Err(Command::new(program).arg0(name).args(words).exec())
}
