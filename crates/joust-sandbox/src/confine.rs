//! What a process does to itself before it becomes the program of somebody else.

use crate::calls::{self, Confined};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use nix::sys::resource::{Resource, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::path::Path;

/// What this kernel cannot do, as bits of a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Missing(u8);

impl Missing {
    const LANDLOCK: u8 = 1;
    const SECCOMP: u8 = 2;

    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    pub(crate) fn read(byte: u8) -> Missing {
        Missing(byte)
    }

    /// Whether files are protected.
    pub(crate) fn is_without_landlock(self) -> bool {
        self.0 & Missing::LANDLOCK != 0
    }

    /// What is missing and what follows from it, a line each.
    pub(crate) fn lines(self) -> Vec<&'static str> {
        let mut lines = Vec::new();
        if self.is_without_landlock() {
            lines.push("this kernel has no Landlock: players of a kit can read your files");
        }
        if self.0 & Missing::SECCOMP != 0 {
            lines.push(
                "this kernel has no filters for system calls (seccomp): players of a kit can start \
                 processes and reach what you can",
            );
        }
        lines
    }
}

/// Open files that a program may have. The kit's end of the line is number 200 or above.
pub(crate) const FILES: u64 = 256;
/// Threads and processes beyond those that the machine has now, for all programs of the user: enough
/// for a player with threads, and too few for one that makes them without end.
const MORE_TASKS: u64 = 1024;
/// Address space beside what a player may use, for the libraries of C++ and the stack, in bytes.
const LIBRARIES: u64 = 16 << 20;

/// Programs and libraries, which anybody may read.
const SYSTEM: [&str; 6] = ["/usr", "/lib", "/lib64", "/opt", "/nix/store", "/gnu/store"];
/// Where the loader of libraries is, which is a program.
const LOADER: [&str; 6] = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store", "/gnu/store"];
/// What programs read when they start, and where chance and the number of processors come from.
const SMALL: [&str; 8] = [
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
    "/proc/self",
];
const NOTHING: &str = "/dev/null";

/// Gives up everything that a player does not need. The program is the one to become; its folder
/// can be read.
pub(crate) fn confine(
    program: BorrowedFd<'_>,
    size: u64,
    folder: &Path,
    memory: Option<u64>,
) -> io::Result<Missing> {
    let mut missing = Missing::default();
    // Where memory runs out, this process is ended rather than another one.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let tasks = tasks().map(|tasks| tasks + MORE_TASKS);
    // Programs hand files to those that they start; this one hands on three.
    close_fds::CloseFdsBuilder::new().cloexecfrom(3);
    set_no_new_privs(true)?;
    // Root without its powers is one among others. Who has none gives none up.
    let none = CapabilitySet::empty();
    let _ = set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none });
    let landlock = restrict_files(folder).map_err(io::Error::other)?;
    if landlock == RulesetStatus::NotEnforced {
        missing.0 |= Missing::LANDLOCK;
    }
    let confined = Confined {
        process: std::process::id().cast_signed(),
        program: program.as_fd().as_raw_fd(),
        landlock: landlock != RulesetStatus::NotEnforced,
    };
    let filters = calls::filters(&confined)?;
    limit(Resource::RLIMIT_CORE, 0)?;
    limit(Resource::RLIMIT_FSIZE, 0)?;
    limit(Resource::RLIMIT_NOFILE, FILES)?;
    if let Some(tasks) = tasks {
        limit(Resource::RLIMIT_NPROC, tasks)?;
    }
    if let Some(memory) = memory {
        // The last thing, because this process may already have more than that.
        limit(Resource::RLIMIT_AS, memory.saturating_add(LIBRARIES + size))?;
    }
    for filter in &filters {
        if seccompiler::apply_filter(filter).is_err() {
            missing.0 |= Missing::SECCOMP;
        }
    }
    Ok(missing)
}

/// Sets a limit that cannot be raised again, unless there is a lower one already.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let (_, hard) = nix::sys::resource::getrlimit(resource)?;
    let most = most.min(hard);
    Ok(setrlimit(resource, most, most)?)
}

/// How many threads and processes there are on the machine.
fn tasks() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').nth(3)?.split_once('/')?.1.parse().ok()
}

/// Leaves of all files the libraries and the folder, for reading, and nothing of the network.
fn restrict_files(folder: &Path) -> Result<RulesetStatus, RulesetError> {
    let known = ABI::V6;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(known))?
        .handle_access(AccessNet::from_all(known))?
        .scope(Scope::from_all(known))?
        .create()?
        .add_rules(beneath(SYSTEM.map(Path::new), read))?
        .add_rules(beneath(LOADER.map(Path::new), AccessFs::Execute))?
        .add_rules(beneath(SMALL.map(Path::new), read))?
        .add_rules(beneath([folder], read))?
        .add_rules(beneath(
            [Path::new(NOTHING)],
            AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate,
        ))?;
    Ok(rules.restrict_self()?.ruleset)
}

/// Rules for those of some paths that are there.
fn beneath<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
    access: impl Into<BitFlags<AccessFs>>,
) -> impl Iterator<Item = Result<PathBeneath<PathFd>, RulesetError>> {
    landlock::path_beneath_rules(paths, access)
}
