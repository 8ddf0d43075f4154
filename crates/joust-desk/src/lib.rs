//! The memory through which a page and its rules in WebAssembly hand each other bytes.
//!
//! The page writes into [`input`], calls a function of the rules, and reads [`output_bytes`] bytes
//! where [`output`] points. The rules take what was written with [`take`] and answer with [`put`].
//! The page finds the functions by their names, which only WebAssembly has: in a native program names
//! like `open` belong to the C library.
//!
//! ```
//! joust_desk::input(3);
//! assert_eq!(joust_desk::take(), [0, 0, 0]);
//! joust_desk::put(b"answer");
//! assert_eq!(joust_desk::output_bytes(), 6);
//! ```

#![cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "the page finds functions by their names"))]

use std::cell::RefCell;

#[derive(Default)]
struct Desk {
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Takes the bytes that the page has written; the input is empty afterwards.
pub fn take() -> Vec<u8> {
    DESK.with_borrow_mut(|desk| std::mem::take(&mut desk.input))
}

/// Replaces the output by `answer`.
pub fn put(answer: impl Into<Vec<u8>>) {
    DESK.with_borrow_mut(|desk| desk.output = answer.into());
}

/// Clears the output and lets `writer` fill it, reusing its memory.
pub fn write<T>(writer: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    DESK.with_borrow_mut(|desk| {
        desk.output.clear();
        writer(&mut desk.output)
    })
}

/// Makes room for this many bytes of input and says where to write them.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.input = vec![0; bytes];
        desk.input.as_mut_ptr()
    })
}

/// Where the output begins.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn output() -> *const u8 {
    DESK.with_borrow(|desk| desk.output.as_ptr())
}

/// How many bytes the output has.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn output_bytes() -> usize {
    DESK.with_borrow(|desk| desk.output.len())
}
