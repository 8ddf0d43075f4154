//! Compact records, `.jmm`: a game as its settings, seed and orders, from which everything else
//! follows.

mod bytes;
mod columns;
mod format;
mod recorder;

pub use format::{BadCompactRecord, MAGIC};
pub use recorder::Recorder;

use crate::{
    BadConfig, Bout, Config, Movement, NoPlace, Orders, Origin, ResultWriter, RoundOrders, Skirmish, State,
    TEAMS, Witness,
};
use std::borrow::Cow;

/// A game of Mad Max: what it began with, and every order that counted.
///
/// ```
/// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
/// let settings = Settings { nb_rounds: 20, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let record = CompactRecord::play(config, Origin::Game, 30, ["Demo", "Null", "Null", "Demo"]).unwrap();
/// let bytes = record.encode().unwrap();
/// assert!(CompactRecord::is_record(&bytes) && bytes.len() < 1500);
/// let again = CompactRecord::decode(&bytes).unwrap();
/// assert_eq!(again, record);
/// assert!(again.result().unwrap().starts_with(b"Game\n\nSeed 30\n"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CompactRecord {
    /// The program that the result comes from.
    pub origin: Origin,
    /// The settings and the map.
    pub config: Config,
    /// The seed of the game.
    pub seed: i32,
    /// The players in the order of the seats.
    pub names: [String; TEAMS],
    /// For every round the orders of every player, the first for each unit, in the order given.
    /// Those that were dropped are here too, so that the selection can be judged again.
    pub rounds: Vec<RoundOrders>,
    /// The changes of what players have used of their time, and the deaths of players, in order.
    pub status: Vec<StatusChange>,
    /// For every state the first two bytes of the SHA-256 of the result up to and with it: they
    /// tell where a replay goes wrong.
    pub checks: Vec<[u8; 2]>,
    /// The SHA-256 of the whole result file.
    pub digest: [u8; 32],
}

/// A change in what a state says about a player's time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatusChange {
    /// The first state that says so; state r is the one before round r.
    pub state: u32,
    /// The number of the player.
    pub player: u8,
    /// The share used, or −1 when it is dead.
    pub status: f64,
}

/// Why a game cannot be played from its record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotReplay {
    /// Its map or settings are not of this game.
    #[error("the game cannot begin: {0}")]
    Start(#[from] BadConfig),
    /// A unit found no place.
    #[error(transparent)]
    NoPlace(#[from] NoPlace),
    /// A player is not built in.
    #[error("`{0}` is not built in")]
    Player(String),
}

impl CompactRecord {
    /// Plays a game of built-in players and records it.
    ///
    /// See [`CompactRecord`] for an example.
    pub fn play(
        config: Config,
        origin: Origin,
        seed: i32,
        names: [&str; TEAMS],
    ) -> Result<CompactRecord, CannotReplay> {
        let mut bout = Bout::begin(config.clone(), seed, names)?;
        let mut recorder = Recorder::new(config, origin, seed, names, bout.game().state());
        while let Some(orders) = bout.step(&mut ()) {
            let game = bout.game();
            recorder.round(&orders?.each_ref().map(Orders::given), game.movements(), game.state());
        }
        Ok(recorder.finish())
    }

    /// Begins to play the game again.
    ///
    /// ```
    /// use joust_madmax::{CompactRecord, Config, Event, Origin, Settings, Source};
    /// let settings = Settings { nb_rounds: 9, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let record = CompactRecord::play(config, Origin::Game, 30, ["Dummy"; 4]).unwrap();
    /// let mut replay = record.replay().unwrap();
    /// let mut events: Vec<Event> = Vec::new();
    /// while let Some(movements) = replay.step(&mut events) {
    ///     movements.unwrap();
    /// }
    /// assert_eq!((replay.state().round(), replay.record().rounds.len()), (9, 9));
    /// assert!(events.iter().any(|event| matches!(event, Event::Moved { .. })));
    /// // A replay can also own its record.
    /// assert_eq!(record.into_replay().unwrap().state().round(), 0);
    /// ```
    pub fn replay(&self) -> Result<Replay<'_>, BadConfig> {
        Replay::of(Cow::Borrowed(self))
    }

    /// Begins to play the game again, for a caller that does not keep the record.
    ///
    /// See [`CompactRecord::replay`] for an example.
    pub fn into_replay(self) -> Result<Replay<'static>, BadConfig> {
        Replay::of(Cow::Owned(self))
    }

    /// The result file of the game.
    ///
    /// See [`CompactRecord`] for an example.
    pub fn result(&self) -> Result<Vec<u8>, CannotReplay> {
        let mut replay = self.replay()?;
        let settings = &self.config.settings;
        let Ok(mut out) = ResultWriter::new(Vec::new(), self.origin, self.seed, settings, &self.names) else {
            unreachable!("a vector takes all that is written")
        };
        let _ = out.state(replay.state());
        while let Some(movements) = replay.step(&mut ()) {
            let _ = out.movements(&movements?);
            let _ = out.state(replay.state());
        }
        Ok(out.finish().unwrap_or_default())
    }
}

/// A recorded game that is played again. See [`CompactRecord::replay`] for an example.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: Cow<'a, CompactRecord>,
    game: Skirmish,
    /// How many changes of status are in the state.
    told: usize,
}

impl<'a> Replay<'a> {
    fn of(record: Cow<'a, CompactRecord>) -> Result<Replay<'a>, BadConfig> {
        let game = Skirmish::begin(record.config.clone(), record.seed)?;
        let mut replay = Replay { record, game, told: 0 };
        replay.tell_status();
        Ok(replay)
    }

    /// The record.
    pub fn record(&self) -> &CompactRecord {
        &self.record
    }

    /// The game before the round to come.
    pub(crate) fn game(&self) -> &Skirmish {
        &self.game
    }

    /// The state before the round to come.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// Plays the next round and gives the movements that happened; `None` after the last round.
    pub fn step(&mut self, witness: &mut impl Witness) -> Option<Result<Vec<Movement>, NoPlace>> {
        if self.state().is_over() {
            return None;
        }
        let orders = self.record.rounds.get(self.state().round() as usize)?;
        let played = self.game.play_round(&orders.each_ref().map(Vec::as_slice), witness);
        self.tell_status();
        Some(played.map(|()| self.game.movements().to_vec()))
    }

    fn tell_status(&mut self) {
        let now = i64::from(self.state().round());
        let changes = &self.record.status[self.told..];
        for change in changes.iter().take_while(|change| i64::from(change.state) <= now) {
            self.game.set_status(change.player.into(), change.status);
            self.told += 1;
        }
    }
}
