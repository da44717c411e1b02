//! State registers (SPARC V8 manual, B.28 and B.29; GR740 UM 1.7 p. 60-68).

use super::Iu;
use crate::counters::Counters;
use crate::decoded::DecodedInsn;
use crate::params::Params;
use crate::state::{IuReg, State};
use crate::trap::{self, Exc, Exec};
use std::ops::RangeInclusive;

/// Fields of %asr17 that software writes: DBP, DBPM, DWT, SVT (UM 1.7 p. 67).
const ASR17_RW: u32 = 1 << 27 | 1 << 25 | 1 << 14 | 1 << 13;

/// Further effects of a write to an ancillary register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AsrWrite {
    Done,
    /// The core enters power-down.
    PowerDown,
    /// A watchpoint is set or cleared.
    Watchpoint,
}

/// What a write of the PSR changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PsrWrite {
    /// ET alone: partial WRPSR (SPARC-V8E).
    TrapsEnabled(bool),
    /// All fields, from these bits.
    All(u32),
}

/// What a write instruction writes.
pub(crate) fn written<O: Iu>(o: &mut O, d: &DecodedInsn) -> O::Word {
    let (a, b) = o.operands(d);
    o.xor(a, b)
}

/// Privileged instructions trap in user mode.
fn supervisor<O: Iu>(o: &mut O) -> Result<(), O::Exit> {
    let psr = o.get(IuReg::Psr);
    let s = o.is_set(psr, 7);
    let user = o.negate(s);
    o.trap_if(user, trap::PRIVILEGED)
}

/// RDPSR, RDWIM and RDTBR: `reg` to the destination.
pub(crate) fn read_privileged<O: Iu>(
    o: &mut O,
    d: &DecodedInsn,
    reg: IuReg,
) -> Result<(), O::Exit> {
    supervisor(o)?;
    read(o, d, reg);
    Ok(())
}

/// RDY: `reg` to the destination.
pub(crate) fn read<O: Iu>(o: &mut O, d: &DecodedInsn, reg: IuReg) {
    let v = o.get(reg);
    o.put_result(d, v);
}

/// The ancillary registers of the up-counter.
pub(crate) const UP_COUNTER: RangeInclusive<u8> = 22..=23;

/// RDASR in `cycle`; returns the value of the destination. It needs no privilege and never traps. An absent register
/// reads as GRLIB's `iu3.vhd` decodes it: Y, or %asr17 for the odd numbers up to 23, or 0 for a watchpoint.
pub(crate) fn read_asr(
    st: &mut State,
    counters: &Counters,
    d: &DecodedInsn,
    params: &Params,
    cycle: u64,
) -> u32 {
    let v = match d.rs1 {
        16 => st.asr16,
        22 if params.up_counter => counters.high(cycle),
        23 if params.up_counter => counters.low(cycle),
        17 | 19 | 21 | 23 => st.asr17,
        n @ 24..=31 if has_watchpoint(params, n) => st.watch[usize::from(n - 24)],
        24..=31 if params.watchpoints > 0 => 0,
        _ => st.y,
    };
    st.regs.put(d.rd, v);
    v
}

/// WRASR of a value in `cycle`. Registers from 16 on are privileged, there or not, but %asr18 (the MAC's) is
/// not; what is not there takes the write without a trap (GRLIB's `iu3.vhd`).
pub(crate) fn write_asr(
    st: &mut State,
    counters: &mut Counters,
    (d, v): (&DecodedInsn, u32),
    params: &Params,
    cycle: u64,
) -> Exec<AsrWrite> {
    if d.rd >= 16 && d.rd != 18 {
        st.supervisor()?;
    }
    match d.rd {
        0 => st.y = v,
        16 => st.asr16 = v,
        17 => st.asr17 = (st.asr17 & !ASR17_RW) | (v & ASR17_RW),
        19 => return Ok(AsrWrite::PowerDown),
        22 if params.up_counter => counters.set_high(cycle, v),
        23 if params.up_counter => counters.set_low(cycle, v),
        n @ 24..=31 if has_watchpoint(params, n) => {
            // Bit 1 of an address is not there.
            let there = if n % 2 == 0 { !2 } else { u32::MAX };
            st.watch[usize::from(n - 24)] = v & there;
            return Ok(AsrWrite::Watchpoint);
        }
        _ => {}
    }
    Ok(AsrWrite::Done)
}

fn has_watchpoint(params: &Params, asr: u8) -> bool {
    (asr - 24) / 2 < params.watchpoints
}

/// WRY.
pub(crate) fn write_y<O: Iu>(o: &mut O, d: &DecodedInsn) {
    let v = written(o, d);
    o.put(IuReg::Y, v);
}

/// WRPSR. Changes nothing yet: what was metered belongs to the mode before.
pub(crate) fn write_psr(st: &mut State, d: &DecodedInsn) -> Exec<PsrWrite> {
    st.supervisor()?;
    let v = written(st, d);
    if d.rd != 0 {
        return Ok(PsrWrite::TrapsEnabled(v & 1 << 5 != 0));
    }
    if v as u8 & 0x1f >= st.regs.windows() {
        return Err(Exc::Trap(trap::ILLEGAL));
    }
    Ok(PsrWrite::All(v))
}

/// WRWIM.
pub(crate) fn write_wim<O: Iu>(o: &mut O, d: &DecodedInsn) -> Result<(), O::Exit> {
    supervisor(o)?;
    let v = written(o, d);
    o.put(IuReg::Wim, v);
    Ok(())
}

/// WRTBR: the trap base address; the trap type stays.
pub(crate) fn write_tbr<O: Iu>(o: &mut O, d: &DecodedInsn) -> Result<(), O::Exit> {
    supervisor(o)?;
    let v = written(o, d);
    let old = o.get(IuReg::Tbr);
    let (base, trap_type) = (o.word(!0xfff), o.word(0xff0));
    let (base, trap_type) = (o.and(v, base), o.and(old, trap_type));
    let v = o.or(base, trap_type);
    o.put(IuReg::Tbr, v);
    Ok(())
}
