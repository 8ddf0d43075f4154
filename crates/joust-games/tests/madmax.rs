//! Mad Max in the register: how a game is asked for, and orders that come to nothing.

use joust_core::{Rng, Seed, below};
use joust_games::{Ask, BoardAsk, game};

const DEFAULT: &str = include_str!("../../../kits/madmax/default.cnf");
const OASIS: &str = include_str!("../../../kits/madmax/oasis.cnf");

fn text(text: &str) -> BoardAsk<'_> {
    BoardAsk::Text { name: "file", text }
}

#[test]
fn a_map_is_named_or_the_text_of_a_configuration() {
    let setup = |ask: &Ask| game("madmax").unwrap().setup(ask).unwrap();
    let contest = setup(&Ask::default());
    assert_eq!(contest.rules, setup(&Ask { rules: Some("contest"), ..Ask::default() }).rules);
    assert!(contest.rules.starts_with("nb_rounds=500,nb_cities=8,nb_warriors=20,"), "{}", contest.rules);
    assert_eq!((contest.board.name.as_str(), contest.seed), ("generator", Some(1)));
    assert_eq!(setup(&Ask { board: Some(text(DEFAULT)), ..Ask::default() }), contest);

    let oasis = setup(&Ask { board: Some(BoardAsk::Named("oasis")), seed: Some(7), ..Ask::default() });
    assert_eq!((oasis.board.name.as_str(), oasis.board.text.lines().count()), ("oasis", 60));
    assert_eq!(setup(&Ask { board: Some(text(OASIS)), seed: Some(7), ..Ask::default() }), oasis);

    let short = OASIS.replace("500", "20");
    let own = setup(&Ask { board: Some(text(&short)), ..Ask::default() });
    assert!(own.rules.starts_with("nb_rounds=20,"), "the settings of the file");
    let asked = setup(&Ask { board: Some(text(&short)), rules: Some("nb_rounds=30"), ..Ask::default() });
    assert!(asked.rules.starts_with("nb_rounds=30,"), "those that were asked for");
    let changed = oasis.board.text.replacen("...", "X..", 1);
    assert_eq!(setup(&Ask { board: Some(text(&changed)), ..Ask::default() }).board.name, "own");
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let refused = |ask: Ask| game("madmax").unwrap().session(&ask).err().unwrap().to_string();
    for (ask, why) in [
        (
            Ask { board: Some(BoardAsk::Named("desert")), ..Ask::default() },
            "there is no map `desert` of Mad Max",
        ),
        (
            Ask { board: Some(text("..R\n")), ..Ask::default() },
            "row 0 of the map has 3 characters instead of 60",
        ),
        (
            Ask { board: Some(text("Mad_Max 2")), ..Ask::default() },
            "board file: line 1, column 9: expected `1.6`",
        ),
        (Ask { rules: Some("fast"), ..Ask::default() }, "`fast` is not a setting of Mad Max"),
        (Ask { rules: Some("nb_cities=4"), ..Ask::default() }, "the generator makes 8 cities"),
        (Ask { rules: Some("rows=70"), ..Ask::default() }, "the generator makes maps of 60 rows"),
        (Ask { seed: Some(1 << 31), ..Ask::default() }, "the seeds of Mad Max go from 0 to 2147483647"),
        (Ask { position: Some("start"), ..Ask::default() }, "a game of Mad Max begins as"),
    ] {
        let told = refused(ask);
        assert!(told.starts_with(why), "{told}");
    }
}

/// Random orders: for some units, and some for units and in directions that do not exist.
fn random_orders(units: usize, rng: &mut Rng) -> String {
    let order = |rng: &mut Rng| match below(rng, 20) {
        0 => format!("{}d{}", below(rng, units), below(rng, 12)),
        1 => format!("-{}b", below(rng, 9) + 1),
        _ => format!("{}{}", below(rng, units + 3), char::from(b"bwrxtylzn"[below(rng, 9)])),
    };
    let orders: Vec<String> = (0..below(rng, 40)).map(|_| order(rng)).collect();
    let text = if orders.is_empty() { "-".to_owned() } else { orders.join(",") };
    match below(rng, 90) {
        0 => "dead".to_owned(),
        share @ 1..5 => format!("{text}@0.{share}"),
        _ => text,
    }
}

/// Orders that mean nothing are orders all the same: their texts, their records and their replays are true.
#[test]
fn orders_that_come_to_nothing_are_kept() {
    let game = game("madmax").unwrap();
    let ask = Ask { rules: Some("nb_rounds=60"), seed: Some(30), ..Ask::default() };
    let (mut session, mut rng) = (game.session(&ask).unwrap(), Seed(7).rng());
    while let Some(seat) = session.awaits().iter().next() {
        let text = random_orders(120, &mut rng);
        let proposed = session.propose(seat, &text, 0).unwrap_or_else(|why| panic!("{text}: {why}"));
        let canonical = proposed.action.clone().unwrap();
        assert_eq!(session.propose(seat, &canonical, 0).unwrap().action.as_ref(), Some(&canonical));
        session.carry_out(proposed);
    }
    let replayed = game.replay(&session.record(&[]).to_string().parse().unwrap()).unwrap();
    assert_eq!((replayed.course(), replayed.ending()), (session.course(), session.ending()));
}
