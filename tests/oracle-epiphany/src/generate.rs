//! Random pieces: what they do, and with which values.

mod control;
mod fpu;
mod memory;

use crate::places::Places;
use crate::program::{DATA_BYTES, Item, Piece, Program, Reserved, append, movfs, movts, set};
use oracle::rng::Rng;
use trueboard_core::isa::{Field, Operand};
use trueboard_cpu_epiphany::fpu::Mode;
use trueboard_cpu_epiphany::isa::{Encoding, Group, Opcode, special};

/// Makes programs from a seed.
pub struct Generator {
    rng: Rng,
    reserved: Reserved,
    mode: Mode,
    /// Of the program in the making, and of the next ones.
    places: Places,
    turn: usize,
    /// Which of the known differences of the other side to avoid.
    avoid: bool,
}

/// A piece in the making.
struct Draft {
    items: Vec<Item>,
    logged: u32,
    executed: u32,
}

impl Draft {
    fn new() -> Self {
        Self {
            items: Vec::new(),
            logged: 0,
            executed: 0,
        }
    }

    fn put(&mut self, words: &[u32]) {
        self.items.extend(words.iter().map(|w| Item::Insn(*w)));
        self.executed += words.len() as u32;
    }
}

/// The field of an encoding with this name.
fn field(encoding: Encoding, name: &str) -> Option<&'static Field> {
    encoding.row().form.operands.iter().find(|f| f.name == name)
}

/// `word` with another value in a field, which the encoding may lack.
pub(crate) fn with(word: u32, encoding: Encoding, name: &str, bits: u32) -> u32 {
    field(encoding, name).map_or(word, |f| {
        word & !f.bits.scatter(u32::MAX) | f.bits.scatter(bits)
    })
}

/// The value of a register field.
fn register(word: u32, encoding: Encoding, name: &str) -> Option<u8> {
    field(encoding, name).map(|f| f.value(word) as u8)
}

impl Generator {
    /// The programs of `seed`. With `avoid` there are no cases in which the vendor's simulator is
    /// known to differ.
    #[must_use]
    pub fn new(seed: u64, avoid: bool) -> Self {
        Self {
            rng: Rng::new(seed),
            reserved: Reserved {
                log: 63,
                scratch: 62,
                count: 61,
            },
            mode: Mode::Nearest,
            places: Places::OWN,
            turn: seed as usize,
            avoid,
        }
    }

    /// The next program. Code and data are in all places in turn.
    pub fn program(&mut self) -> Program {
        self.program_in(&Places::ALL)
    }

    /// The next program, in one of these places.
    pub fn program_in(&mut self, places: &[Places]) -> Program {
        self.places = places
            .get(self.turn % places.len().max(1))
            .copied()
            .unwrap_or(Places::OWN);
        self.turn += 1;
        // All but LR.
        let mut free: Vec<u8> = (0..64).filter(|r| *r != 14).collect();
        let mut take = || {
            let at = self.rng.below(free.len() as u32) as usize;
            free.swap_remove(at)
        };
        self.reserved = Reserved {
            log: take(),
            scratch: take(),
            count: take(),
        };
        self.mode = Mode::Nearest;
        let mut program = Program {
            places: self.places,
            reserved: self.reserved,
            values: std::array::from_fn(|_| self.rng.value()),
            data: (0..DATA_BYTES).map(|_| self.rng.word() as u8).collect(),
            pieces: Vec::new(),
        };
        let (mut code, mut logged) = (0, 0);
        while Program::has_room(code, logged) {
            let piece = self.piece();
            // Addresses take 8 bytes, three at most are in a piece; a change of mode takes 12.
            code += 4 * piece.items.len() as u32 + 28;
            logged += piece.logged;
            program.pieces.push(piece);
        }
        program
    }

    fn piece(&mut self) -> Piece {
        if self.rng.percent(4) {
            self.mode = self
                .rng
                .pick(&[Mode::Nearest, Mode::Truncate, Mode::Integer]);
        }
        let mut draft = Draft::new();
        let name = match self.rng.below(20) {
            0..=4 => self.integers(&mut draft),
            5 => self.moves(&mut draft),
            6..=10 => self.floats(&mut draft),
            11..=14 => self.memory(&mut draft),
            15 => self.skip(&mut draft),
            16 => self.jump(&mut draft),
            17 => self.counted(&mut draft),
            18 => self.hardware_loop(&mut draft),
            _ => self.special(&mut draft),
        };
        let Draft {
            items,
            logged,
            executed,
        } = draft;
        Piece {
            name,
            mode: self.mode,
            items,
            logged,
            executed,
        }
    }

    /// A random register that is not reserved.
    fn free_register(&mut self) -> u8 {
        loop {
            let r = self.rng.below(64) as u8;
            if !self.reserved.has(r) {
                return r;
            }
        }
    }

    /// A random word of an encoding; its destination is not reserved.
    fn word(&mut self, encoding: Encoding) -> u32 {
        let fixed = encoding.row().form.fixed;
        loop {
            let random = self.rng.word() & !fixed.mask | fixed.value;
            let random = random & u32::MAX >> (32 - encoding.width());
            let word = trueboard_cpu_epiphany::isa::table::decode(random)
                .map_or(random, |insn| insn.encode());
            if register(word, encoding, "d").is_none_or(|d| !self.reserved.has(d)) {
                return word;
            }
        }
    }

    /// An encoding that fits.
    fn encoding(&mut self, fits: impl Fn(Encoding) -> bool) -> Encoding {
        loop {
            let encoding = self.rng.pick(Encoding::ALL);
            if fits(encoding) {
                return encoding;
            }
        }
    }

    /// Appends a register to the log.
    fn log(&self, draft: &mut Draft, register: u8) {
        draft.put(&[append(register, self.reserved.log)]);
        draft.logged += 1;
    }

    /// Appends STATUS to the log.
    fn log_status(&self, draft: &mut Draft) {
        let scratch = self.reserved.scratch;
        draft.put(&[movfs(scratch, special::STATUS)]);
        self.log(draft, scratch);
    }

    /// A word of the integer group.
    fn integer(&mut self) -> (u32, Encoding) {
        let encoding = self.encoding(|e| e.class().class() == Group::Ialu);
        (self.word(encoding), encoding)
    }

    /// Integer operations, mostly on values set before.
    fn integers(&mut self, draft: &mut Draft) -> &'static str {
        for _ in 0..=self.rng.below(4) {
            let (word, encoding) = self.integer();
            for name in ["n", "m"] {
                let source = register(word, encoding, name);
                if let Some(r) = source.filter(|r| !self.reserved.has(*r))
                    && self.rng.percent(40)
                {
                    draft.put(&set(r, self.rng.value()));
                }
            }
            draft.put(&[word]);
            if let Some(d) = register(word, encoding, "d") {
                self.log(draft, d);
            }
        }
        self.log_status(draft);
        "integers"
    }

    /// Random flags, then moves that look at them.
    fn moves(&mut self, draft: &mut Draft) -> &'static str {
        self.set_status(draft);
        for _ in 0..4 {
            let encoding = self.encoding(|e| e.class() == Opcode::MovCc);
            let word = self.word(encoding);
            draft.put(&[word]);
            if let Some(d) = register(word, encoding, "d") {
                self.log(draft, d);
            }
        }
        "conditional moves"
    }

    /// All flags random, the sticky ones too.
    fn set_status(&mut self, draft: &mut Draft) {
        /// AZ to BV and AVS to BUS.
        const FLAGS: u32 = 0xf7f0;
        let scratch = self.reserved.scratch;
        draft.put(&set(scratch, self.rng.word() & FLAGS));
        draft.put(&[movts(special::STATUS, scratch)]);
    }

    /// Special registers written and read back, and instructions that do nothing.
    fn special(&mut self, draft: &mut Draft) -> &'static str {
        /// Registers that hold what is written, with the bits that they have. LE is never the
        /// address of an instruction.
        const PLAIN: [(u32, u32); 5] = [
            (special::LC, u32::MAX),
            (special::LS, 0x7ff8),
            (special::LE, 0xffff_8000),
            (special::IRET, 0x7ffe),
            (special::IMASK, 0x3ff),
        ];
        let (address, bits) = self.rng.pick(&PLAIN);
        let (from, to) = (self.free_register(), self.free_register());
        draft.put(&set(from, self.rng.value() & bits));
        draft.put(&[movts(address, from)]);
        // Forms of 16 bits for the first eight.
        let number = (address - special::BASE) / 4;
        let short = self.rng.percent(50) && number < 8 && to < 8;
        let encoding = if short {
            Encoding::Movfs16
        } else {
            Encoding::Movfs32
        };
        let word = with(encoding.row().form.fixed.value, encoding, "d", to.into());
        draft.put(&[with(word, encoding, "i", number)]);
        self.log(draft, to);
        self.set_status(draft);
        self.log_status(draft);
        let quiet = [Encoding::Nop, Encoding::Snop, Encoding::Gid, Encoding::Gie];
        let quiet = self.rng.pick(&quiet);
        draft.put(&[quiet.row().form.fixed.value]);
        let place = self.rng.pick(&[special::CONFIG, special::PC]);
        draft.put(&[movfs(to, place)]);
        self.log(draft, to);
        "special registers"
    }
}

/// The bits of an operand.
fn bits(operand: impl Operand) -> u32 {
    operand.to_bits(u32::BITS)
}
