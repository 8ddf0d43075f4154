//! A bot in RustPython as a WebAssembly module, for measurements: docs/decisions/interpreters-as-modules.md.

use rustpython_vm::scope::Scope;
use rustpython_vm::{Interpreter, Settings};
use std::cell::RefCell;

/// The bot, as bundle.py prints it.
const BUNDLE: &str = include_str!("bundle.py");

thread_local! {
    static STARTED: RefCell<Option<(Interpreter, Scope)>> = const { RefCell::new(None) };
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

fn start() -> (Interpreter, Scope) {
    let mut settings = Settings::default();
    settings.hash_seed = Some(7);
    let interpreter = Interpreter::without_stdlib(settings);
    let scope = interpreter.enter(|vm| {
        let scope = vm.new_scope_with_builtins();
        let ran = vm.run_string(scope.clone(), BUNDLE, "bot.py".to_owned());
        ran.map_err(|thrown| vm.print_exception(thrown)).expect("the bot starts");
        scope
    });
    (interpreter, scope)
}

#[no_mangle]
pub extern "C" fn joust_room(size: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        *room = vec![0; size];
        room.as_mut_ptr()
    })
}

#[no_mangle]
pub extern "C" fn joust_answer() -> *const u8 {
    let line = ROOM.with_borrow(|room| String::from_utf8_lossy(room).into_owned());
    let said = STARTED.with_borrow_mut(|started| {
        let (interpreter, scope) = started.get_or_insert_with(start);
        interpreter.enter(|vm| {
            let answer = scope.globals.get_item("joust_answer", vm).expect("the bot has this function");
            let said = answer.call((line,), vm).map_err(|thrown| vm.print_exception(thrown));
            said.expect("the bot answers").str(vm).expect("the answer is a text").to_string()
        })
    });
    SAID.with_borrow_mut(|all| {
        *all = said;
        all.as_ptr()
    })
}

#[no_mangle]
pub extern "C" fn joust_answer_size() -> usize {
    SAID.with_borrow(String::len)
}
