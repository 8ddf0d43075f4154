//! What `line:` adds to a turn, beside a bare exchange of lines with the same program.

use crate::best_of;
use joust_core::{Asked, DuelGame as _, Seat, Seed};
use joust_mad::Battle;
use joust_match::{Contestant, Place};
use joust_players::Spec;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ROUNDS: usize = 5;
const TURNS: u32 = 10_000;
/// A program that answers as fast as a shell can.
const PROGRAM: &str = "while read p; do echo pass; done";

pub(crate) fn run() {
    println!("Line: a shell that answers at once, {TURNS} turns, best of {ROUNDS}");
    let ((), bare) = best_of(ROUNDS, exchange);
    let ((), asked) = best_of(ROUNDS, ask);
    let micros = |took: Duration| took.as_secs_f64() * 1e6 / f64::from(TURNS);
    println!("  bare exchange of lines           {:8.2} µs/ply", micros(bare));
    println!("  line:, asked as a player         {:8.2} µs/ply", micros(asked));
    println!("  difference                       {:8.2} µs/ply", micros(asked) - micros(bare));
}

fn exchange() {
    let mut shell = Command::new("sh");
    shell.args(["-c", PROGRAM]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut shell = shell.spawn().expect("a shell");
    let mut questions = shell.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(shell.stdout.take().expect("a pipe"));
    let (question, mut answer) = (format!("{}\n", Battle::default().position()), String::new());
    for _ in 0..TURNS {
        questions.write_all(question.as_bytes()).expect("the shell reads");
        answer.clear();
        answers.read_line(&mut answer).expect("the shell answers");
        assert_eq!(answer, "pass\n");
    }
    drop(questions);
    shell.wait().expect("the shell ends");
}

fn ask() {
    let spec = Spec::read(&format!("line:{PROGRAM}"), "mad").expect("a player");
    let player = Contestant::Named(spec).seat_as::<Battle>(&Place { seed: Seed(1), ..Place::default() });
    let mut player = player.expect("a program");
    let (game, stop) = (Battle::default(), AtomicBool::new(false));
    player.get_ready(&game, Seat::FIRST).expect("a shell");
    for _ in 0..TURNS {
        let asked = Asked::new(&game, Seat::FIRST, &stop);
        player.act(&asked).expect("the shell answers");
    }
    player.end();
}
