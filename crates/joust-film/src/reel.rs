//! The sources of the rounds of a game.

use joust_madmax::{
    BadResult, Block, Bout, Chronicle, CompactRecord, Event, Header, Map, Movement, Origin, Replay,
    ResultFault, ResultReader, Snapshot, State, TEAMS,
};
use joust_view::{Fields, Value};
use std::fmt::Display;

/// What is wrong with a file, in parts, so that a page can say it in its own language.
pub type Trouble = Value;

/// A state, and the round that led to it. The first state has a round in which nothing happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The movements that happened, in the order in which they were executed.
    pub movements: Vec<Movement>,
    /// The events of the round.
    pub events: Vec<Event>,
    /// Whether the rules lead to the state.
    pub explained: bool,
    /// The state.
    pub state: Snapshot,
}

/// A source of rounds.
pub trait Reel: Send {
    /// The header of the game, before the first state.
    fn header(&self) -> Header;
    /// The map, if the first state has a valid one.
    fn map(&self) -> Option<&Map>;
    /// Whether the events are those of the game, and not inferred from its states.
    fn is_exact(&self) -> bool;
    /// The next state; `None` after the last.
    fn next(&mut self) -> Result<Option<Round>, Trouble>;
}

/// Opens a compact record or a result, or says what is wrong with its beginning.
///
/// ```
/// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
/// let settings = Settings { nb_rounds: 3, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap().encode().unwrap();
/// let mut reel = joust_film::open_reel(&record).unwrap();
/// assert!(reel.is_exact() && reel.next().unwrap().is_some());
/// ```
pub fn open_reel(bytes: &[u8]) -> Result<Box<dyn Reel + '_>, Trouble> {
    Ok(if CompactRecord::is_record(bytes) {
        Box::new(Played::open(bytes)?)
    } else {
        Box::new(Inferred::open(bytes)?)
    })
}

/// The last map that was drawn and the owners of its cities: it is drawn again only when an owner changes.
#[derive(Default)]
struct Drawn {
    grid: Vec<u8>,
    owners: Vec<u8>,
}

impl Drawn {
    /// Whether no state was drawn yet.
    fn is_empty(&self) -> bool {
        self.grid.is_empty()
    }

    fn snapshot(&mut self, state: &State) -> Snapshot {
        if self.is_empty() || self.owners != state.owners() {
            (self.grid, self.owners) = (Snapshot::from(state).grid, state.owners().to_vec());
        }
        Snapshot::with_grid(state, self.grid.clone())
    }
}

/// A record that is replayed, with a witness of its events.
struct Played {
    replay: Replay<'static>,
    drawn: Drawn,
}

impl Played {
    fn open(bytes: &[u8]) -> Result<Played, Trouble> {
        let record = CompactRecord::decode(bytes).map_err(|why| of_record(&why))?;
        let replay = record.into_replay().map_err(|why| of_record(&why))?;
        Ok(Played { replay, drawn: Drawn::default() })
    }
}

impl Reel for Played {
    fn header(&self) -> Header {
        let CompactRecord { origin, seed, names, config, .. } = self.replay.record();
        Header { origin: *origin, seed: *seed, settings: config.settings, names: names.clone() }
    }

    fn map(&self) -> Option<&Map> {
        Some(self.replay.state().map())
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn next(&mut self) -> Result<Option<Round>, Trouble> {
        let (mut movements, mut events) = (Vec::new(), Vec::new());
        if !self.drawn.is_empty() {
            // The record of a game that was broken off simply ends here.
            let Some(played) = self.replay.step(&mut events) else { return Ok(None) };
            movements = played.map_err(|why| of_record(&why))?;
        }
        let state = self.drawn.snapshot(self.replay.state());
        Ok(Some(Round { movements, events, explained: true, state }))
    }
}

/// A game of built-in players that is played while it is read.
pub(crate) struct Live {
    bout: Bout,
    names: [String; TEAMS],
    drawn: Drawn,
}

impl Live {
    pub(crate) fn new(bout: Bout, names: [&str; TEAMS]) -> Live {
        Live { bout, names: names.map(str::to_owned), drawn: Drawn::default() }
    }
}

impl Reel for Live {
    fn header(&self) -> Header {
        let game = self.bout.game();
        let (seed, settings) = (game.seed(), game.config().settings);
        Header { origin: Origin::Game, seed, settings, names: self.names.clone() }
    }

    fn map(&self) -> Option<&Map> {
        Some(self.bout.game().state().map())
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn next(&mut self) -> Result<Option<Round>, Trouble> {
        let (mut movements, mut events) = (Vec::new(), Vec::new());
        if !self.drawn.is_empty() {
            let Some(played) = self.bout.step(&mut events) else { return Ok(None) };
            played.map_err(|why| of_record(&why))?;
            movements = self.bout.game().movements().to_vec();
        }
        let state = self.drawn.snapshot(self.bout.game().state());
        Ok(Some(Round { movements, events, explained: true, state }))
    }
}

/// What is wrong with a record.
fn of_record(why: &dyn Display) -> Trouble {
    Value::object(vec![("kind", "record".into()), ("message", why.to_string().into())])
}

/// A result whose events are inferred from its states.
struct Inferred<'a> {
    reader: ResultReader<'a>,
    chronicle: Chronicle,
    first: Option<Snapshot>,
}

impl<'a> Inferred<'a> {
    fn open(bytes: &'a [u8]) -> Result<Inferred<'a>, Trouble> {
        let mut reader = ResultReader::new(bytes).map_err(|why| of_result(&why))?;
        let Some(Block::State(first)) = reader.next_block().map_err(|why| of_result(&why))? else {
            unreachable!("a result begins with a state")
        };
        let chronicle = Chronicle::new(reader.header().settings, first.clone());
        Ok(Inferred { reader, chronicle, first: Some(first) })
    }
}

impl Reel for Inferred<'_> {
    fn header(&self) -> Header {
        self.reader.header().clone()
    }

    fn map(&self) -> Option<&Map> {
        self.chronicle.map()
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn next(&mut self) -> Result<Option<Round>, Trouble> {
        if let Some(state) = self.first.take() {
            return Ok(Some(Round { movements: Vec::new(), events: Vec::new(), explained: true, state }));
        }
        let mut block = || self.reader.next_block().map_err(|why| of_result(&why));
        let Some(Block::Movements(movements)) = block()? else { return Ok(None) };
        let Some(Block::State(state)) = block()? else { unreachable!("a state follows movements") };
        let account = self.chronicle.round(&movements, state.clone());
        Ok(Some(Round { movements, events: account.events, explained: account.explained, state }))
    }
}

/// What is wrong with a result.
fn of_result(why: &BadResult) -> Trouble {
    let mut fields: Fields = match &why.fault {
        ResultFault::Unexpected { expected, found } => vec![
            ("kind", "unexpected".into()),
            ("expected", expected.as_str().into()),
            ("found", found.as_str().into()),
        ],
        ResultFault::Setting { key, help } => {
            vec![("kind", "setting".into()), ("key", (*key).into()), ("help", help.as_str().into())]
        }
        ResultFault::Row { row, found, expected } => vec![
            ("kind", "row".into()),
            ("row", (*row).into()),
            ("found", (*found).into()),
            ("expected", (*expected).into()),
        ],
        ResultFault::Ends { missing } => vec![("kind", "ends".into()), ("missing", missing.as_str().into())],
        ResultFault::GoesOn { found } => vec![("kind", "goesOn".into()), ("found", found.as_str().into())],
    };
    fields.extend([
        ("line", why.place.line.into()),
        ("column", why.place.column.into()),
        ("message", why.to_string().into()),
    ]);
    Value::object(fields)
}
