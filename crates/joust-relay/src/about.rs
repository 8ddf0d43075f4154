//! What a worker says of itself.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What a worker says of itself before it gets work.
///
/// ```
/// use joust_relay::About;
/// let about = About::new("red", "0f3a", 2);
/// assert_eq!((about.version.as_str(), about.threads), (env!("CARGO_PKG_VERSION"), 2));
/// assert_ne!(about.worker, About::new("red", "0f3a", 2).worker, "every process is a worker of its own");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// A random text that no other worker has.
    pub worker: String,
    /// A name for people, such as that of the machine.
    pub name: String,
    /// The version of Joust.
    pub version: String,
    /// The SHA-256 of the program, or a part of it.
    pub build: String,
    /// How many games it plays at a time.
    pub threads: usize,
    /// Whether it runs modules on fuel. The probe proves it.
    pub modules: bool,
}

impl About {
    /// This program as a worker, with a random id.
    pub fn new(name: &str, build: &str, threads: usize) -> About {
        About {
            worker: random(),
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: build.to_owned(),
            threads,
            modules: true,
        }
    }

    /// The worker as people are told of it.
    pub(crate) fn called(&self) -> String {
        let short = self.worker.get(..6).unwrap_or(&self.worker);
        if self.name.is_empty() { short.to_owned() } else { format!("{} ({short})", self.name) }
    }
}

/// A random text of 32 hexadecimal digits, which nobody can guess.
pub(crate) fn random() -> String {
    let mut bytes = [0; 16];
    // Without a source of random numbers, nothing on this machine is safe; a fixed text is noticed at once,
    // because two of them collide.
    let _ = getrandom::fill(&mut bytes);
    hex::encode(bytes)
}

/// The SHA-256 of a program, by which builds are told apart.
///
/// ```
/// let build = joust_relay::build_of(&std::env::current_exe()?)?;
/// assert_eq!(build.len(), 64);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn build_of(program: &Path) -> io::Result<String> {
    let (mut file, mut hash, mut part) = (File::open(program)?, Sha256::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hex::encode(hash.finalize())),
            read => hash.update(&part[..read]),
        }
    }
}

/// The SHA-256 of bytes in hexadecimal digits: the name of everything that travels.
///
/// ```
/// assert!(joust_relay::sha256(b"").starts_with("e3b0c442"));
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
