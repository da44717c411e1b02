//! Tests of whole machines, one module a subject.

mod additions;
mod back;
mod budget;
mod checkpoint;
mod clocks;
mod determinism;
mod elf_reader;
mod epapi;
mod exit;
mod golden;
mod idle;
mod licences;
mod mixed;
mod observers;
mod parallella;
mod pieces;
mod planted;
mod prebuilt;
mod reference;
mod report;
mod rooms;
mod snapshot;
mod stepping;
mod traces;
mod uncached;
mod waiting;
