//! Reads the file of a contest. All problems are told at once, each with its line.

use crate::Language;
use crate::contest::{Contest, LadderTerms, Qualification, Round, Sees, SourceRules};
use crate::problem::{BadContest, TermsProblem};
use crate::sources::STANDARD_HEADERS;
use joust_core::{Game as _, Setup};
use joust_games::{AnyGame, Ask, BoardAsk, duel, game};
use joust_madmax::Skirmish;
use joust_match::GameLimits;
use joust_players::{Kind, Spec};
use joust_sandbox::{BuildLimits, FUEL_PER_SECOND};
use joust_tournament::{Entry, FormatAsk, Page, Section, read_game, usual_boards};
use std::time::Duration;

type Sheet<'a> = Page<'a, TermsProblem>;
type Part<'a> = Section<'a, TermsProblem>;
type Field<'a> = Entry<'a, TermsProblem>;

/// The longest name of a contest, in characters.
pub(crate) const LONGEST_NAME: usize = 80;
/// The most games of a qualification: a class waits for them.
pub(crate) const MOST_GAMES: usize = 50;
/// The usual seeds of a qualification, and the games that must be won.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];
const WINS: usize = 3;
/// Megabytes of memory of a player.
const MEMORY: f64 = 256.0;
/// Megabytes of versions that are kept of a student: some hundred modules of a megabyte.
const VERSION_MEGABYTES: u64 = 256;
/// The largest seed that every game takes.
const LARGEST_SEED: u64 = i32::MAX as u64;
/// The fuel of a player in a duel: this for each move, and this for the whole game.
const DUEL_SECONDS: (f64, f64) = (1.0, 10.0);

impl Contest {
    /// Reads the text of a file. See [`Contest`] for an example.
    pub fn read(text: &str) -> Result<Contest, BadContest> {
        let page = Sheet::new(text);
        let table = page.parse();
        let top = Part::new(&page, &table, "");
        let contest = contest(&page, &top);
        top.finish();
        let problems = page.into_problems();
        match contest {
            Some(contest) if problems.is_empty() => Ok(contest),
            _ => Err(BadContest(problems)),
        }
    }
}

/// The contest, as far as it can be read; `None` without a game.
fn contest(page: &Sheet<'_>, top: &Part<'_>) -> Option<Contest> {
    let name = name(page, top);
    let found = read_game(page, top);
    let is_army = found == Some(Skirmish::NAME);
    let (opens, closes) = dates(top);
    let (limits, build) = limits(top, is_army);
    let (versions_per_hour, version_bytes) = versions(top);
    let rest = Contest {
        name,
        game: found.unwrap_or_default(),
        boards: found.and_then(game).map(|game| boards(page, top, game)).unwrap_or_default(),
        limits,
        build,
        languages: languages(top, is_army),
        opens,
        closes,
        sources: sources(top),
        qualification: qualification(top, found),
        friendly_per_day: friendly(top),
        versions_per_hour,
        version_bytes,
        ladder: ladder(top),
        sees: sees(top),
        rounds: rounds(page, top, closes),
        seed: top.whole("seed", 0..=LARGEST_SEED).unwrap_or(1),
    };
    // Fields that were read without a game are not unknown ones.
    if found.is_none() {
        for key in ["rules", "boards", "maps"] {
            top.get(key);
        }
    }
    found.map(|_| rest)
}

fn name(page: &Sheet<'_>, top: &Part<'_>) -> String {
    let Some(entry) = top.get("name") else {
        page.add(None, "name", TermsProblem::NoName);
        return String::new();
    };
    let name = entry.text().unwrap_or("contest").trim();
    let letters = name.chars().count();
    if letters == 0 || letters > LONGEST_NAME || name.chars().any(char::is_control) {
        entry.problem(TermsProblem::Name);
    }
    name.to_owned()
}

fn dates(top: &Part<'_>) -> (Option<i64>, Option<i64>) {
    let [opens, closes] = ["opens", "closes"].map(|key| top.get(key));
    let (begin, end) = (opens.as_ref().and_then(Entry::moment), closes.as_ref().and_then(Entry::moment));
    if let (Some(begin), Some(end), Some(entry)) = (begin, end, closes)
        && end <= begin
    {
        entry.problem(TermsProblem::Closes);
    }
    (begin, end)
}

/// The boards of a duel, or the maps of Mad Max: names, and tables with a name and a text.
fn boards(page: &Sheet<'_>, top: &Part<'_>, game: &'static dyn AnyGame) -> Vec<Setup> {
    let is_duel = duel(game.name()).is_some();
    let (own, other) = if is_duel { ("boards", "maps") } else { ("maps", "boards") };
    if let Some(entry) = top.get(other) {
        entry.problem(if is_duel { TermsProblem::Boards } else { TermsProblem::Maps });
    }
    let rules = top.get("rules");
    let text = rules.as_ref().and_then(Entry::text);
    if let (Some(entry), Some(text)) = (&rules, text)
        && let Err(why) = game.rules_name(text)
    {
        entry.problem(TermsProblem::Refused(why));
        top.get(own);
        return Vec::new();
    }
    let ask = Ask { rules: text, ..Ask::default() };
    let Some(entry) = top.get(own) else {
        return usual_boards(game, &ask).unwrap_or_else(|why| {
            page.add(None, own, TermsProblem::UsualBoards(why));
            Vec::new()
        });
    };
    let list = if entry.is_text() { vec![entry.clone()] } else { entry.list().unwrap_or_default() };
    if list.is_empty() {
        entry.problem(TermsProblem::EmptyList);
    }
    list.iter().filter_map(|entry| board(entry, game, &ask)).collect()
}

fn board(entry: &Field<'_>, game: &dyn AnyGame, ask: &Ask) -> Option<Setup> {
    let known = || game.boards().iter().map(|board| board.name.clone()).collect::<Vec<_>>().join(", ");
    let named = if entry.is_text() { Some(entry.text()?) } else { None };
    let setup = if let Some(name) = named {
        game.setup(&Ask { board: Some(BoardAsk::Named(name)), ..*ask })
    } else {
        let section = entry.section()?;
        let (name, text) = (section.text("name"), section.text("text"));
        section.finish();
        let (Some(name), Some(text)) = (name, text) else {
            entry.problem(TermsProblem::BoardForm(known()));
            return None;
        };
        let board = Some(BoardAsk::Text { name: &name, text: &text });
        game.setup(&Ask { board, ..*ask }).map(|mut setup| {
            setup.board.name = name;
            setup
        })
    };
    let setup = setup.map_err(|why| entry.problem(TermsProblem::Refused(why))).ok()?;
    Some(Setup { seed: None, ..setup })
}

#[expect(clippy::cast_precision_loss, reason = "a second has far less fuel than 2⁵² units")]
fn limits(top: &Part<'_>, is_army: bool) -> (GameLimits, BuildLimits) {
    let fuel = |seconds: f64| (seconds * FUEL_PER_SECOND as f64) as u64;
    let usual = if is_army {
        GameLimits::judge()
    } else {
        let (turn, bank) = DUEL_SECONDS;
        GameLimits {
            fuel: Some(fuel(turn)),
            bank: Some(fuel(bank)),
            memory: Some(MEMORY),
            patience: Some(GameLimits::PATIENCE),
            ..GameLimits::default()
        }
    };
    let mut build = BuildLimits::default();
    let Some(section) = top.get("limits").and_then(|entry| entry.section()) else { return (usual, build) };
    // Seconds stand for the fuel that a present-day machine uses in them.
    let either = |seconds: &'static str, units: &'static str| {
        let by_seconds = section.positive(seconds).map(fuel);
        let by_units = section.whole(units, 0..=u64::MAX);
        if by_seconds.is_some()
            && by_units.is_some()
            && let Some(entry) = section.get(units)
        {
            entry.problem(TermsProblem::FuelTwice { seconds, units });
        }
        by_seconds.or(by_units)
    };
    let (turn, bank) = (either("move-seconds", "fuel"), either("seconds", "bank"));
    let (turn, bank) = match (turn, bank) {
        (None, None) => (usual.fuel, usual.bank),
        (turn, bank) => (turn.or(Some(0)), bank.or(Some(0))),
    };
    if (turn, bank) == (Some(0), Some(0)) {
        top.get("limits").iter().for_each(|entry| entry.problem(TermsProblem::NoFuel));
    }
    let memory = section.positive("memory-mb").or(usual.memory);
    let patience = section.whole("patience", 2..=5000).map(|times| times as u32).or(usual.patience);
    if let Some(seconds) = section.whole("build-seconds", 1..=3600) {
        build.cpu = Duration::from_secs(seconds);
    }
    if let Some(megabytes) = section.whole("build-memory-mb", 64..=1 << 20) {
        build.memory = megabytes << 20;
    }
    section.finish();
    (GameLimits { fuel: turn, bank, memory, patience, ..GameLimits::default() }, build)
}

fn languages(top: &Part<'_>, is_army: bool) -> Vec<Language> {
    let fits = |language: &Language| is_army || *language != Language::MadmaxCpp;
    let Some(entry) = top.get("languages") else {
        return Language::ALL.into_iter().filter(fits).collect();
    };
    let mut found = Vec::new();
    for word in entry.list().unwrap_or_default() {
        let Some(name) = word.text() else { continue };
        match Language::named(name) {
            Some(language) if !fits(&language) => {
                word.problem(TermsProblem::KitOfMadMax);
            }
            Some(language) if found.contains(&language) => {
                word.problem(TermsProblem::LanguageTwice);
            }
            Some(language) => found.push(language),
            None if name == "python" => word.problem(TermsProblem::Python),
            None => word.problem(TermsProblem::Language(name.to_owned())),
        }
    }
    if found.is_empty() {
        entry.problem(TermsProblem::NoLanguage);
    }
    found
}

fn sources(top: &Part<'_>) -> SourceRules {
    let mut rules = SourceRules {
        largest: 256 << 10,
        largest_module: 4 << 20,
        headers: None,
        global_state: true,
        longest_name: 12,
    };
    let Some(section) = top.get("sources").and_then(|entry| entry.section()) else { return rules };
    if let Some(kilobytes) = section.whole("largest-kb", 1..=4096) {
        rules.largest = kilobytes << 10;
    }
    if let Some(kilobytes) = section.whole("largest-module-kb", 1..=32 << 10) {
        rules.largest_module = kilobytes << 10;
    }
    if let Some(letters) = section.whole("longest-name", 1..=12) {
        rules.longest_name = letters as usize;
    }
    if let Some(entry) = section.get("global-state") {
        match entry.text() {
            Some("allowed") | None => {}
            Some("forbidden") => rules.global_state = false,
            Some(word) => entry.problem(TermsProblem::GlobalState(word.to_owned())),
        }
    }
    rules.headers = section.get("headers").and_then(|entry| headers(&entry));
    section.finish();
    rules
}

/// The field `headers`: `"any"`, `"standard"`, or a list.
fn headers(entry: &Field<'_>) -> Option<Vec<String>> {
    if entry.is_text() {
        return match entry.text()? {
            "any" => None,
            "standard" => Some(STANDARD_HEADERS.iter().map(|header| (*header).to_owned()).collect()),
            word => {
                entry.problem(TermsProblem::Headers(word.to_owned()));
                None
            }
        };
    }
    let one = |entry: Field<'_>| {
        let name = entry.text()?.trim_matches(['<', '>', '"']).to_owned();
        let is_header = |letter: char| letter.is_ascii_alphanumeric() || "._/+-".contains(letter);
        if name.is_empty() || !name.chars().all(is_header) {
            entry.problem(TermsProblem::Header);
        }
        Some(name)
    };
    Some(entry.list()?.into_iter().filter_map(one).collect())
}

fn qualification(top: &Part<'_>, game: Option<&str>) -> Qualification {
    let others = game.and_then(joust_games::game).map_or(2, |game| game.sides().len()) - 1;
    let usual = if game == Some(Skirmish::NAME) { "Dummy" } else { "random" };
    let mut terms =
        Qualification { against: vec![usual.to_owned(); others], seeds: SEEDS.to_vec(), wins: WINS };
    let Some(whole) = top.get("qualification") else { return terms };
    let Some(section) = whole.section() else { return terms };
    if let Some(entry) = section.get("against") {
        let list = if entry.is_text() { vec![entry.clone()] } else { entry.list().unwrap_or_default() };
        let mut names: Vec<String> =
            list.iter().filter_map(|entry| opponent(entry, game.unwrap_or_default())).collect();
        // One name stands for all seats.
        if list.len() == 1 {
            names = names.iter().cycle().take(others).cloned().collect();
        } else if list.len() != others {
            entry.problem(TermsProblem::Opponents { found: list.len(), wanted: others });
        }
        if !names.is_empty() {
            terms.against = names;
        }
    }
    if let Some(entry) = section.get("seeds") {
        let list = entry.list().unwrap_or_default();
        terms.seeds = list.iter().filter_map(|entry| entry.whole(0..=LARGEST_SEED)).collect();
        if list.len() > MOST_GAMES {
            entry.problem(TermsProblem::TooManySeeds(list.len()));
        }
        terms.wins = terms.seeds.len().div_ceil(2);
    }
    if let Some(entry) = section.get("wins")
        && let Some(wins) = entry.whole(0..=MOST_GAMES as u64)
    {
        terms.wins = wins as usize;
        if terms.wins > terms.seeds.len() {
            entry.problem(TermsProblem::TooManyWins { wins, games: terms.seeds.len() });
        }
    }
    section.finish();
    terms
}

/// A player that is built in, and plays alike whenever it is asked.
fn opponent(entry: &Field<'_>, game: &str) -> Option<String> {
    let name = entry.text()?;
    let spec = Spec::read(name, game).map_err(|why| entry.problem(TermsProblem::Opponent(why))).ok()?;
    let is_built_in = matches!(
        spec.kind,
        Kind::Random | Kind::Engine(_) | Kind::Textbook(_) | Kind::Mcts(_) | Kind::BuiltIn(_)
    );
    if !is_built_in {
        entry.problem(TermsProblem::NotBuiltIn(name.to_owned()));
        return None;
    }
    if !spec.is_repeatable() {
        entry.problem(TermsProblem::ByTheClock(name.to_owned()));
        return None;
    }
    Some(spec.to_string())
}

/// How many versions a student may hand in within an hour, and how many bytes of them are kept.
fn versions(top: &Part<'_>) -> (u32, u64) {
    let (mut an_hour, mut megabytes) = (20, VERSION_MEGABYTES);
    if let Some(section) = top.get("versions").and_then(|entry| entry.section()) {
        an_hour = per(&section, "per-hour", an_hour);
        megabytes = section.whole("megabytes", 1..=1 << 20).unwrap_or(megabytes);
        section.finish();
    }
    (an_hour, megabytes << 20)
}

/// How many friendly matches a student may ask for in a day.
fn friendly(top: &Part<'_>) -> u32 {
    let usual = 20;
    let Some(section) = top.get("friendly").and_then(|entry| entry.section()) else { return usual };
    let a_day = per(&section, "per-day", usual);
    section.finish();
    a_day
}

fn per(section: &Part<'_>, key: &'static str, usual: u32) -> u32 {
    section.whole(key, 0..=100_000).map_or(usual, |number| number as u32)
}

fn ladder(top: &Part<'_>) -> LadderTerms {
    let mut terms = LadderTerms { blocks: 30 };
    let Some(section) = top.get("ladder").and_then(|entry| entry.section()) else { return terms };
    if let Some(blocks) = section.whole("blocks", 0..=100_000) {
        terms.blocks = blocks as usize;
    }
    section.finish();
    terms
}

fn sees(top: &Part<'_>) -> Sees {
    let usual = Sees { games: true, ranking: true, names: false };
    let Some(section) = top.get("sees").and_then(|entry| entry.section()) else { return usual };
    let flag = |key, usual| section.flag(key).unwrap_or(usual);
    let sees = Sees {
        games: flag("games", usual.games),
        ranking: flag("ranking", usual.ranking),
        names: flag("names", usual.names),
    };
    section.finish();
    sees
}

/// The tables `[[round]]`.
fn rounds(page: &Sheet<'_>, top: &Part<'_>, closes: Option<i64>) -> Vec<Round> {
    let list = top.get("round").and_then(|entry| entry.list()).unwrap_or_default();
    let mut rounds: Vec<Round> = Vec::new();
    for (number, entry) in list.iter().enumerate() {
        let Some(section) = entry.section() else { continue };
        let name = section.text("name").unwrap_or_else(|| format!("Round {}", number + 1));
        let at = section.get("at");
        let moment = at.as_ref().and_then(Entry::moment);
        let format = section.get("format");
        let format = format.map_or(Some(FormatAsk::default()), |entry| FormatAsk::read(&entry));
        section.finish();
        if at.is_none() {
            page.add(Some(entry.line()), entry.field(), TermsProblem::NoDate);
        }
        let (Some(moment), Some(format)) = (moment, format) else { continue };
        if let Some(at) = &at {
            if rounds.last().is_some_and(|before: &Round| before.at > moment) {
                at.problem(TermsProblem::RoundOrder);
            }
            if number + 1 < list.len() && closes.is_some_and(|closes| moment > closes) {
                at.problem(TermsProblem::RoundAfterEnd);
            }
        }
        if rounds.iter().any(|round| round.name == name) {
            entry.problem(TermsProblem::RoundTwice(name.clone()));
        }
        rounds.push(Round { name, at: moment, format });
    }
    rounds
}
