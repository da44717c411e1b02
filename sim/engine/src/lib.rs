//! The engine: parts that all cores with machine code share.
//!
//! | module | contents |
//! |---|---|
//! | [`guest`] | traits of an instruction set: start here to write a core |
//! | [`cpu`] | a core of any instruction set, as the board runs it |
//! | [`common`] | number, clock, activity, breakpoints |
//! | `slice` | a slice of a run: begin, pending work, blocks and steps, end |
//! | [`steps`] | single steps that are reported to observers |
//! | [`pages`] | decoded instructions by physical page, invalidated by stores into code |
//! | [`blocks`] | basic blocks with their timing per entry state, linked by outcome |
//! | [`block_loop`] | the loop over blocks: follows links, counts executions |
//! | [`ops`] | operations in which semantics are written, executed or lowered |
//! | [`lower`] | lowered semantics: plain data, and its interpreter |
//! | [`checks`] | reports of basic blocks to the checks |
//! | [`breakpoints`] | addresses in front of which a core stops |
//! | [`derived`] | data that a copy of a core omits |
//! | [`zero_cost`] | code that executes without time: addresses, bound, bus |
//! | [`history`] | the last control transfers, for crash messages |
//! | [`spin`] | waiting loops: detected, reported to the board, continued by whole turns |
//!
//! All of it is generic and resolved at compile time. A core defines an instruction ([`pages::Entry`]) and the timing
//! of a block ([`blocks::Timing`]). The engine knows no instruction set, pipeline or board.
//!
//! **Invariant**: no program and no measurement can see the engine. Its data are derived from memory and can be dropped
//! at any time. The one exception is the number of the current page, which cores save.

pub mod block_loop;
pub mod blocks;
pub mod breakpoints;
pub mod checks;
pub mod common;
pub mod cpu;
pub mod derived;
pub mod guest;
pub mod history;
pub mod lower;
pub mod ops;
pub mod pages;
mod slice;
pub mod spin;
pub mod steps;
pub mod zero_cost;
