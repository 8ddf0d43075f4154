//! What a build of Rust without cargo takes from a `Cargo.toml`, and what it refuses.

use std::path::{Component, Path, PathBuf};
use toml::{Table, Value};

/// The main file of a folder whose manifest names none.
const MAIN: &str = "src/lib.rs";
/// The only crate that a bot may use besides those of Rust itself.
pub(super) const LIBRARY: &str = "joust";
/// The editions of Rust.
const EDITIONS: [&str; 4] = ["2015", "2018", "2021", "2024"];
/// What cargo takes for a manifest without an edition.
const OLDEST: &str = EDITIONS[0];
/// Tables of a manifest with crates that the bot itself is linked with, or that run while it is built.
const NEEDS: [&str; 3] = ["dependencies", "build-dependencies", "build_dependencies"];

const NO_TOML: &str = "has a Cargo.toml that is not TOML: `cargo check` says where";
const NO_EDITION: &str = "has a Cargo.toml with an edition that is not one of 2015, 2018, 2021 and 2024";
const SCRIPT: &str = "has a build script (build.rs), which is a program: a source that is not trusted runs none, \
                      so remove it";
const MACROS: &str = "is a crate of procedural macros, which are programs that run in the compiler: a bot is a \
                      library";
const ELSEWHERE: &str = "names a main file outside of src: a source that is not trusted lies in src";

/// What the compiler must know.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    /// The edition of Rust.
    pub(super) edition: &'static str,
    /// The main file, in `src`.
    pub(super) main: PathBuf,
}

impl Manifest {
    /// Reads a manifest. An error goes on after the name of the folder.
    pub(super) fn read(text: &str) -> Result<Manifest, String> {
        let all: Table = text.parse().map_err(|_| NO_TOML.to_owned())?;
        let of = |table: &str, key: &str| all.get(table).and_then(|table| table.get(key));
        if let Some(foreign) = foreign(&all) {
            return Err(format!(
                "needs the crate `{}`: a source that is not trusted may use the library of the kit, `{LIBRARY}`, and \
                 the standard library of Rust",
                foreign.escape_debug()
            ));
        }
        if of("package", "build").is_some_and(|build| build.as_bool() != Some(false)) {
            return Err(SCRIPT.to_owned());
        }
        let makes_macros = ["proc-macro", "proc_macro"]
            .iter()
            .any(|key| of("lib", key).is_some_and(|value| value.as_bool() != Some(false)));
        if makes_macros {
            return Err(MACROS.to_owned());
        }
        let edition = match of("package", "edition") {
            None => OLDEST,
            Some(edition) => {
                let known = EDITIONS.into_iter().find(|known| edition.as_str() == Some(known));
                known.ok_or_else(|| NO_EDITION.to_owned())?
            }
        };
        let main = of("lib", "path").map_or(Some(MAIN), Value::as_str).map(PathBuf::from);
        let main = main.filter(|main| is_in_src(main)).ok_or_else(|| ELSEWHERE.to_owned())?;
        Ok(Manifest { edition, main })
    }

    /// What is wrong with a folder that has this file of cargo's, which no manifest names.
    pub(super) fn script(folder: &Path) -> Option<&'static str> {
        folder.join("build.rs").symlink_metadata().is_ok().then_some(SCRIPT)
    }
}

/// The first crate that is not the library of the kit.
fn foreign(all: &Table) -> Option<&str> {
    let targets = all.get("target").and_then(Value::as_table).into_iter().flatten();
    let places = targets.filter_map(|(_, target)| target.as_table()).chain([all]);
    let needs = places.flat_map(|place| NEEDS.iter().filter_map(|needs| place.get(*needs)?.as_table()));
    // The name is the crate's, unless it is renamed.
    let is_ours = |(name, value): &(&String, &Value)| {
        *name == LIBRARY && value.get("package").is_none_or(|package| package.as_str() == Some(LIBRARY))
    };
    needs.flatten().find(|one| !is_ours(one)).map(|(name, _)| name.as_str())
}

fn is_in_src(path: &Path) -> bool {
    let mut parts = path.components().filter(|part| *part != Component::CurDir);
    parts.next() == Some(Component::Normal("src".as_ref()))
        && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_of_the_kit_is_read() {
        let kit = include_str!("../../../../kits/rust/Cargo.toml");
        assert_eq!(Manifest::read(kit), Ok(Manifest { edition: "2021", main: MAIN.into() }));
        let other =
            "[package]\nname = \"x\"\n[lib]\npath = \"./src/bot.rs\"\n[dev-dependencies]\nrand = \"1\"\n";
        assert_eq!(Manifest::read(other), Ok(Manifest { edition: "2015", main: "./src/bot.rs".into() }));
    }

    #[test]
    fn what_needs_cargo_is_refused_by_name() {
        for (text, words) in [
            ("[dependencies]\njoust = { path = \"joust\" }\nrand = \"0.9\"", "needs the crate `rand`"),
            ("[dependencies.serde]\nversion = \"1\"", "needs the crate `serde`"),
            ("[dependencies]\njoust = { package = \"evil\", path = \"x\" }", "needs the crate `joust`"),
            ("[build-dependencies]\ncc = \"1\"", "needs the crate `cc`"),
            ("[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"", "needs the crate `libc`"),
            ("[package]\nbuild = \"evil.rs\"", "has a build script"),
            ("[lib]\nproc-macro = true", "procedural macros"),
            ("[package]\nedition = \"2030\"", "an edition that is not one of"),
            ("[package]\nedition.workspace = true", "an edition that is not one of"),
            ("[lib]\npath = \"/etc/passwd\"", "a main file outside of src"),
            ("[lib]\npath = \"src/../../x.rs\"", "a main file outside of src"),
            ("[lib]\npath = 3", "a main file outside of src"),
            ("[package", "not TOML"),
        ] {
            let why = Manifest::read(text).unwrap_err();
            assert!(why.contains(words), "{text}: {why}");
        }
    }
}
