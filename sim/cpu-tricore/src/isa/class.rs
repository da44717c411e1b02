//! Timing classes, and what holds for all encodings of an opcode.

use trueboard_core::isa::DataFlow;

/// Timing class: all instructions of a class have equal pipe, latency and issue interval. The numbers are parameters of
/// the core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Class {
    /// Integer pipe, one cycle.
    Alu,
    /// Integer pipe, saturating and bit-field operations: two cycles on the TC1.6P, one on the TC1.6E.
    Alu2,
    /// Load/store pipe: address arithmetic.
    Addr,
    /// FPU: additions, multiplications, conversions.
    Fp,
    /// Load/store pipe: scaled address arithmetic.
    ScaledAddr,
    /// Calls, returns and other moves of a whole context.
    Context,
    /// Integer pipe, two cycles: 32-bit multiplications and what takes as long.
    Mul,
    /// Cache maintenance.
    CacheOp,
    /// FPU, one cycle.
    Fp1,
    /// Atomic exchanges.
    Swap,
    /// Core control.
    System,
    /// Integer division.
    Div,
    /// FPU division.
    FpDiv,
    /// Division steps.
    Dvstep,
    /// Jumps of the load/store pipe: unconditional, or on an address register.
    Jump,
    /// Jumps of the integer pipe: on a data register.
    JumpD,
    /// Loads to address registers.
    LoadA,
    /// Loads to data registers.
    LoadD,
    /// Loads of a context from any address.
    LoadContext,
    /// Read-modify-write of a word or a bit.
    Ldmst,
    /// LOOP and LOOPU.
    Loop,
    /// Multiply-accumulate, fractional and saturating multiplications.
    Mac,
    /// FPU multiply-accumulate.
    FpMac,
    /// Nothing.
    Nop,
    /// Stores.
    Store,
    /// Stores of a context to any address.
    StoreContext,
}

/// What an instruction does to the flow of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// The next instruction follows, unless it changes the context as calls and traps do.
    Sequential,
    /// A jump by a distance, always taken.
    Direct,
    /// A jump by a distance that depends on a register.
    Conditional,
    /// LOOP.
    Counted,
    /// A jump to an absolute address, or one that leaves a return address.
    Far,
    /// A jump to what a register holds.
    Indirect,
}

impl Control {
    /// It can end a block: a jump by a distance that leaves no return address.
    #[must_use]
    #[inline(always)]
    pub const fn ends_block(self) -> bool {
        matches!(
            self,
            Control::Direct | Control::Conditional | Control::Counted
        )
    }
}

/// The registers of the upper context, as in [`Traits::reads`]: A10 to A15 and D8 to D15 (TriCore
/// TC1.6 architecture manual, volume 1, "Tasks and functions").
pub const UPPER: u32 = 0xfc00_ff00;

/// The registers of the lower context that LDLCX loads: A2 to A7 and D0 to D7. A save stores A11
/// with them.
pub const LOWER: u32 = 0x00fc_00ff;

/// A10, the stack pointer.
pub const STACK_POINTER: u32 = 1 << 26;

/// A11, the return address.
pub const RETURN_ADDRESS: u32 = 1 << 27;

/// D15, which gets the number of a trap.
pub const TRAP_NUMBER: u32 = 1 << 15;

/// What holds for all encodings of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// What it does to the flow of control.
    pub control: Control,
    /// Bytes that it loads, stores or exchanges; 0 if it accesses no operand in memory, or a context or a
    /// cache line.
    pub bytes: u8,
    /// What its address must be a multiple of besides what the memory demands: 4 for address registers.
    pub align: u8,
    /// Registers that it reads though no operand names them: bits 0 to 15 for D0 to D15, 16 to 31 for A0
    /// to A15.
    pub reads: u32,
    /// Registers that it writes though no operand names them.
    pub writes: u32,
    /// It can raise the exceptions of the FPU.
    pub raises: bool,
    /// Executing it is not illegal.
    pub exists: bool,
    /// What its result has of its operands, and what it orders.
    pub flow: DataFlow,
}

impl Traits {
    /// Traits of an opcode of this class without further traits in its row.
    #[must_use]
    pub const fn of(class: Class) -> Traits {
        Traits {
            control: Control::Sequential,
            bytes: 0,
            align: 1,
            reads: 0,
            writes: 0,
            raises: class.is_fpu(),
            exists: true,
            flow: DataFlow::Computes,
        }
    }
}

/// The source operand that is needed one stage later than the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// None is.
    None,
    /// The first: the data of a store.
    First,
    /// The third: the accumulator of an integer MADD or MSUB.
    Third,
}

impl Class {
    /// The source operand that is needed one stage later than the others.
    #[must_use]
    pub const fn late(self) -> Late {
        match self {
            Class::Store => Late::First,
            Class::Mac => Late::Third,
            _ => Late::None,
        }
    }

    /// Instructions of the FPU.
    #[must_use]
    pub const fn is_fpu(self) -> bool {
        matches!(self, Class::Fp | Class::Fp1 | Class::FpMac | Class::FpDiv)
    }
}
