//! What the module exports besides input and output (`trueboard-wasm`).

#![allow(
    unsafe_code,
    reason = "an exported name is unsafe(no_mangle); each is one of this module alone"
)]

use crate::opening;
use std::cell::RefCell;
use trueboard_lab::Lab;
use trueboard_wasm::{put, taken};

thread_local! {
    static LAB: RefCell<Option<Lab>> = const { RefCell::new(None) };
}

/// Called once, first: what a panic says is then the output.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    trueboard_wasm::keep_panics();
    trueboard_wasm::make_room();
}

/// Opens the lab that the input describes, in place of the one before. The output is the JSON of
/// `opening::Opened`.
#[unsafe(no_mangle)]
pub extern "C" fn open() {
    // A board has hundreds of megabytes: the one before leaves first.
    LAB.take();
    let (lab, opened) = opening::open(&taken());
    LAB.set(lab);
    put(opened);
}

/// Carries out the request that is the input. The output is the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    let input = taken();
    let request = String::from_utf8_lossy(&input);
    put(LAB.with_borrow_mut(|lab| match lab {
        Some(lab) => lab.answer_json(&request),
        None => r#"{"error":"no board is open","view":{}}"#.to_owned(),
    }));
}

/// The lessons: the output is the JSON of `lessons.rs`.
#[unsafe(no_mangle)]
pub extern "C" fn lessons() {
    put(crate::lessons::lessons());
}

/// Runs the lesson that the input asks for and grades it; the lab that is open stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn grade() {
    put(opening::grade(&taken()));
}

/// Boards and version: the output is the JSON of `about.rs`.
#[unsafe(no_mangle)]
pub extern "C" fn about() {
    put(crate::about::about());
}

/// The words of the instruction set of the board that the input names: the output is the JSON of `assembler.rs`.
#[unsafe(no_mangle)]
pub extern "C" fn words() {
    put(crate::assembler::words(&taken()));
}

/// The errors of the source that is the input; the lab that is open stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn assemble() {
    put(crate::assembler::faults(&taken()));
}
