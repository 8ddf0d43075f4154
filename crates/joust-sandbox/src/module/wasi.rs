//! What a module may import: the part of WASI preview 1 that works without files, network, arguments,
//! environment and real time.
//!
//! Every call costs fuel, so that a module cannot use much time for little fuel.

use super::Wire;
use super::guest::{Cut, Guest, charge, give_way, used};
use crate::channel::time_of;
use std::ops::Range;
use wasmtime::{Caller, Engine, Extern, FuncType, Linker, Memory, Val, ValType};

/// The name under which modules import these functions.
const MODULE: &str = "wasi_snapshot_preview1";

/// The fuel of a call, of a piece of memory in a list, and of a byte that is copied or drawn.
const CALL: u64 = 500;
const PIECE: u64 = 50;
const BYTE: u64 = 1;
const RANDOM_BYTE: u64 = 10;

/// The error numbers of WASI that are in use.
#[derive(Clone, Copy)]
enum Errno {
    Success = 0,
    BadFile = 8,
    Fault = 21,
    Invalid = 28,
    NoSeek = 70,
}

/// Functions for files, which a module does not have: their parameters, `i` for 32 bits and `l` for 64.
const FILES: [(&str, &str); 28] = [
    ("fd_advise", "illi"),
    ("fd_allocate", "ill"),
    ("fd_datasync", "i"),
    ("fd_fdstat_set_flags", "ii"),
    ("fd_fdstat_set_rights", "ill"),
    ("fd_filestat_get", "ii"),
    ("fd_filestat_set_size", "il"),
    ("fd_filestat_set_times", "illi"),
    ("fd_pread", "iiili"),
    ("fd_prestat_dir_name", "iii"),
    ("fd_prestat_get", "ii"),
    ("fd_pwrite", "iiili"),
    ("fd_readdir", "iiili"),
    ("fd_renumber", "ii"),
    ("fd_sync", "i"),
    ("fd_tell", "ii"),
    ("path_create_directory", "iii"),
    ("path_filestat_get", "iiiii"),
    ("path_filestat_set_times", "iiiilli"),
    ("path_link", "iiiiiii"),
    ("path_open", "iiiiillii"),
    ("path_readlink", "iiiiii"),
    ("path_remove_directory", "iii"),
    ("path_rename", "iiiiii"),
    ("path_symlink", "iiiii"),
    ("path_unlink_file", "iii"),
    ("proc_raise", "i"),
    ("sock_shutdown", "ii"),
];

/// Everything that modules may import.
pub(super) fn linker(engine: &Engine) -> wasmtime::Result<Linker<Guest>> {
    let mut linker = Linker::new(engine);
    for (name, parameters) in FILES {
        let kind = |letter| if letter == 'l' { ValType::I64 } else { ValType::I32 };
        let kind = FuncType::new(engine, parameters.chars().map(kind), [ValType::I32]);
        linker.func_new_async(MODULE, name, kind, |mut caller, _, results| {
            Box::new(async move {
                give_way(&mut caller).await;
                charge(&mut caller, CALL)?;
                results[0] = Val::I32(Errno::BadFile as i32);
                Ok(())
            })
        })?;
    }
    /// Gives a function to modules. They give way before it.
    macro_rules! give {
        ($name:literal, $function:path, $($parameter:ident: $kind:ty),*) => {
            linker.func_wrap_async(
                MODULE,
                $name,
                |mut caller: Caller<'_, Guest>, ($($parameter,)*): ($($kind,)*)| {
                    Box::new(async move {
                        give_way(&mut caller).await;
                        $function(caller, $($parameter),*)
                    })
                },
            )?;
        };
    }
    give!("args_get", nothing, list: i32, bytes: i32);
    give!("args_sizes_get", no_sizes, count: i32, size: i32);
    give!("environ_get", nothing, list: i32, bytes: i32);
    give!("environ_sizes_get", no_sizes, count: i32, size: i32);
    give!("clock_res_get", clock_resolution, clock: i32, result: i32);
    give!("clock_time_get", clock_time, clock: i32, precision: i64, result: i32);
    give!("fd_close", close, file: i32);
    give!("fd_fdstat_get", file_status, file: i32, result: i32);
    give!("fd_read", read, file: i32, list: i32, count: i32, result: i32);
    give!("fd_seek", seek, file: i32, offset: i64, whence: i32, result: i32);
    give!("fd_write", write, file: i32, list: i32, count: i32, result: i32);
    give!("poll_oneoff", poll, wanted: i32, happened: i32, count: i32, result: i32);
    give!("proc_exit", exit, status: i32);
    give!("random_get", random, address: i32, size: i32);
    give!("sched_yield", rest,);
    Ok(linker)
}

/// The result of a call: an error number, or the end of the module.
type Called = wasmtime::Result<i32>;

/// Charges for a call and carries it out. A bad address is an error number for the module.
fn answer(
    mut caller: Caller<'_, Guest>,
    work: impl FnOnce(&mut Call<'_, '_>) -> Result<Errno, Problem>,
) -> Called {
    charge(&mut caller, CALL)?;
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else { return Ok(Errno::Fault as i32) };
    match work(&mut Call { caller: &mut caller, memory }) {
        Ok(errno) => Ok(errno as i32),
        Err(Problem::Address) => Ok(Errno::Fault as i32),
        Err(Problem::End(why)) => Err(why),
    }
}

/// Why a call is not carried out.
enum Problem {
    /// The module gave an address outside its memory.
    Address,
    /// The module has come to its end.
    End(wasmtime::Error),
}

/// A call of a module, with its memory.
struct Call<'a, 'b> {
    caller: &'a mut Caller<'b, Guest>,
    memory: Memory,
}

impl Call<'_, '_> {
    fn charge(&mut self, cost: u64) -> Result<(), Problem> {
        charge(self.caller, cost).map_err(Problem::End)
    }

    fn bytes(&self, range: Range<usize>) -> Result<&[u8], Problem> {
        self.memory.data(&*self.caller).get(range).ok_or(Problem::Address)
    }

    /// Bytes of memory beside the state of the module.
    fn bytes_mut(&mut self, range: Range<usize>) -> Result<(&mut [u8], &mut Guest), Problem> {
        let (memory, guest) = self.memory.data_and_store_mut(&mut *self.caller);
        Ok((memory.get_mut(range).ok_or(Problem::Address)?, guest))
    }

    fn put(&mut self, address: i32, bytes: &[u8]) -> Result<(), Problem> {
        self.bytes_mut(range(address, bytes.len() as u32))?.0.copy_from_slice(bytes);
        Ok(())
    }

    fn put_int(&mut self, address: i32, value: u32) -> Result<(), Problem> {
        self.put(address, &value.to_le_bytes())
    }

    /// Charges for a list of pieces of memory, each an address and a size, and for their bytes. Gives the place
    /// of the list and the size of all pieces. Neither takes memory of this program, however long the list is.
    fn charge_pieces(&mut self, list: i32, count: i32) -> Result<(Range<usize>, u64), Problem> {
        let size = count.cast_unsigned().checked_mul(LISTED).ok_or(Problem::Address)?;
        let list = range(list, size);
        self.bytes(list.clone())?;
        self.charge(u64::from(count.cast_unsigned()) * PIECE)?;
        let pieces = self.bytes(list.clone())?.chunks_exact(LISTED as usize);
        let size = pieces.map(|listed| piece(listed).len() as u64).sum();
        self.charge(u64::saturating_mul(size, BYTE))?;
        Ok((list, size))
    }
}

/// The bytes of a piece of memory in a list.
const LISTED: u32 = 8;

/// A piece of memory, as a list has it.
fn piece(listed: &[u8]) -> Range<usize> {
    let int = |bytes: &[u8]| bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    range(int(listed).cast_signed(), int(&listed[4..]))
}

/// The numbers that a module passes as 32 bits stand for addresses and sizes up to four gigabytes.
fn range(address: i32, size: u32) -> Range<usize> {
    let begin = address.cast_unsigned() as usize;
    begin..begin + size as usize
}

fn is_standard(file: i32) -> bool {
    (0..3).contains(&file)
}

/// The arguments or variables, of which there are none.
fn nothing(caller: Caller<'_, Guest>, _: i32, _: i32) -> Called {
    answer(caller, |_| Ok(Errno::Success))
}

fn no_sizes(caller: Caller<'_, Guest>, count: i32, size: i32) -> Called {
    answer(caller, |call| {
        call.put_int(count, 0)?;
        call.put_int(size, 0)?;
        Ok(Errno::Success)
    })
}

fn clock_resolution(caller: Caller<'_, Guest>, _: i32, result: i32) -> Called {
    answer(caller, |call| {
        call.put(result, &1_u64.to_le_bytes())?;
        Ok(Errno::Success)
    })
}

/// All clocks give the nanoseconds since the start of the game, which advance with the fuel.
fn clock_time(caller: Caller<'_, Guest>, _: i32, _: i64, result: i32) -> Called {
    answer(caller, |call| {
        let nanos = time_of(used(call.caller)).as_nanos();
        call.put(result, &(nanos as u64).to_le_bytes())?;
        Ok(Errno::Success)
    })
}

fn close(caller: Caller<'_, Guest>, file: i32) -> Called {
    answer(caller, |_| Ok(if is_standard(file) { Errno::Success } else { Errno::BadFile }))
}

/// The standard files look like a terminal, so that C libraries write each line at once.
fn file_status(caller: Caller<'_, Guest>, file: i32, result: i32) -> Called {
    const CHARACTER_DEVICE: u8 = 2;
    const MAY_READ_AND_WRITE: u64 = 1 << 1 | 1 << 6;
    answer(caller, |call| {
        if !is_standard(file) {
            return Ok(Errno::BadFile);
        }
        let mut status = [0; 24];
        status[0] = CHARACTER_DEVICE;
        status[8..16].copy_from_slice(&MAY_READ_AND_WRITE.to_le_bytes());
        call.put(result, &status)?;
        Ok(Errno::Success)
    })
}

/// Standard input is at its end.
fn read(caller: Caller<'_, Guest>, file: i32, _: i32, _: i32, result: i32) -> Called {
    answer(caller, |call| {
        if file != 0 {
            return Ok(Errno::BadFile);
        }
        call.put_int(result, 0)?;
        Ok(Errno::Success)
    })
}

fn seek(caller: Caller<'_, Guest>, file: i32, _: i64, _: i32, _: i32) -> Called {
    answer(caller, |_| Ok(if is_standard(file) { Errno::NoSeek } else { Errno::BadFile }))
}

/// Standard error is kept. Standard output is kept for players of the C++ kit, which print there as their
/// processes do, and is dropped for others, whose processes would send messages there.
fn write(caller: Caller<'_, Guest>, file: i32, list: i32, count: i32, result: i32) -> Called {
    answer(caller, |call| {
        if file != 1 && file != 2 {
            return Ok(Errno::BadFile);
        }
        let (list, size) = call.charge_pieces(list, count)?;
        for at in list.step_by(LISTED as usize) {
            let piece = piece(call.bytes(at..at + LISTED as usize)?);
            let (bytes, guest) = call.bytes_mut(piece)?;
            if file == 2 || guest.wire == Wire::MadMax {
                guest.output.add(bytes, file == 2).map_err(|cut| Problem::End(cut.into()))?;
            }
        }
        call.put_int(result, u32::try_from(size).unwrap_or(u32::MAX))?;
        Ok(Errno::Success)
    })
}

/// Everything that is waited for has happened: a module does not spend time by waiting.
fn poll(caller: Caller<'_, Guest>, wanted: i32, happened: i32, count: i32, result: i32) -> Called {
    /// The sizes of what is waited for and of what happened.
    const WANTED: u32 = 48;
    const HAPPENED: u32 = 32;
    answer(caller, |call| {
        let count = count.cast_unsigned();
        if count == 0 {
            return Ok(Errno::Invalid);
        }
        call.charge(u64::from(count) * u64::from(WANTED) * BYTE)?;
        let all = range(wanted, count.checked_mul(WANTED).ok_or(Problem::Address)?);
        call.bytes(all.clone())?;
        let events = range(happened, count.checked_mul(HAPPENED).ok_or(Problem::Address)?);
        call.bytes(events.clone())?;
        for (one, event) in all.step_by(WANTED as usize).zip(events.step_by(HAPPENED as usize)) {
            // The user's data, no error, and the kind of what was waited for.
            let mut bytes = [0; HAPPENED as usize];
            let one = call.bytes(one..one + WANTED as usize)?;
            bytes[..8].copy_from_slice(&one[..8]);
            bytes[10] = one[8];
            call.bytes_mut(event..event + HAPPENED as usize)?.0.copy_from_slice(&bytes);
        }
        call.put_int(result, count)?;
        Ok(Errno::Success)
    })
}

fn rest(caller: Caller<'_, Guest>) -> Called {
    answer(caller, |_| Ok(Errno::Success))
}

fn exit(mut caller: Caller<'_, Guest>, status: i32) -> wasmtime::Result<()> {
    charge(&mut caller, CALL)?;
    Err(Cut::Exit(status).into())
}

fn random(caller: Caller<'_, Guest>, address: i32, size: i32) -> Called {
    answer(caller, |call| {
        let size = size.cast_unsigned();
        call.charge(u64::from(size) * RANDOM_BYTE)?;
        let (bytes, guest) = call.bytes_mut(range(address, size))?;
        guest.chance.fill(bytes);
        Ok(Errno::Success)
    })
}
