//! The two players of a game in the terminal.

use crate::environment;
use crate::failure::Failure;
use joust_core::{Budget, Fault, Seat, Seed};
use joust_games::Session;
use joust_match::{Place, Programs};
use joust_players::{AnyPlayer, Spec};
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
    fn named(
        names: &[String],
        game: &str,
        seat: Seat,
        seed: Seed,
        programs: &Programs,
    ) -> Result<Sitter, Failure> {
        let usage = |why: &dyn ToString| Failure::Usage(why.to_string());
        let spec = Spec::read(&names[seat.index()], game).map_err(|why| usage(&why))?;
        let (name, spec) = (spec.to_string(), spec.or_tables(environment::tables()));
        let contestant = programs.find(spec).map_err(|why| usage(&why))?;
        let seed = Seed(seed.0.wrapping_add(seat.index() as u64));
        let place = Place { seed, seat: seat.index(), names: names.to_vec(), ..Place::default() };
        Ok(Sitter { name, program: contestant.seat(&place) })
    }

    /// Lets a program prepare before the game and its clocks start, because that may take long or fail.
    pub(crate) fn get_ready(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Failure> {
        let Some(program) = &mut self.program else { return Ok(()) };
        let ready = program.get_ready(session, seat);
        ready.map_err(|why| Failure::Usage(format!("{} {why}", self.name)))
    }

    /// Tells a program that the game is over, or broken off. If it is asked again, another game begins for it.
    pub(crate) fn finish(&mut self, session: &dyn Session) {
        let Some(program) = &mut self.program else { return };
        if let Some(ending) = session.ending() {
            program.hear(&ending, &[]);
        }
        program.end();
    }

    /// Two players by name; a player that is not named is a person.
    pub(crate) fn pair(
        names: &[String],
        game: &str,
        seed: Seed,
        programs: &Programs,
    ) -> Result<[Sitter; 2], Failure> {
        if names.len() > 2 {
            let found = names.len();
            return Err(Failure::Usage(format!("this game has two players; {found} were named")));
        }
        let mut names = names.to_vec();
        names.resize(2, "human".to_owned());
        let sit = |seat: Seat| Sitter::named(&names, game, seat, seed, programs);
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
            let mut pair = Sitter::pair(&names, "mad", Seed(seed), &Programs::default())
                .unwrap_or_else(|why| panic!("{why}"));
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
        let answers = |name: &str| {
            let names = ["human".to_owned(), name.to_owned()];
            let [_, mut sitter] = Sitter::pair(&names, "mad", Seed(1), &Programs::default())
                .unwrap_or_else(|why| panic!("{why}"));
            let said = (0..50).map(|_| sitter.act(session.as_ref(), Seat::SECOND, None).unwrap().unwrap());
            said.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(answers("random"), ["accept", "decline"].map(str::to_owned).into());
        assert_eq!(answers("minimax:1"), ["decline".to_owned()].into());
    }

    #[test]
    fn unknown_players_are_told_who_exists() {
        let why = Sitter::pair(&["deep".to_owned()], "mad", Seed(1), &Programs::default())
            .err()
            .unwrap()
            .to_string();
        assert!(why.contains("`deep`") && why.contains("random"), "{why}");
        let three = ["human", "human", "human"].map(str::to_owned);
        assert!(Sitter::pair(&three, "mad", Seed(1), &Programs::default()).is_err());
    }
}
