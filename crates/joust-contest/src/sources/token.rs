//! The words of a source in C++ or C, with their lines: without comments, and directives apart.

/// A word of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Its text; a literal stands as its first character.
    pub(super) text: &'a str,
    /// What it is.
    pub(super) kind: TokenKind,
    /// Its line, counted from 1.
    pub(super) line: usize,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Name,
    /// A number, a character or a text.
    Literal,
    /// A mark; `::` and `->` are one, and all others have one character.
    Mark,
}

/// A directive of the preprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive<'a> {
    /// Its name, such as `include`.
    pub(super) name: &'a str,
    /// What follows, without comments at its end.
    pub(super) rest: &'a str,
    /// Its line, counted from 1.
    pub(super) line: usize,
}

/// A source in words.
#[derive(Debug, Default)]
pub(super) struct Words<'a> {
    /// The words outside of directives. Of branches that exclude each other (`#if … #else`), only the first that is
    /// not `#if 0` counts: together their braces would not match.
    pub(super) tokens: Vec<Token<'a>>,
    /// The directives, also those in branches that do not count.
    pub(super) directives: Vec<Directive<'a>>,
}

/// A branch of a conditional.
#[derive(Clone, Copy)]
struct Branch {
    /// Whether its words count.
    counts: bool,
    /// Whether a branch of this conditional has counted.
    has_counted: bool,
}

/// Signs of three characters, as compilers read them before anything else.
const TRIGRAPHS: [(&str, &str); 9] = [
    ("??=", "#"),
    ("??/", "\\"),
    ("??'", "^"),
    ("??(", "["),
    ("??)", "]"),
    ("??!", "|"),
    ("??<", "{"),
    ("??>", "}"),
    ("??-", "~"),
];

/// A source as compilers see it: without trigraphs, and lines that a backslash joins are one. The line ends that were
/// in such a line follow it, so that the numbers of lines stay.
pub(super) fn joined(source: &str) -> String {
    let mut source = source.replace("\r\n", "\n");
    if source.contains("??") {
        source = TRIGRAPHS.iter().fold(source, |text, (three, one)| text.replace(three, one));
    }
    let mut joined = String::with_capacity(source.len());
    let mut owed = 0;
    let mut lines = source.split('\n').peekable();
    while let Some(line) = lines.next() {
        // Compilers allow blanks after the backslash.
        let before = line.trim_end().strip_suffix('\\');
        joined.push_str(before.unwrap_or(line));
        if before.is_some() {
            owed += 1;
            continue;
        }
        joined.extend(std::iter::repeat_n('\n', std::mem::take(&mut owed)));
        if lines.peek().is_some() {
            joined.push('\n');
        }
    }
    joined
}

/// Reads a source in which no line is joined to the next one ([`joined`]).
pub(super) fn words(source: &str) -> Words<'_> {
    let mut reader =
        Reader { source, at: 0, line: 1, is_line_start: true, branches: Vec::new(), words: Words::default() };
    while reader.at < source.len() {
        reader.step();
    }
    reader.words
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    /// Whether only blanks were read since the line began.
    is_line_start: bool,
    branches: Vec<Branch>,
    words: Words<'a>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// Moves on by some bytes, and counts the lines.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let passed = &self.source[self.at..self.at + bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
        passed
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first == '\n' {
            self.skip(1);
            self.is_line_start = true;
            return;
        }
        if first.is_whitespace() {
            self.skip(first.len_utf8());
            return;
        }
        if let Some(comment) = comment(rest) {
            self.skip(comment);
            return;
        }
        let sign = digraph(rest);
        if (first == '#' || sign == Some("#")) && std::mem::take(&mut self.is_line_start) {
            self.directive();
            return;
        }
        self.is_line_start = false;
        let line = self.line;
        let (bytes, kind) = if sign.is_some() { (2, TokenKind::Mark) } else { word(rest, first) };
        let text = self.skip(bytes);
        let text = sign.unwrap_or(text);
        if self.branches.iter().all(|branch| branch.counts) {
            let text = if kind == TokenKind::Literal { &text[..first.len_utf8()] } else { text };
            self.words.tokens.push(Token { text, kind, line });
        }
    }

    fn directive(&mut self) {
        let line = self.line;
        // It ends with its line; a comment may hide a line end.
        let mut end = 0;
        let rest = self.rest();
        let mut cut = None;
        while end < rest.len() {
            let here = &rest[end..];
            if here.starts_with('\n') {
                break;
            } else if let Some(bytes) = comment(here) {
                cut.get_or_insert(end);
                end += bytes;
            } else if here.starts_with('"') {
                end += quoted(here, '"').min(here.find('\n').unwrap_or(here.len()));
            } else {
                end += here.chars().next().map_or(1, char::len_utf8);
            }
        }
        let text = self.skip(end);
        let sign = if text.starts_with('#') { 1 } else { 2 };
        let text = text[sign..cut.unwrap_or(text.len())].trim();
        let split = text.find(|letter: char| !is_letter(letter)).unwrap_or(text.len());
        let directive = Directive { name: &text[..split], rest: text[split..].trim(), line };
        self.branch(directive);
        self.words.directives.push(directive);
    }

    fn branch(&mut self, directive: Directive<'a>) {
        match directive.name {
            "if" | "ifdef" | "ifndef" => {
                let counts = !(directive.name == "if" && directive.rest == "0");
                self.branches.push(Branch { counts, has_counted: counts });
            }
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some(branch) = self.branches.last_mut() {
                    branch.counts = !branch.has_counted;
                    branch.has_counted = true;
                }
            }
            "endif" => {
                self.branches.pop();
            }
            _ => {}
        }
    }
}

/// The bytes of a comment, if there is one.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let inner = rest.strip_prefix("/*")?;
    Some(inner.find("*/").map_or(rest.len(), |at| at + 4))
}

/// What two characters at the beginning stand for, if they do.
fn digraph(rest: &str) -> Option<&'static str> {
    let after = rest.get(2..).unwrap_or_default();
    match rest.get(..2)? {
        "%:" => Some("#"),
        "<%" => Some("{"),
        "%>" => Some("}"),
        // `<::` is a comparison or an argument of a template, unless it goes on.
        "<:" if !after.starts_with(':') || after.starts_with("::") || after.starts_with(":>") => Some("["),
        ":>" => Some("]"),
        _ => None,
    }
}

/// The bytes and the kind of the word at the beginning.
fn word(rest: &str, first: char) -> (usize, TokenKind) {
    if is_letter(first) {
        let end = rest.find(|letter: char| !is_letter(letter)).unwrap_or(rest.len());
        // R"(…)", u8"…", L'…': the prefix belongs to the literal.
        let (name, after) = rest.split_at(end);
        if matches!(name, "R" | "LR" | "uR" | "UR" | "u8R") && after.starts_with('"') {
            return (end + raw(after), TokenKind::Literal);
        }
        if matches!(name, "L" | "u" | "U" | "u8") && after.starts_with(['"', '\'']) {
            let mark = if after.starts_with('"') { '"' } else { '\'' };
            return (end + quoted(after, mark), TokenKind::Literal);
        }
        if !first.is_ascii_digit() {
            return (end, TokenKind::Name);
        }
        return (number(rest), TokenKind::Literal);
    }
    match first {
        '"' | '\'' => (quoted(rest, first), TokenKind::Literal),
        '.' if rest[1..].starts_with(|next: char| next.is_ascii_digit()) => {
            (number(rest), TokenKind::Literal)
        }
        ':' if rest.starts_with("::") => (2, TokenKind::Mark),
        '-' if rest.starts_with("->") => (2, TokenKind::Mark),
        _ => (first.len_utf8(), TokenKind::Mark),
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The bytes of a number: 1'000'000, 0x1p-3, 1e+9f.
fn number(rest: &str) -> usize {
    let mut before = ' ';
    for (at, letter) in rest.char_indices() {
        let is_sign = matches!(letter, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        if !(is_letter(letter) || letter == '.' || letter == '\'' || is_sign) {
            return at;
        }
        before = letter;
    }
    rest.len()
}

/// The bytes of a text or character between marks. One that is not closed ends with its line.
fn quoted(rest: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return at,
            _ if letter == mark => return at + mark.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// The bytes of a raw text, from its quotation mark on.
fn raw(rest: &str) -> usize {
    let Some(open) = rest.find('(') else { return rest.len() };
    let end = format!("){}\"", &rest[1..open]);
    rest[open..].find(&end).map_or(rest.len(), |at| open + at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(source: &str) -> String {
        let source = joined(source);
        let words = words(&source);
        let tokens = words.tokens.iter().map(|token| format!("{}:{}", token.line, token.text));
        tokens.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_texts_are_no_words() {
        assert_eq!(told("int /* a\nb */ x; // y \\\n z\nk"), "1:int 2:x 2:; 4:k");
        assert_eq!(told("f(\"a;\\\"b\", 'c', u8\"d\", L'\\'')"), "1:f 1:( 1:\" 1:, 1:' 1:, 1:u 1:, 1:L 1:)");
        assert_eq!(told("R\"x(a)\"b)x\" ;"), "1:R 1:;");
        assert_eq!(
            told("y <% x<:1:> %> b<::c> ??< ??>"),
            "1:y 1:{ 1:x 1:[ 1:1 1:] 1:} 1:b 1:< 1::: 1:c 1:> 1:{ 1:}"
        );
        assert_eq!(told("in\\\nt x;\ny"), "1:int 1:x 1:; 3:y");
        assert_eq!(told("1'000.5e+3f-2 .5 a::b->c"), "1:1 1:- 1:2 1:. 1:a 1::: 1:b 1:-> 1:c");
    }

    #[test]
    fn directives_are_apart_and_one_branch_counts() {
        let source = "#include <map> // x\n#  define A \\\n  b\n#if 0\nno\n#else\nyes\n#endif\n#ifdef X\nq {\n#else\nr {\n#endif\n}";
        let joined = joined(source);
        let words = words(&joined);
        let directives: Vec<_> = words.directives.iter().map(|one| (one.line, one.name, one.rest)).collect();
        assert_eq!(directives[..2], [(1, "include", "<map>"), (2, "define", "A   b")]);
        for hidden in [
            "%:include <a>",
            "#inc\\\nlude <a>",
            "??=include <a>",
            "??=inc??/\r\nlude <a>",
            "#inc\\ \nlude <a>",
        ] {
            let joined = super::joined(hidden);
            let words = super::words(&joined);
            assert_eq!((words.directives[0].name, words.directives[0].rest), ("include", "<a>"), "{hidden}");
        }
        assert_eq!(told(source), "7:yes 10:q 10:{ 14:}");
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        for source in
            ["\"", "'\\", "/*", "R\"(", "#", "#include \"", "é'", "\\\n", "0x", "//\\", "#if\n#else\n#else"]
        {
            words(source);
            words(&joined(source));
        }
    }
}
