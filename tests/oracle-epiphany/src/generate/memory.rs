//! Loads and stores.

use super::{Draft, Generator, register, with};
use crate::known;
use crate::places::{DRAM, GLOBAL};
use crate::program::{DATA, DATA_BYTES, set};
use trueboard_cpu_epiphany::isa::{Group, Opcode, decode};

/// Bytes of an access, and whether it is a store.
fn access(opcode: Opcode) -> (u32, bool) {
    use Opcode as K;
    match opcode {
        K::LdrbDisp | K::LdrbIdx | K::LdrbDpm | K::LdrbPm | K::Testsetb => (1, false),
        K::LdrhDisp | K::LdrhIdx | K::LdrhDpm | K::LdrhPm | K::Testseth => (2, false),
        K::LdrDisp | K::LdrIdx | K::LdrDpm | K::LdrPm | K::Testset => (4, false),
        K::LdrdDisp | K::LdrdIdx | K::LdrdDpm | K::LdrdPm => (8, false),
        K::StrbDisp | K::StrbIdx | K::StrbDpm | K::StrbPm => (1, true),
        K::StrhDisp | K::StrhIdx | K::StrhDpm | K::StrhPm => (2, true),
        K::StrDisp | K::StrIdx | K::StrDpm | K::StrPm => (4, true),
        _ => (8, true),
    }
}

/// TESTSET of any size.
fn tests(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Testset | Opcode::Testseth | Opcode::Testsetb
    )
}

fn post_modified(opcode: Opcode) -> bool {
    use Opcode as K;
    let load = [K::LdrbDpm, K::LdrbPm, K::LdrhDpm, K::LdrhPm];
    let word = [K::LdrDpm, K::LdrPm, K::LdrdDpm, K::LdrdPm];
    let store = [K::StrbDpm, K::StrbPm, K::StrhDpm, K::StrhPm];
    let last = [K::StrDpm, K::StrPm, K::StrdDpm, K::StrdPm];
    [load, word, store, last].concat().contains(&opcode)
}

impl Generator {
    /// Some accesses to the data, by all addressing modes.
    pub(super) fn memory(&mut self, draft: &mut Draft) -> &'static str {
        for _ in 0..=self.rng.below(3) {
            self.access(draft);
        }
        "memory"
    }

    fn access(&mut self, draft: &mut Draft) {
        let avoid = self.avoid;
        let base = self.places.data;
        let encoding = self.encoding(|e| {
            let lacks = avoid && known::lacks(e.class());
            // TESTSET works on the chip only.
            let off = base == DRAM && tests(e.class());
            e.class().class() == Group::LoadStore && !lacks && !off
        });
        let opcode = encoding.class();
        let (bytes, store) = access(opcode);
        let test = tests(opcode);
        let (word, d, n, m) = loop {
            let mut word = self.word(encoding);
            let (Some(mut d), Some(n)) =
                (register(word, encoding, "d"), register(word, encoding, "n"))
            else {
                continue;
            };
            if bytes == 8 {
                d &= !1;
                word = with(word, encoding, "d", d.into());
            }
            if test && self.avoid {
                // The vendor's simulator does not subtract the index.
                word = with(word, encoding, "s", 0);
            }
            let m = register(word, encoding, "m");
            let pair = if bytes == 8 { d | 1 } else { d };
            let reserved = [n, m.unwrap_or(n)].iter().any(|r| self.reserved.has(*r));
            // Base and result in one register: undefined.
            let clash = post_modified(opcode) && !store && (n == d || n == pair);
            // TESTSET of its own base would be harder to foresee.
            let clash = clash || test && (d == n || m == Some(d));
            if reserved || clash || m == Some(n) || self.reserved.has(d) || self.reserved.has(pair)
            {
                continue;
            }
            break (word, d, n, m);
        };
        let place = base + DATA + self.rng.below(DATA_BYTES / 8) * 8;
        let place = place + self.rng.below(8) / bytes * bytes;
        let ea = if test && base == 0 {
            GLOBAL | place
        } else {
            place
        };
        let op = decode(word);
        let base = match m {
            Some(m) => {
                let index = match self.rng.below(3) {
                    0 => self.rng.below(64) * bytes,
                    1 => (self.rng.below(64) * bytes).wrapping_neg(),
                    _ => self.rng.word() / bytes * bytes,
                };
                draft.put(&set(m, index));
                if post_modified(opcode) {
                    ea
                } else {
                    // The number is 0 to add the index, else it is subtracted.
                    match op.imm {
                        0 => ea.wrapping_sub(index),
                        _ => ea.wrapping_add(index),
                    }
                }
            }
            None if post_modified(opcode) => ea,
            None => ea.wrapping_sub(op.imm as u32),
        };
        draft.put(&set(n, base));
        if store && self.rng.percent(60) && ![Some(n), m].contains(&Some(d)) {
            draft.put(&set(d, self.rng.word()));
        }
        if test {
            draft.put(&set(d, self.rng.word() | 1));
            // Often a free semaphore.
            if self.rng.percent(50) {
                let scratch = self.reserved.scratch;
                draft.put(&set(scratch, place & !3));
                draft.put(&set(self.reserved.count, 0));
                draft.put(&[super::super::program::append(self.reserved.count, scratch)]);
            }
        }
        draft.put(&[word]);
        self.log(draft, d);
        if bytes == 8 {
            self.log(draft, d | 1);
        }
        self.log(draft, n);
        if store {
            // What was stored, with its neighbours.
            let scratch = self.reserved.scratch;
            draft.put(&set(scratch, place & !3));
            let load = trueboard_cpu_epiphany::isa::Encoding::LdrDisp32;
            let read = with(load.row().form.fixed.value, load, "d", scratch.into());
            draft.put(&[with(read, load, "n", scratch.into())]);
            self.log(draft, scratch);
        }
    }
}
