//! Whatever moment the server is killed at, every move that it has acknowledged is there afterwards.

use crate::player::{GAMES, Players, Tally, any_pause, fresh_seed};
use crate::process::Process;
use joust_core::Seed;
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// Kills a server that many times under load; gives what was acknowledged and found, and the server.
pub(crate) async fn kill(folder: &Path, times: usize) -> (Tally, Players, Process) {
    let seed = fresh_seed();
    let mut rng = Seed(seed).rng();
    let mut process = Process::start(folder);
    let mut players = Players::arrive(process.address, seed).await;
    for _ in 0..times {
        let killed = async {
            any_pause(&mut rng, 20, 320).await;
            process.kill();
        };
        players = players.play(killed, Duration::ZERO).await;
        process = Process::start(folder);
        players.follow(process.address);
    }
    (players.tally().await, players, process)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_survives_a_kill() {
    const TIMES: usize = 5;
    let folder = tempfile::tempdir().unwrap();
    let (tally, players, mut process) = kill(folder.path(), TIMES).await;
    println!("{tally:?}");
    assert_eq!((tally.games, tally.moves), (tally.found_games, tally.found_moves));
    assert!(tally.games > GAMES.len() && tally.moves > TIMES * GAMES.len(), "{tally:?} is not a load");
    // And it closes in peace: everybody is told.
    let (visitor, id) = players.one();
    let (mut line, _) = visitor.live(id).await;
    let closing = tokio::task::spawn_blocking(move || process.terminate());
    assert_eq!(line.closed().await, Some(1001));
    assert!(closing.await.unwrap().success());
    line.say(json!({ "t": "ping", "n": 1 })).await;
}
