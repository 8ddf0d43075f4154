//! Where a tournament lies: its file, its journal, and the folder to which its paths are relative.

use crate::failure::Failure;
use joust_tournament::journal_beside;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file of a tournament and its journal.
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    pub(crate) journal: PathBuf,
}

impl Place {
    /// Goes to the folder of the file, so that all paths in it are relative to that folder.
    pub(crate) fn enter(file: &Path, journal: Option<&Path>) -> Result<Place, Failure> {
        let named = |why| Failure::file(file, &why);
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let journal = journal.map_or_else(|| journal_beside(file), Path::to_owned);
        let Some(folder) = folder else { return Ok(Place { file: file.to_owned(), journal }) };
        let here = std::env::current_dir().map_err(named)?;
        let place = Place { file: here.join(file), journal: here.join(journal) };
        std::env::set_current_dir(folder).map_err(|why| Failure::file(folder, &why))?;
        Ok(place)
    }

    /// The name of a tournament whose file does not name it.
    pub(crate) fn name(&self) -> String {
        self.file
            .file_stem()
            .map_or_else(|| "tournament".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }
}

/// The journal that a user means, who may name it or the file of the tournament.
pub(crate) fn journal_of(file: &Path) -> Result<PathBuf, Failure> {
    let named = |why| Failure::file(file, &why);
    let mut first = Vec::new();
    File::open(file).map_err(named)?.take(1).read_to_end(&mut first).map_err(named)?;
    if first == b"{" {
        return Ok(file.to_owned());
    }
    let journal = journal_beside(file);
    if !journal.exists() {
        let (journal, file) = (journal.display(), file.display());
        return Err(Failure::Usage(format!(
            "{journal} does not exist: `joust tournament {file}` begins it; if it has another name, name the journal"
        )));
    }
    Ok(journal)
}
