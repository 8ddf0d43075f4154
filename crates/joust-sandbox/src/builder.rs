//! Makes WebAssembly modules of bots: players of the Mad Max kit, and bots of the kits in C++, C, Rust and
//! JavaScript.

mod cargo;
mod clang;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/confined.rs")]
pub(crate) mod confined;
mod copy;
mod folders;
mod manifest;
mod rustc;
mod script;
pub(crate) mod source;
mod step;
mod tokens;

use crate::builder::confined::Stopped;
use crate::builder::rustc::RustBot;
use crate::builder::source::Source;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const INSTALL: &str = "install them on Debian: apt-get install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 \
                       libclang-rt-19-dev-wasm32";

/// The functions that a module must export; see `docs/protocol.md`.
const EXPORTS: [&str; 3] = ["joust_room", "joust_answer", "joust_answer_size"];

/// The line of a bot in Rust that makes a module.
const RUST_LINE: &str = "`joust::module!(make);`";

/// A bot to compile.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// The source: an `AI….cc`, a bot of the C++ kit in C++ or C, a bot of the Rust kit in one file, a main file in
    /// JavaScript, or the folder of a kit.
    pub source: &'a Path,
    /// The dialect of C++, such as `c++17`, if not that of the kit.
    pub standard: Option<&'a str>,
    /// Whether the compiler's messages are coloured.
    pub coloured: bool,
    /// The limits of the compiler, for a source that is not trusted.
    pub confined: Option<BuildLimits>,
}

/// What the compiler of a source that is not trusted may use. It reads the source, the kit and its own folders
/// only, and has no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildLimits {
    /// Processor time of the whole build.
    pub cpu: Duration,
    /// Bytes of memory to compile or link one file.
    pub memory: u64,
    /// Bytes of an object or of the module.
    pub output: u64,
}

/// A large bot with all headers of C++ takes a tenth of each; one in Rust takes a third of the memory.
impl Default for BuildLimits {
    fn default() -> BuildLimits {
        BuildLimits { cpu: Duration::from_mins(1), memory: 2 << 30, output: 64 << 20 }
    }
}

impl BuildLimits {
    /// The time of the whole build by the clock: a busy machine has less processor time to give.
    pub(crate) fn wall(&self) -> Duration {
        self.cpu * 3 + Duration::from_secs(10)
    }
}

/// A compiled bot.
#[derive(Clone, Debug)]
pub struct Module {
    /// The bytes of the WebAssembly module.
    pub bytes: Vec<u8>,
    /// The warnings of the compiler.
    pub warnings: Vec<u8>,
}

/// Why a bot cannot be compiled.
#[derive(Debug, thiserror::Error)]
pub enum BadBuild {
    /// This is not the source of a bot that can be compiled.
    #[error("{} {wrong}", file.display())]
    NotASource {
        /// The file or folder.
        file: PathBuf,
        /// What is wrong with it.
        wrong: Cow<'static, str>,
    },
    /// The source cannot be read.
    #[error("{}: {why}", file.display())]
    Unreadable {
        /// The source.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// There is no compiler of C++.
    #[error("modules need clang and the libraries of WASI: {INSTALL}")]
    NoCompiler,
    /// There is no Rust.
    #[error("a bot in Rust needs cargo and rustc: install Rust from https://rustup.rs")]
    NoRust,
    /// Rust cannot compile to WebAssembly yet.
    #[error("Rust lacks the libraries for modules: rustup target add {target}", target = cargo::TARGET)]
    NoTarget,
    /// The compiler refuses the source.
    #[error("{} was not built: see above{}", file.display(), help)]
    Refused {
        /// The source.
        file: PathBuf,
        /// What the compiler says.
        errors: Vec<u8>,
        /// What the user can do about it.
        help: String,
    },
    /// The compiler was stopped, or has crashed.
    #[error("{} was not built: {how}", file.display())]
    Stopped {
        /// The source.
        file: PathBuf,
        /// What happened.
        how: Stopped,
        /// What the compiler says.
        errors: Vec<u8>,
    },
    /// The module lacks the functions that a referee calls.
    #[error(
        "{} was built, but its module does not export {missing}: it needs the line {line}",
        file.display()
    )]
    NotABot {
        /// The source.
        file: PathBuf,
        /// The first function that is missing.
        missing: &'static str,
        /// The line that makes a module.
        line: &'static str,
    },
    /// The compiler cannot be confined.
    #[error("a source that is not trusted cannot be built: {0}")]
    Unconfined(String),
    /// The compiler cannot be run, or its files cannot be written or read.
    #[error("the build cannot be run: {0}")]
    Io(#[from] io::Error),
}

impl Build<'_> {
    /// Compiles the bot with the library of its kit.
    ///
    /// ```
    /// use joust_sandbox::{BadBuild, Build};
    ///
    /// let build = Build { source: "bot.py".as_ref(), standard: None, coloured: false, confined: None };
    /// assert!(matches!(build.run(), Err(BadBuild::NotASource { .. })));
    /// ```
    pub fn run(&self) -> Result<Module, BadBuild> {
        let (module, line) = match Source::find(self.source)? {
            Source::Script(main) => return script::build(&main),
            Source::Rust(folder) if self.confined.is_none() => (cargo::build(self, &folder)?, RUST_LINE),
            Source::Rust(folder) => (rustc::build(self, &RustBot::folder(&folder)?)?, RUST_LINE),
            Source::RustFile(file) => (rustc::build(self, &RustBot::file(&file))?, RUST_LINE),
            Source::Compiled(sources) => (clang::build(self, &sources)?, "`JOUST_BOT(make)`"),
        };
        let has = |name: &str| module.bytes.windows(name.len()).any(|bytes| bytes == name.as_bytes());
        match EXPORTS.into_iter().find(|name| !has(name)) {
            Some(missing) => Err(BadBuild::NotABot { file: self.source.to_owned(), missing, line }),
            None => Ok(module),
        }
    }

    fn refused(&self, errors: Vec<u8>, help: impl Into<String>) -> BadBuild {
        BadBuild::Refused { file: self.source.to_owned(), errors, help: help.into() }
    }
}
