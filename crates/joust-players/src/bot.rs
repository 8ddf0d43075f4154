//! The texts `cmd:COMMAND` and `FILE.wasm` of bots. `joust-sandbox` runs the bots.

use crate::BadPlayer;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A bot that speaks the protocol, and its options.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    /// The program.
    pub program: BotProgram,
    /// The longest wait for an action of a process, if its text has one.
    timeout: Option<Duration>,
    /// The time for a move of all players in its match.
    time: Option<Duration>,
    /// Fuel of a module: for each turn, and in its bank.
    fuel: Option<u64>,
    bank: Option<u64>,
    /// Values for parameters of the bot.
    set: BTreeMap<String, String>,
}

/// How a bot runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotProgram {
    /// As a process: a command.
    Command(String),
    /// As a WebAssembly module: its file.
    Module(PathBuf),
}

/// The ending of the name of a module.
const MODULE: &str = ".wasm";
/// What stands before the name of a parameter.
const SET: &str = "set.";

impl BotSpec {
    /// The time for an action of a process where no limit is set.
    const USUAL: Duration = Duration::from_mins(1);
    /// A day; a longer limit is no limit.
    const LONGEST: f64 = 86_400.0;

    /// Reads `cmd:COMMAND` or `FILE.wasm` with options after it; `None` for other texts. A command may have
    /// commas of its own, so options are read from the end.
    pub(crate) fn read(text: &str) -> Option<Result<BotSpec, BadPlayer>> {
        // The command of a `line:` program may end as a module does.
        if text.trim_start().starts_with("line:") {
            return None;
        }
        let (head, options) = take_options(text);
        let program = match head.strip_prefix("cmd:") {
            Some(command) => BotProgram::Command(command.trim().to_owned()),
            None if head == "cmd" => BotProgram::Command(String::new()),
            None if head.len() > MODULE.len() && head.ends_with(MODULE) => BotProgram::Module(head.into()),
            None => return None,
        };
        Some(BotSpec::with(program, text, &options))
    }

    fn with(program: BotProgram, text: &str, options: &[(&str, &str)]) -> Result<BotSpec, BadPlayer> {
        let mut spec =
            BotSpec { program, timeout: None, time: None, fuel: None, bank: None, set: BTreeMap::new() };
        let is_module = matches!(spec.program, BotProgram::Module(_));
        if spec.program == BotProgram::Command(String::new()) {
            return Err(BadPlayer::NoCommand(text.to_owned()));
        }
        for (key, value) in options {
            let bad =
                |takes| BadPlayer::Value { text: text.to_owned(), option: format!("{key}={value}"), takes };
            match *key {
                "timeout" if !is_module => {
                    let limit = value.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= BotSpec::LONGEST);
                    let limit = limit.ok_or_else(|| BadPlayer::Timeout {
                        text: text.to_owned(),
                        found: (*value).to_owned(),
                    })?;
                    spec.timeout = Some(Duration::from_secs_f64(limit));
                }
                "fuel" if is_module => {
                    spec.fuel = Some(value.parse().map_err(|_| bad("a number of units of fuel"))?);
                }
                "bank" if is_module => {
                    spec.bank = Some(value.parse().map_err(|_| bad("a number of units of fuel"))?);
                }
                key => {
                    let name = key.strip_prefix(SET).filter(|name| !name.is_empty());
                    let name = name.ok_or_else(|| BadPlayer::BotOption {
                        text: text.to_owned(),
                        option: key.to_owned(),
                        known: if is_module { "fuel=N, bank=N" } else { "timeout=SECONDS" },
                    })?;
                    spec.set.insert(name.to_owned(), (*value).to_owned());
                }
            }
        }
        Ok(spec)
    }

    /// This bot with the match's time for a move, unless it has a limit of its own.
    #[must_use]
    pub fn or_within(mut self, time: Option<Duration>) -> BotSpec {
        if self.timeout.is_none() {
            self.time = time;
        }
        self
    }

    /// The longest wait for an action of a process: its own limit, or that of the match.
    pub fn timeout(&self) -> Duration {
        self.timeout.or(self.time).unwrap_or(BotSpec::USUAL)
    }

    /// The match's time for a move, if it plays by that.
    pub fn move_time(&self) -> Option<Duration> {
        self.time
    }

    /// The fuel of each turn of a module, if its text has it.
    pub fn fuel(&self) -> Option<u64> {
        self.fuel
    }

    /// The fuel in the bank of a module, if its text has it.
    pub fn bank(&self) -> Option<u64> {
        self.bank
    }

    /// The values for its parameters.
    pub fn parameters(&self) -> &BTreeMap<String, String> {
        &self.set
    }

    /// A short name for tables: that of the file, or the command.
    pub fn short_name(&self) -> String {
        match &self.program {
            BotProgram::Command(command) => command.clone(),
            BotProgram::Module(path) => {
                let stem = path.file_stem().unwrap_or(Path::new("").as_os_str());
                stem.to_string_lossy().into_owned()
            }
        }
    }
}

/// Takes options off the end of a text: `,key=value`, where the key is a word and the value has no blanks.
fn take_options(text: &str) -> (&str, Vec<(&str, &str)>) {
    let (mut head, mut options) = (text.trim(), Vec::new());
    while let Some((rest, last)) = head.rsplit_once(',') {
        let Some((key, value)) = last.split_once('=') else { break };
        let is_key = matches!(key, "timeout" | "fuel" | "bank") || key.starts_with(SET);
        let follows_module = rest.split(',').any(|part| part.ends_with(MODULE)) && !rest.starts_with("cmd:");
        if !(is_key || follows_module) || value.contains(char::is_whitespace) {
            break;
        }
        options.push((key, value));
        head = rest;
    }
    options.reverse();
    (head, options)
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.program {
            BotProgram::Command(command) => write!(f, "cmd:{command}")?,
            BotProgram::Module(path) => write!(f, "{}", path.display())?,
        }
        if let Some(timeout) = self.timeout {
            write!(f, ",timeout={}", timeout.as_secs_f64())?;
        }
        for (key, value) in [("fuel", self.fuel), ("bank", self.bank)] {
            value.map_or(Ok(()), |value| write!(f, ",{key}={value}"))?;
        }
        self.set.iter().try_for_each(|(name, value)| write!(f, ",{SET}{name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match BotSpec::read(text) {
            None => "no bot".to_owned(),
            Some(Ok(spec)) => spec.to_string(),
            Some(Err(why)) => format!("error: {why}"),
        }
    }

    #[test]
    fn bots_are_read_and_written() {
        for text in [
            "cmd:python3 bot.py",
            "cmd:./bot --a=1,b=2",
            "cmd:./bot,timeout=1.5,set.depth=4",
            "bot.wasm",
            "a,b/c:d.wasm,fuel=5,bank=7,set.depth=4,set.style=bold",
        ] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read("engine"), "no bot");
        assert_eq!(read(".wasm"), "no bot");
        assert_eq!(read("line:cat x.wasm,timeout=3"), "no bot");
    }

    #[test]
    fn refusals_say_what_to_write() {
        for (text, words) in [
            ("cmd:", "say which program"),
            ("bot.wasm,fuel=much", "takes a number of units of fuel"),
            ("bot.wasm,speed=9", "`speed` is not an option of a bot: fuel=N, bank=N and set.NAME=VALUE"),
            ("cmd:./bot,fuel=3", "`fuel` is not an option of a bot: timeout=SECONDS and set.NAME=VALUE"),
            ("cmd:./bot,timeout=never", "a number of seconds, not `never`"),
        ] {
            assert!(read(text).contains(words), "{text}: {}", read(text));
        }
    }
}
