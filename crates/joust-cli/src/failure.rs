//! Why a command failed, and the exit code that says so.

use anstyle::{AnsiColor, Style};
use joust_games::Refused;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The answer is negative: a record does not verify, or a position in a stream was refused.
    #[error("{0}")]
    No(String),
    /// A mistake in the command or its input, which the user can mend.
    #[error("{0}")]
    Usage(String),
    /// An error of joust or of the machine.
    #[error("{0}")]
    Ours(String),
    /// The reader of the output has closed the pipe, as `head` does. The exit code is 0.
    #[error("the output was closed")]
    Unread,
    /// The user has ended the command. The command has already said what was done.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// Prints the error on standard error and gives the exit code: 1 the answer is negative, 2 usage,
    /// 3 an error of ours; 0 when the output was closed, [`crate::signals::exit_code`] after a signal.
    pub(crate) fn report(&self) -> ExitCode {
        let code = match self {
            Failure::Unread => return ExitCode::SUCCESS,
            Failure::Interrupted => return ExitCode::from(crate::signals::exit_code()),
            Failure::No(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Ours(_) => 3,
        };
        let bold = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let mut lines = self.to_string();
        if let Some(rest) = lines.strip_prefix('\n') {
            lines = rest.to_owned();
        }
        for (i, line) in lines.lines().enumerate() {
            let label = if i == 0 { "error:" } else { "      " };
            tell!("{bold}{label}{bold:#} {line}");
        }
        ExitCode::from(code)
    }

    /// Both failures, with the exit code of the worse one.
    pub(crate) fn and(&self, other: &Failure) -> Failure {
        let told = format!("{self}\n{other}");
        match (self, other) {
            (Failure::Ours(_), _) | (_, Failure::Ours(_)) => Failure::Ours(told),
            (Failure::Usage(_), _) | (_, Failure::Usage(_)) => Failure::Usage(told),
            _ => Failure::No(told),
        }
    }

    /// A file cannot be read or written: a mistake in its name, unless the machine is in trouble.
    pub(crate) fn file(name: impl AsRef<Path>, why: &io::Error) -> Failure {
        let told = format!("{}: {}", name.as_ref().display(), lower(why));
        match trouble(why) {
            Some(help) => Failure::Ours(format!("{told}\n{help}")),
            None => Failure::Usage(told),
        }
    }
}

/// What to do about an error of the machine; `None` for any other error.
pub(crate) fn trouble(why: &io::Error) -> Option<&'static str> {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match why.kind() {
        StorageFull | QuotaExceeded => Some("make room on the disk and try again"),
        FileTooLarge => Some("the file is larger than `ulimit -f` allows: raise that limit and try again"),
        // EIO has no kind of its own.
        _ if cfg!(unix) && why.raw_os_error() == Some(5) => Some("the disk may be failing: check it first"),
        _ => None,
    }
}

/// System messages begin with a capital; ours do not.
pub(crate) fn lower(why: &io::Error) -> String {
    let text = why.to_string();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Usage(refused.to_string())
    }
}

/// Output that cannot be written.
impl From<io::Error> for Failure {
    fn from(why: io::Error) -> Failure {
        if why.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Unread;
        }
        Failure::Ours(format!("cannot write: {}", lower(&why)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A conversion that ended the process would end this test as well.
    #[test]
    fn a_closed_pipe_is_a_value_and_destructors_run() {
        struct Guard<'a>(&'a std::cell::Cell<bool>);
        impl Drop for Guard<'_> {
            fn drop(&mut self) {
                self.0.set(true);
            }
        }
        let dropped = std::cell::Cell::new(false);
        let written = (|| -> Result<(), Failure> {
            let _guard = Guard(&dropped);
            Err(io::Error::from(io::ErrorKind::BrokenPipe))?
        })();
        assert!(matches!(written, Err(Failure::Unread)), "{written:?}");
        assert!(dropped.get());
        let code = written.map_or_else(|failure| failure.report(), |()| ExitCode::FAILURE);
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    }

    #[test]
    fn a_full_disk_is_our_fault_and_a_wrong_name_is_not() {
        let of = |kind: io::ErrorKind| Failure::file("f", &io::Error::from(kind));
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded, io::ErrorKind::FileTooLarge] {
            assert!(matches!(of(kind), Failure::Ours(_)), "{kind}");
        }
        for kind in [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied, io::ErrorKind::IsADirectory] {
            assert!(matches!(of(kind), Failure::Usage(_)), "{kind}");
        }
    }
}
