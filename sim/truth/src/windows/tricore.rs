//! The judge of the counters that TC1.6P and TC1.6E cores have of themselves: CCNT, ICNT, M1CNT,
//! M2CNT and M3CNT under CCTRL.

mod counter;
mod registers;
mod unit;

pub use registers::CoreType;
pub use unit::{Tricore, TricoreUnit};
