//! Starts untrusted programs: this program runs itself once more as a launcher, which gives up its
//! privileges and then executes the untrusted program.
//!
//! All of it happens before the first instruction of the untrusted program, and by code that its author
//! cannot change.

use crate::bot_launch::{self, BOT};
use crate::builder::confined::{self, BUILD};
use crate::confine::{Bounds, FILES, LANDLOCK, Missing, confine};
use crate::program::SealedProgram;
use nix::unistd::{fexecve, setsid};
use rustix::io::fcntl_dupfd_cloexec;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use rustix::process::{Signal, set_parent_process_death_signal};
use std::convert::Infallible;
use std::ffi::{CString, OsStr, OsString};
use std::io::{self, IoSlice, IoSliceMut, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

/// The first argument of a launcher.
const WORD: &str = "launch-program";
/// The first byte of the launcher's message that confinement is complete.
pub(crate) const READY: u8 = b'R';
/// The most files that a launcher is passed.
const FILES_PASSED: usize = 3;

/// A program with its arguments and environment.
pub(crate) struct Launch<'a> {
    /// The program, confined or not.
    pub(crate) target: Target<'a>,
    /// The program's arguments, its own name first.
    pub(crate) words: Vec<OsString>,
    /// Its whole environment, as `NAME=VALUE`; for a wrapped program, additions to the user's.
    pub(crate) environment: Vec<String>,
}

/// A program to run, confined or free.
pub(crate) enum Target<'a> {
    /// A program that gets only its socket or its input, and a folder to read.
    Confined {
        /// The program.
        program: &'a SealedProgram,
        /// Its standard input in place of the socket.
        input: Option<&'a SealedProgram>,
        /// Its working folder.
        folder: &'a Path,
        /// Bytes of memory.
        memory: Option<u64>,
        /// The newest Landlock version to use, if not the newest known.
        landlock: Option<i32>,
    },
    /// A program that the user wants to run without confinement.
    Free(&'a Path),
}

impl Launch<'_> {
    /// The command for it. Its standard input must be one end of a socket, and [`Launch::hand_over`] must
    /// be called with the other end.
    pub(crate) fn command(&self) -> Command {
        let mut command = launcher();
        match &self.target {
            Target::Confined { folder, memory, landlock, .. } => {
                command.env_clear().arg("confined").arg(folder);
                command.arg(memory.map_or_else(String::new, |memory| memory.to_string()));
                command.arg(landlock.unwrap_or(LANDLOCK).to_string());
            }
            Target::Free(path) => {
                command.arg("free").arg(path).arg("").arg("");
            }
        }
        command.args(&self.environment).arg("--").args(&self.words);
        command
    }

    /// Hands the launcher the files that it needs.
    pub(crate) fn hand_over(&self, line: &UnixStream) -> io::Result<()> {
        let Target::Confined { program, input, .. } = &self.target else { return Ok(()) };
        let files: Vec<BorrowedFd<'_>> =
            [Some(*program), *input].into_iter().flatten().map(AsFd::as_fd).collect();
        send_files(line, &files)
    }
}

/// The command that runs as a launcher, where this program itself does not.
static OTHER: OnceLock<(PathBuf, Vec<OsString>)> = OnceLock::new();

/// Names the command that runs as a launcher, for a library in the program of somebody else, such as an
/// interpreter. The command must call [`launched`] with the words that follow these. The first call counts.
pub fn launch_by(program: PathBuf, words: Vec<OsString>) {
    let _ = OTHER.set((program, words));
}

/// A command that runs this program as a launcher. Its other arguments follow.
pub(crate) fn launcher() -> Command {
    let mut command;
    if let Some((program, words)) = OTHER.get() {
        command = Command::new(program);
        command.args(words);
    } else {
        command = Command::new(own_path());
        command.arg0("joust");
    }
    command.arg(WORD).arg(std::process::id().to_string());
    command
}

/// Passes at most [`FILES_PASSED`] files to a launcher.
pub(crate) fn send_files(line: &UnixStream, files: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES_PASSED))];
    let mut rights = SendAncillaryBuffer::new(&mut space);
    rights.push(SendAncillaryMessage::ScmRights(files));
    sendmsg(line, &[IoSlice::new(b"F")], &mut rights, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// This program: its path, by which debuggers know it; or `/proc/self/exe`, if the file was replaced since
/// the program was started.
fn own_path() -> PathBuf {
    let path = std::env::current_exe().ok().filter(|path| path.exists());
    path.unwrap_or_else(|| PathBuf::from("/proc/self/exe"))
}

/// Becomes another program if these arguments, the name of this program first, ask for it, which only this
/// library writes. Returns `None` for other arguments, and an exit code if the other program cannot be started.
pub fn launched(words: &[OsString]) -> Option<ExitCode> {
    let (_, words) = words.split_first()?;
    let (word, words) = words.split_first()?;
    if word != WORD {
        return None;
    }
    let Err(why) = launch(words);
    let _ = writeln!(io::stderr(), "joust cannot start a program: {why}");
    Some(ExitCode::from(125))
}

fn launch(words: &[OsString]) -> io::Result<Infallible> {
    let strange = || io::Error::other(format!("`{WORD}` is for joust itself"));
    let [parent, how, words @ ..] = words else { return Err(strange()) };
    // First of all: this process must not outlive the game.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let is_here =
        rustix::process::getppid().is_some_and(|id| id.as_raw_nonzero().to_string().as_str() == parent);
    if !is_here {
        return Err(io::Error::other("the game has gone"));
    }
    // A session of its own: no terminal, no signals from the keyboard, and a group that can be killed.
    setsid()?;
    if how == BOT {
        return bot_launch::launch(words);
    }
    if how == BUILD {
        return confined::launch(words);
    }
    let [place, memory, landlock, rest @ ..] = words else { return Err(strange()) };
    let place = PathBuf::from(place);
    let end = rest.iter().position(|word| word == "--").ok_or_else(strange)?;
    let (environment, words) = (&rest[..end], &rest[end + 1..]);
    if how == "free" {
        ready(Missing::default())?;
        let mut command = Command::new(&place);
        command.args(words.get(1..).unwrap_or_default());
        for entry in environment {
            let entry = entry.to_str().and_then(|entry| entry.split_once('=')).ok_or_else(strange)?;
            command.env(entry.0, entry.1);
        }
        return Err(command.exec());
    }
    let mut files = received()?.into_iter();
    // Under a descriptor that the program cannot give to another file, because it may execute only
    // this one.
    let program = fcntl_dupfd_cloexec(files.next().ok_or_else(strange)?, FILES as i32)?;
    let input = files.next();
    let strings = |words: &[OsString]| -> io::Result<Vec<CString>> {
        words.iter().map(|word| Ok(CString::new(word.clone().into_vec())?)).collect()
    };
    let (words, environment) = (strings(words)?, strings(environment)?);
    let memory = memory.to_str().and_then(|text| text.parse().ok());
    let landlock = landlock.to_str().and_then(|text| text.parse().ok()).ok_or_else(strange)?;
    let size = rustix::fs::fstat(&program)?.st_size.unsigned_abs();
    std::env::set_current_dir(&place)?;
    let missing = confine(program.as_fd(), size, &Bounds { folder: &place, memory, landlock })?;
    ready(missing)?;
    if let Some(input) = input {
        rustix::stdio::dup2_stdin(input)?;
    }
    Ok(fexecve(&program, &words, &environment)?)
}

/// Tells the game that confinement is complete, and which protections are missing.
fn ready(missing: Missing) -> io::Result<()> {
    let message = [2, 0, 0, 0, READY, missing.byte()];
    rustix::net::send(rustix::stdio::stdin(), &message, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// The files that the game has passed.
pub(crate) fn received() -> io::Result<Vec<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES_PASSED))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    let mut letter = [0];
    recvmsg(
        rustix::stdio::stdin(),
        &mut [IoSliceMut::new(&mut letter)],
        &mut rights,
        RecvFlags::CMSG_CLOEXEC,
    )?;
    let files = rights.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(files) => Some(files),
        _ => None,
    });
    Ok(files.flatten().collect())
}

/// Finds a program on the PATH.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let places = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&places).map(|place| place.join(name));
    found.into_iter().find(|path| path.as_os_str().as_bytes().contains(&b'/') && path.is_file())
}

/// Arguments as the system takes them.
pub(crate) fn words<const COUNT: usize>(words: [&str; COUNT]) -> Vec<OsString> {
    words.map(|word| OsStr::new(word).to_owned()).to_vec()
}
