//! Timing classes, and what follows from them.

/// Timing class: instructions of a class have equal static costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Integer operation that leaves the condition codes alone; also `stbar`.
    Alu,
    /// Integer operation that sets the condition codes, `mulscc` included.
    AluCc,
    /// Integer multiplication.
    Mul,
    /// Integer multiplication that sets the condition codes.
    MulCc,
    /// Integer division.
    Div,
    /// Integer division that sets the condition codes.
    DivCc,
    /// `sethi` and `nop`.
    Sethi,
    /// Branch on integer condition.
    Branch,
    /// Branch on floating-point condition.
    Fbranch,
    /// `call` with a displacement.
    Call,
    /// Jump and link: register calls, returns, jumps.
    Jmpl,
    /// Return from trap.
    Rett,
    /// Load of up to a word.
    Load,
    /// Load of a double-word.
    LoadDouble,
    /// Store of up to a word.
    Store,
    /// Store of a double-word.
    StoreDouble,
    /// Locked read-modify-write.
    Atomic,
    /// Load into the FPU, one word.
    Fload,
    /// Load into the FPU, two words.
    FloadDouble,
    /// Store from the FPU, one word.
    Fstore,
    /// Store from the FPU, two words.
    FstoreDouble,
    /// FPU addition and subtraction, pipelined.
    FpAdd,
    /// FPU multiplication, pipelined.
    FpMul,
    /// FPU conversion, pipelined.
    FpConv,
    /// FPU comparison, pipelined.
    FpCmp,
    /// FPU move, negate, absolute value.
    FpMove,
    /// Single-precision division.
    FpDivs,
    /// Double-precision division.
    FpDivd,
    /// Single-precision square root.
    FpSqrts,
    /// Double-precision square root.
    FpSqrtd,
    /// FPU operation that raises unimplemented_FPop: quadruple precision or undefined.
    FpUnimp,
    /// Change of register window.
    SaveRestore,
    /// Read of a state register.
    ReadState,
    /// Write of a state register.
    WriteState,
    /// Cache flush.
    Flush,
    /// Conditional trap.
    Trap,
    /// `unimp`.
    Unimp,
    /// Coprocessor instruction, always cp_disabled.
    Coproc,
}

/// What an instruction is counted as when it completes; each adds to a fixed set of meters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Counted {
    /// Format 3, op=2, not an FPop.
    Type2,
    /// SETHI and UNIMP.
    Other,
    /// Bicc.
    Branch,
    /// FBfcc.
    Fbranch,
    /// CALL.
    Call,
    /// Any load.
    Load,
    /// Any store.
    Store,
    /// SWAP, LDSTUB, CASA.
    Atomic,
    /// FPop.
    Fpop,
}

impl Counted {
    /// Number of values.
    pub const COUNT: usize = 9;
}

impl Class {
    /// What instructions of this class are counted as.
    #[must_use]
    #[inline(always)]
    pub const fn counted(self) -> Counted {
        match self {
            Class::Alu
            | Class::AluCc
            | Class::Mul
            | Class::MulCc
            | Class::Div
            | Class::DivCc
            | Class::SaveRestore
            | Class::Jmpl
            | Class::Rett
            | Class::Trap
            | Class::ReadState
            | Class::WriteState
            | Class::Flush => Counted::Type2,
            // UNIMP and coprocessor instructions never complete.
            Class::Sethi | Class::Unimp | Class::Coproc => Counted::Other,
            Class::Branch => Counted::Branch,
            Class::Fbranch => Counted::Fbranch,
            Class::Call => Counted::Call,
            Class::Load | Class::LoadDouble | Class::Fload | Class::FloadDouble => Counted::Load,
            Class::Store | Class::StoreDouble | Class::Fstore | Class::FstoreDouble => {
                Counted::Store
            }
            Class::Atomic => Counted::Atomic,
            Class::FpAdd
            | Class::FpMul
            | Class::FpConv
            | Class::FpCmp
            | Class::FpMove
            | Class::FpDivs
            | Class::FpDivd
            | Class::FpSqrts
            | Class::FpSqrtd
            | Class::FpUnimp => Counted::Fpop,
        }
    }

    /// Floating-point operations (format 3, op3 0x34 and 0x35).
    #[must_use]
    #[inline(always)]
    pub const fn is_fpop(self) -> bool {
        matches!(self.counted(), Counted::Fpop)
    }

    /// Divide and square root, which share a unit that takes one at a time.
    #[must_use]
    #[inline(always)]
    pub const fn uses_iteration_unit(self) -> bool {
        matches!(
            self,
            Class::FpDivs | Class::FpDivd | Class::FpSqrts | Class::FpSqrtd
        )
    }
}
