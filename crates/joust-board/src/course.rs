//! A game by its course, whichever duel it is: the view after a number of actions, and the record.

use crate::Faults;
use crate::value::{Fields, Value};
use joust_core::{BadRecord, Course, Duel, DuelGame, Ending, MoveList, Outcome, Record, Seat};

/// A move of a duel.
type Move<G> = <<G as DuelGame>::Position as Duel>::Move;

/// What a page is told of a duel, beside what all duels have.
pub(crate) trait Told: DuelGame {
    /// What only this game has.
    fn tell(&self) -> Fields;
    /// A move, with everything that it changes.
    fn tell_move(position: &Self::Position, mv: Move<Self>) -> Fields;
    /// The number that a page shows beside an action of this game, whose place in the course is `number`.
    fn turn(&self, number: usize) -> usize;
}

/// How the game that a record tells stands after a number of actions, with its whole course.
pub(crate) fn view<G: Told>(record: &Record, at: Option<usize>) -> Result<Value, Faults> {
    let course = Course::<G>::played(record).map_err(faults)?;
    let actions = course.actions();
    let at = at.unwrap_or(actions.len()).min(actions.len());
    let game = course.after(at);
    let position = game.position();
    let mut moves = MoveList::new();
    if game.ending().is_none() && game.answers().is_none() {
        position.moves(&mut moves);
    }
    let plies = actions.iter().enumerate();
    let mut fields: Fields = vec![
        ("game", G::NAME.into()),
        ("position", position.to_string().into()),
        ("at", at.into()),
        ("side", position.to_move().into()),
        ("sides", G::Position::SIDES.into_iter().collect()),
        ("awaits", game.awaits().iter().next().into()),
        ("words", game.words().into_iter().collect()),
        ("over", game.ending().into()),
    ];
    fields.extend(game.tell());
    fields.push((
        "plies",
        plies.map(|(i, (seat, action))| ply(&course.after(i), i + 1, *seat, action)).collect(),
    ));
    fields.push(("moves", moves.iter().map(|mv| Value::object(G::tell_move(position, *mv))).collect()));
    Ok(Value::object(fields))
}

/// What is wrong with a record, a sentence each.
pub(crate) fn faults(why: BadRecord) -> Faults {
    match why {
        BadRecord::Start(bad) => bad.faults,
        why => vec![why.to_string()],
    }
}

/// An action of the course, with the game before it.
fn ply<G: Told>(before: &G, number: usize, seat: Seat, action: &G::Action) -> Value {
    let (position, text) = (before.position(), action.to_string());
    let mv = G::is_move(action).then(|| position.read_move(&text).ok()).flatten();
    let told = mv.map(|mv| G::tell_move(position, mv));
    let mut fields = vec![("turn", before.turn(number).into())];
    let told = told.unwrap_or_else(|| {
        vec![("text", text.as_str().into()), ("kind", text.as_str().into()), ("seat", seat.into())]
    });
    fields.extend(told);
    Value::object(fields)
}

/// As everywhere else: the form of [`Ending`] in JSON.
impl From<Ending> for Value {
    fn from(ending: Ending) -> Value {
        let scores = ending.outcome.as_ref().and_then(Outcome::scores);
        let mut fields: Fields = vec![
            ("why", ending.why.as_str().into()),
            ("winner", ending.winner().into()),
            ("loser", ending.loser.into()),
            ("points", ending.outcome.map(|outcome| outcome.to_string()).into()),
            ("full", ending.outcome.is_some_and(|outcome| outcome.is_full()).into()),
        ];
        fields.extend(scores.map(|scores| ("scores", scores.iter().copied().collect())));
        Value::object(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_told_as_everywhere_else() {
        let scored = Outcome::duel_win(Seat::SECOND, Outcome::FULL).with_scores(&[3, 7]);
        for ending in [
            Ending::lost("exile", Seat::FIRST),
            Ending::scored("tie-break", Outcome::duel_win(Seat::FIRST, 1)),
            Ending::scored("full", scored),
            Ending::given_up(),
        ] {
            assert_eq!(Value::from(ending).to_string(), serde_json::to_string(&ending).unwrap());
        }
    }
}
