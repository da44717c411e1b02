//! A channel: its transaction control set, and what a request of it moves.

use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// CHCSR: SCH requests.
pub(super) const SCH: u32 = 1 << 31;
/// CHCSR: SIT interrupts.
const SIT: u32 = 1 << 27;
/// CHCSR: CICH clears ICH.
const CICH: u32 = 1 << 26;
/// CHCSR: ICH, the channel has interrupted.
const ICH: u32 = 1 << 18;
/// ADICR: ETRL, a lost request interrupts.
const ETRL: u32 = 1 << 23;
/// CHCFGR: RROAT, one request is a transaction.
const RROAT: u32 = 1 << 19;

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub from: u64,
    pub to: u64,
}

/// What serving a request did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub moves: Vec<Move>,
    /// Bytes of each.
    pub bytes: u32,
    pub interrupt: bool,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Channel {
    pub rdcrc: u32,
    pub sdcrc: u32,
    pub source: u32,
    pub destination: u32,
    pub adicr: u32,
    pub config: u32,
    pub shadow: u32,
    /// When the request that waits is served.
    pub due: Tick,
    /// Transfers that are left of the transaction.
    count: u32,
    waits: bool,
    lost: bool,
    interrupted: bool,
}

impl Channel {
    /// TSR: TRL 2, CH 3.
    pub fn tsr(&self) -> u32 {
        u32::from(self.lost) << 2 | u32::from(self.waits) << 3
    }

    /// Writes TSR: RST 0, CTL 18.
    pub fn write_tsr(&mut self, value: u32) {
        if value & 1 != 0 {
            // What was asked for is forgotten; the registers stay.
            (self.count, self.waits, self.lost, self.interrupted) = (0, false, false, false);
        }
        self.lost &= value & 1 << 18 == 0;
    }

    /// CHCSR.
    pub fn chcsr(&self) -> u32 {
        self.count | if self.interrupted { ICH } else { 0 }
    }

    /// Writes CHCSR but for SCH; true when it interrupts.
    pub fn write_chcsr(&mut self, value: u32) -> bool {
        let set = value & SIT != 0;
        self.interrupted = set || self.interrupted && value & CICH == 0;
        set
    }

    /// What the channel's configuration asks for beyond this model.
    pub fn unmodelled(&self) -> Option<&'static str> {
        let shadow = self.adicr >> 16 & 0xf;
        let width = self.config >> 21 & 7;
        if shadow != 0 {
            Some("ADICR: SHCT: shadow addresses, linked lists and double buffers are not modelled")
        } else if width > 5 {
            Some("CHCFGR: CHDW: there is no such width; 8 bits are moved")
        } else if self.config >> 24 & 7 != 0 {
            Some("CHCFGR: PATSEL: pattern detection is not modelled")
        } else {
            None
        }
    }

    /// A request comes; true when one waits already.
    pub fn asked(&mut self) -> bool {
        let again = self.waits;
        if !again && self.count == 0 {
            self.count = (self.config & 0x3fff).max(1);
        }
        self.waits = true;
        again
    }

    /// The request that came is lost; true when that interrupts.
    pub fn lost(&mut self) -> bool {
        self.lost = true;
        self.adicr & ETRL != 0
    }

    /// Moves of a transfer.
    fn block(&self) -> u64 {
        // iLLD, IfxDma_ChannelMove.
        [1, 2, 4, 8, 16, 3, 5, 9][(self.config >> 16 & 7) as usize]
    }

    /// Transfers of a request.
    fn transfers(&self) -> u32 {
        if self.config & RROAT != 0 {
            self.count
        } else {
            1
        }
    }

    /// Moves of the request that waits.
    pub fn moves(&self) -> u64 {
        self.block() * u64::from(self.transfers())
    }

    /// Serves the request that waits.
    pub fn serve(&mut self) -> Done {
        if !std::mem::take(&mut self.waits) {
            return Done::default();
        }
        let width = self.config >> 21 & 7;
        let bytes = if width > 5 { 1 } else { 1 << width };
        let mut done = Done {
            bytes,
            ..Done::default()
        };
        for _ in 0..self.transfers() {
            for _ in 0..self.block() {
                done.moves.push(Move {
                    from: global(self.source),
                    to: global(self.destination),
                });
                let a = self.adicr;
                let step = |factor: u32, up: bool| {
                    let step = bytes << (factor & 7);
                    if up { step } else { step.wrapping_neg() }
                };
                let by = step(a, a & 1 << 3 != 0);
                self.source = next(self.source, by, a & 1 << 20 != 0, a >> 8 & 0xf);
                let by = step(a >> 4, a & 1 << 7 != 0);
                self.destination = next(self.destination, by, a & 1 << 21 != 0, a >> 12 & 0xf);
            }
            self.count = self.count.saturating_sub(1);
            done.interrupt |= self.interrupts();
        }
        self.interrupted |= done.interrupt;
        done
    }

    /// Whether the channel interrupts behind a transfer: INTCT 1 lets it, INTCT 0 for each transfer,
    /// otherwise when the count is at IRDV.
    fn interrupts(&self) -> bool {
        let control = self.adicr >> 26 & 3;
        control == 3 || control == 2 && self.count == (self.adicr >> 28)
    }
}

/// The address behind `at`, in a circular buffer of 2^`length` bytes if there is one.
fn next(at: u32, by: u32, circular: bool, length: u32) -> u32 {
    let mask = if circular {
        (1 << length) - 1
    } else {
        u32::MAX
    };
    at & !mask | at.wrapping_add(by) & mask
}

/// The one address of what has a non-cached view.
fn global(at: u32) -> u64 {
    u64::from(match at {
        0xa000_0000..0xaf00_0000 | 0xb000_0000..0xc000_0000 => at & !0x2000_0000,
        _ => at,
    })
}
