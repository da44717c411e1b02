//! What the lines of a vector name, and what they leave implied: the traces that traps leave in the
//! state.

use crate::case::{Case, End, Outcome, PSR, State, TBR, index, name, window_register};
use crate::layout;
use crate::ours::Ours;
use crate::program::placed;
use trueboard_cpu_sparcv8::isa::Op;

/// The instruction that ends a program.
pub const END: u32 = Op::Ticc.row().form.fixed.value | 8 << 25 | 1 << 13 | layout::END_TRAP;

/// A field of PSR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    shift: u32,
    bits: u32,
}

/// The fields of PSR that lines name.
pub const FIELDS: [Field; 6] = [
    Field::new("icc", 20, 4),
    Field::new("ef", 12, 1),
    Field::new("pil", 8, 4),
    Field::new("s", 7, 1),
    Field::new("et", 5, 1),
    Field::new("cwp", 0, 5),
];

impl Field {
    const fn new(name: &'static str, shift: u32, bits: u32) -> Field {
        Field { name, shift, bits }
    }

    /// The field with this name.
    pub fn named(name: &str) -> Option<Field> {
        FIELDS.into_iter().find(|f| f.name == name)
    }

    /// Its value.
    pub fn get(self, psr: u32) -> u32 {
        psr >> self.shift & ((1 << self.bits) - 1)
    }

    /// `psr` with another value. PS goes along with S, see [`Case::before`].
    pub fn put(self, psr: u32, value: u32) -> u32 {
        let mask = ((1 << self.bits) - 1) << self.shift;
        let psr = psr & !mask | value << self.shift & mask;
        if self.name == "s" {
            psr & !(1 << 6) | psr >> 1 & 1 << 6
        } else {
            psr
        }
    }
}

/// What a line gives a value to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A word of the state.
    Word(usize),
    /// A register of the window in which the program starts.
    Register(u8),
    /// A field of PSR.
    Field(Field),
    /// The address of the instruction that ended the program.
    Pc,
    /// The address after it.
    Npc,
}

impl Named {
    /// What a name means.
    pub fn parse(s: &str) -> Option<Named> {
        const BANKS: [(&str, u8); 3] = [("o", 8), ("l", 16), ("i", 24)];
        let register = BANKS.iter().find_map(|(bank, first)| {
            let n: u8 = s.strip_prefix(bank)?.parse().ok()?;
            (n < 8).then_some(Named::Register(first + n))
        });
        match s {
            "pc" => Some(Named::Pc),
            "npc" => Some(Named::Npc),
            _ => register
                .or_else(|| Field::named(s).map(Named::Field))
                .or_else(|| index(s).map(Named::Word)),
        }
    }
}

/// The name of word `i` where the program starts in window `cwp`.
pub fn word_name(i: usize, cwp: u32) -> String {
    (8..32)
        .find(|&r| window_register(cwp as usize, r) == i)
        .map_or_else(
            || name(i),
            |r| format!("{}{}", ["g", "o", "l", "i"][r / 8], r % 8),
        )
}

/// PSR after a trap that found `psr` (V8 manual, section 7.5).
pub fn trapped(psr: u32) -> u32 {
    let supervisor = psr >> 7 & 1;
    psr & !0x7f | 1 << 7 | supervisor << 6 | (psr + 7) & 7
}

/// The state before a program at `base`.
pub fn before(base: u32, pairs: &[(Named, u32)]) -> State {
    let mut state = Ours::plain_state();
    for (named, value) in pairs {
        match named {
            Named::Field(f) => state[PSR] = f.put(state[PSR], *value),
            Named::Word(PSR) => state[PSR] = *value,
            _ => {}
        }
    }
    let mut state = placed(&state, base);
    let psr = state[PSR];
    apply_words(&mut state, pairs, psr);
    state
}

/// Puts the values that are words into a state; `psr` says which window the program starts in.
pub fn apply_words(state: &mut State, pairs: &[(Named, u32)], psr: u32) {
    for (named, value) in pairs {
        match named {
            Named::Word(i) => state[*i] = *value,
            Named::Register(r) => state[window_register(psr as usize & 7, (*r).into())] = *value,
            Named::Field(_) | Named::Pc | Named::Npc => {}
        }
    }
}

/// The state that is left when a program changes nothing but what its traps leave: of each the
/// handler's window with PC and nPC, of the last one PSR too.
pub fn implied(case: &Case, outcome: &Outcome, after: &[(Named, u32)]) -> State {
    let mut state = case.before.clone();
    let mut trace = |psr: u32, l0: u32, pc: u32, npc: u32, cleared: &[usize]| {
        let w = psr as usize & 7;
        for &r in cleared {
            state[window_register(w, r)] = 0;
        }
        for (r, v) in [(16, l0), (17, pc), (18, npc)] {
            state[window_register(w, r)] = v;
        }
    };
    for t in &outcome.traps {
        trace(t.psr, 0, t.pc, t.npc, &[19, 20, 21, 22]);
    }
    let mut psr = case.before[PSR];
    let mut pc = None;
    let mut npc = None;
    for (named, value) in after {
        match named {
            Named::Field(f) => psr = f.put(psr, *value),
            Named::Pc => pc = Some(*value),
            Named::Npc => npc = Some(*value),
            _ => {}
        }
    }
    match outcome.end {
        End::Done => {
            psr = trapped(psr);
            let pc = pc.unwrap_or_else(|| first_end(case));
            trace(psr, psr, pc, npc.unwrap_or(pc.wrapping_add(4)), &[]);
        }
        End::Error(tt) => state[TBR] = state[TBR] & !0xff0 | u32::from(tt) << 4,
        End::Lost => {}
    }
    state[PSR] = psr;
    state
}

/// The address of the first instruction that ends the program.
pub fn first_end(case: &Case) -> u32 {
    let at = case.code.iter().position(|&w| w == END);
    case.base + at.unwrap_or(case.code.len()) as u32 * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::{Src::I, f3};

    #[test]
    fn the_end_is_ta_127() {
        assert_eq!(END, f3(Op::Ticc, 0, I(layout::END_TRAP as i32), 8));
    }

    #[test]
    fn supervisor_goes_with_previous_supervisor() {
        let s = Field::named("s").unwrap();
        assert_eq!(s.put(0xf300_10e0, 0), 0xf300_1020);
        assert_eq!(s.put(0xf300_1020, 1), 0xf300_10e0);
        assert_eq!(trapped(0xf300_10e0), 0xf300_10c7);
        assert_eq!(trapped(0xf300_1023), 0xf300_1082);
    }
}
