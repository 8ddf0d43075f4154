//! Plays the games of a tournament on several threads.

use crate::journal::Opened;
use crate::ledger::Ledger;
use crate::line::{BadLine, GameLine};
use crate::tournament::{BadGame, Tournament};
use joust_league::schedule::Fixture;
use joust_match::{BadJournal, Journal, Programs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

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
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// A game that was played is not one of this tournament.
    #[error(transparent)]
    Line(#[from] BadLine),
}

/// Games that wait for a thread. While the disk confirms the games of a batch, threads take from these; with few
/// of them, short games would wait for a slow disk.
const QUEUE: usize = 128;

/// How far games may be ahead of the first one that is not over. While one game takes long, the others go on,
/// but their number is bounded, because they wait in memory.
const WINDOW: usize = 4096;

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
        let threads = self.threads.max(1);
        let (to_play, fixtures) = channel();
        let (fixtures, halt) = (Mutex::new(fixtures), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (played, results) = channel();
            for _ in 0..threads {
                let (played, fixtures, halt) = (played.clone(), &fixtures, &halt);
                scope.spawn(move || {
                    while let Some(fixture) = next(fixtures) {
                        let line = if halt.load(Ordering::Relaxed) { Ok(None) } else { self.play(&fixture) };
                        if played.send(line).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(played);
            let ended = self.serve(opened, &to_play, &results, &halt, heard);
            // The threads end when nothing more can be sent to them.
            drop(to_play);
            ended
        })
    }

    fn play(&self, fixture: &Fixture) -> Result<Option<GameLine>, BadGame> {
        self.tournament.play(fixture, self.programs, self.stop)
    }

    /// Hands out games and stores them, until none is left or one fails. Games in progress are always waited
    /// for, and stored if they were finished.
    fn serve(
        &self,
        opened: &mut Opened,
        to_play: &Sender<Fixture>,
        results: &Receiver<Result<Option<GameLine>, BadGame>>,
        halt: &AtomicBool,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRun> {
        let Opened { journal, ledger, .. } = opened;
        let (mut failed, mut in_progress, mut next) = (None, 0, 0);
        loop {
            let goes_on = failed.is_none() && !self.stop.load(Ordering::Relaxed) && !ledger.is_over();
            while goes_on && in_progress < self.threads.max(1) + QUEUE {
                let within = |fixture: &Fixture| fixture.game < ledger.next() + WINDOW;
                let Some(fixture) = ledger.fixture_from(next).filter(within) else { break };
                next = fixture.game + 1;
                if to_play.send(fixture).is_err() {
                    break;
                }
                in_progress += 1;
            }
            if in_progress == 0 {
                break;
            }
            if !goes_on {
                halt.store(true, Ordering::Relaxed);
            }
            let Ok(first) = results.recv() else { break };
            let mut lines = Vec::new();
            for line in std::iter::once(first).chain(results.try_iter()) {
                in_progress -= 1;
                match line {
                    Ok(line) => lines.extend(line),
                    Err(why) => drop(failed.get_or_insert(why.into())),
                }
            }
            if lines.is_empty() || matches!(failed, Some(BadRun::Journal(_))) {
                continue;
            }
            if let Err(why) = store(lines, journal, ledger, heard) {
                if matches!(why, BadRun::Journal(_)) {
                    self.stop.store(true, Ordering::Relaxed);
                }
                failed = Some(why);
            }
        }
        match failed {
            Some(why) => Err(why),
            None if ledger.is_over() => Ok(Ended::Over),
            None => Ok(Ended::Stopped),
        }
    }
}

/// Games are on the disk before they count: games that end while the disk is busy are confirmed together.
fn store(
    lines: Vec<GameLine>,
    journal: &mut Journal,
    ledger: &mut Ledger,
    heard: &mut dyn FnMut(&Ledger),
) -> Result<(), BadRun> {
    for line in &lines {
        journal.write(line)?;
    }
    journal.sync()?;
    for line in lines {
        ledger.add(line.skipped())?;
        heard(ledger);
    }
    Ok(())
}

fn next(fixtures: &Mutex<Receiver<Fixture>>) -> Option<Fixture> {
    fixtures.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}
