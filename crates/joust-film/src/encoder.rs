//! The rounds of a game as numbers for a page.

use crate::reel::{Live, Reel, Round, Trouble, open_reel};
use joust_madmax::{Bout, CannotReplay, Config, Event, OrderFault, Settings, TEAMS};
use joust_view::Value;

/// Encodes a game round by round as numbers that `web/src/film/film.ts` reads.
pub struct Encoder<'a> {
    reel: Box<dyn Reel + 'a>,
    /// The map that was written last: it is written again when it has changed.
    grid: Vec<u8>,
    scores: [i64; TEAMS],
}

/// The answer to a request for more.
#[derive(Clone, Debug, PartialEq)]
pub enum More {
    /// All requested states were read; more may follow.
    Yes,
    /// The game ends here.
    End,
    /// The rest cannot be read.
    Broken(Trouble),
}

impl<'a> Encoder<'a> {
    /// Begins to read a result or a compact record. Returns the head of the game, or what is wrong with it.
    pub fn open(bytes: &'a [u8]) -> Result<(Encoder<'a>, Value), Trouble> {
        Ok(Encoder::of(open_reel(bytes)?))
    }

    fn of(reel: Box<dyn Reel + 'a>) -> (Encoder<'a>, Value) {
        let head = head(&*reel);
        (Encoder { reel, grid: Vec::new(), scores: [0; TEAMS] }, head)
    }

    /// Begins a game of built-in players, whose rounds are played when they are asked for.
    ///
    /// ```
    /// use joust_film::{Encoder, More};
    /// use joust_madmax::{Config, CompactRecord, Origin, Settings, Source};
    /// let settings = Settings { nb_rounds: 60, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let names = ["Demo", "Dummy", "Null", "Demo"];
    /// let read = |(mut encoder, head): (Encoder<'_>, joust_view::Value)| {
    ///     let mut numbers = Vec::new();
    ///     assert_eq!(encoder.more(100, &mut numbers), More::End);
    ///     (head.to_string(), numbers)
    /// };
    /// let played = read(Encoder::play(config.clone(), 30, names).unwrap());
    /// let record = CompactRecord::play(config, Origin::Game, 30, names).unwrap().encode().unwrap();
    /// assert!(played == read(Encoder::open(&record).unwrap()));
    /// ```
    pub fn play(
        config: Config,
        seed: i32,
        names: [&str; TEAMS],
    ) -> Result<(Encoder<'static>, Value), CannotReplay> {
        let bout = Bout::begin(config, seed, names)?;
        Ok(Encoder::of(Box::new(Live::new(bout, names))))
    }

    /// The scores in the last state that was read.
    pub fn scores(&self) -> [i64; TEAMS] {
        self.scores
    }

    /// Appends the next `states` states, each with the round that led to it.
    pub fn more(&mut self, states: usize, out: &mut Vec<u8>) -> More {
        for _ in 0..states {
            match self.reel.next() {
                Ok(Some(round)) => self.put(&round, out),
                Ok(None) => return More::End,
                Err(why) => return More::Broken(why),
            }
        }
        More::Yes
    }

    /// One state: 17 numbers, movements, events of 6 numbers, units of 4 numbers, and the map in
    /// bytes when it has changed, filled up to whole numbers. All numbers have 32 bits.
    fn put(&mut self, round: &Round, out: &mut Vec<u8>) {
        let Round { movements, events, explained, state: shot } = round;
        self.scores = shot.total_score;
        let changed = self.grid != shot.grid;
        let mut word = |number: i64| out.extend_from_slice(&(number as i32).to_le_bytes());
        let told: Vec<[i32; 6]> = events.iter().filter_map(words).collect();
        word(shot.round.into());
        word((*explained).into());
        word(movements.len() as i64);
        word(told.len() as i64);
        shot.num_cities.iter().for_each(|cities| word((*cities).into()));
        shot.total_score.iter().for_each(|score| word((*score).min(i32::MAX.into())));
        shot.status.iter().for_each(|status| word((status * 1e6).round() as i64));
        word(if changed { shot.grid.len().div_ceil(4) as i64 } else { 0 });
        for movement in movements {
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

/// An event as six numbers; `None` for a plain movement, which is among the movements.
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

fn head(reel: &dyn Reel) -> Value {
    let header = reel.header();
    let Settings { rows, cols, .. } = header.settings;
    let settings = Settings::KEYS.iter().copied().zip(header.settings.values());
    let cities = reel.map().into_iter().flat_map(|map| {
        map.cities().iter().map(|city| city.cells.iter().map(|cell| map.index(*cell)).collect::<Value>())
    });
    Value::object(vec![
        ("origin", header.origin.word().into()),
        ("seed", header.seed.into()),
        ("names", header.names.iter().map(String::as_str).collect()),
        ("rows", rows.into()),
        ("columns", cols.into()),
        ("unitCount", header.settings.nb_units().into()),
        ("settings", Value::object(settings.map(|(key, value)| (key, value.into())).collect())),
        ("cityCells", cities.collect()),
        ("exact", reel.is_exact().into()),
    ])
}
