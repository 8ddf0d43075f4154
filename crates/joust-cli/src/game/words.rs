//! The texts of `joust game`: those of the original, and what we add.

use super::getopt::Known;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The options of the original in its order, then ours. No beginning of an option of the
/// original may fit one of ours.
pub(crate) const OPTIONS: [Known; 13] = [
    Known { long: "seed", short: Some('s'), takes: true },
    Known { long: "input", short: Some('i'), takes: true },
    Known { long: "output", short: Some('o'), takes: true },
    Known { long: "list", short: Some('l'), takes: false },
    Known { long: "version", short: Some('v'), takes: false },
    Known { long: "help", short: Some('h'), takes: false },
    Known { long: "record", short: None, takes: true },
    Known { long: "quiet", short: Some('q'), takes: false },
    Known { long: "example-config", short: None, takes: false },
    Known { long: "time-limit", short: None, takes: true },
    Known { long: "memory-limit", short: None, takes: true },
    Known { long: "wait-limit", short: None, takes: true },
    Known { long: "kit", short: None, takes: true },
];

/// A configuration that everybody has.
pub(crate) const EXAMPLE: &str = include_str!("../../../../kits/madmax/default.cnf");

/// How to get a configuration.
pub(crate) const GET_ONE: &str = "`joust game --example-config > default.cnf` writes the contest's";

/// The help text: the original's lines first.
pub(crate) fn help(program: &str) -> String {
    let mut text = format!(
        "Usage: {program} [options] player1 player2 ... [< default.cnf] [> default.res] \nAvailable options:\n"
    );
    for (long, short, what) in [
        ("--seed=seed", "-s seed", "set random seed"),
        ("--input=file", "-i input", "set input file  (default: stdin)"),
        ("--output=file", "-o output", "set output file (default: stdout)"),
        ("--list", "-l", "list registered players"),
        ("--version", "-v", "print version"),
        ("--help", "-h", "print help"),
    ] {
        let _ = writeln!(text, "{long:<16}{short:<12}{what}");
    }
    text.push('\n');
    text.push_str("Added by joust:\n");
    for (long, short, what) in [
        ("--record=file", "", "also write a compact record, for `joust replay` and `joust verify`"),
        ("--time-limit=s", "", "processor time of each player of a kit in the whole game, in seconds"),
        ("--wait-limit=s", "", "how long the game waits for each player of a kit, all rounds together"),
        ("--memory-limit=MB", "", "memory of each player of a kit"),
        ("--kit=Game", "", "the players are those of a Game program; `./Game …` is short for it"),
        ("--quiet", "-q", "tell no progress; warnings and errors are still told"),
        ("--example-config", "", "print the contest's default.cnf"),
    ] {
        let _ = writeln!(text, "{long:<18}{short:<10}{what}");
    }
    text.push_str(ADDED);
    text
}

const ADDED: &str = "
Examples:
  joust game --example-config > default.cnf
  joust game Demo Demo Demo Demo -s 30 -i default.cnf -o default.res

The result, the scores and what is told on the way are those of the original, byte for byte.
Different on purpose:
  * a failed check tells the original's ERROR and one line more that says what to do, and exits 1;
    an option that is not understood exits 2
  * the output file appears when the game is over, so a failed game leaves an older result alone;
    one that cannot be written is an error before the game starts
  * a player that gives more than 1000 orders in a round, crashes, exits, throws or exceeds a
    limit is dead (status -1, no more orders), you are told why, and the game goes on without it
  * a player of a kit is waited for at most 10 minutes, or ten times its --time-limit and 10 s
  * what players of a kit write to cout goes to standard output if the result does not (-o),
    otherwise to standard error
";

/// What `--version` prints.
pub(crate) fn version(kit: Option<&Path>) -> String {
    let program = kit.map_or_else(std::env::current_exe, |path| Ok(path.to_owned()));
    let built = program.and_then(|path| path.metadata()).and_then(|data| data.modified());
    let built = built.unwrap_or(UNIX_EPOCH);
    format!("{}\ncompiled {}\n", joust_madmax::Settings::VERSION.join(" "), stamp(built))
}

/// A moment as compilers write it, in UTC: `HH:MM:SS Mon DD YYYY`.
fn stamp(moment: SystemTime) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (mut day, second) = (seconds / 86_400, seconds % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{hour:02}:{minute:02}:{second:02} {} {:>2} {year}", MONTHS[month], day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_compilers_write_them() {
        let cases = [
            (0, "00:00:00 Jan  1 1970"),
            (951_827_696, "12:34:56 Feb 29 2000"),
            (1_735_689_599, "23:59:59 Dec 31 2024"),
            (1_772_323_200, "00:00:00 Mar  1 2026"),
        ];
        for (seconds, text) in cases {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn every_beginning_that_the_original_understood_still_fits_one_option() {
        for option in &OPTIONS[..6] {
            for length in 1..=option.long.len() {
                let fitting = OPTIONS.iter().filter(|other| other.long.starts_with(&option.long[..length]));
                assert_eq!(fitting.count(), 1, "--{}", &option.long[..length]);
            }
        }
    }

    #[test]
    fn the_example_is_the_contest_s_configuration() {
        let config = joust_madmax::Config::read(EXAMPLE).unwrap();
        assert_eq!(config.settings, joust_madmax::Settings::default());
        assert_eq!(config.source, joust_madmax::Source::Generator);
    }
}
