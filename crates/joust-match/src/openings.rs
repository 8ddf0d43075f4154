//! Openings: every pair of games begins with one, so that deterministic programs do not repeat one game.

use crate::run::playable;
use joust_core::{Duel, Rng, Seed, Setup, below, mix};
use joust_games::{AnyDuel, Ask, BoardAsk, Erased, Refused};
use joust_players::PlayableDuel;

/// The openings of a match.
///
/// ```
/// use joust_core::Seed;
/// use joust_games::Ask;
/// use joust_match::Openings;
/// let openings = Openings::of("mad", &Ask::default(), Seed(1)).unwrap();
/// assert_eq!(openings.get(0).moves.len(), 2);
/// assert_ne!(openings.get(0).moves, openings.get(1).moves);
/// ```
pub struct Openings {
    seed: Seed,
    starts: Vec<Start>,
}

/// Makes up an opening.
type Sample = dyn Fn(&mut Rng) -> Vec<String> + Send + Sync;

/// A position and the ways in which games begin there, each used once before any is made up.
struct Start {
    setup: Setup,
    position: Box<dyn AnyDuel>,
    ways: Vec<Vec<String>>,
    sample: Box<Sample>,
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
    /// The name is not that of a duel.
    #[error("`{0}` is not a duel")]
    NoDuel(String),
    /// Nothing is left to play.
    #[error("the game is over in that position")]
    Over,
}

impl Openings {
    /// The openings of the duel of this name, in an order that the seed decides.
    ///
    /// MAD: the 81 pairs of positioning turns, then sampled quiet openings; only those where there
    /// is no positioning. War Game: every first move on every board. A position that was asked for
    /// is where the first pair begins, before any of these.
    ///
    /// See [`Openings`] for an example.
    pub fn of(name: &str, ask: &Ask, seed: Seed) -> Result<Openings, BadOpening> {
        let openings = playable(name).and_then(|game| game.openings);
        openings.ok_or_else(|| BadOpening::NoDuel(name.to_owned()))?(ask, seed)
    }

    /// [`Openings::of`] for a duel whose type is known; the duel need not be in the register.
    ///
    /// ```
    /// use joust_core::Seed;
    /// use joust_games::Ask;
    /// use joust_mad::Battle;
    /// use joust_match::Openings;
    /// let [typed, named] = [Openings::new::<Battle>(&Ask::default(), Seed(1)), Openings::of("mad", &Ask::default(), Seed(1))]
    ///     .map(|openings| openings.unwrap().get(5).moves);
    /// assert_eq!(typed, named);
    /// ```
    pub fn new<G: PlayableDuel>(ask: &Ask, seed: Seed) -> Result<Openings, BadOpening> {
        let boards = match (G::MATCH_BOARDS, &ask.board, ask.position) {
            ([_, ..], None, None) => {
                G::MATCH_BOARDS.iter().map(|board| Some(BoardAsk::Named(board))).collect()
            }
            _ => vec![ask.board],
        };
        let mut starts = Vec::new();
        for (i, board) in boards.into_iter().enumerate() {
            let ask = Ask { board, ..*ask };
            let game = G::start(&ask)?;
            let (setup, position) = (game.setup(), *game.position());
            if position.outcome().is_some() {
                return Err(BadOpening::Over);
            }
            let mut rng = Seed(mix(seed.0 ^ i as u64)).rng();
            let mut ways = ways(&Erased(position), G::opening_moves(&position));
            shuffle(&mut ways, &mut rng);
            if ask.position.is_some() {
                ways.insert(0, Vec::new());
            }
            let sample = move |rng: &mut Rng| written(position, G::sampled_opening(&position, rng));
            let (position, sample) = (Box::new(Erased(position)), Box::new(sample));
            starts.push(Start { setup, position, ways, sample });
        }
        Ok(Openings { seed, starts })
    }

    /// How games start on each of the boards, which take turns.
    ///
    /// ```
    /// use joust_core::Seed;
    /// use joust_games::Ask;
    /// let openings = joust_match::Openings::of("wargame", &Ask::default(), Seed(1)).unwrap();
    /// assert_eq!(openings.setups().count(), 5);
    /// ```
    pub fn setups(&self) -> impl Iterator<Item = &Setup> {
        self.starts.iter().map(|start| &start.setup)
    }

    /// The opening of a pair of games. See [`Openings`] for an example.
    pub fn get(&self, pair: usize) -> Opening<'_> {
        let start = &self.starts[pair % self.starts.len()];
        let turn = pair / self.starts.len();
        let moves = start.ways.get(turn).cloned().unwrap_or_else(|| {
            let mut rng = Seed(mix(self.seed.0 ^ mix(pair as u64 + 1))).rng();
            (start.sample)(&mut rng)
        });
        Opening { setup: &start.setup, position: start.position.as_ref(), moves }
    }
}

/// Moves from a position in their notation.
fn written<D: Duel>(mut position: D, moves: Vec<D::Move>) -> Vec<String> {
    let mut write = |mv| {
        let text = position.write_move(mv);
        position.make(mv);
        text
    };
    moves.into_iter().map(&mut write).collect()
}

/// All ways to make `deep` moves from a position.
fn ways(position: &dyn AnyDuel, deep: u32) -> Vec<Vec<String>> {
    if deep == 0 {
        return Vec::new();
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn openings(name: &str, rules: Option<&str>, position: Option<&str>) -> Openings {
        let ask = Ask { rules, position, ..Ask::default() };
        Openings::of(name, &ask, Seed(1)).unwrap()
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
        assert_eq!(Openings::of("mad", &over, Seed(1)).err(), Some(BadOpening::Over));
    }

    #[test]
    fn the_war_game_begins_on_five_boards_with_every_move() {
        let war = openings("wargame", None, None);
        let begins: HashSet<(String, Vec<String>)> =
            (0..180).map(|pair| (war.get(pair).setup.board.text.clone(), war.get(pair).moves)).collect();
        assert_eq!(begins.len(), 180);
        assert_eq!(war.get(180).moves.len(), 2);
    }

    /// A match of an earlier build goes on with these as well, when it has used up the others.
    #[test]
    fn sampled_openings_are_those_of_earlier_builds() {
        let moves = |name, rules, pair| openings(name, rules, None).get(pair).moves.join(" ");
        let mad = "122>212>221 112>121>211 112>211>121 111<>222 122>212>221 121<>212";
        assert_eq!(moves("mad", None, 81), mad);
        assert_eq!(moves("mad", Some("app"), 7), "112>121>211 112<>221 112-a2-a3 121<>212");
        assert_eq!(moves("wargame", None, 181), "drop-C3 drop-C2");
    }

    /// A match of an earlier build goes on with its own openings.
    #[test]
    fn openings_are_those_of_earlier_builds() {
        let earlier = crate::MatchFile::read(include_bytes!("../../../tests/data/earlier/mad-match.jsonl"));
        let earlier = earlier.unwrap().unwrap();
        let mad = Openings::of("mad", &Ask::default(), Seed(earlier.about.seed)).unwrap();
        for line in earlier.games.iter().flatten() {
            assert_eq!(mad.get(line.pair).moves, line.moves[..line.opening]);
        }
    }
}
