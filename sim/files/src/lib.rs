//! Files of the host. What is read is a file with an end ([`read`], [`read_text`], [`open`]), what is written replaces a
//! file whole ([`write_whole`]) or extends it ([`open_alone`]), and names that firmware or a network chose stay below one
//! folder ([`Root`]).

#[cfg(unix)]
mod below;
mod lock;
mod read;
mod write;

#[cfg(unix)]
pub use below::{Kind, Root};
pub use lock::open_alone;
pub use read::{MOST, open, read, read_text, read_up_to};
pub use write::{append_below, write_whole};
