//! Any lines as the log of a live game, its terms first, then times and events: entries that can follow
//! are carried out, others are refused and change nothing, and replaying the log gives an equal game.

#![no_main]

use joust_core::Record;
use joust_live::{Deed, Entry, LiveGame, Terms};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Some(Ok(terms)) = lines.next().map(serde_json::from_str::<Terms>) else { return };
    let stored = serde_json::to_string(&terms).expect("terms can be stored");
    assert_eq!(serde_json::from_str::<Terms>(&stored).ok().as_ref(), Some(&terms));
    let mut game = match LiveGame::begin(terms.clone()) {
        Ok(game) => game,
        Err(why) => {
            let _ = why.to_string();
            return;
        }
    };
    let mut log = Vec::new();
    for line in lines {
        let Some((at, deed)) = line.split_once(' ') else { continue };
        let (Ok(at), Ok(deed)) = (at.parse(), serde_json::from_str::<Deed>(deed)) else { continue };
        let entry = Entry { at, deed };
        let before = format!("{game:?}");
        if game.apply(&entry).is_ok() {
            log.push(entry);
        } else {
            assert_eq!(before, format!("{game:?}"), "a refused entry has changed something");
        }
        assert_eq!(game.version() as usize, log.len());
    }
    let mut again = LiveGame::begin(terms).expect("it began before");
    for entry in &log {
        again.apply(entry).expect("it followed before");
    }
    assert_eq!(format!("{game:?}"), format!("{again:?}"));
    let record = game.record().to_string();
    record.parse::<Record>().expect("the record of a live game is one");
});
