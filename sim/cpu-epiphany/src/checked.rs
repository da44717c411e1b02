//! What an instruction touches, for those who check programs. Places of a [`RegSet`]: r0 to r63.

use crate::core::Ecore;
use crate::isa::{Access, BlockRole, Group, Op, Roles, decode_with_roles};
use crate::pipeline::HotState;
use crate::state::LR;
use crate::status::GID;
use trueboard_core::cpu::RunCx;
use trueboard_core::isa::{DataFlow, Role};
use trueboard_core::observe::{Executed, InsnKind, RegSet, Touched};

pub(crate) const SP: u8 = 13;
const FP: u8 = 11;
/// The condition of a branch that is always taken.
const ALWAYS: u8 = 14;

/// Registers that an instruction uses, that it stores, and that it writes.
fn used(op: &Op, roles: &Roles) -> (u64, u64, u64) {
    let reads = |role: Option<Role>| role.is_some_and(Role::reads);
    let writes = |role: Option<Role>| role.is_some_and(Role::writes);
    let bit = |n: u8| 1u64 << (n & 63);
    let traits = op.opcode.traits();
    let data = if traits.bytes == 8 {
        bit(op.rd) | bit(op.rd | 1)
    } else {
        bit(op.rd)
    };
    // What is stored is passed on, not used.
    let passed = traits.access == Access::Store;
    let mut used = 0;
    if op.rn != op.rm || traits.flow != DataFlow::Cancels {
        used |= if reads(roles.n) { bit(op.rn) } else { 0 };
        used |= if reads(roles.m) { bit(op.rm) } else { 0 };
    }
    used |= if reads(roles.d) && !passed { data } else { 0 };
    let mut written = if writes(roles.d) { data } else { 0 };
    written |= if writes(roles.n) { bit(op.rn) } else { 0 };
    written |= if traits.links { bit(LR) } else { 0 };
    let passed = if reads(roles.d) && passed { data } else { 0 };
    (used, passed, written)
}

/// What an instruction that accesses memory does wherever that is.
fn kind_of_access(op: &Op) -> Touched {
    let traits = op.opcode.traits();
    Touched {
        bytes: traits.bytes,
        load: traits.access.loads(),
        store: traits.access.stores(),
        by_stack: op.rn == SP || op.rn == FP,
        ..Touched::default()
    }
}

/// What the instruction makes of its first operand is put where that is from: by arithmetic, or to the base of an access,
/// which is post-modified.
fn makes_of_base(op: &Op, roles: &Roles) -> bool {
    op.group == Group::Ialu || op.group == Group::LoadStore && roles.n.is_some_and(Role::writes)
}

fn set(bits: u64) -> RegSet {
    let mut set = RegSet::NONE;
    set.add(0, bits);
    set
}

impl Ecore {
    /// The instruction at `pc`, and what is known of it beforehand.
    pub(crate) fn executed_at(&self, pc: u32, cx: &RunCx<'_>) -> (Op, Executed) {
        let physical = self.global(pc);
        let (op, roles) = decode_with_roles(self.word(pc, cx.mem).unwrap_or(0));
        let (reads, passes, writes) = used(&op, &roles);
        let traits = op.opcode.traits();
        let stack = 1 << SP;
        let target = u64::from(pc.wrapping_add_signed(op.imm));
        let branches = traits.block == BlockRole::Ends && traits.conditional;
        let kind = match traits.flow {
            DataFlow::Meets => InsnKind::Arrive,
            DataFlow::Copies => InsnKind::Copy,
            _ if traits.links => InsnKind::Call,
            _ if branches && op.cond != ALWAYS => InsnKind::Branch { target },
            _ => InsnKind::Other,
        };
        let done = Executed {
            pc: pc.into(),
            physical,
            bytes: op.len,
            next: pc.wrapping_add(op.len.into()).into(),
            kind,
            reads: set(reads),
            passes: set(passes),
            writes: set(writes),
            sp_from_sp: reads & writes & stack != 0 && makes_of_base(&op, &roles),
            access: (traits.access != Access::None).then(|| kind_of_access(&op)),
            ..Executed::default()
        };
        (op, done)
    }

    /// Reports the instruction at `pc`, which has been executed.
    pub(crate) fn check(&mut self, pc: u32, l: &HotState, cx: &mut RunCx<'_>) {
        let (op, known) = self.executed_at(pc, cx);
        let done = Executed {
            next: l.pc.into(),
            access: self.touched_by(&op, cx),
            stack: self.global(self.st.reg(SP)),
            masked: self.st.status & GID != 0,
            ..known
        };
        let at = self.tick(l.now);
        cx.facts.executed(at, self.common.id, &done);
    }

    fn touched_by(&self, op: &Op, cx: &RunCx<'_>) -> Option<Touched> {
        let access = op.opcode.traits().access;
        let (address, bytes) = self.accessed;
        if access == Access::None || bytes == 0 {
            return None;
        }
        let physical = self.global(address);
        let mut a = Touched {
            address: address.into(),
            physical,
            bytes,
            memory: cx.mem.find(physical, bytes.into()).is_some(),
            value: self.st.reg(op.rd),
            ..kind_of_access(op)
        };
        a.take_outcome(cx.mem, a.value);
        Some(a)
    }

    /// Reports that an interrupt is taken in front of the instruction at `pc`.
    pub(crate) fn check_interrupt(&mut self, pc: u32, vector: u32, cx: &mut RunCx<'_>) {
        let done = Executed {
            pc: pc.into(),
            physical: self.global(pc),
            next: vector.into(),
            kind: InsnKind::Trap { interrupt: true },
            stack: self.global(self.st.reg(SP)),
            masked: true,
            ..Executed::default()
        };
        let at = self.tick(self.live.now);
        cx.facts.executed(at, self.common.id, &done);
    }

    /// Registers that are not 0.
    pub(crate) fn holds(&self) -> RegSet {
        let held = (0..64u8).filter(|&r| self.st.reg(r) != 0);
        set(held.fold(0, |bits, r| bits | 1 << r))
    }
}

/// The name of the register at a place.
pub(crate) fn name(place: usize) -> String {
    match place {
        11 => "fp".to_owned(),
        13 => "sp".to_owned(),
        14 => "lr".to_owned(),
        n => format!("r{n}"),
    }
}
