//! A game in the terminal: the session, its players, and the loop that asks them.

use super::autosave::Autosave;
use super::commands::{self, Meaning};
use super::farewell;
use super::input::{Input, Said};
use super::layout::layout;
use super::player::Sitter;
use crate::failure::Failure;
use crate::paint::{self, Canvas, ink};
use joust_core::{FaultKind, Forfeit, Record, Seat};
use joust_games::{AnyDuelGame, DuelSession, Session};
use std::io::Write;
use std::time::Instant;

/// A game in progress, with its players and its input.
pub(crate) struct TerminalGame {
    pub(super) game: &'static dyn AnyDuelGame,
    pub(super) session: Box<dyn DuelSession>,
    pub(super) sitters: [Sitter; 2],
    pub(super) flipped: bool,
    /// Whether the rules and the notation are explained in French.
    pub(super) french: bool,
    /// The start of the clock of the game.
    since: Instant,
    /// What has been shown of the current position.
    pub(super) shown: Shown,
    pub(super) input: Box<dyn Input>,
    keeper: Autosave,
    /// Whether an action was made since the game was opened.
    pub(super) touched: bool,
    /// Why the game cannot be saved, after the first failure.
    unkept: Option<String>,
}

/// What has been shown already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    /// The board.
    pub(super) board: bool,
    /// The list of moves, so that a number is one of them.
    pub(super) moves: bool,
    /// The end of the game.
    pub(super) ending: bool,
}

/// Whether to ask for the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Leave,
}

impl TerminalGame {
    /// Seats the players. A person who alone plays the second side sees the board from that side, if the
    /// game has a home at each end of the board.
    pub(crate) fn new(
        game: &'static dyn AnyDuelGame,
        session: Box<dyn DuelSession>,
        sitters: [Sitter; 2],
        input: Box<dyn Input>,
        keeper: Autosave,
    ) -> TerminalGame {
        let flipped =
            layout(game.name()).homes && sitters[0].program.is_some() && sitters[1].program.is_none();
        TerminalGame {
            game,
            session,
            sitters,
            flipped,
            french: false,
            since: Instant::now(),
            shown: Shown::default(),
            input,
            keeper,
            touched: false,
            unkept: None,
        }
    }

    /// Tells both players that the game is over for them.
    fn dismiss(&mut self) {
        let session: &dyn Session = self.session.as_ref();
        self.sitters.iter_mut().for_each(|sitter| sitter.finish(session));
    }

    /// Plays until the user quits or the input ends.
    pub(crate) fn play(&mut self) -> Result<(), Failure> {
        let played = self.play_on();
        self.dismiss();
        played
    }

    fn play_on(&mut self) -> Result<(), Failure> {
        loop {
            let now = self.now();
            self.session.wait(now);
            let session: &dyn Session = self.session.as_ref();
            if let Some(seat) = session.to_act()
                && let budget = session.clock().map(|clock| clock.budget(seat, now))
                && let Some(action) = self.sitters[seat.index()].act(session, seat, budget)
            {
                let action = match action {
                    Ok(action) => action,
                    Err(fault) if fault.kind == FaultKind::Flag && self.is_time_up()? => continue,
                    Err(fault) => {
                        self.leave()?;
                        return Err(Failure::No(format!("{} {fault}", self.sitters[seat.index()].name)));
                    }
                };
                if self.is_time_up()? {
                    continue;
                }
                let now = self.now();
                self.session
                    .act_at(&action, now)
                    .map_err(|why| {
                        let name = &self.sitters[seat.index()].name;
                        Failure::Ours(format!("the player {name} wanted `{action}`: {why}"))
                    })
                    .and_then(|told| self.acted(&told))?;
                continue;
            }
            self.show()?;
            let flow = match self.hear()? {
                Said::Line(_) if self.is_time_up()? => Flow::On,
                Said::Line(line) => self.obey(&line)?,
                Said::Interrupted => self.interrupted()?,
                Said::End => Flow::Leave,
            };
            if flow == Flow::Leave {
                return self.leave();
            }
        }
    }

    /// The time by the clock of the game, in milliseconds.
    pub(super) fn now(&self) -> i64 {
        i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Whether the side to act has run out of time, which loses the game.
    fn is_time_up(&mut self) -> Result<bool, Failure> {
        let now = self.now();
        let Some(seat) = self.session.to_act() else { return Ok(false) };
        let Some(clock) = self.session.clock() else { return Ok(false) };
        if clock.left(seat, now) > 0 {
            return Ok(false);
        }
        self.say(ink::MARK, &format!("{} has no time left and loses", self.side(seat)))?;
        let told = self.session.forfeit(seat, Forfeit::Time, now);
        self.acted(&told.map_err(|why| Failure::Ours(why.to_string()))?)?;
        Ok(true)
    }

    /// Draws the board if it has changed, and announces the end.
    fn show(&mut self) -> Result<(), Failure> {
        let drawn = !self.shown.board;
        if drawn {
            self.draw()?;
        }
        if let Some(ending) = self.session.ending_text().filter(|_| !self.shown.ending) {
            self.shown.ending = true;
            if !drawn {
                self.say(ink::PLAIN, "")?;
            }
            self.say(ink::STRONG, &format!("the game is over: {ending}"))?;
            let next = "`undo` takes back the last move, `save FILE` saves the game, `new` starts again, `quit` ends joust";
            self.say(ink::FAINT, next)?;
        }
        Ok(())
    }

    /// Draws the board as it is now.
    pub(super) fn draw(&mut self) -> Result<(), Failure> {
        self.shown.board = true;
        let canvas = self.canvas();
        let mut out = anstream::stdout();
        writeln!(out)?;
        let (now, before) = (self.session.position(), self.session.before());
        paint::step(before.as_deref(), now.as_ref(), &canvas, &mut out)?;
        writeln!(out)?;
        Ok(())
    }

    /// The canvas for the current size of the terminal.
    pub(super) fn canvas(&self) -> Canvas {
        Canvas { flipped: self.flipped, ..Canvas::for_stdout() }
    }

    /// Does what a typed line asks for.
    fn obey(&mut self, line: &str) -> Result<Flow, Failure> {
        let moves = self.session.position().moves();
        match commands::understand(line, &moves) {
            Meaning::Nothing => {}
            Meaning::Command(verb, rest) => return self.order(verb, rest),
            Meaning::Number(number) => match moves.get(number.wrapping_sub(1)) {
                Some(mv) if self.shown.moves => self.wish(mv)?,
                Some(_) => {
                    self.refuse("a number picks a move from the list: type `moves` to see it first")?;
                }
                None => {
                    let why = format!("there are {} moves, and none has the number {line}", moves.len());
                    self.refuse(&why)?;
                }
            },
            Meaning::Action(text) => self.wish(text)?,
            Meaning::Unclear(why) => self.refuse(&why)?,
        }
        Ok(Flow::On)
    }

    /// Carries out the action of a person; asks first if the action is probably a mistake.
    pub(super) fn wish(&mut self, text: &str) -> Result<(), Failure> {
        // `112 <> 221` is read without its spaces, unless the text with spaces is an action.
        let close: String = text.split_whitespace().collect();
        let doubt = self.session.doubt(text).or_else(|| self.session.doubt(&close));
        if let Some(doubt) = doubt
            && !self.confirm(&format!("{doubt}. do it?"))?
        {
            return Ok(());
        }
        // The reason quotes the text as typed; that of a move is quoted without spaces.
        let wordy = text.starts_with(char::is_alphabetic);
        let now = self.now();
        let acted = self.session.act_at(text, now);
        let again = |why| self.session.act_at(&close, now).map_err(|other| if wordy { why } else { other });
        match acted.or_else(again) {
            Ok(told) => self.acted(&told),
            Err(why) => {
                self.refuse(&why.to_string())?;
                if let Some(mean) = commands::suggestion(text, &self.session.position().moves()) {
                    self.say(ink::FAINT, &mean)?;
                }
                Ok(())
            }
        }
    }

    /// Announces what has just happened and saves the game.
    fn acted(&mut self, told: &[String]) -> Result<(), Failure> {
        let ending = self.session.ending_text();
        if let Some((seat, action)) = self.session.course().last() {
            let is_move = Record::is_move(action, self.game.words());
            let side = self.side(*seat);
            let told = told.iter().filter(|sentence| Some(*sentence) != ending.as_ref());
            let words: Vec<_> = [action].into_iter().chain(told).map(String::as_str).collect();
            self.tell(&[(ink::side(side), &format!("{side}:")), (ink::PLAIN, &words.join(", "))], 2)?;
            // Words such as `offer` change nothing on the board.
            self.shown.board &= !is_move;
        }
        self.shown.moves = false;
        self.keep()
    }

    /// Replaces the game by another; asks before an unsaved game is lost.
    pub(super) fn replace(&mut self, mut session: Box<dyn DuelSession>) -> Result<bool, Failure> {
        if !self.may_leave()? {
            return Ok(false);
        }
        if self.is_underway()
            && let Some(path) = self.keeper.path()
        {
            let note = format!("the game so far is saved in {}", path.display());
            self.say(ink::FAINT, &note)?;
        }
        session.set_clock(self.session.clock().map(|clock| clock.anew()));
        self.dismiss();
        self.session = session;
        self.keeper = Autosave::new(self.game.name(), None);
        self.touched = false;
        self.shown = Shown::default();
        farewell::set_note(None);
        Ok(true)
    }

    /// Takes back moves until a person is to act. False if no person has moved.
    pub(super) fn take_back(&mut self) -> Result<bool, Failure> {
        let is_person = |seat: Seat| self.sitters[seat.index() & 1].program.is_none();
        if !self.session.course().iter().any(|(seat, _)| is_person(*seat)) {
            return Ok(false);
        }
        let mut count = 0;
        while self.session.undo() {
            count += 1;
            if self.session.to_act().is_some_and(is_person) {
                break;
            }
        }
        if count > 0 {
            self.shown = Shown::default();
            self.keep()?;
        }
        Ok(count > 0)
    }

    /// The record of the game with its players.
    pub(super) fn record(&self) -> Record {
        let position = self.session.position();
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| position.header(seat));
        let clocks = self.session.clock().map(|clock| clock.headers(self.now()));
        let players = [0, 1].map(|i| (names[i].as_str(), self.sitters[i].name.as_str()));
        let clocks = clocks.iter().flatten().map(|(name, value)| (*name, value.as_str()));
        self.session.record(&players.into_iter().chain(clocks).collect::<Vec<_>>())
    }

    fn keep(&mut self) -> Result<(), Failure> {
        self.touched = true;
        let record = self.record();
        match self.keeper.keep(&record) {
            Ok(_) => self.unkept = None,
            Err(why) if self.unkept.is_none() => {
                self.unkept = Some(why.to_string());
                self.say(
                    ink::MARK,
                    &format!("the game cannot be saved after each move ({why}): use `save FILE`"),
                )?;
            }
            Err(_) => {}
        }
        farewell::set_note(self.note());
        Ok(())
    }

    /// Saves the game once more, because its clocks have run since the last move.
    pub(super) fn keep_clocks(&mut self) -> Result<(), Failure> {
        if self.session.clock().is_some() && self.keeper.path().is_some() { self.keep() } else { Ok(()) }
    }

    /// Whether the game has begun and is not over.
    pub(super) fn is_underway(&self) -> bool {
        self.session.to_act().is_some() && !self.session.course().is_empty()
    }

    /// Where the game is saved, and how to continue it.
    pub(super) fn note(&self) -> Option<String> {
        let path = self.keeper.path().filter(|_| self.unkept.is_none() && self.is_underway())?;
        let name = self.game.name();
        Some(format!("the game is saved in {}\n`joust play {name} --resume` continues it", path.display()))
    }

    /// Asks before an unsaved game is lost.
    pub(super) fn may_leave(&mut self) -> Result<bool, Failure> {
        if self.unkept.is_some() && self.touched && self.is_underway() {
            return self.confirm("the game is not saved and will be lost. leave it anyway?");
        }
        Ok(true)
    }
}
