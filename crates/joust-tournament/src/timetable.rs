//! Which games are played, as far as that is known.

use crate::format::Format;
use crate::terms::Terms;
use joust_league::schedule::{
    BadFinish, BadSchedule, Elimination, Fixture, Knockout, Ladder, Plan, Progress, Stages, Swiss,
};
use joust_league::{Finish, Scoreboard, Standings, TieBreak};

/// The games of a tournament. Results must be added in the order of the games; then everything depends on the
/// terms and the results alone.
///
/// ```
/// use joust_match::Programs;
/// use joust_tournament::{Terms, Timetable, TournamentFile};
/// let file = TournamentFile::read("game = \"mad\"\nparticipants = [\"random\", \"engine:1\"]\n").unwrap();
/// let terms = Terms::settle(&file, "t", &Programs::default(), None).unwrap();
/// let mut timetable = Timetable::new(&terms).unwrap();
/// assert_eq!((timetable.most_games(), timetable.is_exact()), (2, true));
/// let first = timetable.fixture(0).unwrap();
/// timetable.add(&first.finish_duel(1.0)).unwrap();
/// assert!(timetable.fixture(2).is_none());
/// ```
pub struct Timetable {
    form: Form,
}

enum Form {
    Plan(Plan, &'static [TieBreak], Box<Scoreboard>),
    Stages(Box<Staged>),
}

struct Staged {
    progress: Progress<AnyStages>,
    /// The games of the stage that is being played, how many of them are over, and how many were before.
    stage: Vec<Fixture>,
    over: usize,
    past: usize,
    most: usize,
}

/// A format in stages, its type erased.
struct AnyStages(Box<dyn Stages + Send + Sync>);

impl Stages for AnyStages {
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture> {
        self.0.next(finished)
    }

    fn standings(&self) -> Standings {
        self.0.standings()
    }

    fn most_games(&self) -> usize {
        self.0.most_games()
    }
}

impl Timetable {
    /// The games before the first result.
    pub fn new(terms: &Terms) -> Result<Timetable, BadSchedule> {
        let setting = terms.setting();
        let board = || Box::new(Scoreboard::new(setting.participants));
        let plan = |plan, order| Ok(Timetable { form: Form::Plan(plan, order, board()) });
        match terms.format {
            Format::RoundRobin { blocks } => {
                plan(Plan::round_robin(setting, blocks)?, &TieBreak::ALL_PLAY_ALL)
            }
            Format::Gauntlet { challengers, blocks } => {
                plan(Plan::gauntlet(setting, challengers, blocks)?, &TieBreak::DIFFERENT_OPPONENTS)
            }
            Format::Compare { blocks } => {
                plan(Plan::duplicate(setting, blocks)?, &TieBreak::DIFFERENT_OPPONENTS)
            }
            Format::Swiss { rounds } => Ok(Timetable::staged(Swiss::new(setting, rounds)?)),
            Format::Knockout { blocks, extra } => {
                Ok(Timetable::staged(Knockout::new(setting, blocks, extra)?))
            }
            Format::Elimination { laps, final_blocks, leave } => {
                Ok(Timetable::staged(Elimination::new(setting, laps, final_blocks, leave)?))
            }
            Format::Ladder { tables, blocks } => Ok(Timetable::staged(Ladder::new(setting, tables, blocks)?)),
        }
    }

    fn staged(stages: impl Stages + Send + Sync + 'static) -> Timetable {
        let most = stages.most_games();
        let progress = Progress::new(AnyStages(Box::new(stages)));
        let stage = progress.open();
        Timetable { form: Form::Stages(Box::new(Staged { progress, stage, over: 0, past: 0, most })) }
    }

    /// The game of a number, if it is known and not over.
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        match &self.form {
            Form::Plan(plan, ..) => plan.fixture(game),
            Form::Stages(staged) => staged.stage.get(game.checked_sub(staged.past)?).cloned(),
        }
    }

    /// The most games that there can be.
    pub fn most_games(&self) -> usize {
        match &self.form {
            Form::Plan(plan, ..) => plan.games(),
            Form::Stages(staged) if staged.progress.is_over() => staged.past,
            Form::Stages(staged) => staged.most,
        }
    }

    /// Whether there are exactly [`Timetable::most_games`] games.
    pub fn is_exact(&self) -> bool {
        match &self.form {
            Form::Plan(..) => true,
            Form::Stages(staged) => staged.progress.is_over(),
        }
    }

    /// Adds the result of the next game.
    pub fn add(&mut self, finish: &Finish) -> Result<(), BadFinish> {
        match &mut self.form {
            Form::Plan(_, _, board) => board.add(finish),
            Form::Stages(staged) => {
                staged.progress.add(finish.clone())?;
                staged.over += 1;
                if staged.over == staged.stage.len() {
                    (staged.past, staged.over) = (staged.past + staged.over, 0);
                    staged.stage = staged.progress.open();
                }
            }
        }
        Ok(())
    }

    /// The places, and what decides about them; where games depend on results, after the last stage that is
    /// finished.
    pub fn standings(&self) -> Standings {
        match &self.form {
            Form::Plan(_, order, board) => board.standings(order),
            Form::Stages(staged) => staged.progress.standings(),
        }
    }
}
