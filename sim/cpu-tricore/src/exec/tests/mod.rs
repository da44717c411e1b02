//! Instructions run through [`execute`]: vectors, hand-made cases, and slow references in wide
//! arithmetic that share no code with what they judge.

mod by_hand;
mod division;
mod floating;
mod lowered;
mod products;
mod random;
mod vectors;

use super::{Flags, Imm, Src, rare, usual};
use crate::isa::{Class, Opcode, ROWS};
use crate::trap::Trap;

/// The result of `opcode`: 64 bits for a destination that is a pair, else the low 32.
pub(crate) fn execute(opcode: Opcode, s: Src, i: Imm, flags: &mut Flags) -> Result<u64, Trap> {
    let operands = (s.a as u32, s.b as u32, s.c as u32);
    match usual(flags, opcode, operands, (i.p, i.w)) {
        Some(word) => Ok(word.into()),
        None => rare::other(opcode, s, i, flags),
    }
}

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

/// Result and PSW of `opcode` with these operands, from a PSW without flags.
fn run(opcode: Opcode, s: Src, i: Imm) -> (u64, u32) {
    let mut flags = Flags(PSW);
    let result = execute(opcode, s, i, &mut flags).expect("an instruction of this pipe");
    (result, flags.0)
}

/// The same for an instruction without positions.
fn plain(opcode: Opcode, a: u32, b: u32, c: u64) -> (u64, u32) {
    run(opcode, src(a, b, c), Imm::default())
}

/// The result alone.
fn value(opcode: Opcode, a: u32, b: u32, c: u64) -> u64 {
    plain(opcode, a, b, c).0
}

/// The result of `opcode` with constants for position and width.
fn field(opcode: Opcode, a: u32, b: u32, c: u64, p: u8, w: u8) -> u64 {
    let imm = Imm {
        p,
        w,
        ..Imm::default()
    };
    run(opcode, src(a, b, c), imm).0
}

#[test]
fn other_pipes_are_refused() {
    let mut flags = Flags(0xF800_0B80);
    for opcode in [
        Opcode::LdW,
        Opcode::J,
        Opcode::AddA,
        Opcode::Mfcr,
        Opcode::Nop,
    ] {
        let result = execute(opcode, Src::default(), Imm::default(), &mut flags);
        assert_eq!(result, Err(Trap::IOPC), "{opcode:?}");
    }
    assert_eq!(flags.0, 0xF800_0B80);
}

/// Every meaning in the table is computed here or refused, as its class says, whatever the operands
/// and constants are; what is outside PSW[31:24] stays.
#[test]
fn any_operands_have_a_result() {
    let mut rng = random::Rng::new(1);
    for row in ROWS {
        let opcode = row.class;
        let ours = matches!(
            opcode.class(),
            Class::Alu
                | Class::Alu2
                | Class::Mul
                | Class::Mac
                | Class::Div
                | Class::Dvstep
                | Class::Fp
                | Class::Fp1
                | Class::FpMac
                | Class::FpDiv
        );
        for _ in 0..200 {
            let s = Src {
                a: rng.pair(),
                b: rng.pair(),
                c: rng.pair(),
                old: rng.pair(),
            };
            let [p, w, q, n, ..] = rng.next().to_le_bytes();
            let before = rng.word();
            let mut flags = Flags(before);
            let result = execute(opcode, s, Imm { p, w, q, n }, &mut flags);
            assert_eq!(result.is_ok(), ours, "{opcode:?}");
            assert_eq!((flags.0 ^ before) & 0xFF_FFFF, 0, "{opcode:?}");
        }
    }
}
