//! The compiled modules of a worker, by SHA-256.

use crate::about::sha256;
use crate::work::Work;
use joust_match::Programs;
use joust_sandbox::{BadModule, ModuleCode};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most modules that are kept. A compiled module takes a few megabytes.
const MOST: usize = 512;

/// Compiled modules by SHA-256; those that were not used for the longest time go first.
///
/// ```
/// use joust_relay::{BadDelivery, Shelf};
/// let shelf = Shelf::default();
/// assert!(matches!(shelf.put(&"0".repeat(64), b"other bytes"), Err(BadDelivery::Other { .. })));
/// assert!(!shelf.has(&"0".repeat(64)));
/// ```
#[derive(Default)]
pub struct Shelf {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    modules: HashMap<String, (Arc<ModuleCode>, u64)>,
    uses: u64,
}

/// Why bytes that have arrived are not the module that was asked for.
#[derive(Debug, thiserror::Error)]
pub enum BadDelivery {
    /// They have another SHA-256.
    #[error(
        "module {expected} has arrived as {found}: the object store is damaged, or somebody writes to it"
    )]
    Other {
        /// The SHA-256 that was asked for.
        expected: String,
        /// The SHA-256 of the bytes.
        found: String,
    },
    /// They are not a module.
    #[error(transparent)]
    Module(#[from] BadModule),
}

impl Shelf {
    /// Whether a module is there.
    pub fn has(&self, hash: &str) -> bool {
        self.inner().modules.contains_key(hash)
    }

    /// Verifies, compiles and keeps a module.
    pub fn put(&self, hash: &str, bytes: &[u8]) -> Result<(), BadDelivery> {
        let found = sha256(bytes);
        if found != hash {
            return Err(BadDelivery::Other { expected: hash.to_owned(), found });
        }
        let code = Arc::new(ModuleCode::of_bytes(bytes)?);
        let mut inner = self.inner();
        inner.uses += 1;
        let now = inner.uses;
        inner.modules.insert(hash.to_owned(), (code, now));
        if inner.modules.len() > MOST {
            let oldest =
                inner.modules.iter().min_by_key(|(_, (_, used))| *used).map(|(hash, _)| hash.clone());
            if let Some(oldest) = oldest {
                inner.modules.remove(&oldest);
            }
        }
        Ok(())
    }

    /// The modules of a piece of work and nothing else; or the first module that is missing.
    pub fn programs(&self, work: &Work) -> Result<Programs, String> {
        let mut inner = self.inner();
        let mut modules = Vec::new();
        for (file, hash) in work.modules() {
            inner.uses += 1;
            let now = inner.uses;
            let (code, used) = inner.modules.get_mut(hash).ok_or_else(|| hash.clone())?;
            *used = now;
            modules.push((PathBuf::from(file), Arc::clone(code)));
        }
        Ok(Programs::of_modules(modules))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
