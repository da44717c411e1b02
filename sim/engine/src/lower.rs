//! Lowered semantics: plain data that [`Ops`] appends under [`Lower`], the input of a translator.
//!
//! [`execute`] interprets the data in order. Translated code must agree with it, and it must agree with the semantics
//! on numbers.

use crate::ops::{Accesses, Binary, Codes, Helper, Host, Ops, Registers, Truth, Unary};
use std::convert::Infallible;

/// A value of lowered semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A constant.
    Const(u32),
    /// The result of the operation of this number.
    Temp(u16),
}

/// One operation of lowered semantics. Results are numbered from 0 in the order of the operations that have one.
#[derive(Debug)]
pub enum Uop<M: Registers> {
    /// The value of a register.
    Get(M::Reg),
    /// Gives a register a value.
    Put(M::Reg, Value),
    /// An operation on one word.
    Unary(Unary, Value),
    /// An operation on two words.
    Binary(Binary, Value, Value),
    /// The condition codes of an operation on two words with the result that is the last value.
    Codes(Codes, [Value; 2], Value),
    /// The second value if the first is not 0, else the third.
    Select(Value, Value, Value),
    /// Ends the instruction with a trap if the value is not 0.
    TrapIf(Value, M::Trap),
    /// What a helper answers.
    Call(Helper<M>, [Value; 2]),
    /// So many bytes at an address.
    Load(u8, Value),
    /// A double word at an address; the second result is its high half.
    LoadPair(Value),
    /// Stores so many bytes at the first value: the low ones of the second.
    Store(u8, Value, Value),
    /// Stores a double word at the first value, of its low and its high half.
    StorePair(Value, [Value; 2]),
}

/// Operations that append themselves to a list.
#[derive(Debug)]
pub struct Lower<M: Registers> {
    uops: Vec<Uop<M>>,
    temps: u16,
}

impl<M: Registers> Default for Lower<M> {
    fn default() -> Lower<M> {
        Lower {
            uops: Vec::new(),
            temps: 0,
        }
    }
}

impl<M: Registers> Lower<M> {
    /// The operations.
    #[must_use]
    pub fn uops(&self) -> &[Uop<M>] {
        &self.uops
    }

    /// The operations, by themselves.
    #[must_use]
    pub fn into_uops(self) -> Vec<Uop<M>> {
        self.uops
    }

    fn append(&mut self, uop: Uop<M>) -> Value {
        self.uops.push(uop);
        self.result()
    }

    fn result(&mut self) -> Value {
        let number = self.temps;
        self.temps += 1;
        Value::Temp(number)
    }
}

impl<M: Registers> Ops for Lower<M> {
    type Machine = M;
    type Word = Value;
    type Exit = Infallible;

    fn word(&mut self, value: u32) -> Value {
        Value::Const(value)
    }

    fn get(&mut self, reg: M::Reg) -> Value {
        match M::constant(reg) {
            Some(value) => Value::Const(value),
            None => self.append(Uop::Get(reg)),
        }
    }

    fn put(&mut self, reg: M::Reg, value: Value) {
        self.uops.push(Uop::Put(reg, value));
    }

    fn unary(&mut self, op: Unary, a: Value) -> Value {
        match a {
            Value::Const(a) => Value::Const(op.of(a)),
            Value::Temp(_) => self.append(Uop::Unary(op, a)),
        }
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        match (op, a, b) {
            (_, Value::Const(a), Value::Const(b)) => Value::Const(op.of(a, b)),
            // An operand that an instruction has not is a constant 0.
            (Binary::Add | Binary::Or | Binary::Xor, a, Value::Const(0))
            | (Binary::Add | Binary::Or | Binary::Xor, Value::Const(0), a) => a,
            _ => self.append(Uop::Binary(op, a, b)),
        }
    }

    fn select(&mut self, test: Truth<Value>, yes: Value, no: Value) -> Value {
        match test.bit() {
            Value::Const(0) => no,
            Value::Const(_) => yes,
            test => self.append(Uop::Select(test, yes, no)),
        }
    }

    fn trap_if(&mut self, test: Truth<Value>, trap: M::Trap) -> Result<(), Infallible> {
        if test.bit() != Value::Const(0) {
            self.uops.push(Uop::TrapIf(test.bit(), trap));
        }
        Ok(())
    }

    fn call(&mut self, helper: Helper<M>, with: [Value; 2]) -> Value {
        self.append(Uop::Call(helper, with))
    }

    fn codes(&mut self, of: Codes, operands: [Value; 2], r: Value) -> Value {
        self.append(Uop::Codes(of, operands, r))
    }
}

impl<M: Registers> Accesses for Lower<M> {
    fn load<const BYTES: usize>(&mut self, address: Value) -> Result<Value, Infallible> {
        Ok(self.append(Uop::Load(BYTES as u8, address)))
    }

    fn load_pair(&mut self, address: Value) -> Result<[Value; 2], Infallible> {
        Ok([self.append(Uop::LoadPair(address)), self.result()])
    }

    fn store<const BYTES: usize>(
        &mut self,
        address: Value,
        value: Value,
    ) -> Result<(), Infallible> {
        self.uops.push(Uop::Store(BYTES as u8, address, value));
        Ok(())
    }

    fn store_pair(&mut self, address: Value, value: [Value; 2]) -> Result<(), Infallible> {
        self.uops.push(Uop::StorePair(address, value));
        Ok(())
    }
}

/// Memory, for [`execute`].
pub trait Memory {
    /// So many bytes at `address`, the low ones of the answer.
    fn load(&mut self, address: u32, bytes: u8) -> u64;

    /// Stores the low `bytes` of `value`.
    fn store(&mut self, address: u32, bytes: u8, value: u64);
}

/// A small memory that repeats over all addresses and takes no time: what tests of a guest's semantics access.
#[derive(Clone, Debug, PartialEq)]
pub struct SmallMemory {
    bytes: [u8; SmallMemory::BYTES],
    big_endian: bool,
}

impl SmallMemory {
    /// Its size.
    pub const BYTES: usize = 256;

    /// A memory of these bytes, of which the first one is at address 0.
    #[must_use]
    pub fn new(big_endian: bool, bytes: [u8; SmallMemory::BYTES]) -> SmallMemory {
        SmallMemory { bytes, big_endian }
    }

    /// The place of byte `i` of a datum, and the shift of that byte in the datum.
    fn place(&self, address: u32, i: u8, bytes: u8) -> (usize, u8) {
        let at = address.wrapping_add(i.into()) as usize % SmallMemory::BYTES;
        (at, 8 * if self.big_endian { bytes - 1 - i } else { i })
    }
}

impl Memory for SmallMemory {
    fn load(&mut self, address: u32, bytes: u8) -> u64 {
        (0..bytes).fold(0, |v, i| {
            let (at, shift) = self.place(address, i, bytes);
            v | u64::from(self.bytes[at]) << shift
        })
    }

    fn store(&mut self, address: u32, bytes: u8, value: u64) {
        for i in 0..bytes {
            let (at, shift) = self.place(address, i, bytes);
            self.bytes[at] = (value >> shift) as u8;
        }
    }
}

/// Registers with a [`SmallMemory`], as what executes operations.
pub struct WithSmallMemory<'a, M>(pub &'a mut M, pub &'a mut SmallMemory);

impl<M: Registers> Host for WithSmallMemory<'_, M> {
    type Machine = M;
    type Exit = M::Trap;

    fn machine(&mut self) -> &mut M {
        self.0
    }
}

impl<M: Registers> Accesses for WithSmallMemory<'_, M> {
    fn load<const BYTES: usize>(&mut self, address: u32) -> Result<u32, M::Trap> {
        Ok(self.1.load(address, BYTES as u8) as u32)
    }

    fn load_pair(&mut self, address: u32) -> Result<[u32; 2], M::Trap> {
        let value = self.1.load(address, 8);
        Ok([value as u32, (value >> 32) as u32])
    }

    fn store<const BYTES: usize>(&mut self, address: u32, value: u32) -> Result<(), M::Trap> {
        self.1.store(address, BYTES as u8, value.into());
        Ok(())
    }

    fn store_pair(&mut self, address: u32, [low, high]: [u32; 2]) -> Result<(), M::Trap> {
        self.1
            .store(address, 8, u64::from(high) << 32 | u64::from(low));
        Ok(())
    }
}

/// Registers alone, as what executes operations.
struct Alone<'a, M>(&'a mut M);

impl<M: Registers> Host for Alone<'_, M> {
    type Machine = M;
    type Exit = M::Trap;

    fn machine(&mut self) -> &mut M {
        self.0
    }
}

/// Carries out `uops` in order.
///
/// # Errors
/// The trap that they end in.
///
/// # Panics
/// When a value is used that no operation before it has: [`Lower`] makes no such list.
pub fn execute<M: Registers>(
    uops: &[Uop<M>],
    machine: &mut M,
    memory: &mut impl Memory,
) -> Result<(), M::Trap> {
    let mut temps: Vec<u32> = Vec::new();
    for uop in uops {
        let of = |value| match value {
            Value::Const(v) => v,
            Value::Temp(n) => temps[usize::from(n)],
        };
        let result = match *uop {
            Uop::Get(reg) => machine.get(reg),
            Uop::Unary(op, a) => op.of(of(a)),
            Uop::Binary(op, a, b) => op.of(of(a), of(b)),
            Uop::Codes(kind, operands, r) => {
                let (operands, r) = (operands.map(of), of(r));
                Alone(machine).codes(kind, operands, r)
            }
            Uop::Select(test, yes, no) => of(if of(test) != 0 { yes } else { no }),
            Uop::Call(helper, with) => helper(machine, with.map(of)),
            Uop::Load(bytes, address) => memory.load(of(address), bytes) as u32,
            Uop::LoadPair(address) => {
                let value = memory.load(of(address), 8);
                temps.push(value as u32);
                (value >> 32) as u32
            }
            Uop::Put(reg, value) => {
                machine.put(reg, of(value));
                continue;
            }
            Uop::TrapIf(test, trap) => match of(test) {
                0 => continue,
                _ => return Err(trap),
            },
            Uop::Store(bytes, address, value) => {
                memory.store(of(address), bytes, of(value).into());
                continue;
            }
            Uop::StorePair(address, [low, high]) => {
                memory.store(
                    of(address),
                    8,
                    u64::from(of(high)) << 32 | u64::from(of(low)),
                );
                continue;
            }
        };
        temps.push(result);
    }
    Ok(())
}
