//! Many games with a progress bar, until a signal stops them: for the match, the lab and the tuner.

use crate::failure::Failure;
use crate::progress;
use joust_core::FaultKind;
use joust_match::{BadJob, BadJournal, Broken, Line, MatchOutcome, Opened, Schedule};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Whether the games so far are enough, and a line about them for the bar.
pub(crate) struct Opinion {
    pub(crate) enough: bool,
    pub(crate) line: String,
}

/// A number of games to play.
pub(crate) struct Many<'a> {
    pub(crate) games: usize,
    /// The noun for the games on the bar.
    pub(crate) called: &'a str,
    /// Games at the same time; by default one per core.
    pub(crate) threads: Option<usize>,
    pub(crate) quiet: bool,
    pub(crate) stop: &'a AtomicBool,
}

impl Many<'_> {
    /// Plays the games that are not in the journal.
    pub(crate) fn play<L: Line>(
        &self,
        journal: Option<Opened<L>>,
        play: &(dyn Fn(usize) -> Result<Option<L>, Failure> + Sync),
        heard: &mut dyn FnMut(&L) -> Opinion,
    ) -> Result<MatchOutcome<L>, Failure> {
        let threads = self.threads.unwrap_or_else(cores);
        let schedule = Schedule { games: self.games, threads, stop: self.stop };
        let style = format!("{{wide_bar}} {{pos}}/{{len}} {}, {{eta}} left  {{msg}}", self.called);
        let bar = progress::bar(self.games, self.quiet, &style);
        bar.tick();
        let outcome = schedule.run(journal, play, &mut |game| {
            let opinion = heard(game);
            bar.set_message(opinion.line);
            bar.inc(1);
            if opinion.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.finish_and_clear();
        outcome.map_err(Failure::from)
    }
}

/// The number of cores that joust may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl From<BadJournal> for Failure {
    fn from(why: BadJournal) -> Failure {
        match why {
            BadJournal::Io { name, why } => Failure::file(&name, &why),
            why => Failure::Usage(why.to_string()),
        }
    }
}

impl<E: Into<Failure>> From<Broken<E>> for Failure {
    fn from(why: Broken<E>) -> Failure {
        match why {
            Broken::Journal(why) => why.into(),
            Broken::Game(why) => why.into(),
        }
    }
}

impl From<BadJob> for Failure {
    fn from(why: BadJob) -> Failure {
        match why {
            BadJob::Unready { .. }
            | BadJob::Tables(_)
            | BadJob::Player(_)
            | BadJob::Kit(_)
            | BadJob::Unconfined(_)
            | BadJob::Person(_) => Failure::Usage(why.to_string()),
            BadJob::Unfair { ref fault, .. } if fault.kind == FaultKind::Start => {
                Failure::Usage(why.to_string())
            }
            why => Failure::Ours(why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_cannot_play_is_the_user_s_to_change() {
        let name = || "name".to_owned();
        for why in [BadJob::Kit(name()), BadJob::Unconfined(name()), BadJob::Person(name())] {
            assert!(matches!(Failure::from(why), Failure::Usage(_)));
        }
        assert!(matches!(Failure::from(BadJob::Version(9)), Failure::Ours(_)));
    }
}
