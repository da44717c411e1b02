//! How long interrupts stay off.
//!
//! A core is looked at from the first moment on in which it switches interrupts on: start code runs without, and a
//! program that never wants any has none to miss. What a boot loader has left on is nothing that the program wants.

use trueboard_core::time::Tick;

/// When each core switched interrupts off.
#[derive(Default)]
pub struct Masked {
    cores: Vec<Core>,
}

#[derive(Clone, Copy, Default)]
struct Core {
    /// They were off, and it has switched them on.
    takes: bool,
    was_off: bool,
    off: Option<(Tick, u64)>,
}

/// A time without interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Off {
    /// The instruction that switched them off.
    pub pc: u64,
    /// The one that switched them on again.
    pub until: u64,
    /// In base ticks.
    pub ticks: u64,
}

impl Masked {
    /// Of so many cores.
    pub fn new(cores: usize) -> Masked {
        Masked {
            cores: vec![Core::default(); cores],
        }
    }

    /// Records whether interrupts are off behind the instruction at `pc`; returns the time that is over.
    #[inline]
    pub fn is(&mut self, core: u8, at: Tick, pc: u64, masked: bool) -> Option<Off> {
        let c = self.cores.get_mut(usize::from(core))?;
        match (masked, c.off) {
            (false, None) => {
                c.takes |= c.was_off;
                None
            }
            (true, None) if c.takes => {
                c.off = Some((at, pc));
                None
            }
            (false, Some((since, from))) => {
                c.off = None;
                Some(Off {
                    pc: from,
                    until: pc,
                    ticks: at.since(since),
                })
            }
            _ => {
                c.was_off |= masked;
                None
            }
        }
    }

    /// The time that is not over at the end, at `at`, with `core` at `pc`.
    pub fn open(&self, core: u8, at: Tick, pc: u64) -> Option<Off> {
        let (since, from) = self.cores.get(usize::from(core))?.off?;
        Some(Off {
            pc: from,
            until: pc,
            ticks: at.since(since),
        })
    }
}
