//! What an instruction touches, for those who check programs. Places of a [`RegSet`]: D0 to D15, A0 to A15.

use crate::code_pages::Ready;
use crate::context::{BYTES, link_address};
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::isa::operands::Mode;
use crate::isa::{Class, Control, LOWER, UPPER};
use crate::state::{A10, ICR_IE, State};
use trueboard_core::cpu::RunCx;
use trueboard_core::isa::DataFlow;
use trueboard_core::observe::{Executed, InsnKind, Looked, RegSet, Touched};

/// Register number of the stack pointer.
const SP: u8 = A10 as u8;
/// Its bit.
const STACK_POINTER: u32 = 1 << A10;

/// What is known of an instruction before it is executed.
pub struct BeforeInsn {
    pc: u32,
    insn: Option<DecodedInsn>,
    code: Option<bool>,
    /// Where it accesses data, and what the data cache has of that.
    data: Option<(u32, Option<bool>)>,
    stored: u32,
    pcxi: u32,
    interrupt: bool,
}

fn set(bits: u32) -> RegSet {
    let mut set = RegSet::NONE;
    set.add(0, bits.into());
    set
}

fn loads(class: Class) -> bool {
    matches!(
        class,
        Class::LoadA | Class::LoadD | Class::Ldmst | Class::Swap
    )
}

pub(crate) fn stores(class: Class) -> bool {
    matches!(class, Class::Store | Class::Ldmst | Class::Swap)
}

impl TriCore {
    /// Reads the next instruction.
    pub(crate) fn begin_check(&self, cx: &RunCx<'_>) -> BeforeInsn {
        let pc = self.st.pc;
        let pa = u64::from(self.mem.physical(pc));
        let known = self.code.get(pa).filter(|e| e.ready != Ready::No);
        let insn = match known {
            Some(e) => e.decoded().copied(),
            None => self.insn(pc, cx.mem),
        };
        let place = insn.as_ref().and_then(|s| place_of(&self.st, s));
        let store = insn.is_some_and(|s| stores(s.class));
        BeforeInsn {
            pc,
            insn,
            code: self.mem.has_code(pc),
            data: place.map(|va| (va, self.mem.has_data(va, store))),
            stored: insn.filter(|s| s.a < 32).map_or(0, |s| self.st.reg(s.a)),
            pcxi: self.st.pcxi,
            interrupt: self.pending_work
                && self.pending.is_none()
                && !self.nmi
                && self.st.interrupt_due(),
        }
    }

    /// Reports what has become of the instruction, which was completed or not.
    pub(crate) fn end_check(&mut self, before: BeforeInsn, completed: bool, cx: &mut RunCx<'_>) {
        let mut done = Executed {
            pc: before.pc.into(),
            physical: self.mem.physical(before.pc).into(),
            next: self.st.pc.into(),
            stack: self.mem.physical(self.st.r[A10]).into(),
            masked: self.st.icr & ICR_IE == 0,
            ..Executed::default()
        };
        if self.st.pcxi != before.pcxi {
            let saved = self.mem.physical(link_address(self.st.pcxi));
            done.saved = Some((saved.into(), BYTES.into()));
        }
        match before.insn {
            Some(s) if completed => {
                done.bytes = s.len;
                if let Some(had) = before.code {
                    done.fetch = Looked::of(had, self.mem.has_code(before.pc) == Some(true));
                }
                done.reads = set(used(&s));
                done.passes = set(passed(&s));
                done.writes = set(s.writes);
                done.kind = kind_of(&s, before.pc);
                done.sp_from_sp = sp_from_sp(&s);
                done.access = self.touched_by(&s, &before, cx);
            }
            _ if before.interrupt && self.st.pc != before.pc => {
                done.writes = set(UPPER);
                done.kind = InsnKind::Trap { interrupt: true };
            }
            _ if self.st.pc != before.pc => {
                done.writes = set(UPPER);
                done.kind = InsnKind::Trap { interrupt: false };
            }
            _ => return,
        }
        let at = self.tick();
        cx.facts.executed(at, self.common.id, &done);
    }

    fn touched_by(&self, s: &DecodedInsn, before: &BeforeInsn, cx: &RunCx<'_>) -> Option<Touched> {
        let (va, bytes) = self.accessed;
        if bytes == 0 || !loads(s.class) && !stores(s.class) {
            return None;
        }
        let physical = u64::from(self.mem.physical(va));
        let mut a = Touched {
            address: va.into(),
            physical,
            bytes,
            memory: cx.mem.find(physical, bytes.into()).is_some(),
            value: before.stored,
            ..kind_of_access(s)
        };
        if let Some((place, Some(had))) = before.data
            && place == va
        {
            a.cache = Looked::of(had, self.mem.has_data(va, a.store) == Some(true));
        }
        let loaded = if s.d < 32 { self.st.reg(s.d) } else { a.value };
        a.take_outcome(cx.mem, loaded);
        Some(a)
    }

    /// Registers that are not 0.
    pub(crate) fn holds(&self) -> RegSet {
        let held = (0..32u8).filter(|&r| self.st.reg(r) != 0);
        set(held.fold(0, |bits, r| bits | 1 << r))
    }
}

/// What is known beforehand of an instruction of a block at `pc`, which is physical address `pa`.
pub(crate) fn executed_in_block(s: &DecodedInsn, (pc, pa): (u32, u32)) -> Executed {
    Executed {
        pc: pc.into(),
        physical: pa.into(),
        bytes: s.len,
        next: pc.wrapping_add(s.len.into()).into(),
        kind: kind_of(s, pc),
        reads: set(used(s)),
        passes: set(passed(s)),
        writes: set(s.writes),
        sp_from_sp: sp_from_sp(s),
        access: accesses(s).then(|| kind_of_access(s)),
        ..Executed::default()
    }
}

/// What an instruction that accesses memory does wherever that is.
fn kind_of_access(s: &DecodedInsn) -> Touched {
    Touched {
        bytes: s.opcode.traits().bytes,
        load: loads(s.class),
        store: stores(s.class),
        by_stack: s.b == SP,
        ..Touched::default()
    }
}

/// It loads or stores.
#[inline]
pub(crate) fn accesses(s: &DecodedInsn) -> bool {
    loads(s.class) || stores(s.class)
}

/// It may change the stack pointer.
#[inline]
pub(crate) fn writes_sp(s: &DecodedInsn) -> bool {
    s.writes & STACK_POINTER != 0
}

/// It makes the stack pointer of itself.
fn sp_from_sp(s: &DecodedInsn) -> bool {
    let both = s.reads & s.writes & STACK_POINTER != 0;
    both && !matches!(s.class, Class::Context | Class::LoadA | Class::LoadContext)
}

/// Where `s` accesses data, in the usual modes.
pub(crate) fn place_of(st: &State, s: &DecodedInsn) -> Option<u32> {
    if !accesses(s) {
        return None;
    }
    let base = || st.reg(s.b);
    Some(match s.mode {
        Mode::Abs => s.o as u32,
        Mode::Base | Mode::Pre => base().wrapping_add(s.o as u32),
        Mode::Post => base(),
        Mode::Circ | Mode::Rev | Mode::Index => return None,
    })
}

/// The name of the register at a place.
pub(crate) fn name(place: usize) -> String {
    let file = if place < 16 { 'd' } else { 'a' };
    format!("%{file}{}", place % 16)
}

/// Registers on which the address and the result of `s` depend. What calls save and stores store is passed on.
fn used(s: &DecodedInsn) -> u32 {
    let base = if s.b < 32 && s.b >= 16 {
        1u32 << s.b
    } else {
        0
    };
    match s.class {
        Class::Store => s.reads & !s.late() | base,
        Class::Context | Class::StoreContext | Class::LoadContext => {
            let target = if s.a < 32 { 1u32 << s.a } else { 0 };
            s.reads & !(UPPER | LOWER) | s.reads & (base | target)
        }
        _ if s.a == s.b && s.opcode.traits().flow == DataFlow::Cancels => 0,
        _ => s.reads,
    }
}

/// Registers that `s` stores.
fn passed(s: &DecodedInsn) -> u32 {
    match s.class {
        Class::Store => s.reads & s.late(),
        _ => 0,
    }
}

fn kind_of(s: &DecodedInsn, pc: u32) -> InsnKind {
    let traits = s.opcode.traits();
    match (traits.flow, traits.control) {
        (DataFlow::Orders, _) => InsnKind::Order,
        (_, Control::Conditional | Control::Counted) => InsnKind::Branch {
            target: pc.wrapping_add(s.o as u32).into(),
        },
        _ if s.class == Class::Context => InsnKind::Call,
        (DataFlow::Copies, _) if s.reads.count_ones() == 1 => InsnKind::Copy,
        _ => InsnKind::Other,
    }
}
