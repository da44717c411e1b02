//! The judge of the event counters of Epiphany cores, CTIMER0 and CTIMER1 under CONFIG.
//!
//! They count down and stop at 0. What a window shows as measured is how far the register has come
//! down since it was written.

mod counter;
mod registers;

pub use registers::name as event_name;

pub use counter::{Epiphany, EpiphanyUnit};
