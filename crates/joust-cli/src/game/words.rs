//! The texts of `joust game`: those of the original, and what we add.

use super::getopt::Known;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The options of the original in its order, then ours.
pub(crate) const OPTIONS: [Known; 16] = [
    Known { long: "seed", short: Some('s'), takes: true },
    Known { long: "input", short: Some('i'), takes: true },
    Known { long: "output", short: Some('o'), takes: true },
    Known { long: "list", short: Some('l'), takes: false },
    Known { long: "version", short: Some('v'), takes: false },
    Known { long: "help", short: Some('h'), takes: false },
    Known { long: "record", short: None, takes: true },
    Known { long: "quiet", short: Some('q'), takes: false },
    Known { long: "strict", short: None, takes: false },
    Known { long: "judge", short: None, takes: false },
    Known { long: "json", short: None, takes: false },
    Known { long: "example-config", short: None, takes: false },
    Known { long: "time-limit", short: None, takes: true },
    Known { long: "memory-limit", short: None, takes: true },
    Known { long: "wait-limit", short: None, takes: true },
    Known { long: "kit", short: None, takes: true },
];

/// The number of the original's options. Every abbreviation of them means what it means in the original.
pub(crate) const ORIGINAL: usize = 6;

/// The configuration of the contest.
pub(crate) const EXAMPLE: &str = include_str!("../../../../kits/madmax/default.cnf");

/// How to get a configuration.
pub(crate) const GET_ONE: &str =
    "`joust game --example-config > default.cnf` writes the configuration of the contest";

/// The help text: the original's lines first.
pub(crate) fn help(program: &str) -> String {
    include_str!("../help/game.txt").replacen("{program}", program, 1)
}

/// The output of `--version`.
pub(crate) fn version(kit: Option<&Path>) -> String {
    let program = kit.map_or_else(std::env::current_exe, |path| Ok(path.to_owned()));
    let built = program.and_then(|path| path.metadata()).and_then(|data| data.modified());
    let built = built.unwrap_or(UNIX_EPOCH);
    format!("{}\ncompiled {}\n", joust_madmax::Settings::VERSION.join(" "), stamp(built))
}

/// A moment as compilers write it, in UTC: `HH:MM:SS Mon DD YYYY`.
fn stamp(moment: SystemTime) -> String {
    // `Sun, 06 Nov 1994 08:49:37 GMT`
    let date = httpdate::fmt_http_date(moment);
    let word = |number| date.split(' ').nth(number).unwrap_or_default();
    format!("{} {} {:>2} {}", word(4), word(2), word(1).trim_start_matches('0'), word(3))
}

#[cfg(test)]
mod tests {
    use super::super::getopt::{Met, Options};
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
            assert_eq!(stamp(UNIX_EPOCH + std::time::Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn every_beginning_that_the_original_understood_still_fits_one_option() {
        for option in &OPTIONS[..ORIGINAL] {
            for length in 1..=option.long.len() {
                let word = format!("--{}", &option.long[..length]);
                let words = vec![word.clone().into(), "1".into()];
                let met = Options::new(&OPTIONS, ORIGINAL, words, false).next();
                assert!(matches!(met, Ok(Met::Option(name, _)) if name == option.long), "{word}");
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
