//! What a contest asks of a source before it is compiled: one file, its size, its language, the name of the player,
//! headers, and global state.
//!
//! These are rules of the house, which help an honest author; they do not protect anybody. The compiler is confined,
//! and modules reach nothing.

mod broken;
mod globals;
mod headers;
mod token;

pub use broken::{Broken, GlobalPlace, GlobalWay, SourceProblem};
pub(crate) use headers::STANDARD_HEADERS;

use crate::{Contest, Language};
use joust_core::Game as _;
use joust_madmax::Skirmish;
use joust_madmax::player::BUILT_IN;
use joust_players::Spec;
use joust_sandbox::SourceLanguage;
use std::path::Path;

/// What a student hands in: one file.
#[derive(Clone, Copy, Debug)]
pub struct Handed<'a> {
    /// The name of the file, without folders; it may be empty.
    pub file: &'a str,
    /// The contents.
    pub bytes: &'a [u8],
    /// The name that the student gives the player. A player of the Mad Max kit has its name in its source, and any
    /// other player without a name has that of its file.
    pub player: Option<&'a str>,
}

/// What was found out about a source without compiling it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its language, if it is one of the contest's.
    pub language: Option<Language>,
    /// The name of the player, if it has a usable one.
    pub player: Option<String>,
    /// All problems, in the order of their lines. Without one, the source may be compiled.
    pub problems: Vec<SourceProblem>,
}

/// A problem of a line.
fn problem(line: usize, broken: Broken) -> SourceProblem {
    SourceProblem { line: Some(line), broken }
}

/// A problem of the whole file.
fn of_file(broken: Broken) -> SourceProblem {
    SourceProblem { line: None, broken }
}

/// Files that have others inside, by their first bytes.
const ARCHIVES: [&[u8]; 6] =
    [b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ", b"BZh"];
/// The first bytes of a module.
const MODULE: &[u8] = b"\0asm";

/// Whether what a student hands in is a module and not a source.
///
/// ```
/// assert!(joust_contest::is_module(b"\0asm\x01\0\0\0") && !joust_contest::is_module(b"int x;"));
/// ```
pub fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(MODULE)
}

/// Checks a source by the rules of a contest. `taken` are the names of the players of other students.
///
/// ```
/// use joust_contest::{Contest, Handed, Language, check_source};
/// let contest = Contest::read("name = \"Spring\"\ngame = \"madmax\"\n[sources]\nglobal-state = \"forbidden\"\n").unwrap();
/// let source = b"#include \"Player.hh\"\n#define PLAYER_NAME Rockatansky\nint count = 0;\nRegisterPlayer(PLAYER_NAME);\n";
/// let handed = Handed { file: "AIRockatansky.cc", bytes: source, player: None };
/// let checked = check_source(&contest, &handed, &[]);
/// assert_eq!((checked.language, checked.player.as_deref()), (Some(Language::MadmaxCpp), Some("Rockatansky")));
/// assert!(checked.problems[0].to_string().starts_with("line 3: `count` is a variable"), "{checked:?}");
/// ```
pub fn check_source(contest: &Contest, handed: &Handed<'_>, taken: &[String]) -> Checked {
    let mut checked = Checked { language: None, player: None, problems: Vec::new() };
    match language(contest, handed) {
        Ok(language) => checked.language = Some(language),
        Err(why) => {
            checked.problems.push(of_file(why));
            return checked;
        }
    }
    let Some(language) = checked.language else { return checked };
    let is_module = language == Language::Module;
    let most = if is_module { contest.sources.largest_module } else { contest.sources.largest };
    let size = handed.bytes.len() as u64;
    if size > most {
        let (has, may) = (size.div_ceil(1024), most >> 10);
        let large =
            if is_module { Broken::LargeModule { has, may } } else { Broken::LargeSource { has, may } };
        checked.problems.push(of_file(large));
        return checked;
    }
    if is_module {
        name(contest, given_name(handed), None, taken, &mut checked);
        return checked;
    }
    if handed.bytes.contains(&0) {
        checked.problems.push(of_file(Broken::ZeroByte));
        return checked;
    }
    // Comments may be in any encoding.
    let text = String::from_utf8_lossy(handed.bytes);
    if matches!(language, Language::Javascript | Language::Rust) {
        let other_files = if language == Language::Rust { modules } else { imports };
        checked.problems.extend(other_files(&text));
        if language == Language::Javascript && !is_run(&text) {
            checked.problems.push(of_file(Broken::NoRun));
        }
        name(contest, given_name(handed), None, taken, &mut checked);
        return checked;
    }
    let text = token::joined(&text);
    let words = token::words(&text);
    if language == Language::MadmaxCpp {
        match defined_name(&words) {
            Some((own, line)) => name(contest, own, Some(line), taken, &mut checked),
            None => checked.problems.push(of_file(Broken::NoDefinedName)),
        }
    } else {
        name(contest, given_name(handed), None, taken, &mut checked);
    }
    checked.problems.extend(headers::check(&words, contest.sources.headers.as_deref()));
    if language.is_cpp() && !contest.sources.global_state {
        checked.problems.extend(globals::check(&words));
    }
    checked.problems.sort_by_key(|problem| problem.line.unwrap_or(0));
    checked
}

/// The language of a file, if it is one of the contest's; else what is wrong.
fn language(contest: &Contest, handed: &Handed<'_>) -> Result<Language, Broken> {
    let Handed { file, bytes, .. } = *handed;
    if bytes.is_empty() {
        return Err(Broken::Empty);
    }
    if ARCHIVES.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(Broken::Archive);
    }
    let found = if is_module(bytes) {
        Language::Module
    } else {
        let found = SourceLanguage::find(Path::new(file), bytes);
        found.map_err(|why| Broken::NotASource { why })?.into()
    };
    if contest.languages.contains(&found) {
        return Ok(found);
    }
    let taken = contest.languages.clone();
    if found == Language::MadmaxCpp && contest.game != Skirmish::NAME {
        return Err(Broken::OtherGame { taken });
    }
    Err(Broken::Language { found, taken })
}

/// The name of a player of the Mad Max kit, with its line.
fn defined_name(words: &token::Words<'_>) -> Option<(String, usize)> {
    let defined = words.directives.iter().rev().find_map(|directive| {
        let mut parts = directive.rest.split_whitespace();
        let is_name = directive.name == "define" && parts.next() == Some("PLAYER_NAME");
        is_name.then(|| (parts.next().unwrap_or_default().to_owned(), directive.line))
    });
    // Without the macro, the name stands in the last line.
    let registered = || {
        let at = words.tokens.iter().rposition(|token| token.text == "RegisterPlayer")?;
        let name = words.tokens.get(at + 2)?;
        Some((name.text.to_owned(), name.line))
    };
    defined.or_else(registered)
}

/// The name that the student gives, or that of the file.
fn given_name(handed: &Handed<'_>) -> String {
    let stem = || Path::new(handed.file).file_stem().and_then(|stem| stem.to_str());
    handed.player.map(str::trim).or_else(stem).unwrap_or_default().to_owned()
}

/// Checks the name of the player, which may stand in a line of the source.
fn name(contest: &Contest, name: String, line: Option<usize>, taken: &[String], checked: &mut Checked) {
    // In the Mad Max kit it is the name of a class, and stands in a line of the source.
    match bad_name(&name, line.is_some(), contest, taken) {
        Some(broken) => checked.problems.push(SourceProblem { line, broken }),
        None => checked.player = Some(name),
    }
}

/// What is wrong with the name of a player.
fn bad_name(name: &str, is_class: bool, contest: &Contest, taken: &[String]) -> Option<Broken> {
    let (letters, most) = (name.chars().count(), contest.sources.longest_name);
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || (letter == '-' && !is_class);
    let is_odd_first = |letter: char| if is_class { letter.is_ascii_digit() } else { letter == '-' };
    let is_same = |other: &String| other.eq_ignore_ascii_case(name);
    let own = || name.to_owned();
    if name.is_empty() {
        Some(Broken::NoName)
    } else if letters > most {
        Some(Broken::LongName { name: own(), letters, most })
    } else if !name.chars().all(is_plain) || name.starts_with(is_odd_first) {
        Some(if is_class { Broken::OddClassName { name: own() } } else { Broken::OddName { name: own() } })
    } else if is_reserved(contest, name) {
        Some(Broken::BuiltInName { name: own() })
    } else if taken.iter().any(is_same) {
        Some(Broken::TakenName { name: own() })
    } else {
        None
    }
}

/// Whether a name is that of a player that comes with the game, or of an opponent of the qualification.
fn is_reserved(contest: &Contest, name: &str) -> bool {
    let is_same = |other: &str| other.eq_ignore_ascii_case(name);
    let is_built_in = match contest.game {
        Skirmish::NAME => BUILT_IN.iter().any(|(known, _)| is_same(known)),
        game => Spec::read(&name.to_lowercase(), game).is_ok(),
    };
    is_built_in
        || is_same(contest.reference())
        || contest.qualification.against.iter().any(|one| is_same(one))
}

/// What is wrong with the imports of a source in JavaScript: only the library of the kit stands beside it.
fn imports(text: &str) -> Vec<SourceProblem> {
    let of_line = |(number, line): (usize, &str)| {
        let line = line.trim_start();
        let is_import =
            line.starts_with("import") || line.starts_with("export") || line.starts_with("} from");
        let path = line.rsplit_once("from").map_or(line, |(_, rest)| rest);
        let path = path.split(['"', '\'']).nth(1).filter(|_| is_import)?;
        let is_kit = path.strip_prefix("./joust/").is_some_and(|path| !path.contains(".."));
        let is_file = path.starts_with(['.', '/']);
        (is_file && !is_kit).then(|| problem(number + 1, Broken::Import { path: path.to_owned() }))
    };
    text.lines().enumerate().filter_map(of_line).collect()
}

/// Whether a source in JavaScript starts its bot: by `run` of the kit, perhaps under another name, or without the
/// kit. In doubt it does.
fn is_run(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).any(|line| {
        let of_kit = line.match_indices("run").any(|(at, word)| {
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            let rest = after.trim_start();
            let is_used = rest.starts_with('(') || (rest.len() < after.len() && rest.starts_with("as"));
            !before.ends_with(is_part) && is_used
        });
        of_kit || line.contains("joust_answer")
    })
}

/// What is wrong with the modules of a source in Rust: those of a player in one file stand in it.
fn modules(text: &str) -> Vec<SourceProblem> {
    let of_line = |(number, line): (usize, &str)| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub ")).unwrap_or(line);
        let (name, _) = line.strip_prefix("mod ")?.split_once(';')?;
        let name = name.trim();
        let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name.then(|| problem(number + 1, Broken::Module { name: name.to_owned() }))
    };
    text.lines().enumerate().filter_map(of_line).collect()
}
