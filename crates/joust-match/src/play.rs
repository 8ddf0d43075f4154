//! The loop that asks players and drives a referee.

use arrayvec::ArrayVec;
use joust_core::{
    Answer, Asked, Course, Fault, FaultKind, Forfeit, Game, NotNow, Outcome, Player, Referee, Seat,
};
use joust_league::Spent;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Gives the outcome of a game with best play, where it is known.
pub type Judge<'a, G> = dyn Fn(&G) -> Option<Outcome> + 'a;

/// Observes a game while it is played. A closure is called with the course after every turn; `()` ignores
/// everything.
///
/// ```
/// use joust_core::{Course, Fault, Player, Referee, Seat, Seed};
/// use joust_mad::Battle;
/// use joust_match::Watcher;
/// use joust_players::Random;
///
/// /// Notes what it is told of.
/// struct Notes(Vec<&'static str>);
/// impl Watcher<Battle> for Notes {
///     fn seating(&mut self, _: Seat) { self.0.push("seating") }
///     fn seated(&mut self, _: &Course<Battle>) { self.0.push("seated") }
///     fn turn(&mut self, _: &Battle) { self.0.push("turn") }
///     fn asking(&mut self, _: Seat) { self.0.push("asking") }
///     fn failed(&mut self, _: &Fault) { self.0.push("failed") }
///     fn asked(&mut self, _: Seat) { self.0.push("asked") }
///     fn turned(&mut self, _: &Course<Battle>) { self.0.push("turned") }
/// }
///
/// let (mut table, mut notes) = (Referee::new(Course::new(Battle::default())), Notes(Vec::new()));
/// let mut players = [1, 2].map(|seed| -> Box<dyn Player<Battle>> { Box::new(Random::new(Seed(seed))) });
/// joust_match::play(&mut table, &mut players, &|_| None, &mut notes, &false.into()).unwrap();
/// assert_eq!(notes.0[..7], ["seating", "seating", "seated", "turn", "asking", "asked", "turned"]);
/// ```
pub trait Watcher<G: Game> {
    /// The player of a seat is about to get ready.
    fn seating(&mut self, _seat: Seat) {}

    /// All players are ready or have failed. The costs of their faults are in the course.
    fn seated(&mut self, _course: &Course<G>) {}

    /// A turn begins.
    fn turn(&mut self, _game: &G) {}

    /// A seat is about to be asked.
    fn asking(&mut self, _seat: Seat) {}

    /// A player has failed. The cost of its fault is carried out at the end of the turn.
    fn failed(&mut self, _fault: &Fault) {}

    /// A seat was asked.
    fn asked(&mut self, _seat: Seat) {}

    /// The game was stopped while it waited for a player; the fault says what is known of that.
    fn stopped(&mut self, _fault: &Fault) {}

    /// A turn was carried out.
    fn turned(&mut self, _course: &Course<G>) {}
}

impl<G: Game> Watcher<G> for () {}

impl<G: Game, F: FnMut(&Course<G>)> Watcher<G> for F {
    fn turned(&mut self, course: &Course<G>) {
        self(course);
    }
}

/// Figures of one action of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Positions that the player looked at, if it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time that it took, in milliseconds, to the nanosecond; `None` if it includes an unknown time that
    /// the program needed to start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The player's evaluation of the game on its own scale, if it gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

impl Figures {
    fn of<A>(answer: &Answer<A>) -> Figures {
        let ms = answer.time.map(|time| (time.as_secs_f64() * 1e9).round() / 1e6);
        Figures { nodes: answer.nodes, ms, value: answer.value }
    }
}

/// The time, nodes and faults of the players of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// Time and nodes in the order of the seats.
    pub spent: Vec<Spent>,
    /// Figures of all actions of players, in the order of the course.
    pub figures: Vec<Figures>,
    /// Faults in the order in which they happened.
    pub faults: Vec<Fault>,
    /// The fuel of each action of each seat; empty for seats that do not run on fuel.
    pub fuel: Vec<Vec<u64>>,
    /// What players remarked, in the order of the course.
    pub remarks: Vec<Remark>,
}

/// A note of a player about a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The turn or round.
    pub turn: u32,
    /// The seat of the player.
    pub seat: Seat,
    /// The text.
    pub text: String,
}

/// Plays a game on until it is over or the judge has its outcome, with one player for each seat. `None` if
/// `stop` was set: then no player is at fault. The caller calls [`Player::end`] afterwards.
///
/// The clock of the table runs only by the times that the players give for their actions.
///
/// ```
/// use joust_core::{Course, Player, Referee, Seed};
/// use joust_mad::Battle;
/// use joust_players::Random;
///
/// let mut table = Referee::new(Course::new(Battle::default()));
/// let mut players = [1, 2].map(|seed| -> Box<dyn Player<Battle>> { Box::new(Random::new(Seed(seed))) });
/// let account = joust_match::play(&mut table, &mut players, &|_| None, &mut (), &false.into()).unwrap();
/// assert!(table.ending().is_some() && account.faults.is_empty());
/// ```
pub fn play<G: Game>(
    table: &mut Referee<G>,
    players: &mut [Box<dyn Player<G>>],
    judge: &Judge<'_, G>,
    watcher: &mut dyn Watcher<G>,
    stop: &AtomicBool,
) -> Option<Account> {
    let account = Account {
        spent: vec![Spent::default(); players.len()],
        fuel: vec![Vec::new(); players.len()],
        ..Account::default()
    };
    let unready = vec![None; players.len()];
    let mut game = Play { table, players, watcher, stop, time: Duration::ZERO, unready, account };
    game.get_ready()?;
    game.until_over(judge)?;
    Some(game.account)
}

struct Play<'a, G: Game> {
    table: &'a mut Referee<G>,
    players: &'a mut [Box<dyn Player<G>>],
    watcher: &'a mut dyn Watcher<G>,
    stop: &'a AtomicBool,
    /// The time of all actions.
    time: Duration,
    /// Why a player was not ready for the game.
    unready: Vec<Option<Fault>>,
    account: Account,
}

impl<G: Game> Play<'_, G> {
    /// `None` if the game was stopped.
    fn go_on(&self) -> Option<()> {
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }

    /// [`Play::go_on`] after a player was asked. A player that was stopped is not at fault.
    fn go_on_after<T>(&mut self, answer: &Result<T, Fault>) -> Option<()> {
        let goes_on = self.go_on();
        if let (None, Err(fault)) = (goes_on, answer) {
            self.watcher.stopped(fault);
        }
        goes_on
    }

    fn now(&self) -> i64 {
        i64::try_from(self.time.as_millis()).unwrap_or(i64::MAX)
    }

    /// Lets all players get ready. A failure costs the seat at once where the game goes on without it.
    /// Elsewhere it is charged in the player's own turn, as any fault is.
    fn get_ready(&mut self) -> Option<()> {
        for seat in (0..self.players.len()).filter_map(Seat::new) {
            self.watcher.seating(seat);
            let ready = self.players[seat.index()].get_ready(self.table.course(), seat);
            let ready = ready.map_err(|fault| fault.at(seat, None));
            self.go_on_after(&ready)?;
            let Err(fault) = ready else { continue };
            match self.table.course().without(seat) {
                Some(_) => {
                    self.watcher.failed(&fault);
                    self.charge(fault);
                }
                None => self.unready[seat.index()] = Some(fault),
            }
        }
        self.watcher.seated(self.table.course());
        Some(())
    }

    fn until_over(&mut self, judge: &Judge<'_, G>) -> Option<()> {
        self.table.wait(self.now());
        while self.table.ending().is_none() {
            if let Some(outcome) = judge(self.table.course()) {
                self.table.carry_out(self.table.adjudicate(outcome, self.now()));
                break;
            }
            self.go_on()?;
            self.take_turn()?;
        }
        Some(())
    }

    /// Lets all awaited seats act. All of them answer before the first answer is carried out, so no seat
    /// sees another's action or fault before the next turn.
    fn take_turn(&mut self) -> Option<()> {
        let turn = self.table.awaits();
        self.watcher.turn(self.table.course());
        for seat in turn.iter() {
            self.players[seat.index()].begin(self.table.course(), seat);
        }
        let mut answers = ArrayVec::<_, { Seat::MAX }>::new();
        for seat in turn.iter() {
            self.watcher.asking(seat);
            let answer = self.ask(seat);
            self.go_on_after(&answer)?;
            answers.push((seat, answer.inspect_err(|fault| self.watcher.failed(fault))));
            self.watcher.asked(seat);
        }
        let number = Some(self.table.course().turn_number());
        for (seat, answer) in answers {
            let ruled = answer.and_then(|answer| {
                let ruled = self.rule(seat, &answer).map_err(|fault| fault.at(seat, number));
                ruled.inspect_err(|fault| self.watcher.failed(fault))
            });
            if let Err(fault) = ruled {
                self.charge(fault);
            }
        }
        self.watcher.turned(self.table.course());
        Some(())
    }

    fn ask(&mut self, seat: Seat) -> Result<Answer<G::Action>, Fault> {
        if let Some(fault) = self.unready[seat.index()].take() {
            return Err(fault);
        }
        let budget = self.table.clock().map(|clock| clock.budget(seat, self.now()));
        let course = self.table.course();
        let asked = Asked { budget, past: course.actions(), ..Asked::new(course.now(), seat, self.stop) };
        let turn = Some(asked.game.turn_number());
        self.players[seat.index()].act(&asked).map_err(|fault| fault.at(seat, turn))
    }

    /// Carries out an answer.
    fn rule(&mut self, seat: Seat, answer: &Answer<G::Action>) -> Result<(), Fault> {
        // An unknown time is not charged to the clock.
        let time = answer.time.unwrap_or_default();
        self.time += time;
        let turn = self.table.course().turn_number();
        let (action, now) = (&answer.action, self.now());
        let refused = |why| match why {
            NotNow::Late => Fault::flag(),
            why => Fault::illegal(action, why),
        };
        if !G::is_move(action) {
            // An action that the rules forbid is illegal before it is anything else.
            self.table.propose(seat, action, now).map_err(refused)?;
            let detail = format!("answered `{action}`, which is not a move");
            return Err(Fault::new(FaultKind::Garbled, detail));
        }
        self.table.act(seat, action, now).map_err(refused)?;
        let ms = time.as_secs_f64() * 1000.0;
        let spent = Spent { moves: 1, nodes: answer.nodes.unwrap_or(0), ms, longest_ms: ms };
        self.account.spent[seat.index()] += spent;
        self.account.figures.push(Figures::of(answer));
        self.account.fuel[seat.index()].extend(answer.fuel);
        self.account.remarks.extend(answer.notes.iter().map(|text| Remark {
            turn,
            seat,
            text: text.clone(),
        }));
        Ok(())
    }

    fn charge(&mut self, fault: Fault) {
        let now = self.now();
        let flag =
            (fault.kind == FaultKind::Flag).then(|| self.table.forfeit(fault.seat, Forfeit::Time, now));
        let ruling = flag.and_then(Result::ok).unwrap_or_else(|| self.table.fault(&fault, now));
        self.table.carry_out(ruling);
        self.account.faults.push(fault);
    }
}
