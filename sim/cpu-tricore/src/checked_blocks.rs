//! Execution of basic blocks for those who check programs: what their instructions touch is known of the block, but for
//! addresses, bytes and the stack pointer, which are noted on the way and reported behind the block. What is not in a block
//! is left to single steps.

use crate::blocks::{BlockInsn, End};
use crate::checked::{accesses, executed_in_block, place_of, writes_sp};
use crate::handlers::{Done, ExecCx};
use crate::memory::MemSide;
use crate::noted::{Known, Noted, Reporter};
use crate::pipeline::BlockTiming;
use crate::state::A10;
use trueboard_core::fact::FactBuf;
use trueboard_core::observe::{DynamicEvent, Executed, Looked};
use trueboard_core::time::{Clock, Tick};

impl Noted {
    /// Whether the block of `insns` at `pc` may be executed and reported.
    #[inline(always)]
    pub fn admits_block(
        &mut self,
        reporter: Reporter,
        (insns, end): (&[BlockInsn], &End),
        pc: u32,
        mem: &MemSide,
        facts: &mut FactBuf,
    ) -> bool {
        let mut known = end.known.get();
        let cached = mem.is_cached_fetch(pc);
        if (known.pc, known.cached) != (pc, cached) {
            known = Known {
                number: self.number(reporter, insns, (pc, cached), mem, facts),
                pc,
                cached,
            };
            end.known.set(known);
        }
        self.seen.clear();
        facts.admits_block(reporter.id, known.number)
    }

    #[cold]
    fn number(
        &mut self,
        reporter: Reporter,
        insns: &[BlockInsn],
        (mut pc, cached): (u32, bool),
        mem: &MemSide,
        facts: &mut FactBuf,
    ) -> u32 {
        if std::mem::take(&mut self.forgotten) {
            facts.blocks_forgotten(reporter.id);
        }
        let fetch = if cached {
            Looked::Hit
        } else {
            Looked::Bypassed
        };
        let insns = insns.iter().map(|b| {
            let at = pc;
            pc = pc.wrapping_add(b.insn.len.into());
            Executed {
                fetch,
                ..executed_in_block(&b.insn, (at, mem.physical(at)))
            }
        });
        let insns: Vec<Executed> = insns.collect();
        facts.block_found(reporter.id, &insns)
    }

    /// Reports the first `count` instructions of the block of `end`, which have ended in cycle `now`.
    #[inline(always)]
    pub fn report(
        &self,
        reporter: Reporter,
        end: &End,
        (count, now): (usize, u64),
        facts: &mut FactBuf,
    ) {
        let at = Tick(reporter.clock.ticks(now));
        facts.block_executed(at, reporter.id, (end.known.get().number, count), &self.seen);
    }
}

impl ExecCx<'_> {
    /// Executes `insns`, as [`ExecCx::execute`] does, and notes what they touch; `t` is their timing.
    pub(crate) fn execute_noting(
        &mut self,
        insns: &[BlockInsn],
        pending: &mut bool,
        t: &BlockTiming,
        (clock, noted): (Clock, &mut Noted),
    ) -> usize {
        let mut done = 0;
        for b in insns {
            let insn = &b.insn;
            let accesses = accesses(insn);
            let va = match accesses {
                true => place_of(self.st, insn),
                false => None,
            };
            let how = (b.handler)(self, b);
            if how == Done::No {
                break;
            }
            let moves = writes_sp(insn);
            if accesses || moves {
                let mut seen = DynamicEvent {
                    place: done as u8,
                    at: Tick(clock.ticks(self.now + t.end(done))),
                    ..DynamicEvent::default()
                };
                if moves {
                    let stack = self.mem.physical(self.st.r[A10]).into();
                    noted.seen.push(DynamicEvent {
                        stack_pointer: true,
                        physical: stack,
                        ..seen
                    });
                }
                if let Some(va) = va {
                    seen.address = va.into();
                    seen.physical = self.mem.physical(va).into();
                    let store = crate::checked::stores(insn.class);
                    if let Some(has) = self.mem.has_data(va, store) {
                        seen.cache = Looked::of(has, has);
                    }
                    let bytes = usize::from(insn.opcode.traits().bytes).min(8);
                    if let Some(held) = self.memory.peek(seen.physical, bytes) {
                        for (to, from) in seen.held.iter_mut().zip(held) {
                            *to = *from;
                        }
                    }
                    noted.seen.push(seen);
                }
            }
            done += 1;
            if how == Done::CodeWritten {
                *pending = true;
                break;
            }
        }
        done
    }
}
