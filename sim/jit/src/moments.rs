//! Moments in parts of a cycle, eight times a cycle and more: when results come.

use crate::asm::{Cond, Label, Mem, RAX, RCX, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::Guest;

impl<G: Guest> Code<'_, G> {
    /// RAX: eight times a cycle.
    fn eight_times(&mut self, cycle: Field<G::Core, u64>) {
        self.asm.mov_64(RAX, Src::Mem(cycle.mem()));
        self.asm.shift_left_64(RAX, 3);
    }

    /// Fields become moments that are so much later than eight times `cycle`.
    pub fn set_moments(
        &mut self,
        cycle: Field<G::Core, u64>,
        moments: impl IntoIterator<Item = (Field<G::Core, u64>, i32)>,
    ) {
        let mut moments = moments.into_iter().peekable();
        if moments.peek().is_some() {
            self.eight_times(cycle);
        }
        for (field, later) in moments {
            self.asm.address_64(RCX, Mem::At(RAX, later));
            self.asm.store_64(field.mem(), RCX);
        }
    }

    /// Goes to `to` unless fields are these moments, so much later than eight times `cycle`, and others are before one.
    pub fn unless_moments(
        &mut self,
        cycle: Field<G::Core, u64>,
        exactly: &[(Field<G::Core, u64>, i32)],
        (others, before): (&[Field<G::Core, u64>], i32),
        to: Label,
    ) {
        self.eight_times(cycle);
        for (field, later) in exactly {
            self.asm.address_64(RCX, Mem::At(RAX, *later));
            self.asm.compare_64(RCX, field.mem());
            self.asm.jump_if(Cond::NotEqual, to);
        }
        self.asm.address_64(RCX, Mem::At(RAX, before));
        for field in others {
            self.asm.compare_64(RCX, field.mem());
            self.asm.jump_if(Cond::BelowOrEqual, to);
        }
    }

    /// Goes to `to` unless `field` is the cycle so much later than `cycle`, or one before, if `or_before`.
    pub fn unless_cycle(
        &mut self,
        field: Field<G::Core, u64>,
        (cycle, later): (Field<G::Core, u64>, i32),
        or_before: bool,
        to: Label,
    ) {
        self.asm.mov_64(RAX, Src::Mem(cycle.mem()));
        self.asm.address_64(RAX, Mem::At(RAX, later));
        self.asm.compare_64(RAX, field.mem());
        let otherwise = if or_before {
            Cond::Below
        } else {
            Cond::NotEqual
        };
        self.asm.jump_if(otherwise, to);
    }

    /// Goes to `to` unless `a < b`.
    pub fn unless_before(&mut self, a: Field<G::Core, u64>, b: Field<G::Core, u64>, to: Label) {
        self.asm.mov_64(RAX, Src::Mem(a.mem()));
        self.asm.compare_64(RAX, b.mem());
        self.asm.jump_if(Cond::NotBelow, to);
    }
}
