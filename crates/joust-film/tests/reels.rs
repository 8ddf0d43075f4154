//! The numbers that a page gets of a game, and that no file makes the reader panic.

use joust_film::{Encoder, More, Reel, Round, open_reel};
use joust_madmax::{CompactRecord, Config, Event, Origin, Settings, Source};

fn record(rounds: i32, seed: i32) -> CompactRecord {
    let settings = Settings { nb_rounds: rounds, ..Settings::default() };
    let config = Config { settings, source: Source::Generator };
    CompactRecord::play(config, Origin::Game, seed, ["Dummy", "Demo", "Demo", "Dummy"]).unwrap()
}

/// Reads a file to its end: the bytes for the page, and how it ended.
fn read(bytes: &[u8]) -> Option<(Vec<u8>, More)> {
    let (mut encoder, _) = Encoder::open(bytes).ok()?;
    let mut out = Vec::new();
    loop {
        let more = encoder.more(7, &mut out);
        if more != More::Yes {
            return Some((out, more));
        }
    }
}

#[test]
fn a_page_gets_the_same_states_of_a_result_and_of_its_record() {
    let record = record(30, 4);
    let (result, end) = read(&record.result().unwrap()).unwrap();
    assert_eq!(end, More::End);
    let (recorded, end) = read(&record.encode().unwrap()).unwrap();
    assert_eq!(end, More::End);
    // A record tells of orders in vain, too.
    assert!(recorded.len() > result.len() && result.len() > 31 * 92 * 16);
}

fn rounds(reel: &mut dyn Reel) -> Vec<Round> {
    std::iter::from_fn(|| reel.next().unwrap()).collect()
}

#[test]
fn a_record_tells_the_states_of_its_result_and_the_events_of_its_game() {
    let record = record(40, 4);
    let (encoded, result) = (record.encode().unwrap(), record.result().unwrap());
    let (mut played, mut inferred) = (open_reel(&encoded).unwrap(), open_reel(&result).unwrap());
    assert_eq!((played.is_exact(), inferred.is_exact()), (true, false));
    assert_eq!((played.header(), played.map()), (inferred.header(), inferred.map()));
    let (told, read) = (rounds(&mut *played), rounds(&mut *inferred));
    assert_eq!(told.len(), 41);
    let mut replay = record.replay().unwrap();
    let mut in_vain = 0;
    for (number, (told, read)) in told.iter().zip(&read).enumerate() {
        assert_eq!((&told.movements, &told.state), (&read.movements, &read.state), "round {number}");
        assert!(told.explained && read.explained, "round {number}");
        let mut events = Vec::new();
        if number > 0 {
            replay.step(&mut events).unwrap().unwrap();
        }
        assert_eq!(told.events, events, "round {number}");
        in_vain += events.iter().filter(|event| matches!(event, Event::Refused { .. })).count();
    }
    assert!(in_vain > 0, "the game has no orders in vain, which no result tells");
}

#[test]
fn a_game_that_was_broken_off_ends_where_its_record_or_result_does() {
    let mut half = record(20, 4);
    half.rounds.truncate(12);
    half.checks.truncate(13);
    assert_eq!(read(&half.encode().unwrap()).unwrap().1, More::End);
    let mut result = half.result().unwrap();
    assert_eq!(read(&result).unwrap().1, More::End);
    result.truncate(result.len() - 9);
    let More::Broken(why) = read(&result).unwrap().1 else { panic!("a state is cut off") };
    assert_eq!(why.field("kind").and_then(joust_view::Value::text), Some("ends"));
}

/// Digits and letters are changed at random: the reader refuses, or tells something.
#[test]
fn no_change_of_a_result_makes_the_reader_panic() {
    let text = record(12, 9).result().unwrap();
    let mut random = joust_madmax::Generator::new(7);
    let (mut told, mut refused) = (0, 0);
    for _ in 0..1500 {
        let mut changed = text.clone();
        for _ in 0..=random.random(0, 5) {
            let at = random.random(0, text.len() as i32 - 1) as usize;
            changed[at] = match changed[at] {
                b'0'..=b'9' => b'0' + random.random(0, 9) as u8,
                b'w' | b'c' => b"wc"[random.random(0, 1) as usize],
                b'b'..=b'z' => b"bwrxtylz"[random.random(0, 7) as usize],
                b'.' | b'R' | b'X' | b'S' | b'W' => b".RXSW0123"[random.random(0, 8) as usize],
                other => other,
            };
        }
        match read(&changed) {
            Some((_, More::End)) => told += 1,
            _ => refused += 1,
        }
    }
    assert!(told > 500 && refused > 20, "{told} told, {refused} refused");
}
