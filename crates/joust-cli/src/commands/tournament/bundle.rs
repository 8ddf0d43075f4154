//! What `joust tournament verify` is given: a journal, or the archive of a contest with its journals, modules and
//! records of games.

use super::place::journal_of;
use crate::failure::Failure;
use flate2::read::GzDecoder;
use joust_relay::sha256;
use joust_sandbox::ModuleCode;
use joust_server::ARCHIVE_BYTES;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// How deep folders of modules are searched.
const DEEPEST: usize = 6;

/// The files that are verified.
pub(super) struct Bundle {
    /// Journals, with their names for people.
    pub(super) journals: Vec<(String, PathBuf)>,
    /// Records of single games, as an archive has them.
    pub(super) records: Vec<(String, PathBuf)>,
    modules: Modules,
    /// Keeps the files of an archive.
    unpacked: Option<TempDir>,
}

/// Modules by their SHA-256.
#[derive(Default)]
struct Modules(BTreeMap<String, PathBuf>);

impl Bundle {
    /// Finds what is to be verified; `modules` is a folder in which modules are sought, too.
    pub(super) fn open(file: &Path, modules: Option<&Path>) -> Result<Bundle, Failure> {
        let named = |why: io::Error| Failure::file(file, &why);
        let mut bundle = if file.is_dir() {
            Bundle::of_folder(file, file).map_err(named)?
        } else if is_packed(file).map_err(named)? {
            let place = TempDir::new().map_err(|why| Failure::Ours(why.to_string()))?;
            unpack(file, place.path()).map_err(named)?;
            let mut bundle = Bundle::of_folder(place.path(), file).map_err(named)?;
            bundle.unpacked = Some(place);
            bundle
        } else {
            let path = journal_of(file)?;
            let journals = vec![(path.display().to_string(), path)];
            Bundle { journals, records: Vec::new(), modules: Modules::default(), unpacked: None }
        };
        if bundle.journals.is_empty() && bundle.records.is_empty() {
            return Err(Failure::Usage(format!(
                "{}: this is neither a journal nor the archive of a contest: it has no file `rounds/*.journal` and no \
                 record in `games`",
                file.display()
            )));
        }
        if let Some(folder) = modules {
            bundle.modules.add(folder, DEEPEST).map_err(|why| Failure::file(folder, &why))?;
        }
        Ok(bundle)
    }

    /// The files of an archive in a folder; `called` is its name for people.
    fn of_folder(folder: &Path, called: &Path) -> io::Result<Bundle> {
        let list = |part: &str, ending: Option<&str>| -> io::Result<Vec<(String, PathBuf)>> {
            let within = folder.join(part);
            let paths = if within.is_dir() { files(&within)? } else { Vec::new() };
            let is_asked =
                |path: &PathBuf| ending.is_none_or(|ending| path.extension() == Some(OsStr::new(ending)));
            let name = |path: &Path| {
                let file = path.file_name().unwrap_or_default();
                called.join(part).join(file).display().to_string()
            };
            Ok(paths.into_iter().filter(is_asked).map(|path| (name(&path), path)).collect())
        };
        let (journals, records) = (list("rounds", Some("journal"))?, list("games", None)?);
        let mut modules = Modules::default();
        if folder.join("versions").is_dir() {
            modules.add(&folder.join("versions"), DEEPEST)?;
        }
        Ok(Bundle { journals, records, modules, unpacked: None })
    }

    /// The file of a module: the one that the journal names, or any other with this SHA-256.
    pub(super) fn module(&self, journal: &Path, sha256: &str, name: &Path) -> Option<PathBuf> {
        let beside = journal.parent().unwrap_or(Path::new("")).join(name);
        if hash(&beside).is_ok_and(|hash| hash == sha256) {
            return Some(beside);
        }
        self.modules.0.get(sha256).cloned()
    }
}

impl Modules {
    /// Adds the modules of a folder and of the folders in it.
    fn add(&mut self, folder: &Path, deep: usize) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() && deep > 0 {
                self.add(&path, deep - 1)?;
            } else if kind.is_file() && path.extension() == Some(OsStr::new("wasm")) {
                // One that cannot be read is not there.
                self.0.extend(hash(&path).ok().map(|hash| (hash, path)));
            }
        }
        Ok(())
    }
}

/// The SHA-256 of a plain file: a journal may name anything, and a pipe would never end.
fn hash(file: &Path) -> io::Result<String> {
    if !file.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(sha256(&joust_files::read(file, ModuleCode::LARGEST)?))
}

/// The files of a folder in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

fn is_packed(file: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    File::open(file)?.take(2).read_to_end(&mut first)?;
    Ok(first == [0x1f, 0x8b])
}

/// Unpacks the journals, records and modules of an archive; whatever else is in it stays there.
fn unpack(archive: &Path, place: &Path) -> io::Result<()> {
    let mut tar = tar::Archive::new(GzDecoder::new(File::open(archive)?).take(ARCHIVE_BYTES));
    for entry in tar.entries()? {
        let mut entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let path = entry.path()?.into_owned();
        let parts: Vec<&OsStr> = path.components().map(Component::as_os_str).collect();
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        let is_asked = match parts.as_slice() {
            [folder, _] => *folder == "rounds" || *folder == "games",
            [folder, _, file] => {
                *folder == "versions" && Path::new(file).extension() == Some(OsStr::new("wasm"))
            }
            _ => false,
        };
        if is_plain && is_asked {
            let target = place.join(&path);
            std::fs::create_dir_all(target.parent().unwrap_or(place))?;
            io::copy(&mut entry, &mut File::create(target)?)?;
        }
    }
    Ok(())
}
