//! Tables that stay in their files: a probe gives the entry in the file, or nothing.

use joust_core::{Seed, below};
use joust_mad::{Board, Position, Rules, Side};
use joust_solve::mad::{
    BadTable, BuildOptions, BuildProgress, Cache, Class, EndgameEntry, EndgameTable, EndgameTables, Folder,
    Geometry, Half, TableError,
};
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Entries of a block, and its bytes in memory.
const BLOCK: usize = 8192;
const BYTES: usize = 2 * BLOCK;

/// A folder with the tables of 6x4 up to three ships.
fn built(name: &str) -> Folder {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    let folder = Folder::new(&path, board()).unwrap();
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let options = BuildOptions { ships: 3, threads: 2, ..BuildOptions::new(&stop, &progress) };
    folder.build(&options, &mut |_| {}).unwrap().expect("nobody stops it");
    folder
}

fn board() -> &'static Board {
    Board::named("6x4").unwrap()
}

fn class() -> Class {
    "2-1".parse().unwrap()
}

/// The entries of a file, all read at once.
fn whole(folder: &Folder, class: Class) -> EndgameTable {
    let file = File::open(folder.file(class)).unwrap();
    EndgameTable::read(file, &Geometry::new(board()).unwrap()).unwrap()
}

/// All entries, half by half.
fn entries(table: &EndgameTable) -> Vec<Vec<Option<EndgameEntry>>> {
    let all = |half: &Half| (0..half.index().len()).map(|number| half.get(number)).collect();
    table.halves().iter().map(all).collect()
}

#[test]
fn blocks_hold_what_the_whole_file_holds() {
    let folder = built("blocks-whole");
    let cache = Cache::new(Cache::USUAL);
    let tables = folder.load(&cache).unwrap();
    assert_eq!(cache.bytes(), 0, "nothing is unpacked before it is asked for");
    let mut bytes = 0;
    for table in tables.all() {
        let whole = whole(&folder, table.class());
        assert_eq!((table.limits(), table.longest()), (whole.limits(), whole.longest()));
        let (told, written) = (entries(table), entries(&whole));
        assert_eq!(told, written, "{}", table.class());
        assert!(told.iter().flatten().all(Option::is_some));
        let longest = told.iter().flatten().flatten().map(|entry| entry.longest()).max();
        assert_eq!(longest, Some(table.longest()), "what the head says");
        bytes += 2 * table.entries();
        assert!(table.halves().iter().all(|half| half.get(half.index().len()).is_none()));
    }
    assert_eq!(cache.bytes(), bytes, "all is kept, since there is room");
    drop(tables);
    assert_eq!(cache.bytes(), 0, "nothing is kept of tables that are gone");
}

/// Threads evict each other's blocks from a cache with room for three of ten.
#[test]
fn a_small_cache_changes_no_value() {
    let folder = built("blocks-threads");
    let whole = entries(&whole(&folder, class()));
    let cache = Cache::new(3 * BYTES);
    let tables = folder.load(&cache).unwrap();
    let table = tables.get(class()).unwrap();
    assert!(table.entries() > 8 * BLOCK);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (whole, cache) = (&whole, &cache);
            scope.spawn(move || {
                let mut rng = Seed(seed).rng();
                for _ in 0..3000 {
                    let half = below(&mut rng, whole.len());
                    let number = below(&mut rng, whole[half].len());
                    assert_eq!(table.halves()[half].get(number), whole[half][number]);
                    assert!(cache.bytes() <= 3 * BYTES);
                }
            });
        }
    });
    assert!(cache.bytes() > BYTES, "it is used");
    assert!(tables.trouble().is_none());
}

/// Blocks that were not in memory when the file was changed give nothing, the others still answer; no
/// answer is wrong, and the error is kept.
#[test]
fn a_file_that_is_changed_after_it_was_opened_is_noticed() {
    let folder = built("blocks-changed");
    let file = folder.file(class());
    let sound = fs::read(&file).unwrap();
    let written = entries(&whole(&folder, class()));
    let spoilt: Vec<u8> = sound.iter().map(|byte| !byte).collect();
    for bytes in [&spoilt[..], &sound[..100], &[]] {
        fs::write(&file, &sound).unwrap();
        let tables = folder.load(&Cache::new(Cache::USUAL)).unwrap();
        let table = tables.get(class()).unwrap();
        let half = &table.halves()[0];
        assert_eq!(half.get(0), written[0][0]);
        fs::write(&file, bytes).unwrap();
        assert!(tables.trouble().is_none(), "nobody has asked yet");
        for (number, entry) in written[0].iter().enumerate() {
            let told = half.get(number);
            assert_eq!(told, entry.filter(|_| number < BLOCK), "{number}");
        }
        let Some(TableError::Bad { path, why: BadTable::Changed }) = tables.trouble() else {
            panic!("{:?}", tables.trouble())
        };
        assert_eq!(*path, file);
        // A position of the other half is not known; one of another class is.
        let known = |class: Class, half: usize| {
            let table = tables.get(class).unwrap();
            let fleets = table.halves()[half].index().unrank(0);
            tables.value(&Position::from_fleets(board(), Rules::CURRENT, fleets, Side::Red).unwrap())
        };
        assert_eq!(known(class(), 1), None);
        assert!(known("2c-1".parse().unwrap(), 1).is_some());
    }
}

/// One byte of one block is changed after the file was opened.
#[test]
fn the_rest_of_a_changed_file_still_answers() {
    let folder = built("blocks-byte");
    let file = folder.file(class());
    let written = entries(&whole(&folder, class()));
    let tables = folder.load(&Cache::new(Cache::USUAL)).unwrap();
    let table = tables.get(class()).unwrap();
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    let told = entries(table);
    let damaged = written[1].len() / BLOCK * BLOCK;
    assert_eq!((&told[0], &told[1][..damaged]), (&written[0], &written[1][..damaged]));
    assert!(told[1][damaged..].iter().all(Option::is_none));
    assert!(matches!(table.trouble(), Some(TableError::Bad { why: BadTable::Changed, .. })));
    assert!(folder.load(&Cache::new(Cache::USUAL)).is_err(), "who opens it now is told at once");
}

/// A build that replaces a file does not disturb readers that have the old one open.
#[test]
#[cfg(unix)]
fn a_file_that_is_replaced_or_deleted_stays_open() {
    let folder = built("blocks-replaced");
    let file = folder.file(class());
    let written = entries(&whole(&folder, class()));
    let tables = folder.load(&Cache::new(BYTES)).unwrap();
    let told = |tables: &EndgameTables| entries(tables.get(class()).unwrap());
    let draft = file.with_extension("draft");
    fs::write(&draft, b"something else").unwrap();
    fs::rename(&draft, &file).unwrap();
    assert_eq!(told(&tables), written);
    fs::remove_file(&file).unwrap();
    assert_eq!(told(&tables), written);
}
