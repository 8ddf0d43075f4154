//! The simplest bot: a program that reads one line a turn and answers one line, the move.

use crate::words::Words;
use crate::{BadPlayer, Home};
use joust_core::{Answer, Asked, Budget, Duel, Fault, FaultKind, Player, Seat};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A program and how long it may think.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// For the shell.
    command: String,
    /// What it was given by name.
    timeout: Option<Duration>,
    /// What all players have for a move in the match that it plays.
    time: Option<Duration>,
}

impl Line {
    /// What a move may take unless it is said otherwise.
    const USUAL: Duration = Duration::from_mins(1);
    /// A day: longer means never.
    const LONGEST: f64 = 86_400.0;

    /// Reads `:COMMAND[,timeout=SECONDS]`.
    pub(crate) fn read(words: &Words) -> Result<Line, BadPlayer> {
        let (command, seconds) = words.whole_argument("timeout");
        let timeout = |seconds: &str| {
            let limit = seconds.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= Line::LONGEST);
            let bad = || BadPlayer::Timeout { text: words.text.to_owned(), found: seconds.to_owned() };
            limit.map(Duration::from_secs_f64).ok_or_else(bad)
        };
        let timeout = seconds.map(timeout).transpose()?;
        if command.trim().is_empty() {
            return Err(BadPlayer::NoCommand(words.text.to_owned()));
        }
        Ok(Line { command: command.trim().to_owned(), timeout, time: None })
    }

    /// This program with the time that a match gives for a move, unless it has a limit of its own.
    #[must_use]
    pub fn or_within(mut self, time: Option<Duration>) -> Line {
        if self.timeout.is_none() {
            self.time = time;
        }
        self
    }

    /// Whether it plays by the time that a match has for a move.
    pub fn is_timed(&self) -> bool {
        self.time.is_some()
    }

    /// How long after the question an answer is waited for, and what it means if none has come by then.
    /// Of that time, `start` is not the program's own.
    fn patience(&self, budget: Option<Budget>, start: Duration) -> (Duration, Fault) {
        let limit = self.timeout.unwrap_or(Line::USUAL);
        let own = (limit, timeout(limit));
        let timed = self.time.map(|limit| (limit + GRACE + start, late(limit)));
        let clock = budget.map(|budget| (budget.left + start, Fault::flag()));
        let others = timed.into_iter().chain(clock);
        others.fold(own, |least, other| if other.0 < least.0 { other } else { least })
    }
}

/// It thought for longer than its own limit.
fn timeout(limit: Duration) -> Fault {
    let seconds = limit.as_secs_f64();
    let detail = format!("answered nothing within {seconds} s: give it longer with ,timeout=SECONDS");
    Fault::new(FaultKind::Timeout, detail)
}

/// It took longer than a move may take in the match.
fn late(limit: Duration) -> Fault {
    let millis = limit.as_secs_f64() * 1000.0;
    Fault::new(FaultKind::Late, format!("took longer than the {millis} ms that a move may take"))
}

/// It is not there, or may not be run.
fn not_started(why: impl fmt::Display) -> Fault {
    Fault::new(FaultKind::Start, format!("could not be started: {why}"))
}

/// It said something that is not a move.
fn garbage(said: &str, why: impl fmt::Display) -> Fault {
    Fault::new(FaultKind::Garbage, format!("answered `{said}`, which is not a move: {why}"))
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line:{}", self.command)?;
        self.timeout.map_or(Ok(()), |timeout| write!(f, ",timeout={}", timeout.as_secs_f64()))
    }
}

/// The line that asks for a move: the position text with all fields, and where squares have values
/// these and a tab before it.
fn question<G: Home>(position: &G::Position) -> String {
    match G::values(position) {
        Some(values) => format!("{values}\t{position}"),
        None => position.to_string(),
    }
}

/// What a line means: `MOVE [nodes=N] [value=V]`. The first word with `=` ends the move, and keys that
/// are not known are passed over.
fn understand<G: Home>(game: &G, said: &str, time: Option<Duration>) -> Result<Answer<G::Action>, Fault> {
    let words = said.split_inclusive(' ').take_while(|word| !word.contains('='));
    let (text, figures) = said.split_at(words.map(str::len).sum());
    let (text, position) = (text.trim_end(), game.position());
    let mv = position.read_move(text).map_err(|why| {
        if G::looks_like_a_move(position, text) { Fault::illegal(text, why) } else { garbage(said, why) }
    })?;
    let mut answer = Answer { action: game.action(mv), nodes: None, value: None, time };
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

/// A program in a game. It lives until the game is over.
pub(crate) struct Program {
    line: Line,
    running: Option<Running>,
}

impl Program {
    pub(crate) fn new(line: Line) -> Program {
        Program { line, running: None }
    }

    /// The program, which is started if it does not run.
    fn running(&mut self) -> Result<&mut Running, Fault> {
        match &mut self.running {
            Some(running) => Ok(running),
            none => Ok(none.insert(Running::start(&self.line.command).map_err(not_started)?)),
        }
    }

    /// The next answer, and the time that it took.
    fn hear(
        &mut self,
        asked: Instant,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<(String, Option<Duration>), Fault> {
        loop {
            let Program { line, running: Some(running) } = self else { return Err(self.gone()) };
            let since = running.counts_from(asked);
            let (patience, impatience) = line.patience(budget, since.saturating_duration_since(asked));
            match running.wait(asked, patience, stop) {
                Ok(heard) if running.is_ready(&heard) => {}
                Ok((said, at)) => {
                    let has_started = running.answered || running.ready.is_some();
                    running.answered = true;
                    // An answer that came before its question took no time.
                    let early = has_started.then_some(Duration::ZERO);
                    return Ok((said, at.checked_duration_since(since).or(early)));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.running = None;
                    return Err(if stop.load(Ordering::Relaxed) { Fault::stopped() } else { impatience });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// What a program has done that closed its output.
    fn gone(&mut self) -> Fault {
        let Some(mut running) = self.running.take() else {
            return Fault::not_here("it has gone already");
        };
        let status = running.end_gently();
        let last_words = running.last_words();
        let how = match status {
            // What the shell says of a program that is not there, or is none.
            Some(status) if matches!(status.code(), Some(126 | 127)) && !running.answered => {
                return not_started(last_words.last().cloned().unwrap_or_else(|| status.to_string()));
            }
            Some(status) => ended(status),
            None => "closed its output and went on running".to_owned(),
        };
        Fault::new(FaultKind::Silent, format!("answered nothing: it {how}")).saying(last_words)
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        None => format!("was ended by a {status}"),
    }
}

impl<G: Home> Player<G> for Program {
    fn get_ready(&mut self, _game: &G, _seat: Seat) -> Result<(), Fault> {
        self.running().map(|_| ())
    }

    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        if let Some(answer) = asked.declined() {
            return Ok(answer);
        }
        let running = self.running()?;
        let begin = Instant::now();
        // A program that does not listen any more is noticed by its silence.
        let _ = running.questions.send(question::<G>(asked.game.position()));
        let (said, time) = self.hear(begin, asked.budget, asked.stop)?;
        understand(asked.game, &said, time)
    }

    fn end(&mut self) {
        self.running = None;
    }
}

/// The longest answer that is read; the rest of it is dropped.
const LONGEST: u64 = 1 << 10;
/// Lines of standard error that are kept for a report.
const LAST_WORDS: usize = 4;
/// What a program gets to end by itself after it has closed its output.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often a thread that waits for a program looks at its stop sign.
const LOOK_UP: Duration = Duration::from_millis(20);
/// What a program gets beyond the time for a move: it plans to use all of it, and its line has
/// to travel.
const GRACE: Duration = Duration::from_millis(100);
/// What a program has to start, on top of everything: an interpreter takes its time. It is over as soon
/// as the program says that it is ready.
const START: Duration = Duration::from_secs(2);
/// The line by which a program says so.
const READY: &str = "ready";

/// A line of a program, and when it came.
type Heard = (String, Instant);

/// A program that was started, with the threads that talk to it: no program can block the game by
/// what it does not read, and none can flood it.
struct Running {
    child: Child,
    over: bool,
    started: Instant,
    /// When the program has said that it is ready, if it has.
    ready: Option<Instant>,
    /// Whether it has ever answered.
    answered: bool,
    questions: Sender<String>,
    answers: Receiver<Heard>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    /// Ends when the program closes its standard error.
    listener: thread::JoinHandle<()>,
}

impl Running {
    fn start(command: &str) -> io::Result<Running> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that its children can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let (mut child, started) = (groups::spawn(&mut shell)?, Instant::now());

        let (questions, to_ask) = channel::<String>();
        let (to_answer, answers) = sync_channel(16);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            for question in to_ask {
                if stdin.write_all(format!("{question}\n").as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            while let Some(line) = read_line(&mut stdout) {
                if to_answer.send((line, Instant::now())).is_err() {
                    return;
                }
            }
        });
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let keeping = Arc::clone(&kept);
        let listener = thread::spawn(move || {
            let Some(stderr) = stderr else { return };
            let mut stderr = BufReader::new(stderr);
            while let Some(line) = read_line(&mut stderr) {
                let mut kept = keeping.lock().unwrap_or_else(PoisonError::into_inner);
                if !line.trim().is_empty() {
                    kept.push_back(line);
                }
                if kept.len() > LAST_WORDS {
                    kept.pop_front();
                }
            }
        });
        let (over, ready, answered, stderr) = (false, None, false, kept);
        Ok(Running { child, over, started, ready, answered, questions, answers, stderr, listener })
    }

    /// Since when the time of an answer counts: since the question, but not before the program has started.
    /// That is when it says so, and at the latest [`START`] after its beginning.
    fn counts_from(&self, asked: Instant) -> Instant {
        let latest = self.started + START;
        let begin = if self.answered { asked } else { self.ready.map_or(latest, |ready| ready.min(latest)) };
        asked.max(begin)
    }

    /// Whether a line says that the program is ready; nothing else can come before its first answer.
    fn is_ready(&mut self, (said, at): &Heard) -> bool {
        let is_ready = self.ready.is_none() && !self.answered && said.trim() == READY;
        if is_ready {
            self.ready = Some(*at);
        }
        is_ready
    }

    /// Waits for a line until `patience` after the question, or until `stop` is set.
    fn wait(&self, asked: Instant, patience: Duration, stop: &AtomicBool) -> Result<Heard, RecvTimeoutError> {
        loop {
            let left = patience.saturating_sub(asked.elapsed());
            match self.answers.recv_timeout(left.min(LOOK_UP)) {
                Err(RecvTimeoutError::Timeout) if left > LOOK_UP && !stop.load(Ordering::Relaxed) => {}
                other => return other,
            }
        }
    }

    /// Waits a moment for the program to end by itself, and ends what is left of it.
    fn end_gently(&mut self) -> Option<ExitStatus> {
        let patience = Instant::now();
        let mut status = None;
        while status.is_none() && patience.elapsed() < FAREWELL {
            status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.end();
        // All that it wrote is in the pipe. A process that has left the group may hold the other end.
        let patience = Instant::now();
        while !self.listener.is_finished() && patience.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(2));
        }
        status
    }

    fn end(&mut self) {
        if !std::mem::replace(&mut self.over, true) {
            groups::end(&mut self.child);
        }
    }

    fn last_words(&self) -> Vec<String> {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// The next line as text without control characters, whatever bytes it consists of.
fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    if from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()? == 0 {
        return None;
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        from.skip_until(b'\n').ok()?;
    }
    let text = String::from_utf8_lossy(&bytes);
    let plain = text.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c });
    Some(plain.collect())
}

/// Ends all programs that run now, for a caller that is about to exit in the middle of games.
pub fn end_all() {
    groups::end_all();
}

/// Programs with all their children.
#[cfg(unix)]
mod groups {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::collections::BTreeSet;
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::sync::{Mutex, PoisonError};

    /// The groups that run now, and the guard that ends them when Joust cannot.
    static RUNNING: Mutex<Groups> = Mutex::new(Groups { ids: BTreeSet::new(), guard: Guard::Absent });

    struct Groups {
        ids: BTreeSet<u32>,
        guard: Guard,
    }

    impl Groups {
        fn insert(&mut self, id: u32) {
            self.ids.insert(id);
            if matches!(self.guard, Guard::Absent) {
                self.guard = Guard::start();
            }
            self.guard.tell('+', id);
        }

        fn remove(&mut self, id: u32) -> bool {
            self.guard.tell('-', id);
            self.ids.remove(&id)
        }
    }

    /// A shell that hears of every group, and ends those that are left when Joust has gone, however
    /// that came about: not even a killed program keeps the other end of a pipe open.
    enum Guard {
        Absent,
        Here(ChildStdin),
        /// It could not be started. Games can be played all the same.
        Impossible,
    }

    const GUARD: &str = r#"
        trap '' HUP INT TERM
        while read -r sign group; do
            rest=
            for one in $all; do [ "$one" = "$group" ] || rest="$rest $one"; done
            [ "$sign" = + ] && rest="$rest $group"
            all=$rest
        done
        for one in $all; do kill -s KILL -- "-$one"; done
    "#;

    impl Guard {
        fn start() -> Guard {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(GUARD).env_remove("all");
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // In a group of its own, so that what ends Joust does not end it.
            let started = shell.process_group(0).spawn();
            started.ok().and_then(|shell| shell.stdin).map_or(Guard::Impossible, Guard::Here)
        }

        fn tell(&mut self, sign: char, id: u32) {
            if let Guard::Here(shell) = self {
                // Without it everything goes on.
                let _ = shell.write_all(format!("{sign} {id}\n").as_bytes());
            }
        }
    }

    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Child> {
        // Under the lock, so that no program is started behind the back of `end_all`.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(child)
    }

    pub(crate) fn end(child: &mut Child) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if running.remove(child.id()) {
            kill(child.id());
        }
        drop(running);
        let _ = child.wait();
    }

    pub(crate) fn end_all() {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(group) = running.ids.pop_first() {
            kill(group);
        }
        // The lock is never given back: nothing may start any more.
        std::mem::forget(running);
    }

    fn kill(group: u32) {
        if let Ok(group) = i32::try_from(group) {
            // A group that has ended is what was wanted.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

#[cfg(not(unix))]
mod groups {
    use std::process::{Child, Command};

    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Child> {
        command.spawn()
    }

    pub(crate) fn end(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }

    pub(crate) fn end_all() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_limit_holds_and_starting_is_free() {
        let line = |text: &str| Line::read(&Words::new(text)).unwrap();
        let seconds = Duration::from_secs;
        let (time, none) = (Some(seconds(1)), Duration::ZERO);
        let clock = |left| Some(Budget { left: seconds(left), increment: seconds(9) });
        let usual = line("line:bot");
        assert_eq!(usual.patience(None, START), (seconds(60), timeout(seconds(60))));
        assert_eq!(usual.patience(clock(5), none), (seconds(5), Fault::flag()));
        assert_eq!(usual.patience(clock(5), START), (seconds(5) + START, Fault::flag()));
        let timed = usual.or_within(time);
        assert_eq!(timed.patience(None, none), (seconds(1) + GRACE, late(seconds(1))));
        assert_eq!(timed.patience(None, START).0, seconds(1) + GRACE + START);
        let own = line("line:bot,timeout=7").or_within(time);
        assert_eq!(own.patience(None, START), (seconds(7), timeout(seconds(7))));
        assert_eq!(own.patience(clock(3), none), (seconds(3), Fault::flag()));
    }
}
