//! A bot at the table: the codec of the bot protocol, for all games.

use crate::channel::{Channel, Ended, FuelGauge, Heard, LOOK, time_of};
use crate::death::plain;
use crate::process::MOST_OUTPUT;
use crate::seat::{Audience, Note};
use crate::signal::Signal;
use joust_core::{Answer, Asked, Ending, Fault, FaultKind, Game, Player, Seat, Usage, quoted};
use joust_proto::{Complaint, End, FromBot, FuelLeft, Hello, Introduction, Limits, ToBot, Turn, Want};
use joust_view::View;
use serde_json::{Map, Value as Json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest line of a bot in bytes: a thousand orders have less than 10,000.
pub(crate) const LONGEST: usize = 1 << 16;
/// The most notes of a bot in a turn.
pub(crate) const MOST_NOTES: usize = 1000;
/// How long a bot has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// Allowed beyond the time for an action: a bot may plan to use all of it, and its line takes time to arrive.
const GRACE: Duration = Duration::from_millis(100);
/// How long a bot has to read why it is ended, and to leave last words.
const COMPLAINT: Duration = Duration::from_millis(100);
/// How long a bot may take to start and to say hello. Interpreters are slow on a busy machine.
const START: Duration = Duration::from_secs(30);

/// Starts the program of a bot for one game.
pub(crate) trait Starter: Send {
    /// The program, ready for its first message.
    fn start(&mut self) -> Result<Box<dyn Channel>, Fault>;
}

/// What a bot is told at the start, beyond the game.
#[derive(Clone, Debug, Default)]
pub struct BotTerms {
    /// The names of all players, in the order of the seats.
    pub names: Vec<String>,
    /// The seed of its random choices, below 2^53.
    pub seed: u64,
    /// The values that the user has chosen for its parameters.
    pub parameters: Map<String, Json>,
    /// What it may use.
    pub limits: BotLimits,
}

/// What a bot that runs as a process may use; `None` stands for "unlimited".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotLimits {
    /// The time to start and to say hello, by the clock of the machine, if not 30 s.
    pub start: Option<Duration>,
    /// The time for an action, by the clock of the machine.
    pub turn: Option<Duration>,
    /// Processor time in the game.
    pub game: Option<Duration>,
    /// How long the game waits for it, all turns together.
    pub wait: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// A bot that speaks the protocol. It runs from the moment it gets ready, or is first asked, until the game is
/// over.
pub struct BotPlayer<G: Game> {
    starter: Box<dyn Starter>,
    terms: BotTerms,
    audience: Audience,
    running: Option<Running<G>>,
    /// Why it could not be started, until it is asked.
    failed: Option<Fault>,
    /// What it had used in this game when it failed.
    usage: Usage,
    /// How it failed after the game.
    farewell: Option<Fault>,
}

/// A bot that was started.
struct Running<G> {
    channel: Box<dyn Channel>,
    introduction: Introduction,
    /// The game as it was told last.
    told: G,
    /// When it was asked, if it has been asked and not yet heard.
    asked: Option<Instant>,
    /// Whether it spoke before it was asked.
    early: bool,
    /// How long the game has waited for its answers so far.
    waited: Duration,
}

impl<G: View> BotPlayer<G> {
    /// A bot that does not run yet.
    pub(crate) fn new(starter: Box<dyn Starter>, terms: BotTerms, audience: Audience) -> BotPlayer<G> {
        BotPlayer {
            starter,
            terms,
            audience,
            running: None,
            failed: None,
            usage: Usage::default(),
            farewell: None,
        }
    }

    /// What the bot said of itself; `None` before it was started.
    pub fn introduction(&self) -> Option<&Introduction> {
        self.running.as_ref().map(|running| &running.introduction)
    }

    fn start(&mut self, game: &G, seat: Seat, stop: &AtomicBool) -> Result<(), Fault> {
        let begin = Instant::now();
        (self.usage, self.farewell) = (Usage::default(), None);
        let mut channel = self.starter.start()?;
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let limits = self.terms.limits;
        let hello = Hello {
            names: self.terms.names.clone(),
            seed: self.terms.seed,
            parameters: self.terms.parameters.clone(),
            limits: Limits {
                turn_ms: limits.turn.map(ms),
                game_ms: limits.game.map(ms),
                memory: limits.memory,
                output: Some(MOST_OUTPUT as u64),
                fuel: fuel_left(channel.as_ref()),
            },
            ..Hello::of(game, seat)
        };
        channel.send(ToBot::Hello(Box::new(hello)).line().as_bytes());
        let introduction = Introduction {
            protocol: joust_proto::VERSION,
            name: String::new(),
            version: String::new(),
            games: Vec::new(),
            parameters: Vec::new(),
            wants: Vec::new(),
        };
        let told = game.clone();
        let running =
            Running { channel, introduction, told, asked: None, early: false, waited: Duration::ZERO };
        self.running = Some(running);
        let limit = limits.start.unwrap_or(START);
        let patience = Patience { limit, of: Limit::Start(limit) };
        match self.listen(patience, Instant::now(), stop)?.0 {
            FromBot::Hello(introduction) => {
                self.check(&introduction)?;
                if let Some(running) = &mut self.running {
                    running.introduction = introduction;
                }
                self.usage.start = Some(begin.elapsed());
                // A look at a bot that may end soon.
                self.usage = self.usage();
                Ok(())
            }
            FromBot::Action(_) | FromBot::Note(_) => {
                Err(self.expel(garbled("did not answer `hello` with its own"), "answer `hello` first, once"))
            }
        }
    }

    /// Refuses a game that the bot does not play, and values for parameters that it does not have.
    fn check(&mut self, introduction: &Introduction) -> Result<(), Fault> {
        let games = &introduction.games;
        if !games.is_empty() && !games.iter().any(|game| game == G::NAME) {
            let fault = Fault::not_here(format_args!("it plays {}", games.join(", ")));
            return Err(self.expel(fault, "let it play what it says that it plays"));
        }
        for parameter in &introduction.parameters {
            let value = self.terms.parameters.get(&parameter.name);
            if let Some(Err(takes)) = value.map(|value| parameter.check(value)) {
                let detail = format!("has a parameter `{}` that takes {takes}", quoted(&parameter.name));
                return Err(self.expel(Fault::new(FaultKind::Start, detail), "set a value in its range"));
            }
        }
        let known = |name: &&String| introduction.parameters.iter().any(|parameter| parameter.name == **name);
        let unknown = self.terms.parameters.keys().find(|name| !known(name)).cloned();
        let Some(name) = unknown else { return Ok(()) };
        let names: Vec<&str> = introduction.parameters.iter().map(|one| one.name.as_str()).collect();
        let all = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let detail = format!("has no parameter `{name}`; its parameters: {all}");
        Err(self.expel(Fault::new(FaultKind::Start, detail), "set only what the bot declares"))
    }

    /// Tells the bot that it must act.
    fn show(&mut self, game: &G, seat: Seat, asked: Option<&Asked<'_, G>>) {
        let Some(running) = &mut self.running else { return };
        let past = asked.map_or(&[][..], |asked| asked.past);
        let mut turn = Turn::of(game, seat, Some(&running.told), past);
        turn.clock = asked.and_then(|asked| asked.budget).map(Into::into);
        turn.fuel = fuel_left(running.channel.as_ref());
        if running.introduction.wants.contains(&Want::View) {
            turn = turn.with_view(game);
        }
        let sent = running.channel.send(ToBot::Turn(turn).line().as_bytes());
        running.told.clone_from(game);
        running.early |= sent.unread || sent.waiting.is_some();
        running.asked = Some(sent.at);
    }

    /// Waits for the next message of the bot, and says when it was read. Its time counts from `since`.
    fn listen(
        &mut self,
        patience: Patience,
        since: Instant,
        stop: &AtomicBool,
    ) -> Result<(FromBot, Instant), Fault> {
        loop {
            let Some(running) = &mut self.running else { return Err(Fault::not_here("it has gone already")) };
            if running.early {
                let fault = garbled("spoke before it was asked");
                return Err(self.expel(fault, "send exactly one action for each turn"));
            }
            let left = patience.limit.saturating_sub(since.elapsed());
            match running.channel.hear(LONGEST, left.min(LOOK), stop, &mut self.audience) {
                Heard::Message { bytes, at } => {
                    return FromBot::read(&bytes).map(|said| (said, at)).map_err(|why| {
                        let said = quoted(&String::from_utf8_lossy(&bytes));
                        let fault = garbled(&format!("said `{said}`, which is not a message: {why}"));
                        self.expel(fault, "write JSON messages only to standard output, one a line")
                    });
                }
                _ if stop.load(Ordering::Relaxed) => {
                    self.running = None;
                    return Err(Fault::stopped());
                }
                Heard::Failed(fault) => return Err(self.with_last_lines(fault)),
                Heard::Silence => {
                    let fault = garbled("gave an answer without a message");
                    return Err(self.expel(fault, "answer every message but `end` and `error`"));
                }
                Heard::Nothing if !left.is_zero() => {
                    self.count_time()?;
                }
                Heard::Nothing => return Err(self.expel(patience.of.fault(), "answer sooner")),
                Heard::TooLong => {
                    let fault = garbled(&format!("sent a line of more than {LONGEST} bytes"));
                    return Err(self.expel(fault, "write one short message a line"));
                }
                Heard::TooMuch => {
                    let detail = format!("wrote more than {} MB besides its messages", MOST_OUTPUT >> 20);
                    let fault = Fault::new(FaultKind::Forbidden, detail);
                    return Err(self.expel(fault, "write less to standard error, and fewer notes"));
                }
                Heard::Closed => return Err(self.gone()),
            }
        }
    }

    /// Checks the limit of processor time, and gives what was used of it.
    fn count_time(&mut self) -> Result<Option<Duration>, Fault> {
        let (Some(limit), Some(running)) = (self.terms.limits.game, &self.running) else { return Ok(None) };
        let used = running.channel.cpu();
        if used.is_none_or(|used| used <= limit) {
            return Ok(used);
        }
        let detail = format!("used up its limit of {} s of processor time", limit.as_secs_f64());
        Err(self.expel(Fault::new(FaultKind::Late, detail), "think less"))
    }

    /// The fault of a bot that has closed its output.
    fn gone(&mut self) -> Fault {
        let Some(running) = &mut self.running else { return Fault::not_here("it has gone already") };
        let (kind, how) = told(running.channel.end(FAREWELL, &mut self.audience));
        self.with_last_lines(Fault::new(kind, format!("answered nothing: it {how}")))
    }

    /// Tells a bot why it is ended, and ends it.
    fn expel(&mut self, fault: Fault, hint: &str) -> Fault {
        if let Some(running) = &mut self.running {
            let complaint = Complaint { text: fault.detail.clone(), hint: hint.to_owned() };
            running.channel.send(ToBot::Error(complaint).line().as_bytes());
            running.channel.end(COMPLAINT, &mut self.audience);
        }
        self.with_last_lines(fault)
    }

    fn with_last_lines(&mut self, fault: Fault) -> Fault {
        self.usage = self.usage();
        let Some(running) = self.running.take() else { return fault };
        let lines = running.channel.last_lines();
        let mut words = fault.last_words.clone();
        words.extend(lines.iter().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()));
        fault.saying(words)
    }

    /// The tightest limit on an answer.
    fn patience(&self, asked: &Asked<'_, G>, since: Instant) -> Patience {
        let limits = self.terms.limits;
        let waited = self.running.as_ref().map_or(Duration::ZERO, |running| running.waited);
        // A bot that was shown the turn before has thought while others were waited for.
        let left = |limit: Duration| limit.saturating_sub(waited).saturating_add(since.elapsed());
        let all = [
            limits.turn.map(|limit| Patience { limit: limit.saturating_add(GRACE), of: Limit::Turn(limit) }),
            asked.budget.map(|budget| Patience { limit: budget.left, of: Limit::Clock }),
            limits.wait.map(|limit| Patience { limit: left(limit), of: Limit::Wait(limit) }),
        ];
        let endless = Patience { limit: Duration::MAX, of: Limit::Turn(Duration::MAX) };
        all.into_iter().flatten().min_by_key(|patience| patience.limit).unwrap_or(endless)
    }

    /// The used share of fuel or processor time, if that is limited.
    fn used(&self, cpu: Option<Duration>) -> Option<f64> {
        let running = self.running.as_ref()?;
        if let Some(gauge) = running.channel.fuel() {
            return Some(gauge.share());
        }
        let limit = self.terms.limits.game?;
        Some(cpu?.div_duration_f64(limit).min(1.0))
    }

    /// Hears notes until the action comes.
    fn hear_action(
        &mut self,
        asked: &Asked<'_, G>,
        since: Instant,
    ) -> Result<(joust_proto::Action, Instant, Vec<String>), Fault> {
        let patience = self.patience(asked, since);
        let mut notes = Vec::new();
        for _ in 0..=MOST_NOTES {
            match self.listen(patience, since, asked.stop)? {
                (FromBot::Action(action), at) => return Ok((action, at, notes)),
                (FromBot::Note(note), _) => {
                    let text = plain(&note.text);
                    if let Some(running) = &mut self.running {
                        running.channel.charge(text.len() + size_of::<Note>());
                    }
                    match (note.row, note.col) {
                        (Some(row), Some(col)) => {
                            let round = asked.game.turn_number().cast_signed();
                            (self.audience.notes)(Note { round, seat: asked.seat.index(), row, col, text });
                        }
                        _ => notes.push(text),
                    }
                }
                (FromBot::Hello(_), _) => {
                    return Err(self.expel(garbled("said hello again"), "answer `turn` with an action"));
                }
            }
        }
        Err(self.expel(garbled(&format!("made more than {MOST_NOTES} notes in a turn")), "make fewer notes"))
    }
}

impl<G: View> Player<G> for BotPlayer<G> {
    fn get_ready(&mut self, game: &G, seat: Seat) -> Result<(), Fault> {
        self.start(game, seat, &AtomicBool::new(false))
    }

    fn begin(&mut self, game: &G, seat: Seat) {
        // Where seats act at once, processes think at once. Duels are asked with their past and clock.
        if G::ACTIONS_ARE_OPEN {
            return;
        }
        if self.running.is_none() {
            self.failed = self.start(game, seat, &AtomicBool::new(false)).err();
        }
        self.show(game, seat, None);
    }

    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        if let Some(reply) = asked.game.reply() {
            return Ok(Answer { time: Some(Duration::ZERO), ..Answer::new(reply) });
        }
        if self.running.is_none() && self.failed.is_none() {
            self.failed = self.start(asked.game, asked.seat, asked.stop).err();
        }
        if let Some(fault) = self.failed.take() {
            return Err(fault);
        }
        if self.running.as_ref().is_some_and(|running| running.asked.is_none()) {
            self.show(asked.game, asked.seat, Some(asked));
        }
        let since =
            self.running.as_mut().and_then(|running| running.asked.take()).unwrap_or_else(Instant::now);
        let begin = Instant::now();
        let (said, at, notes) = self.hear_action(asked, since)?;
        let time = at.saturating_duration_since(since);
        let cpu = self.count_time()?;
        let used = self.used(cpu);
        let understood = asked.game.understand(said.action.trim(), used);
        let action = understood.map_err(|fault| self.expel(fault, "answer with a legal action"))?;
        if let Some(running) = &mut self.running {
            // While others were asked, the game did not wait for this one.
            running.waited += begin.elapsed();
        }
        let fuel = self.running.as_ref().and_then(|running| running.channel.fuel()).map(|gauge| gauge.last);
        let value = said.value.filter(|value| value.is_finite());
        // Time passes for a module as it burns fuel, on every machine alike.
        let time = fuel.map_or(time, time_of);
        Ok(Answer { nodes: said.nodes, value, time: Some(time), fuel, notes, ..Answer::new(action) })
    }

    fn hear(&mut self, ending: &Ending, faults: &[Fault]) {
        if let Some(running) = &mut self.running {
            running.channel.send(ToBot::End(End::of(ending, faults)).line().as_bytes());
            // A module handles the message when it is heard. A process ends by itself, later.
            let heard =
                running.channel.hear(LONGEST, Duration::ZERO, &AtomicBool::new(false), &mut self.audience);
            self.farewell = match heard {
                Heard::Failed(fault) => Some(fault.saying(running.channel.last_lines())),
                Heard::Message { bytes, .. } => {
                    let said = quoted(&String::from_utf8_lossy(&bytes));
                    Some(garbled(&format!("answered `end` with `{said}`")))
                }
                _ => None,
            };
        }
    }

    fn farewell(&self) -> Option<Fault> {
        self.farewell.clone()
    }

    fn usage(&self) -> Usage {
        let Some(Running { channel, .. }) = &self.running else { return self.usage };
        let fuel = channel.fuel().map(FuelGauge::used);
        Usage { memory: channel.memory(), output: channel.output(), fuel, ..self.usage }
    }

    fn end(&mut self) {
        self.usage = self.usage();
        if let Some(mut running) = self.running.take() {
            let is_process = running.channel.fuel().is_none();
            let ended = running.channel.end(FAREWELL, &mut self.audience);
            // A process that has to be ended did no harm: a busy machine may be slow to end it.
            if is_process && !matches!(ended, Ended::Code(0) | Ended::Killed) {
                let (kind, how) = told(ended);
                let fault = Fault::new(kind, format!("did not end well after the game: it {how}"));
                self.farewell.get_or_insert(fault.saying(running.channel.last_lines()));
            }
        }
    }
}

/// How a process ended, as a kind of fault and in words.
fn told(ended: Ended) -> (FaultKind, String) {
    match ended {
        Ended::Code(0) => (FaultKind::Closed, "ended with exit status 0".to_owned()),
        Ended::Code(code) => (FaultKind::Crashed, format!("ended with exit status {code}")),
        Ended::Signal(number) => match Signal::try_from(number) {
            Ok(Signal::SIGSYS) => {
                (FaultKind::Forbidden, "tried to make a system call that is forbidden".to_owned())
            }
            Ok(Signal::SIGXFSZ) => {
                (FaultKind::Forbidden, "tried to write a file, which is forbidden".to_owned())
            }
            Ok(Signal::SIGXCPU) => (FaultKind::Late, "used up its processor time".to_owned()),
            name => {
                let name = name.map_or("unknown", Signal::as_str);
                (FaultKind::Crashed, format!("was ended by a signal: {number} ({name})"))
            }
        },
        Ended::Killed => (FaultKind::Closed, "closed its output and went on running".to_owned()),
    }
}

/// How long to wait for a bot.
#[derive(Clone, Copy)]
struct Patience {
    limit: Duration,
    of: Limit,
}

/// A limit that a bot can exceed.
#[derive(Clone, Copy)]
enum Limit {
    /// The time to start.
    Start(Duration),
    /// The time for an action.
    Turn(Duration),
    /// Its clock.
    Clock,
    /// How long the game waits for it.
    Wait(Duration),
}

impl Limit {
    /// The fault of exceeding it.
    fn fault(self) -> Fault {
        let detail = match self {
            Limit::Start(limit) => format!("did not say hello within {} s", limit.as_secs_f64()),
            Limit::Turn(limit) => {
                format!("took longer than the {} ms that an action may take", limit.as_secs_f64() * 1000.0)
            }
            Limit::Clock => return Fault::flag(),
            Limit::Wait(limit) => {
                format!("kept the game waiting for {} s, its wait limit", limit.as_secs_f64())
            }
        };
        Fault::new(FaultKind::Late, detail)
    }
}

fn fuel_left(channel: &dyn Channel) -> Option<FuelLeft> {
    let gauge = channel.fuel()?;
    Some(FuelLeft { turn: gauge.turn, bank: gauge.bank, per_second: crate::FUEL_PER_SECOND })
}

fn garbled(detail: &str) -> Fault {
    Fault::new(FaultKind::Garbled, detail)
}
