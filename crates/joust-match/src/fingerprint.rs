//! What the program of a player is, so that a change of it is noticed.

use crate::programs::is_module;
use crate::{BadContestant, Programs};
use joust_players::{BotProgram, Kind, Spec};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What parts the words of a command. A file name with one of these in it must be in quotes.
const MARKS: [char; 11] = ['"', '\'', ';', '|', '&', '<', '>', '(', ')', '=', '`'];

impl Programs {
    /// The SHA-256 of the program of a player, as far as it is known: of a module, of the `Game` of a kit, or of the
    /// files that a command names, except those that it writes. Several files have the hash of their list, as
    /// `sha256sum` writes it. `None` for built-in players, and for commands that name no file; what a script loads
    /// besides is not seen.
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

    /// The SHA-256 of the program of each of these players that is not a module, by its name: see
    /// [`Programs::fingerprint`]. Programs that cannot be read have none: some may only be run.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_players::Spec;
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let bot = folder.path().join("bot.sh");
    /// std::fs::write(&bot, "echo pass").unwrap();
    /// let names = ["random".to_owned(), format!("line:sh {}", bot.display())];
    /// let specs = names.each_ref().map(|name| Spec::read(name, "mad").unwrap());
    /// let hashes = Programs::default().fingerprints(names.iter().zip(&specs));
    /// assert!(hashes.keys().eq([&names[1]]));
    /// ```
    pub fn fingerprints<'a>(
        &self,
        players: impl IntoIterator<Item = (&'a String, &'a Spec)>,
    ) -> BTreeMap<String, String> {
        let others = players.into_iter().filter(|(_, spec)| !is_module(spec));
        let hash = |(name, spec): (&String, &Spec)| Some((name.clone(), self.fingerprint(spec).ok()??));
        others.filter_map(hash).collect()
    }
}

/// The files that a command names, in the order of their names, without those that it writes: `bot >log.txt`.
fn named_files(command: &str) -> BTreeSet<PathBuf> {
    let words = command.split(|letter: char| letter.is_whitespace() || MARKS.contains(&letter));
    // Spaces belong to the name where it is in quotes.
    let quoted = ['"', '\''].into_iter().flat_map(|quote| command.split(quote));
    let whole = command.split_whitespace();
    let written: BTreeSet<&str> = command.split('>').skip(1).map(first_word).collect();
    let names = words.chain(quoted).chain(whole).filter(|name| !written.contains(name));
    names.map(PathBuf::from).filter(|path| path.is_file()).collect()
}

/// The first word of a part of a command, which may be in quotes.
fn first_word(part: &str) -> &str {
    let part = part.trim_start();
    let (part, ends): (&str, fn(char) -> bool) = match part.chars().next() {
        Some('"') => (&part[1..], |letter| letter == '"'),
        Some('\'') => (&part[1..], |letter| letter == '\''),
        _ => (part, |letter| letter.is_whitespace() || MARKS.contains(&letter)),
    };
    part.split(ends).next().unwrap_or_default()
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
    // A pipe would be waited for, and a device has no end.
    let plain = if path.is_file() { Ok(path) } else { Err(io::Error::other("this is not a plain file")) };
    plain
        .and_then(File::open)
        .and_then(read)
        .map_err(|why| BadContestant::File { path: path.to_owned(), why })
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
        assert_eq!(found("{}/a.py 2>&1 >{}/weights=3.txt"), [Path::new("a.py")], "it writes the other file");
        assert_eq!(found("{}/a.py > '{}/my bot.py'"), [Path::new("a.py")], "it writes the other file");
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
