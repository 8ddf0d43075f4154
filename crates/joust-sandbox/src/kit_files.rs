//! The files of the C++ kit for Mad Max, inside this program.

use std::path::Path;

/// A file of the kit: its path in the folder of the kit, and its text.
pub type KitFile = (&'static str, &'static str);

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

/// The files that a player's author sees and edits.
const FILES: [KitFile; 16] = kit! {
    "README.md" ".gitignore" "Makefile"
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

/// All files of a new folder for players.
pub fn kit_files() -> impl Iterator<Item = KitFile> {
    FILES.into_iter().chain(RUNTIME).chain([MODULE]).chain(BOARDS)
}

/// The files that the compiler of a module reads besides the player.
pub(crate) fn module_files() -> impl Iterator<Item = KitFile> {
    kit_files()
        .filter(|(path, _)| Path::new(path).extension() == Some("hh".as_ref()) || path.starts_with("joust/"))
}

/// The sources that are compiled with a player into a module.
pub(crate) const MODULE_SOURCES: [&str; 3] = ["joust/Seat.cc", "joust/Extras.cc", "joust/Module.cc"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_kit_is_in_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/madmax-cpp");
        let mut found = BTreeSet::new();
        for part in ["", "joust"] {
            for entry in std::fs::read_dir(folder.join(part)).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_file() {
                    found.insert(Path::new(part).join(entry.file_name()).to_str().unwrap().to_owned());
                }
            }
        }
        let boards: BTreeSet<String> = BOARDS.iter().map(|(path, _)| (*path).to_owned()).collect();
        let known: BTreeSet<String> = kit_files().map(|(path, _)| path.to_owned()).collect();
        assert_eq!(known.difference(&boards).cloned().collect::<BTreeSet<_>>(), found);
    }
}
