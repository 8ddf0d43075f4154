//! The gradebook, and the archive of a contest: files that open without a server.

use super::class::plain_cell;
use super::matches::record_name;
use super::rounds::{frozen, round_bytes, survey};
use super::{Access, Contests, Denied, FileBytes, Roster, RoundFile, STUDENT};
use crate::failure::Failure;
use crate::guard::Caller;
use flate2::Compression;
use flate2::write::GzEncoder;
use joust_contest::Ranking;
use joust_store::BoutFilter;
use joust_tournament::Table;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

impl Contests {
    /// The gradebook of the contest as CSV: a row for each student.
    pub(crate) async fn gradebook(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        let access = self.teacher(caller, id).await?;
        let roster = self.roster(id).await?;
        let ranking = self.ranked(&access, &roster).await?;
        let mut rounds = Vec::new();
        let stored = self.store.rounds(id).await?;
        for (number, path) in self.journals(id).await? {
            let name =
                access.contest.rounds.get(number - 1).map(|round| round.name.clone()).unwrap_or_default();
            let row = stored.iter().find(|row| row.number as usize == number);
            let players = row.map(frozen).unwrap_or_default();
            let players = players.into_iter().map(|one| (one.version, one.name)).collect();
            rounds.push(PlayedRound { name, players, table: survey(path).await? });
        }
        let bytes = gradebook(&roster, &ranking, &rounds).map_err(|why| Failure::Ours(why.to_string()))?;
        Ok(FileBytes { name: "gradebook.csv".to_owned(), bytes })
    }

    /// Everything as a tar file, packed by gzip, which opens without a server.
    pub(crate) async fn archive(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        let access = self.teacher(caller, id).await?;
        let mut pack = Pack::new();
        let roster = self.roster(id).await?;
        let ranking = self.ranked(&access, &roster).await?;
        pack.add("contest.toml", access.stored.terms.as_bytes())?;
        pack.add("gradebook.csv", &self.gradebook(caller, id).await?.bytes)?;
        pack.add("class.csv", &self.class_csv(caller, id).await?.bytes)?;
        let page = self.ranking(caller, id).await?;
        pack.add("ranking.json", format!("{:#}\n", json!(page)).as_bytes())?;
        pack.add("index.html", index(&access, &roster, &ranking).as_bytes())?;
        for version in &roster.versions {
            let folder = format!("versions/{}", version.number);
            let (report, source) = (
                self.store.version_report(id, version.number).await?.unwrap_or_default(),
                self.store.version_source(id, version.number).await?.unwrap_or_default(),
            );
            if !source.is_empty() {
                pack.add(&format!("{folder}/{}", safe(&version.file, "source")), &source)?;
            }
            if !report.is_empty() {
                pack.add(&format!("{folder}/report.json"), report.as_bytes())?;
            }
            let module = self.store.version_module(id, version.number).await?.unwrap_or_default();
            if !module.is_empty() {
                pack.add(&format!("{folder}/{}.wasm", safe(&version.name, "player")), &module)?;
            }
        }
        for bout in self
            .store
            .bouts(id, &BoutFilter { state: Some("done"), ..BoutFilter::default() }, u32::MAX)
            .await?
        {
            let record = self.store.bout_record(id, bout.number).await?.unwrap_or_default();
            if !record.is_empty() {
                pack.add(&format!("games/{}", record_name(&access.contest, bout.number as u64)), &record)?;
            }
        }
        for (number, path) in self.journals(id).await? {
            for file in [RoundFile::Gradebook, RoundFile::Report, RoundFile::Journal] {
                let file = round_bytes(path.clone(), number, file).await?;
                pack.add(&format!("rounds/{}", file.name), &file.bytes)?;
            }
        }
        let name = format!("{}.tar.gz", safe(&access.contest.name.replace(' ', "-"), "contest"));
        Ok(FileBytes { name, bytes: pack.finish()? })
    }
}

/// An official round that was begun.
struct PlayedRound {
    name: String,
    /// The names of the frozen versions.
    players: BTreeMap<u64, String>,
    table: Table,
}

/// The gradebook: a row for each student in the order of names.
fn gradebook(roster: &Roster, ranking: &Ranking, rounds: &[PlayedRound]) -> Result<Vec<u8>, csv::Error> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let heads = [
        "key",
        "student",
        "versions",
        "qualified",
        "player",
        "version",
        "ladder place",
        "elo",
        "low",
        "high",
    ];
    let mut head: Vec<String> = heads.map(str::to_owned).to_vec();
    for round in rounds {
        head.extend(
            ["place", "points by place", "points by score"]
                .map(|what| plain_cell(&format!("{}: {what}", round.name))),
        );
    }
    csv.write_record(&head)?;
    let mut students: Vec<_> = roster.members.iter().filter(|member| member.role == STUDENT).collect();
    students.sort_by_key(|member| member.name.to_lowercase());
    let number = |number: Option<f64>, digits: usize| {
        number.map_or_else(String::new, |number| format!("{number:.digits$}"))
    };
    for member in students {
        let own = || roster.versions.iter().filter(|one| one.visitor == member.visitor);
        let official = roster.official_of(&member.visitor);
        let rank = official.and_then(|one| ranking.rows.iter().find(|row| row.version == one.number as u64));
        let mut row = vec![
            plain_cell(&member.grade_key),
            plain_cell(&member.name),
            own().count().to_string(),
            own().filter(|one| one.state == "qualified").count().to_string(),
            official.map(|one| plain_cell(&one.name)).unwrap_or_default(),
            official.map(|one| one.number.to_string()).unwrap_or_default(),
            rank.and_then(|rank| rank.place).map(|place| place.to_string()).unwrap_or_default(),
            number(rank.and_then(|rank| rank.elo), 0),
            number(rank.and_then(|rank| rank.low), 0),
            number(rank.and_then(|rank| rank.high), 0),
        ];
        for round in rounds {
            let name = own().find_map(|one| round.players.get(&(one.number as u64)));
            let found = name.and_then(|name| round.table.rows.iter().find(|row| row.name == *name));
            let of = round.table.rows.len();
            #[expect(clippy::cast_precision_loss, reason = "a class has at most a thousand students")]
            let by_place = found.map(|row| 100.0 * (of - row.place) as f64 / (of.max(2) - 1) as f64);
            row.push(found.map(|row| row.place.to_string()).unwrap_or_default());
            row.push(number(by_place, 1));
            row.push(number(found.and_then(|row| row.score).map(|score| 100.0 * score), 1));
        }
        csv.write_record(&row)?;
    }
    csv.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}

/// A name for a file of the archive.
fn safe(name: &str, otherwise: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
    let plain = plain.trim_start_matches('.').to_owned();
    if plain.is_empty() { otherwise.to_owned() } else { plain }
}

/// The page that the archive is opened with.
fn index(access: &Access, roster: &Roster, ranking: &Ranking) -> String {
    let escape = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let contest = &access.contest;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{name}</title>\n<h1>{name}</h1>\n\
         <p>The <a href=\"contest.toml\">terms</a>, the <a href=\"gradebook.csv\">gradebook</a> and the \
         <a href=\"class.csv\">class</a>. <code>joust replay FILE</code> shows a game of the folder <code>games</code>; \
         <code>joust tournament table FILE</code> reads a journal of the folder <code>rounds</code>.</p>\n",
        name = escape(&contest.name)
    );
    for (number, round) in (1..).zip(&contest.rounds) {
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
struct Pack(GzEncoder<Vec<u8>>);

/// The size of a block of a tar file.
const BLOCK: usize = 512;

impl Pack {
    fn new() -> Pack {
        Pack(GzEncoder::new(Vec::new(), Compression::new(6)))
    }

    /// Adds a file. Names have at most 100 bytes, which the names of the archive never exceed.
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let trouble = |why: std::io::Error| Failure::Ours(format!("the archive cannot be written: {why}"));
        self.0.write_all(&header(name, bytes.len())).map_err(trouble)?;
        self.0.write_all(bytes).map_err(trouble)?;
        let rest = bytes.len().next_multiple_of(BLOCK) - bytes.len();
        self.0.write_all(&[0; BLOCK][..rest]).map_err(trouble)
    }

    fn finish(mut self) -> Result<Vec<u8>, Failure> {
        let trouble = |why: std::io::Error| Failure::Ours(format!("the archive cannot be written: {why}"));
        self.0.write_all(&[0; 2 * BLOCK]).map_err(trouble)?;
        self.0.finish().map_err(trouble)
    }
}

/// The header of a file, as POSIX has it (`ustar`).
fn header(name: &str, size: usize) -> [u8; BLOCK] {
    let mut head = [0_u8; BLOCK];
    let mut put = |at: usize, text: &str| {
        let bytes = text.as_bytes();
        head[at..at + bytes.len()].copy_from_slice(bytes);
    };
    // A longer name keeps its end, with the ending.
    let cut = name.len().saturating_sub(100);
    put(0, name.get(cut..).unwrap_or(""));
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{size:011o}\0"));
    put(136, "00000000000\0");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\u{0}00");
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn a_pack_is_a_tar_file() {
        let mut pack = Pack::new();
        pack.add("a/one.txt", b"hello").unwrap();
        pack.add("two", &[7; 513]).unwrap();
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&pack.finish().unwrap()[..]).read_to_end(&mut plain).unwrap();
        assert_eq!(plain.len(), 512 * (1 + 1 + 1 + 2 + 2));
        assert_eq!(&plain[512..517], b"hello");
        // The sum of a header, counted with blanks in place of itself.
        let head = &plain[..512];
        let told = u32::from_str_radix(std::str::from_utf8(&head[148..154]).unwrap(), 8).unwrap();
        let sum: u32 = head
            .iter()
            .enumerate()
            .map(|(at, b)| if (148..156).contains(&at) { 32 } else { u32::from(*b) })
            .sum();
        assert_eq!(told, sum);
        let tar = std::process::Command::new("tar")
            .arg("-tf")
            .arg("-")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn();
        // Where there is a tar, it reads the names.
        if let Ok(mut tar) = tar {
            tar.stdin.take().unwrap().write_all(&plain).unwrap();
            assert_eq!(tar.wait_with_output().unwrap().stdout, b"a/one.txt\ntwo\n");
        }
    }
}
