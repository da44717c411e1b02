//! Floating point and integer mode.

use super::{Draft, Generator, register};
use crate::known;
use crate::program::{movts, set};
use trueboard_cpu_epiphany::fpu::{Mode, execute};
use trueboard_cpu_epiphany::isa::{Group, Opcode, special};

impl Generator {
    fn operand(&mut self) -> u32 {
        match (self.mode, self.rng.below(4)) {
            (Mode::Integer, _) => self.rng.value(),
            (_, 0) => self.rng.word(),
            _ => self.rng.single(),
        }
    }

    /// One operation of the FPU or two, of which the second may use the result of the first.
    pub(super) fn floats(&mut self, draft: &mut Draft) -> &'static str {
        let mut values = [None; 64];
        let mode = self.mode;
        for _ in 0..=self.rng.below(3) {
            let encoding =
                self.encoding(|e| e.class().class() == Group::Fpu && mode.has(e.class()));
            let opcode = encoding.class();
            let (word, setting, d, result) = loop {
                let word = self.word(encoding);
                let [Some(d), Some(n), Some(m)] =
                    ["d", "n", "m"].map(|name| register(word, encoding, name))
                else {
                    continue;
                };
                if self.reserved.has(n) || self.reserved.has(m) {
                    continue;
                }
                let mut now = values;
                let mut setting = Vec::new();
                for r in [d, n, m] {
                    let slot = &mut now[usize::from(r)];
                    if slot.is_none() || self.rng.percent(30) {
                        let value = if opcode == Opcode::Float {
                            self.rng.value()
                        } else {
                            self.operand()
                        };
                        *slot = Some(value);
                        setting.extend(set(r, value));
                    }
                }
                let value = |r: u8| now[usize::from(r)].unwrap_or(0);
                let args = [value(d), value(n), value(m)];
                if self.avoid && known::differs(opcode, mode, args) {
                    continue;
                }
                let (result, _) = execute(opcode, mode, args[0], args[1], args[2]);
                values = now;
                break (word, setting, d, result);
            };
            values[usize::from(d)] = Some(result);
            draft.put(&setting);
            draft.put(&[word]);
            self.log(draft, d);
            if opcode == Opcode::Fabs && self.avoid {
                // The vendor's simulator has the exceptions of the operation before.
                let scratch = self.reserved.scratch;
                draft.put(&set(scratch, 0));
                draft.put(&[movts(special::STATUS, scratch)]);
            } else {
                self.log_status(draft);
            }
        }
        "floats"
    }
}
