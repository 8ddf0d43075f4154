//! The tokens of a source in JavaScript, as far as its imports need them.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword, a name or a number.
    Word(&'a str),
    /// What stands between quotes.
    Text(&'a str),
    /// Any other character; a whole template stands for its first one, and so does a regular expression.
    Sign(char),
}

/// The tokens of a source. Comments and spaces are left out.
pub(super) struct Tokens<'a> {
    pub(super) rest: &'a str,
    /// The token before the rest.
    pub(super) last: Option<Token<'a>>,
}

impl<'a> Tokens<'a> {
    /// The first bytes of the rest, which then begins after them.
    fn take(&mut self, count: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        taken
    }

    fn skip_spaces_and_comments(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let end = match self.rest.get(..2) {
                Some("//") => self.rest.find('\n'),
                Some("/*") => self.rest[2..].find("*/").map(|end| end + 4),
                _ => return,
            };
            self.take(end.unwrap_or(self.rest.len()));
        }
    }

    /// Whether a slash begins a regular expression, and does not divide.
    fn may_match(&self) -> bool {
        match self.last {
            None | Some(Token::Word("return" | "typeof" | "case")) => true,
            Some(Token::Sign(sign)) => !matches!(sign, ')' | ']' | '}' | '`' | '/'),
            Some(Token::Word(_) | Token::Text(_)) => false,
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_spaces_and_comments();
        let first = self.rest.chars().next()?;
        let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        let token = match first {
            '"' | '\'' => {
                let text = self.take(end_of_text(self.rest, first));
                let inner = &text[1..];
                Token::Text(inner.strip_suffix(first).unwrap_or(inner))
            }
            '`' => {
                self.take(end_of_template(self.rest));
                Token::Sign(first)
            }
            '/' if self.may_match() => {
                self.take(end_of_pattern(self.rest));
                Token::Sign(first)
            }
            letter if is_of_word(letter) => {
                let end = self.rest.find(|letter| !is_of_word(letter)).unwrap_or(self.rest.len());
                Token::Word(self.take(end))
            }
            sign => {
                self.take(sign.len_utf8());
                Token::Sign(sign)
            }
        };
        self.last = Some(token);
        Some(token)
    }
}

/// Where a text in quotes ends that begins here: after its quote, or before the end of the line.
fn end_of_text(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            letter if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Where a regular expression ends that begins here.
fn end_of_pattern(text: &str) -> usize {
    let (mut escaped, mut in_class) = (false, false);
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Where a template ends that begins here. What it inserts may contain templates.
fn end_of_template(text: &str) -> usize {
    /// What is open: a template, or braces in what it inserts.
    #[derive(PartialEq)]
    enum Open {
        Template,
        Braces,
    }
    let (mut open, mut escaped, mut before) = (Vec::new(), false, ' ');
    for (at, letter) in text.char_indices() {
        let is_text = open.last() == Some(&Open::Template);
        if std::mem::take(&mut escaped) {
            before = ' ';
            continue;
        }
        match letter {
            '\\' => escaped = true,
            '`' if is_text => {
                open.pop();
                if open.is_empty() {
                    return at + 1;
                }
            }
            '`' => open.push(Open::Template),
            '{' if !is_text || before == '$' => open.push(Open::Braces),
            '}' if !is_text => drop(open.pop()),
            _ => {}
        }
        before = letter;
    }
    text.len()
}
