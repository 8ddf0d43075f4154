//! Plays several games at a time and reports them in order.

use crate::{BadJournal, Line, Opened};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// The games of a match, played on several threads.
///
/// ```
/// use joust_match::{Schedule, ScoreLine};
/// use std::ops::ControlFlow;
///
/// let stop = false.into();
/// let play = |game| Ok::<_, ()>(Some(ScoreLine { game, ..ScoreLine::default() }));
/// let mut heard = Vec::new();
/// let schedule = Schedule { games: 9, threads: 2, stop: &stop };
/// schedule.run(None, &play, &mut |line: &ScoreLine| { heard.push(line.game); ControlFlow::Continue(()) }).unwrap();
/// assert_eq!(heard, Vec::from_iter(0..9));
/// ```
pub struct Schedule<'a> {
    /// The number of games.
    pub games: usize,
    /// The number of games at a time.
    pub threads: usize,
    /// Stops the match when it becomes true: no further game is begun.
    pub stop: &'a AtomicBool,
}

/// The outcome of a match.
#[derive(Debug)]
pub struct MatchOutcome<L> {
    /// The finished games up to the first gap, in order.
    pub games: Vec<L>,
    /// The number of finished games, including those after a gap.
    pub over: usize,
    /// Whether the match was stopped before its end.
    pub stopped: bool,
}

/// Why a match could not go on. `E` is the error of the caller's own function.
#[derive(Debug, thiserror::Error)]
pub enum Broken<E> {
    /// A game cannot be written to the journal.
    #[error(transparent)]
    Journal(#[from] BadJournal),
    /// A game cannot be played.
    #[error("{0}")]
    Game(E),
}

/// Is told of a finished game, and breaks when the games so far are enough.
pub type Listen<'a, L> = dyn FnMut(&L) -> ControlFlow<()> + 'a;

impl Schedule<'_> {
    /// Plays the games that are not in the journal. `play` plays the game of a number, and returns `None` if
    /// it was stopped; `listen` is called with every game, including those of the journal, in the order of
    /// their numbers. The outcome does not depend on the number of threads. See [`Schedule`] for an example.
    pub fn run<L: Line, E: Send>(
        &self,
        journal: Option<Opened<L>>,
        play: &(dyn Fn(usize) -> Result<Option<L>, E> + Sync),
        listen: &mut Listen<'_, L>,
    ) -> Result<MatchOutcome<L>, Broken<E>> {
        let (mut journal, waiting) =
            journal.map_or_else(Default::default, |(file, games)| (Some(file), games));
        let known: Vec<bool> = (0..self.games).map(|number| waiting.contains_key(&number)).collect();
        let mut told = InOrder { waiting, games: Vec::new(), most: self.games, enough: false };
        told.tell(listen);
        let (over, next) = (AtomicBool::new(told.enough), AtomicUsize::new(0));
        let to_play = || {
            let ended = || over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed);
            let mut numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            numbers
                .find(|number| ended() || !known.get(*number).is_some_and(|known| *known))
                .filter(|number| *number < known.len() && !ended())
        };
        let mut hear = |number: usize, played: Result<Option<L>, E>| -> Result<(), Broken<E>> {
            let ended = |why| {
                over.store(true, Ordering::Relaxed);
                why
            };
            let Some(game) = played.map_err(|why| ended(Broken::Game(why)))? else { return Ok(()) };
            if let Some(journal) = &mut journal {
                journal.write(&game).map_err(|why| ended(why.into()))?;
            }
            told.waiting.insert(number, game);
            told.tell(listen);
            over.store(told.enough, Ordering::Relaxed);
            Ok(())
        };
        std::thread::scope(|scope| -> Result<(), Broken<E>> {
            let (sender, receiver) = channel();
            let start = |_| {
                let (sender, to_play) = (sender.clone(), &to_play);
                let work = move || {
                    while let Some(number) = to_play()
                        && sender.send((number, play(number))).is_ok()
                    {}
                };
                std::thread::Builder::new().spawn_scoped(scope, work).is_ok()
            };
            // If the system refuses threads, fewer play; without any, this one does.
            if (0..self.threads.max(1)).filter(|number| start(*number)).count() == 0 {
                while let Some(number) = to_play() {
                    hear(number, play(number))?;
                }
            }
            drop(sender);
            receiver.into_iter().try_for_each(|(number, played)| hear(number, played))
        })?;
        if let Some(mut journal) = journal {
            journal.sync()?;
        }
        let stopped = self.stop.load(Ordering::Relaxed) && !told.enough;
        Ok(MatchOutcome { over: told.games.len() + told.waiting.len(), games: told.games, stopped })
    }
}

/// Reports games in the order of their numbers.
struct InOrder<L> {
    waiting: BTreeMap<usize, L>,
    games: Vec<L>,
    most: usize,
    enough: bool,
}

impl<L> InOrder<L> {
    /// Reports the games whose turn has come.
    fn tell(&mut self, listen: &mut Listen<'_, L>) {
        while self.games.len() < self.most
            && !self.enough
            && let Some(game) = self.waiting.remove(&self.games.len())
        {
            self.enough = listen(&game).is_break();
            self.games.push(game);
        }
        self.enough |= self.games.len() >= self.most;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Journal, ScoreLine, ScoreMatch};

    fn game(number: usize) -> ScoreLine {
        ScoreLine { game: number, ..ScoreLine::default() }
    }

    #[test]
    fn games_are_heard_of_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let stop = AtomicBool::new(false);
            let mut list = Vec::new();
            let schedule = Schedule { games: 12, threads, stop: &stop };
            // Even games take longer.
            let play = |number: usize| {
                std::thread::sleep(std::time::Duration::from_millis(if number.is_multiple_of(2) {
                    5
                } else {
                    0
                }));
                Ok::<_, ()>(Some(game(number)))
            };
            let outcome = schedule.run(None, &play, &mut |game| {
                list.push(game.game);
                if game.game == 8 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let outcome = outcome.unwrap();
            assert!(!outcome.stopped);
            assert_eq!(
                outcome.games.iter().map(|game| game.game).collect::<Vec<_>>(),
                (0..=8).collect::<Vec<_>>()
            );
            assert_eq!(list, (0..=8).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_the_journal_has_is_not_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let about = ScoreMatch { game: "test".to_owned(), ..ScoreMatch::default() };
        let (mut journal, _) = Journal::open::<_, ScoreLine>(&path, &about).unwrap();
        for number in [0, 2] {
            journal.write(&game(number)).unwrap();
        }
        drop(journal);
        let stop = AtomicBool::new(false);
        let (mut list, played) = (Vec::new(), std::sync::Mutex::new(Vec::new()));
        let outcome = Schedule { games: 4, threads: 1, stop: &stop }.run(
            Some(Journal::open(&path, &about).unwrap()),
            &|number| {
                played.lock().unwrap().push(number);
                Ok::<_, ()>(Some(game(number)))
            },
            &mut |game| {
                list.push(game.game);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(outcome.unwrap().games.len(), 4);
        assert_eq!((list, played.into_inner().unwrap()), (vec![0, 1, 2, 3], vec![1, 3]));
        assert_eq!(Journal::open::<_, ScoreLine>(&path, &about).unwrap().1.len(), 4);
    }

    #[test]
    fn a_stopped_match_has_the_games_before_the_first_gap() {
        let stop = AtomicBool::new(false);
        let play = |number: usize| {
            stop.fetch_or(number == 3, Ordering::Relaxed);
            Ok::<_, ()>((number < 3).then(|| game(number)))
        };
        let schedule = Schedule { games: 100, threads: 2, stop: &stop };
        let outcome = schedule.run(None, &play, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(outcome.stopped);
        assert_eq!((outcome.games.len(), outcome.over), (3, 3));
        stop.store(false, Ordering::Relaxed);
        let broken = schedule.run::<ScoreLine, _>(None, &|_| Err("no"), &mut |_| ControlFlow::Continue(()));
        assert!(matches!(broken, Err(Broken::Game("no"))));
    }
}
