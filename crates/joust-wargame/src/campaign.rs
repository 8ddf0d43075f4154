//! A whole game: moves, resignation, and the record of it.

use crate::{Board, Move, Position, Rules, Side, Square, atlas};
use joust_core::{
    BadHeader, Duel, DuelGame, Ending, Forfeit, Game, Illegal, Outcome, Record, Rng, Seat, Seats, Step, Why,
    illegal,
};
use std::fmt;
use std::str::FromStr;

/// What a side can do in its turn. A move is a word, because its meaning depends on the position.
/// [WAR-6.1] [WAR-6.5]
///
/// ```
/// use joust_wargame::Action;
/// let action: Action = "blitz C3".parse().unwrap();
/// assert_eq!(action.to_string(), "blitz-C3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes a square: `drop-C3`, `blitz-C3` or `C3`.
    Take(String),
    /// Gives the game up, or has no time left; only the clock says that. [WAR-4.3]
    Lose(Forfeit),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Take(text) => text,
            Action::Lose(how) => how.word(),
        })
    }
}

impl FromStr for Action {
    type Err = std::convert::Infallible;

    /// Every word may be a square of some board; [`Game::propose`] decides.
    fn from_str(text: &str) -> Result<Action, Self::Err> {
        let words: Vec<_> = text.split_whitespace().collect();
        let text = words.join("-");
        Ok(Forfeit::named(&text).map_or(Action::Take(text), Action::Lose))
    }
}

/// The word for the end that the War Game has on the board; those of the table are in [`Why`].
pub mod why {
    /// All squares are taken. [WAR-4.2]
    pub const FULL: &str = "full";
}

/// What happened beside the action itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A side conquered these squares. [WAR-3.2]
    Conquered(Side, Vec<String>),
    /// The game ended in this way.
    Ended(Ending),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Conquered(side, squares) => write!(f, "{side} conquers {}", squares.join(", ")),
            Event::Ended(ending) => {
                let [winner, loser] =
                    [ending.winner(), ending.loser].map(|seat| seat.map(|seat| Side::BOTH[seat.index() & 1]));
                match (ending.why.as_str(), winner.zip(loser)) {
                    (Why::RESIGNED, Some((winner, loser))) => write!(f, "{loser} resigns: {winner} wins"),
                    (Why::TIME, Some((winner, loser))) => {
                        write!(f, "{loser} has no time left: {winner} wins")
                    }
                    _ => {
                        let verdict = winner.map_or("a tie".to_owned(), |winner| format!("{winner} wins"));
                        let scores = ending.outcome.as_ref().and_then(Outcome::scores);
                        let [blue, green] = [0, 1].map(|i| scores.map_or(0, |scores| scores[i]));
                        write!(f, "the city is taken: {verdict}, {blue}:{green} (blue:green)")
                    }
                }
            }
        }
    }
}

/// A War Game as it stands: a position, unless a side has lost away from the board.
///
/// [`Game`] says what each side may do. With its past, a game is a [`Course`](joust_core::Course), which
/// takes moves back, and writes and replays records:
///
/// ```
/// use joust_core::{Course, DuelGame, Game, Record, Seat};
/// use joust_wargame::{Board, Campaign, Position, Rules};
/// let start = Position::start(Board::read("mine", "1 2/3 4").unwrap(), Rules::default());
/// let mut course = Course::new(Campaign::at(start));
/// for (seat, text) in [(Seat::FIRST, "B2"), (Seat::SECOND, "A1"), (Seat::FIRST, "B1")] {
///     course.act(seat, &course.read(text).unwrap()).unwrap();
/// }
/// assert_eq!(course.scores(), [7, 0], "taking B1 conquers A1");
/// assert!(course.undo());
/// let record: Record = course.record(&[]).to_string().parse().unwrap();
/// assert_eq!(record.actions, ["drop-B2", "drop-A1"]);
/// assert_eq!(Course::<Campaign>::of_record(&record).unwrap().scores(), [4, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    position: Position,
    ending: Option<Ending>,
}

/// A game on the default board by the default rules.
impl Default for Campaign {
    fn default() -> Campaign {
        let board = Board::all().next().expect("the atlas has a first board");
        Campaign::at(Position::start(board, Rules::default()))
    }
}

impl Campaign {
    /// The scores of Blue and Green.
    ///
    /// See [`Campaign`] for an example.
    pub fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.position.score(side))
    }

    fn check_unfinished(&self) -> Result<(), Illegal> {
        let Some(ending) = &self.ending else { return Ok(()) };
        let loser = ending.loser.map(|seat| Side::BOTH[seat.index() & 1]);
        let camp = loser.map_or("", Side::french);
        Err(match (ending.why.as_str(), loser) {
            (Why::RESIGNED, Some(side)) => illegal!(
                "WAR-4.3",
                "the game is over: {side} has resigned",
                "la partie est finie : {camp} a abandonné"
            ),
            (Why::TIME, Some(side)) => illegal!(
                "WAR-4.3",
                "the game is over: {side} has no time left",
                "la partie est finie : {camp} n’a plus de temps"
            ),
            _ => illegal!(
                "WAR-4.2",
                "the game is over: no square is vacant",
                "la partie est finie : aucune case n’est libre"
            ),
        })
    }
}

impl Game for Campaign {
    type Action = Action;
    type Event = Event;

    const NAME: &'static str = "wargame";
    const SIDES: &'static [&'static str] = &Position::SIDES;
    const WORDS: &'static [&'static str] = &[Forfeit::Resigned.word()];
    const RECORD: &'static str = "WAR-6.5";

    fn awaits(&self) -> Seats {
        if self.ending.is_some() { Seats::default() } else { Seats::only(self.position.side().seat()) }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn ending_text(&self) -> Option<String> {
        self.ending.map(|ending| Event::Ended(ending).to_string())
    }

    /// Every word may be a square of some board; [`Game::propose`] decides.
    fn read(&self, text: &str) -> Result<Action, Illegal> {
        let Ok(action) = text.trim().parse();
        Ok(action)
    }

    fn propose(&self, seat: Seat, action: &Action) -> Result<Step<Campaign>, Illegal> {
        self.check_unfinished()?;
        let side = self.position.side();
        if side.seat() != seat {
            let camp = side.french();
            return Err(illegal!("WAR-2.1", "it is the turn of {side}", "c’est à {camp} de jouer"));
        }
        match action {
            Action::Lose(Forfeit::Resigned) => self.forfeit(seat, Forfeit::Resigned),
            Action::Lose(Forfeit::Time) => Err(illegal!(
                "WAR-4.3",
                "only the clock says whose time is up",
                "seule la pendule dit qui n’a plus de temps"
            )),
            Action::Take(text) => {
                let mv = self.position.understand(text)?;
                let mut next = self.position;
                next.make(mv);
                Ok(Step { seat, action: self.action(mv), next: Campaign::at(next) })
            }
        }
    }

    /// By a resignation, in its turn or not, or because its time was up in its turn. [WAR-4.3]
    fn forfeit(&self, seat: Seat, how: Forfeit) -> Result<Step<Campaign>, Illegal> {
        self.check_unfinished()?;
        how.check(seat, self.position.side().seat(), &Position::SIDES, "WAR-4.3")?;
        let next = Campaign { ending: Some(Ending::lost(how.why(), seat)), ..*self };
        Ok(Step { seat, action: Action::Lose(how), next })
    }

    fn events(&self, step: &Step<Campaign>) -> Vec<Event> {
        let (before, after, mut events) = (&self.position, &step.next.position, Vec::new());
        let side = before.side();
        let conquered = before.owned(side.other()) & after.owned(side);
        if conquered != 0 {
            let names = Square::all_in(conquered).map(|square| before.board().square_name(square));
            events.push(Event::Conquered(side, names.collect()));
        }
        events.extend(step.next.ending.map(Event::Ended));
        events
    }

    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.random_reply(seat, rng)
    }

    fn is_move(action: &Action) -> bool {
        matches!(action, Action::Take(_))
    }

    fn turn_number(&self) -> u32 {
        let [blue, green] = Side::BOTH.map(|side| self.position.owned(side).count_ones());
        blue + green + 1
    }

    /// What a record says beside its moves. [WAR-6.5]
    fn headers(&self, now: &Campaign) -> Vec<(&'static str, String)> {
        let (start, board) = (&self.position, self.position.board());
        let mut headers = vec![("Board", board.name().to_owned())];
        if Board::named(board.name()) != Some(board) {
            headers.push(("Values", board.text()));
        }
        headers.push(("Rules", start.rules().to_string()));
        if *start != Position::start(board, start.rules()) {
            headers.push(("Position", start.to_string()));
        }
        let [blue, green] = now.scores();
        headers.push(("Score", format!("{blue}:{green}")));
        headers
    }

    fn of_record(record: &Record) -> Result<Campaign, BadHeader> {
        let rules = record.header("Rules").map_or(Ok(Rules::default()), str::parse);
        let rules: Rules = rules.map_err(|why| BadHeader::one("Rules", why))?;
        let name = record.header("Board").unwrap_or(atlas::BOARDS[0].name);
        let unknown = || BadHeader::one("Board", format_args!("there is no board `{name}`"));
        let board = match record.header("Values") {
            Some(values) => Board::read(name, values).map_err(|bad| BadHeader::one("Values", bad))?,
            None => Board::named(name).ok_or_else(unknown)?,
        };
        match record.header("Position") {
            Some(text) => {
                Position::read(text, board, rules).map_err(|bad| BadHeader::all("Position", &bad.0))
            }
            None => Ok(Position::start(board, rules)),
        }
        .map(Campaign::at)
    }

    /// A side that resigns out of turn is named. [WAR-6.5]
    fn written(&self, seat: Seat, action: &Action) -> String {
        // A resignation comes last, so the side that was to move then is to move now.
        match action {
            Action::Lose(how) => how.written(seat, self.position.side().seat(), &Position::SIDES),
            Action::Take(text) => text.clone(),
        }
    }
}

impl DuelGame for Campaign {
    type Position = Position;

    fn at(position: Position) -> Campaign {
        Campaign { position, ending: position.outcome().map(|outcome| Ending::scored(why::FULL, outcome)) }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn action(&self, mv: Move) -> Action {
        Action::Take(self.position.write_move(mv))
    }
}
