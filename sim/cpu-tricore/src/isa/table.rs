//! The instructions of TriCore 1.6.1 as the TC1.6P and the TC1.6E have them: one row per encoding.
//!
//! Field names say what an operand is for, whatever the format calls it: `d` is the destination,
//! `a` the first source (s1), `b` the second (s2, or the constant in its place), `c` the third (s3);
//! `m` is the addressing mode, `o` an offset, `t` a branch target, `p` and `w` position and width,
//! `q` a second position, `n` a shift. Operands that a 16-bit form implies (D15, A15, A10, the
//! increment) are written out with no bits of their own.
//!
//! Sources: TriCore TC1.6P & TC1.6E Core Architecture, volume 2 (instruction set); the encodings
//! agree with the opcode table of the TriCore port of GNU binutils 2.40. Bits marked `-` are
//! reserved and ignored here.
//!
//! Encodings without a row decode to `None` and trap with IOPC. Which of the decoded ones trap
//! (privileged, odd register of a pair) is semantics, not encoding.
//!
//! The text is that of objdump of that port, except that
//! - words with reserved bits that are set are read as if they were not,
//! - core registers have the names of the TC27x: objdump has no names for some, as `ccnt`, and says
//!   so, and has some that the TC27x lacks,
//! - the address that objdump guesses from earlier instructions is not added to a load or store.
//!
//! A file per family has its opcodes, each with its meaning, its timing class and what else holds for
//! all of its encodings, and the rows of these.
//!
//! The role of an operand is written behind its letters: one that is written has `write`, one that is
//! read and written `read_write`. Registers that no field names are traits of the opcode: `reads`,
//! `writes`. What an addressing mode does to its base follows from the mode.

use super::class::Control::{Conditional, Counted, Direct, Far, Indirect};
use super::class::{Class, LOWER, RETURN_ADDRESS, STACK_POINTER, TRAP_NUMBER, Traits, UPPER};
use super::operands::*;
use crate::decoded::Operands;
use trueboard_core::isa::DataFlow::{Cancels, Copies, Orders};

/// Defines the macro `$family`, which calls the macro it is given: with what precedes this family and
/// the family's opcodes and rows, or with the names of its opcodes.
macro_rules! family {
    (
        $dollar:tt $family:ident
        opcodes { $( $(#[$doc:meta])* $name:ident $class:ident $({ $($traits:tt)* })?; )* }
        rows { $($rows:tt)* }
    ) => {
        macro_rules! $family {
            ($dollar then:ident { $dollar($dollar families:ident)* }
                opcodes { $dollar($dollar before:tt)* } rows { $dollar($dollar above:tt)* }) => {
                $dollar then! { { $dollar($dollar families)* }
                    opcodes {
                        $dollar($dollar before)*
                        $( $(#[$doc])* $name $class $({ $($traits)* })?; )*
                    }
                    rows { $dollar($dollar above)* $($rows)* } }
            };
            ($dollar then:ident names { $dollar($dollar with:tt)* }) => {
                $dollar then! { $dollar($dollar with)* $($name)* }
            };
        }
        pub(crate) use $family;
    };
}
use family;

pub(crate) mod address;
pub(crate) mod arithmetic;
pub(crate) mod atomic;
pub(crate) mod bits;
pub(crate) mod call;
pub(crate) mod compare;
pub(crate) mod context;
pub(crate) mod divide;
pub(crate) mod float;
pub(crate) mod jump;
pub(crate) mod load;
pub(crate) mod logic;
pub(crate) mod multiply;
pub(crate) mod multiply_add;
pub(crate) mod multiply_subtract;
pub(crate) mod select;
pub(crate) mod store;
pub(crate) mod system;

/// Makes the table of all families, in this order.
macro_rules! table {
    ({ $family:ident $($families:ident)* } opcodes { $($opcodes:tt)* } rows { $($rows:tt)* }) => {
        $family::$family! { table { $($families)* } opcodes { $($opcodes)* } rows { $($rows)* } }
    };
    ({} opcodes { $($opcodes:tt)* } rows { $($rows:tt)* }) => {
        trueboard_core::opcodes! {
            /// What an instruction does, whatever its encoding. `d`, `a`, `b`, `c` and so on are the operands as
            /// [the table](self) names them; `b` is a register or a constant, and `D[b]` then stands for
            /// the constant.
            ///
            /// Suffixes: `E` the destination is a 64-bit pair; `Ul`, `Lu`, `Ll`, `Uu`, `U`, `L` the halves that
            /// are multiplied; `C` the third source is a pair while the destination is not; `Pw` position and
            /// width are constants, `W` the width is; `P` the position is.
            ///
            /// In the sentences:
            /// - `E[n]` is `{hi: D[n+1], lo: D[n]}`, `P[n]` the same of address registers; `{x, y}` joins bits;
            ///   `sx`, `zx` extend by sign or zero (`sx6`: from the low 6 bits); `>>s` and `>>u` shift right by
            ///   sign or zero; `.U` and `.L` are the upper and lower half of a word; `!` negates a bit.
            /// - `M8`, `M16`, `M32`, `M64` is memory at EA, the address by [`Mode`](super::operands::Mode),
            ///   which also says how the base register changes.
            /// - `ssov` and `suov` saturate to a signed or unsigned number of so many bits; `rnd16(x)` is
            ///   `(x + 0x8000)[31:16]`, but 0x7FFF of 0x7FFFFFFF; `rnd` rounds a float as PSW.RM says.
            /// - `q16(x, y, n)` is `(x * y) << n` of two signed half-words, but 0x7FFFFFFF of -0x8000 *
            ///   -0x8000 with n = 1.
            /// - `prods_XY(x, y, n)` are two such products: H of `x.U` with the half X of y, L of `x.L` with
            ///   the half Y; but of `UU` H is of `x.L` and L of `x.U`, both with `y.U`.
            /// - Flags V and AV (bit 31 differs from bit 30 of the result) set the sticky SV and SAV too; those
            ///   of the FPU are sticky but FS.
            pub enum Opcode: u16;
            class Class;
            traits Traits;
            opcodes { $($opcodes)* }
        }

        trueboard_core::isa! {
            /// A TriCore instruction with its operands.
            pub enum Insn;
            /// An encoding: mnemonic, format and, where that leaves a choice, opcode or addressing mode.
            pub enum Op: u16;
            class Opcode;
            operands Operands;
            width 16 | 32;
            rows { $($rows)* }
            aliases {
                "dddd 0001 0110 0000 0000 aaaa 1000 1111" { d: D = "d" } where "d" == "a" "not {d}";
                "0000 1000 0000 0000 bbbb aaaa 0000 1001" { d: D = "a", b: A = "b" } "ld.b {d},[{b}]";
                "0000 1000 1100 0000 bbbb aaaa 0000 1001" { d: D = "a", b: A = "b" } "ld.hu {d},[{b}]";
                "0000 1010 0000 0000 bbbb aaaa 0000 1001" { d: D = "a", b: A = "b" } "ld.q {d},[{b}]";
                "0000 1001 0100 0000 bbbb aaaa 0000 1001" { d: E = "a", b: A = "b" } "ld.d {d},[{b}]";
                "0000 1001 1100 0000 bbbb aaaa 0000 1001" { d: P = "a", b: A = "b" } "ld.da {d},[{b}]";
                "0000 1010 0000 0000 bbbb aaaa 1000 1001" { a: D = "a", b: A = "b" } "st.q [{b}],{a}";
                "0000 1001 0100 0000 bbbb aaaa 1000 1001" { a: E = "a", b: A = "b" } "st.d [{b}],{a}";
                "0000 1001 1100 0000 bbbb aaaa 1000 1001" { a: P = "a", b: A = "b" } "st.da [{b}],{a}";
            }
        }
    };
}

table! {
    {
        arithmetic select compare logic bits
        multiply multiply_add multiply_subtract divide float
        address load store atomic context
        jump call system
    }
    opcodes {}
    rows {}
}
