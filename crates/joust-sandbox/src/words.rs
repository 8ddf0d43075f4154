//! The words of a command, as a shell splits them. No shell is run, so what only a shell can do is refused.

/// Why a text is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadWords {
    /// There is no word.
    #[error("there is no command: name a program and its arguments, such as `python3 bot.py`")]
    Empty,
    /// A quote has no end.
    #[error("the quote {0} has no end: close it, or put a backslash before it")]
    Open(char),
    /// A character that a shell would act on.
    #[error(
        "`{0}` is for a shell, and none is run: put it in single quotes, put the command into a script, or \
         trust the bot (--trust), which gives the command to `sh`"
    )]
    Shell(char),
    /// A variable before the program.
    #[error("`{0}` sets a variable, which needs a program: write `env {0} …`")]
    Variable(String),
}

/// What a shell acts on outside quotes, wherever it stands.
const SHELL: &[char] = &['|', '&', ';', '<', '>', '(', ')', '$', '`', '*', '?', '[', '\n'];
/// What a shell acts on at the beginning of a word.
const FIRST: &[char] = &['~', '#'];
/// What a shell acts on inside double quotes.
const QUOTED: &[char] = &['$', '`'];

/// Splits a command into its words: by spaces, unless quotes or a backslash protect them.
pub(crate) fn split(command: &str) -> Result<Vec<String>, BadWords> {
    let mut words: Vec<String> = Vec::new();
    // The word that has begun, which may be empty: `''` is a word.
    let mut word: Option<String> = None;
    let mut rest = command.trim().chars();
    while let Some(letter) = rest.next() {
        match letter {
            '\n' => return Err(BadWords::Shell(letter)),
            _ if letter.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next().ok_or(BadWords::Open('\''))? {
                        '\'' => break,
                        inside => word.push(inside),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next().ok_or(BadWords::Open('"'))? {
                        '"' => break,
                        '\\' => {
                            let next = rest.next().ok_or(BadWords::Open('"'))?;
                            if !['"', '\\', '$', '`'].contains(&next) {
                                word.push('\\');
                            }
                            word.push(next);
                        }
                        inside if QUOTED.contains(&inside) => return Err(BadWords::Shell(inside)),
                        inside => word.push(inside),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(rest.next()),
            _ if SHELL.contains(&letter) => return Err(BadWords::Shell(letter)),
            _ if FIRST.contains(&letter) && word.is_none() => return Err(BadWords::Shell(letter)),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match words.first() {
        None => Err(BadWords::Empty),
        Some(first) if is_assignment(first) => Err(BadWords::Variable(first.clone())),
        Some(_) => Ok(words),
    }
}

/// Whether a word is `NAME=VALUE`.
fn is_assignment(word: &str) -> bool {
    let is_name = |name: &str| {
        let first = name.chars().next();
        first.is_some_and(|letter| letter == '_' || letter.is_ascii_alphabetic())
            && name.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric())
    };
    word.split_once('=').is_some_and(|(name, _)| is_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn words_are_those_of_the_shell() {
        for command in [
            "python3 bot.py",
            "  node   bot.js --depth\t4 ",
            "./my\\ bot 'a b' \"c d\" e'f'\"g\" ''",
            r#"bot "a\"b\\c\d" 'x\y' \" \\ \'"#,
            "env A=1 bot a=b --x=y z~ a#b 'a|b' \"a;b\" \\| \\$HOME '~' '#'",
            "bot 'a\nb' \"c\nd\" é{1,2}",
        ] {
            let shell = Command::new("sh")
                .arg("-c")
                .arg(format!("printf '%s\\0' {}", command.trim()))
                .output()
                .unwrap();
            let shell = String::from_utf8(shell.stdout).unwrap();
            let expected: Vec<&str> = shell.strip_suffix('\0').unwrap().split('\0').collect();
            assert_eq!(split(command).unwrap(), expected, "{command}");
        }
    }

    #[test]
    fn what_only_a_shell_can_do_is_refused_with_a_hint() {
        for (command, letter) in [
            ("cat | bot", '|'),
            ("cd bots; ./bot", ';'),
            ("bot > log", '>'),
            ("bot <in", '<'),
            ("bot &", '&'),
            ("(bot)", '('),
            ("bot $HOME", '$'),
            ("bot \"$HOME\"", '$'),
            ("bot `pwd`", '`'),
            ("bot \"`pwd`\"", '`'),
            ("bot *.txt", '*'),
            ("bot [ab]", '['),
            ("~/bot", '~'),
            ("bot # fast", '#'),
            ("bot\nbot", '\n'),
        ] {
            assert_eq!(split(command), Err(BadWords::Shell(letter)), "{command}");
        }
        assert!(BadWords::Shell('|').to_string().contains("--trust"));
    }

    #[test]
    fn a_command_has_a_program_and_whole_quotes() {
        assert_eq!(split("  "), Err(BadWords::Empty));
        assert_eq!(split("bot 'a"), Err(BadWords::Open('\'')));
        assert_eq!(split("bot \"a"), Err(BadWords::Open('"')));
        assert_eq!(split("bot \"a\\"), Err(BadWords::Open('"')));
        assert_eq!(split("_A1=x bot"), Err(BadWords::Variable("_A1=x".to_owned())));
        assert_eq!(split("1A=x").unwrap(), ["1A=x"]);
    }
}
