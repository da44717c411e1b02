//! Timing by the book: for each timing rule of the GR740 a small program whose cycles are derived
//! by hand from the rule, and must come out exactly. docs/contributing/timing-gr740.md has the table.
//!
//! A derivation names its source: "UM" is the GR740 User's Manual, issue and page; what the manual
//! does not say is an *estimate*. All numbers are literals (`book.rs`); `documents.rs` holds the board
//! files against literals of their own.

mod apb;
mod arbitration;
mod atomics;
mod bench;
mod book;
mod counts;
mod documents;
mod fpu;
mod memory;
mod mmu;
mod pipeline;
mod sdram;
mod store;
mod traps;
mod tricore;
