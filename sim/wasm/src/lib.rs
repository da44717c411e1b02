//! Bytes between a WebAssembly module and its host, through the memory that both share. The host asks for room by
//! `input`, writes there, calls a function that the module exports, and reads what `output` and `output_len` say. A
//! module needs no import for that.
//!
//! The module's own functions take the input by [`taken`] and leave their output by [`put`].

#![allow(
    unsafe_code,
    reason = "an exported name is unsafe(no_mangle); each is one of this crate alone"
)]

#[cfg(any(target_arch = "wasm32", test))]
mod pages;

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for `len` bytes of input; answers where.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; len];
        input.as_mut_ptr()
    })
}

/// Where the last output is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// How many bytes the last output has.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// The input, which is gone then.
#[must_use]
pub fn taken() -> Vec<u8> {
    INPUT.take()
}

/// Makes `text` the output.
pub fn put(text: String) {
    OUTPUT.set(text.into_bytes());
}

/// Adds memory for later in one step. What is allocated bit by bit adds it in steps of 64 KiB, and an engine makes a
/// new buffer of all memory for each: a third of the time of a run whose checkpoints are kept.
pub fn make_room() {
    const PARTS: usize = 16;
    const BYTES: usize = 7 << 20;
    let room: [Vec<u8>; PARTS] = std::array::from_fn(|_| Vec::with_capacity(BYTES));
    drop(std::hint::black_box(room));
}

/// What a panic says is the output from now on: it outlives the trap that follows.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|panic| put(panic.to_string())));
}

#[cfg(test)]
mod tests {
    use super::{input, output, output_len, put, taken};

    #[test]
    fn input_is_taken_once_and_output_stays() {
        assert!(!input(3).is_null());
        assert_eq!(taken(), [0, 0, 0]);
        assert_eq!(taken(), []);
        put("text".to_owned());
        assert_eq!(output_len(), 4);
        assert_eq!(output(), output());
        assert_eq!(output_len(), 4);
    }
}
