//! A program as a file in memory that nobody can change any more.

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;

/// The longest program that is run, in bytes: a player with all that a debugger wants to know has a
/// few megabytes.
pub(crate) const LONGEST: u64 = 1 << 30;

/// A program that waits in memory to be run.
#[derive(Debug)]
pub(crate) struct Program(File);

impl Program {
    /// Copies a program.
    pub(crate) fn copy(mut from: impl Read) -> io::Result<Program> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        // A system may forbid to run what does not ask for it, and an older one does not know how
        // to be asked.
        let file = match memfd_create(c"program", flags | MemfdFlags::EXEC) {
            Err(Errno::INVAL) => memfd_create(c"program", flags)?,
            made => made?,
        };
        let mut file = File::from(file);
        let size = io::copy(&mut from.by_ref().take(LONGEST + 1), &mut file)?;
        if size > LONGEST {
            return Err(io::Error::other("the program is too long"));
        }
        file.rewind()?;
        fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
        Ok(Program(file))
    }

    /// Another copy, for a program that is to read it: one that runs cannot always be read.
    pub(crate) fn copy_to_read(&self) -> io::Result<Program> {
        Program::copy(FromStart { file: &self.0, at: 0 })
    }
}

/// Reads a file without moving the place in it, which all who have it open share.
struct FromStart<'a> {
    file: &'a File,
    at: u64,
}

impl Read for FromStart<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(bytes, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl AsFd for Program {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
