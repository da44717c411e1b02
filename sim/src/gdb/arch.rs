//! What GDB has to know of a LEON: registers, their order and the target description.

use gdbstub::arch::{Arch, RegId, Registers};
use std::num::NonZeroUsize;

/// SPARC V8, 32 bits, big-endian. A core's register number (`Core::registers`) is GDB's.
pub enum SparcV8 {}

/// r0 to r31, f0 to f31, y, psr, wim, tbr, pc, npc, fsr, csr: what a `g` packet holds.
pub const IN_PACKET: usize = 72;
/// asr16, asr17 and ccr follow, for `p` packets only.
const KNOWN: usize = 75;
const PC: usize = 68;

impl Arch for SparcV8 {
    type Usize = u32;
    type Registers = SparcRegs;
    type BreakpointKind = usize;
    type RegId = SparcReg;

    fn target_description_xml() -> Option<&'static str> {
        Some(include_str!("target.xml"))
    }
}

/// A `g` packet.
#[derive(Clone, Debug, PartialEq)]
pub struct SparcRegs(pub [u32; IN_PACKET]);

impl Default for SparcRegs {
    fn default() -> SparcRegs {
        SparcRegs([0; IN_PACKET])
    }
}

impl Registers for SparcRegs {
    type ProgramCounter = u32;

    fn pc(&self) -> u32 {
        self.0[PC]
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        let bytes = self.0.iter().flat_map(|r| r.to_be_bytes());
        bytes.for_each(|b| write_byte(Some(b)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        if bytes.len() < 4 * IN_PACKET {
            return Err(());
        }
        for (r, b) in self.0.iter_mut().zip(bytes.chunks_exact(4)) {
            *r = u32::from_be_bytes(b.try_into().map_err(|_| ())?);
        }
        Ok(())
    }
}

/// A register by GDB's number.
#[derive(Debug)]
pub struct SparcReg(pub usize);

impl RegId for SparcReg {
    fn from_raw_id(id: usize) -> Option<(SparcReg, Option<NonZeroUsize>)> {
        (id < KNOWN).then_some((SparcReg(id), NonZeroUsize::new(4)))
    }

    fn to_raw_id(&self) -> Option<usize> {
        Some(self.0)
    }
}
