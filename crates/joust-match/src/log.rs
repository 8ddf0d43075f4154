//! The log of a game of Mad Max while it is played, in the words of the original program.

use crate::{Scribe, Watcher};
use joust_core::{Course, Fault, Seat};
use joust_madmax::{Skirmish, TEAMS};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes the log and the result of a game. A result that cannot be written stops the game.
///
/// ```
/// use joust_core::{Course, Referee};
/// use joust_files::{Care, Output};
/// use joust_madmax::player::built_in;
/// use joust_madmax::{Config, Origin, Settings, Skirmish, Source};
/// use joust_match::{ContestLog, Scribe, play};
/// let settings = Settings { nb_rounds: 2, ..Settings::default() };
/// let game = Skirmish::begin(Config { settings, source: Source::Generator }, 30).unwrap();
/// let (names, stop, mut text) = (["Null"; 4].map(str::to_owned), false.into(), String::new());
/// let scribe = Scribe::new(Output::stream(std::io::sink()), Origin::Game, &game, names.clone(), true)?;
/// let mut tell = |piece: &str| text.push_str(piece);
/// let mut log = ContestLog::new(scribe, &names, &stop, true, &mut tell);
/// let mut players = names.each_ref().map(|name| built_in(name).unwrap());
/// play(&mut Referee::new(Course::new(game)), &mut players, &|_| None, &mut log, &stop).unwrap();
/// let record = log.into_scribe().finish(Care::Quick)?.unwrap().finish();
/// assert_eq!(record.rounds.len(), 2);
/// assert!(text.starts_with("info: loading player Null\n") && text.ends_with("info: end round 1\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A game that was stopped leaves its rounds, too:
///
/// ```
/// # use joust_files::{Care, Output};
/// # use joust_madmax::{Config, Origin, Settings, Skirmish, Source};
/// # use joust_match::{ContestLog, Scribe};
/// # let game = Skirmish::begin(Config { settings: Settings::default(), source: Source::Generator }, 30).unwrap();
/// # let (names, stop, mut tell) = (["Null"; 4].map(str::to_owned), true.into(), |_: &str| ());
/// # let scribe = Scribe::new(Output::stream(std::io::sink()), Origin::Game, &game, names.clone(), false)?;
/// let log = ContestLog::new(scribe, &names, &stop, true, &mut tell);
/// assert!(!log.where_stopped().is_empty());
/// assert!(log.into_scribe().break_off(Care::Quick)?.is_none(), "no round was played");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ContestLog<'a> {
    scribe: Scribe,
    names: &'a [String; TEAMS],
    tell: &'a mut dyn FnMut(&str),
    stop: &'a AtomicBool,
    /// Whether progress is logged.
    tells: bool,
    said: String,
    /// The round that has begun or comes next, and the first seat that is not yet logged in it.
    round: u32,
    begun: bool,
    next: usize,
    /// Why the game waited when it was stopped.
    held_up: Option<Fault>,
}

/// What happened to a player: `player 2 (Foo) called exit(3) in round 7`. Without a round, it was not ready
/// for the game.
fn event(fault: &Fault, name: &str) -> String {
    format!("player {} ({name}) {} {}", fault.seat.index(), fault.detail, when(fault))
}

fn when(fault: &Fault) -> String {
    fault.turn.map_or("before round 0".to_owned(), |round| format!("in round {round}"))
}

/// The message about a player that failed.
fn obituary(fault: &Fault, name: &str) -> String {
    let mut text = format!("{}: it is dead and gives no more orders, its units stay\n", event(fault, name));
    for line in &fault.last_words {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// The places in the source of a player that are known of a fault, a line each.
fn places(fault: &Fault) -> String {
    let places = fault.last_words.iter().take_while(|line| line.starts_with("at "));
    places.fold(String::new(), |text, line| text + "  " + line + "\n")
}

/// The players that died in a game, for its end: who, when, why and where.
///
/// ```
/// use joust_core::{Fault, FaultKind, Seat};
/// let fault = Fault::new(FaultKind::Crashed, "aborted").saying(vec!["at AIFoo.cc:7, in Foo::play()".into()]);
/// let names = ["Foo", "Demo", "Demo", "Demo"].map(str::to_owned);
/// let told = joust_match::deaths(&[fault.at(Seat::FIRST, Some(3))], &names);
/// assert_eq!(told, "dead: player 0 (Foo) aborted in round 3\n  at AIFoo.cc:7, in Foo::play()\n");
/// ```
pub fn deaths(faults: &[Fault], names: &[String; TEAMS]) -> String {
    let told = faults
        .iter()
        .map(|fault| format!("dead: {}\n{}", event(fault, &names[fault.seat.index()]), places(fault)));
    told.collect()
}

impl<'a> ContestLog<'a> {
    /// A log, written piece by piece. Deaths and warnings are logged even without progress.
    ///
    /// See [`ContestLog`] for an example.
    pub fn new(
        scribe: Scribe,
        names: &'a [String; TEAMS],
        stop: &'a AtomicBool,
        tells: bool,
        tell: &'a mut dyn FnMut(&str),
    ) -> ContestLog<'a> {
        let said = String::new();
        let (round, begun, next, held_up) = (0, false, 0, None);
        ContestLog { scribe, names, tell, stop, tells, said, round, begun, next, held_up }
    }

    /// Where the game was stopped, and by which player it was held up.
    pub fn where_stopped(&self) -> String {
        let round = self.round;
        let Some(fault) = &self.held_up else { return format!("stopped in round {round}\n") };
        let (seat, name) = (fault.seat.index(), &self.names[fault.seat.index()]);
        let when = when(fault);
        format!("stopped {when}: the game was waiting for player {seat} ({name})\n{}", places(fault))
    }

    /// The writer of the result, once the game is over.
    pub fn into_scribe(self) -> Scribe {
        self.scribe
    }

    /// Adds a line of progress, if progress is logged.
    fn note(&mut self, line: std::fmt::Arguments<'_>) {
        if self.tells {
            let _ = self.said.write_fmt(line);
        }
    }

    /// Writes the log so far.
    fn hand_over(&mut self) {
        if !self.said.is_empty() {
            (self.tell)(&self.said);
            self.said.clear();
        }
    }

    fn begin_round(&mut self) {
        let round = self.round;
        (self.begun, self.next) = (true, 0);
        self.note(format_args!("info: start round {round}\n"));
    }

    /// Logs the turns of the seats before this one; those seats are dead and say nothing.
    fn pass_until(&mut self, end: usize) {
        for seat in self.next..end {
            self.note(format_args!("info:     start player {seat}\ninfo:     end player {seat}\n"));
        }
        self.next = end;
    }

    fn end_rounds(&mut self, course: &Course<Skirmish>) {
        for game in Skirmish::rounds(course, self.scribe.done) {
            if !self.begun {
                self.begin_round();
                self.pass_until(TEAMS);
            }
            let round = self.round;
            (self.begun, self.round) = (false, round + 1);
            self.said.push_str(game.warnings());
            if game.trouble().is_none() {
                self.note(format_args!("info: end round {round}\n"));
            }
            self.hand_over();
        }
    }
}

impl Watcher<Skirmish> for ContestLog<'_> {
    fn seating(&mut self, seat: Seat) {
        self.note(format_args!("info: loading player {}\n", self.names[seat.index()]));
        self.hand_over();
    }

    fn seated(&mut self, course: &Course<Skirmish>) {
        self.note(format_args!("info: players loaded\n"));
        self.hand_over();
        if course.living().is_empty() {
            self.end_rounds(course);
        }
        self.scribe.seated(course);
    }

    fn turn(&mut self, _: &Skirmish) {
        self.begin_round();
    }

    fn asking(&mut self, seat: Seat) {
        self.pass_until(seat.index());
        self.note(format_args!("info:     start player {}\n", seat.index()));
        self.hand_over();
    }

    fn failed(&mut self, fault: &Fault) {
        self.said.push_str(&obituary(fault, &self.names[fault.seat.index()]));
        if fault.turn.is_none() {
            self.hand_over();
        }
    }

    fn asked(&mut self, seat: Seat) {
        self.note(format_args!("info:     end player {}\n", seat.index()));
        self.next = seat.index() + 1;
        self.hand_over();
    }

    fn stopped(&mut self, fault: &Fault) {
        self.held_up = Some(fault.clone());
    }

    fn turned(&mut self, course: &Course<Skirmish>) {
        self.pass_until(TEAMS);
        self.end_rounds(course);
        self.scribe.turned(course);
        self.stop.fetch_or(self.scribe.written.is_err(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::FaultKind;

    #[test]
    fn a_death_is_told_with_all_that_is_known() {
        let fault = Fault::new(FaultKind::Closed, "called exit(3)").saying(vec!["| bye".to_owned()]);
        let told = "player 2 (Foo) called exit(3) in round 7: it is dead and gives no more orders, its units stay\n  | bye\n";
        assert_eq!(obituary(&fault.clone().at(Seat::new(2).unwrap(), Some(7)), "Foo"), told);
        let early = obituary(&fault.at(Seat::FIRST, None), "Foo");
        assert!(early.starts_with("player 0 (Foo) called exit(3) before round 0: "), "{early}");
    }
}
