//! What GDB has to know of a processor: registers, their order and the target description. A core's
//! register number (`Core::registers`) is GDB's.

use gdbstub::arch::{Arch, RegId, Registers};
use gdbstub::common::Signal;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use trueboard::defect;

/// A processor of 32 bits.
pub trait Processor: Clone + Debug + PartialEq + 'static {
    /// Registers in a `g` packet.
    const IN_PACKET: usize;
    /// Registers in all; those beyond a `g` packet are for `p` packets only.
    const KNOWN: usize;
    /// Number of the program counter.
    const PC: usize;
    /// Bytes of a word have the most significant one first.
    const BIG_ENDIAN: bool;
    /// The target description.
    const DESCRIPTION: &'static str;

    /// The signal that a program under an operating system would have got for a trap.
    fn crash_signal(trap: u16) -> Signal;
}

/// SPARC V8. In a packet: r0 to r31, f0 to f31, y, psr, wim, tbr, pc, npc, fsr, csr; then asr16,
/// asr17 and ccr.
#[derive(Clone, Debug, PartialEq)]
pub enum SparcV8 {}

impl Processor for SparcV8 {
    const IN_PACKET: usize = 72;
    const KNOWN: usize = 75;
    const PC: usize = 68;
    const BIG_ENDIAN: bool = true;
    const DESCRIPTION: &'static str = include_str!("target.xml");

    /// SPARC V8 manual, table 7-1; SPARC ABI supplement.
    fn crash_signal(trap: u16) -> Signal {
        match trap {
            0x01 | 0x09 | 0x2b => Signal::SIGSEGV,
            0x24 if defect!("gdb-signal") => Signal::SIGABRT,
            0x02 | 0x03 | 0x24 => Signal::SIGILL,
            0x07 => Signal::SIGBUS,
            0x08 | 0x2a => Signal::SIGFPE,
            _ => Signal::SIGABRT,
        }
    }
}

/// TriCore: d0 to d15, a0 to a15, lcx, fcx, pcxi, psw, pc, icr, isp, btv, biv, syscon, pmucon0,
/// dmucon.
#[derive(Clone, Debug, PartialEq)]
pub enum TriCore {}

impl Processor for TriCore {
    const IN_PACKET: usize = 44;
    const KNOWN: usize = 44;
    const PC: usize = 36;
    const BIG_ENDIAN: bool = false;
    const DESCRIPTION: &'static str = include_str!("tricore.xml");

    /// By class and identification number.
    fn crash_signal(trap: u16) -> Signal {
        match trap {
            0x000..=0x106 | 0x400..=0x4ff => Signal::SIGSEGV,
            0x201..=0x203 => Signal::SIGILL,
            0x204 | 0x205 => Signal::SIGBUS,
            0x500..=0x5ff => Signal::SIGFPE,
            _ => Signal::SIGABRT,
        }
    }
}

/// Epiphany: r0 to r63, then special registers in the order of the vendor's GDB, from config to
/// rmeshroute.
#[derive(Clone, Debug, PartialEq)]
pub enum Epiphany {}

impl Processor for Epiphany {
    const IN_PACKET: usize = 106;
    const KNOWN: usize = 106;
    const PC: usize = 66;
    const BIG_ENDIAN: bool = false;
    const DESCRIPTION: &'static str = include_str!("epiphany.xml");

    /// Its exceptions go to handlers; what stops it has no number.
    fn crash_signal(_: u16) -> Signal {
        Signal::SIGABRT
    }
}

/// A register's value as the bytes of a packet.
pub fn to_bytes<P: Processor>(value: u32) -> [u8; 4] {
    if P::BIG_ENDIAN {
        value.to_be_bytes()
    } else {
        value.to_le_bytes()
    }
}

/// A register's value from the bytes of a packet.
pub fn from_bytes<P: Processor>(bytes: [u8; 4]) -> u32 {
    if P::BIG_ENDIAN {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

/// The processor as gdbstub knows one.
pub struct Described<P>(PhantomData<P>);

impl<P: Processor> Arch for Described<P> {
    type Usize = u32;
    type Registers = Packet<P>;
    type BreakpointKind = usize;
    type RegId = Number<P>;

    fn target_description_xml() -> Option<&'static str> {
        Some(P::DESCRIPTION)
    }
}

/// A `g` packet.
#[derive(Clone, Debug, PartialEq)]
pub struct Packet<P>(pub Vec<u32>, PhantomData<P>);

impl<P: Processor> Default for Packet<P> {
    fn default() -> Packet<P> {
        Packet(vec![0; P::IN_PACKET], PhantomData)
    }
}

impl<P: Processor> Registers for Packet<P> {
    type ProgramCounter = u32;

    fn pc(&self) -> u32 {
        self.0.get(P::PC).copied().unwrap_or(0)
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        let bytes = self.0.iter().flat_map(|&r| to_bytes::<P>(r));
        bytes.for_each(|b| write_byte(Some(b)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        if bytes.len() < 4 * P::IN_PACKET {
            return Err(());
        }
        for (r, b) in self.0.iter_mut().zip(bytes.chunks_exact(4)) {
            *r = from_bytes::<P>(b.try_into().map_err(|_| ())?);
        }
        Ok(())
    }
}

/// A register by GDB's number.
#[derive(Debug)]
pub struct Number<P>(pub usize, PhantomData<P>);

impl<P: Processor> RegId for Number<P> {
    fn from_raw_id(id: usize) -> Option<(Number<P>, Option<NonZeroUsize>)> {
        (id < P::KNOWN).then_some((Number(id, PhantomData), NonZeroUsize::new(4)))
    }

    fn to_raw_id(&self) -> Option<usize> {
        Some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPARC V8 manual, table 7-1, and what a System V kernel sends for each trap (SPARC ABI supplement).
    #[test]
    fn traps_have_the_signals_of_a_kernel() {
        for (trap, signal) in [
            (0x01, Signal::SIGSEGV),
            (0x02, Signal::SIGILL),
            (0x03, Signal::SIGILL),
            (0x07, Signal::SIGBUS),
            (0x08, Signal::SIGFPE),
            (0x09, Signal::SIGSEGV),
            (0x24, Signal::SIGILL),
            (0x2a, Signal::SIGFPE),
            (0x2b, Signal::SIGSEGV),
            (0x0a, Signal::SIGABRT),
            (0x85, Signal::SIGABRT),
        ] {
            assert_eq!(SparcV8::crash_signal(trap), signal, "trap {trap:#x}");
        }
    }
}
