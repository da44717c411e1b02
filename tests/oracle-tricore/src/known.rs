//! What other implementations do wrong, with the reason for which ours is right.

use crate::batch::{Difference, Outcome};
use trueboard_cpu_tricore::isa::{Op, Opcode};

/// Which encodings a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// All of a meaning.
    Opcode(Opcode),
    /// One.
    Op(Op),
}

/// A difference that stays.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// [`Machine::id`](crate::Machine::id)s of the implementations.
    pub who: &'static [&'static str],
    /// The instruction.
    pub what: What,
    /// What they do, and why that is wrong.
    pub why: &'static str,
    /// It ends the process that the implementation runs in.
    pub fatal: bool,
}

impl Known {
    /// Whether `op` is one of the encodings.
    #[must_use]
    pub fn is_about(&self, op: Op) -> bool {
        match self.what {
            What::Opcode(opcode) => op.class() == opcode,
            What::Op(one) => op == one,
        }
    }
}

const fn entry(who: &'static [&'static str], what: What, why: &'static str) -> Known {
    Known {
        who,
        what,
        why,
        fatal: false,
    }
}

const QEMU: &[&str] = &["qemu"];
const UNICORN: &[&str] = &["unicorn"];

const BOTH: &[&str] = &["unicorn", "qemu"];
const MISSING: &str = "not there: IOPC trap";

/// All of them.
pub const ALL: &[Known] = &[
    Known {
        fatal: true,
        ..entry(
            UNICORN,
            What::Opcode(Opcode::Div),
            "the least number divided by -1 raises SIGFPE in the host process",
        )
    },
    entry(UNICORN, What::Opcode(Opcode::Ftou), "not there: IOPC trap"),
    entry(
        UNICORN,
        What::Opcode(Opcode::ImaskEPw),
        "D[d] is not shifted to its place",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::ImaskEW),
        "D[d] is not shifted to its place",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::InsertPw),
        "a field at the top of the word is lost",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::Insert),
        "takes position and width from the wrong registers",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::InsertW),
        "takes the position from the wrong register",
    ),
    entry(UNICORN, What::Op(Op::LdBuBoPre), "extends the sign"),
    entry(UNICORN, What::Op(Op::DisableSys0f), MISSING),
    entry(
        UNICORN,
        What::Opcode(Opcode::Dextr),
        "position 0 takes all bits from the second register",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::DextrP),
        "position 0 takes all bits from the second register",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::MulsU),
        "does not saturate every product that is too large",
    ),
    entry(UNICORN, What::Op(Op::LdHSlro), "the offset is not scaled"),
    entry(UNICORN, What::Op(Op::LdHSro), "the offset is not scaled"),
    entry(QEMU, What::Opcode(Opcode::Trapv), "ends QEMU when V is set"),
    entry(
        QEMU,
        What::Opcode(Opcode::Rfe),
        "PCXI.PIE is taken from ICR.IE, and not the other way",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::MaddF),
        "no FI for infinity times 0 with a quiet NaN added: IEEE 754 leaves it open",
    ),
    entry(
        UNICORN,
        What::Opcode(Opcode::MsubF),
        "no FI for infinity times 0 with a quiet NaN added: IEEE 754 leaves it open",
    ),
    entry(BOTH, What::Opcode(Opcode::CacheiI), MISSING),
    entry(
        &["qemu"],
        What::Opcode(Opcode::Trapsv),
        "TIN 1, which is that of OVF",
    ),
    entry(BOTH, What::Opcode(Opcode::Q31tof), MISSING),
    entry(BOTH, What::Opcode(Opcode::Ftoq31), MISSING),
    entry(BOTH, What::Opcode(Opcode::Ftoq31z), MISSING),
    entry(
        BOTH,
        What::Opcode(Opcode::Updfl),
        "clears the flags that D[a][15:8] does not name",
    ),
    entry(BOTH, What::Opcode(Opcode::MulmsHEUl), MISSING),
    entry(BOTH, What::Opcode(Opcode::MulmsHELu), MISSING),
    entry(BOTH, What::Opcode(Opcode::MulmsHELl), MISSING),
    entry(BOTH, What::Opcode(Opcode::MulmsHEUu), MISSING),
    entry(BOTH, What::Op(Op::SwapWBoIndex), MISSING),
    entry(BOTH, What::Op(Op::SwapmskWBoIndex), MISSING),
];

/// Whether cases for `who` may hold `op`.
#[must_use]
pub fn comparable(who: &str, op: Op) -> bool {
    !ALL.iter().any(|k| k.who.contains(&who) && k.is_about(op))
}

/// Class and TIN of FCD.
const FCD: (u32, u32) = (3, 1);

/// What differs between our outcome and that of `who`, but for what an instruction list cannot leave
/// out: the FCD trap of QEMU returns to address 0.
#[must_use]
pub fn differences(who: &str, ours: &Outcome, theirs: &Outcome) -> Vec<Difference> {
    let depleted = ours.trap().map(|(class, tin, _)| (class, tin)) == Some(FCD);
    let mut all = ours.differences(theirs);
    all.retain(|d| !(who == "qemu" && depleted && d.is_return_address()));
    all
}

/// Why no case of any kind holds `op`.
#[must_use]
pub fn left_out(op: Op) -> Option<&'static str> {
    match op.class() {
        Opcode::Debug => Some("ends a run"),
        Opcode::Wait => Some("waits for an interrupt"),
        Opcode::Rfm => Some("returns from a debug monitor"),
        _ => None,
    }
}

/// Whether `opcode` is left out of cases for an implementation that shows no traps.
pub(crate) fn only_traps(opcode: Opcode) -> bool {
    use Opcode as S;
    matches!(opcode, S::Syscall | S::Trapv | S::Trapsv)
        || matches!(opcode, S::Tlbdemap | S::TlbflushA | S::TlbflushB)
        || matches!(opcode, S::Tlbmap | S::TlbprobeA | S::TlbprobeI)
}
