//! A simulation of the queue before a deadline: the queue itself, with work that takes time only on paper.

use crate::estimate::{Durations, Running};
use crate::queue::{FairQueue, Taken, Ticket, Work};
use joust_core::mix;
use serde::{Deserialize, Serialize};

/// A class before a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// How many students hand something in.
    pub students: usize,
    /// How often each of them does.
    pub submissions: usize,
    /// Within this many seconds.
    pub within: f64,
    /// How many workers there are: cores that judge.
    pub workers: usize,
    /// What a submission costs.
    pub cost: Cost,
    /// How much durations differ: 0.3 stands for 30 % more or less.
    pub spread: f64,
    /// Games of an official round that are to be played at the same time.
    pub official: usize,
    /// The seed of arrivals and durations.
    pub seed: u64,
}

/// What work costs, in seconds of one core.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// To judge a submission: build, check and qualification.
    pub judge: f64,
    /// A game, as those of the ladder, which is played while nothing else waits.
    pub game: f64,
}

/// When something arrived and when it was done, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Served {
    /// The student.
    pub student: u64,
    /// When it arrived.
    pub arrived: f64,
    /// When it was done.
    pub done: f64,
}

/// What the students of a class see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outlook {
    /// The number of submissions.
    pub submissions: usize,
    /// When the first result was there, in seconds after the first submission.
    pub first: f64,
    /// When everybody had a result.
    pub everybody: f64,
    /// When all results were there.
    pub all: f64,
    /// How long half of the submissions waited at most, from arrival to result.
    pub median_wait: f64,
    /// How long nine in ten waited at most.
    pub most_wait: f64,
    /// The longest wait.
    pub longest_wait: f64,
    /// The share of the estimates that held; `None` if nothing could be estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimates_held: Option<f64>,
    /// The games of the ladder and of official rounds that were played meanwhile.
    pub games: usize,
}

impl Outlook {
    /// What becomes of these times.
    ///
    /// ```
    /// use joust_contest::{Outlook, Served};
    /// let served = |student, arrived, done| Served { student, arrived, done };
    /// let outlook = Outlook::of(&[served(1, 10.0, 14.0), served(2, 11.0, 18.0), served(1, 12.0, 22.0)]);
    /// assert_eq!((outlook.first, outlook.everybody, outlook.all, outlook.longest_wait), (4.0, 8.0, 12.0, 10.0));
    /// ```
    pub fn of(served: &[Served]) -> Outlook {
        let start = served.iter().map(|one| one.arrived).fold(f64::INFINITY, f64::min);
        let mut waits: Vec<f64> = served.iter().map(|one| one.done - one.arrived).collect();
        waits.sort_by(f64::total_cmp);
        let part = |share: usize| waits.get((waits.len() * share / 10).min(waits.len().max(1) - 1));
        let part = |share: usize| part(share).copied().unwrap_or(0.0);
        let done = |list: &mut dyn Iterator<Item = f64>| list.fold(0.0, f64::max);
        let mut students: Vec<u64> = served.iter().map(|one| one.student).collect();
        students.sort_unstable();
        students.dedup();
        let earliest = |student: &u64| {
            let own = served.iter().filter(|one| one.student == *student).map(|one| one.done - start);
            own.fold(f64::INFINITY, f64::min)
        };
        let first = served.iter().map(|one| one.done - start).fold(f64::INFINITY, f64::min);
        Outlook {
            submissions: served.len(),
            first: if served.is_empty() { 0.0 } else { first },
            everybody: done(&mut students.iter().map(earliest)),
            all: done(&mut served.iter().map(|one| one.done - start)),
            median_wait: part(5),
            most_wait: part(9),
            longest_wait: part(10),
            estimates_held: None,
            games: 0,
        }
    }
}

/// A worker that is busy.
#[derive(Clone, Copy)]
struct Busy {
    ends: f64,
    begun: f64,
    work: Work,
    /// The number of the submission, if it is one.
    submission: Option<usize>,
}

/// The owner of the work of the contest itself.
const NOBODY: u64 = u64::MAX;

impl Load {
    /// A number from 0 to 1 that follows from the seed.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn chance(&self, purpose: u64, number: usize) -> f64 {
        (mix(mix(self.seed ^ mix(purpose)) ^ number as u64) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The submissions: the student and the arrival of each, in the order of their arrival.
    pub fn arrivals(&self) -> Vec<(u64, f64)> {
        let mut list: Vec<(u64, f64)> = (0..self.students * self.submissions)
            .map(|number| ((number % self.students.max(1)) as u64, self.chance(1, number) * self.within))
            .collect();
        list.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
        list
    }

    /// How long a submission or a game takes.
    pub fn duration(&self, work: Work, number: usize) -> f64 {
        let mean = match work {
            Work::Judge | Work::Rejudge => self.cost.judge,
            Work::Friendly | Work::Ladder | Work::Official => self.cost.game,
        };
        mean * (1.0 + self.spread * (2.0 * self.chance(2 + work as u64, number) - 1.0))
    }

    /// Serves all submissions, and says what the students see.
    ///
    /// ```
    /// use joust_contest::{Cost, Load};
    /// let cost = Cost { judge: 3.0, game: 0.5 };
    /// let load = Load { students: 60, submissions: 1, within: 60.0, workers: 2, cost, spread: 0.3, official: 0, seed: 1 };
    /// let outlook = load.simulate();
    /// assert!(outlook.first < 6.0 && outlook.all > 85.0 && outlook.all < 120.0, "{outlook:?}");
    /// ```
    pub fn simulate(&self) -> Outlook {
        let arrivals = self.arrivals();
        let mut hall = Hall {
            load: self,
            queue: FairQueue::new(),
            busy: Vec::new(),
            durations: Durations::default(),
            served: Vec::new(),
            promises: vec![None; arrivals.len()],
            held: (0, 0),
            games: 0,
        };
        // What was measured before the rush.
        for number in 0..10 {
            for work in Work::ALL {
                hall.durations.add(work, self.duration(work, 1_000_000 + number));
            }
        }
        for _ in 0..self.official {
            hall.queue.push(NOBODY, Work::Official, None);
        }
        let mut next = 0;
        let mut now = 0.0;
        while hall.served.len() < arrivals.len() {
            hall.employ(now, &arrivals);
            let ends = hall.busy.iter().map(|busy| busy.ends).fold(f64::INFINITY, f64::min);
            match arrivals.get(next) {
                Some((student, at)) if *at <= ends => {
                    now = *at;
                    let ticket = hall.queue.push(*student, Work::Judge, Some(next));
                    hall.promise(next, ticket, now);
                    next += 1;
                }
                _ => {
                    now = ends;
                    hall.finish(now, &arrivals);
                }
            }
        }
        let held = hall.held;
        #[expect(clippy::cast_precision_loss, reason = "a share for people")]
        let estimates_held = (held.1 > 0).then(|| held.0 as f64 / held.1 as f64);
        Outlook { estimates_held, games: hall.games, ..Outlook::of(&hall.served) }
    }
}

/// The workers and what they do.
struct Hall<'a> {
    load: &'a Load,
    queue: FairQueue<Option<usize>>,
    busy: Vec<Busy>,
    durations: Durations,
    served: Vec<Served>,
    /// When each submission was promised to be done.
    promises: Vec<Option<(f64, f64)>>,
    /// The estimates that held, and all.
    held: (usize, usize),
    games: usize,
}

impl Hall<'_> {
    /// Gives all free workers something to do; there is always a game of the ladder.
    fn employ(&mut self, now: f64, arrivals: &[(u64, f64)]) {
        while self.busy.len() < self.load.workers.max(1) && self.served.len() < arrivals.len() {
            let (work, submission) = match self.queue.pop() {
                Some(Taken { work, item, .. }) => (work, item),
                None => (Work::Ladder, None),
            };
            let number = submission.unwrap_or(self.games + self.busy.len());
            let ends = now + self.load.duration(work, number).max(1e-6);
            self.busy.push(Busy { ends, begun: now, work, submission });
        }
    }

    fn promise(&mut self, submission: usize, ticket: Ticket, now: f64) {
        let running: Vec<Running> =
            self.busy.iter().map(|busy| Running { work: busy.work, since: now - busy.begun }).collect();
        let estimate = self.queue.estimate(ticket, &self.durations, self.load.workers, &running);
        self.promises[submission] = estimate.map(|estimate| (now + estimate.from, now + estimate.to));
    }

    fn finish(&mut self, now: f64, arrivals: &[(u64, f64)]) {
        let is_over = |busy: &Busy| busy.ends <= now;
        for Busy { ends, begun, work, submission } in self.busy.extract_if(.., |busy| is_over(busy)) {
            self.durations.add(work, ends - begun);
            let Some(number) = submission else {
                self.games += 1;
                continue;
            };
            let (student, arrived) = arrivals[number];
            self.served.push(Served { student, arrived, done: now });
            if let Some((from, to)) = self.promises[number] {
                self.held.1 += 1;
                self.held.0 += usize::from((from..=to).contains(&now));
            }
        }
    }
}
