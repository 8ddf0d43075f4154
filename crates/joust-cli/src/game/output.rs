//! Where a result goes: not to its place before it is whole.

use joust_files::{Care, Draft};
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Something that becomes a result when it is kept. Dropped before, it leaves nothing behind.
pub(crate) struct Output {
    to: To,
}

enum To {
    /// Standard output, or a pipe or device: there is nothing to keep.
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// A draft beside the place where it will be.
    Draft(BufWriter<Draft>),
}

const BUFFER: usize = 1 << 18;

impl Output {
    pub(crate) fn stdout() -> Output {
        Output { to: To::Stream(BufWriter::with_capacity(BUFFER, Box::new(io::stdout()))) }
    }

    /// Prepares a file. What is there now stays until [`Output::keep`]; whatever would prevent
    /// writing is found out here.
    pub(crate) fn file(path: &Path) -> io::Result<Output> {
        if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Output { to: To::Stream(BufWriter::with_capacity(BUFFER, Box::new(file))) });
        }
        Ok(Output { to: To::Draft(BufWriter::with_capacity(BUFFER, Draft::new(path)?)) })
    }

    /// Writes out what is left and puts the result in its place.
    pub(crate) fn keep(self, care: Care) -> io::Result<()> {
        match self.to {
            To::Stream(mut out) => out.flush(),
            To::Draft(out) => out.into_inner()?.keep(care),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Stream(out) => out.write(bytes),
            To::Draft(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(out) => out.flush(),
            To::Draft(out) => out.flush(),
        }
    }
}
