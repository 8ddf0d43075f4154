//! Any bytes as an endgame table, as they are and with correct digests: a table that is read has an
//! entry for every placement.

#![no_main]

use joust_mad::Board;
use joust_solve::mad::{BadTable, EndgameTable, Geometry, Unreadable, read_head};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::sync::{Arc, LazyLock};

static GEOMETRY: LazyLock<Arc<Geometry>> = LazyLock::new(|| {
    let board = Board::named("6x4").expect("there is a board of this name");
    Geometry::new(board).expect("it has tables")
});

fuzz_target!(|bytes: &[u8]| {
    laws(bytes);
    let mut mended = bytes.to_vec();
    if mend(&mut mended).is_some() {
        laws(&mended);
    }
});

fn laws(bytes: &[u8]) {
    let head = read_head(bytes);
    match EndgameTable::read(bytes, &GEOMETRY) {
        Ok(table) => {
            let head = head.expect("a table has a head");
            assert_eq!(
                (head.class, head.limits, head.entries),
                (table.class(), table.limits(), table.entries())
            );
            let mut longest = 0;
            for half in table.halves() {
                for number in 0..half.index().len() {
                    let entry = half.get(number).expect("every placement has an entry");
                    longest = longest.max(entry.longest());
                }
                assert_eq!(half.get(half.index().len()), None);
            }
            assert_eq!(longest, table.longest());
        }
        Err(Unreadable::Bad(BadTable::Version(version))) => assert_ne!(version, 2),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

fn digest(bytes: &[u8]) -> [u8; 16] {
    let whole: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|i| whole[i])
}

/// Writes correct digests into the bytes; `None` if the bytes do not have the form of a table.
fn mend(bytes: &mut [u8]) -> Option<()> {
    let number = |bytes: &[u8], at: usize| -> Option<usize> {
        Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?) as usize)
    };
    let text = number(bytes, 12)?;
    let list = 20_usize.checked_add(text)?;
    let count = number(bytes, list - 4)?;
    let sum = list.checked_add(count.checked_mul(20)?)?;
    let mut at = sum.checked_add(16).filter(|at| *at <= bytes.len())?;
    for place in (list..sum).step_by(20) {
        let end = at.checked_add(number(bytes, place)?)?;
        let right = digest(bytes.get(at..end)?);
        bytes[place + 4..place + 20].copy_from_slice(&right);
        at = end;
    }
    let right = digest(&bytes[..sum]);
    bytes[sum..sum + 16].copy_from_slice(&right);
    Some(())
}
