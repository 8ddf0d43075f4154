//! What the bot protocol adds to a turn of a process, beside a bare exchange of the same lines.

use crate::best_of;
use joust_core::{Asked, Player, Seat};
use joust_mad::Battle;
use joust_sandbox::{Audience, BotCommand, BotLimits, BotTerms};
use joust_view::View;
use joust_wargame::Campaign;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ROUNDS: usize = 5;
const TURNS: u32 = 10_000;
/// The argument by which this program becomes the bot.
pub(crate) const BOT: &str = "first-move";

pub(crate) fn run() {
    println!("Bot: a process that answers the first legal move at once, {TURNS} turns, best of {ROUNDS}");
    measure::<Campaign>("War Game");
    measure::<Battle>("MAD");
}

fn measure<G: View + Default>(name: &str) {
    let ((), bare) = best_of(ROUNDS, exchange::<G>);
    let ((), asked) = best_of(ROUNDS, ask::<G>);
    let micros = |took: Duration| took.as_secs_f64() * 1e6 / f64::from(TURNS);
    println!("  {name}: bare exchange of lines       {:8.2} µs/ply", micros(bare));
    println!("  {name}: cmd:, asked as a player      {:8.2} µs/ply", micros(asked));
    println!("  {name}: difference                   {:8.2} µs/ply", micros(asked) - micros(bare));
}

/// The bot: the first move of the list, without reading the rest.
pub(crate) fn first_move() {
    let (mut line, mut input, mut output) = (String::new(), std::io::stdin().lock(), std::io::stdout());
    while input.read_line(&mut line).expect("a line") > 0 {
        let moves = line.split_once(r#""moves":[""#).and_then(|(_, moves)| moves.split_once('"'));
        let answer = match moves.filter(|_| line.starts_with(r#"{"type":"turn""#)) {
            Some((first, _)) => format!("{{\"type\":\"action\",\"action\":\"{first}\"}}\n"),
            None => "{\"type\":\"hello\",\"protocol\":1}\n".to_owned(),
        };
        output.write_all(answer.as_bytes()).expect("a pipe");
        output.flush().expect("a pipe");
        line.clear();
    }
}

fn own_path() -> String {
    std::env::current_exe().expect("this program").to_str().expect("a plain path").to_owned()
}

/// The same lines through the same program, without a game.
fn exchange<G: View + Default>() {
    let game = G::default();
    let turn = joust_proto::Turn::of(&game, Seat::FIRST, Some(&game), &[]);
    let question = joust_proto::ToBot::Turn(turn).line() + "\n";
    let mut bot = Command::new(own_path());
    let mut bot = bot.arg(BOT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a bot");
    let mut questions = bot.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(bot.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    for _ in 0..TURNS {
        questions.write_all(question.as_bytes()).expect("the bot reads");
        answer.clear();
        answers.read_line(&mut answer).expect("the bot answers");
        assert!(answer.starts_with("{\"type\":\"action\""));
    }
    drop(questions);
    bot.wait().expect("the bot ends");
}

fn ask<G: View + Default>() {
    let command = BotCommand::new(&format!("'{}' {BOT}", own_path()), false).expect("a command");
    let second = Duration::from_secs(1);
    let limits = BotLimits {
        turn: Some(second),
        game: Some(60 * second),
        wait: Some(60 * second),
        memory: Some(1 << 30),
        ..BotLimits::default()
    };
    let terms = BotTerms { limits, ..BotTerms::default() };
    let mut player = command.seat::<G>(terms, Audience::absent());
    let (game, stop) = (G::default(), AtomicBool::new(false));
    player.get_ready(&game, Seat::FIRST).expect("a bot");
    for _ in 0..TURNS {
        player.act(&Asked::new(&game, Seat::FIRST, &stop)).expect("the bot answers");
    }
    player.end();
}
