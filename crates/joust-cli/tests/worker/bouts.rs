//! Games of a contest, given to workers one by one: what a contest server does.

use crate::hands::{Hired, Liar, about};
use crate::nats::Nats;
use crate::process::{Process, module};
use joust_contest::{Bout, BoutPlayer, Contest, Fought};
use joust_match::Programs;
use joust_relay::{DispatchSettings, Queue, Relay, sha256};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The file of the module in the names of players.
const FILE: &str = "Ada.wasm";

fn bout(seed: u64) -> Bout {
    let player = |name: &str, player: &str| BoutPlayer { name: name.to_owned(), player: player.to_owned() };
    Bout { board: 0, seed, opening: 0, players: vec![player("Ada", FILE), player("Bob", "minimax:1")] }
}

/// What this machine alone makes of a game.
fn alone(contest: &Contest, seed: u64) -> Fought {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(FILE), module()).unwrap();
    let programs = Programs::default().in_folder(folder.path());
    contest.play(&bout(seed), &programs, &false.into()).unwrap().unwrap()
}

#[test]
fn bouts_of_a_contest_are_those_of_one_machine_and_those_of_a_liar_are_named() {
    let Some(nats) = Nats::start() else { return };
    let contest = Contest::read("name = \"Spring\"\ngame = \"mad\"\n").unwrap();
    let queue = Queue::new(&nats.url(), None).unwrap();
    let settings = DispatchSettings { share: 0.3, ..DispatchSettings::new(queue, about("arena")) };
    let find = Arc::new(|hash: &str| Some(module()).filter(|module| sha256(module) == hash));
    let liars = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&liars);
    let relay =
        Relay::open(settings, find, |_| (), move |by| told.lock().unwrap().push(by.to_owned())).unwrap();
    let _workers = [Process::worker(&nats), Process::worker(&nats)];
    let _liar = Hired::new(&nats, about("liar"), Liar::after(2));
    let stored: Mutex<BTreeMap<u64, (Fought, String)>> = Mutex::default();
    let play = |seed: u64| {
        let mut task = contest.task(&bout(seed)).unwrap();
        task.modules.insert(FILE.to_owned(), sha256(&module()));
        loop {
            let done = relay.perform(task.clone(), &false.into()).unwrap().unwrap();
            let fought = contest.fought(&bout(seed), done.result.clone().unwrap());
            stored.lock().unwrap().insert(seed, (fought, done.by.clone()));
            if !relay.has_lied(&done.by) {
                return;
            }
        }
    };
    // As many threads as a server has, each with one game at a time; the liar plays until it is found.
    let mut seeds = 0..;
    while liars.lock().unwrap().is_empty() {
        let next: Vec<u64> = seeds.by_ref().take(8).collect();
        assert!(next[0] < 2000, "the liar was not found");
        std::thread::scope(|scope| next.into_iter().for_each(|seed| drop(scope.spawn(move || play(seed)))));
    }
    let liar = liars.lock().unwrap()[0].clone();
    let is_its = |(_, (_, by)): &(&u64, &(Fought, String))| *by == liar;
    let again: Vec<u64> = stored.lock().unwrap().iter().filter(is_its).map(|(seed, _)| *seed).collect();
    again.into_iter().for_each(play);
    let stored = stored.into_inner().unwrap();
    for (seed, (fought, by)) in &stored {
        assert_ne!(*by, liar);
        assert_eq!(*fought, alone(&contest, *seed), "seed {seed}");
    }
    let ada = &stored[&0].0.private[0];
    assert!(ada.fuel_share.is_some() && ada.fault.is_some(), "{ada:?}");
}

#[test]
fn a_caller_that_stops_does_not_wait_and_a_game_with_a_clock_is_refused() {
    let Some(nats) = Nats::start() else { return };
    let contest = Contest::read("name = \"Spring\"\ngame = \"mad\"\n").unwrap();
    let settings = DispatchSettings::new(Queue::new(&nats.url(), None).unwrap(), about("arena"));
    let relay = Relay::open(settings, Arc::new(|_| None), |_| (), |_| ()).unwrap();
    assert_eq!(relay.threads(), 0);
    let task = contest.task(&bout(1)).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| relay.perform(task.clone(), &stop).unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
        assert!(waits.join().unwrap());
    });
    let mut by_time = task;
    by_time.job.players[1].name = "engine,time=10".to_owned();
    let why = relay.perform(by_time, &stop).err().unwrap().to_string();
    assert!(why.contains("need not play alike elsewhere"), "{why}");
}
