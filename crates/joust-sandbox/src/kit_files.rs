//! The kits: the files of a new folder for bots, inside this program.

use std::path::Path;

/// A file of a kit: its path in the folder of the kit, and its text.
pub type KitFile = (&'static str, &'static str);

/// A kit from which an author starts.
#[derive(Clone, Copy, Debug)]
pub struct StarterKit {
    /// Its name, which `joust bot new` takes.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The commands of a first game, in the folder of the kit.
    pub next: &'static [&'static str],
    /// Its files, in groups.
    groups: &'static [&'static [KitFile]],
}

impl StarterKit {
    /// All kits.
    ///
    /// ```
    /// use joust_sandbox::StarterKit;
    /// assert!(StarterKit::ALL.iter().all(|kit| kit.files().any(|(path, _)| path == "README.md")));
    /// ```
    pub const ALL: [StarterKit; 5] = [CPP, RUST, PYTHON, JAVASCRIPT, MADMAX_CPP];

    /// The kit of a name.
    pub fn named(name: &str) -> Option<StarterKit> {
        StarterKit::ALL.into_iter().find(|kit| kit.name == name)
    }

    /// All files of a new folder.
    pub fn files(&self) -> impl Iterator<Item = KitFile> + use<> {
        self.groups.iter().flat_map(|group| group.iter()).copied()
    }
}

macro_rules! kit {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../../../kits/madmax-cpp/", $path)))),*]
    };
}

macro_rules! boards {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../../../kits/madmax/", $path)))),*]
    };
}

/// Files of a folder of `kits`.
macro_rules! files {
    ($folder:literal: $($path:literal)*) => {
        &[$(($path, include_str!(concat!("../../../kits/", $folder, "/", $path)))),*]
    };
}

/// Recorded games, which every kit for the bot protocol replays in its tests.
const TRANSCRIPTS: &[KitFile] = &[
    ("tests/mad.txt", include_str!("../../../kits/transcripts/mad.txt")),
    ("tests/wargame.txt", include_str!("../../../kits/transcripts/wargame.txt")),
    ("tests/madmax.txt", include_str!("../../../kits/transcripts/madmax.txt")),
];

/// The laws of the games and the protocol, in the places where they link to each other.
const MANUAL: &[KitFile] = &[
    ("rules/mad.md", include_str!("../../../rules/mad.md")),
    ("rules/wargame.md", include_str!("../../../rules/wargame.md")),
    ("rules/madmax.md", include_str!("../../../rules/madmax.md")),
    ("docs/protocol.md", include_str!("../../../docs/protocol.md")),
    ("docs/view.md", include_str!("../../../docs/view.md")),
    ("docs/schema/to-bot.json", include_str!("../../../docs/schema/to-bot.json")),
    ("docs/schema/from-bot.json", include_str!("../../../docs/schema/from-bot.json")),
];

const CPP: StarterKit = StarterKit {
    name: "cpp",
    about: "bots for all games in C++ or C",
    next: &["make test all", "joust match mad cmd:build/bot random --games 10"],
    groups: &[CPP_FILES, CPP_LIBRARY, TRANSCRIPTS, MANUAL],
};

const CPP_FILES: &[KitFile] = files! {
    "cpp":
    "README.md" ".gitignore" "Makefile" "compile_flags.txt"
    ".vscode/extensions.json" ".vscode/launch.json" ".vscode/settings.json" ".vscode/tasks.json"
    "bot.cc" "make.hh" "mad_bot.hh" "war_bot.hh" "madmax_bot.hh"
    "c/bot.c" "c/compile_flags.txt"
    "tests/test.cc"
};

/// The library of the C++ kit, which the compiler of a module reads besides the bot.
pub(crate) const CPP_LIBRARY: &[KitFile] = files! {
    "cpp":
    "joust/joust.hh" "joust/bot.hh" "joust/json.hh" "joust/mad.hh" "joust/madmax.hh" "joust/module.hh"
    "joust/program.hh" "joust/random.hh" "joust/session.hh" "joust/wargame.hh"
    "joust/joust.h" "joust/c.cc"
};

const RUST: StarterKit = StarterKit {
    name: "rust",
    about: "bots for all games in Rust",
    next: &[
        "cargo test",
        "cargo build --release",
        "joust match mad cmd:target/release/bot random --games 10",
    ],
    groups: &[RUST_FILES, TRANSCRIPTS, MANUAL],
};

const RUST_FILES: &[KitFile] = files! {
    "rust":
    "README.md" ".gitignore" "Cargo.toml" "rustfmt.toml"
    ".vscode/extensions.json" ".vscode/launch.json" ".vscode/settings.json"
    "src/lib.rs" "src/main.rs" "src/mad_bot.rs" "src/war_bot.rs" "src/madmax_bot.rs"
    "joust/Cargo.toml" "joust/src/lib.rs" "joust/src/bot.rs" "joust/src/game.rs" "joust/src/json.rs"
    "joust/src/mad.rs" "joust/src/madmax.rs" "joust/src/module.rs" "joust/src/random.rs"
    "joust/src/session.rs" "joust/src/wargame.rs"
    "tests/bot.rs" "tests/games.rs" "tests/transcripts/mod.rs"
};

/// The library of the Rust kit, which the compiler of a module reads besides the bot.
pub(crate) fn rust_library() -> impl Iterator<Item = KitFile> {
    RUST_FILES.iter().copied().filter(|(path, _)| path.starts_with("joust/src/"))
}

const PYTHON: StarterKit = StarterKit {
    name: "python",
    about: "bots for all games in Python",
    next: &["python3 -m unittest", r#"joust match mad "cmd:python3 bot.py" random --games 10"#],
    groups: &[PYTHON_FILES, TRANSCRIPTS, MANUAL],
};

const PYTHON_FILES: &[KitFile] = files! {
    "python":
    "README.md" ".gitignore" "pyrightconfig.json"
    ".vscode/extensions.json" ".vscode/launch.json" ".vscode/settings.json"
    "bot.py" "mad_bot.py" "war_bot.py" "madmax_bot.py"
    "joust/__init__.py" "joust/bot.py" "joust/mad.py" "joust/madmax.py" "joust/random.py" "joust/session.py"
    "joust/wargame.py"
    "tests/__init__.py" "tests/test_bot.py" "tests/test_games.py" "tests/transcripts.py"
};

const JAVASCRIPT: StarterKit = StarterKit {
    name: "javascript",
    about: "bots for all games in JavaScript",
    next: &["node --test", r#"joust match mad "cmd:node bot.js" random --games 10"#],
    groups: &[JAVASCRIPT_FILES, TRANSCRIPTS, MANUAL],
};

const JAVASCRIPT_FILES: &[KitFile] = files! {
    "javascript":
    "README.md" ".gitignore" "package.json" "jsconfig.json"
    ".vscode/launch.json" ".vscode/settings.json"
    "bot.js" "make.js" "mad_bot.js" "war_bot.js" "madmax_bot.js"
    "joust/index.js" "joust/bot.js" "joust/mad.js" "joust/madmax.js" "joust/random.js" "joust/session.js"
    "joust/wargame.js"
    "tests/bot.test.js" "tests/games.test.js" "tests/transcripts.js"
};

const MADMAX_CPP: StarterKit = StarterKit {
    name: "madmax-cpp",
    about: "players of the Mad Max contest in C++",
    next: &["make all", "./Game Demo Demo Demo Demo -s 30 -i default.cnf -o default.res"],
    groups: &[&FILES, &RUNTIME, &[MODULE], &BOARDS, &RULES],
};

/// The files that a player's author sees and edits.
const FILES: [KitFile; 20] = kit! {
    "README.md" ".gitignore" "Makefile" "compile_flags.txt"
    ".vscode/extensions.json" ".vscode/settings.json" ".vscode/tasks.json"
    "AINull.cc" "AIDemo.cc" "AIDummy.cc"
    "Player.hh" "Settings.hh" "State.hh" "Info.hh" "Random.hh" "Action.hh" "Structs.hh" "Utils.hh"
    "Registry.hh" "Debug.hh"
};

/// The runtime that connects a player with the game.
const RUNTIME: [KitFile; 7] = kit! {
    "joust/Layout.hh" "joust/Seat.hh" "joust/Seat.cc" "joust/Extras.cc" "joust/Native.cc"
    "joust/Launcher.cc" "joust/players.sh"
};

/// The runtime of a WebAssembly module, in place of that of a process.
const MODULE: KitFile = kit!("joust/Module.cc")[0];

/// The contest's configuration, and maps of our own.
const BOARDS: [KitFile; 3] = boards!("default.cnf" "crossroads.cnf" "oasis.cnf");

/// The rules of the game, in short and in full, in English and French.
const RULES: [KitFile; 2] = [
    (
        "RULES.md",
        concat!(
            include_str!("../../../rules/short/madmax.md"),
            "\n",
            include_str!("../../../rules/madmax.md")
        ),
    ),
    (
        "REGLES.md",
        concat!(
            include_str!("../../../rules/fr/short/madmax.md"),
            "\n",
            include_str!("../../../rules/fr/madmax.md")
        ),
    ),
];

/// The files that the compiler of a Mad Max module reads besides the player.
pub(crate) fn module_files() -> impl Iterator<Item = KitFile> {
    MADMAX_CPP
        .files()
        .filter(|(path, _)| Path::new(path).extension() == Some("hh".as_ref()) || path.starts_with("joust/"))
}

/// The sources that are compiled with a player into a module.
pub(crate) const MODULE_SOURCES: [&str; 3] = ["joust/Seat.cc", "joust/Extras.cc", "joust/Module.cc"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    /// What tools leave in a kit that was tried in place.
    const BUILT: [&str; 4] = ["__pycache__", "build", "target", "node_modules"];

    fn kits() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits").canonicalize().unwrap()
    }

    /// The texts of all files of a folder, by their paths.
    fn found(folder: &Path) -> BTreeSet<(String, String)> {
        let (mut files, mut folders) = (BTreeSet::new(), vec![folder.to_owned()]);
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if !path.is_dir() {
                    let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                    files.insert((name, std::fs::read_to_string(&path).unwrap()));
                } else if !BUILT.iter().any(|built| path.ends_with(built)) {
                    folders.push(path);
                }
            }
        }
        files
    }

    #[test]
    fn every_file_of_a_kit_is_in_the_program() {
        for kit in StarterKit::ALL {
            let shared = [TRANSCRIPTS, MANUAL, &BOARDS, &RULES];
            let groups = kit.groups.iter().filter(|group| !shared.contains(group));
            let own: BTreeSet<(String, String)> = groups
                .flat_map(|group| group.iter())
                .map(|(path, text)| ((*path).into(), (*text).into()))
                .collect();
            let names = |files: &BTreeSet<(String, String)>| -> BTreeSet<String> {
                files.iter().map(|(name, _)| name.clone()).collect()
            };
            let found = found(&kits().join(kit.name));
            assert_eq!(names(&own), names(&found), "{}", kit.name);
            assert!(own == found, "{}: a text differs", kit.name);
        }
    }

    #[test]
    fn every_folder_of_kits_is_used() {
        // `class` is for `make demo-tournament` only.
        let shared = ["class", "madmax", "transcripts"];
        for entry in std::fs::read_dir(kits()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(shared.contains(&name.as_str()) || StarterKit::named(&name).is_some(), "{name}");
        }
        assert_eq!(found(&kits().join("transcripts")).len(), TRANSCRIPTS.len());
        assert_eq!(found(&kits().join("madmax")).len(), BOARDS.len());
        for (rules, short, clause) in [
            (RULES[0].1, "# Mad Max in short", "**MAX-4.7 (thunderdome)**"),
            (RULES[1].1, "# Mad Max en bref", "**MAX-4.7 (dôme du tonnerre)**"),
        ] {
            assert!(rules.starts_with(short) && rules.contains(clause), "{short}");
        }
    }
}
