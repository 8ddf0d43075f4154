//! `joust worker` and `joust tournament --queue` as processes, over a real `nats-server`: the journal is that of
//! one machine, whatever is killed.
#![cfg(unix)]

mod bouts;
mod drill;
mod hands;
#[path = "../../../../tests/support/nats.rs"]
mod nats;
mod process;
mod speed;

use hands::{Hanging, Hired, Liar, about};
use joust_relay::{About, Player, WorkerTalk};
use nats::Nats;
use process::{Cup, Process, joust};

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
    let cup = Cup::long(100);
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
    let cup = Cup::long(60);
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
    worker.wait_for(r#"{"event":"disconnected""#);
    let stopped = worker.interrupt().wait();
    assert!(stopped.success(), "{}", stopped.stderr);
    let ended = joust(&["worker", "--queue", "http://host"]).wait();
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
}

#[test]
fn a_liar_is_found_and_all_its_games_are_played_again() {
    let Some(nats) = Nats::start() else { return };
    // It is honest in the game that is always checked, and in so many more that some of them are believed. The other
    // worker comes when it has lied: then a busy machine cannot keep it from that.
    let liar = Hired::new(&nats, about("liar"), Liar::after(10));
    let cup = Cup::short();
    let alone = cup.alone();
    let dispatcher = cup.begin(&nats, &["--check", "0.15"]);
    liar.wait_for_many(11, |talk| matches!(talk, WorkerTalk::Done { .. }));
    let _worker = Process::worker(&nats);
    let played = dispatcher.wait();
    assert!(played.success(), "{}", played.stderr);
    assert_eq!((cup.journal(), played.stdout), (alone.journal, alone.table));
    assert!(
        played.stderr.contains("worker liar (") && played.stderr.contains("is shut out"),
        "{}",
        played.stderr
    );
    let origins = cup.origins();
    let liar = origins.lines().find_map(|line| line.split("\"out\":\"").nth(1)?.split('"').next()).unwrap();
    assert!(
        origins.lines().any(|line| line.contains(&format!("\"by\":\"{liar}\""))),
        "it had played: {origins}"
    );
}

#[test]
fn workers_that_hang_or_are_silent_lose_their_games() {
    let Some(nats) = Nats::start() else { return };
    let hands = Hanging::default();
    let _hanging = Hired::new(&nats, about("hanging"), hands.clone());
    let cup = Cup::long(20);
    let alone = cup.alone();
    let dispatcher = cup.begin(&nats, &["--longest", "2"]);
    hands.wait_for_game();
    let silent = Process::worker(&nats);
    cup.wait_for_games(3, &dispatcher);
    silent.freeze();
    let _worker = Process::worker(&nats);
    let played = dispatcher.wait();
    assert!(played.success(), "{}", played.stderr);
    assert!(
        played.stderr.contains("worker hanging (") && played.stderr.contains(" hangs, "),
        "{}",
        played.stderr
    );
    assert_eq!((cup.journal(), played.stdout), (alone.journal, alone.table));
}

#[test]
fn a_worker_of_another_version_or_build_is_refused_at_the_door() {
    let Some(nats) = Nats::start() else { return };
    let cup = Cup::short();
    let dispatcher = cup.begin(&nats, &[]);
    let old = About { version: "0.0.1".to_owned(), ..about("old") };
    let other = About { build: "another".to_owned(), ..about("other") };
    for (about, reason) in [(old, "it has version 0.0.1, and"), (other, "it is build another, and")] {
        let worker = Hired::new(&nats, about, Player);
        worker.wait_for(|talk| matches!(talk, WorkerTalk::Refused(_, why) if why.contains(reason)));
    }
    let _worker = Process::worker(&nats);
    let played = dispatcher.wait();
    assert!(played.success(), "{}", played.stderr);
    for reason in ["is refused: it has version 0.0.1", "is refused: it is build another"] {
        assert!(played.stderr.contains(reason), "{}", played.stderr);
    }
    assert_eq!(cup.journal(), cup.alone().journal);
}
