//! Differential proof of the simulated processors against independent simulators.
//!
//! A [`case::Case`] is a program with the state it starts from, an [`case::Outcome`] the state in
//! which it ends. An [`case::Oracle`] turns one into the other: our own core ([`ours::Ours`]),
//! QEMU's LEON3 ([`qemu::Qemu`]), unicorn (package `oracle-unicorn`). Random programs come from the
//! instruction table ([`generate`]) and are compared in rounds ([`campaign`]); one that makes a
//! difference is made smaller ([`shrink`]) and kept as text ([`vector`]), to be replayed without
//! the other oracle. Floating-point operations are also held against a soft float ([`softfloat`],
//! [`fpbulk`]).
//!
//! The vectors in `vectors/sparcv8` come from the manuals, not from a simulator; QEMU confirms those
//! that it can run. They cover cycles too. GNU binutils judge the disassembler ([`binutils`]).
//!
//! [`tricore`] has the vectors of TriCore and runs them; its random programs are in package
//! `oracle-tricore`. All else is SPARC V8. `docs/contributing/differential.md` says what is compared and what was seen.

pub mod asm;
pub mod binutils;
pub mod blocks;
pub mod campaign;
pub mod case;
pub mod fpbulk;
pub mod fpops;
pub mod gdb;
pub mod generate;
pub mod known;
pub mod layout;
pub mod ours;
pub mod program;
pub mod qemu;
pub mod rng;
pub mod shrink;
pub mod softfloat;
pub mod tables;
pub mod tricore;
pub mod vector;
