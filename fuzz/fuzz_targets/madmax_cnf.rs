//! Any text as a configuration of Mad Max: what is read is written and read again, and a game
//! begins or is refused with reasons.

#![no_main]

use joust_madmax::{Config, Generator};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let config = match Config::read(text) {
        Ok(config) => config,
        Err(bad) => {
            assert!(!bad.0.is_empty(), "refused without a reason");
            let _ = bad.to_string();
            return;
        }
    };
    assert_eq!(Config::read(&config.to_string()).as_ref(), Ok(&config));
    let mut random = Generator::new(text.len() as i32);
    match config.start(&mut random) {
        Ok(mut state) => {
            assert_eq!(state.units().len(), config.settings.nb_units());
            let _ = state.play_round(&[], &mut random, &mut ());
        }
        Err(bad) => {
            assert!(!bad.0.is_empty(), "refused without a reason");
            let _ = bad.to_string();
        }
    }
});
