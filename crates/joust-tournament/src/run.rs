//! Plays the games of a tournament on several threads, and elsewhere.

use crate::journal::{BadStart, Opened};
use crate::ledger::Ledger;
use crate::line::{BadLine, GameLine};
use crate::origins::Origins;
use crate::retract::retract;
use crate::tournament::{BadGame, Tournament};
use joust_league::schedule::Fixture;
use joust_match::{BadJournal, Elsewhere, Heard, Programs};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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

/// Games that wait for a thread. While the disk confirms the games of a batch, threads take from these; with few
/// of them, short games would wait for a slow disk.
const QUEUE: usize = 128;

/// How far games may be ahead of the first one that is not over. While one game takes long, the others go on,
/// but their number is bounded, because they wait in memory.
const WINDOW: usize = 4096;

/// How often a runner that waits for other machines looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Here,
    Away,
}

/// What the runner is told.
enum Told {
    Here(usize, Result<Option<GameLine>, BadGame>),
    Away(Heard),
}

/// The machines that play, and the file that says which of them played which game.
struct Away<'a> {
    elsewhere: &'a dyn Elsewhere,
    path: &'a Path,
    origins: Origins,
}

/// A line to store, and the machine that played the game.
type Finished = (GameLine, Option<String>);

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
            let hall = Hall { runner: self, threads, to_play: &to_play, results: &results, halt: &halt };
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

/// The threads of a runner, and what they tell.
struct Hall<'a> {
    runner: &'a Runner<'a>,
    threads: usize,
    to_play: &'a Sender<Fixture>,
    results: &'a Receiver<Told>,
    halt: &'a AtomicBool,
}

impl Hall<'_> {
    /// Hands out games and stores them, until none is left or one fails. Games in progress on threads are always
    /// waited for, and stored if they were finished; games elsewhere are given up at the end.
    fn serve(
        &self,
        opened: &mut Opened,
        mut away: Option<Away<'_>>,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRun> {
        let stop = self.runner.stop;
        let (mut failed, mut given, mut next) = (None, BTreeMap::new(), 0);
        loop {
            let goes_on = failed.is_none() && !stop.load(Ordering::Relaxed) && !opened.ledger.is_over();
            if goes_on {
                if let Err(why) = self.hand_out(&opened.ledger, away.as_ref(), &mut given, &mut next) {
                    failed = Some(why);
                    continue;
                }
            } else {
                self.halt.store(true, Ordering::Relaxed);
                given.retain(|_, (_, place)| *place == Where::Here);
            }
            if given.is_empty() {
                break;
            }
            let first = match self.results.recv_timeout(if away.is_some() { LOOK } else { Duration::MAX }) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut lines = Vec::new();
            for told in std::iter::once(first).chain(self.results.try_iter()) {
                match self.heed(told, &mut given) {
                    Ok(Heed::Line(line)) => lines.push(*line),
                    Ok(Heed::Nothing) => {}
                    Ok(Heed::ShutOut(by)) => {
                        // The lines before this one may be of the liar, too: they are stored first, with it as
                        // their origin.
                        let lines = std::mem::take(&mut lines);
                        let stored = self.store(lines, opened, away.as_mut(), heard);
                        let cleaned = stored.and_then(|_| self.clean(&by, opened, away.as_mut()));
                        failed = failed.or(cleaned.err());
                        next = 0;
                    }
                    Err(why) => drop(failed.get_or_insert(why)),
                }
            }
            if lines.is_empty() || matches!(failed, Some(BadRun::Journal(_) | BadRun::Start(_))) {
                continue;
            }
            match self.store(lines, opened, away.as_mut(), heard) {
                Ok(true) => {}
                // The games that are played instead come before those that follow.
                Ok(false) => next = 0,
                Err(why) => {
                    if matches!(why, BadRun::Journal(_) | BadRun::Start(_)) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    failed = Some(why);
                }
            }
        }
        match failed {
            Some(why) => Err(why),
            None if opened.ledger.is_over() => Ok(Ended::Over),
            None => Ok(Ended::Stopped),
        }
    }

    /// Gives games to threads and to other machines as long as they have room.
    fn hand_out(
        &self,
        ledger: &Ledger,
        away: Option<&Away<'_>>,
        given: &mut BTreeMap<usize, (Fixture, Where)>,
        next: &mut usize,
    ) -> Result<(), BadRun> {
        let here = given.values().filter(|(_, place)| *place == Where::Here).count();
        let queue = if away.is_some() { self.threads } else { QUEUE };
        let mut room_here = (self.threads + queue).saturating_sub(here);
        let room = away.map_or(0, |away| away.elsewhere.room());
        let mut room_away = room.saturating_sub(given.len() - here);
        while room_here + room_away > 0 {
            let within = |fixture: &Fixture| fixture.game < ledger.next() + WINDOW;
            let Some(fixture) = ledger.fixture_from(*next).filter(within) else { break };
            *next = fixture.game + 1;
            if given.contains_key(&fixture.game) {
                continue;
            }
            // Threads here have few games waiting, so that at the end none waits behind another.
            if room_here > 0 {
                if self.to_play.send(fixture.clone()).is_err() {
                    break;
                }
                room_here -= 1;
                given.insert(fixture.game, (fixture, Where::Here));
            } else if let Some(away) = away {
                let task = self.runner.tournament.task(&fixture).with_modules(self.runner.programs);
                away.elsewhere.give(fixture.game, task.map_err(BadGame::from)?);
                room_away -= 1;
                given.insert(fixture.game, (fixture, Where::Away));
            }
        }
        Ok(())
    }

    /// What follows from what is told.
    fn heed(&self, told: Told, given: &mut BTreeMap<usize, (Fixture, Where)>) -> Result<Heed, BadRun> {
        match told {
            Told::Here(game, line) => {
                given.remove(&game);
                Ok(line?.map_or(Heed::Nothing, |line| Heed::Line(Box::new((line, None)))))
            }
            Told::Away(Heard::Over { number, result, by }) => {
                let Some((fixture, _)) = given.remove(&number) else { return Ok(Heed::Nothing) };
                let line = self.runner.tournament.line(&fixture, result.map(|performed| *performed))?;
                Ok(Heed::Line(Box::new((line, Some(by)))))
            }
            Told::Away(Heard::ShutOut { by }) => Ok(Heed::ShutOut(by)),
            Told::Away(Heard::Lost(why)) => Err(BadRun::Lost(why)),
        }
    }

    /// Games are on the disk before they count: games that end while the disk is busy are confirmed together.
    /// `false` if some of them do not count any more.
    fn store(
        &self,
        lines: Vec<Finished>,
        opened: &mut Opened,
        away: Option<&mut Away<'_>>,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<bool, BadRun> {
        let Opened { journal, ledger, .. } = opened;
        // After games were taken out, a game that was in progress may be one of others.
        let is_still = |line: &GameLine| {
            ledger.fixture_from(line.game).is_some_and(|now| now.game == line.game && now.seats == line.seats)
        };
        let (lines, stale): (Vec<Finished>, Vec<Finished>) = match &away {
            Some(_) => lines.into_iter().partition(|(line, _)| is_still(line)),
            None => (lines, Vec::new()),
        };
        let mut elsewhere = None;
        if let Some(away) = away {
            for (line, by) in &lines {
                if let Some(by) = by {
                    away.origins.add(line.game, by)?;
                }
            }
            away.origins.sync()?;
            elsewhere = Some(away.elsewhere);
        }
        for (line, _) in &lines {
            journal.write(line)?;
        }
        journal.sync()?;
        let is_away = |by: &Option<String>| elsewhere.filter(|_| by.is_some());
        for (line, by) in &stale {
            // Nobody waits for it.
            is_away(by).inspect(|elsewhere| elsewhere.stored(line.game));
        }
        for (line, by) in lines {
            is_away(&by).inspect(|elsewhere| elsewhere.stored(line.game));
            ledger.add(line.skipped())?;
            heard(ledger);
        }
        Ok(stale.is_empty())
    }

    /// Takes the games of a machine that lied out of the journal. They are played again.
    fn clean(&self, by: &str, opened: &mut Opened, away: Option<&mut Away<'_>>) -> Result<(), BadRun> {
        let Some(away) = away else { return Ok(()) };
        let games = away.origins.shut_out(by)?;
        let terms = self.runner.tournament.terms();
        retract(away.path, terms, opened, &games)?;
        Ok(away.origins.clean()?)
    }
}

/// What to do about something that was told.
enum Heed {
    Line(Box<Finished>),
    ShutOut(String),
    Nothing,
}

fn next(fixtures: &Mutex<Receiver<Fixture>>) -> Option<Fixture> {
    fixtures.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}
