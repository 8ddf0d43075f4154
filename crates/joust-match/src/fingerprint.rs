//! What the program of a player is, so that a change of it is noticed.

use crate::{BadContestant, Programs};
use joust_players::{BotProgram, Kind, Spec};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What parts the words of a command. A file name with one of these in it must be in quotes.
const MARKS: [char; 11] = ['"', '\'', ';', '|', '&', '<', '>', '(', ')', '=', '`'];

impl Programs {
    /// The SHA-256 of the program of a player, as far as it is known: of a module, of the `Game` of a kit, or of the
    /// files that a command names. Several files have the hash of their list, as `sha256sum` writes it. `None` for
    /// built-in players, and for commands that name no file; what a script loads besides is not seen.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let bot = folder.path().join("bot.sh");
    /// let hash = || {
    ///     let player = format!("line:sh {}", bot.display());
    ///     Programs::default().fingerprint(&Spec::read(&player, "mad").unwrap()).unwrap()
    /// };
    /// assert_eq!(hash(), None);
    /// std::fs::write(&bot, "echo pass").unwrap();
    /// let first = hash();
    /// std::fs::write(&bot, "echo resign").unwrap();
    /// assert!(first.is_some() && hash() != first);
    /// ```
    pub fn fingerprint(&self, spec: &Spec) -> Result<Option<String>, BadContestant> {
        match &spec.kind {
            Kind::Kit { path, .. } => {
                let program = if path.is_dir() { path.join("Game") } else { path.clone() };
                hash_of(&program).map(Some)
            }
            Kind::Bot(bot) => match &bot.program {
                BotProgram::Module(_) => Ok(self.find(spec.clone())?.hash()),
                BotProgram::Command(command) => hash_of_all(command),
            },
            Kind::Line(line) => hash_of_all(line.command()),
            _ => Ok(None),
        }
    }
}

/// The files that a command names, in the order of their names.
fn named_files(command: &str) -> BTreeSet<PathBuf> {
    let words = command.split(|letter: char| letter.is_whitespace() || MARKS.contains(&letter));
    // Spaces belong to the name where it is in quotes.
    let quoted = ['"', '\''].into_iter().flat_map(|quote| command.split(quote));
    let whole = command.split_whitespace();
    words.chain(quoted).chain(whole).map(PathBuf::from).filter(|path| path.is_file()).collect()
}

fn hash_of_all(command: &str) -> Result<Option<String>, BadContestant> {
    let files = named_files(command);
    let mut list = String::new();
    for path in &files {
        let hash = hash_of(path)?;
        if files.len() == 1 {
            return Ok(Some(hash));
        }
        let _ = writeln!(list, "{hash}  {}", path.display());
    }
    Ok((!files.is_empty()).then(|| hex::encode(Sha256::digest(list))))
}

fn hash_of(path: &Path) -> Result<String, BadContestant> {
    let read = |mut file: File| {
        let (mut hash, mut part) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut part)? {
                0 => return Ok(hex::encode(hash.finalize())),
                bytes => hash.update(&part[..bytes]),
            }
        }
    };
    File::open(path).and_then(read).map_err(|why| BadContestant::File { path: path.to_owned(), why })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_wherever_a_command_names_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["a.py", "my bot.py", "weights=3.txt"] {
            std::fs::write(at(name), name).unwrap();
        }
        let found = |command: &str| {
            let command = command.replace("{}", folder.path().to_str().unwrap());
            named_files(&command)
                .iter()
                .map(|path| path.strip_prefix(folder.path()).unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("python3 {}/a.py --fast"), [Path::new("a.py")]);
        assert_eq!(
            found("cd x; exec python3 '{}/my bot.py' <{}/a.py"),
            [Path::new("a.py"), Path::new("my bot.py")]
        );
        assert_eq!(
            found("bot {}/weights=3.txt --book={}/a.py"),
            [Path::new("a.py"), Path::new("weights=3.txt")]
        );
        assert!(found("{} python3 {}/none.py").is_empty(), "folders are not looked into");
    }

    #[test]
    fn one_file_has_its_own_hash_and_several_that_of_their_list() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(at("a"), "abc").unwrap();
        // The example of FIPS 180.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash_of_all(&format!("sh {}", at("a"))).unwrap().as_deref(), Some(abc));
        std::fs::write(at("b"), "abc").unwrap();
        let both = hash_of_all(&format!("sh {} {}", at("b"), at("a"))).unwrap();
        let list = format!("{abc}  {}\n{abc}  {}\n", at("a"), at("b"));
        assert_eq!(both, Some(hex::encode(Sha256::digest(list))));
        assert_eq!(hash_of_all("sh -c 'exit 3'").unwrap(), None);
    }
}
