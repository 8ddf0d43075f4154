//! `joust replay --web`: pages with games inside.

use std::path::PathBuf;
use std::process::{Command, Output};

fn joust(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(args).env("NO_COLOR", "1").env("BROWSER", "true").env("TMPDIR", folder());
    command.output().unwrap()
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("replay_web");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn record(name: &str) -> String {
    format!("{}/tests/cmd/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Whether the page is in this build; without it the command must say so.
fn built() -> bool {
    joust_pages::viewer_html().is_ok()
}

#[test]
fn a_page_has_the_games_and_their_notes_inside() {
    let page = folder().join("two.html");
    let game = folder().join("game.res.gz");
    std::fs::copy(record("demo.res.gz"), &game).unwrap();
    std::fs::write(folder().join("game.res.notes"), "0 0 1 1 hello\n").unwrap();
    let target = format!("--web={}", page.display());
    let done = joust(&["replay", game.to_str().unwrap(), &target, "--compare", &record("demo.jmm")]);
    let said = String::from_utf8(done.stderr).unwrap();
    if !built() {
        assert_eq!(done.status.code(), Some(3));
        assert!(said.contains("make build"), "{said}");
        return;
    }
    assert!(done.status.success(), "{said}");
    let page = std::fs::read_to_string(page).unwrap();
    for name in ["game.res.gz", "game.res.gz.notes", "demo.jmm"] {
        assert!(page.contains(&format!("data-name=\"{name}\"")), "{name}");
    }
}

#[test]
fn without_a_target_the_page_is_new_and_the_browser_is_asked_to_open_it() {
    if !built() {
        return;
    }
    let twice = [0, 1].map(|_| {
        let done = joust(&["replay", &record("demo.jmm"), "--web"]);
        assert!(done.status.success());
        assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
        String::from_utf8(done.stdout).unwrap().trim_end().to_owned()
    });
    assert_ne!(twice[0], twice[1]);
    for page in twice {
        assert!(std::fs::read_to_string(&page).unwrap().contains("data-name=\"demo.jmm\""));
        std::fs::remove_file(page).unwrap();
    }
}

#[test]
fn only_games_of_mad_max_have_a_page() {
    let done = joust(&["replay", &record("short.mad"), "--web"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8(done.stderr).unwrap().contains("--web is for games of Mad Max"));
}

#[test]
fn a_kit_has_the_viewer_in_its_folder() {
    let kit = folder().join("kit");
    let _ = std::fs::remove_dir_all(&kit);
    let done = joust(&["bot", "new", "madmax-cpp", kit.to_str().unwrap()]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let page = std::fs::read_to_string(kit.join("viewer.html")).ok();
    assert_eq!(page.as_deref(), joust_pages::viewer_html().ok());
}
