//! Tables are built in shards: with little memory, and through interruptions.

use joust_mad::Board;
use joust_solve::mad::{
    BadTable, BuildOptions, BuildProgress, Built, Class, EndgameTables, Folder, TableError,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

/// A board small enough to solve everything again and again.
static SMALL: LazyLock<&'static Board> = LazyLock::new(|| {
    let picture = "b111,b222,b212/,,/r111,r222,r212";
    Box::leak(Box::new(Board::from_picture("small", picture).unwrap()))
});

/// Memory for a third of the fifty shards of the largest class.
const LITTLE: usize = 40_000;
/// A shard has two to the power of this many entries.
const BITS: u32 = 10;
const SHIPS: usize = 4;

fn empty_folder(name: &str) -> Folder {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    Folder::new(&path, *SMALL).unwrap()
}

/// Builds tables of up to four ships with other options.
fn build(
    folder: &Folder,
    change: impl FnOnce(&mut BuildOptions),
    mut told: impl FnMut(&Built),
) -> Result<Option<EndgameTables>, TableError> {
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let mut options = BuildOptions { ships: SHIPS, threads: 2, ..BuildOptions::new(&stop, &progress) };
    change(&mut options);
    folder.build(&options, &mut told)
}

fn in_shards(options: &mut BuildOptions) {
    (options.shard_bits, options.memory) = (BITS, LITTLE);
}

/// The files of all classes, built without interruption and with enough memory.
fn straight() -> &'static [(Class, Vec<u8>)] {
    static BUILT: OnceLock<Vec<(Class, Vec<u8>)>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = empty_folder("shards-straight");
        build(&folder, |_| {}, |_| {}).unwrap().expect("nobody stops it");
        let classes = Class::up_to(SHIPS).into_iter();
        classes.map(|class| (class, fs::read(folder.file(class)).unwrap())).collect()
    })
}

/// The files have the right bytes, and no work folder is left.
fn assert_same(folder: &Folder) {
    for (class, bytes) in straight() {
        assert!(fs::read(folder.file(*class)).unwrap() == *bytes, "{class}");
        assert!(!folder.work(*class).exists(), "{class}");
    }
}

fn files(path: &Path) -> Vec<PathBuf> {
    fs::read_dir(path).map(|entries| entries.map(|entry| entry.unwrap().path()).collect()).unwrap_or_default()
}

#[test]
fn a_build_with_little_memory_gives_equal_bytes() {
    for (name, threads, bits, memory) in
        [("shards-1", 1, BITS, LITTLE), ("shards-3", 3, BITS, LITTLE), ("shards-none", 2, 12, 1)]
    {
        let folder = empty_folder(name);
        let change = |options: &mut BuildOptions| {
            (options.threads, options.shard_bits, options.memory) = (threads, bits, memory);
        };
        let mut seen = 0;
        build(&folder, change, |_| seen += 1).unwrap().expect("nobody stops it");
        assert_eq!(seen, straight().len());
        assert_same(&folder);
    }
}

/// A build that is stopped again and again gives the bytes of one that is not.
#[test]
fn an_interrupted_build_can_be_resumed() {
    for (name, bits, memory) in [("halting-whole", 20, 1 << 30), ("halting-shards", BITS, LITTLE)] {
        let folder = empty_folder(name);
        let mut stops = 0;
        loop {
            let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
            let options = BuildOptions {
                ships: SHIPS,
                threads: 2,
                checkpoint: Duration::ZERO,
                shard_bits: bits,
                memory,
                ..BuildOptions::new(&stop, &progress)
            };
            let done = std::thread::scope(|scope| {
                let build = scope.spawn(|| folder.build(&options, &mut |_| {}).unwrap().is_some());
                // Each time a little later, so that the build comes to an end.
                std::thread::sleep(Duration::from_millis(5 + 20 * stops));
                stop.store(true, Ordering::Relaxed);
                build.join().unwrap()
            });
            if done {
                break;
            }
            stops += 1;
        }
        assert!(stops > 0, "it was too quick to be stopped");
        assert_same(&folder);
    }
}

/// The environment variable that makes this program the child.
const CHILD: &str = "JOUST_TEST_SHARDS";

/// Not a test by itself: the child that [`a_killed_build_can_be_resumed`] kills.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let folder = Folder::new(Path::new(&path), *SMALL).unwrap();
    let change = |options: &mut BuildOptions| {
        in_shards(options);
        options.checkpoint = Duration::from_millis(30);
    };
    build(&folder, change, |_| {}).unwrap();
}

/// A killed process gets no warning; what it has written must be enough.
#[test]
fn a_killed_build_can_be_resumed() {
    let folder = empty_folder("killed");
    let path = folder.work("1-1".parse().unwrap()).parent().unwrap().to_owned();
    let mut kills = 0;
    for attempt in 0.. {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child", "--test-threads=1"])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(60 + 90 * attempt));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let at_work =
            files(&path).into_iter().filter(|path| path.extension().is_some_and(|end| end == "work"));
        kills += at_work.filter(|work| work.join("manifest").exists()).count();
    }
    assert!(kills > 0, "it was never killed with something to go on from");
    assert_same(&folder);
}

/// A build that was stopped in the class 2-2.
fn stopped(name: &str) -> Folder {
    let folder = empty_folder(name);
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let mut options = BuildOptions { ships: SHIPS, threads: 2, ..BuildOptions::new(&stop, &progress) };
    in_shards(&mut options);
    // The build is stopped when the class before 2-2 is done.
    let built = folder.build(&options, &mut |built| {
        stop.store(built.class == "2c-1".parse().unwrap(), Ordering::Relaxed);
    });
    assert!(built.unwrap().is_none());
    folder
}

/// Damage is reported with what to do about it, and the build does not use it.
#[test]
fn a_damaged_checkpoint_is_not_resumed() {
    let folder = stopped("work-damaged");
    let work = folder.work("2-2".parse().unwrap());
    let parts: Vec<PathBuf> = files(&work).into_iter().filter(|path| !path.ends_with("lock")).collect();
    assert!(parts.len() > 1, "a manifest and a shard");
    for path in parts {
        let sound = fs::read(&path).unwrap();
        let mut spoilt = sound.clone();
        spoilt[sound.len() / 2] ^= 1;
        for bytes in [&spoilt[..], &sound[..sound.len() - 1], &[]] {
            fs::write(&path, bytes).unwrap();
            let failed = build(&folder, in_shards, |_| {}).unwrap_err();
            let TableError::Bad { path: named, why: BadTable::Work(delete) } = &failed else {
                panic!("{}: {failed}", path.display())
            };
            assert_eq!((named, delete), (&path, &work));
            assert!(failed.to_string().contains("delete"), "{failed}");
        }
        fs::write(&path, sound).unwrap();
    }
    assert!(!folder.file("2-2".parse().unwrap()).exists());
    build(&folder, in_shards, |_| {}).unwrap().expect("nobody stops it");
    assert_same(&folder);
}

#[test]
fn work_for_other_rules_is_not_overwritten() {
    let folder = stopped("work-limit");
    let failed = build(&folder, |options| options.limit = 30, |_| {}).unwrap_err();
    assert!(matches!(failed, TableError::OtherWork { asked: 30, .. }), "{failed}");
    // Other sizes of shards and memory do not make other rules.
    build(&folder, |_| {}, |_| {}).unwrap().expect("nobody stops it");
    assert_same(&folder);
}

#[test]
fn two_builds_do_not_work_on_one_class() {
    let folder = stopped("work-busy");
    let work = folder.work("2-2".parse().unwrap());
    let lock = fs::File::create(work.join("lock")).unwrap();
    lock.lock().unwrap();
    let failed = build(&folder, in_shards, |_| {}).unwrap_err();
    assert!(matches!(&failed, TableError::Busy { path } if *path == work), "{failed}");
    drop(lock);
    build(&folder, in_shards, |_| {}).unwrap().expect("nobody stops it");
    assert_same(&folder);
}

/// If a table is changed while others are built on it, the build fails and writes nothing wrong.
#[test]
fn a_build_fails_when_a_smaller_table_is_changed() {
    let folder = empty_folder("rests-on");
    let smaller = folder.file("2-1".parse().unwrap());
    let built = build(&folder, in_shards, |built| {
        if built.class == "2c-1".parse().unwrap() {
            let spoilt: Vec<u8> = fs::read(&smaller).unwrap().iter().map(|byte| !byte).collect();
            fs::write(&smaller, spoilt).unwrap();
        }
    });
    let failed = built.unwrap_err();
    assert!(
        matches!(&failed, TableError::Bad { path, why: BadTable::Changed } if *path == smaller),
        "{failed}"
    );
    assert!(!folder.file("2-2".parse().unwrap()).exists());
}

#[test]
fn a_single_class_is_built_with_those_to_which_it_leads() {
    let folder = empty_folder("single");
    let mut names = Vec::new();
    build(&folder, |options| options.only = "2c-2".parse().ok(), |built| names.push(built.class.to_string()))
        .unwrap();
    assert_eq!(names, ["1-1", "2-1", "2c-1", "2c-2"]);
    let none = build(&folder, |options| options.only = "5-5".parse().ok(), |_| {});
    assert!(matches!(none, Err(TableError::NoRoom { .. })));
}
