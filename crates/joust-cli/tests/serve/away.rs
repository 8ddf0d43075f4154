//! Contests whose games other machines play, over a real `nats-server`: they end as one that is judged by its server
//! alone, whatever is killed.

use crate::contest::{Mishaps, Scene, Size, assert_alike, contest, quiet};
use crate::hands::{Hanging, Hired, Liar, about};
use crate::nats::Nats;
use crate::player::{any_pause, fresh_seed};
use crate::postgres::Postgres;
use joust_core::{Rng, Seed, below};
use joust_relay::{About, Player, WorkerTalk};
use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// `joust worker`, with its log in a file. It is killed when this is dropped.
struct Worker {
    child: Child,
    log: tempfile::NamedTempFile,
}

impl Worker {
    fn start(nats: &Nats) -> Worker {
        let log = tempfile::NamedTempFile::new().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
        command.args(["worker", "--queue", &nats.url(), "--threads", "1", "--json"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(log.path()).unwrap());
        Worker { child: command.spawn().unwrap(), log }
    }

    /// How often it has told of something.
    fn told(&self, event: &str) -> usize {
        let log = std::fs::read_to_string(self.log.path()).unwrap();
        log.matches(&format!("{{\"event\":\"{event}\"")).count()
    }

    /// Waits until it is admitted by both dispatchers of a server: that of the judge and that of games.
    fn wait_for_work(&self) {
        let start = Instant::now();
        while self.told("admitted") < 2 {
            let log = std::fs::read_to_string(self.log.path());
            assert!(start.elapsed() < Duration::from_mins(2), "{log:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A worker is killed at every turn, and another one comes.
struct Relief<'a> {
    nats: &'a Nats,
    workers: [Worker; 2],
    /// What those that were killed had played.
    played: usize,
}

impl Mishaps for Relief<'_> {
    async fn strike(&mut self, _: &mut Scene) {
        let old = std::mem::replace(&mut self.workers[0], Worker::start(self.nats));
        self.played += old.told("done");
        self.workers.swap(0, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contest_by_two_workers_of_which_one_is_killed_ends_as_one_by_its_server() {
    let Some(nats) = Nats::start() else { return };
    // With one game of the ladder at a time, the same games are chosen; a round gives all its games at once.
    let scene = Scene::with(&["--queue", &nats.url(), "--queue-games", "1"], None);
    let workers = [(); 2].map(|()| Worker::start(&nats));
    workers.iter().for_each(Worker::wait_for_work);
    let mut relief = Relief { nats: &nats, workers, played: 0 };
    let (alone, away) = tokio::join!(quiet(), contest(scene, Size::SMALL, &mut relief));
    assert_alike(alone, &away);
    let played = relief.played + relief.workers.iter().map(|worker| worker.told("done")).sum::<usize>();
    assert!(played >= 10, "workers have played {played} games");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contest_whose_queue_is_not_there_is_played_by_its_server() {
    let scene = Scene::with(&["--queue", "nats://127.0.0.1:1", "--queue-games", "1"], None);
    let mut nothing = crate::contest::Quiet;
    let (alone, away) = tokio::join!(quiet(), contest(scene, Size::SMALL, &mut nothing));
    assert_alike(alone, &away);
}

/// How often each is killed in the drill.
const TIMES: usize = 20;
/// How often a contest is struck.
const STRIKES: usize = 3;

/// What is killed in the drill.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Server,
    Worker,
    Queue,
    Database,
}

/// Everything is killed at random, while one worker lies and one hangs.
struct Drill {
    nats: Nats,
    postgres: Postgres,
    workers: [Worker; 2],
    _liar: Hired,
    hanging: Hired,
    rng: Rng,
    /// What is left to be killed.
    left: Vec<Victim>,
}

impl Mishaps for Drill {
    async fn strike(&mut self, scene: &mut Scene) {
        let many = (4 * TIMES).div_ceil(STRIKES).min(self.left.len());
        for _ in 0..many {
            let at = below(&mut self.rng, self.left.len());
            match self.left.swap_remove(at) {
                Victim::Server => {
                    scene.restart();
                    self.hanging = Hired::new(&self.nats, about("hanging"), Hanging::default());
                }
                Victim::Worker => {
                    let which = below(&mut self.rng, 2);
                    self.workers[which] = Worker::start(&self.nats);
                }
                Victim::Queue => {
                    self.nats.kill();
                    if below(&mut self.rng, 4) == 0 {
                        self.nats.forget();
                    }
                    self.nats.begin();
                }
                Victim::Database => {
                    tokio::task::block_in_place(|| self.postgres.restart());
                    self.postgres.wait().unwrap();
                }
            }
            any_pause(&mut self.rng, 20, 900).await;
        }
        scene.is_healthy().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn drill_a_contest_on_postgresql_and_nats() {
    const SIZE: Size = Size { ladder: 6, round: 40 };
    let Some(nats) = Nats::start() else { return };
    let postgres = match Postgres::start(&[]) {
        Ok(postgres) => postgres,
        Err(why) => {
            println!("drill: a contest on PostgreSQL and NATS: skipped, {why}");
            return;
        }
    };
    let begun = Instant::now();
    let alone = contest(Scene::start(), SIZE, &mut crate::contest::Quiet).await;
    let words = ["--queue", &nats.url(), "--queue-games", "1", "--queue-check", "10", "--queue-longest", "3"];
    let scene = Scene::with(&words, Some(postgres.database()));
    let old = Hired::new(&nats, About { version: "0.0.1".to_owned(), ..about("old") }, Player);
    old.wait_for(|talk| matches!(talk, WorkerTalk::Refused(_, why) if why.contains("version 0.0.1")));
    let liar = Hired::new(&nats, about("liar"), Liar::after(2));
    let hanging = Hired::new(&nats, about("hanging"), Hanging::default());
    let workers = [(); 2].map(|()| Worker::start(&nats));
    let kinds = [Victim::Server, Victim::Worker, Victim::Queue, Victim::Database];
    let left = kinds.iter().flat_map(|victim| [*victim; TIMES]).collect();
    let rng = Seed(fresh_seed()).rng();
    let mut drill = Drill { nats, postgres, workers, _liar: liar, hanging, rng, left };
    let struck = contest(scene, SIZE, &mut drill).await;
    assert!(drill.left.is_empty(), "{} kills are left", drill.left.len());
    assert_alike(&alone, &struck);
    println!(
        "drill: a contest on PostgreSQL and NATS: {TIMES} kills each of server, workers, nats-server and PostgreSQL, \
         with a liar, a worker that hangs and an old one, in {:.0?}: it ended as one that was left alone",
        begun.elapsed()
    );
}
