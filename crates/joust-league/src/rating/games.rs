//! Games as ratings see them: orders of finish, block by block.

use super::order::{MOST, Order};
use crate::finish::{EQUAL, Finish};
use std::collections::BTreeMap;

/// Games that are to be rated. They may be added in any order: the ratings depend on the games only.
///
/// ```
/// use joust_league::Finish;
/// use joust_league::rating::Games;
/// let mut games = Games::new(3);
/// games.add(&Finish::duel(0, 0, [0, 1], 1.0));
/// games.add(&Finish::duel(1, 0, [1, 0], 0.25));
/// games.add(&Finish::duel(2, 1, [1, 2], 0.5));
/// assert_eq!((games.games(0), games.games(1), games.games(2)), (2, 3, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Games {
    games: Vec<u32>,
    pub(super) blocks: BTreeMap<usize, Block>,
}

/// The games of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// Duels, added up: the participants, the smaller number first; the games; the score of the first.
    pub(super) duels: Vec<([u32; 2], f64, f64)>,
    /// Games of more seats, in the order of their numbers.
    pub(super) orders: Vec<Order>,
    /// The number of the game of each order.
    numbers: Vec<usize>,
}

impl Games {
    /// No games of this many participants.
    pub fn new(participants: usize) -> Games {
        Games { games: vec![0; participants], blocks: BTreeMap::new() }
    }

    /// Adds a game. A game of unknown participants or of more than four seats is ignored.
    pub fn add(&mut self, game: &Finish) {
        if !game.is_sound(self.games.len()) || game.seats.len() > MOST {
            return;
        }
        for who in &game.seats {
            self.games[*who] += 1;
        }
        let block = self.blocks.entry(game.block).or_default();
        if game.seats.len() > 2 {
            let is_equal = |one: f64, other: f64| (one - other).abs() < EQUAL;
            // The order of games must not change even the rounding of sums.
            let place = block.numbers.partition_point(|number| *number <= game.game);
            let orders = Order::of(&game.seats, &game.scores, is_equal);
            block.numbers.splice(place..place, orders.iter().map(|_| game.game));
            block.orders.splice(place..place, orders);
            return;
        }
        let first = usize::from(game.seats[0] > game.seats[1]);
        let players = [game.seats[first] as u32, game.seats[1 - first] as u32];
        let score = game.between(first, 1 - first);
        match block.duels.iter_mut().find(|duel| duel.0 == players) {
            Some((_, games, sum)) => (*games, *sum) = (*games + 1.0, *sum + score),
            None => block.duels.push((players, 1.0, score)),
        }
    }

    /// How many participants there are.
    pub fn participants(&self) -> usize {
        self.games.len()
    }

    /// How many games a participant has played.
    pub fn games(&self, participant: usize) -> u32 {
        self.games[participant]
    }

    /// The blocks of each participant.
    pub(super) fn by_participant(&self) -> Vec<Vec<&Block>> {
        let mut blocks = vec![Vec::new(); self.games.len()];
        for block in self.blocks.values() {
            for who in block.players() {
                blocks[who].push(block);
            }
        }
        blocks
    }
}

impl FromIterator<Finish> for Games {
    fn from_iter<T: IntoIterator<Item = Finish>>(list: T) -> Games {
        let list: Vec<Finish> = list.into_iter().collect();
        let most = list.iter().flat_map(|game| &game.seats).max();
        let mut games = Games::new(most.map_or(0, |most| most + 1));
        for game in &list {
            games.add(game);
        }
        games
    }
}

impl Block {
    /// The participants, each once, in the order of their numbers.
    pub(super) fn players(&self) -> Vec<usize> {
        let duels = self.duels.iter().flat_map(|(players, ..)| players.map(|who| who as usize));
        let mut players: Vec<usize> = duels.chain(self.orders.iter().flat_map(Order::places)).collect();
        players.sort_unstable();
        players.dedup();
        players
    }
}
