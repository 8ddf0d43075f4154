//! Any text as a position file of the MAD app: what gives a position is written and read unchanged.

#![no_main]

use joust_mad::{AppFile, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = match AppFile::read(text) {
        Ok(file) => file,
        Err(bad) => {
            assert!(!bad.0.is_empty(), "refused without a reason");
            let _ = bad.to_string();
            return;
        }
    };
    for (_, rules) in Rules::PRESETS {
        let position = match file.position(rules) {
            Ok(position) => position,
            Err(refused) => {
                assert!(!refused.0.is_empty(), "refused without a reason");
                let _ = refused.to_string();
                continue;
            }
        };
        let written = AppFile::write(&position).expect("the app has every board that its files name");
        let again = AppFile::read(&written).expect("our own file cannot be read");
        assert_eq!(again.position(rules).as_ref(), Ok(&position));
        assert_eq!(AppFile::write(&position), again.position(rules).ok().as_ref().and_then(AppFile::write));
    }
});
