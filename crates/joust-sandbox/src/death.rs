//! Deaths of players in words.

use crate::calls::purpose;
use crate::channel::Ended;
use crate::kit::Quota;
use crate::process::MOST_OUTPUT;
use crate::signal::Signal;
use crate::wire::{How, Report};
use joust_core::{Fault, FaultKind, quoted};
use joust_madmax::TooManyOrders;

/// The exit status of a player that has closed its socket; `kits/madmax-cpp/joust/Native.cc` uses this number.
const LOST_LINE: i32 = 97;

/// A text of a player in one line, without control characters.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The fault of a player that reported its own end.
pub(crate) fn reported(report: &Report, quota: Quota) -> Fault {
    let Report { how, code, address, text, .. } = report;
    let said = quoted(text);
    let mut details = Vec::new();
    let did = match how {
        How::Signal => signal(*code, Some(*address), text == "stack"),
        How::Exit => format!("called exit({code})"),
        How::Exception if text.is_empty() => "called std::terminate()".to_owned(),
        How::Exception => format!("threw {said} and did not catch it"),
        How::Orders => return TooManyOrders.into(),
        How::Call => match purpose(i64::from(*code)) {
            Some(purpose) => format!("tried to {purpose}, which is forbidden,"),
            None => format!("tried to make system call {code}, which is forbidden,"),
        },
        How::UnknownName => format!("is not registered (known:{text})"),
        How::NoPlayer => "has a factory() that made no player".to_owned(),
        How::Protocol => {
            details.push(
                "make a new folder with `joust bot new madmax-cpp`, copy your AI*.cc into it, and build there"
                    .to_owned(),
            );
            format!("was built for another joust ({said})")
        }
    };
    // malloc() may have returned a null pointer.
    let null = *how == How::Signal && *code == Signal::SIGSEGV as i32 && *address < NULL_PAGE;
    let short_of_memory = null || text.starts_with("std::bad_alloc");
    details.extend(quota.memory.filter(|_| short_of_memory).map(memory));
    let kind = match how {
        _ if short_of_memory && quota.memory.is_some() => FaultKind::OutOfMemory,
        How::Signal | How::Exception => FaultKind::Crashed,
        How::Exit => FaultKind::Closed,
        How::Orders => FaultKind::TooManyOrders,
        How::Call => FaultKind::Forbidden,
        How::UnknownName | How::NoPlayer | How::Protocol => FaultKind::Start,
    };
    Fault::new(kind, did).saying(details)
}

/// What a player did that is simply gone, or still there without a line.
pub(crate) fn silent(ended: Ended, quota: Quota) -> Fault {
    let did = match ended {
        Ended::Killed | Ended::Code(LOST_LINE) => "closed its line to the game".to_owned(),
        Ended::Code(code) => format!("ended itself with exit status {code}"),
        Ended::Signal(number) => signal(number, None, false),
    };
    let killed = ended == Ended::Signal(Signal::SIGKILL as i32);
    let details = quota.memory.filter(|_| killed).map(memory).into_iter().collect();
    let kind = if let Ended::Signal(_) = ended { FaultKind::Crashed } else { FaultKind::Closed };
    Fault::new(kind, did).saying(details)
}

pub(crate) fn too_much_output() -> String {
    format!("wrote more than {} MB to its outputs and notes", MOST_OUTPUT >> 20)
}

fn memory(bytes: u64) -> String {
    format!("its memory limit is {} MB", bytes >> 20)
}

/// Addresses below this are those of null pointers and of members behind them.
const NULL_PAGE: u64 = 4096;

fn signal(number: i32, address: Option<u64>, stack: bool) -> String {
    match (Signal::try_from(number), address) {
        (Ok(Signal::SIGSEGV), _) if stack => "used up its stack, as by endless recursion,".to_owned(),
        (Ok(Signal::SIGSEGV), Some(address)) if address < NULL_PAGE => {
            format!("had a segmentation fault (address {address:#x}, as with a null pointer)")
        }
        (Ok(Signal::SIGSEGV), Some(address)) => format!("had a segmentation fault (address {address:#x})"),
        (Ok(Signal::SIGSEGV), None) => "had a segmentation fault".to_owned(),
        (Ok(Signal::SIGFPE), _) => "had an arithmetic error, as by a division by zero,".to_owned(),
        (Ok(Signal::SIGABRT), _) => "aborted, by abort() or a failed assertion,".to_owned(),
        (Ok(Signal::SIGILL | Signal::SIGTRAP), _) => {
            "reached an illegal instruction, as after a missing return,".to_owned()
        }
        (Ok(Signal::SIGSYS), _) => {
            "tried to start another process or to reach into one, which is forbidden,".to_owned()
        }
        (Ok(Signal::SIGXFSZ), _) => "tried to write a file, which is forbidden,".to_owned(),
        (Ok(name), _) => format!("was ended by {name}"),
        (Err(_), _) => format!("was ended by signal {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_player_says_reaches_the_terminal_as_a_command() {
        let text = "evil\u{1b}]0;owned\u{7}\u{9b}2J\r\nnext\u{7f}".to_owned();
        for how in [How::Signal, How::Exception, How::Call, How::UnknownName, How::Protocol] {
            let report = Report { how, code: 11, address: 0, text: text.clone(), trace: Vec::new() };
            let fault = reported(&report, Quota::default());
            let lines = fault.last_words.iter().chain([&fault.detail]);
            assert!(lines.flat_map(|line| line.chars()).all(|c| !c.is_control()), "{fault:?}");
        }
    }
}
