//! Instructions run through [`execute`]: vectors, hand-made cases, and slow references in wide
//! arithmetic that share no code with what they judge.

mod by_hand;
mod products;
mod random;
mod vectors;

use super::{Flags, Imm, Src, Trap, execute};
use crate::isa::Sem;

/// PSW after RSTV at the start of the published vectors.
const PSW: u32 = 0xB80;

/// Operands in the order first, second, third.
fn src(a: u32, b: u32, c: u64) -> Src {
    Src {
        a: a.into(),
        b: b.into(),
        c,
        old: 0,
    }
}

/// Result and PSW of `sem` with these operands, from a PSW without flags.
fn run(sem: Sem, s: Src, i: Imm) -> (u64, u32) {
    let mut flags = Flags(PSW);
    let result = execute(sem, s, i, &mut flags).expect("an instruction of this pipe");
    (result, flags.0)
}

/// The same for an instruction without positions.
fn plain(sem: Sem, a: u32, b: u32, c: u64) -> (u64, u32) {
    run(sem, src(a, b, c), Imm::default())
}

/// The result alone.
fn value(sem: Sem, a: u32, b: u32, c: u64) -> u64 {
    plain(sem, a, b, c).0
}

/// The result of `sem` with constants for position and width.
fn field(sem: Sem, a: u32, b: u32, c: u64, p: u8, w: u8) -> u64 {
    let imm = Imm {
        p,
        w,
        ..Imm::default()
    };
    run(sem, src(a, b, c), imm).0
}

#[test]
fn other_pipes_are_refused() {
    let mut flags = Flags(0xF800_0B80);
    for sem in [Sem::LdW, Sem::J, Sem::AddA, Sem::Mfcr, Sem::Nop] {
        let result = execute(sem, Src::default(), Imm::default(), &mut flags);
        assert_eq!(result, Err(Trap::Iopc), "{sem:?}");
    }
    assert_eq!(flags.0, 0xF800_0B80);
}
