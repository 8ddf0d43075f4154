//! What follows from its beginning is accepted; what was changed is refused, and located.

mod arena;
mod brawl;
mod recorded;

use arena::{golden, play, rounds};
use joust_madmax::player::BUILT_IN;
use joust_madmax::{
    BadCompactRecord, Generator, Origin, StatusChange, Subject, Timeline, Verified, Wrong, verify_record,
    verify_result,
};
use recorded::recorded;

/// Whether all names are those of built-in players.
fn all_built_in(names: &[String]) -> bool {
    names.iter().all(|name| BUILT_IN.iter().any(|(known, _)| known == name))
}

#[test]
fn every_golden_result_is_accepted() {
    for game in golden() {
        let verdict = verify_result(&game.result);
        let replayed = all_built_in(&game.record.names);
        match verdict.unwrap_or_else(|why| panic!("{}: {why}", game.name)) {
            Verified::Replayed(summary) => assert!(replayed, "{}: {summary:?}", game.name),
            Verified::Consistent(summary) => assert!(!replayed, "{}: {summary:?}", game.name),
            Verified::Undecided { round } => panic!("{}: lost in round {round}", game.name),
        }
    }
}

#[test]
fn max_6_2_the_result_of_a_stopped_game_is_read_and_not_verified() {
    let game = golden().next().unwrap();
    for whole in [game.result.clone(), masked(&game.result)] {
        let ends = String::from_utf8(whole.clone()).unwrap();
        let ends: Vec<usize> = ends.match_indices("movements\n").map(|(at, _)| at).collect();
        for round in [0, 1, 7] {
            let cut = &whole[..ends[round]];
            assert_eq!(Timeline::of_result(cut).unwrap().last(), round);
            let Err(Wrong::Differs(difference)) = verify_result(cut) else { panic!("round {round}") };
            assert_eq!((difference.round, difference.what), (Some(round as i32), Subject::Line("movements")));
            // Within a state it is not a result.
            assert!(Timeline::of_result(&cut[..cut.len() - 9]).is_err());
        }
    }
}

/// A golden game under the names of unknown players.
fn masked(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let line = text.lines().find(|line| line.starts_with("names")).unwrap().to_owned();
    text.replacen(&line, "names           Ann Bob Cid Dee", 1).into_bytes()
}

#[test]
fn every_golden_result_is_consistent_without_knowing_the_players() {
    let step = if std::env::var_os("JOUST_LONG").is_some() { 1 } else { 4 };
    for game in golden().step_by(step) {
        let verdict = verify_result(&masked(&game.result));
        assert!(matches!(verdict, Ok(Verified::Consistent(_))), "{}: {verdict:?}", game.name);
    }
}

#[test]
fn every_golden_record_is_accepted() {
    for game in golden() {
        let verdict = verify_record(&game.record.encode().unwrap());
        let Ok(Verified::Replayed(summary)) = verdict else { panic!("{}: {verdict:?}", game.name) };
        assert_eq!(summary.rounds, game.record.config.settings.nb_rounds);
    }
}

/// Changes one digit or letter after the header into another; gives its line, counted from 1.
fn mutate(text: &mut [u8], header: usize, random: &mut Generator) -> usize {
    loop {
        let at = header + random.random(0, 999_999) as usize * 7 % (text.len() - header);
        let others: &[u8] = match text[at] {
            b'0'..=b'9' => b"0123456789",
            b'.' | b'R' | b'W' | b'S' | b'X' => b".RWSX",
            b'a'..=b'z' => b"abcdefghijklmnopqrstuvwxyz",
            _ => continue,
        };
        let other = others[random.random(0, others.len() as i32 - 1) as usize];
        if other != text[at] {
            text[at] = other;
            return text[..at].split(|byte| *byte == b'\n').count();
        }
    }
}

fn line_of(wrong: &Wrong) -> usize {
    match wrong {
        Wrong::Differs(difference) => difference.place.unwrap().line,
        Wrong::Result(bad) => bad.place.line,
        other => panic!("{other}"),
    }
}

#[test]
fn every_changed_character_of_a_built_in_game_is_located() {
    let game = play(rounds(60), 30, ["Demo", "Null", "Demo", "Demo"]);
    let header = game.result.windows(2).rposition(|pair| pair == b"\n\n").unwrap().min(300);
    let mut random = Generator::new(1);
    for _ in 0..400 {
        let mut text = game.result.clone();
        let line = mutate(&mut text, header, &mut random);
        let wrong = verify_result(&text).expect_err("a change was not noticed");
        assert_eq!(line_of(&wrong), line, "{wrong}");
    }
    // The header: every digit, and every letter outside the names.
    let end = game.result.windows(5).position(|window| window == b"names").unwrap();
    for at in (0..end).filter(|at| game.result[*at].is_ascii_alphanumeric()) {
        let mut text = game.result.clone();
        text[at] = if text[at] == b'7' { b'3' } else { b'7' };
        assert!(verify_result(&text).is_err(), "byte {at}");
    }
}

#[test]
fn changed_characters_of_a_foreign_game_are_noticed() {
    let game = play(rounds(60), 5, ["Brawl", "Brawl", "Demo", "Brawl"]);
    let header = 300;
    let mut random = Generator::new(2);
    let mut missed = 0;
    for _ in 0..200 {
        let mut text = game.result.clone();
        mutate(&mut text, header, &mut random);
        missed += i32::from(verify_result(&text).is_ok());
    }
    assert_eq!(missed, 0);
}

#[test]
fn a_foreign_game_with_another_order_or_a_missing_movement_is_refused() {
    let game = play(rounds(80), 5, ["Brawl"; 4]);
    let text = String::from_utf8(game.result).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let blocks: Vec<usize> = (0..lines.len()).filter(|at| lines[*at] == "movements").collect();
    let (mut swapped, mut dropped) = (0, 0);
    for block in &blocks[40..80] {
        let mut changed = lines.clone();
        changed.swap(block + 1, block + 2);
        swapped += i32::from(verify_result((changed.join("\n") + "\n\n").as_bytes()).is_err());
        let mut changed = lines.clone();
        changed.remove(block + 1);
        dropped += i32::from(verify_result((changed.join("\n") + "\n\n").as_bytes()).is_err());
    }
    // Two movements that do not touch each other may stand in either order when their owners are
    // the same: that is no fault that a result could show.
    assert!(swapped >= 5, "{swapped} of 40 swaps were noticed");
    assert_eq!(dropped, 40, "of 40 movements left out");
}

#[test]
fn a_record_with_another_order_is_located_even_under_a_new_checksum() {
    let game = play(rounds(40), 9, ["Demo", "Brawl", "Null", "Demo"]);
    let mut record = game.record.clone();
    let round = (20..40).find(|round| record.rounds[*round][0].len() > 3).unwrap();
    record.rounds[round][0][2].1 ^= 1;
    let id = record.rounds[round][0][2].0;
    let wrong = verify_record(&record.encode().unwrap()).unwrap_err();
    let Wrong::Differs(difference) = wrong else { panic!("{wrong}") };
    assert_eq!(difference.round, Some(round as i32));
    assert_eq!(difference.what, Subject::Order { player: 0, id });
    // A player that cannot be asked again: the state after the round tells.
    let mut record = game.record.clone();
    let round = (20..40).find(|round| record.rounds[*round][1].len() > 3).unwrap();
    record.rounds[round][1].clear();
    let wrong = verify_record(&record.encode().unwrap()).unwrap_err();
    let Wrong::Differs(difference) = wrong else { panic!("{wrong}") };
    assert_eq!((difference.round, difference.what), (Some(round as i32), Subject::State));
    let mut record = game.record;
    record.digest[31] ^= 1;
    assert!(verify_record(&record.encode().unwrap()).is_err());
}

#[test]
fn a_changed_record_is_refused_by_its_checksum() {
    let game = play(rounds(40), 9, ["Demo", "Brawl", "Null", "Demo"]);
    let bytes = game.record.encode().unwrap();
    let mut random = Generator::new(3);
    for _ in 0..300 {
        let mut changed = bytes.clone();
        let at = random.random(9, bytes.len() as i32 - 1) as usize;
        changed[at] ^= 1 << random.random(0, 7);
        let wrong = verify_record(&changed).unwrap_err();
        assert!(matches!(wrong, Wrong::Record { why: BadCompactRecord::Checksum, .. }), "{wrong}");
    }
}

#[test]
fn the_dead_give_no_orders_and_stay_dead() {
    let game = play(rounds(24), 4, ["Brawl", "Brawl", "Brawl", "Brawl"]);
    let mut orders = game.record.rounds.clone();
    orders[9..].iter_mut().for_each(|round| round[1].clear());
    let make = |orders: &[_], status| {
        let names = ["a", "b", "c", "d"];
        let record = recorded(game.record.config.clone(), Origin::Game, 4, names, orders, status);
        assert!(verify_record(&record.encode().unwrap()).is_ok());
        verify_result(&record.result().unwrap())
    };
    let change = |state, status| StatusChange { state, player: 1, status };
    assert!(make(&orders, vec![change(10, -1.0)]).is_ok());
    let wrong = make(&game.record.rounds, vec![change(10, -1.0)]).unwrap_err();
    assert!(wrong.to_string().contains("a unit of a player that is alive"), "{wrong}");
    let wrong = make(&orders, vec![change(10, -1.0), change(15, 0.0)]).unwrap_err();
    assert!(
        wrong.to_string().starts_with("round 14, status: expected a dead player to stay dead"),
        "{wrong}"
    );
}

#[test]
fn events_follow_from_a_record() {
    let game = play(rounds(60), 30, ["Demo"; 4]);
    let (mut replay, mut events) = (game.record.replay().unwrap(), Vec::new());
    let rounds = std::iter::from_fn(|| replay.step(&mut events)).map(Result::unwrap);
    assert_eq!(rounds.count(), 60);
    let told: Vec<String> = events.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|event| event.starts_with("unit ") && event.contains(" moves from (")));
    assert!(told.iter().all(|event| !event.ends_with('.') && event.len() < 120));
}
