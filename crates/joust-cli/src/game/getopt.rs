//! Options in the manner of GNU `getopt_long`, which the original program uses.

use std::ffi::OsString;
use std::fmt;

/// An option of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The name after two dashes.
    pub(crate) long: &'static str,
    /// The letter after one dash.
    pub(crate) short: Option<char>,
    /// Whether the option takes an argument.
    pub(crate) takes: bool,
}

/// What [`Options::next`] finds on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    /// An option by its long name, with its argument.
    Option(&'static str, OsString),
    /// All words that are not options, after the last option.
    Names(Vec<OsString>),
}

/// Why an option is refused, in the words of `getopt_long`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadOption {
    /// `-z`
    Invalid(String),
    /// `-s` at the end.
    Missing(char),
    /// `--zeal`
    Unrecognized(String),
    /// `--seed` at the end.
    LongMissing(&'static str),
    /// `--list=all`
    Unwanted(&'static str),
    /// `--=x`
    Ambiguous(String, Vec<&'static str>),
}

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadOption::Invalid(letter) => write!(f, "invalid option -- '{letter}'"),
            BadOption::Missing(letter) => write!(f, "option requires an argument -- '{letter}'"),
            BadOption::Unrecognized(word) => write!(f, "unrecognized option '--{word}'"),
            BadOption::LongMissing(name) => write!(f, "option '--{name}' requires an argument"),
            BadOption::Unwanted(name) => write!(f, "option '--{name}' doesn't allow an argument"),
            BadOption::Ambiguous(word, names) => {
                write!(f, "option '--{word}' is ambiguous; possibilities:")?;
                names.iter().try_for_each(|name| write!(f, " '--{name}'"))
            }
        }
    }
}

/// A command line that is read option by option, so that an option can act before the next is read.
pub(crate) struct Options<'a> {
    known: &'a [Known],
    /// The number of options at the beginning of `known` that come first: an abbreviation that fits one of them
    /// does not mean a later one.
    first: usize,
    words: std::vec::IntoIter<OsString>,
    /// The rest of a word of short options.
    cluster: Vec<u8>,
    names: Vec<OsString>,
    /// Whether the first name ends the options: `POSIXLY_CORRECT`.
    posix: bool,
}

impl<'a> Options<'a> {
    /// Reads the words after the name of the program.
    pub(crate) fn new(known: &'a [Known], first: usize, words: Vec<OsString>, posix: bool) -> Options<'a> {
        Options { known, first, words: words.into_iter(), cluster: Vec::new(), names: Vec::new(), posix }
    }

    /// The next option; after the last one, all names. Options and names may be mixed.
    pub(crate) fn next(&mut self) -> Result<Met, BadOption> {
        if !self.cluster.is_empty() {
            return self.short();
        }
        while let Some(word) = self.words.next() {
            let bytes = word.as_encoded_bytes();
            if bytes == b"--" {
                break;
            }
            if let Some(long) = bytes.strip_prefix(b"--") {
                return self.long(long);
            }
            if bytes.len() > 1 && bytes[0] == b'-' {
                self.cluster = bytes[1..].to_vec();
                return self.short();
            }
            self.names.push(word);
            if self.posix {
                break;
            }
        }
        self.names.extend(self.words.by_ref());
        Ok(Met::Names(std::mem::take(&mut self.names)))
    }

    /// The first option of a word of short options; its argument is the rest of the word or the next word.
    fn short(&mut self) -> Result<Met, BadOption> {
        let letter = self.cluster.remove(0);
        let Some(option) = self.known.iter().find(|option| option.short == Some(letter.into())) else {
            // A letter may be several bytes long.
            let rest = if letter.is_ascii() { Vec::new() } else { std::mem::take(&mut self.cluster) };
            let whole: Vec<u8> = std::iter::once(letter).chain(rest).collect();
            return Err(BadOption::Invalid(String::from_utf8_lossy(&whole).into_owned()));
        };
        if !option.takes {
            return Ok(Met::Option(option.long, OsString::new()));
        }
        let argument = match std::mem::take(&mut self.cluster) {
            rest if rest.is_empty() => self.words.next().ok_or(BadOption::Missing(letter.into()))?,
            rest => os_string(&rest),
        };
        Ok(Met::Option(option.long, argument))
    }

    /// A long option: `name`, `name=argument`, or an unambiguous beginning of a name.
    fn long(&mut self, word: &[u8]) -> Result<Met, BadOption> {
        let text = || String::from_utf8_lossy(word).into_owned();
        let end = word.iter().position(|byte| *byte == b'=');
        let name = &word[..end.unwrap_or(word.len())];
        let fits = |option: &&Known| option.long.as_bytes().starts_with(name);
        let mut fitting: Vec<&Known> = self.known[..self.first].iter().filter(fits).collect();
        if fitting.is_empty() {
            fitting = self.known.iter().filter(fits).collect();
        }
        let exact = fitting.iter().find(|option| option.long.len() == name.len());
        let option = match (exact, &fitting[..]) {
            (Some(option), _) | (None, [option]) => option,
            (None, []) => return Err(BadOption::Unrecognized(text())),
            (None, several) => {
                return Err(BadOption::Ambiguous(text(), several.iter().map(|option| option.long).collect()));
            }
        };
        let given = end.map(|end| os_string(&word[end + 1..]));
        match (option.takes, given) {
            (true, Some(argument)) => Ok(Met::Option(option.long, argument)),
            (true, None) => {
                let argument = self.words.next().ok_or(BadOption::LongMissing(option.long))?;
                Ok(Met::Option(option.long, argument))
            }
            (false, Some(_)) => Err(BadOption::Unwanted(option.long)),
            (false, None) => Ok(Met::Option(option.long, OsString::new())),
        }
    }
}

/// Part of a word of the command line, which need not be Unicode.
#[cfg(unix)]
fn os_string(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

/// Part of a word of the command line; what is not Unicode is replaced.
#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Known; 5] = [
        Known { long: "seed", short: Some('s'), takes: true },
        Known { long: "list", short: Some('l'), takes: false },
        Known { long: "help", short: Some('h'), takes: false },
        Known { long: "helper", short: None, takes: false },
        Known { long: "strict", short: None, takes: false },
    ];
    /// The options that come first: seed and list.
    const FIRST: usize = 2;

    /// All options and names in one line; `!` begins an error.
    fn read(line: &str, posix: bool) -> String {
        let words = line.split_whitespace().map(|word| OsString::from(word.replace('_', " "))).collect();
        let mut options = Options::new(&KNOWN, FIRST, words, posix);
        let mut met = Vec::new();
        loop {
            match options.next() {
                Ok(Met::Option(name, argument)) => met.push(format!("{name}={}", argument.display())),
                Ok(Met::Names(names)) => {
                    met.extend(names.iter().map(|name| name.display().to_string()));
                    return met.join(" ");
                }
                Err(why) => {
                    met.push(format!("!{why}"));
                    return met.join(" ");
                }
            }
        }
    }

    #[test]
    fn every_form_of_an_option_is_understood() {
        for form in ["-s30 A", "-s 30 A", "--seed=30 A", "--seed 30 A", "--se=30 A", "--s 30 A", "A -s30"] {
            assert_eq!(read(form, false), "seed=30 A", "{form}");
        }
        assert_eq!(read("A -l B -s -5 C", false), "list= seed=-5 A B C");
        assert_eq!(read("-lhs30", false), "list= help= seed=30");
        assert_eq!(read("-ls 30 -", false), "list= seed=30 -");
        assert_eq!(read("--seed= A", false), "seed= A");
        assert_eq!(read("--seed=a=b", false), "seed=a=b");
        assert_eq!(read("--help", false), "help=");
        assert_eq!(read("", false), "");
        assert_eq!(read("--st --strict A", false), "strict= strict= A");
    }

    #[test]
    fn two_dashes_end_the_options_and_posix_does_with_the_first_name() {
        assert_eq!(read("A -- -l --seed", false), "A -l --seed");
        assert_eq!(read("-s -- A", false), "seed=-- A");
        assert_eq!(read("-l A -s 3", true), "list= A -s 3");
        assert_eq!(read("-- A", true), "A");
    }

    #[test]
    fn what_is_not_understood_is_said_in_the_words_of_getopt() {
        let cases = [
            ("-l -z -h", "list= !invalid option -- 'z'"),
            ("-é", "!invalid option -- 'é'"),
            ("A -s", "!option requires an argument -- 's'"),
            ("--seed", "!option '--seed' requires an argument"),
            ("--zeal=3", "!unrecognized option '--zeal=3'"),
            ("--list=all", "!option '--list' doesn't allow an argument"),
            ("--hel", "!option '--hel' is ambiguous; possibilities: '--help' '--helper'"),
            ("--=3", "!option '--=3' is ambiguous; possibilities: '--seed' '--list'"),
        ];
        for (line, met) in cases {
            assert_eq!(read(line, false), met, "{line}");
        }
    }
}
