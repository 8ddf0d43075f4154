//! `joust match`: many games, and who is better. [`joust_match`] plays them; here are the arguments, the
//! progress bar, the signals, the tables and the exit codes.

mod duels;
mod madmax;
mod signals;
mod standings;
mod table;

use crate::args::MatchArgs;
use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use joust_match::{BadJournal, Broken, Event, Journal, Line, MatchOutcome, Schedule};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    match joust_games::duel(&args.game) {
        Some(_) if args.is_for_madmax() => Err(Failure::Usage(
            "--input, --results, --time-limit, --wait-limit and --memory-limit are for madmax; \
             a duel takes --record FILE, and --time or --clock"
                .into(),
        )),
        Some(game) => duels::run(args, crate::args::Game(game)),
        None if args.is_for_duels() => Err(Failure::Usage(
            "--rules, --board, --position, --time, --clock, --nodes, --depth, --sprt and --tables are for mad and wargame"
                .into(),
        )),
        None => madmax::run(args),
    }
}

/// Whether more games are wanted, and a line about those so far.
struct Opinion {
    enough: bool,
    line: String,
}

/// Plays the game of a number, or gives it up when the flag is set.
type Play<'a, L> = dyn Fn(usize, &AtomicBool) -> Result<Option<L>, Failure> + Sync + 'a;

/// Plays all games of a match that `about` describes, in front of a progress bar that is there at once.
fn play_all<H, L>(
    args: &MatchArgs,
    games: usize,
    about: &H,
    play: &Play<'_, L>,
    heard: &mut dyn FnMut(&L) -> Opinion,
) -> Result<MatchOutcome<L>, Failure>
where
    H: Serialize + DeserializeOwned + PartialEq,
    L: Line,
{
    let stop = signals::stop_handle();
    let journal = args.record.as_deref().map(|path| Journal::open(path, about)).transpose()?;
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    let schedule = Schedule { games, threads: args.concurrency.unwrap_or_else(cores), stop: &stop };
    let bar = if args.quiet { ProgressBar::hidden() } else { ProgressBar::new(games as u64) };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let outcome = schedule.run(journal, &|number| play(number, &stop), &mut |event| {
        match event {
            Event::Begun(_) | Event::GameBegun(_) => bar.tick(),
            Event::GameOver(game) => {
                let opinion = heard(game);
                bar.set_message(opinion.line);
                bar.inc(1);
                if opinion.enough {
                    return ControlFlow::Break(());
                }
            }
            Event::Enough => {}
        }
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    outcome.map_err(|why| match why {
        Broken::Journal(why) => why.into(),
        Broken::Game(why) => why,
    })
}

impl From<BadJournal> for Failure {
    fn from(why: BadJournal) -> Failure {
        match why {
            BadJournal::Io { name, why } => Failure::file(&name, &why),
            why => Failure::Usage(why.to_string()),
        }
    }
}

/// A value of ours as JSON.
fn json(value: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(|why| Failure::Ours(why.to_string()))
}
