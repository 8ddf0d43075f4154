//! A game as a stream of rounds, in the words that `web/src/film/chunk.ts` reads.

use joust_madmax::{
    Block, Chronicle, CompactRecord, Event, Header, Movement, OrderFault, Replay, ResultFault, ResultReader,
    Settings, Snapshot,
};
use serde_json::{Value, json};

/// A game that is read state by state.
pub struct Film {
    reader: ResultReader<'static>,
    /// A record knows its orders, and so what came to nothing and what was drawn.
    replay: Option<Replay<'static>>,
    chronicle: Chronicle,
    first: Option<Snapshot>,
    grid: Vec<u8>,
    /// States that are still to come.
    left: usize,
}

/// What became of a request for more.
#[derive(Clone, Debug, PartialEq)]
pub enum More {
    /// There is more.
    Yes,
    /// The game ends here.
    End,
    /// The rest cannot be read.
    Broken(Value),
}

impl Film {
    /// Begins to read a result or a compact record, which is kept for good: a page makes a new
    /// instance for every game. Gives the head of the game, or why it is none.
    pub fn open(bytes: Vec<u8>) -> Result<(Film, Value), Value> {
        let mut replay = None;
        let mut left = usize::MAX;
        let text: &'static [u8] = if CompactRecord::is_record(&bytes) {
            let told = |why: &dyn std::fmt::Display| json!({ "kind": "record", "message": why.to_string() });
            let record: &'static CompactRecord =
                Box::leak(Box::new(CompactRecord::decode(&bytes).map_err(|why| told(&why))?));
            replay = Some(record.replay().map_err(|why| told(&why))?);
            left = record.rounds.len() + 1;
            record.result().map_err(|why| told(&why))?.leak()
        } else {
            bytes.leak()
        };
        let mut reader = ResultReader::new(text).map_err(|why| trouble(&why))?;
        let header = reader.header().clone();
        left = left.min(header.settings.nb_rounds as usize + 1);
        let first = reader.next_block().map_err(|why| trouble(&why))?;
        let Some(Block::State(first)) = first else { unreachable!("a result begins with a state") };
        let chronicle = Chronicle::new(header.settings, first.clone());
        let head = head(&header, &chronicle, replay.is_some());
        Ok((Film { reader, replay, chronicle, first: Some(first), grid: Vec::new(), left }, head))
    }

    /// Reads so many states more, each with the round that led to it, and appends them.
    pub fn more(&mut self, states: usize, out: &mut Vec<u8>) -> More {
        for _ in 0..states {
            if self.left == 0 {
                return More::End;
            }
            if let Some(first) = self.first.take() {
                self.put(&[], &[], true, &first, out);
            } else if let Err(why) = self.round(out) {
                return More::Broken(why);
            }
            self.left -= 1;
        }
        if self.left == 0 { self.expect_end() } else { More::Yes }
    }

    fn round(&mut self, out: &mut Vec<u8>) -> Result<(), Value> {
        let Some(Block::Movements(movements)) = self.reader.next_block().map_err(|why| trouble(&why))? else {
            unreachable!("movements follow a state")
        };
        let Some(Block::State(next)) = self.reader.next_block().map_err(|why| trouble(&why))? else {
            unreachable!("a state follows movements")
        };
        let mut account = self.chronicle.round(&movements, next.clone());
        if let Some(replay) = &mut self.replay {
            account.events.clear();
            let _ = replay.step(&mut account.events);
        }
        self.put(&movements, &account.events, account.explained, &next, out);
        Ok(())
    }

    fn expect_end(&mut self) -> More {
        // A record of a game that was broken off has no more rounds, and that is no fault.
        if self.replay.is_some() {
            return More::End;
        }
        match self.reader.next_block() {
            Err(why) => More::Broken(trouble(&why)),
            Ok(_) => More::End,
        }
    }

    /// One state: 17 numbers, movements, events of 6 numbers, units of 4 numbers, and the map in
    /// bytes when it has changed, filled up to whole numbers. All numbers have 32 bits.
    fn put(
        &mut self,
        moves: &[Movement],
        events: &[Event],
        explained: bool,
        shot: &Snapshot,
        out: &mut Vec<u8>,
    ) {
        let changed = self.grid != shot.grid;
        let mut word = |number: i64| out.extend_from_slice(&(number as i32).to_le_bytes());
        let told: Vec<[i32; 6]> = events.iter().filter_map(words).collect();
        word(shot.round.into());
        word(explained.into());
        word(moves.len() as i64);
        word(told.len() as i64);
        shot.num_cities.iter().for_each(|cities| word((*cities).into()));
        shot.total_score.iter().for_each(|score| word((*score).min(i32::MAX.into())));
        shot.status.iter().for_each(|status| word((status * 1e6).round() as i64));
        word(if changed { shot.grid.len().div_ceil(4) as i64 } else { 0 });
        for movement in moves {
            word(i64::from(movement.id) << 4 | movement.dir as i64);
        }
        told.iter().flatten().for_each(|number| word((*number).into()));
        for unit in &shot.units {
            word((unit.kind as i64) << 8 | i64::from(unit.player));
            word(i64::from(unit.pos.row) << 16 | i64::from(unit.pos.col));
            word(unit.food.into());
            word(unit.water.into());
        }
        if changed {
            out.extend_from_slice(&shot.grid);
            out.resize(out.len().next_multiple_of(4), 0);
            self.grid.clone_from(&shot.grid);
        }
    }
}

/// An event as six numbers; a plain movement is not told again.
fn words(event: &Event) -> Option<[i32; 6]> {
    Some(match *event {
        Event::Moved { .. } => return None,
        Event::Refused { player, id, dir, why } => {
            let (why, owner) = match why {
                OrderFault::NoSuchUnit => (0, -1),
                OrderFault::NotOwn(owner) => (1, i32::from(owner)),
                OrderFault::BadDirection => (2, -1),
                OrderFault::CannotMove => (3, -1),
                OrderFault::Closed => (4, -1),
                OrderFault::Captured => (5, -1),
            };
            [0, player.into(), id, dir, why, owner]
        }
        Event::Attacked { by, on, food, water } => [1, by.into(), on.into(), food, water, 0],
        Event::Thunderdome { by, on, water, of, draw } => [2, by.into(), on.into(), water, of, draw],
        Event::RanOver { by, on } => [3, by.into(), on.into(), 0, 0, 0],
        Event::RanInto { by, on } => [4, by.into(), on.into(), 0, 0, 0],
        Event::Collided { by, on } => [5, by.into(), on.into(), 0, 0, 0],
        Event::Starved { id, food, water } => [6, id.into(), food.into(), water.into(), 0, 0],
        Event::Captured { id, from, by, at } => {
            [7, id.into(), from.into(), by.into(), at.row.into(), at.col.into()]
        }
        Event::Respawned { id, at } => [8, id.into(), at.row.into(), at.col.into(), 0, 0],
        Event::CityTaken { city, from, by } => [9, city.into(), from.into(), by.into(), 0, 0],
    })
}

fn head(header: &Header, chronicle: &Chronicle, exact: bool) -> Value {
    let Settings { rows, cols, .. } = header.settings;
    let settings: serde_json::Map<String, Value> = Settings::KEYS
        .iter()
        .zip(header.settings.values())
        .map(|(key, value)| ((*key).to_owned(), value.into()))
        .collect();
    let cities: Vec<Vec<usize>> = chronicle.map().map_or_else(Vec::new, |map| {
        map.cities().iter().map(|city| city.cells.iter().map(|cell| map.index(*cell)).collect()).collect()
    });
    json!({
        "origin": header.origin.word(), "seed": header.seed, "names": header.names, "rows": rows, "cols": cols,
        "units": header.settings.nb_units(), "settings": settings, "cities": cities, "exact": exact,
    })
}

/// What is wrong with a result, in parts, so that a page can say it in its own language.
fn trouble(why: &joust_madmax::BadResult) -> Value {
    let mut told = match &why.fault {
        ResultFault::Unexpected { expected, found } => {
            json!({ "kind": "unexpected", "expected": expected, "found": found })
        }
        ResultFault::Setting { key, help } => json!({ "kind": "setting", "key": key, "help": help }),
        ResultFault::Row { row, found, expected } => {
            json!({ "kind": "row", "row": row, "found": found, "expected": expected })
        }
        ResultFault::Ends { missing } => json!({ "kind": "ends", "missing": missing }),
        ResultFault::GoesOn { found } => json!({ "kind": "goesOn", "found": found }),
    };
    told["line"] = why.place.line.into();
    told["column"] = why.place.column.into();
    told["message"] = why.to_string().into();
    told
}
