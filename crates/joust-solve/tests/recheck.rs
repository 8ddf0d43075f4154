//! Proving files again: every wrong row is found.

use joust_core::Seed;
use joust_solve::recheck::{Options, RecheckError, Rechecked, recheck};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Checks a list of boards; the numbers of solved and of wrong rows, and whether each row holds.
fn checked(name: &str, text: &str) -> Result<(usize, usize, Vec<bool>), RecheckError> {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).unwrap();
    let stop = AtomicBool::new(false);
    let options = Options { samples: None, seed: Seed(1), threads: 1, table_bytes: 1 << 20, stop: &stop };
    let mut held = Vec::new();
    match recheck(&file, &options, &mut |report| held.push(report.holds))? {
        Rechecked::Boards(report) => Ok((report.solved.len(), report.wrong(), held)),
        _ => panic!("this is a list of boards"),
    }
}

#[test]
fn a_wrong_row_is_counted_and_named() {
    let (right, wrong) = ("small\tmandatory\t6\tB2\t1237\t0.0\n", "small\tmandatory\t7\tB2\t1238\t0.0\n");
    assert_eq!(checked("right.tsv", right).unwrap(), (1, 0, vec![true]));
    assert_eq!(checked("wrong.tsv", wrong).unwrap(), (1, 1, vec![false]));
    // The other rows are checked all the same, the quickest first.
    assert_eq!(checked("both.tsv", &[wrong, right].concat()).unwrap(), (2, 1, vec![true, false]));
}

#[test]
fn a_list_without_boards_proves_nothing() {
    for (name, text) in [("empty.tsv", ""), ("comment.tsv", "# nothing\n")] {
        assert!(matches!(checked(name, text), Err(RecheckError::Empty)), "{name}");
    }
}
