//! Tracers in firmware: what they really did ([`observe`]), and what they recorded beside that ([`mod@recorded`]).

pub mod observe;
pub mod recorded;
