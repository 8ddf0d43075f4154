//! Plays the games of a journal again and compares them with their lines.

use crate::{
    BadFile, BadGame, Contestant, DuelLine, FindBoard, MatchFile, Openings, Programs, ScoreFile, ScoreLine,
    WrongGame, run_with,
};
use joust_core::Seed;
use joust_games::{Ask, BoardAsk};
use joust_madmax::{Config, Settings, Source, TEAMS};
use joust_players::Spec;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Whether the games of a journal were played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// All of them, and they came out alike.
    Equal,
    /// None, for this reason.
    Not(String),
}

/// The players of a journal, if its games can be played again: all are modules of which we have the files, or
/// built-in players whose moves do not depend on time.
fn repeatable(
    names: &[String],
    game: &str,
    modules: &BTreeMap<String, String>,
    programs: &Programs,
) -> Result<Vec<Spec>, String> {
    let read = |name: &String| {
        let spec = Spec::read(name, game).map_err(|why| why.to_string())?;
        if !spec.is_repeatable() {
            return Err(format!("`{name}` need not play alike twice"));
        }
        Ok(spec)
    };
    // Before the first file is opened: a journal of a stranger may name any program.
    let specs = names.iter().map(read).collect::<Result<Vec<Spec>, String>>()?;
    let have = programs.hashes(&specs).map_err(|why| why.to_string())?;
    for (name, hash) in &have {
        match modules.get(name) {
            Some(recorded) if recorded == hash => {}
            Some(_) => return Err(format!("`{name}` is not the module that played")),
            None => return Err(format!("the journal does not say which module `{name}` was")),
        }
    }
    Ok(specs)
}

impl MatchFile {
    /// Plays the games again, if they depend on nothing but what the journal says, and compares moves, results,
    /// fuel, faults and notes.
    ///
    /// ```
    /// use joust_match::{MatchFile, Programs, Repeat};
    /// # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/earlier/mad-match.jsonl"));
    /// // `text` is the journal of a match of built-in players.
    /// let file = MatchFile::read(text.as_bytes()).unwrap().unwrap();
    /// let repeat = file.repeat(&Programs::default(), &|_, _| Ok(None), &false.into()).unwrap();
    /// assert_eq!(repeat, Repeat::Equal);
    /// ```
    pub fn repeat(
        &self,
        programs: &Programs,
        boards: FindBoard,
        stop: &AtomicBool,
    ) -> Result<Repeat, BadFile> {
        let about = &self.about;
        if let Err(why) = repeatable(&about.players, &about.game, &about.modules, programs) {
            return Ok(Repeat::Not(why));
        }
        if about.tables.is_some() || about.usual_tables.is_some() {
            return Ok(Repeat::Not("the games used endgame tables".to_owned()));
        }
        let text = match (&about.board_text, &about.board) {
            (Some(text), _) => Some(text.clone()),
            (None, Some(name)) => boards(self.game, name).ok().flatten(),
            (None, None) => None,
        };
        let board = about.board.as_deref().map(|name| match &text {
            Some(text) => BoardAsk::Text { name, text },
            None => BoardAsk::Named(name),
        });
        let ask =
            Ask { rules: about.rules.as_deref(), board, position: about.position.as_deref(), seed: None };
        let openings = match Openings::of(&about.game, &ask, Seed(about.seed)) {
            Ok(openings) => openings,
            Err(why) => return Ok(Repeat::Not(why.to_string())),
        };
        let mut wrong = Vec::new();
        for line in self.games.iter().flatten() {
            let job = about.job(line.game, &openings).map_err(|why| BadFile::Again(why.to_string()))?;
            let played = run_with(&job, programs, stop).map_err(|why| BadFile::Again(why.to_string()))?;
            let Some(played) = played else { return Ok(Repeat::Not("it was stopped".to_owned())) };
            let again = DuelLine::new(&job, &played, about.players.len(), self.game);
            if let Some(what) = duel_difference(line, &again) {
                wrong.push(WrongGame::Game(line.game, BadGame::Differs(what)));
            }
        }
        if wrong.is_empty() { Ok(Repeat::Equal) } else { Err(BadFile::Games(wrong)) }
    }
}

/// The first thing in which two lines of a game differ, apart from times.
fn duel_difference(line: &DuelLine, again: &DuelLine) -> Option<String> {
    if let Some(at) = first_difference(&line.moves, &again.moves) {
        return Some(format!("move {} is {}, not {}", at + 1, text(&again.moves, at), text(&line.moves, at)));
    }
    if line.result != again.result {
        return Some(format!("its result is {}, not {}", again.result, line.result));
    }
    if let Some(what) = fuel_difference(&line.fuel, &again.fuel) {
        return Some(what);
    }
    if line.fault != again.fault {
        return Some("its fault is another one".to_owned());
    }
    (line.notes != again.notes).then(|| "its notes are others".to_owned())
}

/// The first difference of two lists.
fn first_difference<T: PartialEq>(a: &[T], b: &[T]) -> Option<usize> {
    if a == b {
        return None;
    }
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    Some(common)
}

fn text(list: &[String], at: usize) -> String {
    list.get(at).map_or_else(|| "missing".to_owned(), |text| format!("`{text}`"))
}

fn fuel_difference(line: &[Vec<u64>], again: &[Vec<u64>]) -> Option<String> {
    let seat = first_difference(line, again)?;
    let (Some(line), Some(again)) = (line.get(seat), again.get(seat)) else {
        return Some("other seats run on fuel".to_owned());
    };
    let at = first_difference(line, again)?;
    let show = |list: &[u64]| list.get(at).map_or_else(|| "nothing".to_owned(), u64::to_string);
    Some(format!("action {} of seat {seat} takes {} units of fuel, not {}", at + 1, show(again), show(line)))
}

impl ScoreFile {
    /// Plays the games again, if they depend on nothing but what the journal says, and compares scores, deaths,
    /// fuel and notes. See [`MatchFile::repeat`].
    pub fn repeat(&self, programs: &Programs, stop: &AtomicBool) -> Result<Repeat, BadFile> {
        let about = &self.about;
        let specs = match repeatable(&about.players, &about.game, &about.modules, programs) {
            Ok(specs) => specs,
            Err(why) => return Ok(Repeat::Not(why)),
        };
        let config = match (&about.config, &about.input) {
            (Some(text), _) => Config::read(text).ok(),
            (None, None) => Some(Config { settings: Settings::default(), source: Source::Generator }),
            (None, Some(_)) => None,
        };
        let Some(config) = config else {
            return Ok(Repeat::Not("the journal does not have its configuration".to_owned()));
        };
        let find = |spec: Spec| programs.find(spec).map_err(|why| BadFile::Again(why.to_string()));
        let players: Vec<Contestant> = specs.into_iter().map(find).collect::<Result<_, _>>()?;
        let Ok(players) = <[Contestant; TEAMS]>::try_from(players) else {
            return Ok(Repeat::Not("it does not have four players".to_owned()));
        };
        let mut wrong = Vec::new();
        for line in self.games.iter().flatten() {
            let again = about.play(line.game, &config, &players, None, stop);
            let again = again.map_err(|why| BadFile::Again(why.to_string()))?;
            let Some(again) = again else { return Ok(Repeat::Not("it was stopped".to_owned())) };
            if let Some(what) = score_difference(line, &again) {
                wrong.push(WrongGame::Game(line.game, BadGame::Differs(what)));
            }
        }
        if wrong.is_empty() { Ok(Repeat::Equal) } else { Err(BadFile::Games(wrong)) }
    }
}

fn score_difference(line: &ScoreLine, again: &ScoreLine) -> Option<String> {
    let mut again = again.clone();
    // Journals of older builds do not have the kinds of faults.
    for (death, known) in again.deaths.iter_mut().zip(&line.deaths) {
        death.kind = death.kind.filter(|_| known.kind.is_some());
    }
    if line.scores != again.scores {
        return Some(format!("its scores are {:?}, not {:?}", again.scores, line.scores));
    }
    let fuel = fuel_difference(&line.fuel, &again.fuel);
    let other = (*line != again).then(|| "its players, faults or notes are others".to_owned());
    fuel.or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOURNAL: &str = include_str!("../../../tests/data/earlier/mad-match.jsonl");

    fn repeat(text: &str) -> Result<Repeat, BadFile> {
        let file = MatchFile::read(text.as_bytes()).unwrap().unwrap();
        file.repeat(&Programs::default(), &|_, _| Ok(None), &AtomicBool::new(false))
    }

    #[test]
    fn a_journal_with_another_seed_or_result_differs() {
        assert_eq!(repeat(JOURNAL).unwrap(), Repeat::Equal);
        let why = |text: String| repeat(&text).unwrap_err().to_string();
        let seed = why(JOURNAL.replacen("\"seed\":", "\"seed\":9", 1));
        assert!(seed.starts_with("game 0: played again, it differs: move "), "{seed}");
        let result = why(JOURNAL.replacen("\"result\":\"1-0\"", "\"result\":\"0-1\"", 1));
        assert!(result.contains("its result is 1-0, not 0-1"), "{result}");
    }

    #[test]
    fn no_program_that_a_journal_names_is_started() {
        let players = "\"players\":[\"line:touch /tmp/joust-was-here\",\"random\"]";
        let text = format!("{{\"match\":\"mad\",{players},\"seed\":1}}\n");
        let Ok(Repeat::Not(why)) = repeat(&text) else { panic!() };
        assert!(why.contains("need not play alike twice"), "{why}");
    }
}
