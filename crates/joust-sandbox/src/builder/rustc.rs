//! Bots in Rust without cargo: `rustc` compiles the library of the kit and the bot, and links them to a module.
//!
//! A source in Rust can make cargo run programs: `build.rs`, procedural macros, and those of foreign crates. `rustc`
//! runs none: it gets one library, that of the kit, and no path on which it would look for others. What a source can
//! still do is what one in C++ can: read files (`include_str!`, `#[path]`), take all memory and time (macros, constants,
//! types), write gigabytes, or crash the compiler; and the kernel decides about that as it does for C++.

use super::cargo::{TARGET, absent};
use super::confined::{Budget, Compiler, Step, Task};
use super::copy::{Room, not_an_option};
use super::folders::Folders;
use super::manifest::{LIBRARY, Manifest};
use super::source::text_of;
use super::{BadBuild, Build, BuildLimits, Module};
use crate::kit_files::rust_library;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

/// The edition of the library, and of a bot without a manifest.
const EDITION: &str = "2021";
/// What the compiler makes of the library, and of the bot with it.
const RLIB: &str = "libjoust.rlib";
const MODULE: &str = "module.wasm";
/// The main file of the library, in the folder of a kit.
const LIBRARY_MAIN: &str = "joust/src/lib.rs";
/// Options of all calls: those by which cargo builds a kit.
const OPTIONS: [&str; 6] = ["--target", TARGET, "-C", "opt-level=3", "-C", "codegen-units=1"];
/// Options for the module itself. The linker would take as many threads as the machine has processors.
const LINKED: [&str; 8] =
    ["--crate-type", "cdylib", "-C", "lto=fat", "-C", "strip=debuginfo", "-C", "link-arg=--threads=1"];

const CONFINED: &str = ". The compiler reads the source, the kit and its own folders only: of the folder of a bot, \
                        that is src and joust";

/// A bot in Rust.
pub(super) struct RustBot {
    /// The folder of all its files.
    folder: PathBuf,
    /// The main file, relative to the folder.
    main: PathBuf,
    /// The edition of Rust.
    edition: &'static str,
    /// Whether it is the main file alone.
    is_alone: bool,
}

impl RustBot {
    /// A bot in one file.
    pub(super) fn file(path: &Path) -> RustBot {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        RustBot {
            folder: folder.unwrap_or(Path::new(".")).to_owned(),
            main: PathBuf::from(path.file_name().unwrap_or_default()),
            edition: EDITION,
            is_alone: true,
        }
    }

    /// The bot in a folder with a manifest.
    pub(super) fn folder(folder: &Path) -> Result<RustBot, BadBuild> {
        let wrong = |wrong: String| BadBuild::NotASource { file: folder.to_owned(), wrong: wrong.into() };
        let manifest = folder.join("Cargo.toml");
        let text = text_of(&manifest).map_err(|why| BadBuild::Unreadable { file: manifest, why })?;
        let Manifest { edition, main } = Manifest::read(&text).map_err(wrong)?;
        if let Some(script) = Manifest::script(folder) {
            return Err(wrong(script.to_owned()));
        }
        Ok(RustBot { folder: folder.to_owned(), main, edition, is_alone: false })
    }

    /// Copies what the compiler may read: the main file, or the folders `src` and `joust`.
    fn copy(&self, to: &Path) -> Result<(), BadBuild> {
        let mut room = Room::new();
        if self.is_alone {
            return room.file(&self.folder.join(&self.main), &to.join(&self.main));
        }
        for folder in ["src", LIBRARY] {
            let from = self.folder.join(folder);
            // Neither is followed if it is a link.
            if from.symlink_metadata().is_ok_and(|about| about.is_dir()) {
                fs::create_dir(to.join(folder))?;
                room.folder(&from, &to.join(folder), &|_| true)?;
            }
        }
        Ok(())
    }
}

/// Compiles and links a bot.
pub(super) fn build(build: &Build<'_>, bot: &RustBot) -> Result<Module, BadBuild> {
    let folders = Folders::new(&mut rust_library())?;
    // A folder may choose its toolchain, which is a program: only a trusted one is asked.
    let rustc = Rustc::find(if build.confined.is_some() { Path::new("/") } else { &bot.folder })?;
    let source = if build.confined.is_some() {
        bot.copy(&folders.source)?;
        &folders.source
    } else {
        &bot.folder
    };
    let call = Call { build, rustc: &rustc, folders: &folders, source };
    let mut budget = build.confined.map(Budget::new);
    call.library(budget.as_mut())?;
    let mut external = OsString::from(format!("{LIBRARY}="));
    external.push(call.out(RLIB));
    let mut words: Vec<OsString> = LINKED.map(OsString::from).to_vec();
    words.extend(["--crate-name", "bots", "--edition", bot.edition, "--extern"].map(OsString::from));
    words.extend([external, "-o".into(), call.out(MODULE).into(), not_an_option(&bot.main).into()]);
    let warnings = call.run(words, budget.as_mut())?;
    Ok(Module { bytes: fs::read(folders.out.join(MODULE))?, warnings })
}

/// An installed compiler of Rust.
struct Rustc {
    program: PathBuf,
    /// Its libraries and its linker.
    libraries: PathBuf,
}

impl Rustc {
    /// The compiler that the user's `rustc` is in a folder, which may be a program that chooses one.
    fn find(folder: &Path) -> Result<Rustc, BadBuild> {
        let words = ["--print", "sysroot", "--print", "target-libdir", "--target", TARGET];
        let mut asked = Command::new("rustc");
        asked.args(words).current_dir(folder).stdin(Stdio::null());
        let asked = asked.output().map_err(absent)?;
        let told = String::from_utf8_lossy(&asked.stdout).into_owned();
        let mut lines = told.lines().map(Path::new);
        let (Some(root), Some(target)) = (lines.next(), lines.next()) else { return Err(BadBuild::NoTarget) };
        if !asked.status.success() || !target.is_dir() {
            return Err(BadBuild::NoTarget);
        }
        let program = root.join("bin").join(if cfg!(windows) { "rustc.exe" } else { "rustc" });
        Ok(Rustc { program: program.canonicalize().map_err(absent)?, libraries: root.join("lib") })
    }

    /// When it was installed: what another version has compiled is of no use to it.
    fn installed(&self) -> Option<SystemTime> {
        self.program.metadata().and_then(|about| about.modified()).ok()
    }
}

/// The library of the kit as a compiler has made it in confinement, so that a class of bots compiles it once.
static MADE: Mutex<Option<Made>> = Mutex::new(None);

struct Made {
    /// The compiler, and when it was installed.
    by: (PathBuf, Option<SystemTime>),
    library: Vec<u8>,
}

/// What all calls of one build have in common.
struct Call<'a> {
    build: &'a Build<'a>,
    rustc: &'a Rustc,
    folders: &'a Folders,
    /// The folder of the source.
    source: &'a Path,
}

impl Call<'_> {
    /// The path of something that the compiler makes, as its messages show it: that of this folder tells nothing.
    fn out(&self, name: &str) -> PathBuf {
        let is_beside = self.build.confined.is_some();
        if is_beside { Path::new("../out").join(name) } else { self.folders.out.join(name) }
    }

    /// Compiles the library that the bot uses: that of its folder, or that of the kit.
    fn library(&self, budget: Option<&mut Budget>) -> Result<(), BadBuild> {
        let is_own = self.build.confined.is_some() && self.source.join(LIBRARY_MAIN).is_file();
        let is_changed = || {
            rust_library().any(|(path, text)| {
                fs::read_to_string(self.source.join(path)).map_or(true, |own| own != text)
            })
        };
        if is_own && is_changed() {
            return self.compile_library(Path::new(LIBRARY_MAIN), budget);
        }
        let (library, by) =
            (self.folders.out.join(RLIB), (self.rustc.program.clone(), self.rustc.installed()));
        if let Some(made) = MADE.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
            && made.by == by
        {
            return Ok(fs::write(&library, &made.library)?);
        }
        // The library of the kit is trusted, and does not count against the limits of the bot.
        let begun = Instant::now();
        let mut apart = budget.as_ref().map(|_| Budget::new(BuildLimits::default()));
        self.compile_library(&self.folders.kit.join(LIBRARY_MAIN), apart.as_mut())?;
        if let Some(budget) = budget {
            budget.until += begun.elapsed();
        }
        let made = Made { by, library: fs::read(&library)? };
        *MADE.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        Ok(())
    }

    fn compile_library(&self, main: &Path, budget: Option<&mut Budget>) -> Result<(), BadBuild> {
        let words =
            ["--crate-type", "rlib", "--crate-name", LIBRARY, "--edition", EDITION, "--cap-lints", "allow"];
        let mut words: Vec<OsString> = words.map(OsString::from).to_vec();
        words.extend(["-o".into(), self.out(RLIB).into(), main.into()]);
        self.run(words, budget).map(|_| ())
    }

    /// Runs the compiler in the folder of the source, confined if there is a budget, and gives its warnings.
    fn run(&self, more: Vec<OsString>, budget: Option<&mut Budget>) -> Result<Vec<u8>, BadBuild> {
        let colour = if self.build.coloured { "always" } else { "never" };
        let mut words: Vec<OsString> = OPTIONS.map(OsString::from).to_vec();
        words.extend(["--color".into(), colour.into(), "--remap-path-prefix".into()]);
        words.push(self.folders.without_paths(""));
        words.extend(more);
        let Some(budget) = budget else {
            let mut command = Command::new(&self.rustc.program);
            let ran = command.args(&words).current_dir(self.source).stdin(Stdio::null()).output()?;
            return if ran.status.success() {
                Ok(ran.stderr)
            } else {
                Err(self.build.refused(ran.stderr, ""))
            };
        };
        let Rustc { program, libraries } = self.rustc;
        let compiler = Compiler::at(program.clone(), vec![program.clone(), libraries.clone()])?;
        let step = Step { words, task: Task::Rust };
        compiler.run(&step, self.source, &self.folders.out, budget)?.finish(self.build, CONFINED)
    }
}
