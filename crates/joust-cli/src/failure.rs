//! What can go wrong, and with which exit code the program says so.

use anstyle::{AnsiColor, Style};
use joust_games::Refused;
use std::io;
use std::process::ExitCode;

/// The end of a command that did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The answer is no: a record that does not verify, a position in a stream that is refused.
    #[error("{0}")]
    No(String),
    /// What was asked for cannot be: the user can change it.
    #[error("{0}")]
    Usage(String),
    /// Something of ours, or of the machine, is broken.
    #[error("{0}")]
    Ours(String),
}

impl Failure {
    /// Says what happened on stderr. Exit codes: 1 the answer is no, 2 usage, 3 our fault.
    pub(crate) fn report(&self) -> ExitCode {
        let bold = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let mut lines = self.to_string();
        if let Some(rest) = lines.strip_prefix('\n') {
            lines = rest.to_owned();
        }
        for (i, line) in lines.lines().enumerate() {
            let label = if i == 0 { "error:" } else { "      " };
            anstream::eprintln!("{bold}{label}{bold:#} {line}");
        }
        ExitCode::from(match self {
            Failure::No(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Ours(_) => 3,
        })
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(name: &str, why: &io::Error) -> Failure {
        Failure::Usage(format!("{name}: {}", lower(&why.to_string())))
    }
}

/// System messages begin with a capital; ours do not.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Usage(refused.to_string())
    }
}

/// Output that cannot be written. A closed pipe is no failure: whoever reads has seen enough.
impl From<io::Error> for Failure {
    fn from(why: io::Error) -> Failure {
        if why.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        Failure::Ours(format!("cannot write: {why}"))
    }
}
