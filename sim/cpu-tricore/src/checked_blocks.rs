//! Execution of basic blocks under checks: the block gives the static part of its accesses. Addresses, bytes and the
//! stack pointer are recorded during execution and reported behind the block. Single steps execute all other code.

use crate::blocks::{Done, End, ExecCx};
use crate::checked::{accesses, executed_in_block, place_of, stores, writes_sp};
use crate::core::TriCore;
use crate::memory::MemSide;
use crate::noted::Known;
use crate::pipeline::BlockTiming;
use crate::state::A10;
use trueboard_core::fact::FactBuf;
use trueboard_core::observe::{DynamicEvent, Executed, Looked, held};
use trueboard_engine::checks::Noted;

type BlockInsn = crate::blocks::BlockInsn<TriCore>;

/// Whether the block of `insns` at `pc`, of core `id`, may be executed and reported.
#[inline(always)]
pub(crate) fn admits_block(
    noted: &mut Noted,
    id: u8,
    (insns, end): (&[BlockInsn], &End<TriCore>),
    pc: u32,
    mem: &MemSide,
    facts: &mut FactBuf,
) -> bool {
    let mut known = end.known.get();
    let cached = mem.is_cached_fetch(pc);
    if (known.pc, known.cached) != (pc, cached) {
        let insns = executed_beforehand(insns, (pc, cached), mem);
        let number = noted.number(id, &insns, facts);
        known = Known { number, pc, cached };
        end.known.set(known);
    }
    noted.begin(id, known.number, facts)
}

/// What is known beforehand of the instructions of the block at `pc`.
#[cold]
fn executed_beforehand(
    insns: &[BlockInsn],
    (mut pc, cached): (u32, bool),
    mem: &MemSide,
) -> Vec<Executed> {
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
    insns.collect()
}

impl ExecCx<'_, TriCore> {
    /// Executes `insns`, as [`ExecCx::execute`] does, and notes what they touch; `t` is their timing.
    pub(crate) fn execute_noting(&mut self, insns: &[BlockInsn], t: &BlockTiming) -> usize {
        let mut done = 0;
        for b in insns {
            let insn = &b.insn;
            let accesses = accesses(insn);
            let va = match accesses {
                true => place_of(&self.core.st, insn),
                false => None,
            };
            let how = (b.handler)(self, b);
            if how == Done::No {
                break;
            }
            let moves = writes_sp(insn);
            if accesses || moves {
                let core = &mut *self.core;
                let at = core.common.tick(core.chain.now + t.end(done));
                let (mem, noted, place) = (&core.mem, &mut *core.noted, done as u8);
                if moves {
                    let stack = mem.physical(core.st.r[A10]).into();
                    noted.stack_moved(place, at, stack);
                }
                if let Some(va) = va {
                    let physical = mem.physical(va).into();
                    let has = mem.has_data(va, stores(insn.class));
                    let bytes = usize::from(insn.opcode.traits().bytes).min(8);
                    noted.accessed(DynamicEvent {
                        place,
                        at,
                        address: va.into(),
                        physical,
                        cache: has.map_or(Looked::Bypassed, |has| Looked::of(has, has)),
                        held: self.memory.peek(physical, bytes).map_or([0; 8], held),
                        ..DynamicEvent::default()
                    });
                }
            }
            done += 1;
            if how == Done::CodeWritten {
                self.core.pending_work = true;
                break;
            }
        }
        done
    }
}
