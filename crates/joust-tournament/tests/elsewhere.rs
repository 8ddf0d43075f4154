//! Games that are played elsewhere: whatever machines do, the journal is that of one machine.

use joust_match::{BadJob, Elsewhere, Heard, Performed, Programs, Task};
use joust_tournament::{Ended, Runner, Terms, Tournament, TournamentFile, open_trusted};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const ROUND_ROBIN: &str = "game = \"wargame\"\nboards = \"tiny\"\nformat = { kind = \"round-robin\", games = 20 }\n\
                           participants = [\"random\", \"minimax:1\", \"minimax:2\"]\n";
/// Later games depend on results.
const SWISS: &str = "game = \"wargame\"\nboards = [\"tiny\", \"custom4x4\"]\nformat = \"swiss\"\n\
                     participants = [\"random\", \"minimax:1\", \"minimax:2\", \"mcts:5\", \"mcts:9\", \"minimax:3\"]\n";

fn tournament(text: &str) -> Tournament {
    let (file, programs) = (TournamentFile::read(text).unwrap(), Programs::default());
    Tournament::new(Terms::settle(&file, "cup", &programs, None).unwrap()).unwrap()
}

/// The lines of a journal, sorted.
fn lines(path: &Path) -> Vec<String> {
    let mut lines: Vec<String> = std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Plays on this many threads here, and elsewhere if there is an elsewhere; gives the journal.
fn journal(text: &str, threads: usize, elsewhere: Option<&dyn Elsewhere>) -> Vec<String> {
    let (folder, tournament, programs) =
        (tempfile::tempdir().unwrap(), tournament(text), Programs::default());
    let path = folder.path().join("cup.journal");
    let mut opened = open_trusted(&path, tournament.terms()).unwrap();
    let stop = false.into();
    let runner = Runner { tournament: &tournament, programs: &programs, threads, stop: &stop };
    let ended = match elsewhere {
        Some(elsewhere) => runner.run_elsewhere(&mut opened, &path, elsewhere, &mut |_| ()),
        None => runner.run(&mut opened, &mut |_| ()),
    };
    assert_eq!(ended.unwrap(), Ended::Over);
    drop(opened);
    // Once more: nothing is to be taken out, and the games count.
    assert!(open_trusted(&path, tournament.terms()).unwrap().ledger.is_over());
    lines(&path)
}

/// Takes everything, and never says anything.
struct Silent;

impl Elsewhere for Silent {
    fn room(&self) -> usize {
        usize::MAX / 2
    }

    fn give(&self, _: usize, _: Task) {}

    fn hear(&self, wait: Duration) -> Option<Heard> {
        std::thread::sleep(wait);
        None
    }

    fn stored(&self, _: usize) {}
}

#[test]
fn threads_play_games_that_nobody_elsewhere_plays() {
    assert_eq!(journal(ROUND_ROBIN, 1, Some(&Silent)), journal(ROUND_ROBIN, 2, None));
}

/// Two machines, of which one lies from some task on, until it is found.
struct Two {
    heard: Mutex<VecDeque<Heard>>,
    told: Mutex<usize>,
    found: AtomicBool,
    /// The lie begins with this task, and is found after that one.
    lies: (usize, usize),
}

fn performed(task: &Task, is_lie: bool) -> Result<Box<Performed>, BadJob> {
    let mut done = task.perform(&Programs::default(), &false.into())?.unwrap();
    if is_lie {
        let outcome = ["0-1", "1-0"].map(|text| text.parse().unwrap());
        done.played.ending.outcome = outcome.into_iter().find(|lie| Some(*lie) != done.played.ending.outcome);
    }
    Ok(Box::new(done))
}

impl Two {
    fn new(lies: (usize, usize)) -> Two {
        Two { heard: Mutex::default(), told: Mutex::new(0), found: false.into(), lies }
    }
}

impl Elsewhere for Two {
    fn room(&self) -> usize {
        6
    }

    fn give(&self, number: usize, task: Task) {
        let mut told = self.told.lock().unwrap();
        let is_bob = *told % 2 == 1 && *told < self.lies.1;
        let result = performed(&task, is_bob && *told >= self.lies.0);
        let by = if is_bob { "bob" } else { "ada" }.to_owned();
        let mut heard = self.heard.lock().unwrap();
        heard.push_back(Heard::Over { number, result, by });
        *told += 1;
        if *told == self.lies.1 {
            heard.push_back(Heard::ShutOut { by: "bob".to_owned() });
        }
    }

    fn hear(&self, wait: Duration) -> Option<Heard> {
        let heard = self.heard.lock().unwrap().pop_front();
        match &heard {
            None => std::thread::sleep(wait / 20),
            Some(Heard::ShutOut { .. }) => self.found.store(true, Ordering::Relaxed),
            Some(_) => {}
        }
        heard
    }

    fn stored(&self, _: usize) {}
}

#[test]
fn all_games_of_a_machine_that_lied_are_played_again() {
    for text in [ROUND_ROBIN, SWISS] {
        let right = journal(text, 1, None);
        for lies in [(0, 3), (1, 7), (4, 9)] {
            for threads in [0, 1] {
                let two = Two::new(lies);
                let journal = journal(text, threads, Some(&two));
                // A thread here may play the last game before the lie is found.
                let is_found = two.found.load(Ordering::Relaxed);
                assert!(is_found || threads > 0, "the lie was not found");
                assert!(!is_found || journal == right, "{text} {lies:?} {threads}: {journal:#?}");
            }
        }
    }
}

/// Hears which machines have lied, and does nothing.
#[derive(Default)]
struct Warned(Mutex<Vec<String>>);

impl Elsewhere for Warned {
    fn room(&self) -> usize {
        0
    }

    fn give(&self, _: usize, _: Task) {}

    fn hear(&self, wait: Duration) -> Option<Heard> {
        std::thread::sleep(wait);
        None
    }

    fn stored(&self, _: usize) {}

    fn shut_out(&self, by: &str) {
        self.0.lock().unwrap().push(by.to_owned());
    }
}

#[test]
fn a_machine_that_lied_in_an_earlier_run_gets_no_games_in_the_next_one() {
    let (folder, tournament, programs) =
        (tempfile::tempdir().unwrap(), tournament(ROUND_ROBIN), Programs::default());
    let (path, stop) = (folder.path().join("cup.journal"), false.into());
    let runner = Runner { tournament: &tournament, programs: &programs, threads: 0, stop: &stop };
    let two = Two::new((0, 3));
    let warned = Warned::default();
    for elsewhere in [&two as &dyn Elsewhere, &warned] {
        let mut opened = open_trusted(&path, tournament.terms()).unwrap();
        let ended = runner.run_elsewhere(&mut opened, &path, elsewhere, &mut |_| ());
        assert_eq!(ended.unwrap(), Ended::Over);
    }
    assert_eq!(*warned.0.lock().unwrap(), ["bob"]);
}
