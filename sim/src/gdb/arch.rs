//! What GDB has to know of a processor: registers, their order and the target description. A core's
//! register number (`Core::registers`) is GDB's.

use gdbstub::arch::{Arch, RegId, Registers};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

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
