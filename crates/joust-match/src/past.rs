//! A game that was played, turn by turn.

use crate::run::playable;
use crate::shadow::{Shadow, Shadowing};
use crate::{BadJob, Job, Played, film};
use joust_core::{Course, Game, NotNow, Record, Referee, Seat};
use joust_games::{AnyDuel, Ask, DuelSession, Session, duel};
use joust_madmax::{
    Action, CompactRecord, Dir, Movement, Orders, Skirmish, Snapshot, TEAMS, Timeline, Unit, Wrong,
};
use joust_players::BadPlayer;
use joust_view::View;

/// A game that was played, in whose turns a bot can be asked.
///
/// ```
/// use joust_games::duel;
/// use joust_match::{Past, Place, Programs, Shadowing};
/// use joust_players::Spec;
///
/// let record = "[Game \"mad\"]\n\n1. pass pass 211-c2-c4 *".parse().unwrap();
/// let past = Past::of_duel(duel("mad").unwrap().replay_duel(&record).unwrap());
/// assert_eq!((past.game(), past.seats()), ("mad", 2));
/// let bot = Programs::default().find(Spec::read("minimax:1", "mad").unwrap()).unwrap();
/// let place = Place::default();
/// // Red was asked in turn 1, too.
/// let shadow = past.shadow(&Shadowing { from: 2, ..Shadowing::of(&bot, &place) }).unwrap().unwrap();
/// assert_eq!((shadow.turns.len(), shadow.turns[0].turn), (1, 3));
/// assert_eq!(shadow.turns[0].recorded.as_deref(), Some("211-c2-c4"));
/// assert!(past.position(shadow.turns[0].at).unwrap().text().ends_with(" r 3 2 -"));
/// assert_eq!(past.record().unwrap().actions.len(), 3);
/// ```
pub struct Past(Kind);

enum Kind {
    Duel(Box<dyn DuelSession>),
    /// A game of Mad Max with its orders.
    Orders(Box<Course<Skirmish>>),
    /// A game of Mad Max by its states.
    States(Box<States>),
}

struct States {
    timeline: Timeline,
    /// The orders of a compact record; a result has only the movements that happened.
    record: Option<CompactRecord>,
    file: Vec<u8>,
}

impl Past {
    /// A duel. See [`Past`] for an example.
    pub fn of_duel(session: Box<dyn DuelSession>) -> Past {
        Past(Kind::Duel(session))
    }

    /// A game of Mad Max from its record as text; `None` for another game.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// use joust_match::Past;
    /// let session = |name| game(name).unwrap().session(&Ask { seed: Some(1), ..Ask::default() }).unwrap();
    /// let past = Past::of_orders(session("madmax").as_ref()).unwrap();
    /// assert_eq!((past.game(), past.units(0).len()), ("madmax", 92));
    /// assert!(Past::of_orders(session("mad").as_ref()).is_none());
    /// ```
    pub fn of_orders(session: &dyn Session) -> Option<Past> {
        let referee: &Referee<Skirmish> = session.as_any().downcast_ref()?;
        Some(Past(Kind::Orders(Box::new(referee.course().clone()))))
    }

    /// A game of Mad Max from its result.
    ///
    /// ```
    /// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
    /// use joust_match::{Contestant, Past, Place, Shadowing};
    /// let settings = Settings { nb_rounds: 8, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let game = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap();
    /// let of_result = Past::of_result(game.result().unwrap()).unwrap();
    /// let of_record = Past::of_record(game.encode().unwrap()).unwrap();
    /// let (demo, place) = (Contestant::built_in("Demo").unwrap(), Place { seat: 2, ..Place::default() });
    /// for past in [of_result, of_record] {
    ///     let shadow = past.shadow(&Shadowing::of(&demo, &place)).unwrap().unwrap();
    ///     assert!(shadow.turns.len() == 8 && shadow.unlike().is_empty());
    ///     assert!(past.film(["Demo"; 4]).is_some());
    /// }
    /// ```
    pub fn of_result(text: Vec<u8>) -> Result<Past, Wrong> {
        let timeline = Timeline::of_result(&text)?;
        Ok(Past(Kind::States(Box::new(States { timeline, record: None, file: text }))))
    }

    /// A game of Mad Max from its compact record. See [`Past::of_result`] for an example.
    pub fn of_record(bytes: Vec<u8>) -> Result<Past, Wrong> {
        let timeline = Timeline::of_record(&bytes)?;
        let record = CompactRecord::decode(&bytes).ok();
        Ok(Past(Kind::States(Box::new(States { timeline, record, file: bytes }))))
    }

    /// A game that was just played. See [`Shadow::of_game`] for an example.
    pub fn of_game(job: &Job, played: &Played) -> Result<Past, BadJob> {
        let Some(duel) = duel(&job.setup.game) else {
            return Ok(Past(Kind::Orders(Box::new(job.course(&played.actions)?))));
        };
        let mut session = duel.duel_session(&Ask::from(&job.setup))?;
        for action in &played.actions {
            let seat = session.to_act().unwrap_or(Seat::FIRST);
            session.repeat(seat, action).map_err(|why| match why {
                NotNow::Illegal(why) => BadJob::Action { action: action.clone(), why },
                other => BadJob::Kit(other.to_string()),
            })?;
        }
        Ok(Past::of_duel(session))
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        match &self.0 {
            Kind::Duel(session) => session.game(),
            Kind::Orders(_) | Kind::States(_) => Skirmish::NAME,
        }
    }

    /// The number of its seats.
    pub fn seats(&self) -> usize {
        if let Kind::Duel(_) = &self.0 { 2 } else { TEAMS }
    }

    /// The names of the players in the order of the seats, where the file of the game has them.
    ///
    /// ```
    /// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
    /// let config = Config { settings: Settings { nb_rounds: 1, ..Settings::default() }, source: Source::Generator };
    /// let game = CompactRecord::play(config, Origin::Game, 30, ["Demo", "Null", "Null", "Dummy"]).unwrap();
    /// let past = joust_match::Past::of_result(game.result().unwrap()).unwrap();
    /// assert_eq!(past.names().unwrap()[3], "Dummy");
    /// ```
    pub fn names(&self) -> Option<&[String]> {
        if let Kind::States(states) = &self.0 { Some(&states.timeline.header.names) } else { None }
    }

    /// The record of a duel.
    pub fn record(&self) -> Option<Record> {
        if let Kind::Duel(session) = &self.0 { Some(session.record(&[])) } else { None }
    }

    /// The position of a duel after its first `at` actions.
    pub fn position(&self, at: usize) -> Option<Box<dyn AnyDuel>> {
        let Kind::Duel(session) = &self.0 else { return None };
        let mut session = session.boxed_duel();
        session.rewind(at);
        Some(session.position())
    }

    /// A game of Mad Max as a file for its viewer, a result or a compact record; `None` for other games.
    pub fn film(&self, names: [&str; TEAMS]) -> Option<Vec<u8>> {
        match &self.0 {
            Kind::Duel(_) => None,
            Kind::Orders(course) => film::of_course(course, names),
            Kind::States(states) => Some(states.file.clone()),
        }
    }

    /// Where the units of Mad Max are before a round, by their numbers: row and column. See [`Past::of_orders`]
    /// for an example.
    pub fn units(&self, round: u32) -> Vec<(i32, i32)> {
        let cells = |units: &[Unit]| {
            units.iter().map(|unit| (i32::from(unit.pos.row), i32::from(unit.pos.col))).collect()
        };
        match &self.0 {
            Kind::Duel(_) => Vec::new(),
            Kind::Orders(course) => {
                let mut found = None;
                walk(course.as_ref(), |game, _, _| {
                    if found.is_none() && game.turn_number() == round {
                        found = Some(cells(game.state().units()));
                    }
                });
                found.unwrap_or_else(|| cells(course.state().units()))
            }
            Kind::States(states) => {
                states.timeline.shots.get(round as usize).map_or_else(Vec::new, |shot| cells(&shot.units))
            }
        }
    }

    /// The turns of a seat: the number of each, how many actions came before it, and what the seat did.
    pub(crate) fn outline(&self, seat: Seat) -> Vec<Outline> {
        match &self.0 {
            Kind::Duel(session) => {
                playable(session.game()).map_or_else(Vec::new, |game| (game.outline)(session.as_ref(), seat))
            }
            Kind::Orders(course) => outline(course, seat),
            Kind::States(states) => states.turns(seat).iter().map(Outline::of).collect(),
        }
    }

    /// Asks a bot in the turns of its seat. The game goes on as recorded, whatever the bot says. `None` if the
    /// work was stopped.
    ///
    /// See [`Past`] for an example.
    pub fn shadow(&self, shadowing: &Shadowing<'_>) -> Result<Option<Shadow>, BadJob> {
        let seat = shadowing.seat();
        match &self.0 {
            Kind::Duel(session) => {
                let game = playable(session.game());
                let game = game.ok_or_else(|| BadPlayer::Game(session.game().to_owned()))?;
                (game.shadow)(session.as_ref(), shadowing)
            }
            Kind::Orders(course) => shadowing.ask_army(&turns(course, seat), &|turn, _| turn.recorded()),
            Kind::States(states) => {
                let recorded = |turn: &Turn<'_, Skirmish>, said: Option<&Action>| match &states.record {
                    Some(_) => turn.recorded(),
                    None => states.seen_beside(turn, said, seat),
                };
                shadowing.ask_army(&states.turns(seat), &recorded)
            }
        }
    }
}

/// A turn in which a seat is asked.
pub(crate) struct Turn<'a, G: Game> {
    /// How the game stands.
    pub(crate) game: G,
    /// The actions before it, where they are known.
    pub(crate) past: &'a [(Seat, G::Action)],
    /// What the seat did.
    action: Option<G::Action>,
}

impl<G: Game> Turn<'_, G> {
    /// What the seat did, in the notation of records.
    pub(crate) fn recorded(&self) -> Option<String> {
        self.action.as_ref().map(ToString::to_string)
    }
}

/// A turn without the game.
pub(crate) struct Outline {
    pub(crate) turn: u32,
    pub(crate) at: usize,
    pub(crate) action: Option<String>,
}

impl Outline {
    fn of<G: Game>(turn: &Turn<'_, G>) -> Outline {
        Outline { turn: turn.game.turn_number(), at: turn.past.len(), action: turn.recorded() }
    }
}

/// Plays a course again; `look` sees the game before each action.
fn walk<G: Game>(course: &Course<G>, mut look: impl FnMut(&G, usize, &(Seat, G::Action))) {
    let mut game = course.start().clone();
    for (at, entry) in course.actions().iter().enumerate() {
        look(&game, at, entry);
        // Only an action that ends the game away from the board is refused here: it is the last.
        let _ = game.make(entry.0, &entry.1);
    }
}

/// The turns of a seat. Words such as `offer` are not turns, except the last thing that the seat did, such as
/// `resign` or its death. If the game is not over, as after a fault, the open turn is one.
pub(crate) fn turns<G: View>(course: &Course<G>, seat: Seat) -> Vec<Turn<'_, G>> {
    let actions = course.actions();
    let end = actions.iter().rposition(|(by, _)| *by == seat);
    let mut turns = Vec::new();
    walk(course, |game, at, (by, action)| {
        let counts = G::is_move(action) || Some(at) == end;
        if *by == seat && counts && game.awaits().contains(seat) && game.reply().is_none() {
            turns.push(Turn { game: game.clone(), past: &actions[..at], action: Some(action.clone()) });
        }
    });
    let now = course.now();
    if now.awaits().contains(seat) && now.reply().is_none() {
        turns.push(Turn { game: now.clone(), past: actions, action: None });
    }
    turns
}

/// The outline of the turns of a seat.
pub(crate) fn outline<G: View>(course: &Course<G>, seat: Seat) -> Vec<Outline> {
    turns(course, seat).iter().map(Outline::of).collect()
}

impl States {
    /// The turns of a seat as long as it lives.
    fn turns(&self, seat: Seat) -> Vec<Turn<'static, Skirmish>> {
        let games = self.timeline.games().enumerate();
        let awaited = games.filter_map(|(round, game)| {
            let game = game.filter(|game| game.awaits().contains(seat))?;
            Some(Turn { game, past: &[], action: self.action(round, seat) })
        });
        awaited.collect()
    }

    /// What a seat did in a round, as far as it is known.
    fn action(&self, round: usize, seat: Seat) -> Option<Action> {
        let next = self.timeline.shots.get(round + 1)?;
        if next.status[seat.index()] < 0.0 {
            return Some(Action::Dead);
        }
        let given = match &self.record {
            Some(record) => record.rounds.get(round)?[seat.index()].clone(),
            None => moved(self.timeline.movements.get(round)?, seat),
        };
        Some(Action::Orders(Orders::new(given)))
    }

    /// What a seat did in a round of a result, beside what a bot said. A result has only the movements that
    /// happened: an order of the bot that could not be seen in it counts as given.
    fn seen_beside(&self, turn: &Turn<'_, Skirmish>, said: Option<&Action>, seat: Seat) -> Option<String> {
        let next = self.timeline.shots.get(turn.game.turn_number() as usize + 1);
        match (&turn.action, said, next) {
            (Some(Action::Orders(orders)), Some(Action::Orders(said)), Some(next)) => {
                let given = beside(said.given(), orders.given(), &turn.game, next, seat);
                Some(Action::Orders(Orders::new(given)).to_string())
            }
            _ => turn.recorded(),
        }
    }
}

/// The movements of a seat as orders.
fn moved(movements: &[Movement], seat: Seat) -> Vec<(i32, i32)> {
    let own = movements.iter().filter(|movement| usize::from(movement.player) == seat.index());
    own.map(|movement| (i32::from(movement.id), movement.dir as i32)).collect()
}

/// The orders that led to `moved`, as like to `said` as the states before and after the round allow.
fn beside(
    said: &[(i32, i32)],
    moved: &[(i32, i32)],
    game: &Skirmish,
    next: &Snapshot,
    seat: Seat,
) -> Vec<(i32, i32)> {
    let state = game.state();
    let is_traceless = |id: i32, dir: i32| {
        let unit = usize::try_from(id).ok().and_then(|id| Some((id, state.units().get(id)?)));
        let own = unit.filter(|(_, unit)| usize::from(unit.player) == seat.index());
        let Some((id, unit)) = own else { return true };
        let dir = Dir::from_number(dir).filter(|dir| *dir != Dir::None);
        let is_open = dir.is_some_and(|dir| state.step_of(id, dir).is_some());
        // A unit that was captured before its turn does not move.
        let is_lost = next.units.get(id).is_none_or(|after| after.player != unit.player);
        !is_open || is_lost || !state.can_move(id)
    };
    let went = |id: i32| moved.iter().find(|(other, _)| *other == id);
    let kept = said.iter().filter_map(|(id, dir)| match went(*id) {
        Some(order) => Some(*order),
        None => is_traceless(*id, *dir).then_some((*id, *dir)),
    });
    let rest = moved.iter().filter(|(id, _)| said.iter().all(|(other, _)| other != id));
    kept.chain(rest.copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contestant, MatchFile, Place};
    use joust_madmax::{Config, Origin, Settings, Source};

    fn duel_of(text: &str) -> Past {
        Past::of_duel(duel("mad").unwrap().replay_duel(&text.parse().unwrap()).unwrap())
    }

    /// The turns of a seat in a line, such as `1 pass, 3 ?`.
    fn outline_of(past: &Past, seat: Seat) -> String {
        let text = |turn: &Outline| format!("{} {}", turn.turn, turn.action.as_deref().unwrap_or("?"));
        past.outline(seat).iter().map(text).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn words_are_not_turns_except_the_last_one() {
        let past = duel_of(
            "[Game \"mad\"]\n\n1. pass 121<>212 3. 211-c2-c4 122-b5-b4 5. offer decline 211-c4xc5 resign 1-0",
        );
        assert_eq!(outline_of(&past, Seat::FIRST), "1 pass, 3 211-c2-c4, 5 211-c4xc5");
        assert_eq!(outline_of(&past, Seat::SECOND), "2 121<>212, 4 122-b5-b4, 6 resign");
    }

    #[test]
    fn the_turn_in_which_a_player_failed_is_open() {
        let journal = include_bytes!("../../../tests/data/earlier/mad-fault.jsonl");
        let file = MatchFile::read(journal).unwrap().unwrap();
        let past = Past::of_duel(file.replay(file.games[0].as_ref().unwrap(), &|_, _| Ok(None)).unwrap());
        assert_eq!(outline_of(&past, Seat::SECOND), "2 pass, 4 ?");
        assert_eq!(outline_of(&past, Seat::FIRST), "1 122>212>221, 3 112>121>211");
    }

    fn battle(names: [&str; TEAMS], nb_rounds: i32) -> CompactRecord {
        let settings = Settings { nb_rounds, ..Settings::default() };
        let config = Config { settings, source: Source::Generator };
        CompactRecord::play(config, Origin::Game, 30, names).unwrap()
    }

    /// A built-in player that is asked in its own game gives its own orders, though a result does not have all
    /// of them; one that is asked for another player does not.
    #[test]
    fn a_player_in_its_own_game_is_like_the_record() {
        let names = ["Demo", "Dummy", "Demo", "Dummy"];
        let game = battle(names, 80);
        let result = game.result().unwrap();
        let lost: usize = game.rounds.iter().flatten().map(Vec::len).sum();
        let moved = Timeline::of_result(&result).unwrap().movements.iter().map(Vec::len).sum::<usize>();
        assert!(moved < lost, "{moved} of {lost} orders are movements");
        for past in [Past::of_result(result).unwrap(), Past::of_record(game.encode().unwrap()).unwrap()] {
            for (seat, own) in names.iter().enumerate() {
                let place = Place { seat, ..Place::default() };
                let ask = |name| {
                    let bot = Contestant::built_in(name).unwrap();
                    past.shadow(&Shadowing::of(&bot, &place)).unwrap().unwrap()
                };
                let (shadow, other) = (ask(own), ask("Null"));
                assert_eq!((shadow.turns.len(), shadow.last), (80, Some(79)));
                assert_eq!(shadow.unlike(), [], "{own} in seat {seat}");
                assert!(other.unlike().len() > 20 && !other.since(&shadow).is_empty());
            }
        }
    }

    #[test]
    fn an_order_that_could_have_happened_is_unlike_a_result_without_it() {
        let game = battle(["Null"; TEAMS], 4);
        let past = Past::of_result(game.result().unwrap()).unwrap();
        let bot = Contestant::built_in("Demo").unwrap();
        let shadow = past.shadow(&Shadowing::of(&bot, &Place::default())).unwrap().unwrap();
        let unlike = shadow.unlike();
        assert!(unlike.iter().flat_map(|turn| &turn.changes).all(|change| change.then == "-"));
        assert!(!unlike.is_empty());
    }

    #[test]
    fn a_seat_has_turns_until_its_player_dies() {
        let settings = Settings { nb_rounds: 4, ..Settings::default() };
        let start = Skirmish::begin(Config { settings, source: Source::Generator }, 30).unwrap();
        let mut course = Course::new(start);
        for round in 0..4 {
            for seat in [0, 1, 2, 3].map(|seat| Seat::new(seat).unwrap()) {
                let action = if (seat, round) == (Seat::SECOND, 2) { "dead" } else { "-" };
                // A dead player is not asked.
                let _ = course.make(seat, &action.parse().unwrap());
            }
        }
        let past = Past(Kind::Orders(Box::new(course)));
        let film = past.film(["A", "B", "C", "D"]).unwrap();
        let wanted = "0 -, 1 -, 2 dead";
        assert_eq!(outline_of(&past, Seat::SECOND), wanted);
        let filmed = Past::of_record(film).unwrap();
        assert_eq!(outline_of(&filmed, Seat::SECOND), wanted);
        assert_eq!((filmed.outline(Seat::FIRST).len(), past.outline(Seat::FIRST).len()), (4, 4));
        assert_eq!(filmed.names().unwrap(), ["A", "B", "C", "D"]);
        assert_eq!((past.units(3), past.units(9)), (filmed.units(3), filmed.units(4)));
    }
}
