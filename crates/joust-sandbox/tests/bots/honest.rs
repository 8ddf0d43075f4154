//! Bots that do what they should, in several languages.

use crate::fixture::{Fixture, ask, has, millis, play};
use joust_core::{Asked, Budget, Course, FaultKind, Game, Player, Referee, Seat};
use joust_mad::Battle;
use joust_madmax::{Config, Settings, Skirmish, Source};
use joust_sandbox::{Audience, BotCommand, BotLimits, BotPlayer, BotTerms};
use joust_wargame::Campaign;
use serde_json::json;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A game of Mad Max on a map of the contest.
pub(crate) fn skirmish() -> Skirmish {
    let settings = Settings { nb_rounds: 5, ..Settings::default() };
    Skirmish::begin(Config { settings, source: Source::Generator }, 7).unwrap()
}

pub(crate) fn a_bot_in_c_plays_both_duels_to_the_end() {
    let fixture = Fixture::new();
    let mut player = fixture.bot::<Campaign>("honest");
    let game = play(&mut player, usize::MAX).unwrap();
    assert!(game.ending().is_some());
    player.end();
    let mut player = fixture.bot::<Battle>("honest");
    play(&mut player, 300).unwrap();
    player.end();
    fixture.leaves_nothing();
    assert_eq!(fixture.heard(), "");
}

pub(crate) const SHELL: &str = r#"
read -r hello
echo '{"type":"hello","protocol":1,"name":"Shell"}'
while read -r turn; do
    # A part of the line by programs of the system, as scripts do it.
    move=$(printf '%s\n' "$turn" | sed 's/.*"moves":\["\([^"]*\)".*/\1/')
    echo "{\"type\":\"action\",\"action\":\"$move\"}"
done
"#;

pub(crate) fn a_bot_of_the_shell_plays() {
    let fixture = Fixture::new().with("bot.sh", SHELL);
    for shell in ["sh", "bash"] {
        if !has("bash") && shell == "bash" {
            continue;
        }
        let mut player = fixture.seat::<Campaign>(&format!("{shell} {{}}/bot.sh"));
        play(&mut player, 20).unwrap_or_else(|fault| panic!("{shell}: {fault}"));
    }
    fixture.leaves_nothing();
}

const PYTHON: &str = r#"
import json, random, subprocess, sys, threading, asyncio
hello = json.loads(sys.stdin.readline())
print(json.dumps({"type": "hello", "protocol": 1, "name": "Python", "parameters": [
    {"name": "depth", "kind": "integer", "default": 2, "min": 1, "max": 9}]}), flush=True)
chance = random.Random(hello["seed"])
found = []
thread = threading.Thread(target=lambda: found.append(sum(range(1000))))
thread.start(); thread.join()
async def wait():
    await asyncio.sleep(0.01)
    return 3
found.append(asyncio.run(wait()))
found.append(subprocess.run(["echo", "7"], capture_output=True, text=True).stdout.strip())
print(found, file=sys.stderr, flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        print(json.dumps({"type": "action", "action": chance.choice(turn["state"]["moves"])}), flush=True)
    elif turn["type"] == "end":
        print("end", turn["result"]["why"], file=sys.stderr, flush=True)
"#;

pub(crate) fn a_bot_in_python_starts_with_threads_and_children() {
    if !has("python3") {
        return;
    }
    let fixture = Fixture::new().with("bot.py", PYTHON);
    let mut player = fixture.seat::<Campaign>("python3 {}/bot.py");
    play(&mut player, 20).unwrap();
    player.end();
    assert_eq!(fixture.heard(), "[499500, 3, '7']\n");
    fixture.leaves_nothing();
}

const NODE: &str = r#"
const { Worker, isMainThread, parentPort } = require("node:worker_threads");
if (!isMainThread) { parentPort.postMessage(6 * 7); return; }
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const worker = new Promise((done) => new Worker(__filename).on("message", done));
lines.on("line", async (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") {
        console.error(await worker);
        setTimeout(() => say({ type: "hello", protocol: 1, name: "Node" }), 5);
    }
    if (message.type === "turn") say({ type: "action", action: message.state.moves[0] });
});
"#;

pub(crate) fn a_bot_in_node_starts_with_workers_and_timers() {
    if !has("node") {
        return;
    }
    let limits = BotLimits { memory: Some(512 << 20), game: Some(millis(60_000)), ..BotLimits::default() };
    let fixture = Fixture::new().with("bot.js", NODE).limits(limits);
    let mut player = fixture.seat::<Campaign>("node {}/bot.js");
    play(&mut player, 20).unwrap();
    player.end();
    assert_eq!(fixture.heard(), "42\n");
    fixture.leaves_nothing();
}

const JAVA: &str = r#"
import java.util.Scanner;
class Bot {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        in.nextLine();
        System.out.println("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Java\"}");
        while (in.hasNextLine()) {
            String turn = in.nextLine();
            int from = turn.indexOf("\"moves\":[\"") + 10;
            System.out.println("{\"type\":\"action\",\"action\":\"" + turn.substring(from, turn.indexOf('"', from)) + "\"}");
        }
    }
}
"#;

pub(crate) fn a_bot_in_java_starts() {
    if !has("java") {
        return;
    }
    let limits = BotLimits { memory: Some(1 << 30), ..BotLimits::default() };
    let fixture = Fixture::new().with("Bot.java", JAVA).limits(limits);
    let mut player = fixture.seat::<Campaign>("java {}/Bot.java");
    play(&mut player, 20).unwrap();
    player.end();
    assert_eq!(fixture.heard(), "");
    fixture.leaves_nothing();
}

pub(crate) fn a_script_starts_by_its_first_line() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = Fixture::new().with("bot.run", &format!("#!/usr/bin/env sh\n{SHELL}"));
    std::fs::set_permissions(fixture.path("bot.run"), std::fs::Permissions::from_mode(0o755)).unwrap();
    play(&mut fixture.seat::<Campaign>("{}/bot.run"), 3).unwrap();
    fixture.leaves_nothing();
}

pub(crate) fn a_bot_introduces_itself_and_hears_the_end() {
    let script = r#"
        read -r hello; echo "$hello" >&2
        echo '{"type":"hello","protocol":1,"name":"Me","version":"2.1","wants":["view","moon"],"new":{"a":1}}'
        read -r turn; echo "$turn" >&2
        echo '{"type":"action","action":"pass","nodes":12,"value":0.5,"mood":"good"}'
        read -r end; echo "$end" >&2
    "#;
    let fixture = Fixture::new().with("bot.sh", script);
    let mut player = fixture.seat::<Battle>("sh {}/bot.sh");
    let mut table = Referee::new(Course::new(Battle::default()));
    player.get_ready(table.course(), Seat::FIRST).unwrap();
    let introduction = player.introduction().unwrap();
    assert_eq!((introduction.name.as_str(), introduction.version.as_str()), ("Me", "2.1"));
    let answer = ask(&mut player, table.course()).unwrap();
    assert_eq!(
        (answer.action.to_string().as_str(), answer.nodes, answer.value),
        ("pass", Some(12), Some(0.5))
    );
    assert!(answer.time.is_some_and(|time| time < millis(10_000)));
    table.carry_out(table.adjudicate(joust_core::Outcome::duel_tie(), 0));
    player.hear(&table.ending().unwrap(), &[]);
    player.end();
    let usage = player.usage();
    assert!(usage.start.is_some_and(|time| time < millis(10_000)), "{usage:?}");
    assert!(usage.memory.is_some_and(|bytes| (1 << 14..1 << 26).contains(&bytes)), "{usage:?}");
    assert!(usage.output.is_some_and(|bytes| bytes > 1000), "{usage:?}");
    let heard = fixture.heard();
    let lines: Vec<serde_json::Value> =
        heard.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let hello = &lines[0];
    assert_eq!((&hello["type"], &hello["protocol"], &hello["seat"]), (&json!("hello"), &json!(1), &json!(0)));
    assert_eq!((&hello["game"], &hello["names"]), (&json!("mad"), &json!(["A", "B"])));
    assert_eq!(hello["limits"]["turn_ms"], 20_000);
    assert!(lines[1]["view"]["position"].is_string(), "it wanted a view: {}", lines[1]);
    assert_eq!((&lines[2]["type"], &lines[2]["faults"]), (&json!("end"), &json!([])));
    fixture.leaves_nothing();
}

pub(crate) fn a_parameter_that_the_bot_does_not_have_is_refused() {
    let fixture = Fixture::new();
    let mut terms = BotTerms::default();
    terms.parameters.insert("depth".to_owned(), json!(3));
    let mut player: BotPlayer<Battle> = fixture.command("{}/bot").seat(terms, Audience::absent());
    let fault = player.get_ready(&Battle::default(), Seat::FIRST).unwrap_err();
    assert_eq!(
        (fault.kind, fault.detail.as_str()),
        (FaultKind::Start, "has no parameter `depth`; its parameters: none")
    );
    fixture.leaves_nothing();
}

pub(crate) fn the_past_and_the_clock_are_told() {
    let script = r#"
        read -r hello; echo '{"type":"hello","protocol":1}'
        while read -r turn; do echo "$turn" >&2; echo '{"type":"action","action":"111<>222"}'; done
    "#;
    let fixture = Fixture::new().with("bot.sh", script);
    let mut player = fixture.seat::<Battle>("sh {}/bot.sh");
    let mut course = Course::new(Battle::default());
    for seat in [Seat::FIRST, Seat::SECOND] {
        let action = course.read("pass").unwrap();
        course.make(seat, &action).unwrap();
    }
    let budget = Some(Budget { left: millis(90_000), increment: millis(1500) });
    let stop = AtomicBool::new(false);
    let asked = Asked { budget, past: course.actions(), ..Asked::new(course.now(), Seat::FIRST, &stop) };
    player.act(&asked).unwrap();
    player.end();
    let turn: serde_json::Value = serde_json::from_str(fixture.heard().lines().next().unwrap()).unwrap();
    assert_eq!(turn["clock"], json!({"left_ms": 90_000, "increment_ms": 1500}));
    assert_eq!(turn["last"], json!([{"seat": 1, "action": "pass"}]));
    assert_eq!(turn.get("view"), None);
}

pub(crate) fn notes_come_before_the_action() {
    let script = r#"
        read -r hello; echo '{"type":"hello","protocol":1}'
        while read -r turn; do
            echo '{"type":"note","text":"one\u001b[2J"}'
            echo '{"type":"note","text":"here","row":3,"col":4}'
            echo '{"type":"note","text":"two"}'
            echo '{"type":"action","action":"-"}'
        done
    "#;
    let fixture = Fixture::new().with("bot.sh", script);
    let notes = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&notes);
    let audience =
        Audience { notes: Box::new(move |note| keep.lock().unwrap().push(note)), ..Audience::absent() };
    let mut player: BotPlayer<Skirmish> = fixture.command("sh {}/bot.sh").seat(BotTerms::default(), audience);
    let game = skirmish();
    let answer = ask(&mut player, &game).unwrap();
    assert_eq!(answer.notes, ["one [2J", "two"]);
    let notes = notes.lock().unwrap();
    assert_eq!(notes.len(), 1);
    assert_eq!((notes[0].row, notes[0].col, notes[0].text.as_str(), notes[0].seat), (3, 4, "here", 0));
}

/// Each takes half a second for a round, and the game takes little more.
pub(crate) fn four_bots_of_mad_max_think_at_once() {
    let script = r#"
        read -r hello; echo '{"type":"hello","protocol":1}'
        while read -r turn; do sleep 0.5; echo '{"type":"action","action":"-"}'; done
    "#;
    let fixture = Fixture::new().with("bot.sh", script);
    let mut players: Vec<BotPlayer<Skirmish>> = (0..4).map(|_| fixture.seat("sh {}/bot.sh")).collect();
    let game = skirmish();
    let seats = || (0..4).filter_map(Seat::new);
    for (player, seat) in players.iter_mut().zip(seats()) {
        player.get_ready(&game, seat).unwrap();
    }
    let begin = Instant::now();
    for (player, seat) in players.iter_mut().zip(seats()) {
        player.begin(&game, seat);
    }
    for (player, seat) in players.iter_mut().zip(seats()) {
        player.act(&Asked::unstopped(&game, seat)).unwrap();
    }
    assert!((millis(500)..millis(1500)).contains(&begin.elapsed()), "{:?}", begin.elapsed());
    drop(players);
    fixture.leaves_nothing();
}

pub(crate) fn an_offer_is_declined_without_asking() {
    let mut game = Battle::default();
    game.make(Seat::FIRST, &game.read("offer").unwrap()).unwrap();
    let fixture = Fixture::new();
    let mut player = fixture.bot::<Battle>("crash-at-start");
    let asked = Asked::unstopped(&game, Seat::SECOND);
    assert_eq!(player.act(&asked).unwrap().action.to_string(), "decline");
}

pub(crate) fn a_trusted_command_is_one_of_the_shell() {
    let fixture = Fixture::new();
    let command = format!("cd {}; exec 2>&-; ./bot | cat", fixture.path("").display());
    let command = BotCommand::new(&command, true).unwrap();
    let mut player = command.seat::<Campaign>(BotTerms::default(), Audience::absent());
    play(&mut player, 5).unwrap();
    player.end();
}
