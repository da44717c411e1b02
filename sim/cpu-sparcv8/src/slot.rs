//! Predecoded instructions, by physical page. A slot is what the execution loop wants of every
//! instruction: the operation, register numbers and the immediate. What it wants of some only is in
//! a note beside it: whether the slot can be used, which registers it reads, what it counts as.

use crate::isa::{Op, decode_op};
use crate::state::NOWHERE;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an instruction counts as; each kind adds to a fixed set of meters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Format 3, op=2, not an FPop.
    Type2,
    /// SETHI and UNIMP.
    Other,
    /// Bicc.
    Branch,
    /// FBfcc and CBccc.
    Fbranch,
    /// CALL.
    Call,
    /// Any load.
    Load,
    /// Any store.
    Store,
    /// SWAP, LDSTUB, CASA.
    Atomic,
    /// FPop.
    Fpop,
}

/// Number of kinds.
pub const KINDS: usize = 9;

/// State of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ready {
    /// Not decoded yet.
    No,
    /// Decoded.
    Yes,
    /// No such instruction.
    Illegal,
    /// Decoded, and to be executed without cost.
    Free,
}

macro_rules! acts {
    ($($name:ident)*) => {
        /// What the execution loop does for an instruction: an arm for each of those that programs
        /// are made of, and one for all others. There is no value without an arm, so the loop's
        /// dispatch needs no check.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Act {
            $(
                #[doc = concat!("[`Op::", stringify!($name), "`].")]
                $name,
            )*
            /// Whatever [`Note::op`] says.
            Other,
        }

        impl Act {
            fn of(op: Op) -> Act {
                match op {
                    $(Op::$name => Act::$name,)*
                    _ => Act::Other,
                }
            }
        }
    };
}

acts! {
    Add Addcc Addx Addxcc Sub Subcc Subx Subxcc
    And Andcc Andn Andncc Or Orcc Orn Orncc Xor Xorcc Xnor Xnorcc
    Sll Srl Sra Sethi Umul Smul Umulcc Smulcc
    Bicc Fbfcc Call Jmpl Save Restore
    Ld Ldub Ldsb Lduh Ldsh Ldd St Stb Sth Std
    Ldf Lddf Stf Stdf Faddd Fsubd Fmuld Fadds Fsubs Fmuls Fmovs
}

/// A predecoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// What to do; meaningless unless the note says that the slot can be used.
    pub act: Act,
    /// Destination register. For results of the integer unit that go to %g0, [`NOWHERE`].
    pub rd: u8,
    /// First source register.
    pub rs1: u8,
    /// Second source register; 0 with an immediate, so that `r[rs2] + imm` is always right.
    pub rs2: u8,
    /// Immediate (simm13), branch displacement in bytes, SETHI constant, the ASI, or for FPops the
    /// instruction itself, which the floating-point queue keeps.
    pub imm: i32,
}

/// What is to be known of a predecoded instruction beside its [`Slot`].
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// Integer registers read, one bit each; bit 0 (%g0) is never set.
    pub reads: u32,
    /// What it counts as.
    pub kind: Kind,
    /// Whether the slot can be used.
    pub ready: Ready,
    /// The operation; meaningless unless the slot can be used.
    pub op: Op,
}

impl Slot {
    const EMPTY: Slot = Slot {
        act: Act::Other,
        rd: 0,
        rs1: 0,
        rs2: 0,
        imm: 0,
    };

    /// Decodes `word`.
    pub fn decode(word: u32) -> (Slot, Note) {
        let Some(op) = decode_op(word) else {
            let ready = Ready::Illegal;
            return (
                Slot::EMPTY,
                Note {
                    ready,
                    ..Note::EMPTY
                },
            );
        };
        let rd = (word >> 25) as u8 & 31;
        let rs1 = (word >> 14) as u8 & 31;
        let reg_form = word & (1 << 13) == 0;
        let rs2 = if reg_form { word as u8 & 31 } else { 0 };
        let simm13 = ((word << 19) as i32) >> 19;
        let mut slot = Slot {
            act: Act::of(op),
            rd,
            rs1,
            rs2,
            imm: 0,
        };
        let mut note = Note {
            ready: Ready::Yes,
            op,
            ..Note::EMPTY
        };
        match word >> 30 {
            0 => {
                slot.rs1 = 0;
                slot.rs2 = 0;
                slot.imm = ((word << 10) as i32) >> 8;
                note.kind = match op {
                    Op::Bicc => Kind::Branch,
                    Op::Fbfcc | Op::Cbccc => Kind::Fbranch,
                    _ => Kind::Other,
                };
                if op == Op::Sethi {
                    slot.imm = (word << 10) as i32;
                }
            }
            1 => {
                slot.rs1 = 0;
                slot.rs2 = 0;
                slot.imm = (word << 2) as i32;
                note.kind = Kind::Call;
            }
            top => {
                let alternate =
                    top == 3 && word & (1 << 23) != 0 && word & (1 << 24) == 0 || op == Op::Casa;
                slot.imm = match (reg_form, alternate) {
                    (_, true) => (word >> 5) as i32 & 0xff,
                    (false, false) => simm13,
                    (true, false) => 0,
                };
                note.kind = kind_of(op, top);
                note.reads = reads(op, &slot, top);
                if note.kind == Kind::Fpop {
                    slot.rs2 = word as u8 & 31;
                    slot.imm = word as i32;
                }
                if alternate && !reg_form {
                    // The alternate space forms exist with i=0 only.
                    note.ready = Ready::Illegal;
                }
            }
        }
        if slot.rd == 0 && makes_one_word(op) {
            slot.rd = NOWHERE;
        }
        (slot, note)
    }
}

impl Note {
    const EMPTY: Note = Note {
        reads: 0,
        kind: Kind::Other,
        ready: Ready::No,
        op: Op::Unimp,
    };
}

/// True for what [`crate::state::Regs::put`]s its one result into an integer register.
pub(crate) fn makes_one_word(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Addcc
            | Op::Addx
            | Op::Addxcc
            | Op::Sub
            | Op::Subcc
            | Op::Subx
            | Op::Subxcc
            | Op::And
            | Op::Andcc
            | Op::Andn
            | Op::Andncc
            | Op::Or
            | Op::Orcc
            | Op::Orn
            | Op::Orncc
            | Op::Xor
            | Op::Xorcc
            | Op::Xnor
            | Op::Xnorcc
            | Op::Sll
            | Op::Srl
            | Op::Sra
            | Op::Umul
            | Op::Smul
            | Op::Umulcc
            | Op::Smulcc
            | Op::Sethi
            | Op::Jmpl
            | Op::Save
            | Op::Restore
            | Op::Ld
            | Op::Ldub
            | Op::Ldsb
            | Op::Lduh
            | Op::Ldsh
    )
}

fn kind_of(op: Op, top: u32) -> Kind {
    if top == 2 {
        return if is_fpop(op) { Kind::Fpop } else { Kind::Type2 };
    }
    match op {
        Op::Ldstub | Op::Ldstuba | Op::Swap | Op::Swapa | Op::Casa => Kind::Atomic,
        Op::St
        | Op::Stb
        | Op::Sth
        | Op::Std
        | Op::Sta
        | Op::Stba
        | Op::Stha
        | Op::Stda
        | Op::Stf
        | Op::Stdf
        | Op::Stfsr
        | Op::Stdfq
        | Op::Stc
        | Op::Stdc
        | Op::Stcsr
        | Op::Stdcq => Kind::Store,
        _ => Kind::Load,
    }
}

/// True for floating-point operations (format 3, op3 0x34 and 0x35).
pub fn is_fpop(op: Op) -> bool {
    matches!(
        op,
        Op::Fitos
            | Op::Fitod
            | Op::Fstoi
            | Op::Fdtoi
            | Op::Fstod
            | Op::Fdtos
            | Op::Fmovs
            | Op::Fnegs
            | Op::Fabss
            | Op::Fsqrts
            | Op::Fsqrtd
            | Op::Fadds
            | Op::Faddd
            | Op::Fsubs
            | Op::Fsubd
            | Op::Fmuls
            | Op::Fmuld
            | Op::Fsmuld
            | Op::Fdivs
            | Op::Fdivd
            | Op::Fcmps
            | Op::Fcmpd
            | Op::Fcmpes
            | Op::Fcmped
            | Op::Fitoq
            | Op::Fqtoi
            | Op::Fstoq
            | Op::Fdtoq
            | Op::Fqtos
            | Op::Fqtod
            | Op::Fsqrtq
            | Op::Faddq
            | Op::Fsubq
            | Op::Fmulq
            | Op::Fdivq
            | Op::Fdmulq
            | Op::Fcmpq
            | Op::Fcmpeq
            | Op::Fpop1Unknown
            | Op::Fpop2Unknown
    )
}

/// Integer registers that the instruction reads, for the load-use interlock.
fn reads(op: Op, s: &Slot, top: u32) -> u32 {
    if is_fpop(op) {
        return 0;
    }
    let mut mask = 1u32 << s.rs1 | 1 << s.rs2;
    if top == 3 {
        mask |= match op {
            Op::St
            | Op::Stb
            | Op::Sth
            | Op::Sta
            | Op::Stba
            | Op::Stha
            | Op::Swap
            | Op::Swapa
            | Op::Casa => 1 << s.rd,
            Op::Std | Op::Stda => 3 << (s.rd & 30),
            _ => 0,
        };
    }
    if matches!(
        op,
        Op::Rdasr | Op::Rdy | Op::Rdpsr | Op::Rdwim | Op::Rdtbr | Op::Stbar
    ) {
        mask = 0;
    }
    mask & !1
}

/// Instructions in a page.
pub(crate) const PAGE_WORDS: usize = 1024;

/// The predecoded instructions of one 4 KiB page.
#[derive(Clone)]
pub struct Page {
    /// What the loop wants of each.
    pub slots: Box<[Slot; PAGE_WORDS]>,
    /// The rest.
    pub notes: Box<[Note; PAGE_WORDS]>,
}

/// Predecoded pages by physical page number. The page being executed is kept apart.
///
/// Only the number of the current page is state; slots are decoded again from memory.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "u64", from = "u64")]
pub struct CodeCache {
    /// The current page's slots.
    pub current: Page,
    number: u64,
    others: BTreeMap<u64, Page>,
    /// How much of the memory's log of stores into code has been heeded.
    pub seen: u64,
}

const NO_PAGE: u64 = u64::MAX;

impl From<CodeCache> for u64 {
    fn from(code: CodeCache) -> u64 {
        code.number
    }
}

impl From<u64> for CodeCache {
    fn from(number: u64) -> CodeCache {
        CodeCache {
            number,
            ..CodeCache::default()
        }
    }
}

impl Default for CodeCache {
    fn default() -> CodeCache {
        CodeCache {
            current: empty(),
            number: NO_PAGE,
            others: BTreeMap::new(),
            seen: 0,
        }
    }
}

fn empty() -> Page {
    fn all<T: Clone>(of: T) -> Box<[T; PAGE_WORDS]> {
        let all = vec![of; PAGE_WORDS].into_boxed_slice();
        all.try_into().ok().expect("the length is the array's")
    }
    Page {
        slots: all(Slot::EMPTY),
        notes: all(Note::EMPTY),
    }
}

impl CodeCache {
    /// Makes the page of `pa` current.
    pub fn select(&mut self, pa: u64) {
        let wanted = pa >> 12;
        if wanted == self.number {
            return;
        }
        let page = self.others.remove(&wanted).unwrap_or_else(empty);
        let old = std::mem::replace(&mut self.current, page);
        if self.number != NO_PAGE {
            self.others.insert(self.number, old);
        }
        self.number = wanted;
    }

    /// True when the page of `pa` is the current one.
    #[inline(always)]
    pub fn is_current(&self, pa: u64) -> bool {
        pa >> 12 == self.number
    }

    /// Physical address of the instruction at `pc`, in the current page.
    pub fn address(&self, pc: u32) -> u64 {
        self.number << 12 | u64::from(pc & 0xfff)
    }

    /// Forgets what was decoded from the 64-byte chunk of `pa`.
    pub fn forget(&mut self, pa: u64) {
        let page = if pa >> 12 == self.number {
            Some(&mut self.current)
        } else {
            self.others.get_mut(&(pa >> 12))
        };
        if let Some(page) = page {
            let first = (pa as usize >> 2) & (PAGE_WORDS - 1) & !15;
            page.slots[first..first + 16].fill(Slot::EMPTY);
            page.notes[first..first + 16].fill(Note::EMPTY);
        }
    }

    /// Forgets everything that was decoded.
    pub fn clear(&mut self) {
        *self = CodeCache {
            seen: self.seen,
            number: self.number,
            ..CodeCache::default()
        };
    }
}
