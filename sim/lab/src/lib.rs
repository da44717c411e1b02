//! A lab without terminal or page in it: a run with its time line, what is shown of it, and answers to "why?".
//!
//! A face opens a [`Lab`] of a [`Setup`] and files at hand, and sends it [`Request`]s: a [`Command`], the [`Panel`]s
//! that it shows, a question. The [`Answer`] holds all that the face has to draw. Both are JSON for those who
//! want that: [`Lab::answer_json`]. Nothing here reads files, clocks or the environment, so the same lab runs in
//! a page.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use trueboard_lab::{Lab, Setup};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../firmware/prebuilt/gr740/hello.elf");
//! let setup = Setup::image("gr740", "hello.elf");
//! let files = trueboard_board::Given::from([("hello.elf".into(), std::fs::read(path)?)]);
//! let mut lab = Lab::open(setup, files)?;
//! let answer = lab.answer_json(r#"{"command": {"do": "run_to", "place": "main"}, "show": ["registers"]}"#);
//! assert!(answer.contains(r#""function":"main""#), "{answer}");
//! # Ok(())
//! # }
//! ```

mod command;
mod driven;
mod execute;
mod explain;
mod lab;
pub mod lesson;
mod panels;
mod place;
mod request;
mod setup;
mod shown;
mod trail;
pub mod view;

pub use command::{Command, Stop, StopKind};
pub use lab::Lab;
pub use panels::{Panel, Panels};
pub use request::{Answer, Request, View};
pub use setup::{ImageOn, Setup};

#[cfg(test)]
mod tests;
