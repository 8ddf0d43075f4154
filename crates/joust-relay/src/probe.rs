//! The probe: work that a worker does before it gets any other.
//!
//! A module plays MAD against `random`. It computes, notes what it has computed, and traps. The answer has its
//! fuel, its note and its fault, which are right only where the sandbox counts fuel and ends modules as it must.
//! The seeds are new for every probe, so no worker can know the answer beforehand.

use crate::about::sha256;
use crate::shelf::{BadDelivery, Shelf};
use crate::work::{Packed, Work};
use joust_games::{Ask, game};
use joust_match::{Job, PlayerText, Task};
use std::collections::BTreeMap;

/// The module; `probe.wat` is its text.
const MODULE: &[u8] = include_bytes!("probe.wasm");
const FILE: &str = "probe.wasm";

/// Puts the module of the probe on a shelf.
pub(crate) fn put(shelf: &Shelf) -> Result<(), BadDelivery> {
    shelf.put(&sha256(MODULE), MODULE)
}

/// The probe with these seeds; `None` if the register has no MAD, which cannot be.
pub(crate) fn work(seed: u64) -> Option<Packed> {
    let setup = game("mad")?.setup(&Ask::default()).ok()?;
    let player =
        |player, name: &str| PlayerText { player, name: name.to_owned(), seed: seed + player as u64 };
    let job = Job::new(0, setup, vec![player(0, FILE), player(1, "random")]);
    let modules = BTreeMap::from([(FILE.to_owned(), sha256(MODULE))]);
    Some(Work::Game(Task { modules, ..Task::new(job) }).pack())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::hands::{Hands, Player};

    #[test]
    fn the_module_is_that_of_its_text() {
        let text = include_str!("probe.wat");
        let bytes = wat::parse_str(text).unwrap();
        if std::env::var_os("JOUST_WRITE_PROBE").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/probe.wasm"), &bytes).unwrap();
        }
        assert!(bytes == MODULE, "run this test with JOUST_WRITE_PROBE=1 after a change of probe.wat");
    }

    #[test]
    fn the_probe_has_fuel_a_note_and_a_trap_and_depends_on_its_seed() {
        let shelf = Shelf::default();
        put(&shelf).unwrap();
        let answer = |seed| Player.work(&work(seed).unwrap(), &shelf, &false.into()).unwrap();
        let Answer::Played { played, .. } = Answer::read(&answer(7)).unwrap() else { panic!("not played") };
        assert_eq!((played.faults.len(), played.remarks.len()), (1, 1), "{played:?}");
        assert!(played.fuel[0][0] > 10_000, "{:?}", played.fuel);
        assert_eq!(answer(7), answer(7));
        assert_ne!(answer(7), answer(8));
    }
}
