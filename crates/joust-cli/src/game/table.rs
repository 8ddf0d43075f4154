//! The table of `joust game`: it asks the players and tells what happens, in the words of the original.

use super::tell;
use joust_core::{Asked, Course, Fault, Game, Referee, Ruling, Seat};
use joust_madmax::player::Seated;
use joust_madmax::{RoundOrders, Skirmish, TEAMS, round_orders};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

/// Four players and a game.
pub(super) struct Table {
    referee: Referee<Skirmish>,
    players: [Seated; TEAMS],
    names: [String; TEAMS],
    /// The game before the round to come. It is behind the referee's when no player is left.
    shown: Skirmish,
    /// Whether progress is told.
    tells: bool,
}

/// What is told of a player that fails; without a round it was not ready for the game.
pub(super) fn obituary(fault: &Fault, name: &str) -> String {
    let when = fault.turn.map_or("before round 0".to_owned(), |round| format!("in round {round}"));
    let (seat, did) = (fault.seat.index(), &fault.detail);
    let mut text =
        format!("player {seat} ({name}) {did} {when}: it is dead and gives no more orders, its units stay\n");
    for line in &fault.last_words {
        let _ = writeln!(text, "  {line}");
    }
    text
}

impl Table {
    /// Lets the players sit down, of which some were not ready.
    pub(super) fn new(
        game: Skirmish,
        names: [String; TEAMS],
        players: [Seated; TEAMS],
        unready: &[Fault],
        tells: bool,
    ) -> Table {
        let referee = Referee::new(Course::new(game.clone()));
        let mut table = Table { referee, players, names, shown: game, tells };
        for fault in unready {
            table.carry_out(table.referee.fault(fault, 0));
        }
        table
    }

    /// The game before the round to come.
    pub(super) fn game(&self) -> &Skirmish {
        &self.shown
    }

    pub(super) fn names(&self) -> [&str; TEAMS] {
        self.names.each_ref().map(String::as_str)
    }

    fn carry_out(&mut self, ruling: Ruling<Skirmish>) {
        if let Some(step) = &ruling.step {
            self.shown = self.shown.before_round(step);
        }
        self.referee.carry_out(ruling);
    }

    /// Plays one round and gives the orders: all players are asked before anything moves. A round that
    /// cannot be played leaves the game in trouble.
    pub(super) fn play_round(&mut self) -> RoundOrders {
        let (game, done) = (self.shown.clone(), self.referee.course().actions().len());
        let (round, awaits) = (game.turn_number(), game.awaits());
        let mut said = String::new();
        self.note(&mut said, format_args!("info: start round {round}\n"));
        for seat in awaits.iter() {
            self.players[seat.index()].begin(&game, seat);
        }
        let mut answers = Vec::new();
        for seat in (0..TEAMS).filter_map(Seat::new) {
            self.note(&mut said, format_args!("info:     start player {}\n", seat.index()));
            hand_over(&mut said);
            if awaits.contains(seat) {
                let asked = Asked { game: &game, seat, budget: None, stop: &AtomicBool::new(false) };
                let answer = self.players[seat.index()].act(&asked);
                answers
                    .push((seat, answer.map_err(|fault| self.died(fault.at(seat, Some(round)), &mut said))));
            }
            self.note(&mut said, format_args!("info:     end player {}\n", seat.index()));
            hand_over(&mut said);
        }
        for (seat, answer) in answers {
            let ruling = answer.and_then(|answer| {
                let refused = |why| Fault::illegal(&answer.action, why).at(seat, Some(round));
                let proposed = self.referee.propose(seat, &answer.action, 0);
                proposed.map_err(|why| self.died(refused(why), &mut said))
            });
            let ruling = ruling.unwrap_or_else(|fault| self.referee.fault(&fault, 0));
            self.carry_out(ruling);
        }
        let orders = round_orders(&self.referee.course().actions()[done..]);
        game.state().select(&orders.each_ref().map(Vec::as_slice), &mut said, &mut ());
        hand_over(&mut said);
        let now = self.referee.course().now();
        let next = if now.living().is_empty() { self.shown.next_round() } else { Some(now.clone()) };
        self.shown = next.unwrap_or_else(|| now.clone());
        if self.shown.trouble().is_none() {
            self.note(&mut said, format_args!("info: end round {round}\n"));
            hand_over(&mut said);
        }
        orders
    }

    /// Tells the scores, as the original does at the end.
    pub(super) fn tell_end(&self) {
        let mut said = String::new();
        for (name, score) in self.names.iter().zip(self.shown.state().total_score()) {
            self.note(&mut said, format_args!("info: player {name} got score {score}\n"));
        }
        let winners: Vec<&str> = self.shown.winners().iter().map(|seat| self.names[*seat].as_str()).collect();
        self.note(
            &mut said,
            format_args!("info: player(s) {} got top score\ninfo: game played\n", winners.join(" ")),
        );
        hand_over(&mut said);
    }

    /// Sends the players home; some have a last word.
    pub(super) fn dismiss(&mut self) {
        for seat in self.shown.living().iter() {
            self.players[seat.index()].end();
        }
    }

    /// Adds what is told of a player that failed.
    fn died(&self, fault: Fault, said: &mut String) -> Fault {
        said.push_str(&obituary(&fault, &self.names[fault.seat.index()]));
        fault
    }

    /// Adds a line of progress, if progress is told.
    fn note(&self, said: &mut String, line: std::fmt::Arguments<'_>) {
        if self.tells {
            let _ = said.write_fmt(line);
        }
    }
}

/// Tells what was said until now.
fn hand_over(said: &mut String) {
    if !said.is_empty() {
        tell(said);
        said.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::{Answer, FaultKind, Player};
    use joust_madmax::player::Null;
    use joust_madmax::{Action, Config, Settings, Source};

    /// Fails from a round on.
    struct Fails(i32);

    impl Player<Skirmish> for Fails {
        fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
            if asked.game.state().round() < self.0 {
                return Null.act(asked);
            }
            Err(Fault::new(FaultKind::Silent, "went home"))
        }
    }

    /// Plays a game of six rounds; gives who is dead in each state.
    fn play(players: [Seated; TEAMS], unready: &[usize]) -> Vec<[bool; TEAMS]> {
        let settings = Settings { nb_rounds: 6, ..Settings::default() };
        let game = Skirmish::begin(Config { settings, source: Source::Generator }, 1).unwrap();
        let fault =
            |seat: &usize| Fault::new(FaultKind::Start, "is late").at(Seat::new(*seat).unwrap(), None);
        let unready: Vec<Fault> = unready.iter().map(fault).collect();
        let mut table = Table::new(game, [0; TEAMS].map(|_| "P".to_owned()), players, &unready, false);
        let mut states = Vec::new();
        loop {
            let state = table.game().state();
            assert_eq!(state.round(), states.len() as i32);
            states.push(state.status().map(|status| status < 0.0));
            if state.is_over() {
                return states;
            }
            table.play_round();
        }
    }

    #[test]
    fn every_round_is_shown_even_when_no_player_is_left() {
        let dead = |round: i32, deaths: [i32; TEAMS]| deaths.map(|death| round >= death);
        let shown = |deaths| (0..=6).map(|round| dead(round, deaths)).collect::<Vec<_>>();
        // A player that fails in a round is dead in the state after it.
        let fails = [3, 1, 9, 2].map(|round| Box::new(Fails(round)) as Seated);
        assert_eq!(play(fails, &[]), shown([4, 2, 9, 3]));
        let fails = [3, 1, 3, 2].map(|round| Box::new(Fails(round)) as Seated);
        assert_eq!(play(fails, &[]), shown([4, 2, 4, 3]));
        // One that is not ready is dead from the first state on.
        let fails = [0; TEAMS].map(|_| Box::new(Fails(2)) as Seated);
        assert_eq!(play(fails, &[1, 2]), shown([3, 0, 0, 3]));
        let fails = [0; TEAMS].map(|_| Box::new(Fails(2)) as Seated);
        assert_eq!(play(fails, &[0, 1, 2, 3]), shown([0; TEAMS]));
    }

    #[test]
    fn a_death_is_told_with_all_that_is_known() {
        let fault = Fault::new(FaultKind::Silent, "called exit(3)").saying(vec!["| bye".to_owned()]);
        let told = "player 2 (Foo) called exit(3) in round 7: it is dead and gives no more orders, its units stay\n  | bye\n";
        assert_eq!(obituary(&fault.clone().at(Seat::new(2).unwrap(), Some(7)), "Foo"), told);
        let early = obituary(&fault.at(Seat::FIRST, None), "Foo");
        assert!(early.starts_with("player 0 (Foo) called exit(3) before round 0: "), "{early}");
    }
}
