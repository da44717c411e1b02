//! What the three guests differ in, beyond their tables.

use crate::synthetic;
use crate::synthetic::Synthetic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use trueboard_core::isa::{Alias, Cursor, Form, Misfit, Number, Numbers, Operand, Row};

/// An instruction set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Isa {
    /// SPARC V8, as LEON has it.
    Sparc,
    /// TriCore 1.6.1.
    TriCore,
    /// Epiphany-III.
    Epiphany,
}

impl Isa {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sparc, Self::TriCore, Self::Epiphany];

    /// Its name: `sparc`, `tricore` or `epiphany`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sparc => "sparc",
            Self::TriCore => "tricore",
            Self::Epiphany => "epiphany",
        }
    }

    /// The instruction set of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|isa| isa.name() == name)
    }

    /// The machine of its ELF files (`e_machine`) and their flags, as GNU `ld` writes them for these cores.
    #[must_use]
    pub const fn elf(self) -> (u16, u32) {
        match self {
            Self::Sparc => (object::elf::EM_SPARC, 0),
            // EF_TRICORE_V1_6_1 of GNU binutils (`include/elf/tricore.h`).
            Self::TriCore => (object::elf::EM_TRICORE, 0x0020_0000),
            Self::Epiphany => (EM_ADAPTEVA_EPIPHANY, 0),
        }
    }

    /// Its bytes of a word come from the highest to the lowest.
    #[must_use]
    pub const fn big_endian(self) -> bool {
        matches!(self, Self::Sparc)
    }

    /// Disassembles the instruction at the beginning of `bytes`, at an address.
    #[must_use]
    pub fn disassembled(self, bytes: &[u8], at: u32) -> String {
        let mut four = [0; 4];
        let length = bytes.len().min(4);
        four[..length].copy_from_slice(&bytes[..length]);
        match self {
            Self::Sparc => trueboard_cpu_sparcv8::isa::disasm(u32::from_be_bytes(four), at),
            Self::TriCore => trueboard_cpu_tricore::isa::disasm(u32::from_le_bytes(four), at),
            Self::Epiphany => trueboard_cpu_epiphany::isa::disasm(u32::from_le_bytes(four), at),
        }
    }
}

/// GNU binutils, `include/elf/common.h`.
const EM_ADAPTEVA_EPIPHANY: u16 = 0x1223;

/// A part of an address that an operand takes.
pub struct Part {
    /// How it is written in front of an expression; with a parenthesis the expression ends at the other one.
    pub name: &'static str,
    pub of: fn(u32) -> i64,
    /// Operands of so many bits take it with either sign.
    pub signless: Option<u32>,
}

/// A form, or a preferred way to write some words of one.
#[derive(Clone, Copy)]
pub enum Way {
    Alias(&'static Alias),
    Row(&'static Form),
    /// A form that writes one register for two operands, in the way of a form that writes both.
    Short(&'static Form, &'static Form),
}

impl Way {
    pub const fn form(self) -> &'static Form {
        match self {
            Self::Alias(alias) => &alias.form,
            Self::Row(form) | Self::Short(form, _) => form,
        }
    }

    pub fn parse(self, text: &mut Cursor<'_>) -> Result<u32, Misfit> {
        match self {
            Self::Alias(alias) => alias.parse(text),
            Self::Row(form) => form.parse(text),
            Self::Short(form, full) => form.parse_in_full(full, text),
        }
    }
}

/// What an assembler must know of a guest.
pub struct Guest {
    pub isa: Isa,
    /// Aliases before rows.
    pub ways: Vec<Way>,
    /// Characters that begin a comment anywhere.
    pub comments: &'static [char],
    /// The character between two statements of a line.
    pub separator: char,
    pub parts: &'static [Part],
    pub synthetics: &'static [Synthetic],
    /// The word is the name of a register and of no symbol.
    pub register: fn(&str) -> bool,
    /// Fills code up to an alignment.
    pub nop: &'static [u8],
    /// `.align` has the number of zero bits of the address, as `.p2align`.
    pub align_is_power: bool,
    /// Mnemonics whose second and third operand may be turned round, where that makes them shorter.
    pub commutes: &'static [&'static str],
    /// Of equally long forms of an access, the last of the table is taken, as GNU `as` does.
    pub last_access: bool,
    /// Why the manual forbids these operands of a form, though they have an encoding: cause and remedy.
    pub forbids: fn(&Form, u32) -> Option<(String, &'static str)>,
    /// The mnemonic may end in `.s` or `.l`, for 16 and 32 bits.
    pub suffixes: bool,
}

fn ways<C>(aliases: &'static [Alias], rows: &'static [Row<C>]) -> Vec<Way> {
    let mut ways: Vec<Way> = aliases.iter().map(Way::Alias).collect();
    let mut by_mnemonic: BTreeMap<&str, Vec<&'static Form>> = BTreeMap::new();
    for Row { form, .. } in rows {
        ways.push(Way::Row(form));
        let mnemonic = form.syntax.split(' ').next().unwrap_or_default();
        by_mnemonic.entry(mnemonic).or_default().push(form);
    }
    for forms in by_mnemonic.values() {
        for form in forms {
            let mut seen = BTreeSet::new();
            let others = forms.iter().filter(|other| seen.insert(other.syntax));
            let full =
                others.filter(|other| form.is_short_for(other) && hides_registers(form, other));
            ways.extend(full.map(|other| Way::Short(form, other)));
        }
    }
    ways
}

/// The operands that only `other` writes are registers that `form` writes already, for another operand.
fn hides_registers(form: &Form, other: &Form) -> bool {
    let writes = |form: &Form, name: &str| form.syntax.contains(&format!("{{{name}}}"));
    let mut hidden = form
        .operands
        .iter()
        .filter(|f| writes(other, f.name) && !writes(form, f.name));
    hidden.all(|h| {
        let mut shown = form.operands.iter().filter(|f| writes(form, f.name));
        h.registers.is_some() && shown.any(|f| f.kind == h.kind && f.bits == h.bits)
    })
}

/// Nothing is a number: for texts that have none.
struct NoNumbers;

impl Numbers for NoNumbers {
    fn read(&self, _: &str) -> Result<(Number, usize), Misfit> {
        Ok((Number::Open, 0))
    }
}

fn is_ecore_register(word: &str) -> bool {
    let mut text = Cursor::new(word, 0, &NoNumbers);
    let read = trueboard_cpu_epiphany::isa::operands::R::parse(&mut text, 6);
    read.is_ok() && text.rest().is_empty()
}

/// The bits of an operand.
fn field(form: &Form, name: &str, word: u32) -> Option<u32> {
    let field = form.operands.iter().find(|f| f.name == name)?;
    Some(field.bits.gather(word))
}

/// TriCore's products of fractions are shifted by 0 or 1 (TriCore instruction set manual, MUL.H, MUL.Q, MADD.Q, ...).
fn fraction(form: &Form, word: u32) -> Option<(String, &'static str)> {
    let product = ["mul", "madd", "msub"]
        .iter()
        .any(|m| form.syntax.starts_with(m));
    let shift = field(form, "n", word).filter(|n| product && *n > 1)?;
    let cause = format!("a shift of {shift} of a product");
    Some((cause, "write 0 or 1"))
}

/// An Epiphany's double word is in an even register and the next one, and a load does not change its base as well
/// (Epiphany architecture reference, LDR, STR).
fn pair_or_base(form: &Form, word: u32) -> Option<(String, &'static str)> {
    let double = ["ldrd", "strd"].iter().any(|m| form.syntax.starts_with(m));
    let d = field(form, "d", word)?;
    if double && d % 2 == 1 {
        let cause = format!("r{d} and r{} are no pair of registers", d + 1);
        return Some((
            cause,
            "write the even register of a pair, as r2 for r2 and r3",
        ));
    }
    let changes = form.syntax.starts_with("ldr") && form.syntax.contains("],");
    let base = field(form, "n", word).filter(|_| changes)?;
    (base == d || double && base == d + 1).then(|| {
        let cause = format!("the load changes r{base} twice: as its base and by what it loads");
        (cause, "load to another register")
    })
}

impl Guest {
    /// What is known of an instruction set: made once.
    pub fn of(isa: Isa) -> &'static Self {
        static ALL: [LazyLock<Guest>; 3] = [
            LazyLock::new(|| Guest::new(Isa::Sparc)),
            LazyLock::new(|| Guest::new(Isa::TriCore)),
            LazyLock::new(|| Guest::new(Isa::Epiphany)),
        ];
        &ALL[isa as usize]
    }

    /// The mnemonics of all forms and synthetic instructions; some are there more than once.
    pub fn mnemonics(&self) -> impl Iterator<Item = String> {
        let forms = self.ways.iter().flat_map(|way| way.form().mnemonics());
        let first = |written: &str| written.split(' ').next().unwrap_or_default().to_owned();
        forms.chain(self.synthetics.iter().map(move |s| first(s.written)))
    }

    fn new(isa: Isa) -> Self {
        match isa {
            Isa::Sparc => Self {
                isa,
                ways: ways(
                    trueboard_cpu_sparcv8::isa::ALIASES,
                    trueboard_cpu_sparcv8::isa::ROWS,
                ),
                comments: &['!'],
                separator: ';',
                parts: &[
                    Part {
                        name: "%hi(",
                        of: |v| i64::from(v >> 10),
                        signless: None,
                    },
                    Part {
                        name: "%lo(",
                        of: |v| i64::from(v & 0x3ff),
                        signless: None,
                    },
                ],
                synthetics: synthetic::SPARC,
                register: |_| false,
                nop: &[0x01, 0, 0, 0],
                align_is_power: false,
                commutes: &[],
                last_access: false,
                forbids: |_, _| None,
                suffixes: false,
            },
            Isa::TriCore => Self {
                isa,
                ways: ways(
                    trueboard_cpu_tricore::isa::table::ALIASES,
                    trueboard_cpu_tricore::isa::ROWS,
                ),
                comments: &['#'],
                separator: ';',
                parts: &[
                    // The lower half is added with its sign.
                    Part {
                        name: "hi:",
                        of: |v| i64::from(v.wrapping_add(0x8000) >> 16),
                        signless: None,
                    },
                    Part {
                        name: "lo:",
                        of: |v| i64::from(v as i16),
                        signless: Some(16),
                    },
                    Part {
                        name: "up:",
                        of: |v| i64::from(v >> 16),
                        signless: None,
                    },
                ],
                synthetics: synthetic::TRICORE,
                register: |_| false,
                nop: &[0, 0],
                align_is_power: true,
                commutes: &["add", "add.a", "adds", "and", "mul", "or", "xor"],
                last_access: true,
                forbids: fraction,
                suffixes: false,
            },
            Isa::Epiphany => Self {
                isa,
                ways: ways(
                    trueboard_cpu_epiphany::isa::table::ALIASES,
                    trueboard_cpu_epiphany::isa::ROWS,
                ),
                comments: &[';'],
                separator: '`',
                parts: &[
                    Part {
                        name: "%high(",
                        of: |v| i64::from(v >> 16),
                        signless: None,
                    },
                    Part {
                        name: "%low(",
                        of: |v| i64::from(v & 0xffff),
                        signless: None,
                    },
                ],
                synthetics: synthetic::EPIPHANY,
                register: is_ecore_register,
                nop: &[0xa2, 0x01],
                align_is_power: true,
                commutes: &[],
                last_access: false,
                forbids: pair_or_base,
                suffixes: true,
            },
        }
    }
}
