//! Writing the result of a game of Mad Max while it is played.

use crate::Watcher;
use joust_core::Course;
use joust_files::{Care, Output};
use joust_madmax::{Origin, Recorder, ResultWriter, Skirmish, TEAMS, round_orders};
use std::io;
use std::path::PathBuf;

/// The mark in the names of files of a game that was stopped: `NAME.partial.res`.
pub const PARTIAL: &str = "partial";

/// Writes the result of a game of Mad Max, and records the game if a record is wanted. Errors of writing are
/// reported at the end. See [`ContestLog`](crate::ContestLog) for an example.
pub struct Scribe {
    origin: Origin,
    names: [String; TEAMS],
    result: ResultWriter<Output>,
    is_recorded: bool,
    recorder: Option<Recorder>,
    /// The number of actions of the course that are in the result.
    pub(crate) done: usize,
    pub(crate) written: io::Result<()>,
    /// Whether the first state is in the result.
    is_begun: bool,
}

/// What is left of a game that was stopped.
pub struct Fragment {
    /// Where the rounds so far are; none if they went to a stream.
    pub path: Option<PathBuf>,
    /// The recorder of the game, if it is recorded.
    pub recorder: Option<Recorder>,
}

impl Scribe {
    /// Begins the result of a game.
    pub fn new(
        out: Output,
        origin: Origin,
        game: &Skirmish,
        names: [String; TEAMS],
        is_recorded: bool,
    ) -> io::Result<Scribe> {
        let (seed, settings) = (game.seed(), &game.config().settings);
        let result = ResultWriter::new(out, origin, seed, settings, &names.each_ref().map(String::as_str))?;
        Ok(Scribe {
            origin,
            names,
            result,
            is_recorded,
            recorder: None,
            done: 0,
            written: Ok(()),
            is_begun: false,
        })
    }

    /// Puts the result in its place; returns the recorder of the game.
    pub fn finish(self, care: Care) -> io::Result<Option<Recorder>> {
        self.written?;
        self.result.finish()?.keep(care)?;
        Ok(self.recorder)
    }

    /// Puts the result of a game that was stopped beside its place, as `NAME.partial.res`, so that the result of
    /// an older game stays. `None` if the game has not begun: then nothing is written.
    pub fn break_off(self, care: Care) -> io::Result<Option<Fragment>> {
        self.written?;
        if !self.is_begun {
            return Ok(None);
        }
        let path = self.result.finish()?.keep_beside(PARTIAL, care)?;
        Ok(Some(Fragment { path, recorder: self.recorder }))
    }

    fn round(&mut self, game: &Skirmish) -> io::Result<()> {
        self.result.movements(game.movements())?;
        self.result.state(game.state())
    }
}

impl Watcher<Skirmish> for Scribe {
    fn seated(&mut self, course: &Course<Skirmish>) {
        // Players that are not ready are dead in the first state. Without a living player the game is over.
        let first = course.start().with(course.actions());
        self.written = self.result.state(first.state());
        self.is_begun = true;
        let names = self.names.each_ref().map(String::as_str);
        let recorder =
            || Recorder::new(first.config().clone(), self.origin, first.seed(), names, first.state());
        self.recorder = self.is_recorded.then(recorder);
        if first.living().is_empty() {
            self.turned(course);
        }
        self.done = course.actions().len();
    }

    fn turned(&mut self, course: &Course<Skirmish>) {
        let mut orders = round_orders(&course.actions()[self.done..]);
        for game in Skirmish::rounds(course, self.done).filter(|game| game.trouble().is_none()) {
            if self.written.is_ok() {
                self.written = self.round(&game);
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.round(&std::mem::take(&mut orders), game.movements(), game.state());
            }
        }
        self.done = course.actions().len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::{Answer, Asked, Fault, FaultKind, Player, Referee, Seat};
    use joust_madmax::player::{Null, Seated};
    use joust_madmax::{Action, Block, Config, ResultReader, Settings, Source, Verified, verify_record};
    use std::sync::atomic::AtomicBool;

    /// Fails from a round on; a negative round means that it is not ready.
    struct Fails(i32);

    impl Player<Skirmish> for Fails {
        fn get_ready(&mut self, _: &Skirmish, _: Seat) -> Result<(), Fault> {
            if self.0 < 0 { Err(Fault::new(FaultKind::Start, "is late")) } else { Ok(()) }
        }

        fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
            if asked.game.state().round() < self.0 {
                return Null.act(asked);
            }
            Err(Fault::new(FaultKind::Closed, "went home"))
        }
    }

    /// Plays a game of six rounds; returns which players are dead in each state of the result.
    fn play(fails: [i32; TEAMS]) -> Vec<[bool; TEAMS]> {
        let settings = Settings { nb_rounds: 6, ..Settings::default() };
        let game = Skirmish::begin(Config { settings, source: Source::Generator }, 1).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.res");
        let names = ["P", "Q", "R", "S"].map(str::to_owned);
        let mut scribe = Scribe::new(Output::file(&path).unwrap(), Origin::Game, &game, names, true).unwrap();
        let mut table = Referee::new(Course::new(game));
        let mut players = fails.map(|round| Box::new(Fails(round)) as Seated);
        let stop = AtomicBool::new(false);
        crate::play(&mut table, &mut players, &|_| None, &mut scribe, &stop).unwrap();
        let record = scribe.finish(Care::Quick).unwrap().unwrap().finish();
        let text = std::fs::read(path).unwrap();
        assert_eq!(record.result().unwrap(), text);
        let verdict = verify_record(&record.encode().unwrap());
        assert!(matches!(verdict, Ok(Verified::Replayed(summary)) if summary.rounds == 6));
        let mut reader = ResultReader::new(&text).unwrap();
        let mut states = Vec::new();
        while let Some(block) = reader.next_block().unwrap() {
            if let Block::State(shot) = block {
                assert_eq!(shot.round, states.len() as i32);
                states.push(shot.status.map(|status| status < 0.0));
            }
        }
        states
    }

    #[test]
    fn every_round_is_in_the_result_even_when_no_player_is_left() {
        let dead = |round: i32, deaths: [i32; TEAMS]| deaths.map(|death| round >= death);
        let shown = |deaths| (0..=6).map(|round| dead(round, deaths)).collect::<Vec<_>>();
        // A player that fails in a round is dead in the state after it.
        assert_eq!(play([3, 1, 9, 2]), shown([4, 2, 9, 3]));
        assert_eq!(play([3, 1, 3, 2]), shown([4, 2, 4, 3]));
        // One that is not ready is dead from the first state on.
        assert_eq!(play([2, -1, -1, 2]), shown([3, 0, 0, 3]));
        assert_eq!(play([-1; TEAMS]), shown([0; TEAMS]));
    }
}
