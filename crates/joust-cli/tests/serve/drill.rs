//! `make drill`: what an operator fears, many times over. Every drill prints what the server had
//! acknowledged and what was found afterwards, and fails unless they are equal.
//!
//! The drills are long, so `cargo test` passes them over; each has a short sister among the other tests.

use crate::killed::kill;
use crate::player::{GAMES, Players, Tally, any_pause, fresh_seed};
use crate::postgres::Postgres;
use crate::process::{Process, command, on_database};
use crate::support::{Visitor, first_move, number, session};
use joust_core::Seed;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often something breaks.
const TIMES: usize = 20;

fn report(drill: &str, tally: Tally) {
    let Tally { games, moves, found_games, found_moves } = tally;
    println!(
        "drill: {drill}: acknowledged {games} games, {moves} moves; found {found_games} games, {found_moves} moves"
    );
    assert_eq!((games, moves), (found_games, found_moves), "{drill}: something acknowledged was lost");
    assert!(games > GAMES.len() && moves > 100, "{drill}: {games} games, {moves} moves are not a load");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn kill_minus_nine() {
    let folder = tempfile::tempdir().unwrap();
    let (tally, _, _) = kill(folder.path(), TIMES).await;
    report(&format!("killed {TIMES} times"), tally);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn a_contest_under_kills() {
    crate::contest::compare(TIMES).await;
    println!(
        "drill: a contest: killed {TIMES} times while it judged, climbed and played a round, and ended as one that was not"
    );
}

/// A small file system in memory, for as long as it lives.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    const MIB: usize = 24;

    fn mount() -> Option<SmallDisk> {
        let folder = tempfile::tempdir().ok()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={}m", SmallDisk::MIB), "tmpfs"]).arg(folder.path());
        mount.status().is_ok_and(|status| status.success()).then_some(SmallDisk(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all room that is left; dropping the file's name gives it back.
    fn fill(&self) {
        let mut ballast = File::create(self.path().join("ballast")).unwrap();
        while ballast.write_all(&[0; 4096]).is_ok() {}
    }

    fn make_room(&self) {
        std::fs::remove_file(self.path().join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn full_disk() {
    let Some(disk) = SmallDisk::mount() else {
        println!("drill: full disk: skipped, only root may mount a small file system");
        return;
    };
    let seed = fresh_seed();
    let mut rng = Seed(seed).rng();
    let process = Process::start(disk.path());
    let mut watcher = Visitor { address: process.address, cookie: None };
    let mut players = Players::arrive(process.address, seed).await;
    for time in 0..TIMES / 2 {
        let trouble = async {
            any_pause(&mut rng, 100, 400).await;
            disk.fill();
            // Two heart beats fail, and in the first round health must notice.
            sleep(Duration::from_millis(if time == 0 { 9000 } else { 2500 })).await;
            if time == 0 {
                assert_eq!(watcher.get("/health").await.status, 503, "health is green on a full disk");
            }
            disk.make_room();
        };
        players = players.play(trouble, Duration::from_secs(2)).await;
    }
    assert_eq!(watcher.get("/health").await.status, 200, "health is red though there is room");
    let mut process = process;
    assert!(process.terminate().success());
    let process = Process::start(disk.path());
    players.follow(process.address);
    report(&format!("disk full {} times", TIMES / 2), players.tally().await);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn database_restarted() {
    let postgres = match Postgres::start(&[]) {
        Ok(postgres) => postgres,
        Err(why) => {
            println!("drill: database restarted: skipped, {why}");
            return;
        }
    };
    let seed = fresh_seed();
    let mut rng = Seed(seed).rng();
    let url = postgres.database();
    let mut process = Process::spawn(on_database(&url));
    let mut players = Players::arrive(process.address, seed).await;
    for _ in 0..TIMES {
        let restart = async {
            any_pause(&mut rng, 50, 500).await;
            tokio::task::block_in_place(|| postgres.restart());
        };
        players = players.play(restart, Duration::from_secs(2)).await;
    }
    assert!(process.terminate().success());
    let process = Process::spawn(on_database(&url));
    players.follow(process.address);
    report(&format!("database restarted {TIMES} times"), players.tally().await);
}

/// The system's clock jumps back and forth between two runs of the server; a clock that ran goes on.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn clock_set_back() {
    let seed = fresh_seed();
    let folder = tempfile::tempdir().unwrap();
    let clock = folder.path().join("clock");
    let data = folder.path().join("data");
    let start = |shift: i64| {
        std::fs::write(&clock, shift.to_string()).unwrap();
        let mut command = command(&data);
        command.env("JOUST_TEST_CLOCK", &clock);
        Process::spawn(command)
    };
    let process = start(0);
    let mut players = Players::arrive(process.address, seed).await;
    players = players.play(sleep(Duration::from_millis(300)), Duration::ZERO).await;
    process.kill();
    for hours in [-1_i64, 30, -24, 0, -720] {
        let process = start(hours * 3_600_000);
        players.follow(process.address);
        players = players.play(sleep(Duration::from_millis(300)), Duration::ZERO).await;
        process.kill();
    }
    let process = start(0);
    players.follow(process.address);
    report("clock set back and forth 5 times", players.tally().await);
    // Nobody has lost on time: the players with a clock of an hour have used seconds.
    assert_eq!(players.lost_on_time().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "make drill"]
async fn ten_thousand_abandoned_games() {
    const MANY: usize = 10_000;
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let address = process.address;
    let mut making = Vec::new();
    for _ in 0..8 {
        making.push(tokio::spawn(async move {
            let mut visitor = Visitor { address, cookie: None };
            visitor.get("/").await;
            let mut made = Vec::new();
            for _ in 0..MANY / 8 {
                made.push(visitor.make("game=mad&opponent=screen").await);
            }
            made
        }));
    }
    let mut made = Vec::new();
    for task in making {
        made.extend(task.await.unwrap());
    }
    // One game in which something happens by itself: its clock runs.
    let mut ada = Visitor { address, cookie: None };
    let timed = ada.make("game=wargame&board=tiny&opponent=screen&minutes=60&increment=0").await;
    for _ in 0..3 {
        let (mut line, state) = ada.live(&timed).await;
        line.act(number(&state["version"]), &first_move(session(&state).as_ref())).await;
        line.hear("acted").await;
    }
    process.kill();
    let begin = Instant::now();
    let process = Process::start(folder.path());
    let listens = begin.elapsed();
    ada.address = process.address;
    while ada.get("/health").await.status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(10), "not healthy after ten seconds");
        sleep(Duration::from_millis(20)).await;
    }
    println!(
        "drill: {MANY} abandoned games: listens after {} ms, healthy after {} ms",
        listens.as_millis(),
        begin.elapsed().as_millis()
    );
    let (_, state) = ada.live(&timed).await;
    assert_eq!(state["clock"]["running"], 1, "{state}");
    let mut found = 0;
    for id in &made {
        found += usize::from(ada.get(&format!("/game/{id}/record")).await.status == 200);
    }
    println!("drill: {MANY} abandoned games: acknowledged {} games, found {found}", made.len());
    assert_eq!(found, made.len());
}
