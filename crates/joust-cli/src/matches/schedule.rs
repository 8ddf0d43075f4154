//! Games several at a time, heard of in their order.

use super::record::Record;
use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// How many games, and how.
pub(super) struct Schedule<'a> {
    pub(super) games: usize,
    /// Games at the same time; as many as there are cores if it is left out.
    pub(super) concurrency: Option<usize>,
    pub(super) record: Option<&'a Path>,
    pub(super) quiet: bool,
}

/// What became of a match.
pub(super) struct Outcome {
    /// The games in order, without gaps.
    pub(super) games: Vec<Value>,
    /// Whether the user has ended it.
    pub(super) stopped: bool,
}

/// Plays the game of a number, or gives it up when the flag is set.
pub(super) type Play<'a> = dyn Fn(usize, &AtomicBool) -> Result<Option<Value>, Failure> + Sync + 'a;

/// Whether more games are wanted, and a line about those so far.
pub(super) struct Opinion {
    pub(super) enough: bool,
    pub(super) line: String,
}

impl Schedule<'_> {
    /// Plays the games of a match that is described by `about`. `play` plays one by its number, or
    /// gives up when the flag is set; `heard` gets every game in the order of the numbers and says
    /// whether that is enough. What is returned does not depend on how many are played at a time.
    pub(super) fn run(
        &self,
        about: &Value,
        play: &Play,
        heard: &mut dyn FnMut(&Value) -> Opinion,
    ) -> Result<Outcome, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        heed_interrupts(&stop);
        let (mut record, mut waiting) = match self.record {
            Some(path) => Record::open(path, about).map(|(record, games)| (Some(record), games))?,
            None => (None, BTreeMap::new()),
        };
        let bar = self.bar();
        let mut games = Vec::new();
        let mut enough = take_next(&mut waiting, &mut games, heard, &bar, self.games);
        let known: Vec<bool> = (0..self.games).map(|n| n < games.len() || waiting.contains_key(&n)).collect();
        let threads =
            self.concurrency.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
        let over = AtomicBool::new(enough);
        let next = AtomicUsize::new(0);
        let result = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads {
                let (sender, known, next, over, stop) = (sender.clone(), &known, &next, &over, &stop);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= known.len()
                            || over.load(Ordering::Relaxed)
                            || stop.load(Ordering::Relaxed)
                        {
                            return;
                        }
                        if !known[number] && sender.send((number, play(number, stop))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (number, played) in receiver {
                let Some(game) = played.inspect_err(|_| over.store(true, Ordering::Relaxed))? else {
                    continue;
                };
                if let Some(record) = &mut record {
                    record.write(&game).inspect_err(|_| over.store(true, Ordering::Relaxed))?;
                }
                waiting.insert(number, game);
                if !enough {
                    enough = take_next(&mut waiting, &mut games, heard, &bar, self.games);
                    over.store(enough, Ordering::Relaxed);
                }
            }
            Ok(())
        });
        bar.finish_and_clear();
        let result = result.and_then(|()| record.as_mut().map_or(Ok(()), Record::sync));
        result.map(|()| Outcome {
            stopped: stop.load(Ordering::Relaxed) && !enough && games.len() < self.games,
            games,
        })
    }

    fn bar(&self) -> ProgressBar {
        let bar = if self.quiet { ProgressBar::hidden() } else { ProgressBar::new(self.games as u64) };
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    }
}

/// Hands on the games whose turn has come. True when there are enough.
fn take_next(
    waiting: &mut BTreeMap<usize, Value>,
    games: &mut Vec<Value>,
    heard: &mut dyn FnMut(&Value) -> Opinion,
    bar: &ProgressBar,
    most: usize,
) -> bool {
    while games.len() < most
        && let Some(game) = waiting.remove(&games.len())
    {
        let opinion = heard(&game);
        games.push(game);
        bar.set_message(opinion.line);
        bar.inc(1);
        if opinion.enough {
            return true;
        }
    }
    games.len() >= most
}

/// The first interrupt ends the match, the second one the program.
/// A hangup ends it at once: there is nobody left to tell. Programs are in groups of their own, do
/// not hear of it, and are ended with it.
fn heed_interrupts(stop: &Arc<AtomicBool>) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        let stop = Arc::clone(stop);
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let again = stop.swap(true, Ordering::Relaxed);
                // A game may wait for a player of a kit that never answers; now it has gone. The
                // flag is set before, so that nobody takes this for the player's fault.
                joust_sandbox::end_all();
                if signal == SIGHUP || again {
                    joust_players::end_all();
                    joust_files::abandon_all();
                    // As the shell would have it.
                    std::process::exit(128 + signal);
                }
            }
        });
    }
    #[cfg(not(unix))]
    let _ = stop;
}
