//! What every core that executes machine code shares, whatever its instruction set.
//!
//! | module | what it is |
//! |---|---|
//! | [`guest`] | what an instruction set is to the engine: the page that the author of a core reads |
//! | [`cpu`] | a core of any instruction set, as the board runs it |
//! | [`common`] | what every core has: number, clock, activity, breakpoints |
//! | `slice` | a slice of a run: begin, what is due, blocks and steps, end |
//! | [`steps`] | single steps that are reported to observers |
//! | [`pages`] | decoded instructions by physical page, and their invalidation by stores into code |
//! | [`blocks`] | basic blocks with their timing per state of the pipeline at entry, linked by outcome |
//! | [`block_loop`] | the loop over blocks: links followed, executions counted, what a core says of its own |
//! | [`ops`] | operations that the semantics of instructions are written in, executed or lowered |
//! | [`lower`] | lowered semantics: plain data, and what carries it out |
//! | [`checks`] | what the checks are told of basic blocks |
//! | [`breakpoints`] | addresses in front of which a core stops |
//! | [`derived`] | what a copy of a core begins without |
//! | [`zero_cost`] | code that executes without time: its addresses, its bound, the bus as it sees it |
//! | [`history`] | the last control transfers, for crash messages |
//! | [`spin`] | loops that wait for others to write: found, reported to the board, gone on with by whole turns |
//!
//! All of it is generic and resolved at compile time: a core says what an instruction is
//! ([`pages::Entry`]) and what the timing of a block is ([`blocks::Timing`]); nothing here knows an
//! instruction set, a pipeline or a board.
//!
//! None of it is visible to a program or in a measurement. What a core keeps here is derived from
//! memory and can be dropped at any time; the one exception is the number of the current page, which
//! cores have always saved.

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
