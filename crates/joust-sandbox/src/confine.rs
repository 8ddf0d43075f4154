//! Confinement: the privileges that a process gives up before it becomes an untrusted program.

use crate::calls::{self, Confined};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use nix::sys::resource::{Resource, setrlimit};
use rustix::fs::{Mode, fchmod};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::path::Path;

/// The protections that this kernel lacks, as bits of a byte.
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

    /// Whether Landlock is missing, so that files are not protected.
    pub(crate) fn is_without_landlock(self) -> bool {
        self.0 & Missing::LANDLOCK != 0
    }

    /// The missing protections and their consequences, a line each.
    pub(crate) fn lines(self) -> Vec<&'static str> {
        let mut lines = Vec::new();
        if self.is_without_landlock() {
            lines.push(
                "this kernel has no Landlock: players of a kit can read your files and the memory of \
                 your programs",
            );
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

/// The most open files of a program. The kit's end of the socket is descriptor 200 or above.
pub(crate) const FILES: u64 = 256;
/// Threads and processes beyond those that the machine has now, for all programs of the user: enough
/// for a player with threads, too few for a fork bomb.
const MORE_TASKS: u64 = 1024;
/// Address space on top of the player's memory limit, for the libraries of C++ and the stack, in bytes.
const LIBRARIES: u64 = 16 << 20;

/// Programs and libraries, which every program may read.
const SYSTEM: [&str; 6] = ["/usr", "/lib", "/lib64", "/opt", "/nix/store", "/gnu/store"];
/// Folders of the dynamic loader, which is executed.
const LOADER: [&str; 6] = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store", "/gnu/store"];
/// Files that programs read when they start, and the sources of randomness and of the number of processors.
const SMALL: [&str; 7] = [
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
];
/// Files of `/proc/self` that C libraries and sanitizers read. Not the whole folder, because it shows the
/// network and the mounts; nor `exe`, which is still joust.
const OWN: [&str; 9] = [
    "/proc/self/auxv",
    "/proc/self/cmdline",
    "/proc/self/environ",
    "/proc/self/limits",
    "/proc/self/maps",
    "/proc/self/smaps",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
];
/// The lists of its open files and threads, without the entries' contents.
const OWN_LISTS: [&str; 2] = ["/proc/self/fd", "/proc/self/task"];
const NOTHING: &str = "/dev/null";

/// The newest Landlock version in use.
pub(crate) const LANDLOCK: i32 = ABI::V6 as i32;

/// The resources that a program keeps.
pub(crate) struct Bounds<'a> {
    /// The folder that it may read.
    pub(crate) folder: &'a Path,
    /// Bytes of memory.
    pub(crate) memory: Option<u64>,
    /// The newest Landlock version to use, at most [`LANDLOCK`]; 0 for none.
    pub(crate) landlock: i32,
}

/// Gives up everything that a player does not need. `program`, of `size` bytes, is the one to become.
pub(crate) fn confine(program: BorrowedFd<'_>, size: u64, bounds: &Bounds<'_>) -> io::Result<Missing> {
    let mut missing = Missing::default();
    // When memory runs out, the kernel kills this process first.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let tasks = tasks().map(|tasks| tasks + MORE_TASKS);
    // An executed program inherits open files; this one may inherit three.
    close_fds::CloseFdsBuilder::new().cloexecfrom(3);
    set_no_new_privs(true)?;
    // Root without capabilities is an ordinary user. Other users have no capabilities to drop.
    let none = CapabilitySet::empty();
    let _ = set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none });
    let landlock = restrict_files(bounds.folder, ABI::from(bounds.landlock.min(LANDLOCK)));
    let landlock = landlock.map_err(io::Error::other)?;
    if landlock == ABI::Unsupported {
        missing.0 |= Missing::LANDLOCK;
        // Only this keeps other seats from its memory: a process that executes a program it may not read
        // is not dumpable.
        fchmod(program, Mode::XUSR | Mode::XGRP | Mode::XOTH)?;
    }
    let confined = Confined {
        process: std::process::id().cast_signed(),
        program: program.as_fd().as_raw_fd(),
        // Older versions cannot deny truncation of an open file.
        guards_writing: landlock >= ABI::V3,
    };
    let filters = calls::filters(&confined)?;
    limit(Resource::RLIMIT_CORE, 0)?;
    limit(Resource::RLIMIT_FSIZE, 0)?;
    limit(Resource::RLIMIT_NOFILE, FILES)?;
    if let Some(tasks) = tasks {
        limit(Resource::RLIMIT_NPROC, tasks)?;
    }
    if let Some(memory) = bounds.memory {
        // Last, because this process may already use more than the limit.
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

/// The number of threads and processes on the machine.
fn tasks() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').nth(3)?.split_once('/')?.1.parse().ok()
}

/// Restricts the process to reading libraries and the folder, and denies the network. Returns the
/// Landlock version that was applied, which is at most `known`.
fn restrict_files(folder: &Path, known: ABI) -> Result<ABI, RulesetError> {
    let files = AccessFs::from_all(known);
    if files.is_empty() {
        return Ok(ABI::Unsupported);
    }
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort).handle_access(files)?;
    // Older versions only restrict files.
    let (network, scope) = (AccessNet::from_all(known), Scope::from_all(known));
    if !network.is_empty() {
        rules = rules.handle_access(network)?;
    }
    if !scope.is_empty() {
        rules = rules.scope(scope)?;
    }
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let nothing = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
    let rules = rules
        .create()?
        .add_rules(beneath(SYSTEM.map(Path::new), read))?
        .add_rules(beneath(LOADER.map(Path::new), AccessFs::Execute))?
        .add_rules(beneath(SMALL.map(Path::new), read))?
        .add_rules(beneath(OWN.map(Path::new), AccessFs::ReadFile))?
        .add_rules(beneath(OWN_LISTS.map(Path::new), AccessFs::ReadDir))?
        .add_rules(beneath([folder], read))?
        .add_rules(beneath([Path::new(NOTHING)], nothing & files))?;
    let done = rules.restrict_self()?;
    Ok(match done.landlock {
        LandlockStatus::Available { effective_abi, .. } if done.ruleset != RulesetStatus::NotEnforced => {
            effective_abi.min(known)
        }
        _ => ABI::Unsupported,
    })
}

/// Rules for those of these paths that exist.
fn beneath<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
    access: impl Into<BitFlags<AccessFs>>,
) -> impl Iterator<Item = Result<PathBeneath<PathFd>, RulesetError>> {
    landlock::path_beneath_rules(paths, access)
}
