//! The bot answers as it should.

mod transcripts;

use bots::make;
use joust::{Action, Bot, Hello, Info, Parameter, Session, Turn};
use std::cell::RefCell;
use std::io::Write;
use std::process::{Command, Stdio};
use transcripts::{answers, messages, path, read, GAMES};

fn said(game: &str) -> Vec<String> {
    let mut session = Session::new(make);
    messages(game).iter().map(|line| session.answer(line)).collect()
}

/// If you change a bot, its answers change: then this test has done its work, and you may delete it.
#[test]
fn the_greedy_bots_give_the_recorded_answers() {
    for game in GAMES {
        assert_eq!(said(game).concat().lines().collect::<Vec<_>>(), answers(game));
    }
}

#[test]
fn every_answer_is_legal() {
    for game in GAMES {
        for (line, answer) in messages(game).iter().zip(said(game)) {
            let message = read(line);
            match message["type"].text() {
                "turn" if game != "madmax" => {
                    let action = read(&answer)["action"].text().to_owned();
                    assert!(message["state"]["moves"].texts().contains(&action));
                }
                "end" => assert_eq!(answer, ""),
                _ => assert_eq!(answer.matches('\n').count(), 1),
            }
        }
    }
}

#[test]
fn the_program_answers_a_recorded_game() {
    let program = env!("CARGO_BIN_EXE_bot");
    let replayed = Command::new(program).args(["--replay", &path("mad")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&replayed.stdout), said("mad").concat());
    let mut played = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let lines: Vec<String> = messages("mad").iter().map(|line| format!("{line}\n")).collect();
    played.stdin.take().unwrap().write_all(lines.concat().as_bytes()).unwrap();
    assert_eq!(played.wait_with_output().unwrap().stdout, replayed.stdout);
}

thread_local! {
    static HEARD: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A bot that uses everything.
struct Talker;

impl Bot for Talker {
    fn info(&self) -> Info {
        let parameters = vec![
            Parameter::integer("depth", 2, 1, 9),
            Parameter::real("fear", 0.5, 0.0, 1.0),
            Parameter::choice("style", "calm", &["calm", "wild"]),
        ];
        Info { parameters, wants: vec!["view".to_owned()], ..Info::new("Talker", "2") }
    }

    fn start(&mut self, hello: &Hello) {
        let (depth, style) = (hello.parameter("depth").integer(), hello.parameter("style").text());
        HEARD.with(|heard| *heard.borrow_mut() = format!("{depth} {style}"));
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        turn.note("a \"quote\", a tab\t and an é");
        turn.mark(3, 4, "here");
        Action::new(&turn.moves[0], 7, -0.25)
    }

    fn end(&mut self, result: &joust::Result) {
        HEARD.with(|heard| {
            *heard.borrow_mut() = format!("{} {:?} {}", result.why, result.winner, result.points)
        });
    }
}

#[test]
fn notes_parameters_and_the_end_arrive() {
    let heard = || HEARD.with(|heard| heard.borrow().clone());
    let mut session = Session::new(|_| Some(Box::new(Talker)));
    let told = messages("mad");
    let hello = told[0].replace(r#""parameters":{}"#, r#""parameters":{"depth":4}"#);
    let expected = concat!(
        r#"{"type":"hello","protocol":1,"name":"Talker","version":"2","parameters":["#,
        r#"{"name":"depth","kind":"integer","default":2,"min":1,"max":9},"#,
        r#"{"name":"fear","kind":"real","default":0.5,"min":0,"max":1},"#,
        r#"{"name":"style","kind":"choice","default":"calm","values":["calm","wild"]}],"wants":["view"]}"#,
        "\n",
    );
    assert_eq!(session.answer(&hello), expected);
    assert_eq!(heard(), "4 calm");
    assert_eq!(session.answer(r#"{"type":"news","text":"unknown"}"#), "");
    let expected = concat!(
        r#"{"type":"note","text":"a \"quote\", a tab\t and an é"}"#,
        "\n",
        r#"{"type":"note","text":"here","row":3,"col":4}"#,
        "\n",
        r#"{"type":"action","action":"111<>222","nodes":7,"value":-0.25}"#,
        "\n",
    );
    assert_eq!(session.answer(&told[1]), expected);
    assert_eq!(session.answer(&told[told.len() - 1]), "");
    assert_eq!(heard(), "exile Some(0) 1-0");
}

#[test]
fn a_bot_for_one_game_says_so() {
    let mut session = Session::new(|game| if game == "mad" { Some(Box::new(Talker)) } else { None });
    for game in ["wargame", "mad"] {
        assert!(session.answer(&messages(game)[0]).contains(r#""version":"2","games":["mad"],"#));
    }
}
