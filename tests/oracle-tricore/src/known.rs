//! What other implementations do wrong, with the reason for which ours is right.

use trueboard_cpu_tricore::isa::{Op, Sem};

/// Which encodings a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// All of a meaning.
    Sem(Sem),
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
}

const BOTH: &[&str] = &["unicorn", "qemu"];
const MISSING: &str = "not there: IOPC trap";

/// All of them.
pub const ALL: &[Known] = &[
    Known {
        who: &["unicorn"],
        what: What::Sem(Sem::Div),
        why: "the least number divided by -1 raises SIGFPE in the host process",
    },
    Known {
        who: &["unicorn"],
        what: What::Sem(Sem::Ftou),
        why: "not there: IOPC trap",
    },
    Known {
        who: &["unicorn"],
        what: What::Sem(Sem::ImaskEPw),
        why: "D[d] is not shifted to its place",
    },
    Known {
        who: &["unicorn"],
        what: What::Sem(Sem::ImaskEW),
        why: "D[d] is not shifted to its place",
    },
    Known {
        who: &["unicorn"],
        what: What::Sem(Sem::InsertPw),
        why: "a field at the top of the word is lost",
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::Q31tof),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::Ftoq31),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::Ftoq31z),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::Updfl),
        why: "clears the flags that D[a][15:8] does not name",
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::MulmsHEUl),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::MulmsHELu),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::MulmsHELl),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Sem(Sem::MulmsHEUu),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Op(Op::SwapWBoIndex),
        why: MISSING,
    },
    Known {
        who: BOTH,
        what: What::Op(Op::SwapmskWBoIndex),
        why: MISSING,
    },
];

/// Whether cases for `who` may hold `op`.
#[must_use]
pub fn comparable(who: &str, op: Op) -> bool {
    let about = |what| match what {
        What::Sem(sem) => op.class() == sem,
        What::Op(one) => op == one,
    };
    !ALL.iter().any(|k| k.who.contains(&who) && about(k.what))
}
