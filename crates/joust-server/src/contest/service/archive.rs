//! The archive of a contest: a packed tar file that opens without a server.

use super::class::plain_cell;
use super::matches::record_name;
use super::rounds::{people, round_bytes};
use super::{Access, Contests, FileBytes, Roster, RoundFile};
use crate::contest::limits::ARCHIVE_BYTES;
use crate::contest::work::{JobBench, JobEnd, ours};
use flate2::Compression;
use flate2::write::GzEncoder;
use joust_contest::{Entrant, Ranking};
use joust_files::Draft;
use joust_store::BoutFilter;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{BufWriter, Seek as _, Write as _};
use std::sync::atomic::Ordering;

/// Games that are read at once.
const GAMES: u32 = 200;

impl Contests {
    /// Packs everything of a contest: terms, class, ranking, versions with their reports, games, rounds.
    pub(in crate::contest) fn pack(&self, bench: JobBench<'_>) -> Result<(Draft, u64), JobEnd> {
        let JobBench { contest: id, draft, runtime, tell } = bench;
        let access = runtime.block_on(self.for_the_house(id)).map_err(ours)?;
        let roster = runtime.block_on(self.roster(id))?;
        let ranking = runtime.block_on(self.ranked(&access, &roster)).map_err(ours)?;
        let all = BoutFilter { state: Some("done"), ..BoutFilter::default() };
        // Games have numbers without gaps, so the last number is about how many there are.
        let games = runtime.block_on(self.store.last_bout(id))? as usize;
        let (mut done, of) = (0, roster.versions.len() + games);
        let mut step = || {
            done += 1;
            tell(done.min(of), of);
            if self.desk.stop.load(Ordering::Relaxed) { Err(JobEnd::Stopped) } else { Ok(()) }
        };
        let mut pack = Pack::new(draft, self.seconds());
        pack.add("contest.toml", access.stored.terms.as_bytes())?;
        let gradebook = runtime.block_on(self.gradebook_of(&access, &roster)).map_err(ours)?;
        let class = runtime.block_on(self.class_csv_of(&access)).map_err(ours)?;
        for FileBytes { name, bytes } in [gradebook, class] {
            pack.add(&name, &bytes)?;
        }
        let page = runtime.block_on(self.ranking_of(&access, &roster)).map_err(ours)?;
        pack.add("ranking.json", format!("{:#}\n", json!(page)).as_bytes())?;
        pack.add("head-to-head.csv", &head_to_head(&access, &roster, &ranking)?)?;
        let journals = runtime.block_on(self.journals(id)).map_err(ours)?;
        let begun: Vec<usize> = journals.iter().map(|(number, _)| *number).collect();
        pack.add("index.html", index(&access, &roster, &ranking, &begun).as_bytes())?;
        for version in &roster.versions {
            step()?;
            let (folder, number) = (format!("versions/{}", version.number), version.number);
            let source = runtime.block_on(self.store.version_source(id, number))?.unwrap_or_default();
            let report = runtime.block_on(self.store.version_report(id, number))?.unwrap_or_default();
            let module = runtime.block_on(self.store.version_module(id, number))?.unwrap_or_default();
            // A student may call a file anything, so it has a folder of its own.
            for (name, bytes) in [
                (format!("handed/{}", safe(&version.file, "source")), &source[..]),
                ("report.json".to_owned(), report.as_bytes()),
                (format!("{}.wasm", safe(&version.name, "player")), &module[..]),
            ] {
                if !bytes.is_empty() {
                    pack.add(&format!("{folder}/{name}"), bytes)?;
                }
            }
        }
        let mut before = None;
        loop {
            let filter = BoutFilter { before, ..all.clone() };
            let found = runtime.block_on(self.store.bouts(id, &filter, GAMES))?;
            let Some(last) = found.last() else { break };
            before = Some(last.number);
            for bout in &found {
                step()?;
                let record = runtime.block_on(self.store.bout_record(id, bout.number))?.unwrap_or_default();
                if !record.is_empty() {
                    pack.add(
                        &format!("games/{}", record_name(&access.contest, bout.number as u64)),
                        &record,
                    )?;
                }
            }
        }
        let rounds = runtime.block_on(self.store.rounds(id))?;
        for (number, path) in journals {
            let row = rounds.iter().find(|row| row.number as usize == number);
            let people = row.map(|row| people(&roster, row)).unwrap_or_default();
            for file in [RoundFile::Gradebook, RoundFile::Report, RoundFile::Journal] {
                let file = runtime
                    .block_on(round_bytes(path.clone(), number, file, people.clone()))
                    .map_err(ours)?;
                pack.add(&format!("rounds/{}", file.name), &file.bytes)?;
            }
        }
        Ok(pack.finish()?)
    }
}

/// A name for a file of the archive.
fn safe(name: &str, otherwise: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
    let plain = plain.trim_start_matches('.').to_owned();
    if plain.is_empty() { otherwise.to_owned() } else { plain }
}

/// The games of the ladder of every official version against everybody that it has met, a row each.
fn head_to_head(access: &Access, roster: &Roster, ranking: &Ranking) -> Result<Vec<u8>, csv::Error> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record([
        "version", "player", "against", "opponent", "games", "won", "tied", "score", "low", "high",
    ])?;
    let name = |version: u64| roster.version(version as i64).map_or("", |one| &one.name);
    for row in &ranking.rows {
        for (opponent, met) in ranking.who_beats(row.version) {
            let (against, opponent) = match opponent {
                Entrant::Reference => (String::new(), access.contest.reference()),
                Entrant::Version(version) => (version.to_string(), name(version)),
            };
            let share = |share: f64| format!("{share:.4}");
            csv.write_record([
                row.version.to_string(),
                plain_cell(name(row.version)),
                against,
                plain_cell(opponent),
                met.games.to_string(),
                met.won.to_string(),
                met.tied.to_string(),
                share(met.score),
                share(met.low),
                share(met.high),
            ])?;
        }
    }
    csv.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}

/// The page that the archive is opened with. `begun` are the rounds of which it has files, from 1.
fn index(access: &Access, roster: &Roster, ranking: &Ranking, begun: &[usize]) -> String {
    let escape = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let contest = &access.contest;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{name}</title>\n<h1>{name}</h1>\n\
         <p>The <a href=\"contest.toml\">terms</a>, the <a href=\"gradebook.csv\">gradebook</a>, the \
         <a href=\"class.csv\">class</a>, the <a href=\"ranking.json\">ranking</a> with its history, and who \
         <a href=\"head-to-head.csv\">beats whom</a>. <code>joust replay FILE</code> shows a game of the folder <code>games</code>; \
         <code>joust tournament table FILE</code> reads a journal of the folder <code>rounds</code>, and \
         <code>joust tournament verify FOLDER</code> plays all rounds again with the players of this archive.</p>\n",
        name = escape(&contest.name)
    );
    for (number, round) in (1..).zip(&contest.rounds).filter(|(number, _)| begun.contains(number)) {
        let _ = writeln!(
            page,
            "<p>{}: <a href=\"rounds/round-{number}.html\">report</a>, <a href=\"rounds/round-{number}.csv\">gradebook</a></p>",
            escape(&round.name)
        );
    }
    page.push_str("<table><tr><th>place<th>player<th>student<th>rating<th>95 %<th>games\n");
    for row in &ranking.rows {
        let version = roster.version(row.version as i64);
        let student = version.and_then(|one| roster.member(&one.visitor)).map_or("", |member| &member.name);
        let elo = |elo: Option<f64>| elo.map_or_else(String::new, |elo| format!("{elo:.0}"));
        let _ = writeln!(
            page,
            "<tr><td>{}<td><a href=\"versions/{}/report.json\">{}</a><td>{}<td>{}<td>{} to {}<td>{}",
            row.place.map_or_else(String::new, |place| place.to_string()),
            row.version,
            escape(version.map_or("", |one| &one.name)),
            escape(student),
            elo(row.elo),
            elo(row.low),
            elo(row.high),
            row.games
        );
    }
    page.push_str("</table>\n");
    page
}

/// A tar file that is being written.
struct Pack {
    tar: tar::Builder<GzEncoder<BufWriter<Draft>>>,
    /// The date of its files, in seconds since 1970.
    date: u64,
    /// The bytes of all files, before they are packed.
    bytes: u64,
}

impl Pack {
    fn new(draft: Draft, date: i64) -> Pack {
        let gzip = GzEncoder::new(BufWriter::new(draft), Compression::new(6));
        Pack { tar: tar::Builder::new(gzip), date: u64::try_from(date).unwrap_or(0), bytes: 0 }
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), JobEnd> {
        self.bytes += bytes.len() as u64;
        if self.bytes > ARCHIVE_BYTES {
            return Err(JobEnd::TooLarge);
        }
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(self.date);
        Ok(self.tar.append_data(&mut header, name, bytes)?)
    }

    /// The file, and its size.
    fn finish(self) -> std::io::Result<(Draft, u64)> {
        let mut buffer = self.tar.into_inner()?.finish()?;
        buffer.flush()?;
        let mut draft = buffer.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        let bytes = draft.stream_position()?;
        Ok((draft, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_files::Care;

    #[test]
    fn a_pack_is_a_tar_file_with_long_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("archive.tar.gz");
        let mut pack = Pack::new(Draft::new(&path).unwrap(), 1_795_000_000);
        let long = format!("versions/12/{}.cc", "x".repeat(120));
        pack.add("a/one.txt", b"hello").unwrap();
        pack.add(&long, &[7; 513]).unwrap();
        let (draft, bytes) = pack.finish().unwrap();
        draft.keep(Care::Quick).unwrap();
        let packed = std::fs::read(&path).unwrap();
        assert_eq!(packed.len() as u64, bytes);
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(&packed[..]));
        let names: Vec<_> =
            tar.entries().unwrap().map(|one| one.unwrap().path().unwrap().into_owned()).collect();
        assert_eq!(names, [std::path::PathBuf::from("a/one.txt"), long.into()]);
    }

    #[test]
    fn no_name_of_a_student_leaves_the_archive() {
        let safe = |name: &str| safe(name, "source");
        assert_eq!([safe("AIMax.cc"), safe("../../etc/passwd")], ["AIMax.cc", "_.._etc_passwd"]);
        assert_eq!([safe(".."), safe(""), safe("é b.js")], ["source", "source", "__b.js"]);
    }
}
