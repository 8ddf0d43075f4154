//! Any bytes as a result of Mad Max: a result that is read is written and read again unchanged, and neither
//! the verifier nor the chronicle panics.

#![no_main]

use joust_madmax::{Block, Chronicle, ResultReader, ResultWriter, verify_result};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    match verify_result(text) {
        Ok(_) => {}
        Err(why) => {
            let _ = why.to_string();
        }
    }
    let Ok(reader) = ResultReader::new(text) else { return };
    let header = reader.header().clone();
    let names = header.names.each_ref().map(String::as_str);
    let mut out = ResultWriter::new(Vec::new(), header.origin, header.seed, &header.settings, &names)
        .expect("a vector takes everything");
    let blocks: Vec<Block> = reader.map_while(Result::ok).collect();
    if let Some(Block::State(first)) = blocks.first() {
        let mut chronicle = Chronicle::new(header.settings, first.clone());
        for pair in blocks[1..].chunks_exact(2) {
            if let [Block::Movements(movements), Block::State(next)] = pair {
                chronicle.round(movements, next.clone());
            }
        }
    }
    for block in &blocks {
        match block {
            Block::State(shot) => out.snapshot(shot),
            Block::Movements(movements) => out.movements(movements),
        }
        .expect("a vector takes everything");
    }
    let written = out.finish().expect("a vector takes everything");
    let again = ResultReader::new(&written).expect("our own header cannot be read");
    assert_eq!(again.header(), &header);
    let same = again.map_while(Result::ok).zip(&blocks).filter(|(a, b)| same(a, b)).count();
    assert_eq!(same, blocks.len());
});

/// Equal, but for times of which only six digits are written.
fn same(a: &Block, b: &Block) -> bool {
    match (a, b) {
        (Block::State(a), Block::State(b)) => {
            let close = a.status.iter().zip(b.status).all(|(a, b)| (a - b).abs() < 1e-5);
            let mut a = a.clone();
            a.status = b.status;
            close && a == *b
        }
        (a, b) => a == b,
    }
}
