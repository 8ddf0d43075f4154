//! The laws of games, and every clause of `LAW.md`, proved by name.

#[macro_use]
#[path = "../../../support/law.rs"]
mod law;
#[macro_use]
#[path = "../../../support/laws/mod.rs"]
mod laws;

use joust_core::{Course, Game, Player, Record, Seat, Seed};
use joust_games::any_game;
use joust_match::{Job, Journal, Played, PlayerText, Schedule};
use joust_players::Random;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use test_bids::Bids;

laws_of_games!(&[(any_game::<Bids>(), None)]);

const LAW: law::Law = law::Law { mark: "BID", text: include_str!("../LAW.md"), chapters: 3 };

tests_of_law!(LAW);

/// The game after words of a record.
fn played(rules: &str, words: &str) -> Course<Bids> {
    let record: Record = format!("[Rules \"{rules}\"]\n[Seed \"5\"]\n\n{words} *").parse().unwrap();
    Course::played(&record).unwrap_or_else(|why| panic!("{words}: {why}"))
}

fn refused(words: &str, seat: Seat, text: &str) -> &'static str {
    let game = played("plain", words);
    game.read(text).and_then(|action| game.propose(seat, &action)).expect_err(text).clause
}

#[test]
fn bid_1_1_every_seat_bids_once_a_round_and_no_bid_counts_before_the_last() {
    assert_eq!(played("plain", "1:4 0:3").sums, [0, 0, 0]);
    assert_eq!(refused("1:4", Seat::SECOND, "5"), "BID-1.1");
    let (first, third) = (Seat::FIRST, Seat::new(2).unwrap());
    let awaited: Vec<Seat> = played("plain", "1:4").awaits().iter().collect();
    assert_eq!(awaited, [first, third]);
}

#[test]
fn bid_1_2_a_bid_is_a_digit() {
    for text in ["10", "300", "-1", "x", ""] {
        assert_eq!(refused("", Seat::FIRST, text), "BID-1.2", "{text}");
    }
}

#[test]
fn bid_1_3_the_others_play_on_without_a_seat_that_is_out() {
    let game = played("plain", "0:1 1:2 2:3 0:out 1:2 2:3");
    assert_eq!((game.round, game.sums), (2, [1, 4, 6]));
    assert_eq!(refused("0:out", Seat::FIRST, "1"), "BID-1.1");
}

#[test]
fn bid_2_1_bids_add_up() {
    assert_eq!(played("plain", "0:1 1:2 2:9 0:1 2:0 1:2").sums, [2, 4, 9]);
}

#[test]
fn bid_2_2_the_highest_bid_alone_takes_the_prize_of_the_seed() {
    let prizes: Vec<i32> =
        (0..3).map(|round| Bids { round, prizes: true, seed: 5, ..Bids::default() }.prize()).collect();
    assert!(prizes.iter().all(|prize| (1..=6).contains(prize)));
    assert_eq!(played("prizes", "0:1 1:2 2:9").sums, [1, 2, 9 + prizes[0]]);
    assert_eq!(played("prizes", "0:9 1:2 2:9").sums, [9, 2, 9], "a shared highest bid takes nothing");
    let drawn: std::collections::HashSet<i32> =
        (0..50).map(|seed| Bids { prizes: true, seed, ..Bids::default() }.prize()).collect();
    assert_eq!(drawn.len(), 6);
}

#[test]
fn bid_2_3_the_highest_score_wins_after_three_rounds() {
    let game = played("plain", "0:1 1:2 2:9 0:1 1:2 2:9 0:9 1:2 2:1");
    assert_eq!(game.ending().unwrap().points(), "0-0-1");
    assert!(played("plain", "0:out 1:out 2:out").ending().is_some());
}

#[test]
fn bid_3_1_a_record_leads_to_its_result() {
    let record = played("prizes", "2:9 1:2 0:1 0:out 1:4 2:1 1:0 2:2").record(&[]);
    assert_eq!((record.header("Seats"), record.header("Seed")), (Some("3"), Some("5")));
    let text = record.to_string();
    assert!(any_game::<Bids>().load(&text).is_ok(), "{text}");
    let why = any_game::<Bids>().load(&text.replace("\n0-0-1\n", "\n1-0-0\n")).err().unwrap();
    assert!(why.to_string().ends_with("[BID-3.1]"), "{why}");
}

/// Games of a match, in a journal; the match goes on where it was interrupted.
#[test]
fn a_match_of_three_is_a_function_of_its_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let (path, stop) = (folder.path().join("match.jsonl"), AtomicBool::new(false));
    let play = |game: usize| {
        let setup = any_game::<Bids>().setup(&joust_games::Ask {
            rules: Some("prizes"),
            seed: Some(game as u64),
            ..Default::default()
        })?;
        let players = [0, 1, 2].map(|player| PlayerText {
            player,
            name: "random".into(),
            seed: (10 * game + player) as u64,
        });
        let job = Job::new(game, setup, players.to_vec());
        let mut players = job
            .players
            .iter()
            .map(|player| -> Box<dyn Player<Bids>> { Box::new(Random::new(Seed(player.seed))) })
            .collect::<Vec<_>>();
        job.play(&mut players, &|_| None, &stop)
    };
    let run = |games| {
        let journal = Journal::open(&path, &json!({ "match": "bids" })).unwrap();
        let schedule = Schedule { games, threads: 2, stop: &stop };
        let over = schedule.run(Some(journal), &play, &mut |_| ControlFlow::Continue(())).unwrap();
        over.games.into_iter().map(|game: Played| (game.actions, game.ending)).collect::<Vec<_>>()
    };
    let (first, all) = (run(3), run(6));
    assert_eq!((&all[..3], all.len()), (&first[..], 6));
    let again = play(5).unwrap().unwrap();
    assert_eq!((again.actions, again.ending), all[5]);
}

#[test]
fn the_view_tells_the_round() {
    let game = played("prizes", "2:9 1:2 0:1 2:4");
    let view = |reader| -> Value {
        serde_json::from_str(&joust_view::view(&game, None, reader).to_string()).unwrap()
    };
    let public = view(None);
    assert_eq!((&public["round"], &public["awaits"]), (&json!(1), &json!([0, 1])));
    assert_eq!(public["plies"][2], json!({ "turn": 1, "text": "1", "kind": "bid", "seat": 0 }));
    // The other two seats are still to bid, so only the seat that has bid knows its bid.
    let hidden = json!({ "turn": 2, "text": null, "kind": "hidden", "seat": 2 });
    assert_eq!((&public["plies"][3], &view(Some(Seat::FIRST))["plies"][3]), (&hidden, &hidden));
    let own = &view(Seat::new(2))["plies"][3];
    assert_eq!(*own, json!({ "turn": 2, "text": "4", "kind": "bid", "seat": 2 }));
}
