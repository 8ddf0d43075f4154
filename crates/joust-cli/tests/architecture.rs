//! ARCHITECTURE.md says which crate may use which: its table and its arrows are those of the manifests.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The crates that each crate uses, by their names without `joust-`.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn short(name: &str) -> Option<String> {
    name.strip_prefix("joust-").map(str::to_owned)
}

/// The packages of the workspace.
fn packages() -> Vec<Value> {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// What the manifests say, without dependencies of tests.
fn manifests() -> Uses {
    let packages = packages();
    let in_crates = packages.iter().filter(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        manifest.parent().unwrap().parent().unwrap().ends_with("crates")
    });
    let uses = in_crates.map(|package| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let used = all.filter(|dependency| dependency["kind"].is_null());
        let used = used.filter_map(|dependency| short(dependency["name"].as_str().unwrap())).collect();
        (short(package["name"].as_str().unwrap()).unwrap(), used)
    });
    uses.collect()
}

/// The table: its first column names the crate, its third those that it uses.
fn table(page: &str) -> Uses {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `joust-"));
    let row = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let used = cells[2].split(", ").filter(|name| *name != "none").map(str::to_owned).collect();
        (cells[0].trim_end_matches('`').to_owned(), used)
    };
    rows.map(row).collect()
}

/// The arrows: `a, b → c, d` in the block that begins with ```` ```arrows ````.
fn arrows(page: &str) -> Uses {
    let block = page.split_once("```arrows\n").expect("a block of arrows").1.split_once("```").unwrap().0;
    let mut uses = Uses::new();
    for line in block.lines() {
        let (users, used) = line.split_once('→').unwrap_or_else(|| panic!("not an arrow: {line}"));
        let names =
            |list: &str| -> Vec<String> { list.split(',').map(|name| name.trim().to_owned()).collect() };
        for user in names(users) {
            uses.entry(user).or_default().extend(names(used));
        }
    }
    uses
}

/// Everything that a crate reaches.
fn reach(uses: &Uses, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        for next in uses.get(&name).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

#[test]
fn the_table_of_crates_is_that_of_the_manifests() {
    let (told, real) = (table(&page()), manifests());
    assert!(real.len() > 20, "{real:?}");
    let names = |uses: &Uses| uses.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&told), names(&real), "crates in the table of ARCHITECTURE.md");
    for (name, used) in &real {
        assert_eq!(&told[name], used, "the row of joust-{name} in ARCHITECTURE.md");
    }
}

/// An arrow is drawn where no other way leads, so the picture stays small.
#[test]
fn the_arrows_are_those_of_the_manifests() {
    let (told, real) = (arrows(&page()), manifests());
    for (name, used) in &told {
        for other in used {
            assert!(
                real[name].contains(other),
                "{name} → {other} is drawn, and joust-{name} does not use it"
            );
            let around = used.iter().filter(|one| *one != other).any(|one| reach(&told, one).contains(other));
            assert!(!around, "{name} → {other} is drawn, and another way leads there");
        }
    }
    for (name, used) in &real {
        let drawn = reach(&told, name);
        let missing: Vec<_> = used.difference(&drawn).collect();
        assert!(missing.is_empty(), "joust-{name} uses {missing:?}, and no arrow leads there");
    }
}

/// The files and folders that a page names, and that are not there.
fn missing_paths(page: &str) -> Vec<&str> {
    let places = ["crates/", "docs/", "fuzz/", "kits/", "packaging/", "rules/", "tests/", "web/"];
    let quoted = page.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|text| places.iter().any(|place| text.starts_with(place)));
    // What the pages are built into is not there before they are built.
    let paths: Vec<_> =
        paths.filter(|path| !path.contains([' ', '*']) && !path.starts_with("web/dist")).collect();
    assert!(paths.len() > 15, "{paths:?}");
    paths.into_iter().filter(|path| !root().join(path).exists()).collect()
}

#[test]
fn every_path_on_the_page_exists() {
    assert_eq!(missing_paths(&page()), [""; 0], "in ARCHITECTURE.md");
}

/// The recipe for a new game names what is there: files to imitate, and the tables that take a row. Only the
/// law of the new game is not there, in either language.
#[test]
fn every_path_and_table_of_the_recipe_exists() {
    let recipe = std::fs::read_to_string(root().join("docs/adding-a-game.md")).unwrap();
    assert_eq!(missing_paths(&recipe), ["rules/chase.md", "rules/fr/chase.md"]);
    for (table, file) in [
        ("GAMES", "joust-games/src/lib.rs"),
        ("DUELS", "joust-games/src/lib.rs"),
        ("PLAYERS", "joust-players/src/playable.rs"),
        ("PLAYABLE", "joust-match/src/run.rs"),
        ("DUELS", "joust-view/src/duels.rs"),
    ] {
        assert!(
            recipe.contains(&format!("`{table}`")) && recipe.contains(&format!("`crates/{file}`")),
            "{table}"
        );
        let code = std::fs::read_to_string(root().join("crates").join(file)).unwrap();
        assert!(code.contains(&format!("static {table}: ")), "{file} has no table {table}");
    }
}

/// The games of the test tree are never shipped: no crate uses them but in its tests.
#[test]
fn games_of_the_test_tree_are_not_shipped() {
    let games = std::fs::read_dir(root().join("tests/games")).unwrap().flatten();
    let games: Vec<String> =
        games.map(|game| format!("test-{}", game.file_name().to_string_lossy())).collect();
    assert_eq!(games.len(), 2, "{games:?}");
    for package in packages() {
        let all = package["dependencies"].as_array().unwrap().iter();
        let used = all.filter(|dependency| dependency["kind"] != "dev");
        for dependency in used {
            let name = dependency["name"].as_str().unwrap();
            assert!(!games.iter().any(|game| game == name), "{} uses {name}", package["name"]);
        }
    }
}

/// Libraries without tests in their sources are not compiled for them. A test that is added there must run.
#[test]
fn no_test_is_left_out() {
    let mut left_out = 0;
    for package in packages() {
        let targets = package["targets"].as_array().unwrap().iter();
        for target in targets.filter(|target| target["kind"] != serde_json::json!(["bench"])) {
            if target["test"] == true || target["kind"] == serde_json::json!(["custom-build"]) {
                continue;
            }
            left_out += 1;
            let main = Path::new(target["src_path"].as_str().unwrap());
            let mut open = vec![main.parent().unwrap().to_owned()];
            while let Some(folder) = open.pop() {
                for entry in std::fs::read_dir(folder).unwrap() {
                    let path = entry.unwrap().path();
                    if path.is_dir() {
                        open.push(path);
                    } else if path.extension().is_some_and(|ending| ending == "rs") {
                        let code = std::fs::read_to_string(&path).unwrap();
                        assert!(!code.contains("#[test]"), "{} has tests that never run", path.display());
                    }
                }
            }
        }
    }
    assert!(left_out > 10, "{left_out}");
}
