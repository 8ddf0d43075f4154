//! Any text as weights of MAD's evaluation: weights that are read are written unchanged, and
//! positions can be evaluated with them.

#![no_main]

use joust_core::Duel;
use joust_mad::{Board, Position, Rules};
use joust_search::engine::{Knowledge, WIN};
use joust_search::mad::{MadKnowledge, WeightsTable};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(table) = text.parse::<WeightsTable>() else { return };
    assert_eq!(table.to_string().parse::<WeightsTable>().as_ref(), Ok(&table));
    for name in ["6x4", "5x5"] {
        let board = Board::named(name).expect("there is a board of this name");
        let mut position = Position::start(board, Rules::default());
        let knowledge = MadKnowledge::with_weights(board, table.of(board));
        for _ in 0..4 {
            let value = knowledge.evaluate(&position, &knowledge.look(&position));
            assert!(value.abs() < WIN, "{value}");
            let mut moves = joust_core::MoveList::new();
            position.moves(&mut moves);
            let Some(mv) = moves.first() else { break };
            position.make(*mv);
        }
    }
});
