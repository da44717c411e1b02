//! Waits for results that come at known moments.

use crate::asm::{Alu, Cond, Label, Mem, RAX, RCX, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::Guest;
use cranelift_assembler_x64::Scale;

/// How an instruction waits.
pub struct Wait<C> {
    /// The time in which code advances, and when the instruction is due: so much later.
    pub time: Field<C, u64>,
    /// See there.
    pub due: u32,
    /// The last instruction of the block begins so much later than `time`, which has to be before `end`.
    pub last: u32,
    /// See there.
    pub end: Field<C, u64>,
    /// The moments that it waits for.
    pub ready: Vec<Field<C, u64>>,
    /// How long it waits, if that is known, whatever `ready` has; else 0.
    pub cycles: u32,
    /// What was waited is added to it, and these bits are set.
    pub meter: Field<C, u64>,
    /// See there.
    pub marks: (Field<C, u32>, u32),
}

impl<C> Wait<C> {
    /// A wait may be needed.
    pub(crate) fn waits(&self) -> bool {
        self.cycles != 0 || !self.ready.is_empty()
    }
}

impl<G: Guest> Code<'_, G> {
    /// Lets time advance until each moment that is waited for has come. If the end comes first, nothing has changed and
    /// code goes to `late`. The moment that it is then is in a register of the host, for [`Code::moment_later`].
    pub fn wait(&mut self, wait: &Wait<G::Core>, late: Label) {
        let (time, end, meter) = (wait.time.mem(), wait.end.mem(), wait.meter.mem());
        let (marks, bits) = (wait.marks.0.mem(), wait.marks.1);
        let last = wait.last as i32 - wait.due as i32;
        self.asm.mov_64(RCX, Src::Mem(time));
        if wait.due + wait.cycles != 0 {
            let due = (wait.due + wait.cycles) as i32;
            self.asm.address_64(RCX, Mem::At(RCX, due));
        }
        if wait.cycles != 0 {
            self.asm.address_64(RAX, Mem::At(RCX, last));
            self.asm.compare_64(RAX, end);
            self.asm.jump_if(Cond::NotBelow, late);
            self.asm.add_memory_64(time, wait.cycles as i32);
            self.asm.add_memory_64(meter, wait.cycles as i32);
            if bits != 0 {
                self.asm.alu_memory(Alu::Or, marks, bits as i32);
            }
            return;
        }
        let Some((first, others)) = wait.ready.split_first() else {
            return;
        };
        let (first, others) = (first.mem(), others.iter().map(|f| f.mem()));
        let others = others.collect::<Vec<_>>();
        let back = self.asm.label();
        let waits = self.detour({
            let others = others.clone();
            move |asm| {
                asm.mov_64(RAX, Src::Mem(first));
                for other in others {
                    asm.compare_64(RAX, other);
                    asm.mov_if_below_64(RAX, other);
                }
                asm.sub_register_64(RAX, RCX);
                asm.address_64(RCX, Mem::Indexed(RCX, RAX, Scale::One, last));
                asm.compare_64(RCX, end);
                asm.jump_if(Cond::NotBelow, late);
                asm.add_register_to_memory_64(time, RAX);
                asm.add_register_to_memory_64(meter, RAX);
                if bits != 0 {
                    asm.alu_memory(Alu::Or, marks, bits as i32);
                }
                asm.address_64(RCX, Mem::At(RCX, -last));
                asm.jump(back);
            }
        });
        for moment in std::iter::once(first).chain(others) {
            self.asm.compare_64(RCX, moment);
            self.asm.jump_if(Cond::Below, waits);
        }
        self.asm.bind(back);
    }

    /// The moment that [`Code::wait`] has left becomes one so much later.
    pub fn moment_later(&mut self, cycles: u32) {
        if cycles != 0 {
            self.asm.address_64(RCX, Mem::At(RCX, cycles as i32));
        }
    }

    /// A field becomes the moment.
    pub fn put_moment(&mut self, to: Field<G::Core, u64>) {
        self.asm.store_64(to.mem(), RCX);
    }

    /// A field becomes the moment if it is earlier.
    pub fn raise_to_moment(&mut self, to: Field<G::Core, u64>) {
        let later = self.asm.label();
        self.asm.compare_64(RCX, to.mem());
        self.asm.jump_if(Cond::BelowOrEqual, later);
        self.asm.store_64(to.mem(), RCX);
        self.asm.bind(later);
    }
}
