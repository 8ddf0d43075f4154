//! What a module may import: the part of WASI preview 1 that works without files, network, arguments,
//! environment and real time.
//!
//! Every call costs fuel, so that a module cannot use much time for little fuel.

use super::Wire;
use super::guest::{Cut, Guest, charge, used};
use crate::channel::time_of;
use std::ops::Range;
use wasmtime::{Caller, Engine, Extern, FuncType, Linker, Memory, Val, ValType};

/// The name under which modules import these functions.
const MODULE: &str = "wasi_snapshot_preview1";

/// The fuel of a call, and of a byte that is copied or drawn.
const CALL: u64 = 500;
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
        linker.func_new(MODULE, name, kind, |mut caller, _, results| {
            charge(&mut caller, CALL)?;
            results[0] = Val::I32(Errno::BadFile as i32);
            Ok(())
        })?;
    }
    linker.func_wrap(MODULE, "args_get", nothing)?;
    linker.func_wrap(MODULE, "args_sizes_get", no_sizes)?;
    linker.func_wrap(MODULE, "environ_get", nothing)?;
    linker.func_wrap(MODULE, "environ_sizes_get", no_sizes)?;
    linker.func_wrap(MODULE, "clock_res_get", clock_resolution)?;
    linker.func_wrap(MODULE, "clock_time_get", clock_time)?;
    linker.func_wrap(MODULE, "fd_close", close)?;
    linker.func_wrap(MODULE, "fd_fdstat_get", file_status)?;
    linker.func_wrap(MODULE, "fd_read", read)?;
    linker.func_wrap(MODULE, "fd_seek", seek)?;
    linker.func_wrap(MODULE, "fd_write", write)?;
    linker.func_wrap(MODULE, "poll_oneoff", poll)?;
    linker.func_wrap(MODULE, "proc_exit", exit)?;
    linker.func_wrap(MODULE, "random_get", random)?;
    linker.func_wrap(MODULE, "sched_yield", |caller: Caller<'_, Guest>| {
        answer(caller, |_| Ok(Errno::Success))
    })?;
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

    /// The pieces of memory in a list of addresses and sizes, and their size together.
    fn pieces(&self, list: i32, count: i32) -> Result<(Vec<Range<usize>>, u64), Problem> {
        let size = count.cast_unsigned().checked_mul(8).ok_or(Problem::Address)?;
        let list = self.bytes(range(list, size))?;
        let int = |bytes: &[u8]| bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let piece = |bytes: &[u8]| range(int(bytes).cast_signed(), int(&bytes[4..]));
        let pieces: Vec<Range<usize>> = list.chunks_exact(8).map(piece).collect();
        let size = pieces.iter().map(|piece| piece.len() as u64).sum();
        Ok((pieces, size))
    }
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
        let (pieces, size) = call.pieces(list, count)?;
        call.charge(size.saturating_mul(BYTE))?;
        for piece in pieces {
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
        let all = call.bytes(all)?.chunks_exact(WANTED as usize);
        let mut events = Vec::with_capacity(all.len() * HAPPENED as usize);
        for one in all {
            // The user's data, no error, and the kind of what was waited for.
            let mut event = [0; HAPPENED as usize];
            event[..8].copy_from_slice(&one[..8]);
            event[10] = one[8];
            events.extend_from_slice(&event);
        }
        call.put(happened, &events)?;
        call.put_int(result, count)?;
        Ok(Errno::Success)
    })
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
