//! Interrupts that a program forces on itself.
//!
//! They become due while PIL or ET holds them back, and are taken behind the WRPSR that lets them through: there both
//! sides agree on their place. See [`crate::known`] for all other places.

use super::{Generator, Mode};
use crate::asm::{NOP, Src::I, Src::R, f3, set};
use crate::layout::irqmp;
use trueboard_cpu_sparcv8::isa::Op;

const PIL: u32 = 0xf00;
const ET: u32 = 0x20;

impl Generator {
    /// Forces a level, lets it through if the priority says so, and clears it.
    pub(super) fn interrupt(&mut self) -> Vec<u32> {
        let r = &mut self.rng;
        // The controller is not mapped, and a fault with ET=0 is the end.
        if self.mode != Mode::Supervisor || self.mapped {
            return vec![NOP];
        }
        let (psr, at, v) = (1, 2, 3);
        let level = 1 + r.below(15);
        let store = |to: u32, value: u32| {
            let [a, b] = set(to, at);
            let [c, d] = set(value, v);
            [a, b, c, d, f3(Op::St, at, I(0), v)]
        };
        let mask = if r.percent(80) {
            0xfffe
        } else {
            r.word() & 0xfffe
        };
        let pil = r.below(16);
        let mut words = vec![
            f3(Op::Rdpsr, 0, R(0), psr),
            f3(Op::Or, psr, I(PIL as i32), psr),
        ];
        // Level 15 knows no mask but ET.
        words.push(f3(Op::Andn, psr, I(ET as i32), psr));
        words.extend([f3(Op::Wrpsr, psr, R(0), 0), NOP, NOP, NOP]);
        words.extend(store(irqmp::MASK, mask));
        words.extend(store(irqmp::FORCE, 1 << level));
        words.push(f3(Op::Ld, at, I(0), 4));
        words.push(f3(Op::Andn, psr, I(PIL as i32), psr));
        words.push(f3(Op::Or, psr, I((ET | pil << 8) as i32), psr));
        words.extend([f3(Op::Wrpsr, psr, R(0), 0), NOP, NOP, NOP]);
        words.extend(store(irqmp::CLEAR, 0xfffe));
        words
    }
}
