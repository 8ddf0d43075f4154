//! A folder of endgame tables: opening them, and building those that are missing.

use super::blocks::Cache;
use super::class::Class;
use super::file::{BadTable, Unreadable};
use super::index::{Geometry, Index, Lopsided};
use super::solve::{BuildProgress, Means, Solve};
use super::table::{EndgameTable, EndgameTables, LimitRange};
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
    /// A file or folder cannot be read or written.
    #[error("{}: {why}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        why: Arc<io::Error>,
    },
    /// A file is not a table of this board.
    #[error("{}: {why}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with the file.
        why: BadTable,
    },
    /// A table is not valid for the limit of the rules.
    #[error(
        "{}: holds for limits of {limits}, not for {asked}; take another folder for other rules",
        path.display()
    )]
    OtherLimit {
        /// The file.
        path: PathBuf,
        /// The limits for which it is valid.
        limits: LimitRange,
        /// The limit that was asked for.
        asked: u16,
    },
    /// The thresholds of a class are too large for an entry.
    #[error("the class {0} does not come to an end within {most} turns", most = super::EndgameEntry::MOST)]
    TooLong(Class),
    /// An unfinished build has another limit.
    #[error(
        "{}: a build for the limit of {limits} is not finished, and this one is for {asked}; go on with \
         --rules limit={limits}, take another folder, or delete it",
        path.display()
    )]
    OtherWork {
        /// The work folder of the class.
        path: PathBuf,
        /// The limit of that build.
        limits: LimitRange,
        /// The limit that was asked for.
        asked: u16,
    },
    /// Another process is building this class.
    #[error("{}: another build is at work there", path.display())]
    Busy {
        /// The work folder of the class.
        path: PathBuf,
    },
    /// The class has more ships than the board has squares, or too many placements.
    #[error("the ships of {class} do not fit on the board {board}, or in more ways than can be counted")]
    NoRoom {
        /// The class.
        class: Class,
        /// The board.
        board: String,
    },
    /// The folder has no tables for the board.
    #[error("{}: no tables for the board {board}; build them: joust solve mad --tables {} --board {board}", path.display(), path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
        /// The board.
        board: String,
    },
    /// The board cannot have tables.
    #[error(transparent)]
    Lopsided(#[from] Lopsided),
}

/// The options of a build.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions<'a> {
    /// The limit of the tie-break, in turns.
    pub limit: u16,
    /// The most ships of both sides together.
    pub ships: usize,
    /// Only this class and those to which it leads, however many ships it has.
    pub only: Option<Class>,
    /// The number of threads.
    pub threads: usize,
    /// The shortest time between two checkpoints of a class.
    pub checkpoint: Duration,
    /// Set by the caller to stop the build.
    pub stop: &'a AtomicBool,
    /// Counters of the running build.
    pub progress: &'a BuildProgress,
    /// About how many bytes of memory the build may take. The rest is kept in files.
    pub memory: usize,
    /// A class is divided into shards of 2^`shard_bits` entries, 8 to 30.
    pub shard_bits: u32,
}

impl<'a> BuildOptions<'a> {
    /// The limit of the current rules, up to four ships, all cores, and three quarters of the free memory.
    pub fn new(stop: &'a AtomicBool, progress: &'a BuildProgress) -> BuildOptions<'a> {
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

/// The assumed free memory where the system does not say.
const MEMORY: usize = 4 << 30;

/// Two megabytes of entries: a class of six ships has ten thousand such shards, and the successors of
/// a placement are in a few dozen of them.
const SHARD_BITS: u32 = 20;

/// A table that was built, or found in the folder.
#[derive(Clone, Debug)]
pub struct Built {
    /// The class.
    pub class: Class,
    /// The number of entries.
    pub entries: usize,
    /// The size of the file.
    pub bytes: u64,
    /// The largest threshold.
    pub longest: u8,
    /// The limits for which the table is valid.
    pub limits: LimitRange,
    /// How long the build took; `None` if the table existed already.
    pub time: Option<Duration>,
}

/// The extension of the files of tables.
const TABLE: &str = "table";

/// The endgame tables of one board in a folder.
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
    /// A folder of tables for a board, whether or not it has any.
    pub fn new(path: &Path, board: &'static Board) -> Result<Folder, TableError> {
        Ok(Folder { path: path.to_owned(), geometry: Geometry::new(board)? })
    }

    /// Whether a file has the name of a table.
    pub fn is_table(file: &Path) -> bool {
        file.extension().is_some_and(|ending| ending == TABLE)
    }

    /// Whether a folder has a table of any board.
    pub fn has_tables(path: &Path) -> io::Result<bool> {
        Ok(fs::read_dir(path)?.flatten().any(|entry| Folder::is_table(&entry.path())))
    }

    /// The file of a class. The name of a custom board is a digest of its picture.
    pub fn file(&self, class: Class) -> PathBuf {
        let board = self.geometry.board();
        let is_known = Board::named(board.name()).is_some_and(|known| known == board);
        let name = if is_known {
            board.name().to_owned()
        } else {
            let digest: [u8; 32] = Sha256::digest(board.picture()).into();
            format!("own{}", hex::encode(&digest[..4]))
        };
        self.path.join(format!("mad-{name}-{class}.{TABLE}"))
    }

    /// The work folder of an unfinished class.
    pub fn work(&self, class: Class) -> PathBuf {
        self.file(class).with_extension("work")
    }

    /// The indices of a class, one for each order of its strengths; `None` when the board has no room.
    fn indices(&self, class: Class) -> Option<Vec<Index>> {
        class.orders().map(|(mover, other)| Index::new(&self.geometry, mover, other)).collect()
    }

    /// The classes with up to `ships` ships for which the board has room.
    pub fn classes(&self, ships: usize) -> Vec<Class> {
        Class::up_to(ships).into_iter().filter(|class| self.indices(*class).is_some()).collect()
    }

    fn entries(&self, class: Class) -> usize {
        self.indices(class).iter().flatten().map(Index::len).fold(0, usize::saturating_add)
    }

    /// Opens the table of a class, if its file exists. All of it is read once and compared with its
    /// digests; its entries stay in the file.
    fn open(&self, class: Class, cache: &Arc<Cache>, tables: &mut EndgameTables) -> Result<bool, TableError> {
        let path = self.file(class);
        let file = match File::open(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file.map_err(io_error(&path))?,
        };
        let table =
            EndgameTable::open(file, &path, &self.geometry, cache).map_err(|why| unreadable(&path, why))?;
        if table.class() != class {
            let why = BadTable::Damaged("it is the table of another class");
            return Err(unreadable(&path, why.into()));
        }
        tables.add(table);
        Ok(true)
    }

    /// Opens all tables of the folder; the cache keeps blocks that are probed. A damaged table is an
    /// error, and so is a folder without tables.
    pub fn load(&self, cache: &Arc<Cache>) -> Result<EndgameTables, TableError> {
        let mut tables = EndgameTables::empty(&self.geometry);
        for class in self.classes(8) {
            self.open(class, cache, &mut tables)?;
        }
        if tables.most_ships() == 0 {
            let board = self.geometry.board().name().to_owned();
            return Err(TableError::Empty { path: self.path.clone(), board });
        }
        Ok(tables)
    }

    /// Builds the missing tables, and calls `told` for every table. `None` when it was stopped; the next
    /// call resumes.
    pub fn build(
        &self,
        options: &BuildOptions,
        told: &mut dyn FnMut(&Built),
    ) -> Result<Option<EndgameTables>, TableError> {
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
        let mut tables = EndgameTables::empty(&self.geometry);
        let cache = Cache::new(Cache::USUAL.min(options.memory / 4));
        for class in classes {
            let begin = Instant::now();
            let is_there = self.open(class, &cache, &mut tables)?;
            if is_there {
                // A build was interrupted between writing the table and deleting its work folder.
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

    /// Solves a class and writes its table. False when it was stopped.
    fn build_class(
        &self,
        class: Class,
        smaller: &EndgameTables,
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
        // The work folder is removed only when the table and its name are on the disk.
        draft.keep(Care::Durable).map_err(io_error(&path))?;
        solve.remove()?;
        Ok(true)
    }
}
