//! What is asked of a run, in the words of a command line or a specification. Errors name the options of the command
//! line, which are the names of these words everywhere.

mod folder;
mod placed;
mod program;
mod words;

pub use folder::{load, unusable};
pub use placed::{Placed, address, core_numbers, image_cores};
pub use program::{Chosen, Program, bytes};
pub use words::{Fast, budget, host_time, percent, poke};
