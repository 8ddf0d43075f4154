//! Drafts, scratch folders and locks, also of programs that are killed.

use joust_files::{Care, Draft, Scratch, abandon_all, lock, write};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The variables that tell a child of a test what to do, and where.
const DEED: &str = "JOUST_FILES_DEED";
const PLACE: &str = "JOUST_FILES_PLACE";

/// Not a test by itself: another process.
#[test]
fn child() {
    let (Some(deed), Some(place)) = (std::env::var_os(DEED), std::env::var_os(PLACE)) else { return };
    let place = Path::new(&place);
    match deed.to_str().unwrap() {
        "hold" => {
            let mut draft = Draft::new(&place.join("result")).unwrap();
            draft.write_all(b"half").unwrap();
            let scratch = Scratch::beside(&place.join("report")).unwrap();
            fs::write(scratch.path().join("page"), "half").unwrap();
            println!("\nready");
            std::thread::sleep(Duration::from_mins(1));
        }
        "abandon" => {
            let _draft = Draft::new(&place.join("result")).unwrap();
            let _scratch = Scratch::beside(&place.join("report")).unwrap();
            abandon_all();
            // Destructors do not run.
            std::process::exit(0);
        }
        "write" => write(&place.join("other"), b"whole", Care::Durable).unwrap(),
        "refused" => {
            assert!(write(&place.join("old"), b"new", Care::Durable).is_err());
        }
        deed => panic!("{deed}"),
    }
}

fn start(deed: &str, place: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--nocapture"]).env(DEED, deed).env(PLACE, place);
    command.stdout(Stdio::piped());
    command
}

fn hold(place: &Path) -> Child {
    let mut child = start("hold", place).spawn().unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "ready"));
    child
}

fn count(place: &Path) -> usize {
    fs::read_dir(place).unwrap().count()
}

#[test]
fn what_is_there_stays_until_the_new_file_is_whole() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("result");
    fs::write(&path, "old").unwrap();
    let mut one = Draft::new(&path).unwrap();
    let mut other = Draft::new(&path).unwrap();
    one.write_all(b"one").unwrap();
    other.write_all(b"other").unwrap();
    assert_eq!((fs::read(&path).unwrap(), count(place.path())), (b"old".to_vec(), 3));
    one.keep(Care::Durable).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one");
    drop(other);
    assert_eq!((fs::read(&path).unwrap(), count(place.path())), (b"one".to_vec(), 1));
    assert!(write(&place.path().join("missing/result"), b"", Care::Quick).is_err());
}

#[test]
fn a_folder_is_kept_whole_or_goes_away() {
    let place = tempfile::tempdir().unwrap();
    let to = place.path().join("report");
    drop(Scratch::beside(&to).unwrap());
    assert_eq!(count(place.path()), 0);
    let scratch = Scratch::beside(&to).unwrap();
    fs::write(scratch.path().join("page"), "whole").unwrap();
    scratch.keep(&to).unwrap();
    assert_eq!(count(place.path()), 1);
    assert_eq!(fs::read(to.join("page")).unwrap(), b"whole");
}

#[test]
fn what_a_killed_program_leaves_goes_at_the_next_start() {
    let place = tempfile::tempdir().unwrap();
    let (mut killed, mut alive) = (hold(place.path()), hold(place.path()));
    assert_eq!(count(place.path()), 4);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(count(place.path()), 4);
    assert!(start("write", place.path()).output().unwrap().status.success());
    assert_eq!(count(place.path()), 3, "those of the living, and what was written");
    alive.kill().unwrap();
    alive.wait().unwrap();
    assert!(start("write", place.path()).output().unwrap().status.success());
    assert_eq!(count(place.path()), 1);
}

#[test]
fn a_program_that_exits_at_once_can_remove_its_drafts() {
    let place = tempfile::tempdir().unwrap();
    assert!(start("abandon", place.path()).output().unwrap().status.success());
    assert_eq!(count(place.path()), 0);
}

#[cfg(unix)]
#[test]
fn rights_are_those_of_the_old_file_and_forbid_as_it_does() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("old");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    write(&path, b"newer", Care::Quick).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    // A file that may not be written stays, though its folder could be changed.
    fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
    fs::set_permissions(place.path(), PermissionsExt::from_mode(0o777)).unwrap();
    let mut command = start("refused", place.path());
    if fs::metadata(&path).is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0) {
        // The superuser may write everything; nobody may not. The program itself must be in reach.
        let program = place.path().join("program");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        command = Command::new(program);
        command
            .args(["--exact", "child"])
            .env(DEED, "refused")
            .env(PLACE, place.path())
            .uid(65534)
            .gid(65534);
    }
    let refused = command.current_dir("/").output().unwrap();
    assert!(refused.status.success(), "{}", String::from_utf8_lossy(&refused.stdout));
    assert_eq!(fs::read(&path).unwrap(), b"newer");
}

#[test]
fn a_lock_is_for_one() {
    let place = tempfile::tempdir().unwrap();
    let open = || fs::File::create(place.path().join("lock")).unwrap();
    let (one, other) = (open(), open());
    assert!(lock(&one, Duration::ZERO));
    assert!(!lock(&other, Duration::ZERO));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            drop(one);
        });
        assert!(lock(&other, Duration::from_secs(20)), "a lock that is given back is taken");
    });
}
