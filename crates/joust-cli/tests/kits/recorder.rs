//! Plays games between bots that run as processes, and keeps what is said.

use joust_core::{Course, Seat};
use joust_proto::{End, FromBot, Hello, ToBot, Turn};
use joust_view::View;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The conversation with the bot of a seat: `>` before messages of the referee, `<` before those of the bot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript(pub(crate) String);

impl Transcript {
    /// The messages of the referee, as a process reads them.
    pub(crate) fn messages(&self) -> String {
        self.lines("> ")
    }

    /// The answers of the bot, as a process writes them.
    pub(crate) fn answers(&self) -> String {
        self.lines("< ")
    }

    fn lines(&self, mark: &str) -> String {
        let lines = self.0.lines().filter_map(|line| line.strip_prefix(mark));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    fn add(&mut self, mark: &str, line: &str) {
        let _ = writeln!(self.0, "{mark} {}", line.trim_end());
    }
}

/// A bot at the table.
struct Bot<G> {
    seat: Seat,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    transcript: Transcript,
    /// The game as it was told last.
    told: G,
}

impl<G: View> Bot<G> {
    fn start(mut command: Command, game: &G, seat: Seat, seed: u64) -> Bot<G> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let (transcript, told) = (Transcript::default(), game.clone());
        let mut bot = Bot { seat, child, input, output, transcript, told };
        let names = G::SIDES.iter().map(|side| format!("bot of {side}")).collect();
        bot.send(&ToBot::Hello(Box::new(Hello { seed, names, ..Hello::of(game, seat) })));
        assert!(matches!(bot.hear(), FromBot::Hello(_)));
        bot
    }

    fn send(&mut self, message: &ToBot) {
        let line = message.line();
        self.transcript.add(">", &line);
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> FromBot {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        self.transcript.add("<", &line);
        FromBot::read(line.as_bytes()).unwrap_or_else(|why| panic!("{why}: {line}"))
    }

    /// The action of the bot, as text.
    fn act(&mut self, course: &Course<G>) -> String {
        let turn = Turn::of(course.now(), self.seat, Some(&self.told), course.actions());
        self.told.clone_from(course.now());
        self.send(&ToBot::Turn(turn));
        loop {
            match self.hear() {
                FromBot::Action(action) => return action.action,
                FromBot::Note(_) => {}
                FromBot::Hello(_) => panic!("it said hello again"),
            }
        }
    }
}

/// Plays a game in which one program has all seats, and gives the conversation of each seat.
pub(crate) fn record<G: View>(game: G, program: impl Fn() -> Command) -> (Course<G>, Vec<Transcript>) {
    let seats = (0..G::SIDES.len()).map(|number| Seat::new(number).unwrap());
    // Seeds are below 2^53, and the kits must use all of their bits.
    let seed = |seat: Seat| (1 << 52) + 7 * (seat.index() as u64 + 1);
    let mut bots: Vec<Bot<G>> = seats.map(|seat| Bot::start(program(), &game, seat, seed(seat))).collect();
    let mut course = Course::new(game);
    while course.ending().is_none() {
        let awaited: Vec<Seat> = course.awaits().iter().collect();
        for seat in awaited {
            let text = bots[seat.index()].act(&course);
            let action = course.understand(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            course.make(seat, &action).unwrap_or_else(|why| panic!("{text}: {why}"));
        }
    }
    let ending = course.ending().unwrap();
    let transcripts = bots.into_iter().map(|mut bot| {
        bot.send(&ToBot::End(End::of(&ending, &[])));
        let Bot { mut child, input, output, transcript, .. } = bot;
        drop(input);
        let rest: Vec<String> = output.lines().map(Result::unwrap).collect();
        assert!(rest.is_empty(), "it answered the end: {rest:?}");
        assert!(child.wait().unwrap().success());
        transcript
    });
    let transcripts = transcripts.collect();
    (course, transcripts)
}
