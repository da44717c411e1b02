//! Floating-point instructions: when the FPU may be used, addresses of loads and stores (SPARC V8
//! manual, B.2, B.5, B.33). The operations themselves are in [`crate::fpu`].

use crate::decoded::DecodedInsn;
use crate::fpu::{Entry, FpKind, Fpu};
use crate::isa::Class;
use crate::state::State;
use crate::trap::{self, Exc, Exec};

/// Traps when PSR.EF=0 or there is no FPU, and when an earlier operation's exception is to be reported.
#[inline(always)]
pub(crate) fn enter(st: &State, fpu: &mut Fpu, kind: FpKind) -> Exec {
    enabled(st)?;
    accepted(fpu, kind)
}

/// The address of a load or store of `bytes`. mem_address_not_aligned comes before an
/// fp_exception, which stays pending (UM 1.7 p. 60).
#[inline(always)]
pub(crate) fn address(
    st: &State,
    fpu: &mut Fpu,
    d: &DecodedInsn,
    kind: FpKind,
    bytes: u32,
) -> Exec<u32> {
    enabled(st)?;
    let va = st.address(d);
    if va & (bytes - 1) != 0 {
        return Err(Exc::Trap(trap::NOT_ALIGNED));
    }
    accepted(fpu, kind)?;
    Ok(va)
}

#[inline(always)]
fn enabled(st: &State) -> Exec {
    if st.psr.ef {
        Ok(())
    } else {
        Err(Exc::Trap(trap::FP_DISABLED))
    }
}

#[inline(always)]
fn accepted(fpu: &mut Fpu, kind: FpKind) -> Exec {
    match fpu.enter(kind) {
        Entry::Proceed => Ok(()),
        Entry::Trap => Err(Exc::Trap(trap::FP_EXCEPTION)),
    }
}

/// Whether a division or root of doubles takes the longer time. The operands that cause this are not published.
/// Estimated: an inexact quotient or root takes longer, because rounding needs its last bits.
#[inline(always)]
pub(crate) fn takes_longer(fpu: &Fpu, class: Class, d: &DecodedInsn) -> bool {
    let zeros = match class {
        // A divisor that is a power of two leaves a quotient without further bits.
        Class::FpDivd => 12,
        // A root may be exact if its operand has at most half the significant bits.
        _ => 38,
    };
    fpu.double(d.rs2) << zeros != 0
}
