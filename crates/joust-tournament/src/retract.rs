//! Takes games out of a journal that do not count any more.

use crate::journal::{BadStart, Opened, Reading, open};
use crate::line::{GameLine, Skipped};
use crate::origins::Origins;
use crate::terms::Terms;
use joust_files::{Care, Draft};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

/// Opens the journal of a tournament as [`open`] does, without the games of machines that have lied.
pub fn open_trusted(path: &Path, terms: &Terms) -> Result<Opened, BadStart> {
    if let Some(mut origins) = Origins::of(path, &terms.tournament)? {
        let tainted = origins.tainted();
        if !tainted.is_empty() && Reading::open(path).is_ok() {
            // Opened first, so that nobody writes meanwhile.
            let mut opened = open(path, terms)?;
            retract(path, terms, &mut opened, &tainted)?;
            origins.clean()?;
            return Ok(opened);
        }
    }
    open(path, terms)
}

/// Takes these games out of the journal. Where later games depend on results, all games after the first of them are
/// taken out: they may be of others now.
pub(crate) fn retract(
    path: &Path,
    terms: &Terms,
    opened: &mut Opened,
    games: &BTreeSet<usize>,
) -> Result<(), BadStart> {
    let Some(first) = games.first().copied() else { return Ok(()) };
    let is_out = |game: usize| games.contains(&game) || (game > first && !terms.format.is_known_in_advance());
    let name = || path.display().to_string();
    copy(path, &is_out).map_err(|why| BadStart::Io { name: name(), why })?;
    *opened = open(path, terms)?;
    Ok(())
}

/// Writes the file again without some games. The old file is there until the new one is whole.
fn copy(path: &Path, is_out: &dyn Fn(usize) -> bool) -> io::Result<()> {
    let mut lines = BufReader::new(joust_files::open_plain(path)?);
    let mut draft = BufWriter::new(Draft::new(path)?);
    let mut text = Vec::new();
    loop {
        text.clear();
        lines.read_until(b'\n', &mut text)?;
        if !text.ends_with(b"\n") {
            break;
        }
        let game = serde_json::from_slice::<GameLine<Skipped>>(&text).ok().map(|line| line.game);
        if !game.is_some_and(is_out) {
            draft.write_all(&text)?;
        }
    }
    draft.into_inner().map_err(io::IntoInnerError::into_error)?.keep(Care::Durable)
}
