//! The traps that a program has not come back from: see [`crate::scene`].

use crate::trap;
use serde::{Deserialize, Serialize};

/// Traps that are kept.
const KEPT: usize = 4;
/// A trap that was taken.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Taken {
    pub tt: u8,
    pub pc: u32,
    pub npc: u32,
    pub vector: u32,
    pub address: Option<u32>,
    pub window: u8,
}

/// Those that the program has not come back from, the outermost first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TrapStack(Vec<Taken>);

impl TrapStack {
    /// Adds one that is taken, and forgets the outermost if there are too many.
    pub fn enter(&mut self, taken: Taken) {
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push(taken);
    }

    /// The program goes back to `pc`: from one of them, or to somewhere else altogether.
    pub fn leave(&mut self, pc: u32) {
        let left = self.0.iter().rposition(|t| t.pc == pc || t.npc == pc);
        self.0.truncate(left.unwrap_or(0));
    }

    /// All of them, the outermost first.
    pub fn all(&self) -> &[Taken] {
        &self.0
    }
}

/// What a trap is called, with its number.
pub(crate) fn described(tt: u8, address: Option<u32>) -> String {
    let of = match address {
        Some(a) => format!(" of address {a:#010x}"),
        None => String::new(),
    };
    format!("{}{of} (trap type {tt:#04x})", trap::name(tt))
}

/// Traps that are no request of the program, and part of no ordinary run.
pub(crate) fn is_error(tt: u8) -> bool {
    let window = matches!(tt, trap::WINDOW_OVERFLOW | trap::WINDOW_UNDERFLOW);
    let interrupt = (trap::INTERRUPT + 1..=trap::INTERRUPT + 15).contains(&tt);
    tt < trap::SOFTWARE && !window && !interrupt
}
