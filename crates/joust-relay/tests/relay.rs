//! Dispatchers and workers over a real `nats-server`: workers that are killed, lie, hang or are of another
//! version, a server that restarts and one that forgets everything. What is told is always what one machine
//! alone would have found.

#[path = "../../../tests/support/nats.rs"]
mod nats;

use joust_games::{Ask, BoardAsk, game};
use joust_match::{Elsewhere, Heard, Job, Performed, PlayerText, Programs, Task};
use joust_relay::{
    About, Answer, DispatchSettings, Dispatcher, DispatcherTalk, Hands, Packed, Player, Queue, Relay, Shelf,
    Worker, WorkerSettings, WorkerTalk, sha256,
};
use nats::Nats;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Signs of life are often, so that the tests do not wait.
const PACE: Duration = Duration::from_millis(100);
/// A test that takes this long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

fn task(number: usize) -> Task {
    let ask = Ask { board: Some(BoardAsk::Named("tiny")), ..Ask::default() };
    let setup = game("wargame").unwrap().setup(&ask).unwrap();
    let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: number as u64 };
    Task::new(Job::new(number, setup, vec![player(0, "random"), player(1, "minimax:2")]))
}

/// What one machine alone finds.
fn alone(task: &Task) -> Performed {
    let done = task.perform(&Programs::default(), &false.into()).unwrap().unwrap();
    Performed { played: done.played.without_times(), ..done }
}

fn queue(nats: &Nats) -> Queue {
    Queue::new(&nats.url(), None).unwrap()
}

fn settings(nats: &Nats) -> DispatchSettings {
    DispatchSettings { pace: PACE, ..DispatchSettings::new(queue(nats), About::new("", "test", 1)) }
}

/// Settings for tests that count games. Nobody is taken for silent because the machine is busy: then a game would
/// rightly be played twice. No game is chosen to be played twice, either.
fn counted(nats: &Nats) -> DispatchSettings {
    DispatchSettings { share: 0.0, pace: 10 * PACE, ..settings(nats) }
}

/// A dispatcher, and what it talks about.
struct Desk {
    dispatcher: Dispatcher,
    talk: Arc<Mutex<Vec<DispatcherTalk>>>,
}

impl Desk {
    fn open(settings: DispatchSettings) -> Desk {
        Desk::with_modules(settings, BTreeMap::new())
    }

    fn with_modules(settings: DispatchSettings, modules: BTreeMap<String, Vec<u8>>) -> Desk {
        let talk = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&talk);
        let find = Arc::new(move |hash: &str| modules.get(hash).cloned());
        let dispatcher =
            Dispatcher::open(settings, find, move |talk| told.lock().unwrap().push(talk)).unwrap();
        Desk { dispatcher, talk }
    }

    /// Has tasks done; `heard` is told how many are over.
    fn run(&self, tasks: &[Task], heard: &mut dyn FnMut(usize)) -> Results {
        run(&self.dispatcher, tasks, heard)
    }

    /// Waits until it has talked of something like this.
    fn wait_for(&self, what: impl Fn(&DispatcherTalk) -> bool) {
        let start = Instant::now();
        while !self.talk.lock().unwrap().iter().any(&what) {
            assert!(start.elapsed() < PATIENCE, "{:?}", self.talk);
            std::thread::sleep(PACE / 10);
        }
    }

    fn has_told(&self, what: impl Fn(&DispatcherTalk) -> bool) -> bool {
        self.talk.lock().unwrap().iter().any(what)
    }
}

/// What tasks gave, and the workers that did them, by number.
type Results = BTreeMap<usize, (Performed, String)>;

/// Gives tasks and hears of them until all are over; `heard` is told how many are. What a liar did is given again. No
/// task may be told twice.
fn run(elsewhere: &dyn Elsewhere, tasks: &[Task], heard: &mut dyn FnMut(usize)) -> Results {
    for (number, task) in tasks.iter().enumerate() {
        elsewhere.give(number, task.clone());
    }
    let (mut results, start) = (Results::new(), Instant::now());
    while results.len() < tasks.len() {
        assert!(start.elapsed() < PATIENCE, "{} of {} are over", results.len(), tasks.len());
        match elsewhere.hear(PACE) {
            Some(Heard::Over { number, result, by }) => {
                let before = results.insert(number, (*result.unwrap(), by));
                assert!(before.is_none(), "task {number} was told twice");
                elsewhere.stored(number);
                heard(results.len());
            }
            Some(Heard::ShutOut { by }) => {
                let its = results.extract_if(.., |_, (_, of)| *of == by).map(|(number, _)| number);
                for number in its.collect::<Vec<usize>>() {
                    elsewhere.give(number, tasks[number].clone());
                }
            }
            Some(Heard::Lost(why)) => panic!("{why}"),
            None => {}
        }
    }
    results
}

/// A worker in a thread; it stops when this is dropped.
struct Hired {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    about: About,
    talk: Arc<Mutex<Vec<WorkerTalk>>>,
}

impl Hired {
    fn new(nats: &Nats, hands: impl Hands) -> Hired {
        Hired::with(nats, About::new("test", "test", 2), hands)
    }

    fn with(nats: &Nats, about: About, hands: impl Hands) -> Hired {
        let (stop, talk) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let told = Arc::clone(&talk);
        let settings = WorkerSettings { queue: queue(nats), about: about.clone() };
        let worker = Worker::new(settings, hands, move |talk| told.lock().unwrap().push(talk));
        let flag = Arc::clone(&stop);
        let thread = Some(std::thread::spawn(move || worker.run(&flag).unwrap()));
        Hired { stop, thread, about, talk }
    }

    fn wait_for(&self, what: impl Fn(&WorkerTalk) -> bool) {
        let start = Instant::now();
        while !self.talk.lock().unwrap().iter().any(&what) {
            assert!(start.elapsed() < PATIENCE, "{:?}", self.talk);
            std::thread::sleep(PACE / 10);
        }
    }
}

impl Drop for Hired {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Plays, and counts how often.
#[derive(Clone, Default)]
struct Counting(Arc<AtomicUsize>);

impl Hands for Counting {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Player.work(work, shelf, stop)
    }
}

/// Plays, but its games, after the probe, only when another worker has begun one, too.
#[derive(Clone)]
struct Together {
    games: Arc<AtomicUsize>,
    own: Arc<AtomicUsize>,
    begun: Arc<AtomicUsize>,
}

impl Hands for Together {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        self.games.fetch_add(1, Ordering::Relaxed);
        let before = self.own.fetch_add(1, Ordering::Relaxed);
        if before == 1 {
            self.begun.fetch_add(1, Ordering::Relaxed);
        }
        while before > 0 && self.begun.load(Ordering::Relaxed) < 2 && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(PACE / 10);
        }
        Player.work(work, shelf, stop)
    }
}

/// Is honest in its first results, the probe included, and then changes a digit of every answer.
struct Liar {
    honest: usize,
    count: AtomicUsize,
    lies: Arc<AtomicUsize>,
}

impl Liar {
    fn after(honest: usize) -> Liar {
        Liar { honest, count: AtomicUsize::new(0), lies: Arc::default() }
    }
}

impl Hands for Liar {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        let answer = Player.work(work, shelf, stop)?;
        if self.count.fetch_add(1, Ordering::Relaxed) < self.honest {
            return Some(answer);
        }
        self.lies.fetch_add(1, Ordering::Relaxed);
        let text = String::from_utf8(answer).unwrap();
        Some(text.replacen("1-0", "0-1", 1).replacen("\"actions\":\"", "\"actions\":\"f", 1).into_bytes())
    }
}

/// Is honest, and begins after the probe only when a liar has lied, or was found.
struct Late {
    lies: Arc<AtomicUsize>,
    probed: AtomicBool,
}

impl Hands for Late {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        let waits = self.probed.swap(true, Ordering::Relaxed);
        while waits && self.lies.load(Ordering::Relaxed) == 0 && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(PACE / 10);
        }
        Player.work(work, shelf, stop)
    }
}

/// Proves itself, and then never ends anything.
struct Hanging(AtomicUsize);

impl Hands for Hanging {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 0 {
            return Player.work(work, shelf, stop);
        }
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(PACE / 10);
        }
        None
    }
}

fn tasks(count: usize) -> Vec<Task> {
    (0..count).map(task).collect()
}

/// Compares results with those of one machine alone.
fn assert_right(tasks: &[Task], results: &Results) {
    assert_eq!(results.len(), tasks.len());
    for (number, task) in tasks.iter().enumerate() {
        let mut right = alone(task);
        right.played.usage.clear();
        assert_eq!(results[&number].0, right, "task {number}");
    }
}

#[test]
fn two_workers_give_what_one_machine_gives_and_each_task_is_told_once() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(counted(&nats));
    let (games, begun) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let workers = [(); 2].map(|()| {
        let (games, begun) = (Arc::clone(&games), Arc::clone(&begun));
        Hired::new(&nats, Together { games, own: Arc::default(), begun })
    });
    let tasks = tasks(200);
    let results = desk.run(&tasks, &mut |_| ());
    assert_right(&tasks, &results);
    let by: Vec<usize> = workers
        .iter()
        .map(|worker| results.values().filter(|(_, by)| *by == worker.about.worker).count())
        .collect();
    assert!(by.iter().all(|games| *games > 0), "both play: {by:?}");
    assert_eq!(games.load(Ordering::Relaxed), 200 + 2, "each game once, and two probes");
}

#[test]
fn equal_tasks_are_played_once_and_told_for_each() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(counted(&nats));
    let twice = [task(3), task(3), task(3)];
    let hands = Counting::default();
    for (number, task) in twice.iter().enumerate() {
        desk.dispatcher.give(number, task.clone());
    }
    let _worker = Hired::new(&nats, hands.clone());
    let start = Instant::now();
    let mut numbers = Vec::new();
    while numbers.len() < 3 {
        assert!(start.elapsed() < PATIENCE);
        if let Some(Heard::Over { number, .. }) = desk.dispatcher.hear(PACE) {
            numbers.push(number);
            desk.dispatcher.stored(number);
        }
    }
    numbers.sort_unstable();
    assert_eq!((numbers, hands.0.load(Ordering::Relaxed)), (vec![0, 1, 2], 1 + 1));
}

#[test]
fn work_that_is_given_again_is_played_again() {
    let Some(nats) = Nats::start() else { return };
    let hands = Counting::default();
    let _worker = Hired::new(&nats, hands.clone());
    // Another dispatcher with the same tasks, and twice the same tasks of one dispatcher.
    for _ in 0..2 {
        let desk = Desk::open(counted(&nats));
        for _ in 0..2 {
            assert_right(&tasks(3), &desk.run(&tasks(3), &mut |_| ()));
        }
    }
    assert_eq!(hands.0.load(Ordering::Relaxed), 2 + 4 * 3, "two probes and four times all games");
}

#[test]
fn a_worker_that_goes_gives_its_work_back() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(DispatchSettings { share: 0.0, ..settings(&nats) });
    let mut first = Some(Hired::new(&nats, Hanging(AtomicUsize::new(0))));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
    let tasks = tasks(10);
    let given = tasks.clone();
    for (number, task) in given.into_iter().enumerate() {
        desk.dispatcher.give(number, task);
    }
    std::thread::sleep(3 * PACE);
    drop(first.take());
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Left(_)));
    let _second = Hired::new(&nats, Player);
    let mut results = BTreeMap::new();
    let start = Instant::now();
    while results.len() < tasks.len() {
        assert!(start.elapsed() < PATIENCE);
        if let Some(Heard::Over { number, result, by }) = desk.dispatcher.hear(PACE) {
            assert!(results.insert(number, (*result.unwrap(), by)).is_none());
            desk.dispatcher.stored(number);
        }
    }
    assert_right(&tasks, &results);
}

#[test]
fn a_server_that_restarts_or_forgets_everything_costs_only_time() {
    let Some(mut nats) = Nats::start() else { return };
    let desk = Desk::open(settings(&nats));
    let _workers = [Hired::new(&nats, Player), Hired::new(&nats, Player)];
    let tasks = tasks(300);
    let results = desk.run(&tasks, &mut |over| {
        if over == 50 || over == 150 {
            nats.kill();
            if over == 150 {
                nats.forget();
            }
            nats.begin();
        }
    });
    assert_right(&tasks, &results);
}

#[test]
fn a_liar_is_shut_out_and_all_its_games_are_played_again() {
    let Some(nats) = Nats::start() else { return };
    // It behaves for its probe and the result that is always checked.
    let hands = Liar::after(2);
    let late = Late { lies: Arc::clone(&hands.lies), probed: AtomicBool::new(false) };
    let liar = Hired::new(&nats, hands);
    let desk = Desk::open(DispatchSettings { share: 0.4, ..settings(&nats) });
    let _worker = Hired::new(&nats, late);
    let tasks = tasks(300);
    let results = desk.run(&tasks, &mut |_| ());
    assert_right(&tasks, &results);
    assert!(desk.has_told(|talk| matches!(talk, DispatcherTalk::ShutOut(about, _) if *about == liar.about)));
    assert!(results.values().all(|(_, by)| *by != liar.about.worker), "nothing of it is left");
    assert!(!desk.has_told(|talk| matches!(talk, DispatcherTalk::Unrepeatable(_))));
}

#[test]
fn a_share_of_a_relay_has_many_tasks_and_hears_of_liars() {
    let Some(nats) = Nats::start() else { return };
    let hands = Liar::after(2);
    let late = Late { lies: Arc::clone(&hands.lies), probed: AtomicBool::new(false) };
    let liar = Hired::new(&nats, hands);
    let liars = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&liars);
    let lied = move |by: &str| told.lock().unwrap().push(by.to_owned());
    let settings = DispatchSettings { share: 0.4, ..settings(&nats) };
    let relay = Relay::open(settings, Arc::new(|_| None), |_| (), lied).unwrap();
    let _worker = Hired::new(&nats, late);
    let (many, single) = (tasks(200), task(1000));
    let results = std::thread::scope(|scope| {
        // A task of another caller is not told to the share.
        let other = scope.spawn(|| relay.perform(single, &false.into()).unwrap().unwrap().result.clone());
        let results = run(&relay.share(), &many, &mut |_| ());
        assert_eq!(other.join().unwrap().unwrap().played.game, 1000);
        results
    });
    assert_right(&many, &results);
    assert_eq!(*liars.lock().unwrap(), [liar.about.worker.as_str()]);
    assert!(results.values().all(|(_, by)| *by != liar.about.worker), "nothing of it is left");
    // A caller that comes later may have results of the liar from before.
    let heard = relay.share().hear(PATIENCE);
    assert!(matches!(&heard, Some(Heard::ShutOut { by }) if *by == liar.about.worker), "{heard:?}");
}

#[test]
fn a_liar_at_one_dispatcher_is_shut_out_by_the_others_of_the_program() {
    let Some(nats) = Nats::start() else { return };
    let settings = settings(&nats);
    let [one, other] = [settings.clone(), settings.clone()].map(Desk::open);
    let liar = Hired::new(&nats, Liar::after(2));
    for desk in [&one, &other] {
        desk.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
    }
    // It is alone, and its first result is checked at home.
    one.dispatcher.give(0, task(0));
    for desk in [&one, &other, &Desk::open(settings)] {
        desk.wait_for(|talk| match talk {
            DispatcherTalk::ShutOut(about, _) | DispatcherTalk::Refused(about, _) => *about == liar.about,
            _ => false,
        });
        let shut_out = std::iter::from_fn(|| desk.dispatcher.hear(PATIENCE))
            .find_map(|heard| if let Heard::ShutOut { by } = heard { Some(by) } else { None });
        assert_eq!(
            shut_out.as_deref(),
            Some(liar.about.worker.as_str()),
            "its results of before are told of"
        );
    }
}

#[test]
fn a_dispatcher_that_is_warned_of_a_liar_gives_it_nothing() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(settings(&nats));
    let liar = Hired::new(&nats, Player);
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
    desk.dispatcher.shut_out(&liar.about.worker);
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::ShutOut(about, _) if *about == liar.about));
    let heard = desk.dispatcher.hear(PATIENCE);
    assert!(matches!(&heard, Some(Heard::ShutOut { by }) if *by == liar.about.worker), "{heard:?}");
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Refused(about, _) if *about == liar.about));
    assert_eq!(desk.dispatcher.threads(), 0);
}

/// Plays the probe and fails in everything else.
struct Failing(AtomicUsize);

impl Hands for Failing {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => Player.work(work, shelf, stop),
            _ => Some(Answer::Failed("no".to_owned()).bytes()),
        }
    }
}

#[test]
fn a_worker_that_fails_in_everything_gets_no_more_work() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(settings(&nats));
    let failing = Hired::new(&nats, Failing(AtomicUsize::new(0)));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
    let three = tasks(3);
    assert_right(&three, &desk.run(&three, &mut |_| ()));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Fails(about) if *about == failing.about));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Refused(about, _) if *about == failing.about));
}

#[test]
fn a_liar_that_is_alone_is_found_at_home() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(settings(&nats));
    let liar = Hired::new(&nats, Liar::after(1));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
    desk.dispatcher.give(0, task(0));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::ShutOut(about, _) if *about == liar.about));
    let mut over = None;
    while over.is_none() {
        if let Some(Heard::Over { result, by, .. }) = desk.dispatcher.hear(PACE) {
            over = Some((*result.unwrap(), by));
        }
    }
    assert_eq!(over.unwrap(), (alone(&task(0)), "home".to_owned()));
}

#[test]
fn a_worker_that_hangs_gets_no_more_work() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(DispatchSettings { longest: 5 * PACE, ..settings(&nats) });
    let hanging = Hired::new(&nats, Hanging(AtomicUsize::new(0)));
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
    let tasks = tasks(20);
    for (number, task) in tasks.iter().enumerate() {
        desk.dispatcher.give(number + 100, task.clone());
    }
    desk.wait_for(|talk| matches!(talk, DispatcherTalk::Hangs(about) if *about == hanging.about));
    let _worker = Hired::new(&nats, Player);
    let mut results = BTreeMap::new();
    let start = Instant::now();
    while results.len() < tasks.len() {
        assert!(start.elapsed() < PATIENCE, "{:?}", desk.talk);
        if let Some(Heard::Over { number, result, by }) = desk.dispatcher.hear(PACE) {
            assert!(results.insert(number - 100, (*result.unwrap(), by)).is_none());
            desk.dispatcher.stored(number);
        }
    }
    assert_right(&tasks, &results);
}

#[test]
fn a_worker_of_another_version_or_build_is_refused_with_the_reason() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(settings(&nats));
    let old = About { version: "0.0.1".to_owned(), ..About::new("old", "test", 1) };
    let other = About::new("other", "another build", 1);
    for (about, reason) in [(old, "version 0.0.1"), (other, "build another build")] {
        let worker = Hired::with(&nats, about.clone(), Player);
        worker.wait_for(|talk| matches!(talk, WorkerTalk::Refused(_, why) if why.contains(reason)));
        assert!(desk.has_told(|talk| matches!(talk, DispatcherTalk::Refused(of, _) if *of == about)));
    }
    let any = Desk::open(DispatchSettings { any_build: true, ..settings(&nats) });
    let _worker = Hired::with(&nats, About::new("other", "another build", 1), Player);
    any.wait_for(|talk| matches!(talk, DispatcherTalk::Joined(_)));
}

/// Answers everything with nothing.
struct Broken;

impl Hands for Broken {
    fn work(&self, _: &Packed, _: &Shelf, _: &AtomicBool) -> Option<Vec<u8>> {
        Some(b"{}".to_vec())
    }
}

#[test]
fn a_worker_whose_sandbox_is_wrong_gets_no_work() {
    let Some(nats) = Nats::start() else { return };
    let _desk = Desk::open(settings(&nats));
    let worker = Hired::new(&nats, Broken);
    worker.wait_for(|talk| matches!(talk, WorkerTalk::Refused(_, why) if why.contains("probe")));
}

#[test]
fn modules_travel_by_their_hash_and_workers_serve_two_dispatchers() {
    let Some(nats) = Nats::start() else { return };
    let module = include_bytes!("../src/probe.wasm").to_vec();
    let hash = sha256(&module);
    let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
    let with_module = |number: usize| {
        let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: number as u64 };
        let job = Job::new(number, setup.clone(), vec![player(0, "random"), player(1, "some/bot.wasm")]);
        let modules = BTreeMap::from([("some/bot.wasm".to_owned(), hash.clone())]);
        Task { modules, ..Task::new(job) }
    };
    let tasks: Vec<Task> = (0..20).map(with_module).collect();
    let first = Desk::with_modules(settings(&nats), BTreeMap::from([(hash.clone(), module.clone())]));
    let second = Desk::with_modules(settings(&nats), BTreeMap::from([(hash.clone(), module.clone())]));
    let _workers = [Hired::new(&nats, Player), Hired::new(&nats, Player)];
    let results: Vec<_> = std::thread::scope(|scope| {
        let runs = [&first, &second].map(|desk| scope.spawn(|| desk.run(&tasks, &mut |_| ())));
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_eq!(results[0].len(), 20);
    for number in 0..20 {
        let [one, two] = [0, 1].map(|desk| &results[desk][&number].0);
        assert_eq!(one, two);
        assert!(!one.played.fuel.is_empty() && !one.played.faults.is_empty());
    }
}

#[test]
fn a_task_that_cannot_be_done_is_told_with_its_reason() {
    let Some(nats) = Nats::start() else { return };
    let desk = Desk::open(settings(&nats));
    let _worker = Hired::new(&nats, Player);
    let mut bad = task(0);
    bad.job.players[0].name = "line:./somewhere/else".to_owned();
    desk.dispatcher.give(0, bad);
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < PATIENCE);
        if let Some(Heard::Over { result, .. }) = desk.dispatcher.hear(PACE) {
            let why = result.unwrap_err().to_string();
            assert!(why.contains("is not here"), "{why}");
            return;
        }
    }
}

#[test]
fn a_queue_that_is_not_there_is_told_at_once() {
    let queue = Queue::new("nats://127.0.0.1:1", None).unwrap();
    let settings = DispatchSettings::new(queue, About::new("", "test", 1));
    let Err(why) = Dispatcher::open(settings, Arc::new(|_| None), |_| ()) else { panic!("it is open") };
    assert!(why.to_string().contains("127.0.0.1:1") && why.to_string().contains("nats-server -js"), "{why}");
}
