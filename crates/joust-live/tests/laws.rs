//! Laws of every live game, for any requests.

use joust_core::{Allowance, Seat, Seats};
use joust_games::game;
use joust_live::{Deed, Entry, LiveGame, Opponent, Proposal, Rematch, Terms};
use proptest::prelude::*;

/// A request.
#[derive(Clone, Debug)]
enum Ask {
    /// A legal move, chosen by a number.
    Move(u16),
    Say(String),
    Sit(u8, u8),
    Join(u8),
    Resign,
    Abort,
    Undo,
    Flag,
    Return(i64),
    Rematch,
    DeclineRematch,
    Fault,
    Retry,
}

fn ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        12 => any::<u16>().prop_map(Ask::Move),
        3 => prop_oneof![
            Just("offer".to_owned()), Just("accept".to_owned()), Just("decline".to_owned()),
            Just("resign".to_owned()), "[ -~]{0,12}", ".{0,6}",
        ].prop_map(Ask::Say),
        1 => (0u8..3, 0u8..3).prop_map(|(seat, who)| Ask::Sit(seat, who)),
        1 => (0u8..3).prop_map(Ask::Join),
        1 => Just(Ask::Resign),
        1 => Just(Ask::Abort),
        2 => Just(Ask::Undo),
        2 => Just(Ask::Flag),
        1 => (-5_000i64..5_000).prop_map(Ask::Return),
        1 => Just(Ask::Rematch),
        1 => Just(Ask::DeclineRematch),
        1 => Just(Ask::Fault),
        1 => Just(Ask::Retry),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let opponent = prop_oneof![
        (1u8..=10, 0u8..2).prop_map(|(level, seat)| Opponent::Computer { level, seat }),
        Just(Opponent::Screen),
        Just(Opponent::Friend),
    ];
    let place = prop_oneof![
        Just(("mad", "")),
        Just(("mad", "5x5")),
        Just(("wargame", "tiny")),
        Just(("wargame", "small"))
    ];
    let clock = proptest::option::of((1_000i64..20_000, 0i64..3_000));
    (place, opponent, clock).prop_map(|((game, board), opponent, clock)| {
        let clock = clock.map(|(start, increment)| Allowance { start, increment });
        Terms::new(game, "", board, "", opponent).unwrap().with_clock(clock).unwrap()
    })
}

fn who(number: u8) -> String {
    format!("visitor {number}")
}

/// A request: its visitor, the request itself, the age of the visitor's view, and the time since the last request.
type Asked = (u8, Ask, u32, i64);

fn propose(game: &LiveGame, (by, ask, behind, _): &Asked, now: i64) -> Option<Entry> {
    let mut by_seats = game.seats_of(&who(*by));
    if *by == 3 {
        by_seats = game.terms().computer().map_or(Seats::default(), |(seat, _)| Seats::only(seat));
    }
    let version = game.version().saturating_sub(*behind);
    let act = |text: &str| match game.act(by_seats, version, text, now).ok()? {
        Proposal::New(entry) => Some(entry),
        Proposal::Again(at) => {
            assert!(at > version && at <= game.version());
            None
        }
    };
    match ask {
        Ask::Move(number) => {
            let moves = game.position().moves();
            act(moves.get(usize::from(*number) % moves.len().max(1))?)
        }
        Ask::Say(text) => act(text),
        Ask::Sit(seat, visitor) => game.sit(*seat, &who(*visitor), "Ada", now).ok(),
        Ask::Join(visitor) => game.join(&who(*visitor), "Bea", now).ok(),
        Ask::Resign => game.resign(by_seats, now).ok(),
        Ask::Abort => game.abort(by_seats, now).ok(),
        Ask::Undo => game.undo(by_seats, version, now).ok(),
        Ask::Flag => game.flag(now),
        Ask::Return(since) => game.returned(now.saturating_sub(*since), now),
        Ask::Rematch => match game.ask_rematch(by_seats, now) {
            Ok(Rematch::Make) => Some(game.note_rematch("next", now)),
            Ok(Rematch::Offer(entry)) => Some(entry),
            Ok(Rematch::Made(_) | Rematch::Waits) | Err(_) => None,
        },
        Ask::DeclineRematch => game.decline_rematch(by_seats, now).ok(),
        Ask::Fault => game.faulted(version, now),
        Ask::Retry => game.retry(by_seats, now).ok(),
    }
}

fn seated(terms: Terms) -> (LiveGame, Vec<Entry>) {
    let mut game = LiveGame::begin(terms).unwrap();
    let mut log = Vec::new();
    let screen = game.terms().opponent == Opponent::Screen;
    for seat in 0..2u8 {
        if let Ok(entry) = game.sit(seat, &who(if screen { 0 } else { seat }), "Ada", 0) {
            game.apply(&entry).unwrap();
            log.push(entry);
        }
    }
    (game, log)
}

proptest! {
    /// Every proposed entry can be carried out, nothing panics, and replaying the log gives an equal game.
    #[test]
    fn replay_of_the_log_is_the_live_game(
        terms in terms(),
        asks in proptest::collection::vec((0u8..4, ask(), 0u32..3, -50i64..4_000), 0..60),
    ) {
        let (mut live, mut log) = seated(terms.clone());
        let mut now = 0i64;
        for asked in &asks {
            now += asked.3;
            let before = format!("{live:?}");
            let Some(entry) = propose(&live, asked, now) else {
                prop_assert_eq!(format!("{:?}", &live), before);
                continue;
            };
            // Deciding changes nothing.
            prop_assert_eq!(format!("{:?}", &live), before);
            let text = serde_json::to_string(&entry.deed).unwrap();
            let read: Deed = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&read, &entry.deed);
            // The standing that is stored with an entry is that of the game after it.
            let prepared = live.prepare(entry.clone()).unwrap();
            let standing = *prepared.standing();
            live.carry_out(prepared);
            prop_assert_eq!(live.standing(), standing);
            log.push(entry);
        }
        let written = serde_json::to_string(&terms).unwrap();
        let mut replayed = LiveGame::begin(serde_json::from_str(&written).unwrap()).unwrap();
        for entry in &log {
            replayed.apply(entry).unwrap();
        }
        prop_assert_eq!(format!("{:?}", &replayed), format!("{:?}", &live));
        prop_assert_eq!(replayed.version() as usize, log.len());
        prop_assert_eq!(replayed.clock(now), live.clock(now));
        // Its record can be read and replayed.
        let record = live.record();
        let rules = game(&live.terms().setup.game).unwrap();
        prop_assert!(rules.replay(&record.to_string().parse().unwrap()).is_ok(), "{}", record);
    }

    /// Entries from anywhere are carried out or refused; a refused one changes nothing.
    #[test]
    fn no_log_makes_it_panic(
        terms in terms(),
        entries in proptest::collection::vec((any::<i64>(), deed()), 0..30),
    ) {
        let (mut live, _) = seated(terms);
        for (at, deed) in entries {
            let before = format!("{live:?}");
            if live.apply(&Entry { at, deed }).is_err() {
                prop_assert_eq!(format!("{:?}", &live), before);
            }
            let _ = (live.clock(at), live.flag(at), live.deadline(), live.record());
        }
    }

    /// Time is neither made nor lost: the time left and the time used add up to the start and the
    /// increments.
    #[test]
    fn clocks_add_up(spans in proptest::collection::vec(0i64..6_000, 1..40), start in 1_000i64..30_000, increment in 0i64..2_000) {
        let terms = Terms::new("mad", "", "", "", Opponent::Friend).unwrap().with_clock(Some(Allowance { start, increment })).unwrap();
        let (mut live, _) = seated(terms);
        let (mut now, mut used, mut paid, mut moves) = (0, [0i64; 2], [0i64; 2], [0u32; 2]);
        for span in spans {
            let Some(seat) = live.to_act().map(Seat::index) else { break };
            now += span;
            if let Some(flag) = live.flag(now) {
                prop_assert!(used[seat] + span >= start + paid[seat]);
                live.apply(&flag).unwrap();
                prop_assert_eq!(live.clock(now).unwrap().left[seat], 0);
                return Ok(());
            }
            if moves[seat] > 0 {
                used[seat] += span;
                paid[seat] += increment;
            }
            moves[seat] += 1;
            let mv = live.position().moves()[0].clone();
            let by = Seats::only(Seat::new(seat).unwrap());
            let Ok(Proposal::New(entry)) = live.act(by, live.version(), &mv, now) else { panic!() };
            live.apply(&entry).unwrap();
            let face = live.clock(now).unwrap();
            for seat in 0..2 {
                prop_assert_eq!(face.left[seat], start - used[seat] + paid[seat]);
            }
        }
    }
}

fn deed() -> impl Strategy<Value = Deed> {
    let seat = 0u8..3;
    prop_oneof![
        (seat.clone(), "[a-z]{0,3}").prop_map(|(seat, visitor)| Deed::Sat {
            seat,
            visitor,
            name: "x".into()
        }),
        (seat.clone(), prop_oneof![Just("pass".to_owned()), Just("drop-A1".to_owned()), ".{0,8}"])
            .prop_map(|(seat, action)| Deed::Acted { seat, action }),
        seat.clone().prop_map(|seat| Deed::Resigned { seat }),
        any::<u32>().prop_map(|to| Deed::Undone { to }),
        (0u32..4).prop_map(|to| Deed::Undone { to }),
        seat.clone().prop_map(|seat| Deed::Flagged { seat }),
        seat.clone().prop_map(|seat| Deed::Aborted { seat }),
        seat.clone().prop_map(|seat| Deed::Faulted { seat }),
        seat.clone().prop_map(|seat| Deed::Retried { seat }),
        seat.clone().prop_map(|seat| Deed::RematchOffered { seat }),
        seat.prop_map(|seat| Deed::RematchDeclined { seat }),
        any::<i64>().prop_map(|down_since| Deed::Returned { down_since }),
        "[a-z]{0,3}".prop_map(|id| Deed::Rematch { id }),
    ]
}
