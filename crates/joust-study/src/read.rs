//! Reads what people paste.

use crate::Faults;
use crate::language::Language;
use crate::terms::{Studied, Terms};
use crate::tree::{Grown, Node, grow};
use joust_core::{BadRecord, DuelGame as _, Game, Record};
use joust_mad::{AppFile, Battle};
use joust_wargame::{Board, Campaign};
use serde::{Deserialize, Serialize};

/// The longest text that is read, in bytes: a hundred long games, and still read at once.
const MAX_TEXT: usize = 1 << 20;

/// A pasted text, and the game on the page, which supplies what the text leaves open.
#[derive(Deserialize)]
pub(crate) struct Read {
    text: String,
    #[serde(flatten)]
    page: Terms,
}

/// A game that was read.
#[derive(Serialize)]
pub(crate) struct Found {
    #[serde(flatten)]
    terms: Terms,
    nodes: Vec<Node>,
    /// The word of a referee at the end of the main line, such as `time`.
    forfeit: Option<String>,
    /// The result as written, `*` for an unfinished game.
    result: String,
    /// Headers that say nothing about the rules, such as the names of the players.
    headers: Vec<(String, String)>,
    /// What the reader should know, a sentence each.
    warnings: Vec<String>,
}

/// Headers that are made from the game when it is written.
const OWN: [&str; 11] =
    ["Game", "Rules", "Board", "Picture", "Values", "Position", "Turn", "Ending", "Score", "Seats", "Margin"];

impl Read {
    pub(crate) fn answer(self, language: Language) -> Result<Found, Faults> {
        let text = self.text.trim_start_matches('\u{feff}').trim_end();
        if text.trim().is_empty() {
            return Err(vec![language.of(
                "there is nothing to read: paste a record, moves, a position or a board",
                "il n’y a rien à lire : collez une partie, des coups, une position ou une ville",
            )]);
        }
        if text.len() > MAX_TEXT {
            return Err(vec![
                language.of("the text is too long for a game", "le texte est trop long pour une partie"),
            ]);
        }
        if AppFile::is_meant(text) {
            app_file(text, language)
        } else if is_board(text) {
            board(text, &self.page, language)
        } else if is_position(text) {
            position(text.trim(), self.page, language)
        } else {
            record(text, &self.page, language)
        }
    }
}

/// A game without moves that begins with these terms.
pub(crate) fn begin(terms: &Terms, language: Language) -> Result<Found, Faults> {
    match terms.game.as_str() {
        Battle::NAME => studied::<Battle>(&terms.record::<Battle>(), &[], None, language),
        Campaign::NAME => studied::<Campaign>(&terms.record::<Campaign>(), &[], None, language),
        other => Err(no_duel(other, language)),
    }
}

fn no_duel(name: &str, language: Language) -> Faults {
    vec![language.of(
        &format!("`{name}` is not a duel: the duels are mad and wargame"),
        &format!("« {name} » n’est pas un duel : les duels sont mad et wargame"),
    )]
}

/// A board of the War Game is nothing but numbers.
fn is_board(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().starts_with('#'));
    lines.all(|line| line.chars().all(|c| c.is_ascii_digit() || c == '/' || c.is_whitespace()))
}

/// A position text is one line whose first word has rows. Actions have no slash, results stand last.
fn is_position(text: &str) -> bool {
    text.trim().lines().count() == 1
        && !text.trim().starts_with(['[', '{'])
        && text.split_whitespace().next().is_some_and(|grid| grid.contains('/'))
}

fn app_file(text: &str, language: Language) -> Result<Found, Faults> {
    let file = AppFile::read(text).map_err(|bad| language.tells_all(&bad.0))?;
    let position = file.position(joust_mad::Rules::APP).map_err(|bad| language.tells_all(&bad.0))?;
    let warning = (!file.warnings.is_empty()).then(|| {
        language.of(
            "the file does not say who expelled last: nobody is assumed, so the tie-break is Blue’s",
            "le fichier ne dit pas qui a expulsé en dernier : personne, suppose-t-on, et le départage est à Bleu",
        )
    });
    let mut found =
        studied::<Battle>(&Terms::of(&Battle::at(position)).record::<Battle>(), &[], None, language)?;
    found.warnings.extend(warning);
    Ok(found)
}

fn board(text: &str, page: &Terms, language: Language) -> Result<Found, Faults> {
    let board = Board::read("own", text).map_err(|bad| language.tells_all(&bad.faults))?;
    let rules = page.rules.clone().filter(|_| page.game == Campaign::NAME);
    let terms = Terms {
        game: Campaign::NAME.to_owned(),
        rules,
        board: Some("own".to_owned()),
        values: Some(board.text()),
        start: None,
    };
    studied::<Campaign>(&terms.record::<Campaign>(), &[], None, language)
}

/// What a text of one position leaves open comes from the page, if it shows the same game.
fn position(text: &str, page: Terms, language: Language) -> Result<Found, Faults> {
    let start = Some(text.to_owned());
    // Commas stand between the squares of a row of MAD.
    if text.contains(',') {
        let rules = page.rules.filter(|_| page.game != Campaign::NAME);
        let terms = Terms { game: Battle::NAME.to_owned(), rules, start, ..Terms::default() };
        return studied::<Battle>(&terms.record::<Battle>(), &[], None, language);
    }
    let kept = if page.game == Campaign::NAME { page } else { Terms::default() };
    let terms = Terms { game: Campaign::NAME.to_owned(), start, ..kept };
    studied::<Campaign>(&terms.record::<Campaign>(), &[], None, language)
}

fn record(text: &str, page: &Terms, language: Language) -> Result<Found, Faults> {
    let (mut record, lines) = Record::read(text).map_err(|why| vec![language.tells(&why)])?;
    let bare = record.headers.is_empty();
    // Bare moves are those of the game on the page, from its beginning.
    if bare {
        let of =
            if page.game == Campaign::NAME { Terms::record::<Campaign> } else { Terms::record::<Battle> };
        record.headers = of(page).headers;
    }
    let text = Some(text).filter(|_| !bare);
    match record.header("Game").unwrap_or_default() {
        Battle::NAME => studied::<Battle>(&record, &lines, text, language),
        Campaign::NAME => studied::<Campaign>(&record, &lines, text, language),
        "" => {
            let first = studied::<Battle>(&record, &lines, text, language);
            first.or_else(|why| studied::<Campaign>(&record, &lines, text, language).map_err(|_| why))
        }
        other => Err(no_duel(other, language)),
    }
}

/// A record as a study. A fault of a header names the line of the text, if there is one.
fn studied<G: Studied>(
    record: &Record,
    lines: &[usize],
    text: Option<&str>,
    language: Language,
) -> Result<Found, Faults> {
    let start = G::of_record(record).map_err(|bad| {
        let begins = format!("[{} ", bad.header).to_lowercase();
        let is_header = |line: &str| line.trim_start().to_lowercase().starts_with(&begins);
        let line = text.and_then(|text| text.lines().position(is_header));
        let told = |what: String| line.map_or(what.clone(), |line| language.line(line + 1, &what));
        G::faults(record, &bad, language).into_iter().map(told).collect::<Faults>()
    })?;
    let Grown { nodes, forfeit, end } = grow(start.clone(), record, lines, language)?;
    let replayed = end.ending().map_or_else(|| Record::UNFINISHED.to_owned(), |ending| ending.points());
    let mut warnings = Vec::new();
    let written = if record.result.is_empty() { Record::UNFINISHED } else { &record.result };
    if replayed != written && written != Record::UNFINISHED {
        let written = written.to_owned();
        warnings.push(language.tells(&BadRecord::Result {
            written,
            replayed: replayed.clone(),
            clause: G::RECORD,
        }));
    }
    let own = |name: &str| OWN.iter().any(|own| own.eq_ignore_ascii_case(name));
    let headers = record.headers.iter().filter(|(name, _)| !own(name)).cloned().collect();
    Ok(Found { terms: Terms::of(&start), nodes, forfeit, result: replayed, headers, warnings })
}
