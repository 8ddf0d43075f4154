//! What a worker says of itself.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The digits of an id.
const ID_DIGITS: usize = 32;
/// The longest name, version and build, in bytes.
const LONGEST_TEXT: usize = 256;
/// The most games that a worker plays at a time.
const MOST_THREADS: usize = 4096;

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

    /// Whether it can be what a worker says of itself: an id as [`About::new`] makes it, a name for people, and a
    /// number of threads that a machine can have. Results are kept under the id, and it is written into headers.
    pub(crate) fn is_sound(&self) -> bool {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let has_id = self.worker.len() == ID_DIGITS && self.worker.bytes().all(is_digit);
        let texts = [&self.name, &self.version, &self.build];
        let is_short = |text: &&String| text.len() <= LONGEST_TEXT && !text.chars().any(char::is_control);
        has_id && texts.iter().all(is_short) && (1..=MOST_THREADS).contains(&self.threads)
    }

    /// The worker as people are told of it.
    pub(crate) fn called(&self) -> String {
        // A worker that is refused may say anything of itself.
        let plain =
            |text: &str, most| text.chars().filter(|c| !c.is_control()).take(most).collect::<String>();
        let (name, short) = (plain(&self.name, LONGEST_TEXT), plain(&self.worker, 6));
        if name.is_empty() { short } else { format!("{name} ({short})") }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_of_random_digits_and_plain_words_are_sound() {
        let about = About::new("red", "0f3a", 2);
        assert!(about.is_sound());
        for worker in
            ["", "home", "ada", &"0".repeat(31), &"G".repeat(32), "00000000000000000000000000000A00"]
        {
            assert!(!About { worker: worker.to_owned(), ..about.clone() }.is_sound(), "{worker}");
        }
        let named =
            About { name: "red\u{1b}[2J".to_owned(), worker: "ab\ncdefgh".to_owned(), ..about.clone() };
        assert!(!named.is_sound());
        assert_eq!(named.called(), "red[2J (abcdef)", "people are told of it");
        assert!(!About { name: "x".repeat(300), ..about.clone() }.is_sound());
        assert!(
            [0, usize::MAX].iter().all(|threads| !About { threads: *threads, ..about.clone() }.is_sound())
        );
    }
}
