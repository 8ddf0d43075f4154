//! The behaviour of a live game, case by case.

use joust_core::{Allowance, Seat, Seats, Why};
use joust_live::{
    COURSE_MOST, Deed, ENTRIES_MOST, Entry, LiveGame, LiveRefusal, Opponent, Proposal, Rematch, RematchOffer,
    Terms,
};

const FIRST: Seats = Seats::only(Seat::FIRST);
const SECOND: Seats = Seats::only(Seat::SECOND);
const CLOCK: Option<Allowance> = Some(Allowance { start: 60_000, increment: 2_000 });

fn mad(rules: &str, opponent: Opponent) -> Terms {
    Terms::new("mad", rules, "", "", opponent).unwrap()
}

fn game(opponent: Opponent, clock: Option<Allowance>) -> LiveGame {
    let mut game = LiveGame::begin(mad("", opponent).with_clock(clock).unwrap()).unwrap();
    for (seat, visitor) in [(0, "ada"), (1, if opponent == Opponent::Screen { "ada" } else { "bea" })] {
        if let Ok(entry) = game.sit(seat, visitor, visitor, 0) {
            game.apply(&entry).unwrap();
        }
    }
    game
}

/// Lets a seat act with the newest view.
fn act(game: &mut LiveGame, by: Seats, text: &str, now: i64) -> Result<(), LiveRefusal> {
    match game.act(by, game.version(), text, now)? {
        Proposal::New(entry) => game.apply(&entry).map_err(|why| panic!("{why}")),
        Proposal::Again(_) => panic!("{text} was done already"),
    }
}

/// Carries out a proposed entry.
fn apply(game: &mut LiveGame, propose: impl FnOnce(&LiveGame) -> Result<Entry, LiveRefusal>) {
    let entry = propose(game).unwrap();
    game.apply(&entry).unwrap();
}

#[test]
fn an_action_that_is_sent_twice_is_carried_out_once() {
    let mut game = game(Opponent::Friend, None);
    let seen = game.version();
    act(&mut game, FIRST, "pass", 1).unwrap();
    assert_eq!(game.act(FIRST, seen, "pass", 2), Ok(Proposal::Again(seen + 1)));
    assert_eq!(game.act(FIRST, seen, "112<>221", 2), Err(LiveRefusal::Stale));
    assert_eq!(game.act(SECOND, seen, "pass", 2), Err(LiveRefusal::Stale));
    act(&mut game, SECOND, "pass", 3).unwrap();
    assert_eq!(game.act(FIRST, seen, "pass", 4), Ok(Proposal::Again(seen + 1)));
    assert_eq!(game.act(FIRST, 99, "211-c2-c4", 4), Err(LiveRefusal::Stale));
    // Also when it has ended the game.
    apply(&mut game, |game| game.resign(FIRST, 5));
    assert_eq!(game.act(FIRST, seen, "pass", 6), Ok(Proposal::Again(seen + 1)));
    assert_eq!(game.act(FIRST, game.version(), "pass", 6), Err(LiveRefusal::Over));
}

#[test]
fn taking_a_seat_makes_no_view_stale() {
    let mut game = LiveGame::begin(mad("", Opponent::Friend)).unwrap();
    apply(&mut game, |game| game.sit(0, "ada", "Ada", 0));
    let seen = game.version();
    assert!(game.may_join("bea") && !game.may_join("ada"));
    assert!(game.join("ada", "Ada", 1).is_err());
    apply(&mut game, |game| game.join("bea", "Bea", 1));
    assert!(!game.may_join("eve") && game.join("eve", "Eve", 2).is_err());
    assert!(matches!(game.act(FIRST, seen, "pass", 2), Ok(Proposal::New(_))));
    assert_eq!(game.act(Seats::default(), seen, "pass", 2), Err(LiveRefusal::Spectator));
    assert_eq!(game.act(SECOND, seen, "pass", 2), Err(LiveRefusal::Turn));
}

#[test]
fn moves_are_taken_back_to_the_persons_turn() {
    let mut game = game(Opponent::Computer { level: 1, seat: 1 }, None);
    assert_eq!(game.undo(FIRST, game.version(), 1), Err(LiveRefusal::NothingToUndo));
    act(&mut game, FIRST, "pass", 1).unwrap();
    // While the computer thinks, one move is taken back; afterwards two.
    apply(&mut game, |game| game.undo(FIRST, game.version(), 2));
    assert!(game.course().is_empty() && game.to_act() == Some(Seat::FIRST));
    act(&mut game, FIRST, "pass", 3).unwrap();
    act(&mut game, SECOND, "pass", 4).unwrap();
    assert_eq!(game.undo(FIRST, game.version() - 1, 5), Err(LiveRefusal::Stale));
    apply(&mut game, |game| game.undo(FIRST, game.version(), 5));
    assert!(game.course().is_empty() && !game.is_under_way());
    let timed = self::game(Opponent::Screen, CLOCK);
    assert_eq!(timed.undo(FIRST, 2, 1), Err(LiveRefusal::Clock));
    let friends = self::game(Opponent::Friend, None);
    assert_eq!(friends.undo(FIRST, 2, 1), Err(LiveRefusal::FriendUndo));
    assert_eq!(friends.may_have_hint(FIRST, 2, 1), Err(LiveRefusal::FriendHint));
}

#[test]
fn the_first_move_of_each_side_is_free() {
    let mut game = game(Opponent::Friend, CLOCK);
    assert_eq!(game.deadline(), None);
    act(&mut game, FIRST, "pass", 500_000).unwrap();
    assert_eq!(game.deadline(), None);
    act(&mut game, SECOND, "pass", 900_000).unwrap();
    assert_eq!(game.clock(900_000).unwrap().left, [60_000, 60_000]);
    assert_eq!(game.deadline(), Some(960_000));
    act(&mut game, FIRST, "211-c2-c4", 910_000).unwrap();
    assert_eq!(game.clock(915_000).unwrap().left, [52_000, 55_000]);
    // While an offer waits, the clock of the side that must answer runs, and no word is paid for.
    act(&mut game, SECOND, "offer", 915_000).unwrap();
    assert_eq!(game.clock(920_000).unwrap().running, Some(Seat::FIRST));
    act(&mut game, FIRST, "decline", 920_000).unwrap();
    assert_eq!(game.clock(920_000).unwrap().left, [47_000, 55_000]);
    assert_eq!(game.deadline(), Some(975_000));
}

#[test]
fn a_player_who_is_too_late_finds_the_flag_fallen() {
    let mut game = game(Opponent::Friend, CLOCK);
    act(&mut game, FIRST, "pass", 0).unwrap();
    act(&mut game, SECOND, "pass", 0).unwrap();
    assert!(game.flag(59_999).is_none());
    assert_eq!(game.act(FIRST, game.version(), "211-c2-c4", 60_000), Err(LiveRefusal::Over));
    assert_eq!(game.resign(SECOND, 60_000), Err(LiveRefusal::Over));
    let flag = game.flag(60_000).unwrap();
    assert!(game.prepare(flag.clone()).unwrap().standing().ending.is_some());
    game.apply(&flag).unwrap();
    let ending = game.ending().unwrap();
    assert_eq!((ending.why.as_str(), ending.loser), (Why::TIME, Some(Seat::FIRST)));
    assert_eq!(game.course(), ["pass", "pass"]);
    assert_eq!(game.record().actions, ["pass", "pass", "time"]);
    assert_eq!(game.record().result, "0-1");
    assert_eq!(game.deadline(), None);
}

#[test]
fn an_outage_costs_no_side_time() {
    let mut game = game(Opponent::Friend, CLOCK);
    act(&mut game, FIRST, "pass", 0).unwrap();
    assert_eq!(game.returned(0, 10), None, "no clock runs");
    act(&mut game, SECOND, "pass", 0).unwrap();
    let seen = game.version();
    let back = game.returned(20_000, 500_000).unwrap();
    game.apply(&back).unwrap();
    assert_eq!(game.clock(500_000).unwrap().left[0], 40_000);
    assert_eq!(game.deadline(), Some(540_000));
    assert!(matches!(game.act(FIRST, seen, "211-c2-c4", 510_000), Ok(Proposal::New(_))));
    // The server is down again before its first heartbeat: time that was used before stays used.
    let again = game.returned(20_000, 900_000).unwrap();
    game.apply(&again).unwrap();
    assert_eq!(game.clock(900_000).unwrap().left[0], 40_000);
}

/// The clock ran out before the server went down, and the clock of the machine is set back afterwards.
#[test]
fn a_flag_that_has_fallen_stays_down() {
    let mut game = game(Opponent::Friend, CLOCK);
    act(&mut game, FIRST, "pass", 0).unwrap();
    act(&mut game, SECOND, "pass", 0).unwrap();
    let back = game.returned(60_010, 60_030).unwrap();
    game.apply(&back).unwrap();
    assert_eq!(game.deadline(), Some(60_020));
    assert_eq!(game.act(FIRST, game.version(), "211-c2-c4", 60_019), Err(LiveRefusal::Over));
    assert!(game.flag(60_019).is_some());
}

#[test]
fn records_tell_the_end() {
    let mut resigned = game(Opponent::Friend, None);
    act(&mut resigned, FIRST, "pass", 1).unwrap();
    apply(&mut resigned, |resigned| resigned.resign(FIRST, 2));
    assert_eq!(resigned.record().actions, ["pass", "red-resigns"]);
    assert_eq!(resigned.record().result, "0-1");
    let mut given_up = game(Opponent::Friend, CLOCK);
    apply(&mut given_up, |given_up| given_up.abort(SECOND, 2));
    let record = given_up.record();
    assert_eq!(record.result, "*");
    assert_eq!((record.header("Red"), record.header("Clock")), (Some("ada"), Some("1:00+2")));
    assert!(record.header("Termination").unwrap().starts_with("given up"));
    let computer = game(Opponent::Computer { level: 7, seat: 0 }, None);
    assert_eq!(computer.record().header("Red"), Some("engine:7"));
}

#[test]
fn a_rematch_has_the_seats_exchanged() {
    let terms = mad("", Opponent::Computer { level: 3, seat: 1 });
    assert_eq!(terms.exchanged().opponent, Opponent::Computer { level: 3, seat: 0 });
    let mut game = game(Opponent::Friend, None);
    assert_eq!(game.ask_rematch(FIRST, 1), Err(LiveRefusal::NotOver));
    apply(&mut game, |game| game.resign(SECOND, 1));
    assert_eq!(game.ask_rematch(Seats::default(), 2), Err(LiveRefusal::Spectator));
    let note = game.note_rematch("next", 2);
    game.apply(&note).unwrap();
    assert_eq!(game.rematch(), Some("next"));
    assert_eq!(game.ask_rematch(SECOND, 3), Ok(Rematch::Made("next".into())));
    assert!(game.apply(&note).is_err());
}

#[test]
fn a_rematch_between_two_people_is_an_offer() {
    let offer = |game: &LiveGame, by, at| match game.ask_rematch(by, at) {
        Ok(Rematch::Offer(entry)) => Ok(entry),
        other => panic!("{other:?}"),
    };
    let mut game = game(Opponent::Friend, None);
    apply(&mut game, |game| game.resign(SECOND, 1));
    assert_eq!(game.decline_rematch(SECOND, 2), Err(LiveRefusal::NoRematchOffer));
    apply(&mut game, |game| offer(game, FIRST, 2));
    assert_eq!(game.rematch_offer(), Some(RematchOffer { by: Seat::FIRST, declined: false }));
    // A player cannot accept or decline their own offer.
    assert_eq!(game.ask_rematch(FIRST, 3), Ok(Rematch::Waits));
    assert_eq!(game.decline_rematch(FIRST, 3), Err(LiveRefusal::NoRematchOffer));
    assert_eq!(game.ask_rematch(SECOND, 3), Ok(Rematch::Make));
    apply(&mut game, |game| game.decline_rematch(SECOND, 3));
    assert_eq!(game.ask_rematch(FIRST, 4), Err(LiveRefusal::RematchDeclined));
    // The player who declined may still offer a rematch.
    apply(&mut game, |game| offer(game, SECOND, 4));
    assert_eq!(game.ask_rematch(FIRST, 5), Ok(Rematch::Make));
    // So offers cannot go on for ever.
    apply(&mut game, |game| game.decline_rematch(FIRST, 5));
    for by in [FIRST, SECOND] {
        assert_eq!(game.ask_rematch(by, 6), Err(LiveRefusal::RematchDeclined));
    }
}

#[test]
fn a_rematch_that_needs_no_consent_is_made_at_once() {
    for opponent in [Opponent::Computer { level: 3, seat: 1 }, Opponent::Screen] {
        let mut game = game(opponent, None);
        apply(&mut game, |game| game.abort(FIRST, 1));
        assert_eq!(game.ask_rematch(FIRST, 2), Ok(Rematch::Make));
    }
}

#[test]
fn a_log_that_cannot_be_is_refused() {
    let mut game = game(Opponent::Friend, None);
    act(&mut game, FIRST, "pass", 10).unwrap();
    for (at, deed, why) in [
        (9, Deed::Acted { seat: 1, action: "pass".into() }, "earlier"),
        (11, Deed::Acted { seat: 0, action: "pass".into() }, "turn"),
        (11, Deed::Acted { seat: 1, action: "nonsense".into() }, "nonsense"),
        (11, Deed::Flagged { seat: 1 }, "not up"),
        (11, Deed::Undone { to: 1 }, "nothing to take back"),
        (11, Deed::Sat { seat: 1, visitor: "eve".into(), name: String::new() }, "not open"),
        (11, Deed::Rematch { id: "x".into() }, "not over"),
    ] {
        let told = game.apply(&Entry { at, deed }).unwrap_err();
        assert!(told.version == 4 && told.to_string().contains(why), "{told}");
    }
    assert_eq!(game.version(), 3);
}

/// A move that takes nothing and ends nothing, so that a game can become long.
fn quiet(game: &LiveGame) -> String {
    let position = game.position();
    let next = |mv: &String| {
        let mut next = position.boxed();
        next.play(mv).map(|_| next.longest())
    };
    let moves = position.moves();
    moves.iter().find(|mv| next(mv) == Ok(position.longest() - 1)).unwrap().clone()
}

/// The log of a game at one screen with this number of quiet moves; after every move there are undos, each
/// followed by the move that it took back.
fn long_log(moves: usize, undos: u32) -> (Terms, Vec<Entry>) {
    let terms = mad("limit=10000", Opponent::Screen);
    let mut game = LiveGame::begin(terms.clone()).unwrap();
    let mut log = Vec::new();
    let mut add = |game: &mut LiveGame, deed| {
        let entry = Entry { at: 0, deed };
        game.apply(&entry).unwrap();
        log.push(entry);
    };
    for seat in 0..2 {
        add(&mut game, Deed::Sat { seat, visitor: "ada".into(), name: "Ada".into() });
    }
    for to in 0..moves as u32 {
        let deed = Deed::Acted { seat: game.to_act().unwrap().index() as u8, action: quiet(&game) };
        add(&mut game, deed.clone());
        for _ in 0..undos {
            add(&mut game, Deed::Undone { to });
            add(&mut game, deed.clone());
        }
    }
    (terms, log)
}

fn replay((terms, log): &(Terms, Vec<Entry>)) -> LiveGame {
    let mut game = LiveGame::begin(terms.clone()).unwrap();
    for entry in log {
        game.apply(entry).unwrap();
    }
    game
}

/// Quadratic code would take sixteen times as long for four times the moves.
#[test]
fn replay_takes_time_in_proportion_to_the_log() {
    for undos in [0, 2] {
        let [short, long] = [500, 2_000].map(|moves| long_log(moves, undos));
        let best = |log| {
            let once = |_| {
                let begin = std::time::Instant::now();
                assert!(replay(log).to_act().is_some());
                begin.elapsed()
            };
            (0..7).map(once).min().unwrap()
        };
        let [short, long] = [best(&short), best(&long)];
        assert!(long < short * 8, "{undos} undos: {short:?} and {long:?}");
    }
}

#[test]
fn a_log_has_a_bound_and_a_way_out() {
    let log = long_log(COURSE_MOST, 0);
    let mut game = replay(&log);
    let both = game.seats_of("ada");
    assert_eq!(game.act(both, game.version(), &quiet(&game), 1), Err(LiveRefusal::Long));
    assert_eq!(LiveRefusal::Long.word(), "long");
    assert!(game.resign(both, 1).is_ok());
    apply(&mut game, |game| game.abort(both, 1));
    assert_eq!(game.ending().map(|ending| ending.why), Some(Why::new(Why::GIVEN_UP)));
    // Logs of older builds can be longer.
    let longer = replay(&long_log(COURSE_MOST + 200, 0));
    assert_eq!(longer.course().len(), COURSE_MOST + 200);
    // However many moves are taken back, the log still has room for a whole game.
    let undone = replay(&long_log(300, 2));
    assert!(undone.version() < ENTRIES_MOST);
    assert_eq!(undone.undo(both, undone.version(), 1), Err(LiveRefusal::Long));
    assert!(undone.act(both, undone.version(), &quiet(&undone), 1).is_ok());
    assert_eq!(undone.abort(both, 1), Err(LiveRefusal::UnderWay));
}

#[test]
fn offers_leave_room_for_the_rest_of_the_game() {
    let terms = mad("limit=60", Opponent::Screen);
    let mut game = LiveGame::begin(terms).unwrap();
    for seat in 0..2 {
        apply(&mut game, |game| game.sit(seat, "ada", "Ada", 0));
    }
    let both = game.seats_of("ada");
    let refused = loop {
        if let Err(why) = act(&mut game, both, "offer", 0) {
            break why;
        }
        act(&mut game, both, "decline", 0).unwrap();
        let mv = quiet(&game);
        act(&mut game, both, &mv, 0).unwrap();
    };
    assert_eq!(refused, LiveRefusal::Long);
    assert!(game.course().len() + game.position().longest() as usize <= COURSE_MOST);
    let mv = quiet(&game);
    act(&mut game, both, &mv, 0).unwrap();
}

#[test]
fn a_computer_that_stops_leaves_ways_out() {
    let mut game = game(Opponent::Computer { level: 1, seat: 1 }, None);
    assert_eq!(game.faulted(game.version(), 1), None, "it is not the computer's turn");
    act(&mut game, FIRST, "pass", 1).unwrap();
    act(&mut game, SECOND, "pass", 1).unwrap();
    let mv = quiet(&game);
    act(&mut game, FIRST, &mv, 1).unwrap();
    let seen = game.version();
    assert_eq!(game.retry(FIRST, 2), Err(LiveRefusal::NoFault));
    assert_eq!(game.abort(FIRST, 2), Err(LiveRefusal::UnderWay));
    let fault = game.faulted(seen, 2).unwrap();
    assert_eq!(fault.deed, Deed::Faulted { seat: 1 });
    game.apply(&fault).unwrap();
    assert_eq!((game.fault(), game.to_act()), (Some(Seat::SECOND), Some(Seat::SECOND)));
    assert_eq!(game.faulted(seen, 3), None, "once is enough");
    // A view from before this entry is not stale.
    assert!(game.undo(FIRST, seen, 3).is_ok() && game.resign(FIRST, 3).is_ok());
    assert_eq!(game.retry(Seats::default(), 3), Err(LiveRefusal::Spectator));
    apply(&mut game, |game| game.retry(FIRST, 3));
    assert_eq!(game.fault(), None);
    let again = game.faulted(game.version(), 4).unwrap();
    game.apply(&again).unwrap();
    apply(&mut game, |game| game.abort(FIRST, 5));
    assert_eq!(game.record().header("Termination"), Some("given up"));
}

#[test]
fn terms_are_spelled_out() {
    let terms = mad("classic", Opponent::Friend).with_clock(CLOCK).unwrap();
    let json = serde_json::to_value(&terms).unwrap();
    assert_eq!((&json["v"], &json["rules"]), (&1.into(), &"limit=30,positioning=on,agreed=off".into()));
    assert_eq!(json["board"]["name"], "6x4");
    assert!(json["board"]["text"].as_str().unwrap().starts_with('b'), "{json}");
    assert!(json["position"].as_str().unwrap().contains(" r 1 0 -"), "{json}");
    assert_eq!(serde_json::from_value::<Terms>(json).unwrap(), terms);
    // People see names where there are some, and a start that is the usual one is not told.
    let game = LiveGame::begin(terms).unwrap();
    assert_eq!((game.rules(), game.record().header("Position")), ("classic", None));
    assert_eq!(
        LiveGame::begin(mad("limit=31", Opponent::Screen)).unwrap().rules(),
        "limit=31,positioning=on,agreed=on"
    );
    let random = Terms::new("wargame", "", "random:3x2:5", "", Opponent::Screen).unwrap();
    let values = random.setup.board.text.clone();
    assert_eq!(random.setup.rules, "optional-blitz=off");
    assert_eq!(LiveGame::begin(random).unwrap().values(), Some(values));
}

/// Names of rulesets have the meaning that they had when they were stored.
#[test]
fn names_of_version_0_mean_what_they_meant() {
    let read = |rules: &str| {
        let terms = format!(r#"{{"game":"mad","rules":"{rules}","opponent":"screen"}}"#);
        serde_json::from_str::<Terms>(&terms).unwrap().setup.rules
    };
    for (name, options) in [
        ("", "limit=40,positioning=on,agreed=on"),
        ("current", "limit=40,positioning=on,agreed=on"),
        ("classic", "limit=30,positioning=on,agreed=off"),
        ("app", "limit=30,positioning=off,agreed=off"),
        ("limit=12", "limit=12,positioning=on,agreed=on"),
    ] {
        assert_eq!(read(name), options, "{name}");
    }
    for bad in [
        r#"{"v":2,"game":"mad","rules":"","board":{"name":"6x4","text":""},"position":"","opponent":"screen"}"#,
        r#"{"v":1,"game":"mad","rules":"","board":"6x4","opponent":"screen"}"#,
        r#"{"game":"chess","opponent":"screen"}"#,
    ] {
        assert!(serde_json::from_str::<Terms>(bad).is_err(), "{bad}");
    }
}
