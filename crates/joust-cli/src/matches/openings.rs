//! Openings: every pair of games begins with one, so that programs without chance do not play the
//! same game again and again.

use crate::args::{AskArgs, Game};
use crate::failure::Failure;
use joust_core::{Duel, MoveList, Rng, Seed, below, mix};
use joust_games::{AnyDuel, Ask, BoardAsk, Erased};
use joust_mad::{Position, Side};
use joust_search::engine::{Engine, Limits};
use joust_search::mad::MadKnowledge;
use std::sync::atomic::AtomicBool;

/// Where the games of a match can begin.
pub(super) struct Openings {
    seed: Seed,
    starts: Vec<Start>,
}

/// A position and the ways in which games begin there, each used once before any is made up.
struct Start {
    position: Box<dyn AnyDuel>,
    ways: Vec<Vec<String>>,
}

/// The boards of the War Game on which matches are played unless one is named.
const WAR_BOARDS: [&str; 5] = ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"];

impl Openings {
    /// The openings of a game, in an order that the seed decides.
    ///
    /// MAD: the 81 pairs of positioning turns, then sampled quiet openings; only those where there
    /// is no positioning. War Game: every first move on every board. A position that was asked for
    /// is where the first pair begins, before any of these.
    pub(super) fn new(game: Game, ask: &AskArgs, seed: Seed) -> Result<Openings, Failure> {
        let boards: Vec<Option<&str>> = match (game.0.name(), &ask.board, &ask.position) {
            ("wargame", None, None) => WAR_BOARDS.map(Some).to_vec(),
            _ => vec![None],
        };
        let mut starts = Vec::new();
        for (i, board) in boards.into_iter().enumerate() {
            let position = match board {
                Some(board) => {
                    let (rules, board) = (ask.rules.as_deref(), Some(BoardAsk::Named(board)));
                    game.0.position(&Ask { rules, board, position: None })?
                }
                None => ask.with(game, |ask| Ok(game.0.position(ask)?))?,
            };
            if position.outcome().is_some() {
                return Err(Failure::Usage("the game is over in that position".into()));
            }
            let mut rng = Seed(mix(seed.0 ^ i as u64)).rng();
            let mut ways = ways(position.as_ref());
            shuffle(&mut ways, &mut rng);
            if ask.position.is_some() {
                ways.insert(0, Vec::new());
            }
            starts.push(Start { position, ways });
        }
        Ok(Openings { seed, starts })
    }

    /// The opening of a pair of games: the position before it, and its moves.
    pub(super) fn get(&self, pair: usize) -> (&dyn AnyDuel, Vec<String>) {
        let start = &self.starts[pair % self.starts.len()];
        let turn = pair / self.starts.len();
        let way = start.ways.get(turn).cloned().unwrap_or_else(|| {
            let mut rng = Seed(mix(self.seed.0 ^ mix(pair as u64 + 1))).rng();
            match start.position.as_any().downcast_ref::<Position>() {
                Some(position) => quiet_opening(position, &mut rng),
                None => random_opening(start.position.as_ref(), 2, &mut rng),
            }
        });
        (start.position.as_ref(), way)
    }
}

/// The openings that a position has by itself.
fn ways(position: &dyn AnyDuel) -> Vec<Vec<String>> {
    let deep = match position.as_any().downcast_ref::<Position>() {
        Some(mad) if !mad.is_positioning_turn() => return Vec::new(),
        Some(mad) => 3 - mad.turn_number(),
        None => 1,
    };
    let mut ways = vec![(position.boxed(), Vec::new())];
    for _ in 0..deep {
        let one_more = |(here, way): &(Box<dyn AnyDuel>, Vec<String>)| {
            let moves = here.moves().into_iter();
            let longer = moves.filter_map(|mv| {
                let mut next = here.boxed();
                next.play(&mv).ok()?;
                Some((next, way.iter().cloned().chain([mv]).collect()))
            });
            longer.collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(one_more).collect();
    }
    ways.into_iter().filter(|(here, _)| here.outcome().is_none()).map(|(_, way)| way).collect()
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, below(rng, i + 1));
    }
}

/// So many random moves, or fewer if the game would be over.
fn random_opening(start: &dyn AnyDuel, plies: usize, rng: &mut Rng) -> Vec<String> {
    let mut position = start.boxed();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(mv) = position.random_move(rng) else { break };
        let mut next = position.boxed();
        if next.play(&mv).is_err() || next.outcome().is_some() {
            break;
        }
        position = next;
        moves.push(mv);
    }
    moves
}

/// An opening of MAD is quiet when nobody can expel anybody, and fair when a short search gives
/// nobody more than this.
const FAIR: i32 = 60;
/// Random moves of a sampled opening, beside the positioning turns.
const SAMPLED: usize = 4;
/// After so many tries anything will do.
const TRIES: usize = 200;

/// A random opening that is quiet and fair.
fn quiet_opening(start: &Position, rng: &mut Rng) -> Vec<String> {
    let positioning = if start.is_positioning_turn() { 3 - start.turn_number() as usize } else { 0 };
    let mut engine = Engine::new(MadKnowledge::new(start.board()), 1 << 16);
    for _ in 0..TRIES {
        let way = random_opening(&Erased(*start), positioning + SAMPLED, rng);
        let mut position = *start;
        let whole = way.iter().all(|mv| position.read_move(mv).map(|mv| position.make(mv)).is_ok());
        let is_quiet =
            Side::BOTH.into_iter().all(|side| position.sight(side).expels(position.fleet(side.other())) == 0);
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if !whole || !is_quiet || moves.is_empty() || way.len() < positioning + SAMPLED {
            continue;
        }
        let limits = Limits { depth: Some(4), ..Limits::default() };
        engine.forget();
        let found = engine.search(&position, &limits, &AtomicBool::new(false), &mut |_| {});
        if found.is_some_and(|found| found.best().value.abs() <= FAIR) {
            return way;
        }
    }
    random_opening(&Erased(*start), positioning + SAMPLED, rng)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_games::game;
    use std::collections::HashSet;

    fn openings(name: &str, rules: Option<&str>) -> Openings {
        let ask = AskArgs { rules: rules.map(str::to_owned), board: None, position: None };
        Openings::new(Game(game(name).unwrap()), &ask, Seed(1)).map_err(|why| why.to_string()).unwrap()
    }

    #[test]
    fn all_positioning_pairs_come_before_any_other_opening() {
        let mad = openings("mad", None);
        let first: HashSet<Vec<String>> = (0..81).map(|pair| mad.get(pair).1).collect();
        assert_eq!(first.len(), 81);
        assert!(first.iter().all(|way| way.len() == 2));
        assert_eq!(mad.get(81).1.len(), 6);
        assert_eq!(mad.get(81).1, mad.get(81).1);
    }

    #[test]
    fn sampled_openings_are_different_and_quiet() {
        let mad = openings("mad", Some("app"));
        let ways: HashSet<Vec<String>> = (0..60).map(|pair| mad.get(pair).1).collect();
        assert!(ways.len() >= 58, "{}", ways.len());
        assert!(ways.iter().flatten().all(|mv| !mv.contains('x')));
    }

    #[test]
    fn the_first_pair_begins_at_the_position_that_was_asked_for() {
        let position = "b111,,,/r222,,,/,,,/,,,/,,,/,,,r111 r 79 0 r";
        let ask = AskArgs { rules: None, board: None, position: Some(position.to_owned()) };
        let mad = Openings::new(Game(game("mad").unwrap()), &ask, Seed(1));
        let mad = mad.map_err(|why| why.to_string()).unwrap();
        let (start, way) = mad.get(0);
        assert_eq!((start.text().as_str(), way.len()), (position, 0));
        assert!((1..5).all(|pair| !mad.get(pair).1.is_empty()), "others differ from it");
    }

    #[test]
    fn the_war_game_begins_on_five_boards_with_every_move() {
        let war = openings("wargame", None);
        let begins: HashSet<(String, Vec<String>)> = (0..180)
            .map(|pair| {
                let (start, way) = war.get(pair);
                let here: &joust_wargame::Position = start.as_any().downcast_ref().unwrap();
                (here.board().text(), way)
            })
            .collect();
        assert_eq!(begins.len(), 180);
        assert_eq!(war.get(180).1.len(), 2);
    }
}
