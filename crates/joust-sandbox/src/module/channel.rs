//! A module as a channel: its messages go through its memory.

use super::instance::{Failure, Instance};
use super::{Fuel, ModuleCode, Wire, trap};
use crate::channel::{Channel, Ears, Ended, FuelGauge, Heard, Sent};
use crate::death;
use crate::kit::Quota;
use crate::process::MOST_OUTPUT;
use crate::tail::Tail;
use crate::wire::{self, How, Said};
use joust_core::{Fault, FaultKind};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A module in one game. It runs while it is heard: nothing of it happens at any other time.
pub(crate) struct ModuleChannel {
    code: Arc<ModuleCode>,
    /// The running module, until it fails or is ended.
    instance: Option<Instance>,
    memory: u64,
    fuel: FuelGauge,
    /// Messages that it has not handled yet.
    messages: VecDeque<Vec<u8>>,
    /// Lines of its answer that have not been heard yet.
    lines: VecDeque<Vec<u8>>,
    last: Tail,
    /// The most memory that it had, and the bytes that it wrote.
    peak: u64,
    written: usize,
}

impl ModuleChannel {
    /// A module that gets ready with its first message.
    pub(super) fn new(code: &Arc<ModuleCode>, fuel: Fuel, memory: u64, key: [u8; 32]) -> ModuleChannel {
        let last = match code.wire {
            Wire::Json => Tail::of_errors(),
            Wire::MadMax => Tail::of_outputs(),
        };
        ModuleChannel {
            code: Arc::clone(code),
            instance: Some(Instance::new(code, memory, fuel.patience, key)),
            memory,
            fuel: FuelGauge::new(fuel.turn, fuel.bank),
            messages: VecDeque::new(),
            lines: VecDeque::new(),
            last,
            peak: 0,
            written: 0,
        }
    }

    /// Handles the next message, if there is one, and keeps the lines of the answer.
    fn run(&mut self, stop: &AtomicBool, ears: &mut dyn Ears) -> Result<(), Heard> {
        let Some(message) = self.messages.pop_front() else { return Ok(()) };
        let Some(instance) = &mut self.instance else { return Err(Heard::Closed) };
        let granted = self.fuel.turn.saturating_add(self.fuel.bank);
        let (answer, used) = instance.handle(&self.code, &message, granted, wire::LONGEST, stop);
        let before = self.fuel;
        self.fuel.count(used);
        let guest = instance.guest_mut();
        (self.peak, self.written) = (guest.memory.peak, guest.output.written);
        guest.output.take(|bytes, is_err| {
            self.last.add(bytes);
            if is_err { ears.cerr(bytes) } else { ears.cout(bytes) }
        });
        match answer {
            // Notes count as output, too.
            Ok(_) if self.written > MOST_OUTPUT => return Err(Heard::TooMuch),
            Ok(answer) if self.code.wire == Wire::MadMax => self.lines.push_back(answer),
            Ok(answer) => self.lines.extend(lines(&answer)),
            Err(failure) => {
                let heard = self.failed(failure, before);
                self.instance = None;
                return Err(heard);
            }
        }
        Ok(())
    }

    /// What a codec hears of a module that has failed with a message. `fuel` is what it had when the message came.
    fn failed(&mut self, failure: Failure, fuel: FuelGauge) -> Heard {
        let Some(instance) = &mut self.instance else { return Heard::Closed };
        match failure {
            Failure::Garbled(detail) => Heard::Failed(Fault::new(FaultKind::Garbled, detail)),
            Failure::NoRoom => Heard::Failed(trap::out_of_memory(self.memory)),
            Failure::Broken(why) => match trap::fault(&why, instance.guest(), fuel) {
                None => Heard::TooMuch,
                Some(fault) if fault.kind == FaultKind::Crashed => {
                    Heard::Failed(reported(instance, self.memory, fault))
                }
                Some(fault) => Heard::Failed(fault),
            },
        }
    }
}

/// The fault of a module with what it reported itself, if it did.
fn reported(instance: &mut Instance, memory: u64, trapped: Fault) -> Fault {
    let report = instance.report();
    let Some(Said::Dead(report)) = report.and_then(|bytes| wire::said(&bytes)) else { return trapped };
    let fault = death::reported(&report, Quota { memory: Some(memory), ..Quota::default() });
    if matches!(report.how, How::UnknownName | How::NoPlayer | How::Protocol) {
        return fault;
    }
    let words = [trapped.last_words, fault.last_words.clone()].concat();
    fault.saying(words)
}

/// The most lines of an answer that are kept: more than any codec reads before it ends the bot.
const MOST_LINES: usize = 2 * crate::bot::MOST_NOTES;

/// The lines of an answer; the last one may lack its end.
fn lines(answer: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let lines = answer.split_inclusive(|byte| *byte == b'\n').take(MOST_LINES);
    lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line).to_vec())
}

impl Channel for ModuleChannel {
    fn send(&mut self, message: &[u8]) -> Sent {
        let waiting = self.lines.front().map(|line| line.first().copied().unwrap_or(b'\n'));
        self.messages.push_back(message.to_vec());
        Sent { at: Instant::now(), waiting, unread: false }
    }

    /// The limit does not matter: a module runs until it answers, has no fuel left or is stopped, however long
    /// that takes on this machine.
    fn hear(&mut self, longest: usize, _: Duration, stop: &AtomicBool, ears: &mut dyn Ears) -> Heard {
        while self.lines.is_empty() && !self.messages.is_empty() {
            if let Err(heard) = self.run(stop, ears) {
                return heard;
            }
        }
        match self.lines.pop_front() {
            Some(bytes) if bytes.len() <= longest => Heard::Message { bytes, at: Instant::now() },
            Some(_) => Heard::TooLong,
            None if self.instance.is_none() => Heard::Closed,
            None => Heard::Silence,
        }
    }

    fn charge(&mut self, bytes: usize) {
        if let Some(instance) = &mut self.instance {
            let output = &mut instance.guest_mut().output;
            output.written = output.written.saturating_add(bytes);
            self.written = output.written;
        }
    }

    fn cpu(&self) -> Option<Duration> {
        None
    }

    fn fuel(&self) -> Option<FuelGauge> {
        Some(self.fuel)
    }

    fn memory(&self) -> Option<u64> {
        Some(self.peak)
    }

    fn output(&self) -> Option<u64> {
        Some(self.written as u64)
    }

    fn end(&mut self, _: Duration, _: &mut dyn Ears) -> Ended {
        self.kill();
        Ended::Killed
    }

    fn kill(&mut self) {
        self.instance = None;
    }

    fn last_lines(&self) -> Vec<String> {
        self.last.lines()
    }
}
