//! Players as WebAssembly modules, which run on fuel.
//!
//! A module runs inside this process and can reach nothing of it: it has memory of its own, the functions that
//! `wasi` gives it, and fuel. Every instruction costs fuel, and the count does not depend on the machine, so a
//! module that runs out of fuel does so at the same instruction everywhere.

mod chance;
mod channel;
mod complexity;
mod guest;
mod host;
mod instance;
mod pace;
mod trap;
mod wasi;

pub use host::ModuleHost;

use crate::bot::{BotPlayer, BotTerms, Starter};
use crate::channel::Channel;
use crate::seat::{Audience, KitPlayer};
use channel::ModuleChannel;
use guest::Guest;
use joust_core::{Fault, Seat};
use joust_view::View;
use sha2::{Digest, Sha256};
use std::io;
use std::path::Path;
use std::sync::Arc;
use wasmtime::{ExternType, FuncType, InstancePre, Module, ValType};

/// The memory of a module without another limit, in bytes.
pub const MEMORY: u64 = 256 << 20;

/// The most elements of all tables of a module: a table has an element for each function that is called by
/// pointer.
const MOST_ELEMENTS: usize = 100_000;

/// Fuel of a module: what one message brings, what it has for the whole game, and how long that may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// Fuel for each message; it is used first, and what is left of it is lost.
    pub turn: u64,
    /// Fuel for the whole game.
    pub bank: u64,
    /// A module is too late that keeps the processor this many times as long as its fuel stands for, because it waits
    /// for memory all the time; without a number it may do so.
    pub patience: Option<u32>,
}

/// The messages that a module understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The JSON lines of the bot protocol.
    Json,
    /// The binary messages of the kit `madmax-cpp`.
    MadMax,
}

/// Why a file is not a module that can play.
#[derive(Debug, thiserror::Error)]
pub enum BadModule {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file has too many bytes.
    #[error("the module has {0} bytes, and at most {most} are allowed: strip it with `-Wl,--strip-debug`", most = ModuleCode::LARGEST)]
    TooLarge(u64),
    /// The bytes are not a module, or one that needs extensions which joust does not allow.
    #[error("this is not a WebAssembly module that joust runs: {0}")]
    NotAModule(String),
    /// It would keep the compiler busy for long.
    #[error("the module is too complex: {what}, and at most {most} are allowed")]
    TooComplex {
        /// What it has too much of, and how much.
        what: String,
        /// How much is allowed.
        most: u64,
    },
    /// It imports what it is not given.
    #[error(
        "the module imports `{name}` from `{module}`, which joust does not give: a module has no network, no \
         threads and no page around it"
    )]
    Import {
        /// The name of the module that it imports from.
        module: String,
        /// The name of what it imports.
        name: String,
    },
    /// It lacks what a player must export.
    #[error(
        "the module does not export {0}: compile it with a kit and `joust bot build`, or read \
         docs/protocol.md, \"Modules\""
    )]
    Export(&'static str),
    /// It has too many functions in its tables.
    #[error("the module wants tables of {0} elements, and at most {MOST_ELEMENTS} are allowed")]
    Tables(u64),
    /// Modules cannot be run here, or the folder for compiled modules cannot be used.
    #[error("modules cannot be run: {0}")]
    Host(String),
}

/// A compiled module. Any number of games can use it at once.
///
/// ```
/// use joust_sandbox::{BadModule, ModuleHost};
///
/// let why = ModuleHost::new(None)?.compile(b"#!/bin/sh").unwrap_err();
/// assert!(matches!(why, BadModule::NotAModule(_)));
/// # Ok::<(), BadModule>(())
/// ```
pub struct ModuleCode {
    hash: [u8; 32],
    size: usize,
    wire: Wire,
    ready: InstancePre<Guest>,
}

impl std::fmt::Debug for ModuleCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModuleCode")
            .field("hash", &self.hash())
            .field("wire", &self.wire)
            .finish_non_exhaustive()
    }
}

impl ModuleCode {
    /// The largest file of a module, in bytes: interpreters of other languages have a few megabytes.
    pub const LARGEST: u64 = 32 << 20;

    /// Reads and compiles the module in a file. The result of the compiler is kept in the user's cache folder,
    /// if that belongs to the user alone.
    pub fn open(path: &Path) -> Result<ModuleCode, BadModule> {
        ModuleHost::shared()?.open(path)
    }

    /// Compiles a module whose bytes are at hand; otherwise as [`ModuleCode::open`].
    pub fn of_bytes(bytes: &[u8]) -> Result<ModuleCode, BadModule> {
        ModuleHost::shared()?.compile(bytes)
    }

    fn new(host: &ModuleHost, bytes: &[u8]) -> Result<ModuleCode, BadModule> {
        if bytes.len() as u64 > ModuleCode::LARGEST {
            return Err(BadModule::TooLarge(bytes.len() as u64));
        }
        // The text of a module is a module only for tests.
        if !bytes.starts_with(b"\0asm") {
            return Err(BadModule::NotAModule("its first bytes are not those of one".to_owned()));
        }
        let module = host.translate(bytes)?;
        let wire = check_exports(&module)?;
        let needs = module.resources_required();
        let elements = needs.max_initial_table_size.unwrap_or(0) * u64::from(needs.num_tables);
        if elements > MOST_ELEMENTS as u64 {
            return Err(BadModule::Tables(elements));
        }
        let ready = host.link(&module)?;
        let hash = Sha256::digest(bytes).into();
        Ok(ModuleCode { hash, size: bytes.len(), wire, ready })
    }

    /// The SHA-256 of its file, in hexadecimal digits: what a game with it depends on.
    pub fn hash(&self) -> String {
        hex::encode(self.hash)
    }

    /// The number of bytes of its file.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The messages that it understands.
    pub fn wire(&self) -> Wire {
        self.wire
    }

    /// Seats a module that speaks the bot protocol in one game. The limits of time of `terms` do not apply: a
    /// module has fuel instead. Its random numbers depend on the seed in `terms` alone.
    pub fn seat<G: View>(self: &Arc<Self>, fuel: Fuel, terms: BotTerms, audience: Audience) -> BotPlayer<G> {
        let memory = terms.limits.memory.unwrap_or(MEMORY);
        let starter = ModuleStarter { code: Arc::clone(self), fuel, memory, seed: terms.seed };
        let limits = crate::BotLimits { memory: Some(memory), ..crate::BotLimits::default() };
        BotPlayer::new(Box::new(starter), BotTerms { limits, ..terms }, audience)
    }

    /// Seats a module of the kit `madmax-cpp` in one game, with a limit of memory in bytes. Its random numbers
    /// depend on the seed of the game and the seat alone.
    pub fn seat_army(self: &Arc<Self>, fuel: Fuel, memory: Option<u64>, audience: Audience) -> KitPlayer {
        let module = ModuleSeat { code: Arc::clone(self), fuel, memory: memory.unwrap_or(MEMORY) };
        KitPlayer::of_module(module, audience)
    }
}

/// A module at a table of Mad Max.
pub(crate) struct ModuleSeat {
    code: Arc<ModuleCode>,
    fuel: Fuel,
    /// Its limit of memory.
    pub(crate) memory: u64,
}

impl ModuleSeat {
    /// The module, ready for its first message.
    pub(crate) fn start(&self, seed: i32, seat: Seat) -> Box<dyn Channel> {
        let key = chance::key(&[b"army", &seed.to_le_bytes(), &[seat.index() as u8]]);
        Box::new(ModuleChannel::new(&self.code, self.fuel, self.memory, key))
    }
}

/// Starts a module for one game.
struct ModuleStarter {
    code: Arc<ModuleCode>,
    fuel: Fuel,
    memory: u64,
    seed: u64,
}

impl Starter for ModuleStarter {
    fn start(&mut self) -> Result<Box<dyn Channel>, Fault> {
        let key = chance::key(&[b"bot", &self.seed.to_le_bytes()]);
        Ok(Box::new(ModuleChannel::new(&self.code, self.fuel, self.memory, key)))
    }
}

/// Checks that a module exports what every player must, and finds out which messages it understands.
fn check_exports(module: &Module) -> Result<Wire, BadModule> {
    let function = |name: &str| match module.get_export(name) {
        Some(ExternType::Func(function)) => Some(function),
        _ => None,
    };
    let wanted = [
        ("joust_room", 1, "a function `joust_room(i32) -> i32`"),
        ("joust_answer", 0, "a function `joust_answer() -> i32`"),
        ("joust_answer_size", 0, "a function `joust_answer_size() -> i32`"),
    ];
    for (name, parameters, text) in wanted {
        if !function(name).is_some_and(|function| takes_and_gives(&function, parameters, 1)) {
            return Err(BadModule::Export(text));
        }
    }
    if !matches!(module.get_export("memory"), Some(ExternType::Memory(_))) {
        return Err(BadModule::Export("its memory as `memory`"));
    }
    if function("_initialize").is_some_and(|function| !takes_and_gives(&function, 0, 0)) {
        return Err(BadModule::Export("`_initialize` as a function without parameters and results"));
    }
    let is_of_kit = ["joust_wire", "joust_report"].iter().any(|name| function(name).is_some());
    Ok(if is_of_kit { Wire::MadMax } else { Wire::Json })
}

fn takes_and_gives(function: &FuncType, parameters: usize, results: usize) -> bool {
    let are_ints = |count: usize, mut types: Box<dyn ExactSizeIterator<Item = ValType> + '_>| {
        types.len() == count && types.all(|kind| matches!(kind, ValType::I32))
    };
    are_ints(parameters, Box::new(function.params())) && are_ints(results, Box::new(function.results()))
}
