//! Official rounds: tournaments over modules that are frozen, repeatable from their journals.

use crate::Contest;
use joust_core::mix;
use joust_files::Care;
use joust_league::schedule::{BadSchedule, Seating, Setting};
use joust_match::{Elsewhere, Programs};
use joust_tournament::{
    BadExport, BadRun, BadStart, BadTerms, Ended, Ledger, Participant, Reading, ReportLimits, Runner, Survey,
    Terms, Timetable, Tournament, gradebook_csv, open_trusted, report_html,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A player that takes part in an official round, as it was when everything was frozen.
#[derive(Clone, Copy, Debug)]
pub struct Frozen<'a> {
    /// The name of the player, as the judge found it.
    pub name: &'a str,
    /// The bytes of its module.
    pub module: &'a [u8],
}

/// An official round in its folder: the modules as `NAME.wasm`, and the journal `round.journal`. `joust tournament
/// table`, `export` and `verify` read the journal, too.
#[derive(Clone, Debug)]
pub struct OfficialRound {
    folder: PathBuf,
    terms: Terms,
}

/// Why a round cannot be played or told.
#[derive(Debug, thiserror::Error)]
pub enum BadRound {
    /// The contest has no such round.
    #[error("the contest has no round {0}")]
    NoRound(usize),
    /// The format does not fit the number of players.
    #[error("{0}")]
    Format(String),
    /// The games cannot be scheduled.
    #[error(transparent)]
    Schedule(#[from] BadSchedule),
    /// A file cannot be written or read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The tournament cannot be played.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// Its journal cannot be used.
    #[error(transparent)]
    Journal(#[from] BadStart),
    /// A game could not be played.
    #[error(transparent)]
    Run(#[from] BadRun),
    /// The results cannot be exported.
    #[error(transparent)]
    Export(#[from] BadExport),
}

impl OfficialRound {
    /// Freezes a round of the contest, counted from 0: writes the modules into the folder, where they are not there
    /// already, and settles the terms. The players stand in the order of their strength, as far as it is known. Freezing
    /// once more with other modules is refused when the round is played: the journal has the terms.
    pub fn freeze(
        contest: &Contest,
        number: usize,
        players: &[Frozen<'_>],
        folder: &Path,
    ) -> Result<OfficialRound, BadRound> {
        let round = contest.rounds.get(number).ok_or(BadRound::NoRound(number))?;
        let seed = mix(contest.seed ^ mix(number as u64 + 1)) >> 33;
        let setting = Setting {
            participants: players.len(),
            seats: contest.seats(),
            maps: contest.boards.len(),
            seed,
            seating: Seating::Rotated,
        };
        let format = round.format.settle(&setting).map_err(BadRound::Format)?;
        std::fs::create_dir_all(folder)?;
        let mut participants = Vec::new();
        for player in players {
            let file = module_file(player.name);
            let path = folder.join(&file);
            if !std::fs::read(&path).is_ok_and(|there| there == player.module) {
                joust_files::write(&path, player.module, Care::Durable)?;
            }
            let sha256 = Some(hex::encode(Sha256::digest(player.module)));
            participants.push(Participant { name: player.name.to_owned(), player: file, sha256 });
        }
        let name = format!("{}: {}", contest.name, round.name);
        let mut frozen = OfficialRound {
            folder: folder.to_owned(),
            terms: contest.terms(name, format, participants, seed),
        };
        // A contest may get another name while its round is played, and earlier builds had no patience.
        if let Ok(begun) = Reading::open(&frozen.journal()) {
            frozen.terms.tournament = begun.terms.tournament;
            frozen.terms.limits.patience = begun.terms.limits.patience;
        }
        Timetable::new(&frozen.terms)?;
        Ok(frozen)
    }

    /// The module of a player in the folder of a round; `None` if it is not there, or is not the one with this SHA-256.
    pub fn module(folder: &Path, name: &str, sha256: &str) -> Option<Vec<u8>> {
        let module = std::fs::read(folder.join(module_file(name))).ok()?;
        (hex::encode(Sha256::digest(&module)) == sha256).then_some(module)
    }

    /// Removes the module of a player from the folder of a round that is over.
    pub fn forget_module(folder: &Path, name: &str) -> io::Result<()> {
        match std::fs::remove_file(folder.join(module_file(name))) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
            _ => Ok(()),
        }
    }

    /// What its games depend on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The path of its journal.
    pub fn journal(&self) -> PathBuf {
        self.folder.join("round.journal")
    }

    /// Plays the round, or continues it; `heard` is told of every game. Everything follows from the terms: a round
    /// that was stopped or killed ends as one that was not, whatever the number of threads.
    pub fn play(
        &self,
        programs: Programs,
        threads: usize,
        stop: &AtomicBool,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRound> {
        let programs = programs.in_folder(&self.folder);
        let tournament = Tournament::new(self.terms.clone())?;
        let mut opened = open_trusted(&self.journal(), &self.terms)?;
        let runner = Runner { tournament: &tournament, programs: &programs, threads, stop };
        Ok(runner.run(&mut opened, heard)?)
    }

    /// [`OfficialRound::play`] with games that other machines play, and this one on as many threads as it is told,
    /// which may be none. The journal is that of one machine.
    pub fn play_elsewhere(
        &self,
        programs: Programs,
        elsewhere: &dyn Elsewhere,
        threads: usize,
        stop: &AtomicBool,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRound> {
        let programs = programs.in_folder(&self.folder);
        let tournament = Tournament::new(self.terms.clone())?;
        let mut opened = open_trusted(&self.journal(), &self.terms)?;
        let runner = Runner { tournament: &tournament, programs: &programs, threads, stop };
        Ok(runner.run_elsewhere(&mut opened, &self.journal(), elsewhere, heard)?)
    }

    /// What the games so far add up to: standings, ratings, head to head.
    pub fn survey(&self) -> Result<Survey, BadRound> {
        Ok(Survey::of(Reading::open(&self.journal())?)?)
    }

    /// Writes the gradebook as CSV.
    pub fn gradebook(&self, out: &mut dyn Write) -> Result<(), BadRound> {
        Ok(gradebook_csv(&self.survey()?, None, out)?)
    }

    /// Writes the report: one page with standings and games, which needs nothing else.
    pub fn report(&self, limits: ReportLimits, out: &mut dyn Write) -> Result<(), BadRound> {
        Ok(report_html(&self.journal(), limits, out)?)
    }
}

/// The file of the module of a player, in the folder of its round.
fn module_file(name: &str) -> String {
    format!("{name}.wasm")
}

/// A version of a student, as far as official rounds need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionFact {
    /// Its number in the whole contest.
    pub version: u64,
    /// The student.
    pub student: u64,
    /// When it arrived, in seconds since 1970. The time at which it was judged does not matter.
    pub arrived: i64,
    /// What became of it.
    pub state: VersionState,
}

/// What became of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VersionState {
    /// It waits for the judge, or is being judged.
    Waiting,
    /// It passed.
    Qualified,
    /// It failed.
    Refused,
    /// The judge failed, which is no fault of the student: it is judged again.
    Troubled,
}

/// The choice of a student: this version is the official one from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The student.
    pub student: u64,
    /// The version.
    pub version: u64,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// Who takes part when everything is frozen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Freeze {
    /// The official version of each student that has one, in the order of the students.
    pub official: Vec<(u64, u64)>,
    /// Versions that arrived in time and decide, and are not judged yet: the round waits for them. A version with which
    /// the judge failed decides if its student has no other one.
    pub waiting: Vec<u64>,
}

impl Freeze {
    /// The official versions at a moment: for each student the last choice by then whose version arrived by then and
    /// qualified; without a choice, the first version that qualified.
    ///
    /// ```
    /// use joust_contest::{Choice, Freeze, VersionFact, VersionState::{Qualified, Refused, Waiting}};
    /// let fact = |version, student, arrived, state| VersionFact { version, student, arrived, state };
    /// let versions = [
    ///     fact(1, 7, 100, Qualified), fact(2, 7, 200, Qualified), fact(3, 8, 290, Waiting),
    ///     fact(4, 9, 301, Qualified), fact(5, 6, 250, Refused),
    /// ];
    /// let choices = [Choice { student: 7, version: 2, at: 210 }, Choice { student: 7, version: 1, at: 301 }];
    /// let freeze = Freeze::at(300, &versions, &choices);
    /// assert_eq!(freeze.official, [(7, 2)], "what comes later does not count");
    /// assert_eq!(freeze.waiting, [3], "it arrived in time, so the round waits for the judge");
    /// ```
    pub fn at(moment: i64, versions: &[VersionFact], choices: &[Choice]) -> Freeze {
        let mut students: Vec<u64> = versions.iter().map(|fact| fact.student).collect();
        students.sort_unstable();
        students.dedup();
        let mut freeze = Freeze::default();
        for student in students {
            let in_time = |fact: &&VersionFact| fact.student == student && fact.arrived <= moment;
            let mut own: Vec<&VersionFact> = versions.iter().filter(in_time).collect();
            own.sort_by_key(|fact| (fact.arrived, fact.version));
            let chosen = |choice: &Choice| {
                let is_own = choice.student == student && choice.at <= moment;
                own.iter().copied().find(|fact| is_own && fact.version == choice.version)
            };
            let mut chosen: Vec<(i64, &VersionFact)> =
                choices.iter().filter_map(|choice| Some((choice.at, chosen(choice)?))).collect();
            chosen.sort_by_key(|(at, _)| *at);
            // From the last choice back, then from the first version on.
            let mut order = chosen.iter().rev().map(|(_, fact)| *fact).chain(own.iter().copied());
            let mut troubled = None;
            let is_decided = order.any(|fact| {
                match fact.state {
                    VersionState::Qualified => freeze.official.push((student, fact.version)),
                    VersionState::Waiting => freeze.waiting.push(fact.version),
                    VersionState::Troubled => troubled = troubled.or(Some(fact.version)),
                    VersionState::Refused => {}
                }
                matches!(fact.state, VersionState::Qualified | VersionState::Waiting)
            });
            if !is_decided {
                freeze.waiting.extend(troubled);
            }
        }
        freeze
    }
}
