//! Plays the games of a tournament on several threads, and elsewhere.

use crate::hall::Hall;
use crate::journal::{BadStart, Opened};
use crate::ledger::Ledger;
use crate::line::{BadLine, GameLine};
use crate::origins::Origins;
use crate::tournament::{BadGame, Tournament};
use joust_league::schedule::Fixture;
use joust_match::{BadJournal, Elsewhere, Heard, Programs};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A tournament with the means to play it.
pub struct Runner<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// The programs of its participants.
    pub programs: &'a Programs,
    /// The number of games at a time.
    pub threads: usize,
    /// Stops the tournament when it becomes true: games in progress are given up. The runner sets it itself
    /// when a game cannot be written.
    pub stop: &'a AtomicBool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games were played, or enough of them.
    Over,
    /// The flag was set.
    Stopped,
}

/// Why a tournament could not go on. All games that were finished are in the journal.
#[derive(Debug, thiserror::Error)]
pub enum BadRun {
    /// A game cannot be written to the journal.
    #[error(transparent)]
    Journal(#[from] BadJournal),
    /// The journal cannot be written again without the games of a machine that lied.
    #[error(transparent)]
    Start(#[from] BadStart),
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// A game that was played is not one of this tournament.
    #[error(transparent)]
    Line(#[from] BadLine),
    /// A participant cannot play on another machine.
    #[error("{0}")]
    NotElsewhere(String),
    /// The machines that play cannot be reached any more.
    #[error("{0}")]
    Lost(String),
}

/// How often a runner that waits for other machines looks whether it is to stop.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// What the runner is told.
pub(crate) enum Told {
    Here(usize, Result<Option<GameLine>, BadGame>),
    Away(Heard),
}

/// The machines that play, and the file that says which of them played which game.
pub(crate) struct Away<'a> {
    pub(crate) elsewhere: &'a dyn Elsewhere,
    pub(crate) path: &'a Path,
    pub(crate) origins: Origins,
}

impl Runner<'_> {
    /// Plays the games that are not in the journal. `heard` is told after every game that was stored. The
    /// games, and what they add up to, do not depend on the number of threads.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_tournament::{Ended, Runner, Terms, Tournament, TournamentFile, open};
    /// let file = "game = \"wargame\"\nboards = \"tiny\"\nparticipants = [\"random\", \"minimax:1\", \"minimax:2\"]\n";
    /// let (file, programs, stop) = (TournamentFile::read(file).unwrap(), Programs::default(), false.into());
    /// let terms = Terms::settle(&file, "t", &programs, None).unwrap();
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("t.journal");
    /// let mut opened = open(&path, &terms).unwrap();
    /// let tournament = Tournament::new(terms).unwrap();
    /// let runner = Runner { tournament: &tournament, programs: &programs, threads: 2, stop: &stop };
    /// let mut games = 0;
    /// assert_eq!(runner.run(&mut opened, &mut |_| games += 1).unwrap(), Ended::Over);
    /// assert_eq!((games, opened.ledger.over(), opened.ledger.is_over()), (6, 6, true));
    /// ```
    pub fn run(&self, opened: &mut Opened, heard: &mut dyn FnMut(&Ledger)) -> Result<Ended, BadRun> {
        self.run_at(opened, None, heard)
    }

    /// [`Runner::run`] with games that are played elsewhere, and here on as many threads as the runner has, which
    /// may be none. The journal, at this path, has the lines of a run without other machines.
    pub fn run_elsewhere(
        &self,
        opened: &mut Opened,
        path: &Path,
        elsewhere: &dyn Elsewhere,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRun> {
        let terms = self.tournament.terms();
        let origins = Origins::open(path, &terms.tournament, opened.ledger.over() > 0)?;
        if let Some(fixture) = opened.ledger.fixture_from(0) {
            let everybody = Fixture { seats: (0..terms.participants.len()).collect(), ..fixture };
            self.tournament.task(&everybody).is_repeatable().map_err(BadRun::NotElsewhere)?;
        }
        // A machine that has lied may still be there.
        origins.liars().for_each(|by| elsewhere.shut_out(by));
        self.run_at(opened, Some(Away { elsewhere, path, origins }), heard)
    }

    fn run_at(
        &self,
        opened: &mut Opened,
        away: Option<Away<'_>>,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRun> {
        let threads = if away.is_some() { self.threads } else { self.threads.max(1) };
        let (to_play, fixtures) = channel();
        let (fixtures, halt, done) = (Mutex::new(fixtures), AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (told, results) = channel();
            for _ in 0..threads {
                let (told, fixtures, halt) = (told.clone(), &fixtures, &halt);
                scope.spawn(move || {
                    while let Some(fixture) = next(fixtures) {
                        let line = if halt.load(Ordering::Relaxed) { Ok(None) } else { self.play(&fixture) };
                        if told.send(Told::Here(fixture.game, line)).is_err() {
                            return;
                        }
                    }
                });
            }
            if let Some(elsewhere) = away.as_ref().map(|away| away.elsewhere) {
                let (told, done) = (told.clone(), &done);
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        if elsewhere.hear(LOOK).is_some_and(|heard| told.send(Told::Away(heard)).is_err()) {
                            return;
                        }
                    }
                });
            }
            drop(told);
            let hall = Hall::new(self, threads, &to_play, &results, &halt);
            let ended = hall.serve(opened, away, heard);
            done.store(true, Ordering::Relaxed);
            // The threads end when nothing more can be sent to them.
            drop(to_play);
            ended
        })
    }

    fn play(&self, fixture: &Fixture) -> Result<Option<GameLine>, BadGame> {
        self.tournament.play(fixture, self.programs, self.stop)
    }
}

fn next(fixtures: &Mutex<Receiver<Fixture>>) -> Option<Fixture> {
    fixtures.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}
