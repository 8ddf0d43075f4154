//! Bots in C++ and C: clang compiles each file, and links the objects to a module.

use super::confined::{Budget, Compiler, Step, Task};
use super::copy::copy;
use super::folders::Folders;
use super::source::{Library, Sources, is_c};
use super::{BadBuild, Build, INSTALL, Module};
use crate::kit_files::{CPP_LIBRARY, MODULE_SOURCES, module_files};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Compilers that may know WebAssembly, the best first.
const COMPILERS: [&str; 4] = ["clang++-19", "clang++", "clang++-20", "clang++-18"];

/// What every file of a module is compiled with. The documentation says once that exceptions are ignored.
const OPTIONS: [&str; 6] = [
    "--target=wasm32-wasi",
    "-O2",
    "-Wall",
    "-Wno-unused-variable",
    "-fno-crash-diagnostics",
    // A source makes the same module at any time.
    "-Werror=date-time",
];

/// The stack has the size that a program has on Linux: with the 64 KB of the linker, a flood fill of a map by recursion
/// would end here and not at home. It lies below the data, so that one that is used up is a fault, and overwrites nothing.
const LINK: [&str; 4] =
    ["-mexec-model=reactor", "-Wl,--strip-debug", "-Wl,--stack-first", "-Wl,-z,stack-size=8388608"];

/// Compiles and links the files.
pub(super) fn build(build: &Build<'_>, sources: &Sources) -> Result<Module, BadBuild> {
    let place = match sources.library {
        Library::MadMax => Folders::new(&mut module_files())?,
        Library::Cpp | Library::C => Folders::new(&mut CPP_LIBRARY.iter().copied())?,
    };
    let compiler = compiler().ok_or(BadBuild::NoCompiler)?;
    let mut files = match build.confined {
        Some(_) => copy(sources, &place.source)?,
        None => sources.files.clone(),
    };
    let own: &[&str] = match sources.library {
        Library::MadMax => &MODULE_SOURCES,
        Library::Cpp => &[],
        Library::C => &["joust/c.cc"],
    };
    files.extend(own.iter().map(|path| place.kit.join(path)));
    let mut budget = build.confined.map(Budget::new);
    let mut warnings = Vec::new();
    let mut link: Vec<OsString> =
        [&[OPTIONS[0]], &LINK[..]].concat().into_iter().map(OsString::from).collect();
    for (number, file) in files.iter().enumerate() {
        let object = place.out.join(format!("{number}.o"));
        let words = compile(build, sources, &place, file, &object);
        let step = Step { words, task: Task::Compile };
        warnings.extend(run(build, &place, compiler, &step, budget.as_mut())?);
        link.push(object.into());
    }
    let module = place.out.join("module.wasm");
    link.extend(["-o".into(), module.clone().into()]);
    let step = Step { words: link, task: Task::Link };
    warnings.extend(run(build, &place, compiler, &step, budget.as_mut())?);
    Ok(Module { bytes: fs::read(&module)?, warnings })
}

/// The arguments to compile a file.
fn compile(
    build: &Build<'_>,
    sources: &Sources,
    place: &Folders,
    file: &Path,
    object: &Path,
) -> Vec<OsString> {
    let standard = match sources.library {
        _ if is_c(file) => "c11",
        Library::MadMax => build.standard.unwrap_or("c++11"),
        Library::Cpp | Library::C => build.standard.unwrap_or("c++17"),
    };
    let mut words: Vec<OsString> = OPTIONS.map(OsString::from).to_vec();
    words.extend(build.coloured.then(|| "-fcolor-diagnostics".into()));
    // The compiler of C++ also compiles C.
    let language = if is_c(file) { ["-x", "c"] } else { ["-x", "c++"] };
    words.extend(language.map(OsString::from));
    words.extend((!is_c(file)).then(|| "-fignore-exceptions".into()));
    words.extend([format!("-std={standard}").into(), "-I".into(), place.kit.clone().into()]);
    // `assert` writes the paths of files into a module.
    words.push(place.without_paths("-ffile-prefix-map="));
    words.extend(["-c".into(), file.into(), "-o".into(), object.into()]);
    words
}

/// Runs the compiler, confined if there is a budget, and gives its warnings.
fn run(
    build: &Build<'_>,
    place: &Folders,
    compiler: &str,
    step: &Step,
    budget: Option<&mut Budget>,
) -> Result<Vec<u8>, BadBuild> {
    let Some(budget) = budget else {
        let ran = Command::new(compiler).args(&step.words).stdin(Stdio::null()).output()?;
        let told = place.shown(ran.stderr);
        if ran.status.success() {
            return Ok(told);
        }
        let help = if lacks_library(&told) {
            format!(". If headers or libraries are missing, {INSTALL}")
        } else {
            String::new()
        };
        return Err(build.refused(told, help));
    };
    let mut ran = Compiler::find(compiler)?.run(step, &place.source, &place.out, budget)?;
    ran.errors = place.shown(ran.errors);
    ran.finish(build, CONFINED)
}

const CONFINED: &str = ". The compiler reads the source, the kit and its own folders only";

/// Whether the compiler or the linker misses a file that it should have been installed with.
fn lacks_library(errors: &[u8]) -> bool {
    let errors = String::from_utf8_lossy(errors);
    ["file not found", "cannot open", "unable to find library", "unable to execute command", "doesn't exist"]
        .iter()
        .any(|sign| errors.contains(sign))
}

/// The first installed compiler that supports WebAssembly.
fn compiler() -> Option<&'static str> {
    let knows = |name: &&str| {
        let asked = Command::new(name).arg("--print-targets").stdin(Stdio::null()).output();
        asked.is_ok_and(|asked| String::from_utf8_lossy(&asked.stdout).contains("wasm32"))
    };
    COMPILERS.into_iter().find(knows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_asks_for_libraries() {
        assert!(lacks_library(b"AIFoo.cc:2:10: fatal error: 'vector' file not found"));
        assert!(lacks_library(b"wasm-ld: error: unable to find library -lc++"));
        assert!(!lacks_library(b"AIFoo.cc:9:3: error: expected ';' after expression"));
        assert!(!lacks_library(b"wasm-ld: error: 0.o: undefined symbol: f()"));
    }
}
