//! What several commands share.

pub mod answer;
pub mod coverage;
pub mod debugged;
pub mod drawing;
pub mod engine;
pub mod files;
pub mod firmware;
pub mod followed;
#[cfg(test)]
mod functions;
pub mod junit;
pub mod lists;
pub mod options;
pub mod progress;
pub mod readings;
