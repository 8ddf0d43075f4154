//! The first change before the reader's eyes: the board of a duel in the terminal, and the browser.

use super::report::{self, Report};
use super::table::Trial;
use crate::browser;
use crate::failure::Failure;
use crate::paint::{self, Canvas};
use joust_core::Record;
use joust_files::{Care, Scratch};
use joust_games::duel;
use joust_madmax::{CompactRecord, TEAMS};
use joust_match::ShadowTurn;
use joust_pages::{Attached, Opening, viewer_at};
use joust_sandbox::{Note, Notes};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the reader sees of the first change.
pub(super) struct Show<'a> {
    /// Whether a browser shall open.
    pub(super) open: bool,
    /// Whether there is only one page, which stays when joust has ended.
    pub(super) once: bool,
    /// The folder of temporary files.
    pub(super) scratch: &'a Scratch,
    edition: u64,
}

impl<'a> Show<'a> {
    pub(super) fn new(open: bool, once: bool, scratch: &'a Scratch) -> Show<'a> {
        Show { open, once, scratch, edition: 0 }
    }

    /// Shows the first change in the browser. Only the first time opens one: pages of Mad Max load themselves
    /// again.
    pub(super) fn browser(&mut self, report: &Report<'_>) -> Result<(), Failure> {
        if !self.open {
            return Ok(());
        }
        self.edition += 1;
        let is_first = self.edition == 1;
        let page = if let Some(film) = film(report.now) {
            self.page(report, &film)?.into_os_string()
        } else if !is_first {
            return Ok(());
        } else if let Some(address) = analysis(report) {
            address.into()
        } else {
            tell!("no arena runs on this machine: `joust serve` shows duels in the browser");
            return Ok(());
        };
        if is_first && !browser::open(&page) {
            tell!("no browser could be started: open {} yourself", Path::new(&page).display());
        }
        Ok(())
    }

    /// Writes the viewer with the game, at the round of the first change.
    fn page(&self, report: &Report<'_>, film: &[u8]) -> Result<PathBuf, Failure> {
        let is_packed = CompactRecord::is_record(film);
        let name = if is_packed { "game.jmm" } else { "game.res" };
        let folder = self.scratch.path();
        let result = folder.join(name);
        let notes = Notes::default();
        notes_of(report).for_each(|note| notes.add(note));
        let bad = |why: io::Error| Failure::file(folder, &why);
        notes.keep(&result).map_err(bad)?;
        let mut files = vec![Attached::new(name.to_owned(), film, is_packed)?];
        if let Ok(text) = std::fs::read(Notes::beside(&result)) {
            files.push(Attached::new(format!("{name}.notes"), &text, false)?);
        }
        let first = report.changed.first().and_then(|change| change.changes.first());
        let unit = first.and_then(|change| change.unit).and_then(|unit| u32::try_from(unit).ok());
        let shown = report.turn().or(report.now.shadow.turns.first());
        let opening = Opening {
            round: shown.map_or(0, |turn| turn.turn),
            unit,
            edition: (!self.once).then_some(self.edition),
        };
        let page = viewer_at(&files, opening).map_err(|why| Failure::Ours(why.to_string()))?;
        if self.once {
            let mut file = tempfile::Builder::new().prefix("joust-dev-").suffix(".html").tempfile()?;
            file.write_all(page.as_bytes())?;
            return Ok(file.into_temp_path().keep().map_err(io::Error::from)?);
        }
        let path = folder.join("game.html");
        joust_files::write(&path, page.as_bytes(), Care::Quick).map_err(bad)?;
        let beacon = Opening::beacon(self.edition);
        joust_files::write(&folder.join(Opening::BEACON), beacon.as_bytes(), Care::Quick).map_err(bad)?;
        Ok(path)
    }
}

/// Draws the board of a duel before the turn.
pub(super) fn board(trial: &Trial, turn: &ShadowTurn, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(position) = trial.past.position(turn.at) {
        writeln!(out, "before turn {}:", turn.turn)?;
        paint::position(position.as_ref(), &Canvas::for_stdout(), out)?;
    }
    Ok(())
}

/// The game of Mad Max as a file.
fn film(trial: &Trial) -> Option<Vec<u8>> {
    let name = |seat: usize| trial.names.get(seat).map_or("", String::as_str);
    let names: [&str; TEAMS] = [0, 1, 2, 3].map(name);
    trial.past.film(names)
}

/// The notes of the bot, and what has changed, each at the cell of its unit.
fn notes_of<'a>(report: &'a Report<'_>) -> impl Iterator<Item = Note> + 'a {
    let trial = report.now;
    let plain = |note: &Note| Note { text: report::plain(&note.text), ..note.clone() };
    let said = trial.shadow.notes.iter().map(plain);
    let mut cells: (u32, Vec<(i32, i32)>) = (u32::MAX, Vec::new());
    let changed =
        report::notes(&report.changed, report.before.is_some()).filter_map(move |(round, unit, text)| {
            if cells.0 != round {
                cells = (round, trial.past.units(round));
            }
            let (row, col) = *cells.1.get(unit)?;
            Some(Note { round: i32::try_from(round).ok()?, seat: trial.seat, row, col, text })
        });
    said.chain(changed)
}

/// The port of `joust serve`, unless the user says another.
const PORT: u16 = 5678;
const PATIENCE: Duration = Duration::from_millis(500);

/// The address of the turn on the analysis board of an arena on this machine.
fn analysis(report: &Report<'_>) -> Option<String> {
    let record = report.now.past.record()?;
    let said = std::env::var("JOUST_PORT").ok().and_then(|port| port.parse().ok());
    let port = said.unwrap_or(PORT);
    if !is_arena(port) {
        return None;
    }
    let at = report.turn().map_or(0, |turn| turn.at);
    let words = duel(report.now.past.game())?.words();
    let moves = record.actions.iter().take(at).filter(|word| Record::is_move(word, words)).count();
    let text = encoded(&record.to_string());
    Some(format!("http://127.0.0.1:{port}/analyse#text={text}&at={moves}"))
}

/// Whether an arena answers at this port.
fn is_arena(port: u16) -> bool {
    let ask = || -> io::Result<bool> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        write!(stream, "GET /analyse HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(1 << 16).read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        Ok(answer.starts_with("HTTP/1.1 200 ") && answer.contains("Joust"))
    };
    ask().unwrap_or(false)
}

/// A text in an address.
fn encoded(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_an_address_has_no_letters_with_a_meaning_there() {
        assert_eq!(encoded("1. a<>b é\n"), "1.%20a%3C%3Eb%20%C3%A9%0A");
    }

    #[test]
    fn a_port_at_which_nothing_listens_is_not_an_arena() {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        assert!(!is_arena(port));
    }
}
