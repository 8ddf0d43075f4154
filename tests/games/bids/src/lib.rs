//! Bids, a game of three seats that act at once, with chance: the model of `docs/adding-a-game.md` for games
//! that are not duels. It is tested and never shipped. The law is `LAW.md`.
//!
//! ```
//! use joust_core::{Course, Game, Seat};
//! use test_bids::Bids;
//! let mut course = Course::new(Bids::default());
//! for (seat, bid) in [(Seat::FIRST, "3"), (Seat::SECOND, "9")] {
//!     course.act(seat, &course.read(bid).unwrap()).unwrap();
//! }
//! assert_eq!((course.awaits().iter().count(), course.sums), (1, [0, 0, 0]));
//! ```

use joust_core::{
    BadHeader, BoardText, Ending, Forfeit, Game, Illegal, Outcome, Record, Rng, Seat, Seats, Seed, Setup,
    Step, below, mix,
};
use joust_games::{Ask, Listing, Refused, Registered};
use joust_view::{Fields, View};
use std::fmt;

/// The rounds of a game. [BID-1.1]
const ROUNDS: u32 = 3;

/// The rulesets: the text of their options, whether there are prizes, and their names. [BID-2.2]
const RULES: [(&str, bool, &str); 2] = [("prizes=off", false, "plain"), ("prizes=on", true, "prizes")];

/// A game as it stands.
#[derive(Clone, Debug, Default)]
pub struct Bids {
    /// Rounds that are over.
    pub round: u32,
    /// The scores. [BID-2.1]
    pub sums: [i32; 3],
    /// The bids of this round.
    pub said: [Option<u8>; 3],
    /// The seats that bid no more. [BID-1.3]
    pub out: [bool; 3],
    /// Whether there are prizes. [BID-2.2]
    pub prizes: bool,
    /// The seed of the prizes.
    pub seed: u64,
}

/// What a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bids a digit. [BID-1.2]
    Bid(u8),
    /// Leaves the game. [BID-1.3]
    Out,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Bid(bid) => bid.fmt(f),
            Action::Out => f.write_str(Bids::OUT),
        }
    }
}

impl Bids {
    const OUT: &'static str = "out";

    /// The prize of the round, if there is one: a function of seed and round, so no generator is stored.
    /// [BID-2.2]
    pub fn prize(&self) -> i32 {
        let mut rng = Seed(mix(self.seed ^ mix(u64::from(self.round)))).rng();
        if self.prizes { 1 + below(&mut rng, 6) as i32 } else { 0 }
    }

    /// Ends all rounds in which every seat has bid or is out. [BID-2.1] [BID-2.3]
    fn settle(&mut self) {
        while self.round < ROUNDS && self.awaits().is_empty() {
            let best = self.said.into_iter().max().flatten();
            let is_alone = self.said.iter().filter(|bid| **bid == best).count() == 1;
            let prize = if is_alone { self.prize() } else { 0 };
            for (sum, bid) in self.sums.iter_mut().zip(self.said) {
                *sum += bid.map_or(0, i32::from) + if bid.is_some() && bid == best { prize } else { 0 };
            }
            (self.said, self.round) = ([None; 3], self.round + 1);
        }
    }
}

impl Game for Bids {
    type Action = Action;
    type Event = String;

    const NAME: &'static str = "bids";
    const SIDES: &'static [&'static str] = &["0", "1", "2"];
    const WORDS: &'static [&'static str] = &[Bids::OUT];
    const RECORD: &'static str = "BID-3.1";

    /// All seats of a round are asked at once. [BID-1.1]
    fn awaits(&self) -> Seats {
        let is_asked = |seat: &usize| self.round < ROUNDS && self.said[*seat].is_none() && !self.out[*seat];
        (0..3).filter(is_asked).filter_map(Seat::new).fold(Seats::default(), Seats::with)
    }

    fn ending(&self) -> Option<Ending> {
        (self.round >= ROUNDS).then(|| Ending::scored("rounds", Outcome::by_scores(&self.sums)))
    }

    fn ending_text(&self) -> Option<String> {
        self.ending().map(|ending| format!("the rounds are over: {}", ending.points()))
    }

    fn read(&self, text: &str) -> Result<Action, Illegal> {
        match text.trim() {
            Bids::OUT => Ok(Action::Out),
            text => text.parse().map(Action::Bid).map_err(|_| {
                Illegal::new("BID-1.2", format!("`{text}` is not a bid: write a digit, 0 to 9"))
            }),
        }
    }

    fn propose(&self, seat: Seat, action: &Action) -> Result<Step<Bids>, Illegal> {
        if !self.awaits().contains(seat) {
            return Err(Illegal::new("BID-1.1", "the seat is not asked for a bid"));
        }
        let mut next = self.clone();
        match *action {
            Action::Bid(bid) if bid > 9 => {
                return Err(Illegal::new("BID-1.2", format!("{bid} is more than a digit")));
            }
            Action::Bid(bid) => next.said[seat.index()] = Some(bid),
            Action::Out => next.out[seat.index()] = true,
        }
        next.settle();
        Ok(Step { seat, action: *action, next })
    }

    fn forfeit(&self, seat: Seat, _: Forfeit) -> Result<Step<Bids>, Illegal> {
        self.propose(seat, &Action::Out)
    }

    /// The others play on. [BID-1.3]
    fn without(&self, seat: Seat) -> Option<Step<Bids>> {
        self.propose(seat, &Action::Out).ok()
    }

    fn events(&self, step: &Step<Bids>) -> Vec<String> {
        let is_round = step.next.round > self.round;
        is_round
            .then(|| format!("after round {}: {:?}", step.next.round, step.next.sums))
            .into_iter()
            .collect()
    }

    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.awaits().contains(seat).then(|| Action::Bid(below(rng, 10) as u8))
    }

    fn is_move(action: &Action) -> bool {
        matches!(action, Action::Bid(_))
    }

    fn turn_number(&self) -> u32 {
        self.round + 1
    }

    /// [BID-3.1]
    fn headers(&self, _: &Bids) -> Vec<(&'static str, String)> {
        vec![("Seats", "3".to_owned()), ("Rules", self.setup().rules), ("Seed", self.seed.to_string())]
    }

    fn of_record(record: &Record) -> Result<Bids, BadHeader> {
        let seed = record.header("Seed").unwrap_or("0").parse();
        let ask = Ask {
            rules: record.header("Rules"),
            seed: Some(seed.map_err(|why| BadHeader::one("Seed", why))?),
            ..Ask::default()
        };
        Bids::start(&ask).map_err(|why| BadHeader::one("Rules", why))
    }

    /// Every word names its seat, because the seats act in any order. [BID-3.1]
    fn written(&self, seat: Seat, action: &Action) -> String {
        format!("{}:{action}", seat.index())
    }

    fn said<'t>(&self, word: &'t str) -> (Seat, &'t str) {
        let named = word.split_once(':').and_then(|(seat, text)| {
            Some((Seat::new(Bids::SIDES.iter().position(|side| *side == seat)?)?, text))
        });
        named.unwrap_or((self.awaits().iter().next().unwrap_or(Seat::FIRST), word))
    }
}

impl Registered for Bids {
    const SUMMARY: &'static str = "Bids, in which three seats bid at once";

    fn rulesets() -> Vec<Listing> {
        RULES
            .map(|(options, _, name)| Listing { name: name.to_owned(), summary: options.to_owned() })
            .to_vec()
    }

    fn boards() -> Vec<Listing> {
        vec![Listing { name: "table".to_owned(), summary: "there is no board".to_owned() }]
    }

    fn start(ask: &Ask) -> Result<Bids, Refused> {
        let name = Self::rules_name(ask.rules.unwrap_or(RULES[0].0))?;
        let prizes = RULES.iter().any(|(_, prizes, known)| *prizes && *known == name);
        Ok(Bids { prizes, seed: ask.seed.unwrap_or(0), ..Bids::default() })
    }

    fn setup(&self) -> Setup {
        let (rules, ..) = RULES[usize::from(self.prizes)];
        let board = BoardText { name: "table".to_owned(), text: String::new() };
        let (game, rules) = (Bids::NAME.to_owned(), rules.to_owned());
        Setup { v: Setup::VERSION, game, rules, board, position: String::new(), seed: Some(self.seed) }
    }

    fn rules_name(rules: &str) -> Result<String, Refused> {
        let known = RULES.iter().find(|(options, _, name)| [*options, *name].contains(&rules));
        let known = known.ok_or_else(|| Refused::file(format!("there are no rules `{rules}` [BID-2.2]")))?;
        Ok(known.2.to_owned())
    }
}

impl View for Bids {
    fn tell(&self) -> Fields {
        vec![
            ("rules", self.setup().rules.into()),
            ("round", (self.round as usize).into()),
            ("prize", self.prize().into()),
            ("scores", self.sums.into_iter().collect()),
        ]
    }

    fn tell_action(&self, seat: Seat, action: &Action) -> Option<Fields> {
        let text = action.to_string();
        Bids::is_move(action)
            .then(|| vec![("text", text.into()), ("kind", "bid".into()), ("seat", seat.into())])
    }
}
