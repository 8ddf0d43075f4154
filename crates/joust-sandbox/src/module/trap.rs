//! Ends of modules in words.

use super::guest::{Cut, Guest};
use crate::channel::{FuelGauge, time_of};
use joust_core::{Fault, FaultKind};
use wasmtime::{Trap, WasmBacktrace};

/// The most callers that are listed.
const DEEPEST: usize = 4;

/// The fault of a module that trapped or was ended; `None` if it wrote too much. `fuel` is what it had when the
/// message came.
pub(super) fn fault(why: &wasmtime::Error, guest: &Guest, fuel: FuelGauge) -> Option<Fault> {
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
        (None, Some(Trap::OutOfFuel)) => Fault::new(FaultKind::OutOfFuel, out_of_fuel(fuel)),
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

/// The limit, and what was left of it when the message came. The round follows.
fn out_of_fuel(fuel: FuelGauge) -> String {
    let FuelGauge { turn, bank, full, .. } = fuel;
    let left = if bank == full { String::new() } else { format!(", of which {} were left", time(bank)) };
    match (turn, full) {
        (0, _) => format!("used up its fuel: {} for the game{left}", time(full)),
        (_, 0) => format!("used up its fuel: {} for a turn", time(turn)),
        _ => format!("used up its fuel: {} for a turn and {} for the game{left}", time(turn), time(full)),
    }
}

/// The time that fuel stands for, in words.
fn time(fuel: u64) -> String {
    let time = time_of(fuel);
    match time.as_micros() {
        0 => "0 ms".to_owned(),
        1..1000 => format!("{} µs", time.as_micros()),
        1000..1_000_000 => format!("{} ms", time.as_millis()),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

fn crashed(trap: Trap) -> String {
    let did = match trap {
        Trap::StackOverflow => "used up its stack, as by endless recursion,",
        Trap::MemoryOutOfBounds => {
            "used an address beyond its memory, as by a bad index or endless recursion,"
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_up_fuel_is_told_with_its_limit() {
        let ms = crate::FUEL_PER_SECOND / 1000;
        let told = |turn, bank, full| out_of_fuel(FuelGauge { bank, ..FuelGauge::new(turn, full) });
        assert_eq!(told(0, 3000 * ms, 3000 * ms), "used up its fuel: 3.0 s for the game");
        assert_eq!(
            told(0, 11 * ms, 3000 * ms),
            "used up its fuel: 3.0 s for the game, of which 11 ms were left"
        );
        assert_eq!(told(100 * ms, 0, 0), "used up its fuel: 100 ms for a turn");
        assert_eq!(
            told(100 * ms, ms / 5, 60_000 * ms),
            "used up its fuel: 100 ms for a turn and 60.0 s for the game, of which 200 µs were left"
        );
    }
}
