//! The meaning of a typed line: a command, the number of a move, or an action of the game.

/// The commands of `joust play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Accept,
    Board,
    Decline,
    Flip,
    Help,
    Hint,
    History,
    Load,
    Moves,
    New,
    Offer,
    Position,
    Quit,
    Resign,
    Rules,
    Save,
    Undo,
}

impl Verb {
    /// Whether the command is an action that not every game has.
    pub(crate) fn is_of_some_games(self) -> bool {
        matches!(self, Verb::Accept | Verb::Decline | Verb::Offer | Verb::Resign)
    }
}

/// A command as `help` shows it.
pub(crate) struct CommandHelp {
    /// The command.
    pub(crate) verb: Verb,
    /// The word to type.
    pub(crate) name: &'static str,
    /// Its arguments.
    pub(crate) rest: &'static str,
    /// A description of the command.
    pub(crate) about: &'static str,
}

const fn help(verb: Verb, name: &'static str, rest: &'static str, about: &'static str) -> CommandHelp {
    CommandHelp { verb, name, rest, about }
}

/// All commands in the order of the help.
pub(crate) const COMMANDS: [CommandHelp; 17] = [
    help(Verb::Moves, "moves", "[WORD]", "the legal moves, numbered; with a word only those that contain it"),
    help(Verb::Hint, "hint", "", "the move that the engine would play"),
    help(Verb::Undo, "undo", "", "take back your last move, and the program's reply"),
    help(Verb::Board, "board", "", "draw the board again"),
    help(Verb::Flip, "flip", "", "show the board from the other side"),
    help(Verb::History, "history", "", "the moves of this game"),
    help(Verb::Rules, "rules", "[en|fr]", "a summary of the rules, in English or French"),
    help(Verb::Help, "help", "[WORD]", "this list; `help moves` explains how moves are written"),
    help(Verb::Save, "save", "FILE", "save the game"),
    help(Verb::Load, "load", "FILE", "continue a saved game"),
    help(Verb::Position, "position", "[TEXT]", "the position as text; with a text, a new game from there"),
    help(Verb::New, "new", "[BOARD] [RULES]", "start again, or on another board or by other rules"),
    help(Verb::Offer, "offer", "", "offer to end the game now"),
    help(Verb::Accept, "accept", "", "accept the offer"),
    help(Verb::Decline, "decline", "", "decline the offer"),
    help(Verb::Resign, "resign", "", "resign the game"),
    help(Verb::Quit, "quit", "", "quit; the game is saved"),
];

/// Aliases of commands.
const ALIASES: [(&str, Verb); 5] = [
    ("?", Verb::Help),
    ("exit", Verb::Quit),
    ("bye", Verb::Quit),
    ("show", Verb::Board),
    ("list", Verb::Moves),
];

/// The meaning of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning<'a> {
    /// A blank line.
    Nothing,
    /// A command with its arguments.
    Command(Verb, &'a str),
    /// The number of a move in the list.
    Number(usize),
    /// An action, which the game will read.
    Action(&'a str),
    /// The line is ambiguous; the sentence asks to type more of it.
    Unclear(String),
}

/// Finds the meaning of a line. A command may be abbreviated as long as no other command and no legal
/// move begins with the abbreviation.
pub(crate) fn understand<'a>(line: &'a str, moves: &[String]) -> Meaning<'a> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if word.is_empty() {
        return Meaning::Nothing;
    }
    if rest.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Meaning::Number(word.parse().unwrap_or(usize::MAX));
    }
    let typed = word.to_lowercase();
    let alias = ALIASES.iter().find(|(name, _)| *name == typed).map(|(_, verb)| *verb);
    let exact = COMMANDS.iter().find(|entry| entry.name == typed).map(|entry| entry.verb);
    if let Some(verb) = alias.or(exact) {
        return Meaning::Command(verb, rest);
    }
    if !typed.chars().all(char::is_alphabetic) {
        return Meaning::Action(line);
    }
    // Moves may be words, or begin with one.
    let mut heads: Vec<String> = moves.iter().map(|mv| head(mv).to_lowercase()).collect();
    heads.retain(|head| head.chars().all(char::is_alphabetic));
    heads.dedup();
    if heads.contains(&typed) {
        return Meaning::Action(line);
    }
    let commands = COMMANDS.iter().filter(|entry| entry.name.starts_with(&typed));
    let heads = heads.iter().filter(|head| head.starts_with(&typed)).map(String::as_str);
    let fitting: Vec<&str> = commands.clone().map(|entry| entry.name).chain(heads).collect();
    match (fitting.as_slice(), commands.clone().next()) {
        ([_], Some(entry)) => Meaning::Command(entry.verb, rest),
        // A move must be typed in full.
        ([mv], None) => Meaning::Unclear(format!("`{word}` could be the move {mv}: type all of it")),
        // The game may say better why this is not a move.
        ([], _) => Meaning::Action(line),
        (several, _) => Meaning::Unclear(format!("`{word}` could be {}: type more of it", either(several))),
    }
}

/// The first word of a move.
fn head(mv: &str) -> &str {
    mv.split([' ', '-']).next().unwrap_or(mv)
}

/// The commands or moves that were probably meant, as a question.
pub(crate) fn suggestion(typed: &str, moves: &[String]) -> Option<String> {
    let typed = typed.to_lowercase();
    let mut near = nearest(head(&typed), COMMANDS.iter().map(|entry| entry.name), 2);
    if near.is_empty() {
        // A blank may stand where a move has a hyphen.
        near = nearest(&typed.replace(' ', "-"), moves.iter().map(String::as_str), 1);
    }
    (!near.is_empty()).then(|| format!("did you mean {}?", either(&near)))
}

/// The words that are nearest to the typed one, at most `slips` edits away.
pub(crate) fn nearest<'a>(typed: &str, words: impl Iterator<Item = &'a str>, slips: usize) -> Vec<&'a str> {
    let distances = words.map(|word| (strsim::osa_distance(typed, &word.to_lowercase()), word));
    let near: Vec<_> = distances.filter(|(far, word)| *far <= slips && *far < word.len()).collect();
    let least = near.iter().map(|(far, _)| *far).min();
    near.into_iter().filter(|(far, _)| Some(*far) == least).map(|(_, word)| word).take(4).collect()
}

/// `a`, `a or b`, `a, b or c`
pub(crate) fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(line: &str) -> Meaning<'_> {
        understand(line, &["112<>221".to_owned(), "pass".to_owned()])
    }

    #[test]
    fn commands_may_be_shortened() {
        assert_eq!(meaning("  undo "), Meaning::Command(Verb::Undo, ""));
        assert_eq!(meaning("U"), Meaning::Command(Verb::Undo, ""));
        assert_eq!(meaning("sa my game.mad"), Meaning::Command(Verb::Save, "my game.mad"));
        assert_eq!(meaning("offer end"), Meaning::Command(Verb::Offer, "end"));
        assert_eq!(meaning("?"), Meaning::Command(Verb::Help, ""));
        assert_eq!(
            meaning("h"),
            Meaning::Unclear("`h` could be hint, history or help: type more of it".into())
        );
    }

    #[test]
    fn moves_are_left_to_the_game() {
        assert_eq!(meaning("c2c4"), Meaning::Action("c2c4"));
        assert_eq!(meaning("PASS"), Meaning::Action("PASS"));
        assert_eq!(meaning("112 <> 221"), Meaning::Action("112 <> 221"));
        assert_eq!(meaning("12"), Meaning::Number(12));
        assert_eq!(meaning("99999999999999999999999999"), Meaning::Number(usize::MAX));
        assert_eq!(meaning(" "), Meaning::Nothing);
        assert_eq!(meaning("p"), Meaning::Unclear("`p` could be position or pass: type more of it".into()));
    }

    #[test]
    fn moves_may_have_several_words() {
        let moves = ["blitz-B2".to_owned(), "drop-A1".to_owned(), "drop-A2".to_owned()];
        let meaning = |line| understand(line, &moves);
        assert_eq!(meaning("drop-a1"), Meaning::Action("drop-a1"));
        assert_eq!(meaning("drop a1"), Meaning::Action("drop a1"));
        assert_eq!(meaning("b"), Meaning::Unclear("`b` could be board or blitz: type more of it".into()));
        assert_eq!(meaning("dr A1"), Meaning::Unclear("`dr` could be the move drop: type all of it".into()));
        for typed in ["drop-a3", "drop a3"] {
            assert_eq!(suggestion(typed, &moves).unwrap(), "did you mean drop-A1 or drop-A2?");
        }
    }

    #[test]
    fn slips_are_answered_with_the_nearest_word() {
        let moves = ["211-c2-c4".to_owned(), "112-c2-c4".to_owned()];
        assert_eq!(suggestion("Unod", &moves).unwrap(), "did you mean undo?");
        assert_eq!(suggestion("211-c2-4", &moves).unwrap(), "did you mean 211-c2-c4?");
        assert_eq!(suggestion("xyzzy", &moves), None);
        assert_eq!(meaning("xyzzy"), Meaning::Action("xyzzy"));
        assert_eq!(suggestion("svae game.mad", &moves).unwrap(), "did you mean save?");
    }
}
