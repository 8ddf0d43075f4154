//! `joust contest similarity`: folders become a table, a document and a page.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ADA: &str = include_str!("similarity/ada.py");
const BOB: &str = include_str!("similarity/bob.py");

fn joust(folder: &Path, words: &[&str]) -> Output {
    let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
    joust.args(["contest", "similarity"]).args(words).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A class in which bob has copied from ada, and eve is unlike both of them.
fn class() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put("class/ada.py", ADA);
    put("class/bob/src/bot.py", BOB);
    put(
        "class/eve.py",
        "import joust\n\nclass Eve(joust.Bot):\n    def act(self, turn):\n        self.count = len(turn.moves) % 7\n        while self.count > 3 and not turn.over:\n            self.count -= turn.moves[0].size\n        return joust.Action(turn.moves[self.count], nodes=self.count, value=str(turn))\n",
    );
    put("class/empty.py", "");
    put("class/notes.txt", "nothing to compare");
    put("2025/cyd.py", ADA);
    folder
}

#[test]
fn a_class_becomes_a_table_and_a_page() {
    let folder = class();
    let output = joust(folder.path(), &["class", "--out", "report.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.contains("ada  bob"), "{told}");
    assert!(told.contains("cluster 1: ada, bob\n"), "{told}");
    assert!(told.contains("not compared: empty: there is nothing in it\n"), "{told}");
    assert!(told.contains("not compared: notes: it has no source in C"), "{told}");
    assert!(!told.contains("eve"), "{told}");
    assert!(text(&output.stderr).contains("never a verdict"));
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("never a verdict") && page.contains("data-pair=\"0\""));
    // The page is no submission when it stands in the folder.
    let output = joust(folder.path(), &["class", "--out", "class/report.html", "--quiet"]);
    assert!(!text(&output.stdout).contains("report") && output.stderr.is_empty());
}

#[test]
fn archives_templates_and_languages_are_heeded() {
    let folder = class();
    let pairs = |words: &[&str]| -> Vec<String> {
        let output = joust(folder.path(), &[&["class", "--json", "--quiet"], words].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let name =
            |pair: &Value| format!("{} {}", pair["left"].as_str().unwrap(), pair["right"].as_str().unwrap());
        told["pairs"].as_array().unwrap().iter().map(name).collect()
    };
    assert_eq!(pairs(&[]), ["ada bob"]);
    let mut with = pairs(&["--archive", "2025"]);
    with.sort();
    assert_eq!(with, ["ada 2025/cyd", "ada bob", "bob 2025/cyd"]);
    assert_eq!(pairs(&["--template", "2025/cyd.py"]), [""; 0]);
    assert_eq!(pairs(&["--language", "cpp"]), [""; 0]);
}

#[test]
fn mistakes_are_told() {
    let folder = class();
    fs::create_dir(folder.path().join("none")).unwrap();
    for (words, wanted) in [
        (&["nowhere"][..], "nowhere: "),
        (&["none"], "none: there are no submissions in this folder"),
        (&["class", "--template", "class/notes.txt"], "this template has no source that is read"),
        (&["class", "--language", "cobol"], "invalid value 'cobol'"),
    ] {
        let output = joust(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(wanted), "{words:?}: {}", text(&output.stderr));
    }
}
