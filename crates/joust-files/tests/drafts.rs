//! Drafts, scratch folders and locks, also of programs that are killed.

use joust_files::{Care, Draft, Output, Scratch, abandon_all, lock, open_to_append, write};
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
fn a_part_is_kept_beside_the_older_file() {
    let place = tempfile::tempdir().unwrap();
    for (name, part) in [("a.res", "a.partial.res"), ("b", "b.partial")] {
        let path = place.path().join(name);
        fs::write(&path, "old").unwrap();
        let mut out = Output::file(&path).unwrap();
        out.write_all(b"half").unwrap();
        let kept = out.keep_beside("partial", Care::Durable).unwrap().unwrap();
        assert_eq!(kept, path.canonicalize().unwrap().with_file_name(part));
        assert_eq!((fs::read(&path).unwrap(), fs::read(kept).unwrap()), (b"old".to_vec(), b"half".to_vec()));
    }
    assert_eq!(count(place.path()), 4);
    assert_eq!(Output::stream(std::io::sink()).keep_beside("partial", Care::Quick).unwrap(), None);
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

/// The longest name that a file can have, in bytes, is that of the draft's place, not of the draft.
#[test]
fn the_longest_names_can_be_written() {
    let place = tempfile::tempdir().unwrap();
    // A character of three bytes stands across every place where the name could be cut.
    for name in ["n".repeat(255), "\u{20ac}".repeat(85), format!("n{}", "\u{20ac}".repeat(84))] {
        let path = place.path().join(&name);
        write(&path, b"whole", Care::Durable).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        fs::remove_file(&path).unwrap();
        let report = Scratch::beside(&path).unwrap();
        report.keep(&path).unwrap();
        assert!(path.is_dir());
    }
    assert_eq!(count(place.path()), 3, "drafts are left");
}

#[cfg(unix)]
#[test]
fn the_file_behind_a_link_is_written_even_if_it_is_not_there_yet() {
    use std::os::unix::fs::symlink;
    let place = tempfile::tempdir().unwrap();
    let to = |name: &str| place.path().join(name);
    fs::create_dir_all(to("far/away")).unwrap();
    fs::create_dir(to("near")).unwrap();
    symlink("../far/away/link", to("near/link")).unwrap();
    symlink("../result", to("far/away/link")).unwrap();
    for text in ["first", "second"] {
        write(&to("near/link"), text.as_bytes(), Care::Durable).unwrap();
        assert_eq!(fs::read_to_string(to("far/result")).unwrap(), text);
    }
    assert!(to("near/link").is_symlink() && to("far/away/link").is_symlink());
    // The target of a link may be a place that cannot be written to, or may not exist.
    symlink("missing/result", to("nowhere")).unwrap();
    symlink("around", to("around")).unwrap();
    for name in ["nowhere", "around"] {
        assert!(write(&to(name), b"new", Care::Quick).is_err(), "{name}");
        assert!(to(name).is_symlink(), "{name} was replaced");
    }
    assert_eq!(count(place.path()), 4, "drafts are left");
}

/// Only a file with an end can be appended to.
#[cfg(unix)]
#[test]
fn only_plain_files_are_added_to() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("log");
    for text in ["one", "two"] {
        open_to_append(&path).unwrap().write_all(text.as_bytes()).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "onetwo");
    let fifo = place.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for path in [fifo.as_path(), place.path(), Path::new("/dev/zero"), Path::new("/dev/null")] {
        let refused = open_to_append(path).unwrap_err().to_string();
        assert_eq!(refused, "this is not a plain file", "{}", path.display());
    }
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
        // Root may write everything; the user `nobody` may not. That user must be able to run this program.
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
