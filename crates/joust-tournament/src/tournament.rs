//! A tournament that can be played: from a fixture to a job, and from a job to a line of the journal.

use crate::line::GameLine;
use crate::terms::Terms;
use joust_core::{Allowance, BadClock, FaultKind, Game as _, Seed, Setup, mix};
use joust_games::{Ask, BoardAsk};
use joust_league::schedule::Fixture;
use joust_madmax::Skirmish;
use joust_match::{
    BadJob, BadOpening, Job, Openings, Performed, PlayerText, Programs, Recording, TRIES, Task, rehearse_with,
};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A tournament whose games can be played.
///
/// ```
/// use joust_match::Programs;
/// use joust_tournament::{Terms, Timetable, Tournament, TournamentFile};
/// let file = "game = \"wargame\"\nboards = [\"tiny\"]\nparticipants = [\"random\", \"minimax:1\"]\n";
/// let (file, programs) = (TournamentFile::read(file).unwrap(), Programs::default());
/// let terms = Terms::settle(&file, "t", &programs, None).unwrap();
/// let fixture = Timetable::new(&terms).unwrap().fixture(0).unwrap();
/// let tournament = Tournament::new(terms).unwrap();
/// let line = tournament.play(&fixture, &programs, &false.into()).unwrap().unwrap();
/// assert_eq!((line.game, line.seats.len()), (0, 2));
/// assert!(line.record.unwrap().actions.starts_with("drop-"));
/// ```
pub struct Tournament {
    terms: Terms,
    clock: Option<Allowance>,
    /// The openings on each board of a duel.
    openings: Vec<Openings>,
}

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BadTerms {
    /// The journal was written by another build.
    #[error("this tournament has version {0}, but this build knows version {version}", version = Terms::VERSION)]
    Version(u32),
    /// There is no such game.
    #[error("there is no game `{0}`")]
    Game(String),
    /// The games cannot begin.
    #[error(transparent)]
    Opening(#[from] BadOpening),
    /// The clock is not one.
    #[error(transparent)]
    Clock(#[from] BadClock),
    /// The games cannot be scheduled.
    #[error(transparent)]
    Schedule(#[from] joust_league::schedule::BadSchedule),
}

/// Why a game was not played, or does not count.
#[derive(Debug, thiserror::Error)]
pub enum BadGame {
    /// The job cannot be done.
    #[error(transparent)]
    Job(#[from] BadJob),
    /// The program of a participant cannot be started any more.
    #[error("{name} {why}")]
    Vanished {
        /// The participant.
        name: String,
        /// What happened, as the rest of a sentence.
        why: String,
    },
    /// Joust failed, and not a player.
    #[error("game {game} failed {tries} times, which is no fault of its players: {why}")]
    Void {
        /// The number of the game.
        game: usize,
        /// How often it was tried.
        tries: usize,
        /// What happened.
        why: String,
    },
}

impl Tournament {
    /// A tournament with these terms. See [`Tournament`] for an example.
    pub fn new(terms: Terms) -> Result<Tournament, BadTerms> {
        if terms.v != Terms::VERSION {
            return Err(BadTerms::Version(terms.v));
        }
        if terms.any_game().is_none() {
            return Err(BadTerms::Game(terms.game));
        }
        let clock = terms.clock.as_deref().map(Allowance::of_minutes).transpose()?;
        let mut openings = Vec::new();
        if terms.is_duel() && terms.openings {
            for (number, setup) in terms.boards.iter().enumerate() {
                let board = BoardAsk::Text { name: &setup.board.name, text: &setup.board.text };
                let position = terms.position.as_deref();
                let ask = Ask { rules: Some(&setup.rules), board: Some(board), position, seed: None };
                let seed = Seed(mix(terms.seed ^ mix(number as u64)));
                openings.push(Openings::of(&terms.game, &ask, seed)?);
            }
        }
        Ok(Tournament { terms, clock, openings })
    }

    /// What it depends on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Everything that a game depends on. Games with one number of an opening begin alike on one board.
    pub fn job(&self, fixture: &Fixture) -> Job {
        let terms = &self.terms;
        let setup = terms.boards[fixture.map % terms.boards.len()].clone();
        let is_duel = terms.is_duel();
        // In a duel, everybody draws other numbers in each game: else two equal players would play one game
        // twice.
        let seed = |seat: usize| {
            if is_duel {
                mix(mix(fixture.seed) ^ mix((2 * fixture.game + seat) as u64))
            } else {
                fixture.seed
            }
        };
        let player = |(seat, player): (usize, &usize)| PlayerText {
            player: *player,
            name: terms.participants[*player].player.clone(),
            seed: seed(seat),
        };
        let players = fixture.seats.iter().enumerate().map(player).collect();
        let opening = self.openings.get(fixture.map).map(|openings| openings.get(fixture.opening).moves);
        Job {
            opening: opening.unwrap_or_default(),
            clock: self.clock,
            limits: terms.limits,
            usual_tables: terms.usual_tables.as_ref().map(PathBuf::from),
            ..Job::new(fixture.game, Setup { seed: (!is_duel).then_some(fixture.seed), ..setup }, players)
        }
    }

    /// Lets every participant get ready for a game; gives those that cannot, with the reason.
    pub fn rehearse(&self, programs: &Programs) -> Vec<(String, BadJob)> {
        let terms = &self.terms;
        let fixture = |player| Fixture {
            game: 0,
            round: 0,
            block: 0,
            map: 0,
            opening: 0,
            seed: 1,
            // The others do not matter.
            seats: vec![player],
        };
        let mut tried: Vec<&str> = Vec::new();
        let mut bad = Vec::new();
        for (number, participant) in terms.participants.iter().enumerate() {
            if tried.contains(&participant.player.as_str()) {
                continue;
            }
            tried.push(&participant.player);
            if let Err(why) = rehearse_with(&self.job(&fixture(number)), programs) {
                bad.push((participant.name.clone(), why));
            }
        }
        bad
    }

    /// A game as a task: everything that it depends on, and what is kept of it.
    pub fn task(&self, fixture: &Fixture) -> Task {
        let job = self.job(fixture);
        // The actions of a duel are in its line already.
        let is_recorded = self.terms.records && job.setup.game == Skirmish::NAME;
        let names = || (0..fixture.seats.len()).map(|seat| self.name_at(fixture, seat)).collect();
        Task { record: is_recorded.then(|| Recording::at_home(names())), ..Task::new(job) }
    }

    /// Plays a game; `None` if the flag was set before its end.
    pub fn play(
        &self,
        fixture: &Fixture,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<GameLine>, BadGame> {
        let task = self.task(fixture);
        task.perform(programs, stop).transpose().map(|result| self.line(fixture, result)).transpose()
    }

    /// The line of a game whose [`Tournament::task`] was done.
    pub fn line(&self, fixture: &Fixture, result: Result<Performed, BadJob>) -> Result<GameLine, BadGame> {
        let Performed { played, record, .. } = match result {
            Ok(performed) => performed,
            // A map without room for all units is nobody's fault.
            Err(BadJob::Setup(why)) => return Ok(GameLine::broken(fixture, why.to_string())),
            Err(BadJob::Unfair { game, seat, fault, .. }) => {
                let (name, why) = (self.name_at(fixture, seat), fault.to_string());
                return Err(match fault.kind {
                    FaultKind::Start => BadGame::Vanished { name, why },
                    _ => BadGame::Void { game, tries: TRIES, why: format!("{name} {why}") },
                });
            }
            Err(why) => return Err(why.into()),
        };
        let mut line = GameLine::new(&self.job(fixture), &played, &fixture.seats, self.terms.records);
        if let (Some(kept), Some(bytes)) = (&mut line.record, record) {
            kept.set_compact(&bytes);
        }
        Ok(line)
    }

    fn name_at(&self, fixture: &Fixture, seat: usize) -> String {
        let participant = fixture.seats.get(seat).and_then(|player| self.terms.participants.get(*player));
        participant.map_or_else(|| "a player".to_owned(), |participant| participant.name.clone())
    }
}
