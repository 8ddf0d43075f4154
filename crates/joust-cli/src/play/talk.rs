//! The messages and questions of `joust play`.

use super::clocks::face;
use super::farewell;
use super::input::{Prompt, Said};
use super::terminal_game::{Flow, TerminalGame};
use crate::failure::Failure;
use crate::paint::{self, ink};
use anstyle::Style;
use joust_core::{Seat, Seed};
use std::io::{self, Write};

impl TerminalGame {
    /// Announces the game and its players.
    pub(crate) fn welcome(&mut self, warnings: &[String], seed: Seed) -> Result<(), Failure> {
        let record = self.session.record(&[]);
        let header = |name| record.header(name).unwrap_or("?").to_owned();
        let [first, second] = [0, 1].map(|i| &self.sitters[i].name);
        let [one, other] = [Seat::FIRST, Seat::SECOND].map(|seat| self.side(seat));
        let (board, rules) = (header("Board"), header("Rules"));
        let title =
            format!("{} on {board}, rules {rules}: {one} {first} against {other} {second}", self.game.name());
        self.say(ink::STRONG, &title)?;
        let programs = self.sitters.iter().any(|sitter| sitter.program.is_some());
        if programs {
            self.say(ink::FAINT, &format!("the random seed is {seed} (--seed {seed})"))?;
        }
        if self.is_underway()
            && let Some(clock) = self.session.clock()
        {
            let [one_left, other_left] = clock.face(self.now()).left.map(face);
            self.say(ink::FAINT, &format!("on the clocks: {one} {one_left}, {other} {other_left}"))?;
        }
        for warning in warnings {
            self.say(ink::MARK, warning)?;
        }
        farewell::set_note(self.note());
        self.say(ink::FAINT, "`help` lists the commands, `rules` explains the game")
    }

    /// Asks for a line.
    pub(super) fn hear(&mut self) -> io::Result<Said> {
        let words = self.session.words();
        let face = |seat| match self.session.clock() {
            Some(clock) => format!(" {}", face(clock.left(seat, self.now()))),
            None => String::new(),
        };
        let (style, text) = match self.session.to_act() {
            None => (ink::STRONG, "over".to_owned()),
            Some(seat) if words.contains(&"accept") => {
                (ink::side(self.side(seat)), format!("{}, accept or decline", self.side(seat)))
            }
            Some(seat) => (ink::side(self.side(seat)), format!("{}{}", self.side(seat), face(seat))),
        };
        let prompt = Prompt { plain: format!("{text}> "), styled: format!("{style}{text}>{style:#} ") };
        anstream::stdout().flush()?;
        self.input.line(&prompt, &self.session.position().moves())
    }

    /// Asks after Ctrl-C whether to quit. A second Ctrl-C and the end of the input mean yes.
    pub(super) fn interrupted(&mut self) -> Result<Flow, Failure> {
        let kept = if self.note().is_some() { " the game is saved." } else { "" };
        let question = format!("quit?{kept} [Y/n] ");
        let prompt = Prompt { plain: question.clone(), styled: question };
        match self.input.line(&prompt, &[])? {
            Said::Line(line) if line.trim().to_lowercase().starts_with('n') => Ok(Flow::On),
            _ => Ok(Flow::Leave),
        }
    }

    /// The messages at the end.
    pub(super) fn leave(&mut self) -> Result<(), Failure> {
        if self.is_underway() {
            self.keep_clocks()?;
            self.say(ink::PLAIN, "the game is not finished")?;
            match self.note() {
                Some(note) => self.say(ink::PLAIN, &note)?,
                None if self.touched => self.say(ink::MARK, "it was not saved")?,
                None => {}
            }
        }
        Ok(())
    }

    /// Whether to quit; asks before an unsaved game is lost.
    pub(super) fn quit(&mut self) -> Result<Flow, Failure> {
        Ok(if self.may_leave()? { Flow::Leave } else { Flow::On })
    }

    /// Asks a question. Any answer other than yes means no.
    pub(super) fn confirm(&mut self, question: &str) -> Result<bool, Failure> {
        let prompt = Prompt {
            plain: format!("{question} [y/N] "),
            styled: format!("{mark}{question}{mark:#} [y/N] ", mark = ink::MARK),
        };
        anstream::stdout().flush()?;
        let said = self.input.line(&prompt, &[])?;
        Ok(matches!(said, Said::Line(line) if ["y", "yes"].contains(&line.trim().to_lowercase().as_str())))
    }

    /// The name of a side.
    pub(super) fn side(&self, seat: Seat) -> &'static str {
        self.session.position().side_name(seat)
    }

    /// Prints words in one style.
    pub(super) fn say(&self, style: Style, words: &str) -> Result<(), Failure> {
        self.tell(&[(style, words)], 0)
    }

    /// Prints why something was not done.
    pub(super) fn refuse(&self, why: &str) -> Result<(), Failure> {
        self.tell(&[(ink::WRONG, "no:"), (ink::PLAIN, why)], 4)
    }

    /// Prints words in several styles. On a terminal, lines are wrapped between words; elsewhere they are
    /// not, for programs that read line by line.
    #[expect(clippy::unused_self, reason = "called like the other methods of the game")]
    pub(super) fn tell(&self, parts: &[(Style, &str)], indent: usize) -> Result<(), Failure> {
        let width = paint::terminal_width().unwrap_or(usize::MAX);
        let mut out = anstream::stdout();
        let mut line = Vec::new();
        for (style, text) in parts {
            for (i, part) in text.split('\n').enumerate() {
                if i > 0 {
                    paint::flow(line.drain(..), width, indent)
                        .iter()
                        .try_for_each(|line| writeln!(out, "{line}"))?;
                }
                line.extend(part.split(' ').map(|word| (*style, word)));
            }
        }
        paint::flow(line, width, indent).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}
