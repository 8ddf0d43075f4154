//! Confinement: the privileges that a process gives up before it becomes an untrusted program.

use crate::bot_calls::{self, ConfinedBot};
use crate::calls::{self, Confined};
use crate::reach;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use nix::sys::resource::{Resource, setrlimit};
use rustix::fs::{Mode, fchmod};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};
use seccompiler::BpfProgram;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::path::{Path, PathBuf};

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

    /// What follows for bots, a line each.
    pub(crate) fn lines_for_bots(self) -> Vec<&'static str> {
        let mut lines = Vec::new();
        if self.is_without_landlock() {
            lines.push(
                "this kernel has no Landlock: bots can read your files and the memory of your programs, and \
                 run any program",
            );
        }
        if self.0 & Missing::SECCOMP != 0 {
            lines.push(
                "this kernel has no filters for system calls (seccomp): bots can use the network and leave \
                 processes behind",
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

/// Files that interpreters read when they start, besides those of players of a kit.
const SMALL_OF_BOTS: [&str; 10] = [
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/dev/urandom",
    "/dev/random",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
];
/// Folders in `/etc` with settings of interpreters, by what their names begin with.
const SETTINGS: [&str; 5] = ["java", "perl", "php", "python", "ruby"];

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
    let tasks = tasks();
    give_up_powers()?;
    let landlock = restrict_files(&rights_of_player(bounds.folder), ABI::from(bounds.landlock.min(LANDLOCK)));
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
    limit_resources(tasks)?;
    if let Some(memory) = bounds.memory {
        // Last, because this process may already use more than the limit.
        limit(Resource::RLIMIT_AS, memory.saturating_add(LIBRARIES + size))?;
    }
    install(&filters, &mut missing);
    Ok(missing)
}

/// The resources that a bot keeps.
pub(crate) struct BotBounds {
    /// What it may read and execute besides the system's folders.
    pub(crate) paths: Vec<PathBuf>,
    /// Seconds of processor time of each of its processes, after which the kernel ends it.
    pub(crate) cpu: Option<u64>,
    /// The newest Landlock version to use, at most [`LANDLOCK`]; 0 for none.
    pub(crate) landlock: i32,
}

/// Gives up everything that a bot does not need.
pub(crate) fn confine_bot(bounds: &BotBounds) -> io::Result<Missing> {
    let mut missing = Missing::default();
    let tasks = tasks();
    give_up_powers()?;
    let landlock = restrict_files(&rights_of_bot(&bounds.paths), ABI::from(bounds.landlock.min(LANDLOCK)));
    let landlock = landlock.map_err(io::Error::other)?;
    if landlock == ABI::Unsupported {
        missing.0 |= Missing::LANDLOCK;
    }
    let filters = bot_calls::filters(&ConfinedBot {
        process: std::process::id().cast_signed(),
        guards_writing: landlock >= ABI::V3,
        guards_signals: landlock >= ABI::V6,
    })?;
    limit_resources(tasks)?;
    if let Some(seconds) = bounds.cpu {
        limit(Resource::RLIMIT_CPU, seconds)?;
    }
    install(&filters, &mut missing);
    Ok(missing)
}

/// Gives up the powers of root, open files, and the protection from the kernel's need of memory.
pub(crate) fn give_up_powers() -> io::Result<()> {
    // When memory runs out, the kernel kills this process first.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    // An executed program inherits open files; this one may inherit three.
    close_fds::CloseFdsBuilder::new().cloexecfrom(3);
    set_no_new_privs(true)?;
    // Root without capabilities is an ordinary user. Other users have no capabilities to drop.
    let none = CapabilitySet::empty();
    let _ = set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none });
    Ok(())
}

fn limit_resources(tasks: Option<u64>) -> io::Result<()> {
    limit(Resource::RLIMIT_CORE, 0)?;
    limit(Resource::RLIMIT_FSIZE, 0)?;
    limit(Resource::RLIMIT_NOFILE, FILES)?;
    match tasks {
        Some(tasks) => limit(Resource::RLIMIT_NPROC, tasks + MORE_TASKS),
        None => Ok(()),
    }
}

fn install(filters: &[BpfProgram], missing: &mut Missing) {
    for filter in filters {
        if seccompiler::apply_filter(filter).is_err() {
            missing.0 |= Missing::SECCOMP;
        }
    }
}

/// Sets a limit that cannot be raised again, unless there is a lower one already.
pub(crate) fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let (_, hard) = nix::sys::resource::getrlimit(resource)?;
    let most = most.min(hard);
    Ok(setrlimit(resource, most, most)?)
}

/// The number of threads and processes on the machine.
pub(crate) fn tasks() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').nth(3)?.split_once('/')?.1.parse().ok()
}

/// Paths with the access to them and to everything beneath them.
pub(crate) type Rights = Vec<(Vec<PathBuf>, BitFlags<AccessFs>)>;

pub(crate) fn rights(
    paths: &[&str],
    access: impl Into<BitFlags<AccessFs>>,
) -> (Vec<PathBuf>, BitFlags<AccessFs>) {
    (paths.iter().map(PathBuf::from).collect(), access.into())
}

/// What every program may do with its own entries in `/proc`, and with `/dev/null`.
fn usual_rights() -> Rights {
    vec![
        rights(&OWN, AccessFs::ReadFile),
        rights(&OWN_LISTS, AccessFs::ReadDir),
        rights(&[NOTHING], AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate),
    ]
}

fn rights_of_player(folder: &Path) -> Rights {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut all = usual_rights();
    all.push(rights(&SYSTEM, read));
    all.push(rights(&LOADER, AccessFs::Execute));
    all.push(rights(&SMALL, read));
    all.push((vec![folder.to_owned()], read));
    all
}

fn rights_of_bot(paths: &[PathBuf]) -> Rights {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let settings = std::fs::read_dir("/etc").into_iter().flatten().flatten().filter(|entry| {
        entry.file_name().to_str().is_some_and(|name| SETTINGS.iter().any(|start| name.starts_with(start)))
    });
    let mut all = usual_rights();
    all.push(rights(&reach::SYSTEM, read | AccessFs::Execute));
    all.push(rights(&SMALL_OF_BOTS, read));
    all.push((settings.map(|entry| entry.path()).collect(), read));
    all.push((paths.to_vec(), read | AccessFs::Execute));
    all
}

/// Restricts the process to these rights, and denies the network. Returns the Landlock version that was
/// applied, which is at most `known`.
pub(crate) fn restrict_files(rights: &Rights, known: ABI) -> Result<ABI, RulesetError> {
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
    let mut rules = rules.create()?;
    for (paths, access) in rights {
        // Paths that do not exist are left out.
        rules = rules.add_rules(landlock::path_beneath_rules(paths, *access & files))?;
    }
    let done = rules.restrict_self()?;
    Ok(match done.landlock {
        LandlockStatus::Available { effective_abi, .. } if done.ruleset != RulesetStatus::NotEnforced => {
            effective_abi.min(known)
        }
        _ => ABI::Unsupported,
    })
}
