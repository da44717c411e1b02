//! What is compared: the state of the machine before and after a program, word by word, each word
//! with a name.

use crate::layout;

/// Words of comparable state. The order is that of the blocks in the memory of the machine that
/// runs many cases in a row; pairs are aligned for double-word accesses.
pub const WORDS: usize = XTRA + EXTRA_NAMES.len();
/// Globals.
pub const G: usize = 0;
/// Windows: eight locals and eight ins each.
pub const W: usize = 8;
/// FPU registers.
pub const F: usize = W + 8 * 16;
/// Data memory, see [`layout::DATA`].
pub const MEM: usize = F + 32;
/// Y.
pub const Y: usize = MEM + layout::DATA_WORDS;
/// PSR.
pub const PSR: usize = Y + 1;
/// WIM.
pub const WIM: usize = Y + 2;
/// TBR.
pub const TBR: usize = Y + 3;
/// FSR.
pub const FSR: usize = Y + 4;
/// Words that every oracle shows.
pub const COMMON: usize = Y + 5;
/// Registers of the LEON that only our own core shows.
pub const XTRA: usize = COMMON;
/// Their names; numbers in the core's own list are in [`EXTRA_NUMBERS`].
pub const EXTRA_NAMES: [&str; 3] = ["asr16", "asr17", "ccr"];
/// See [`EXTRA_NAMES`].
pub const EXTRA_NUMBERS: [usize; 3] = [72, 73, 74];

/// The name of word `i`: `g1`, `w3.l5`, `w0.i6`, `f4`, `m0c0` (data memory), `y`, `psr`, ….
pub fn name(i: usize) -> String {
    match i {
        G..W => format!("g{i}"),
        W..F => {
            let (w, r) = ((i - W) / 16, (i - W) % 16);
            format!("w{w}.{}{}", ["l", "i"][r / 8], r % 8)
        }
        F..MEM => format!("f{}", i - F),
        MEM..Y => format!("m{:03x}", (i - MEM) * 4),
        _ => ["y", "psr", "wim", "tbr", "fsr"]
            .iter()
            .chain(&EXTRA_NAMES)
            .nth(i - Y)
            .map_or_else(|| format!("?{i}"), |n| (*n).to_owned()),
    }
}

/// The word of a name.
pub fn index(wanted: &str) -> Option<usize> {
    (0..WORDS).find(|&i| name(i) == wanted)
}

/// Register `r` (0..32) of window `w`, as a word.
pub fn window_register(w: usize, r: usize) -> usize {
    match r & 31 {
        r @ 0..8 => G + r,
        // The outs of a window are the ins of the one below.
        r @ 8..16 => W + (w + 7) % 8 * 16 + r,
        r => W + w % 8 * 16 + r - 16,
    }
}

/// A state: every word.
pub type State = Vec<u32>;

/// A trap that the program took and came back from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trap {
    /// Trap type.
    pub tt: u8,
    /// PC.
    pub pc: u32,
    /// nPC.
    pub npc: u32,
    /// PSR in the handler.
    pub psr: u32,
    /// FSR in the handler of an fp_exception, without `qne`; in that of an access exception the
    /// MMU's fault status, and the page of its fault address; otherwise 0.
    pub fsr: u32,
}

impl Trap {
    /// The trap without what V8 leaves open, FSR.cexc after a trap that is not an IEEE exception;
    /// and without the level in a fault status that tells of missing rights, see [`crate::known`].
    #[must_use]
    pub fn comparable(mut self) -> Trap {
        const IEEE_754_EXCEPTION: u32 = 1;
        const PROTECTION: u32 = 2;
        const PRIVILEGE: u32 = 3;
        let fault = self.fsr >> 2 & 7;
        match self.tt {
            1 | 9 if matches!(fault, PROTECTION | PRIVILEGE) => self.fsr &= !0x300,
            8 if self.fsr >> 14 & 7 != IEEE_754_EXCEPTION => self.fsr &= !0x1f,
            _ => {}
        }
        self
    }
}

/// A program with the state it starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The state before. Of PSR, PS equals S and ET is set; the window of PSR.CWP is valid in WIM.
    pub before: State,
    /// Address of the first instruction.
    pub base: u32,
    /// The program; it ends by taking trap `ta 127`.
    pub code: Vec<u32>,
    /// An interrupt that is requested meanwhile.
    pub irq: Option<Irq>,
    /// What the handlers of access exceptions do.
    pub faults: Faults,
}

/// What the handlers of instruction_access_exception and data_access_exception do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Faults {
    /// As those of other traps: on behind the instruction. The program asks the MMU itself.
    #[default]
    Plain,
    /// They log the MMU's fault status and address in the place of FSR; from a refused fetch they
    /// go back to where %o7 says.
    Logged,
}

/// An interrupt request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Irq {
    /// Its level.
    pub level: u32,
    /// It comes before this step of the program, counted from 0: a step executes an instruction,
    /// annuls one or takes a trap. Handlers do not count. A processor in power-down gets it then.
    pub step: u64,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By `ta 127`.
    Done,
    /// In error mode, with this trap type.
    Error(u8),
    /// Not within the limit, or the simulator died.
    Lost,
}

/// The state after a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The words that this oracle shows.
    pub after: Vec<Option<u32>>,
    /// The traps it took, in order, without the last.
    pub traps: Vec<Trap>,
    /// Instructions executed, handlers excluded, if the oracle counts them.
    pub executed: Option<u64>,
    /// Cycles that the program took, without its end and without handlers.
    pub cycles: Option<u64>,
}

impl Outcome {
    /// An outcome that shows nothing.
    pub fn nothing(end: End) -> Outcome {
        Outcome {
            end,
            after: vec![None; WORDS],
            traps: Vec::new(),
            executed: None,
            cycles: None,
        }
    }
}

/// Somebody who says what a program does.
pub trait Oracle {
    /// Its name and version.
    fn name(&self) -> String;

    /// Whether it can run this case.
    fn supports(&self, case: &Case) -> bool;

    /// Runs cases, each from its own state.
    ///
    /// # Errors
    /// When the oracle itself fails; a program that does not end well is an outcome.
    fn run(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String>;
}

/// Where two outcomes contradict each other; what one of them does not show agrees with anything.
pub fn differences(a: &Outcome, b: &Outcome) -> Vec<String> {
    let mut out = Vec::new();
    if a.end != b.end {
        return vec![format!("end {:?} / {:?}", a.end, b.end)];
    }
    for i in 0..a.traps.len().max(b.traps.len()) {
        match (a.traps.get(i), b.traps.get(i)) {
            (Some(x), Some(y)) if x.comparable() == y.comparable() => {}
            (x, y) => {
                out.push(format!("trap {i}: {} / {}", show(x), show(y)));
                break;
            }
        }
    }
    if let (Some(x), Some(y)) = (a.cycles, b.cycles)
        && x != y
    {
        out.push(format!("cycles {x} / {y}"));
    }
    for (i, pair) in a.after.iter().zip(&b.after).enumerate() {
        if let (Some(x), Some(y)) = pair
            && x != y
        {
            out.push(format!("{} {x:08x} / {y:08x}", name(i)));
        }
    }
    out
}

fn show(t: Option<&Trap>) -> String {
    t.map_or_else(|| "none".to_owned(), Trap::to_string)
}

impl core::fmt::Display for Trap {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Trap {
            tt,
            pc,
            npc,
            psr,
            fsr,
        } = self;
        write!(
            f,
            "tt={tt:02x} pc={pc:08x} npc={npc:08x} psr={psr:08x} fsr={fsr:08x}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for i in 0..WORDS {
            assert_eq!(index(&name(i)), Some(i), "{}", name(i));
        }
        assert_eq!(name(window_register(0, 8)), "w7.i0");
        assert_eq!(name(window_register(3, 17)), "w3.l1");
    }
}
