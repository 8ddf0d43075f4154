//! The simplest bot: a program that reads one line a turn and answers one line, the move.

use crate::spec::BadPlayer;
use crate::{Answer, Fault, Player};
use joust_games::AnyDuel;
use joust_mad::Misunderstood;
use joust_search::engine::Budget;
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

    /// Reads `:COMMAND[,timeout=SECONDS]`. Commands have commas and colons of their own, so only
    /// that ending is an option.
    pub(crate) fn read(text: &str, rest: Option<&str>) -> Result<Line, BadPlayer> {
        let command = rest.and_then(|rest| rest.strip_prefix(':')).unwrap_or("");
        let (command, timeout) = match command.rsplit_once(",timeout=") {
            Some((command, seconds)) if !seconds.contains(char::is_whitespace) => {
                let limit = seconds.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= Line::LONGEST);
                let bad = || BadPlayer::Timeout { text: text.to_owned(), found: seconds.to_owned() };
                (command, Some(Duration::from_secs_f64(limit.ok_or_else(bad)?)))
            }
            _ => (command, None),
        };
        if command.trim().is_empty() {
            return Err(BadPlayer::NoCommand(text.to_owned()));
        }
        Ok(Line { command: command.trim().to_owned(), timeout, time: None })
    }

    /// The same with so much time for a move, if it has no limit of its own.
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

    /// How long an answer is waited for, and what it means if none has come by then.
    fn patience(&self, budget: Option<Budget>, is_first: bool) -> (Duration, Fault) {
        let start = if is_first { START } else { Duration::ZERO };
        let limit = self.timeout.unwrap_or(Line::USUAL);
        let mut waits = vec![(limit, Fault::Timeout { limit })];
        waits.extend(self.time.map(|limit| (limit + GRACE + start, Fault::Late { limit })));
        waits.extend(budget.map(|budget| (budget.left + start, Fault::Flag)));
        waits.into_iter().min_by_key(|(wait, _)| *wait).unwrap_or((limit, Fault::Timeout { limit }))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line:{}", self.command)?;
        self.timeout.map_or(Ok(()), |timeout| write!(f, ",timeout={}", timeout.as_secs_f64()))
    }
}

/// The line that asks for a move: the position text with all fields, and for the War Game the
/// values of the board and a tab before it.
fn question(position: &dyn AnyDuel) -> String {
    match position.as_any().downcast_ref::<joust_wargame::Position>() {
        Some(here) => format!("{}\t{}", here.board().text(), position.text()),
        None => position.text(),
    }
}

/// The move that an answer means, in canonical text.
fn judge(position: &dyn AnyDuel, said: &str) -> Result<String, Fault> {
    let why = match position.boxed().play(said) {
        Ok(mv) => return Ok(mv),
        Err(why) => why,
    };
    let said = said.to_owned();
    if is_a_move(position, &said) {
        Err(Fault::Illegal { said, why })
    } else {
        Err(Fault::Garbage { said, why })
    }
}

/// Whether a text that was refused has at least the form of a move.
fn is_a_move(position: &dyn AnyDuel, text: &str) -> bool {
    if let Some(here) = position.as_any().downcast_ref::<joust_wargame::Position>() {
        let name = text.trim().rsplit([' ', '-']).next().unwrap_or("");
        let square = name.bytes().next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && (2..=3).contains(&name.len())
            && name.bytes().skip(1).all(|digit| digit.is_ascii_digit());
        return square && here.understand(text).is_err_and(|why| why.clause != "WAR-6.1");
    }
    match position.as_any().downcast_ref::<joust_mad::Position>() {
        Some(here) => !matches!(here.understand(text), Err(Misunderstood::Unreadable(_))),
        None => true,
    }
}

/// A program in a game. It lives from its first move to the end of the game.
pub(crate) struct Program {
    line: Line,
    name: String,
    running: Option<Running>,
}

impl Program {
    pub(crate) fn new(line: Line) -> Program {
        let name = line.to_string();
        Program { line, name, running: None }
    }

    /// What a program has done that closed its output.
    fn gone(&mut self) -> Fault {
        let Some(mut running) = self.running.take() else {
            return Fault::NotHere("it has gone already");
        };
        let status = running.end_gently();
        let stderr = running.last_words();
        let answered = running.answered;
        match status {
            // What the shell says of a program that is not there, or is none.
            Some(status) if matches!(status.code(), Some(126 | 127)) && !answered => {
                Fault::Start(stderr.last().cloned().unwrap_or_else(|| status.to_string()))
            }
            Some(status) => Fault::Silent { how: ended(status), stderr },
            None => Fault::Silent { how: "closed its output and went on running".to_owned(), stderr },
        }
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        None => format!("was ended by a {status}"),
    }
}

impl Player for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose_unless(
        &mut self,
        position: &dyn AnyDuel,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let begin = Instant::now();
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                let started = Running::start(&self.line.command);
                none.insert(started.map_err(|why| Fault::Start(why.to_string()))?)
            }
        };
        // A program that does not listen any more is noticed by its silence.
        let _ = running.questions.send(question(position));
        let is_first = !running.answered;
        let (patience, impatience) = self.line.patience(budget, is_first);
        match running.wait(patience, stop) {
            Ok(said) => {
                let start = if is_first { START } else { Duration::ZERO };
                let time = begin.elapsed().saturating_sub(start);
                running.answered = true;
                Ok(Answer { mv: judge(position, &said)?, nodes: None, time })
            }
            Err(RecvTimeoutError::Timeout) => {
                self.running = None;
                Err(if stop.load(Ordering::Relaxed) { Fault::Stopped } else { impatience })
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }
}

/// The longest answer that is read; the rest of it is dropped.
const LONGEST: u64 = 1 << 10;
/// Lines of standard error that are kept for a report.
const LAST_WORDS: usize = 4;
/// What a program gets to end by itself after it has closed its output.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often somebody who waits for a program looks whether that is still wanted.
const LOOK_UP: Duration = Duration::from_millis(20);
/// What a program gets beyond the time for a move: it plans to use all of it, and its line has
/// to travel.
const GRACE: Duration = Duration::from_millis(100);
/// What a program gets before its first answer, on top of everything: an interpreter has to start.
const START: Duration = Duration::from_secs(2);

/// A program that was started, with the threads that talk to it: no program can block the game by
/// what it does not read, and none can flood it.
struct Running {
    child: Child,
    over: bool,
    /// Whether it has ever said anything.
    answered: bool,
    questions: Sender<String>,
    answers: Receiver<String>,
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
        let mut child = groups::spawn(&mut shell)?;

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
                if to_answer.send(line).is_err() {
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
        Ok(Running { child, over: false, answered: false, questions, answers, stderr: kept, listener })
    }

    /// Waits for an answer for so long, or until `stop` is set.
    fn wait(&self, patience: Duration, stop: &AtomicBool) -> Result<String, RecvTimeoutError> {
        let begin = Instant::now();
        loop {
            let left = patience.saturating_sub(begin.elapsed());
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
        // All that it wrote is in the pipe. Somebody who has left the group may hold the other end.
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

/// Ends all programs that run now. For whoever is about to end without ending their games.
pub fn end_all() {
    groups::end_all();
}

/// From now on a signal that ends Joust ends the programs, too: they are in groups of their own
/// and would not notice.
#[cfg(unix)]
pub fn end_with_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end_all();
            // As the shell would have it.
            std::process::exit(128 + signal);
        }
    });
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

    /// The groups that run now, and whoever ends them when Joust cannot.
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
        let line = |text: &str| Line::read(text, Some(text)).unwrap();
        let seconds = Duration::from_secs;
        let time = Some(seconds(1));
        let clock = |left| Some(Budget { left: seconds(left), increment: seconds(9) });
        let usual = line(":bot");
        assert_eq!(usual.patience(None, true), (seconds(60), Fault::Timeout { limit: seconds(60) }));
        assert_eq!(usual.patience(clock(5), false), (seconds(5), Fault::Flag));
        assert_eq!(usual.patience(clock(5), true), (seconds(5) + START, Fault::Flag));
        let timed = usual.or_within(time);
        assert_eq!(timed.patience(None, false), (seconds(1) + GRACE, Fault::Late { limit: seconds(1) }));
        assert_eq!(timed.patience(None, true).0, seconds(1) + GRACE + START);
        let own = line(":bot,timeout=7").or_within(time);
        assert_eq!(own.patience(None, true), (seconds(7), Fault::Timeout { limit: seconds(7) }));
        assert_eq!(own.patience(clock(3), false), (seconds(3), Fault::Flag));
    }
}
