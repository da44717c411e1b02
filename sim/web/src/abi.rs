//! What the module exports. Bytes go through the memory that module and host share; numbers are lengths and
//! addresses.

#![allow(
    unsafe_code,
    reason = "an exported name is unsafe(no_mangle); each is one of this module alone"
)]

use crate::opening;
use std::cell::RefCell;
use trueboard_lab::Lab;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static LAB: RefCell<Option<Lab>> = const { RefCell::new(None) };
}

/// Called once, first: what a panic says is then the output, which outlives the trap that follows.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string().into_bytes();
        OUTPUT.with(|output| {
            if let Ok(mut output) = output.try_borrow_mut() {
                *output = text;
            }
        });
    }));
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

/// How long the last output is.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Opens the lab that the input describes, in place of the one before. The output is the JSON of
/// [`opening::Opened`]; answers its length.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    // A board has hundreds of megabytes: the one before leaves first.
    LAB.take();
    let (lab, opened) = opening::open(&INPUT.take());
    LAB.set(lab);
    put(opened)
}

/// Carries out the request that is the input. The output is the answer; answers its length.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let input = INPUT.take();
    let request = String::from_utf8_lossy(&input);
    let answer = LAB.with_borrow_mut(|lab| match lab {
        Some(lab) => lab.answer_json(&request),
        None => r#"{"error":"no board is open","view":{}}"#.to_owned(),
    });
    put(answer)
}

/// The lessons: the output is the JSON of [`crate::lessons`].
#[unsafe(no_mangle)]
pub extern "C" fn lessons() -> usize {
    put(crate::lessons::lessons())
}

/// Runs the lesson that the input asks for and grades it; the lab that is open stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn grade() -> usize {
    put(opening::grade(&INPUT.take()))
}

/// Boards and version: the output is the JSON of [`crate::about`].
#[unsafe(no_mangle)]
pub extern "C" fn about() -> usize {
    put(crate::about::about())
}

fn put(text: String) -> usize {
    OUTPUT.with_borrow_mut(|output| {
        *output = text.into_bytes();
        output.len()
    })
}
