//! What notes between the instructions of a block for those who check programs: addresses, bytes and the stack pointer.

use crate::blocks::Done;
use crate::core::Leon;
use crate::exec::branch::BranchKind;
use crate::handlers::BlockInsn;
use crate::isa::Op;
use crate::row_facts::{SP, writes_sp};
use crate::trap::Exc;
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{DynamicEvent, Looked};
use trueboard_core::time::Tick;

/// The first of the instructions of a block with what notes between them, each linked to the next one.
pub(crate) fn noting(insns: &[BlockInsn], body: Option<usize>) -> Option<Box<BlockInsn>> {
    let mut all: Vec<BlockInsn> = Vec::new();
    for (i, b) in insns.iter().enumerate() {
        let beside = |run| BlockInsn { run, ..b.clone() };
        let in_slot = body.is_some_and(|body| i == body + 1);
        if in_slot && body.is_some_and(|body| may_annul(&insns[body])) {
            all.push(beside(note_slot));
        }
        let accesses = b.insn.op.bytes() != 0;
        if accesses {
            all.push(beside(note_address));
        }
        all.push(b.clone());
        if writes_sp(&b.insn) {
            all.push(beside(note_stack));
        }
        if accesses {
            all.push(beside(note_access));
        }
    }
    all.into_iter()
        .rev()
        .fold(None, |next, b| Some(Box::new(BlockInsn { next, ..b })))
}

/// A control transfer that annuls its delay slot, which it does not always do.
pub(crate) fn may_annul(b: &BlockInsn) -> bool {
    let kind = BranchKind::of(&b.insn);
    matches!(b.insn.op, Op::Bicc | Op::Fbfcc) && !kind.is_unconditional() && kind.annul
}

fn go_on(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    match &b.next {
        Some(next) => (next.run)(core, cx, next),
        None => Done::Yes,
    }
}

/// In front of a delay slot that may be annulled.
fn note_slot(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    core.noted.slot = true;
    go_on(core, cx, b)
}

/// In front of an access.
fn note_address(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    match core.note_address(b) {
        Done::Yes => go_on(core, cx, b),
        done => done,
    }
}

/// Behind an access.
fn note_access(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    core.note_access(b, cx);
    go_on(core, cx, b)
}

/// Behind an instruction that may have changed the stack pointer.
fn note_stack(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    core.note_stack(b);
    go_on(core, cx, b)
}

impl Leon {
    /// Notes where `b` accesses memory. It is left for a single step if that is not in the main one.
    #[inline(always)]
    pub(crate) fn note_address(&mut self, b: &BlockInsn) -> Done {
        let va = self.state.address(&b.insn);
        let off = va.wrapping_sub(self.memory.fast_ram.base);
        self.noted.before = self.base + u64::from(b.start);
        let bytes = u32::from(b.insn.op.bytes());
        if off >= self.memory.fast_ram.size || va & (bytes - 1) != 0 {
            self.failure = Exc::Alone;
            self.stopped = b.pc;
            return Done::Failed;
        }
        self.noted.address = va;
        Done::Yes
    }

    /// The number of `b` in its block.
    #[inline(always)]
    fn place_of(&self, b: &BlockInsn) -> u8 {
        (b.pc.wrapping_sub(self.noted.entry) >> 2) as u8
    }

    /// When `b`, which has just been executed, has ended.
    #[inline(always)]
    fn ended(&self, b: &BlockInsn) -> Tick {
        Tick(self.common.clock.ticks(self.base + u64::from(b.at) + 1))
    }

    #[inline(always)]
    pub(crate) fn note_access(&mut self, b: &BlockInsn, cx: &RunCx<'_>) {
        let va = self.noted.address;
        let off = va.wrapping_sub(self.memory.fast_ram.base) as usize;
        let region = cx.mem.region(self.memory.fast_ram.region);
        // The access is aligned: it lies in one double word.
        let around = u64::from_le_bytes(region.get(off & !7)) >> (8 * (off & 7));
        let bytes = u32::from(b.insn.op.bytes()).min(8);
        let held = around & (u64::MAX >> (64 - 8 * bytes.max(1)));
        let seen = DynamicEvent {
            place: self.place_of(b),
            stack_pointer: false,
            cache: Looked::Bypassed,
            at: self.ended(b),
            address: va.into(),
            physical: va.into(),
            held: held.to_le_bytes(),
        };
        self.noted.block.accessed(seen);
    }

    pub(crate) fn note_stack(&mut self, b: &BlockInsn) {
        let (place, at) = (self.place_of(b), self.ended(b));
        let stack = self.state.regs.get(SP).into();
        self.noted.block.stack_moved(place, at, stack);
    }
}
