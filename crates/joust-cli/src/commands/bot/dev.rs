//! `joust bot dev`: builds and asks a bot again after every save.

mod report;
mod show;
mod source;
mod table;
mod watch;

use crate::args::BotDevArgs;
use crate::failure::Failure;
use crate::signals::stop_handle;
use crate::{matches, progress};
use indicatif::ProgressBar;
use joust_files::Scratch;
use report::Report;
use show::Show;
use source::Source;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use table::{Attendance, Table, Trial};
use watch::{LOOK, Watch, Watched};

pub(crate) fn run(args: &BotDevArgs) -> Result<(), Failure> {
    let source = Source::of(&args.bot)?;
    let table = Table::of(args, &source, &matches::programs(args.trust))?;
    let mut watched = source.watched();
    watched.extend(args.watch.iter().cloned().map(Watched::All));
    let mut watch = Watch::new(watched);
    if watch.is_empty() && !args.once {
        let help = "names no file that could change: name one by --watch, or ask it --once";
        return Err(Failure::Usage(format!("{} {help}", source.title())));
    }
    let scratch = Scratch::private("dev").map_err(|why| Failure::file("a temporary folder", &why))?;
    let mut bench = Bench {
        args,
        source,
        table,
        stop: stop_handle(),
        scratch: &scratch,
        show: Show::new(args.open, args.once, &scratch),
        before: None,
        warned: BTreeSet::new(),
    };
    for number in 1.. {
        let has_changed = bench.turn(number, &mut watch)?;
        if args.once {
            return bench.verdict();
        }
        if !has_changed {
            tell!("waiting for a change of {}; Ctrl-C ends", bench.source.title());
            bench.wait(&mut watch)?;
        }
    }
    Ok(())
}

/// The bot, where it is asked, and what its last build did.
struct Bench<'a> {
    args: &'a BotDevArgs,
    source: Source,
    table: Table,
    stop: std::sync::Arc<AtomicBool>,
    scratch: &'a Scratch,
    show: Show<'a>,
    before: Option<Trial>,
    /// The warnings that were given.
    warned: BTreeSet<&'static str>,
}

/// How the work on a build ended.
enum Worked {
    /// The bot was asked, or not: the failure says why.
    Done(Result<Trial, Failure>),
    /// A file has changed in the meantime.
    Outdated,
}

impl Bench<'_> {
    /// Builds the bot, asks it and reports. Gives whether a file has changed in the meantime.
    fn turn(&mut self, number: u64, watch: &mut Watch) -> Result<bool, Failure> {
        let trial = match self.attend(watch)? {
            Worked::Outdated => {
                tell!("changed in the meantime");
                return Ok(true);
            }
            Worked::Done(Ok(trial)) => trial,
            Worked::Done(Err(failure)) if self.args.once => return Err(failure),
            Worked::Done(Err(failure)) => {
                // The exit code is for the end.
                let _ = failure.report();
                return Ok(false);
            }
        };
        if trial.shadow.turns.is_empty() && self.table.is_recorded() {
            return Err(self.table.no_turn(trial.shadow.last));
        }
        let mut out = anstream::stdout().lock();
        let how = if self.table.is_recorded() { "in the recorded game" } else { "in a game of its own" };
        writeln!(out, "build {number}: {} as {} {how}", self.source.title(), self.table.side())?;
        let report = Report::of(&trial, self.before.as_ref());
        write!(out, "{}", report.table())?;
        if let Some(turn) = report.turn() {
            show::board(&trial, turn, &mut out)?;
        }
        write!(out, "{}", report.summary())?;
        out.flush()?;
        drop(out);
        if let Err(failure) = self.show.browser(&report) {
            tell!("{failure}");
        }
        self.before = Some(trial);
        Ok(false)
    }

    /// Works in a thread, until it is done, a file has changed, or a signal has come.
    fn attend(&mut self, watch: &mut Watch) -> Result<Worked, Failure> {
        let programs = matches::programs(self.args.trust);
        let halt = AtomicBool::new(false);
        let bar = progress::bar(0, false, "{wide_bar} {pos}/{len}");
        let (stop, table, source, folder) = (&self.stop, &self.table, &self.source, self.scratch.path());
        let (is_watched, mut is_outdated) = (!self.args.once, false);
        let done = std::thread::scope(|scope| {
            let (sender, ended) = channel();
            let (programs, halt, bar) = (&programs, &halt, &bar);
            scope.spawn(move || {
                let tell = |done: usize, of: usize| shown(bar, done, of);
                let asked = source
                    .player(folder)
                    .and_then(|player| table.run(&player, &Attendance { programs, stop: halt, tell: &tell }));
                // The receiver is there until this has come.
                let _ = sender.send(asked);
            });
            loop {
                match ended.recv_timeout(LOOK) {
                    Ok(done) => break Some(done),
                    // The thread has panicked; the scope says so.
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {
                        is_outdated |= is_watched && watch.has_changed();
                        if is_outdated || stop.load(Ordering::Relaxed) {
                            halt.store(true, Ordering::Relaxed);
                        }
                    }
                }
            }
        });
        bar.finish_and_clear();
        for warning in programs.warnings() {
            if self.warned.insert(warning) {
                tell!("joust: {warning}");
            }
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        match done.unwrap_or(Ok(None)) {
            _ if is_outdated => Ok(Worked::Outdated),
            Ok(Some(trial)) => Ok(Worked::Done(Ok(trial))),
            Ok(None) => Ok(Worked::Outdated),
            Err(failure) => Ok(Worked::Done(Err(failure))),
        }
    }

    /// Waits until a file has changed.
    fn wait(&self, watch: &mut Watch) -> Result<(), Failure> {
        while !watch.has_changed() {
            std::thread::sleep(LOOK);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
        }
        Ok(())
    }

    /// What the exit code says of the last build.
    fn verdict(&self) -> Result<(), Failure> {
        match self.before.as_ref().and_then(|trial| report::verdict(&trial.shadow)) {
            None => Ok(()),
            Some(why) => Err(Failure::No(format!("{}: {why}", self.source.title()))),
        }
    }
}

fn shown(bar: &ProgressBar, done: usize, of: usize) {
    bar.set_length(of as u64);
    bar.set_position(done as u64);
}
