//! Hands out the games of a tournament to threads and other machines, and stores what they tell.

use crate::journal::Opened;
use crate::ledger::Ledger;
use crate::line::GameLine;
use crate::retract::retract;
use crate::run::{Away, BadRun, Ended, LOOK, Runner, Told};
use crate::tournament::BadGame;
use joust_league::schedule::Fixture;
use joust_match::{Elsewhere, Heard};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Games that wait for a thread. While the disk confirms the games of a batch, threads take from these; with few
/// of them, short games would wait for a slow disk.
const QUEUE: usize = 128;

/// How far games may be ahead of the first one that is not over. While one game takes long, the others go on,
/// but their number is bounded, because they wait in memory.
const WINDOW: usize = 4096;

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Here,
    /// By the task of this number.
    Away(usize),
    /// On a thread that had nothing else to do, and by the task of this number.
    Both(usize),
}

impl Where {
    fn is_here(self) -> bool {
        !matches!(self, Where::Away(_))
    }

    fn task(self) -> Option<usize> {
        match self {
            Where::Here => None,
            Where::Away(task) | Where::Both(task) => Some(task),
        }
    }
}

/// A line to store, and for a game from elsewhere the machine that played it and the number of the task.
type Finished = (GameLine, Option<(String, usize)>);

/// What to do about something that was told.
enum Heed {
    Line(Box<Finished>),
    ShutOut(String),
    Nothing,
}

/// The games of a run, and the threads that play them.
pub(crate) struct Hall<'a> {
    runner: &'a Runner<'a>,
    threads: usize,
    to_play: &'a Sender<Fixture>,
    results: &'a Receiver<Told>,
    halt: &'a AtomicBool,
    /// The games that are being played.
    given: BTreeMap<usize, (Fixture, Where)>,
    /// All games before this one were handed out.
    next: usize,
    /// The number of the next task for other machines. No number is used twice, because a game can be given again.
    next_task: usize,
}

impl<'a> Hall<'a> {
    pub(crate) fn new(
        runner: &'a Runner<'a>,
        threads: usize,
        to_play: &'a Sender<Fixture>,
        results: &'a Receiver<Told>,
        halt: &'a AtomicBool,
    ) -> Hall<'a> {
        let given = BTreeMap::new();
        Hall { runner, threads, to_play, results, halt, given, next: 0, next_task: 0 }
    }

    /// Hands out games and stores them, until none is left or one fails. Games in progress on threads are always
    /// waited for, and stored if they were finished; games elsewhere are given up at the end.
    pub(crate) fn serve(
        mut self,
        opened: &mut Opened,
        mut away: Option<Away<'_>>,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<Ended, BadRun> {
        let stop = self.runner.stop;
        let mut failed = None;
        loop {
            let goes_on = failed.is_none() && !stop.load(Ordering::Relaxed) && !opened.ledger.is_over();
            if goes_on {
                let elsewhere = away.as_ref().map(|away| away.elsewhere);
                if let Err(why) = self.hand_out(&opened.ledger, elsewhere) {
                    failed = Some(why);
                    continue;
                }
            } else {
                self.halt.store(true, Ordering::Relaxed);
                self.given.retain(|_, (_, place)| place.is_here());
            }
            if self.given.is_empty() {
                break;
            }
            let first = match self.results.recv_timeout(if away.is_some() { LOOK } else { Duration::MAX }) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut lines = Vec::new();
            for told in std::iter::once(first).chain(self.results.try_iter()) {
                match self.heed(told, away.as_ref().map(|away| away.elsewhere)) {
                    Ok(Heed::Line(line)) => lines.push(*line),
                    Ok(Heed::Nothing) => {}
                    Ok(Heed::ShutOut(by)) => {
                        // The lines before this one may be of the liar, too: they are stored first, with it as
                        // their origin.
                        let lines = std::mem::take(&mut lines);
                        let stored = self.store(lines, opened, away.as_mut(), heard);
                        let cleaned = stored.and_then(|()| self.clean(&by, opened, away.as_mut()));
                        failed = failed.or(cleaned.err());
                    }
                    Err(why) => drop(failed.get_or_insert(why)),
                }
            }
            if lines.is_empty() || matches!(failed, Some(BadRun::Journal(_) | BadRun::Start(_))) {
                continue;
            }
            if let Err(why) = self.store(lines, opened, away.as_mut(), heard) {
                if matches!(why, BadRun::Journal(_) | BadRun::Start(_)) {
                    stop.store(true, Ordering::Relaxed);
                }
                failed = Some(why);
            }
        }
        match failed {
            Some(why) => Err(why),
            None if opened.ledger.is_over() => Ok(Ended::Over),
            None => Ok(Ended::Stopped),
        }
    }

    /// Gives games to threads and to other machines as long as they have room.
    fn hand_out(&mut self, ledger: &Ledger, elsewhere: Option<&dyn Elsewhere>) -> Result<(), BadRun> {
        let here = self.given.values().filter(|(_, place)| place.is_here()).count();
        let away = self.given.values().filter(|(_, place)| place.task().is_some()).count();
        let queue = if elsewhere.is_some() { self.threads } else { QUEUE };
        let mut room_here = (self.threads + queue).saturating_sub(here);
        let mut room_away = elsewhere.map_or(0, Elsewhere::room).saturating_sub(away);
        while room_here + room_away > 0 {
            let within = |fixture: &Fixture| fixture.game < ledger.next() + WINDOW;
            let Some(fixture) = ledger.fixture_from(self.next).filter(within) else { break };
            self.next = fixture.game + 1;
            if self.given.contains_key(&fixture.game) {
                continue;
            }
            // Threads here have few games waiting, so that at the end none waits behind another.
            let place = if room_here > 0 {
                room_here -= 1;
                self.play_here(&fixture);
                Where::Here
            } else {
                room_away -= 1;
                let task = self.runner.tournament.task(&fixture).with_modules(self.runner.programs);
                let (task, number) = (task.map_err(BadGame::from)?, self.next_task);
                self.next_task += 1;
                if let Some(elsewhere) = elsewhere {
                    elsewhere.give(number, task);
                }
                Where::Away(number)
            };
            self.given.insert(fixture.game, (fixture, place));
        }
        self.take_back(room_here);
        Ok(())
    }

    /// Threads that have nothing else to do play games that were given away: perhaps no worker is there any more.
    /// The last game comes first, which workers begin last.
    fn take_back(&mut self, mut room: usize) {
        let mut taken = Vec::new();
        for (fixture, place) in self.given.values_mut().rev() {
            if let Where::Away(task) = *place
                && room > 0
            {
                room -= 1;
                *place = Where::Both(task);
                taken.push(fixture.clone());
            }
        }
        for fixture in &taken {
            self.play_here(fixture);
        }
    }

    fn play_here(&self, fixture: &Fixture) {
        // The threads live as long as the hall.
        let _ = self.to_play.send(fixture.clone());
    }

    /// What follows from what is told. Of a game that is played here and elsewhere, the first result counts.
    fn heed(&mut self, told: Told, elsewhere: Option<&dyn Elsewhere>) -> Result<Heed, BadRun> {
        match told {
            Told::Here(game, line) => {
                let is_given = self.given.get(&game).is_some_and(|(_, place)| place.is_here());
                if !is_given {
                    return Ok(Heed::Nothing);
                }
                self.given.remove(&game);
                Ok(line?.map_or(Heed::Nothing, |line| Heed::Line(Box::new((line, None)))))
            }
            Told::Away(Heard::Over { number, result, by }) => {
                let game = self.given.iter().find(|(_, (_, place))| place.task() == Some(number));
                let Some((fixture, _)) =
                    game.map(|(game, _)| *game).and_then(|game| self.given.remove(&game))
                else {
                    // Nobody waits for it.
                    elsewhere.inspect(|elsewhere| elsewhere.stored(number));
                    return Ok(Heed::Nothing);
                };
                let line = self.runner.tournament.line(&fixture, result.map(|performed| *performed))?;
                Ok(Heed::Line(Box::new((line, Some((by, number))))))
            }
            Told::Away(Heard::ShutOut { by }) => Ok(Heed::ShutOut(by)),
            Told::Away(Heard::Lost(why)) => Err(BadRun::Lost(why)),
        }
    }

    /// Games are on the disk before they count: games that end while the disk is busy are confirmed together.
    fn store(
        &mut self,
        lines: Vec<Finished>,
        opened: &mut Opened,
        away: Option<&mut Away<'_>>,
        heard: &mut dyn FnMut(&Ledger),
    ) -> Result<(), BadRun> {
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
            for (line, origin) in &lines {
                if let Some((by, _)) = origin {
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
        if !stale.is_empty() {
            // The games that are played instead come before those that follow.
            self.next = 0;
        }
        for (_, task) in lines.iter().chain(&stale).filter_map(|(_, origin)| origin.as_ref()) {
            elsewhere.inspect(|elsewhere| elsewhere.stored(*task));
        }
        for (line, _) in lines {
            ledger.add(line.skipped())?;
            heard(ledger);
        }
        Ok(())
    }

    /// Takes the games of a machine that lied out of the journal. They are played again.
    fn clean(&mut self, by: &str, opened: &mut Opened, away: Option<&mut Away<'_>>) -> Result<(), BadRun> {
        let Some(away) = away else { return Ok(()) };
        self.next = 0;
        let games = away.origins.shut_out(by)?;
        retract(away.path, self.runner.tournament.terms(), opened, &games)?;
        Ok(away.origins.clean()?)
    }
}
