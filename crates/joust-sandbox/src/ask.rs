//! Programs that are asked one thing and answer on standard output.

use crate::channel::{Channel, Ears, Ended, Heard, LOOK};
use crate::confine::Missing;
use crate::kit::GRACE;
use crate::launch::Launch;
use crate::process::Process;
use std::io;
use std::time::{Duration, Instant};

/// What came of a question.
pub(crate) struct Answer {
    pub(crate) text: Vec<u8>,
    pub(crate) missing: Missing,
}

/// What it may write to standard error, which nobody reads.
const NOISE: usize = 1 << 20;

/// Runs a program and collects what it writes, until it ends well. Nothing if it fails, takes longer
/// than it may, or writes more.
pub(crate) fn ask(launch: &Launch<'_>, time: Duration, most: usize) -> io::Result<Option<Answer>> {
    let until = Instant::now() + time;
    let mut process = Process::launch(launch, most + NOISE)?;
    let mut answer = Collected { text: Vec::new(), most };
    let mut missing = None;
    loop {
        match process.hear(2, LOOK, &mut answer) {
            // The launcher's word; a program that is asked has nothing to say there.
            Heard::Message { bytes, .. } if missing.is_none() => missing = bytes.get(1).copied(),
            Heard::Nothing => {}
            Heard::Closed => break,
            Heard::Message { .. } | Heard::TooMuch => return Ok(None),
        }
        if Instant::now() > until || answer.text.len() > most {
            return Ok(None);
        }
    }
    // The line may be closed before the rest is written.
    while !process.has_ended(&mut answer) {
        std::thread::sleep(Duration::from_millis(1));
        if Instant::now() > until || answer.text.len() > most {
            return Ok(None);
        }
    }
    let is_good = process.end(GRACE, &mut answer) == Ended::Code(0) && answer.text.len() <= most;
    Ok(missing
        .filter(|_| is_good)
        .map(|missing| Answer { text: answer.text, missing: Missing::read(missing) }))
}

/// Standard output up to a little more than was asked for.
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
