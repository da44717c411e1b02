//! Who called whom, for crash messages, from the list of saved contexts.

use crate::context::link_address;
use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::memory::MemSide;
use crate::state::{A11, PCXI_UL, State};
use trueboard_core::mem::Memory;

/// Calls that are shown.
const CALLS: usize = 16;
/// Contexts that are looked at.
const CONTEXTS: usize = 64;
/// Place of A11 in an upper context.
const SAVED_A11: u32 = 12;

/// The calls that led to PC, the innermost first, of a core with these registers and this view of `memory`.
pub(crate) fn calls(st: &State, side: &MemSide, memory: &Memory) -> Vec<u64> {
    let mut out = Vec::new();
    let mut link = st.pcxi;
    let word = |at| {
        let bytes = memory.peek(side.physical(at).into(), 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    // After a trap it is where that goes back to, which no call may be before.
    let of_trap = st.pc..=st.pc.saturating_add(4);
    let mut return_to = Some(st.r[A11]).filter(|pc| !of_trap.contains(pc));
    for _ in 0..CONTEXTS {
        if let Some(call) = return_to.and_then(|pc| call_before(pc, side, memory)) {
            out.push(call.into());
        }
        let at = link_address(link);
        if at == 0 || out.len() >= CALLS {
            break;
        }
        // A lower context has the A11 that is in a register, or in the upper one behind it.
        let upper = link & PCXI_UL != 0;
        return_to = word(at + SAVED_A11).filter(|_| upper);
        let Some(next) = word(at) else {
            break;
        };
        link = next;
    }
    out
}

/// The call that returns to `pc`, if there is one: what leaves the address behind itself in A11.
fn call_before(pc: u32, side: &MemSide, memory: &Memory) -> Option<u32> {
    let calls = |len: u32| {
        let at = pc.checked_sub(len)?;
        let s = DecodedInsn::at(side.physical(at).into(), memory)?;
        (u32::from(s.len) == len && leaves_return_address(&s)).then_some(at)
    };
    calls(4).or_else(|| calls(2))
}

/// A call, or a jump that links.
fn leaves_return_address(s: &DecodedInsn) -> bool {
    use Opcode::{Call, Calla, Calli, Fcall, Fcalla, Fcalli, Jl, Jla, Jli};
    matches!(
        s.opcode,
        Call | Calla | Calli | Fcall | Fcalla | Fcalli | Jl | Jla | Jli
    )
}
