//! Carries out the commands of `joust play`.

use super::commands::{COMMANDS, CommandHelp, Verb};
use super::files;
use super::layout::layout;
use super::lists;
use super::page::page;
use super::terminal_game::{Flow, TerminalGame};
use crate::environment;
use crate::failure::Failure;
use crate::paint::{InkLine, flow, ink};
use joust_core::{FaultKind, Forfeit, Record};
use joust_files::Care;
use joust_games::{Ask, Bilingual, BoardAsk};
use joust_players::analysis::{Query, analyze};
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Nodes that the engine searches for a hint: a fraction of a second, with one result on all machines.
const HINT: u64 = 100_000;

impl TerminalGame {
    /// Carries out a command.
    pub(super) fn order(&mut self, verb: Verb, rest: &str) -> Result<Flow, Failure> {
        match verb {
            Verb::Accept => self.wish("accept")?,
            Verb::Board => self.shown.board = false,
            Verb::Decline => self.wish("decline")?,
            Verb::Flip => {
                self.flipped = !self.flipped;
                self.shown.board = false;
            }
            Verb::Help => self.help(rest)?,
            Verb::Hint => self.hint()?,
            Verb::History => self.history()?,
            Verb::Load => self.load(rest)?,
            Verb::Moves => self.list(rest)?,
            Verb::New => self.begin(rest)?,
            Verb::Offer => self.wish("offer")?,
            Verb::Position => self.position(rest)?,
            Verb::Quit => return self.quit(),
            Verb::Resign => self.resign()?,
            Verb::Rules => self.rules(rest)?,
            Verb::Save => self.save(rest)?,
            Verb::Undo => {
                if !self.take_back()? {
                    self.refuse("you have no move to take back")?;
                }
            }
        }
        Ok(Flow::On)
    }

    #[expect(clippy::unused_self, reason = "see TerminalGame::say")]
    fn print(&self, lines: &[InkLine]) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Prints a text in the language that was last asked for.
    fn explain(&self, text: Bilingual) -> Result<(), Failure> {
        let text = if self.french { text.french } else { text.english };
        self.print(&page(text, self.canvas().width))
    }

    fn rules(&mut self, language: &str) -> Result<(), Failure> {
        match language.to_lowercase().as_str() {
            "" => {}
            "en" => self.french = false,
            "fr" if self.canvas().unicode => self.french = true,
            "fr" => {
                return self
                    .refuse("French needs a terminal with UTF-8: LC_ALL, LC_CTYPE or LANG names none");
            }
            _ => return self.refuse("the rules are in English and French: `rules en` or `rules fr`"),
        }
        self.explain(self.game.guide().rules)
    }

    fn help(&self, about: &str) -> Result<(), Failure> {
        let about = about.to_lowercase();
        if ["move", "moves", "notation"].contains(&about.as_str()) {
            return self.explain(self.game.guide().notation);
        }
        if about == "rules" {
            return self.explain(self.game.guide().rules);
        }
        let width = self.canvas().width;
        let listed = COMMANDS
            .iter()
            .filter(|entry| !entry.verb.is_of_some_games() || self.game.words().contains(&entry.name));
        let chosen: Vec<_> = listed.filter(|entry| entry.name.starts_with(&about)).collect();
        if chosen.is_empty() {
            return self.refuse(&format!("there is no command `{about}`; `help` lists them all"));
        }
        let name = |entry: &CommandHelp| format!("{} {}", entry.name, entry.rest).trim_end().to_owned();
        let margin = chosen.iter().map(|entry| name(entry).len()).max().unwrap_or(0) + 2;
        let mut lines = Vec::new();
        if about.is_empty() {
            let example = self.game.guide().example;
            let intro = format!("Type a move, {example}, or one of these; the first letters are enough.");
            lines.extend(flow(intro.split(' ').map(|word| (ink::PLAIN, word)), width, 0));
        }
        for entry in chosen {
            let mut line = InkLine::default();
            line.add(ink::CODE, &name(entry)).pad(margin);
            let words = entry.about.split(' ').map(|word| (ink::PLAIN, word));
            if width < margin + 24 {
                // Too narrow for two columns.
                lines.push(line);
                let about = flow(words, width.saturating_sub(4), 0);
                lines.extend(about.iter().map(|about| InkLine::default().pad(4).append(about).clone()));
                continue;
            }
            for (i, about) in flow(words, width.min(90) - margin, 0).iter().enumerate() {
                if i > 0 {
                    line = InkLine::default();
                    line.pad(margin);
                }
                lines.push(line.append(about).clone());
            }
        }
        self.print(&lines)
    }

    /// Why no side can move now, if that is so.
    fn no_moves(&self) -> Option<&'static str> {
        if self.session.to_act().is_none() {
            return Some("the game is over");
        }
        self.session.words().contains(&"accept").then_some("the offer comes first: accept or decline")
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if let Some(why) = self.no_moves() {
            return self.refuse(why);
        }
        let limits = SearchLimits { nodes: Some(HINT), ..SearchLimits::default() };
        let position = self.session.position();
        let think = |tables| {
            let (table, visited) = (32 << 20, Arc::default());
            let query = Query { limits, lines: 1, threads: 1, table, tables, visited };
            analyze(position.as_ref(), &query, &AtomicBool::new(false), &mut |_| {})
        };
        let mut found = think(EndgameSource::Usual(environment::tables()));
        if let Err(why) = found.as_ref()
            && why.kind == FaultKind::Tables
        {
            // A bad table must not end the game.
            self.say(ink::MARK, &format!("searching without endgame tables: the engine {why}"))?;
            found = think(EndgameSource::Off);
        }
        let found = found.map_err(|fault| Failure::Ours(fault.to_string()))?;
        let Some(best) = found.best() else { return self.refuse("the engine found no move") };
        let proven = if best.exact { ", proven" } else { "" };
        let (mv, rest) = best.moves.split_first().map_or(("", &[][..]), |(mv, rest)| (mv.as_str(), rest));
        let mut words = format!("{mv} looks best ({}{proven})", best.worth());
        if !rest.is_empty() {
            let rest = &rest[..rest.len().min(4)];
            words = format!("{words}; then perhaps {}", rest.join(", "));
        }
        self.say(ink::PLAIN, &words)
    }

    fn history(&self) -> Result<(), Failure> {
        let record = self.session.record(&[]).to_string();
        let course = record.split_once("\n\n").map_or("", |(_, course)| course);
        if self.session.course().is_empty() {
            return self.say(ink::PLAIN, "nothing has been played yet");
        }
        self.say(ink::PLAIN, course.trim_end())
    }

    fn list(&mut self, word: &str) -> Result<(), Failure> {
        if let Some(why) = self.no_moves() {
            return self.refuse(why);
        }
        let moves = self.session.position().moves();
        let chosen = lists::containing(&moves, word);
        if chosen.is_empty() {
            return self.refuse(&format!("no legal move contains `{word}`"));
        }
        self.print(&lists::columns(&chosen, layout(self.game.name()).heading, self.canvas().width))?;
        self.shown.moves = true;
        let words = self.session.words();
        if word.is_empty() && !words.is_empty() {
            self.say(ink::FAINT, &format!("also: {}", words.join(", ")))?;
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), Failure> {
        if let Some(seat) = self.session.to_act()
            && !self.confirm(&format!("{} resigns and loses the game?", self.side(seat)))?
        {
            return Ok(());
        }
        self.wish(Forfeit::Resigned.word())
    }

    fn save(&mut self, typed: &str) -> Result<(), Failure> {
        if typed.is_empty() {
            return self.refuse(&format!("name a file: save game.{}", self.game.name()));
        }
        let path = files::path(typed);
        if let Ok(found) = std::fs::metadata(&path) {
            if !found.is_file() {
                return self.refuse(&format!("{typed} is not a file"));
            }
            if !self.confirm(&format!("{typed} exists. overwrite it?"))? {
                return Ok(());
            }
        }
        match joust_files::write(&path, self.record().to_string().as_bytes(), Care::Durable) {
            Ok(()) => self.say(ink::PLAIN, &format!("saved in {typed}")),
            Err(why) => self.refuse(&format!("{}", Failure::file(typed, &why))),
        }
    }

    fn load(&mut self, typed: &str) -> Result<(), Failure> {
        if typed.is_empty() {
            return self.refuse(&format!("name a file: load game.{}", self.game.name()));
        }
        match super::load(self.game, &files::path(typed)) {
            Err(why) => self.refuse(&why.to_string()),
            Ok((loaded, text)) => {
                if self.replace(loaded.session)? {
                    if let (Some(clock), _) = super::clock_of(&text) {
                        self.session.set_clock(Some(clock));
                    }
                    for warning in &loaded.warnings {
                        self.say(ink::MARK, warning)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn position(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            // The position is printed in one line, so that it can be copied.
            writeln!(anstream::stdout(), "{}", self.session.position().text())?;
            return Ok(());
        }
        let record = self.session.record(&[]);
        let (rules, board) = (record.header("Rules"), board_of(&record));
        let ask = Ask { rules, board, position: Some(text), seed: None };
        // The position may be of another board, if the game can tell the board from the text.
        let set_up = self.game.duel_session(&ask);
        let set_up = set_up.or_else(|why| {
            let elsewhere =
                self.game.text_tells_board().then(|| self.game.duel_session(&Ask { board: None, ..ask }));
            elsewhere.and_then(Result::ok).ok_or(why)
        });
        match set_up {
            Err(why) => self.refuse(&why.to_string()),
            Ok(session) => self.replace(session).map(|_| ()),
        }
    }

    fn begin(&mut self, words: &str) -> Result<(), Failure> {
        let record = self.session.record(&[]);
        // The list of boards does not have all names: aliases, corners and random boards are missing.
        let is_board = |word: &&str| {
            let board = Some(BoardAsk::Named(word));
            self.game.position(&Ask { board, ..Ask::default() }).is_ok()
        };
        let (named, rules): (Vec<_>, Vec<_>) = words.split_whitespace().partition(is_board);
        let rules = rules.join(",");
        let start = self.game.duel_session(&Ask {
            rules: if rules.is_empty() { record.header("Rules") } else { Some(&rules) },
            board: named.last().map_or_else(|| board_of(&record), |name| Some(BoardAsk::Named(name))),
            ..Ask::default()
        });
        // Start from the first position of this game again, unless the game is over in it.
        let mut again = self.game.replay_duel(&record).ok().filter(|_| words.is_empty());
        while again.as_mut().is_some_and(|session| session.undo()) {}
        let session = again.filter(|session| session.to_act().is_some()).map_or(start, Ok);
        match session {
            Err(why) => self.refuse(&why.to_string()),
            Ok(session) => self.replace(session).map(|_| ()),
        }
    }
}

/// The board of a game: its name, or its text if the board came from a file.
fn board_of(record: &Record) -> Option<BoardAsk<'_>> {
    let name = record.header("Board")?;
    Some(match record.header("Picture").or(record.header("Values")) {
        Some(text) => BoardAsk::Text { name, text },
        None => BoardAsk::Named(name),
    })
}
