//! A bot as a WebAssembly module: three functions exchange the messages.

use crate::{Make, Session};

/// The state of a module, which [`module!`](crate::module) keeps.
pub struct Module {
    session: Session,
    room: Vec<u8>,
    said: String,
}

impl Module {
    /// A module that has heard nothing yet.
    pub fn new(make: Make) -> Module {
        Module { session: Session::new(make), room: Vec::new(), said: String::new() }
    }

    /// Room for a message of this size.
    pub fn room(&mut self, size: usize) -> *mut u8 {
        self.room = vec![0; size];
        self.room.as_mut_ptr()
    }

    /// Handles the message, and gives the address of the answer.
    pub fn answer(&mut self) -> *const u8 {
        let line = String::from_utf8_lossy(&self.room);
        self.said = self.session.answer(&line);
        self.said.as_ptr()
    }

    /// The number of bytes of the answer.
    pub fn size(&self) -> usize {
        self.said.len()
    }
}

/// Exports the functions of a WebAssembly module. Elsewhere it does nothing.
#[macro_export]
macro_rules! module {
    ($make:ident) => {
        #[cfg(target_family = "wasm")]
        mod joust_module {
            use std::cell::RefCell;

            thread_local! {
                static MODULE: RefCell<$crate::Module> = RefCell::new($crate::Module::new(super::$make));
            }

            #[no_mangle]
            extern "C" fn joust_room(size: usize) -> *mut u8 {
                MODULE.with(|module| module.borrow_mut().room(size))
            }

            #[no_mangle]
            extern "C" fn joust_answer() -> *const u8 {
                MODULE.with(|module| module.borrow_mut().answer())
            }

            #[no_mangle]
            extern "C" fn joust_answer_size() -> usize {
                MODULE.with(|module| module.borrow().size())
            }
        }
    };
}
