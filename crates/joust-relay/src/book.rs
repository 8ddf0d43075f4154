//! The open work of a dispatcher, and what follows from results: whether one is believed, executed again, or
//! decided here. Pure: it knows no queue and no clock.

use crate::answer::Answer;
use crate::work::Packed;
use joust_core::mix;
use std::collections::{HashMap, HashSet};

/// The worker that stands for the dispatcher itself.
pub(crate) const HOME: &str = "home";

/// How many of a worker's first results are always executed again: a worker that lies always is found at once.
const FIRST: u64 = 1;

/// How often in succession a worker may say that work fails which can be done at home.
const MOST_FAILED: u32 = 3;

/// Why work is done at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// No worker can do it.
    Play,
    /// A result is checked, and there is no other worker.
    Check,
    /// Two results differ.
    Judge,
}

/// What a dispatcher does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Another worker than this one does the work again.
    Again { hash: String, not: String },
    /// The dispatcher does the work itself.
    Home { hash: String, purpose: Purpose },
    /// The result is told.
    Tell { hash: String, numbers: Vec<usize>, answer: Vec<u8>, by: String },
    /// A worker lied.
    ShutOut { worker: String, why: String },
    /// A worker fails in work that can be done.
    Bar { worker: String },
    /// The work is published again.
    Publish { hash: String },
    /// Two executions at home differ.
    Unrepeatable { hash: String },
}

/// Work that is not over.
struct Open {
    work: Packed,
    numbers: Vec<usize>,
    /// The result that is checked: the worker and its answer.
    first: Option<(String, Vec<u8>)>,
    /// The result that differs from the first one.
    second: Option<(String, Vec<u8>)>,
    /// What home has found out before.
    home: Option<Vec<u8>>,
    /// The workers that say that it fails.
    failed: Vec<String>,
}

/// All open work.
pub(crate) struct Book {
    open: HashMap<String, Open>,
    /// The share of results that are executed again.
    share: f64,
    /// From which it follows which results these are; workers do not know it.
    secret: u64,
    drawn: u64,
    /// How many results each worker has given.
    results: HashMap<String, u64>,
    /// How often each worker has failed without a reason since its last result.
    failures: HashMap<String, u32>,
    out: HashSet<String>,
}

impl Book {
    pub(crate) fn new(share: f64, secret: u64) -> Book {
        let (open, out) = (HashMap::new(), HashSet::new());
        let (results, failures) = (HashMap::new(), HashMap::new());
        Book { open, share, secret, drawn: 0, results, failures, out }
    }

    /// Adds work; whether it must be published, because it is not open yet.
    pub(crate) fn add(&mut self, number: usize, work: Packed) -> bool {
        let hash = work.hash().to_owned();
        let mut is_new = false;
        let open = self.open.entry(hash).or_insert_with(|| {
            is_new = true;
            Open { work, numbers: Vec::new(), first: None, second: None, home: None, failed: Vec::new() }
        });
        open.numbers.push(number);
        is_new
    }

    /// Open work.
    pub(crate) fn work(&self, hash: &str) -> Option<&Packed> {
        self.open.get(hash).map(|open| &open.work)
    }

    /// The open work that waits for its first result.
    pub(crate) fn unanswered(&self) -> impl Iterator<Item = &str> {
        self.open.iter().filter(|(_, open)| open.first.is_none()).map(|(hash, _)| hash.as_str())
    }

    /// Whether a result of this work is being checked.
    pub(crate) fn is_checked(&self, hash: &str) -> bool {
        self.open.get(hash).is_some_and(|open| open.first.is_some())
    }

    /// A worker gives a result. `others` says whether another worker could check it.
    pub(crate) fn result(&mut self, worker: &str, hash: &str, answer: Vec<u8>, others: bool) -> Vec<Act> {
        let is_chosen = self.is_chosen(worker);
        let Some(open) = self.open.get_mut(hash) else { return Vec::new() };
        let read = Answer::read(&answer).ok().filter(|read| read.fits(open.work.work()));
        let hash = hash.to_owned();
        let Some(read) = read else {
            let why = "its answer cannot be read".to_owned();
            let home = Act::Home { hash, purpose: Purpose::Play };
            return [self.shut_out(worker, why), vec![home]].concat();
        };
        // Of a player that was too late, only home is believed.
        if matches!(read, Answer::Failed(_)) || read.is_late() {
            if !open.failed.iter().any(|known| known == worker) {
                open.failed.push(worker.to_owned());
            }
            return vec![Act::Home { hash, purpose: Purpose::Play }];
        }
        self.failures.remove(worker);
        match &open.first {
            None if is_chosen => {
                open.first = Some((worker.to_owned(), answer));
                vec![if others {
                    Act::Again { hash, not: worker.to_owned() }
                } else {
                    Act::Home { hash, purpose: Purpose::Check }
                }]
            }
            None => self.over(&hash, answer, worker).into_iter().collect(),
            // It has come twice, or is being judged.
            Some((first, _)) if first == worker || open.second.is_some() => Vec::new(),
            Some((first, before)) if *before == answer => {
                let first = first.clone();
                self.over(&hash, answer, &first).into_iter().collect()
            }
            Some(_) => {
                open.second = Some((worker.to_owned(), answer));
                vec![Act::Home { hash, purpose: Purpose::Judge }]
            }
        }
    }

    /// The dispatcher has done work itself.
    pub(crate) fn home(&mut self, hash: &str, purpose: Purpose, answer: Vec<u8>) -> Vec<Act> {
        let Some(open) = self.open.get_mut(hash) else { return Vec::new() };
        let read = Answer::read(&answer);
        if read.as_ref().is_ok_and(Answer::is_late) {
            // When that is found depends on the machine, so others may have found it otherwise.
            return self.over(hash, answer, HOME).into_iter().collect();
        }
        if matches!(read, Ok(Answer::Failed(_)) | Err(_)) {
            // What fails here proves nothing about others.
            let (by, answer) = open.first.take().unwrap_or((HOME.to_owned(), answer));
            return self.over(hash, answer, &by).into_iter().collect();
        }
        // Here it does not fail.
        let failed = std::mem::take(&mut open.failed);
        let barred = failed.into_iter().filter_map(|worker| self.blame(worker)).collect();
        [barred, self.judge(hash, purpose, answer)].concat()
    }

    /// A worker has failed where home does not; whether that is too often.
    fn blame(&mut self, worker: String) -> Option<Act> {
        let failures = self.failures.entry(worker.clone()).or_default();
        *failures += 1;
        (*failures == MOST_FAILED).then_some(Act::Bar { worker })
    }

    /// What follows from work that was done at home.
    fn judge(&mut self, hash: &str, purpose: Purpose, answer: Vec<u8>) -> Vec<Act> {
        let Some(open) = self.open.get_mut(hash) else { return Vec::new() };
        let is_right =
            |result: &Option<(String, Vec<u8>)>| result.as_ref().is_none_or(|(_, given)| *given == answer);
        if purpose != Purpose::Judge && !is_right(&open.first) {
            // Before a worker is blamed, home plays again: perhaps the work is not repeatable.
            open.home = Some(answer);
            return vec![Act::Home { hash: hash.to_owned(), purpose: Purpose::Judge }];
        }
        let mut acts = Vec::new();
        if open.home.as_ref().is_some_and(|before| *before != answer) {
            acts.push(Act::Unrepeatable { hash: hash.to_owned() });
            acts.extend(self.over(hash, answer, HOME));
            return acts;
        }
        let liars: Vec<String> = [&open.first, &open.second]
            .into_iter()
            .flatten()
            .filter(|(_, given)| *given != answer)
            .map(|(worker, _)| worker.clone())
            .collect();
        // A right first result is told as that of its worker, which keeps the origin of games simple.
        let by = match &open.first {
            Some((worker, given)) if *given == answer => worker.clone(),
            _ => HOME.to_owned(),
        };
        let told = self.over(hash, answer, &by);
        for liar in liars {
            acts.extend(self.shut_out(&liar, "another result than here".to_owned()));
        }
        // The liar is told of first: what is told of after it counts.
        acts.extend(told);
        acts
    }

    /// Shuts a worker out. Its results that are being checked are forgotten, and their work is done again.
    pub(crate) fn shut_out(&mut self, worker: &str, why: String) -> Vec<Act> {
        if !self.out.insert(worker.to_owned()) {
            return Vec::new();
        }
        let mut acts = vec![Act::ShutOut { worker: worker.to_owned(), why }];
        for (hash, open) in &mut self.open {
            let is_its = |result: &Option<(String, Vec<u8>)>| {
                result.as_ref().is_some_and(|(given, _)| given == worker)
            };
            if is_its(&open.first) && open.second.is_none() && open.home.is_none() {
                open.first = None;
                acts.push(Act::Publish { hash: hash.clone() });
            }
        }
        acts
    }

    /// Whether a worker was shut out.
    pub(crate) fn is_out(&self, worker: &str) -> bool {
        self.out.contains(worker)
    }

    fn over(&mut self, hash: &str, answer: Vec<u8>, by: &str) -> Option<Act> {
        let open = self.open.remove(hash)?;
        Some(Act::Tell { hash: hash.to_owned(), numbers: open.numbers, answer, by: by.to_owned() })
    }

    /// Whether the next result of a worker is executed again.
    fn is_chosen(&mut self, worker: &str) -> bool {
        if self.share <= 0.0 {
            return false;
        }
        let results = self.results.entry(worker.to_owned()).or_default();
        *results += 1;
        self.drawn += 1;
        // 32 bits are exact in a float.
        let drawn = (mix(self.secret ^ mix(self.drawn)) >> 32) as u32;
        *results <= FIRST || f64::from(drawn) / f64::from(u32::MAX) <= self.share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::{Hands, Player};
    use crate::shelf::Shelf;
    use crate::{Work, probe};
    use joust_core::{Fault, FaultKind};

    /// Work, its right answer, and a lie that can be read.
    fn case(seed: u64) -> (Packed, Vec<u8>, Vec<u8>) {
        let Work::Game(mut task) = probe::work(seed).unwrap().work().clone();
        task.modules.clear();
        task.job.players[0].name = "random".to_owned();
        let work = Work::Game(task).pack();
        let right = Player.work(&work, &Shelf::default(), &false.into()).unwrap();
        let text = String::from_utf8(right.clone()).unwrap();
        let (at, _) = text.match_indices("\"actions\":\"").next().unwrap();
        let mut lie = right.clone();
        let digit = &mut lie[at + "\"actions\":\"".len()];
        *digit = if *digit == b'0' { b'1' } else { b'0' };
        assert!(Answer::read(&lie).is_ok());
        (work, right, lie)
    }

    fn told_by(acts: &[Act]) -> Option<(&str, &[u8])> {
        acts.iter().find_map(|act| match act {
            Act::Tell { by, answer, .. } => Some((by.as_str(), answer.as_slice())),
            _ => None,
        })
    }

    fn liars(acts: &[Act]) -> Vec<&str> {
        acts.iter()
            .filter_map(|act| match act {
                Act::ShutOut { worker, .. } => Some(worker.as_str()),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn the_first_result_of_a_worker_is_checked_and_later_ones_by_their_share() {
        let mut book = Book::new(1e-9, 1);
        let (work, right, _) = case(1);
        assert!(book.add(5, work.clone()));
        assert!(!book.add(6, work.clone()), "equal work is done once");
        let hash = work.hash();
        let acts = book.result("ada", hash, right.clone(), true);
        assert_eq!(acts, [Act::Again { hash: hash.into(), not: "ada".into() }]);
        assert!(book.result("ada", hash, right.clone(), true).is_empty(), "it came twice");
        let acts = book.result("bob", hash, right.clone(), true);
        let Act::Tell { numbers, by, .. } = &acts[0] else { panic!("{acts:?}") };
        assert_eq!((numbers.as_slice(), by.as_str()), ([5, 6].as_slice(), "ada"));
        assert!(book.result("bob", hash, right, true).is_empty(), "it is over");
        let (work, right, _) = case(2);
        book.add(7, work.clone());
        assert_eq!(told_by(&book.result("ada", work.hash(), right.clone(), true)), Some(("ada", &right[..])));
    }

    #[test]
    fn of_two_results_that_differ_home_decides() {
        for is_first in [true, false] {
            let mut book = Book::new(1.0, 1);
            let (work, right, lie) = case(3);
            let hash = work.hash().to_owned();
            book.add(1, work);
            let [first, second] =
                if is_first { [lie.clone(), right.clone()] } else { [right.clone(), lie.clone()] };
            book.result("ada", &hash, first, true);
            let acts = book.result("bob", &hash, second, true);
            assert_eq!(acts, [Act::Home { hash: hash.clone(), purpose: Purpose::Judge }]);
            let acts = book.home(&hash, Purpose::Judge, right.clone());
            let (liar, by) = if is_first { ("ada", HOME) } else { ("bob", "ada") };
            assert_eq!((liars(&acts), told_by(&acts)), (vec![liar], Some((by, &right[..]))));
            assert!(matches!(acts[0], Act::ShutOut { .. }), "before the result: {acts:?}");
            assert!(book.is_out(liar));
        }
    }

    #[test]
    fn a_lonely_liar_is_found_at_home_after_a_second_look() {
        let mut book = Book::new(1.0, 1);
        let (work, right, lie) = case(4);
        let hash = work.hash().to_owned();
        book.add(1, work.clone());
        let home = |purpose| Act::Home { hash: hash.clone(), purpose };
        assert_eq!(book.result("ada", &hash, lie.clone(), false), [home(Purpose::Check)]);
        assert_eq!(book.home(&hash, Purpose::Check, right.clone()), [home(Purpose::Judge)]);
        let acts = book.home(&hash, Purpose::Judge, right.clone());
        assert_eq!((liars(&acts), told_by(&acts)), (vec!["ada"], Some((HOME, &right[..]))));
        // If home itself is not sure, nobody is blamed.
        let mut book = Book::new(1.0, 1);
        book.add(1, work);
        book.result("bob", &hash, lie.clone(), false);
        book.home(&hash, Purpose::Check, right);
        let acts = book.home(&hash, Purpose::Judge, lie);
        assert!(liars(&acts).is_empty() && matches!(acts[0], Act::Unrepeatable { .. }), "{acts:?}");
    }

    #[test]
    fn results_of_a_liar_that_wait_for_a_check_are_forgotten() {
        let mut book = Book::new(1.0, 1);
        let cases = [case(5), case(6)];
        for (number, (work, right, _)) in cases.iter().enumerate() {
            book.add(number, work.clone());
            book.result("ada", work.hash(), right.clone(), true);
        }
        let acts = book.shut_out("ada", "test".to_owned());
        assert_eq!((liars(&acts), acts.len()), (vec!["ada"], 3));
        assert_eq!(book.unanswered().count(), 2);
        assert!(book.shut_out("ada", "test".to_owned()).is_empty(), "once");
    }

    #[test]
    fn what_cannot_be_read_is_a_lie_and_what_failed_is_done_at_home() {
        let mut book = Book::new(0.0, 1);
        let (work, _, _) = case(7);
        let hash = work.hash().to_owned();
        book.add(1, work);
        let failed = Answer::Failed("no".to_owned()).bytes();
        let home = Act::Home { hash: hash.clone(), purpose: Purpose::Play };
        assert_eq!(book.result("ada", &hash, failed, true), std::slice::from_ref(&home));
        let acts = book.result("bob", &hash, b"{}".to_vec(), true);
        assert_eq!((liars(&acts), acts.contains(&home)), (vec!["bob"], true));
    }

    #[test]
    fn only_home_says_that_a_player_was_too_late_and_nobody_is_blamed() {
        let (work, right, _) = case(8);
        let late = || {
            let Ok(Answer::Played { mut played, actions, fuel, record, output }) = Answer::read(&right)
            else {
                panic!("{right:?}");
            };
            played.faults.push(Fault::new(FaultKind::Late, "waits for memory"));
            Answer::Played { played, actions, fuel, record, output }.bytes()
        };
        let hash = work.hash().to_owned();
        for (first, second) in [(late(), right.clone()), (right.clone(), late())] {
            let mut book = Book::new(1.0, 1);
            book.add(1, work.clone());
            let acts =
                [book.result("ada", &hash, first, true), book.result("bob", &hash, second, true)].concat();
            assert!(acts.contains(&Act::Home { hash: hash.clone(), purpose: Purpose::Play }), "{acts:?}");
            assert_eq!((liars(&acts), told_by(&acts)), (vec![], None));
            let acts = book.home(&hash, Purpose::Play, late());
            assert_eq!((liars(&acts), told_by(&acts)), (vec![], Some((HOME, &late()[..]))));
        }
        // A worker that says it of others always is barred.
        let mut book = Book::new(0.0, 1);
        let acts: Vec<Act> = (10..13)
            .flat_map(|seed| {
                let (work, right, _) = case(seed);
                book.add(seed as usize, work.clone());
                book.result("ada", work.hash(), late(), true);
                book.home(work.hash(), Purpose::Play, right)
            })
            .collect();
        assert!(acts.contains(&Act::Bar { worker: "ada".to_owned() }), "{acts:?}");
    }

    #[test]
    fn a_worker_that_says_always_that_work_fails_is_barred() {
        let mut book = Book::new(0.0, 1);
        let give = |book: &mut Book, seed: u64, answer: &dyn Fn(&[u8]) -> Vec<u8>| {
            let (work, right, _) = case(seed);
            let hash = work.hash().to_owned();
            book.add(seed as usize, work);
            if book
                .result("ada", &hash, answer(&right), true)
                .iter()
                .any(|act| matches!(act, Act::Home { .. }))
            {
                book.home(&hash, Purpose::Play, right)
            } else {
                Vec::new()
            }
        };
        let failed = |_: &[u8]| Answer::Failed("no".to_owned()).bytes();
        let bar = Act::Bar { worker: "ada".to_owned() };
        for seed in 10..12 {
            assert!(!give(&mut book, seed, &failed).contains(&bar));
        }
        // A result shows that it can, and it is not blamed for what came before.
        give(&mut book, 12, &|right| right.to_vec());
        for seed in 13..15 {
            assert!(!give(&mut book, seed, &failed).contains(&bar));
        }
        let acts = give(&mut book, 15, &failed);
        assert!(acts.contains(&bar) && told_by(&acts).is_some(), "{acts:?}");
        // What fails at home, too, is nobody's fault.
        for seed in 20..30 {
            let (work, _, _) = case(seed);
            let hash = work.hash().to_owned();
            book.add(seed as usize, work);
            book.result("bob", &hash, failed(&[]), true);
            assert!(!book.home(&hash, Purpose::Play, failed(&[])).contains(&bar));
        }
    }
}
