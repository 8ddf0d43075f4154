//! Any text as a game record: what is read can be written and read again, and what replays once
//! replays always.

#![no_main]

use joust_core::{Game, Record};
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
    let campaign = match Campaign::from_record(&record) {
        Ok(campaign) => campaign,
        Err(why) => {
            let _ = why.to_string();
            return;
        }
    };
    let own: Record = campaign.record(&[]).to_string().parse().expect("our own record cannot be read");
    let again = Campaign::from_record(&own).expect("our own record does not replay");
    assert_eq!(again.position(), campaign.position());
    assert_eq!(again.course(), campaign.course());
    assert_eq!(again.turn(), campaign.turn());
    assert_eq!(again.ending(), campaign.ending());
    assert_eq!(again.record(&[]), own);
    let mut shorter = campaign.clone();
    while shorter.undo() {
        assert!(shorter.course().len() < campaign.course().len());
    }
    assert!(shorter.course().is_empty());
});
