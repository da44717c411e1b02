//! Random programs: pieces that log what they compute, and the image that they make.

use crate::places::Places;
use trueboard_core::isa::Operand;
use trueboard_cpu_epiphany::fpu::Mode;
use trueboard_cpu_epiphany::isa::Insn;
use trueboard_cpu_epiphany::isa::operands::{Dec, Hex, Off4, R, Sign, Special, Target};
use trueboard_cpu_epiphany::isa::special;

/// Where the code begins, from the base of its place; the vectors are below that in the own memory.
const CODE: u32 = 0x100;
/// The way to it, in the own memory.
const ENTRY: u32 = 0x80;
/// Where it has to end.
const CODE_END: u32 = 0x4000;
/// Memory that loads and stores use, from the base of its place.
pub const DATA: u32 = 0x4000;
/// Its size.
pub const DATA_BYTES: u32 = 0x1000;
/// What pieces log, one word after the other.
pub const LOG: u32 = DATA + DATA_BYTES;
/// Where the registers go at the end, and behind them STATUS.
pub const REGISTERS: u32 = 0x7e00;
/// Words that fit into the log.
pub const LOG_WORDS: u32 = (REGISTERS - LOG) / 4;
/// Where the turns that are left are counted, behind the registers.
const TURNS_LEFT: u32 = REGISTERS + 0x108;
/// How often the pieces are executed: what was executed once may take other ways through the core.
/// The log is that of the last turn; what went wrong before shows in the data, or in registers.
pub const TURNS: u32 = 6;
/// End of what is compared.
pub const END: u32 = 0x8000;
/// Room for what is around the pieces.
const AROUND: u32 = 0x400;

/// One part of a piece.
#[derive(Clone, Debug)]
pub enum Item {
    /// An instruction.
    Insn(u32),
    /// Up to three NOPs, until the address is a multiple of 8.
    Align,
    /// The address of another item of the piece into a register: MOV and MOVT of 32 bits.
    Address(R, usize),
}

/// Instructions that depend on no other piece but by the registers.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it is about, for messages.
    pub name: &'static str,
    /// The mode of the FPU that it was made for.
    pub mode: Mode,
    /// Its parts.
    pub items: Vec<Item>,
    /// Words that it logs at most.
    pub logged: u32,
    /// Instructions that it executes in a turn, about.
    pub executed: u32,
}

/// Registers that pieces use for their own needs and do not change otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Reserved {
    /// Next free word of the log.
    pub log: u8,
    /// Anything.
    pub scratch: u8,
    /// Counts loops.
    pub count: u8,
}

impl Reserved {
    /// True of the registers that others must leave alone.
    #[must_use]
    pub fn has(&self, register: u8) -> bool {
        [self.log, self.scratch, self.count].contains(&register)
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Where code and data are.
    pub places: Places,
    /// The registers that are kept for its own needs.
    pub reserved: Reserved,
    /// The registers at the start.
    pub values: [u32; 64],
    /// The data at the start.
    pub data: Vec<u8>,
    /// What it does.
    pub pieces: Vec<Piece>,
}

/// The bytes of a program.
pub struct Image {
    /// Addresses and what is there: vectors with the way to the code, code, data.
    pub parts: Vec<(u32, Vec<u8>)>,
    /// Address of each piece.
    pub starts: Vec<u32>,
    /// Where code and data are.
    pub places: Places,
}

/// The value of CONFIG that selects a mode.
#[must_use]
pub fn config(mode: Mode) -> u32 {
    match mode {
        Mode::Nearest => 0,
        Mode::Truncate => 1,
        Mode::Integer => 4 << 17,
    }
}

/// Sets a register: MOV and MOVT.
#[must_use]
pub fn set(register: u8, value: u32) -> [u32; 2] {
    let d = R::new(register);
    let low = Hex::new((value & 0xffff) as i32);
    let high = Hex::new((value >> 16) as i32);
    [
        Insn::MovI32 { d, i: low }.encode(),
        Insn::Movt32 { d, i: high }.encode(),
    ]
}

/// `MOVTS special, register`.
#[must_use]
pub fn movts(address: u32, register: u8) -> u32 {
    let i = Special::new(address);
    Insn::Movts32 {
        d: R::new(register),
        i,
    }
    .encode()
}

/// `MOVFS register, special`.
#[must_use]
pub fn movfs(register: u8, address: u32) -> u32 {
    let i = Special::new(address);
    Insn::Movfs32 {
        d: R::new(register),
        i,
    }
    .encode()
}

/// Length of an instruction in bytes.
fn length(word: u32) -> u32 {
    if trueboard_cpu_epiphany::isa::is_long(word as u16) {
        4
    } else {
        2
    }
}

/// Code as it grows.
struct Code {
    from: u32,
    bytes: Vec<u8>,
}

impl Code {
    fn at(&self) -> u32 {
        self.from + self.bytes.len() as u32
    }

    fn put(&mut self, words: &[u32]) {
        for word in words {
            self.bytes
                .extend(&word.to_le_bytes()[..length(*word) as usize]);
        }
    }

    fn piece(&mut self, piece: &Piece) {
        // The addresses first: only NOPs depend on where the piece is.
        let mut at = self.at();
        let addresses: Vec<u32> = piece
            .items
            .iter()
            .map(|item| {
                let this = at;
                at += match item {
                    Item::Insn(word) => length(*word),
                    Item::Align => at.next_multiple_of(8) - at,
                    Item::Address(..) => 8,
                };
                this
            })
            .collect();
        for item in &piece.items {
            match *item {
                Item::Insn(word) => self.put(&[word]),
                Item::Align => {
                    while !self.at().is_multiple_of(8) {
                        self.put(&[Insn::Nop {}.encode()]);
                    }
                }
                Item::Address(d, item) => {
                    let address = addresses.get(item).copied().unwrap_or(at);
                    self.put(&set(d.to_bits(u32::BITS) as u8, address));
                }
            }
        }
    }
}

impl Program {
    /// Whether another piece has room, in code of so many bytes and a log of so many words.
    #[must_use]
    pub fn has_room(code: u32, logged: u32) -> bool {
        code + AROUND < CODE_END - CODE && logged + 16 < LOG_WORDS
    }

    /// The image. It begins at 0 and ends with TRAP 0 (write) and TRAP 3 (exit).
    #[must_use]
    pub fn image(&self) -> Image {
        let Reserved {
            log,
            scratch,
            count,
        } = self.reserved;
        let Places { code: base, data } = self.places;
        let mut vectors = Code {
            from: 0,
            bytes: Vec::new(),
        };
        let t = Target::new(ENTRY as i32);
        vectors.put(&[Insn::B32 { t }.encode()]);
        // An interrupt or exception ends the program.
        while vectors.at() < ENTRY {
            vectors.put(&[Insn::Trap { i: Hex::new(5) }.encode()]);
        }
        vectors.put(&set(scratch, base + CODE));
        let n = R::new(scratch);
        vectors.put(&[Insn::Jr32 { n }.encode()]);
        let mut code = Code {
            from: base + CODE,
            bytes: Vec::new(),
        };
        for (register, value) in (0..).zip(self.values) {
            code.put(&set(register, value));
        }
        let turn = code.at();
        code.put(&set(log, data + LOG));
        let mut mode = Mode::Nearest;
        let mut starts = Vec::new();
        for piece in &self.pieces {
            if piece.mode != mode {
                mode = piece.mode;
                code.put(&set(scratch, config(mode)));
                code.put(&[movts(special::CONFIG, scratch)]);
            }
            starts.push(code.at());
            code.piece(piece);
        }
        code.put(&set(scratch, config(Mode::Nearest)));
        code.put(&[movts(special::CONFIG, scratch)]);
        code.put(&set(scratch, data + TURNS_LEFT));
        let (d, n, s, i) = (R::new(count), R::new(scratch), Sign::Plus, Off4::new(0));
        let less = Dec::new(1);
        code.put(&[
            Insn::LdrDisp32 { d, n, s, i }.encode(),
            Insn::SubI32 { d, n: d, i: less }.encode(),
            store(count, scratch, 0),
        ]);
        let t = Target::new(turn.wrapping_sub(code.at()) as i32);
        code.put(&[Insn::Bne32 { t }.encode()]);
        code.put(&set(scratch, data + REGISTERS));
        for register in 0..64 {
            code.put(&[store(register, scratch, 4 * i32::from(register))]);
        }
        code.put(&[movfs(log, special::STATUS), store(log, scratch, 0x100)]);
        code.put(&set(0, 1));
        code.put(&set(1, data + DATA));
        code.put(&set(2, END - DATA));
        code.put(&[Insn::Trap { i: Hex::new(0) }.encode()]);
        code.put(&set(0, 0));
        code.put(&[Insn::Trap { i: Hex::new(3) }.encode()]);
        let mut words = self.data.clone();
        words.resize((TURNS_LEFT - DATA) as usize, 0);
        words.extend(TURNS.to_le_bytes());
        Image {
            parts: vec![
                (0, vectors.bytes),
                (base + CODE, code.bytes),
                (data + DATA, words),
            ],
            starts,
            places: self.places,
        }
    }
}

/// `STR register, [base, offset]`.
fn store(register: u8, base: u8, offset: i32) -> u32 {
    let (d, n) = (R::new(register), R::new(base));
    let (s, i) = (Sign::Plus, Off4::new(offset));
    Insn::StrDisp32 { d, n, s, i }.encode()
}

/// `STR register, [log], #1`: appends to the log.
#[must_use]
pub fn append(register: u8, log: u8) -> u32 {
    let (d, n) = (R::new(register), R::new(log));
    let (s, i) = (Sign::Plus, Off4::from_bits(1, 11));
    Insn::StrDpm32 { d, n, s, i }.encode()
}

/// An image as Motorola S-records.
#[must_use]
pub fn s_records(image: &Image) -> String {
    let record = |opcode: char, at: u32, data: &[u8]| {
        let mut all = vec![(5 + data.len()) as u8];
        all.extend(at.to_be_bytes());
        all.extend(data);
        let sum = all.iter().fold(0u8, |sum, b| sum.wrapping_add(*b));
        all.push(!sum);
        let hex: String = all.iter().map(|b| format!("{b:02X}")).collect();
        format!("S{opcode}{hex}\n")
    };
    let mut text = String::new();
    for (at, bytes) in &image.parts {
        let lines = (*at..).step_by(32).zip(bytes.chunks(32));
        text.extend(lines.map(|(at, data)| record('3', at, data)));
    }
    text.push_str(&record('7', 0, &[]));
    text
}
