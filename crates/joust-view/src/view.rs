//! A game as it stands, and the actions that led to it.

use crate::duels::DUELS;
use crate::value::{Fields, Value};
use joust_core::{Course, Duel, DuelGame, Ending, Fault, Game, MoveList, Outcome, Seat};
use std::any::Any;

/// A move of a duel.
type Move<G> = <<G as DuelGame>::Position as Duel>::Move;

/// A game that can be given as data.
pub trait View: Game {
    /// The fields that only this game has, including the actions allowed in it.
    fn tell(&self) -> Fields;

    /// An action of a seat and its changes, first `text`, `kind` and `seat`. `None` for a word such as
    /// `offer`, which is its own kind and changes nothing on the board. `self` is the game before the action.
    fn tell_action(&self, seat: Seat, action: &Self::Action) -> Option<Fields>;

    /// What a program is told in its turn: what has changed since `before`, which it was told last, and what
    /// its seat can do. `None` where it was told nothing yet.
    fn tell_turn(&self, seat: Seat, before: Option<&Self>) -> Fields {
        let _ = (seat, before);
        self.tell()
    }

    /// The action that a program means. `used` is the share of its time or fuel that it has used, if that is
    /// limited.
    fn understand(&self, text: &str, used: Option<f64>) -> Result<Self::Action, Fault> {
        let _ = used;
        self.read(text).map_err(|why| Fault::illegal(text, why))
    }

    /// What a program does without being asked: it declines offers.
    fn reply(&self) -> Option<Self::Action> {
        None
    }

    /// Whether every seat may know the actions of the others.
    const ACTIONS_ARE_OPEN: bool = true;
}

/// A duel that can be given as data.
pub trait DuelView: DuelGame {
    /// The header of records with the text of a board: the picture of an arena, or the values of a city.
    const BOARD_HEADER: &'static str = "Values";

    /// The fields that only this game has.
    fn tell_own(&self) -> Fields;

    /// A move and all its changes, first `text`, `kind` and `seat`. [`moves`] adds the text of the position
    /// after the move.
    fn tell_move(before: &Self::Position, mv: Move<Self>, after: &Self::Position) -> Fields;
}

impl<G: DuelView> View for G {
    fn tell(&self) -> Fields {
        let position = self.position();
        let idle = self.ending().is_some() || self.answers().is_some();
        let mut fields: Fields =
            vec![("position", position.to_string().into()), ("side", position.to_move().into())];
        fields.extend(self.tell_own());
        fields.push(("moves", Value::List(if idle { Vec::new() } else { moves::<G>(position) })));
        fields
    }

    fn reply(&self) -> Option<Self::Action> {
        self.answers().map(|[_, decline]| decline)
    }

    fn tell_turn(&self, _: Seat, _: Option<&Self>) -> Fields {
        let position = self.position();
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let moves = moves.iter().map(|mv| position.write_move(*mv)).collect();
        vec![("position", position.to_string().into()), ("moves", moves)]
    }

    fn tell_action(&self, _: Seat, action: &Self::Action) -> Option<Fields> {
        let position = self.position();
        let mv = G::is_move(action).then(|| position.read_move(&action.to_string()).ok())??;
        Some(with_position::<G>(position, mv))
    }
}

fn with_position<G: DuelView>(before: &G::Position, mv: Move<G>) -> Fields {
    let mut after = *before;
    after.make(mv);
    let mut fields = G::tell_move(before, mv, &after);
    fields.push(("position", after.to_string().into()));
    fields
}

/// All moves of a position, each with the position after it.
///
/// ```
/// use joust_core::DuelGame;
/// let moves = joust_view::moves::<joust_mad::Battle>(joust_mad::Battle::default().position());
/// assert!(moves.iter().all(|mv| mv.field("text").is_some()));
/// ```
pub fn moves<G: DuelView>(position: &G::Position) -> Vec<Value> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().map(|mv| Value::object(with_position::<G>(position, *mv))).collect()
}

/// [`now`] of a game that starts in a position whose type is erased, with the moves in byte order of their
/// texts. `None` for a value that is not a position of a duel.
///
/// ```
/// use joust_core::DuelGame;
/// let view = joust_view::of_position(joust_mad::Battle::default().position()).unwrap();
/// assert_eq!(view.field("awaits").unwrap().to_string(), "[0]");
/// ```
pub fn of_position(position: &dyn Any) -> Option<Value> {
    let mut view = DUELS.iter().find_map(|duel| (duel.now)(position))?;
    if let Value::Object(fields) = &mut view {
        for (_, value) in fields.iter_mut().filter(|(name, _)| name == "moves") {
            let Value::List(moves) = value else { continue };
            moves.sort_by(|a, b| text(a).cmp(text(b)));
        }
    }
    Some(view)
}

fn text(mv: &Value) -> &str {
    mv.field("text").and_then(Value::text).unwrap_or_default()
}

/// The state of a game, without its past.
///
/// ```
/// let view = joust_view::now(&joust_mad::Battle::default());
/// assert_eq!(view.field("game").and_then(|game| game.text()), Some("mad"));
/// ```
pub fn now<G: View>(game: &G) -> Value {
    Value::object(fields(game, None))
}

/// How a game stands after its first `at` actions, or after all of them, with its whole course as this
/// reader may know it: a seat, or `None` for the public. Where seats act at once, the actions of the other
/// seats stay hidden until the turn is complete.
///
/// ```
/// use joust_core::{Course, Seat};
/// let mut course = Course::new(joust_mad::Battle::default());
/// course.repeat("pass").unwrap();
/// let view = joust_view::view(&course, None, None);
/// assert_eq!(view.field("awaits").unwrap().to_string(), "[1]");
/// ```
pub fn view<G: View>(course: &Course<G>, at: Option<usize>, reader: Option<Seat>) -> Value {
    let actions = course.actions();
    let at = at.unwrap_or(actions.len()).min(actions.len());
    let mut fields = fields(&course.after(at), Some(at));
    let mut plies = plies(course);
    for (ply, (seat, _)) in plies.iter_mut().zip(actions).skip(complete(course)) {
        if reader != Some(*seat) {
            *ply = hidden(course.turn_number(), *seat);
        }
    }
    fields.push(("plies", Value::List(plies)));
    Value::object(fields)
}

/// All actions of a course, each told by the game before it. The copies that the course keeps are taken over,
/// and between two of them the game is played on in place.
fn plies<G: View>(course: &Course<G>) -> Vec<Value> {
    let mut before = course.start().clone();
    let actions = course.actions();
    let told = actions.iter().enumerate().map(|(i, (seat, action))| {
        if i.is_multiple_of(G::STRIDE) {
            before = course.after(i);
        } else {
            let (seat, action) = &actions[i - 1];
            // Only an action that ends the game is refused here, such as a loss on time: it is the last.
            let _ = before.make(*seat, action);
        }
        ply(&before, *seat, action)
    });
    told.collect()
}

/// How many actions of a course belong to turns that are complete, or to turns of a single seat, which hides
/// nothing.
fn complete<G: Game>(course: &Course<G>) -> usize {
    let all = course.actions().len();
    if course.ending().is_some() {
        return all;
    }
    let is_open = |at: &usize| course.after(*at).turn_number() == course.turn_number();
    let start = (0..all).rev().take_while(is_open).last().unwrap_or(all);
    let acts_at_once = course.after(start).awaits().iter().count() > 1;
    if acts_at_once { start } else { all }
}

fn fields<G: View>(game: &G, at: Option<usize>) -> Fields {
    let mut fields: Fields = vec![("game", G::NAME.into())];
    fields.extend(at.map(|at| ("at", at.into())));
    fields.extend([
        ("sides", G::SIDES.iter().copied().collect()),
        ("awaits", game.awaits().iter().collect()),
        ("words", game.words().into_iter().collect()),
        ("over", game.ending().into()),
    ]);
    fields.extend(game.tell());
    fields
}

/// An action of the course, with the game before it.
fn ply<G: View>(before: &G, seat: Seat, action: &G::Action) -> Value {
    let mut fields: Fields = vec![("turn", (before.turn_number() as usize).into())];
    fields.extend(before.tell_action(seat, action).unwrap_or_else(|| {
        let text = action.to_string();
        vec![("text", text.as_str().into()), ("kind", text.into()), ("seat", seat.into())]
    }));
    Value::object(fields)
}

/// An action that its reader must not know yet.
fn hidden(turn: u32, seat: Seat) -> Value {
    Value::object(vec![
        ("turn", (turn as usize).into()),
        ("text", Value::Null),
        ("kind", "hidden".into()),
        ("seat", seat.into()),
    ])
}

/// The form that serde gives an [`Ending`] in JSON.
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
