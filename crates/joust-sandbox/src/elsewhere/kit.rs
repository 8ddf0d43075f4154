//! Kits, whose programs are for Linux: none can be opened here.

use crate::process::{NOT_HERE, Never, Process};
pub(crate) use crate::quota::GRACE;
pub use crate::quota::{BadKit, Confinement, Quota};
use crate::seat::{Audience, KitPlayer};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// A kit, which cannot be.
#[derive(Clone, Debug)]
pub struct Kit(pub(crate) Never);

impl Kit {
    /// Refuses to open a kit.
    pub fn open(path: &Path, _: Confinement) -> Result<Kit, BadKit> {
        let why = io::Error::new(io::ErrorKind::Unsupported, NOT_HERE);
        Err(BadKit::Start { path: path.to_owned(), why })
    }

    /// The names of the players, in byte order.
    pub fn names(&self) -> &BTreeSet<String> {
        match self.0 {}
    }

    /// The path of the program.
    pub fn program(&self) -> &Path {
        match self.0 {}
    }

    /// Warnings about missing protections, a line each.
    pub fn warnings(&self) -> Vec<&'static str> {
        match self.0 {}
    }

    /// The player of a name.
    pub fn seat(&self, name: &str, quota: Quota, audience: Audience) -> KitPlayer {
        KitPlayer::new(self, name, quota, audience)
    }

    /// Starts the process of a player.
    pub(crate) fn start(&self, _: &str, _: Quota) -> io::Result<Process> {
        match self.0 {}
    }
}
