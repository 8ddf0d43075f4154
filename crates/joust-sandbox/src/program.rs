//! A program as a sealed file in memory, which cannot be changed.

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;

/// The longest program that is run, in bytes: a player with debugging information has a few megabytes.
pub(crate) const LONGEST: u64 = 1 << 30;

/// A program in memory, ready to be executed.
#[derive(Debug)]
pub(crate) struct SealedProgram(File);

impl SealedProgram {
    /// Copies a program.
    pub(crate) fn copy(mut from: impl Read) -> io::Result<SealedProgram> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        // A system may refuse to execute a file in memory without this flag, and an older kernel does not know
        // the flag.
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
        Ok(SealedProgram(file))
    }

    /// Another copy, for a program that reads it: a program that runs cannot always be read.
    pub(crate) fn copy_to_read(&self) -> io::Result<SealedProgram> {
        SealedProgram::copy(FromStart { file: &self.0, at: 0 })
    }
}

/// Reads a file without moving its offset, which all its descriptors share.
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

impl AsFd for SealedProgram {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
