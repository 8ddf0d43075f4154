//! Small modules in the text form of WebAssembly.

use joust_core::{Answer, Asked, Fault, Player, Seat};
use joust_mad::{Action, Battle};
use joust_sandbox::{Audience, BadModule, BotPlayer, BotTerms, Fuel, ModuleCode, ModuleHost};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// Fuel for a short game.
pub(crate) const FUEL: Fuel = Fuel { turn: 0, bank: 100_000_000, patience: None };

/// A message of a bot.
pub(crate) const HELLO: &str = r#"{"type":"hello","protocol":1}"#;
pub(crate) const PASS: &str = r#"{"type":"action","action":"pass"}"#;

pub(crate) fn host() -> &'static ModuleHost {
    static HOST: OnceLock<ModuleHost> = OnceLock::new();
    HOST.get_or_init(|| ModuleHost::new(None).unwrap())
}

/// A text as the text form of a module has it.
pub(crate) fn quoted(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "\\{byte:02x}");
        out
    })
}

/// The parts of a module that says hello and then passes; tests replace some of them.
pub(crate) struct Fixture<'a> {
    pub(crate) imports: &'a str,
    /// Functions, globals and data; data may begin at address 4096.
    pub(crate) items: &'a str,
    /// Gives the address of the answer to a turn, after it has set the global `$size`.
    pub(crate) turn: &'a str,
    /// The room for a message.
    pub(crate) room: &'a str,
    /// The memory in pages.
    pub(crate) memory: &'a str,
    /// What `$pass` and `$note` answer with.
    pub(crate) action: &'a str,
}

impl Default for Fixture<'_> {
    fn default() -> Self {
        let (turn, room, action) = ("(call $pass)", "(i32.const 131072)", "pass");
        Fixture { imports: "", items: "", turn, room, memory: "8", action }
    }
}

impl Fixture<'_> {
    /// A module that reads here and there in 128 MB that are not zero; the next address depends on what was read.
    pub(crate) fn chasing() -> Self {
        let turn = "(local $at i32)
            (memory.fill (i32.const 1048576) (i32.const 85) (i32.const 134217728))
            (local.set $at (i32.const 1))
            (loop $again
                (local.set $at (i32.add (i32.mul (local.get $at) (i32.const 1664525))
                    (i32.load8_u offset=1048576 (i32.and (local.get $at) (i32.const 134217727)))))
                (br $again)) unreachable";
        Fixture { turn, memory: "2100", ..Fixture::default() }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let Fixture { imports, items, turn, room, memory, action } = self;
        let (hello, pass) = (format!("{HELLO}\n"), format!("{}\n", PASS.replace("pass", action)));
        let note = note(&pass);
        let text = format!(
            r#"(module
            {imports}
            (memory (export "memory") {memory})
            (global $calls (mut i32) (i32.const 0))
            (global $size (mut i32) (i32.const 0))
            (data (i32.const 16) "{}")
            (data (i32.const 256) "{}")
            (data (i32.const 512) "{}")
            {items}
            (func $say (param $at i32) (param $size i32) (result i32)
                (global.set $size (local.get $size))
                (local.get $at))
            (func $pass (result i32) (call $say (i32.const 256) (i32.const {})))
            ;; Says eight bytes as a note of sixteen digits, and passes.
            (func $note (param $value i64) (result i32)
                (local $at i32)
                (local.set $at (i32.const 16))
                (loop $more
                    (local.set $at (i32.sub (local.get $at) (i32.const 1)))
                    (i32.store8 (i32.add (local.get $at) (i32.const {NOTE_AT}))
                        (i32.add (i32.const 65) (i32.wrap_i64 (i64.and (local.get $value) (i64.const 15)))))
                    (local.set $value (i64.shr_u (local.get $value) (i64.const 4)))
                    (br_if $more (local.get $at)))
                (call $say (i32.const 512) (i32.const {})))
            (func $turn (result i32) {turn})
            (func (export "joust_room") (param i32) (result i32) {room})
            (func (export "joust_answer") (result i32)
                (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
                (if (result i32) (i32.eq (global.get $calls) (i32.const 1))
                    (then (call $say (i32.const 16) (i32.const {})))
                    (else (call $turn))))
            (func (export "joust_answer_size") (result i32) (global.get $size)))"#,
            quoted(&hello),
            quoted(&pass),
            quoted(&note),
            pass.len(),
            note.len(),
            hello.len(),
        );
        wat::parse_str(&text).unwrap_or_else(|why| panic!("{why}"))
    }

    pub(crate) fn load(&self) -> Result<ModuleCode, BadModule> {
        host().compile(&self.bytes())
    }

    /// The module at the table.
    pub(crate) fn seat(&self, fuel: Fuel, terms: BotTerms) -> BotPlayer<Battle> {
        let code = Arc::new(self.load().unwrap_or_else(|why| panic!("{why}")));
        code.seat(fuel, terms, Audience::absent())
    }

    /// What the module does in its first turn.
    pub(crate) fn act(&self) -> Result<Answer<Action>, Fault> {
        turn(&mut self.seat(FUEL, BotTerms::default()))
    }

    /// The fault of its first turn.
    pub(crate) fn fault(&self) -> Fault {
        self.act().expect_err("a fault")
    }

    /// The number that it notes in its first turn.
    pub(crate) fn noted(&self, terms: BotTerms) -> u64 {
        number(&turn(&mut self.seat(FUEL, terms)).unwrap())
    }
}

const NOTE_AT: usize = 512 + r#"{"type":"note","text":""#.len();

/// A note with a place for a number, and an action.
fn note(action: &str) -> String {
    format!("{{\"type\":\"note\",\"text\":\"{}\"}}\n{action}", "A".repeat(16))
}

/// The number in the note of an answer.
pub(crate) fn number(answer: &Answer<Action>) -> u64 {
    answer.notes[0].bytes().fold(0, |number, letter| number << 4 | u64::from(letter - b'A'))
}

/// A function `$first` that answers with a note and the first legal move of a duel.
pub(crate) fn first_move() -> String {
    let before = "{\"type\":\"note\",\"text\":\"Hm\"}\n{\"type\":\"action\",\"action\":\"";
    format!(
        r#"(data (i32.const 5000) "{}")
        (func $first (result i32) (local $from i32) (local $to i32)
            (local.set $from (i32.const 131072))
            ;; Up to the eight bytes of "moves":
            (block $found (loop $more
                (br_if $found (i64.eq (i64.load (local.get $from)) (i64.const 0x3a227365766f6d22)))
                (local.set $from (i32.add (local.get $from) (i32.const 1)))
                (br $more)))
            (local.set $from (i32.add (local.get $from) (i32.const 10)))
            (local.set $to (i32.const {}))
            (loop $copy
                (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))
                (local.set $to (i32.add (local.get $to) (i32.const 1)))
                (local.set $from (i32.add (local.get $from) (i32.const 1)))
                (br_if $copy (i32.ne (i32.load8_u (local.get $from)) (i32.const 34))))
            ;; The end of the message and of its line.
            (i32.store (local.get $to) (i32.const 0x0a7d22))
            (call $say (i32.const 5000) (i32.sub (local.get $to) (i32.const 4997))))"#,
        quoted(before),
        5000 + before.len(),
    )
}

/// Gives the answer to a turn, and none to `end`: the message is in the usual room, and its type begins after
/// nine letters.
pub(crate) fn unless_over(turn: &str) -> String {
    format!(
        "(if (result i32) (i32.eq (i32.load8_u (i32.const 131081)) (i32.const 101))
            (then (call $say (i32.const 0) (i32.const 0))) (else {turn}))"
    )
}

/// A module that computes for ever, and one that calls for ever.
pub(crate) fn endless() -> [Fixture<'static>; 2] {
    [
        Fixture { turn: "(loop $again (br $again)) unreachable", ..Fixture::default() },
        Fixture {
            imports: r#"(import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))"#,
            turn: "(loop $again (drop (call $yield)) (br $again)) unreachable",
            ..Fixture::default()
        },
    ]
}

/// What a bot answers in the first position of MAD.
pub(crate) fn turn(player: &mut BotPlayer<Battle>) -> Result<Answer<Action>, Fault> {
    player.act(&Asked::unstopped(&Battle::default(), Seat::FIRST))
}
