//! The report: one self-contained page with standings, pictures and every game.

use super::BadExport;
use super::chart::{Chart, round_range, whisker};
use super::games::GameRow;
use super::text::{elo, percent};
use crate::journal::Reading;
use crate::line::GameRecord;
use crate::survey::Survey;
use crate::table::{Part, Table, TableRow};
use crate::terms::Terms;
use askama::Template;
use joust_league::Encounter;
use joust_league::rating::Games;
use joust_pages::{Attached, viewer_with};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// How much of a report is replays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLimits {
    /// The most bytes of replays. The last games come first, because they decide; the others are listed without a
    /// replay.
    pub replay_bytes: usize,
}

impl Default for ReportLimits {
    fn default() -> ReportLimits {
        ReportLimits { replay_bytes: 64 << 20 }
    }
}

/// The most participants whose ratings are lines of their own in the chart.
const LINES: usize = 8;
/// The points of a line in the chart.
const POINTS: usize = 40;
/// The most participants for which the cells of the matrix have numbers.
const NUMBERS: usize = 40;

/// `templates/report.html`
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    table: &'a Table,
    facts: Vec<String>,
    standings: Vec<StandingRow<'a>>,
    matrix: Vec<MatrixRow<'a>>,
    has_numbers: bool,
    chart: Option<String>,
    legend: Vec<(usize, &'a str)>,
    kinds: &'static [&'static str],
    has: Has,
    /// The names of the seats.
    seats: Vec<String>,
    /// What stands beside the names of boards: `board` or `map`.
    board: &'static str,
    /// Why no game can be watched, if so.
    no_replays: Option<String>,
    left_out: usize,
    version: &'static str,
}

/// Which columns have something in them.
#[expect(clippy::struct_excessive_bools, reason = "the columns of a page are independent of each other")]
struct Has {
    points: bool,
    byes: bool,
    left: bool,
    fuel: bool,
    faults: bool,
    boards: bool,
}

struct StandingRow<'a> {
    row: &'a TableRow,
    score: String,
    elo: [String; 2],
    whisker: String,
    points: String,
    fuel: String,
    most_fuel: String,
    fuel_share: u32,
    faults: u32,
    fault_words: String,
    seats: Vec<Heat>,
    boards: Vec<Heat>,
}

struct MatrixRow<'a> {
    place: usize,
    name: &'a str,
    cells: Vec<Option<Heat>>,
}

/// A cell whose colour is its score.
struct Heat {
    /// The score in per cent, from 0 to 100.
    score: u32,
    text: String,
    /// The details, for those who point at it.
    about: String,
}

impl Heat {
    fn of_part(part: &Part, what: &str) -> Heat {
        let Some(score) = part.score else {
            return Heat { score: 50, text: String::new(), about: format!("{what}: no game") };
        };
        let interval = part.low.zip(part.high);
        let interval = interval
            .map_or_else(String::new, |(low, high)| format!(" ({:.0} to {:.0})", 100.0 * low, 100.0 * high));
        let points = part.points.map_or_else(String::new, |points| format!(", {points:.1} points"));
        let about = format!("{what}: {:.1} %{interval} in {} games{points}", 100.0 * score, part.games);
        Heat { score: whole_percent(score), text: whole_percent(score).to_string(), about }
    }

    fn of_encounter(names: [&str; 2], met: &Encounter) -> Heat {
        let about = format!(
            "{} against {}: {:.1} % ({:.0} to {:.0}) in {} games, {} won, {} tied",
            names[0],
            names[1],
            100.0 * met.score,
            100.0 * met.low,
            100.0 * met.high,
            met.games,
            met.won,
            met.tied
        );
        Heat { score: whole_percent(met.score), text: whole_percent(met.score).to_string(), about }
    }
}

fn whole_percent(score: f64) -> u32 {
    (100.0 * score).round().clamp(0.0, 100.0) as u32
}

/// What the script of the page knows.
#[derive(Serialize)]
struct Data {
    game: String,
    names: Vec<String>,
    boards: Vec<BoardData>,
    sides: Vec<&'static str>,
    games: Vec<GameData>,
}

#[derive(Serialize)]
struct BoardData {
    name: String,
    text: String,
}

/// A game in the list: kept short, because there may be many.
#[derive(Serialize)]
struct GameData {
    /// The number.
    n: usize,
    /// The round.
    r: usize,
    /// The board.
    b: usize,
    /// The participants.
    s: Vec<usize>,
    /// The result in words.
    t: String,
    /// The seats that won.
    w: Vec<usize>,
    /// The faults in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    f: String,
}

/// Writes the report of a journal as one page.
pub fn report_html(path: &Path, limits: ReportLimits, out: &mut dyn Write) -> Result<(), BadExport> {
    let mut rows = Vec::new();
    let survey = Survey::heard(Reading::open(path)?, &mut |terms, counted| {
        let row = GameRow::new(terms, counted);
        let best = counted.finish.scores.iter().copied().fold(0.0, f64::max);
        let won = |(_, score): &(usize, &f64)| **score > best - 1e-9 && best > 0.5;
        rows.push(GameData {
            n: row.game,
            r: row.round,
            b: counted.fixture.map,
            s: counted.line.seats.clone(),
            t: row.result(),
            w: counted.finish.scores.iter().enumerate().filter(won).map(|(seat, _)| seat).collect(),
            f: row.fault_words(),
        });
    })?;
    let table = survey.table();
    let lines = over_time(path, &survey, &table)?;
    let viewer = viewer(&survey.terms);
    let (replays, left_out) = match &viewer {
        Err(_) => (Vec::new(), 0),
        Ok(_) => replays(path, &survey.terms, &rows, limits)?,
    };
    let no_replays = match &viewer {
        Err(why) => Some(why.clone()),
        Ok(_) if !survey.terms.records => {
            Some("The tournament keeps no records of its games: records = true in its file does.".to_owned())
        }
        Ok(_) => None,
    };
    let page = page(&survey, &table, lines.as_ref(), no_replays, left_out).render()?;
    let (head, tail) = page.split_once(PLACE).ok_or(BadExport::Template)?;
    out.write_all(head.as_bytes())?;
    let data = Data {
        game: survey.terms.game.clone(),
        names: survey.terms.names(),
        boards: survey
            .terms
            .boards
            .iter()
            .map(|setup| BoardData { name: setup.board.name.clone(), text: setup.board.text.clone() })
            .collect(),
        sides: survey.terms.any_game().map(|game| game.sides().to_vec()).unwrap_or_default(),
        games: rows,
    };
    script(out, "data", &serde_json::to_string(&data)?)?;
    if let (Ok(Some(page)), false) = (&viewer, replays.is_empty()) {
        script(out, "viewer", &serde_json::to_string(page)?)?;
    }
    for (game, replay) in &replays {
        script(out, &format!("game-{game}"), replay)?;
    }
    out.write_all(tail.as_bytes())?;
    Ok(())
}

/// Where the data of the script go.
const PLACE: &str = "<!-- data -->";

/// A block of JSON, in which nothing ends the block or begins a comment.
fn script(out: &mut dyn Write, id: &str, json: &str) -> std::io::Result<()> {
    let json = json.replace('<', "\\u003c");
    writeln!(out, "<script type=\"application/json\" id=\"{id}\">{json}</script>")
}

/// The viewer of Mad Max with marks where a game goes; `None` for duels, which the page draws itself.
fn viewer(terms: &Terms) -> Result<Option<String>, String> {
    if terms.is_duel() {
        return Ok(None);
    }
    let mark = Attached { name: "joust-name".to_owned(), base64: "joust-game".to_owned() };
    viewer_with(&[mark]).map(Some).map_err(|why| why.to_string())
}

/// The replays of the last games, up to a limit, by the number of the game; and how many were left out.
fn replays(
    path: &Path,
    terms: &Terms,
    rows: &[GameData],
    limits: ReportLimits,
) -> Result<(Vec<(usize, String)>, usize), BadExport> {
    if !terms.records {
        return Ok((Vec::new(), 0));
    }
    let mut reading = Reading::open(path)?;
    let (mut found, mut bytes, mut left_out) = (std::collections::BTreeMap::new(), 0, 0);
    while let Some(line) = reading.next_game::<GameRecord>()? {
        // Games beyond the end of a test do not count, and are not in the list.
        let Ok(at) = rows.binary_search_by_key(&line.game, |row| row.n) else { continue };
        let Some(record) = &line.record else { continue };
        let notes = record.note_lines();
        let replay = if terms.is_duel() {
            let Some(film) = terms.film(&line, rows[at].b) else { continue };
            serde_json::json!({ "film": film, "notes": notes }).to_string()
        } else {
            serde_json::json!({ "jmm": record.jmm, "notes": notes }).to_string()
        };
        bytes += replay.len();
        found.insert(line.game, replay);
        while bytes > limits.replay_bytes
            && let Some((_, first)) = found.pop_first()
        {
            bytes -= first.len();
            left_out += 1;
        }
    }
    Ok((found.into_iter().collect(), left_out))
}

/// The chart of ratings over the number of games.
fn over_time(path: &Path, survey: &Survey, table: &Table) -> Result<Option<Chart>, BadExport> {
    let many = survey.ledger.tally().games();
    let anchor = survey.terms.anchor();
    let mut games = Games::new(survey.terms.participants.len());
    let (mut so_far, every) = (0, many.div_ceil(POINTS).max(1));
    let mut points = vec![Vec::new(); survey.terms.participants.len()];
    Reading::open(path)?.ledger(&mut |counted| {
        if counted.line.broken.is_none() {
            games.add(counted.finish);
        }
        so_far += 1;
        if so_far % every == 0 || so_far == many {
            for rated in games.rate(anchor).rows().iter().filter(|rated| rated.games > 0) {
                points[rated.participant].push((so_far, rated.elo));
            }
        }
    })?;
    // The best are drawn last, over the others.
    let class = |number: usize| if number < LINES { format!("c{}", number + 1) } else { "other".to_owned() };
    let mut lines: Vec<_> = (table.rows.iter().enumerate())
        .map(|(number, row)| (class(number), std::mem::take(&mut points[row.participant])))
        .collect();
    lines.reverse();
    Ok((many > 1).then_some(Chart { most: many, lines }))
}

fn page<'a>(
    survey: &Survey,
    table: &'a Table,
    lines: Option<&Chart>,
    no_replays: Option<String>,
    left_out: usize,
) -> Page<'a> {
    let terms = &survey.terms;
    let is_duel = terms.is_duel();
    let any = |test: &dyn Fn(&TableRow) -> bool| table.rows.iter().any(test);
    let has = Has {
        points: any(&|row| row.points.is_some()),
        byes: any(&|row| row.byes > 0),
        left: any(&|row| row.left.is_some()),
        fuel: any(&|row| row.fuel.is_some()),
        faults: any(&|row| !row.faults.is_empty()),
        boards: table.boards.len() > 1,
    };
    Page {
        facts: facts(terms, table),
        standings: standings(table),
        matrix: matrix(survey, table),
        has_numbers: table.rows.len() <= NUMBERS,
        chart: lines.and_then(|chart| chart.svg("ratings over the number of games")),
        legend: (1..).zip(table.rows.iter().take(LINES).map(|row| row.name.as_str())).collect(),
        kinds: if is_duel { &["1", "¾", "½", "¼", "0"] } else { &["1st", "2nd", "3rd", "4th"] },
        has,
        seats: (0..terms.seats()).map(seat_name).collect(),
        board: if is_duel { "board" } else { "map" },
        no_replays,
        left_out,
        version: env!("CARGO_PKG_VERSION"),
        table,
    }
}

/// The name of a seat, which pages count from 1.
fn seat_name(seat: usize) -> String {
    format!("seat {}", seat + 1)
}

/// What the tournament was, in sentences.
fn facts(terms: &Terms, table: &Table) -> Vec<String> {
    let title = match terms.any_game().map(|game| game.summary().split(',').next().unwrap_or_default()) {
        Some(name) => name.to_owned(),
        None => terms.game.clone(),
    };
    let mut facts = vec![
        capital(&format!("{title}, {} participants, {}.", table.rows.len(), table.progress())),
        format!("{}.", table.format),
    ];
    facts.extend(table.sprt.as_ref().map(|decision| format!("Sequential test: {decision}.")));
    facts
}

/// A sentence with its first letter in upper case.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn standings<'a>(table: &'a Table) -> Vec<StandingRow<'a>> {
    let ends = table.rows.iter().filter_map(|row| row.rating);
    let ends: Vec<f64> =
        ends.flat_map(|rating| [Some(rating.elo), rating.low, rating.high]).flatten().chain([0.0]).collect();
    let (low, high, _) = round_range(
        ends.iter().copied().fold(f64::INFINITY, f64::min),
        ends.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    );
    let most_fuel = table.rows.iter().filter_map(|row| row.fuel).fold(1.0, f64::max);
    let one = |row: &'a TableRow| {
        let TableRow { by_seat, by_board, faults, .. } = row;
        let kinds: Vec<String> = faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let seats = by_seat.iter().enumerate().map(|(number, part)| Heat::of_part(part, &seat_name(number)));
        let boards = by_board.iter().zip(&table.boards).map(|(part, name)| Heat::of_part(part, name));
        StandingRow {
            row,
            score: percent(row.score),
            elo: elo(row.rating),
            whisker: row.rating.map(|rating| whisker(rating, low, high)).unwrap_or_default(),
            points: row.points.map(|points| format!("{points:.1}")).unwrap_or_default(),
            fuel: row.fuel.map(|fuel| format!("{fuel:.0}")).unwrap_or_default(),
            most_fuel: row.most_fuel.map(|fuel| fuel.to_string()).unwrap_or_default(),
            fuel_share: row.fuel.map_or(0, |fuel| (100.0 * fuel / most_fuel).round() as u32),
            faults: faults.values().sum(),
            fault_words: kinds.join(", "),
            seats: seats.collect(),
            boards: boards.collect(),
        }
    };
    table.rows.iter().map(one).collect()
}

fn matrix<'a>(survey: &Survey, table: &'a Table) -> Vec<MatrixRow<'a>> {
    let row = |one: &'a TableRow| MatrixRow {
        place: one.place,
        name: &one.name,
        cells: table
            .rows
            .iter()
            .map(|other| {
                let met = survey.meetings.encounter(one.participant, other.participant)?;
                Some(Heat::of_encounter([&one.name, &other.name], &met))
            })
            .collect(),
    };
    table.rows.iter().map(row).collect()
}
