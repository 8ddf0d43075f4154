//! A process at the other end of a line, with its two outputs.

use crate::death::plain;
use crate::launch::Launch;
use crate::running;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::time::clock_getcpuclockid;
use nix::unistd::Pid;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, ChildStdout, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The most that a process may write to its outputs in its life, in bytes. A player that prints the
/// whole board in every round needs 2 MB.
pub(crate) const MOST_OUTPUT: usize = 64 << 20;
/// Lines of output that are kept to be told at its end, and their length.
const LAST_LINES: usize = 5;
const LONGEST_LINE: usize = 200;
/// How long a process gets to end after it has said so, or was told so.
const GRACE: Duration = Duration::from_secs(2);

/// The letter of the message with which a player ends.
const END: u8 = b'D';

/// What the outputs are for.
pub(crate) trait Ears {
    /// Hears standard output.
    fn cout(&mut self, bytes: &[u8]);
    /// Hears standard error.
    fn cerr(&mut self, bytes: &[u8]);
}

/// What came of waiting.
pub(crate) enum Heard {
    /// A whole message.
    Message(Vec<u8>),
    /// The line is closed.
    Closed,
    /// Nothing for this long.
    Nothing,
    /// It answered before it was asked.
    Early,
    /// It wrote too much, or announces a message that is too long.
    TooMuch,
}

/// A process. It is ended when this is dropped.
pub(crate) struct Process {
    child: Child,
    line: UnixStream,
    /// What has arrived of the next message.
    arrived: Vec<u8>,
    /// What is still to be sent.
    outgoing: Vec<u8>,
    /// Whether something had arrived when the last message was sent that nobody had asked for.
    early: bool,
    out: Option<ChildStdout>,
    err: Option<ChildStderr>,
    /// Room for reading, made once: to clear it for each read would cost more than all the rest.
    room: Box<[u8]>,
    written: usize,
    /// How much it may write.
    most: usize,
    last: Tail,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts a program whose standard input is the line, and which may write this many bytes.
    pub(crate) fn start(launch: &Launch<'_>, most: usize) -> io::Result<Process> {
        let (line, other) = UnixStream::pair()?;
        launch.hand_over(&line)?;
        let mut command = launch.command();
        command.stdin(Stdio::from(OwnedFd::from(other)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // The game never waits for a process that does not read, or writes half a message.
        line.set_nonblocking(true)?;
        let mut child = running::spawn(&mut command)?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        Ok(Process {
            child,
            line,
            arrived: Vec::new(),
            outgoing: Vec::new(),
            early: false,
            out,
            err,
            room: vec![0; 1 << 14].into_boxed_slice(),
            written: 0,
            most,
            last: Tail::default(),
            ended: None,
        })
    }

    /// Sends a message, as much of it as the line takes now; the rest follows while the process is
    /// waited for. A process that does not listen any more is noticed then, too.
    pub(crate) fn send(&mut self, message: &[u8]) {
        // An answer that is there already cannot be one to this question. Only the end of a player
        // may come unasked.
        let _ = self.read_line();
        self.early |= self.arrived.get(4).unwrap_or(&END) != &END || !self.outgoing.is_empty();
        self.outgoing.extend_from_slice(&(message.len() as u32).to_le_bytes());
        self.outgoing.extend_from_slice(message);
        self.write_line();
    }

    /// Waits for a message and passes on what is written meanwhile.
    pub(crate) fn hear(&mut self, longest: usize, limit: Option<Duration>, ears: &mut impl Ears) -> Heard {
        let until = limit.map(|limit| Instant::now() + limit);
        loop {
            if self.early {
                return Heard::Early;
            }
            if self.written > self.most {
                return Heard::TooMuch;
            }
            match self.message(longest) {
                Ok(Some(message)) => {
                    self.drain(ears);
                    return if self.written > self.most { Heard::TooMuch } else { Heard::Message(message) };
                }
                Ok(None) => {}
                Err(()) => return Heard::TooMuch,
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Heard::Nothing;
            }
            let ready = self.wait(left);
            self.read_outputs(&ready, ears);
            if !self.outgoing.is_empty() {
                self.write_line();
            }
            if ready.line && !self.read_line() {
                self.drain(ears);
                return Heard::Closed;
            }
        }
    }

    /// Takes a whole message from what has arrived.
    fn message(&mut self, longest: usize) -> Result<Option<Vec<u8>>, ()> {
        let Some(length) = self.arrived.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length > longest {
            return Err(());
        }
        if self.arrived.len() < 4 + length {
            return Ok(None);
        }
        let rest = self.arrived.split_off(4 + length);
        let mut message = std::mem::replace(&mut self.arrived, rest);
        message.drain(..4);
        Ok(Some(message))
    }

    /// Waits until something can be read, or the time is over.
    fn wait(&self, left: Option<Duration>) -> Ready {
        let mut line = PollFlags::POLLIN;
        line.set(PollFlags::POLLOUT, !self.outgoing.is_empty());
        let mut fds = vec![PollFd::new(self.line.as_fd(), line)];
        fds.extend(self.out.as_ref().map(|out| PollFd::new(out.as_fd(), PollFlags::POLLIN)));
        fds.extend(self.err.as_ref().map(|err| PollFd::new(err.as_fd(), PollFlags::POLLIN)));
        let timeout = left.map_or(PollTimeout::NONE, |left| {
            PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX)
        });
        // An interrupt is like a wait that was too short.
        if poll(&mut fds, timeout).is_err() {
            return Ready::default();
        }
        let mut ready = fds.iter().map(|fd| fd.any().unwrap_or(false));
        let line = ready.next() == Some(true);
        let out = self.out.is_some() && ready.next() == Some(true);
        let err = self.err.is_some() && ready.next() == Some(true);
        Ready { line, out, err }
    }

    /// Reads what has arrived; false when the line is closed.
    fn read_line(&mut self) -> bool {
        match self.line.read(&mut self.room) {
            Ok(count) if count > 0 => {
                self.arrived.extend_from_slice(&self.room[..count]);
                true
            }
            Err(why) => matches!(why.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock),
            _ => false,
        }
    }

    /// Writes what the line takes. An error is for the one who reads next.
    fn write_line(&mut self) {
        match self.line.write(&self.outgoing) {
            Ok(count) => drop(self.outgoing.drain(..count)),
            Err(why) if matches!(why.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Err(_) => self.outgoing.clear(),
        }
    }

    fn read_outputs(&mut self, ready: &Ready, ears: &mut impl Ears) {
        for is_err in [true, false] {
            let read = match (is_err, &mut self.err, &mut self.out) {
                (true, Some(err), _) if ready.err => err.read(&mut self.room),
                (false, _, Some(out)) if ready.out => out.read(&mut self.room),
                _ => continue,
            };
            match read {
                Ok(count) if count > 0 => {
                    let bytes = &self.room[..count];
                    self.written += count;
                    self.last.add(bytes);
                    if is_err { ears.cerr(bytes) } else { ears.cout(bytes) }
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                _ if is_err => self.err = None,
                _ => self.out = None,
            }
        }
    }

    /// Passes on what was written until now.
    fn drain(&mut self, ears: &mut impl Ears) {
        while self.written <= self.most {
            let ready = self.wait(Some(Duration::ZERO));
            if !ready.out && !ready.err {
                return;
            }
            self.read_outputs(&ready, ears);
        }
    }

    /// Counts what it made the game keep as if it had written it.
    pub(crate) fn count(&mut self, bytes: usize) {
        self.written += bytes;
    }

    /// The processor time that it has used.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let clock = clock_getcpuclockid(Pid::from_raw(self.child.id() as i32)).ok()?;
        Some(clock.now().ok()?.into())
    }

    /// Lets it end by itself for a while, passes on its last words, and ends it. Nothing if it had
    /// to be ended.
    pub(crate) fn end(&mut self, ears: &mut impl Ears) -> Option<ExitStatus> {
        if self.ended.is_none() {
            let _ = self.line.shutdown(std::net::Shutdown::Write);
            let until = Instant::now() + GRACE;
            let mut pause = Duration::from_micros(50);
            while self.ended.is_none() && self.written <= self.most && Instant::now() < until {
                self.ended = running::try_wait(&mut self.child);
                if self.ended.is_none() {
                    self.drain(ears);
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(5));
                }
            }
            self.drain(ears);
        }
        let ended = self.ended;
        self.kill();
        ended
    }

    /// Looks whether it has ended by itself, and passes on what it has written.
    pub(crate) fn has_ended(&mut self, ears: &mut impl Ears) -> bool {
        if self.ended.is_none() {
            self.ended = running::try_wait(&mut self.child);
            self.drain(ears);
        }
        self.ended.is_some()
    }

    /// The last lines that it wrote.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.last.lines()
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        running::end(&mut self.child);
        if self.ended.is_none() {
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What can be read, or, of the line, written.
#[derive(Default)]
struct Ready {
    line: bool,
    out: bool,
    err: bool,
}

/// The end of what somebody writes.
#[derive(Default)]
struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// Whether the last line has not ended.
    open: bool,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        // Only the end of a long text can be among the last lines.
        let bytes = &bytes[bytes.len().saturating_sub(LAST_LINES * LONGEST_LINE * 4)..];
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !self.open {
                self.lines.push_back(Vec::new());
                if self.lines.len() > LAST_LINES {
                    self.lines.pop_front();
                }
            }
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            self.open = text.len() == piece.len();
            if let Some(line) = self.lines.back_mut() {
                let room = LONGEST_LINE.saturating_sub(line.len());
                line.extend_from_slice(&text[..text.len().min(room)]);
            }
        }
    }

    fn lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| plain(&String::from_utf8_lossy(line))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_whole_however_they_arrive() {
        let mut tail = Tail::default();
        for number in 0..9 {
            tail.add(format!("line {number}\nand half ").as_bytes());
            tail.add(b"a line\x1b[2J\n");
        }
        tail.add(b"open");
        tail.add(b" end");
        let lines = tail.lines();
        assert_eq!(lines.len(), LAST_LINES);
        assert_eq!(lines[0], "line 7");
        assert_eq!(lines[1], "and half a line [2J");
        assert_eq!(lines[4], "open end");
        tail.add(&vec![b'x'; 100_000]);
        assert_eq!(tail.lines()[4].len(), LONGEST_LINE);
    }
}
