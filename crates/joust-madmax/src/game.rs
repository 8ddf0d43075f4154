//! A whole game: four players, all rounds, and what is told on the way.

use crate::player::{Desk, Player};
use crate::{Event, Generator, Movement, NoPlace, Orders, RoundOrders, State, TEAMS, Witness};
use std::fmt::Write as _;

/// A game in progress. It is driven round by round, so that whoever drives it can write, show or
/// stop it.
pub struct Game {
    state: State,
    random: Generator,
    seats: [SeatedPlayer; TEAMS],
    /// What was said since the last look: progress, warnings and players' own words.
    log: String,
    /// Whether progress is told.
    tells: bool,
    listener: Option<Listener>,
}

/// Somebody who hears everything at once.
type Listener = Box<dyn FnMut(&str) + Send>;

struct SeatedPlayer {
    name: String,
    player: Box<dyn Player>,
    random: Generator,
    orders: Orders,
    alive: bool,
}

/// What one round brought.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The orders of all players, the first for each unit.
    pub orders: RoundOrders,
    /// The movements that happened, in the order in which they were executed.
    pub movements: Vec<Movement>,
}

impl Game {
    /// Seats the players. `random` is the board's generator after the state was made.
    pub fn new(
        state: State,
        random: Generator,
        seed: i32,
        players: [(String, Box<dyn Player>); TEAMS],
    ) -> Game {
        let mut seat = 0;
        let seats = players.map(|(name, player)| {
            let random = Generator::for_player(seed, seat);
            seat += 1;
            SeatedPlayer { name, player, random, orders: Orders::default(), alive: true }
        });
        Game { state, random, seats, log: String::new(), tells: true, listener: None }
    }

    /// The same game without a word of progress; warnings are still collected.
    #[must_use]
    pub fn quiet(mut self) -> Game {
        self.tells = false;
        self
    }

    /// The same game with somebody who hears everything at once, before and after each player
    /// thinks; [`Game::take_log`] then gives nothing.
    #[must_use]
    pub fn heard_by(mut self, listener: impl FnMut(&str) + Send + 'static) -> Game {
        self.listener = Some(Box::new(listener));
        self
    }

    fn hand_over(&mut self) {
        if let Some(listener) = &mut self.listener
            && !self.log.is_empty()
        {
            listener(&self.log);
            self.log.clear();
        }
    }

    /// The state before the round to come.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sets what a player has used of its time; −1 only marks it, it still plays.
    pub fn set_status(&mut self, seat: usize, status: f64) {
        self.state.set_status(seat, status);
    }

    /// The board's generator before the round to come.
    pub fn random(&self) -> Generator {
        self.random
    }

    /// The names of the players in the order of the seats.
    pub fn names(&self) -> [&str; TEAMS] {
        [0, 1, 2, 3].map(|seat| self.seats[seat].name.as_str())
    }

    /// What was said since the last call, in the words of the original program.
    pub fn take_log(&mut self) -> String {
        std::mem::take(&mut self.log)
    }

    /// Plays one round: everybody is asked before anything moves. [MAX-3.1]
    pub fn play_round(&mut self, witness: &mut impl Witness) -> Result<Round, NoPlace> {
        let round = self.state.round();
        if self.tells {
            let _ = writeln!(self.log, "info: start round {round}");
        }
        for seat in 0..TEAMS {
            self.ask(seat);
        }
        let [a, b, c, d] = &self.seats;
        let orders = [a, b, c, d].map(|seat| seat.orders.given());
        let selected = self.state.select(&orders, &mut self.log, witness);
        let orders = orders.map(<[(i32, i32)]>::to_vec);
        self.hand_over();
        let movements = self.state.play_round(&selected, &mut self.random, witness)?;
        if self.tells {
            let _ = writeln!(self.log, "info: end round {round}");
        }
        self.hand_over();
        Ok(Round { orders, movements })
    }

    fn ask(&mut self, seat: usize) {
        if self.tells {
            let _ = writeln!(self.log, "info:     start player {seat}");
        }
        self.hand_over();
        let seated = &mut self.seats[seat];
        seated.orders.clear();
        if seated.alive {
            let mut desk = Desk {
                state: &self.state,
                me: seat as u8,
                random: &mut seated.random,
                orders: &mut seated.orders,
                cerr: &mut self.log,
            };
            if let Err(fault) = seated.player.play(&mut desk) {
                let round = self.state.round();
                let _ = writeln!(self.log, "ERROR: {fault}");
                let _ = writeln!(
                    self.log,
                    "player {seat} ({}) gave more than {} orders in round {round}: it is dead and gives no \
                     more orders, its units stay",
                    seated.name,
                    Orders::MOST
                );
                seated.alive = false;
                seated.orders.clear();
                self.state.set_status(seat, -1.0);
            }
        }
        if self.tells {
            let _ = writeln!(self.log, "info:     end player {seat}");
        }
        self.hand_over();
    }

    /// Tells the scores, as the original does at the end.
    pub fn tell_end(&mut self) {
        let scores = self.state.total_score();
        for (seat, score) in self.seats.iter().zip(scores) {
            let _ = writeln!(self.log, "info: player {} got score {score}", seat.name);
        }
        let _ = write!(self.log, "info: player(s)");
        for seat in self.winners() {
            let _ = write!(self.log, " {}", self.seats[seat].name);
        }
        let _ = writeln!(self.log, " got top score\ninfo: game played");
        self.hand_over();
    }

    /// The seats with the top score. [MAX-4.17]
    pub fn winners(&self) -> Vec<usize> {
        let scores = self.state.total_score();
        let top = scores.into_iter().max().unwrap_or(0).max(0);
        (0..TEAMS).filter(|seat| scores[*seat] == top).collect()
    }

    /// Plays all rounds that are left, telling nobody.
    pub fn play_out(&mut self) -> Result<(), NoPlace> {
        while !self.state.is_over() {
            self.play_round(&mut ())?;
        }
        Ok(())
    }
}

/// Lets several witnesses see the same.
impl<A: Witness, B: Witness> Witness for (A, B) {
    fn saw(&mut self, event: Event) {
        self.0.saw(event);
        self.1.saw(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Demo, Null};
    use crate::{Config, Dir, Settings, Source, TooManyOrders};
    use std::sync::{Arc, Mutex};

    /// Orders its first unit about 1001 times from a round on.
    struct Flood(i32);

    impl Player for Flood {
        fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), TooManyOrders> {
            let calls = if desk.state.round() < self.0 { Orders::MOST } else { Orders::MOST + 1 };
            (0..calls).try_for_each(|_| desk.command(0, Dir::None))
        }
    }

    fn game(first: Box<dyn Player>) -> Game {
        let settings = Settings { nb_rounds: 12, ..Settings::default() };
        let mut random = Generator::new(1);
        let state = Config { settings, source: Source::Generator }.start(&mut random).unwrap();
        let others = || ("Null".to_owned(), Box::new(Null) as Box<dyn Player>);
        Game::new(state, random, 1, [("First".to_owned(), first), others(), others(), others()])
    }

    #[test]
    fn a_flood_of_orders_ends_its_player_and_nobody_else() {
        let mut game = game(Box::new(Flood(3)));
        game.play_out().unwrap();
        let log = game.take_log();
        assert_eq!(log.matches("ERROR: Too many commands.\nplayer 0 (First) gave more than 1000").count(), 1);
        let thousand = "warning: action already requested for unit 0\n";
        assert_eq!(log.matches(thousand).count(), 4 * 999);
        assert_eq!(game.state().status().map(|status| status < 0.0), [true, false, false, false]);
        assert!(game.state().is_over());
        assert_eq!(log.matches("info:     start player 0").count(), 12);
    }

    #[test]
    fn a_listener_hears_at_once_what_the_log_would_hold() {
        let mut silent = game(Box::new(Demo::default()));
        silent.play_out().unwrap();
        silent.tell_end();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let mut loud =
            game(Box::new(Demo::default())).heard_by(move |words| ear.lock().unwrap().push(words.to_owned()));
        loud.play_round(&mut ()).unwrap();
        assert_eq!(heard.lock().unwrap()[0], "info: start round 0\ninfo:     start player 0\n");
        loud.play_out().unwrap();
        loud.tell_end();
        assert_eq!(heard.lock().unwrap().concat(), silent.take_log());
        assert_eq!(loud.take_log(), "");
    }
}
