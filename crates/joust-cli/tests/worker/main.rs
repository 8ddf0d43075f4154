//! `joust worker` and `joust tournament --queue` as processes, over a real `nats-server`: the journal is that of
//! one machine, whatever is killed.
#![cfg(unix)]

mod drill;
#[path = "../../../../tests/support/nats.rs"]
mod nats;
mod process;
mod speed;

use nats::Nats;
use process::{Cup, Process, joust, module};
use std::time::Duration;

#[test]
fn a_tournament_by_two_workers_is_that_of_one_machine() {
    let Some(nats) = Nats::start() else { return };
    for cup in [Cup::of_modules(), Cup::of_armies(), Cup::swiss()] {
        let alone = cup.alone();
        let _workers = [Process::worker(&nats), Process::worker(&nats)];
        let played = cup.begin(&nats, &[]).wait();
        assert!(played.success(), "{}", played.stderr);
        assert_eq!(cup.journal(), alone.journal, "{}", cup.name());
        assert_eq!(played.stdout, alone.table, "{}", cup.name());
        assert!(played.stderr.contains(" plays, 1 games at a time"), "{}", played.stderr);
    }
}

#[test]
fn a_killed_worker_a_killed_server_and_a_killed_dispatcher_cost_only_time() {
    let Some(mut nats) = Nats::start() else { return };
    let cup = Cup::long(60);
    let alone = cup.alone();
    let mut workers = vec![Process::worker(&nats), Process::worker(&nats)];
    let dispatcher = cup.begin(&nats, &["--check", "0.1"]);
    cup.wait_for_games(10, &dispatcher);
    workers.pop().unwrap().kill();
    cup.wait_for_games(20, &dispatcher);
    nats.kill();
    nats.begin();
    workers.push(Process::worker(&nats));
    cup.wait_for_games(30, &dispatcher);
    dispatcher.kill();
    let again = cup.begin(&nats, &[]).wait();
    assert!(again.success(), "{}", again.stderr);
    assert_eq!((cup.journal(), again.stdout), (alone.journal, alone.table));
}

#[test]
fn this_machine_may_play_too_and_a_stopped_worker_gives_its_games_back() {
    let Some(nats) = Nats::start() else { return };
    let cup = Cup::long(40);
    let alone = cup.alone();
    let worker = Process::worker(&nats);
    let dispatcher = cup.begin(&nats, &["--concurrency", "1"]);
    cup.wait_for_games(10, &dispatcher);
    let stopped = worker.interrupt().wait();
    assert!(stopped.success(), "{}", stopped.stderr);
    assert!(stopped.stderr.contains("stopped after "), "{}", stopped.stderr);
    let played = dispatcher.wait();
    assert!(played.success(), "{}", played.stderr);
    assert_eq!(cup.journal(), alone.journal);
}

#[test]
fn players_that_need_this_machine_are_refused() {
    let Some(nats) = Nats::start() else { return };
    for (player, reason) in [("engine", "need not play alike"), ("line:cat", "need not play alike")] {
        let cup = Cup::of(&format!("game = \"mad\"\nparticipants = [\"random\", \"{player}\"]\n"));
        let ended = cup.begin(&nats, &[]).wait();
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        assert!(ended.stderr.contains(reason), "{}", ended.stderr);
    }
}

#[test]
fn a_queue_that_is_not_there_is_a_mistake_for_a_tournament_and_awaited_by_a_worker() {
    let cup = Cup::long(2);
    let ended = joust(&["tournament", cup.file().to_str().unwrap(), "--queue", "nats://127.0.0.1:1"]).wait();
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("nats-server -js"), "{}", ended.stderr);
    let worker = joust(&["worker", "--queue", "nats://127.0.0.1:1", "--json"]);
    std::thread::sleep(Duration::from_millis(500));
    let stopped = worker.interrupt().wait();
    assert!(stopped.success() && stopped.stderr.contains(r#"{"event":"disconnected""#), "{}", stopped.stderr);
    let ended = joust(&["worker", "--queue", "http://host"]).wait();
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
}

#[test]
fn the_module_of_the_tests_plays() {
    assert!(module().starts_with(b"\0asm"));
}
