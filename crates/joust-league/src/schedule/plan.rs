//! Schedules that are known in full before the first game.

use super::circle::circle;
use super::seating::balanced;
use super::tables::{bases, lap, rounds};
use super::{BadSchedule, Fixture, Place, Setting, maps};
use crate::mix::Dice;

/// A schedule that is known in full before the first game: a game is computed from its number.
///
/// A plan has cycles. In a cycle of a round robin everybody meets everybody: with two seats once, with more
/// seats at least once, and no pair more often by two. In a cycle of a gauntlet every challenger meets all
/// others. Everybody has every seat equally often: in every block, or with [`Seating::Once`] in every number of
/// cycles that is a multiple of the seats. One cycle is within one game of that, and any number of cycles of a
/// round robin; other numbers of cycles of a gauntlet with more than two seats within three games, because all
/// tables of a cycle change their seats alike.
///
/// Where the number of cycles is a multiple of the number of maps, every line-up plays on every map equally
/// often. Otherwise everybody plays on every map as often as its fair share says, with at most one block
/// more or less (two seats), or less than two (more seats).
///
/// ```
/// use joust_league::schedule::{Plan, Setting};
/// let plan = Plan::round_robin(Setting { maps: 3, seed: 1, ..Setting::new(100, 4) }, 28)?;
/// assert_eq!((plan.blocks(), plan.games()), (25_200, 100_800));
/// let game = plan.fixture(100_000).unwrap();
/// assert_eq!((game.game, game.block, game.seats.len()), (100_000, 25_000, 4));
/// # Ok::<(), joust_league::schedule::BadSchedule>(())
/// ```
///
/// [`Seating::Once`]: super::Seating::Once
#[derive(Clone, Debug)]
pub struct Plan {
    setting: Setting,
    form: Form,
    cycles: usize,
    /// Cycles with other line-ups, which follow one another in groups.
    variants: Vec<Cycle>,
    /// How many cycles in a row have the same line-ups.
    group: usize,
    /// The maps of the cycles after the last multiple of the number of maps.
    tail: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Later groups of cycles deal the places of the tables anew.
    Dealt,
    Fixed,
    /// The line-ups are two versions and their opponents.
    Duplicate,
}

/// The line-ups of a cycle in the order of play.
#[derive(Clone, Debug)]
struct Cycle {
    line_ups: Vec<Vec<usize>>,
    rounds: Vec<usize>,
}

impl Cycle {
    /// Puts line-ups in rounds.
    fn of(line_ups: Vec<Vec<usize>>, participants: usize) -> Cycle {
        let rounds = rounds(&line_ups, participants);
        let mut list: Vec<(usize, Vec<usize>)> = rounds.into_iter().zip(line_ups).collect();
        list.sort_by_key(|(round, _)| *round);
        Cycle::from_iter(list)
    }

    fn rounds(&self) -> usize {
        self.rounds.last().map_or(0, |last| last + 1)
    }
}

impl FromIterator<(usize, Vec<usize>)> for Cycle {
    fn from_iter<T: IntoIterator<Item = (usize, Vec<usize>)>>(list: T) -> Cycle {
        let (rounds, line_ups) = list.into_iter().unzip();
        Cycle { line_ups, rounds }
    }
}

impl Plan {
    /// Everybody meets everybody in each cycle.
    ///
    /// ```
    /// use joust_league::schedule::{Plan, Seating, Setting};
    /// let pairs = Plan::round_robin(Setting::new(5, 2), 1)?;
    /// assert_eq!((pairs.rounds(), pairs.blocks(), pairs.games()), (5, 10, 20));
    /// // 13 tables of four, in which every two of 13 participants meet exactly once.
    /// let tables = Plan::round_robin(Setting { seating: Seating::Once, ..Setting::new(13, 4) }, 1)?;
    /// assert_eq!(tables.games(), 13);
    /// # Ok::<(), joust_league::schedule::BadSchedule>(())
    /// ```
    pub fn round_robin(setting: Setting, cycles: usize) -> Result<Plan, BadSchedule> {
        setting.check(setting.seats)?;
        let Setting { participants, seats, .. } = setting;
        if seats == 2 {
            let cycle = circle(participants).map(|(round, pair)| (round, pair.to_vec())).collect();
            return Plan::new(setting, Form::Fixed, cycles, vec![cycle]);
        }
        let tables = bases(participants, seats).iter().flat_map(|base| lap(base, participants)).collect();
        Plan::new(setting, Form::Dealt, cycles, vec![Cycle::of(tables, participants)])
    }

    /// The first participants are the challengers; each meets all others in each cycle, and other challengers
    /// never. With more than two seats a table has one challenger, and everybody else meets a challenger as
    /// often in a cycle as there are other seats.
    ///
    /// ```
    /// use joust_league::schedule::{Plan, Setting};
    /// let plan = Plan::gauntlet(Setting::new(10, 2), 1, 3)?;
    /// assert_eq!(plan.games(), 54);
    /// assert!(plan.iter().all(|fixture| fixture.seats.contains(&0)));
    /// # Ok::<(), joust_league::schedule::BadSchedule>(())
    /// ```
    pub fn gauntlet(setting: Setting, challengers: usize, cycles: usize) -> Result<Plan, BadSchedule> {
        if challengers == 0 {
            return Err(BadSchedule::Nothing("the number of challengers"));
        }
        setting.check(challengers.saturating_add(setting.seats.saturating_sub(1)))?;
        let Setting { participants, seats, .. } = setting;
        let others = participants - challengers;
        let opponents = opponents(others, seats - 1);
        let variant = |base: &Vec<usize>| {
            let tables = lap(base, others).enumerate().flat_map(|(number, table)| {
                (0..challengers).map(move |challenger| {
                    // The challenger changes its place, for games that are played only once.
                    let mut line_up: Vec<usize> = table.iter().map(|other| challengers + other).collect();
                    line_up.insert((number + challenger) % seats, challenger);
                    line_up
                })
            });
            let mut tables: Vec<Vec<usize>> = tables.collect();
            if setting.games_in_block() == 1 {
                tables = balanced(&tables, participants);
            }
            Cycle::of(tables, participants)
        };
        Plan::new(setting, Form::Fixed, cycles, opponents.iter().map(variant).collect())
    }

    /// Compares two versions of a player, the first two participants, by duplicate games: a block has a game
    /// of each version in every seat, and in both the seed, the map and the opponents in the other seats are
    /// the same. The opponents take turns.
    ///
    /// ```
    /// use joust_league::schedule::{Plan, Setting};
    /// let plan = Plan::duplicate(Setting::new(5, 4), 100)?;
    /// assert_eq!((plan.blocks(), plan.games()), (100, 800));
    /// let seats = [0, 1, 2].map(|game| plan.fixture(game).unwrap().seats);
    /// assert_eq!(seats, [[0, 2, 3, 4], [1, 2, 3, 4], [2, 0, 3, 4]]);
    /// # Ok::<(), joust_league::schedule::BadSchedule>(())
    /// ```
    pub fn duplicate(setting: Setting, blocks: usize) -> Result<Plan, BadSchedule> {
        setting.check(1 + setting.seats)?;
        let Setting { participants, seats, .. } = setting;
        let others = participants - 2;
        let both =
            |table: Vec<usize>| [0, 1].into_iter().chain(table.into_iter().map(|other| other + 2)).collect();
        let bases = opponents(others, seats - 1);
        let line_ups = bases.iter().flat_map(|base| lap(base, others)).map(both);
        // A cycle of one block makes any number of blocks possible, and a change of the map with each.
        let variants = line_ups.map(|line_up| Cycle::from_iter([(0, line_up)])).collect();
        Plan::new(setting, Form::Duplicate, blocks, variants)
    }

    fn new(setting: Setting, form: Form, cycles: usize, variants: Vec<Cycle>) -> Result<Plan, BadSchedule> {
        if cycles == 0 {
            return Err(BadSchedule::Nothing("the number of cycles"));
        }
        let Setting { participants, seats, maps, .. } = setting;
        let group = match form {
            // Opponents take turns with every block, and maps with every round of the opponents.
            Form::Duplicate => 1,
            // Whole groups have every line-up on every map, and single games in every seat.
            _ if setting.games_in_block() == 1 => maps * seats,
            _ => maps,
        };
        let mut plan = Plan { setting, form, cycles, variants, group, tail: Vec::new() };
        let games = cycles.checked_mul(plan.blocks_in_cycle() * plan.games_in_block());
        if games.is_none_or(|games| games > isize::MAX as usize) {
            return Err(BadSchedule::TooLong);
        }
        if form != Form::Duplicate {
            // The deal does not change within a group, so any deal gives the fair shares.
            let line_ups = &plan.variant(cycles - 1).line_ups;
            let rest: Vec<_> = (0..cycles % maps).flat_map(|_| line_ups.iter().cloned()).collect();
            plan.tail = maps::balanced(&rest, participants, maps);
        }
        Ok(plan)
    }

    /// What the schedule was made for.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.blocks() * self.games_in_block()
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.cycles * self.blocks_in_cycle()
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        self.cycles * self.rounds_in_cycle()
    }

    /// How many games a block has. They follow one another.
    pub fn games_in_block(&self) -> usize {
        match self.form {
            Form::Duplicate => 2 * self.setting.seats,
            _ => self.setting.games_in_block(),
        }
    }

    /// All games in their order.
    pub fn iter(&self) -> impl Iterator<Item = Fixture> + '_ {
        (0..self.games()).filter_map(|game| self.fixture(game))
    }

    /// The game of a number; `None` after the last.
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let (block, number) = (game / self.games_in_block(), game % self.games_in_block());
        let (cycle, within) = (block / self.blocks_in_cycle(), block % self.blocks_in_cycle());
        let variant = self.variant(cycle);
        let mut line_up = variant.line_ups[within].clone();
        let deal = cycle / self.group;
        if self.form == Form::Dealt && deal > 0 {
            let mut places: Vec<usize> = (0..self.setting.participants).collect();
            Dice::new(self.setting.seed, deal as u64).shuffle(&mut places);
            for place in &mut line_up {
                *place = places[*place];
            }
        }
        let round = cycle * self.rounds_in_cycle() + variant.rounds[within];
        let place = Place {
            game: game - number,
            round,
            block,
            map: self.map(cycle, within),
            // Nobody is in two blocks of a round.
            opening: round,
            turn: cycle,
        };
        if self.form == Form::Duplicate {
            return Some(self.duplicate_game(&line_up, place, number));
        }
        self.setting.block(&line_up, place).nth(number)
    }

    /// A game of one of the two versions, which take turns in every seat.
    fn duplicate_game(&self, line_up: &[usize], place: Place, number: usize) -> Fixture {
        let mut seats = line_up[2..].to_vec();
        seats.insert(number / 2, line_up[number % 2]);
        let Place { game, round, block, map, opening, .. } = place;
        let seed = self.setting.seed_of(block);
        Fixture { game: game + number, round, block, map, opening, seed, seats }
    }

    fn variant(&self, cycle: usize) -> &Cycle {
        &self.variants[cycle / self.group % self.variants.len()]
    }

    fn rounds_in_cycle(&self) -> usize {
        self.variants.iter().map(Cycle::rounds).max().unwrap_or(0)
    }

    fn blocks_in_cycle(&self) -> usize {
        self.variants[0].line_ups.len()
    }

    fn map(&self, cycle: usize, within: usize) -> usize {
        let maps = self.setting.maps;
        if self.form == Form::Duplicate {
            // After all combinations of opponents and maps in step, one map is left out.
            return (cycle + cycle / least_common_multiple(self.variants.len(), maps)) % maps;
        }
        let whole = self.cycles / maps * maps;
        match cycle.checked_sub(whole) {
            None => (self.variant(cycle).rounds[within] + cycle) % maps,
            Some(rest) => self.tail[rest * self.blocks_in_cycle() + within],
        }
    }
}

fn least_common_multiple(one: usize, other: usize) -> usize {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    one / divisor * other
}

/// Bases for the tables of `seats` opponents, among `others`.
fn opponents(others: usize, seats: usize) -> Vec<Vec<usize>> {
    if seats == 1 { vec![vec![0]] } else { bases(others, seats) }
}
