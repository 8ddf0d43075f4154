//! The participants that a file names, found and opened.

use crate::file::{At, Entrant, TournamentFile};
use crate::page::Problem;
use crate::terms::Participant;
use joust_core::Game as _;
use joust_league::numbered;
use joust_madmax::Skirmish;
use joust_madmax::player::BUILT_IN;
use joust_match::{Programs, digests};
use joust_players::{Kind, Spec};
use joust_search::engine::SearchLimits;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The participants, and the weights of those that are engines.
pub(crate) struct Entrants {
    pub(crate) participants: Vec<Participant>,
    pub(crate) weights: BTreeMap<String, String>,
}

/// The longest name of a participant, in letters.
const LONGEST_NAME: usize = 60;

impl Entrants {
    pub(crate) fn find(file: &TournamentFile, programs: &Programs, problems: &mut Vec<Problem>) -> Entrants {
        let mut entrants = file.participants.clone();
        if let Some(At { line, value }) = &file.folder {
            match folder(Path::new(value), &file.game, programs) {
                Ok(players) => entrants.extend(players.into_iter().map(|player| Entrant {
                    line: *line,
                    field: "folder".to_owned(),
                    name: None,
                    player,
                })),
                Err(what) => problems.push(Problem { line: Some(*line), field: "folder".to_owned(), what }),
            }
        }
        let (mut found, mut specs) = (Vec::new(), Vec::new());
        for entrant in &entrants {
            match open(entrant, file, programs) {
                Ok((participant, spec)) => {
                    found.push(participant);
                    specs.push(spec);
                }
                Err(what) => {
                    problems.push(Problem { line: Some(entrant.line), field: entrant.field.clone(), what });
                }
            }
        }
        let names: Vec<String> = found.iter().map(|participant| participant.name.clone()).collect();
        for (participant, name) in found.iter_mut().zip(numbered(&names)) {
            participant.name = name;
        }
        Entrants { participants: found, weights: digests(&specs) }
    }
}

/// A participant whose program is there.
fn open(
    entrant: &Entrant,
    file: &TournamentFile,
    programs: &Programs,
) -> Result<(Participant, Spec), String> {
    let spec = Spec::read(&entrant.player, &file.game).map_err(|why| why.to_string())?;
    if matches!(spec.kind, Kind::Human) {
        return Err("a person cannot take part: name a program".to_owned());
    }
    let time = file.limits.move_ms.map(Duration::from_millis);
    let spec = spec.or_within(&SearchLimits { time, ..SearchLimits::default() });
    let contestant = programs.find(spec.clone()).map_err(|why| why.to_string())?;
    let name = entrant.name.clone().unwrap_or_else(|| contestant.name());
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(format!(
            "`{}` is no name for a table: write 1 to {LONGEST_NAME} letters",
            name.escape_debug()
        ));
    }
    let sha256 = programs.fingerprint(&spec).map_err(|why| why.to_string())?;
    Ok((Participant { name, player: spec.to_string(), sha256 }, spec))
}

/// The players in a folder, in byte order: its modules, and for Mad Max the players of kits. The players that
/// every kit has are left out.
fn folder(path: &Path, game: &str, programs: &Programs) -> Result<Vec<String>, String> {
    let Contents { players: paths, .. } =
        Contents::of(path, game).map_err(|why| format!("{}: {why}", path.display()))?;
    let mut players = Vec::new();
    for path in &paths {
        let text = path.to_str().ok_or_else(|| format!("{} is not a name in UTF-8", path.display()))?;
        if is_module(path) {
            players.push(text.to_owned());
        } else {
            let names = programs.names_of_kit(path).map_err(|why| why.to_string())?;
            let own = names.into_iter().filter(|name| !BUILT_IN.iter().any(|(known, _)| known == name));
            players.extend(own.map(|name| format!("{text}:{name}")));
        }
    }
    if players.is_empty() {
        return Err(format!("there is no player in {}: it has no file *.wasm and no kit", path.display()));
    }
    Ok(players)
}

/// What is in a folder of players.
struct Contents {
    /// Modules and kits.
    players: Vec<PathBuf>,
    /// Everything else, without hidden files.
    others: Vec<PathBuf>,
}

impl Contents {
    fn of(path: &Path, game: &str) -> io::Result<Contents> {
        let mut paths = std::fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort();
        let is_player = |path: &PathBuf| is_module(path) || (game == Skirmish::NAME && is_kit(path));
        let (players, mut others): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(is_player);
        let is_hidden =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        others.retain(|path| !is_hidden(path));
        Ok(Contents { players, others })
    }
}

impl TournamentFile {
    /// What is in the folder of players and does not take part: neither modules nor kits of this game. Hidden files
    /// are not told.
    ///
    /// ```
    /// use joust_tournament::TournamentFile;
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let place = folder.path().display();
    /// for name in ["ada.wasm", "bob.py", ".hidden"] {
    ///     std::fs::write(folder.path().join(name), "").unwrap();
    /// }
    /// let file = TournamentFile::read(&format!("game = \"mad\"\nfolder = \"{place}\"\n")).unwrap();
    /// assert_eq!(file.passed_over(), [folder.path().join("bob.py")]);
    /// ```
    pub fn passed_over(&self) -> Vec<PathBuf> {
        let folder = self.folder.as_ref().map(|folder| Contents::of(Path::new(&folder.value), &self.game));
        folder.and_then(Result::ok).map_or_else(Vec::new, |contents| contents.others)
    }
}

fn is_module(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "wasm")
}

/// Whether this is the program of a kit, or a folder with one.
fn is_kit(path: &Path) -> bool {
    if path.is_dir() {
        path.join("Game").is_file()
    } else {
        path.file_name().is_some_and(|name| name == "Game")
    }
}
