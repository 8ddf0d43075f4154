//! The conversation with the referee: messages in, answers out.

use crate::{Bot, Game, Hello, Json, Make, Result, Turn};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

const PROTOCOL: u32 = 1;
const GAMES: [&str; 3] = ["mad", "wargame", "madmax"];

/// Answers the messages of one game. It does no input and output, so tests and modules use it, too.
pub struct Session {
    make: Make,
    running: Option<(Box<dyn Bot>, Game)>,
}

impl Session {
    /// A conversation that has not begun.
    pub fn new(make: Make) -> Session {
        Session { make, running: None }
    }

    /// The lines that answer a message; empty where there is no answer.
    pub fn answer(&mut self, line: &str) -> String {
        let told = Json::read(line).unwrap_or_else(|why| panic!("{why}"));
        match told["type"].text() {
            "hello" => return self.hello(&told),
            "turn" => return self.turn(&told),
            "end" => {
                if let Some((bot, _)) = &mut self.running {
                    bot.end(&Result::read(&told));
                }
            }
            "error" => eprintln!("the referee says: {}\n{}", told["text"].text(), told["hint"].text()),
            _ => {}
        }
        String::new()
    }

    fn hello(&mut self, told: &Json) -> String {
        let mut bots = GAMES.iter().filter_map(|game| Some((*game, (self.make)(game)?))).collect::<Vec<_>>();
        let games: Vec<String> = bots.iter().map(|(game, _)| Json::quoted(game)).collect();
        let played = bots.iter().position(|(game, _)| *game == told["game"].text());
        let (_, mut bot) = bots.swap_remove(played.unwrap_or(0));
        let info = bot.info();
        // The referee asks no more when it hears which games the bot plays.
        if played.is_some() {
            let game = Game::new(told);
            bot.start(&Hello::read(told, &info, &game));
            self.running = Some((bot, game));
        }
        let (name, version) = (Json::quoted(&info.name), Json::quoted(&info.version));
        let mut said = format!(r#"{{"type":"hello","protocol":{PROTOCOL},"name":{name},"version":{version}"#);
        if games.len() < GAMES.len() {
            said += &format!(r#","games":[{}]"#, games.join(","));
        }
        if !info.parameters.is_empty() {
            let known = info.parameters.iter();
            let known = known.map(|one| format!(r#"{{"name":{},{}}}"#, Json::quoted(&one.name), one.json));
            said += &format!(r#","parameters":[{}]"#, known.collect::<Vec<_>>().join(","));
        }
        if !info.wants.is_empty() {
            let wants = info.wants.iter().map(|want| Json::quoted(want));
            said += &format!(r#","wants":[{}]"#, wants.collect::<Vec<_>>().join(","));
        }
        said + "}\n"
    }

    fn turn(&mut self, told: &Json) -> String {
        let (bot, game) =
            self.running.as_mut().expect("a turn comes after the hello, in a game that it plays");
        game.update(&told["state"]);
        let mut turn = Turn::read(told, game);
        let action = bot.act(&mut turn);
        let mut said = format!(r#"{{"type":"action","action":{}"#, Json::quoted(&action.action));
        if let Some(nodes) = action.nodes {
            said += &format!(r#","nodes":{nodes}"#);
        }
        if let Some(value) = action.value {
            said += &format!(r#","value":{}"#, Json::written(value));
        }
        turn.notes + &said + "}\n"
    }
}

/// Plays a game over standard input and output, or answers the messages of a file: `--replay FILE`.
///
/// Write to standard error only (`eprintln!`): what a bot prints to standard output garbles its answers.
pub fn run(make: Make) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let played = match words[..] {
        [] => converse(make, io::stdin().lock()),
        ["--replay", file] => File::open(file).and_then(|file| converse(make, BufReader::new(file))),
        _ => Err(io::Error::other("a bot takes no arguments but --replay FILE: start it by `joust match`")),
    };
    if let Err(why) = played {
        eprintln!("{why}");
        std::process::exit(1);
    }
}

fn converse(make: Make, messages: impl BufRead) -> io::Result<()> {
    let mut session = Session::new(make);
    let mut answers = io::stdout().lock();
    for line in messages.lines() {
        if let Some(message) = message_of(&line?) {
            answers.write_all(session.answer(message).as_bytes())?;
            answers.flush()?;
        }
    }
    Ok(())
}

/// The message of a line of a transcript, in which `> ` stands before messages and `< ` before answers.
pub fn message_of(line: &str) -> Option<&str> {
    let line = line.trim();
    let message = line.strip_prefix("> ").unwrap_or(line);
    Some(message).filter(|message| !message.is_empty() && !message.starts_with(['<', '#']))
}
