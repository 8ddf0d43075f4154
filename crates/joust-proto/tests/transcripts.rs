//! The transcripts in `docs/protocol.md` are games that were played.
//! `JOUST_WRITE=1 cargo test -p joust-proto --test transcripts` writes them.

use joust_core::{Asked, Course, DuelGame as _, Ending, Forfeit, Game, Seat};
use joust_mad::Battle;
use joust_madmax::{Config, Settings, Skirmish, Source, player::built_in};
use joust_proto::{Action, End, FromBot, Hello, Introduction, Note, ToBot, Turn};
use joust_view::View;
use joust_wargame::{Board, Campaign, Position, Rules};
use serde_json::Value as Json;
use std::fmt::Write as _;

const PAGE: &str = include_str!("../../../docs/protocol.md");
const HEADING: &str = "## A game of each kind\n";

/// A list of more than four entries shows its first.
fn brief(value: Json) -> Json {
    match value {
        Json::Array(list) if list.len() > 4 => {
            let first = list.into_iter().next().map_or(Json::Null, brief);
            Json::Array(vec![first, "…".into()])
        }
        Json::Array(list) => Json::Array(list.into_iter().map(brief).collect()),
        Json::Object(fields) => {
            Json::Object(fields.into_iter().map(|(name, value)| (name, brief(value))).collect())
        }
        value => value,
    }
}

struct Transcript(String);

impl Transcript {
    fn says(&mut self, sign: char, line: &str) {
        let message = brief(serde_json::from_str(line).unwrap());
        writeln!(self.0, "{sign} {message}").unwrap();
    }

    fn referee(&mut self, message: &ToBot) {
        self.says('>', &message.line());
    }

    fn bot(&mut self, message: &FromBot) {
        assert_eq!(FromBot::read(message.line().as_bytes()).unwrap(), *message);
        self.says('<', &message.line());
    }

    fn greet<G: View>(&mut self, game: &G, seat: Seat, names: &[&str]) {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        self.referee(&ToBot::Hello(Box::new(Hello { names, seed: 4_503_599_627, ..Hello::of(game, seat) })));
        self.bot(&FromBot::Hello(Introduction {
            protocol: joust_proto::VERSION,
            name: "greedy".to_owned(),
            version: "1.0".to_owned(),
            games: Vec::new(),
            parameters: Vec::new(),
            wants: Vec::new(),
        }));
    }

    fn act(&mut self, action: &str) {
        self.bot(&FromBot::Action(Action { action: action.to_owned(), nodes: None, value: None }));
    }

    fn end(&mut self, ending: &Ending) {
        self.referee(&ToBot::End(End::of(ending, &[])));
    }
}

fn duel<G: View>(start: G, seat: Seat, words: &[&str], last: Option<Forfeit>) -> String {
    let mut transcript = Transcript(String::new());
    transcript.greet(&start, seat, &["me", "you"]);
    let mut course = Course::new(start);
    for word in words {
        if course.awaits().contains(seat) {
            transcript.referee(&ToBot::Turn(Turn::of(course.now(), seat, None, course.actions())));
            transcript.act(word);
        }
        course.repeat(word).unwrap();
    }
    let ending = match last {
        Some(how) => course.now().forfeit(course.awaits().iter().next().unwrap(), how).unwrap().next.ending(),
        None => course.ending(),
    };
    transcript.end(&ending.unwrap());
    transcript.0
}

fn battle() -> String {
    let settings = Settings { nb_rounds: 2, ..Settings::default() };
    let mut game = Skirmish::begin(Config { settings, source: Source::Generator }, 30).unwrap();
    let mut transcript = Transcript(String::new());
    let mut demo = built_in("Demo").unwrap();
    transcript.greet(&game, Seat::SECOND, &["Null", "me", "Null", "Demo"]);
    let mut before = game.clone();
    for orders in ["83r,84l", "-"] {
        transcript.referee(&ToBot::Turn(Turn::of(&game, Seat::SECOND, Some(&before), &[])));
        if orders != "-" {
            transcript.bot(&FromBot::Note(Note {
                text: "to the road".to_owned(),
                row: Some(3),
                col: Some(4),
            }));
        }
        transcript.act(orders);
        before = game.clone();
        for seat in (0..4).filter_map(Seat::new) {
            let action = match seat.index() {
                1 => game.read(orders).unwrap(),
                3 => demo.act(&Asked::unstopped(&before, seat)).unwrap().action,
                _ => game.read("-").unwrap(),
            };
            game.make(seat, &action).unwrap();
        }
    }
    transcript.end(&game.ending().unwrap());
    transcript.0
}

fn transcripts() -> String {
    let mad =
        duel(Battle::default(), Seat::FIRST, &["pass", "112<>221", "211-c2-c4"], Some(Forfeit::Resigned));
    let tiny = Campaign::at(Position::start(Board::named("tiny").unwrap(), Rules::default()));
    let war = duel(tiny, Seat::SECOND, &["drop-A1", "drop-B2", "blitz-A2", "drop-B1"], None);
    let lines =
        "Lines of the referee begin with `>`, lines of the bot with `<`; `…` stands for the rest of a list.";
    let mut text = format!("{HEADING}\n{lines}\n");
    for (title, transcript) in [("MAD", mad), ("The War Game", war), ("Mad Max", battle())] {
        write!(text, "\n### {title}\n\n```\n{transcript}```\n").unwrap();
    }
    text
}

#[test]
fn the_transcripts_of_the_page_are_games() {
    let (before, shown) = PAGE.split_once(HEADING).unwrap();
    let played = transcripts();
    if std::env::var_os("JOUST_WRITE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
        std::fs::write(path, format!("{before}{played}")).unwrap();
        return;
    }
    for (shown, played) in format!("{HEADING}{shown}").lines().zip(played.lines()) {
        assert_eq!(shown, played, "write the page with JOUST_WRITE=1");
    }
    assert_eq!(shown.len() + HEADING.len(), played.len());
}

/// Every field of every message is in a table of the page.
#[test]
fn every_field_is_described() {
    for line in transcripts().lines().filter_map(|line| line.strip_prefix(['>', '<'])) {
        let message: serde_json::Map<String, Json> = serde_json::from_str(line).unwrap();
        let limits = message.get("limits").and_then(Json::as_object).into_iter();
        for name in limits.chain([&message]).flat_map(|fields| fields.keys()) {
            let described = PAGE.lines().any(|line| line.contains(&format!("`{name}`")));
            assert!(described, "{name}");
        }
    }
}
