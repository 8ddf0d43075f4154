//! A whole game of Mad Max in memory, to move back and forth in.

use crate::{
    Block, CannotReplay, Chronicle, CompactRecord, Config, Header, Kind, Movement, Pos, ResultReader,
    Skirmish, Snapshot, Source, TEAMS, Wrong,
};
use std::collections::HashMap;

/// All states of a game, and the movements between them.
///
/// ```
/// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source, Timeline};
/// let settings = Settings { nb_rounds: 3, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap();
/// let timeline = Timeline::of_record(&record.encode().unwrap()).unwrap();
/// assert_eq!((timeline.last(), timeline.movements.len()), (3, 3));
/// let scores = timeline.standings(3).map(|own| own.score);
/// assert_eq!(scores[timeline.winners()[0]], *scores.iter().max().unwrap());
/// assert_eq!(Timeline::units_by_cell(&timeline.shots[0]).len(), timeline.shots[0].units.len());
/// let read = Timeline::of_result(&record.result().unwrap()).unwrap();
/// assert!(read.shots == timeline.shots);
/// ```
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The header of the game.
    pub header: Header,
    /// The states, at least one.
    pub shots: Vec<Snapshot>,
    /// The movements from each state to the next.
    pub movements: Vec<Vec<Movement>>,
}

/// What one player has in a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The points.
    pub score: i64,
    /// The number of cities.
    pub cities: i32,
    /// The number of warriors.
    pub warriors: usize,
    /// The number of cars.
    pub cars: usize,
    /// The share of its time that it has used; −1 when it is dead.
    pub status: f64,
}

impl Timeline {
    /// Reads a result.
    pub fn of_result(text: &[u8]) -> Result<Timeline, Wrong> {
        let reader = ResultReader::new(text)?;
        let mut timeline =
            Timeline { header: reader.header().clone(), shots: Vec::new(), movements: Vec::new() };
        for block in reader {
            match block? {
                Block::State(shot) => timeline.shots.push(shot),
                Block::Movements(movements) => timeline.movements.push(movements),
            }
        }
        Ok(timeline)
    }

    /// Replays a record.
    pub fn of_record(bytes: &[u8]) -> Result<Timeline, Wrong> {
        let record = CompactRecord::decode(bytes).map_err(|why| Wrong::Record { why, round: None })?;
        let CompactRecord { origin, seed, ref names, ref config, .. } = record;
        let header = Header { origin, seed, settings: config.settings, names: names.clone() };
        let mut replay = record.replay().map_err(CannotReplay::from)?;
        let (mut shots, mut movements) = (vec![Snapshot::from(replay.state())], Vec::new());
        while let Some(round) = replay.step(&mut ()) {
            movements.push(round.map_err(CannotReplay::from)?);
            shots.push(replay.state().into());
        }
        Ok(Timeline { header, shots, movements })
    }

    /// The number of the last state.
    pub fn last(&self) -> usize {
        self.shots.len() - 1
    }

    /// The game in each state, as a player sees it, with what happened in the round before; `None` for a state that
    /// the rules do not allow. What chance will decide is not known: a round that is played on from here can come
    /// out otherwise.
    ///
    /// ```
    /// use joust_core::{Asked, Seat};
    /// use joust_madmax::player::built_in;
    /// use joust_madmax::{Action, CompactRecord, Config, Orders, Origin, Settings, Source, Timeline};
    /// let settings = Settings { nb_rounds: 3, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap();
    /// let timeline = Timeline::of_result(&record.result().unwrap()).unwrap();
    /// let mut demo = built_in("Demo").unwrap();
    /// for (round, game) in timeline.games().enumerate().take(3) {
    ///     let answer = demo.act(&Asked::unstopped(&game.unwrap(), Seat::SECOND)).unwrap();
    ///     assert_eq!(answer.action, Action::Orders(Orders::new(record.rounds[round][1].clone())));
    /// }
    /// ```
    pub fn games(&self) -> impl Iterator<Item = Option<Skirmish>> {
        let Header { settings, seed, .. } = self.header;
        let map = self.shots[0].map(settings);
        let rows = self.shots[0].grid.chunks(self.shots[0].cols.max(1));
        let rows = rows.map(|row| row.iter().copied().map(char::from).collect()).collect();
        let config = Config { settings, source: Source::Fixed(rows) };
        let mut chronicle = Chronicle::new(settings, self.shots[0].clone());
        self.shots.iter().enumerate().map(move |(at, shot)| {
            let movements = at.checked_sub(1).and_then(|before| self.movements.get(before));
            let account = movements.map(|movements| chronicle.round(movements, shot.clone()));
            let events = account.map_or_else(Vec::new, |account| account.events);
            Some(Skirmish::shown(config.clone(), seed, shot.state(map.as_ref()?)?, events))
        })
    }

    /// What each player has in a state.
    pub fn standings(&self, state: usize) -> [Standing; TEAMS] {
        let shot = &self.shots[state];
        [0, 1, 2, 3].map(|player: usize| {
            let own = |kind| {
                let own = shot.units.iter().filter(|unit| usize::from(unit.player) == player);
                own.filter(|unit| unit.kind == kind).count()
            };
            Standing {
                score: shot.total_score[player],
                cities: shot.num_cities[player],
                warriors: own(Kind::Warrior),
                cars: own(Kind::Car),
                status: shot.status[player],
            }
        })
    }

    /// The seats with the top score at the end.
    pub fn winners(&self) -> Vec<usize> {
        let scores = self.shots[self.last()].total_score;
        let top = scores.into_iter().max().unwrap_or(0);
        (0..TEAMS).filter(|seat| scores[*seat] == top).collect()
    }

    /// The units of a state by their cells.
    pub fn units_by_cell(shot: &Snapshot) -> HashMap<Pos, (Kind, u8)> {
        shot.units.iter().map(|unit| (unit.pos, (unit.kind, unit.player))).collect()
    }
}
