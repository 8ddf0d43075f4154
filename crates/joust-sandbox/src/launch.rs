//! Starts the programs of others: this program runs itself once more, that process gives up what
//! it does not need, and becomes the other program.
//!
//! All of it happens before the first instruction of the other program, and by code that its author
//! cannot change.

use crate::confine::{Bounds, FILES, LANDLOCK, Missing, confine};
use crate::program::Program;
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

/// The word with which this program is told that it is a launcher.
const WORD: &str = "launch-program";
/// The letter of the launcher's message that everything is in place.
pub(crate) const READY: u8 = b'R';

/// A program and what it is started with.
pub(crate) struct Launch<'a> {
    /// What runs.
    pub(crate) what: What<'a>,
    /// The program's words, its own name first.
    pub(crate) words: Vec<OsString>,
    /// Its whole environment, as `NAME=VALUE`; for a wrapped one what is added.
    pub(crate) environment: Vec<String>,
}

/// Programs are trusted or not.
pub(crate) enum What<'a> {
    /// A program that gets nothing but its line or its input, and a folder to read.
    Confined {
        /// The program.
        program: &'a Program,
        /// What it finds in place of the line.
        input: Option<&'a Program>,
        /// Where it works.
        folder: &'a Path,
        /// Bytes of memory.
        memory: Option<u64>,
        /// The newest Landlock to make use of, if that is not the newest that is known.
        landlock: Option<i32>,
    },
    /// A program at a path that the user has asked to be run without any of that.
    Free(&'a Path),
}

impl Launch<'_> {
    /// The command for it. Its standard input must be one end of a line, and [`Launch::hand_over`]
    /// be called with the other.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(own_path());
        command.arg0("joust").arg(WORD).arg(std::process::id().to_string());
        match &self.what {
            What::Confined { folder, memory, landlock, .. } => {
                command.env_clear().arg("confined").arg(folder);
                command.arg(memory.map_or_else(String::new, |memory| memory.to_string()));
                command.arg(landlock.unwrap_or(LANDLOCK).to_string());
            }
            What::Free(path) => {
                command.arg("free").arg(path).arg("").arg("");
            }
        }
        command.args(&self.environment).arg("--").args(&self.words);
        command
    }

    /// Hands the launcher the files that it needs.
    pub(crate) fn hand_over(&self, line: &UnixStream) -> io::Result<()> {
        let What::Confined { program, input, .. } = &self.what else { return Ok(()) };
        let files: Vec<BorrowedFd<'_>> =
            [Some(*program), *input].into_iter().flatten().map(AsFd::as_fd).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        rights.push(SendAncillaryMessage::ScmRights(&files));
        sendmsg(line, &[IoSlice::new(b"F")], &mut rights, SendFlags::NOSIGNAL)?;
        Ok(())
    }
}

/// This program. By its path, under which tools that look into processes know it, unless it was
/// replaced since it was started: then by what the kernel keeps of it.
fn own_path() -> PathBuf {
    let path = std::env::current_exe().ok().filter(|path| path.exists());
    path.unwrap_or_else(|| PathBuf::from("/proc/self/exe"))
}

/// Becomes another program, if that is what these words of a command line ask for. Only this
/// library says them. It returns when that fails.
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
    let [parent, how, place, memory, landlock, rest @ ..] = words else { return Err(strange()) };
    let place = PathBuf::from(place);
    let end = rest.iter().position(|word| word == "--").ok_or_else(strange)?;
    let (environment, words) = (&rest[..end], &rest[end + 1..]);
    // Before anything else: nothing outlives the game.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let is_here =
        rustix::process::getppid().is_some_and(|id| id.as_raw_nonzero().to_string().as_str() == parent);
    if !is_here {
        return Err(io::Error::other("the game has gone"));
    }
    // No terminal, no signals from the keyboard, and a group that can be ended as a whole.
    setsid()?;
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
    // Under a number that the program cannot give to another file, because it becomes this one and
    // nothing else.
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

/// Tells the game that everything is in place, or what is not.
fn ready(missing: Missing) -> io::Result<()> {
    let message = [2, 0, 0, 0, READY, missing.byte()];
    rustix::net::send(rustix::stdio::stdin(), &message, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// The files that the game has handed over.
fn received() -> io::Result<Vec<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
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

/// Where a program is that the user would run by its name.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let places = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&places).map(|place| place.join(name));
    found.into_iter().find(|path| path.as_os_str().as_bytes().contains(&b'/') && path.is_file())
}

/// Words of a program.
pub(crate) fn words<const COUNT: usize>(words: [&str; COUNT]) -> Vec<OsString> {
    words.map(|word| OsStr::new(word).to_owned()).to_vec()
}
