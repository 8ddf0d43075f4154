//! The state of a game of Mad Max, and the orders allowed in it.

use crate::value::{Fields, Value};
use crate::view::View;
use joust_core::{Ending, Fault, Game, Outcome, Seat, Seats};
use joust_madmax::{
    Action, Dir, Event, Header, Kind, Orders, Pos, Settings, Share, Skirmish, Snapshot, State, TEAMS,
    Timeline, TooManyOrders, Unit, why,
};

impl View for Skirmish {
    fn tell(&self) -> Fields {
        let (state, settings) = (self.state(), &self.config().settings);
        let map = state.map();
        let mut fields = setup(settings, self.seed());
        fields.extend(shown(&Snapshot::from(state)));
        let cities = map.cities().iter().zip(state.owners()).map(|(city, owner)| {
            let cells = city.cells.iter().map(|cell| Value::from_iter([cell.row, cell.col].map(i32::from)));
            Value::object(vec![("owner", i32::from(*owner).into()), ("cells", cells.collect())])
        });
        fields.push(("cities", cities.collect()));
        fields.push(("orders", orders(state, self.awaits())));
        fields
    }

    /// The units that have changed, all numbers of the players, what happened in the last round, and the orders that
    /// the seat can give.
    fn tell_turn(&self, seat: Seat, before: Option<&Self>) -> Fields {
        let (state, old) = (self.state(), before.map(|game| game.state().units()));
        let shot = Snapshot::from(state);
        let is_new = |id: &usize| old.is_none_or(|old| old.get(*id) != state.units().get(*id));
        let units = (0..shot.units.len()).filter(is_new).map(|id| unit(id, &shot.units[id])).collect();
        let mut fields = vec![("round", shot.round.into()), ("units", units)];
        fields.extend(numbers(&shot));
        fields.push(("owners", state.owners().iter().map(|owner| i32::from(*owner)).collect()));
        fields.push(("events", self.told().iter().filter_map(event).collect()));
        fields.push(("orders", orders(state, Seats::only(seat))));
        fields
    }

    /// The share that counts is the referee's, not one in the text.
    fn understand(&self, text: &str, used: Option<f64>) -> Result<Action, Fault> {
        let action = self.read(text).map_err(|why| Fault::illegal(brief(text), why))?;
        let Action::Orders(orders) = action else { return Ok(action) };
        if orders.given().len() > Orders::MOST {
            return Err(TooManyOrders.into());
        }
        Ok(Action::Orders(orders.with_share(used.and_then(Share::new))))
    }

    /// A player sees what has become of the units, and not what was ordered. [MAX-3.1]
    const ACTIONS_ARE_OPEN: bool = false;

    fn tell_action(&self, seat: Seat, action: &Action) -> Option<Fields> {
        let kind = if Skirmish::is_move(action) { "orders" } else { "dead" };
        Some(vec![("text", action.to_string().into()), ("kind", kind.into()), ("seat", seat.into())])
    }
}

/// The beginning of a text: a thousand orders are too long for a message.
fn brief(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A state of a result with the result's header: the view of a game that was played elsewhere. It has
/// neither `at` nor `orders`, because a result does not have the orders of its players.
pub fn of_result(header: &Header, shot: &Snapshot) -> Value {
    let is_over = shot.round >= header.settings.nb_rounds;
    let scores = shot.total_score.map(|score| i32::try_from(score).unwrap_or(i32::MAX));
    let over = is_over.then(|| Ending::scored(why::ROUNDS, Outcome::by_scores(&scores)));
    let lives = |seat: &usize| !is_over && shot.status[*seat] >= 0.0;
    let mut fields: Fields = vec![
        ("game", Skirmish::NAME.into()),
        ("sides", Skirmish::SIDES.iter().copied().collect()),
        ("awaits", (0..TEAMS).filter(lives).collect()),
        ("words", Value::List(Vec::new())),
        ("over", over.into()),
        ("names", header.names.iter().map(String::as_str).collect()),
    ];
    fields.extend(setup(&header.settings, header.seed));
    fields.extend(shown(shot));
    Value::object(fields)
}

/// The view of the last state of a game, with what happened before it.
pub fn of_timeline(timeline: &Timeline) -> Value {
    let last = timeline.standings(timeline.last());
    let history = timeline.shots.iter().map(|shot| Value::from_iter(shot.num_cities));
    let movements: usize = timeline.movements.iter().map(Vec::len).sum();
    of_result(&timeline.header, &timeline.shots[timeline.last()]).with(vec![
        ("origin", timeline.header.origin.word().into()),
        ("winners", timeline.winners().into_iter().collect()),
        ("warriors", last.iter().map(|own| own.warriors).collect()),
        ("cars", last.iter().map(|own| own.cars).collect()),
        ("cityHistory", history.collect()),
        ("movements", movements.into()),
    ])
}

fn setup(settings: &Settings, seed: i32) -> Fields {
    let each = Settings::KEYS.iter().copied().zip(settings.values()).map(|(key, value)| (key, value.into()));
    vec![
        ("rules", settings.to_string().into()),
        ("settings", Value::object(each.collect())),
        ("seed", seed.into()),
        ("columns", settings.cols.into()),
        ("rows", settings.rows.into()),
    ]
}

/// The fields of a state that all players see.
fn shown(shot: &Snapshot) -> Fields {
    let rows = shot.grid.chunks(shot.cols.max(1)).map(|row| String::from_utf8_lossy(row).into_owned());
    let units = shot.units.iter().enumerate().map(|(id, shown)| unit(id, shown));
    let mut fields = vec![("round", shot.round.into()), ("grid", rows.collect()), ("units", units.collect())];
    fields.extend(numbers(shot));
    fields
}

fn unit(id: usize, unit: &Unit) -> Value {
    let kind = match unit.kind {
        Kind::Warrior => "warrior",
        Kind::Car => "car",
    };
    Value::object(vec![
        ("id", id.into()),
        ("kind", kind.into()),
        ("player", i32::from(unit.player).into()),
        ("row", i32::from(unit.pos.row).into()),
        ("col", i32::from(unit.pos.col).into()),
        ("food", unit.food.into()),
        ("water", unit.water.into()),
    ])
}

/// What the players have.
fn numbers(shot: &Snapshot) -> [(&'static str, Value); 3] {
    let share = |status: f64| Value::Millionths((status * 1e6).round() as i64);
    [
        ("scores", shot.total_score.into_iter().collect()),
        ("cityCounts", shot.num_cities.into_iter().collect()),
        ("status", shot.status.into_iter().map(share).collect()),
    ]
}

/// An event of a round, by the names that the viewer has for its kinds; `None` for an event that players are not
/// told. A unit is `by`, `on`, `id` or `winner`; a player is `player`, or `before`, which had the unit or the city.
/// The number drawn in a thunderdome would tell how the generator stands: only the winner is told.
fn event(event: &Event) -> Option<Value> {
    let (kind, fields): (&str, Fields) = match *event {
        Event::Refused { .. } | Event::Moved { .. } => return None,
        Event::Attacked { by, on, food, water } => {
            let lost = [("food", food.into()), ("water", water.into())];
            ("attack", meeting(by, on).into_iter().chain(lost).collect())
        }
        Event::Thunderdome { by, on, water, draw, .. } => {
            let winner = if draw < water { by } else { on };
            let won = [("winner", number(winner))];
            ("thunderdome", meeting(by, on).into_iter().chain(won).collect())
        }
        Event::RanOver { by, on } => ("runOver", meeting(by, on).into()),
        Event::RanInto { by, on } => ("runInto", meeting(by, on).into()),
        Event::Collided { by, on } => ("collision", meeting(by, on).into()),
        Event::Starved { id, .. } => ("starved", vec![("id", number(id))]),
        Event::Captured { id, from, by, at } => {
            let mut fields = vec![("id", number(id)), ("before", number(from)), ("player", number(by))];
            fields.extend(cell(at));
            ("captured", fields)
        }
        Event::Respawned { id, at } => {
            ("respawned", [("id", number(id))].into_iter().chain(cell(at)).collect())
        }
        Event::CityTaken { city, from, by } => {
            ("city", vec![("city", number(city)), ("before", number(from)), ("player", number(by))])
        }
    };
    Some(Value::object([("kind", kind.into())].into_iter().chain(fields).collect()))
}

fn number(number: impl Into<i32>) -> Value {
    number.into().into()
}

/// Two units that meet.
fn meeting(by: u16, on: u16) -> [(&'static str, Value); 2] {
    [("by", number(by)), ("on", number(on))]
}

fn cell(at: Pos) -> [(&'static str, Value); 2] {
    [("row", number(at.row)), ("col", number(at.col))]
}

/// The units of these seats that may move, with the letters of the directions that are open to them.
/// [MAX-3.3]
fn orders(state: &State, seats: Seats) -> Value {
    let owner = |id: usize| Seat::new(state.units()[id].player.into());
    let is_asked = |id: &usize| owner(*id).is_some_and(|seat| seats.contains(seat));
    let movable = (0..state.units().len()).filter(is_asked).filter(|id| state.can_move(*id));
    let told = movable.map(|id| {
        let open = Dir::EIGHT.into_iter().filter(|dir| state.step_of(id, *dir).is_some());
        let letters: String = open.map(|dir| char::from(dir.letter())).collect();
        Value::object(vec![("id", id.into()), ("player", owner(id).into()), ("directions", letters.into())])
    });
    told.collect()
}
