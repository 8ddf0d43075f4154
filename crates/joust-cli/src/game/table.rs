//! The table of `joust game`: it asks the players and tells what happens, in the words of the original.

use super::tell;
use joust_core::{Asked, Course, Fault, Game, Referee, Ruling, Seat};
use joust_madmax::player::Seated;
use joust_madmax::{RoundOrders, Skirmish, TEAMS, round_orders};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

/// Four players and a game.
pub(super) struct Table {
    table: Referee<Skirmish>,
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
        let table = Referee::new(Course::new(game.clone()));
        let mut table = Table { table, players, names, shown: game, tells };
        for fault in unready {
            table.carry_out(table.table.fault(fault, 0));
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
        self.table.carry_out(ruling);
    }

    /// Plays one round and gives the orders: all players are asked before anything moves. A round that
    /// cannot be played leaves the game in trouble.
    pub(super) fn play_round(&mut self) -> RoundOrders {
        let (game, done) = (self.shown.clone(), self.table.course().actions().len());
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
                let proposed = self.table.propose(seat, &answer.action, 0);
                proposed.map_err(|why| self.died(refused(why), &mut said))
            });
            let ruling = ruling.unwrap_or_else(|fault| self.table.fault(&fault, 0));
            self.carry_out(ruling);
        }
        let orders = round_orders(&self.table.course().actions()[done..]);
        game.state().select(&orders.each_ref().map(Vec::as_slice), &mut said, &mut ());
        hand_over(&mut said);
        let now = self.table.course().now();
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
