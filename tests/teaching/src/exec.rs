//! What instructions do, once: for single steps and for blocks.

use crate::isa::{Decoded, Op, Reg};
use serde::{Deserialize, Serialize};

/// The integer registers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Registers([u32; 32]);

impl Registers {
    /// The value of a register.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, r: Reg) -> u32 {
        self.0[usize::from(r.0 & 31)]
    }

    /// Sets one; x0 stays 0.
    #[inline(always)]
    pub fn set(&mut self, r: Reg, value: u32) {
        self.0[usize::from(r.0 & 31)] = if r.0 == 0 { 0 } else { value };
    }
}

/// Where an instruction loads and stores.
pub trait Port {
    /// Why it does not.
    type Fault;

    /// The `N` bytes at `at`.
    ///
    /// # Errors
    /// When they cannot be had here.
    fn load<const N: usize>(&mut self, at: u32) -> Result<[u8; N], Self::Fault>;

    /// Stores bytes at `at`.
    ///
    /// # Errors
    /// When they cannot be put here.
    fn store<const N: usize>(&mut self, at: u32, bytes: [u8; N]) -> Result<(), Self::Fault>;
}

/// Where execution continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Behind the instruction.
    Next,
    /// Elsewhere.
    To(u32),
    /// Behind ECALL or EBREAK, after it was served.
    Environment,
}

/// Executes `d` at `pc`.
///
/// # Errors
/// When it could not load or store; it has changed nothing.
#[inline(always)]
pub fn execute<P: Port>(
    d: &Decoded,
    x: &mut Registers,
    pc: u32,
    port: &mut P,
) -> Result<Flow, P::Fault> {
    let (a, b, imm) = (x.get(d.rs1), x.get(d.rs2), d.imm as u32);
    let n = if d.immediate { imm } else { b };
    let (at, target) = (a.wrapping_add(imm), pc.wrapping_add(imm));
    let branch = |taken: bool| Ok(if taken { Flow::To(target) } else { Flow::Next });
    let value = match d.op {
        Op::Lui => imm,
        Op::Auipc => target,
        Op::Jal | Op::Jalr => {
            x.set(d.rd, pc.wrapping_add(4));
            return Ok(Flow::To(if d.op == Op::Jal { target } else { at & !1 }));
        }
        Op::Beq => return branch(a == b),
        Op::Bne => return branch(a != b),
        Op::Blt => return branch((a as i32) < b as i32),
        Op::Bge => return branch(a as i32 >= b as i32),
        Op::Bltu => return branch(a < b),
        Op::Bgeu => return branch(a >= b),
        Op::Lb => i8::from_le_bytes(port.load(at)?) as u32,
        Op::Lh => i16::from_le_bytes(port.load(at)?) as u32,
        Op::Lw => u32::from_le_bytes(port.load(at)?),
        Op::Lbu => u8::from_le_bytes(port.load(at)?).into(),
        Op::Lhu => u16::from_le_bytes(port.load(at)?).into(),
        Op::Sb => return port.store(at, (b as u8).to_le_bytes()).map(|()| Flow::Next),
        Op::Sh => {
            return port
                .store(at, (b as u16).to_le_bytes())
                .map(|()| Flow::Next);
        }
        Op::Sw => return port.store(at, b.to_le_bytes()).map(|()| Flow::Next),
        Op::Add | Op::Addi => a.wrapping_add(n),
        Op::Sub => a.wrapping_sub(n),
        Op::Slt | Op::Slti => u32::from((a as i32) < n as i32),
        Op::Sltu | Op::Sltiu => u32::from(a < n),
        Op::Xor | Op::Xori => a ^ n,
        Op::Or | Op::Ori => a | n,
        Op::And | Op::Andi => a & n,
        Op::Sll | Op::Slli => a << (n & 31),
        Op::Srl | Op::Srli => a >> (n & 31),
        Op::Sra | Op::Srai => (a as i32 >> (n & 31)) as u32,
        Op::Fence => return Ok(Flow::Next),
        Op::Ecall | Op::Ebreak => return Ok(Flow::Environment),
    };
    x.set(d.rd, value);
    Ok(Flow::Next)
}
