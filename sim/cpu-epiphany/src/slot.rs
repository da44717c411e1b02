//! A predecoded instruction, with what its issue depends on.

use crate::isa::{Group, Kind, Op};
use crate::params::TimingParams;

/// Place of the FPU's flags among the ready times; general registers come before it.
pub(crate) const FLAGS: u8 = 64;
/// A place that nothing waits for.
pub(crate) const NONE: u8 = 65;
/// A place for results that nobody waits for.
const SINK: u8 = 66;
/// All these places.
pub(crate) const PLACES: u8 = SINK + 1;

/// Kinds of results, in the low three bits of a ready time: see [`crate::issue`].
pub(crate) mod result {
    /// Of the FPU.
    pub const FPU: u64 = 7;
    /// Of an integer operation.
    pub const INTEGER: u64 = 6;
    /// Of a load.
    pub const LOAD: u64 = 5;
    /// Of a load from outside the core.
    pub const EXTERNAL: u64 = 2;
    /// Of a load of a byte or half-word.
    pub const NARROW: u64 = 1;
}

/// Who looks at a ready time.
mod bias {
    /// Data of a store.
    pub const STORE: u8 = 0;
    /// Anything else but the FPU.
    pub const OTHER: u8 = 1;
    /// The FPU.
    pub const FPU: u8 = 3;
}

/// The instruction is decoded.
pub(crate) const READY: u8 = 1;
/// Its last byte is in another line of eight bytes than that of the instruction before it.
pub(crate) const STEP: u8 = 2;
/// The next instruction can be issued together with it.
pub(crate) const PAIRS: u8 = 4;
/// It costs nothing.
pub(crate) const FREE: u8 = 8;
/// It waits for data that it stores.
pub(crate) const STORES: u8 = 16;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub op: Op,
    pub flags: u8,
    /// Places whose ready times matter: operands, then what is written or stored.
    pub waits: [u8; 4],
    /// How the first two look, and the last two.
    pub bias: [u8; 2],
    /// Where the result's ready time goes.
    pub result: u8,
    /// The result's ready time, less eight times the cycle of issue. Not of the FPU.
    pub latency: u8,
    /// What else becomes ready with the result: another register, or the FPU's flags.
    pub second: u8,
    /// The base, if the access changes it.
    pub base: u8,
    /// The run that begins here: see [`crate::runs`].
    pub run: u16,
}

impl Slot {
    /// Nothing yet.
    pub fn blank() -> Slot {
        Slot {
            op: crate::isa::decode(0x01a2),
            flags: 0,
            waits: [NONE; 4],
            bias: [bias::OTHER; 2],
            result: SINK,
            latency: 0,
            second: NONE,
            base: NONE,
            run: crate::runs::UNKNOWN,
        }
    }

    /// The instruction `word` at `pc`, followed by `next`.
    pub fn new(pc: u32, word: u32, next: u32, free: bool, p: &TimingParams) -> Slot {
        let op = crate::isa::decode(word);
        let mut slot = Slot {
            op,
            flags: READY,
            ..Slot::blank()
        };
        if (pc.wrapping_add(u32::from(op.len) - 1) ^ pc.wrapping_sub(1)) >> 3 != 0 {
            slot.flags |= STEP;
        }
        if free {
            slot.flags |= FREE;
        } else if pairs(&op, &crate::isa::decode(next)) {
            slot.flags |= PAIRS;
        }
        slot.dependencies(p);
        slot
    }

    /// General registers that become ready after it, as bits.
    #[inline(always)]
    pub fn written(&self) -> u64 {
        [self.result, self.second, self.base]
            .iter()
            .fold(0, |bits, &place| {
                bits | 1u64.checked_shl(place.into()).unwrap_or(0)
            })
    }

    fn dependencies(&mut self, p: &TimingParams) {
        use Kind as K;
        let Op {
            kind, rd, rn, rm, ..
        } = self.op;
        let integer = 8 + result::INTEGER as u8;
        match self.op.group {
            Group::Ialu => {
                (self.result, self.latency) = (rd, integer);
                self.waits = match kind {
                    K::MovI => [NONE, NONE, rd, NONE],
                    K::Movt => [rd, NONE, NONE, NONE],
                    K::MovCc if self.op.cond >= 10 => [rn, FLAGS, rd, NONE],
                    K::Add | K::Sub | K::And | K::Orr | K::Eor | K::Lsl | K::Lsr | K::Asr => {
                        [rn, rm, rd, NONE]
                    }
                    _ => [rn, NONE, rd, NONE],
                };
            }
            Group::Fpu => {
                let second = match kind {
                    K::Float | K::Fix | K::Fabs => NONE,
                    _ => rm,
                };
                self.waits = [rn, second, rd, NONE];
                (self.result, self.second) = (rd, FLAGS);
                let accumulates = matches!(kind, K::Fmadd | K::Fmsub);
                self.bias = [bias::FPU, if accumulates { bias::FPU } else { bias::OTHER }];
            }
            Group::LoadStore => {
                let shape = Shape::of(kind);
                let second = if shape.double { rd | 1 } else { NONE };
                self.waits = [rn, if kind.indexed() { rm } else { NONE }, rd, second];
                // Of the two results for one register that of the load stays.
                if shape.updates && (shape.stores || rn != rd) {
                    self.base = rn;
                }
                if shape.stores {
                    self.bias[1] = bias::STORE;
                    self.flags |= STORES;
                } else {
                    let (cycles, of) = match shape.bytes {
                        1 | 2 => (p.narrow_load_cycles, result::NARROW),
                        _ => (p.load_cycles, result::LOAD),
                    };
                    (self.result, self.latency) = (rd, 8 * (cycles + 1) + of as u8);
                    self.second = second;
                }
            }
            Group::Control => match kind {
                K::Bcc if self.op.cond >= 10 => self.waits[0] = FLAGS,
                K::Jr => self.waits[0] = rn,
                K::Bl => (self.result, self.latency, self.waits[2]) = (14, integer, 14),
                K::Jalr => {
                    (self.waits[0], self.waits[2]) = (rn, 14);
                    (self.result, self.latency) = (14, integer);
                }
                // STATUS and CONFIG belong to the FPU too: what it still does comes first.
                K::Movts => self.waits = [rd, FLAGS, NONE, NONE],
                K::Movfs => {
                    self.waits = [FLAGS, NONE, rd, NONE];
                    (self.result, self.latency) = (rd, integer);
                }
                _ => {}
            },
        }
    }
}

/// What kind of access a load or store is.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub bytes: u8,
    pub double: bool,
    pub stores: bool,
    /// The base register is written.
    pub updates: bool,
}

impl Shape {
    pub fn of(kind: Kind) -> Shape {
        use Kind as K;
        let bytes = match kind {
            K::LdrbDisp | K::LdrbIdx | K::LdrbDpm | K::LdrbPm => 1,
            K::StrbDisp | K::StrbIdx | K::StrbDpm | K::StrbPm | K::Testsetb => 1,
            K::LdrhDisp | K::LdrhIdx | K::LdrhDpm | K::LdrhPm => 2,
            K::StrhDisp | K::StrhIdx | K::StrhDpm | K::StrhPm | K::Testseth => 2,
            K::LdrdDisp | K::LdrdIdx | K::LdrdDpm | K::LdrdPm => 8,
            K::StrdDisp | K::StrdIdx | K::StrdDpm | K::StrdPm => 8,
            _ => 4,
        };
        let stores = (K::StrbDisp as u8..=K::StrdPm as u8).contains(&(kind as u8));
        let updates = matches!(
            kind,
            K::LdrbDpm
                | K::LdrbPm
                | K::LdrhDpm
                | K::LdrhPm
                | K::LdrDpm
                | K::LdrPm
                | K::LdrdDpm
                | K::LdrdPm
                | K::StrbDpm
                | K::StrbPm
                | K::StrhDpm
                | K::StrhPm
                | K::StrDpm
                | K::StrPm
                | K::StrdDpm
                | K::StrdPm
        );
        Shape {
            bytes,
            double: bytes == 8,
            stores,
            updates,
        }
    }
}

/// Registers as bits: read, written.
fn registers(op: &Op) -> (u64, u64) {
    use Kind as K;
    let bit = |r: u8| 1u64 << (r & 63);
    let (d, n, m) = (bit(op.rd), bit(op.rn), bit(op.rm));
    match op.group {
        Group::Ialu => match op.kind {
            K::MovI => (0, d),
            K::Movt => (d, d),
            K::Add | K::Sub | K::And | K::Orr | K::Eor | K::Lsl | K::Lsr | K::Asr => (n | m, d),
            // It may leave its destination as it was.
            K::MovCc => (n | d, d),
            _ => (n, d),
        },
        Group::Fpu => match op.kind {
            K::Fmadd | K::Fmsub => (n | m | d, d),
            K::Float | K::Fix | K::Fabs => (n, d),
            _ => (n | m, d),
        },
        Group::LoadStore => {
            let shape = Shape::of(op.kind);
            let data = if shape.double { d | bit(op.rd | 1) } else { d };
            let address = if op.kind.indexed() { n | m } else { n };
            let base = if shape.updates { n } else { 0 };
            if shape.stores {
                (address | data, base)
            } else {
                (address, base | data)
            }
        }
        Group::Control => (0, 0),
    }
}

/// True if two instructions that follow each other can be issued in one cycle (AR, pipeline, table 9):
/// one of the FPU with an integer one or a load or store, and the second neither reads nor writes
/// what the first one writes.
fn pairs(first: &Op, second: &Op) -> bool {
    use Group::{Control, Fpu, Ialu, LoadStore};
    let groups = match (first.group, second.group) {
        (Control, _) | (_, Control) => false,
        (Fpu, Ialu | LoadStore) | (Ialu | LoadStore, Fpu) => true,
        _ => false,
    };
    if !groups || second.kind == Kind::MovCc && second.cond >= 10 {
        return false;
    }
    let (_, written) = registers(first);
    let (read, too) = registers(second);
    written & (read | too) == 0
}
