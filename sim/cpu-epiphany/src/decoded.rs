//! Decoded instructions: what follows from the row of an instruction in the table, above all what its
//! issue depends on.

use crate::isa::{Access, BlockRole, Group, Insn, Op, Opcode, Roles, decode, decode_with_roles};
use crate::params::TimingParams;
use crate::state::{FP, LR, SP};
use trueboard_core::isa::Role;
use trueboard_engine::blocks::BlockId;

/// Place of the FPU's flags among the ready times; general registers come before it.
pub(crate) const FLAGS: u8 = 64;
/// A place that nothing waits for.
pub(crate) const NONE: u8 = 65;
/// A place for results that no instruction waits for.
pub(crate) const SINK: u8 = 66;
/// All these places.
pub(crate) const PLACES: u8 = SINK + 1;

/// Kinds of results, in the low three bits of a ready time: see [`crate::pipeline`].
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

/// What is added to a ready time, by who waits.
mod bias {
    /// Data of a store.
    pub const STORE: u8 = 0;
    /// All other readers, except the FPU.
    pub const OTHER: u8 = 1;
    /// The FPU.
    pub const FPU: u8 = 3;
}

/// It executes alone, behind a test of pending work: there may be a breakpoint in front of it.
pub(crate) const BREAK: u8 = 64;
/// It puts the stack pointer elsewhere: not by what that or the frame pointer is. It is executed by itself too.
pub(crate) const PUTS_STACK: u8 = 128;

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
/// Its destination is a source of the FPU as well.
pub(crate) const ACCUMULATES: u8 = 32;

/// [`DecodedInsn::latency`] of integer operations.
const INTEGER_LATENCY: u8 = 8 + result::INTEGER as u8;

/// A decoded instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecodedInsn {
    pub op: Op,
    pub flags: u8,
    /// Places with ready times that may delay it: operands, then written or stored registers.
    pub waits: [u8; 4],
    /// The biases of the first two, and of the last two.
    pub bias: [u8; 2],
    /// Where the result's ready time goes.
    pub result: u8,
    /// The result's ready time, less eight times the cycle of issue. Not of the FPU.
    pub latency: u8,
    /// Second destination: the other register of a pair, or the FPU's flags.
    pub second: u8,
    /// The base, if the access changes it.
    pub base: u8,
    /// The block that begins here: see [`crate::blocks`].
    pub block: BlockId,
}

impl DecodedInsn {
    /// Nothing yet.
    pub fn blank() -> DecodedInsn {
        DecodedInsn {
            op: decode(Insn::Nop {}.encode()),
            flags: 0,
            waits: [NONE; 4],
            bias: [bias::OTHER; 2],
            result: SINK,
            latency: 0,
            second: NONE,
            base: NONE,
            block: BlockId::UNKNOWN,
        }
    }

    /// The instruction `word` at `pc`, followed by `next`.
    pub fn new(pc: u32, word: u32, next: u32, free: bool, p: &TimingParams) -> DecodedInsn {
        let (op, roles) = decode_with_roles(word);
        let mut slot = DecodedInsn {
            op,
            flags: READY,
            ..DecodedInsn::blank()
        };
        if (pc.wrapping_add(u32::from(op.len) - 1) ^ pc.wrapping_sub(1)) >> 3 != 0 {
            slot.flags |= STEP;
        }
        if free {
            slot.flags |= FREE;
        } else {
            let (second, its) = decode_with_roles(next);
            if pairs((&op, &roles), (&second, &its)) {
                slot.flags |= PAIRS;
            }
        }
        if puts_stack(&op, &roles) {
            slot.flags |= PUTS_STACK | BREAK;
        }
        slot.dependencies(&roles, p);
        slot
    }

    /// It is decoded and executed ordinarily: it takes time, and needs no test before it.
    #[inline(always)]
    pub fn is_ordinary(&self) -> bool {
        self.flags & (READY | FREE | BREAK) == READY
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

    fn dependencies(&mut self, roles: &Roles, p: &TimingParams) {
        let Op {
            opcode, rd, rn, rm, ..
        } = self.op;
        let traits = opcode.traits();
        let reads = |role: Option<Role>| role.is_some_and(Role::reads);
        let writes = |role: Option<Role>| role.is_some_and(Role::writes);
        let (fpu, memory) = match self.op.group {
            Group::Fpu => (true, false),
            Group::LoadStore => (false, true),
            _ => (false, false),
        };
        // What is stored or accumulated is needed later than other sources, in the place of what is
        // written.
        let early_destination = reads(roles.d) && !fpu && !memory;
        // STATUS and CONFIG belong to the FPU too: what it still does comes before an access to a special
        // register.
        let fpu_flags = self.op.reads_fpu_flags() || roles.special;
        let sources = [
            (reads(roles.n), rn),
            (reads(roles.m), rm),
            (early_destination, rd),
            (fpu_flags, FLAGS),
        ];
        let needed = sources.iter().filter(|source| source.0);
        // No instruction has more than two of these.
        for (wait, &(_, place)) in self.waits.iter_mut().zip(needed).take(2) {
            *wait = place;
        }
        if roles.d.is_some() && !early_destination {
            self.waits[2] = rd;
        }
        let pair = if traits.bytes == 8 { rd | 1 } else { NONE };
        self.waits[3] = pair;
        if fpu {
            let accumulates = reads(roles.d);
            self.bias = [bias::FPU, if accumulates { bias::FPU } else { bias::OTHER }];
            self.flags |= if accumulates { ACCUMULATES } else { 0 };
            (self.result, self.second) = (rd, FLAGS);
        } else if traits.access == Access::Store {
            self.bias[1] = bias::STORE;
            self.flags |= STORES;
        } else if memory {
            let (cycles, of) = match traits.bytes {
                1 | 2 => (p.narrow_load_cycles, result::NARROW),
                _ => (p.load_cycles, result::LOAD),
            };
            (self.result, self.latency) = (rd, 8 * (cycles + 1) + of as u8);
            self.second = pair;
        } else if writes(roles.d) {
            (self.result, self.latency) = (rd, INTEGER_LATENCY);
        } else if traits.links {
            (self.result, self.latency, self.waits[2]) = (LR, INTEGER_LATENCY, LR);
        }
        // If base and destination are one register, the loaded value wins.
        if writes(roles.n) && (traits.access == Access::Store || rn != rd) {
            self.base = rn;
        }
    }
}

/// The destination of `op` is the stack pointer, which does not follow from what it or the frame pointer is.
fn puts_stack(op: &Op, roles: &Roles) -> bool {
    let data = match op.opcode.traits().bytes {
        8 => op.rd | 1,
        _ => op.rd,
    };
    let writes = roles.d.is_some_and(Role::writes) && data == SP;
    let adds = matches!(
        op.opcode,
        Opcode::Add | Opcode::Sub | Opcode::AddI | Opcode::SubI
    );
    writes && !(adds && (op.rn == SP || op.rn == FP))
}

/// General registers as bits: read, written.
fn registers(op: &Op, roles: &Roles) -> (u64, u64) {
    let data = match op.opcode.traits().bytes {
        8 => 1 << (op.rd & 63) | 1 << ((op.rd | 1) & 63),
        _ => 1u64 << (op.rd & 63),
    };
    let operands = [
        (roles.d, data),
        (roles.n, 1 << (op.rn & 63)),
        (roles.m, 1 << (op.rm & 63)),
    ];
    let all = |of: fn(Role) -> bool| {
        let them = operands.iter().filter(|o| o.0.is_some_and(of));
        them.fold(0, |bits, o| bits | o.1)
    };
    (all(Role::reads), all(Role::writes))
}

/// True if two instructions that follow each other can be issued in one cycle (AR, pipeline, table 9):
/// one of the FPU with an integer one or a load or store, and the second neither reads nor writes
/// what the first one writes.
fn pairs((first, its): (&Op, &Roles), (second, roles): (&Op, &Roles)) -> bool {
    use Group::{Control, Fpu, Ialu, LoadStore};
    let groups = match (first.group, second.group) {
        (Control, _) | (_, Control) => false,
        (Fpu, Ialu | LoadStore) | (Ialu | LoadStore, Fpu) => true,
        _ => false,
    };
    if !groups || second.reads_fpu_flags() {
        return false;
    }
    let (_, written) = registers(first, its);
    let (read, too) = registers(second, roles);
    written & (read | too) == 0
}

/// What the issue of `insns` depends on: general registers as bits, and whether on the flags of the FPU.
pub(crate) fn waits(insns: &[DecodedInsn]) -> (u64, bool) {
    let places = || insns.iter().flat_map(|s| s.waits);
    let registers = places().filter(|&place| place < FLAGS);
    (
        registers.fold(0, |bits, place| bits | 1 << place),
        places().any(|place| place == FLAGS),
    )
}

/// Whether an instruction can end a block.
pub(crate) fn branches(s: &DecodedInsn) -> bool {
    s.op.opcode.traits().block == BlockRole::Ends
}
