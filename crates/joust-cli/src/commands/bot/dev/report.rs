//! What a build of the bot does, in words: a line for each turn that has changed, and a summary.

use super::table::Trial;
use crate::commands::bot::check::short;
use crate::paint::ink;
use joust_core::{Fault, Game as _, count};
use joust_madmax::Skirmish;
use joust_match::{Change, Shadow, ShadowTurn, Spread, TurnChange};
use std::fmt::Write as _;

/// The most turns that are listed.
const MOST_TURNS: usize = 20;
/// The most units that are listed in a round.
const MOST_UNITS: usize = 6;
/// The most notes of a turn that are shown.
const MOST_NOTES: usize = 3;
/// The most letters of an action that are shown.
const LONGEST: usize = 60;

/// A trial beside the one before it.
pub(super) struct Report<'a> {
    pub(super) now: &'a Trial,
    pub(super) before: Option<&'a Trial>,
    /// The turns that have changed; of the first build, those that are unlike the record.
    pub(super) changed: Vec<TurnChange<'a>>,
    unlike: usize,
}

impl<'a> Report<'a> {
    pub(super) fn of(now: &'a Trial, before: Option<&'a Trial>) -> Report<'a> {
        let unlike = now.shadow.unlike();
        let count = unlike.len();
        let mut changed = before.map_or(unlike, |before| now.shadow.since(&before.shadow));
        // After the first change of a game, the bot plays another game.
        if now.result.is_some() {
            changed.truncate(1);
        }
        Report { now, before, changed, unlike: count }
    }

    /// The turn to look at: the first that has changed or failed.
    pub(super) fn turn(&self) -> Option<&'a ShadowTurn> {
        let changed = self.changed.first().map(|change| change.turn);
        let failed = self.now.shadow.turns.iter().find(|turn| turn.said.is_err());
        [changed, failed].into_iter().flatten().min_by_key(|turn| turn.turn)
    }

    /// The turns, a line or more for each.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        let mut changes = self.changed.iter().peekable();
        let (mut listed, mut hidden) = (0, 0);
        for turn in &self.now.shadow.turns {
            let change = changes.next_if(|change| change.turn.turn == turn.turn);
            if let Err(fault) = &turn.said {
                text += &self.failed(turn, fault);
            } else if let Some(change) = change {
                listed += 1;
                if listed <= MOST_TURNS { text += &self.line(change) } else { hidden += 1 }
            }
        }
        if hidden > 0 {
            let _ = writeln!(text, "… and {}", count(hidden, &format!("more {}", self.word())));
        }
        text
    }

    /// The summary in a line, and the results of a game of its own.
    pub(super) fn summary(&self) -> String {
        let shadow = &self.now.shadow;
        let mut parts = vec![count(shadow.turns.len(), self.word())];
        let mark = |number: usize| if number > 0 { ink::MARK } else { ink::PLAIN };
        if let Some(result) = &self.now.result {
            let (strong, before) = (ink::STRONG, self.before.and_then(|before| before.result.as_ref()));
            let before = before.map_or_else(String::new, |before| format!(" (before: {before})"));
            parts.insert(0, format!("result {strong}{result}{strong:#}{before}"));
            match (self.before, self.changed.is_empty()) {
                (Some(_), true) => parts.push("no action changed since the last build".to_owned()),
                (Some(_), false) => parts.push("the first change is above".to_owned()),
                (None, _) => {}
            }
        } else {
            if self.before.is_some() {
                let (number, style) = (self.changed.len(), mark(self.changed.len()));
                parts.push(format!("{style}{number} changed{style:#} since the last build"));
            }
            parts.push(format!("{} unlike the record", self.unlike));
        }
        let faults = shadow.faults().count();
        let style = if faults > 0 { ink::WRONG } else { ink::PLAIN };
        parts.push(format!("{style}{}{style:#}", count(faults, "fault")));
        let left = shadow.of - shadow.turns.len();
        if left > 0 {
            parts.push(format!("{left} not asked any more"));
        }
        let fuel = shadow.fuel().map(|fuel| ("fuel", fuel.times(1e-6), "million"));
        let time = shadow.time().map(|time| ("time", time, "ms"));
        for (name, Spread { median, worst }, unit) in [fuel, time].into_iter().flatten() {
            parts.push(format!("{name} {} {unit} (worst {})", short(median), short(worst)));
        }
        parts.join(", ") + "\n"
    }

    fn word(&self) -> &'static str {
        if self.is_battle() { "round" } else { "turn" }
    }

    fn is_battle(&self) -> bool {
        self.now.shadow.game == Skirmish::NAME
    }

    fn label(&self, turn: &ShadowTurn) -> String {
        format!("{} {}:", self.word(), turn.turn)
    }

    fn failed(&self, turn: &ShadowTurn, fault: &Fault) -> String {
        let wrong = ink::WRONG;
        let mut text =
            format!("{} {wrong}{}{wrong:#}: it {}\n", self.label(turn), fault.kind, plain(fault.deed()));
        for line in &fault.last_words {
            let _ = writeln!(text, "  | {}", plain(line.trim_start_matches("| ")));
        }
        text
    }

    fn line(&self, change: &TurnChange<'_>) -> String {
        let mut text = self.label(change.turn);
        let told: Vec<String> =
            change.changes.iter().take(MOST_UNITS).map(|one| self.told(one, change.turn)).collect();
        let _ = write!(text, " {}", told.join(", "));
        let more = change.changes.len().saturating_sub(MOST_UNITS);
        if more > 0 {
            let _ = write!(text, ", and {}", count(more, "more unit"));
        }
        text.push('\n');
        for note in change.turn.notes.iter().take(MOST_NOTES) {
            let faint = ink::FAINT;
            let _ = writeln!(text, "  {faint}{}{faint:#}", brief(note));
        }
        text
    }

    fn told(&self, change: &Change, turn: &ShadowTurn) -> String {
        let strong = ink::STRONG;
        let then = brief(&change.then);
        let was = match (self.before, &turn.recorded) {
            (None, _) => format!("recorded: {then}"),
            // In Mad Max the orders for a unit are brief enough without the record.
            (Some(_), Some(recorded)) if !self.is_battle() => {
                format!("before: {then}; recorded: {}", brief(recorded))
            }
            (Some(_), _) => format!("before: {then}"),
        };
        match change.unit {
            Some(unit) => format!("{unit} {strong}{}{strong:#} ({was})", change.now),
            None if self.is_battle() && is_reordered(change) => "the same orders in another order".to_owned(),
            None => format!("{strong}{}{strong:#} ({was})", brief(&change.now)),
        }
    }
}

/// What the viewer says at the cells of units that are ordered otherwise.
pub(super) fn notes<'a>(
    changed: &'a [TurnChange<'a>],
    before: bool,
) -> impl Iterator<Item = (u32, usize, String)> {
    let was = if before { "before" } else { "recorded" };
    changed.iter().flat_map(move |turn| {
        turn.changes.iter().filter_map(move |change| {
            let unit = usize::try_from(change.unit?).ok()?;
            Some((turn.turn.turn, unit, format!("{unit} {} ({was}: {})", change.now, change.then)))
        })
    })
}

/// Whether two lists have the same orders.
fn is_reordered(change: &Change) -> bool {
    let sorted = |text: &str| {
        let text = text.split('@').next().unwrap_or_default();
        let mut words: Vec<String> = text.split(',').map(str::to_owned).collect();
        words.sort();
        words
    };
    sorted(&change.now) == sorted(&change.then)
}

/// The first fault in a sentence, for the end.
pub(super) fn verdict(shadow: &Shadow) -> Option<String> {
    let fault = shadow.faults().next()?;
    let word = if shadow.game == Skirmish::NAME { "round" } else { "turn" };
    let when = fault.turn.map_or_else(String::new, |turn| format!(" in {word} {turn}"));
    Some(format!("it failed{when} ({}): it {}", fault.kind, plain(fault.deed())))
}

/// A text of a bot without control characters.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The beginning of a text of a bot.
fn brief(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", plain(&text[..end])),
        None => plain(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::FaultKind;
    use joust_games::{Ask, duel};
    use joust_match::Past;
    use std::sync::Arc;

    fn turn(turn: u32, said: &str, recorded: &str) -> ShadowTurn {
        let said = match said.strip_prefix('!') {
            Some(words) => {
                let fault = Fault::new(FaultKind::Crashed, "ended\x1b[31m badly");
                Err(fault.saying(vec![format!("| {words}")]))
            }
            None => Ok(said.to_owned()),
        };
        let recorded = Some(recorded.to_owned());
        ShadowTurn {
            turn,
            at: 0,
            recorded,
            said,
            ms: Some(f64::from(turn)),
            fuel: Some(2_000_000),
            notes: Vec::new(),
        }
    }

    fn trial(game: &'static str, turns: Vec<ShadowTurn>, result: Option<&str>) -> Trial {
        let past = Past::of_duel(duel("mad").unwrap().duel_session(&Ask::default()).unwrap());
        let shadow = Shadow { game, of: turns.len(), turns, last: None, notes: Vec::new() };
        Trial { past: Arc::new(past), shadow, seat: 0, names: Vec::new(), result: result.map(str::to_owned) }
    }

    fn shown(now: &Trial, before: Option<&Trial>) -> String {
        let report = Report::of(now, before);
        anstream::adapter::strip_str(&(report.table() + &report.summary())).to_string()
    }

    #[test]
    fn turns_that_differ_between_builds_are_listed_with_both_and_the_record() {
        let before = trial("mad", vec![turn(1, "pass", "pass"), turn(3, "pass", "pass")], None);
        let now = trial("mad", vec![turn(1, "pass", "pass"), turn(3, "211-c2xc4", "pass")], None);
        let wanted = "turn 3: 211-c2xc4 (before: pass; recorded: pass)\n\
                      2 turns, 1 changed since the last build, 1 unlike the record, 0 faults, \
                      fuel 2.00 million (worst 2.00), time 3.00 ms (worst 3.00)\n";
        assert_eq!(shown(&now, Some(&before)), wanted);
        assert!(shown(&now, None).starts_with("turn 3: 211-c2xc4 (recorded: pass)\n2 turns, 1 unlike"));
        assert_eq!(Report::of(&now, Some(&before)).turn().unwrap().turn, 3);
    }

    #[test]
    fn orders_are_listed_unit_by_unit() {
        let before = trial("madmax", vec![turn(211, "83t,84l", "-"), turn(212, "1b,2b", "-")], None);
        let now = trial("madmax", vec![turn(211, "83r,84l", "-"), turn(212, "2b,1b", "-")], None);
        let text = shown(&now, Some(&before));
        assert!(text.starts_with("round 211: 83 r (before: t)\nround 212: the same orders in another order\n2 rounds, 2 changed"), "{text}");
        let many = (0..9).map(|unit| format!("{unit}b")).collect::<Vec<_>>().join(",");
        let text = shown(&trial("madmax", vec![turn(0, &many, "-")], None), None);
        assert!(text.contains("5 b (recorded: -), and 3 more units\n"), "{text}");
        let report = Report::of(&now, Some(&before));
        assert_eq!(notes(&report.changed, true).next(), Some((211, 83, "83 r (before: t)".to_owned())));
    }

    #[test]
    fn a_fault_is_told_in_its_place_without_control_characters() {
        let now = trial("mad", vec![turn(1, "pass", "pass"), turn(3, "!last\x07 words", "pass")], None);
        let text = shown(&now, None);
        assert!(
            text.starts_with("turn 3: crashed: it ended [31m badly\n  | last  words\n2 turns, 1 unlike"),
            "{text}"
        );
        assert!(text.contains("1 fault,"), "{text}");
        assert_eq!(verdict(&now.shadow).unwrap(), "it failed (crashed): it ended [31m badly");
    }

    #[test]
    fn of_two_games_only_the_first_change_counts() {
        let before = trial("mad", vec![turn(1, "a", ""), turn(3, "b", "")], Some("1-0 (exile)"));
        let now = trial("mad", vec![turn(1, "x", ""), turn(3, "y", "")], Some("0-1 (exile)"));
        let text = shown(&now, Some(&before));
        assert!(
            text.contains("result 0-1 (exile) (before: 1-0 (exile)), 2 turns, the first change is above"),
            "{text}"
        );
        assert!(!text.contains("turn 3"), "{text}");
    }

    #[test]
    fn a_long_list_is_cut() {
        let turns = |said: &str| (0..30).map(|number| turn(number, said, "pass")).collect();
        let text = shown(&trial("mad", turns("x"), None), None);
        assert!(text.contains("\n… and 10 more turns\n"), "{text}");
    }
}
