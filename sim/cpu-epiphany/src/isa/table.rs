//! The instructions of the Epiphany-III: a row per opcode and a row per encoding.
//!
//! Operands: `d`, `n`, `m` are Rd, Rn, Rm (of stores and MOVTS, `d` is the source); `s` says that
//! an offset is subtracted; `i` is a constant, an offset, a code or a special register; `t` is a
//! branch target. Letters of a pattern: `ed`, `on`, `pm` the high and low bits of Rd, Rn, Rm; `ji`
//! those of a constant; `gqr` group and number of a special register.
//!
//! Sources: CPU; AR, chapter opcodes. Bits marked `-` are ignored; assemblers write 0. FLOAT, FIX
//! and FABS have a field Rm that nothing reads; assemblers write Rn there.
//!
//! The role of an operand is written behind its letters: one that is written has `write`, one that is
//! read and written `read_write`. What else an instruction does follows from its opcode: its issue group,
//! and the traits that differ from those of the group.
//!
//! The text is that of GNU objdump, except that
//! - words with ignored bits that are set are read as if they were not,
//! - special registers that objdump has no name for have that of the manual, or their address,
//! - the 16-bit FABS shows its operands.

use super::class::Access::{Both, Load, Store};
use super::class::BlockRole::{Ends, Inside, Outside};
use super::class::{Group, Traits};
use super::op::Operands;
use super::operands::*;
use trueboard_core::isa::DataFlow::{Cancels, Copies, Meets};

trueboard_core::opcodes! {
    /// What an instruction does, whatever its encoding. Operands are those of
    /// [`Op`](super::Op): `d`, `n`, `m` stand for the registers `rd`, `rn`, `rm`; `imm` for the number.
    pub enum Opcode: u8;
    class Group;
    traits Traits;
    opcodes {
        /// An encoding that does not exist, or UNIMPL: software exception.
        Unimpl Control;

        /// `d = n + m`, flags.
        Add Ialu;
        /// `d = n - m`, flags.
        Sub Ialu { flow: Cancels };
        /// `d = n & m`, flags.
        And Ialu;
        /// `d = n | m`, flags.
        Orr Ialu;
        /// `d = n ^ m`, flags.
        Eor Ialu { flow: Cancels };
        /// `d = n << m[4:0]`, flags.
        Lsl Ialu;
        /// `d = n >> m[4:0]`, zeros shifted in, flags.
        Lsr Ialu;
        /// `d = n >> m[4:0]`, the sign shifted in, flags.
        Asr Ialu;
        /// `d = n + imm`, flags.
        AddI Ialu;
        /// `d = n - imm`, flags.
        SubI Ialu;
        /// `d = n << imm`, flags.
        LslI Ialu;
        /// `d = n >> imm`, zeros shifted in, flags.
        LsrI Ialu;
        /// `d = n >> imm`, the sign shifted in, flags.
        AsrI Ialu;
        /// `d = n` with its bits in reverse order, flags.
        Bitr Ialu;
        /// `d = imm` (0 to 0xFFFF).
        MovI Ialu;
        /// `d = imm << 16 | d & 0xFFFF`.
        Movt Ialu;
        /// `d = n`.
        Mov Ialu { flow: Copies };
        /// `if cond { d = n }`.
        MovCc Ialu { conditional: true, flow: Copies };

        /// `d = n + m`, or of integers.
        Fadd Fpu;
        /// `d = n - m`, or of integers.
        Fsub Fpu;
        /// `d = n * m`, or of integers.
        Fmul Fpu;
        /// `d = d + n * m`, one rounding, or of integers.
        Fmadd Fpu;
        /// `d = d - n * m`, one rounding, or of integers.
        Fmsub Fpu;
        /// `d = float(n)`.
        Float Fpu;
        /// `d = int(n)`.
        Fix Fpu;
        /// `d = |n|`.
        Fabs Fpu;

        /// `d = zx mem8[n + imm]`.
        LdrbDisp LoadStore { access: Load, bytes: 1 };
        /// `d = zx mem8[n ± m]`, see [`Op::imm`](super::Op::imm).
        LdrbIdx LoadStore { access: Load, bytes: 1 };
        /// `d = zx mem8[n]; n = n + imm`.
        LdrbDpm LoadStore { access: Load, bytes: 1 };
        /// `d = zx mem8[n]; n = n ± m`.
        LdrbPm LoadStore { access: Load, bytes: 1 };
        /// `d = zx mem16[n + imm]`.
        LdrhDisp LoadStore { access: Load, bytes: 2 };
        /// `d = zx mem16[n ± m]`.
        LdrhIdx LoadStore { access: Load, bytes: 2 };
        /// `d = zx mem16[n]; n = n + imm`.
        LdrhDpm LoadStore { access: Load, bytes: 2 };
        /// `d = zx mem16[n]; n = n ± m`.
        LdrhPm LoadStore { access: Load, bytes: 2 };
        /// `d = mem32[n + imm]`.
        LdrDisp LoadStore { access: Load, bytes: 4 };
        /// `d = mem32[n ± m]`.
        LdrIdx LoadStore { access: Load, bytes: 4 };
        /// `d = mem32[n]; n = n + imm`.
        LdrDpm LoadStore { access: Load, bytes: 4 };
        /// `d = mem32[n]; n = n ± m`.
        LdrPm LoadStore { access: Load, bytes: 4 };
        /// `{d+1, d} = mem64[n + imm]`.
        LdrdDisp LoadStore { access: Load, bytes: 8 };
        /// `{d+1, d} = mem64[n ± m]`.
        LdrdIdx LoadStore { access: Load, bytes: 8 };
        /// `{d+1, d} = mem64[n]; n = n + imm`.
        LdrdDpm LoadStore { access: Load, bytes: 8 };
        /// `{d+1, d} = mem64[n]; n = n ± m`.
        LdrdPm LoadStore { access: Load, bytes: 8 };
        /// `mem8[n + imm] = d`.
        StrbDisp LoadStore { access: Store, bytes: 1 };
        /// `mem8[n ± m] = d`.
        StrbIdx LoadStore { access: Store, bytes: 1 };
        /// `mem8[n] = d; n = n + imm`.
        StrbDpm LoadStore { access: Store, bytes: 1 };
        /// `mem8[n] = d; n = n ± m`.
        StrbPm LoadStore { access: Store, bytes: 1 };
        /// `mem16[n + imm] = d`.
        StrhDisp LoadStore { access: Store, bytes: 2 };
        /// `mem16[n ± m] = d`.
        StrhIdx LoadStore { access: Store, bytes: 2 };
        /// `mem16[n] = d; n = n + imm`.
        StrhDpm LoadStore { access: Store, bytes: 2 };
        /// `mem16[n] = d; n = n ± m`.
        StrhPm LoadStore { access: Store, bytes: 2 };
        /// `mem32[n + imm] = d`.
        StrDisp LoadStore { access: Store, bytes: 4 };
        /// `mem32[n ± m] = d`.
        StrIdx LoadStore { access: Store, bytes: 4 };
        /// `mem32[n] = d; n = n + imm`.
        StrDpm LoadStore { access: Store, bytes: 4 };
        /// `mem32[n] = d; n = n ± m`.
        StrPm LoadStore { access: Store, bytes: 4 };
        /// `mem64[n + imm] = {d+1, d}`.
        StrdDisp LoadStore { access: Store, bytes: 8 };
        /// `mem64[n ± m] = {d+1, d}`.
        StrdIdx LoadStore { access: Store, bytes: 8 };
        /// `mem64[n] = {d+1, d}; n = n + imm`.
        StrdDpm LoadStore { access: Store, bytes: 8 };
        /// `mem64[n] = {d+1, d}; n = n ± m`.
        StrdPm LoadStore { access: Store, bytes: 8 };
        /// Atomically `t = mem32[n ± m]; if t == 0 { mem32 = d }; d = t`.
        Testset LoadStore { access: Both, bytes: 4, block: Outside };
        /// TESTSET of a half-word (undocumented).
        Testseth LoadStore { access: Both, bytes: 2, block: Outside };
        /// TESTSET of a byte (undocumented).
        Testsetb LoadStore { access: Both, bytes: 1, block: Outside };

        /// `if cond { pc = pc + imm }`.
        Bcc Control { block: Ends, conditional: true };
        /// `pc = pc + imm`.
        B Control { block: Ends };
        /// `lr = next; pc = pc + imm`.
        Bl Control { block: Ends, links: true };
        /// `pc = n`.
        Jr Control { block: Ends };
        /// `t = n; lr = next; pc = t`.
        Jalr Control { block: Ends, links: true };
        /// Special register = `d`.
        Movts Control;
        /// `d` = special register.
        Movfs Control;
        /// Nothing.
        Nop Control { block: Inside };
        /// Sleeps until an interrupt.
        Idle Control;
        /// Enables interrupts.
        Gie Control;
        /// Disables interrupts.
        Gid Control;
        /// Returns from an interrupt.
        Rti Control;
        /// Halts for the debugger.
        Bkpt Control;
        /// Halts all cores for the debugger.
        Mbkpt Control;
        /// Halts with the code `imm`.
        Trap Control;
        /// Software interrupt with the code `imm` (undocumented).
        Swi Control;
        /// Drives the sync wire.
        Sync Control;
        /// Drives the wired AND.
        Wand Control { flow: Meets };
    }
}

trueboard_core::isa! {
    /// An instruction with its operands.
    pub enum Insn;
    /// An encoding: mnemonic, addressing form and width.
    pub enum Encoding: u8;
    class Opcode;
    operands Operands;
    width 16 | 32;
    rows {
        // Branches.
        "iiii iiii 0000 0000" Beq16 { t: Target = "i" } "beq {t}" Bcc;
        "iiii iiii 0001 0000" Bne16 { t: Target = "i" } "bne {t}" Bcc;
        "iiii iiii 0010 0000" Bgtu16 { t: Target = "i" } "bgtu {t}" Bcc;
        "iiii iiii 0011 0000" Bgteu16 { t: Target = "i" } "bgteu {t}" Bcc;
        "iiii iiii 0100 0000" Blteu16 { t: Target = "i" } "blteu {t}" Bcc;
        "iiii iiii 0101 0000" Bltu16 { t: Target = "i" } "bltu {t}" Bcc;
        "iiii iiii 0110 0000" Bgt16 { t: Target = "i" } "bgt {t}" Bcc;
        "iiii iiii 0111 0000" Bgte16 { t: Target = "i" } "bgte {t}" Bcc;
        "iiii iiii 1000 0000" Blt16 { t: Target = "i" } "blt {t}" Bcc;
        "iiii iiii 1001 0000" Blte16 { t: Target = "i" } "blte {t}" Bcc;
        "iiii iiii 1010 0000" Bbeq16 { t: Target = "i" } "bbeq {t}" Bcc;
        "iiii iiii 1011 0000" Bbne16 { t: Target = "i" } "bbne {t}" Bcc;
        "iiii iiii 1100 0000" Bblt16 { t: Target = "i" } "bblt {t}" Bcc;
        "iiii iiii 1101 0000" Bblte16 { t: Target = "i" } "bblte {t}" Bcc;
        "iiii iiii 1110 0000" B16 { t: Target = "i" } "b {t}" B;
        "iiii iiii 1111 0000" Bl16 { t: Target = "i" } "bl {t}" Bl;
        "iiii iiii iiii iiii iiii iiii 0000 1000" Beq32 { t: Target = "i" } "beq {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0001 1000" Bne32 { t: Target = "i" } "bne {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0010 1000" Bgtu32 { t: Target = "i" } "bgtu {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0011 1000" Bgteu32 { t: Target = "i" } "bgteu {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0100 1000" Blteu32 { t: Target = "i" } "blteu {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0101 1000" Bltu32 { t: Target = "i" } "bltu {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0110 1000" Bgt32 { t: Target = "i" } "bgt {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 0111 1000" Bgte32 { t: Target = "i" } "bgte {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1000 1000" Blt32 { t: Target = "i" } "blt {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1001 1000" Blte32 { t: Target = "i" } "blte {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1010 1000" Bbeq32 { t: Target = "i" } "bbeq {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1011 1000" Bbne32 { t: Target = "i" } "bbne {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1100 1000" Bblt32 { t: Target = "i" } "bblt {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1101 1000" Bblte32 { t: Target = "i" } "bblte {t}" Bcc;
        "iiii iiii iiii iiii iiii iiii 1110 1000" B32 { t: Target = "i" } "b {t}" B;
        "iiii iiii iiii iiii iiii iiii 1111 1000" Bl32 { t: Target = "i" } "bl {t}" Bl;

        // Loads.
        "dddn nnii i000 0100" LdrbDisp16 { d: R = "d" write, n: R = "n", i: Off1 = "i" } "ldrb {d},[{n},{i}]" LdrbDisp;
        "dddn nnmm m000 0001" LdrbIdx16 { d: R = "d" write, n: R = "n", m: R = "m" } "ldrb {d},[{n},{m}]" LdrbIdx;
        "dddn nnmm m000 0101" LdrbPm16 { d: R = "d" write, n: R = "n" read_write, m: R = "m" } "ldrb {d},[{n}],{m}" LdrbPm;
        "eeeo oo0s jjjj jjjj dddn nnii i000 1100" LdrbDisp32 { d: R = "ed" write, n: R = "on", s: Sign = "s", i: Off1 = "ji" } "ldrb {d},[{n},{s}{i}]" LdrbDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i000 1100" LdrbDpm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", i: Off1 = "ji" } "ldrb {d},[{n}],{s}{i}" LdrbDpm;
        "eeeo oopp p00s 0000 dddn nnmm m000 1001" LdrbIdx32 { d: R = "ed" write, n: R = "on", s: Sign = "s", m: R = "pm" } "ldrb {d},[{n},{s}{m}]" LdrbIdx;
        "eeeo oopp p00s 0000 dddn nnmm m000 1101" LdrbPm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "ldrb {d},[{n}],{s}{m}" LdrbPm;
        "dddn nnii i010 0100" LdrhDisp16 { d: R = "d" write, n: R = "n", i: Off2 = "i" } "ldrh {d},[{n},{i}]" LdrhDisp;
        "dddn nnmm m010 0001" LdrhIdx16 { d: R = "d" write, n: R = "n", m: R = "m" } "ldrh {d},[{n},{m}]" LdrhIdx;
        "dddn nnmm m010 0101" LdrhPm16 { d: R = "d" write, n: R = "n" read_write, m: R = "m" } "ldrh {d},[{n}],{m}" LdrhPm;
        "eeeo oo0s jjjj jjjj dddn nnii i010 1100" LdrhDisp32 { d: R = "ed" write, n: R = "on", s: Sign = "s", i: Off2 = "ji" } "ldrh {d},[{n},{s}{i}]" LdrhDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i010 1100" LdrhDpm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", i: Off2 = "ji" } "ldrh {d},[{n}],{s}{i}" LdrhDpm;
        "eeeo oopp p00s 0000 dddn nnmm m010 1001" LdrhIdx32 { d: R = "ed" write, n: R = "on", s: Sign = "s", m: R = "pm" } "ldrh {d},[{n},{s}{m}]" LdrhIdx;
        "eeeo oopp p00s 0000 dddn nnmm m010 1101" LdrhPm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "ldrh {d},[{n}],{s}{m}" LdrhPm;
        "dddn nnii i100 0100" LdrDisp16 { d: R = "d" write, n: R = "n", i: Off4 = "i" } "ldr {d},[{n},{i}]" LdrDisp;
        "dddn nnmm m100 0001" LdrIdx16 { d: R = "d" write, n: R = "n", m: R = "m" } "ldr {d},[{n},{m}]" LdrIdx;
        "dddn nnmm m100 0101" LdrPm16 { d: R = "d" write, n: R = "n" read_write, m: R = "m" } "ldr {d},[{n}],{m}" LdrPm;
        "eeeo oo0s jjjj jjjj dddn nnii i100 1100" LdrDisp32 { d: R = "ed" write, n: R = "on", s: Sign = "s", i: Off4 = "ji" } "ldr {d},[{n},{s}{i}]" LdrDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i100 1100" LdrDpm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", i: Off4 = "ji" } "ldr {d},[{n}],{s}{i}" LdrDpm;
        "eeeo oopp p00s 0000 dddn nnmm m100 1001" LdrIdx32 { d: R = "ed" write, n: R = "on", s: Sign = "s", m: R = "pm" } "ldr {d},[{n},{s}{m}]" LdrIdx;
        "eeeo oopp p00s 0000 dddn nnmm m100 1101" LdrPm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "ldr {d},[{n}],{s}{m}" LdrPm;
        "dddn nnii i110 0100" LdrdDisp16 { d: R = "d" write, n: R = "n", i: Off8 = "i" } "ldrd {d},[{n},{i}]" LdrdDisp;
        "dddn nnmm m110 0001" LdrdIdx16 { d: R = "d" write, n: R = "n", m: R = "m" } "ldrd {d},[{n},{m}]" LdrdIdx;
        "dddn nnmm m110 0101" LdrdPm16 { d: R = "d" write, n: R = "n" read_write, m: R = "m" } "ldrd {d},[{n}],{m}" LdrdPm;
        "eeeo oo0s jjjj jjjj dddn nnii i110 1100" LdrdDisp32 { d: R = "ed" write, n: R = "on", s: Sign = "s", i: Off8 = "ji" } "ldrd {d},[{n},{s}{i}]" LdrdDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i110 1100" LdrdDpm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", i: Off8 = "ji" } "ldrd {d},[{n}],{s}{i}" LdrdDpm;
        "eeeo oopp p00s 0000 dddn nnmm m110 1001" LdrdIdx32 { d: R = "ed" write, n: R = "on", s: Sign = "s", m: R = "pm" } "ldrd {d},[{n},{s}{m}]" LdrdIdx;
        "eeeo oopp p00s 0000 dddn nnmm m110 1101" LdrdPm32 { d: R = "ed" write, n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "ldrd {d},[{n}],{s}{m}" LdrdPm;

        // Stores.
        "dddn nnii i001 0100" StrbDisp16 { d: R = "d", n: R = "n", i: Off1 = "i" } "strb {d},[{n},{i}]" StrbDisp;
        "dddn nnmm m001 0001" StrbIdx16 { d: R = "d", n: R = "n", m: R = "m" } "strb {d},[{n},{m}]" StrbIdx;
        "dddn nnmm m001 0101" StrbPm16 { d: R = "d", n: R = "n" read_write, m: R = "m" } "strb {d},[{n}],{m}" StrbPm;
        "eeeo oo0s jjjj jjjj dddn nnii i001 1100" StrbDisp32 { d: R = "ed", n: R = "on", s: Sign = "s", i: Off1 = "ji" } "strb {d},[{n},{s}{i}]" StrbDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i001 1100" StrbDpm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", i: Off1 = "ji" } "strb {d},[{n}],{s}{i}" StrbDpm;
        "eeeo oopp p00s 0000 dddn nnmm m001 1001" StrbIdx32 { d: R = "ed", n: R = "on", s: Sign = "s", m: R = "pm" } "strb {d},[{n},{s}{m}]" StrbIdx;
        "eeeo oopp p00s 0000 dddn nnmm m001 1101" StrbPm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "strb {d},[{n}],{s}{m}" StrbPm;
        "dddn nnii i011 0100" StrhDisp16 { d: R = "d", n: R = "n", i: Off2 = "i" } "strh {d},[{n},{i}]" StrhDisp;
        "dddn nnmm m011 0001" StrhIdx16 { d: R = "d", n: R = "n", m: R = "m" } "strh {d},[{n},{m}]" StrhIdx;
        "dddn nnmm m011 0101" StrhPm16 { d: R = "d", n: R = "n" read_write, m: R = "m" } "strh {d},[{n}],{m}" StrhPm;
        "eeeo oo0s jjjj jjjj dddn nnii i011 1100" StrhDisp32 { d: R = "ed", n: R = "on", s: Sign = "s", i: Off2 = "ji" } "strh {d},[{n},{s}{i}]" StrhDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i011 1100" StrhDpm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", i: Off2 = "ji" } "strh {d},[{n}],{s}{i}" StrhDpm;
        "eeeo oopp p00s 0000 dddn nnmm m011 1001" StrhIdx32 { d: R = "ed", n: R = "on", s: Sign = "s", m: R = "pm" } "strh {d},[{n},{s}{m}]" StrhIdx;
        "eeeo oopp p00s 0000 dddn nnmm m011 1101" StrhPm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "strh {d},[{n}],{s}{m}" StrhPm;
        "dddn nnii i101 0100" StrDisp16 { d: R = "d", n: R = "n", i: Off4 = "i" } "str {d},[{n},{i}]" StrDisp;
        "dddn nnmm m101 0001" StrIdx16 { d: R = "d", n: R = "n", m: R = "m" } "str {d},[{n},{m}]" StrIdx;
        "dddn nnmm m101 0101" StrPm16 { d: R = "d", n: R = "n" read_write, m: R = "m" } "str {d},[{n}],{m}" StrPm;
        "eeeo oo0s jjjj jjjj dddn nnii i101 1100" StrDisp32 { d: R = "ed", n: R = "on", s: Sign = "s", i: Off4 = "ji" } "str {d},[{n},{s}{i}]" StrDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i101 1100" StrDpm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", i: Off4 = "ji" } "str {d},[{n}],{s}{i}" StrDpm;
        "eeeo oopp p00s 0000 dddn nnmm m101 1001" StrIdx32 { d: R = "ed", n: R = "on", s: Sign = "s", m: R = "pm" } "str {d},[{n},{s}{m}]" StrIdx;
        "eeeo oopp p00s 0000 dddn nnmm m101 1101" StrPm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "str {d},[{n}],{s}{m}" StrPm;
        "dddn nnii i111 0100" StrdDisp16 { d: R = "d", n: R = "n", i: Off8 = "i" } "strd {d},[{n},{i}]" StrdDisp;
        "dddn nnmm m111 0001" StrdIdx16 { d: R = "d", n: R = "n", m: R = "m" } "strd {d},[{n},{m}]" StrdIdx;
        "dddn nnmm m111 0101" StrdPm16 { d: R = "d", n: R = "n" read_write, m: R = "m" } "strd {d},[{n}],{m}" StrdPm;
        "eeeo oo0s jjjj jjjj dddn nnii i111 1100" StrdDisp32 { d: R = "ed", n: R = "on", s: Sign = "s", i: Off8 = "ji" } "strd {d},[{n},{s}{i}]" StrdDisp;
        "eeeo oo1s jjjj jjjj dddn nnii i111 1100" StrdDpm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", i: Off8 = "ji" } "strd {d},[{n}],{s}{i}" StrdDpm;
        "eeeo oopp p00s 0000 dddn nnmm m111 1001" StrdIdx32 { d: R = "ed", n: R = "on", s: Sign = "s", m: R = "pm" } "strd {d},[{n},{s}{m}]" StrdIdx;
        "eeeo oopp p00s 0000 dddn nnmm m111 1101" StrdPm32 { d: R = "ed", n: R = "on" read_write, s: Sign = "s", m: R = "pm" } "strd {d},[{n}],{s}{m}" StrdPm;

        // TESTSET.
        "eeeo oopp p01s 0000 dddn nnmm m100 1001" Testset32 { d: R = "ed" read_write, n: R = "on", s: Sign = "s", m: R = "pm" } "testset {d},[{n},{s}{m}]" Testset;
        "eeeo oopp p01s 0000 dddn nnmm m010 1001" Testseth32 { d: R = "ed" read_write, n: R = "on", s: Sign = "s", m: R = "pm" } "testseth {d},[{n},{s}{m}]" Testseth;
        "eeeo oopp p01s 0000 dddn nnmm m000 1001" Testsetb32 { d: R = "ed" read_write, n: R = "on", s: Sign = "s", m: R = "pm" } "testsetb {d},[{n},{s}{m}]" Testsetb;

        // Integer operations.
        "dddn nnmm m000 1010" Eor16 { d: R = "d" write, n: R = "n", m: R = "m" } "eor {d},{n},{m}" Eor;
        "eeeo oopp p000 1010 dddn nnmm m000 1111" Eor32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "eor {d},{n},{m}" Eor;
        "dddn nnmm m001 1010" Add16 { d: R = "d" write, n: R = "n", m: R = "m" } "add {d},{n},{m}" Add;
        "eeeo oopp p000 1010 dddn nnmm m001 1111" Add32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "add {d},{n},{m}" Add;
        "dddn nnmm m010 1010" Lsl16 { d: R = "d" write, n: R = "n", m: R = "m" } "lsl {d},{n},{m}" Lsl;
        "eeeo oopp p000 1010 dddn nnmm m010 1111" Lsl32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "lsl {d},{n},{m}" Lsl;
        "dddn nnmm m011 1010" Sub16 { d: R = "d" write, n: R = "n", m: R = "m" } "sub {d},{n},{m}" Sub;
        "eeeo oopp p000 1010 dddn nnmm m011 1111" Sub32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "sub {d},{n},{m}" Sub;
        "dddn nnmm m100 1010" Lsr16 { d: R = "d" write, n: R = "n", m: R = "m" } "lsr {d},{n},{m}" Lsr;
        "eeeo oopp p000 1010 dddn nnmm m100 1111" Lsr32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "lsr {d},{n},{m}" Lsr;
        "dddn nnmm m101 1010" And16 { d: R = "d" write, n: R = "n", m: R = "m" } "and {d},{n},{m}" And;
        "eeeo oopp p000 1010 dddn nnmm m101 1111" And32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "and {d},{n},{m}" And;
        "dddn nnmm m110 1010" Asr16 { d: R = "d" write, n: R = "n", m: R = "m" } "asr {d},{n},{m}" Asr;
        "eeeo oopp p000 1010 dddn nnmm m110 1111" Asr32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "asr {d},{n},{m}" Asr;
        "dddn nnmm m111 1010" Orr16 { d: R = "d" write, n: R = "n", m: R = "m" } "orr {d},{n},{m}" Orr;
        "eeeo oopp p000 1010 dddn nnmm m111 1111" Orr32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "orr {d},{n},{m}" Orr;

        // Integer operations with a constant.
        "dddn nnii i001 0011" AddI16 { d: R = "d" write, n: R = "n", i: Dec = "i" } "add {d},{n},{i}" AddI;
        "eeeo oo00 jjjj jjjj dddn nnii i001 1011" AddI32 { d: R = "ed" write, n: R = "on", i: Dec = "ji" } "add {d},{n},{i}" AddI;
        "dddn nnii i011 0011" SubI16 { d: R = "d" write, n: R = "n", i: Dec = "i" } "sub {d},{n},{i}" SubI;
        "eeeo oo00 jjjj jjjj dddn nnii i011 1011" SubI32 { d: R = "ed" write, n: R = "on", i: Dec = "ji" } "sub {d},{n},{i}" SubI;
        "dddn nnkk kkk0 0110" LsrI16 { d: R = "d" write, n: R = "n", i: Hex = "k" } "lsr {d},{n},{i}" LsrI;
        "eeeo oo-- ---- 0110 dddn nnkk kkk0 1111" LsrI32 { d: R = "ed" write, n: R = "on", i: Hex = "k" } "lsr {d},{n},{i}" LsrI;
        "dddn nnkk kkk1 0110" LslI16 { d: R = "d" write, n: R = "n", i: Hex = "k" } "lsl {d},{n},{i}" LslI;
        "eeeo oo-- ---- 0110 dddn nnkk kkk1 1111" LslI32 { d: R = "ed" write, n: R = "on", i: Hex = "k" } "lsl {d},{n},{i}" LslI;
        "dddn nnkk kkk0 1110" AsrI16 { d: R = "d" write, n: R = "n", i: Hex = "k" } "asr {d},{n},{i}" AsrI;
        "eeeo oo-- ---- 1110 dddn nnkk kkk0 1111" AsrI32 { d: R = "ed" write, n: R = "on", i: Hex = "k" } "asr {d},{n},{i}" AsrI;
        "dddn nn00 0001 1110" Bitr16 { d: R = "d" write, n: R = "n" } "bitr {d},{n}" Bitr;
        "eeeo oo-- ---- 1110 dddn nn00 0001 1111" Bitr32 { d: R = "ed" write, n: R = "on" } "bitr {d},{n}" Bitr;

        // Moves of constants.
        "dddi iiii iii0 0011" MovI16 { d: R = "d" write, i: Hex = "i" } "mov {d},{i}" MovI;
        "eee0 jjjj jjjj 0010 dddi iiii iii0 1011" MovI32 { d: R = "ed" write, i: Hex = "ji" } "mov {d},{i}" MovI;
        "eee1 jjjj jjjj 0010 dddi iiii iii0 1011" Movt32 { d: R = "ed" read_write, i: Hex = "ji" } "movt {d},{i}" Movt;

        // Moves of registers.
        "dddn nn00 0000 0010" Moveq16 { d: R = "d" write, n: R = "n" } "moveq {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0000 1111" Moveq32 { d: R = "ed" write, n: R = "on" } "moveq {d},{n}" MovCc;
        "dddn nn00 0001 0010" Movne16 { d: R = "d" write, n: R = "n" } "movne {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0001 1111" Movne32 { d: R = "ed" write, n: R = "on" } "movne {d},{n}" MovCc;
        "dddn nn00 0010 0010" Movgtu16 { d: R = "d" write, n: R = "n" } "movgtu {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0010 1111" Movgtu32 { d: R = "ed" write, n: R = "on" } "movgtu {d},{n}" MovCc;
        "dddn nn00 0011 0010" Movgteu16 { d: R = "d" write, n: R = "n" } "movgteu {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0011 1111" Movgteu32 { d: R = "ed" write, n: R = "on" } "movgteu {d},{n}" MovCc;
        "dddn nn00 0100 0010" Movlteu16 { d: R = "d" write, n: R = "n" } "movlteu {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0100 1111" Movlteu32 { d: R = "ed" write, n: R = "on" } "movlteu {d},{n}" MovCc;
        "dddn nn00 0101 0010" Movltu16 { d: R = "d" write, n: R = "n" } "movltu {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0101 1111" Movltu32 { d: R = "ed" write, n: R = "on" } "movltu {d},{n}" MovCc;
        "dddn nn00 0110 0010" Movgt16 { d: R = "d" write, n: R = "n" } "movgt {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0110 1111" Movgt32 { d: R = "ed" write, n: R = "on" } "movgt {d},{n}" MovCc;
        "dddn nn00 0111 0010" Movgte16 { d: R = "d" write, n: R = "n" } "movgte {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 0111 1111" Movgte32 { d: R = "ed" write, n: R = "on" } "movgte {d},{n}" MovCc;
        "dddn nn00 1000 0010" Movlt16 { d: R = "d" write, n: R = "n" } "movlt {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 1000 1111" Movlt32 { d: R = "ed" write, n: R = "on" } "movlt {d},{n}" MovCc;
        "dddn nn00 1001 0010" Movlte16 { d: R = "d" write, n: R = "n" } "movlte {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 1001 1111" Movlte32 { d: R = "ed" write, n: R = "on" } "movlte {d},{n}" MovCc;
        "dddn nn00 1010 0010" Movbeq16 { d: R = "d" write, n: R = "n" } "movbeq {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 1010 1111" Movbeq32 { d: R = "ed" write, n: R = "on" } "movbeq {d},{n}" MovCc;
        "dddn nn00 1011 0010" Movbne16 { d: R = "d" write, n: R = "n" } "movbne {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 1011 1111" Movbne32 { d: R = "ed" write, n: R = "on" } "movbne {d},{n}" MovCc;
        "dddn nn00 1100 0010" Movblt16 { d: R = "d" write, n: R = "n" } "movblt {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 1100 1111" Movblt32 { d: R = "ed" write, n: R = "on" } "movblt {d},{n}" MovCc;
        "dddn nn00 1101 0010" Movblte16 { d: R = "d" write, n: R = "n" } "movblte {d},{n}" MovCc;
        "eeeo oo-- ---- 0010 dddn nn00 1101 1111" Movblte32 { d: R = "ed" write, n: R = "on" } "movblte {d},{n}" MovCc;
        "dddn nn00 1110 0010" Mov16 { d: R = "d" write, n: R = "n" } "mov {d},{n}" Mov;
        "eeeo oo-- ---- 0010 dddn nn00 1110 1111" Mov32 { d: R = "ed" write, n: R = "on" } "mov {d},{n}" Mov;

        // The FPU; in integer mode IADD, ISUB, IMUL, IMADD, IMSUB.
        "dddn nnmm m000 0111" Fadd16 { d: R = "d" write, n: R = "n", m: R = "m" } "fadd {d},{n},{m}" Fadd;
        "eeeo oopp p000 0111 dddn nnmm m000 1111" Fadd32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "fadd {d},{n},{m}" Fadd;
        "dddn nnmm m001 0111" Fsub16 { d: R = "d" write, n: R = "n", m: R = "m" } "fsub {d},{n},{m}" Fsub;
        "eeeo oopp p000 0111 dddn nnmm m001 1111" Fsub32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "fsub {d},{n},{m}" Fsub;
        "dddn nnmm m010 0111" Fmul16 { d: R = "d" write, n: R = "n", m: R = "m" } "fmul {d},{n},{m}" Fmul;
        "eeeo oopp p000 0111 dddn nnmm m010 1111" Fmul32 { d: R = "ed" write, n: R = "on", m: R = "pm" } "fmul {d},{n},{m}" Fmul;
        "dddn nnmm m011 0111" Fmadd16 { d: R = "d" read_write, n: R = "n", m: R = "m" } "fmadd {d},{n},{m}" Fmadd;
        "eeeo oopp p000 0111 dddn nnmm m011 1111" Fmadd32 { d: R = "ed" read_write, n: R = "on", m: R = "pm" } "fmadd {d},{n},{m}" Fmadd;
        "dddn nnmm m100 0111" Fmsub16 { d: R = "d" read_write, n: R = "n", m: R = "m" } "fmsub {d},{n},{m}" Fmsub;
        "eeeo oopp p000 0111 dddn nnmm m100 1111" Fmsub32 { d: R = "ed" read_write, n: R = "on", m: R = "pm" } "fmsub {d},{n},{m}" Fmsub;
        "dddn nnmm m101 0111" Float16 { d: R = "d" write, n: R = "n", m: Unread = "m" } "float {d},{n}" Float;
        "eeeo oopp p000 0111 dddn nnmm m101 1111" Float32 { d: R = "ed" write, n: R = "on", m: Unread = "pm" } "float {d},{n}" Float;
        "dddn nnmm m110 0111" Fix16 { d: R = "d" write, n: R = "n", m: Unread = "m" } "fix {d},{n}" Fix;
        "eeeo oopp p000 0111 dddn nnmm m110 1111" Fix32 { d: R = "ed" write, n: R = "on", m: Unread = "pm" } "fix {d},{n}" Fix;
        "dddn nnmm m111 0111" Fabs16 { d: R = "d" write, n: R = "n", m: Unread = "m" } "fabs {d},{n}" Fabs;
        "eeeo oopp p000 0111 dddn nnmm m111 1111" Fabs32 { d: R = "ed" write, n: R = "on", m: Unread = "pm" } "fabs {d},{n}" Fabs;

        // Special registers, jumps, system instructions.
        "dddr rr01 0000 0010" Movts16 { d: R = "d", i: Special = "r" } "movts {i},{d}" Movts;
        "dddr rr01 0001 0010" Movfs16 { d: R = "d" write, i: Special = "r" } "movfs {d},{i}" Movfs;
        "eeeq qq-- --gg 0010 dddr rr01 0000 1111" Movts32 { d: R = "ed", i: Special = "gqr" } "movts {i},{d}" Movts;
        "eeeq qq-- --gg 0010 dddr rr01 0001 1111" Movfs32 { d: R = "ed" write, i: Special = "gqr" } "movfs {d},{i}" Movfs;
        "---n nn01 0100 0010" Jr16 { n: R = "n" } "jr {n}" Jr;
        "---o oo-- ---- 0010 ---n nn01 0100 1111" Jr32 { n: R = "on" } "jr {n}" Jr;
        "---n nn01 0101 0010" Jalr16 { n: R = "n" } "jalr {n}" Jalr;
        "---o oo-- ---- 0010 ---n nn01 0101 1111" Jalr32 { n: R = "on" } "jalr {n}" Jalr;
        "---- ---1 1000 0010" Wand {} "wand" Wand;
        "---- --01 1001 0010" Gie {} "gie" Gie;
        "---- --11 1001 0010" Gid {} "gid" Gid;
        "---- --01 1010 0010" Nop {} "nop" Nop;
        "---- --11 1010 0010" Snop {} "snop" Nop;
        "---- ---1 1011 0010" Idle {} "idle" Idle;
        "---- --01 1100 0010" Bkpt {} "bkpt" Bkpt;
        "---- --11 1100 0010" Mbkpt {} "mbkpt" Mbkpt;
        "---- ---1 1101 0010" Rti {} "rti" Rti;
        "tttt tt01 1110 0010" Swi { i: Hex = "t" } "swi {i}" Swi;
        "tttt tt11 1110 0010" Trap { i: Hex = "t" } "trap {i}" Trap;
        "---- ---1 1111 0010" Sync {} "sync" Sync;
        "0000 0000 0000 1111 0000 0000 0000 1111" Unimpl {} "unimpl" Unimpl;
    }
    aliases {
        "dddn nn00 0000 0100" { d: R = "d", n: R = "n" } "ldrb {d},[{n}]";
        "dddn nn00 0010 0100" { d: R = "d", n: R = "n" } "ldrh {d},[{n}]";
        "dddn nn00 0100 0100" { d: R = "d", n: R = "n" } "ldr {d},[{n}]";
        "dddn nn00 0110 0100" { d: R = "d", n: R = "n" } "ldrd {d},[{n}]";
        "dddn nn00 0001 0100" { d: R = "d", n: R = "n" } "strb {d},[{n}]";
        "dddn nn00 0011 0100" { d: R = "d", n: R = "n" } "strh {d},[{n}]";
        "dddn nn00 0101 0100" { d: R = "d", n: R = "n" } "str {d},[{n}]";
        "dddn nn00 0111 0100" { d: R = "d", n: R = "n" } "strd {d},[{n}]";
        "eeeo oo00 0000 0000 dddn nn00 0001 1100" { d: R = "ed", n: R = "on" } "strb {d},[{n}]";
        "eeeo oo00 0000 0000 dddn nn00 0011 1100" { d: R = "ed", n: R = "on" } "strh {d},[{n}]";
        "eeeo oo00 0000 0000 dddn nn00 0101 1100" { d: R = "ed", n: R = "on" } "str {d},[{n}]";
        "eeeo oo00 0000 0000 dddn nn00 0111 1100" { d: R = "ed", n: R = "on" } "strd {d},[{n}]";
        "0000 0001 1110 0010" {} "swi";
        "0000 0100 0000 0010 0001 1001 0100 1111" {} "rts";
    }
}
