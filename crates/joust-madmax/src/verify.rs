//! Judging results and records: does what they say follow from what they begin with?
//!
//! A result of built-in players is played again and compared byte by byte, and so is a record:
//! both are **replayed**. A result of other players lists only the movements that happened; if the
//! rules allow them, it is only **consistent**.

mod difference;
mod foreign;
mod noops;

pub use difference::{Difference, Subject};

use crate::player::{Seated, built_in};
use crate::{
    Action, BadCompactRecord, BadResult, Block, CannotReplay, CompactRecord, Config, Header, Orders, Origin,
    Recorder, ResultReader, ResultWriter, Skirmish, Source, State, TEAMS,
};
use difference::{Cursor, Part};
use joust_core::Asked;

/// What is certain of a file that was not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// The game was played again, and every byte is equal.
    Replayed(Summary),
    /// The rules allow everything that the file says. It does not say which orders the players gave.
    Consistent(Summary),
    /// Too many states of the generator explain the rounds before this one to follow all of them.
    Undecided {
        /// The first round that was not looked at.
        round: i32,
    },
}

/// How a game that was verified began and ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The players in the order of the seats.
    pub names: [String; TEAMS],
    /// The seed of the game.
    pub seed: i32,
    /// The number of rounds that were played.
    pub rounds: i32,
    /// The final scores in the order of the seats.
    pub scores: [i64; TEAMS],
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Wrong {
    /// It cannot be read.
    #[error(transparent)]
    Result(#[from] BadResult),
    /// It says something that does not follow.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// It cannot be read, or not from this round on.
    #[error("{why}{}", round.map_or_else(String::new, |round| format!("; round {round} is the first that is wrong")))]
    Record {
        /// What is wrong with the record.
        why: BadCompactRecord,
        /// The first round that does not lead to the state that it should.
        round: Option<i32>,
    },
    /// It cannot be played.
    #[error(transparent)]
    Replay(#[from] CannotReplay),
}

impl From<Difference> for Wrong {
    fn from(difference: Difference) -> Wrong {
        Wrong::Differs(Box::new(difference))
    }
}

/// Judges a result file.
///
/// ```
/// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source, Verified, verify_result};
/// let settings = Settings { nb_rounds: 20, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap();
/// let text = record.result().unwrap();
/// assert!(matches!(verify_result(&text), Ok(Verified::Replayed(summary)) if summary.rounds == 20));
/// ```
pub fn verify_result(text: &[u8]) -> Result<Verified, Wrong> {
    let reader = ResultReader::new(text)?;
    let header = reader.header().clone();
    let mut cursor = Cursor::new(text);
    let written = ResultWriter::new(Vec::new(), header.origin, header.seed, &header.settings, &header.names);
    let written = written.and_then(ResultWriter::finish).unwrap_or_default();
    cursor.expect(&written, Part::Header)?;
    let game = start(&reader, &cursor)?;
    match seats(&header, text) {
        Some(seats) => replay(&header, game, seats, reader, cursor),
        None => foreign::follow(reader, cursor, game.state().clone(), game.random()),
    }
}

/// Judges a compact record: its checksum, the orders of its built-in players, every state by its
/// check, and the digest of the whole result.
///
/// ```
/// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source, Verified, verify_record};
/// let settings = Settings { nb_rounds: 20, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let mut record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap();
/// assert!(matches!(verify_record(&record.encode().unwrap()), Ok(Verified::Replayed(_))));
/// record.rounds[8][0].clear();
/// let why = verify_record(&record.encode().unwrap()).unwrap_err().to_string();
/// assert!(why.contains("round 8"), "{why}");
/// ```
pub fn verify_record(bytes: &[u8]) -> Result<Verified, Wrong> {
    match CompactRecord::decode(bytes) {
        Ok(record) => judge(&record),
        Err(why) => {
            let salvaged =
                if why == BadCompactRecord::Checksum { CompactRecord::salvage(bytes).ok() } else { None };
            let round = salvaged.and_then(|record| match judge(&record) {
                Err(Wrong::Differs(difference)) => difference.round,
                _ => None,
            });
            Err(Wrong::Record { why, round })
        }
    }
}

/// The seats of a result when all its players are built in. One that died in the judge's hands cannot be
/// asked again.
fn seats(header: &Header, text: &[u8]) -> Option<[BuiltInSeat; TEAMS]> {
    let dead = header.origin == Origin::SecGame
        && text.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"status") && line.contains(&b'-'));
    let seats = [0, 1, 2, 3].map(|number| BuiltInSeat::new(&header.names, number));
    (!dead && seats.iter().all(|seat| seat.player.is_some())).then_some(seats)
}

/// The game before round 0. The file does not say whether its map was drawn or given: the one
/// that explains the first state was.
fn start(reader: &ResultReader<'_>, cursor: &Cursor<'_>) -> Result<Skirmish, Wrong> {
    let header = reader.header();
    let first = reader.clone().next_block();
    let mut sources = vec![Source::Generator];
    if let Ok(Some(Block::State(shot))) = &first {
        let lines = shot.grid.chunks(shot.cols).map(|row| row.iter().copied().map(char::from).collect());
        sources.push(Source::Fixed(lines.collect()));
    }
    let status = if let Ok(Some(Block::State(shot))) = &first { shot.status } else { [0.0; TEAMS] };
    let mut closest: Option<(usize, Difference)> = None;
    let mut refused = None;
    for source in sources {
        if source == Source::Generator && !Config::can_generate(&header.settings) {
            continue;
        }
        let config = Config { settings: header.settings, source };
        let mut game = match Skirmish::begin(config, header.seed) {
            Ok(game) => game,
            Err(why) => {
                refused = Some(why);
                continue;
            }
        };
        if header.origin == Origin::SecGame {
            (0..TEAMS).for_each(|seat| game.set_status(seat, status[seat]));
        }
        let part = Part::of_state(&header.settings, 0);
        let Some(difference) = cursor.difference(&difference::state_text(game.state()), part) else {
            return Ok(game);
        };
        let wrong = cursor.wrong_lines(&difference::state_text(game.state()));
        if closest.as_ref().is_none_or(|(least, _)| wrong < *least) {
            closest = Some((wrong, difference));
        }
    }
    first?;
    match (closest, refused) {
        (Some((_, difference)), _) => Err(difference.into()),
        (None, Some(why)) => Err(CannotReplay::Start(why).into()),
        (None, None) => Err(CannotReplay::Player(header.names[0].clone()).into()),
    }
}

/// Plays a game of built-in players again and compares. What a judge measured is taken from it.
fn replay(
    header: &Header,
    mut game: Skirmish,
    mut seats: [BuiltInSeat; TEAMS],
    mut reader: ResultReader<'_>,
    mut cursor: Cursor<'_>,
) -> Result<Verified, Wrong> {
    let settings = header.settings;
    let timed = header.origin == Origin::SecGame;
    if timed {
        reader.next_block()?;
    }
    cursor.expect(&difference::state_text(game.state()), Part::of_state(&settings, 0))?;
    while !game.state().is_over() {
        let round = game.state().round();
        let orders = seats.each_mut().map(|seat| seat.orders(&game));
        game.play_round(&orders.each_ref().map(Orders::given), &mut ()).map_err(CannotReplay::from)?;
        for seat in seats.iter().filter(|seat| seat.player.is_none()) {
            game.set_status(seat.number.into(), -1.0);
        }
        if timed {
            reader.next_block()?;
            if let Some(Block::State(shot)) = reader.next_block()? {
                (0..TEAMS).for_each(|seat| game.set_status(seat, shot.status[seat]));
            }
        }
        cursor.expect(&difference::movements_text(game.movements()), Part::Movements { round })?;
        cursor.expect(&difference::state_text(game.state()), Part::of_state(&settings, round + 1))?;
    }
    cursor.expect_end()?;
    Ok(Verified::Replayed(summary(&header.names, header.seed, game.state())))
}

fn summary(names: &[String; TEAMS], seed: i32, state: &State) -> Summary {
    Summary { names: names.clone(), seed, rounds: state.round(), scores: state.total_score() }
}

/// Judges a record that could be read.
fn judge(record: &CompactRecord) -> Result<Verified, Wrong> {
    let mut replay = record.replay().map_err(CannotReplay::from)?;
    let mut seats = [0, 1, 2, 3].map(|seat| BuiltInSeat::new(&record.names, seat));
    let names = record.names.each_ref().map(String::as_str);
    let mut recorder =
        Recorder::new(record.config.clone(), record.origin, record.seed, names, replay.state());
    let check = |recorder: &Recorder, round: Option<i32>| {
        let state = round.map_or(0, |round| round as usize + 1);
        let found = recorder.check();
        match record.checks.get(state) {
            Some(expected) if *expected == found => Ok(()),
            expected => Err(Difference::of_check(round, expected.copied(), found)),
        }
    };
    check(&recorder, None)?;
    while let Some(orders) = record.rounds.get(replay.state().round() as usize) {
        let round = replay.state().round();
        for (seat, orders) in seats.iter_mut().zip(orders) {
            seat.compare(replay.game(), orders)?;
        }
        let Some(movements) = replay.step(&mut ()) else { break };
        let orders = orders.each_ref().map(Vec::as_slice);
        recorder.round(&orders, &movements.map_err(CannotReplay::from)?, replay.state());
        check(&recorder, Some(round))?;
    }
    if recorder.finish().digest != record.digest {
        return Err(Difference::of_digest().into());
    }
    Ok(Verified::Replayed(summary(&record.names, record.seed, replay.state())))
}

/// A seat whose player can be asked again, if it is built in.
pub(crate) struct BuiltInSeat {
    number: u8,
    player: Option<Seated>,
}

impl BuiltInSeat {
    pub(crate) fn new<S: AsRef<str>>(names: &[S; TEAMS], number: u8) -> BuiltInSeat {
        BuiltInSeat { number, player: built_in(names[usize::from(number)].as_ref()) }
    }

    /// What the player orders; nothing from the moment on when it orders too much.
    pub(crate) fn orders(&mut self, game: &Skirmish) -> Orders {
        let seat = joust_core::Seat::new(self.number.into()).unwrap_or(joust_core::Seat::FIRST);
        let asked = Asked::unstopped(game, seat);
        let answer = self.player.as_mut().and_then(|player| player.act(&asked).ok());
        match answer.map(|answer| answer.action) {
            Some(Action::Orders(orders)) => orders,
            Some(Action::Dead) | None => {
                self.player = None;
                Orders::default()
            }
        }
    }

    fn compare(&mut self, game: &Skirmish, recorded: &[(i32, i32)]) -> Result<(), Difference> {
        if self.player.is_none() {
            return Ok(());
        }
        let orders = self.orders(game);
        Difference::of_orders(game.state().round(), self.number, orders.given(), recorded).map_or(Ok(()), Err)
    }
}
