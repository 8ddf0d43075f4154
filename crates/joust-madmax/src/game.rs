//! A whole game: four players, all rounds, and what is told on the way.

use crate::player::{Death, Desk, Player};
use crate::{Event, Generator, Log, Movement, NoPlace, Orders, RoundOrders, State, TEAMS, Witness};
use std::fmt::Write as _;

/// A game in progress. It is driven round by round, so that whoever drives it can write, show or
/// stop it.
pub struct Game {
    state: State,
    random: Generator,
    seats: [SeatedPlayer; TEAMS],
    log: Log,
    /// Whether progress is told.
    tells: bool,
}

struct SeatedPlayer {
    name: String,
    player: Box<dyn Player>,
    random: Generator,
    orders: Orders,
    alive: bool,
    /// How it died, and in which round.
    death: Option<(i32, Death)>,
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
            SeatedPlayer { name, player, random, orders: Orders::default(), alive: true, death: None }
        });
        Game { state, random, seats, log: Log::default(), tells: true }
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
    pub fn heard_by(mut self, listener: impl FnMut(&[u8]) + Send + 'static) -> Game {
        self.log = Log::heard_by(listener);
        self
    }

    /// The state before the round to come.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How the player of a seat died, if it did, and in which round.
    pub fn death(&self, seat: usize) -> Option<&(i32, Death)> {
        self.seats[seat].death.as_ref()
    }

    /// A player that was dead before it could play: it is not asked.
    pub fn bury(&mut self, seat: usize) {
        self.seats[seat].alive = false;
        self.state.set_status(seat, -1.0);
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
        self.log.take()
    }

    /// Plays one round: everybody is asked before anything moves. [MAX-3.1]
    pub fn play_round(&mut self, witness: &mut impl Witness) -> Result<Round, NoPlace> {
        let round = self.state.round();
        if self.tells {
            let _ = writeln!(self.log, "info: start round {round}");
        }
        for seat in self.seats.iter_mut().filter(|seat| seat.alive) {
            seat.player.begin(&self.state);
        }
        for seat in 0..TEAMS {
            self.ask(seat);
        }
        // Only now, because everybody sees the same in a round.
        for (number, seat) in self.seats.iter().enumerate() {
            match seat.player.status() {
                _ if !seat.alive => self.state.set_status(number, -1.0),
                Some(share) => self.state.set_status(number, share),
                None => {}
            }
        }
        let [a, b, c, d] = &self.seats;
        let orders = [a, b, c, d].map(|seat| seat.orders.given());
        let selected = self.state.select(&orders, &mut self.log, witness);
        let orders = orders.map(<[(i32, i32)]>::to_vec);
        self.log.hand_over();
        let movements = self.state.play_round(&selected, &mut self.random, witness)?;
        if self.tells {
            let _ = writeln!(self.log, "info: end round {round}");
        }
        self.log.hand_over();
        Ok(Round { orders, movements })
    }

    fn ask(&mut self, seat: usize) {
        if self.tells {
            let _ = writeln!(self.log, "info:     start player {seat}");
        }
        self.log.hand_over();
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
            if let Err(death) = seated.player.play(&mut desk) {
                seated.alive = false;
                seated.orders.clear();
                let round = self.state.round();
                let _ = death.tell(&mut self.log, seat, &seated.name, Some(round));
                seated.death = Some((round, death));
            }
        }
        if self.tells {
            let _ = writeln!(self.log, "info:     end player {seat}");
        }
        self.log.hand_over();
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
        self.log.hand_over();
    }

    /// Sends everybody home; some have a last word.
    pub fn dismiss(&mut self) {
        for seat in self.seats.iter_mut().filter(|seat| seat.alive) {
            seat.player.end(&mut self.log);
        }
        self.log.hand_over();
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
    use crate::player::{Death, Demo, Null};
    use crate::{Config, Dir, Settings, Source};
    use std::sync::{Arc, Mutex};

    /// Orders its first unit about 1001 times from a round on.
    struct Flood(i32);

    impl Player for Flood {
        fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), Death> {
            let calls = if desk.state.round() < self.0 { Orders::MOST } else { Orders::MOST + 1 };
            Ok((0..calls).try_for_each(|_| desk.command(0, Dir::None))?)
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
        let mut loud = game(Box::new(Demo::default()))
            .heard_by(move |words| ear.lock().unwrap().push(String::from_utf8_lossy(words).into_owned()));
        loud.play_round(&mut ()).unwrap();
        assert_eq!(heard.lock().unwrap()[0], "info: start round 0\ninfo:     start player 0\n");
        loud.play_out().unwrap();
        loud.tell_end();
        assert_eq!(heard.lock().unwrap().concat(), silent.take_log());
        assert_eq!(loud.take_log(), "");
    }
}
