//! Tests of whole machines, one module a subject.

mod determinism;
mod elf_reader;
mod exit;
mod golden;
mod planted;
mod prebuilt;
mod reference;
mod report;
mod snapshot;
mod traces;
