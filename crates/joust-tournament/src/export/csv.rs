//! Tables for spreadsheets. Lines end as RFC 4180 wants; texts that a spreadsheet would take for a formula get an
//! apostrophe in front.

use super::BadExport;
use super::games::GameRow;
use crate::journal::Reading;
use crate::survey::Survey;
use crate::table::TableRow;
use std::collections::BTreeMap;
use std::io::Write;

fn writer(out: &mut dyn Write) -> csv::Writer<&mut dyn Write> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out)
}

/// A text that no spreadsheet takes for a formula: names come from participants.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

fn number(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(String::new, |number| format!("{number:.digits$}"))
}

/// A row for each game, in the order of their numbers.
pub fn games_csv(reading: Reading, out: &mut dyn Write) -> Result<(), BadExport> {
    let terms = reading.terms.clone();
    let mut csv = writer(out);
    let seats = terms.seats();
    let columns = |name: &'static str| (1..=seats).map(move |seat| format!("{name}_{seat}"));
    let head = ["game", "round", "block", "board", "seed"].into_iter().map(str::to_owned);
    let head = head.chain(columns("name")).chain(columns("score")).chain(columns("points"));
    csv.write_record(head.chain(["faults", "broken"].map(str::to_owned)))?;
    let mut failed = None;
    reading.ledger(&mut |counted| {
        let row = GameRow::new(&terms, counted);
        let mut cells = vec![
            row.game.to_string(),
            row.round.to_string(),
            row.block.to_string(),
            plain(&row.board),
            row.seed.to_string(),
        ];
        cells.extend(row.seats.iter().map(|name| plain(name)));
        cells.extend(row.scores.iter().map(|score| number(Some(*score), 4)));
        cells.extend((0..seats).map(|seat| row.points.get(seat).map(i32::to_string).unwrap_or_default()));
        cells.extend([plain(&row.fault_words()), row.broken.clone().unwrap_or_default()]);
        if failed.is_none() {
            failed = csv.write_record(&cells).err();
        }
    })?;
    match failed {
        Some(why) => Err(why.into()),
        None => Ok(csv.flush()?),
    }
}

/// A row for each participant, the best first.
pub fn participants_csv(survey: &Survey, out: &mut dyn Write) -> Result<(), BadExport> {
    let table = survey.table();
    let mut csv = writer(out);
    let kinds: &[&str] = if survey.terms.is_duel() {
        &["won", "semi_won", "tied", "semi_lost", "lost"]
    } else {
        &["first", "second", "third", "fourth"]
    };
    let head = ["place", "name", "player", "games", "score", "elo", "elo_low", "elo_high"];
    let tail =
        ["points", "firsts", "byes", "left_after_round", "faults", "fuel_millions", "most_fuel_millions"];
    csv.write_record(head.iter().chain(kinds).chain(&tail))?;
    for row in &table.rows {
        let TableRow { place, name, player, games, score, rating, .. } = row;
        let mut cells = vec![
            place.to_string(),
            plain(name),
            plain(player),
            games.to_string(),
            number(*score, 4),
            number(rating.map(|rating| rating.elo), 1),
            number(rating.and_then(|rating| rating.low), 1),
            number(rating.and_then(|rating| rating.high), 1),
        ];
        cells.extend(row.kinds.iter().map(u32::to_string));
        cells.extend([
            number(row.points, 2),
            number(Some(row.firsts), 2),
            row.byes.to_string(),
            row.left.map(|round| round.to_string()).unwrap_or_default(),
            row.faults.values().sum::<u32>().to_string(),
            number(row.fuel, 1),
            row.most_fuel.map(|fuel| fuel.to_string()).unwrap_or_default(),
        ]);
        csv.write_record(&cells)?;
    }
    Ok(csv.flush()?)
}

/// The person behind a participant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// What a gradebook calls the person.
    pub key: String,
}

/// The persons behind participants, by the names of these.
pub type People = BTreeMap<String, Person>;

/// A gradebook: a row for each participant in the order of names, with points from 0 to 100 by place and by score,
/// and a remark on faults; with `people`, each with the person behind it.
pub fn gradebook_csv(survey: &Survey, people: Option<&People>, out: &mut dyn Write) -> Result<(), BadExport> {
    let table = survey.table();
    let mut rows: Vec<&TableRow> = table.rows.iter().collect();
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    let mut csv = writer(out);
    let persons = if people.is_some() { &["student", "key"][..] } else { &[] };
    let rest = ["place", "of", "games", "points_by_place", "points_by_score", "elo", "faults", "remark"];
    csv.write_record([&["name"], persons, &rest].concat())?;
    let of = rows.len();
    for row in rows {
        #[expect(clippy::cast_precision_loss, reason = "there are at most a thousand participants")]
        let by_place = 100.0 * (of - row.place) as f64 / (of.max(2) - 1) as f64;
        let remark = row.first_fault.as_ref().map(|(game, did)| format!("game {game}: it {did}"));
        let person = people.map(|people| people.get(&row.name).cloned().unwrap_or_default());
        let person = person.into_iter().flat_map(|Person { name, key }| [plain(&name), plain(&key)]);
        let rest = [
            row.place.to_string(),
            of.to_string(),
            row.games.to_string(),
            number(Some(by_place), 1),
            number(row.score.map(|score| 100.0 * score), 1),
            number(row.rating.map(|rating| rating.elo), 0),
            row.faults.values().sum::<u32>().to_string(),
            plain(&remark.unwrap_or_default()),
        ];
        csv.write_record(std::iter::once(plain(&row.name)).chain(person).chain(rest))?;
    }
    Ok(csv.flush()?)
}
