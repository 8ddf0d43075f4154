//! Line editing on a terminal: history, and completion of moves, commands and file names.

use super::commands::COMMANDS;
use super::input::{Input, Prompt, Said, tidy};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::{ReadlineError, Signal};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};
use std::io;

/// A terminal with line editing.
pub(crate) struct Editor(rustyline::Editor<Words, MemHistory>);

impl Editor {
    /// Prepares line editing. The terminal is in raw mode only while a line is typed.
    pub(crate) fn new() -> rustyline::Result<Editor> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
        let mut editor = rustyline::Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Words { words: Vec::new(), files: FilenameCompleter::new() }));
        Ok(Editor(editor))
    }
}

impl Input for Editor {
    fn line(&mut self, prompt: &Prompt, words: &[String]) -> io::Result<Said> {
        if let Some(helper) = self.0.helper_mut() {
            words.clone_into(&mut helper.words);
        }
        match self.0.readline(&(&prompt.plain, &prompt.styled)) {
            Ok(line) => {
                let line = tidy(&line);
                // A line without completions answers a question, and does not belong in the history.
                if !line.trim().is_empty() && !words.is_empty() {
                    let _ = self.0.add_history_entry(line.as_str());
                }
                Ok(Said::Line(line))
            }
            // The window was resized, or the bytes were not text: ask again.
            Err(ReadlineError::Signal(Signal::Resize)) => Ok(Said::Line(String::new())),
            Err(ReadlineError::Io(why)) if why.kind() == io::ErrorKind::InvalidData => {
                Ok(Said::Line(String::new()))
            }
            // Windows has no other signal than the one above.
            #[cfg(unix)]
            Err(ReadlineError::Signal(_)) => Ok(Said::Interrupted),
            Err(ReadlineError::Interrupted) => Ok(Said::Interrupted),
            // Ctrl-D, or the terminal was closed.
            Err(_) => Ok(Said::End),
        }
    }
}

/// The words that can be completed.
struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..at).unwrap_or(line);
        if let Some(("save" | "load", _)) = typed.trim_start().split_once(' ') {
            return self.files.complete_path(line, at);
        }
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((0, completions(typed, &self.words).into_iter().map(pair).collect()))
    }
}

/// The words that begin with the typed text; if there are none, those that contain it, so that `c2`
/// finds the moves of the ship on c2.
fn completions(typed: &str, words: &[String]) -> Vec<String> {
    // A blank may stand where a move has a hyphen.
    let typed = typed.trim_start().to_lowercase().replace(' ', "-");
    let all = || words.iter().map(String::as_str).chain(COMMANDS.iter().map(|entry| entry.name));
    let begins = |word: &&str| word.to_lowercase().starts_with(&typed);
    let contains = |word: &&str| word.to_lowercase().contains(&typed);
    let mut found: Vec<_> = all().filter(begins).map(str::to_owned).collect();
    if found.is_empty() {
        found = all().filter(contains).map(str::to_owned).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed() {
        let words = ["211-c2-c3".to_owned(), "211-c2-c4".to_owned(), "pass".to_owned()];
        assert_eq!(completions("211", &words), ["211-c2-c3", "211-c2-c4"]);
        assert_eq!(completions("c2-", &words), ["211-c2-c3", "211-c2-c4"]);
        assert_eq!(completions("P", &words), ["pass", "position"]);
        assert_eq!(completions("zz", &words), [""; 0]);
        assert_eq!(completions("drop-a", &["drop-A1".to_owned()]), ["drop-A1"]);
        assert_eq!(completions("drop a", &["drop-A1".to_owned()]), ["drop-A1"]);
    }
}
