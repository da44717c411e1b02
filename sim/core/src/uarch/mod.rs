//! Micro-architecture that several processors share.

pub mod cache;
pub mod memo;
