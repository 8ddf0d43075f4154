//! The files that a bot needs: its own folder, its interpreter, and what was installed with them.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Folders that every confined program may read and execute from.
pub(crate) const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store"];
/// Folders of programs; what belongs to them lies beside such a folder.
const PROGRAMS: [&str; 4] = ["bin", "sbin", "shims", "libexec"];
/// What an installation consists of. Not the whole folder above `bin`, which may be the user's home or hold
/// credentials.
const PARTS: [&str; 17] = [
    "bin",
    "sbin",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "share",
    "shims",
    "versions",
    "version",
    "plugins",
    "pyenv.d",
    "conf",
    "jmods",
    "modules",
    "release",
    "pyvenv.cfg",
];
/// Folders that hold files of many owners and purposes: a bot does not get the whole of one.
const BROAD: [&str; 10] =
    ["/home", "/root", "/etc", "/var", "/run", "/tmp", "/mnt", "/media", "/srv", "/dev/shm"];
/// The longest chain of scripts and interpreters that is followed.
const DEEPEST: u32 = 5;

/// What a program may read and execute, besides the system's folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The program itself.
    pub(crate) program: PathBuf,
    /// Folders and single files.
    pub(crate) paths: BTreeSet<PathBuf>,
    /// What the bot lacks, a line each.
    pub(crate) hints: Vec<String>,
}

/// Why a program cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoProgram {
    /// The PATH has no program of this name.
    #[error("no folder of the PATH has a program `{0}`{hint}", hint = if *.1 { format!("; for the file here, write `./{}`", .0) } else { String::new() })]
    NotFound(String, bool),
    /// There is no such file.
    #[error("there is no file `{0}`")]
    NoFile(String),
    /// It may not be executed.
    #[error(
        "`{0}` is not executable: make it so with `chmod +x`, or name its interpreter, as in `python3 {0}`"
    )]
    NotExecutable(String),
}

/// Where programs and files are looked for.
pub(crate) struct Place {
    /// The folders of the PATH.
    pub(crate) path: Vec<PathBuf>,
    /// The user's home.
    pub(crate) home: Option<PathBuf>,
    /// The current folder.
    pub(crate) here: PathBuf,
}

impl Place {
    /// Those of this process.
    pub(crate) fn of_this_process() -> Place {
        let path = env::var_os("PATH").unwrap_or_default();
        let home = env::home_dir().and_then(|home| home.canonicalize().ok());
        let here = env::current_dir().and_then(|here| here.canonicalize());
        Place {
            path: env::split_paths(&path).filter(|folder| folder.is_absolute()).collect(),
            home,
            here: here.unwrap_or_else(|_| PathBuf::from("/")),
        }
    }

    /// What a command needs.
    pub(crate) fn reach(&self, words: &[String]) -> Result<Reach, NoProgram> {
        let name = words.first().map_or("", String::as_str);
        let program = if name.contains('/') {
            let path = self.here.join(name);
            if !path.is_file() {
                return Err(NoProgram::NoFile(name.to_owned()));
            }
            if !is_executable(&path) {
                return Err(NoProgram::NotExecutable(name.to_owned()));
            }
            path
        } else {
            let found = self.find(name);
            found.ok_or_else(|| NoProgram::NotFound(name.to_owned(), self.here.join(name).is_file()))?
        };
        let mut reach = Reach { program: program.clone(), paths: BTreeSet::new(), hints: Vec::new() };
        self.add_program(&program, &mut reach, DEEPEST);
        // `env`, `nice` and `timeout` run a program that is one of their arguments.
        for program in words[1..].iter().filter_map(|word| self.find(word)) {
            self.add_program(&program, &mut reach, DEEPEST);
        }
        self.add_own(words, &mut reach);
        Ok(reach)
    }

    /// Finds a program on the PATH.
    fn find(&self, name: &str) -> Option<PathBuf> {
        if name.is_empty() || name.contains('/') {
            return None;
        }
        let mut places = self.path.iter().map(|folder| folder.join(name));
        places.find(|path| path.is_file() && is_executable(path))
    }

    /// Adds a program, the interpreters that its first line names, and everything that links lead to.
    fn add_program(&self, program: &Path, reach: &mut Reach, depth: u32) {
        let mut hops = vec![program.to_owned()];
        while let Some(next) =
            hops.last().and_then(|last| Some(last.parent()?.join(fs::read_link(last).ok()?)))
            && hops.len() < 40
        {
            hops.push(next);
        }
        hops.extend(program.canonicalize());
        for hop in &hops {
            self.add_installation(hop, reach);
        }
        if let Some(line) = first_line(program).filter(|_| depth > 0) {
            let mut words = line.split_whitespace();
            let interpreter = words.next().map(PathBuf::from).filter(|path| path.is_file());
            for program in interpreter.into_iter().chain(words.filter_map(|word| self.find(word))) {
                self.add_program(&program, reach, depth - 1);
            }
        }
    }

    /// Adds what was installed with a program.
    fn add_installation(&self, program: &Path, reach: &mut Reach) {
        let Some(folder) = program.parent().and_then(|folder| folder.canonicalize().ok()) else { return };
        if is_in_system(&folder) {
            return;
        }
        let is_bin = folder.file_name().and_then(OsStr::to_str).is_some_and(|name| PROGRAMS.contains(&name));
        match folder.parent().filter(|_| is_bin) {
            Some(prefix) => {
                let shares = !self.is_broad(prefix) && prefix.file_name() != Some(OsStr::new(".local"));
                let parts = PARTS.iter().filter(|part| shares || **part != "share");
                reach.paths.extend(parts.map(|part| prefix.join(part)).filter(|part| part.exists()));
            }
            None => self.add_folder(&folder, &[program.to_owned()], reach),
        }
    }

    /// Adds the bot's own folder: that of the first argument that is a file; otherwise that of the program, if
    /// the command names its path; otherwise the current one.
    fn add_own(&self, words: &[String], reach: &mut Reach) {
        let files: Vec<PathBuf> =
            words[1..].iter().map(|word| self.here.join(word)).filter(|path| path.is_file()).collect();
        let by_path = words.first().is_some_and(|word| word.contains('/'));
        match files.first().and_then(|file| file.canonicalize().ok()?.parent().map(Path::to_owned)) {
            Some(folder) => self.add_folder(&folder, &files, reach),
            // The folder of the program is there already.
            None if by_path => {}
            None => self.add_folder(&self.here, &[], reach),
        }
    }

    /// Adds a folder; of one that is not the bot's alone, only these files.
    fn add_folder(&self, folder: &Path, files: &[PathBuf], reach: &mut Reach) {
        if !self.is_broad(folder) {
            reach.paths.insert(folder.to_owned());
            return;
        }
        reach.paths.extend(files.iter().filter_map(|file| file.canonicalize().ok()));
        let hint = format!(
            "the bot may not read the folder {}, which is not its own: put the bot into a folder of its own",
            folder.display()
        );
        if !reach.hints.contains(&hint) {
            reach.hints.push(hint);
        }
    }

    /// Whether a folder has more than a bot should see.
    fn is_broad(&self, folder: &Path) -> bool {
        let holds_home = self.home.as_ref().is_some_and(|home| home.starts_with(folder));
        let temporary = env::temp_dir().canonicalize().is_ok_and(|temporary| temporary.starts_with(folder));
        holds_home || temporary || BROAD.iter().any(|broad| Path::new(broad).starts_with(folder))
    }
}

fn is_in_system(folder: &Path) -> bool {
    SYSTEM.iter().any(|system| folder.starts_with(system))
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

/// What stands after `#!` in the first line of a script.
fn first_line(program: &Path) -> Option<String> {
    let mut start = Vec::new();
    File::open(program).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A home with a version manager, a virtual environment and a bot.
    fn home() -> (tempfile::TempDir, Place) {
        let temporary = tempfile::tempdir().unwrap();
        let home = temporary.path().canonicalize().unwrap();
        for folder in [
            ".ssh",
            ".pyenv/shims",
            ".pyenv/libexec",
            ".pyenv/versions/3.11/bin",
            ".pyenv/versions/3.11/lib",
            ".pyenv/secrets",
            ".local/bin",
            ".local/share",
            "bots/.venv/bin",
            "bots/.venv/lib",
            "bin",
        ] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        let program = |path: &str, text: &str| {
            fs::write(home.join(path), text).unwrap();
            fs::set_permissions(home.join(path), fs::Permissions::from_mode(0o755)).unwrap();
        };
        program(".pyenv/shims/python9", "#!/usr/bin/env bash\nexec pyenv");
        program(".pyenv/versions/3.11/bin/python3.11", "\x7fELF");
        program("bots/bot", "\x7fELF");
        program("bots/script", "#!/usr/bin/env -S python9 -u\n");
        program(".local/bin/tool", "\x7fELF");
        fs::write(home.join("bots/bot.py"), "").unwrap();
        fs::write(home.join("alone.py"), "").unwrap();
        symlink(home.join(".pyenv/versions/3.11/bin/python3.11"), home.join("bots/.venv/bin/python"))
            .unwrap();
        let path = vec![home.join(".pyenv/shims"), home.join(".local/bin"), "/usr/bin".into(), "/bin".into()];
        (temporary, Place { path, home: Some(home.clone()), here: home })
    }

    fn reach(place: &Place, command: &str) -> Vec<String> {
        let words = crate::words::split(command).unwrap();
        let found = place.reach(&words).unwrap();
        let home = place.home.as_ref().unwrap();
        found.paths.iter().map(|path| path.strip_prefix(home).unwrap().display().to_string()).collect()
    }

    #[test]
    fn a_bot_reaches_its_folder_and_the_installation_of_its_interpreter_only() {
        let (_home, place) = home();
        let pyenv = [".pyenv/libexec", ".pyenv/shims", ".pyenv/versions"];
        assert_eq!(reach(&place, "python9 bots/bot.py"), [&pyenv[..], &["bots"]].concat());
        assert_eq!(reach(&place, "env A=1 python9 bots/bot.py"), [&pyenv[..], &["bots"]].concat());
        assert_eq!(reach(&place, "bots/script"), [&pyenv[..], &["bots"]].concat());
        assert_eq!(reach(&place, "bots/bot"), ["bots"]);
        assert_eq!(reach(&place, "sh bots/bot"), ["bots"]);
        let version = [".pyenv/versions/3.11/bin", ".pyenv/versions/3.11/lib"];
        let venv = ["bots", "bots/.venv/bin", "bots/.venv/lib"];
        assert_eq!(reach(&place, "bots/.venv/bin/python bots/bot.py"), [&version[..], &venv].concat());
        let place = Place { here: place.here.join("bots"), ..place };
        assert_eq!(reach(&place, "sh -c exit"), ["bots"]);
        assert_eq!(reach(&place, "tool"), [".local/bin", "bots"]);
    }

    #[test]
    fn a_home_is_not_the_folder_of_a_bot() {
        let (_home, place) = home();
        assert_eq!(reach(&place, "sh alone.py"), ["alone.py"]);
        assert_eq!(reach(&place, "sh -c exit"), [""; 0]);
        let found = place.reach(&["sh".to_owned(), "alone.py".to_owned()]).unwrap();
        assert_eq!(found.hints.len(), 1);
        assert!(found.hints[0].contains("put the bot into a folder of its own"));
        for broad in ["/", "/home", "/tmp", "/etc"] {
            assert!(place.is_broad(Path::new(broad)), "{broad}");
        }
    }

    #[test]
    fn a_program_that_cannot_be_run_has_a_reason() {
        let (_home, place) = home();
        let why = |name: &str| place.reach(&[name.to_owned()]).unwrap_err().to_string();
        assert_eq!(why("no-such-program"), "no folder of the PATH has a program `no-such-program`");
        assert!(why("alone.py").ends_with("; for the file here, write `./alone.py`"));
        assert_eq!(why("./none"), "there is no file `./none`");
        assert!(
            why("./alone.py").contains("`chmod +x`, or name its interpreter, as in `python3 ./alone.py`")
        );
        assert_eq!(why("./bots"), "there is no file `./bots`");
    }
}
