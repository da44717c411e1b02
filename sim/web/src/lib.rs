//! The lab as a WebAssembly module that imports nothing: a page's worker writes a message into the module's memory,
//! calls a function, and reads the answer.
//!
//! `open` takes a header line of JSON and the files behind it, `assemble` and `words` serve the page's editor, everything
//! else is a `Request` and its `Answer`. A lab at a time is open.

mod abi;
mod about;
mod assembler;
mod lessons;
mod opening;

pub use abi::{about, answer, assemble, grade, lessons, open, start, words};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod types;
