//! Making a record while a game is played.

use super::{CompactRecord, StatusChange};
use crate::orders::keep_first;
use crate::{Config, Movement, Origin, ResultWriter, State, TEAMS};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Records a game while it is played.
///
/// ```
/// use joust_core::{Course, Seats};
/// use joust_madmax::{Config, Origin, Recorder, Settings, Skirmish, Source, TEAMS, round_orders};
/// let settings = Settings { nb_rounds: 2, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let mut course = Course::new(Skirmish::begin(config.clone(), 30).unwrap());
/// let mut recorder = Recorder::new(config, Origin::Game, 30, ["A", "B", "C", "D"], course.state());
/// for round in 0..2 {
///     for seat in Seats::first(TEAMS).iter() {
///         course.act(seat, &"0r,1l".parse().unwrap()).unwrap();
///     }
///     let orders = round_orders(&course.actions()[TEAMS * round..]);
///     recorder.round(&orders, course.movements(), course.state());
/// }
/// let record = recorder.finish();
/// assert_eq!(record.rounds[1][3], [(0, 2), (1, 6)]);
/// assert_eq!(record.replay().unwrap().state().round(), 0);
/// ```
pub struct Recorder {
    record: CompactRecord,
    result: ResultWriter<Hasher>,
    status: [f64; TEAMS],
}

/// Keeps nothing of the result but its digest.
#[derive(Clone, Default)]
struct Hasher(Sha256);

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Recorder {
    /// Begins with the state before round 0.
    ///
    /// See [`Recorder`] for an example.
    pub fn new(config: Config, origin: Origin, seed: i32, names: [&str; TEAMS], start: &State) -> Recorder {
        let Ok(result) = ResultWriter::new(Hasher::default(), origin, seed, &config.settings, &names) else {
            unreachable!("a digest takes all that is written")
        };
        let names = names.map(str::to_owned);
        let (rounds, status, checks, digest) = (Vec::new(), Vec::new(), Vec::new(), [0; 32]);
        let record = CompactRecord { origin, config, seed, names, rounds, status, checks, digest };
        let mut recorder = Recorder { record, result, status: [0.0; TEAMS] };
        recorder.state(start);
        recorder
    }

    /// Records a round: all orders, the movements that happened, and the state after it.
    ///
    /// See [`Recorder`] for an example.
    pub fn round(&mut self, orders: &[&[(i32, i32)]; TEAMS], movements: &[Movement], after: &State) {
        let mut orders = orders.map(<[_]>::to_vec);
        orders.iter_mut().for_each(keep_first);
        self.record.rounds.push(orders);
        let _ = self.result.movements(movements);
        self.state(after);
    }

    fn state(&mut self, state: &State) {
        for (player, (known, status)) in self.status.iter_mut().zip(state.status()).enumerate() {
            if known.to_bits() != status.to_bits() {
                *known = status;
                let (state, player) = (self.record.rounds.len() as u32, player as u8);
                self.record.status.push(StatusChange { state, player, status });
            }
        }
        let _ = self.result.state(state);
        let check = self.check();
        self.record.checks.push(check);
    }

    /// The check of the last state.
    pub(crate) fn check(&self) -> [u8; 2] {
        let digest = self.digest();
        [digest[0], digest[1]]
    }

    /// The digest of the result so far.
    fn digest(&self) -> [u8; 32] {
        self.result.target().0.clone().finalize().into()
    }

    /// The record of the rounds so far.
    pub fn finish(mut self) -> CompactRecord {
        self.record.digest = self.digest();
        self.record
    }
}
