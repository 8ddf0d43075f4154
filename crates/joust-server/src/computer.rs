//! The computer at the table: its moves, its answers to offers, and hints for people.

use crate::app::{App, stopped};
use crate::id;
use crate::limits::{HINT_MS, SEARCH_MS};
use crate::message::ToBrowser;
use crate::pool::Job;
use crate::table::{GameTable, Open, Trouble};
use joust_core::{Budget, FaultKind, Outcome, Seat, Seats, Seed, mix};
use joust_games::{AnyDuel, DuelSession};
use joust_live::Proposal;
use joust_players::EngineSpec;
use joust_players::analysis::{Query, analyze};
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use joust_search::level::Level;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until};

/// The size of the transposition table of a search for a hint, in bytes.
const HINT_TABLE: usize = 8 << 20;
/// A queue that is full is tried again after this time.
const AGAIN: Duration = Duration::from_secs(1);
/// With less than this on its clock the computer does not pause.
const HURRY: Duration = Duration::from_secs(10);

/// The parameters of a move of the computer.
pub(crate) struct Asked {
    seat: Seat,
    level: u8,
    seed: Seed,
    /// What is left on its clock.
    budget: Option<Budget>,
    /// The folder with endgame tables.
    tables: Option<PathBuf>,
}

/// Chooses the action of the computer; `None` if it finds none.
pub(crate) type Decide = fn(&Asked, &dyn DuelSession, &AtomicBool) -> Option<String>;

/// The function that decides for the computer: the engine, or that of a test.
#[derive(Default)]
pub(crate) struct Mind(OnceLock<Decide>);

impl Mind {
    fn decide(&self) -> Decide {
        *self.0.get_or_init(|| decide)
    }

    /// Replaces the engine.
    #[cfg(test)]
    pub(crate) fn put(&self, mind: Decide) {
        assert!(self.0.set(mind).is_ok(), "the engine was asked already");
    }
}

/// Starts the computer, if it is to act, is not thinking yet and has not failed.
pub(crate) fn consider(open: &mut Open<'_>) {
    let game = open.game();
    let Some((seat, level)) = game.terms().computer() else { return };
    if game.to_act() != Some(seat) || open.is_thinking() || game.fault().is_some() {
        return;
    }
    let budget = game.budget(seat, open.now());
    let (seed, tables) = (seed_of(&open.table.id), open.app.settings.tables.clone());
    let asked = Asked { seat, level, seed, budget, tables };
    let sitter = game.sitters()[seat.opponent().index() & 1].as_ref();
    let turn = ComputerTurn {
        app: Arc::clone(open.app),
        table: Arc::clone(open.table),
        who: sitter.map_or_else(|| Arc::from(""), |sitter| Arc::from(sitter.visitor.as_str())),
        seat,
        version: game.version(),
        hurry: budget.is_some_and(|budget| budget.left < HURRY),
    };
    let session = game.here();
    open.set_thinking(true);
    tokio::spawn(turn.take(asked, session));
}

/// One turn of the computer.
struct ComputerTurn {
    app: Arc<App>,
    table: Arc<GameTable>,
    /// The visitor in whose queue the search waits.
    who: Arc<str>,
    seat: Seat,
    version: u32,
    hurry: bool,
}

impl ComputerTurn {
    async fn take(self, asked: Asked, session: Box<dyn DuelSession>) {
        let pause = if self.hurry { 0 } else { self.app.settings.pause };
        let ready = Instant::now() + Duration::from_millis(pause);
        let mut stop = self.app.stop.subscribe();
        let action = tokio::select! {
            action = self.think(Arc::new(asked), session.as_ref()) => action,
            () = stopped(&mut stop) => return,
        };
        tokio::select! {
            () = sleep_until(ready) => {}
            () = stopped(&mut stop) => return,
        }
        if let Err(why) = self.act(action).await {
            tracing::warn!(game = id::label(&self.table.id), %why, "the computer could not act");
            self.table.rest().await;
        }
    }

    /// The computer's action; `None` if the search failed or found none.
    async fn think(&self, asked: Arc<Asked>, session: &dyn DuelSession) -> Option<String> {
        loop {
            let (reply, answer) = oneshot::channel();
            let (asked, session) = (Arc::clone(&asked), session.boxed_duel());
            let decide = self.app.mind.decide();
            let job: Job = Box::new(move |stop| {
                // The receiver is gone when the server stops.
                let _ = reply.send(decide(&asked, session.as_ref(), stop));
            });
            if self.app.pool.submit(&self.app.rates.turn(&self.who), job) {
                return answer.await.ok().flatten();
            }
            sleep(AGAIN).await;
        }
    }

    async fn act(&self, action: Option<String>) -> Result<(), Trouble> {
        let mut open = Open::new(&self.app, &self.table).await?;
        open.set_thinking(false);
        let now = open.now();
        open.fall(now).await?;
        let by = Seats::only(self.seat);
        let refused = match action.map(|action| open.game().act(by, self.version, &action, now)) {
            Some(Ok(Proposal::New(entry))) => return open.commit(entry).await,
            Some(Err(why)) => Some(why),
            Some(Ok(Proposal::Again(_))) | None => None,
        };
        // The position has not changed, so every further search would fail, too.
        if let Some(fault) = open.game().faulted(self.version, now) {
            let why = refused.map_or_else(|| "the search found nothing".to_owned(), |why| why.to_string());
            tracing::error!(game = id::label(&self.table.id), why, "the computer came to no move");
            return open.commit(fault).await;
        }
        // Moves were taken back, or the game is over: the new state needs a new search.
        consider(&mut open);
        Ok(())
    }
}

/// Chooses the action of the computer. This takes long, so it runs in the pool.
fn decide(asked: &Asked, session: &dyn DuelSession, stop: &AtomicBool) -> Option<String> {
    if let Ok(accepted) = session.propose(asked.seat, "accept", 0) {
        let outcome = accepted.ending.and_then(|ending| ending.outcome);
        // The side to move has made the offer; its value is the opposite of the computer's.
        let expected =
            best(session.position().as_ref(), asked.tables.clone(), stop).map_or(0.0, |(_, value)| -value);
        let accepts = outcome.map_or(0.0, |outcome| worth(outcome, asked.seat)) >= expected;
        return Some(if accepts { "accept" } else { "decline" }.to_owned());
    }
    // One thread: the pool says how many searches run at once.
    let engine = EngineSpec::of(Level::new(asked.level)?).alone(Duration::from_millis(SEARCH_MS));
    let engine = engine.or_tables(asked.tables.clone());
    let act = |engine: &EngineSpec| {
        let mut player = engine.seat(session.game(), asked.seed)?;
        Some(player.act(session, asked.seat, asked.budget, stop))
    };
    let mut answer = act(&engine)?;
    if let Err(why) = &answer
        && why.kind == FaultKind::Tables
    {
        // A damaged file must not end the game.
        tracing::error!(%why, "the computer plays without tables");
        answer = act(&engine.with_tables(EndgameSource::Off))?;
    }
    answer.map(|answer| answer.action).inspect_err(|why| tracing::error!(%why, "no move")).ok()
}

/// The best move and its value for the side to move.
fn best(position: &dyn AnyDuel, tables: Option<PathBuf>, stop: &AtomicBool) -> Option<(String, f64)> {
    let limits = SearchLimits { time: Some(Duration::from_millis(HINT_MS)), ..SearchLimits::default() };
    let think = |tables| {
        let query =
            Query { limits, lines: 1, threads: 1, table: HINT_TABLE, tables, visited: Arc::default() };
        analyze(position, &query, stop, &mut |_| {})
    };
    let mut found = think(EndgameSource::Usual(tables));
    if let Err(why) = &found
        && why.kind == FaultKind::Tables
    {
        tracing::error!(%why, "a hint without tables");
        found = think(EndgameSource::Off);
    }
    let found = found.inspect_err(|why| tracing::error!(%why, "no hint")).ok()?;
    let line = found.best()?;
    Some((line.moves.first()?.clone(), line.value))
}

/// Searches for a hint and sends it to a reader; false when too many searches wait.
pub(crate) fn hint(open: &mut Open<'_>, key: u64, visitor: &Arc<str>) -> bool {
    let position = open.game().position();
    let (reply, answer) = oneshot::channel();
    let tables = open.app.settings.tables.clone();
    let job: Job = Box::new(move |stop| {
        let _ = reply.send(best(position.as_ref(), tables, stop));
    });
    if !open.app.pool.submit(&open.app.rates.turn(visitor), job) {
        return false;
    }
    open.begin_hint();
    let (app, table, version) = (Arc::clone(open.app), Arc::clone(open.table), open.game().version());
    tokio::spawn(async move {
        let found = answer.await.ok().flatten();
        let Ok(mut open) = Open::new(&app, &table).await else { return table.rest().await };
        open.end_hint();
        // The position has changed since; the hint is of no use.
        if open.game().version() != version {
            return;
        }
        let text = match found {
            None => open.trouble(),
            Some((mv, value)) => {
                app.metrics.hints.fetch_add(1, Relaxed);
                ToBrowser::Hint { version, mv: &mv, value }.text()
            }
        };
        open.tell(key, text.into());
    });
    true
}

/// The value of a result for a seat, from −1 to 1.
fn worth(outcome: Outcome, seat: Seat) -> f64 {
    let half = |seat| f64::from(outcome.half_points(seat));
    (half(seat) - half(seat.opponent())) / f64::from(Outcome::FULL)
}

/// A seed that is equal for all moves of a game and differs between games.
fn seed_of(id: &str) -> Seed {
    Seed(id.bytes().fold(0, |state, byte| mix(state ^ u64::from(byte))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Layer;
    use crate::table::{seated, stored};
    use joust_games::{Ask, duel};
    use joust_live::{Deed, ENTRIES_MOST, Entry, LiveGame, LiveRefusal, Opponent, Terms};
    use joust_store::{Location, NewGame, Store};
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_search_ends_when_it_is_told_to() {
        let start = duel("mad").unwrap().duel_session(&Ask::default()).unwrap();
        let asked = Asked { seat: Seat::FIRST, level: 10, seed: Seed(1), budget: None, tables: None };
        let begin = std::time::Instant::now();
        // Its answer is ignored then.
        decide(&asked, start.as_ref(), &AtomicBool::new(true));
        assert!(begin.elapsed() < Duration::from_millis(SEARCH_MS / 2), "{:?}", begin.elapsed());
    }

    /// A server with a game in which the computer is to move, decided by `mind`.
    async fn stopped_computer(mind: Decide) -> (Arc<App>, tempfile::TempDir) {
        stopped_computer_after(mind, &[]).await
    }

    /// [`stopped_computer`] after some events that lead back to the computer's turn.
    async fn stopped_computer_after(mind: Decide, deeds: &[Deed]) -> (Arc<App>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
        let layer = Layer { data: Some(folder.path().to_owned()), pause: Some(0), ..Layer::default() };
        let app = App::new(layer.settle().unwrap(), store).await.unwrap();
        app.mind.put(mind);
        let terms = Terms::new("mad", "", "", "", Opponent::Computer { level: 1, seat: 0 }).unwrap();
        let text = serde_json::to_string(&terms).unwrap();
        let mut game = LiveGame::begin(terms).unwrap();
        let mut entries = seated(&mut game, [(1, "ada", "Ada")], 1).unwrap();
        for deed in deeds {
            let prepared = game.prepare(Entry { at: 1, deed: deed.clone() }).unwrap();
            entries.push(stored(&prepared));
            game.carry_out(prepared);
        }
        app.store.create(NewGame { id: "g", terms: &text, at: 1, entries, link: None }).await.unwrap();
        (app, folder)
    }

    /// Waits until the game is in a state.
    async fn wait_until(app: &Arc<App>, is: impl Fn(&LiveGame) -> bool) {
        for _ in 0..500 {
            let table = app.hall.table("g");
            if is(Open::new(app, &table).await.unwrap().game()) {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
        panic!("it did not happen");
    }

    #[tokio::test]
    async fn a_computer_that_fails_says_so_and_is_asked_again() {
        let nothing: Decide = |_, _, _| None;
        let panics: Decide = |_, _, _| panic!("on purpose");
        for mind in [nothing, panics] {
            let (app, _folder) = stopped_computer(mind).await;
            wait_until(&app, |game| game.fault() == Some(Seat::FIRST)).await;
            let table = app.hall.table("g");
            let mut open = Open::new(&app, &table).await.unwrap();
            assert!(open.view("ada").contains("\"fault\":0,\"full\":false"), "{}", open.view("ada"));
            assert!(!open.is_thinking());
            let by = open.game().seats_of("ada");
            let retry = open.game().retry(by, app.time.now()).unwrap();
            open.commit(retry).await.unwrap();
            assert!(open.is_thinking() && open.game().fault().is_none());
            drop(open);
            wait_until(&app, |game| game.fault().is_some()).await;
            let stored = app.store.game("g").await.unwrap().unwrap();
            let words: Vec<_> = stored.entries.iter().map(|entry| entry.body.as_str()).collect();
            let fault = r#"{"e":"faulted","seat":0}"#;
            assert_eq!(words[1..], [fault, r#"{"e":"retried","seat":0}"#, fault]);
        }
    }

    #[tokio::test]
    async fn a_computer_whose_move_is_refused_is_not_asked_for_ever() {
        static ASKED: AtomicU32 = AtomicU32::new(0);
        let nonsense: Decide = |_, _, _| Some("nonsense".to_owned());
        let (app, _folder) = stopped_computer(nonsense).await;
        wait_until(&app, |game| game.fault() == Some(Seat::FIRST)).await;

        // Games of an older joust can be longer than a game may be now.
        let acted = |seat| Deed::Acted { seat, action: "pass".to_owned() };
        let mut deeds = vec![acted(0), acted(1), Deed::Undone { to: 0 }];
        while deeds.len() + 1 < ENTRIES_MOST as usize {
            deeds.extend([acted(0), Deed::Undone { to: 0 }]);
        }
        let pass: Decide = |_, _, _| {
            ASKED.fetch_add(1, Relaxed);
            Some("pass".to_owned())
        };
        let (app, _folder) = stopped_computer_after(pass, &deeds).await;
        assert_eq!(app.store.game("g").await.unwrap().unwrap().entries.len(), ENTRIES_MOST as usize);
        wait_until(&app, |game| game.fault() == Some(Seat::FIRST)).await;
        sleep(Duration::from_millis(200)).await;
        assert_eq!(ASKED.load(Relaxed), 1, "the computer is asked again and again");
        let table = app.hall.table("g");
        let open = Open::new(&app, &table).await.unwrap();
        assert!(open.view("ada").contains("\"fault\":0,\"full\":true"), "{}", open.view("ada"));
        let by = open.game().seats_of("ada");
        assert_eq!(open.game().retry(by, app.time.now()), Err(LiveRefusal::Long));
        assert!(open.game().abort(by, app.time.now()).is_ok());
    }

    #[test]
    fn an_offer_is_taken_when_it_is_no_worse_than_playing_on() {
        // Red, to move, takes the corvette of Blue at once, unless Blue accepts.
        let lost = ",,,/,,b111,/,,r221,/,,,/,,,/r111,,, r 9 0 b";
        // The sides are even, but the tie-break would be Red's.
        let even = "b221,b111,b222,b212/b121,b122,b211,/,,,/,,,/r121,r122,r211,/r221,r111,r222,r212 r 9 0 r";
        for (text, says) in [(lost, "accept"), (even, "decline")] {
            let ask = Ask { position: Some(text), ..Ask::default() };
            let mut session = duel("mad").unwrap().duel_session(&ask).unwrap();
            session.act("offer").unwrap();
            let asked = Asked { seat: Seat::SECOND, level: 10, seed: Seed(1), budget: None, tables: None };
            let said = decide(&asked, session.as_ref(), &AtomicBool::new(false));
            assert_eq!(said.as_deref(), Some(says), "{text}");
        }
    }

    #[test]
    fn every_level_moves_in_both_games() {
        for name in ["mad", "wargame"] {
            let start = duel(name).unwrap().duel_session(&Ask::default()).unwrap();
            let budget = Some(Budget { left: Duration::from_millis(500), increment: Duration::ZERO });
            for level in 0..=joust_live::LAST_LEVEL {
                let asked = Asked { seat: Seat::FIRST, level, seed: Seed(1), budget, tables: None };
                let mv = decide(&asked, start.as_ref(), &AtomicBool::new(false)).unwrap();
                assert!(start.position().moves().contains(&mv), "{name} {level} {mv}");
            }
        }
        assert_eq!(joust_live::LAST_LEVEL, joust_search::level::Level::LAST);
    }
}
