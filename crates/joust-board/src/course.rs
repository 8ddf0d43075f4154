//! A game by its course, whichever duel it is: the view after a number of actions, and the record.

use crate::Faults;
use crate::json::{Json, Shown, Tell};
use joust_core::{BadRecord, Course, Duel, DuelGame, Ending, MoveList, Outcome, Record, Seat};

/// A move of a duel.
type Move<G> = <<G as DuelGame>::Position as Duel>::Move;

/// What a page is told of a duel, beside what all duels have.
pub(crate) trait Told: DuelGame {
    /// Adds what only this game has.
    fn tell(&self, json: &mut Json);
    /// Adds a move, with everything that it changes.
    fn tell_move(position: &Self::Position, mv: Move<Self>, json: &mut Json);
    /// The number that a page shows beside an action of this game, whose place in the course is `number`.
    fn turn(&self, number: usize) -> usize;
}

/// How a game stands after a number of actions, with its whole course.
struct View<G: Told> {
    game: G,
    at: usize,
    plies: Vec<Ply<G>>,
}

/// An action of the course, with the game before it.
struct Ply<G: Told> {
    number: usize,
    before: G,
    seat: Seat,
    action: G::Action,
}

/// A move that is allowed.
struct Choice<G: Told>(G::Position, Move<G>);

/// The view after a number of actions of the game that a record tells.
pub(crate) fn view<G: Told>(record: &Record, at: Option<usize>) -> Result<Box<dyn Tell>, Faults> {
    let course = Course::<G>::played(record).map_err(faults)?;
    let actions = course.actions();
    let at = at.unwrap_or(actions.len()).min(actions.len());
    let ply = |(number, (seat, action)): (usize, &(Seat, G::Action))| Ply {
        number: number + 1,
        before: course.after(number),
        seat: *seat,
        action: action.clone(),
    };
    Ok(Box::new(View { game: course.after(at), at, plies: actions.iter().enumerate().map(ply).collect() }))
}

/// What is wrong with a record, a sentence each.
pub(crate) fn faults(why: BadRecord) -> Faults {
    match why {
        BadRecord::Start(bad) => bad.faults,
        why => vec![why.to_string()],
    }
}

impl<G: Told> Tell for View<G> {
    fn tell(&self, json: &mut Json) {
        let (game, position) = (&self.game, self.game.position());
        let mut moves = MoveList::new();
        if game.ending().is_none() && game.answers().is_none() {
            position.moves(&mut moves);
        }
        let moves: Vec<_> = moves.iter().map(|mv| Choice::<G>(*position, *mv)).collect();
        json.object(&mut |json| {
            json.field("game", &G::NAME);
            json.field("position", &Shown(position));
            json.field("at", &self.at);
            json.field("side", &position.to_move());
            json.field("sides", &G::Position::SIDES);
            json.field("awaits", &game.awaits().iter().next());
            json.field("words", &game.words());
            json.field("over", &game.ending());
            game.tell(json);
            json.field("plies", &self.plies);
            json.field("moves", &moves);
        });
    }
}

impl<G: Told> Tell for Choice<G> {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| G::tell_move(&self.0, self.1, json));
    }
}

impl<G: Told> Tell for Ply<G> {
    fn tell(&self, json: &mut Json) {
        let (position, text) = (self.before.position(), self.action.to_string());
        let mv = G::is_move(&self.action).then(|| position.read_move(&text).ok()).flatten();
        json.object(&mut |json| {
            json.field("turn", &self.before.turn(self.number));
            if let Some(mv) = mv {
                G::tell_move(position, mv, json);
            } else {
                json.field("text", &text);
                json.field("kind", &text);
                json.field("seat", &self.seat);
            }
        });
    }
}

/// As everywhere else: the form of [`Ending`] in JSON.
impl Tell for Ending {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| {
            json.field("why", &self.why.as_str());
            json.field("winner", &self.winner());
            json.field("loser", &self.loser);
            json.field("points", &self.outcome.map(Shown));
            json.field("full", &self.outcome.is_some_and(|outcome| outcome.is_full()));
            if let Some(scores) = self.outcome.as_ref().and_then(Outcome::scores) {
                json.field("scores", &scores.to_vec());
            }
        });
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
            assert_eq!(Json::of(&ending), serde_json::to_string(&ending).unwrap());
        }
    }
}
