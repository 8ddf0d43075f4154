//! Every clause of `rules/mad.md`, proved by name: the name of a test starts with the id of its
//! clause. `law_is_covered.rs` sees to it that no clause is forgotten.

use joust_core::{Duel, MoveList};
use joust_mad::{Notation, Position, Rules};

mod app_file;
mod arena;
mod bonus;
mod ending;
mod movement;
mod notation;
#[path = "../common/place.rs"]
mod place;
mod positions;
mod records;
mod rulesets;
mod shifts;
mod symmetry;
mod turns;

/// The position that a text describes, under the current rules.
fn read(text: &str) -> Position {
    read_under(text, Rules::CURRENT)
}

fn read_under(text: &str, rules: Rules) -> Position {
    Position::read(text, rules, None).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// All legal moves in writing.
fn moves(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(|mv| position.notation(*mv).to_string()).collect()
}

/// The legal moves that contain some text, sorted.
fn moves_with(position: &Position, part: &str) -> Vec<String> {
    let mut list = moves(position);
    list.retain(|mv| mv.contains(part));
    list.sort();
    list
}

/// The position after a move that the checker allows and the generator gives.
fn after(position: &Position, mv: &str) -> Position {
    let notation: Notation = mv.parse().unwrap_or_else(|why| panic!("{mv}: {why}"));
    let checked = position.check(&notation).unwrap_or_else(|why| panic!("{position}: {mv}: {why}"));
    assert!(moves(position).contains(&mv.to_owned()), "{position}: {mv} is not generated");
    let mut next = *position;
    next.make(checked);
    next
}

/// The clause that forbids a move, which the generator must not give either.
fn forbidden_by(position: &Position, mv: &str) -> &'static str {
    let notation: Notation = mv.parse().unwrap_or_else(|why| panic!("{mv}: {why}"));
    assert!(!moves(position).contains(&mv.to_owned()), "{position}: {mv} is generated");
    match position.check(&notation) {
        Ok(_) => panic!("{position}: {mv} is allowed"),
        Err(illegal) => illegal.clause,
    }
}

/// The rows of the position text, without the fields behind them.
fn rows(position: &Position) -> String {
    position.to_string().split(' ').next().unwrap_or_default().to_owned()
}
