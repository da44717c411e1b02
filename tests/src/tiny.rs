//! Images made of instruction words: a small assembler over the processor's own table, and a small
//! ELF writer.
//!
//! An image has a trap table at 0 and its code at [`CODE`].

use std::path::{Path, PathBuf};
use trueboard_cpu_sparcv8::isa::{
    Addr, Annul, Asi, Asr, Cond, Disp, Gpr, Hi22, Insn, Partial, RegAddr, Src2,
};

/// Where the code of an image begins.
pub const CODE: u32 = 0x1000;
/// `%g1`.
pub const G1: Gpr = Gpr::new(1);
/// `%g2`.
pub const G2: Gpr = Gpr::new(2);
/// `%g3`.
pub const G3: Gpr = Gpr::new(3);
/// `%o0`.
pub const O0: Gpr = Gpr::new(8);

const NO: Annul = Annul::new(0);

fn at(rs1: Gpr, offset: i16) -> Addr {
    Addr {
        rs1,
        op2: Src2::Imm(offset),
    }
}

/// Does nothing.
pub fn nop() -> u32 {
    Insn::Sethi {
        imm: Hi22(0),
        rd: Gpr::G0,
    }
    .encode()
}

/// `set value, rd`.
pub fn set(value: u32, rd: Gpr) -> [u32; 2] {
    let low = (value & 0x3ff) as i16;
    [
        Insn::Sethi {
            imm: Hi22(value & !0x3ff),
            rd,
        }
        .encode(),
        Insn::Or {
            rs1: rd,
            op2: Src2::Imm(low),
            rd,
        }
        .encode(),
    ]
}

/// `add rs1, imm, rd`.
pub fn add(rs1: Gpr, imm: i16, rd: Gpr) -> u32 {
    let op2 = Src2::Imm(imm);
    Insn::Add { rs1, op2, rd }.encode()
}

/// `addcc rs1, imm, rd`.
pub fn addcc(rs1: Gpr, imm: i16, rd: Gpr) -> u32 {
    let op2 = Src2::Imm(imm);
    Insn::Addcc { rs1, op2, rd }.encode()
}

/// `srl rs1, count, rd`.
pub fn srl(rs1: Gpr, count: i16, rd: Gpr) -> u32 {
    let op2 = Src2::Imm(count);
    Insn::Srl { rs1, op2, rd }.encode()
}

/// `sll rs1, count, rd`.
pub fn sll(rs1: Gpr, count: i16, rd: Gpr) -> u32 {
    let op2 = Src2::Imm(count);
    Insn::Sll { rs1, op2, rd }.encode()
}

/// `ld [rs1], rd`.
pub fn ld(rs1: Gpr, rd: Gpr) -> u32 {
    let addr = at(rs1, 0);
    Insn::Ld { rd, addr }.encode()
}

/// `st rd, [rs1]`.
pub fn st(rd: Gpr, rs1: Gpr) -> u32 {
    let addr = at(rs1, 0);
    Insn::St { rd, addr }.encode()
}

/// `lda [rs1] asi, rd`.
pub fn lda(rs1: Gpr, asi: u8, rd: Gpr) -> u32 {
    let asi = Asi::new(asi);
    let addr = RegAddr { rs1, rs2: Gpr::G0 };
    Insn::Lda { rd, addr, asi }.encode()
}

/// `jmp rs1 + offset`, with a delay slot.
pub fn jmp(rs1: Gpr, offset: i16) -> u32 {
    let addr = at(rs1, offset);
    Insn::Jmpl { addr, rd: Gpr::G0 }.encode()
}

/// `rett rs1 + offset`.
pub fn rett(rs1: Gpr, offset: i16) -> u32 {
    let addr = at(rs1, offset);
    Insn::Rett { addr }.encode()
}

/// Branch by `words` if `cond`, with a delay slot.
pub fn branch(cond: Cond, words: i32) -> u32 {
    Insn::Bicc {
        annul: NO,
        cond,
        disp: Disp(4 * words),
    }
    .encode()
}

/// `bne`.
pub const NOT_EQUAL: Cond = Cond::new(9);

/// `rd %asrN, rd`.
pub fn rdasr(n: u8, rd: Gpr) -> u32 {
    let rs1 = Asr::new(n);
    Insn::Rdasr { rs1, rd }.encode()
}

/// Powers the core down until an interrupt.
pub fn power_down() -> u32 {
    Insn::Wrasr {
        rs1: Gpr::G0,
        op2: Src2::Reg(Gpr::G0),
        rd: Asr::new(19),
    }
    .encode()
}

/// Lets traps go through the table at 0. Changes `%g1`.
pub fn use_table() -> Vec<u32> {
    let write = Insn::Wrtbr {
        rs1: Gpr::G0,
        op2: Src2::Imm(0),
    };
    vec![write.encode(), nop(), nop(), nop()]
}

/// Turns traps off. Changes `%g1`.
pub fn traps_off() -> Vec<u32> {
    // S=1, PS=1, PIL=15, ET=0.
    write_psr(0xfc0)
}

/// Turns traps on, for interrupts of every level. Changes `%g1`.
pub fn traps_on() -> Vec<u32> {
    // S=1, PS=1, PIL=0, ET=1.
    write_psr(0x0e0)
}

/// User mode, with traps off. Changes `%g1`.
pub fn user_mode() -> Vec<u32> {
    // S=0, PS=0, PIL=15, ET=0.
    write_psr(0xf00)
}

fn write_psr(psr: u32) -> Vec<u32> {
    let mut code = set(psr, G1).to_vec();
    let write = Insn::Wrpsr {
        rs1: G1,
        op2: Src2::Imm(0),
        partial: Partial::new(0),
    };
    code.extend([write.encode(), nop(), nop(), nop()]);
    code
}

/// `ta 0`: ends the run when traps are off.
pub fn ta0() -> u32 {
    Insn::Ticc {
        cond: Cond::ALWAYS,
        addr: at(Gpr::G0, 0),
    }
    .encode()
}

/// Ends the run with `status`.
pub fn exit(status: u32) -> Vec<u32> {
    let mut code = set(status, O0).to_vec();
    code.extend(traps_off());
    code.extend(set(1, G1));
    code.push(ta0());
    code
}

/// A trap table that skips a trapped instruction and continues behind an interrupt.
pub fn skipping_table() -> Vec<u32> {
    (0..256)
        .flat_map(|tt| {
            let interrupt = (0x11..=0x1f).contains(&tt);
            if interrupt {
                [jmp(Gpr::L1, 0), rett(Gpr::L2, 0), nop(), nop()]
            } else {
                [jmp(Gpr::L2, 0), rett(Gpr::L2, 4), nop(), nop()]
            }
        })
        .collect()
}

/// What a loaded segment is made of.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its address.
    pub at: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// An ELF file, 32 bits.
#[derive(Clone, Debug)]
pub struct Tiny {
    /// Segments.
    pub parts: Vec<Part>,
    /// Where it starts.
    pub entry: u32,
    /// Machine number; 2 is SPARC.
    pub machine: u16,
    /// File type; 2 is an executable.
    pub kind: u16,
    /// Write every number with its bytes reversed, and say so.
    pub little_endian: bool,
    /// Functions: name, address, size.
    pub functions: Vec<(String, u32, u32)>,
}

impl Tiny {
    /// An image that runs `code`, with the table that skips what trapped.
    pub fn new(code: &[u32]) -> Tiny {
        let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_be_bytes()).collect();
        Tiny {
            parts: vec![
                Part {
                    at: 0,
                    bytes: bytes(&skipping_table()),
                },
                Part {
                    at: CODE,
                    bytes: bytes(code),
                },
            ],
            entry: CODE,
            machine: 2,
            kind: 2,
            little_endian: false,
            functions: vec![
                ("start".to_owned(), CODE, 4 * code.len() as u32),
                ("__exit_status_in_o0".to_owned(), 1, 0),
            ],
        }
    }

    fn half(&self, v: u16) -> [u8; 2] {
        if self.little_endian {
            v.to_le_bytes()
        } else {
            v.to_be_bytes()
        }
    }

    fn words(&self, words: &[u32]) -> Vec<u8> {
        let word = |w: &u32| {
            if self.little_endian {
                w.to_le_bytes()
            } else {
                w.to_be_bytes()
            }
        };
        words.iter().flat_map(word).collect()
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        const HEADER: u32 = 52;
        const SECTION: u16 = 40;
        let mut body = Vec::new();
        let first = HEADER + 32 * self.parts.len() as u32;
        let mut programs = Vec::new();
        for p in &self.parts {
            let size = p.bytes.len() as u32;
            let offset = first + body.len() as u32;
            programs.extend([1, offset, p.at, p.at, size, size, 7, 4]);
            body.extend_from_slice(&p.bytes);
            body.resize(body.len().next_multiple_of(4), 0);
        }
        let mut names = vec![0];
        let mut symbols = self.words(&[0; 4]);
        for (name, at, size) in &self.functions {
            symbols.extend(self.words(&[names.len() as u32, *at, *size]));
            symbols.extend([0x12, 0]);
            symbols.extend(self.half(if *size == 0 { 0xfff1 } else { 1 }));
            names.extend(name.bytes().chain([0]));
        }
        let sections = b"\0.symtab\0.strtab\0.shstrtab\0";
        let symbols_at = first + body.len() as u32;
        let names_at = symbols_at + symbols.len() as u32;
        let sections_at = names_at + names.len() as u32;
        let (n_symbols, n_names) = (symbols.len() as u32, names.len() as u32);
        body.extend(symbols);
        body.extend(names);
        body.extend(sections);
        body.resize(body.len().next_multiple_of(4), 0);
        let headers_at = first + body.len() as u32;
        let headers = [
            [0; 10],
            [1, 2, 0, 0, symbols_at, n_symbols, 2, 1, 4, 16],
            [9, 3, 0, 0, names_at, n_names, 0, 0, 1, 0],
            [17, 3, 0, 0, sections_at, sections.len() as u32, 0, 0, 1, 0],
        ];
        let order = if self.little_endian { 1 } else { 2 };
        let mut out = vec![0x7f, b'E', b'L', b'F', 1, order, 1];
        out.resize(16, 0);
        out.extend(self.half(self.kind));
        out.extend(self.half(self.machine));
        out.extend(self.words(&[1, self.entry, HEADER, headers_at, 0]));
        for v in [52, 32, self.parts.len() as u16, SECTION, 4, 3] {
            out.extend(self.half(v));
        }
        out.extend(self.words(&programs));
        out.extend(body);
        out.extend(self.words(headers.as_flattened()));
        out
    }

    /// Writes it as `NAME.elf` into `dir`.
    ///
    /// # Panics
    /// When the file cannot be written.
    pub fn write(&self, dir: &Path, name: &str) -> PathBuf {
        let path = dir.join(format!("{name}.elf"));
        std::fs::write(&path, self.bytes()).expect("a temporary file can be written");
        path
    }
}
