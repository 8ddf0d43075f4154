//! What the games of a tournament depend on: the first line of its journal.

use crate::entrants::Entrants;
use crate::file::{At, BadFile, Stop, TournamentFile};
use crate::format::Format;
use crate::page::Problem;
use crate::timetable::Timetable;
use joust_core::{Game as _, Seed, Setup};
use joust_games::{AnyGame, Ask, BoardAsk, duel, game};
use joust_league::rating::Anchor;
use joust_league::schedule::{Seating, Setting};
use joust_madmax::Skirmish;
use joust_match::{GameLimits, Openings, Programs};
use joust_players::{BotProgram, Kind, Spec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Everything that the games of a tournament depend on, and what its standings need. Nothing in it is a name
/// whose meaning could change: boards are spelled out, and programs have their SHA-256 where they have one.
///
/// ```
/// use joust_match::Programs;
/// use joust_tournament::{Terms, TournamentFile};
/// let file = TournamentFile::read(r#"
///     game = "madmax"
///     participants = ["Dummy", "Demo", "Null", "Dummy"]
/// "#).unwrap();
/// let terms = Terms::settle(&file, "spring", &Programs::default(), None).unwrap();
/// assert_eq!(terms.names(), ["Dummy#1", "Demo", "Null", "Dummy#2"]);
/// let line = serde_json::to_string(&terms).unwrap();
/// assert!(line.starts_with(r#"{"tournament":"spring","v":2,"game":"madmax","#));
/// assert_eq!(serde_json::from_str::<Terms>(&line).unwrap(), terms);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The name of the tournament.
    pub tournament: String,
    /// The version of this form: [`Terms::VERSION`].
    pub v: u32,
    /// The game by name.
    pub game: String,
    /// Who plays whom.
    pub format: Format,
    /// The participants in the order of the file; the first is the best by seed.
    pub participants: Vec<Participant>,
    /// How games start on each board or map. In games with chance, the schedule adds the seed.
    pub boards: Vec<Setup>,
    /// The position that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether duels begin with openings.
    pub openings: bool,
    /// The games of a block.
    pub seating: Seating,
    /// The seed of all random choices.
    pub seed: u64,
    /// The clock of a duel in minutes and seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The limits of programs.
    pub limits: GameLimits,
    /// When it ends before its last game.
    #[serde(default)]
    pub stop: Stop,
    /// The participant whose rating is 0; without one, it is the mean of all ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Whether the journal has the records of the games.
    pub records: bool,
    /// The folder of endgame tables that engines use, from the environment.
    #[serde(rename = "JOUST_TABLES", default, skip_serializing_if = "Option::is_none")]
    pub usual_tables: Option<String>,
    /// The SHA-256 of the weights in each file that an engine names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The part of the games that this journal has, if it has only a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// The name, which no other participant has.
    pub name: String,
    /// The canonical name of its player, with all limits.
    pub player: String,
    /// The SHA-256 of its program: a module, the `Game` of a kit, or the files that a command names. See
    /// [`Programs::fingerprint`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A part of a tournament that is played on several machines: every `of`th block from the `part`th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 1.
    pub part: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Shard {
    /// Whether a block belongs to this part.
    pub(crate) fn has(self, block: usize) -> bool {
        block % self.of + 1 == self.part
    }
}

/// The longest file of a board or map, in bytes.
const LONGEST_BOARD: u64 = 16 << 20;

impl Terms {
    /// The version that this build writes and plays. In version 1, all blocks of a round had one opening.
    pub const VERSION: u32 = 2;

    /// Opens everything that a file names; relative paths are relative to the working directory.
    /// `usual_name` is the name of a tournament without one, and `usual_tables` the folder of endgame tables
    /// for engines that name none.
    pub fn settle(
        file: &TournamentFile,
        usual_name: &str,
        programs: &Programs,
        usual_tables: Option<&Path>,
    ) -> Result<Terms, BadFile> {
        let mut problems = Vec::new();
        let boards = boards(file, &mut problems);
        let Entrants { participants, weights } = Entrants::find(file, programs, &mut problems);
        if let Some(At { line, value }) = &file.anchor
            && !participants.iter().any(|participant| participant.name == *value)
        {
            let what = format!("no participant is called `{value}`: write the name of one");
            problems.push(Problem { line: Some(*line), field: "anchor".to_owned(), what });
        }
        if !problems.is_empty() {
            return Err(BadFile(problems));
        }
        let seats = game(&file.game).map_or(2, |game| game.sides().len());
        let setting = Setting {
            participants: participants.len(),
            seats,
            maps: boards.len(),
            seed: file.seed,
            seating: file.seating,
        };
        let problem =
            |what| BadFile(vec![Problem { line: file.format_line, field: "format".to_owned(), what }]);
        let terms = Terms {
            tournament: file.name.clone().unwrap_or_else(|| usual_name.to_owned()),
            v: Terms::VERSION,
            game: file.game.clone(),
            format: file.format.settle(&setting).map_err(problem)?,
            participants,
            boards,
            position: file.position.as_ref().map(|position| position.value.clone()),
            openings: file.openings,
            seating: file.seating,
            seed: file.seed,
            clock: file.clock.clone(),
            limits: file.limits,
            stop: file.stop,
            anchor: file.anchor.as_ref().map(|anchor| anchor.value.clone()),
            records: file.records,
            usual_tables: usual_tables.map(|folder| folder.display().to_string()),
            weights,
            shard: None,
        };
        Timetable::new(&terms).map_err(|why| problem(why.to_string()))?;
        terms.check_stop().map_err(|what| {
            BadFile(vec![Problem { line: file.stop_line, field: "stop".to_owned(), what }])
        })?;
        Ok(terms)
    }

    /// A sequential test needs games in which the first two participants can be compared.
    fn check_stop(&self) -> Result<(), String> {
        if self.stop.sprt.is_none() {
            return Ok(());
        }
        match (self.seats(), self.format) {
            (3.., Format::Compare { .. }) => Ok(()),
            (3.., _) => Err(
                "with four seats, sprt compares the first two participants in equal games: write format = \
                             \"compare\""
                    .to_owned(),
            ),
            (_, Format::RoundRobin { .. } | Format::Gauntlet { challengers: 1, .. }) => Ok(()),
            (_, Format::Gauntlet { challengers, .. }) => Err(format!(
                "sprt compares the first two participants, and the {challengers} challengers of this gauntlet do not \
                 meet: write challengers = 1, or format = \"round-robin\""
            )),
            (_, format) => Err(format!(
                "sprt compares the first two participants in their games against each other, and in the format {} \
                 they may never meet: write format = \"round-robin\"",
                format.name()
            )),
        }
    }

    /// The seats of the game.
    pub fn seats(&self) -> usize {
        self.any_game().map_or(2, |game| game.sides().len())
    }

    /// Whether the game has two seats that act in turn.
    pub fn is_duel(&self) -> bool {
        duel(&self.game).is_some()
    }

    /// The game of the register.
    pub fn any_game(&self) -> Option<&'static dyn AnyGame> {
        game(&self.game)
    }

    /// The names of the participants.
    pub fn names(&self) -> Vec<String> {
        self.participants.iter().map(|participant| participant.name.clone()).collect()
    }

    /// The number of the participant of this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.participants.iter().position(|participant| participant.name == name)
    }

    /// What the schedule is made for.
    pub fn setting(&self) -> Setting {
        Setting {
            participants: self.participants.len(),
            seats: self.seats(),
            maps: self.boards.len(),
            seed: self.seed,
            seating: self.seating,
        }
    }

    /// The files of the modules that take part, by SHA-256.
    pub fn modules(&self) -> BTreeMap<String, PathBuf> {
        let module = |participant: &Participant| {
            let Kind::Bot(bot) = Spec::read(&participant.player, &self.game).ok()?.kind else { return None };
            let BotProgram::Module(path) = bot.program else { return None };
            Some((participant.sha256.clone()?, path))
        };
        self.participants.iter().filter_map(module).collect()
    }

    /// The participant whose rating is 0; without one, it is the mean of all ratings.
    pub fn anchor(&self) -> Option<Anchor> {
        let participant = self.named(self.anchor.as_deref()?)?;
        Some(Anchor { participant, elo: 0.0 })
    }

    /// The terms of the whole tournament, if these are of a part.
    #[must_use]
    pub fn whole(&self) -> Terms {
        Terms { shard: None, ..self.clone() }
    }
}

/// How games start on each of the boards that the file names, or on the usual ones.
fn boards(file: &TournamentFile, problems: &mut Vec<Problem>) -> Vec<Setup> {
    let Some(game) = game(&file.game) else { return Vec::new() };
    let (rules, position) = (
        file.rules.as_ref().map(|rules| rules.value.as_str()),
        file.position.as_ref().map(|position| position.value.as_str()),
    );
    let field = if game.name() == Skirmish::NAME { "maps" } else { "boards" };
    let mut refuse = |line: Option<usize>, field: &str, what: String| {
        problems.push(Problem { line, field: field.to_owned(), what });
    };
    if position.is_some() && file.boards.len() > 1 {
        let line = file.position.as_ref().map(|position| position.line);
        refuse(line, "position", "a position is for one board: name one board, or leave it out".to_owned());
        return Vec::new();
    }
    // The rules are checked alone, so that what is wrong with them is told once.
    if let Some(At { line, value }) = &file.rules
        && let Err(why) = game.rules_name(value)
    {
        refuse(Some(*line), "rules", why.to_string());
        return Vec::new();
    }
    let ask = Ask { rules, position, ..Ask::default() };
    if file.boards.is_empty() {
        return usual_boards(game, &ask).unwrap_or_else(|why| {
            refuse(file.position.as_ref().map(|position| position.line), "position", why);
            Vec::new()
        });
    }
    let mut boards = Vec::new();
    for At { line, value } in &file.boards {
        match board(game, value, &ask) {
            Ok(setup) => boards.push(setup),
            Err(why) => refuse(Some(*line), field, why),
        }
    }
    boards
}

/// The boards of a file that names none: those of a match.
///
/// ```
/// use joust_games::{Ask, game};
/// let boards = joust_tournament::usual_boards(game("mad").unwrap(), &Ask::default()).unwrap();
/// assert_eq!(boards[0].board.name, "6x4");
/// ```
pub fn usual_boards(game: &dyn AnyGame, ask: &Ask) -> Result<Vec<Setup>, String> {
    if duel(game.name()).is_some() {
        let openings = Openings::of(game.name(), ask, Seed(1)).map_err(|why| why.to_string())?;
        return Ok(openings.setups().cloned().collect());
    }
    let setup = game.setup(ask).map_err(|why| why.to_string())?;
    Ok(vec![Setup { seed: None, ..setup }])
}

/// The board of a name or of a file.
fn board(game: &dyn AnyGame, name: &str, ask: &Ask) -> Result<Setup, String> {
    let is_known = game.boards().iter().any(|entry| entry.name.eq_ignore_ascii_case(name));
    let path = Path::new(name);
    let refused = |why: joust_games::Refused| why.to_string();
    if is_known || !path.is_file() {
        let found = game.setup(&Ask { board: Some(BoardAsk::Named(name)), ..*ask });
        let setup = found.map_err(|why| format!("{why}; a file of this name does not exist either"));
        return Ok(Setup { seed: None, ..setup? });
    }
    let text = joust_files::read_text(path, LONGEST_BOARD).map_err(|why| format!("{name}: {why}"))?;
    let stem = path.file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
    let board = Some(BoardAsk::Text { name: &stem, text: &text });
    let mut setup = game.setup(&Ask { board, ..*ask }).map_err(refused)?;
    setup.board.name = stem;
    Ok(Setup { seed: None, ..setup })
}
