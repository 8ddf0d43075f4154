//! Results and compact records: what is written is read back, and what is damaged is refused.

mod arena;
mod brawl;
mod recorded;

use arena::{golden, play, rounds};
use joust_core::Course;
use joust_madmax::{
    BadCompactRecord, Block, CompactRecord, LineColumn, Origin, ResultFault, ResultReader, ResultWriter,
    Skirmish, StatusChange,
};
use recorded::recorded;
use sha2::{Digest, Sha256};

/// Reads a result and writes it again.
fn rewrite(text: &[u8]) -> Vec<u8> {
    let mut reader = ResultReader::new(text).unwrap();
    let header = reader.header().clone();
    let names = header.names.each_ref().map(String::as_str);
    let mut out =
        ResultWriter::new(Vec::new(), header.origin, header.seed, &header.settings, &names).unwrap();
    while let Some(block) = reader.next_block().unwrap() {
        match block {
            Block::State(shot) => out.snapshot(&shot).unwrap(),
            Block::Movements(movements) => out.movements(&movements).unwrap(),
        }
    }
    out.finish().unwrap()
}

#[test]
fn every_golden_result_is_read_and_written_unchanged() {
    for game in golden() {
        assert!(rewrite(&game.result) == game.result, "{}", game.name);
    }
}

#[test]
fn every_golden_record_gives_the_result_back() {
    for game in golden() {
        let bytes = game.record.encode().unwrap();
        let record = CompactRecord::decode(&bytes).unwrap();
        assert_eq!(record, game.record, "{}", game.name);
        assert!(record.result().unwrap() == game.result, "{}", game.name);
        assert_eq!(record.digest.as_slice(), Sha256::digest(&game.result).as_slice(), "{}", game.name);
        let made = recorded(
            record.config.clone(),
            Origin::Game,
            record.seed,
            record.names.each_ref().map(String::as_str),
            &record.rounds,
            Vec::new(),
        );
        assert_eq!(made, record, "{}", game.name);
        if game.name.starts_with("demo4_default") {
            assert!(bytes.len() < 20_000, "{}: {} bytes", game.name, bytes.len());
        }
    }
}

#[test]
fn a_judges_result_with_times_and_a_dead_player_is_read_and_written_unchanged() {
    let game = play(rounds(8), 7, ["Demo", "Demo", "Null", "Demo"]);
    let change = |state, player, status| StatusChange { state, player, status };
    let status = vec![
        change(0, 2, 0.01),
        change(1, 0, 8.0 / 300.0),
        change(3, 0, 0.000_012_345_678),
        change(3, 3, 1.0),
        change(5, 1, -1.0),
    ];
    let record = recorded(
        game.record.config.clone(),
        Origin::SecGame,
        7,
        ["Demo", "Demo", "Null", "Demo"],
        &game.record.rounds,
        status,
    );
    let again = CompactRecord::decode(&record.encode().unwrap()).unwrap();
    assert_eq!(again, record);
    let result = String::from_utf8(again.result().unwrap()).unwrap();
    assert!(result.starts_with("SecGame\n\nSeed 7\n\nMad_Max 1.6\n"));
    let status: Vec<_> = result.lines().filter(|line| line.starts_with("status")).collect();
    assert_eq!(
        status[..6],
        [
            "status 0 0 0.01 0",
            "status 0.0266667 0 0.01 0",
            "status 0.0266667 0 0.01 0",
            "status 1.23457e-05 0 0.01 1",
            "status 1.23457e-05 0 0.01 1",
            "status 1.23457e-05 -1 0.01 1",
        ]
    );
    assert!(rewrite(result.as_bytes()) == result.as_bytes());
}

#[test]
fn orders_that_are_dropped_are_kept_in_the_record() {
    let config = rounds(8);
    let odd = [
        vec![(5, 3), (0, 8), (91, -4), (i32::MAX, 2), (i32::MIN, i32::MAX), (-1, 9)],
        vec![(3, 1)],
        vec![(7, 7), (6, 6), (5, 5)],
        vec![],
    ];
    let orders = [odd.clone(), Default::default(), odd];
    let record = recorded(config, Origin::Game, 1, ["a", "b", "c", "d"], &orders, Vec::new());
    assert_eq!(record.rounds, orders);
    assert_eq!(CompactRecord::decode(&record.encode().unwrap()), Ok(record));
}

#[test]
fn every_changed_byte_of_a_record_is_noticed() {
    let game = play(rounds(8), 3, ["Demo", "Brawl", "Null", "Demo"]);
    let bytes = game.record.encode().unwrap();
    for at in 0..bytes.len() {
        for bit in [0, 3, 7] {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(CompactRecord::decode(&changed).is_err(), "byte {at} bit {bit}");
            let _ = CompactRecord::salvage(&changed);
        }
        assert!(CompactRecord::decode(&bytes[..at]).is_err(), "the first {at} bytes");
    }
    let longer = [bytes.as_slice(), b"\0"].concat();
    assert_eq!(CompactRecord::decode(&longer), Err(BadCompactRecord::Checksum));
    assert_eq!(CompactRecord::decode(b"JOUSTMM1\x02"), Err(BadCompactRecord::Version(2)));
    assert_eq!(CompactRecord::decode(b"[Game \"mad\"]"), Err(BadCompactRecord::Magic));
}

#[test]
fn faults_of_a_result_have_a_place() {
    let game = play(rounds(8), 3, ["Null"; 4]);
    let text = String::from_utf8(game.result).unwrap();
    let fault = |from: &str, to: &str| {
        let text = text.replacen(from, to, 1);
        let reader = ResultReader::new(text.as_bytes());
        let fault = reader.and_then(Iterator::collect::<Result<Vec<_>, _>>).unwrap_err();
        (fault.place.line, fault.place.column, fault.fault.to_string())
    };
    assert_eq!(fault("Game", "Gome"), (1, 1, "expected `Game` or `SecGame`, found `Gome`".to_owned()));
    assert_eq!(
        fault("nb_players      4", "nb_players      5"),
        (6, 17, "nb_players: 5 players, but the game is for 4".to_owned())
    );
    let (line, column, told) = fault("status 0 0 0 0", "status 0 0 nan 0");
    assert_eq!((column, told.as_str()), (12, "expected a share of time from 0 to 1, or -1, found `nan`"));
    assert_eq!(text.lines().nth(line - 1), Some("status 0 0 0 0"));
    assert_eq!(fault("\nw 0 ", "\nw 4 ").1, 3);
    assert_eq!(fault("movements\n-1", "movements\n5 n\n-1").1, 3);
    assert_eq!(fault("movements\n-1", "movements\n500 b\n-1").1, 1);
    let cut = &text.as_bytes()[..text.len() / 2];
    let last = ResultReader::new(cut).unwrap().last().unwrap().unwrap_err();
    assert!(matches!(
        last.fault,
        ResultFault::Ends { .. } | ResultFault::Unexpected { .. } | ResultFault::Row { .. }
    ));
    let longer = format!("{text}more");
    let last = ResultReader::new(longer.as_bytes()).unwrap().last().unwrap().unwrap_err();
    assert_eq!(last.place, LineColumn { line: text.lines().count() + 1, column: 1 });
}

/// Records are packed in C and unpacked in Rust by a page.
#[test]
fn both_unpackers_give_the_same_content() {
    for game in arena::golden() {
        let bytes = game.record.encode().unwrap();
        let mut content = Vec::new();
        let mut unpacker = ruzstd::decoding::StreamingDecoder::new(&bytes[9..bytes.len() - 32]).unwrap();
        std::io::Read::read_to_end(&mut unpacker, &mut content).unwrap();
        assert_eq!(content, game.record.content(), "{}", game.name);
    }
}

#[test]
fn the_record_in_the_documents_can_be_replayed() {
    let page = include_str!("../../../docs/formats.md");
    let record = page.split("```text\n").find(|block| block.starts_with("[Game \"madmax\"]")).unwrap();
    let record = record.split("```").next().unwrap();
    let course: Course<Skirmish> = Course::of_record(&record.parse().unwrap()).unwrap();
    assert_eq!(course.state().round(), 1);
    assert_eq!(course.record(&[]).to_string(), record);
}
