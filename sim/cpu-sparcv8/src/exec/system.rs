//! State registers (SPARC V8 manual, B.28 and B.29; GR740 UM 1.7 p. 60-68).

use crate::counters::Counters;
use crate::decoded::DecodedInsn;
use crate::params::Params;
use crate::state::State;
use crate::trap::{self, Exc, Exec};
use std::ops::RangeInclusive;

/// Fields of %asr17 that software writes: DBP, DBPM, DWT, SVT (UM 1.7 p. 67).
const ASR17_RW: u32 = 1 << 27 | 1 << 25 | 1 << 14 | 1 << 13;

/// What a write of an ancillary register asks for besides.
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
pub(crate) fn written(st: &State, d: &DecodedInsn) -> u32 {
    let (a, b) = st.operands(d);
    a ^ b
}

/// RDY, and RDPSR, RDWIM and RDTBR, which are privileged: `value` to the destination.
pub(crate) fn read(st: &mut State, d: &DecodedInsn, value: fn(&State) -> u32) {
    let v = value(st);
    st.regs.put(d.rd, v);
}

/// The ancillary registers of the up-counter.
pub(crate) const UP_COUNTER: RangeInclusive<u8> = 22..=23;

/// RDASR in `cycle`; answers what it put into the destination.
pub(crate) fn read_asr(
    st: &mut State,
    counters: &Counters,
    d: &DecodedInsn,
    params: &Params,
    cycle: u64,
) -> Exec<u32> {
    let v = match d.rs1 {
        0 => st.y,
        16 => {
            st.supervisor()?;
            st.asr16
        }
        17 => st.asr17,
        22 if params.up_counter => counters.high(cycle),
        23 if params.up_counter => counters.low(cycle),
        n @ 24..=31 if has_watchpoint(params, n) => st.watch[usize::from(n - 24)],
        _ => return Err(Exc::Trap(trap::ILLEGAL)),
    };
    st.regs.put(d.rd, v);
    Ok(v)
}

/// WRASR of a value in `cycle`.
pub(crate) fn write_asr(
    st: &mut State,
    counters: &mut Counters,
    (d, v): (&DecodedInsn, u32),
    params: &Params,
    cycle: u64,
) -> Exec<AsrWrite> {
    if d.rd != 0 {
        let exists = match d.rd {
            16 | 17 | 19 => true,
            22 | 23 => params.up_counter,
            n @ 24..=31 => has_watchpoint(params, n),
            _ => false,
        };
        if !exists {
            return Err(Exc::Trap(trap::ILLEGAL));
        }
        st.supervisor()?;
    }
    match d.rd {
        0 => st.y = v,
        16 => st.asr16 = v,
        17 => st.asr17 = (st.asr17 & !ASR17_RW) | (v & ASR17_RW),
        19 => return Ok(AsrWrite::PowerDown),
        22 => counters.set_high(cycle, v),
        23 => counters.set_low(cycle, v),
        n => {
            st.watch[usize::from(n - 24)] = v;
            return Ok(AsrWrite::Watchpoint);
        }
    }
    Ok(AsrWrite::Done)
}

fn has_watchpoint(params: &Params, asr: u8) -> bool {
    (asr - 24) / 2 < params.watchpoints
}

/// WRY.
pub(crate) fn write_y(st: &mut State, d: &DecodedInsn) {
    st.y = written(st, d);
}

/// WRPSR. Changes nothing yet: what was metered belongs to the mode before.
pub(crate) fn write_psr(st: &State, d: &DecodedInsn) -> Exec<PsrWrite> {
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
pub(crate) fn write_wim(st: &mut State, d: &DecodedInsn) -> Exec {
    st.supervisor()?;
    let existing = u32::MAX >> (32 - u32::from(st.regs.windows()));
    st.wim = written(st, d) & existing;
    Ok(())
}

/// WRTBR.
pub(crate) fn write_tbr(st: &mut State, d: &DecodedInsn) -> Exec {
    st.supervisor()?;
    st.tbr = written(st, d) & !0xfff | st.tbr & 0xff0;
    Ok(())
}
