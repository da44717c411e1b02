//! Branches, jumps, calls, loops.

use super::{Draft, Generator, bits, register, with};
use crate::known;
use crate::program::{Item, movfs, movts, set};
use trueboard_cpu_epiphany::isa::operands::{Dec, Hex, R, Target};
use trueboard_cpu_epiphany::isa::{Encoding, Group, Insn, Opcode, is_long, special};

fn length(words: &[u32]) -> i32 {
    let len = |w: &u32| if is_long(*w as u16) { 4 } else { 2 };
    words.iter().map(len).sum()
}

impl Generator {
    /// A few integer operations, and the registers that they write.
    fn body(&mut self, long: bool, at_least: u32, more: u32) -> (Vec<u32>, Vec<u8>) {
        let (mut words, mut written) = (Vec::new(), Vec::new());
        for _ in 0..at_least + self.rng.below(more + 1) {
            let encoding =
                self.encoding(|e| e.class().class() == Group::Ialu && (!long || e.width() == 32));
            let word = self.word(encoding);
            words.push(word);
            written.extend(register(word, encoding, "d"));
        }
        (words, written)
    }

    /// Random flags, and a conditional branch over some instructions.
    pub(super) fn skip(&mut self, draft: &mut Draft) -> &'static str {
        if self.rng.percent(50) {
            self.set_status(draft);
        }
        for _ in 0..2 {
            let (body, written) = self.body(false, 1, 2);
            let branch = self.encoding(|e| e.class() == Opcode::Bcc);
            let distance = branch.width() as i32 / 8 + length(&body);
            let word = branch.row().form.fixed.value;
            draft.put(&[with(word, branch, "t", bits(Target::new(distance)))]);
            draft.put(&body);
            for r in written {
                self.log(draft, r);
            }
        }
        self.log_status(draft);
        "branch"
    }

    /// B, BL, JR or JALR over some instructions.
    pub(super) fn jump(&mut self, draft: &mut Draft) -> &'static str {
        let (body, written) = self.body(false, 1, 3);
        let jump = self.encoding(|e| {
            matches!(
                e.class(),
                Opcode::B | Opcode::Bl | Opcode::Jr | Opcode::Jalr
            )
        });
        let word = jump.row().form.fixed.value;
        if matches!(jump.class(), Opcode::B | Opcode::Bl) {
            let distance = jump.width() as i32 / 8 + length(&body);
            draft.put(&[with(word, jump, "t", bits(Target::new(distance)))]);
        } else {
            let n = loop {
                let n = self.free_register();
                let known = self.avoid && known::jump(jump.class(), n);
                if (jump.width() == 32 || n < 8) && !known {
                    break n;
                }
            };
            let behind = draft.items.len() + 2 + body.len();
            draft.items.push(Item::Address(R::new(n), behind));
            draft.put(&[with(word, jump, "n", n.into())]);
        }
        draft.put(&body);
        for r in written {
            self.log(draft, r);
        }
        // The return address of a call; addresses are equal on all sides.
        self.log(draft, 14);
        "jump"
    }

    /// A loop of SUB and BNE.
    pub(super) fn counted(&mut self, draft: &mut Draft) -> &'static str {
        let (body, written) = self.body(false, 1, 4);
        let d = R::new(self.reserved.count);
        let times = 1 + self.rng.below(20) as i32;
        draft.put(&[Insn::MovI32 {
            d,
            i: Hex::new(times),
        }
        .encode()]);
        draft.put(&body);
        draft.put(&[Insn::SubI32 {
            d,
            n: d,
            i: Dec::new(1),
        }
        .encode()]);
        let back = Target::new(-(length(&body) + 4));
        let branch = self
            .rng
            .pick(&[Encoding::Bne16, Encoding::Bne32, Encoding::Bgt16]);
        draft.put(&[with(branch.row().form.fixed.value, branch, "t", bits(back))]);
        draft.executed += (times as u32 - 1) * (body.len() as u32 + 2);
        for r in written {
            self.log(draft, r);
        }
        self.log_status(draft);
        "loop"
    }

    /// A hardware loop as the manual wants it: eight instructions of 32 bits or more, from an
    /// address that is a multiple of 8, interrupts disabled.
    pub(super) fn hardware_loop(&mut self, draft: &mut Draft) -> &'static str {
        let (mut body, mut written) = self.body(true, 8, 5);
        if body.len() % 2 != 0 {
            body.pop();
            written.pop();
        }
        if body.len() < 8 {
            return self.integers(draft);
        }
        let scratch = self.reserved.scratch;
        let times = 1 + self.rng.below(12);
        draft.put(&[Insn::Gid {}.encode()]);
        draft.put(&set(scratch, times));
        draft.put(&[movts(special::LC, scratch)]);
        let first = draft.items.len() + 5;
        draft.items.push(Item::Address(R::new(scratch), first));
        draft.put(&[movts(special::LS, scratch)]);
        draft
            .items
            .push(Item::Address(R::new(scratch), first + body.len() - 1));
        draft.put(&[movts(special::LE, scratch)]);
        draft.items.push(Item::Align);
        draft.put(&body);
        draft.executed += (times - 1) * body.len() as u32;
        draft.put(&[Insn::Gie {}.encode()]);
        draft.put(&[movfs(scratch, special::LC)]);
        self.log(draft, scratch);
        for r in written {
            self.log(draft, r);
        }
        self.log_status(draft);
        "hardware loop"
    }
}
