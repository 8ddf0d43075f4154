//! The simplest program that plays: it reads one line a turn and answers one line, the move.

use crate::bot::{BotLimits, Starter};
use crate::channel::{Channel, Deaf, Ended, Heard, LOOK};
use crate::command::BotCommand;
use crate::death::plain;
use crate::process::{MOST_OUTPUT, Process};
use crate::signal::Signal;
use joust_core::{Answer, Asked, Budget, Duel, Fault, FaultKind, Player, Seat, quoted};
use joust_games::RegisteredDuel;
use std::fmt;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A command and how long it may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProgram {
    /// The command for the shell.
    pub command: String,
    /// The longest wait for an answer.
    pub timeout: Duration,
    /// The time for a move of all players in its match, if that is limited.
    pub move_time: Option<Duration>,
}

/// The longest answer in bytes; the rest of a line is dropped.
const LONGEST: usize = 1 << 10;
/// How long a program has to end after it has closed its output.
const FAREWELL: Duration = Duration::from_millis(500);
/// Allowed beyond the time for a move: a program may plan to use all of it, and its line takes time to
/// arrive.
const GRACE: Duration = Duration::from_millis(100);
/// Extra time to start, because interpreters are slow. It ends as soon as the program says that it is
/// ready.
const START: Duration = Duration::from_secs(2);
/// The line by which a program says so.
const READY: &str = "ready";

impl LineProgram {
    /// How long to wait for an answer after the question, and the fault if none has come by then. `start`
    /// of that time is not charged to the program.
    fn patience(&self, budget: Option<Budget>, start: Duration) -> (Duration, Fault) {
        let own = (self.timeout, timeout(self.timeout));
        let timed = self.move_time.map(|limit| (limit + GRACE + start, late(limit)));
        let clock = budget.map(|budget| (budget.left + start, Fault::flag()));
        let others = timed.into_iter().chain(clock);
        others.fold(own, |least, other| if other.0 < least.0 { other } else { least })
    }
}

/// The fault of exceeding the program's own limit.
fn timeout(limit: Duration) -> Fault {
    let seconds = limit.as_secs_f64();
    let detail = format!("answered nothing within {seconds} s: give it longer with ,timeout=SECONDS");
    Fault::new(FaultKind::Late, detail)
}

/// The fault of exceeding the match's time for a move.
fn late(limit: Duration) -> Fault {
    let millis = limit.as_secs_f64() * 1000.0;
    Fault::new(FaultKind::Late, format!("took longer than the {millis} ms that a move may take"))
}

/// The fault of a program that does not exist or may not be run.
fn not_started(why: impl fmt::Display) -> Fault {
    Fault::new(FaultKind::Start, format!("could not be started: {why}"))
}

/// The fault of an answer that is not a move.
fn garbage(said: &str, why: impl fmt::Display) -> Fault {
    Fault::new(FaultKind::Garbled, format!("answered `{}`, which is not a move: {why}", quoted(said)))
}

/// The line that asks for a move: the position text with all fields; before it the values of the squares
/// and a tab, where squares have values.
fn question<G: RegisteredDuel>(position: &G::Position) -> String {
    match G::values(position) {
        Some(values) => format!("{values}\t{position}"),
        None => position.to_string(),
    }
}

/// Reads `MOVE [nodes=N] [value=V]`. The first word with `=` ends the move, and unknown keys are
/// ignored.
fn understand<G: RegisteredDuel>(
    game: &G,
    said: &str,
    time: Option<Duration>,
) -> Result<Answer<G::Action>, Fault> {
    let words = said.split_inclusive(' ').take_while(|word| !word.contains('='));
    let (text, figures) = said.split_at(words.map(str::len).sum());
    let (text, position) = (text.trim_end(), game.position());
    let mv = position.read_move(text).map_err(|why| {
        if G::looks_like_a_move(position, text) { Fault::illegal(text, why) } else { garbage(said, why) }
    })?;
    let mut answer = Answer { time, ..Answer::new(game.action(mv)) };
    for (key, number) in figures.split_whitespace().filter_map(|word| word.split_once('=')) {
        let bad = |what: &str| garbage(said, format_args!("{key} is {what}, not `{number}`"));
        match key {
            "nodes" => answer.nodes = Some(number.parse().map_err(|_| bad("a whole number"))?),
            "value" => {
                let value = number.parse().ok().filter(|value: &f64| value.is_finite());
                answer.value = Some(value.ok_or_else(|| bad("a number"))?);
            }
            _ => {}
        }
    }
    Ok(answer)
}

/// A player that is a program behind `line:`. It runs from the moment it gets ready, or is first asked,
/// until the game is over.
///
/// ```
/// use joust_core::{Asked, FaultKind, Player, Seat};
/// use joust_mad::Battle;
/// use joust_sandbox::{LinePlayer, LineProgram};
///
/// let program = LineProgram { command: "exit 3".into(), timeout: std::time::Duration::from_secs(9), move_time: None };
/// let game = Battle::default();
/// let asked = Asked::unstopped(&game, Seat::FIRST);
/// let fault = LinePlayer::new(program).act(&asked).unwrap_err();
/// assert_eq!(fault.kind, FaultKind::Crashed);
/// ```
pub struct LinePlayer {
    program: LineProgram,
    /// Starts a confined program; nothing for a command of the shell.
    confined: Option<Box<dyn Starter>>,
    running: Option<Running>,
}

/// A program that was started.
struct Running {
    channel: Box<dyn Channel>,
    started: Instant,
    /// When the program said that it is ready, if it did.
    ready: Option<Instant>,
    /// Whether it has ever answered.
    answered: bool,
}

impl Running {
    fn start(program: &LineProgram, confined: Option<&mut Box<dyn Starter>>) -> Result<Running, Fault> {
        let channel = match confined {
            Some(starter) => starter.start()?,
            None => Box::new(Process::shell(&program.command).map_err(not_started)?),
        };
        Ok(Running { channel, started: Instant::now(), ready: None, answered: false })
    }

    /// The time from which an answer is timed: the question, but not before the program is ready. It is
    /// ready when it says so, and at the latest [`START`] after it was started.
    fn counts_from(&self, asked: Instant) -> Instant {
        let latest = self.started + START;
        let begin = if self.answered { asked } else { self.ready.map_or(latest, |ready| ready.min(latest)) };
        asked.max(begin)
    }

    /// Whether a line says that the program is ready, which it may do once, before its first answer.
    fn is_ready(&mut self, said: &str, at: Instant) -> bool {
        let is_ready = self.ready.is_none() && !self.answered && said.trim() == READY;
        if is_ready {
            self.ready = Some(at);
        }
        is_ready
    }
}

impl LinePlayer {
    /// A program that does not run yet.
    pub fn new(program: LineProgram) -> LinePlayer {
        LinePlayer { program, confined: None, running: None }
    }

    /// A program of somebody who is not trusted, confined as a bot is, with this many bytes of memory. No shell
    /// reads the command.
    ///
    /// ```no_run
    /// use joust_sandbox::{BotCommand, LinePlayer, LineProgram};
    ///
    /// let (command, timeout) = ("python3 agent.py".to_owned(), std::time::Duration::from_secs(9));
    /// let confined = BotCommand::new(&command, false)?;
    /// let player = LinePlayer::confined(LineProgram { command, timeout, move_time: None }, &confined, None);
    /// # Ok::<(), joust_sandbox::BadCommand>(())
    /// ```
    pub fn confined(program: LineProgram, command: &BotCommand, memory: Option<u64>) -> LinePlayer {
        let starter = command.starter(BotLimits { memory, ..BotLimits::default() });
        LinePlayer { program, confined: Some(starter), running: None }
    }

    /// The running program, which is started first if necessary.
    fn running(&mut self) -> Result<&mut Running, Fault> {
        match &mut self.running {
            Some(running) => Ok(running),
            none => Ok(none.insert(Running::start(&self.program, self.confined.as_mut())?)),
        }
    }

    /// Asks a question; returns the answer and the time that it took.
    fn ask<G: RegisteredDuel>(&mut self, asked: &Asked<'_, G>) -> Result<(String, Option<Duration>), Fault> {
        let at = self.running()?.channel.send(question::<G>(asked.game.position()).as_bytes()).at;
        let LinePlayer { program, running: Some(running), .. } = self else { return Err(self.gone()) };
        let fault = loop {
            let since = running.counts_from(at);
            let (patience, impatience) = program.patience(asked.budget, since.saturating_duration_since(at));
            let left = patience.saturating_sub(at.elapsed());
            match running.channel.hear(LONGEST, left.min(LOOK), asked.stop, &mut Deaf) {
                Heard::Message { bytes, at: heard } => {
                    let said = plain(String::from_utf8_lossy(&bytes).trim_end());
                    if running.is_ready(&said, heard) {
                        continue;
                    }
                    let has_started = running.answered || running.ready.is_some();
                    running.answered = true;
                    // An answer that arrived before its question took no time.
                    let early = has_started.then_some(Duration::ZERO);
                    return Ok((said, heard.checked_duration_since(since).or(early)));
                }
                _ if asked.stop.load(Ordering::Relaxed) => break Fault::stopped(),
                Heard::Nothing | Heard::Silence if left > LOOK => {}
                Heard::Nothing | Heard::Silence => break impatience,
                Heard::Closed => return Err(self.gone()),
                // The rest is for confined programs: others have no limits, and their lines are cut.
                Heard::Failed(fault) => break fault,
                Heard::TooLong => {
                    let detail = format!("answered with a line of more than {LONGEST} bytes");
                    break Fault::new(FaultKind::Garbled, detail);
                }
                Heard::TooMuch => {
                    let detail = format!("wrote more than {} MB to standard error", MOST_OUTPUT >> 20);
                    break Fault::new(FaultKind::Forbidden, detail);
                }
            }
        };
        self.running = None;
        Err(fault)
    }

    /// The fault of a program that has closed its output.
    fn gone(&mut self) -> Fault {
        let Some(mut running) = self.running.take() else {
            return Fault::not_here("it has gone already");
        };
        let ended = running.channel.end(FAREWELL, &mut Deaf);
        let lines = running.channel.last_lines();
        let last_words: Vec<String> = lines.iter().map(|line| line.trim_end().to_owned()).collect();
        let how = match ended {
            // What the shell says of a program that is not there, or is none.
            Ended::Code(code @ (126 | 127)) if !running.answered => {
                let why = last_words.last().cloned();
                return not_started(why.unwrap_or_else(|| format!("exit status: {code}")));
            }
            Ended::Code(code) => format!("ended with exit status {code}"),
            Ended::Signal(number) => {
                let name = Signal::try_from(number).map_or("unknown", Signal::as_str);
                format!("was ended by a signal: {number} ({name})")
            }
            Ended::Killed => "closed its output and went on running".to_owned(),
        };
        let kind = match ended {
            Ended::Code(0) | Ended::Killed => FaultKind::Closed,
            Ended::Code(_) | Ended::Signal(_) => FaultKind::Crashed,
        };
        Fault::new(kind, format!("answered nothing: it {how}")).saying(last_words)
    }
}

impl<G: RegisteredDuel> Player<G> for LinePlayer {
    fn get_ready(&mut self, _game: &G, _seat: Seat) -> Result<(), Fault> {
        self.running().map(|_| ())
    }

    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        if let Some(answer) = asked.declined() {
            return Ok(answer);
        }
        let (said, time) = self.ask(asked)?;
        understand(asked.game, &said, time)
    }

    fn end(&mut self) {
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_limit_holds_and_starting_is_free() {
        let program = |timeout, move_time| LineProgram { command: "bot".to_owned(), timeout, move_time };
        let seconds = Duration::from_secs;
        let (time, none) = (Some(seconds(1)), Duration::ZERO);
        let clock = |left| Some(Budget { left: seconds(left), increment: seconds(9) });
        let usual = program(seconds(60), None);
        assert_eq!(usual.patience(None, START), (seconds(60), timeout(seconds(60))));
        assert_eq!(usual.patience(clock(5), none), (seconds(5), Fault::flag()));
        assert_eq!(usual.patience(clock(5), START), (seconds(5) + START, Fault::flag()));
        let timed = program(seconds(60), time);
        assert_eq!(timed.patience(None, none), (seconds(1) + GRACE, late(seconds(1))));
        assert_eq!(timed.patience(None, START).0, seconds(1) + GRACE + START);
        let own = program(seconds(7), None);
        assert_eq!(own.patience(None, START), (seconds(7), timeout(seconds(7))));
        assert_eq!(own.patience(clock(3), none), (seconds(3), Fault::flag()));
    }
}
