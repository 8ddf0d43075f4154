//! The two players of a game in the terminal.

use crate::environment;
use crate::failure::Failure;
use joust_core::{Budget, Fault, Seat, Seed};
use joust_games::Session;
use joust_match::{Contestant, GameLimits};
use joust_players::{AnyPlayer, BadPlayer, Spec};
use std::sync::atomic::AtomicBool;

/// A player, which is a program or a person.
pub(crate) struct Sitter {
    /// The name from the command line: `human`, `random`, `alphabeta:4`.
    pub(crate) name: String,
    /// The program; `None` for a person.
    pub(crate) program: Option<Box<dyn AnyPlayer>>,
}

impl Sitter {
    /// The player of that name. Each seat has a random stream of its own.
    pub(crate) fn named(name: &str, game: &str, seat: Seat, seed: Seed) -> Result<Sitter, BadPlayer> {
        let spec = Spec::read(name, game)?.or_tables(environment::tables());
        let (name, seed) = (spec.to_string(), Seed(seed.0.wrapping_add(seat.index() as u64)));
        Ok(Sitter { name, program: Contestant::Named(spec).seat(&GameLimits::default(), seed) })
    }

    /// Lets a program prepare before the game and its clocks start, because that may take long or fail.
    pub(crate) fn get_ready(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Failure> {
        let Some(program) = &mut self.program else { return Ok(()) };
        let ready = program.get_ready(session, seat);
        ready.map_err(|why| Failure::Usage(format!("{} {why}", self.name)))
    }

    /// Two players by name; a player that is not named is a person.
    pub(crate) fn pair(names: &[String], game: &str, seed: Seed) -> Result<[Sitter; 2], Failure> {
        if names.len() > 2 {
            let found = names.len();
            return Err(Failure::Usage(format!("this game has two players; {found} were named")));
        }
        let sit = |seat: Seat| {
            let name = names.get(seat.index()).map_or("human", String::as_str);
            Sitter::named(name, game, seat, seed).map_err(|why| Failure::Usage(why.to_string()))
        };
        Ok([sit(Seat::FIRST)?, sit(Seat::SECOND)?])
    }

    /// The action of a program: a move, or one of the session's words. `None` for a person.
    pub(crate) fn act(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        budget: Option<Budget>,
    ) -> Option<Result<String, Fault>> {
        let program = self.program.as_mut()?;
        let answer = program.act(session, seat, budget, &AtomicBool::new(false));
        Some(answer.map(|answer| answer.action))
    }
}

/// A random seed.
pub(crate) fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    // Short enough to type again.
    Seed(RandomState::new().hash_one(std::process::id()) % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_games::{Ask, duel};

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let play = |seed| {
            let mut session = duel("mad").unwrap().duel_session(&Ask::default()).unwrap();
            let names = ["random".to_owned(), "random".to_owned()];
            let mut pair = Sitter::pair(&names, "mad", Seed(seed)).unwrap_or_else(|why| panic!("{why}"));
            while let Some(seat) = session.to_act() {
                let action = pair[seat.index()].act(session.as_ref(), seat, None).unwrap();
                session.act(&action.unwrap()).unwrap();
            }
            session.record(&[]).to_string()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn offers_are_answered() {
        let mut session = duel("mad").unwrap().duel_session(&Ask::default()).unwrap();
        session.act("offer").unwrap();
        let answers = |name| {
            let mut sitter = Sitter::named(name, "mad", Seat::SECOND, Seed(1)).unwrap();
            let said = (0..50).map(|_| sitter.act(session.as_ref(), Seat::SECOND, None).unwrap().unwrap());
            said.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(answers("random"), ["accept", "decline"].map(str::to_owned).into());
        assert_eq!(answers("minimax:1"), ["decline".to_owned()].into());
    }

    #[test]
    fn unknown_players_are_told_who_exists() {
        let why = Sitter::pair(&["deep".to_owned()], "mad", Seed(1)).err().unwrap().to_string();
        assert!(why.contains("`deep`") && why.contains("random"), "{why}");
        let three = ["human", "human", "human"].map(str::to_owned);
        assert!(Sitter::pair(&three, "mad", Seed(1)).is_err());
    }
}
