//! The tests of analyses, as one program.

mod common;
mod compare;
mod profile;
mod regions;
