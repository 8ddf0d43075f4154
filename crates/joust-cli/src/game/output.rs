//! Where a result goes: not to its place before it is whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Something that becomes a result when it is kept. Dropped before, it leaves nothing behind.
pub(crate) struct Output {
    to: To,
}

enum To {
    /// Standard output, or a pipe or device: there is nothing to keep.
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// A draft beside the place where it will be.
    Draft(BufWriter<File>, Draft),
}

/// A file with a name of its own until it is whole.
struct Draft {
    path: PathBuf,
    target: PathBuf,
}

/// The drafts that a signal has to remove.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

const BUFFER: usize = 1 << 18;

impl Output {
    pub(crate) fn stdout() -> Output {
        Output { to: To::Stream(BufWriter::with_capacity(BUFFER, Box::new(io::stdout()))) }
    }

    /// Prepares a file. What is there now stays until [`Output::keep`]; whatever would prevent
    /// writing is found out here.
    pub(crate) fn file(path: &Path) -> io::Result<Output> {
        // Whoever writes to a link means the file behind it.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Output { to: To::Stream(BufWriter::with_capacity(BUFFER, Box::new(file))) });
        }
        if old.is_some() {
            // Renaming would replace even a file that nobody may write.
            OpenOptions::new().append(true).open(&target)?;
        }
        let name = target.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))?;
        let mut draft_name = OsString::from(".");
        draft_name.push(name);
        draft_name.push(format!(".{}.tmp", std::process::id()));
        let draft = Draft { path: target.with_file_name(draft_name), target };
        let file = File::create(&draft.path)?;
        remember(&draft.path);
        if let Some(old) = old {
            // Where this is not allowed, the file gets the rights of a new one.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Output { to: To::Draft(BufWriter::with_capacity(BUFFER, file), draft) })
    }

    /// Writes out what is left and puts the result in its place.
    pub(crate) fn keep(self) -> io::Result<()> {
        match self.to {
            To::Stream(mut out) => out.flush(),
            To::Draft(mut out, draft) => {
                out.flush()?;
                fs::rename(&draft.path, &draft.target)
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Stream(out) => out.write(bytes),
            To::Draft(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(out) => out.flush(),
            To::Draft(out, _) => out.flush(),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a rename there is nothing to remove.
        let _ = fs::remove_file(&self.path);
        if let Ok(mut drafts) = DRAFTS.lock() {
            drafts.retain(|draft| *draft != self.path);
        }
    }
}

fn remember(draft: &Path) {
    if let Ok(mut drafts) = DRAFTS.lock() {
        drafts.push(draft.to_owned());
    }
}

/// From now on a signal that ends the program ends its players and removes its drafts first.
pub(crate) fn clean_up_after_signals() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                joust_sandbox::end_all();
                if let Ok(drafts) = DRAFTS.lock() {
                    for draft in drafts.iter() {
                        let _ = fs::remove_file(draft);
                    }
                }
                // As the shell would have it.
                std::process::exit(128 + signal);
            }
        });
    }
}
