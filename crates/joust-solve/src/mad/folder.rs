//! A folder of tables: what is there, what is missing, and building it.

use super::blocks::Cache;
use super::class::Class;
use super::file::{BadTable, Unreadable};
use super::index::{Geometry, Index, Lopsided};
use super::solve::{Means, Progress, Solve};
use super::table::{Limits, Table, Tables};
use super::work::{BITS, Work};
use crate::free_memory;
use joust_files::{Care, Draft};
use joust_mad::{Board, Rules};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why tables cannot be read or built.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TableError {
    /// The file system says no.
    #[error("{}: {why}", path.display())]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// What it says.
        why: Arc<io::Error>,
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
    /// A class at work under other rules.
    #[error(
        "{}: a build for the limit of {limits} is not finished, and this one is for {asked}; go on with \
         --rules limit={limits}, take another folder, or delete it",
        path.display()
    )]
    OtherWork {
        /// The folder of the class at work.
        path: PathBuf,
        /// Its limit.
        limits: Limits,
        /// The limit that was asked for.
        asked: u16,
    },
    /// Somebody else builds the same class.
    #[error("{}: another build is at work there", path.display())]
    Busy {
        /// The folder of the class at work.
        path: PathBuf,
    },
    /// A class with more ships than squares, or with too many placements.
    #[error("the ships of {class} do not fit on the board {board}, or in more ways than can be counted")]
    NoRoom {
        /// The class.
        class: Class,
        /// The board.
        board: String,
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
    /// Only this class and those to which it leads, however many ships it has.
    pub only: Option<Class>,
    /// How many threads work.
    pub threads: usize,
    /// How long a class may be at work before it is written down for the first time and again.
    pub checkpoint: Duration,
    /// Becomes true when the work is to stop.
    pub stop: &'a AtomicBool,
    /// What is told on the way.
    pub progress: &'a Progress,
    /// About how many bytes of memory it may take. What does not fit waits in files.
    pub memory: usize,
    /// A class is divided into shards of two to the power of so many entries, 8 to 30.
    pub shard_bits: u32,
}

impl<'a> BuildOptions<'a> {
    /// The limit of the current rules, all cores, up to four ships, and three quarters of the memory
    /// that is free.
    pub fn new(stop: &'a AtomicBool, progress: &'a Progress) -> BuildOptions<'a> {
        BuildOptions {
            limit: Rules::CURRENT.limit,
            ships: 4,
            only: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            checkpoint: Duration::from_mins(1),
            stop,
            progress,
            memory: free_memory().unwrap_or(MEMORY) / 4 * 3,
            shard_bits: SHARD_BITS,
        }
    }
}

/// What is taken to be free where the system does not say.
const MEMORY: usize = 4 << 30;

/// Two megabytes of entries: a class of six ships has ten thousand of them, and what follows a
/// placement by one move is in a few dozen.
const SHARD_BITS: u32 = 20;

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

pub(super) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> TableError {
    let path = path.to_owned();
    move |why| TableError::Io { path, why: Arc::new(why) }
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
            format!("own{}", hex::encode(&digest[..4]))
        };
        self.path.join(format!("mad-{name}-{class}.table"))
    }

    /// The folder of a class at work.
    pub fn work(&self, class: Class) -> PathBuf {
        self.file(class).with_extension("work")
    }

    /// The placements of a class with each side to move; `None` when the board has no room for it.
    fn indices(&self, class: Class) -> Option<Vec<Index>> {
        class.orders().map(|(mover, other)| Index::new(&self.geometry, mover, other)).collect()
    }

    /// The classes that the board has room for, up to a number of ships.
    pub fn classes(&self, ships: usize) -> Vec<Class> {
        Class::up_to(ships).into_iter().filter(|class| self.indices(*class).is_some()).collect()
    }

    fn entries(&self, class: Class) -> usize {
        self.indices(class).iter().flatten().map(Index::len).fold(0, usize::saturating_add)
    }

    /// Adds the table of a class, if its file is there. It is read once and compared with its
    /// digests; its entries stay in the file.
    fn open(&self, class: Class, cache: &Arc<Cache>, tables: &mut Tables) -> Result<bool, TableError> {
        let path = self.file(class);
        let file = match File::open(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file.map_err(io_error(&path))?,
        };
        let table = Table::open(file, &path, &self.geometry, cache).map_err(|why| unreadable(&path, why))?;
        if table.class() != class {
            let why = BadTable::Damaged("it is the table of another class");
            return Err(unreadable(&path, why.into()));
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
        let classes = match options.only {
            None => self.classes(options.ships),
            Some(class) if self.indices(class).is_some() => class.with_smaller(),
            Some(class) => {
                let board = self.geometry.board().name().to_owned();
                return Err(TableError::NoRoom { class, board });
            }
        };
        let progress = options.progress;
        progress.of.store(classes.len(), Ordering::Relaxed);
        let sizes = classes.iter().map(|class| self.entries(*class)).fold(0, usize::saturating_add);
        progress.of_placements.store(sizes as u64, Ordering::Relaxed);
        let mut tables = Tables::empty(&self.geometry);
        let cache = Cache::new(Cache::USUAL.min(options.memory / 4));
        for class in classes {
            let begin = Instant::now();
            let is_there = self.open(class, &cache, &mut tables)?;
            if is_there {
                // Somebody was interrupted between the end of the work and its last trace.
                Work::new(self.work(class)).remove()?;
            } else {
                if !self.build_class(class, &tables, cache.most(), options)? {
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

    /// Solves a class and writes it down. False when it was stopped.
    fn build_class(
        &self,
        class: Class,
        smaller: &Tables,
        cached: usize,
        options: &BuildOptions,
    ) -> Result<bool, TableError> {
        let Some(indices) = self.indices(class) else { return Ok(true) };
        let BuildOptions { limit, threads, checkpoint, stop, progress, .. } = *options;
        let means = Means { threads, checkpoint, stop, progress };
        let bits = options.shard_bits.clamp(*BITS.start(), *BITS.end());
        let room = (bits, options.memory - cached);
        let work = Work::new(self.work(class));
        let mut solve = Solve::new(class, indices, smaller, limit, room, work)?;
        if !solve.run(&means)? {
            return Ok(false);
        }
        if !solve.limits().contain(limit) {
            return Err(TableError::TooLong(class));
        }
        let path = self.file(class);
        let draft = Draft::new(&path).map_err(io_error(&path))?;
        let Some(written) = solve.write(BufWriter::new(draft), &means, |why| io_error(&path)(why))? else {
            return Ok(false);
        };
        let draft = written.into_inner().map_err(|why| io_error(&path)(why.into()))?;
        // The work is removed only when the table and its name are on the disk.
        draft.keep(Care::Durable).map_err(io_error(&path))?;
        solve.remove()?;
        Ok(true)
    }
}
