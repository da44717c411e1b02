//! A processor of 32 bits as gdbstub knows one. What differs between kinds of cores is data of the board's registry of
//! kinds (`DebugDescription`); here are packets of registers, and signals.

use gdbstub::arch::{Arch, RegId, Registers};
use gdbstub::common::Signal;
use std::num::NonZeroUsize;
use trueboard::internals::board::{DebugDescription, Fault};

/// A processor with any registers; its description is handed over by `TargetDescriptionXmlOverride`.
pub enum Described {}

impl Arch for Described {
    type Usize = u32;
    type Registers = Packet;
    type BreakpointKind = usize;
    type RegId = Number;
}

/// The bytes of a register in a packet.
pub fn to_bytes(of: &DebugDescription, value: u32) -> [u8; 4] {
    if of.big_endian {
        value.to_be_bytes()
    } else {
        value.to_le_bytes()
    }
}

/// The value of a register by its bytes in a packet.
pub fn from_bytes(of: &DebugDescription, bytes: [u8; 4]) -> u32 {
    if of.big_endian {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

/// A `g` or `G` packet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packet {
    bytes: Vec<u8>,
    pc: u32,
}

impl Packet {
    /// The registers of a core, of which `value` answers each by its number.
    pub fn of(of: &DebugDescription, value: impl Fn(usize) -> u32) -> Packet {
        let values = (0..of.in_packet).map(&value);
        Packet {
            bytes: values.flat_map(|v| to_bytes(of, v)).collect(),
            pc: value(of.pc),
        }
    }

    /// The values of the registers, in order; none if the packet is too short.
    pub fn values(&self, of: &DebugDescription) -> Option<Vec<u32>> {
        let words = self.bytes.get(..4 * of.in_packet)?.chunks_exact(4);
        let words = words.map(|b| Some(from_bytes(of, b.try_into().ok()?)));
        words.collect()
    }
}

impl Registers for Packet {
    type ProgramCounter = u32;

    fn pc(&self) -> u32 {
        self.pc
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        self.bytes.iter().for_each(|&b| write_byte(Some(b)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        self.bytes = bytes.to_vec();
        Ok(())
    }
}

/// A register by GDB's number.
#[derive(Debug)]
pub struct Number(pub usize);

impl RegId for Number {
    fn from_raw_id(id: usize) -> Option<(Number, Option<NonZeroUsize>)> {
        Some((Number(id), NonZeroUsize::new(4)))
    }

    fn to_raw_id(&self) -> Option<usize> {
        Some(self.0)
    }
}

/// The signal of a crash.
pub fn signal(fault: Fault) -> Signal {
    match fault {
        Fault::Address => Signal::SIGSEGV,
        Fault::Instruction => Signal::SIGILL,
        Fault::Alignment => Signal::SIGBUS,
        Fault::Arithmetic => Signal::SIGFPE,
        Fault::Other => Signal::SIGABRT,
    }
}
