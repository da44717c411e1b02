//! Who called whom, for crash messages, from the list of saved contexts.

use crate::context::link_address;
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::state::{A11, PCXI_UL};
use trueboard_core::mem::Memory;

/// Calls that are shown.
const CALLS: usize = 16;
/// Contexts that are looked at.
const CONTEXTS: usize = 64;
/// Place of A11 in an upper context.
const SAVED_A11: u32 = 12;

impl TriCore {
    /// The calls that led to PC, the innermost first.
    pub(crate) fn calls(&self, mem: &Memory) -> Vec<u64> {
        let mut out = Vec::new();
        let mut link = self.st.pcxi;
        // After a trap it is where that goes back to, which no call may be before.
        let of_trap = self.st.pc..=self.st.pc.saturating_add(4);
        let mut return_to = Some(self.st.r[A11]).filter(|pc| !of_trap.contains(pc));
        for _ in 0..CONTEXTS {
            if let Some(call) = return_to.and_then(|pc| self.call_before(pc, mem)) {
                out.push(call.into());
            }
            let at = link_address(link);
            if at == 0 || out.len() >= CALLS {
                break;
            }
            // A lower context has the A11 that is in a register, or in the upper one behind it.
            let upper = link & PCXI_UL != 0;
            return_to = self.word(at + SAVED_A11, mem).filter(|_| upper);
            let Some(next) = self.word(at, mem) else {
                break;
            };
            link = next;
        }
        out
    }

    fn word(&self, at: u32, mem: &Memory) -> Option<u32> {
        let bytes = mem.peek(self.mem.physical(at).into(), 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// The instruction at `pc`; none if there is no memory, or no instruction.
    pub(crate) fn insn(&self, pc: u32, mem: &Memory) -> Option<DecodedInsn> {
        let pa = self.mem.physical(pc).into();
        let long = || Some(u32::from_le_bytes(mem.peek(pa, 4)?.try_into().ok()?));
        let short = || Some(u16::from_le_bytes(mem.peek(pa, 2)?.try_into().ok()?).into());
        DecodedInsn::decode(long().or_else(short)?)
    }

    /// The call that returns to `pc`, if there is one: what leaves the address behind itself in A11.
    fn call_before(&self, pc: u32, mem: &Memory) -> Option<u32> {
        let calls = |len: u32| {
            let at = pc.checked_sub(len)?;
            let s = self.insn(at, mem).filter(|s| u32::from(s.len) == len)?;
            leaves_return_address(&s).then_some(at)
        };
        calls(4).or_else(|| calls(2))
    }
}

/// A call, or a jump that links.
fn leaves_return_address(s: &DecodedInsn) -> bool {
    use Opcode::{Call, Calla, Calli, Fcall, Fcalla, Fcalli, Jl, Jla, Jli};
    matches!(
        s.opcode,
        Call | Calla | Calli | Fcall | Fcalla | Fcalli | Jl | Jla | Jli
    )
}
