//! Positions in which a submission is asked for a move, and what textbook agents say there.

use crate::found::Reply;
use crate::rubric::Positions;
use joust_core::{Asked, Course, Duel, DuelGame, Fault, FaultKind, Game, Player, Seat, Seed, Setup, mix};
use joust_games::Ask;
use joust_mad::Battle;
use joust_match::{BadJob, Contestant, Place};
use joust_players::{PlayableDuel, Textbook};
use joust_search::textbook::{Agent, Method, Observer};
use joust_view::DuelView;
use joust_wargame::Campaign;
use std::sync::atomic::{AtomicBool, Ordering};

/// A submission that has failed this often is not asked any more: it may take all its time for each fault.
const MOST_FAULTS: usize = 3;

/// What a textbook agent says in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The value of the best moves.
    pub value: f64,
    /// The best moves, in the notation of records.
    pub best: Vec<String>,
    /// The nodes that the agent visits.
    pub nodes: u64,
}

/// The positions of a rubric, with the type of the game erased.
pub(crate) trait Exam: Send + Sync {
    /// The number of positions.
    fn len(&self) -> usize;

    /// Asks a player in all positions; `None` if the work was stopped.
    fn ask(
        &self,
        player: &Contestant,
        place: &Place,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Reply>>, BadJob>;

    /// What an agent says in all positions. Minimax is searched by alpha-beta where only values and moves are
    /// asked for, because they are the same.
    fn verdicts(&self, agent: &Textbook, counts: bool, stop: &AtomicBool) -> Vec<Verdict>;
}

impl Positions {
    /// The positions of a duel.
    pub(crate) fn exam(&self, game: &str) -> Result<Box<dyn Exam>, String> {
        match game {
            Battle::NAME => Ok(Box::new(Turns::<Battle>::new(self)?)),
            Campaign::NAME => Ok(Box::new(Turns::<Campaign>::new(self)?)),
            other => Err(format!("{other} is not a duel")),
        }
    }
}

/// Turns in random games, one for each board.
struct Turns<G: Game> {
    walks: Vec<Walk<G>>,
}

/// A random game.
struct Walk<G: Game> {
    course: Course<G>,
    /// The seat that is asked.
    seat: Seat,
    /// How the game stands in the turns, and how many actions came before each.
    turns: Vec<(G, usize)>,
}

impl<G: PlayableDuel> Turns<G> {
    fn new(positions: &Positions) -> Result<Turns<G>, String> {
        let one = |(number, setup): (usize, &Setup)| {
            let start = G::start(&Ask::from(setup)).map_err(|why| why.to_string())?;
            let (mut course, mut all) = (Course::new(start), Vec::new());
            // Seats take turns, so that both sides are asked.
            let seat = if number.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
            let mut rng = Seed(mix(positions.seed ^ mix(number as u64))).rng();
            while let Some(mv) = course.now().position().random_move(&mut rng) {
                let mover = course.now().position().to_move();
                if mover == seat {
                    all.push((course.now().clone(), course.actions().len()));
                }
                let action = course.now().action(mv);
                course.make(mover, &action).map_err(|why| why.to_string())?;
            }
            let count = positions.each.min(all.len());
            let turns = (0..count).map(|i| all[i * all.len() / count].clone()).collect();
            Ok(Walk { course, seat, turns })
        };
        let walks = positions.boards.iter().enumerate().map(one).collect::<Result<_, String>>()?;
        Ok(Turns { walks })
    }

    fn games(&self) -> impl Iterator<Item = &G> {
        self.walks.iter().flat_map(|walk| walk.turns.iter().map(|(game, _)| game))
    }
}

impl<G: PlayableDuel + DuelView> Exam for Turns<G> {
    fn len(&self) -> usize {
        self.games().count()
    }

    fn ask(
        &self,
        player: &Contestant,
        place: &Place,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Reply>>, BadJob> {
        let mut replies = Vec::with_capacity(self.len());
        let mut faults = 0;
        for Walk { course, seat, turns } in &self.walks {
            let place = Place { seat: seat.index(), ..place.clone() };
            let mut seated: Option<Box<dyn Player<G>>> = None;
            for (game, at) in turns {
                if faults >= MOST_FAULTS {
                    replies.push(Reply::default());
                    continue;
                }
                let person = || BadJob::Person(player.name());
                let past = &course.actions()[..*at];
                let asked = Asked { past, ..Asked::new(game, *seat, stop) };
                let (player, reply) = match &mut seated {
                    Some(player) => {
                        let reply = reply(player.as_mut(), &asked, false);
                        (player, reply)
                    }
                    none => {
                        let player = none.insert(player.seat_as::<G>(&place).ok_or_else(person)?);
                        let reply = reply(player.as_mut(), &asked, true);
                        (player, reply)
                    }
                };
                if stop.load(Ordering::Relaxed) {
                    player.end();
                    return Ok(None);
                }
                if let Some(fault) = &reply.fault {
                    if fault.kind == FaultKind::Void {
                        return Err(BadJob::Kit(fault.to_string()));
                    }
                    // It begins anew, so that one bad position does not cost all others.
                    player.end();
                    seated = None;
                    let is_hopeless = matches!(fault.kind, FaultKind::Start | FaultKind::NotHere);
                    faults += if is_hopeless { MOST_FAULTS } else { 1 };
                }
                replies.push(reply);
            }
            if let Some(mut player) = seated {
                player.end();
            }
        }
        Ok(Some(replies))
    }

    fn verdicts(&self, agent: &Textbook, counts: bool, stop: &AtomicBool) -> Vec<Verdict> {
        let Some((_, eval)) = G::evals().into_iter().find(|(name, _)| *name == agent.eval.name) else {
            return Vec::new();
        };
        let method = if counts { agent.method } else { Method::AlphaBeta };
        let search = Agent::new(method, agent.depth, agent.options);
        let verdict = |game: &G| {
            let mut root = Root::default();
            let mut rng = Seed(0).rng();
            let found = search.choose_observed(game.position(), eval, &mut rng, stop, &mut root)?;
            let best = root.moves.iter().zip(&root.values);
            // The searches share tree and evaluation, so equal values are equal bit for bit.
            let best = best.filter(|(_, value)| value.to_bits() == found.value.to_bits());
            let best = best.map(|(mv, _)| game.action(*mv).to_string()).collect();
            Some(Verdict { value: found.value, best, nodes: found.nodes })
        };
        self.games().filter_map(verdict).collect()
    }
}

/// Asks a player, which gets ready first if it is fresh, and puts its answer down.
fn reply<G: DuelGame>(player: &mut dyn Player<G>, asked: &Asked<'_, G>, is_fresh: bool) -> Reply {
    let turn = Some(asked.game.turn_number());
    let ready = if is_fresh { player.get_ready(asked.game, asked.seat) } else { Ok(()) };
    let answer = ready.and_then(|()| player.act(asked)).and_then(|answer| {
        let action = &answer.action;
        asked.game.propose(asked.seat, action).map_err(|why| Fault::illegal(action, why))?;
        Ok(answer)
    });
    match answer {
        Ok(answer) => Reply {
            action: Some(answer.action.to_string()),
            value: answer.value,
            nodes: answer.nodes,
            ms: answer.time.map(|time| time.as_secs_f64() * 1000.0),
            fault: None,
        },
        Err(fault) => Reply { fault: Some(fault.at(asked.seat, turn)), ..Reply::default() },
    }
}

/// The moves at the root of a search, and their values. A move that alpha-beta has cut off has a bound below the
/// value of the best.
struct Root<M> {
    deep: usize,
    moves: Vec<M>,
    values: Vec<f64>,
}

impl<M> Default for Root<M> {
    fn default() -> Root<M> {
        Root { deep: 0, moves: Vec::new(), values: Vec::new() }
    }
}

impl<D: Duel> Observer<D> for Root<D::Move> {
    fn enter(&mut self, _: &D, _: f64, _: f64) {
        self.deep += 1;
    }

    fn list(&mut self, _: &D, moves: &[D::Move]) {
        if self.deep == 1 {
            self.moves = moves.to_vec();
        }
    }

    fn leave(&mut self, _: &D, value: f64) {
        if self.deep == 2 {
            self.values.push(value);
        }
        self.deep -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rubric::Rubric;
    use joust_match::Programs;
    use joust_players::{Kind, Spec};

    fn exam(game: &str, more: &str) -> Box<dyn Exam> {
        let text =
            format!("game = \"{game}\"\n[positions]\n{more}\n[[criterion]]\nkind = \"builds\"\npoints = 1\n");
        Rubric::read(&text, ".".as_ref()).unwrap().positions.exam(game).unwrap()
    }

    fn textbook(name: &str, game: &str) -> Textbook {
        let Kind::Textbook(textbook) = Spec::read(name, game).unwrap().kind else { panic!("{name}") };
        textbook
    }

    fn verdicts(exam: &dyn Exam, agent: &Textbook, counts: bool) -> Vec<Verdict> {
        exam.verdicts(agent, counts, &AtomicBool::new(false))
    }

    fn ask(exam: &dyn Exam, name: &str, game: &str) -> Vec<Reply> {
        let player = Programs::default().find(Spec::read(name, game).unwrap()).unwrap();
        exam.ask(&player, &Place::default(), &AtomicBool::new(false)).unwrap().unwrap()
    }

    /// Alpha-beta finds the set of best moves that minimax has, also where moves are cut off.
    #[test]
    fn the_best_moves_of_alpha_beta_are_those_of_minimax() {
        for (game, boards) in [("wargame", "boards = [\"Smolensk\", \"Keren\"]"), ("mad", "")] {
            let exam = exam(game, &format!("each = 6\n{boards}"));
            assert_eq!(exam.len(), if game == "mad" { 6 } else { 12 });
            let agent = textbook("minimax:2", game);
            let (slow, fast) =
                (verdicts(exam.as_ref(), &agent, true), verdicts(exam.as_ref(), &agent, false));
            for (slow, fast) in slow.iter().zip(&fast) {
                assert_eq!((slow.value.to_bits(), &slow.best), (fast.value.to_bits(), &fast.best));
                assert!(fast.nodes <= slow.nodes && !slow.best.is_empty());
            }
            assert!(slow.iter().any(|verdict| verdict.best.len() > 1), "{game} has ties");
        }
    }

    #[test]
    fn an_agent_agrees_with_its_own_verdicts() {
        let exam = exam("wargame", "each = 3\nboards = [\"Smolensk\", \"Narvik\"]");
        for name in ["minimax:2", "alphabeta:3", "alphabeta:2,ties=last,eval=own", "minimax:2,eval=ratio"] {
            let verdicts = verdicts(exam.as_ref(), &textbook(name, "wargame"), true);
            let replies = ask(exam.as_ref(), name, "wargame");
            assert_eq!(replies.len(), 6);
            for (reply, verdict) in replies.iter().zip(&verdicts) {
                assert!(
                    verdict.best.contains(reply.action.as_ref().unwrap()),
                    "{name}: {reply:?} {verdict:?}"
                );
                assert_eq!((reply.value, reply.nodes), (Some(verdict.value), Some(verdict.nodes)));
            }
        }
    }

    #[test]
    fn a_program_that_fails_is_asked_three_times_at_most() {
        let exam = exam("wargame", "each = 4\nboards = [\"Smolensk\", \"Keren\"]");
        let replies = ask(exam.as_ref(), "line:exit 3", "wargame");
        let faults = replies.iter().filter(|reply| reply.fault.is_some()).count();
        assert_eq!((replies.len(), faults), (8, 3));
        let replies = ask(exam.as_ref(), "line:no-such-program-anywhere", "wargame");
        assert_eq!(replies.iter().filter(|reply| reply.fault.is_some()).count(), 1);
    }
}
