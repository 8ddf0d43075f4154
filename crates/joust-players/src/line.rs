//! The text `line:COMMAND` of a program. `joust-sandbox` starts the program.

use crate::BadPlayer;
use crate::words::Words;
use std::fmt;
use std::time::Duration;

/// A program and how long it may think.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSpec {
    /// The command for the shell.
    command: String,
    /// The limit in its own text.
    timeout: Option<Duration>,
    /// The time for a move of all players in its match.
    time: Option<Duration>,
}

impl LineSpec {
    /// The time for a move where no limit is set.
    const USUAL: Duration = Duration::from_mins(1);
    /// A day; a longer limit is no limit.
    const LONGEST: f64 = 86_400.0;

    /// Reads `:COMMAND[,timeout=SECONDS]`.
    pub(crate) fn read(words: &Words) -> Result<LineSpec, BadPlayer> {
        let (command, seconds) = words.whole_argument("timeout");
        let timeout = |seconds: &str| {
            let limit = seconds.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= LineSpec::LONGEST);
            let bad = || BadPlayer::Timeout { text: words.text.to_owned(), found: seconds.to_owned() };
            limit.map(Duration::from_secs_f64).ok_or_else(bad)
        };
        let timeout = seconds.map(timeout).transpose()?;
        if command.trim().is_empty() {
            return Err(BadPlayer::NoCommand(words.text.to_owned()));
        }
        Ok(LineSpec { command: command.trim().to_owned(), timeout, time: None })
    }

    /// This program with the match's time for a move, unless it has a limit of its own.
    #[must_use]
    pub fn or_within(mut self, time: Option<Duration>) -> LineSpec {
        if self.timeout.is_none() {
            self.time = time;
        }
        self
    }

    /// The command for the shell.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The longest wait for an answer.
    pub fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(LineSpec::USUAL)
    }

    /// The match's time for a move, if it plays by that.
    pub fn move_time(&self) -> Option<Duration> {
        self.time
    }
}

impl fmt::Display for LineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line:{}", self.command)?;
        self.timeout.map_or(Ok(()), |timeout| write!(f, ",timeout={}", timeout.as_secs_f64()))
    }
}
