//! TriCore programs with what must come of them, as text, and a bare core that runs them.
//!
//! ```text
//! # Addition. TriCore architecture manual, volume 2.
//!
//! vector add-overflows
//! before d12=c0000000 d13=80008000
//! insn dc1a add %d15,%d12,%d13
//! after d15=40008000 v=1 sv=1 av=1 sav=1
//! end done
//! ```
//!
//! Notes before the first vector belong to the file. `before` lists what differs from [`PLAIN`],
//! `after` what differs from the state before: all else must be as it was. Words are D0 to D15, A0 to
//! A15, `psw`, `pcxi`, `fcx`, `lcx`, `icr` and data memory, `m000` to `m3fc` from [`DATA`] on;
//! four contexts from `m200` on are free. `c v sv av sav` are flags in PSW, `fs fi fv fz fu fx` the
//! same for the FPU. Programs lie at [`CODE`]; `insn` holds a half-word or a word, and a text for
//! the reader, which a test compares with the disassembler's.
//!
//! The end is `done`, when the end of the program is reached; `at +N` or `at ADDRESS`, where it is
//! stopped by DEBUG or arrives outside; `idle` after WAIT; or `trap CLASS TIN +N`, with the address
//! to return to. After a trap only what `after` lists is compared.

mod bare;

pub use bare::Bare;

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Where programs lie.
pub const CODE: u32 = 0x8000_0100;
/// Where the trap vectors lie.
pub const VECTORS: u32 = 0x8000_4000;
/// Where data memory lies.
pub const DATA: u32 = 0xd000_0000;
/// Bytes of it that vectors name.
pub const DATA_BYTES: u32 = 0x400;
/// The first free context.
pub const CONTEXTS: u32 = 0x200;

/// A state: words by their names, all of them.
pub type State = BTreeMap<String, u32>;

/// How a program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// At this address, by DEBUG.
    At(u32),
    /// In WAIT.
    Idle,
    /// In a trap: class, TIN, address to return to.
    Trap(u32, u32, u32),
}

/// A program that is known to do this.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its name.
    pub name: String,
    /// The state before.
    pub before: State,
    /// The instructions, with their texts.
    pub code: Vec<(u32, String)>,
    /// The state after it; after a trap, only what is known.
    pub after: State,
    /// How it ends.
    pub end: End,
}

/// Vectors of a file, and the notes at its beginning.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The notes.
    pub notes: Vec<String>,
    /// The vectors.
    pub vectors: Vec<Vector>,
}

/// Flags in PSW: name and bit.
const FLAGS: [(&str, u32); 11] = [
    ("c", 31),
    ("v", 30),
    ("sv", 29),
    ("av", 28),
    ("sav", 27),
    ("fs", 31),
    ("fi", 30),
    ("fv", 29),
    ("fz", 28),
    ("fu", 27),
    ("fx", 26),
];

/// The state before a program that says nothing of it: supervisor, call depth counted, four free
/// contexts.
pub static PLAIN: LazyLock<State> = LazyLock::new(plain);

fn plain() -> State {
    let registers = (0..16).flat_map(|n| {
        [
            (format!("d{n}"), 0xdddd_0000 + n),
            (format!("a{n}"), 0xaaaa_0000 + n),
        ]
    });
    let link = |n: u32| DATA >> 28 << 16 | (CONTEXTS + 64 * n) >> 6;
    let core = [
        ("psw", 0xb80),
        ("pcxi", 0),
        ("fcx", link(0)),
        ("lcx", 0),
        ("icr", 0),
    ];
    let memory = (0..DATA_BYTES).step_by(4).map(|at| {
        let next = (0..3).find(|n| at == CONTEXTS + 64 * n);
        (format!("m{at:03x}"), next.map_or(0, |n| link(n + 1)))
    });
    let core = core.map(|(name, value)| (name.to_owned(), value));
    registers.chain(core).chain(memory).collect()
}

impl Vector {
    /// The bytes of the program.
    pub fn bytes(&self) -> Vec<u8> {
        let bytes = |&(word, _): &(u32, String)| {
            let len = if word & 1 == 0 { 2 } else { 4 };
            word.to_le_bytes().into_iter().take(len)
        };
        self.code.iter().flat_map(bytes).collect()
    }

    /// Where `outcome` differs from what is known.
    pub fn differences(&self, end: End, after: &State) -> Vec<String> {
        let mut out = Vec::new();
        if end != self.end {
            out.push(format!("end {end:x?} / {:x?}", self.end));
        }
        for (name, should) in &self.after {
            let is = after.get(name);
            if is != Some(should) {
                out.push(format!("{name} {:08x} / {should:08x}", is.unwrap_or(&0)));
            }
        }
        out
    }
}

impl File {
    /// Reads a file's text.
    ///
    /// # Errors
    /// The number of the line that cannot be understood.
    pub fn parse(text: &str) -> Result<File, String> {
        let mut file = File::default();
        let mut draft: Option<Vector> = None;
        for (n, line) in text.lines().enumerate() {
            let bad = || format!("line {}: {line}", n + 1);
            let (key, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match (key, &mut draft) {
                ("", _) => {}
                ("#", Some(_)) => {}
                ("#", None) if file.vectors.is_empty() => file.notes.push(rest.to_owned()),
                ("vector", None) => draft = Some(Vector::new(rest)),
                ("end", Some(v)) => {
                    v.finish(rest).ok_or_else(bad)?;
                    file.vectors.extend(draft.take());
                }
                (_, Some(v)) => v.line(key, rest).ok_or_else(bad)?,
                _ => return Err(bad()),
            }
        }
        match draft {
            None => Ok(file),
            Some(v) => Err(format!("{} has no end", v.name)),
        }
    }
}

impl Vector {
    fn new(name: &str) -> Vector {
        Vector {
            name: name.to_owned(),
            before: PLAIN.clone(),
            code: Vec::new(),
            after: State::new(),
            end: End::Idle,
        }
    }

    fn line(&mut self, key: &str, rest: &str) -> Option<()> {
        match key {
            "before" => put(&mut self.before, rest, &State::new()),
            "after" => put(&mut self.after, rest, &self.before),
            "insn" => {
                let (word, text) = rest.split_once(' ')?;
                self.code.push((hex(word)?, text.to_owned()));
                Some(())
            }
            _ => None,
        }
    }

    fn finish(&mut self, rest: &str) -> Option<()> {
        let words: Vec<&str> = rest.split(' ').collect();
        self.end = match words[..] {
            ["done"] => End::At(CODE + self.bytes().len() as u32),
            ["at", at] => End::At(address(at)?),
            ["idle"] => End::Idle,
            ["trap", class, tin, at] => End::Trap(hex(class)?, hex(tin)?, address(at)?),
            _ => return None,
        };
        if !matches!(self.end, End::Trap(..)) {
            for (name, value) in &self.before {
                self.after.entry(name.clone()).or_insert(*value);
            }
        }
        Some(())
    }
}

/// Puts the values of a line into a state; a flag goes into the PSW of it, or else of `base`.
fn put(state: &mut State, line: &str, base: &State) -> Option<()> {
    for pair in line.split(' ') {
        let (name, value) = pair.split_once('=')?;
        let value = hex(value)?;
        match FLAGS.iter().find(|(flag, _)| *flag == name) {
            Some((_, bit)) => {
                let old = *state.get("psw").or_else(|| base.get("psw"))?;
                state.insert("psw".to_owned(), old & !(1 << bit) | (value & 1) << bit);
            }
            None if PLAIN.contains_key(name) => {
                state.insert(name.to_owned(), value);
            }
            None => return None,
        }
    }
    Some(())
}

fn hex(s: &str) -> Option<u32> {
    u32::from_str_radix(s, 16).ok()
}

/// An address; `+8` is from the beginning of the program.
fn address(s: &str) -> Option<u32> {
    match s.strip_prefix('+') {
        Some(from_base) => Some(CODE.wrapping_add(hex(from_base)?)),
        None => hex(s),
    }
}
