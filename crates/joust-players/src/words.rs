//! The grammar of all player names: `name[:argument][,key=value]…`.

use crate::ROSTER;
use std::fmt;

/// The name of a player, split into its parts.
#[derive(Clone, Copy)]
pub(crate) struct Words<'t> {
    /// The whole text.
    pub(crate) text: &'t str,
    pub(crate) name: &'t str,
    /// The text from the first colon or comma on.
    rest: &'t str,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t str) -> Words<'t> {
        let text = text.trim();
        let (name, rest) = text.split_at(text.find([':', ',']).unwrap_or(text.len()));
        Words { text, name, rest }
    }

    /// Whether nothing follows the name.
    pub(crate) fn is_alone(&self) -> bool {
        self.rest.is_empty()
    }

    /// The text between the colon and the first comma.
    pub(crate) fn argument(&self) -> Option<&'t str> {
        self.rest.strip_prefix(':').and_then(|rest| rest.split(',').next())
    }

    /// The texts between the other commas: `key=value`, if they are well formed.
    pub(crate) fn options(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.rest.split(',').skip(1)
    }

    /// The argument of a player whose argument may have commas and colons, such as a command, and the
    /// value of this option, if the text ends with it.
    pub(crate) fn whole_argument(&self, key: &str) -> (&'t str, Option<&'t str>) {
        let whole = self.rest.strip_prefix(':').unwrap_or("");
        match whole.rsplit_once(format!(",{key}=").as_str()) {
            Some((argument, value)) if !value.contains(char::is_whitespace) => (argument, Some(value)),
            _ => (whole, None),
        }
    }
}

/// One of a game's names for a kind of thing, such as its evaluations. The first of them is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    usual: &'static str,
}

impl Named {
    /// The default: the first of these, of which there is at least one.
    pub(crate) fn usual<T>(all: &[(&'static str, T)]) -> Named {
        let usual = all.first().map_or("", |(name, _)| *name);
        Named { name: usual, usual }
    }

    /// The name with this text.
    pub(crate) fn find<T>(all: &[(&'static str, T)], text: &str) -> Option<Named> {
        let (name, _) = all.iter().find(|(name, _)| *name == text)?;
        Some(Named { name, ..Named::usual(all) })
    }

    /// The thing of this name.
    pub(crate) fn among<T: Copy>(&self, all: &[(&'static str, T)]) -> Option<T> {
        all.iter().find(|(name, _)| *name == self.name).map(|(_, named)| *named)
    }

    /// Writes the name as an option, unless it is the default.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, key: &str) -> fmt::Result {
        if self.name == self.usual { Ok(()) } else { write!(f, ",{key}={}", self.name) }
    }
}

/// Splits a list of players of a duel at its commas. A comma before `key=value` belongs to the player
/// before it, and so does any comma in a `line:` command that is not followed by another player.
pub fn split_list(list: &str) -> Vec<String> {
    let is_player = |name: &str| ROSTER.iter().any(|(known, _)| Words::new(known).name == name);
    let mut players: Vec<String> = Vec::new();
    for piece in list.split(',') {
        let head = Words::new(piece).name;
        let begins = match players.last() {
            None => true,
            Some(last) if matches!(Words::new(last).name, "line" | "cmd") => is_player(head),
            Some(_) => !head.contains('='),
        };
        match players.last_mut() {
            Some(last) if !begins => {
                last.push(',');
                last.push_str(piece);
            }
            _ => players.push(piece.to_owned()),
        }
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart() {
        let words = Words::new(" engine:7,time=500,fast ");
        assert_eq!((words.name, words.argument(), words.is_alone()), ("engine", Some("7"), false));
        assert_eq!(words.options().collect::<Vec<_>>(), ["time=500", "fast"]);
        let words = Words::new("engine,time=500,");
        assert_eq!((words.name, words.argument()), ("engine", None));
        assert_eq!(words.options().collect::<Vec<_>>(), ["time=500", ""]);
        let words = Words::new("random");
        assert!(words.is_alone() && words.argument().is_none() && words.options().next().is_none());
        let words = Words::new("line:a,b:c,timeout=1,timeout=2");
        assert_eq!(words.whole_argument("timeout"), ("a,b:c,timeout=1", Some("2")));
        assert_eq!(Words::new("line:a,timeout=7 y").whole_argument("timeout"), ("a,timeout=7 y", None));
    }

    #[test]
    fn lists_are_split_between_players_only() {
        let split = |list| split_list(list);
        assert_eq!(split("minimax:3,alphabeta:5"), ["minimax:3", "alphabeta:5"]);
        assert_eq!(
            split("minimax:3,ties=last,eval=own,random,alphabeta:2,order=gain"),
            ["minimax:3,ties=last,eval=own", "random", "alphabeta:2,order=gain"]
        );
        assert_eq!(
            split("line:bot --a=1,2,timeout=3,random,line:x,y"),
            ["line:bot --a=1,2,timeout=3", "random", "line:x,y"]
        );
        assert_eq!(split("minimax:3,alphbeta:5"), ["minimax:3", "alphbeta:5"]);
    }
}
