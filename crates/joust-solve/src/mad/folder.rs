//! A folder of tables: what is there, what is missing, and building it.

use super::blocks::Cache;
use super::class::Class;
use super::file::{self, BadTable, Head, Unreadable};
use super::index::{Geometry, Index, Lopsided};
use super::solve::{Progress, Solve};
use super::table::{Limits, Table, Tables};
use joust_mad::{Board, Rules};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why tables cannot be read or built.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system says no.
    #[error("{}: {why}", path.display())]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// What it says.
        why: io::Error,
    },
    /// A file that is no table of this board.
    #[error("{}: {why}", path.display())]
    Bad {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: BadTable,
    },
    /// A table that does not hold for the rules.
    #[error(
        "{}: holds for limits of {limits}, not for {asked}; take another folder for other rules",
        path.display()
    )]
    OtherLimit {
        /// Which file.
        path: PathBuf,
        /// For which limits it holds.
        limits: Limits,
        /// The limit that was asked for.
        asked: u16,
    },
    /// A limit up to which thresholds cannot be told.
    #[error("the class {0} does not come to an end within {most} turns", most = super::Entry::MOST)]
    TooLong(Class),
    /// A class whose entries find no room.
    #[error(
        "the class {class} has {entries} placements and needs {need} MB of memory to be built; {have} MB are free"
    )]
    TooLarge {
        /// The class.
        class: Class,
        /// How many placements it has.
        entries: usize,
        /// What it needs, in megabytes.
        need: usize,
        /// What there is, in megabytes.
        have: usize,
    },
    /// No tables at all.
    #[error("{}: no tables for the board {board}; build them: joust solve mad --tables {} --board {board}", path.display(), path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
        /// The board.
        board: String,
    },
    /// A board that has no tables.
    #[error(transparent)]
    Lopsided(#[from] Lopsided),
}

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions<'a> {
    /// The length of the tie-break.
    pub limit: u16,
    /// The most ships of both sides together.
    pub ships: usize,
    /// How many threads work.
    pub threads: usize,
    /// How long a class may be at work before it is written down for the first time and again.
    pub checkpoint: Duration,
    /// Becomes true when the work is to stop.
    pub stop: &'a AtomicBool,
    /// What is told on the way.
    pub progress: &'a Progress,
}

/// The limit of the current rules, all cores, up to four ships.
impl<'a> BuildOptions<'a> {
    /// With these means of control.
    pub fn new(stop: &'a AtomicBool, progress: &'a Progress) -> BuildOptions<'a> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let checkpoint = Duration::from_mins(1);
        BuildOptions { limit: Rules::CURRENT.limit, ships: 4, threads, checkpoint, stop, progress }
    }
}

/// A table that was built or found.
#[derive(Clone, Debug)]
pub struct Built {
    /// Its class.
    pub class: Class,
    /// How many entries it has.
    pub entries: usize,
    /// The size of its file.
    pub bytes: u64,
    /// Its greatest threshold.
    pub longest: u8,
    /// The limits for which it holds.
    pub limits: Limits,
    /// How long it took; nothing if it was there already.
    pub time: Option<Duration>,
}

/// A folder, seen by one board.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    geometry: Arc<Geometry>,
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> TableError {
    let path = path.to_owned();
    move |why| TableError::Io { path, why }
}

pub(super) fn unreadable(path: &Path, why: Unreadable) -> TableError {
    match why {
        Unreadable::Io(why) => io_error(path)(why),
        Unreadable::Bad(why) => TableError::Bad { path: path.to_owned(), why },
    }
}

impl Folder {
    /// The tables of a board in a folder, whether or not there are any.
    pub fn new(path: &Path, board: &'static Board) -> Result<Folder, TableError> {
        Ok(Folder { path: path.to_owned(), geometry: Geometry::new(board)? })
    }

    /// The file of a class. Boards of the user's own are told apart by their pictures.
    pub fn file(&self, class: Class) -> PathBuf {
        let board = self.geometry.board();
        let is_known = Board::named(board.name()).is_some_and(|known| known == board);
        let name = if is_known {
            board.name().to_owned()
        } else {
            let digest: [u8; 32] = Sha256::digest(board.picture()).into();
            digest[..4].iter().fold("own".to_owned(), |name, byte| format!("{name}{byte:02x}"))
        };
        self.path.join(format!("mad-{name}-{class}.table"))
    }

    /// Where a class at work is written down.
    fn part(&self, class: Class) -> PathBuf {
        self.file(class).with_extension("part")
    }

    /// The classes that the board has room for, up to a number of ships.
    pub fn classes(&self, ships: usize) -> Vec<Class> {
        let fits = |class: &Class| {
            class.orders().all(|(mover, other)| Index::new(&self.geometry, mover, other).is_some())
        };
        Class::up_to(ships).into_iter().filter(fits).collect()
    }

    fn entries(&self, class: Class) -> usize {
        let index = |(mover, other)| Index::new(&self.geometry, mover, other);
        class.orders().filter_map(index).map(|index| index.len()).sum()
    }

    /// Opens the file of a class or of one at work, if it is there, and reads it.
    fn read<T>(
        path: &Path,
        read: impl FnOnce(File) -> Result<T, Unreadable>,
    ) -> Result<Option<T>, TableError> {
        match File::open(path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            file => {
                let file = file.map_err(io_error(path))?;
                read(file).map(Some).map_err(|why| unreadable(path, why))
            }
        }
    }

    /// Adds the table of a class, if its file is there. It is read once and compared with its
    /// digests; its entries stay in the file.
    fn open(&self, class: Class, cache: &Arc<Cache>, tables: &mut Tables) -> Result<bool, TableError> {
        let path = self.file(class);
        let table = Folder::read(&path, |file| Table::open(file, &path, &self.geometry, cache))?;
        Folder::add(class, &path, table, tables)
    }

    /// The same with its entries in memory, for those who need all of them.
    fn open_whole(&self, class: Class, tables: &mut Tables) -> Result<bool, TableError> {
        let path = self.file(class);
        let table = Folder::read(&path, |file| Table::read(BufReader::new(file), &self.geometry))?;
        Folder::add(class, &path, table, tables)
    }

    fn add(class: Class, path: &Path, table: Option<Table>, tables: &mut Tables) -> Result<bool, TableError> {
        let Some(table) = table else { return Ok(false) };
        if table.class() != class {
            let why = BadTable::Damaged("it is the table of another class");
            return Err(unreadable(path, why.into()));
        }
        tables.add(table);
        Ok(true)
    }

    /// Opens all tables that are there. A damaged one is an error; none at all is one, too. What is
    /// asked for is kept in the cache.
    pub fn load(&self, cache: &Arc<Cache>) -> Result<Tables, TableError> {
        let mut tables = Tables::empty(&self.geometry);
        for class in self.classes(8) {
            self.open(class, cache, &mut tables)?;
        }
        if tables.most_ships() == 0 {
            let board = self.geometry.board().name().to_owned();
            return Err(TableError::Empty { path: self.path.clone(), board });
        }
        Ok(tables)
    }

    /// Builds what is missing and tells about every table. `None` when it was stopped: the same
    /// call goes on.
    pub fn build(
        &self,
        options: &BuildOptions,
        told: &mut dyn FnMut(&Built),
    ) -> Result<Option<Tables>, TableError> {
        fs::create_dir_all(&self.path).map_err(io_error(&self.path))?;
        let classes = self.classes(options.ships);
        // It is said now, not after the hours that the others take.
        for class in classes.iter().filter(|class| !self.file(**class).exists()) {
            self.find_room(*class)?;
        }
        let progress = options.progress;
        progress.of.store(classes.len(), Ordering::Relaxed);
        let sizes: usize = classes.iter().map(|class| self.entries(*class)).sum();
        progress.of_placements.store(sizes as u64, Ordering::Relaxed);
        let mut tables = Tables::empty(&self.geometry);
        let cache = Cache::new(Cache::USUAL);
        for class in classes {
            let begin = Instant::now();
            let is_there = self.open(class, &cache, &mut tables)?;
            if !is_there {
                if !self.build_class(class, options)? {
                    return Ok(None);
                }
                self.open(class, &cache, &mut tables)?;
            }
            let path = self.file(class);
            let bytes = fs::metadata(&path).map_err(io_error(&path))?.len();
            let Some(table) = tables.get(class) else { continue };
            if !table.limits().contain(options.limit) {
                let (limits, asked) = (table.limits(), options.limit);
                return Err(TableError::OtherLimit { path, limits, asked });
            }
            progress.classes.fetch_add(1, Ordering::Relaxed);
            progress.placements.fetch_add(table.entries() as u64, Ordering::Relaxed);
            told(&Built {
                class,
                entries: table.entries(),
                bytes,
                longest: table.longest(),
                limits: table.limits(),
                time: (!is_there).then(|| begin.elapsed()),
            });
        }
        Ok(Some(tables))
    }

    /// Solves a class and writes it down. False when it was stopped. The classes to which its
    /// expulsions lead are in memory for so long: every placement asks them.
    fn build_class(&self, class: Class, options: &BuildOptions) -> Result<bool, TableError> {
        let mut smaller = Tables::empty(&self.geometry);
        for class in class.smaller() {
            // It was there a moment ago. Without it everything would come out wrong.
            if !self.open_whole(class, &mut smaller)? {
                let path = self.file(class);
                return Err(io_error(&path)(io::ErrorKind::NotFound.into()));
            }
        }
        let Some(mut solve) = Solve::new(class, &smaller, options.limit) else { return Ok(true) };
        let part = self.part(class);
        // What is there of it may be damaged, or of other rules: then it is begun again.
        if let Ok(Some(contents)) =
            Folder::read(&part, |file| file::read(BufReader::new(file), &self.geometry))
            && contents.head.class == class
            && contents.head.limits.contain(options.limit)
            && let Some(level) = contents.head.unfinished
        {
            solve.resume(level, contents.entries);
        }
        let mut written = Instant::now();
        let finished = solve.run(options.threads, options.stop, options.progress, &mut |solve| {
            if written.elapsed() >= options.checkpoint {
                self.write_part(solve)?;
                written = Instant::now();
            }
            Ok(())
        });
        if !finished.map_err(io_error(&part))? {
            self.write_part(&solve).map_err(io_error(&part))?;
            return Ok(false);
        }
        let (limits, halves) = solve.finish();
        if !limits.contain(options.limit) {
            return Err(TableError::TooLong(class));
        }
        let path = self.file(class);
        let head = Head::new(&self.geometry, class, limits, &halves);
        file::write(&head, &halves).and_then(|bytes| write_whole(&path, &bytes)).map_err(io_error(&path))?;
        match fs::remove_file(&part) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(io_error(&part)(why)),
            _ => {}
        }
        Ok(true)
    }

    /// Whether there is memory for a class and those that it leads to. A system that lends more than
    /// it has would end the program later, without a word.
    fn find_room(&self, class: Class) -> Result<(), TableError> {
        let (entries, smaller) = (self.entries(class), class.smaller());
        let all = entries + smaller.into_iter().map(|class| self.entries(class)).sum::<usize>();
        // An entry, and for those at work two bits for what is due.
        let need = (all * size_of::<u16>() + entries / 4) / 1_000_000;
        match free_megabytes().filter(|have| *have < need) {
            Some(have) => Err(TableError::TooLarge { class, entries, need, have }),
            None => Ok(()),
        }
    }

    fn write_part(&self, solve: &Solve) -> io::Result<()> {
        let limits = Limits { from: solve.limit, to: Some(solve.limit) };
        let halves = solve.so_far();
        let head = Head::new(&self.geometry, solve.class, limits, &halves);
        let head = Head { unfinished: Some(solve.level), ..head };
        write_whole(&self.part(solve.class), &file::write(&head, &halves)?)
    }
}

/// Memory that programs can have, where the system says so.
fn free_megabytes() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024 / 1_000_000)
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("new");
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_finds_no_room_is_not_begun() {
        let path = std::env::temp_dir().join("joust-no-room");
        let folder = Folder::new(&path, Board::named("6x4").unwrap()).unwrap();
        assert!(folder.find_room("2-2".parse().unwrap()).is_ok());
        let too_large = folder.find_room("4-4".parse().unwrap()).unwrap_err();
        assert!(matches!(too_large, TableError::TooLarge { need, have, .. } if need > have), "{too_large}");
    }
}
