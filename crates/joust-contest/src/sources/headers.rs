//! Which headers a source includes.

use super::token::Words;
use super::{Broken, SourceProblem, problem};
use joust_sandbox::StarterKit;
use std::path::Path;

/// The headers of the standard libraries of C++ and C that a player needs: no files, threads, processes or
/// networks.
pub(crate) const STANDARD_HEADERS: &[&str] = &[
    "algorithm",
    "any",
    "array",
    "bit",
    "bitset",
    "cassert",
    "cctype",
    "cerrno",
    "cfloat",
    "charconv",
    "chrono",
    "cinttypes",
    "climits",
    "cmath",
    "compare",
    "complex",
    "concepts",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "deque",
    "exception",
    "forward_list",
    "functional",
    "initializer_list",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "limits",
    "list",
    "map",
    "memory",
    "new",
    "numbers",
    "numeric",
    "optional",
    "ostream",
    "queue",
    "random",
    "ranges",
    "ratio",
    "set",
    "span",
    "sstream",
    "stack",
    "stdexcept",
    "streambuf",
    "string",
    "string_view",
    "tuple",
    "type_traits",
    "typeinfo",
    "unordered_map",
    "unordered_set",
    "utility",
    "valarray",
    "variant",
    "vector",
    "assert.h",
    "ctype.h",
    "errno.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "math.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
];

/// How a directive includes a header.
enum Included<'a> {
    /// `<name>`.
    Angled(&'a str),
    /// `"name"`.
    Quoted(&'a str),
    /// The name of a macro, or nonsense.
    Other(&'a str),
}

fn included(rest: &str) -> Included<'_> {
    if let Some(name) = rest.strip_prefix('<').and_then(|rest| rest.split('>').next()) {
        return Included::Angled(name.trim());
    }
    match rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
        Some(name) => Included::Quoted(name.trim()),
        None => Included::Other(rest),
    }
}

/// Whether a header belongs to a kit, whose files are always there.
fn is_of_kit(name: &str) -> bool {
    let is_header =
        |path: &str| Path::new(path).extension().is_some_and(|ending| ending == "hh" || ending == "h");
    // The other headers of the C++ kit are bots to start from, and are handed in with the source.
    let is_library = |kit: &StarterKit, path: &str| kit.name == "madmax-cpp" || path.starts_with("joust/");
    let has = |kit: &StarterKit| {
        kit.files().any(|(path, _)| path == name && is_header(path) && is_library(kit, path))
    };
    StarterKit::ALL.iter().any(has)
}

/// What is wrong with the headers of a source. `allowed` are those that it may include besides those of the kits;
/// `None` stands for all of the standard library.
pub(super) fn check(words: &Words<'_>, allowed: Option<&[String]>) -> Vec<SourceProblem> {
    let mut problems = Vec::new();
    for directive in &words.directives {
        let mut wrong = |broken: Broken| problems.push(problem(directive.line, broken));
        match directive.name {
            "include" | "include_next" | "import" => {}
            "embed" => {
                wrong(Broken::Embed);
                continue;
            }
            _ => continue,
        }
        match included(directive.rest) {
            Included::Angled(name) | Included::Quoted(name) if is_of_kit(name) => {}
            Included::Quoted(name) if !is_allowed(name, allowed, false) => {
                wrong(Broken::OwnHeader { name: name.to_owned() });
            }
            Included::Angled(name) if !is_allowed(name, allowed, true) => {
                wrong(Broken::Header { name: name.to_owned() });
            }
            Included::Angled(_) | Included::Quoted(_) => {}
            Included::Other(rest) => wrong(Broken::NotAHeader { text: rest.to_owned() }),
        }
    }
    problems
}

/// Whether a header may be included. In quotation marks, only known headers can be meant.
fn is_allowed(name: &str, allowed: Option<&[String]>, is_angled: bool) -> bool {
    match allowed {
        Some(list) => list.iter().any(|header| header == name),
        None if is_angled => true,
        None => STANDARD_HEADERS.contains(&name),
    }
}
