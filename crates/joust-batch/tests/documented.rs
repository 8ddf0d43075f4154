//! The examples in docs/encodings.md are what the encodings give.

use joust_batch::{Encoding, MadEncoding, MadMaxBatch, WarGameEncoding};
use joust_core::Duel;
use joust_madmax::{Config, Source};
use std::fmt::Write as _;

const PAGE: &str = include_str!("../../../docs/encodings.md");

fn join(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// A line of an example as the encoding gives it.
fn duel_line<E: Encoding>(encoding: &E, position: &E::Position, line: &str) -> String {
    let shape = encoding.observation_shape();
    let (word, rest) = line.split_once(' ').unwrap();
    match (word, rest.split_once(": ")) {
        ("shape", None) => format!("shape {}", join(shape)),
        ("actions", None) => format!("actions {}", encoding.actions()),
        ("plane", Some((plane, _))) => {
            let (cells, seen) = (shape[1] * shape[2], encoding.observation(position));
            let plane_of = &seen[plane.parse::<usize>().unwrap() * cells..][..cells];
            format!("plane {plane}: {}", plane_of.chunks(shape[2]).map(join).collect::<Vec<_>>().join("/"))
        }
        ("action", Some((_, text))) => {
            let mv = position.read_move(text).unwrap();
            format!("action {}: {}", encoding.index(position, mv), position.write_move(mv))
        }
        _ => panic!("not a line of an example: {line}"),
    }
}

fn madmax_line(batch: &mut MadMaxBatch, line: &str) -> String {
    let mut store = batch.store();
    batch.write(store.arrays()).unwrap();
    let (word, rest) = line.split_once(' ').unwrap();
    match word {
        "units" => format!("units {} 7", batch.encoding().units),
        "owners:" => format!("owners: {}", join(store.owners)),
        "scores:" => format!("scores: {}", join(store.scores)),
        "unit" => {
            let unit: usize = rest.split_once(':').unwrap().0.parse().unwrap();
            format!("unit {unit}: {}", join(&store.units[unit * 7..][..7]))
        }
        _ => panic!("not a line of an example: {line}"),
    }
}

/// An example as the encodings give it.
fn example(block: &str) -> String {
    let (about, lines) = block.split_once('\n').unwrap();
    let words: Vec<&str> = about.splitn(4, ' ').collect();
    let mut text = format!("{about}\n");
    let mut write = |line: String| writeln!(text, "{line}").unwrap();
    match words[..] {
        ["mad", board, rules, position] => {
            let board = joust_mad::Board::named(board).unwrap();
            let position = joust_mad::Position::read(position, rules.parse().unwrap(), Some(board)).unwrap();
            let encoding = MadEncoding::of(&position);
            lines.lines().for_each(|line| write(duel_line(&encoding, &position, line)));
        }
        ["wargame", board, rules, position] => {
            let board = joust_wargame::Board::named(board).unwrap();
            let position = joust_wargame::Position::read(position, board, rules.parse().unwrap()).unwrap();
            let encoding = WarGameEncoding::of(&position);
            lines.lines().for_each(|line| write(duel_line(&encoding, &position, line)));
        }
        ["madmax", settings, seed] => {
            let config = Config { settings: settings.parse().unwrap(), source: Source::Generator };
            let mut batch = MadMaxBatch::new(&config, 1, seed.parse().unwrap(), [None; 4], 1).unwrap();
            lines.lines().for_each(|line| write(madmax_line(&mut batch, line)));
        }
        _ => panic!("not an example: {about}"),
    }
    text
}

#[test]
fn the_examples_are_right() {
    let blocks: Vec<&str> =
        PAGE.split("```encoding\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    assert_eq!(blocks.len(), 5);
    let right = blocks.iter().map(|block| example(block));
    let wrong: Vec<String> =
        right.zip(&blocks).filter(|(right, block)| right != *block).map(|(it, _)| it).collect();
    assert!(wrong.is_empty(), "these are right:\n{}", wrong.join("\n"));
}

#[test]
fn the_table_of_boards_is_right() {
    let rows = joust_mad::Board::all().iter().map(|board| {
        let start = joust_mad::Position::start(board, joust_mad::Rules::APP);
        let encoding = MadEncoding::of(&start);
        let shape = encoding.observation_shape().map(|size| size.to_string()).join(" × ");
        format!("| {} | {shape} | {} |\n", board.name(), encoding.actions())
    });
    let table: String = rows.collect();
    assert!(PAGE.contains(&table), "{table}");
}
