//! A player of a kit at the table: the codec of the contest's wire.

use crate::channel::{Channel, Ears, Ended, FuelGauge, Heard, LOOK, time_of};
use crate::death;
use crate::kit::{GRACE, Kit, Quota};
use crate::launch::READY;
use crate::module::ModuleSeat;
use crate::place::places;
use crate::running;
use crate::wire::{self, How, Said, Shown};
use joust_core::{Answer, Asked, Fault, FaultKind, Player, Seat, Usage};
use joust_madmax::player::Listener;
use joust_madmax::{Action, Generator, Orders, Share, Skirmish, TooManyOrders};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A player's note about a cell, shown by the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The round in which it was written.
    pub round: i32,
    /// The seat of the player.
    pub seat: usize,
    /// The row, as the player gave it: it may be off the map.
    pub row: i32,
    /// The column, as the player gave it.
    pub col: i32,
    /// The text of the note.
    pub text: String,
}

/// Receives everything that a player emits besides its orders.
pub struct Audience {
    /// Receives its standard output.
    pub cout: Listener,
    /// Receives its standard error.
    pub cerr: Listener,
    /// Receives its notes.
    pub notes: Box<dyn FnMut(Note) + Send>,
}

impl Audience {
    /// An audience that drops everything.
    pub fn absent() -> Audience {
        Audience { cout: Box::new(|_| ()), cerr: Box::new(|_| ()), notes: Box::new(|_| ()) }
    }
}

impl Ears for Audience {
    fn cout(&mut self, bytes: &[u8]) {
        (self.cout)(bytes);
    }

    fn cerr(&mut self, bytes: &[u8]) {
        (self.cerr)(bytes);
    }
}

/// A player of the C++ kit. It runs in a process or module of its own, which starts when the player gets ready
/// for a game.
pub struct KitPlayer {
    program: Program,
    quota: Quota,
    audience: Audience,
    channel: Option<Box<dyn Channel>>,
    /// Why it could not be started, until it is asked.
    failed: Option<Fault>,
    /// Whether it has answered before it was asked.
    early: bool,
    /// What it knows of the game.
    shown: Option<Shown>,
    /// Whether it was asked for the orders of this round.
    asked: bool,
    /// The processor time that it had used when last measured.
    used: Duration,
    /// How long the game has waited for its answers so far.
    waited: Duration,
    /// How long it took to start.
    started: Duration,
    buffer: Vec<u8>,
}

/// Where a player comes from.
enum Program {
    /// The player of this name in a kit.
    Kit(Kit, String),
    /// The only player of a module.
    Module(ModuleSeat),
}

impl Program {
    /// The places of a trace in the source of the player.
    fn places(&self, trace: &[u64]) -> Vec<String> {
        match self {
            Program::Kit(kit, name) => places(kit, name, trace),
            Program::Module(_) => Vec::new(),
        }
    }
}

/// How long the launcher may take to start a player on a busy machine.
const START: Duration = Duration::from_secs(30);
/// How long a player with a limit may do nothing at all, neither compute nor answer.
const IDLE: Duration = Duration::from_secs(10);
/// How long a player that must end may take to say where it is.
const WHERE: Duration = Duration::from_secs(1);
/// The unit in which the contest's judge counts time.
const TICK: Duration = Duration::from_millis(10);

impl KitPlayer {
    pub(crate) fn new(kit: &Kit, name: &str, quota: Quota, audience: Audience) -> KitPlayer {
        KitPlayer::of(Program::Kit(kit.clone(), name.to_owned()), quota, audience)
    }

    pub(crate) fn of_module(module: ModuleSeat, audience: Audience) -> KitPlayer {
        let quota = Quota { memory: Some(module.memory), ..Quota::default() };
        KitPlayer::of(Program::Module(module), quota, audience)
    }

    fn of(program: Program, quota: Quota, audience: Audience) -> KitPlayer {
        KitPlayer {
            program,
            quota,
            audience,
            channel: None,
            failed: None,
            early: false,
            shown: None,
            asked: false,
            used: Duration::ZERO,
            waited: Duration::ZERO,
            started: Duration::ZERO,
            buffer: Vec::new(),
        }
    }

    /// Starts the program and tells the player where it sits.
    fn start(&mut self, game: &Skirmish, seat: Seat) -> Result<(), Fault> {
        let begin = Instant::now();
        let could_not = |why: &str| Fault::new(FaultKind::Start, format!("could not be started{why}"));
        (self.used, self.waited, self.asked, self.early) = (Duration::ZERO, Duration::ZERO, false, false);
        let (channel, name): (Box<dyn Channel>, &str) = match &self.program {
            Program::Kit(kit, name) => {
                let started = kit.start(name, self.quota).map_err(|why| could_not(&format!(" ({why})")))?;
                (Box::new(started), name)
            }
            Program::Module(module) => (module.start(game.seed(), seat), wire::ONLY_PLAYER),
        };
        let random = Generator::for_player(game.seed(), seat.index()).state();
        self.buffer = wire::init(name, seat.index(), random, game.state());
        let channel = self.channel.insert(channel);
        if let Program::Kit(..) = self.program {
            match channel.hear(2, START, &AtomicBool::new(false), &mut self.audience) {
                Heard::Message { bytes, .. } if bytes.first() == Some(&READY) => {}
                _ => return Err(self.expel(could_not(""))),
            }
        }
        self.shown = Some(Shown::first(game.state()));
        self.send();
        let said = self.hear(&AtomicBool::new(false))?;
        self.started = begin.elapsed();
        if said == Said::Hello { Ok(()) } else { Err(self.nonsense()) }
    }

    /// Sends the message in the buffer. Only the last message of a player may be there before it is asked.
    fn send(&mut self) {
        if let Some(channel) = &mut self.channel {
            let sent = channel.send(&self.buffer);
            self.early |= sent.unread || sent.waiting.is_some_and(|letter| letter != wire::END);
        }
    }

    /// Waits for what the player says next, until the flag is set.
    fn hear(&mut self, stop: &AtomicBool) -> Result<Said, Fault> {
        let begin = Instant::now();
        let mut busy = begin;
        if self.early {
            return Err(self.expel(Fault::new(FaultKind::Garbled, "answered before it was asked")));
        }
        loop {
            let Some(channel) = &mut self.channel else { return Err(self.nonsense()) };
            match channel.hear(wire::LONGEST, LOOK, stop, &mut self.audience) {
                Heard::Message { bytes, .. } => {
                    self.count_time(begin, &mut busy)?;
                    self.waited += begin.elapsed();
                    return match wire::said(&bytes) {
                        Some(Said::Dead(report)) => Err(self.last_words(Some(&report))),
                        Some(said) => Ok(said),
                        None => Err(self.nonsense()),
                    };
                }
                Heard::Failed(fault) => return Err(self.with_last_lines(fault)),
                Heard::Silence => return Err(self.nonsense()),
                Heard::Closed => return Err(self.last_words(None)),
                Heard::Nothing if stop.load(Ordering::Relaxed) || running::are_stopping() => {
                    return Err(self.expel_from_where_it_is(Fault::stopped()));
                }
                Heard::Nothing => self.count_time(begin, &mut busy)?,
                Heard::TooMuch | Heard::TooLong => {
                    return Err(self.expel(Fault::new(FaultKind::Forbidden, death::too_much_output())));
                }
            }
        }
    }

    /// Checks the limits of time of a player that has some.
    fn count_time(&mut self, begin: Instant, busy: &mut Instant) -> Result<(), Fault> {
        if let Some(limit) = self.quota.time {
            let used = self.channel.as_ref().and_then(|channel| channel.cpu()).unwrap_or(self.used);
            if used > self.used {
                (self.used, *busy) = (used, Instant::now());
            }
            if used > limit {
                let seconds = limit.as_secs_f64();
                let did = format!("used up its time limit of {seconds} s of processor time");
                return Err(self.expel_from_where_it_is(Fault::new(FaultKind::Late, did)));
            }
            if busy.elapsed() > IDLE {
                let did = format!("did nothing for {} s and gave no answer", IDLE.as_secs());
                return Err(self.expel_from_where_it_is(Fault::new(FaultKind::Late, did)));
            }
        }
        match self.quota.wait {
            Some(limit) if self.waited + begin.elapsed() > limit => {
                let seconds = limit.as_secs_f64();
                let did = format!("kept the game waiting for {seconds} s, its wait limit");
                Err(self.expel_from_where_it_is(Fault::new(FaultKind::Late, did)))
            }
            _ => Ok(()),
        }
    }

    /// Kills a player that violates the protocol.
    fn nonsense(&mut self) -> Fault {
        self.expel(Fault::new(FaultKind::Garbled, "sent something that is not an answer"))
    }

    /// Kills a player that still runs.
    fn expel(&mut self, fault: Fault) -> Fault {
        self.channel.iter_mut().for_each(|channel| channel.kill());
        self.with_last_lines(fault)
    }

    /// Kills a player that computes without end, after it has said where it is in its source.
    fn expel_from_where_it_is(&mut self, fault: Fault) -> Fault {
        let trace = self.trace();
        self.channel.iter_mut().for_each(|channel| channel.kill());
        let places = self.program.places(&trace);
        self.with_last_lines(fault.saying(places))
    }

    /// The call stack of a player that computes, if it says so soon.
    fn trace(&mut self) -> Vec<u64> {
        let Some(channel) = &mut self.channel else { return Vec::new() };
        channel.interrupt();
        let until = Instant::now() + WHERE;
        while Instant::now() < until {
            match channel.hear(wire::LONGEST, LOOK, &AtomicBool::new(false), &mut self.audience) {
                Heard::Message { bytes, .. } => {
                    if let Some(Said::Dead(report)) = wire::said(&bytes) {
                        return report.trace;
                    }
                    // An answer that was on its way: it comes too late.
                }
                Heard::Nothing => {}
                Heard::Closed | Heard::TooMuch | Heard::TooLong | Heard::Silence | Heard::Failed(_) => break,
            }
        }
        Vec::new()
    }

    /// The fault of a player that has ended, with everything known about it.
    fn last_words(&mut self, report: Option<&wire::Report>) -> Fault {
        let ended =
            self.channel.as_mut().map_or(Ended::Killed, |channel| channel.end(GRACE, &mut self.audience));
        let mut fault = match report {
            Some(report) => death::reported(report, self.quota),
            None => death::silent(ended, self.quota),
        };
        if let Some(report) = report
            && !matches!(report.how, How::UnknownName | How::NoPlayer | How::Protocol)
        {
            let words = [self.program.places(&report.trace), fault.last_words.clone()].concat();
            fault = fault.saying(words);
        }
        self.with_last_lines(fault)
    }

    fn with_last_lines(&self, mut fault: Fault) -> Fault {
        let lines = self.channel.as_ref().map(|channel| channel.last_lines()).unwrap_or_default();
        if !lines.is_empty() {
            fault.last_words.push("the last it wrote:".to_owned());
            fault.last_words.extend(lines.iter().map(|line| format!("| {line}")));
        }
        fault
    }

    /// The used share of its fuel or processor time, if that is limited.
    fn share(&self) -> Option<Share> {
        if let Some(gauge) = self.channel.as_ref().and_then(|channel| channel.fuel()) {
            return Share::new(gauge.share());
        }
        let limit = self.quota.time?;
        let over = Duration::from_nanos((self.used.as_nanos() % TICK.as_nanos()) as u64);
        Share::new(self.used.saturating_sub(over).div_duration_f64(limit).min(1.0))
    }
}

impl Player<Skirmish> for KitPlayer {
    fn get_ready(&mut self, game: &Skirmish, seat: Seat) -> Result<(), Fault> {
        self.start(game, seat)
    }

    fn begin(&mut self, game: &Skirmish, seat: Seat) {
        if self.channel.is_none() {
            self.failed = self.start(game, seat).err();
        }
        if let Some(shown) = &mut self.shown {
            shown.next(&mut self.buffer, game.state());
            self.send();
        }
        self.asked = true;
    }

    fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
        if !std::mem::take(&mut self.asked) {
            self.begin(asked.game, asked.seat);
            self.asked = false;
        }
        if let Some(fault) = self.failed.take() {
            return Err(fault);
        }
        let begin = Instant::now();
        let Said::Answer { orders, notes } = self.hear(asked.stop)? else { return Err(self.nonsense()) };
        for (row, col, text) in notes {
            let (round, seat) = (asked.game.state().round(), asked.seat.index());
            self.channel.iter_mut().for_each(|channel| channel.charge(text.len() + size_of::<Note>()));
            (self.audience.notes)(Note { round, seat, row, col, text });
        }
        if orders.len() > Orders::MOST {
            return Err(TooManyOrders.into());
        }
        let action = Action::Orders(Orders::new(orders).with_share(self.share()));
        let fuel = self.channel.as_ref().and_then(|channel| channel.fuel()).map(|gauge| gauge.last);
        Ok(Answer { time: Some(fuel.map_or(begin.elapsed(), time_of)), fuel, ..Answer::new(action) })
    }

    fn usage(&self) -> Usage {
        let Some(channel) = &self.channel else { return Usage::default() };
        let fuel = channel.fuel().map(FuelGauge::used);
        Usage { start: Some(self.started), memory: channel.memory(), output: channel.output(), fuel }
    }

    fn end(&mut self) {
        if let Some(mut channel) = self.channel.take() {
            channel.end(GRACE, &mut self.audience);
        }
    }
}
