//! The input of visitors, for the fuzzer: each function takes any text and panics only if a law is broken.

use crate::form::NewGameForm;
use crate::french::Told;
use crate::language::Language;
use crate::message::FromBrowser;
use axum::extract::Query;
use joust_live::{LiveGame, Opponent, Proposal, Terms};

/// Messages, one on each line, for a game at one screen. Every proposed entry can be carried out.
pub fn messages(text: &str) {
    let terms = Terms::new("wargame", "", "tiny", "", Opponent::Screen);
    let terms = terms.expect("these terms can be played");
    let mut game = LiveGame::begin(terms).expect("these terms can be played");
    for seat in 0..2 {
        let entry = game.sit(seat, "ada", "Ada", 0).expect("nobody sits there");
        game.apply(&entry).expect("what was proposed follows");
    }
    for (now, line) in text.lines().enumerate() {
        let Ok(message) = serde_json::from_str::<FromBrowser>(line) else { continue };
        let (seats, now) = (game.seats_of("ada"), now as i64);
        let entry = match &message {
            FromBrowser::Act { version, action } => match game.act(seats, *version, action, now) {
                Ok(Proposal::New(entry)) => Some(entry),
                _ => None,
            },
            FromBrowser::Undo { version } => game.undo(seats, *version, now).ok(),
            FromBrowser::Resign => game.resign(seats, now).ok(),
            FromBrowser::Abort => game.abort(seats, now).ok(),
            FromBrowser::Join => game.join("ada", "Ada", now).ok(),
            FromBrowser::DeclineRematch => game.decline_rematch(seats, now).ok(),
            _ => None,
        };
        if let Some(entry) = entry {
            game.apply(&entry).expect("what was proposed follows");
        }
    }
}

/// A form of a new game, as an address fills it in or as JSON, which can hold any text. Terms that
/// are accepted can be played, stored and read back.
pub fn form(text: &str) {
    let address = format!("/?{text}").parse().ok();
    let query = address.and_then(|uri| Query::<NewGameForm>::try_from_uri(&uri).ok()).map(|query| query.0);
    for form in query.into_iter().chain(serde_json::from_str(text).ok()) {
        let form = form.or_defaults();
        let _ = (form.wish(), form.begins());
        for seat in 0..2 {
            match form.terms(seat) {
                Ok(terms) => {
                    let stored = serde_json::to_string(&terms).expect("terms can be stored");
                    assert_eq!(serde_json::from_str::<Terms>(&stored).ok().as_ref(), Some(&terms));
                    LiveGame::begin(terms).expect("accepted terms can be played");
                }
                Err(mistakes) => {
                    assert!(!mistakes.is_empty());
                    for mistake in mistakes {
                        for language in [Language::English, Language::French] {
                            assert!(!mistake.wrong.told(language).is_empty());
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    /// The seeds of the fuzzer, whole and with each single byte left out.
    #[test]
    fn the_seeds_keep_the_laws() {
        let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
        for (name, laws) in [("arena_message", super::messages as fn(&str)), ("arena_form", super::form)] {
            let files: Vec<_> = std::fs::read_dir(seeds.join(name)).unwrap().collect();
            assert!(files.len() > 2, "{name} has too few seeds");
            for file in files {
                let bytes = std::fs::read(file.unwrap().path()).unwrap();
                laws(&String::from_utf8_lossy(&bytes));
                for at in 0..bytes.len() {
                    let less = [&bytes[..at], &bytes[at + 1..]].concat();
                    laws(&String::from_utf8_lossy(&less));
                }
            }
        }
    }
}
