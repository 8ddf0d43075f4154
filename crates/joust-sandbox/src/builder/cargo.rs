//! Bots in Rust: cargo builds them as the author's own command would.

use super::{BadBuild, Build, Module};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The target of modules: it has a clock and standard error, which `wasm32-unknown-unknown` lacks.
pub(super) const TARGET: &str = "wasm32-wasip1";

/// Compiles the library of a folder that is trusted: cargo runs programs of the source, `build.rs` and procedural
/// macros.
pub(super) fn build(build: &Build<'_>, folder: &Path) -> Result<Module, BadBuild> {
    // In the folder, because it may choose a toolchain of its own.
    let run = |program: &str, words: &[&str]| -> io::Result<Output> {
        Command::new(program).args(words).current_dir(folder).stdin(Stdio::null()).output()
    };
    let asked = run("rustc", &["--print", "target-libdir", "--target", TARGET]).map_err(absent)?;
    let libraries = String::from_utf8_lossy(&asked.stdout);
    if !asked.status.success() || !Path::new(libraries.trim()).is_dir() {
        return Err(BadBuild::NoTarget);
    }
    let colour = if build.coloured { "always" } else { "never" };
    let words = ["build", "--lib", "--release", "--offline", "--target", TARGET, "--color", colour];
    let format = "--message-format=json-render-diagnostics";
    let built = run("cargo", &[&words[..], &[format]].concat()).map_err(absent)?;
    if !built.status.success() {
        return Err(build.refused(built.stderr, ""));
    }
    let module = String::from_utf8_lossy(&built.stdout).lines().filter_map(module).next_back();
    let Some(module) = module else {
        let file = folder.join("Cargo.toml");
        return Err(BadBuild::NotASource { file, wrong: NO_MODULE.into() });
    };
    Ok(Module { bytes: fs::read(module)?, warnings: built.stderr })
}

const NO_MODULE: &str = "makes no module: its section [lib] needs crate-type = [\"cdylib\", \"rlib\"]";

/// Why a program of Rust cannot be run.
pub(super) fn absent(why: io::Error) -> BadBuild {
    if why.kind() == io::ErrorKind::NotFound { BadBuild::NoRust } else { BadBuild::Io(why) }
}

/// The module that a line of cargo's report names.
fn module(line: &str) -> Option<PathBuf> {
    let report: Value = serde_json::from_str(line).ok()?;
    let mut files = report["filenames"].as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from);
    files.find(|file| file.extension().is_some_and(|ending| ending == "wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_found_in_the_report_of_cargo() {
        let line = r#"{"reason":"compiler-artifact","filenames":["/t/release/bots.wasm","/t/release/libbots.rlib"]}"#;
        assert_eq!(module(line), Some(PathBuf::from("/t/release/bots.wasm")));
        assert_eq!(module(r#"{"reason":"build-finished","success":true}"#), None);
        assert_eq!(module("warning: unused"), None);
    }
}
