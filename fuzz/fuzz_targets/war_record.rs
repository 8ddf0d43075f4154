//! Any text as a game record: what is read can be written and read again, and what replays once
//! replays always.

#![no_main]

use joust_core::{Course, DuelGame, Game, Record};
use joust_wargame::Campaign;
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
    let campaign = match Course::<Campaign>::of_record(&record) {
        Ok(campaign) => campaign,
        Err(why) => {
            let _ = why.to_string();
            return;
        }
    };
    let own: Record = campaign.record(&[]).to_string().parse().expect("our own record cannot be read");
    let again = Course::<Campaign>::of_record(&own).expect("our own record does not replay");
    assert_eq!(again.position(), campaign.position());
    assert_eq!(again.actions(), campaign.actions());
    assert_eq!(again.awaits(), campaign.awaits());
    assert_eq!(again.ending(), campaign.ending());
    assert_eq!(again.record(&[]), own);
    let mut shorter = campaign.clone();
    while shorter.undo() {
        assert!(shorter.actions().len() < campaign.actions().len());
    }
    assert!(shorter.actions().is_empty());
});
