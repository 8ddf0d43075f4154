//! Ends of modules in words.

use super::guest::{Cut, Guest};
use crate::channel::time_of;
use joust_core::{Fault, FaultKind};
use wasmtime::{Trap, WasmBacktrace};

/// The most callers that are listed.
const DEEPEST: usize = 4;

/// The fault of a module that trapped or was ended; `None` if it wrote too much.
pub(super) fn fault(why: &wasmtime::Error, guest: &Guest) -> Option<Fault> {
    let fault = match (why.downcast_ref::<Cut>(), why.downcast_ref::<Trap>()) {
        (Some(Cut::TooMuchOutput), _) => return None,
        (Some(Cut::Exit(0)), _) => Fault::new(FaultKind::Closed, "called exit(0)"),
        (Some(Cut::Exit(status)), _) => Fault::new(FaultKind::Crashed, format!("called exit({status})")),
        (Some(Cut::Stopped), _) => Fault::stopped(),
        (Some(Cut::Overdue), _) => Fault::new(
            FaultKind::Void,
            "ran much longer than its fuel should last: this machine is too busy, or joust has an error",
        ),
        // What was measured is left out: it is never the same twice.
        (Some(Cut::Slow(patience)), _) => Fault::new(
            FaultKind::Late,
            format!(
                "kept the processor more than {patience} times as long as its fuel stands for: it waits for memory \
                 nearly all the time"
            ),
        ),
        (Some(Cut::NoMemory), _) => {
            Fault::new(FaultKind::Void, "could not be given memory that its limit allows")
        }
        (None, Some(Trap::OutOfFuel)) => Fault::new(FaultKind::OutOfFuel, out_of_fuel(guest.granted)),
        (None, _) if guest.memory.refused => out_of_memory(guest.memory.most),
        (None, Some(trap)) => Fault::new(FaultKind::Crashed, crashed(*trap)),
        (None, None) => Fault::new(FaultKind::Void, format!("could not be run: {why:#}")),
    };
    let mut words = fault.last_words.clone();
    words.extend(places(why));
    Some(fault.saying(words))
}

/// The fault of a module that wants more memory than it may have.
pub(super) fn out_of_memory(limit: u64) -> Fault {
    let words = vec![format!("its memory limit is {} MB", limit >> 20)];
    Fault::new(FaultKind::OutOfMemory, "wanted more memory than it may have").saying(words)
}

fn out_of_fuel(granted: u64) -> String {
    let millis = time_of(granted).as_millis();
    format!("used up its fuel: {granted} units, which stand for {millis} ms")
}

fn crashed(trap: Trap) -> String {
    let did = match trap {
        Trap::StackOverflow => "used up its stack, as by endless recursion,",
        Trap::MemoryOutOfBounds => "used an address beyond its memory",
        Trap::IntegerDivisionByZero => "divided by zero",
        Trap::IntegerOverflow => "had a number that is too large for an integer",
        Trap::BadConversionToInteger => "converted what is not a number to an integer",
        Trap::UnreachableCodeReached => "aborted, by abort(), a panic or a failed assertion,",
        Trap::IndirectCallToNull | Trap::TableOutOfBounds => "called a function by a bad pointer",
        Trap::BadSignature => "called a function with parameters of another",
        other => return format!("ended by a trap ({other})"),
    };
    did.to_owned()
}

/// The functions in which a module was, innermost first. Those of libraries are left out.
fn places(why: &wasmtime::Error) -> Vec<String> {
    let Some(trace) = why.downcast_ref::<WasmBacktrace>() else { return Vec::new() };
    let is_of_library = |name: &str| {
        ["__", "joust", "std::", "core::", "alloc::", "abort", "operator ", "dl", "malloc", "exit"]
            .iter()
            .any(|library| name.starts_with(library))
    };
    let named = trace.frames().iter().filter_map(|frame| frame.func_name());
    let mut places: Vec<String> = Vec::new();
    // A module may give a function the empty name.
    for name in named.filter(|name| !name.is_empty() && !is_of_library(name)) {
        let place = format!("in {name}");
        // Endless recursion repeats one place.
        if places.last() != Some(&place) {
            places.push(place);
        }
    }
    places.truncate(DEEPEST);
    places
}
