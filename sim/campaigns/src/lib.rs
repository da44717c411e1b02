//! Campaigns: many runs of firmware that answer one question together.
//!
//! Each question is a module with a request, one function that carries it out, and an answer. A request has public
//! fields; what it leaves out is as on the command line. [`Control`] says who follows the campaign, and who can end it. An
//! [`Error`] has the line for the user, and the exit code that it means. Nothing here prints or ends the process.

mod control;
pub mod coverage;
pub mod engine;
mod error;
pub mod expect;
pub mod inject;
pub mod mutate;
mod program;
mod specification;
pub mod sweep;
pub mod system;
pub mod test;
pub mod uncertainty;

pub use control::{Control, Done};
pub use error::Error;
pub use trueboard_board::asked::{Fast, Program};
