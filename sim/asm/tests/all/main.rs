//! Tests of the assembler.

mod errors;
mod gnu;
mod programs;
mod vocabulary;
