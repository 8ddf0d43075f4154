//! Small modules in the text form of WebAssembly.

use joust_core::{Answer, Asked, Fault, Player, Seat};
use joust_mad::{Action, Battle};
use joust_sandbox::{Audience, BadModule, BotPlayer, BotTerms, Fuel, ModuleCode, ModuleHost};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// Fuel for a short game.
pub(crate) const FUEL: Fuel = Fuel { turn: 0, bank: 100_000_000 };

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
}

impl Default for Fixture<'_> {
    fn default() -> Self {
        Fixture { imports: "", items: "", turn: "(call $pass)", room: "(i32.const 131072)", memory: "8" }
    }
}

impl Fixture<'_> {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let Fixture { imports, items, turn, room, memory } = self;
        let (hello, pass) = (format!("{HELLO}\n"), format!("{PASS}\n"));
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
            quoted(&note()),
            pass.len(),
            note().len(),
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
fn note() -> String {
    format!("{{\"type\":\"note\",\"text\":\"{}\"}}\n{PASS}\n", "A".repeat(16))
}

/// The number in the note of an answer.
pub(crate) fn number(answer: &Answer<Action>) -> u64 {
    answer.notes[0].bytes().fold(0, |number, letter| number << 4 | u64::from(letter - b'A'))
}

/// What a bot answers in the first position of MAD.
pub(crate) fn turn(player: &mut BotPlayer<Battle>) -> Result<Answer<Action>, Fault> {
    player.act(&Asked::unstopped(&Battle::default(), Seat::FIRST))
}
