//! The destination of a result: a file that appears whole, or a stream.

use crate::{Care, Draft};
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A destination of bytes. A file appears when it is kept; dropped before, it leaves nothing behind.
pub struct Output(To);

enum To {
    /// A pipe or a device, written to directly.
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// A draft beside its place.
    Draft(BufWriter<Draft>),
}

const BUFFER: usize = 1 << 18;

impl Output {
    /// Writes to a stream such as standard output.
    pub fn stream(out: impl Write + Send + 'static) -> Output {
        Output(To::Stream(BufWriter::with_capacity(BUFFER, Box::new(out))))
    }

    /// Prepares a file. The old file stays until [`Output::keep`]; a place that cannot be written to is
    /// refused here. A pipe or a device is written to directly.
    pub fn file(path: &Path) -> io::Result<Output> {
        if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
            return Ok(Output::stream(OpenOptions::new().write(true).open(path)?));
        }
        Ok(Output(To::Draft(BufWriter::with_capacity(BUFFER, Draft::new(path)?))))
    }

    /// Flushes the buffer and puts the file in its place.
    pub fn keep(self, care: Care) -> io::Result<()> {
        match self.0 {
            To::Stream(mut out) => out.flush(),
            To::Draft(out) => out.into_inner()?.keep(care),
        }
    }

    /// Flushes the buffer and puts the file beside its place, with a mark in its name, as
    /// [`Draft::keep_beside`] does; `None` for a stream.
    pub fn keep_beside(self, mark: &str, care: Care) -> io::Result<Option<PathBuf>> {
        match self.0 {
            To::Stream(mut out) => out.flush().map(|()| None),
            To::Draft(out) => out.into_inner()?.keep_beside(mark, care).map(Some),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            To::Stream(out) => out,
            To::Draft(out) => out,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Writes a file so that at every moment either the old or the new one is there in full. A pipe or a
/// device is written to directly.
pub fn write(path: &Path, bytes: &[u8], care: Care) -> io::Result<()> {
    let mut out = Output::file(path)?;
    out.write_all(bytes)?;
    out.keep(care)
}
