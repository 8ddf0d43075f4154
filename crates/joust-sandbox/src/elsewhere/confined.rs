//! Compiling a source that is not trusted: nothing confines the compiler here, so it is refused.

use super::BadBuild;
pub use super::step::Stopped;
pub(super) use super::step::{Budget, Ran, Step, Task};
use crate::process::Never;
use std::path::{Path, PathBuf};

const NOT_HERE: &str = "a compiler is confined on Linux only";

/// A confined compiler, which cannot be.
pub(super) struct Compiler(Never);

impl Compiler {
    /// Refuses to find the compiler of a name.
    pub(super) fn find(_: &str) -> Result<Compiler, BadBuild> {
        Err(BadBuild::Unconfined(NOT_HERE.to_owned()))
    }

    /// Refuses to confine a compiler.
    pub(super) fn at(_: PathBuf, _: Vec<PathBuf>) -> Result<Compiler, BadBuild> {
        Err(BadBuild::Unconfined(NOT_HERE.to_owned()))
    }

    /// Runs it in a folder.
    pub(super) fn run(&self, _: &Step, _: &Path, _: &Path, _: &mut Budget) -> Result<Ran, BadBuild> {
        match self.0 {}
    }
}
