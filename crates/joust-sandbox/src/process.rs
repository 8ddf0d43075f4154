//! A process as a channel: pipes or a socket for its messages, and its outputs.

use crate::bot_launch::Started;
pub(crate) use crate::channel::MOST_OUTPUT;
use crate::channel::{Channel, Ears, Ended, Heard, Sent};
use crate::launch::Launch;
use crate::running::{self, Guarded};
use crate::tail::Tail;
use crate::watch::{Excess, Watch};
use arrayvec::ArrayVec;
use joust_core::{Fault, FaultKind};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::time::clock_getcpuclockid;
use nix::unistd::Pid;
use rustix::io::ioctl_fionbio;
use rustix::net::{Shutdown, shutdown};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The capacity of a pipe in bytes.
const PIPE: usize = 1 << 16;

/// Where a message ends in the bytes of a process.
#[derive(Clone, Copy)]
enum Framing {
    /// Four bytes before a message say its length.
    Length,
    /// A message is a line, of which the beginning is kept.
    Lines,
    /// A message is a line, and a line that is too long is an error.
    WholeLines,
}

/// A process. It is ended when this is dropped.
pub(crate) struct Process {
    child: Child,
    framing: Framing,
    /// Takes messages, until the process is told to end. It may be one socket with `from`.
    to: Option<Arc<File>>,
    from: Arc<File>,
    /// Whether `from` has more to read, now or later.
    is_open: bool,
    /// Received bytes of the next message, and perhaps of later ones.
    arrived: Vec<u8>,
    /// When the last byte arrived.
    read_at: Instant,
    /// Bytes that are still to be sent.
    outgoing: Vec<u8>,
    out: Option<File>,
    err: Option<File>,
    /// A buffer for reading, allocated once: clearing it for each read would dominate the cost.
    room: Box<[u8]>,
    written: usize,
    /// The most bytes that it may write to its outputs.
    most: usize,
    last: Arc<Mutex<Tail>>,
    /// Breaks off when the thread that reads standard error has read all of it, if there is one.
    all_read: Option<Receiver<()>>,
    ended: Option<ExitStatus>,
    /// The watch over a bot.
    watch: Option<Watch>,
}

/// Waits for a line before it becomes the command. The line comes when the guard knows the process: if this process
/// is killed before that, the input of the shell ends instead, and the command is not run.
const GATE: &str = r#"read -r _ && exec sh -c "$1""#;

impl Process {
    /// Starts a program whose standard input is a socket for messages both ways. It may write this many
    /// bytes to its outputs.
    pub(crate) fn launch(launch: &Launch<'_>, most: usize) -> io::Result<Process> {
        let (line, other) = UnixStream::pair()?;
        launch.hand_over(&line)?;
        let mut command = launch.command();
        command.stdin(Stdio::from(OwnedFd::from(other)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // The kernel ends the launcher and what it becomes when this process dies.
        let mut child = running::spawn(&mut command, Guarded::ByKernel)?;
        let line = Arc::new(File::from(OwnedFd::from(line)));
        let outputs = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
        let outputs = outputs.map(|output| output.map(File::from));
        Process::new(child, Framing::Length, [Arc::clone(&line), line], outputs, most, Tail::of_outputs())
    }

    /// Starts a command of the shell: messages are lines, to its standard input and from its standard
    /// output. What it writes to standard error has no limit; a thread reads it at all times, so that a
    /// program may write while it is not asked.
    pub(crate) fn shell(command: &str) -> io::Result<Process> {
        let mut shell = Command::new("sh");
        shell.args(["-c", GATE, "sh", command]);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that its children can be ended with it.
        shell.process_group(0);
        let mut child = running::spawn(&mut shell, Guarded::ByShell)?;
        let ends = (child.stdin.take(), child.stdout.take());
        let (Some(mut to), Some(from)) = ends else { return Err(io::ErrorKind::BrokenPipe.into()) };
        // A shell that has ended meanwhile is noticed when its answer is missing.
        let _ = to.write_all(b"\n");
        let ends = [OwnedFd::from(to), OwnedFd::from(from)].map(|end| Arc::new(File::from(end)));
        let outputs = [None, child.stderr.take().map(|err| File::from(OwnedFd::from(err)))];
        let mut process = Process::new(child, Framing::Lines, ends, outputs, usize::MAX, Tail::of_errors())?;
        process.read_errors_aside()?;
        Ok(process)
    }

    /// A bot that was started: messages are lines, to its standard input and from its standard output. It may
    /// write this many bytes to standard error.
    pub(crate) fn bot(started: Started, most: usize) -> io::Result<Process> {
        let Started { child, stdin, stdout, stderr, watch } = started;
        let ends = [stdin, stdout].map(Arc::new);
        let tail = Tail::of_errors();
        let mut process = Process::new(child, Framing::WholeLines, ends, [None, Some(stderr)], most, tail)?;
        process.watch = Some(watch);
        Ok(process)
    }

    fn new(
        child: Child,
        framing: Framing,
        [to, from]: [Arc<File>; 2],
        [out, err]: [Option<File>; 2],
        most: usize,
        last: Tail,
    ) -> io::Result<Process> {
        // The game never blocks on a process that does not read, or that writes half a message.
        ioctl_fionbio(&to, true)?;
        ioctl_fionbio(&from, true)?;
        Ok(Process {
            child,
            framing,
            to: Some(to),
            from,
            is_open: true,
            arrived: Vec::new(),
            read_at: Instant::now(),
            outgoing: Vec::new(),
            out,
            err,
            room: vec![0; 1 << 14].into_boxed_slice(),
            written: 0,
            most,
            last: Arc::new(Mutex::new(last)),
            all_read: None,
            ended: None,
            watch: None,
        })
    }

    /// Hands standard error to a thread that keeps its last lines. The thread ends when no process has
    /// standard error open any more, which a process that has left the group may do late.
    fn read_errors_aside(&mut self) -> io::Result<()> {
        let Some(mut err) = self.err.take() else { return Ok(()) };
        let (until_read, all_read) = channel();
        let last = Arc::clone(&self.last);
        thread::Builder::new().name("stderr".to_owned()).spawn(move || {
            let _until_read = until_read;
            let mut room = vec![0; 1 << 14];
            loop {
                match err.read(&mut room) {
                    Ok(count) if count > 0 => {
                        last.lock().unwrap_or_else(PoisonError::into_inner).add(&room[..count]);
                    }
                    Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                    _ => return,
                }
            }
        })?;
        self.all_read = Some(all_read);
        Ok(())
    }

    /// Takes a whole message from what has arrived.
    fn message(&mut self, longest: usize) -> Result<Option<Vec<u8>>, TooLong> {
        match self.framing {
            Framing::Length => {
                let Some(length) = self.arrived.first_chunk::<4>() else { return Ok(None) };
                let length = u32::from_le_bytes(*length) as usize;
                if length > longest {
                    return Err(TooLong);
                }
                if self.arrived.len() < 4 + length {
                    return Ok(None);
                }
                let mut message = self.take(4 + length);
                message.drain(..4);
                Ok(Some(message))
            }
            Framing::Lines | Framing::WholeLines => {
                let end = self.arrived.iter().position(|byte| *byte == b'\n');
                let is_whole = matches!(self.framing, Framing::WholeLines);
                if is_whole && end.unwrap_or(self.arrived.len()) > longest {
                    return Err(TooLong);
                }
                let mut message = match end {
                    Some(end) => {
                        let mut line = self.take(end + 1);
                        line.pop();
                        line
                    }
                    // The last line may lack its end.
                    None if !self.is_open && !self.arrived.is_empty() => self.take(self.arrived.len()),
                    None => {
                        // The rest of the line is dropped.
                        self.arrived.truncate(longest);
                        return Ok(None);
                    }
                };
                message.truncate(longest);
                Ok(Some(message))
            }
        }
    }

    /// Takes the first bytes of those that have arrived.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let rest = self.arrived.split_off(count);
        std::mem::replace(&mut self.arrived, rest)
    }

    /// Waits until bytes can be read, waiting bytes can be sent, or the time is over.
    fn wait(&self, left: Duration) -> Ready {
        let mut fds = ArrayVec::<PollFd<'_>, 4>::new();
        let mut watch = |fd| {
            fds.push(fd);
            fds.len() - 1
        };
        let from = self.is_open.then(|| watch(PollFd::new(self.from.as_fd(), PollFlags::POLLIN)));
        let out = self.out.as_ref().map(|out| watch(PollFd::new(out.as_fd(), PollFlags::POLLIN)));
        let err = self.err.as_ref().map(|err| watch(PollFd::new(err.as_fd(), PollFlags::POLLIN)));
        if let Some(to) = self.to.as_ref().filter(|_| !self.outgoing.is_empty()) {
            watch(PollFd::new(to.as_fd(), PollFlags::POLLOUT));
        }
        let timeout = PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX);
        // An interrupted wait is a short one.
        if poll(&mut fds, timeout).is_err() {
            return Ready::default();
        }
        let ready = |index: Option<usize>| index.is_some_and(|index| fds[index].any().unwrap_or(false));
        Ready { from: ready(from), out: ready(out), err: ready(err) }
    }

    /// Reads the bytes of messages that have arrived.
    fn read(&mut self) {
        match (&*self.from).read(&mut self.room) {
            Ok(count) if count > 0 => {
                self.arrived.extend_from_slice(&self.room[..count]);
                self.read_at = Instant::now();
            }
            Err(why) if matches!(why.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            _ => self.is_open = false,
        }
    }

    /// Reads what is left of a process that has ended.
    fn read_the_rest(&mut self) {
        let mut before = usize::MAX;
        while self.is_open && self.arrived.len() != before && self.arrived.len() <= PIPE {
            before = self.arrived.len();
            self.read();
        }
        self.is_open = false;
    }

    /// Writes as much as the process takes now. A process that no longer reads is noticed because it does
    /// not answer.
    fn write(&mut self) {
        let Some(to) = &self.to else { return self.outgoing.clear() };
        match (&**to).write(&self.outgoing) {
            Ok(count) => drop(self.outgoing.drain(..count)),
            Err(why) if matches!(why.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Err(_) => self.outgoing.clear(),
        }
    }

    fn read_outputs(&mut self, ready: &Ready, ears: &mut dyn Ears) {
        for is_err in [true, false] {
            let read = match (is_err, &mut self.err, &mut self.out) {
                (true, Some(err), _) if ready.err => err.read(&mut self.room),
                (false, _, Some(out)) if ready.out => out.read(&mut self.room),
                _ => continue,
            };
            match read {
                Ok(count) if count > 0 => {
                    let bytes = &self.room[..count];
                    self.written = self.written.saturating_add(count);
                    self.last.lock().unwrap_or_else(PoisonError::into_inner).add(bytes);
                    if is_err { ears.cerr(bytes) } else { ears.cout(bytes) }
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                _ if is_err => self.err = None,
                _ => self.out = None,
            }
        }
    }

    /// Passes on the output written so far; bounded, because a process may write without end.
    fn drain(&mut self, ears: &mut dyn Ears) {
        let enough = self.written.saturating_add(2 * PIPE);
        while self.written <= self.most.min(enough) {
            let ready = self.wait(Duration::ZERO);
            if !ready.out && !ready.err {
                return;
            }
            self.read_outputs(&ready, ears);
        }
    }

    /// The fault of a bot that was ended because it had taken too much.
    fn excess(&self) -> Option<Fault> {
        Some(match self.watch.as_ref()?.excess()? {
            Excess::Memory(limit) => {
                let detail = format!("used more than its limit of {} MB of memory", limit >> 20);
                Fault::new(FaultKind::OutOfMemory, detail)
            }
            Excess::Tasks(limit) => {
                let detail = format!("had more than {limit} threads and processes");
                Fault::new(FaultKind::Forbidden, detail)
            }
        })
    }

    /// Whether it has ended by itself; passes its output on.
    pub(crate) fn has_ended(&mut self, ears: &mut dyn Ears) -> bool {
        if self.ended.is_none() {
            self.ended = running::try_wait(&mut self.child);
            self.drain(ears);
        }
        self.ended.is_some()
    }
}

/// A message is longer than it may be.
struct TooLong;

impl Channel for Process {
    /// What the process does not take now follows while it is waited for.
    fn send(&mut self, message: &[u8]) -> Sent {
        // A process that writes without being asked fills its own pipe, not our memory.
        if self.arrived.len() < self.room.len() {
            self.read();
        }
        let unread = !self.outgoing.is_empty();
        let header = match self.framing {
            Framing::Length => {
                self.outgoing.extend_from_slice(&(message.len() as u32).to_le_bytes());
                self.outgoing.extend_from_slice(message);
                4
            }
            Framing::Lines | Framing::WholeLines => {
                self.outgoing.extend_from_slice(message);
                self.outgoing.push(b'\n');
                0
            }
        };
        let sent = Sent { at: Instant::now(), waiting: self.arrived.get(header).copied(), unread };
        self.write();
        sent
    }

    fn hear(&mut self, longest: usize, limit: Duration, _: &AtomicBool, ears: &mut dyn Ears) -> Heard {
        let until = Instant::now() + limit;
        let mut is_over = false;
        // Whether all output that was written before the message has been read.
        let mut is_drained = false;
        loop {
            if self.written > self.most {
                return Heard::TooMuch;
            }
            match self.message(longest) {
                // What it has written before its line was read before its line.
                Ok(Some(bytes)) if matches!(self.framing, Framing::WholeLines) => {
                    return Heard::Message { bytes, at: self.read_at };
                }
                Ok(Some(bytes)) => {
                    if !is_drained {
                        self.drain(ears);
                    }
                    let too_much = self.written > self.most;
                    return if too_much {
                        Heard::TooMuch
                    } else {
                        Heard::Message { bytes, at: self.read_at }
                    };
                }
                Ok(None) if !self.is_open => {
                    self.drain(ears);
                    return self.excess().map_or(Heard::Closed, Heard::Failed);
                }
                // A child of a bot may hold its output open, though the bot itself has ended.
                Ok(None) if is_over && self.watch.is_some() && self.has_ended(ears) => {
                    self.read_the_rest();
                    continue;
                }
                Ok(None) if is_over => return Heard::Nothing,
                Ok(None) => {}
                Err(TooLong) => return Heard::TooLong,
            }
            let left = until.saturating_duration_since(Instant::now());
            // Bytes that have arrived by now are read, even if the game looks late.
            is_over = left.is_zero();
            let ready = self.wait(left);
            // The kernel looks at the files in the order of `wait`: at the messages first.
            is_drained = ready.from && !ready.out && !ready.err;
            self.read_outputs(&ready, ears);
            if !self.outgoing.is_empty() {
                self.write();
            }
            if ready.from {
                self.read();
            }
        }
    }

    fn charge(&mut self, bytes: usize) {
        self.written = self.written.saturating_add(bytes);
    }

    fn cpu(&self) -> Option<Duration> {
        if let Some(watch) = &self.watch {
            return watch.cpu();
        }
        let clock = clock_getcpuclockid(Pid::from_raw(self.child.id() as i32)).ok()?;
        Some(clock.now().ok()?.into())
    }

    fn memory(&self) -> Option<u64> {
        self.watch.as_ref().and_then(Watch::memory)
    }

    fn output(&self) -> Option<u64> {
        Some(self.written as u64)
    }

    fn interrupt(&mut self) {
        running::interrupt(&self.child);
    }

    fn end(&mut self, grace: Duration, ears: &mut dyn Ears) -> Ended {
        if self.ended.is_none() {
            match (self.framing, &self.to) {
                (Framing::Length, Some(to)) => drop(shutdown(to, Shutdown::Write)),
                // What it has not read by now it does not miss.
                (Framing::WholeLines, _) => self.to = None,
                _ => {}
            }
            let until = Instant::now() + grace;
            let mut pause = Duration::from_micros(50);
            while !self.has_ended(ears) && self.written <= self.most && Instant::now() < until {
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(5));
            }
            self.drain(ears);
        }
        let ended = self.ended;
        self.kill();
        if let Some(all_read) = &self.all_read {
            // Its last words are on their way.
            let _ = all_read.recv_timeout(grace);
        }
        match ended.map(|status| (status.code(), status.signal())) {
            Some((Some(code), _)) => Ended::Code(code),
            Some((None, Some(signal))) => Ended::Signal(signal),
            _ => Ended::Killed,
        }
    }

    fn kill(&mut self) {
        self.watch.iter().for_each(Watch::kill);
        running::end(&mut self.child);
        if self.ended.is_none() {
            self.ended = self.child.wait().ok();
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).lines()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The files that can be read.
#[derive(Default)]
struct Ready {
    from: bool,
    out: bool,
    err: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_no_guard_knows_is_not_run() {
        let answer = |input: &[u8]| {
            let mut shell = Command::new("sh");
            shell.args(["-c", GATE, "sh", "echo $0; cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = shell.spawn().unwrap();
            child.stdin.take().unwrap().write_all(input).unwrap();
            child.wait_with_output().unwrap().stdout
        };
        assert_eq!(answer(b""), b"");
        assert_eq!(answer(b"\n"), b"sh\n");
        // The shell takes the first line and nothing else.
        assert_eq!(answer(b"\nfirst\nsecond\n"), b"sh\nfirst\nsecond\n");
    }
}
