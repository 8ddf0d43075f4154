//! The loop that asks players: duels, clocks, faults, and seats that act at once.

use joust_core::{
    Allowance, Answer, Asked, Course, Duel, DuelGame, Ending, Fault, FaultKind, Game, MoveList, Outcome,
    Player, Referee, Rng, Seat, Seed, Why, below,
};
use joust_games::{Ask, game};
use joust_mad::Battle;
use joust_match::{
    BadContestant, BadJob, Contestant, Figures, GameLimits, Job, Place, Played, PlayerText, Programs,
    Watcher, play, rehearse, run,
};
use joust_players::Spec;
use joust_wargame::Campaign;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use test_bids::{Action, Bids};

/// Any legal move, which takes a time that it claims.
struct Random(Rng, Duration);

impl<G: DuelGame> Player<G> for Random {
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        let position = asked.game.position();
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let action = asked.game.action(moves[below(&mut self.0, moves.len())]);
        Ok(Answer { nodes: Some(2), time: Some(self.1), ..Answer::new(action) })
    }
}

/// Says the same word at every move.
struct Says(&'static str);

impl<G: Game> Player<G> for Says {
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        let action =
            asked.game.read(self.0).map_err(|why| Fault::new(FaultKind::Garbled, why.to_string()))?;
        Ok(Answer { time: Some(Duration::ZERO), ..Answer::new(action) })
    }
}

/// Is not ready and cannot play.
struct Absent;

impl<G: Game> Player<G> for Absent {
    fn get_ready(&mut self, _game: &G, _seat: Seat) -> Result<(), Fault> {
        Err(Fault::new(FaultKind::Start, "could not be started"))
    }

    fn act(&mut self, _asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        panic!("a player that is not ready was asked")
    }
}

fn random<G: DuelGame>(seed: u64) -> Box<dyn Player<G>> {
    Box::new(Random(Seed(seed).rng(), Duration::from_millis(3)))
}

fn job(name: &str, opening: &[&str]) -> Job {
    let setup = game(name).unwrap().setup(&Ask::default()).unwrap();
    let players = [0, 1].map(|player| PlayerText { player, name: "random".into(), seed: 7 + player as u64 });
    let opening = opening.iter().map(|word| (*word).to_owned()).collect();
    Job { opening, ..Job::new(5, setup, players.to_vec()) }
}

fn no_judge<G>(_: &G) -> Option<Outcome> {
    None
}

fn played<G: joust_games::Registered>(job: &Job, mut players: [Box<dyn Player<G>>; 2]) -> Played {
    job.play(&mut players, &no_judge, &AtomicBool::new(false)).unwrap().unwrap()
}

#[test]
fn a_result_is_a_function_of_its_job_and_both_are_written_down() {
    fn repeated<G: DuelGame + joust_games::Registered>(job: &Job) {
        let job: Job = serde_json::from_str(&serde_json::to_string(job).unwrap()).unwrap();
        let seated = || [0, 1].map(|seat| random::<G>(job.players[seat].seed));
        let first = played(&job, seated());
        assert_eq!(first, played(&job, seated()));
        let text = serde_json::to_string(&first).unwrap();
        assert_eq!(serde_json::from_str::<Played>(&text).unwrap(), first);
        // The record of the game leads to the same end.
        assert_eq!(job.course::<G>(&first.actions).unwrap().ending(), Some(first.ending));
        assert_eq!((first.game, first.faults.len()), (5, 0));
        let moves = first.actions.len() as u64 - job.opening.len() as u64;
        assert_eq!(first.spent[0].moves + first.spent[1].moves, moves);
        assert_eq!(first.spent[0].nodes, 2 * first.spent[0].moves);
        assert_eq!(first.figures.len() as u64, moves);
        assert_eq!(first.figures[0], Figures { nodes: Some(2), ms: Some(3.0), value: None });
        assert!((first.spent[0].longest_ms - 3.0).abs() < 1e-9);
    }
    repeated::<Battle>(&job("mad", &["pass", "112<>221"]));
    repeated::<Campaign>(&job("wargame", &["C3"]));
}

#[test]
fn jobs_that_cannot_be_done_say_why() {
    let stop = AtomicBool::new(false);
    let why = |job: &Job| {
        job.play(&mut [random::<Battle>(1), random(2)], &no_judge, &stop).err().unwrap().to_string()
    };
    assert!(why(&job("mad", &["pass", "nowhere"])).starts_with("`nowhere`: "));
    assert_eq!(why(&job("wargame", &[])), "this is a job of the game `wargame`, not of mad");
    assert!(why(&Job { v: 2, ..job("mad", &[]) }).contains("version 2"));
    let alone = job("mad", &[]).play(&mut [random::<Battle>(1)], &no_judge, &stop);
    assert_eq!(alone.err(), Some(BadJob::Players { found: 1, seats: 2 }));
}

#[test]
fn a_fault_loses_a_duel_and_says_where() {
    fn lost<G: DuelGame + joust_games::Registered>(word: &'static str, kind: FaultKind, detail: &str) {
        let moves = if G::NAME == "mad" { ["pass", "pass"] } else { ["C3", "C4"] };
        let lost = played::<G>(&job(G::NAME, &moves), [random(1), Box::new(Says(word))]);
        assert_eq!(lost.ending, Ending::lost(Why::FAULT, Seat::SECOND), "{word}");
        let [fault] = &lost.faults[..] else { panic!("{:?}", lost.faults) };
        assert_eq!((fault.seat, fault.turn, fault.kind), (Seat::SECOND, Some(4), kind));
        assert!(fault.detail.starts_with(detail), "{fault}");
        assert_eq!((lost.spent[0].moves, lost.spent[1].moves, lost.actions.len()), (1, 0, 3));
    }
    lost::<Campaign>("Z9", FaultKind::Illegal, "wanted `Z9`: ");
    lost::<Battle>("accept", FaultKind::Illegal, "wanted `accept`: ");
    lost::<Battle>("resign", FaultKind::Garbled, "answered `resign`, which is not a move");
    lost::<Battle>("zzz", FaultKind::Garbled, "");
}

/// A duel needs both players, but the fault of a player comes in its own turn.
#[test]
fn a_player_that_is_not_there_loses_when_it_is_asked() {
    let lost = played::<Battle>(&job("mad", &[]), [random(1), Box::new(Absent)]);
    assert_eq!((lost.actions.len(), lost.ending.loser), (1, Some(Seat::SECOND)));
    assert_eq!((lost.faults[0].kind, lost.faults[0].turn), (FaultKind::Start, None));
    assert_eq!(lost.faults.len(), 1);
}

#[test]
fn the_clock_runs_by_what_the_players_say() {
    let slow = |millis| -> Box<dyn Player<Battle>> {
        Box::new(Random(Seed(1).rng(), Duration::from_millis(millis)))
    };
    let timed = |start, increment, players| {
        let clock = Some(Allowance { start, increment });
        played(&Job { clock, ..job("mad", &[]) }, players)
    };
    // Five moves of 100 ms are too long for 450 ms.
    let flag = timed(450, 0, [slow(100), slow(1)]);
    assert_eq!(flag.ending, Ending::lost(Why::TIME, Seat::FIRST));
    assert_eq!((flag.faults[0].kind, flag.spent[0].moves), (FaultKind::Flag, 4));
    assert_eq!(flag.moves(Battle::WORDS).count(), 8);
    // The increment pays for them.
    let paid = timed(450, 100, [slow(100), slow(1)]);
    assert!(paid.faults.is_empty(), "{:?}", paid.faults);
    // Less than a millisecond adds up.
    let short = |micros| -> Box<dyn Player<Battle>> {
        Box::new(Random(Seed(1).rng(), Duration::from_micros(micros)))
    };
    let flag = timed(3, 0, [short(900), short(900)]);
    assert_eq!(flag.faults.first().map(|fault| fault.kind), Some(FaultKind::Flag));
}

/// Remembers what is left on its clock.
struct Watch(Arc<Mutex<Vec<Duration>>>, Random);

impl Player<Battle> for Watch {
    fn act(&mut self, asked: &Asked<'_, Battle>) -> Result<Answer<joust_mad::Action>, Fault> {
        self.0.lock().unwrap().push(asked.budget.unwrap().left);
        self.1.act(asked)
    }
}

#[test]
fn players_are_told_what_is_left_to_them() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watch = Watch(Arc::clone(&seen), Random(Seed(1).rng(), Duration::from_millis(30)));
    let clock = Some(Allowance { start: 60_000, increment: 10 });
    played(&Job { clock, ..job("mad", &[]) }, [Box::new(watch), random(2)]);
    let seen: Vec<u64> = seen.lock().unwrap().iter().map(|left| left.as_millis() as u64).collect();
    assert_eq!(seen[..3], [60_000, 59_980, 59_960]);
}

#[test]
fn a_judge_ends_a_game_whose_result_it_knows() {
    let judge =
        |game: &Battle| (game.position().turn_number() == 7).then(|| Outcome::duel_win(Seat::SECOND, 1));
    let mut players = [random::<Battle>(1), random(2)];
    let judged = job("mad", &[]).play(&mut players, &judge, &AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!((judged.actions.len(), judged.ending.why.as_str()), (6, Why::ADJUDICATED));
    assert_eq!(judged.ending.points(), "0-1/2");
}

/// Sets the flag at its third move and then fails. At the end it takes the flag away.
struct Stops(u32, Arc<AtomicBool>);

impl Player<Battle> for Stops {
    fn act(&mut self, asked: &Asked<'_, Battle>) -> Result<Answer<joust_mad::Action>, Fault> {
        self.0 += 1;
        if self.0 < 3 {
            return Random(Seed(1).rng(), Duration::ZERO).act(asked);
        }
        self.1.store(true, Ordering::Relaxed);
        Err(Fault::new(FaultKind::Stopped, "was stopped"))
    }
    fn end(&mut self) {
        self.1.store(false, Ordering::Relaxed);
    }
}

#[test]
fn no_player_is_at_fault_in_a_game_that_was_stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut players: [Box<dyn Player<Battle>>; 2] = [Box::new(Stops(0, Arc::clone(&stop))), random(2)];
    assert_eq!(job("mad", &[]).play(&mut players, &no_judge, &stop), Ok(None));
    assert!(!stop.load(Ordering::Relaxed), "the players of a job hear of its end");
}

/// Bids by round; tells a list what it was asked.
struct Bidder([u8; 3], Arc<Mutex<String>>);

impl Bidder {
    fn note(&self, word: char, seat: Seat) {
        write!(self.1.lock().unwrap(), "{word}{} ", seat.index()).unwrap();
    }
}

impl Player<Bids> for Bidder {
    fn begin(&mut self, _game: &Bids, seat: Seat) {
        self.note('b', seat);
    }
    fn act(&mut self, asked: &Asked<'_, Bids>) -> Result<Answer<Action>, Fault> {
        self.note('a', asked.seat);
        assert_eq!(asked.game.said, [None; 3], "no seat sees what another does in its turn");
        let action = Action::Bid(self.0[asked.game.round as usize]);
        Ok(Answer { time: Some(Duration::ZERO), ..Answer::new(action) })
    }
}

#[test]
fn seats_that_act_at_once_all_begin_first_and_a_fault_costs_only_the_seat() {
    let heard = Arc::new(Mutex::new(String::new()));
    let bidder = |bids| -> Box<dyn Player<Bids>> { Box::new(Bidder(bids, Arc::clone(&heard))) };
    let mut table = Referee::new(Course::new(Bids::default()));
    // The second seat bids what it may not in the second round.
    let mut players = [bidder([1, 1, 1]), bidder([9, 10, 9]), bidder([3, 3, 3])];
    let account = play(&mut table, &mut players, &no_judge, &mut (), &AtomicBool::new(false)).unwrap();
    assert_eq!(*heard.lock().unwrap(), "b0 b1 b2 a0 a1 a2 b0 b1 b2 a0 a1 a2 b0 b2 a0 a2 ");
    assert_eq!(table.ending().unwrap().outcome, Some(Outcome::by_scores(&[3, 9, 9])));
    assert_eq!(account.faults.len(), 1);
    assert_eq!((account.faults[0].seat, account.faults[0].turn), (Seat::SECOND, Some(2)));
    assert_eq!(account.spent.iter().map(|spent| spent.moves).collect::<Vec<_>>(), [3, 1, 3]);
}

#[test]
fn a_game_that_goes_on_without_a_player_does_so_before_the_first_round() {
    let heard = Arc::new(Mutex::new(String::new()));
    let bidder = |bids| -> Box<dyn Player<Bids>> { Box::new(Bidder(bids, Arc::clone(&heard))) };
    let mut table = Referee::new(Course::new(Bids::default()));
    let mut players = [bidder([1, 1, 1]), bidder([2, 2, 2]), Box::new(Absent)];
    let account = play(&mut table, &mut players, &no_judge, &mut (), &AtomicBool::new(false)).unwrap();
    assert!(heard.lock().unwrap().starts_with("b0 b1 a0 a1 b0"));
    assert_eq!(account.faults.iter().map(|fault| fault.turn).collect::<Vec<_>>(), [None]);
    assert_eq!(table.ending().unwrap().winner(), Some(Seat::SECOND));
}

/// Notes in the list of the bidders what it sees.
struct Notes(Arc<Mutex<String>>, Option<Arc<AtomicBool>>);

impl Notes {
    fn note(&mut self, text: impl std::fmt::Display) {
        write!(self.0.lock().unwrap(), "{text} ").unwrap();
    }
}

impl Watcher<Bids> for Notes {
    fn seating(&mut self, seat: Seat) {
        self.note(format_args!("seating{}", seat.index()));
    }
    fn seated(&mut self, course: &Course<Bids>) {
        self.note(format_args!("seated:{:?}", course.out));
    }
    fn turn(&mut self, game: &Bids) {
        self.note(format_args!("turn:{}", game.round));
    }
    fn asking(&mut self, seat: Seat) {
        self.note(format_args!("asking{}", seat.index()));
    }
    fn failed(&mut self, fault: &Fault) {
        self.note(format_args!("failed{}@{:?}", fault.seat.index(), fault.turn));
    }
    fn asked(&mut self, seat: Seat) {
        self.note(format_args!("asked{}", seat.index()));
    }
    fn turned(&mut self, course: &Course<Bids>) {
        self.note(format_args!("turned:{:?}", course.sums));
        if let Some(stop) = &self.1 {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_watcher_sees_all_that_happens_in_its_order_and_can_stop_the_game() {
    let heard = Arc::new(Mutex::new(String::new()));
    let bidder = |bids| -> Box<dyn Player<Bids>> { Box::new(Bidder(bids, Arc::clone(&heard))) };
    let mut table = Referee::new(Course::new(Bids::default()));
    let mut players = [bidder([1, 1, 1]), bidder([10, 9, 9]), Box::new(Absent)];
    let stop = Arc::new(AtomicBool::new(false));
    let mut notes = Notes(Arc::clone(&heard), Some(Arc::clone(&stop)));
    assert_eq!(play(&mut table, &mut players, &no_judge, &mut notes, &stop), None);
    assert_eq!(
        *heard.lock().unwrap(),
        "seating0 seating1 seating2 failed2@None seated:[false, false, true] \
         turn:0 b0 b1 asking0 a0 asked0 asking1 a1 asked1 failed1@Some(1) turned:[1, 0, 0] "
    );
    // A closure sees turns.
    let mut sums = Vec::new();
    let mut table = Referee::new(Course::new(Bids::default()));
    let mut players = [bidder([1, 1, 1]), bidder([2, 2, 2]), bidder([3, 3, 3])];
    let mut watch = |course: &Course<Bids>| sums.push(course.sums);
    play(&mut table, &mut players, &no_judge, &mut watch, &AtomicBool::new(false)).unwrap();
    assert_eq!(sums, [[1, 2, 3], [2, 4, 6], [3, 6, 9]]);
}

/// A job with these players.
fn named(name: &str, players: [&str; 2]) -> Job {
    let mut job = job(name, &[]);
    for (player, name) in job.players.iter_mut().zip(players) {
        name.clone_into(&mut player.name);
    }
    job
}

#[test]
fn a_job_names_its_players_and_their_limits() {
    let stop = AtomicBool::new(false);
    for (game, players) in
        [("mad", ["engine,nodes=300", "random"]), ("wargame", ["alphabeta:2", "engine:1,nodes=50"])]
    {
        let actions = || run(&named(game, players), &stop).unwrap().unwrap().actions;
        assert_eq!(actions(), actions(), "{game}");
    }
    stop.store(true, Ordering::Relaxed);
    assert_eq!(run(&named("mad", ["random", "random"]), &stop), Ok(None));
}

#[test]
fn jobs_with_unknown_players_are_refused() {
    let why = |job: &Job| run(job, &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(why(&named("mad", ["nobody", "random"])).starts_with("there is no player `nobody`"));
    assert_eq!(why(&named("mad", ["random", "human"])), "`human` does not play by itself");
    let mut chess = named("mad", ["random", "random"]);
    "chess".clone_into(&mut chess.setup.game);
    assert_eq!(why(&chess), "no players are known by name in the game `chess`");
    let nowhere = named("mad", ["random", "engine,depth=1,tables=nowhere"]);
    let unready = rehearse(&nowhere).unwrap_err().to_string();
    assert!(unready.starts_with("engine,depth=1,tables=nowhere cannot use its tables: "), "{unready}");
    assert_eq!(rehearse(&named("mad", ["random", "engine:1"])), Ok(()));
    let judged = Job { tables: Some("nowhere".into()), ..named("mad", ["random", "random"]) };
    assert!(why(&judged).contains("nowhere"));
    assert_eq!(rehearse(&judged).unwrap_err().to_string(), why(&judged));
    let of_war = Job { tables: Some("nowhere".into()), ..named("wargame", ["random", "random"]) };
    assert_eq!(why(&of_war), "wargame has no endgame tables");
}

/// The four players of a job of Mad Max.
fn of_madmax(players: [&str; 4]) -> Job {
    let setup = game("madmax").unwrap().setup(&Ask { seed: Some(30), ..Ask::default() }).unwrap();
    let player = |(player, name): (usize, &str)| PlayerText { player, name: name.to_owned(), seed: 0 };
    Job::new(0, setup, players.into_iter().enumerate().map(player).collect())
}

#[test]
fn a_job_of_mad_max_is_played_as_a_duel_is() {
    let stop = AtomicBool::new(false);
    let job = of_madmax(["Demo", "Dummy", "Null", "Demo"]);
    let played = run(&job, &stop).unwrap().unwrap();
    assert_eq!(played.actions, run(&job, &stop).unwrap().unwrap().actions);
    assert!(played.faults.is_empty() && played.ending.outcome.is_some());
    assert_eq!(rehearse(&job), Ok(()));
    let judged = Job { tables: Some("nowhere".into()), ..job };
    assert_eq!(run(&judged, &stop).unwrap_err().to_string(), "madmax has no endgame tables");
    let no_kit = of_madmax(["Demo", "Demo", "nowhere/Game:Foo", "Demo"]);
    assert!(run(&no_kit, &stop).unwrap_err().to_string().starts_with("nowhere/Game cannot be run: "));
}

/// Every kind of player is seated by one function, built in or a program.
#[test]
fn every_kind_of_player_is_seated_in_one_way() {
    for (name, game, is_seated) in [
        ("random", "mad", true),
        ("engine:1", "wargame", true),
        ("line:cat", "mad", true),
        ("line:cat", "wargame", true),
        ("Demo", "madmax", true),
        ("human", "mad", false),
        ("./Game:Foo", "madmax", false),
    ] {
        let contestant = Contestant::Named(Spec::read(name, game).unwrap());
        assert_eq!(contestant.name(), name);
        assert_eq!(contestant.seat(&Place::default()).is_some(), is_seated, "{name}");
    }
    let kit = Programs::default().find(Spec::read("nowhere/Game:Foo", "madmax").unwrap());
    assert!(matches!(kit, Err(BadContestant::Kit(_))));
}

/// The tables that engines use are part of the job, and not of the environment.
#[test]
fn engines_use_the_usual_tables_of_the_job() {
    let (empty, spoilt) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(spoilt.path().join("mad-6x4-2-1.table"), b"spoilt").unwrap();
    let ready = |name, folder: &tempfile::TempDir| {
        let usual_tables = Some(folder.path().to_owned());
        rehearse(&Job { usual_tables, ..named("mad", [name, "random"]) }).map_err(|why| why.to_string())
    };
    assert_eq!(ready("engine,depth=1", &empty), Ok(()), "a folder without tables is none");
    let why = ready("engine,depth=1", &spoilt).unwrap_err();
    assert!(why.starts_with("engine,depth=1 cannot use its tables: "), "{why}");
    assert_eq!(ready("engine,depth=1,tables=off", &spoilt), Ok(()));
    assert_eq!(ready("engine:2", &spoilt), Ok(()), "lower levels do without");
}

/// The time for a move is a limit of the job, not part of a program's name.
#[test]
fn programs_are_late_by_the_limit_of_the_job() {
    let limits = GameLimits { move_ms: Some(50), ..GameLimits::default() };
    let slow = "line:echo ready; read p; sleep 30";
    let late = run(&Job { limits, ..named("mad", [slow, "random"]) }, &AtomicBool::new(false));
    let late = late.unwrap().unwrap();
    assert_eq!((late.faults[0].kind, late.ending.loser), (FaultKind::Late, Some(Seat::FIRST)));
}

#[test]
fn limits_below_zero_are_refused() {
    for limit in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        let some = Some(limit);
        for (name, limits) in [
            ("time", GameLimits { time: some, ..GameLimits::default() }),
            ("wait", GameLimits { wait: some, ..GameLimits::default() }),
            ("memory", GameLimits { memory: some, ..GameLimits::default() }),
        ] {
            let job = Job { limits, ..named("mad", ["random", "random"]) };
            assert_eq!(run(&job, &AtomicBool::new(false)), Err(BadJob::Limit(name, limit.to_string())));
        }
    }
}

/// The original program compares names byte by byte.
#[test]
fn the_name_of_a_built_in_player_is_exact() {
    assert!(Contestant::built_in("Demo").is_some());
    for name in [" Demo", "Demo ", "demo", "random "] {
        assert!(Contestant::built_in(name).is_none(), "{name:?}");
    }
}
