//! Records of orders that no player gave.

use joust_madmax::{CompactRecord, Config, Origin, Recorder, RoundOrders, StatusChange};

/// The record of orders, made by playing them.
pub(crate) fn recorded(
    config: Config,
    origin: Origin,
    seed: i32,
    names: [&str; 4],
    rounds: &[RoundOrders],
    status: Vec<StatusChange>,
) -> CompactRecord {
    let (checks, digest) = (Vec::new(), [0; 32]);
    let (rounds, owned) = (rounds.to_vec(), names.map(str::to_owned));
    let draft = CompactRecord { origin, config, seed, names: owned, rounds, status, checks, digest };
    let mut replay = draft.replay().unwrap();
    let mut recorder = Recorder::new(draft.config.clone(), origin, seed, names, replay.state());
    while let Some(movements) = replay.step(&mut ()) {
        let round = replay.state().round() as usize - 1;
        let orders = draft.rounds[round].each_ref().map(Vec::as_slice);
        recorder.round(&orders, &movements.unwrap(), replay.state());
    }
    recorder.finish()
}
