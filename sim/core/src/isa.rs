//! Instruction tables: one row per instruction, everything else derived.
//!
//! The [`isa!`](macro@crate::isa) macro turns rows of *bit pattern, name, typed operands, syntax, timing
//! class* into an instruction enum with decoder, encoder and disassembler. Encodings are therefore
//! written down once; semantics are an ordinary `match` on the enum elsewhere.
//!
//! # Patterns
//!
//! A pattern lists the bits of an instruction, most significant first; blanks are ignored.
//! `0` and `1` are fixed bits, a lower-case letter is a bit of an operand field, `-` is a bit the
//! hardware ignores (the encoder writes 0). An operand names the letters it is made of, most
//! significant first: `"ij"` is all bits `i` followed by all bits `j`; `""` is an operand that the
//! encoding implies. A pattern of the wrong width,
//! a letter that no operand uses or an operand letter without bits fails the build.
//!
//! Rows shorter than the widest one (16-bit forms of a 16/32-bit set) lie in the low bits of the
//! word, which is how little-endian machines fetch them.
//!
//! # Roles
//!
//! An operand that the instruction reads stands as it is; one that it writes has `write` behind its
//! letters, one that it reads and writes `read_write`. What an instruction depends on and what it
//! changes follow from the row ([`Field::role`]).
//!
//! # Accesses
//!
//! The row of an instruction that accesses memory has the number of bytes behind its class: `Load 4;`.
//!
//! # Typed operands without their instruction
//!
//! With `operands Type;` behind the class, `Insn::operands` gathers the operands of any instruction in a
//! `Type`, by calling its method of the operand's name with the operand and its [`Role`]: `rd(rd,
//! Role::Write)`. A row with an operand that `Type` has no method for does not compile.
//!
//! # Which row wins
//!
//! The row that fixes the most bits. Two rows may share words only if one fixes a strict superset of
//! the other's bits; [`check_table`] verifies that for every pair.
//!
//! # Example
//!
//! ```
//! use core::fmt;
//! use trueboard_core::isa::{Cursor, Misfit, Operand, check_table};
//!
//! /// Timing class.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! pub enum Class { Alu, Branch }
//!
//! /// A register.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! pub struct Reg(u8);
//! impl Operand for Reg {
//!     fn from_bits(bits: u32, _width: u32) -> Self { Reg(bits as u8) }
//!     fn to_bits(self, _width: u32) -> u32 { self.0.into() }
//!     fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "r{}", self.0) }
//!     fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
//!         text.expect("r")?;
//!         text.digits().map(|n| Reg(n as u8)).ok_or_else(|| text.expected("a number"))
//!     }
//! }
//!
//! /// A branch distance in bytes.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! pub struct Disp(i32);
//! impl Operand for Disp {
//!     fn from_bits(bits: u32, width: u32) -> Self { Disp(trueboard_core::isa::sign_extend(bits, width)) }
//!     fn to_bits(self, _width: u32) -> u32 { self.0 as u32 }
//!     fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         trueboard_core::isa::fmt_target(pc, self.0, f)
//!     }
//!     fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> { text.distance().map(Disp) }
//! }
//!
//! trueboard_core::isa! {
//!     /// An instruction of the example machine.
//!     pub enum Insn;
//!     /// Its name.
//!     pub enum Op: u8;
//!     class Class;
//!     width 16;
//!     rows {
//!         "0000 dddd ssss tttt" Add { rd: Reg = "d", a: Reg = "s", b: Reg = "t" } "add {rd}, {a}, {b}" Alu;
//!         "0001 hhhh ---- llll" Br { to: Disp = "hl" } "br {to}" Branch;
//!         "0001 0000 ---- 0000" Halt {} "halt" Branch;
//!     }
//!     aliases {
//!         "0000 dddd ssss 0000" { rd: Reg = "d", a: Reg = "s" } "mov {rd}, {a}";
//!         "0000 dddd ssss tttt" { rd: Reg = "d", b: Reg = "t" } where "d" == "s" "inc {rd}, {b}";
//!     }
//! }
//!
//! let add = Insn::Add { rd: Reg(1), a: Reg(2), b: Reg(3) };
//! assert_eq!(add.encode(), 0x0123);
//! assert_eq!(decode(0x0123), Some(add));
//! assert_eq!((add.op(), add.op().class()), (Op::Add, Class::Alu));
//! assert_eq!(decode(0x2000), None);
//! assert_eq!(disasm(0x0120, 0), "mov r1, r2"); // first alias that fits
//! assert_eq!(disasm(0x0113, 0), "inc r1, r3"); // alias with two equal fields
//! assert_eq!(disasm(0x1f0c, 0x1004), "br 0x1000"); // -4 from the split field "hl"
//! assert_eq!(decode(0x1f0c).unwrap().to_string(), "br . - 4");
//! assert_eq!(decode_op(0x1000), Some(Op::Halt)); // more fixed bits than `Br`
//! check_table(ROWS).unwrap();
//! ```

use core::fmt;

mod bits;
mod index;
mod number;
mod opcodes;
mod parse;

pub use bits::{Bits, FixedBits, sign_extend};
pub use index::{Index, TableError, check_table};
pub use parse::{Cause, Cursor, Misfit, Number, Numbers};

/// A typed operand of an instruction: a register, an immediate, a displacement.
///
/// `width` is the number of bits that the pattern gives to the operand, so that one type can serve
/// forms with immediates of several lengths.
pub trait Operand: Copy + PartialEq {
    /// Makes the operand from its gathered bits.
    fn from_bits(bits: u32, width: u32) -> Self;
    /// The bits of the operand; those above `width` are dropped by the encoder.
    fn to_bits(self, width: u32) -> u32;
    /// What the operand stands for, as a number: a register, a constant, a distance.
    fn value(self) -> i32 {
        self.to_bits(u32::BITS) as i32
    }
    /// The registers that it names, if it is a register.
    const REGISTERS: Option<Registers> = None;
    /// Writes the operand as a disassembler does; `pc` is the address of the instruction, if known.
    fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Reads the operand as an assembler does: what [`fmt`](Self::fmt) writes, and other ways to write it. A value that
    /// `width` bits cannot encode may be answered: the caller finds it by [`from_bits`](Self::from_bits).
    ///
    /// # Errors
    /// Where the text is no such operand.
    fn parse(text: &mut Cursor<'_>, width: u32) -> Result<Self, Misfit>;
}

/// What checks of firmware must know of an instruction beyond its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DataFlow {
    /// It computes: its result depends on all that it reads.
    #[default]
    Computes,
    /// Its result is what it reads, unchanged.
    Copies,
    /// With one register as both operands its result depends on nothing: exclusive or, subtraction.
    Cancels,
    /// It orders earlier accesses to memory before later ones.
    Orders,
    /// Cores wait there for each other.
    Meets,
}

/// What an instruction does with an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Reads it: also constants and distances.
    Read,
    /// Writes it.
    Write,
    /// Reads it, then writes it.
    ReadWrite,
}

impl Role {
    /// The instruction reads the operand.
    #[must_use]
    pub const fn reads(self) -> bool {
        !matches!(self, Self::Write)
    }

    /// The instruction writes the operand.
    #[must_use]
    pub const fn writes(self) -> bool {
        !matches!(self, Self::Read)
    }
}

/// The role that a row of a table marks an operand with.
#[doc(hidden)]
#[macro_export]
macro_rules! isa_role {
    () => {
        $crate::isa::Role::Read
    };
    (write) => {
        $crate::isa::Role::Write
    };
    (read_write) => {
        $crate::isa::Role::ReadWrite
    };
}

/// The registers that a type of operand names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registers {
    /// Which register file of the instruction set, by its own numbering.
    pub file: u8,
    /// Neighbouring registers: 2 for a pair.
    pub count: u8,
}

/// Writes a branch target: absolute when the address of the instruction is known, else `. + 8`.
pub fn fmt_target(pc: Option<u32>, disp: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match pc {
        Some(pc) => write!(f, "{:#x}", pc.wrapping_add_signed(disp)),
        None if disp < 0 => write!(f, ". - {}", disp.unsigned_abs()),
        None => write!(f, ". + {disp}"),
    }
}

/// One operand of a [`Form`].
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name in the syntax text and in the instruction enum.
    pub name: &'static str,
    /// Name of its operand type.
    pub kind: &'static str,
    /// Where its bits lie.
    pub bits: Bits,
    /// What the instruction does with it.
    pub role: Role,
    /// The registers that its type names.
    pub registers: Option<Registers>,
    show: fn(Bits, u32, Option<u32>, &mut fmt::Formatter<'_>) -> fmt::Result,
    value: fn(Bits, u32) -> i32,
    read: fn(Bits, &mut Cursor<'_>) -> Result<u32, Misfit>,
}

impl Field {
    /// A field of operand type `T`.
    #[must_use]
    pub const fn new<T: Operand>(
        name: &'static str,
        kind: &'static str,
        bits: Bits,
        role: Role,
    ) -> Self {
        Self {
            name,
            kind,
            bits,
            role,
            registers: T::REGISTERS,
            show: |bits, word, pc, f| bits.read::<T>(word).fmt(pc, f),
            value: |bits, word| bits.read::<T>(word).value(),
            read: |bits, text| text.operand::<T>(bits),
        }
    }

    /// [`Operand::value`] of this field in `word`.
    #[must_use]
    pub fn value(&self, word: u32) -> i32 {
        (self.value)(self.bits, word)
    }

    /// The names of the registers that the operand can be, in the order of their numbers; empty for other operands.
    #[must_use]
    pub fn register_names(&self) -> Vec<String> {
        let numbers = match self.registers {
            Some(_) => 0..1 << self.bits.width().min(8),
            None => 0..0,
        };
        let name = |number| Named(self, self.bits.scatter(number)).to_string();
        numbers.map(name).collect()
    }
}

/// An operand of a word, displayed.
struct Named<'a>(&'a Field, u32);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0.show)(self.0.bits, self.1, None, f)
    }
}

/// A bit pattern with its operands and how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The pattern as written in the table.
    pub pattern: &'static str,
    /// Which bits are fixed, and to what.
    pub fixed: FixedBits,
    /// Length in bits.
    pub width: u32,
    /// Text with a `{name}` for each operand that is shown.
    pub syntax: &'static str,
    /// The operands.
    pub operands: &'static [Field],
}

impl Form {
    /// Builds a form; `letters` are all letters that operands use.
    ///
    /// # Panics
    /// At build time, if the width is not allowed or a field letter of the pattern is unused:
    ///
    /// ```compile_fail,E0080
    /// # use trueboard_core::isa::Form;
    /// const SEVEN_BITS: Form = Form::new("0000 111", &[], &[8, 16], "oops", &[]);
    /// ```
    /// ```compile_fail,E0080
    /// # use trueboard_core::isa::Form;
    /// const UNUSED_FIELD: Form = Form::new("0000 dddd", &["s"], &[8, 16], "oops", &[]);
    /// ```
    #[must_use]
    pub const fn new(
        pattern: &'static str,
        letters: &[&str],
        widths: &[u32],
        syntax: &'static str,
        operands: &'static [Field],
    ) -> Self {
        bits::assert_letters_used(pattern, letters);
        let width = bits::checked_width(pattern, widths);
        Self {
            pattern,
            fixed: FixedBits::of(pattern),
            width,
            syntax,
            operands,
        }
    }

    fn show(&self, word: u32, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.syntax;
        while let Some((text, tail)) = rest.split_once('{') {
            f.write_str(text)?;
            let (name, tail) = tail.split_once('}').unwrap_or((tail, ""));
            // `check_table` refuses unknown names, so an absent field cannot be met here.
            if let Some(field) = self.operands.iter().find(|field| field.name == name) {
                (field.show)(field.bits, word, pc, f)?;
            }
            rest = tail;
        }
        f.write_str(rest)
    }
}

/// One row of an instruction table; `C` is the timing class of the instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Row<C> {
    /// Name of the variant in the instruction enum.
    pub name: &'static str,
    /// Timing class.
    pub class: C,
    /// Bytes of memory that the instruction accesses; 0 for none, and in tables whose opcodes have them
    /// among their traits.
    pub bytes: u8,
    /// Encoding and syntax.
    pub form: Form,
}

/// A preferred way to write some words of a table, for display only.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// Encoding and syntax.
    pub form: Form,
    /// Two fields that must be equal for the alias to be used.
    pub same: Option<(Bits, Bits)>,
}

impl Alias {
    fn fits(&self, word: u32) -> bool {
        self.form.fixed.matches(word)
            && self
                .same
                .is_none_or(|(a, b)| a.gather(word) == b.gather(word))
    }
}

/// Displays an instruction, see [`Text::new`].
#[derive(Clone, Copy, Debug)]
pub struct Text {
    form: &'static Form,
    aliases: &'static [Alias],
    word: u32,
    pc: Option<u32>,
}

impl Text {
    /// The text of `word`, written by the first of `aliases` that fits, else by `form`.
    #[must_use]
    pub const fn new(
        form: &'static Form,
        aliases: &'static [Alias],
        word: u32,
        pc: Option<u32>,
    ) -> Self {
        Self {
            form,
            aliases,
            word,
            pc,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alias = self.aliases.iter().find(|alias| alias.fits(self.word));
        alias
            .map_or(self.form, |alias| &alias.form)
            .show(self.word, self.pc, f)
    }
}

/// Defines an instruction set from a table; see the [module documentation](mod@crate::isa).
///
/// Generated in the calling module: the enums `Insn` and `Op` (under the names given), `ROWS`,
/// `ALIASES`, `decode`, `decode_op` and `disasm`.
#[macro_export]
macro_rules! isa {
    (
        $(#[$insn_meta:meta])* $insn_vis:vis enum $Insn:ident;
        $(#[$op_meta:meta])* $op_vis:vis enum $Op:ident: $repr:ident;
        class $Class:ident;
        operands $Operands:ty;
        width $($width:literal)|+;
        rows { $($rows:tt)* }
        aliases { $($aliases:tt)* }
    ) => {
        $crate::isa! {
            $(#[$insn_meta])* $insn_vis enum $Insn;
            $(#[$op_meta])* $op_vis enum $Op: $repr;
            class $Class;
            width $($width)|+;
            rows { $($rows)* }
            aliases { $($aliases)* }
        }
        $crate::isa_operands! { $Insn $Operands { $($rows)* } }
    };
    (
        $(#[$insn_meta:meta])* $insn_vis:vis enum $Insn:ident;
        $(#[$op_meta:meta])* $op_vis:vis enum $Op:ident: $repr:ident;
        class $Class:ident;
        width $($width:literal)|+;
        rows { $(
            $pattern:literal $name:ident { $($field:ident: $ty:ty = $letters:literal $($role:ident)?),* $(,)? }
            $syntax:literal $class:ident $($bytes:literal)?;
        )* }
        aliases { $(
            $apattern:literal { $($afield:ident: $aty:ty = $aletters:literal),* $(,)? }
            $(where $left:literal == $right:literal)? $asyntax:literal;
        )* }
    ) => {
        $(#[$insn_meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $insn_vis enum $Insn { $(
            #[doc = concat!("`", $syntax, "`, encoded `", $pattern, "`.")]
            $name { $(
                #[doc = concat!("Bits `", $letters, "`.")]
                $field: $ty,
            )* },
        )* }

        $(#[$op_meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr($repr)]
        $op_vis enum $Op { $(
            #[doc = concat!("`", $syntax, "`.")]
            $name,
        )* }

        /// Lengths that an encoding may have, in bits.
        $op_vis const WIDTHS: &[u32] = &[$($width),+];

        /// The table, in the order of the operations.
        $op_vis const ROWS: &[$crate::isa::Row<$Class>] = &[ $(
            $crate::isa::Row {
                name: stringify!($name),
                class: $Class::$class,
                bytes: 0 $(+ $bytes)?,
                form: $crate::isa::Form::new(
                    $pattern,
                    &[$($letters),*],
                    WIDTHS,
                    $syntax,
                    &[$($crate::isa::Field::new::<$ty>(
                        stringify!($field),
                        stringify!($ty),
                        $crate::isa::Bits::of($pattern, $letters),
                        $crate::isa_role!($($role)?),
                    )),*],
                ),
            },
        )* ];

        /// Preferred ways to write some instructions, first match wins.
        $op_vis const ALIASES: &[$crate::isa::Alias] = &[ $(
            $crate::isa::Alias {
                form: $crate::isa::Form::new(
                    $apattern,
                    // The letters of a `where` may have no other use.
                    &[$($aletters,)* $($left, $right,)?],
                    WIDTHS,
                    $asyntax,
                    &[$($crate::isa::Field::new::<$aty>(
                        stringify!($afield),
                        stringify!($aty),
                        $crate::isa::Bits::of($apattern, $aletters),
                        $crate::isa::Role::Read,
                    )),*],
                ),
                // The last of the two elements is the condition, if there is one.
                same: *[None $(, Some((
                    $crate::isa::Bits::of($apattern, $left),
                    $crate::isa::Bits::of($apattern, $right),
                )))?].last().unwrap(),
            },
        )* ];

        impl $Op {
            /// Number of operations.
            pub const COUNT: usize = Self::ALL.len();
            /// All operations, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The row of the table.
            #[must_use]
            pub const fn row(self) -> &'static $crate::isa::Row<$Class> {
                &ROWS[self as usize]
            }

            /// Name of the operation, as in the enum.
            #[must_use]
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// Timing class. Inlined with a constant operation it is a constant.
            #[must_use]
            #[inline(always)]
            pub const fn class(self) -> $Class {
                match self { $(Self::$name => $Class::$class),* }
            }

            /// Bytes of memory that it accesses, 0 for none. Inlined with a constant operation they are
            /// a constant.
            #[must_use]
            #[inline(always)]
            pub const fn bytes(self) -> u8 {
                match self { $(Self::$name => 0 $(+ $bytes)?),* }
            }

            /// Length of the encoding in bits.
            #[must_use]
            pub const fn width(self) -> u32 {
                self.row().form.width
            }
        }

        impl $Insn {
            /// The operation, without operands.
            #[must_use]
            pub const fn op(&self) -> $Op {
                match self { $(Self::$name { .. } => $Op::$name),* }
            }

            /// The instruction word; ignored bits are 0.
            #[must_use]
            pub fn encode(&self) -> u32 {
                match *self { $(
                    // The operands are listed in the order of the fields.
                    Self::$name { $($field),* } => {
                        let form = &$Op::$name.row().form;
                        let mut operands = form.operands.iter();
                        let _ = &mut operands;
                        form.fixed.value
                            $(| operands.next().map_or(0, |o| o.bits.write($field)))*
                    }
                )* }
            }

            /// Disassembly with absolute branch targets, for an instruction at address `pc`.
            #[must_use]
            pub fn text(&self, pc: u32) -> $crate::isa::Text {
                $crate::isa::Text::new(&self.op().row().form, ALIASES, self.encode(), Some(pc))
            }
        }

        impl ::core::fmt::Display for $Insn {
            /// Disassembly with relative branch targets.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let text = $crate::isa::Text::new(&self.op().row().form, ALIASES, self.encode(), None);
                ::core::fmt::Display::fmt(&text, f)
            }
        }

        /// The operation of an instruction word; `None` if the encoding is undefined.
        #[must_use]
        $op_vis fn decode_op(word: u32) -> Option<$Op> {
            // Derived from the constant table once; never changes afterwards.
            static INDEX: ::std::sync::LazyLock<$crate::isa::Index> =
                ::std::sync::LazyLock::new(|| $crate::isa::Index::new(ROWS));
            INDEX.find(word).map(|row| $Op::ALL[row])
        }

        /// Decodes an instruction word; `None` if the encoding is undefined.
        #[must_use]
        $op_vis fn decode(word: u32) -> Option<$Insn> {
            let op = decode_op(word)?;
            let mut operands = op.row().form.operands.iter();
            Some(match op { $(
                $Op::$name => $Insn::$name { $(
                    $field: operands.next()?.bits.read(word),
                )* },
            )* })
        }

        /// Disassembles the word at address `pc`; undefined encodings give `.word`.
        #[must_use]
        $op_vis fn disasm(word: u32, pc: u32) -> String {
            decode(word).map_or_else(|| format!(".word {word:#010x}"), |insn| insn.text(pc).to_string())
        }
    };
}

/// Defines how the typed operands of an instruction are gathered; see [`isa!`](macro@crate::isa).
#[doc(hidden)]
#[macro_export]
macro_rules! isa_operands {
    ($Insn:ident $Operands:ty { $(
        $pattern:literal $name:ident { $($field:ident: $ty:ty = $letters:literal $($role:ident)?),* $(,)? }
        $syntax:literal $class:ident $($bytes:literal)?;
    )* }) => {
        impl $Insn {
            /// The operands, gathered by their names.
            #[must_use]
            pub fn operands(&self) -> $Operands {
                let mut all = <$Operands>::default();
                match *self { $(
                    Self::$name { $($field),* } => {
                        $(all.$field($field, $crate::isa_role!($($role)?));)*
                    }
                )* }
                all
            }
        }
    };
}

#[cfg(test)]
mod tests;
