//! A player of a kit at the table.

use crate::death;
use crate::kit::{Kit, Limits};
use crate::launch::READY;
use crate::place::places;
use crate::process::{Ears, Heard, Process};
use crate::wire::{self, How, Said};
use joust_madmax::player::{Death, Desk, Player};
use joust_madmax::{Log, State};
use std::time::{Duration, Instant};

/// A player's word about a cell, for those who watch the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// When.
    pub round: i32,
    /// Who.
    pub seat: usize,
    /// Where, as the player says: perhaps nowhere.
    pub row: i32,
    /// The same.
    pub col: i32,
    /// What.
    pub text: String,
}

/// Somebody who hears what is written.
pub type Listener = Box<dyn FnMut(&[u8]) + Send>;

/// Who hears of a player what is no order.
pub struct Audience {
    /// What it writes to standard output.
    pub cout: Listener,
    /// Its notes.
    pub notes: Box<dyn FnMut(Note) + Send>,
}

/// All that a player needs to sit down.
pub struct Seating<'a> {
    /// Its name in the kit.
    pub name: &'a str,
    /// Where it sits.
    pub seat: usize,
    /// Its stream of random numbers.
    pub random: u32,
    /// The first state.
    pub state: &'a State,
    /// What it may use.
    pub limits: Limits,
    /// Who hears its standard error while it is made.
    pub cerr: &'a mut Log,
    /// Who hears the rest.
    pub audience: Audience,
}

/// A player that runs in a process of its own.
pub struct KitPlayer {
    kit: Kit,
    name: String,
    seat: usize,
    limits: Limits,
    process: Process,
    audience: Audience,
    /// The processor time it had used when it was last looked at.
    used: Duration,
    /// How long the game has waited for its answers so far.
    waited: Duration,
    buffer: Vec<u8>,
}

/// How often a player with a limit is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long the launcher may take to start a player on a busy machine.
const START: Duration = Duration::from_secs(30);
/// How long a player with a limit may do nothing at all, neither compute nor answer.
const IDLE: Duration = Duration::from_secs(10);
/// What the contest's judge counts time in.
const TICK: Duration = Duration::from_millis(10);

/// What a player did that does not keep to the protocol.
const NONSENSE: &str = "sent something that is no answer";

impl KitPlayer {
    pub(crate) fn start(kit: &Kit, seating: Seating<'_>) -> Result<KitPlayer, Death> {
        let Seating { name, seat, random, state, limits, cerr, audience } = seating;
        let process = kit
            .start(name, limits)
            .map_err(|why| death::expelled(format!("could not be started ({why})")))?;
        let mut player = KitPlayer {
            kit: kit.clone(),
            name: name.to_owned(),
            seat,
            limits,
            process,
            audience,
            used: Duration::ZERO,
            waited: Duration::ZERO,
            buffer: Vec::new(),
        };
        let mut ears = AtTheTable { cout: &mut player.audience.cout, cerr };
        match player.process.hear(2, Some(START), &mut ears) {
            Heard::Message(message) if message.first() == Some(&READY) => {}
            _ => return Err(player.expel("could not be started")),
        }
        player.process.send(&wire::init(name, seat, random, state));
        match player.hear(cerr)? {
            Said::Hello => Ok(player),
            _ => Err(player.expel(NONSENSE)),
        }
    }

    /// Waits for what the player says next.
    fn hear(&mut self, cerr: &mut Log) -> Result<Said, Death> {
        let is_limited = self.limits.time.is_some() || self.limits.wait.is_some();
        let look = is_limited.then_some(LOOK);
        let begin = Instant::now();
        let mut busy = begin;
        loop {
            let mut ears = AtTheTable { cout: &mut self.audience.cout, cerr };
            match self.process.hear(wire::LONGEST, look, &mut ears) {
                Heard::Message(message) => {
                    self.count_time(begin, &mut busy)?;
                    self.waited += begin.elapsed();
                    return match wire::said(&message) {
                        Some(Said::Dead(report)) => Err(self.last_words(Some(&report), cerr)),
                        Some(said) => Ok(said),
                        None => Err(self.expel(NONSENSE)),
                    };
                }
                Heard::Closed => return Err(self.last_words(None, cerr)),
                Heard::Nothing => self.count_time(begin, &mut busy)?,
                Heard::Early => return Err(self.expel("answered before it was asked")),
                Heard::TooMuch => return Err(self.expel(death::too_much_output())),
            }
        }
    }

    /// Looks at the clocks of a player with limits.
    fn count_time(&mut self, begin: Instant, busy: &mut Instant) -> Result<(), Death> {
        if let Some(limit) = self.limits.time {
            let used = self.process.cpu().unwrap_or(self.used);
            if used > self.used {
                (self.used, *busy) = (used, Instant::now());
            }
            if used > limit {
                let seconds = limit.as_secs_f64();
                let did = format!("used up its {seconds} s of processor time (--time-limit)");
                return Err(self.expel(did));
            }
            if busy.elapsed() > IDLE {
                let did = format!("did nothing for {} s and gave no answer", IDLE.as_secs());
                return Err(self.expel(did));
            }
        }
        match self.limits.wait {
            Some(limit) if self.waited + begin.elapsed() > limit => {
                let seconds = limit.as_secs_f64();
                Err(self.expel(format!("kept the game waiting for {seconds} s (--wait-limit)")))
            }
            _ => Ok(()),
        }
    }

    /// Ends a player that is still there and must go.
    fn expel(&mut self, did: impl Into<String>) -> Death {
        self.process.kill();
        self.with_last_lines(death::expelled(did))
    }

    /// Why a player has gone, with everything that is known.
    fn last_words(&mut self, report: Option<&wire::Report>, cerr: &mut Log) -> Death {
        let ended = self.process.end(&mut AtTheTable { cout: &mut self.audience.cout, cerr });
        let mut death = match report {
            Some(report) => death::reported(report, self.limits),
            None => death::silent(ended, self.limits),
        };
        if let Some(report) = report
            && !matches!(report.how, How::UnknownName | How::NoPlayer | How::Protocol)
        {
            let places = places(&self.kit, &self.name, &report.trace);
            death.details.splice(0..0, places);
        }
        self.with_last_lines(death)
    }

    fn with_last_lines(&self, mut death: Death) -> Death {
        let lines = self.process.last_lines();
        if !lines.is_empty() {
            death.details.push("the last it wrote:".to_owned());
            death.details.extend(lines.iter().map(|line| format!("| {line}")));
        }
        death
    }
}

impl Player for KitPlayer {
    fn begin(&mut self, state: &State) {
        wire::state(&mut self.buffer, state);
        self.process.send(&self.buffer);
    }

    fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), Death> {
        let Said::Answer { orders, notes } = self.hear(desk.cerr)? else { return Err(self.expel(NONSENSE)) };
        for (row, col, text) in notes {
            let (round, seat) = (desk.state.round(), self.seat);
            self.process.count(text.len() + size_of::<Note>());
            (self.audience.notes)(Note { round, seat, row, col, text });
        }
        Ok(desk.orders.collect(orders)?)
    }

    fn status(&self) -> Option<f64> {
        let limit = self.limits.time?;
        let over = Duration::from_nanos((self.used.as_nanos() % TICK.as_nanos()) as u64);
        Some(self.used.saturating_sub(over).div_duration_f64(limit).min(1.0))
    }

    fn end(&mut self, cerr: &mut Log) {
        self.process.end(&mut AtTheTable { cout: &mut self.audience.cout, cerr });
    }
}

/// Where a player's outputs go during a game.
struct AtTheTable<'a> {
    cout: &'a mut Listener,
    cerr: &'a mut Log,
}

impl Ears for AtTheTable<'_> {
    fn cout(&mut self, bytes: &[u8]) {
        (self.cout)(bytes);
    }

    fn cerr(&mut self, bytes: &[u8]) {
        self.cerr.say(bytes);
        self.cerr.hand_over();
    }
}
