//! A bot in the turns of a game that was played: the game goes on as recorded, whatever the bot says.

use crate::past::Turn;
use crate::{BadJob, Contestant, Past, Place, Played, Spread};
use joust_core::{Answer, Asked, Fault, FaultKind, Game, Player, Seat};
use joust_madmax::Skirmish;
use joust_sandbox::{Audience, Note};
use joust_view::View;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A bot that is asked in the turns of a game. See [`Past`] for an example.
#[derive(Clone, Copy)]
pub struct Shadowing<'a> {
    /// The bot.
    pub bot: &'a Contestant,
    /// Its seat, and what else it is given.
    pub place: &'a Place,
    /// The first turn in which it is asked.
    pub from: u32,
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
    /// Is told how many turns are done, and how many there are.
    pub tell: &'a (dyn Fn(usize, usize) + Sync),
}

/// What a bot did in the turns of its seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Shadow {
    /// The game by name.
    pub game: &'static str,
    /// The turns in which it was asked.
    pub turns: Vec<ShadowTurn>,
    /// In how many turns it was to be asked. A bot that fails too often is not asked again.
    pub of: usize,
    /// The last turn of the seat in the whole game, if it has one.
    pub last: Option<u32>,
    /// Its notes about cells of Mad Max.
    pub notes: Vec<Note>,
}

/// What a bot did in a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct ShadowTurn {
    /// The turn or round.
    pub turn: u32,
    /// How many actions came before it, where they are known.
    pub at: usize,
    /// What was done in the game, if that is known. The result of a game of Mad Max does not have all orders:
    /// an order of the bot that could not be seen in it counts as given.
    pub recorded: Option<String>,
    /// What the bot wanted, in the notation of records, or how it failed.
    pub said: Result<String, Fault>,
    /// How long it took, in milliseconds.
    pub ms: Option<f64>,
    /// The fuel that it used, if it runs on fuel.
    pub fuel: Option<u64>,
    /// What it remarked about the turn.
    pub notes: Vec<String>,
}

/// The word of a record for a player of Mad Max that has failed.
const DEAD: &str = "dead";

impl Shadow {
    /// How the bot failed.
    ///
    /// ```
    /// use joust_core::{Fault, FaultKind};
    /// use joust_match::{Shadow, ShadowTurn, Spread};
    /// let turn = |ms, fuel| ShadowTurn { turn: 1, at: 0, recorded: None, said: Ok("pass".into()), ms: Some(ms), fuel, notes: vec![] };
    /// let mut turns = vec![turn(3.0, Some(40)), turn(1.0, Some(10)), turn(2.0, None)];
    /// turns[2].said = Err(Fault::new(FaultKind::Closed, "went home"));
    /// let shadow = Shadow { game: "mad", turns, of: 3, last: Some(1), notes: vec![] };
    /// assert_eq!(shadow.faults().count(), 1);
    /// assert_eq!(shadow.time(), Some(Spread { median: 2.0, worst: 3.0 }));
    /// assert_eq!(shadow.fuel(), Some(Spread { median: 40.0, worst: 40.0 }));
    /// ```
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.turns.iter().filter_map(|turn| turn.said.as_ref().err())
    }

    /// Milliseconds of an action. See [`Shadow::faults`] for an example.
    pub fn time(&self) -> Option<Spread> {
        Spread::of(self.turns.iter().filter_map(|turn| turn.ms))
    }

    /// Fuel of an action. See [`Shadow::faults`] for an example.
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub fn fuel(&self) -> Option<Spread> {
        Spread::of(self.turns.iter().filter_map(|turn| turn.fuel).map(|fuel| fuel as f64))
    }

    /// What a seat did in a game that was just played.
    ///
    /// ```
    /// use joust_core::Seat;
    /// use joust_games::{Ask, game};
    /// use joust_match::{Job, Past, PlayerText, Shadow, run};
    /// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
    /// let players = [0, 1].map(|player| PlayerText { player, name: "random".into(), seed: 7 });
    /// let job = Job::new(0, setup, players.to_vec());
    /// let played = run(&job, &false.into()).unwrap().unwrap();
    /// let past = Past::of_game(&job, &played).unwrap();
    /// let shadow = Shadow::of_game(&past, &played, Seat::SECOND);
    /// assert_eq!((shadow.turns[0].turn, shadow.turns[0].said.as_ref()), (2, Ok(&played.actions[1])));
    /// ```
    pub fn of_game(past: &Past, played: &Played, seat: Seat) -> Shadow {
        let fault = played.faults.iter().find(|fault| fault.seat == seat);
        let mut fuel = played.fuel.get(seat.index()).into_iter().flatten().copied();
        // Only moves have figures, and those of an opening have none.
        let moves = |at: usize| played.actions[..at].iter().filter(|word| !word.ends_with(DEAD)).count();
        let opening = moves(played.actions.len()).saturating_sub(played.figures.len());
        let ms = |at| Some(moves(at).checked_sub(opening)?).and_then(|at| played.figures.get(at)?.ms);
        let mut turns = Vec::new();
        for turn in past.outline(seat) {
            let action = turn.action.filter(|action| action != DEAD);
            let is_move = action.is_some();
            // The turn in which a player failed has no action.
            let Some(said) = action.map(Ok).or_else(|| fault.cloned().map(Err)) else { continue };
            turns.push(ShadowTurn {
                turn: turn.turn,
                at: turn.at,
                recorded: None,
                said,
                ms: is_move.then(|| ms(turn.at)).flatten(),
                fuel: is_move.then(|| fuel.next()).flatten(),
                notes: remarks(played, seat, turn.turn),
            });
        }
        let (of, last) = (turns.len(), turns.last().map(|turn| turn.turn));
        Shadow { game: past.game(), turns, of, last, notes: Vec::new() }
    }
}

/// What a player remarked about a turn.
fn remarks(played: &Played, seat: Seat, turn: u32) -> Vec<String> {
    let own = played.remarks.iter().filter(|remark| remark.seat == seat && remark.turn == turn);
    own.map(|remark| remark.text.clone()).collect()
}

/// Seats a bot anew.
pub(crate) type Sit<'a, G> = dyn Fn() -> Option<Box<dyn Player<G>>> + 'a;

/// What was done in a turn, beside what a bot said.
pub(crate) type Compared<'a, G> = dyn Fn(&Turn<'_, G>, Option<&<G as Game>::Action>) -> Option<String> + 'a;

/// A bot that has failed this often is not asked again: it may take all its time for each fault.
const MOST_FAULTS: usize = 3;

impl<'a> Shadowing<'a> {
    /// A bot that is asked in all turns. See [`Past`] for an example.
    pub fn of(bot: &'a Contestant, place: &'a Place) -> Shadowing<'a> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Shadowing { bot, place, from: 0, stop: &NEVER, tell: &|_, _| () }
    }

    pub(crate) fn seat(&self) -> Seat {
        Seat::new(self.place.seat).unwrap_or(Seat::FIRST)
    }

    /// Asks the bot in these turns; `None` if the work was stopped.
    pub(crate) fn ask<G: View>(
        &self,
        turns: &[Turn<'_, G>],
        sit: &Sit<'_, G>,
        compared: &Compared<'_, G>,
    ) -> Result<Option<Shadow>, BadJob> {
        let last = turns.last().map(|turn| turn.game.turn_number());
        let first = turns.iter().position(|turn| turn.game.turn_number() >= self.from);
        let turns = &turns[first.unwrap_or(turns.len())..];
        let mut shadow =
            Shadow { game: G::NAME, turns: Vec::new(), of: turns.len(), last, notes: Vec::new() };
        let mut player: Option<Box<dyn Player<G>>> = None;
        for (done, turn) in turns.iter().enumerate() {
            (self.tell)(done, turns.len());
            let answer = match &mut player {
                Some(player) => self.answer(player.as_mut(), turn),
                none => {
                    let fresh = none.insert(sit().ok_or_else(|| BadJob::Person(self.bot.name()))?);
                    let ready = fresh.get_ready(&turn.game, self.seat());
                    ready.and_then(|()| self.answer(fresh.as_mut(), turn))
                }
            };
            if self.stop.load(Ordering::Relaxed) {
                if let Some(mut player) = player {
                    player.end();
                }
                return Ok(None);
            }
            let said = self.said(turn, answer, compared);
            let fault = said.said.as_ref().err().map(|fault| fault.kind);
            shadow.turns.push(said);
            if let Some(fault) = fault {
                // It begins anew, so that its other faults are found, too.
                if let Some(mut player) = player.take() {
                    player.end();
                }
                let is_hopeless = matches!(fault, FaultKind::Start | FaultKind::NotHere);
                if is_hopeless || shadow.faults().count() == MOST_FAULTS {
                    break;
                }
            }
        }
        if let Some(mut player) = player {
            player.end();
        }
        (self.tell)(turns.len(), turns.len());
        Ok(Some(shadow))
    }

    fn answer<G: View>(
        &self,
        player: &mut dyn Player<G>,
        turn: &Turn<'_, G>,
    ) -> Result<Answer<G::Action>, Fault> {
        let asked = Asked { past: turn.past, ..Asked::new(&turn.game, self.seat(), self.stop) };
        let answer = player.act(&asked)?;
        let action = &answer.action;
        turn.game.propose(self.seat(), action).map_err(|why| Fault::illegal(action, why))?;
        if G::is_move(action) {
            return Ok(answer);
        }
        Err(Fault::new(FaultKind::Garbled, format!("answered `{action}`, which is not a move")))
    }

    fn said<G: View>(
        &self,
        turn: &Turn<'_, G>,
        answer: Result<Answer<G::Action>, Fault>,
        compared: &Compared<'_, G>,
    ) -> ShadowTurn {
        let (number, at) = (turn.game.turn_number(), turn.past.len());
        match answer {
            Ok(Answer { action, time, fuel, notes, .. }) => ShadowTurn {
                turn: number,
                at,
                recorded: compared(turn, Some(&action)),
                said: Ok(action.to_string()),
                ms: time.map(|time| time.as_secs_f64() * 1000.0),
                fuel,
                notes,
            },
            Err(fault) => ShadowTurn {
                turn: number,
                at,
                recorded: compared(turn, None),
                said: Err(fault.at(self.seat(), Some(number))),
                ms: None,
                fuel: None,
                notes: Vec::new(),
            },
        }
    }

    /// [`Shadowing::ask`] for Mad Max, where a bot has notes about cells.
    pub(crate) fn ask_army(
        &self,
        turns: &[Turn<'_, Skirmish>],
        compared: &Compared<'_, Skirmish>,
    ) -> Result<Option<Shadow>, BadJob> {
        let notes: Arc<Mutex<Vec<Note>>> = Arc::default();
        let sit = || {
            let heard = Arc::clone(&notes);
            let hear = move |note| heard.lock().unwrap_or_else(PoisonError::into_inner).push(note);
            self.bot.seat_army(self.place, Audience { notes: Box::new(hear), ..Audience::absent() })
        };
        let mut shadow = self.ask(turns, &sit, compared)?;
        if let Some(shadow) = &mut shadow {
            shadow.notes = std::mem::take(&mut *notes.lock().unwrap_or_else(PoisonError::into_inner));
        }
        Ok(shadow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MatchFile, Programs};
    use joust_players::Spec;

    /// A game of fourteen turns of each side.
    fn past() -> Past {
        let journal = include_bytes!("../../../tests/data/earlier/mad-match.jsonl");
        let file = MatchFile::read(journal).unwrap().unwrap();
        Past::of_duel(file.replay(file.games[0].as_ref().unwrap(), &|_, _| Ok(None)).unwrap())
    }

    fn ask(bot: &str, from: u32, stop: &AtomicBool) -> Option<Shadow> {
        let bot = Programs::default().find(Spec::read(bot, "mad").unwrap()).unwrap();
        let place = Place::default();
        past().shadow(&Shadowing { from, stop, ..Shadowing::of(&bot, &place) }).unwrap()
    }

    fn unstopped(bot: &str, from: u32) -> Shadow {
        ask(bot, from, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn two_builds_differ_only_where_they_act_otherwise() {
        let (one, deep) = (unstopped("minimax:1", 0), unstopped("minimax:2", 0));
        assert_eq!((one.turns.len(), one.of), (15, 15));
        assert_eq!(one.since(&unstopped("minimax:1", 0)), []);
        let changed = deep.since(&one);
        assert!(!changed.is_empty() && changed.len() < 15, "{}", changed.len());
        for turn in &one.turns {
            let is_changed = changed.iter().any(|change| change.turn.turn == turn.turn);
            let other = deep.turns.iter().find(|other| other.turn == turn.turn).unwrap();
            assert_eq!(is_changed, other.said != turn.said);
        }
    }

    #[test]
    fn a_bot_is_asked_from_a_turn_on_or_not_at_all() {
        let shadow = unstopped("minimax:1", 20);
        assert_eq!((shadow.turns[0].turn, shadow.turns[0].at, shadow.last), (21, 20, Some(29)));
        assert_eq!(unstopped("minimax:1", 30).turns, []);
        assert!(ask("minimax:1", 0, &AtomicBool::new(true)).is_none(), "it was stopped");
    }

    #[test]
    fn a_bot_that_fails_begins_anew_three_times() {
        let shadow = unstopped("line:echo oops >&2; exit 3", 0);
        let faults: Vec<_> = shadow.faults().collect();
        assert_eq!((faults.len(), shadow.turns.len(), shadow.of), (3, 3, 15));
        assert_eq!((faults[1].kind, faults[1].turn), (FaultKind::Crashed, Some(3)));
        assert_eq!(faults[1].last_words, ["oops"]);
        // The first turn of each process is good, the second is not.
        let stumbling = unstopped("line:read a; echo pass; read b; exit 3", 0);
        let good = stumbling.turns.iter().map(|turn| turn.said.is_ok());
        assert_eq!(good.take(2).collect::<Vec<_>>(), [true, false]);
        let missing = unstopped("line:no-such-program-anywhere", 0);
        assert_eq!((missing.turns.len(), missing.faults().next().unwrap().kind), (1, FaultKind::Start));
    }

    #[test]
    fn an_illegal_move_is_a_fault_of_its_turn_only() {
        let shadow = unstopped("line:while read p; do echo pass; done", 0);
        let kinds: Vec<_> = shadow.faults().map(|fault| (fault.turn, fault.kind)).collect();
        assert_eq!(shadow.turns[0].said, Ok("pass".to_owned()));
        assert_eq!(kinds.first(), Some(&(Some(3), FaultKind::Illegal)));
    }
}
