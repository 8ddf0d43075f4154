//! The tournament file: TOML in which everything has a name and most things a usual value.

use crate::field::FieldProblem;
use crate::format::FormatAsk;
use crate::page::{Entry, Page, Problem, Section};
use joust_core::{Allowance, joined};
use joust_games::{AnyGame, duel, game};
use joust_league::schedule::Seating;
use joust_match::GameLimits;
use serde::{Deserialize, Serialize};

/// A tournament file that was read. [`Terms::settle`](crate::Terms::settle) opens what it names.
///
/// ```
/// use joust_tournament::TournamentFile;
/// let file = TournamentFile::read(r#"
///     game = "wargame"
///     participants = ["random", "alphabeta:2", { name = "Ada", player = "ada.wasm" }]
///     format = { kind = "round-robin", games = 4 }
/// "#).unwrap();
/// assert_eq!((file.game.as_str(), file.concurrency), ("wargame", None));
/// let bad = TournamentFile::read("game = \"chess\"\nsped = 3\n").unwrap_err();
/// assert_eq!(bad.0.len(), 3, "{bad}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentFile {
    /// The name of the tournament, if it has one.
    pub name: Option<String>,
    /// The game by name.
    pub game: String,
    /// How many games are played at once, if the file says so.
    pub concurrency: Option<usize>,
    pub(crate) format: FormatAsk,
    pub(crate) format_line: Option<usize>,
    pub(crate) participants: Vec<Entrant>,
    /// A folder of players.
    pub(crate) folder: Option<At<String>>,
    pub(crate) rules: Option<At<String>>,
    pub(crate) boards: Vec<At<String>>,
    pub(crate) position: Option<At<String>>,
    pub(crate) openings: bool,
    pub(crate) seating: Seating,
    pub(crate) seed: u64,
    pub(crate) clock: Option<String>,
    pub(crate) limits: GameLimits,
    pub(crate) stop: Stop,
    pub(crate) stop_line: Option<usize>,
    pub(crate) anchor: Option<At<String>>,
    pub(crate) records: bool,
}

/// A value and its line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct At<T> {
    pub(crate) line: usize,
    pub(crate) value: T,
}

/// A participant as the file names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entrant {
    pub(crate) line: usize,
    pub(crate) field: String,
    pub(crate) name: Option<String>,
    pub(crate) player: String,
}

/// When a tournament ends before its last game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stop {
    /// After this many games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// As soon as it is clear whether the first participant is stronger than the second by the second of these
    /// Elo differences, or only by the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<[f64; 2]>,
    /// The probability of a false alarm, for `sprt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// The probability of a miss, for `sprt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
}

/// All problems of a tournament file: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0))]
pub struct BadFile(pub Vec<Problem>);

/// The most games at once; more threads than this serve nobody.
const MOST_THREADS: u64 = 1024;

impl TournamentFile {
    /// Reads the text of a file. See [`TournamentFile`] for an example.
    pub fn read(text: &str) -> Result<TournamentFile, BadFile> {
        let page = Page::new(text);
        let table = page.parse();
        let top = Section::new(&page, &table, "");
        let file = fields(&page, &top);
        top.finish();
        let problems = page.into_problems();
        if problems.is_empty() { Ok(file) } else { Err(BadFile(problems)) }
    }
}

fn fields(page: &Page<'_>, top: &Section<'_>) -> TournamentFile {
    let name = top.text("name");
    let game = read_game(page, top).map(str::to_owned);
    let is_duel = game.as_deref().is_none_or(|game| duel(game).is_some());
    let placed = |key| {
        let entry = top.get(key)?;
        Some(At { line: entry.line(), value: entry.text()?.to_owned() })
    };
    let format = top.get("format");
    let (format_line, format) = (
        format.as_ref().map(Entry::line),
        format.map_or(Some(FormatAsk::default()), |entry| FormatAsk::read(&entry)),
    );
    let participants = top.get("participants").map(|entry| entrants(&entry)).unwrap_or_default();
    let folder = placed("folder");
    if participants.is_empty() && folder.is_none() {
        page.add(
            None,
            "participants",
            "nobody takes part: write participants = [\"random\", …], or folder = \"bots\"".to_owned(),
        );
    }
    let boards = boards(page, top, is_duel);
    let [clock, position, openings] = ["clock", "position", "openings"].map(|key| {
        let entry = top.get(key);
        if let Some(entry) = entry.as_ref().filter(|_| !is_duel) {
            entry.problem("this is for duels: leave it out".to_owned());
        }
        entry.filter(|_| is_duel)
    });
    let clock = clock.and_then(|entry| {
        let text = entry.text()?;
        if Allowance::of_minutes(text).is_err() {
            entry.problem("write minutes and seconds for each move, such as \"5+3\"".to_owned());
        }
        Some(text.to_owned())
    });
    let position =
        position.and_then(|entry| Some(At { line: entry.line(), value: entry.text()?.to_owned() }));
    TournamentFile {
        name,
        game: game.unwrap_or_default(),
        concurrency: top.whole("concurrency", 1..=MOST_THREADS).map(|threads| threads as usize),
        format: format.unwrap_or_default(),
        format_line,
        participants,
        folder,
        rules: placed("rules"),
        boards,
        position,
        openings: openings.and_then(|entry| entry.flag()).unwrap_or(true),
        seating: top.get("seating").and_then(|entry| seating(&entry)).unwrap_or_default(),
        seed: top.whole("seed", 0..=u64::MAX).unwrap_or(1),
        clock,
        limits: top.get("limits").and_then(|entry| limits(&entry, is_duel)).unwrap_or_default(),
        stop_line: top.get("stop").map(|entry| entry.line()),
        stop: top.get("stop").and_then(|entry| stop(&entry)).unwrap_or_default(),
        anchor: placed("anchor"),
        records: top.flag("records").unwrap_or(true),
    }
}

/// The field `game`, or a problem.
pub fn read_game<T: From<FieldProblem>>(page: &Page<'_, T>, top: &Section<'_, T>) -> Option<&'static str> {
    let Some(entry) = top.get("game") else {
        page.add(None, "game", FieldProblem::NoGame);
        return None;
    };
    let word = entry.text()?;
    let found = game(word);
    if found.is_none() {
        entry.problem(FieldProblem::Game(word.to_owned()));
    }
    found.map(AnyGame::name)
}

fn entrants(entry: &Entry<'_>) -> Vec<Entrant> {
    let one = |entry: Entry<'_>| {
        let (line, field) = (entry.line(), entry.field().to_owned());
        if entry.is_text() {
            return Some(Entrant { line, field, name: None, player: entry.text()?.to_owned() });
        }
        let section = entry.section()?;
        let (name, player) = (section.text("name"), section.text("player"));
        section.finish();
        if player.is_none() {
            entry.problem("this has no `player`: write { name = \"Ada\", player = \"ada.wasm\" }".to_owned());
        }
        Some(Entrant { line, field, name, player: player? })
    };
    entry.list().unwrap_or_default().into_iter().filter_map(one).collect()
}

/// The field `boards` of a duel, or `maps` of Mad Max: one word or a list.
fn boards(page: &Page<'_>, top: &Section<'_>, is_duel: bool) -> Vec<At<String>> {
    let (own, other) = if is_duel { ("boards", "maps") } else { ("maps", "boards") };
    if let Some(entry) = top.get(other) {
        let what = if is_duel { "a duel has boards" } else { "Mad Max has maps" };
        entry.problem(format!("{what}: write `{own}`"));
    }
    let Some(entry) = top.get(own) else { return Vec::new() };
    let list = if entry.is_text() { vec![entry.clone()] } else { entry.list().unwrap_or_default() };
    if list.is_empty() {
        page.add(Some(entry.line()), own, "this list is empty: name one, or leave it out".to_owned());
    }
    let one = |entry: Entry<'_>| Some(At { line: entry.line(), value: entry.text()?.to_owned() });
    list.into_iter().filter_map(one).collect()
}

fn seating(entry: &Entry<'_>) -> Option<Seating> {
    match entry.text()? {
        "once" => Some(Seating::Once),
        "rotated" => Some(Seating::Rotated),
        "permuted" => Some(Seating::Permuted),
        word => {
            entry.problem(format!(
                "there is no seating `{word}`: write \"once\" (one game, and seats are balanced over blocks), \
                 \"rotated\" (everybody has every seat in a block) or \"permuted\" (every order of the seats)"
            ));
            None
        }
    }
}

fn limits(entry: &Entry<'_>, is_duel: bool) -> Option<GameLimits> {
    let section = entry.section()?;
    let limits = GameLimits {
        move_ms: section.whole("move-ms", 1..=u64::MAX),
        time: section.positive("seconds"),
        wait: section.positive("wait-seconds"),
        memory: section.positive("memory-mb"),
        fuel: section.whole("fuel", 0..=u64::MAX),
        bank: section.whole("bank", 0..=u64::MAX),
        patience: section.whole("patience", 2..=5000).map(|times| times as u32),
    };
    if !is_duel && let Some(entry) = section.get("move-ms") {
        entry.problem("Mad Max has no limit for one move: write `seconds` for a whole game".to_owned());
    }
    section.finish();
    Some(limits)
}

fn stop(entry: &Entry<'_>) -> Option<Stop> {
    let section = entry.section()?;
    let sprt = section.get("sprt").and_then(|entry| {
        let list: Vec<f64> = entry.list()?.iter().filter_map(Entry::number).collect();
        match list[..] {
            [elo0, elo1] if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => Some([elo0, elo1]),
            _ => {
                entry.problem("write two Elo differences, the smaller first, such as [0, 10]".to_owned());
                None
            }
        }
    });
    let risk = |key| {
        let entry = section.get(key)?;
        let risk = entry.number()?;
        if !(risk > 0.0 && risk < 0.5) {
            entry.problem(format!("{risk} is not the probability of an error: write 0.05, or less"));
        }
        Some(risk)
    };
    let games = section.whole("games", 1..=u64::MAX).map(|games| games as usize);
    let stop = Stop { games, sprt, alpha: risk("alpha"), beta: risk("beta") };
    if stop.sprt.is_none() && (stop.alpha.is_some() || stop.beta.is_some()) {
        entry.problem("alpha and beta are for sprt: write sprt = [0, 10], too".to_owned());
    }
    section.finish();
    Some(stop)
}
