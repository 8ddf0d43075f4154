//! Any text as a game record: what is read can be written and read again, and what replays once
//! replays always.

#![no_main]

use joust_core::{Course, DuelGame, Game, Record};
use joust_mad::Battle;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(why) => {
            let _ = why.to_string();
            return;
        }
    };
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    let battle = match Course::<Battle>::of_record(&record) {
        Ok(battle) => battle,
        Err(why) => {
            let _ = why.to_string();
            return;
        }
    };
    let own: Record = battle.record(&[]).to_string().parse().expect("our own record cannot be read");
    let again = Course::<Battle>::of_record(&own).expect("our own record does not replay");
    assert_eq!(again.start(), battle.start());
    assert_eq!(again.position(), battle.position());
    assert_eq!(again.actions(), battle.actions());
    assert_eq!(again.awaits(), battle.awaits());
    assert_eq!(again.ending(), battle.ending());
    assert_eq!(again.record(&[]), own);
    let mut shorter = battle.clone();
    while shorter.undo() {
        assert!(shorter.actions().len() < battle.actions().len());
    }
});
