//! Tracers in firmware: what they really did ([`observe`]), and what they recorded ([`paraver`]) beside that
//! ([`mod@recorded`]).

pub mod observe;
pub mod paraver;
pub mod recorded;
