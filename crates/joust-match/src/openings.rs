//! Openings: every pair of games begins with one, so that deterministic programs do not repeat one game.

use joust_core::{Duel, MoveList, Rng, Seed, Setup, below, mix};
use joust_games::{AnyDuel, AnyDuelGame, Ask, BoardAsk, Erased, Refused};
use joust_mad::{Position, Side};
use joust_search::engine::{Engine, SearchLimits};
use joust_search::mad::MadKnowledge;
use std::sync::atomic::AtomicBool;

/// The openings of a match.
///
/// ```
/// use joust_core::Seed;
/// use joust_games::{Ask, duel};
/// use joust_match::Openings;
/// let openings = Openings::new(duel("mad").unwrap(), &Ask::default(), Seed(1)).unwrap();
/// assert_eq!(openings.get(0).moves.len(), 2);
/// assert_ne!(openings.get(0).moves, openings.get(1).moves);
/// ```
pub struct Openings {
    seed: Seed,
    starts: Vec<Start>,
}

/// A position and its own openings, each used once before random openings are drawn.
struct Start {
    setup: Setup,
    position: Box<dyn AnyDuel>,
    ways: Vec<Vec<String>>,
}

/// How a pair of games begins.
pub struct Opening<'a> {
    /// How the games start.
    pub setup: &'a Setup,
    /// The position in which they start.
    pub position: &'a dyn AnyDuel,
    /// The moves that are made before the players are asked.
    pub moves: Vec<String>,
}

/// Why games cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpening {
    /// The position or its rules are refused.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The game is over in this position.
    #[error("the game is over in that position")]
    Over,
}

impl Openings {
    /// The openings of a game, in an order that the seed decides.
    ///
    /// MAD: the 81 pairs of positioning turns, then sampled quiet openings; without positioning, only
    /// sampled ones. War Game: every first move on every board. If a position was asked for, the first pair
    /// begins there, before all other openings.
    pub fn new(game: &dyn AnyDuelGame, ask: &Ask, seed: Seed) -> Result<Openings, BadOpening> {
        let boards = match (game.name(), &ask.board, ask.position) {
            ("wargame", None, None) => {
                joust_wargame::Board::OFFICIAL.map(|board| Some(BoardAsk::Named(board))).to_vec()
            }
            _ => vec![ask.board],
        };
        let mut starts = Vec::new();
        for (i, board) in boards.into_iter().enumerate() {
            let ask = Ask { board, ..*ask };
            let (setup, position) = (game.setup(&ask)?, game.position(&ask)?);
            if position.outcome().is_some() {
                return Err(BadOpening::Over);
            }
            let mut rng = Seed(mix(seed.0 ^ i as u64)).rng();
            let mut ways = ways(position.as_ref());
            shuffle(&mut ways, &mut rng);
            if ask.position.is_some() {
                ways.insert(0, Vec::new());
            }
            starts.push(Start { setup, position, ways });
        }
        Ok(Openings { seed, starts })
    }

    /// The opening of a pair of games.
    pub fn get(&self, pair: usize) -> Opening<'_> {
        let start = &self.starts[pair % self.starts.len()];
        let turn = pair / self.starts.len();
        let moves = start.ways.get(turn).cloned().unwrap_or_else(|| {
            let mut rng = Seed(mix(self.seed.0 ^ mix(pair as u64 + 1))).rng();
            match start.position.as_any().downcast_ref::<Position>() {
                Some(position) => quiet_opening(position, &mut rng),
                None => random_opening(start.position.as_ref(), 2, &mut rng),
            }
        });
        Opening { setup: &start.setup, position: start.position.as_ref(), moves }
    }
}

/// All openings of a position that are not random.
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

/// A number of random moves, or fewer if the game would be over.
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

/// An opening of MAD is quiet when no ship can be expelled, and fair when a short search gives neither
/// side more than this.
const FAIR: i32 = 60;
/// Random moves of a sampled opening, besides the positioning turns.
const SAMPLED: usize = 4;
/// After this many tries any opening is accepted.
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
        let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
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
    use joust_games::duel;
    use std::collections::HashSet;

    fn openings(name: &str, rules: Option<&str>, position: Option<&str>) -> Openings {
        let ask = Ask { rules, position, ..Ask::default() };
        Openings::new(duel(name).unwrap(), &ask, Seed(1)).unwrap()
    }

    #[test]
    fn all_positioning_pairs_come_before_any_other_opening() {
        let mad = openings("mad", None, None);
        let first: HashSet<Vec<String>> = (0..81).map(|pair| mad.get(pair).moves).collect();
        assert_eq!(first.len(), 81);
        assert!(first.iter().all(|way| way.len() == 2));
        assert_eq!(mad.get(81).moves.len(), 6);
        assert_eq!(mad.get(81).moves, mad.get(81).moves);
    }

    #[test]
    fn sampled_openings_are_different_and_quiet() {
        let mad = openings("mad", Some("app"), None);
        let ways: HashSet<Vec<String>> = (0..60).map(|pair| mad.get(pair).moves).collect();
        assert!(ways.len() >= 58, "{}", ways.len());
        assert!(ways.iter().flatten().all(|mv| !mv.contains('x')));
    }

    #[test]
    fn the_first_pair_begins_at_the_position_that_was_asked_for() {
        let position = "b111,,,/r222,,,/,,,/,,,/,,,/,,,r111 r 79 0 r";
        let mad = openings("mad", None, Some(position));
        let first = mad.get(0);
        assert_eq!((first.position.text().as_str(), first.moves.len()), (position, 0));
        assert_eq!(first.setup.position, position);
        assert!((1..5).all(|pair| !mad.get(pair).moves.is_empty()), "others differ from it");
        let over = Ask { position: Some("b111,,,/,,,/,,,/,,,/,,,/,,,r222 r"), ..Ask::default() };
        assert_eq!(Openings::new(duel("mad").unwrap(), &over, Seed(1)).err(), Some(BadOpening::Over));
    }

    #[test]
    fn the_war_game_begins_on_five_boards_with_every_move() {
        let war = openings("wargame", None, None);
        let begins: HashSet<(String, Vec<String>)> =
            (0..180).map(|pair| (war.get(pair).setup.board.text.clone(), war.get(pair).moves)).collect();
        assert_eq!(begins.len(), 180);
        assert_eq!(war.get(180).moves.len(), 2);
    }

    /// A match of an earlier build goes on with its own openings.
    #[test]
    fn openings_are_those_of_earlier_builds() {
        let earlier = crate::MatchFile::read(include_bytes!("../../../tests/data/earlier/mad-match.jsonl"));
        let earlier = earlier.unwrap().unwrap();
        let mad = Openings::new(duel("mad").unwrap(), &Ask::default(), Seed(earlier.about.seed)).unwrap();
        for line in earlier.games.iter().flatten() {
            assert_eq!(mad.get(line.pair).moves, line.moves[..line.opening]);
        }
    }
}
