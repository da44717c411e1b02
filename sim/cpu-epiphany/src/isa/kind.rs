//! What instructions do, apart from how they are encoded.

/// Issue group (AR, pipeline, tables 8 and 9): decides what pairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Group {
    /// Integer arithmetic, logic and moves.
    Ialu,
    /// Floating point; in integer mode called IALU2.
    Fpu,
    /// Loads and stores, TESTSET.
    LoadStore,
    /// Branches, special registers, system instructions. Never pairs.
    Control,
}

/// The meaning of an instruction. Operands are those of [`Op`](super::Op): `d`, `n`, `m` stand for
/// the registers `rd`, `rn`, `rm`; `imm` for the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// An encoding that does not exist, or UNIMPL: software exception.
    Unimpl,

    /// `d = n + m`, flags.
    Add,
    /// `d = n - m`, flags.
    Sub,
    /// `d = n & m`, flags.
    And,
    /// `d = n | m`, flags.
    Orr,
    /// `d = n ^ m`, flags.
    Eor,
    /// `d = n << m[4:0]`, flags.
    Lsl,
    /// `d = n >> m[4:0]`, zeros shifted in, flags.
    Lsr,
    /// `d = n >> m[4:0]`, the sign shifted in, flags.
    Asr,
    /// `d = n + imm`, flags.
    AddI,
    /// `d = n - imm`, flags.
    SubI,
    /// `d = n << imm`, flags.
    LslI,
    /// `d = n >> imm`, zeros shifted in, flags.
    LsrI,
    /// `d = n >> imm`, the sign shifted in, flags.
    AsrI,
    /// `d = n` with its bits in reverse order, flags.
    Bitr,
    /// `d = imm` (0 to 0xFFFF).
    MovI,
    /// `d = imm << 16 | d & 0xFFFF`.
    Movt,
    /// `d = n`.
    Mov,
    /// `if cond { d = n }`.
    MovCc,

    /// `d = n + m`, or of integers.
    Fadd,
    /// `d = n - m`, or of integers.
    Fsub,
    /// `d = n * m`, or of integers.
    Fmul,
    /// `d = d + n * m`, one rounding, or of integers.
    Fmadd,
    /// `d = d - n * m`, one rounding, or of integers.
    Fmsub,
    /// `d = float(n)`.
    Float,
    /// `d = int(n)`.
    Fix,
    /// `d = |n|`.
    Fabs,

    /// `d = zx mem8[n + imm]`.
    LdrbDisp,
    /// `d = zx mem8[n ± m]`, see [`Op::index`](super::Op::index).
    LdrbIdx,
    /// `d = zx mem8[n]; n = n + imm`.
    LdrbDpm,
    /// `d = zx mem8[n]; n = n ± m`.
    LdrbPm,
    /// `d = zx mem16[n + imm]`.
    LdrhDisp,
    /// `d = zx mem16[n ± m]`.
    LdrhIdx,
    /// `d = zx mem16[n]; n = n + imm`.
    LdrhDpm,
    /// `d = zx mem16[n]; n = n ± m`.
    LdrhPm,
    /// `d = mem32[n + imm]`.
    LdrDisp,
    /// `d = mem32[n ± m]`.
    LdrIdx,
    /// `d = mem32[n]; n = n + imm`.
    LdrDpm,
    /// `d = mem32[n]; n = n ± m`.
    LdrPm,
    /// `{d+1, d} = mem64[n + imm]`.
    LdrdDisp,
    /// `{d+1, d} = mem64[n ± m]`.
    LdrdIdx,
    /// `{d+1, d} = mem64[n]; n = n + imm`.
    LdrdDpm,
    /// `{d+1, d} = mem64[n]; n = n ± m`.
    LdrdPm,
    /// `mem8[n + imm] = d`.
    StrbDisp,
    /// `mem8[n ± m] = d`.
    StrbIdx,
    /// `mem8[n] = d; n = n + imm`.
    StrbDpm,
    /// `mem8[n] = d; n = n ± m`.
    StrbPm,
    /// `mem16[n + imm] = d`.
    StrhDisp,
    /// `mem16[n ± m] = d`.
    StrhIdx,
    /// `mem16[n] = d; n = n + imm`.
    StrhDpm,
    /// `mem16[n] = d; n = n ± m`.
    StrhPm,
    /// `mem32[n + imm] = d`.
    StrDisp,
    /// `mem32[n ± m] = d`.
    StrIdx,
    /// `mem32[n] = d; n = n + imm`.
    StrDpm,
    /// `mem32[n] = d; n = n ± m`.
    StrPm,
    /// `mem64[n + imm] = {d+1, d}`.
    StrdDisp,
    /// `mem64[n ± m] = {d+1, d}`.
    StrdIdx,
    /// `mem64[n] = {d+1, d}; n = n + imm`.
    StrdDpm,
    /// `mem64[n] = {d+1, d}; n = n ± m`.
    StrdPm,
    /// Atomically `t = mem32[n ± m]; if t == 0 { mem32 = d }; d = t`.
    Testset,
    /// TESTSET of a half-word (undocumented).
    Testseth,
    /// TESTSET of a byte (undocumented).
    Testsetb,

    /// `if cond { pc = pc + imm }`.
    Bcc,
    /// `pc = pc + imm`.
    B,
    /// `lr = next; pc = pc + imm`.
    Bl,
    /// `pc = n`.
    Jr,
    /// `t = n; lr = next; pc = t`.
    Jalr,
    /// Special register = `d`.
    Movts,
    /// `d` = special register.
    Movfs,
    /// Nothing.
    Nop,
    /// Sleeps until an interrupt.
    Idle,
    /// Enables interrupts.
    Gie,
    /// Disables interrupts.
    Gid,
    /// Returns from an interrupt.
    Rti,
    /// Halts for the debugger.
    Bkpt,
    /// Halts all cores for the debugger.
    Mbkpt,
    /// Halts with the code `imm`.
    Trap,
    /// Software interrupt with the code `imm` (undocumented).
    Swi,
    /// Drives the sync wire.
    Sync,
    /// Drives the wired AND.
    Wand,
}

impl Kind {
    /// Issue group.
    #[inline]
    #[must_use]
    pub const fn group(self) -> Group {
        match self as u8 {
            first if first == Self::Unimpl as u8 => Group::Control,
            ialu if ialu <= Self::MovCc as u8 => Group::Ialu,
            fpu if fpu <= Self::Fabs as u8 => Group::Fpu,
            ls if ls <= Self::Testsetb as u8 => Group::LoadStore,
            _ => Group::Control,
        }
    }

    /// True of accesses whose offset is Rm: indexed, post-modified by register, TESTSET.
    #[must_use]
    pub const fn indexed(self) -> bool {
        use Kind as K;
        matches!(
            self,
            K::LdrbIdx
                | K::LdrbPm
                | K::LdrhIdx
                | K::LdrhPm
                | K::LdrIdx
                | K::LdrPm
                | K::LdrdIdx
                | K::LdrdPm
                | K::StrbIdx
                | K::StrbPm
                | K::StrhIdx
                | K::StrhPm
                | K::StrIdx
                | K::StrPm
                | K::StrdIdx
                | K::StrdPm
                | K::Testset
                | K::Testseth
                | K::Testsetb
        )
    }
}
