//! Tracers in firmware: what they really did ([`observe`], [`happened`], [`tracepoints`]) and what they recorded
//! ([`paraver`]). The judge ([`judged`]) holds one against the other: calls ([`mod@recorded`]), time stamps ([`times`]) and numbers of events
//! ([`counts`]).

pub mod counts;
pub mod happened;
pub mod judged;
pub mod observe;
pub mod paraver;
pub mod recorded;
pub mod times;
pub mod tracepoints;
