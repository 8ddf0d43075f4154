//! The engine that compiles and runs modules, with the settings that make them deterministic.

use super::guest::Guest;
use super::{BadModule, ModuleCode, complexity, wasi};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use wasmtime::{
    Cache, CacheConfig, Config, Engine, InstancePre, Linker, Module, ModuleVersionStrategy, OperatorCost,
    OptLevel, UnknownImportError,
};

/// The stack of a module for calls, in bytes: as much as the main thread of a process has.
const STACK: usize = 8 << 20;
/// The stack that the functions of joust have beyond it.
const HOST_STACK: usize = 1 << 20;

/// Compiles modules and runs them. A program needs one.
pub struct ModuleHost {
    engine: Engine,
    linker: Linker<Guest>,
}

impl ModuleHost {
    /// A host that keeps compiled modules in a folder, which must belong to this user alone: whoever writes
    /// there decides what this program executes. See [`ModuleCode`] for an example.
    pub fn new(cache: Option<&Path>) -> Result<ModuleHost, BadModule> {
        let unusable = |why: wasmtime::Error| BadModule::Host(format!("{why:#}"));
        let mut config = config();
        if let Some(folder) = cache {
            let folder = joust_files::private_folder(folder).map_err(|why| {
                BadModule::Host(format!("the folder {} cannot be used: {why}", folder.display()))
            })?;
            let mut settings = CacheConfig::new();
            settings.with_directory(folder);
            config.cache(Some(Cache::new(settings).map_err(unusable)?));
        }
        let engine = Engine::new(&config).map_err(unusable)?;
        let linker = wasi::linker(&engine).map_err(unusable)?;
        Ok(ModuleHost { engine, linker })
    }

    /// The host of this program, with the user's cache folder where it can be used.
    pub(super) fn shared() -> Result<&'static ModuleHost, BadModule> {
        static SHARED: OnceLock<Option<ModuleHost>> = OnceLock::new();
        let make = || {
            let folder = cache_folder();
            let with_cache = folder.and_then(|folder| ModuleHost::new(Some(&folder)).ok());
            with_cache.or_else(|| ModuleHost::new(None).ok())
        };
        let host = SHARED.get_or_init(make).as_ref();
        host.ok_or_else(|| BadModule::Host("this processor or system is not supported".to_owned()))
    }

    /// Reads and compiles the module in a file.
    pub fn open(&self, path: &Path) -> Result<ModuleCode, BadModule> {
        let file = joust_files::open_plain(path)?;
        let size = file.metadata()?.len();
        if size > ModuleCode::LARGEST {
            return Err(BadModule::TooLarge(size));
        }
        self.compile(&joust_files::read_all(file, ModuleCode::LARGEST)?)
    }

    /// Compiles a module. See [`ModuleCode`] for an example.
    pub fn compile(&self, bytes: &[u8]) -> Result<ModuleCode, BadModule> {
        ModuleCode::new(self, bytes)
    }

    /// Machine code for a module, unless the compiler would take long.
    pub(super) fn translate(&self, bytes: &[u8]) -> Result<Module, BadModule> {
        complexity::check(bytes)?;
        Module::from_binary(&self.engine, bytes).map_err(|why| BadModule::NotAModule(format!("{why:#}")))
    }

    /// Gives a module what it imports.
    pub(super) fn link(&self, module: &Module) -> Result<InstancePre<Guest>, BadModule> {
        self.linker.instantiate_pre(module).map_err(|why| match why.downcast_ref::<UnknownImportError>() {
            Some(unknown) => {
                BadModule::Import { module: unknown.module().to_owned(), name: unknown.name().to_owned() }
            }
            None => BadModule::NotAModule(format!("{why:#}")),
        })
    }
}

/// The user's folder for compiled modules.
fn cache_folder() -> Option<PathBuf> {
    let from = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = from("XDG_CACHE_HOME").or_else(|| Some(from("HOME")?.join(".cache")))?;
    Some(base.join("joust").join("modules"))
}

fn config() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .operator_cost(costs())
        .cranelift_opt_level(OptLevel::Speed)
        // The bits of a NaN and the results of relaxed instructions depend on the processor.
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        // Calls run on a stack of their own, so that neither the depth of this program's stack nor the size of
        // its threads' stacks decides how deep a module can recurse.
        .max_wasm_stack(STACK)
        .async_stack_size(STACK + HOST_STACK)
        .generate_address_map(false)
        // A compiled module of another version of wasmtime is compiled again.
        .module_version(ModuleVersionStrategy::WasmtimeVersion)
        .unwrap_or_else(|why| unreachable!("a version without a name: {why}"));
    config
}

/// What each instruction costs. The compiler turns locals and constants into registers, so they are free.
/// Growing memory calls this program; the rest costs one unit, and per byte where the number of bytes is known
/// only when it is executed.
fn costs() -> OperatorCost {
    OperatorCost {
        LocalGet: 0,
        LocalSet: 0,
        LocalTee: 0,
        I32Const: 0,
        I64Const: 0,
        F32Const: 0,
        F64Const: 0,
        MemoryGrow: u8::MAX,
        TableGrow: u8::MAX,
        ..OperatorCost::new()
    }
}
