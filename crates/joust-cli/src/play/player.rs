//! Who sits at the table.

use crate::failure::Failure;
use joust_core::{Rng, Seat, Seed, below};
use joust_games::Session;

/// A program that plays.
pub(crate) trait Player {
    /// What it does when it is asked: a move, or one of the session's words.
    fn act(&mut self, session: &dyn Session) -> String;
}

/// Somebody at the table.
pub(crate) struct Sitter {
    /// The name by which it was called: `human`, `random`.
    pub(crate) name: String,
    /// The program, unless it is a person.
    pub(crate) program: Option<Box<dyn Player>>,
}

/// Every legal move is equally likely, and an offer is answered by a coin.
struct Random(Rng);

impl Player for Random {
    fn act(&mut self, session: &dyn Session) -> String {
        if session.words().contains(&"accept") {
            return if below(&mut self.0, 2) == 0 { "accept" } else { "decline" }.to_owned();
        }
        session.position().random_move(&mut self.0).unwrap_or_else(|| "resign".to_owned())
    }
}

/// The players that exist, with a few words about each.
const PLAYERS: [(&str, &str); 2] =
    [("human", "a person at this terminal"), ("random", "plays any legal move")];

impl Sitter {
    /// The player of that name. Programs at different seats draw from different streams.
    pub(crate) fn named(name: &str, seat: Seat, seed: Seed) -> Option<Sitter> {
        let program: Option<Box<dyn Player>> = match name {
            "human" => None,
            "random" => Some(Box::new(Random(Seed(seed.0.wrapping_add(seat.index() as u64)).rng()))),
            _ => return None,
        };
        Some(Sitter { name: name.to_owned(), program })
    }

    /// Two players by name; whoever is not named is a person.
    pub(crate) fn pair(names: &[String], seed: Seed) -> Result<[Sitter; 2], Failure> {
        if names.len() > 2 {
            let found = names.len();
            return Err(Failure::Usage(format!("two players play this game, and {found} were named")));
        }
        let sit = |seat: Seat| {
            let name = names.get(seat.index()).map_or("human", String::as_str);
            Sitter::named(name, seat, seed).ok_or_else(|| Failure::Usage(unknown(name)))
        };
        Ok([sit(Seat::FIRST)?, sit(Seat::SECOND)?])
    }
}

fn unknown(name: &str) -> String {
    let known: Vec<_> = PLAYERS.iter().map(|(name, about)| format!("  {name:8}{about}")).collect();
    format!("there is no player `{name}`; the players are\n{}", known.join("\n"))
}

/// A seed that nobody has chosen.
pub(crate) fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    // Small enough to be typed again.
    Seed(RandomState::new().hash_one(std::process::id()) % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_games::{Ask, game};

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let play = |seed| {
            let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
            let names = ["random".to_owned(), "random".to_owned()];
            let mut pair = Sitter::pair(&names, Seed(seed)).unwrap_or_else(|why| panic!("{why}"));
            while let Some(seat) = session.to_act() {
                let program = pair[seat.index()].program.as_mut().unwrap();
                let action = program.act(session.as_ref());
                session.act(&action).unwrap();
            }
            session.record(&[]).to_string()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn offers_are_answered() {
        let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
        session.act("offer").unwrap();
        let mut random = Random(Seed(1).rng());
        let answers: std::collections::HashSet<_> = (0..50).map(|_| random.act(session.as_ref())).collect();
        assert_eq!(answers.len(), 2, "{answers:?}");
    }

    #[test]
    fn unknown_players_are_told_who_exists() {
        let why = Sitter::pair(&["deep".to_owned()], Seed(1)).err().unwrap().to_string();
        assert!(why.contains("`deep`") && why.contains("random"), "{why}");
        assert!(
            Sitter::pair(&["human".to_owned(), "human".to_owned(), "human".to_owned()], Seed(1)).is_err()
        );
    }
}
