//! Compiles a source that is not trusted: the compiler runs in a process that has given up all files but the
//! source, the kit and the folders of the compiler, the network, and everything beyond its limits.
//!
//! A source can make a compiler read files (`#include`, `#embed`, `.incbin`, `include_str!`), take all memory and
//! time (templates, macros, recursion), write gigabytes, and perhaps run code through a bug. The kernel decides, and
//! not the text of the source. What remains: `__has_include` tells whether a file exists, because Landlock does not
//! hide names.

use super::BadBuild;
pub use super::step::Stopped;
pub(super) use super::step::{Budget, Ran, Step, Task};
use crate::calls::{ALLOWED, ALLOWED_HERE, APART, FORKS, UNKNOWN, always, compile, is, rule, usual};
use crate::confine::{LANDLOCK, Rights, give_up_powers, limit, restrict_files, rights, tasks};
use crate::launch::{find, launcher};
use crate::running::{self, Guarded};
use landlock::{ABI, AccessFs};
use nix::libc;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use seccompiler::{BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op};
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The second argument of a launcher of compilers.
pub(crate) const BUILD: &str = "build";
/// The exit code of a launcher that could not become the compiler.
const NOT_LAUNCHED: i32 = 125;
/// Folders of compilers and their libraries.
const LIBRARIES: [&str; 4] = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"];
/// Files that a program reads when it starts.
const STARTING: [&str; 3] = ["/etc/ld.so.cache", "/proc/cpuinfo", "/sys/devices/system/cpu"];
/// Headers of C++ and C, and what their compiler draws names from.
const HEADERS: [&str; 3] = ["/usr/include", "/usr/local/include", "/dev/urandom"];
/// The parts of an installation of compilers that is not in the system's folders.
const PARTS: [&str; 5] = ["bin", "lib", "lib64", "libexec", "share"];
/// Calls that write files, besides those that open them. Landlock decides which files.
const WRITING: &[i64] = &[
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_unlinkat,
    libc::SYS_mkdirat,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_statfs,
    libc::SYS_execve,
];
#[cfg(target_arch = "x86_64")]
const WRITING_HERE: &[i64] =
    &[libc::SYS_rename, libc::SYS_unlink, libc::SYS_mkdir, libc::SYS_rmdir, libc::SYS_chmod];
#[cfg(not(target_arch = "x86_64"))]
const WRITING_HERE: &[i64] = &[];
/// The first bytes of the compiler's messages, which are kept.
const SHOWN: u64 = 64 << 10;
/// How often the game looks whether the compiler is done.
const LOOK: Duration = Duration::from_millis(3);
/// Processes beyond those that the user has.
const MORE_TASKS: u64 = 16;
const FILES: u64 = 256;
/// Seconds between the signal that the kernel sends when the processor time is up, and the kill.
const LATE: u64 = 2;

/// An installed compiler.
pub(super) struct Compiler {
    program: PathBuf,
    /// The folders that belong to it, beyond those of the system.
    folders: Vec<PathBuf>,
}

impl Compiler {
    /// The compiler of a name.
    pub(super) fn find(name: &str) -> Result<Compiler, BadBuild> {
        let program = find(name).ok_or(BadBuild::NoCompiler)?;
        let real = program.canonicalize()?;
        let prefix = real.parent().and_then(Path::parent);
        let is_known = prefix.is_none_or(|prefix| LIBRARIES.iter().any(|known| prefix.starts_with(known)));
        let parts = PARTS.iter().filter(|_| !is_known).filter_map(|part| Some(prefix?.join(part)));
        Ok(Compiler { program, folders: parts.collect() })
    }

    /// The compiler at a path, and what belongs to it.
    #[expect(clippy::unnecessary_wraps, reason = "on other systems no compiler can be confined")]
    pub(super) fn at(program: PathBuf, folders: Vec<PathBuf>) -> Result<Compiler, BadBuild> {
        Ok(Compiler { program, folders })
    }

    /// Runs it in a folder beside `out`; it writes to `out` only. What it takes is taken from the budget.
    pub(super) fn run(
        &self,
        step: &Step,
        folder: &Path,
        out: &Path,
        budget: &mut Budget,
    ) -> Result<Ran, BadBuild> {
        let limits = budget.limits;
        if budget.cpu.is_zero() {
            return Ok(Ran { success: false, errors: Vec::new(), stopped: Some(Stopped::Cpu(limits.cpu)) });
        }
        let mut command = launcher();
        command.env_clear().current_dir(folder);
        match step.task {
            Task::Compile | Task::Link => {
                let path = self.program.parent().unwrap_or(Path::new("/usr/bin"));
                command.env("PATH", [path.as_os_str(), OsStr::new("/usr/bin")].join(OsStr::new(":")));
                // Without it a compiler asks for the user's.
                command.env("HOME", out).env("TMPDIR", out);
            }
            // A source sees these by `env!`: they tell nothing of the machine, and do not differ between builds.
            Task::Rust => {
                command.env("TMPDIR", Path::new("..").join(out.file_name().unwrap_or_default()));
                // A crash would be told in a hundred lines, and in a file.
                command.env("RUST_BACKTRACE", "0").env("RUSTC_ICE", "0");
            }
        }
        // We read the messages, which have a language.
        command.env("LC_ALL", "C").arg(BUILD).arg(step.task.name());
        // The kernel counts whole seconds.
        let seconds = budget.cpu.as_secs() + u64::from(budget.cpu.subsec_nanos() > 0);
        command.args([seconds, limits.memory, limits.output].map(|most| most.to_string()));
        command.arg(out).arg(out.parent().unwrap_or(out)).args(&self.folders);
        command.arg("--").arg(&self.program).args(&step.words);
        // A source may name the compiler's own outputs as files to include. A socket cannot be opened, and a pipe would
        // be read for ever.
        let (stderr, own) = UnixStream::pair()?;
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(OwnedFd::from(own));
        // The linker is a child of the compiler, which the kernel does not end with it.
        let mut child = running::spawn(&mut command, Guarded::ByShell)?;
        // Its end is closed here, so that what it says has an end.
        command.stderr(Stdio::null());
        let reader = thread::spawn(move || heard(stderr));
        let (status, used) = loop {
            if let Some((status, used)) = running::try_wait_timed(&mut child) {
                break (Some(status), used.unwrap_or_default());
            }
            if Instant::now() > budget.until {
                running::end(&mut child);
                break (None, Duration::ZERO);
            }
            thread::sleep(LOOK);
        };
        let told = reader.join().unwrap_or_default();
        if status.and_then(|status| status.code()) == Some(NOT_LAUNCHED) {
            return Err(BadBuild::Unconfined(told.trim().to_owned()));
        }
        let stopped = stopped(status, used, &told, budget);
        budget.cpu = budget.cpu.saturating_sub(used);
        let success = status.is_some_and(|status| status.success());
        Ok(Ran { success, errors: legible(&told).into_bytes(), stopped })
    }
}

/// The beginning of what a compiler says. The rest is read and dropped, so that it does not wait.
fn heard(mut stderr: impl Read) -> String {
    let mut told = Vec::new();
    let _ = stderr.by_ref().take(SHOWN).read_to_end(&mut told);
    let _ = io::copy(&mut stderr, &mut io::sink());
    String::from_utf8_lossy(&told).into_owned()
}

/// What a compiler or its linker says when it has written too much.
const TOO_LARGE: [&str; 3] = ["File size limit exceeded", "File too large", "(SIGXFSZ)"];
/// What it says when its processor time is up.
const TOO_SLOW: [&str; 2] = ["CPU time limit exceeded", "(SIGXCPU)"];
/// What it says when there is no memory.
const NO_MEMORY: [&str; 5] =
    ["out of memory", "std::bad_alloc", "Cannot allocate memory", "memory allocation of ", NO_CONSTANT];
/// What a compiler of Rust says of a constant for which there is no memory.
const NO_CONSTANT: &str = "error[E0080]: tried to allocate more memory than available to compiler";
/// What a compiler of Rust says when it has failed by an error of its own.
const PANICKED: &str = "error: the compiler unexpectedly panicked";

/// How a compiler was stopped, by its end, the processor time that it used, and what it says of its linker.
fn stopped(status: Option<ExitStatus>, used: Duration, told: &str, budget: &Budget) -> Option<Stopped> {
    let limits = &budget.limits;
    let Some(status) = status else { return Some(Stopped::Time(limits.wall())) };
    if status.success() {
        return None;
    }
    let own = own_lines(told);
    let says = |words: &[&str]| words.iter().any(|word| own.iter().any(|line| line.contains(word)));
    // A compiler that catches a signal ends with 128 plus its number.
    let signal = status.signal().or_else(|| status.code()?.checked_sub(128).filter(|number| *number > 0));
    let signal = signal.and_then(|number| Signal::try_from(number).ok());
    if signal == Some(Signal::SIGXFSZ) || says(&TOO_LARGE) {
        return Some(Stopped::Output(limits.output));
    }
    if matches!(signal, Some(Signal::SIGXCPU | Signal::SIGKILL)) || says(&TOO_SLOW) {
        return Some(Stopped::Cpu(limits.cpu));
    }
    if says(&NO_MEMORY) {
        return Some(Stopped::Memory(limits.memory));
    }
    let has_crashed = signal.is_some() || says(&[PANICKED]);
    // A compiler may crash while it handles the signal that its time is up. The kernel compares its limit with a
    // coarser count than the one that it reports.
    let is_late = used * 10 >= budget.cpu * 9;
    has_crashed.then_some(if is_late { Stopped::Cpu(limits.cpu) } else { Stopped::Crashed })
}

/// The lines in which a compiler speaks of itself and its linker: neither lines of the source that it shows, nor
/// messages about a place in the source, which may quote it.
fn own_lines(told: &str) -> Vec<String> {
    let lines: Vec<String> = told.lines().map(uncoloured).collect();
    let is_place = |line: Option<&String>| line.is_some_and(|line| line.trim_start().starts_with("--> "));
    let is_own = |(number, line): &(usize, &String)| {
        *line == NO_CONSTANT || !(is_source(line) || has_place(line) || is_place(lines.get(number + 1)))
    };
    lines.iter().enumerate().filter(is_own).map(|(_, line)| line.clone()).collect()
}

/// Whether a line shows a line of the source: after its number, if it has one, and a sign.
fn is_source(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let signs: &[char] = if rest.len() < line.len() { &['|', '+', '-', '~'] } else { &['|'] };
    rest.trim_start().starts_with(signs)
}

/// Whether a line begins with a file, a line and a column.
fn has_place(line: &str) -> bool {
    let mut parts = line.split_once(": ").map_or("", |(place, _)| place).rsplit(':');
    let mut is_number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
    is_number() && is_number() && parts.next().is_some()
}

/// A line without the colours of a terminal.
fn uncoloured(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain += piece.split_once(|letter: char| letter.is_ascii_alphabetic()).map_or("", |(_, text)| text);
    }
    plain
}

/// What a person reads of the compiler's messages: neither the dump of a crash nor a hundred lines that say one
/// thing.
fn legible(told: &str) -> String {
    const MOST_ALIKE: usize = 5;
    const INCLUDED: &str = "In file included from ";
    // What begins the dump of a crash.
    const DUMPS: [&str; 4] =
        ["PLEASE submit a bug report", "error: rustc interrupted by ", "thread 'rustc'", PANICKED];
    let is_dump = |line: &&str| DUMPS.iter().any(|dump| uncoloured(line).starts_with(dump));
    let mut lines: Vec<&str> = Vec::new();
    let mut alike = 0;
    for line in told.lines().take_while(|line| !is_dump(line)) {
        alike = if line.starts_with(INCLUDED) { alike + 1 } else { 0 };
        match alike {
            0..=MOST_ALIKE => lines.push(line),
            _ if alike == MOST_ALIKE + 1 => lines.push("…"),
            _ => {}
        }
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The launcher's part, after it has made its session: confines itself, and becomes the compiler.
pub(crate) fn launch(words: &[OsString]) -> io::Result<Infallible> {
    let strange = || io::Error::other("the launcher does not understand its arguments");
    let [task, cpu, memory, output, out, rest @ ..] = words else { return Err(strange()) };
    let task = task.to_str().and_then(Task::named).ok_or_else(strange)?;
    let end = rest.iter().position(|word| word == "--").ok_or_else(strange)?;
    let number =
        |word: &OsString| word.to_str().and_then(|word| word.parse::<u64>().ok()).ok_or_else(strange);
    let (cpu, memory, output) = (number(cpu)?, number(memory)?, number(output)?);
    let [program, words @ ..] = &rest[end + 1..] else { return Err(strange()) };
    let tasks = tasks();
    give_up_powers()?;
    let folders: Vec<PathBuf> = rest[..end].iter().map(PathBuf::from).collect();
    let landlock = restrict_files(&rights_of_compiler(task, Path::new(out), &folders), ABI::from(LANDLOCK));
    // Older versions cannot keep a program from emptying files.
    if landlock.map_err(io::Error::other)? < ABI::V3 {
        return Err(io::Error::other(
            "this kernel has no Landlock, or an old one: it needs Linux 6.2 or newer",
        ));
    }
    let filters = filters(task)?;
    limit(Resource::RLIMIT_CORE, 0)?;
    limit(Resource::RLIMIT_FSIZE, output)?;
    limit(Resource::RLIMIT_NOFILE, FILES)?;
    if let Some(tasks) = tasks {
        limit(Resource::RLIMIT_NPROC, tasks + MORE_TASKS)?;
    }
    // First the signal that says what happened, then the kill.
    limit(Resource::RLIMIT_CPU, cpu + LATE)?;
    setrlimit(Resource::RLIMIT_CPU, cpu, cpu + LATE)?;
    limit(Resource::RLIMIT_AS, memory)?;
    for filter in &filters {
        seccompiler::apply_filter(filter)
            .map_err(|_| io::Error::other("this kernel has no filters for system calls (seccomp)"))?;
    }
    Err(Command::new(program).args(words).exec())
}

/// What a compiler may do with files: `out` is its own, and `folders` are the source, the kit and its
/// installation.
fn rights_of_compiler(task: Task, out: &Path, folders: &[PathBuf]) -> Rights {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let write = AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::RemoveFile
        | AccessFs::MakeDir
        | AccessFs::RemoveDir
        // Moving a file from one folder of `out` to another one.
        | AccessFs::Refer;
    let mut all = vec![rights(&["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile)];
    all.push(rights(&LIBRARIES, read | AccessFs::Execute));
    all.push(rights(&STARTING, read));
    if task != Task::Rust {
        all.push(rights(&HEADERS, read));
    }
    // The first folder is not the compiler's.
    let (source, installed) = folders.split_first().map_or((None, folders), |(one, rest)| (Some(one), rest));
    all.push((source.into_iter().cloned().collect(), read));
    all.push((installed.to_vec(), read | AccessFs::Execute));
    all.push((vec![out.to_owned()], read | write));
    all
}

/// The system calls of a compiler. Only the linker is another process.
fn filters(task: Task) -> io::Result<[BpfProgram; 2]> {
    let mut rules = always(&[ALLOWED, ALLOWED_HERE, UNKNOWN, WRITING, WRITING_HERE].concat());
    usual(&mut rules, true)?;
    let flags = if task.links() { APART } else { APART | libc::CLONE_THREAD } as u64;
    let wanted = if task.links() { 0 } else { libc::CLONE_THREAD } as u64;
    rules.insert(libc::SYS_clone, vec![rule(vec![is(0, Len::Qword, Op::MaskedEq(flags), wanted)?])?]);
    if task.links() {
        rules.extend(always(FORKS));
    }
    if task == Task::Rust {
        // By a pair of sockets without an address, a child says that it could not become the linker.
        let pair = is(0, Len::Dword, Op::Eq, libc::AF_UNIX as u64)?;
        rules.insert(libc::SYS_socketpair, vec![rule(vec![pair])?]);
    }
    // A crash ends with a signal to itself.
    let itself = is(0, Len::Dword, Op::Eq, u64::from(std::process::id()))?;
    rules.insert(libc::SYS_tgkill, vec![rule(vec![itself])?]);
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    Ok([
        compile(always(UNKNOWN), SeccompAction::Allow, unknown)?,
        compile(rules, refuse, SeccompAction::Allow)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::super::BuildLimits;
    use super::*;

    fn budget() -> Budget {
        Budget::new(BuildLimits { cpu: Duration::from_secs(3), ..BuildLimits::default() })
    }

    #[test]
    fn the_end_of_a_compiler_is_understood() {
        let budget = budget();
        let limits = budget.limits;
        let ended = |raw: i32, told: &str| {
            stopped(Some(ExitStatus::from_raw(raw)), Duration::from_secs(1), told, &budget)
        };
        assert_eq!(ended(0, "out of memory"), None);
        assert_eq!(ended(1 << 8, "a.cc:1:1: error: expected"), None);
        assert_eq!(ended(24, ""), Some(Stopped::Cpu(limits.cpu)));
        assert_eq!(ended(152 << 8, ""), Some(Stopped::Cpu(limits.cpu)));
        assert_eq!(ended(25, ""), Some(Stopped::Output(limits.output)));
        assert_eq!(ended(134 << 8, "LLVM ERROR: out of memory"), Some(Stopped::Memory(limits.memory)));
        assert_eq!(ended(132 << 8, "PLEASE submit"), Some(Stopped::Crashed));
        assert_eq!(ended(11, ""), Some(Stopped::Crashed));
        assert_eq!(stopped(None, Duration::ZERO, "", &budget), Some(Stopped::Time(limits.wall())));
    }

    #[test]
    fn a_crash_after_the_time_is_up_is_its_end() {
        // Another call has used two seconds.
        let budget = Budget { cpu: Duration::from_secs(1), ..budget() };
        let ended = |raw: i32, used: u64, told: &str| {
            stopped(Some(ExitStatus::from_raw(raw)), Duration::from_millis(used), told, &budget)
        };
        for crash in [6, 11, 134 << 8, 139 << 8] {
            assert_eq!(ended(crash, 990, "PLEASE submit"), Some(Stopped::Cpu(budget.limits.cpu)));
            assert_eq!(ended(crash, 500, "PLEASE submit"), Some(Stopped::Crashed));
        }
        assert_eq!(ended(1 << 8, 990, "a.cc:1:1: error: expected"), None);
        assert_eq!(ended(0, 990, ""), None);
    }

    #[test]
    fn what_a_source_says_is_not_what_the_compiler_says() {
        let budget = budget();
        let limits = budget.limits;
        let ended = |told: &str| {
            stopped(Some(ExitStatus::from_raw(1 << 8)), Duration::from_millis(10), told, &budget)
        };
        for told in [
            "a.cc:1:5: error: expected ';'\n    1 | int x // out of memory, std::bad_alloc\n      |      ^",
            "a.cc:1:2: error: out of memory (SIGXFSZ)\n",
            "a.cc:2:1: error: static assertion failed: CPU time limit exceeded\n",
            "error: out of memory\n --> bot.rs:1:1\n  |\n1 | compile_error!(\"out of memory\");\n",
            "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: (SIGXCPU)\n\u{1b}[94m --> \u{1b}[0mbot.rs:1:1\n",
            "help: remove it\n  |\n7 - f(); // File too large\n7 + g(); // (SIGXFSZ)\n",
            "error[E0080]: evaluation panicked: out of memory\n --> bot.rs:1:1\n",
        ] {
            assert_eq!(ended(told), None, "{told}");
        }
        for told in [
            "clang++-19: error: unable to execute command: File size limit exceeded\n",
            "wasm-ld: error: failed to write output: File too large\n",
            "error: linking with `rust-lld` failed: signal: 25 (SIGXFSZ)\n  |\n  = note: rust-lld\n",
        ] {
            assert_eq!(ended(told), Some(Stopped::Output(limits.output)), "{told}");
        }
        for told in [
            "fatal error: error in backend: out of memory\n",
            "\u{1b}[1merror[E0080]\u{1b}[0m: tried to allocate more memory than available to compiler\n --> a.rs:1:1",
            "memory allocation of 8192 bytes failed\n",
        ] {
            assert_eq!(ended(told), Some(Stopped::Memory(limits.memory)), "{told}");
        }
    }

    #[test]
    fn messages_are_for_people() {
        let many = "In file included from a.cc:1:\n".repeat(200) + "a.cc:1:10: error: nested too deeply\n";
        assert_eq!(legible(&many).lines().count(), 7);
        assert!(legible(&many).ends_with("…\na.cc:1:10: error: nested too deeply\n"));
        assert_eq!(legible("a\nPLEASE submit a bug report to x\nStack dump:\n"), "a\n");
        let shown = "  1 | // PLEASE submit a bug report\n";
        assert_eq!(legible(shown), shown);
    }

    #[test]
    fn a_compiler_starts_no_process_and_a_linker_no_namespace() {
        for task in [Task::Compile, Task::Link, Task::Rust] {
            assert!(filters(task).unwrap().iter().all(|program| program.len() < 4096));
        }
    }
}
