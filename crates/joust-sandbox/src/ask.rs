//! Runs a program that answers one question on standard output.

use crate::channel::{Channel, Ears, Ended, Heard, LOOK};
use crate::confine::Missing;
use crate::kit::GRACE;
use crate::launch::Launch;
use crate::process::Process;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The standard output of a program that ended well, and the protections that its kernel lacks.
pub(crate) struct Output {
    pub(crate) text: Vec<u8>,
    pub(crate) missing: Missing,
}

/// The most bytes that it may write to standard error, which is dropped.
const NOISE: usize = 1 << 20;

/// Runs a program and collects its output. `None` if it fails, takes longer than `time`, or writes more
/// than `most` bytes.
pub(crate) fn ask(launch: &Launch<'_>, time: Duration, most: usize) -> io::Result<Option<Output>> {
    let until = Instant::now() + time;
    let mut process = Process::launch(launch, most + NOISE)?;
    let mut answer = Collected { text: Vec::new(), most };
    let mut missing = None;
    loop {
        match process.hear(2, LOOK, &AtomicBool::new(false), &mut answer) {
            // The launcher's message; the program itself sends none.
            Heard::Message { bytes, .. } if missing.is_none() => missing = bytes.get(1).copied(),
            Heard::Nothing => {}
            Heard::Closed => break,
            Heard::Message { .. } | Heard::TooMuch | Heard::TooLong | Heard::Silence | Heard::Failed(_) => {
                return Ok(None);
            }
        }
        if Instant::now() > until || answer.text.len() > most {
            return Ok(None);
        }
    }
    // The socket may be closed before all output is written.
    while !process.has_ended(&mut answer) {
        std::thread::sleep(Duration::from_millis(1));
        if Instant::now() > until || answer.text.len() > most {
            return Ok(None);
        }
    }
    let is_good = process.end(GRACE, &mut answer) == Ended::Code(0) && answer.text.len() <= most;
    Ok(missing
        .filter(|_| is_good)
        .map(|missing| Output { text: answer.text, missing: Missing::read(missing) }))
}

/// Standard output, up to a little more than the limit.
struct Collected {
    text: Vec<u8>,
    most: usize,
}

impl Ears for Collected {
    fn cout(&mut self, bytes: &[u8]) {
        let room = (self.most + 1).saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn cerr(&mut self, _: &[u8]) {}
}
