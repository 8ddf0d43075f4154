//! A running module: calls of its functions, within its fuel.

use super::chance::Chance;
use super::guest::{Guest, MemoryLimit, Output, Watch};
use super::pace::Pace;
use super::{ModuleCode, Wire};
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll, Waker};
use wasmtime::{Memory, Store, TypedFunc};

/// Fuel between looks at the clock: a few milliseconds.
pub(super) const SLICE: u64 = 20_000_000;
/// Fuel for the report that a player of the C++ kit leaves when it dies.
const REPORT: u64 = 1_000_000;

/// A module in a game.
pub(super) struct Instance {
    store: Store<Guest>,
    /// Its functions, from its first message on.
    functions: Option<Functions>,
}

struct Functions {
    memory: Memory,
    room: TypedFunc<i32, i32>,
    answer: TypedFunc<(), i32>,
    answer_size: TypedFunc<(), i32>,
    /// The functions that give the last words of a player of the C++ kit.
    report: Option<[TypedFunc<(), i32>; 2]>,
}

/// Why a message has no answer.
pub(super) enum Failure {
    /// The module trapped, or was ended.
    Broken(wasmtime::Error),
    /// It gave addresses or sizes that cannot be.
    Garbled(String),
    /// It has no room for the message.
    NoRoom,
}

impl From<wasmtime::Error> for Failure {
    fn from(why: wasmtime::Error) -> Failure {
        Failure::Broken(why)
    }
}

impl Instance {
    /// A module that does not run yet, with a limit of memory, the patience with it, and the key of its random numbers.
    pub(super) fn new(code: &ModuleCode, memory: u64, patience: Option<u32>, key: [u8; 32]) -> Instance {
        let guest = Guest {
            wire: code.wire,
            memory: MemoryLimit::new(memory),
            output: Output::default(),
            chance: Chance::new(key),
            calls: 0,
            used_before: 0,
            granted: 0,
            pace: Pace::new(patience),
        };
        let mut store = Store::new(code.ready.module().engine(), guest);
        store.limiter(|guest| &mut guest.memory);
        Instance { store, functions: None }
    }

    pub(super) fn guest(&self) -> &Guest {
        self.store.data()
    }

    pub(super) fn guest_mut(&mut self) -> &mut Guest {
        self.store.data_mut()
    }

    /// Lets the module handle a message; gives its answer and the fuel that it took. The first message also
    /// creates its memory and initializes it.
    pub(super) fn handle(
        &mut self,
        code: &ModuleCode,
        message: &[u8],
        fuel: u64,
        longest: usize,
        stop: &AtomicBool,
    ) -> (Result<Vec<u8>, Failure>, u64) {
        let guest = self.store.data_mut();
        (guest.granted, guest.memory.refused) = (fuel, false);
        guest.pace.begin();
        let watch = Watch::new(fuel, &guest.pace, stop);
        let answer = self.answer(code, message, longest, &watch);
        let used = fuel.saturating_sub(self.store.get_fuel().unwrap_or(0));
        let guest = self.store.data_mut();
        guest.used_before = guest.used_before.saturating_add(used);
        guest.pace.end(guest.used_before);
        (answer, used)
    }

    fn answer(
        &mut self,
        code: &ModuleCode,
        message: &[u8],
        longest: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<u8>, Failure> {
        self.store.set_fuel(self.store.data().granted)?;
        self.store.fuel_async_yield_interval(Some(SLICE))?;
        let functions = match &self.functions {
            Some(functions) => functions,
            None => self.functions.insert(begin(code, &mut self.store, watch)?),
        };
        let store = &mut self.store;
        let Functions { memory, room, answer, answer_size, .. } = functions;
        let Ok(size) = i32::try_from(message.len()) else { return Err(Failure::NoRoom) };
        let address = finish(room.call_async(&mut *store, size), watch)?;
        if address == 0 {
            return Err(Failure::NoRoom);
        }
        let place = address.cast_unsigned() as usize;
        let room = memory.data_mut(&mut *store).get_mut(place..place + message.len());
        let Some(room) = room else {
            return Err(Failure::Garbled(format!(
                "gave room at address {place}, which is beyond its memory"
            )));
        };
        room.copy_from_slice(message);
        let address = finish(answer.call_async(&mut *store, ()), watch)?.cast_unsigned() as usize;
        let size = finish(answer_size.call_async(&mut *store, ()), watch)?.cast_unsigned() as usize;
        if size > longest {
            return Err(Failure::Garbled(format!(
                "gave an answer of {size} bytes, and {longest} are allowed"
            )));
        }
        match memory.data(&*store).get(address..address + size) {
            Some(bytes) => Ok(bytes.to_vec()),
            None => Err(Failure::Garbled(format!(
                "gave an answer of {size} bytes at address {address}, which is beyond its memory"
            ))),
        }
    }

    /// The report that a player of the C++ kit leaves when it dies.
    pub(super) fn report(&mut self) -> Option<Vec<u8>> {
        let Functions { memory, report, .. } = self.functions.as_ref()?;
        let [address, size] = report.as_ref()?;
        let stop = AtomicBool::new(false);
        let watch = Watch::new(REPORT, &Pace::new(None), &stop);
        self.store.set_fuel(REPORT).ok()?;
        let address = finish(address.call_async(&mut self.store, ()), &watch).ok()?.cast_unsigned() as usize;
        let size = finish(size.call_async(&mut self.store, ()), &watch).ok()?.cast_unsigned() as usize;
        memory.data(&self.store).get(address..address + size).map(<[u8]>::to_vec)
    }
}

/// Creates the memory of a module and lets it initialize itself.
fn begin(code: &ModuleCode, store: &mut Store<Guest>, watch: &Watch<'_>) -> wasmtime::Result<Functions> {
    let instance = finish(code.ready.instantiate_async(&mut *store), watch)?;
    if let Ok(initialize) = instance.get_typed_func::<(), ()>(&mut *store, "_initialize") {
        finish(initialize.call_async(&mut *store, ()), watch)?;
    }
    let missing = || wasmtime::Error::msg("the memory was there when the module was compiled");
    let memory = instance.get_memory(&mut *store, "memory").ok_or_else(missing)?;
    let room = instance.get_typed_func(&mut *store, "joust_room")?;
    let mut function = |name| instance.get_typed_func(&mut *store, name);
    let (answer, answer_size) = (function("joust_answer")?, function("joust_answer_size")?);
    let report = match (function("joust_report"), function("joust_report_size")) {
        (Ok(report), Ok(size)) if code.wire == Wire::MadMax => Some([report, size]),
        _ => None,
    };
    Ok(Functions { memory, room, answer, answer_size, report })
}

/// Runs a call to its end. A module gives way whenever it has used a slice of its fuel, and after many
/// calls of functions of this program.
fn finish<T>(call: impl Future<Output = wasmtime::Result<T>>, watch: &Watch<'_>) -> wasmtime::Result<T> {
    let mut call = pin!(call);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(result) = call.as_mut().poll(&mut context) {
            return result;
        }
        watch.look()?;
    }
}
