//! The examples in docs/results.md are the output of the commands.

#[path = "../../../tests/support/shown.rs"]
mod shown;

use serde_json::Value;
use shown::shows;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/results.md");

/// The names of all fields in a value. The keys of `kinds` are scores, and `about` and `results` are described
/// in docs/formats.md.
fn names<'a>(value: &'a Value, all: &mut Vec<&'a str>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| names(value, all)),
        Value::Object(fields) => {
            for (name, value) in fields {
                all.push(name);
                if !["kinds", "about", "results"].contains(&name.as_str()) {
                    names(value, all);
                }
            }
        }
        _ => {}
    }
}

/// The commands and their examples: a line in backticks before a block of JSON.
fn examples() -> Vec<(&'static str, Value)> {
    let mut examples = Vec::new();
    for (before, rest) in PAGE.split("```json\n").zip(PAGE.split("```json\n").skip(1)) {
        let command = before.trim_end().lines().last().unwrap();
        let command = command.strip_prefix('`').unwrap().strip_suffix("`:").unwrap();
        let block = rest.split("```").next().unwrap();
        examples
            .push((command, serde_json::from_str(block).unwrap_or_else(|why| panic!("{command}: {why}"))));
    }
    examples
}

#[test]
fn the_examples_are_what_the_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.mad"), include_str!("cmd/records/short.mad")).unwrap();
    std::fs::create_dir(folder.path().join("class")).unwrap();
    for (name, text) in
        [("ada.py", include_str!("similarity/ada.py")), ("bob.py", include_str!("similarity/bob.py"))]
    {
        std::fs::write(folder.path().join("class").join(name), text).unwrap();
    }
    let small = "game = \"wargame\"\nparticipants = [\"random\", \"alphabeta:2\"]\nboards = \"tiny\"\n";
    std::fs::write(folder.path().join("small.toml"), small).unwrap();
    let mut tournament = Command::new(env!("CARGO_BIN_EXE_joust"));
    tournament.args(["tournament", "small.toml", "--quiet"]).current_dir(folder.path());
    assert!(tournament.output().unwrap().status.success());
    let examples = examples();
    assert!(examples.len() >= 7, "{}", examples.len());
    for (command, example) in examples {
        let mut words = command.split(' ');
        assert_eq!(words.next(), Some("joust"), "{command}");
        let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
        let output =
            joust.args(words).current_dir(folder.path()).env_remove("JOUST_TABLES").output().unwrap();
        let told: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|why| panic!("{command}: {why}: {}", String::from_utf8_lossy(&output.stderr)));
        assert!(shows(&example, &told), "{command}:\n{example:#}\n{told:#}");
    }
}

/// Every field of every example is named in a table of this page or of docs/view.md.
#[test]
fn every_field_is_described() {
    let examples = examples();
    let (mut all, view) = (Vec::new(), include_str!("../../../docs/view.md"));
    for (_, example) in &examples {
        names(example, &mut all);
    }
    assert!(all.len() > 100, "{}", all.len());
    let is_description = |line: &&str| line.starts_with('|') || line.starts_with("`records`");
    let described: Vec<&str> = PAGE.lines().chain(view.lines()).filter(is_description).collect();
    for name in all {
        let quoted = format!("`{name}`");
        assert!(described.iter().any(|line| line.contains(&quoted)), "{name}");
    }
}
